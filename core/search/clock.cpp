// Time management for every kind of clock.
#include "search/clock.h"

#include <time.h>

#include <algorithm>
#include <utility>

namespace ferz {
namespace {

double thread_cpu_ms() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

// Every machine stands still at times; what is expected before anything was seen.
constexpr double kUsualPauseMs = 80;
// No reserve is made for more; a clock that lacks more was set by somebody.
constexpr double kLongestPauseMs = 1000;
// How much of the longest pause is left after each move.
constexpr double kPauseFading = 0.98;

}  // namespace

TimePlan plan_time(int64_t clock_ms, int64_t increment_ms, std::optional<int> moves_to_go,
                   const Delays& delays) {
    // Kept back is the time that messages take, now and at the next moves, and a pause that is
    // somewhat longer than those before.
    const double each = static_cast<double>(delays.overhead_ms) + delays.lag_ms;
    const double left = std::max(1.0, static_cast<double>(clock_ms) - each);
    const double moves = moves_to_go ? std::clamp(*moves_to_go, 1, 40) : 28;
    const double reserve = 1.5 * delays.pause_ms;
    const double spare = left - each * std::min(moves, 4.0) - reserve;
    const double usable = std::max(left / 20, spare);
    // What a pause has taken must come back from the increments before the next one.
    const bool in_hurry = spare <= 0;
    const double increment_share = in_hurry ? 0.4 : 0.75;
    // What is lacking at every move is no increment: a clock that loses more than it gets sinks.
    const double increment = std::max(0.0, static_cast<double>(increment_ms) - delays.lag_ms);
    const double planned = usable / moves + increment_share * increment;
    const double share = moves_to_go && moves <= 1
                             ? 0.9 * left
                             : std::min(0.45 * left, (in_hurry ? 1.5 : 4.5) * planned);
    const double most = std::max(1.0, std::min(share, std::max(left / 20, left - reserve)));
    return {std::min(planned, most), most};
}

Clock::Clock() : pause_ms_(kUsualPauseMs) {}

void Clock::start(const Limits& limits, Color turn, bool is_next_move) {
    begin_ = last_look_ = Time::now();
    cpu_begin_ms_ = thread_cpu_ms();
    most_ms_.reset();
    cpu_most_ms_.reset();
    planned_ms_.reset();
    pondered_ms_.store(0);
    pondering_.store(limits.ponder);
    enough_at_hit_.store(false);
    const auto expected_ms = std::exchange(expected_ms_, std::nullopt);
    told_ms_.reset();
    if (limits.infinite) return;
    most_ms_ = limits.time_ms;
    cpu_most_ms_ = limits.cpu_time_ms;
    if (!limits.clock_ms[turn]) return;
    const int64_t clock_ms = *limits.clock_ms[turn], increment_ms = limits.increment_ms[turn];
    told_ms_ = clock_ms + increment_ms;
    has_pondered_ = limits.ponder;
    if (is_next_move && expected_ms)
        learn_lag(static_cast<double>(*expected_ms - clock_ms - limits.move_overhead_ms));
    const TimePlan plan = plan_time(clock_ms, increment_ms, limits.moves_to_go,
                                    {limits.move_overhead_ms, lag_ms_, pause_ms_});
    planned_ms_ = plan.planned_ms;
    most_ms_ = std::min(most_ms_.value_or(INT64_MAX), static_cast<int64_t>(plan.most_ms));
}

void Clock::finish() {
    if (!told_ms_ || is_pondering()) return;
    pause_ms_ = std::max(kUsualPauseMs, kPauseFading * pause_ms_);
    // What was told before pondering may not have been the clock at the hit.
    if (!has_pondered_) expected_ms_ = *told_ms_ - thought_ms();
}

// Once may be a clock that was set, or a pause; what comes again is the way that messages take.
// Where it comes no more, most of it is soon forgotten.
void Clock::learn_lag(double lacked_ms) {
    const double before = std::exchange(lacked_ms_, 0);
    if (lacked_ms > kLongestPauseMs) return;
    lacked_ms_ = lacked_ms;
    lag_ms_ = std::max(lag_ms_, std::min(lacked_ms, before));
    const double most = std::max({lacked_ms, before, 0.0});
    lag_ms_ -= std::max(0.0, lag_ms_ - most) / 4;
}

void Clock::forget() {
    pause_ms_ = kUsualPauseMs;
    lag_ms_ = lacked_ms_ = 0;
    expected_ms_.reset();
}

void Clock::note_pause(double pause_ms) {
    pause_ms_ = std::max(pause_ms_, std::min(pause_ms, kLongestPauseMs));
}

void Clock::ponder_hit() {
    if (!pondering_.load()) return;
    pondered_ms_.store(elapsed_ms());
    pondering_.store(false);
}

int64_t Clock::elapsed_ms() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Time::now() - begin_).count();
}

bool Clock::is_over(int64_t grace_ms) {
    const Time::time_point now = Time::now();
    // Without a clock nothing is lost by a pause, and whoever reads our lines may take his time.
    if (told_ms_) note_pause(std::chrono::duration<double, std::milli>(now - last_look_).count());
    last_look_ = now;
    if (is_pondering()) return false;
    if (enough_at_hit_.load(std::memory_order_relaxed)) return true;
    if (most_ms_ && thought_ms() >= *most_ms_ + grace_ms) return true;
    return cpu_most_ms_ &&
           thread_cpu_ms() - cpu_begin_ms_ >= static_cast<double>(*cpu_most_ms_ + grace_ms);
}

bool Clock::is_enough(double share) const {
    return planned_ms_ && static_cast<double>(thought_ms()) >= *planned_ms_ * share;
}

}  // namespace ferz
