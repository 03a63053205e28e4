// The nodes beyond the horizon, where only captures, some checks and evasions are looked at;
// included by worker_of.h.
#pragma once

#include "search/worker_of.h"

namespace ferz {

template <class B, bool kExotic>
template <bool kPv>
int WorkerOf<B, kExotic>::quiesce(int alpha, int beta, int ply, int plies) {
    using namespace detail;
    if (kPv) lines_[ply].clear();
    if (is_out_of_time()) return 0;
    Frame& f = frame(ply);
    if (kPv) selective_depth_ = std::max(selective_depth_, ply + 1);
    if (const auto score = ended(ply)) return *score;
    if (!params_.quiescence)
        return has_legal_move<kExotic>(position_)
                   ? evaluate(ply)
                   : end_score(no_moves_end(position_, position_.is_check()).value, ply);
    // Where many pieces take each other, captures alone are a tree without end.
    if (ply >= kMaxPly - 1 || plies >= kMostQuiescence ||
        room_.data() + room_.size() - top_ < most_moves())
        return evaluate(ply);

    LateChecks checks(position_);
    const bool in_check = is_in_check(f, checks);
    const uint64_t key = position_.state().key;
    TableEntry entry = shared_.table.probe(key);
    if (!params_.table) entry = {.move = entry.move};
    const bool hit = entry.bound != Bound::none;
    if (hit) entry.score = from_table(entry.score, ply);
    const bool was_pv = kPv || (hit && entry.was_pv);
    if (!kPv && hit && proves(entry.bound, entry.score, beta)) return entry.score;

    int raw_eval = kNoEval, best = -kInfinite;
    if (in_check) {
        f.eval = f.raw_eval = kNoEval;
    } else {
        const QuickEval quick = evaluator_.quick(position_, f.standing);
        raw_eval = known_eval(ply, entry, quick);
        const int guess = kPv || hit || raw_eval != kNoEval ? kNoEval : guessed_eval(ply, quick);
        if (guess != kNoEval && guess - params_.guess_margin >= beta && !was_threat_made(ply))
            return guess - params_.guess_margin;
        if (guess != kNoEval && guess + params_.guess_margin <= alpha) {
            note_guess(ply, guess, quick);  // it only matters what captures gain
            best = guess + params_.guess_margin;
        } else {
            find_corrections(ply);
            if (raw_eval == kNoEval) raw_eval = evaluator_.evaluate(position_, quick, pawns_);
            note_eval(ply, raw_eval, quick);
            if (guess != kNoEval) learn_guess(ply, guess);
            best = f.eval;
        }
        if (hit && !is_mate(entry.score) && proves(entry.bound, entry.score, best))
            best = entry.score;
        // Standing pat: some quiet move is usually as good as none.
        if (best >= beta) {
            if (!hit)
                shared_.table.store(
                    key, {Move(), to_table(best, ply), raw_eval, 0, Bound::lower, was_pv});
            return best;
        }
        alpha = std::max(alpha, best);
    }

    Move table_move = entry.move;
    if (table_move != Move() &&
        !is_legal<kExotic>(position_, checks.get(), table_move, scratch_.data()))
        table_move = Move();
    const OrderHints hints = hints_at(ply, table_move);
    Picker picker(position_, checks.get(), hints, history_, exchange_, promoters_,
                  in_check                       ? Picker::Mode::all
                  : plies < params_.quiet_checks ? Picker::Mode::noisy_then_checks
                                                 : Picker::Mode::noisy,
                  top_, scratch_.data());
    ScoredMove* const top = top_;
    const int hopeless = f.eval + params_.delta;
    int count = 0;
    Move best_move;
    for (Move move; (move = picker.next()) != Move();) {
        ++count;
        top_ = std::max(top, picker.end());
        const bool quiet = is_quiet(move);
        bool gains = false;
        if (!in_check && plies >= params_.recapture_plies && move.to() != frame(ply - 1).move.to())
            continue;
        if (best > -kLeastMate) {
            // In check, one evasion that holds is enough to know that it is no mate.
            if (in_check && quiet) {
                picker.skip_quiets();
                continue;
            }
            // What gains too little to reach alpha is not tried.
            if (!quiet && !in_check && !move.is(MoveKind::promotion) && !is_mate(alpha)) {
                const Piece victim = position_.at(move.to());
                const int gain = victim != kNoPiece
                                     ? exchange_.enemy[0][kind_of(victim)]
                                     : exchange_.enemy[0][kind_of(mover_of(position_, move))];
                if (hopeless + gain <= alpha) {
                    best = std::max(best, hopeless + gain);
                    continue;
                }
                if (hopeless <= alpha) {
                    if (!picker.is_worth(move, 1)) {
                        best = std::max(best, hopeless);
                        continue;
                    }
                    gains = true;
                }
            }
        }
        shared_.table.prefetch(position_.likely_key_after(move));
        // Moves that lose material are left out, unless in check.
        if (!in_check && !gains && !picker.is_worth(move, 0)) continue;
        Undo undo;
        make(move, undo, ply);
        const int score = -quiesce<kPv>(-beta, -alpha, ply + 1, plies + 1);
        unmake(move, undo);
        top_ = top;
        if (stopped_) return 0;
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = move;
                if (kPv) set_line(ply, move);
                alpha = score;
                if (score >= beta) break;
            }
        }
    }
    top_ = top;
    if (in_check && count == 0) return end_score(rules_.values.checkmate_value, ply);
    const Bound bound = best >= beta ? Bound::lower : Bound::upper;
    shared_.table.store(key, {best_move, to_table(best, ply), raw_eval, 0, bound, was_pv});
    return best;
}

}  // namespace ferz
