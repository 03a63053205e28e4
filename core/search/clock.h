// How long to think.
#pragma once

#include <atomic>
#include <chrono>

#include "rules/rules.h"
#include "search/limits.h"

namespace ferz {

// What of a clock one move may take.
struct TimePlan {
    double planned_ms;  // where nothing is unsettled
    double most_ms;     // whatever has been found
};

// What goes by beside the thought.
struct Delays {
    int64_t overhead_ms;  // at each move at the most, as we are told
    double lag_ms = 0;    // at each move, as the clock shows
    // How long the machine, or whoever carries the messages, may stand still without warning: as
    // much stays on the clock.
    double pause_ms = 0;
};

// The plan for the side that has the clock.
TimePlan plan_time(int64_t clock_ms, int64_t increment_ms, std::optional<int> moves_to_go,
                   const Delays& delays);

class Clock {
public:
    Clock();

    // Starts it. The CPU time is that of the calling thread. `is_next_move` tells that the game
    // has gone on by a move of each side since the last start: what is missing on the clock
    // beside the time that was thought is then known.
    void start(const Limits& limits, Color turn, bool is_next_move);
    // The move is found.
    void finish();
    // Another game: what was learned of messages and pauses no longer counts.
    void forget();

    // Since the start, pondering included.
    int64_t elapsed_ms() const;
    // The same without what was pondered before a hit.
    int64_t thought_ms() const { return elapsed_ms() - pondered_ms_.load(); }
    // Whether time is up, and so much more, whatever has been found. Called again and again from
    // the thread that started it: a long time between two calls is a pause.
    bool is_over(int64_t grace_ms);
    // Whether another iteration is worth beginning; `share` scales what is planned, by how unsure
    // the best move is.
    bool is_enough(double share) const;
    // From now on the clock counts; until then it did not.
    void ponder_hit();
    // Whether what is pondered so far is enough, should the hit come now.
    void set_enough_at_hit(bool is_enough) {
        enough_at_hit_.store(is_enough, std::memory_order_relaxed);
    }
    bool is_pondering() const { return pondering_.load(std::memory_order_acquire); }
    // The longest pause of late, which fades from move to move, and what each move lacks of late
    // beside the told overhead.
    double pause_ms() const { return pause_ms_; }
    double lag_ms() const { return lag_ms_; }

private:
    void note_pause(double pause_ms);
    void learn_lag(double lacked_ms);

    using Time = std::chrono::steady_clock;

    Time::time_point begin_, last_look_;
    double pause_ms_;
    double lag_ms_ = 0;
    double lacked_ms_ = 0;                // what the clock lacked when it was last seen
    bool has_pondered_ = false;           // before this move
    std::optional<int64_t> told_ms_;      // what the clock showed at the start, with the increment
    std::optional<int64_t> expected_ms_;  // what it should show at the next move
    double cpu_begin_ms_ = 0;
    std::optional<int64_t> most_ms_, cpu_most_ms_;  // when to stop at once
    std::optional<double> planned_ms_;              // when to stop if nothing is unsettled
    std::atomic<int64_t> pondered_ms_{0};           // before the hit
    std::atomic<bool> pondering_{false};
    std::atomic<bool> enough_at_hit_{false};
};

}  // namespace ferz
