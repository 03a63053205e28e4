// What pieces are worth before anyone has played with them: automatic values by mobility on the
// actual board, in centipawns. They are rounded once, here; whatever decides a move is integers.
#pragma once

#include <array>

#include "rules/rules.h"

namespace ferz {

// By kind, on the board and in hand.
struct PieceValues {
    std::array<int, kMaxKinds> board{};
    std::array<int, kMaxKinds> hand{};
};

// By square, how many squares a lone piece of a kind reaches on the average if each square on its
// way, its target aside, is empty with probability 0.7. A target that it can reach only to move or
// only to capture counts half; moves marked i count nothing. Squares outside its region have none.
std::array<double, kMaxSquares> mobility(const Rules& rules, int kind, Color color);

// Pawns are worth 100, the royal piece 0, every other kind 39.6 * m^1.22 with m its mean mobility
// over its region and both colors. In hand a piece is worth what it is on the board, or nothing in
// a game without drops.
PieceValues automatic_values(const Rules& rules);

}  // namespace ferz
