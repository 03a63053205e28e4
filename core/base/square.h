// Squares of a board of 1–16 files by 1–16 ranks, packed: square = rank * files + file.
#pragma once

#include <bitset>
#include <optional>
#include <string>
#include <string_view>

#include "base/bits.h"
#include "base/text.h"

namespace ferz {

inline constexpr int kMaxSide = 16;
inline constexpr int kMaxSquares = kMaxSide * kMaxSide;

// A set of squares of any board, for rules and tables before they are compiled.
using SquareSet = std::bitset<kMaxSquares>;

struct Size {
    int files = 8;
    int ranks = 8;

    int squares() const { return files * ranks; }
    bool contains(int file, int rank) const {
        return file >= 0 && file < files && rank >= 0 && rank < ranks;
    }
    Square square(int file, int rank) const { return static_cast<Square>(rank * files + file); }
    int file(int square) const { return square % files; }
    int rank(int square) const { return square / files; }
};

inline std::string square_name(int file, int rank) {
    std::string name(1, static_cast<char>('a' + file));
    if (rank + 1 >= 10) name += '1';
    return name + static_cast<char>('0' + (rank + 1) % 10);
}

inline std::string square_name(const Size& size, int square) {
    return square_name(size.file(square), size.rank(square));
}

// Reads a square name at the front of the text and removes it; a name is as long as its digits go.
inline std::optional<Square> take_square(const Size& size, std::string_view& from) {
    size_t length = 1;
    while (length < from.size() && is_digit(from[length])) ++length;
    if (length < 2 || length > 3 || !is_lower(from[0]) || from[1] == '0') return {};
    const int file = from[0] - 'a';
    const int rank = *whole_number(from.substr(1, length - 1)) - 1;
    if (!size.contains(file, rank)) return {};
    from.remove_prefix(length);
    return size.square(file, rank);
}

inline std::optional<Square> read_square(const Size& size, std::string_view name) {
    const auto square = take_square(size, name);
    return name.empty() ? square : std::nullopt;
}

}  // namespace ferz
