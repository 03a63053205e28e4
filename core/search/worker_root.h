// Deepening at the root; included by worker_of.h.
#pragma once

#include "search/worker_of.h"

namespace ferz {

template <class B, bool kExotic>
void WorkerOf<B, kExotic>::set_root(const Board& root, const MoveList& moves) {
    position_ = *std::get<const Position<B>*>(root.position());
    keys_.clear();
    for (size_t ply = 0; ply < root.ply(); ++ply) keys_.push_back(root.key_before(ply));
    keys_.reserve(keys_.size() + kMaxPly + 8);
    root_moves_.clear();
    for (Move move : moves) root_moves_.push_back({.move = move, .line = {move}});
    for (Frame& f : frames_) {
        f = Frame();
        f.continuation = history_.no_continuation();
    }
    frame(0).standing = evaluator_.standing(position_);
    // A line may begin with a reply to the move that was made last.
    if (root.ply() > 0) {
        const Move last = root.played(root.ply() - 1);
        if (position_.at(last.to()) != kNoPiece) {
            Frame& f = frame(-1);
            f.move = last;
            f.slot = history_.slot(position_.at(last.to()), last.to());
            f.continuation = history_.continuation(f.slot);
        }
    }
    static_score_ = position_.is_check() ? 0 : evaluate(0);
    // Whoever plays on past that draw wants more than a choice among draws.
    const int n_move_rule = rules_.values.n_move_rule;
    counts_moves_ = n_move_rule > 0 &&
                    !(shared_.limits.past_draws && position_.state().halfmove >= 2 * n_move_rule);
    nodes_.store(0);
    told_nodes_ = 0;
    top_ = room_.data();
    finished_depth_ = root_depth_ = 0;
    stopped_ = false;
    null_ply_ = 0;
}

template <class B, bool kExotic>
void WorkerOf<B, kExotic>::run(int index,
                               const std::function<void(const Worker&, int pv)>& report) {
    is_main_ = index == 0;
    const Limits& limits = shared_.limits;
    const int wanted = std::min<int>(limits.multipv, static_cast<int>(root_moves_.size()));
    int stable_iterations = 0;
    Move last_best;
    for (int depth = 1; depth <= limits.depth && !stopped_; ++depth) {
        // Other threads look ahead, so that all do not do the same.
        if (!is_main_ && (depth + index) % 2 == 0 && depth > 4 && depth < limits.depth) continue;
        root_depth_ = depth;
        for (RootMove& m : root_moves_) m.previous_score = m.score;
        for (pv_index_ = 0; pv_index_ < wanted && !stopped_; ++pv_index_) {
            selective_depth_ = 0;
            aspire(pv_index_, depth);
            order_root_moves();
        }
        if (!stopped_) publish(depth);
        else if (!adopt(depth)) break;
        finished_depth_ = depth;
        if (is_main_)
            for (int pv = 0; pv < wanted; ++pv) report(*this, pv);
        stable_iterations = root_moves_[0].move == last_best ? stable_iterations + 1 : 0;
        last_best = root_moves_[0].move;
        if (!is_main_ || limits.infinite) continue;
        const bool is_enough = has_enough(stable_iterations);
        if (!shared_.clock.is_pondering()) {
            if (is_enough) break;
        } else {
            shared_.clock.set_enough_at_hit(is_enough);
        }
    }
}

// Tells the other threads that an iteration is finished.
template <class B, bool kExotic>
void WorkerOf<B, kExotic>::publish(int depth) {
    const std::lock_guard lock(shared_.finishing);
    if (shared_.finished_depth.load() >= depth) return;
    shared_.finished_moves = root_moves_;
    shared_.finished_depth.store(depth);
}

// Takes over what another thread finished; false where the search itself was stopped.
template <class B, bool kExotic>
bool WorkerOf<B, kExotic>::adopt(int depth) {
    if (shared_.stop.load() || shared_.finished_depth.load() < depth) return false;
    const std::lock_guard lock(shared_.finishing);
    for (size_t i = 0; i < root_moves_.size(); ++i) {
        RootMove found = shared_.finished_moves[i];
        const auto own = std::find_if(root_moves_.begin(), root_moves_.end(),
                                      [&](const RootMove& m) { return m.move == found.move; });
        found.nodes = own->nodes;
        std::iter_swap(root_moves_.begin() + static_cast<ptrdiff_t>(i), own);
        root_moves_[i] = std::move(found);
    }
    stopped_ = false;
    return true;
}

template <class B, bool kExotic>
int WorkerOf<B, kExotic>::aspire(int pv, int depth) {
    RootMove& first = root_moves_[pv];
    int alpha = -kInfinite, beta = kInfinite, window = params_.window;
    if (depth >= 4 && first.previous_score != -kInfinite && !is_mate(first.previous_score)) {
        alpha = std::max(first.mean_score - window, -kInfinite);
        beta = std::min(first.mean_score + window, kInfinite);
    }
    int failed_high = 0;
    for (;;) {
        const int score = search<true>(alpha, beta, std::max(1, depth - failed_high), 0, false);
        // What was finished before a stop still counts.
        std::stable_sort(root_moves_.begin() + pv, root_moves_.end(),
                         [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
        if (stopped_) return score;
        if (score <= alpha) {
            beta = (alpha + beta) / 2;
            alpha = std::max(score - window, -kInfinite);
            failed_high = 0;
        } else if (score >= beta) {
            beta = std::min(score + window, kInfinite);
            failed_high = std::min(failed_high + 1, 3);
        } else {
            return score;
        }
        window += window / 2;
        if (window > 600) {
            alpha = -kInfinite;
            beta = kInfinite;
        }
    }
}

// The lines found so far, best first; those that a stop left out keep their score of before.
template <class B, bool kExotic>
void WorkerOf<B, kExotic>::order_root_moves() {
    const auto score = [](const RootMove& m) {
        return m.score != -kInfinite ? m.score : m.previous_score;
    };
    std::stable_sort(root_moves_.begin(), root_moves_.begin() + pv_index_ + 1,
                     [&](const RootMove& a, const RootMove& b) { return score(a) > score(b); });
}

template <class B, bool kExotic>
bool WorkerOf<B, kExotic>::is_root_move(Move move) const {
    return std::any_of(root_moves_.begin() + pv_index_, root_moves_.end(),
                       [&](const RootMove& m) { return m.move == move; });
}

template <class B, bool kExotic>
void WorkerOf<B, kExotic>::note_root_move(Move move, int score, int alpha, int beta, int count,
                                          uint64_t nodes) {
    RootMove& m = *std::find_if(root_moves_.begin() + pv_index_, root_moves_.end(),
                                [&](const RootMove& r) { return r.move == move; });
    m.nodes += nodes;
    if (count > 1 && score <= alpha) {
        // Its score is only a bound: the order of before stays.
        m.score = -kInfinite;
        return;
    }
    m.score = score;
    m.mean_score =
        m.mean_score == -kInfinite || is_mate(score) ? score : (2 * score + m.mean_score) / 3;
    m.bound = score >= beta ? Bound::lower : score <= alpha ? Bound::upper : Bound::exact;
    m.selective_depth = selective_depth_;
    m.line.clear();
    m.line.push_back(move);
    m.line.insert(m.line.end(), lines_[1].begin(), lines_[1].end());
}

// How much of the planned time to take: more while the best move changes or its score drops, less
// while it gets nearly all nodes anyway.
template <class B, bool kExotic>
double WorkerOf<B, kExotic>::unsettled_share(int stable_iterations) const {
    const RootMove& best = root_moves_[0];
    const double share =
        static_cast<double>(best.nodes) / static_cast<double>(std::max<uint64_t>(1, nodes()));
    double factor = 1.55 - 1.1 * std::min(1.0, share) + 0.35;
    factor *= std::max(0.75, 1.35 - 0.08 * stable_iterations);
    const int drop = best.previous_score == -kInfinite || is_mate(best.score)
                         ? 0
                         : best.previous_score - best.score;
    return factor * std::clamp(1.0 + drop / 120.0, 0.8, 1.6);
}

template <class B, bool kExotic>
bool WorkerOf<B, kExotic>::has_enough(int stable_iterations) const {
    const Limits& limits = shared_.limits;
    const int score = root_moves_[0].score;
    if (limits.mate && score >= kLeastMate && (kMate - score + 1) / 2 <= *limits.mate) return true;
    const bool by_clock = limits.clock_ms[position_.turn()].has_value();
    if (!by_clock) return false;
    // An only move, or a mate that cannot be shortened, needs no thought.
    if (root_moves_.size() == 1) return true;
    if (is_mate(score) && kMate - std::abs(score) <= finished_depth_) return true;
    return shared_.clock.is_enough(unsettled_share(stable_iterations));
}

}  // namespace ferz
