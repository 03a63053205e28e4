// How long to think.
#pragma once

#include <atomic>
#include <chrono>

#include "rules/rules.h"
#include "search/limits.h"

namespace ferz {

class Clock {
public:
    // Starts it. The CPU time is that of the calling thread.
    void start(const Limits& limits, Color turn);

    // Since the start, pondering included.
    int64_t elapsed_ms() const;
    // Whether time is up, and so much more, whatever has been found. Called from the thread that
    // started it.
    bool is_over(int64_t grace_ms) const;
    // Whether another iteration is worth beginning; `share` scales what is planned, by how unsure
    // the best move is.
    bool is_enough(double share) const;
    // From now on the clock counts; until then it did not.
    void ponder_hit();
    bool is_pondering() const { return pondering_.load(std::memory_order_relaxed); }

private:
    int64_t thought_ms() const { return elapsed_ms() - pondered_ms_.load(); }

    using Time = std::chrono::steady_clock;

    Time::time_point begin_;
    double cpu_begin_ms_ = 0;
    std::optional<int64_t> most_ms_, cpu_most_ms_;  // when to stop at once
    std::optional<double> planned_ms_;              // when to stop if nothing is unsettled
    std::atomic<int64_t> pondered_ms_{0};           // before the hit
    std::atomic<bool> pondering_{false};
};

}  // namespace ferz
