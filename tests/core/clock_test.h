// What the clock promises, for the core's test.
#pragma once

#include <chrono>
#include <cstdio>
#include <thread>

#include "board/board.h"
#include "search/engine.h"

namespace ferz {

// Whatever the clock and the pauses, a move leaves time for the next pause where there is any, and
// never takes all that is left.
inline bool plans_leave_a_reserve() {
    for (int64_t clock_ms : {-50, 0, 1, 20, 100, 300, 1000, 60'000})
        for (int64_t increment_ms : {0, 10, 1000})
            for (double pause_ms : {0.0, 30.0, 250.0, 1000.0})
                for (std::optional<int> moves : {std::optional<int>(), {1}, {2}, {40}}) {
                    const TimePlan plan =
                        plan_time(clock_ms, increment_ms, moves, {10, 0, pause_ms});
                    const double left = static_cast<double>(clock_ms - 10);
                    const bool has_room = left > 1.1 * pause_ms && left > 20;
                    if (plan.planned_ms > plan.most_ms || plan.most_ms < 1) return false;
                    if (has_room && left - plan.most_ms < pause_ms) return false;
                    if (left > 20 && plan.most_ms > 0.9 * left) return false;
                }
    return true;
}

// The longer the pauses, the less is planned.
inline bool plans_heed_pauses() {
    const auto planned = [](double pause_ms) {
        return plan_time(1000, 10, std::nullopt, {10, 0, pause_ms}).planned_ms;
    };
    return planned(30) > planned(100) && planned(100) > planned(300);
}

inline Limits clock_limits(int64_t white_ms) {
    Limits limits;
    limits.clock_ms[kWhite] = white_ms;
    limits.increment_ms[kWhite] = 100;
    return limits;
}

// Below its reserve a clock grows from move to move, by what the increment leaves.
inline bool saves_what_a_pause_has_taken() {
    for (int64_t clock_ms : {50, 150, 300})
        if (plan_time(clock_ms, 100, std::nullopt, {10, 0, 300}).most_ms > 65) return false;
    return plan_time(2000, 100, std::nullopt, {10, 0, 300}).most_ms > 100;
}

// Where messages take most of the increment, the clock does not sink to its end.
inline bool lives_on_what_a_lag_leaves() {
    for (double lag_ms : {400.0, 700.0, 850.0}) {
        double clock_ms = 60'000;
        for (int move = 0; move < 200; ++move) {
            const TimePlan plan =
                plan_time(static_cast<int64_t>(clock_ms), 1000, std::nullopt, {10, lag_ms, 80});
            clock_ms += 1000 - plan.planned_ms - lag_ms;
            if (clock_ms < 2 * lag_ms) return false;
        }
    }
    return true;
}

inline bool sees_a_pause_between_two_looks_and_forgets_it() {
    Clock clock;
    clock.start(clock_limits(10'000), kWhite, false);
    clock.is_over(0);
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    clock.is_over(0);
    const double seen = clock.pause_ms();
    for (int move = 0; move < 200; ++move) {
        clock.start(clock_limits(10'000), kWhite, false);
        clock.finish();
    }
    return Clock().pause_ms() < 150 && seen >= 150 && clock.pause_ms() < 150;
}

// Who analyzes may read the lines as slowly as he likes, and another game is another place.
inline bool forgets_pauses_that_cost_nothing() {
    Clock clock;
    const auto pause_in = [&](const Limits& limits) {
        clock.start(limits, kWhite, false);
        std::this_thread::sleep_for(std::chrono::milliseconds(150));
        clock.is_over(0);
        return clock.pause_ms();
    };
    Limits endless;
    endless.infinite = true;
    const double usual = Clock().pause_ms();
    if (pause_in(endless) != usual || pause_in(clock_limits(10'000)) < 150) return false;
    clock.forget();
    return clock.pause_ms() == usual;
}

// After a hit the clock counts, unless what was pondered is enough already.
inline bool ends_at_a_hit_what_is_enough() {
    const auto is_over_after_hit = [](bool is_enough) {
        Clock clock;
        Limits limits = clock_limits(100'000);
        limits.ponder = true;
        clock.start(limits, kWhite, false);
        clock.set_enough_at_hit(is_enough);
        const bool is_over_before = clock.is_over(0);
        clock.ponder_hit();
        return !is_over_before && clock.is_over(0);
    };
    return is_over_after_hit(true) && !is_over_after_hit(false);
}

// What the clock lacks, twice running, beside the time that was thought went elsewhere. Once, in
// another game, with a clock that was filled up or set, or after pondering, nothing can be said.
inline bool learns_from_the_clock_that_it_is_told() {
    const auto lag_after = [](int64_t second_ms, int64_t third_ms, bool is_next_move,
                              bool is_pondered) {
        Clock clock;
        for (int64_t clock_ms : {int64_t{10'000}, second_ms, third_ms}) {
            Limits limits = clock_limits(clock_ms);
            limits.ponder = is_pondered;
            clock.start(limits, kWhite, is_next_move);
            clock.ponder_hit();
            clock.finish();
        }
        return clock.lag_ms();
    };
    // The thought itself may take a little, but never more than was missing.
    const double learned = lag_after(9'600, 9'200, true, false);
    return learned > 300 && learned <= 500 && lag_after(9'600, 9'700, true, false) == 0 &&
           lag_after(9'600, 9'200, false, false) == 0 && lag_after(9'600, 9'200, true, true) == 0 &&
           lag_after(20'000, 30'000, true, false) == 0 && lag_after(5'000, 100, true, false) == 0 &&
           lag_after(5'000, 4'600, true, false) == 0;
}

// Between two moves that tell something may be pondering that tells nothing; and what comes no more
// is forgotten within a few moves.
inline bool keeps_a_lag_as_long_as_it_comes() {
    Clock clock;
    int64_t clock_ms = 100'000;
    const auto play = [&](int64_t lag_ms) {
        clock.start(clock_limits(clock_ms), kWhite, true);
        clock.finish();
        clock_ms += 100 - lag_ms;
        Limits pondered = clock_limits(clock_ms);
        pondered.ponder = true;
        clock.start(pondered, kWhite, true);
        clock.finish();
        clock.start(clock_limits(clock_ms), kWhite, false);
    };
    for (int move = 0; move < 4; ++move) play(400);
    const double learned = clock.lag_ms();
    for (int move = 0; move < 8; ++move) play(0);
    return learned > 300 && learned <= 400 && clock.lag_ms() < learned / 4;
}

// A game is known by its moves, until the engine is told to forget.
inline bool knows_its_game(const std::shared_ptr<const Variant>& variant) {
    const auto lag_after = [&](bool is_cleared) {
        Engine engine(variant, Weights(*variant), SearchParams(), 1, 1);
        const auto board = Board::make(variant, read_fen(variant->rules(), variant->start_fen()));
        for (int64_t clock_ms : {10'000, 9'600, 9'200, 8'800}) {
            Limits limits = clock_limits(clock_ms);
            limits.depth = 1;
            engine.search(*board, limits, nullptr);
            for (int ply = 0; ply < 2; ++ply)
                board->push(board->moves(Want::all, Legality::legal).front());
            if (is_cleared) engine.clear();
        }
        return engine.clock().lag_ms();
    };
    return lag_after(false) > 100 && lag_after(true) == 0;
}

// The number of promises that are broken, each told.
inline int check_clock(const std::shared_ptr<const Variant>& variant) {
    const std::pair<bool (*)(), const char*> promises[] = {
        {plans_leave_a_reserve, "a plan leaves a reserve"},
        {plans_heed_pauses, "the longer the pauses, the less is planned"},
        {saves_what_a_pause_has_taken, "what a pause has taken is saved again"},
        {lives_on_what_a_lag_leaves, "a clock lives on what a lag leaves"},
        {sees_a_pause_between_two_looks_and_forgets_it, "a pause is seen and forgotten"},
        {forgets_pauses_that_cost_nothing, "pauses count on a clock, in one game"},
        {ends_at_a_hit_what_is_enough, "a hit ends what is enough"},
        {learns_from_the_clock_that_it_is_told, "a clock that lacks time twice tells of a lag"},
        {keeps_a_lag_as_long_as_it_comes, "a lag is kept as long as it comes"},
    };
    int broken = !knows_its_game(variant);
    if (broken) std::printf("FAILED: clocks of one game are compared, of two games not\n");
    for (const auto& [is_kept, words] : promises)
        if (!is_kept()) {
            std::printf("FAILED: %s\n", words);
            ++broken;
        }
    return broken;
}

}  // namespace ferz
