// A value for the middle game and one for the endgame in one number, so that both are summed at
// once.
#pragma once

#include <cstdint>

namespace ferz {

using Score = int64_t;

constexpr Score make_score(int middle, int end) {
    return static_cast<Score>(end) * (int64_t{1} << 32) + middle;
}
constexpr int middle_of(Score score) {
    return static_cast<int>(static_cast<int32_t>(score));
}
constexpr int end_of(Score score) {
    return static_cast<int>((score + (int64_t{1} << 31)) >> 32);
}

}  // namespace ferz
