// The nodes of the tree; included by worker_of.h. Each step says when it fires and why it is safe.
#pragma once

#include "search/worker_of.h"

namespace ferz {

template <class B, bool kExotic>
template <bool kPv>
int WorkerOf<B, kExotic>::search(int alpha, int beta, int depth, int ply, bool cut_node) {
    using namespace detail;
    const bool is_root = ply == 0;
    if (kPv) lines_[ply].clear();

    // 1. At the horizon only captures are looked at.
    if (depth <= 0) return quiesce<kPv>(alpha, beta, ply);
    if (is_out_of_time()) return 0;
    Frame& f = frame(ply);
    const Move excluded = f.excluded;
    if (kPv) selective_depth_ = std::max(selective_depth_, ply + 1);

    // 2. The game may be over, or the line too long.
    if (!is_root) {
        if (const auto score = ended(ply)) return *score;
        if (ply >= kMaxPly - 1 || room_.data() + room_.size() - top_ < most_moves())
            return evaluate(ply);
        // A mate found already is shorter than any from here.
        alpha = std::max(alpha, -kMate + ply);
        beta = std::min(beta, kMate - ply - 1);
        if (alpha >= beta) return alpha;
    }

    // 3. What is solved needs no search.
    if (!is_root && excluded == Move())
        if (const auto score = solved(ply)) return *score;

    // 4. What the table knows may be enough. Until its line has come from memory, who gives check
    // is found out, unless the move that led here told.
    LateChecks checks(position_);
    const bool in_check = is_in_check(f, checks);
    const uint64_t key = position_.state().key ^ (excluded != Move() ? mixed(excluded.bits()) : 0);
    TableEntry entry = shared_.table.probe(key);
    if (!params_.table) entry = {.move = entry.move};
    const bool hit = entry.bound != Bound::none;
    if (hit) entry.score = from_table(entry.score, ply);
    // A singular search takes the mark away from its node: the rest is then reduced more.
    f.was_pv = kPv || (hit && entry.was_pv);
    if (!kPv && hit && excluded == Move() && entry.depth >= depth &&
        proves(entry.bound, entry.score, beta) &&
        (!rules_.values.n_move_rule ||
         position_.state().halfmove < 2 * rules_.values.n_move_rule - 10)) {
        if (params_.lessons && entry.move != Move() &&
            is_legal<kExotic>(position_, checks.get(), entry.move, scratch_.data()))
            learn_from_table(entry, entry.score >= beta, depth, ply);
        return entry.score;
    }

    Move table_move = is_root ? root_moves_[pv_index_].move : entry.move;
    if (!is_root && table_move != Move() &&
        !is_legal<kExotic>(position_, checks.get(), table_move, scratch_.data()))
        table_move = Move();

    // 5. The static evaluation, corrected by what was learned, and by the table where it bounds.
    const int before = frame(ply - 2).eval != kNoEval ? frame(ply - 2).eval : frame(ply - 4).eval;
    const auto is_improving = [&](int eval) { return before == kNoEval || eval > before; };
    // Where a piece must not die out, an attack on the last one is like a check.
    const bool in_danger = in_check || is_last_attacked();
    const bool may_stop = !kPv && !in_danger && excluded == Move();
    // Who asks for a mate is content with nothing less, and wants quiet moves, too, hopeless as
    // they may look.
    const bool seeks_mate = shared_.limits.mate.has_value();
    // Reverse futility: far above beta, the enemy will not catch up.
    const auto is_far_above = [&](int eval, bool improving) {
        return may_stop && !seeks_mate && depth < params_.reverse_depth && !is_mate(beta) &&
               eval < kLeastMate &&
               eval - params_.reverse_margin * depth + params_.reverse_improving * improving >=
                   beta &&
               (table_move == Move() || !is_quiet(table_move));
    };
    int raw_eval = kNoEval, eval = kNoEval;
    if (in_check) {
        f.eval = f.raw_eval = kNoEval;
    } else {
        const QuickEval quick = evaluator_.quick(position_, f.standing);
        raw_eval = known_eval(ply, entry, quick);
        int guess = kNoEval;
        if (raw_eval == kNoEval) {
            // Often a guess is enough.
            guess = guessed_eval(ply, quick);
            const int least = guess - params_.guess_margin;
            if (guess != kNoEval && !hit && is_far_above(least, is_improving(guess)) &&
                !was_threat_made(ply))
                return (least + beta) / 2;
        }
        find_corrections(ply);
        if (raw_eval == kNoEval) raw_eval = evaluator_.evaluate(position_, quick, pawns_);
        note_eval(ply, raw_eval, quick);
        if (guess != kNoEval) learn_guess(ply, guess);
        eval = f.eval;
        if (hit && !is_mate(entry.score) && proves(entry.bound, entry.score, eval))
            eval = entry.score;
    }
    const bool improving = !in_check && is_improving(f.eval);
    if (!in_check && excluded == Move()) learn_change(ply);
    // Killers are shared by all that follow two moves from here.
    frame(ply + 2).killers[0] = frame(ply + 2).killers[1] = Move();
    frame(ply + 2).cutoffs = 0;

    if (may_stop) {
        // 6. Razoring: far below alpha, captures alone must show that there is hope.
        if (depth <= params_.razor_depth && eval + params_.razor_margin * depth < alpha) {
            const int score = quiesce<false>(alpha, alpha + 1, ply);
            if (stopped_ || score <= alpha) return score;
        }
        // 7. Reverse futility, with what is known for certain.
        if (is_far_above(eval, improving)) return (eval + beta) / 2;
        // 8. Null move: if even passing is good enough, some move is, too.
        if (depth >= params_.null_depth && eval >= beta && f.eval + 20 * depth >= beta + 120 &&
            frame(ply - 1).move != Move() && ply >= null_ply_ && !is_mate(beta) && can_pass())
            if (const auto score = pass(beta, depth, ply, eval, cut_node)) return *score;
    }

    // 9. Without a table move, a shallower search will find one next time.
    if (table_move == Move() && depth >= params_.internal_depth && excluded == Move() &&
        (kPv || cut_node))
        --depth;

    // 10. ProbCut: a capture that beats beta clearly in a shallow search refutes.
    const int prob_beta = beta + params_.probcut_margin - 60 * improving;
    if (!kPv && !in_danger && excluded == Move() && depth >= params_.probcut_depth &&
        !is_mate(beta) && !(hit && entry.depth >= depth - 3 && entry.score < prob_beta)) {
        const Move noisy = table_move != Move() && !is_quiet(table_move) ? table_move : Move();
        const auto [score, move] = refute(prob_beta, depth, ply, checks.get(), noisy, cut_node);
        if (stopped_) return 0;
        if (move != Move()) {
            shared_.table.store(
                key, {move, to_table(score, ply), raw_eval, depth - 3, Bound::lower, f.was_pv});
            return score;
        }
    }

    // 11. The moves.
    const OrderHints hints = hints_at(ply, table_move);
    Picker picker(position_, checks.get(), hints, history_, exchange_, promoters_,
                  Picker::Mode::all, top_, scratch_.data());
    ScoredMove* const top = top_;
    auto& [quiets, captures] = tried_[ply];
    quiets.clear();
    captures.clear();
    const CheckSeeker<B> seeker(position_);
    const int first_alpha = alpha;
    int best = -kInfinite, count = 0;
    Move best_move;
    for (Move move; (move = picker.next()) != Move();) {
        if (move == excluded) continue;
        if (is_root && !is_root_move(move)) continue;
        ++count;
        top_ = std::max(top, picker.end());
        const bool quiet = is_quiet(move);
        const bool self_capture = quiet && rules_.values.self_capture && takes_own(position_, move);
        shared_.table.prefetch(position_.likely_key_after(move));
        const bool gives_check = seeker.gives_check(move);
        const int history = quiet ? history_of(move, ply) : 0;
        const bool table_is_noisy = table_move != Move() && !is_quiet(table_move);
        int reduced = this->reduction(depth, count, improving);

        // 12. Pruning: what is left out cannot matter, as long as no mate threatens.
        if (!is_root && best > -kLeastMate && !is_mate(alpha)) {
            const int lower_depth = std::max(0, depth - reduced / 1024);
            if (quiet && depth <= params_.late_depth &&
                count > (params_.late_base + depth * depth) / (2 - improving))
                picker.skip_quiets();
            if (quiet && !gives_check) {
                if (!in_danger && !seeks_mate && lower_depth < params_.futility_depth &&
                    f.eval + params_.futility_base + params_.futility_margin * lower_depth +
                            history / 128 <=
                        alpha) {
                    // Those that follow hardly have a better history.
                    if (params_.futility_rest && history <= 0) picker.skip_to_checks(seeker);
                    continue;
                }
                // Taking one's own piece is rarely worth a look near the leaves.
                if (self_capture && !in_check && depth <= params_.self_capture_depth) continue;
                if (lower_depth < params_.exchange_depth &&
                    !picker.is_worth(move, -params_.quiet_exchange * lower_depth))
                    continue;
            } else if (depth < params_.exchange_depth &&
                       !picker.is_worth(move, -params_.capture_exchange * depth)) {
                continue;
            }
        }

        // 13. Extensions: a table move that alone holds the score is searched deeper, and a check.
        int extension = 0;
        const bool may_extend = ply < 2 * root_depth_;
        if (may_extend && !is_root && move == table_move && excluded == Move() &&
            depth >= params_.singular_depth && entry.depth >= depth - 3 &&
            (entry.bound == Bound::lower || entry.bound == Bound::exact) && !is_mate(entry.score)) {
            const int singular_beta = entry.score - depth * params_.singular_margin;
            f.excluded = move;
            const int score =
                search<false>(singular_beta - 1, singular_beta, (depth - 1) / 2, ply, cut_node);
            f.excluded = Move();
            quiets.clear();
            captures.clear();
            if (stopped_) return 0;
            if (score < singular_beta) {
                extension = 1 + (!kPv && score < singular_beta - params_.double_margin);
            } else if (params_.several_cuts) {
                if (singular_beta >= beta) {
                    top_ = top;
                    return singular_beta;  // several moves beat beta
                }
                if (entry.score >= beta) extension = -2;
                else if (cut_node) extension = -1;
            }
        }
        // A check may decide a game that is uneven already.
        if (may_extend && extension == 0 && gives_check && depth >= params_.check_depth &&
            f.eval != kNoEval && std::abs(f.eval) > params_.check_uneven)
            extension = 1;

        const uint64_t nodes_before = nodes_.load(std::memory_order_relaxed);
        Undo undo;
        f.quiet = quiet;
        f.count = count;
        make(move, undo, ply);
        frame(ply + 1).told = gives_check ? Told::check : Told::no_check;
        const int full_depth = depth - 1 + extension;
        const bool full_window = kPv && (count == 1 || !params_.zero_windows);
        int score = -kInfinite;

        // 14. Late-move reductions: late moves are looked at less deeply, until one surprises.
        if (!full_window && depth >= 2 && count > 1 + is_root && params_.reduction_scale > 0) {
            if (!quiet) reduced -= 512;
            if (self_capture && params_.self_captures_last) reduced += 1024;
            if (params_.node_reductions) {
                if (cut_node) reduced += 1024 + 512 * (table_move == Move());
                if (f.was_pv) reduced -= 1024 + 512 * kPv;
                if (table_is_noisy && quiet) reduced += 768;
                if (frame(ply + 1).cutoffs > 3) reduced += 768;
            }
            if (move == f.killers[0] || move == f.killers[1]) reduced -= 768;
            if (in_check) reduced -= 512;
            if (gives_check) reduced -= params_.check_reduction;
            // Checks that may decide the game at hand are few and worth their nodes.
            if (gives_check && (kPv || ply < 4)) reduced -= params_.near_check_reduction;
            if (quiet) reduced -= history * 1024 / params_.history_per_ply;
            const int lower = std::clamp(full_depth - reduced / 1024, 1, full_depth + kPv);
            score = -search<false>(-alpha - 1, -alpha, lower, ply + 1, true);
            if (score > alpha && lower < full_depth) {
                // How much it surprised tells how deep to look again.
                const int again = full_depth + (score > best + 60) - (score < best + 8);
                if (again > lower)
                    score = -search<false>(-alpha - 1, -alpha, again, ply + 1, !cut_node);
                if (quiet && (score <= alpha || score >= beta))
                    learn_continuations(f.slot, score >= beta ? bonus_at(depth) : -bonus_at(depth),
                                        ply);
            }
        } else if (!full_window) {
            score = -search<false>(-alpha - 1, -alpha, full_depth, ply + 1, !cut_node);
        }
        // 15. The first move, and whatever beats it, with the full window.
        if (kPv && (full_window || score > alpha))
            score = -search<true>(-beta, -alpha, full_depth, ply + 1, false);
        unmake(move, undo);
        top_ = top;
        if (stopped_) return 0;
        if (is_root)
            note_root_move(move, score, alpha, beta, count,
                           nodes_.load(std::memory_order_relaxed) - nodes_before);

        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = move;
                if (kPv && !is_root) set_line(ply, move);
                alpha = score;
                if (score >= beta) {
                    ++f.cutoffs;
                    break;
                }
                // What was found makes the rest less urgent.
                if (depth > 2 && depth < 12 && !is_mate(score))
                    depth = std::max(1, depth - params_.settling);
            }
        }
        if (move != best_move && count <= 64) (quiet ? quiets : captures).push_back(move);
    }
    top_ = top;

    // 16. Without a legal move the game is over.
    if (count == 0) {
        if (excluded != Move()) return alpha;
        return end_score(no_moves_end(position_, in_check).value, ply);
    }
    if (best >= beta && !is_mate(best) && !is_mate(beta) && depth > 0)
        best = (best * depth + beta) / (depth + 1);

    // 17. Learning from what was found.
    if (best_move != Move()) reward(best_move, depth, ply, quiets, captures);
    if (excluded == Move() && best >= beta) learn_refuted(depth, ply, 1);
    if (excluded == Move() && best_move == Move()) learn_unanswered(depth, ply);
    const Bound bound = best >= beta                ? Bound::lower
                        : best > first_alpha && kPv ? Bound::exact
                                                    : Bound::upper;
    // Where moves were left out, at the root or to see what the others hold, it is not known.
    const bool is_whole =
        excluded == Move() && !(is_root && (pv_index_ > 0 || !shared_.limits.moves.empty()));
    if (is_whole)
        shared_.table.store(key,
                            {best_move, to_table(best, ply), raw_eval, depth, bound, f.was_pv});
    if (raw_eval != kNoEval && is_whole && (best_move == Move() || is_quiet(best_move)) &&
        !is_mate(best) && !(bound == Bound::lower && best <= f.eval) &&
        !(bound == Bound::upper && best >= f.eval))
        learn_correction(ply, depth, best - f.eval);
    return best;
}

// The score with which passing refutes, if it does.
template <class B, bool kExotic>
std::optional<int> WorkerOf<B, kExotic>::pass(int beta, int depth, int ply, int eval,
                                              bool cut_node) {
    const int reduced = params_.null_base + depth / params_.null_divisor +
                        std::min(3, (eval - beta) / params_.null_eval_divisor);
    Undo undo;
    make_null(undo, ply);
    int score = -search<false>(-beta, -beta + 1, depth - reduced, ply + 1, !cut_node);
    unmake_null(undo);
    if (stopped_) return 0;
    if (score < beta) return {};
    if (score >= kLeastMate) score = beta;
    if (null_ply_ || depth < params_.null_verify_depth) return score;
    // In zugzwang passing would be a gift: at high depth it is verified.
    null_ply_ = ply + 3 * (depth - reduced) / 4;
    const int verified = search<false>(beta - 1, beta, depth - reduced, ply, false);
    null_ply_ = 0;
    return stopped_ || verified >= beta ? std::optional(score) : std::nullopt;
}

// A capture that beats `prob_beta` in a shallow search, and its score; or no move.
template <class B, bool kExotic>
std::pair<int, Move> WorkerOf<B, kExotic>::refute(int prob_beta, int depth, int ply,
                                                  const Checks<B>& checks, Move first,
                                                  bool cut_node) {
    Frame& f = frame(ply);
    const OrderHints hints = hints_at(ply, first);
    Picker picker(position_, checks, hints, history_, exchange_, promoters_, Picker::Mode::noisy,
                  top_, scratch_.data());
    ScoredMove* const top = top_;
    const int wanted = std::max(1, prob_beta - f.eval);
    for (Move move; (move = picker.next()) != Move();) {
        shared_.table.prefetch(position_.likely_key_after(move));
        if (!picker.is_worth(move, wanted)) continue;
        top_ = std::max(top, picker.end());
        Undo undo;
        f.quiet = false;
        make(move, undo, ply);
        int score = -quiesce<false>(-prob_beta, -prob_beta + 1, ply + 1);
        if (score >= prob_beta)
            score = -search<false>(-prob_beta, -prob_beta + 1, depth - 4, ply + 1, !cut_node);
        unmake(move, undo);
        top_ = top;
        if (stopped_) return {};
        if (score >= prob_beta) return {score, move};
    }
    top_ = top;
    return {};
}

}  // namespace ferz
