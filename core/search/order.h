// The moves of a node, one after another, the most promising first: the table's move, captures that
// win, killers, quiet moves by history, self-captures, and captures that lose.
#pragma once

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>

#include "board/legal.h"
#include "eval/see.h"
#include "search/history.h"

namespace ferz {

struct ScoredMove {
    Move move;
    int score;
};

// Which of some moves, one at least, has the best score; of equal ones the first.
inline ptrdiff_t best_of(const ScoredMove* moves, ptrdiff_t count) {
    // Which one is best cannot be predicted, and compilers make branches of it. So a score, and how
    // far from the end the move is, are one number, of which the greatest is wanted.
    constexpr int64_t kFirst = INT32_MAX;
    int64_t best = INT64_MIN;
#if defined(__AVX2__)
    static_assert(sizeof(ScoredMove) == 8 && offsetof(ScoredMove, score) == 4);
    using Four __attribute__((vector_size(32), aligned(alignof(ScoredMove)), may_alias)) = int64_t;
    if (count >= 4) {
        Four bests = Four{} + INT64_MIN;
        const auto look = [&](ptrdiff_t i) {
            const Four left = Four{kFirst, kFirst - 1, kFirst - 2, kFirst - 3} - i;
            const Four scores = *reinterpret_cast<const Four*>(moves + i) & ~int64_t{UINT32_MAX};
            const Four found = scores | left;
            bests = found > bests ? found : bests;
        };
        for (ptrdiff_t i = 0; i < count - 4; i += 4) look(i);
        // The last four, some of them once more: how many are left over cannot be foreseen either.
        look(count - 4);
        for (int j = 0; j < 4; ++j) best = std::max<int64_t>(best, bests[j]);
        return kFirst - (best & UINT32_MAX);
    }
#endif
    for (ptrdiff_t i = 0; i < count; ++i)
        best = std::max(best, int64_t{moves[i].score} * (int64_t{1} << 32) | (kFirst - i));
    return kFirst - (best & UINT32_MAX);
}

// What the picker needs to know of the node and its line.
struct OrderHints {
    Move table_move;
    Move killers[2];
    Move reply;                      // to the move before
    const int16_t* continuation[4];  // of the moves one, two, four and six plies before
    bool losing_captures_last;       // or by their victims, as the others
    bool self_captures_last;         // or by their history, as quiet moves
};

// The squares from which a pawn may promote at once.
template <class B>
struct Promoters {
    Promoters(const Rules& rules, const Tables<B>& tables);
    B from[2][kMaxKinds]{};
    bool exist = false;
};

template <class B, bool kExotic>
class MovePicker {
public:
    // All moves, or those of quiescence: captures of the enemy and promotions, the greatest victim
    // first, and perhaps quiet moves that give check. Whoever asks for them looks at the exchange.
    enum class Mode { all, noisy, noisy_then_checks };

    MovePicker(const Position<B>& position, const Checks<B>& checks, const OrderHints& hints,
               History& history, const ExchangeValues& values, const Promoters<B>& promoters,
               Mode mode, ScoredMove* room, Move* scratch)
        : position_(position),
          checks_(checks),
          hints_(hints),
          history_(history),
          values_(values),
          promoters_(promoters),
          mode_(mode),
          room_(room),
          scratch_(scratch),
          next_(room),
          end_(room) {}

    // Leaves out the quiet moves still to come.
    void skip_quiets() { skips_quiets_ = true; }
    // The same, but for those that give check, which come in any order.
    void skip_to_checks(const CheckSeeker<B>& seeker) { seeker_ = &seeker; }

    // The next move, or none.
    Move next() {
        for (;;) {
            switch (stage_) {
                case Stage::table:
                    stage_ = Stage::make_captures;
                    if (hints_.table_move != Move() && is_wanted(hints_.table_move))
                        return hints_.table_move;
                    break;
                case Stage::make_captures:
                    make_captures();
                    stage_ = Stage::captures;
                    break;
                case Stage::captures:
                    if (const Move move = next_capture(); move != Move()) return move;
                    worth_least_ = INT_MIN;
                    stage_ = mode_ == Mode::all     ? Stage::killers
                             : mode_ == Mode::noisy ? Stage::done
                                                    : Stage::make_checks;
                    break;
                case Stage::make_checks:
                    make_checks();
                    stage_ = Stage::checks;
                    break;
                case Stage::checks:
                    if (next_ != end_) return (next_++)->move;
                    stage_ = Stage::done;
                    break;
                case Stage::killers:
                    if (const Move move = next_killer(); move != Move()) return move;
                    stage_ = Stage::make_quiets;
                    break;
                case Stage::make_quiets:
                    make_quiets();
                    stage_ = Stage::quiets;
                    break;
                case Stage::quiets:
                    if (const Move move = next_quiet(); move != Move()) return move;
                    next_ = room_;
                    end_ = bad_end_;
                    stage_ = Stage::bad_captures;
                    break;
                case Stage::bad_captures:
                    if (next_ != end_) {
                        worth_most_ = least_worth(*next_) - 1;
                        return (next_++)->move;
                    }
                    stage_ = Stage::done;
                    break;
                case Stage::done:
                    return Move();
            }
        }
    }

    // Whether the exchange that a move begins is worth so much. It must be the one that next() has
    // just given: how it was ordered may tell.
    bool is_worth(Move move, int threshold) const {
        if (worth_least_ >= threshold) return true;
        if (worth_most_ < threshold) return false;
        return see_ge(position_, move, threshold, values_);
    }

    // The end of the room that is in use.
    ScoredMove* end() const { return top_; }

private:
    enum class Stage {
        table,
        make_captures,
        captures,
        make_checks,
        checks,
        killers,
        make_quiets,
        quiets,
        bad_captures,
        done
    };

    bool is_noisy(Move move) const {
        return move.is(MoveKind::promotion) ? !takes_own(position_, move) || mode_ == Mode::all
                                            : takes_enemy(position_, move);
    }
    bool is_wanted(Move move) const { return mode_ == Mode::all || is_noisy(move); }

    int value_of(int kind) const { return values_.board[kind]; }

    void make_captures() {
        // Where all moves must be seen to know which are legal, promotions are among them already.
        const bool filters = position_.tables().filters_moves;
        Move* end = filters ? legal_moves<kExotic>(position_, checks_, scratch_, Want::all)
                            : legal_captures<kExotic>(position_, checks_, scratch_, kept_);
        if (promoters_.exist && !filters) end = add_promotions(end);
        // Captures that lose are set aside at the room's start, before those still to be tried.
        next_ = end_ = bad_end_ = room_;
        for (const Move* move = scratch_; move != end; ++move) {
            if (*move == hints_.table_move || !is_noisy(*move)) continue;
            *end_++ = {*move, score_capture(*move)};
        }
        top_ = end_;
    }

    // Promotions that take nothing are found by their pawns.
    Move* add_promotions(Move* end) const {
        const Color us = position_.turn();
        for (KindSet kinds = position_.rules().promotion_pawns; kinds; kinds &= kinds - 1) {
            const int k = std::countr_zero(kinds);
            for_each(B(position_.pieces(us, k) & promoters_.from[us][k]), [&](Square from) {
                ListSink sink(end);
                Generator<B, kExotic, ListSink>(position_, checks_, sink, Want::quiets,
                                                Legality::legal)
                    .run_for(Move(from, from));
                for (Move *move = end, *last = sink.end(); move != last; ++move)
                    if (move->is(MoveKind::promotion) && !is_capture(position_, *move) &&
                        !(kExotic && checks_.is_unsure(*move) && !position_.is_safe_after(*move)))
                        *end++ = *move;
            });
        }
        return end;
    }

    int score_capture(Move move) const {
        const Piece mover = position_.at(move.from());
        int score = 0;
        if (is_capture(position_, move)) {
            const int victim =
                move.is(MoveKind::en_passant) ? kind_of(mover) : kind_of(position_.at(move.to()));
            score = 16 * values_.enemy[0][victim] - value_of(kind_of(mover)) +
                    history_.capture(history_.slot(mover, move.to()), victim);
        }
        if (move.is(MoveKind::promotion)) {
            const int gain = value_of(move.piece()) - value_of(kind_of(mover));
            score += gain >= best_promotion() ? 16 * gain : gain - 20000;
        }
        return score;
    }

    int best_promotion() const {
        int best = 0;
        for (int k : position_.rules().promotions) best = std::max(best, value_of(k));
        return best - values_.board[std::countr_zero(position_.rules().promotion_pawns)];
    }

    // What a capture's exchange must be worth for it to come before the quiet moves.
    static int least_worth(const ScoredMove& capture) { return -capture.score / 32; }

    Move next_capture() {
        while (next_ != end_) {
            const ScoredMove found = take_best();
            if (mode_ != Mode::all || !hints_.losing_captures_last) return found.move;
            const int least = least_worth(found);
            if (see_ge(position_, found.move, least, values_)) {
                worth_least_ = least;
                return found.move;
            }
            // What is tried leaves its place to what is set aside.
            *bad_end_++ = found;
        }
        return Move();
    }

    void make_checks() {
        const Move* const end = quiet_checks<kExotic>(position_, checks_, scratch_, kept_);
        next_ = end_ = room_;
        for (const Move* move = scratch_; move != end; ++move)
            if (!move->is(MoveKind::promotion)) *end_++ = {*move, 0};
        top_ = std::max(top_, end_);
    }

    Move next_killer() {
        while (killer_ < 3) {
            const Move move = killer_ < 2 ? hints_.killers[killer_] : hints_.reply;
            ++killer_;
            if (move == Move() || move == hints_.table_move || is_capture(position_, move) ||
                move.is(MoveKind::promotion) || is_killer(move, killer_ - 1))
                continue;
            if (is_legal<kExotic>(position_, checks_, move, scratch_)) return move;
        }
        return Move();
    }

    // Whether a move is one of the first killers.
    bool is_killer(Move move, int count) const {
        return (count > 0 && move == hints_.killers[0]) ||
               (count > 1 && move == hints_.killers[1]) || (count > 2 && move == hints_.reply);
    }

    void make_quiets() {
        next_ = end_ = bad_end_;
        if (!skips_quiets_) {
            const Move* const end = legal_quiets<kExotic>(position_, checks_, scratch_, kept_);
            end_ = score_quiets(scratch_, end, end_);
            if (position_.rules().values.self_capture) add_self_captures();
        }
        top_ = std::max(top_, end_);
        picked_ = 0;
    }

    // Writes the moves that did not come before; returns the end.
    ScoredMove* score_quiets(const Move* moves, const Move* end, ScoredMove* out) const {
        const QuietScores scores(history_, position_.turn(), hints_.continuation);
        // Few moves go where one of those goes that came before: only these are compared.
        uint64_t known = 0;
        for (const Move move :
             {hints_.table_move, hints_.killers[0], hints_.killers[1], hints_.reply})
            known |= uint64_t{1} << move.to() % 64;
        for (; moves != end; ++moves) {
            const Move move = *moves;
            if ((known >> move.to() % 64 & 1) && (move == hints_.table_move || is_killer(move, 3)))
                continue;
            uint32_t from = move.from();
            Piece mover = position_.at(move.from());
            if (!move.is_usual()) {
                if (move.is(MoveKind::promotion)) continue;  // came with the captures
                from = static_cast<uint32_t>(history_.origin(move));
                mover = mover_of(position_, move);
            }
            // Checks alone come in any order.
            *out++ = {move, seeker_ ? 0 : scores.of(mover, from, move.to())};
        }
        return out;
    }

    // Behind all quiet moves, the cheapest victim first.
    void add_self_captures() {
        const QuietScores scores(history_, position_.turn(), hints_.continuation);
        const Move* const end = legal_moves<kExotic>(position_, checks_, scratch_, Want::captures);
        for (const Move* move = scratch_; move != end; ++move) {
            if (is_noisy(*move) || *move == hints_.table_move) continue;
            const int last = -(1 << 24) - 64 * value_of(kind_of(position_.at(move->to()))) +
                             history_.butterfly(position_.turn(), *move) / 1024;
            *end_++ = {*move, hints_.self_captures_last
                                  ? last
                                  : scores.of(position_.at(move->from()),
                                              static_cast<uint32_t>(move->from()), move->to())};
        }
    }

    // The best of those still to come.
    ScoredMove take_best() {
        std::swap(next_[best_of(next_, end_ - next_)], *next_);
        return *next_++;
    }

    Move next_quiet() {
        if (skips_quiets_) return Move();
        while (seeker_ && next_ != end_) {
            const Move move = (next_++)->move;
            if (seeker_->gives_check(move)) return move;
        }
        return next_ != end_ ? pick_best() : Move();
    }

    Move pick_best() {
        // Long lists, full of drops, are sorted once their first moves were not enough.
        constexpr int kPicks = 24;
        if (picked_ < kPicks) {
            ++picked_;
            return take_best().move;
        }
        if (picked_ == kPicks) {
            ++picked_;
            std::stable_sort(next_, end_, [](const ScoredMove& a, const ScoredMove& b) {
                return a.score > b.score;
            });
        }
        return (next_++)->move;
    }

    const Position<B>& position_;
    const Checks<B>& checks_;
    const OrderHints& hints_;
    History& history_;
    const ExchangeValues& values_;
    const Promoters<B>& promoters_;
    Mode mode_;
    ScoredMove* room_;
    Move* scratch_;
    ScoredMove *next_, *end_;
    ScoredMove* bad_end_ = nullptr;
    ScoredMove* top_ = nullptr;
    Stage stage_ = Stage::table;
    int worth_least_ = INT_MIN, worth_most_ = INT_MAX;  // what is known of the last move
    int killer_ = 0;
    int picked_ = 0;
    bool skips_quiets_ = false;
    const CheckSeeker<B>* seeker_ = nullptr;  // where only checks are wanted
    KeptTargets<B> kept_;                     // by the captures for the quiet moves
};

}  // namespace ferz
