// Boards of up to 128 squares, plain pieces and chess pawns.
#include "board/board_of.h"
#include "board/factory.h"

namespace ferz {

std::unique_ptr<Board> make_plain_128(SharedVariant variant, const Setup& setup) {
    return std::make_unique<BoardOf<B128, false>>(std::move(variant), setup);
}

}  // namespace ferz
