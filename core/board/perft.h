// Counting the positions some moves ahead: the proof of a move generator.
#pragma once

#include <cstdint>

namespace ferz {

// Lists of all moves, of which the last are only counted; or no list for the last moves at all.
enum class PerftMode { list, count };

// What the last move of each line was.
struct PerftCounts {
    uint64_t nodes = 0, captures = 0, self_captures = 0, en_passant = 0, castles = 0,
             promotions = 0, drops = 0, checks = 0, mates = 0;
};

}  // namespace ferz
