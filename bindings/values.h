// Small values that a board gives to Python.
#pragma once

#include <optional>
#include <string>

#include "base/text.h"
#include "board/board.h"

namespace ferz {

struct PyPiece {
    std::string letter;
    bool is_white;
    std::string name;
    bool promoted;

    std::string symbol() const { return is_white ? std::string(1, to_upper(letter[0])) : letter; }
    bool operator==(const PyPiece&) const = default;
};

struct PyOutcome {
    std::optional<bool> winner;
    std::string reason;

    std::string result() const { return !winner ? "1/2-1/2" : *winner ? "1-0" : "0-1"; }
    bool operator==(const PyOutcome&) const = default;
};

inline Color color_from(bool is_white) {
    return is_white ? kWhite : kBlack;
}

inline std::optional<PyPiece> piece_at(const Board& board, Square square) {
    const Piece piece = board.at(square);
    if (piece == kNoPiece) return {};
    const Kind& kind = board.rules().kinds[kind_of(piece)];
    return PyPiece{std::string(1, kind.letter), color_of(piece) == kWhite, kind.name,
                   board.is_promoted(square)};
}

inline std::optional<PyOutcome> outcome_of(const Board& board) {
    const auto end = board.end();
    if (!end) return {};
    const bool mover_is_white = board.turn() == kWhite;
    std::optional<bool> winner;
    if (end->value != Value::draw) winner = (end->value == Value::win) == mover_is_white;
    return PyOutcome{winner, reason_name(end->reason)};
}

}  // namespace ferz
