// Boards of up to 128 squares, any pieces.
#include "board/board_of.h"
#include "board/factory.h"

namespace ferz {

std::unique_ptr<Board> make_exotic_128(SharedVariant variant, const Setup& setup) {
    return std::make_unique<BoardOf<B128, true>>(std::move(variant), setup);
}

}  // namespace ferz
