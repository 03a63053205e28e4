// Time management for every kind of clock.
#include "search/clock.h"

#include <time.h>

#include <algorithm>

namespace ferz {
namespace {

double thread_cpu_ms() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

}  // namespace

void Clock::start(const Limits& limits, Color turn) {
    begin_ = Time::now();
    cpu_begin_ms_ = thread_cpu_ms();
    most_ms_ = limits.time_ms;
    cpu_most_ms_ = limits.cpu_time_ms;
    planned_ms_.reset();
    pondered_ms_.store(0);
    pondering_.store(limits.ponder);
    if (!limits.clock_ms[turn]) return;
    // What is left after the time that messages take, now and at each move to come.
    const double left =
        std::max<double>(1, static_cast<double>(*limits.clock_ms[turn] - limits.move_overhead_ms));
    const auto increment = static_cast<double>(limits.increment_ms[turn]);
    const double moves = limits.moves_to_go ? std::clamp(*limits.moves_to_go, 1, 40) : 28;
    const double lag = static_cast<double>(limits.move_overhead_ms) * std::min(moves, 10.0);
    const double usable = std::max(left / 20, left - lag);
    const double planned = usable / moves + 0.75 * increment;
    const double most =
        limits.moves_to_go && moves <= 1 ? 0.9 * left : std::min(0.45 * left, 4.5 * planned);
    planned_ms_ = std::min(planned, most);
    most_ms_ =
        std::min(most_ms_.value_or(INT64_MAX), std::max<int64_t>(1, static_cast<int64_t>(most)));
}

void Clock::ponder_hit() {
    if (!pondering_.load()) return;
    pondered_ms_.store(elapsed_ms());
    pondering_.store(false);
}

int64_t Clock::elapsed_ms() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Time::now() - begin_).count();
}

bool Clock::is_over(int64_t grace_ms) const {
    if (is_pondering()) return false;
    if (most_ms_ && thought_ms() >= *most_ms_ + grace_ms) return true;
    return cpu_most_ms_ &&
           thread_cpu_ms() - cpu_begin_ms_ >= static_cast<double>(*cpu_most_ms_ + grace_ms);
}

bool Clock::is_enough(double share) const {
    return planned_ms_ && !is_pondering() &&
           static_cast<double>(thought_ms()) >= *planned_ms_ * share;
}

}  // namespace ferz
