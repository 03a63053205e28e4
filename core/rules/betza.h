// Betza's notation for how a piece moves, in one written grammar:
//   piece    = { modifier } atom [ doubling | range ] ...
//   atom     = W F D N A H L C J Z G (leapers), K (W and F), R B Q (riders along W, F, both)
//   modifier = m c (move, capture only), i (a move without capture from the double step region), e
//   (may take en passant),
//              n (lame: blocked on the way), p (hops over one piece), g (lands just behind it),
//              directions f b l r v s, and pairs such as fl, fs, rh
//   doubling = the atom again: a rider without limit; range = 1–99: a rider of so many leaps, 0
//   none
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ferz {

enum class Hop : uint8_t { none, over, behind };

// One direction in which a piece may go, seen from White's side; Black's is turned by half a
// circle.
struct Movement {
    int dx = 0;
    int dy = 0;
    int range = 1;  // leaps at most; 0 is without limit
    bool quiet = true;
    bool capture = true;
    bool initial = false;
    bool en_passant = false;
    bool lame = false;
    Hop hop = Hop::none;

    bool is_leap() const { return range == 1 && !lame && hop == Hop::none; }
    // What a double step doubles.
    bool is_forward_step() const { return is_leap() && dx == 0 && dy == 1 && quiet && !initial; }
    auto operator<=>(const Movement&) const = default;
};

// The movements of a piece, sorted and without repetition, so that two spellings of one piece are
// equal. Throws VariantError naming the letter that does not belong.
std::vector<Movement> read_betza(std::string_view betza);

// The squares, as offsets from the origin, that must be empty for a lame leap of (dx, dy): straight
// steps first, then diagonal ones, without the last.
std::vector<std::pair<int, int>> lame_path(int dx, int dy);

}  // namespace ferz
