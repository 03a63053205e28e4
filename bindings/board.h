// A board as Python holds it, for the files that bind what works on one.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/text.h"
#include "bindings.h"
#include "board/board.h"
#include "moves.h"

namespace ferz {

// A board that Python may subclass and copy.
struct PyBoard {
    std::unique_ptr<Board> board;

    PyBoard(std::shared_ptr<const Variant> variant, const std::optional<std::string>& fen) {
        const Setup setup = read_fen(variant->rules(), fen ? *fen : variant->start_fen());
        board = Board::make(variant, setup);
    }
    PyBoard(const PyBoard& other) : board(other.board->clone()) {}
    explicit PyBoard(std::unique_ptr<Board> made) : board(std::move(made)) {}
    PyBoard(PyBoard&&) = default;

    const Board& operator*() const { return *board; }
    Board* operator->() { return board.get(); }
    const Board* operator->() const { return board.get(); }

    Square square(std::string_view name) const {
        const auto found = read_square(board->rules().size, name);
        if (!found)
            throw nb::value_error(
                text("square ", quoted(name), ", expected one from a1 to ",
                     square_name(board->rules().size, board->rules().size.squares() - 1))
                    .c_str());
        return *found;
    }
    std::string name(int square) const { return square_name(board->rules().size, square); }
};

using MoveText = std::variant<PyMove, std::string>;

// The legal move that a Python move, a UCI or a SAN text names. Throws MoveError.
inline Move move_of(const PyBoard& board, const MoveText& move) {
    if (const PyMove* made = std::get_if<PyMove>(&move)) return legal_move(*board, *made);
    return read_move(*board, std::get<std::string>(move));
}

}  // namespace ferz
