// What a board does alike for every size, and the choice of the right one for a game.
#include "board/board.h"

#include <algorithm>

#include "board/factory.h"

namespace ferz {

std::unique_ptr<Board> Board::make(const std::shared_ptr<const Variant>& variant,
                                   const Setup& setup) {
    const bool exotic = variant->is_exotic();
    const int squares = variant->rules().size.squares();
    if (squares <= 64)
        return exotic ? make_exotic_64(variant, setup) : make_plain_64(variant, setup);
    if (squares <= 128)
        return exotic ? make_exotic_128(variant, setup) : make_plain_128(variant, setup);
    return exotic ? make_exotic_256(variant, setup) : make_plain_256(variant, setup);
}

int Board::repetitions() const {
    const uint64_t key = state().key;
    int count = 1;
    const size_t reversible = rules().clock_is_final ? state().halfmove : played_.size();
    const size_t oldest = played_.size() - std::min(played_.size(), reversible);
    for (size_t i = played_.size(); i >= oldest + 2; i -= 2)
        count += played_[i - 2].undo.state.key == key;
    return count;
}

bool Board::is_legal(Move move) const {
    const MoveList legal = moves(Want::all, Legality::legal);
    return std::find(legal.begin(), legal.end(), move) != legal.end();
}

bool Board::is_capture(Move move) const {
    if (move.is(MoveKind::en_passant)) return true;
    return !move.is(MoveKind::castle) && !move.is(MoveKind::drop) && at(move.to()) != kNoPiece;
}

bool Board::is_self_capture(Move move) const {
    return is_capture(move) && !move.is(MoveKind::en_passant) && color_of(at(move.to())) == turn();
}

}  // namespace ferz
