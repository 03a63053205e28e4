// A move in 32 bits, the same for every board size.
#pragma once

#include <cstdint>
#include <vector>

#include "base/square.h"

namespace ferz {

inline constexpr Square kNoSquare = 255;  // p16, which is never a home of what kNoSquare stands for

enum class MoveKind : uint8_t { normal, double_step, en_passant, castle, promotion, drop };

// Where it goes, where it comes from, what kind of move it is, and for a promotion or a drop which
// kind of piece. Castling names its record (0–3) instead, and `to` is where the king lands. A
// self-capture has no mark: the color of the captured piece tells.
class Move {
public:
    constexpr Move() = default;
    constexpr Move(Square from, Square to, MoveKind kind = MoveKind::normal, int piece = 0)
        : bits_(base(from, kind, piece) | to) {}
    explicit constexpr Move(uint32_t bits) : bits_(bits) {}

    // All of a move but its target, for writing many moves of one piece.
    static constexpr uint32_t base(Square from, MoveKind kind = MoveKind::normal, int piece = 0) {
        return static_cast<uint32_t>(from) << 8 | static_cast<uint32_t>(kind) << 16 |
               static_cast<uint32_t>(piece) << 20;
    }

    constexpr Square to() const { return static_cast<Square>(bits_); }
    constexpr Square from() const { return static_cast<Square>(bits_ >> 8); }
    constexpr MoveKind kind() const { return static_cast<MoveKind>(bits_ >> 16 & 15); }
    constexpr int piece() const { return static_cast<int>(bits_ >> 20); }
    constexpr bool is(MoveKind kind) const { return this->kind() == kind; }
    // A usual move goes from a square to another and leaves its piece what it is.
    constexpr bool is_usual() const { return bits_ < base(0, MoveKind::en_passant); }
    constexpr uint32_t bits() const { return bits_; }
    constexpr bool operator==(const Move&) const = default;

private:
    uint32_t bits_ = 0;
};

using MoveList = std::vector<Move>;

}  // namespace ferz
