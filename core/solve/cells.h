// What one entry of a table holds while it is solved and after. A mate is a loss in 0 and every
// other win or loss is one ply from the next, so that wins are odd and losses even.
#pragma once

#include <cstdint>
#include <limits>

#include "solve/verdict.h"

namespace ferz {

template <class Cell>
struct Code {
    static constexpr int kIllegal = std::numeric_limits<Cell>::max();
    static constexpr int kDraw = kIllegal - 1;
    static constexpr int kNoLoss = kIllegal - 2;  // some move saves it; perhaps another wins
    static constexpr int kMaxCount = sizeof(Cell) == 1 ? 63 : 8191;
    // Moves within the table whose values are not known yet: kZero + how many.
    static constexpr int kZero = kNoLoss - kMaxCount - 1;
    static constexpr int kMaxDistance = kZero - 1;

    static constexpr bool is_distance(int code) { return code <= kMaxDistance; }
    static constexpr bool is_count(int code) { return code > kZero && code < kNoLoss; }
};

inline constexpr int kDrawn = -1;

inline Verdict verdict_of(int distance) {
    if (distance == kDrawn) return {Value::draw, -1};
    return {distance & 1 ? Value::win : Value::loss, distance};
}

}  // namespace ferz
