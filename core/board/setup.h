// A position as text says it: read without judging whether it can occur.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "board/move.h"
#include "rules/rules.h"

namespace ferz {

// A piece on a square: kind * 2 + color.
using Piece = uint8_t;
inline constexpr Piece kNoPiece = 255;
inline Piece make_piece(int kind, Color color) {
    return static_cast<Piece>(kind << 1 | color);
}
inline int kind_of(Piece piece) {
    return piece >> 1;
}
inline Color color_of(Piece piece) {
    return static_cast<Color>(piece & 1);
}

// The castling rights: White's king side, White's queen side, then Black's.
inline constexpr int kCastlings = 4;
inline Color castling_color(int right) {
    return right < 2 ? kWhite : kBlack;
}

struct Setup {
    Setup() { board.fill(kNoPiece); }

    std::array<Piece, kMaxSquares> board;
    SquareSet promoted;
    uint16_t hand[2][kMaxKinds] = {};
    Color turn = kWhite;
    int castling_king[2] = {-1, -1};                   // squares, for sides with a right
    int castling_rook[kCastlings] = {-1, -1, -1, -1};  // a square, or -1 without the right
    int en_passant = -1;                               // where a pawn may be taken in passing
    int en_passant_victim = -1;                        // the pawn that passed
    uint8_t checks[2] = {0, 0};  // how many more checks win, where checks are counted
    int halfmove = 0;
    int fullmove = 1;
};

// Reads a FEN in any of the dialects of docs/notation.md; throws FenError. Fields may be left out
// from the right.
Setup read_fen(const Rules& rules, std::string_view fen);
std::string write_fen(const Rules& rules, const Setup& setup);
std::string write_board(const Rules& rules, const Setup& setup);
std::string write_castling(const Rules& rules, const Setup& setup);

// The compact notation of small boards, `bk,x,wk:w`; throws FenError, also for games with hands.
Setup read_compact(const Rules& rules, std::string_view compact);
std::string write_compact(const Rules& rules, const Setup& setup);

// Completes the en passant field: finds the pawn that passed. Throws FenError where there is none.
void find_en_passant_victim(const Rules& rules, Setup& setup);

}  // namespace ferz
