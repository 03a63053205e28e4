// A move as Python sees it: a value that needs no board to be written, compared or hashed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "board/board.h"

namespace ferz {

struct PyMove {
    uint8_t from_file = 0, from_rank = 0, to_file = 0, to_rank = 0;
    char promotion = 0, drop = 0;
    bool marks_capture = false;
    std::optional<Move> move;  // known when it came from a board

    static PyMove of(const Board& board, Move move);
    // Throws MoveError.
    static PyMove read(std::string_view uci);
    static PyMove unpickled(std::string_view uci, std::optional<uint32_t> bits);
    std::string uci() const;
    size_t hash() const;
    bool is(MoveKind kind) const { return move && move->is(kind); }
    // What follows the squares: the promotion, or the mark of a self-capture.
    char suffix() const { return promotion ? promotion : marks_capture ? 'x' : '\0'; }
    bool operator==(const PyMove& other) const {
        return from_file == other.from_file && from_rank == other.from_rank &&
               to_file == other.to_file && to_rank == other.to_rank && drop == other.drop &&
               suffix() == other.suffix();
    }
};

// The legal move that a Python move names. Throws MoveError.
Move legal_move(const Board& board, const PyMove& move);

}  // namespace ferz
