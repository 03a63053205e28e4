// What the search does at every node beside deciding: making moves, ends of the game, learning;
// included by worker_of.h.
#pragma once

#include "base/error.h"
#include "search/worker_of.h"

namespace ferz {

namespace detail {

// Mates are stored as seen from the node, not from the root.
inline int to_table(int score, int ply) {
    return score >= kLeastMate ? score + ply : score <= -kLeastMate ? score - ply : score;
}
inline int from_table(int score, int ply) {
    return score >= kLeastMate ? score - ply : score <= -kLeastMate ? score + ply : score;
}
inline bool proves(Bound bound, int score, int beta) {
    return bound == Bound::exact || (score >= beta ? bound == Bound::lower : bound == Bound::upper);
}

}  // namespace detail

template <class B, bool kExotic>
std::optional<int> WorkerOf<B, kExotic>::solved(int ply) const {
    const int men = shared_.solved_men.load(std::memory_order_relaxed);
    if (men == 0 || popcount(position_.occupied()) > men) return {};
    try {
        const Verdict verdict = shared_.solved->probe_position(&position_);
        if (verdict.value == Value::none) return {};
        if (verdict.value == Value::draw) return draw_score();
        // A win that takes longer than any search is a win all the same.
        const int plies = std::min(ply + verdict.distance, kMaxPly);
        return verdict.value == Value::win ? kMate - plies : -kMate + plies;
    } catch (const SolveError&) {
        // A damaged file: better no tables than no move.
        shared_.solved_men = 0;
        return {};
    }
}

template <class B>
Promoters<B>::Promoters(const Rules& rules, const Tables<B>& tables) {
    for (Color c : {kWhite, kBlack})
        for (KindSet kinds = rules.promotion_pawns; kinds; kinds &= kinds - 1) {
            const int k = std::countr_zero(kinds);
            if (!tables.kind[c][k].promotes) continue;
            for (int s = 0; s < tables.squares; ++s)
                if (any(B(tables.reach(c, k, s, Tables<B>::Initial::with) &
                          tables.promotion_region[c]))) {
                    from[c][k] |= bit<B>(s);
                    exist = true;
                }
        }
}

template <class B, bool kExotic>
WorkerOf<B, kExotic>::WorkerOf(const Variant& variant, const Weights& weights,
                               const SearchParams& params, SharedSearch& shared)
    : rules_(variant.rules()),
      params_(params),
      shared_(shared),
      evaluator_(variant, weights),
      exchange_(variant.rules(), weights.values),
      promoters_(variant.rules(), variant.template tables<B>()),
      position_(variant.rules(), variant.template tables<B>()),
      history_(variant.rules().size.squares(), static_cast<int>(variant.rules().kinds.size())),
      frames_(kMaxPly + kBefore + 8),
      lines_(kMaxPly + 8),
      tried_(kMaxPly + 8) {
    const size_t most = variant.template tables<B>().max_moves + ListSink::kSlack;
    // A node uses what it generates, which is far less than the most; only the sum is bounded.
    room_.resize(most * 8 + size_t{kMaxPly} * std::min<size_t>(most, 512));
    scratch_.resize(2 * most);
    for (int i = 1; i < 256; ++i)
        reductions_[i] = static_cast<int>(params_.reduction_scale * std::log(i));
    reductions_[0] = 0;
    const RuleValues& v = variant.rules().values;
    passes_ = std::min(rules_.size.files, rules_.size.ranks) > 1 && !v.must_capture &&
              v.stalemate_value != Value::win;
}

template <class B, bool kExotic>
void WorkerOf<B, kExotic>::make(Move move, Undo& undo, int ply) {
    Frame& f = frame(ply);
    f.move = move;
    f.slot = history_.slot(mover_of(position_, move), move.to());
    f.continuation =
        params_.continuations ? history_.continuation(f.slot) : history_.no_continuation();
    f.drift = &history_.drift(f.slot, position_.at(move.to()));
    __builtin_prefetch(f.drift);
    keys_.push_back(position_.state().key);
    Frame& next = frame(ply + 1);
    next.standing = evaluator_.standing_after(position_, move, f.standing);
    next.told = Told::nothing;
    position_.make(move, undo);
    nodes_.store(nodes_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

template <class B, bool kExotic>
void WorkerOf<B, kExotic>::unmake(Move move, const Undo& undo) {
    position_.unmake(move, undo);
    keys_.pop_back();
}

template <class B, bool kExotic>
void WorkerOf<B, kExotic>::make_null(Undo& undo, int ply) {
    Frame& f = frame(ply);
    f.move = Move();
    f.slot = 0;
    f.continuation = history_.no_continuation();
    f.drift = &history_.no_drift();
    keys_.push_back(position_.state().key);
    Frame& next = frame(ply + 1);
    next.standing = f.standing;
    next.told = Told::no_check;  // nobody could have left a king attacked
    position_.make_null(undo);
    shared_.table.prefetch(position_.state().key);
}

template <class B, bool kExotic>
void WorkerOf<B, kExotic>::unmake_null(const Undo& undo) {
    position_.unmake_null(undo);
    keys_.pop_back();
}

template <class B, bool kExotic>
bool WorkerOf<B, kExotic>::is_in_check(Frame& f, LateChecks& checks) const {
    if (f.told == Told::nothing) {
        const Checks<B>& found = checks.get();
        f.told = any(found.checkers) || found.by_hopper ? Told::check : Told::no_check;
    }
    return f.told == Told::check;
}

template <class B, bool kExotic>
bool WorkerOf<B, kExotic>::is_out_of_time() {
    if (stopped_) return true;
    const uint64_t count = nodes_.load(std::memory_order_relaxed);
    if (count - told_nodes_ >= kNodesTold) {
        shared_.told_nodes.fetch_add(count - told_nodes_, std::memory_order_relaxed);
        told_nodes_ = count;
    }
    // The first iteration gets a moment more, so that the move is not just any.
    const int64_t grace_ms = is_main_ && finished_depth_ == 0 ? kGraceMs : 0;
    bool is_over = shared_.stop.load(std::memory_order_relaxed) &&
                   (grace_ms == 0 || shared_.clock.elapsed_ms() >= grace_ms);
    if (shared_.limits.nodes && !shared_.limits.infinite && !shared_.clock.is_pondering())
        is_over |= count - told_nodes_ + shared_.told_nodes.load(std::memory_order_relaxed) >=
                   *shared_.limits.nodes;
    if (is_main_ && count % 256 == 0) is_over |= shared_.clock.is_over(grace_ms);
    if (is_over) shared_.stop.store(true, std::memory_order_relaxed);
    // Another thread may have finished this iteration.
    return stopped_ =
               is_over || shared_.finished_depth.load(std::memory_order_relaxed) >= root_depth_;
}

template <class B, bool kExotic>
int WorkerOf<B, kExotic>::end_score(Value value, int ply) const {
    return value == Value::win ? kMate - ply : value == Value::loss ? -kMate + ply : 0;
}

template <class B, bool kExotic>
bool WorkerOf<B, kExotic>::is_repetition(int ply) const {
    const uint64_t key = position_.state().key;
    const size_t reversible = rules_.clock_is_final
                                  ? std::min<size_t>(position_.state().halfmove, keys_.size())
                                  : keys_.size();
    // How often it must have been there before the root; where no rule counts, what was there
    // before says nothing: a win is still one.
    int missing = rules_.values.n_fold_rule ? rules_.values.n_fold_rule - 1 : INT_MAX;
    for (size_t back = 4; back <= reversible; back += 2) {
        if (keys_[keys_.size() - back] != key) continue;
        // Once within the line is enough: what happened once will happen again.
        if (--missing <= 0 || back <= static_cast<size_t>(ply)) return true;
    }
    return false;
}

// The score of a game that is over here but for lack of moves, which only generating tells.
template <class B, bool kExotic>
std::optional<int> WorkerOf<B, kExotic>::ended(int ply) {
    if (position_.tables().has_immediate_ends)
        if (const auto end = immediate_end(position_)) return end_score(end->value, ply);
    const RuleValues& v = rules_.values;
    if (is_repetition(ply))
        // Decided, but no mate: another way to the same position has not repeated it.
        return !v.n_fold_rule || v.n_fold_value == Value::draw ? draw_score()
               : v.n_fold_value == Value::win                  ? kMaxEval - ply
                                                               : -kMaxEval + ply;
    // Without a legal move it is mate or stalemate, which may be worth more.
    if (counts_moves_ && position_.state().halfmove >= 2 * v.n_move_rule &&
        has_legal_move<kExotic>(position_))
        return draw_score();
    if (position_.tables().may_be_insufficient && popcount(position_.occupied()) <= 4 &&
        is_insufficient(position_))
        return draw_score();
    return {};
}

// Whether passing tells something: not where being on the move may be a burden.
template <class B, bool kExotic>
bool WorkerOf<B, kExotic>::can_pass() const {
    if (!passes_) return false;
    const Color us = position_.turn();
    KindSet still = rules_.pawns;
    if (rules_.royal >= 0) still |= KindSet{1} << rules_.royal;
    const B mobile = position_.pieces(us) & ~position_.pieces_of(us, still);
    return several(mobile) || position_.hand_kinds(us) != 0;
}

// Whether the enemy attacks a piece that must not die out and would.
template <class B, bool kExotic>
bool WorkerOf<B, kExotic>::is_last_attacked() const {
    if (!rules_.extinction_kinds || rules_.values.extinction_value != Value::loss) return false;
    const Color us = position_.turn();
    for (KindSet kinds = rules_.extinction_kinds; kinds; kinds &= kinds - 1) {
        const B last = position_.pieces(us, std::countr_zero(kinds));
        bool attacked = false;
        if (popcount(last) == rules_.values.extinction_piece_count + 1)
            for_each(last, [&](Square s) {
                attacked |= any(position_.attackers(s, ~us, position_.occupied()));
            });
        if (attacked) return true;
    }
    return false;
}

// ---- the evaluation: known, guessed, corrected by what searches found ----

template <class B, bool kExotic>
int WorkerOf<B, kExotic>::known_eval(int ply, const TableEntry& entry,
                                     const QuickEval& quick) const {
    if (entry.bound != Bound::none && entry.eval != kNoEval) return entry.eval;
    const Frame& f = frame(ply);
    if (f.raw_key == position_.state().key) return f.raw_eval;
    // Passing changes nothing but who is on the move, which is quick to tell.
    const Frame& before = frame(ply - 1);
    if (ply > 0 && before.move == Move() && before.raw_eval != kNoEval)
        return std::clamp(quick.value - (before.raw_eval - before.quick), -kMaxEval, kMaxEval);
    return kNoEval;
}

// Whether the piece that has just moved attacks one that is worth clearly more: the evaluation is
// then seldom what it was.
template <class B, bool kExotic>
bool WorkerOf<B, kExotic>::was_threat_made(int ply) const {
    const Move last = frame(ply - 1).move;
    if (last == Move()) return false;
    const Piece attacker = position_.at(last.to());
    if (attacker == kNoPiece) return false;
    const B victims = position_.pieces_of(position_.turn(), evaluator_.greater[kind_of(attacker)]);
    return any(B(position_.capture_targets(color_of(attacker), kind_of(attacker), last.to(),
                                           position_.occupied()) &
                 victims));
}

template <class B, bool kExotic>
int WorkerOf<B, kExotic>::guessed_eval(int ply, const QuickEval& quick) const {
    if (params_.guess_margin == 0) return kNoEval;
    const Frame &enemys = frame(ply - 1), &own = frame(ply - 2);
    int guess = quick.value;
    if (enemys.eval != kNoEval) guess -= enemys.eval - enemys.quick;
    else if (own.eval != kNoEval) guess += own.eval - own.quick;
    else return kNoEval;
    guess += *enemys.drift / History::kDriftGrain;
    return std::clamp(guess, -kMaxEval, kMaxEval);
}

template <class B, bool kExotic>
void WorkerOf<B, kExotic>::learn_guess(int ply, int guess) {
    constexpr int kMost = 1000, kBound = kMost * History::kDriftGrain;
    if (!params_.guess_drift) return;
    // A sixteenth of the way to what would have been right.
    int16_t& drift = *frame(ply - 1).drift;
    drift = static_cast<int16_t>(
        std::clamp(drift + std::clamp(frame(ply).eval - guess, -kMost, kMost), -kBound, kBound));
}

template <class B, bool kExotic>
void WorkerOf<B, kExotic>::note_eval(int ply, int raw_eval, const QuickEval& quick) {
    Frame& f = frame(ply);
    f.raw_eval = raw_eval;
    f.raw_key = position_.state().key;
    f.quick = quick.value;
    f.eval = corrected(raw_eval, ply);
}

template <class B, bool kExotic>
void WorkerOf<B, kExotic>::note_guess(int ply, int guess, const QuickEval& quick) {
    Frame& f = frame(ply);
    f.raw_eval = kNoEval;
    f.quick = quick.value;
    f.eval = guess;
}

template <class B, bool kExotic>
void WorkerOf<B, kExotic>::find_corrections(int ply) {
    if (params_.correction_grain == 0) return;
    const Color us = position_.turn();
    const B pawns =
        position_.pieces_of(kWhite, rules_.pawns) | position_.pieces_of(kBlack, rules_.pawns);
    const auto find = [&](int which, uint64_t key) {
        int16_t* const found = &history_.correction(us, which, key);
        __builtin_prefetch(found);
        frame(ply).corrections[which] = found;
    };
    find(History::pawn_structure, set_key(B(pawns & position_.pieces(kWhite)), set_key(pawns, 7)));
    find(History::white_pieces, set_key(B(position_.pieces(kWhite) & ~pawns), 11));
    find(History::black_pieces, set_key(B(position_.pieces(kBlack) & ~pawns), 13));
    find(History::last_move, static_cast<uint64_t>(frame(ply - 1).slot));
}

template <class B, bool kExotic>
int WorkerOf<B, kExotic>::corrected(int eval, int ply) const {
    if (params_.correction_grain == 0) return eval;
    const auto& by = frame(ply).corrections;
    const int sum = 2 * *by[History::pawn_structure] + *by[History::white_pieces] +
                    *by[History::black_pieces] + *by[History::last_move];
    return std::clamp(eval + sum / params_.correction_grain, -kMaxEval, kMaxEval);
}

template <class B, bool kExotic>
void WorkerOf<B, kExotic>::learn_correction(int ply, int depth, int difference) {
    if (params_.correction_grain == 0) return;
    const int bonus = std::clamp(difference * depth / 8, -History::kCorrectionBound / 4,
                                 History::kCorrectionBound / 4);
    for (int16_t* correction : frame(ply).corrections)
        learn(*correction, bonus, History::kCorrectionBound);
}

// ---- histories of moves ----

template <class B, bool kExotic>
int WorkerOf<B, kExotic>::history_of(Move move, int ply) {
    const int slot = history_.slot(mover_of(position_, move), move.to());
    return 2 * history_.butterfly(position_.turn(), move) + frame(ply - 1).continuation[slot] +
           frame(ply - 2).continuation[slot] + frame(ply - 4).continuation[slot];
}

template <class B, bool kExotic>
void WorkerOf<B, kExotic>::learn_quiet(Move move, int bonus, int ply) {
    learn_butterfly(position_.turn(), move, bonus);
    learn_continuations(history_.slot(mover_of(position_, move), move.to()), bonus, ply);
}

template <class B, bool kExotic>
void WorkerOf<B, kExotic>::learn_continuations(int slot, int bonus, int ply) {
    for (int back : {1, 2, 4, 6})
        if (frame(ply - back).move != Move() && params_.continuations)
            learn(frame(ply - back).continuation[slot], bonus, History::kBound);
}

template <class B, bool kExotic>
void WorkerOf<B, kExotic>::learn_capture(Move move, int bonus) {
    if (!params_.capture_history) return;
    const Piece mover = mover_of(position_, move), victim = position_.at(move.to());
    const int kind = kind_of(victim != kNoPiece ? victim : mover);
    learn(history_.capture(history_.slot(mover, move.to()), kind), bonus, History::kBound);
}

// One of the first moves should not have been refuted.
template <class B, bool kExotic>
void WorkerOf<B, kExotic>::learn_refuted(int depth, int ply, int most_count) {
    if (has_lesson(ply) && frame(ply - 1).count <= most_count)
        learn_continuations(frame(ply - 1).slot, -bonus_at(depth + 1), ply - 1);
}

template <class B, bool kExotic>
void WorkerOf<B, kExotic>::learn_unanswered(int depth, int ply) {
    if (!has_lesson(ply) || depth < 3) return;
    learn_continuations(frame(ply - 1).slot, bonus_at(depth), ply - 1);
    learn_butterfly(~position_.turn(), frame(ply - 1).move, bonus_at(depth) / 2);
}

template <class B, bool kExotic>
void WorkerOf<B, kExotic>::learn_change(int ply) {
    constexpr int kMost = 1000;
    const Frame& last = frame(ply - 1);
    if (!has_lesson(ply) || last.eval == kNoEval) return;
    // Both evaluations are for the side that was to move.
    const int bonus = -params_.lesson_slope * (last.eval + frame(ply).eval);
    learn_butterfly(~position_.turn(), last.move, std::clamp(bonus, -kMost, kMost));
}

// A move of the table that was enough is learned as if it had been searched.
template <class B, bool kExotic>
void WorkerOf<B, kExotic>::learn_from_table(const TableEntry& entry, bool fails_high, int depth,
                                            int ply) {
    if (is_quiet(entry.move))
        learn_quiet(entry.move, fails_high ? bonus_at(depth) : -bonus_at(depth), ply);
    if (fails_high) learn_refuted(depth, ply, 2);
}

// The move that refuted is praised; those tried before it are blamed.
template <class B, bool kExotic>
void WorkerOf<B, kExotic>::reward(Move best, int depth, int ply, const MoveList& quiets,
                                  const MoveList& captures) {
    const int bonus = bonus_at(depth);
    Frame& f = frame(ply);
    if (is_quiet(best)) {
        if (params_.killers && f.killers[0] != best) {
            f.killers[1] = f.killers[0];
            f.killers[0] = best;
        }
        if (frame(ply - 1).move != Move()) history_.reply(frame(ply - 1).slot) = best;
        // A quick cutoff at low depth tells little.
        if (depth > 1 || !quiets.empty()) learn_quiet(best, bonus, ply);
        for (Move move : quiets)
            if (move != best) learn_quiet(move, -bonus, ply);
    } else {
        learn_capture(best, bonus);
    }
    for (Move move : captures)
        if (move != best) learn_capture(move, -bonus);
}

template <class B, bool kExotic>
void WorkerOf<B, kExotic>::set_line(int ply, Move move) {
    MoveList& line = lines_[static_cast<size_t>(ply)];
    const MoveList& rest = lines_[static_cast<size_t>(ply) + 1];
    line.clear();
    line.push_back(move);
    line.insert(line.end(), rest.begin(), rest.end());
}

template <class B, bool kExotic>
OrderHints WorkerOf<B, kExotic>::hints_at(int ply, Move table_move) {
    const Frame& f = frame(ply);
    const Frame& before = frame(ply - 1);
    return {table_move,
            {f.killers[0], f.killers[1]},
            before.move != Move() && params_.killers ? history_.reply(before.slot) : Move(),
            {before.continuation, frame(ply - 2).continuation, frame(ply - 4).continuation,
             frame(ply - 6).continuation},
            params_.losing_captures_last != 0,
            params_.self_captures_last != 0};
}

}  // namespace ferz
