// Boards of up to 256 squares, plain pieces and chess pawns.
#include "board/board_of.h"
#include "board/factory.h"

namespace ferz {

std::unique_ptr<Board> make_plain_256(SharedVariant variant, const Setup& setup) {
    return std::make_unique<BoardOf<B256, false>>(std::move(variant), setup);
}

}  // namespace ferz
