// The symmetries of a board, and which of them a game has.
#pragma once

#include <vector>

#include "rules/rules.h"

namespace ferz {

// A way to turn or mirror the board onto itself.
struct Symmetry {
    int file_sign = 1, rank_sign = 1;
    bool transposes = false;  // files and ranks change places, after the signs
    std::vector<Square> map;  // [square] where it goes

    bool is_identity() const;
    // Whether every square moves, so that no position is its own image.
    bool is_free() const;
};

// The identity first, then the mirrors and the half turn, each map once: on a single file the left
// and the right are the same. On a square board four more, which transpose it, where they are
// wanted.
enum class Transposed { without, with };
std::vector<Symmetry> board_symmetries(const Size& size, Transposed transposed);

// Whether the pieces named, of both colors, move in the image as they do in the original; with
// swaps, where the image's colors are changed too.
enum class Colors { keep, swap };
bool has_symmetry(const Rules& rules, KindSet kinds, const Symmetry& symmetry, Colors colors);

}  // namespace ferz
