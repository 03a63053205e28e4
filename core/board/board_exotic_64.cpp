// Boards of up to 64 squares, any pieces.
#include "board/board_of.h"
#include "board/factory.h"

namespace ferz {

std::unique_ptr<Board> make_exotic_64(SharedVariant variant, const Setup& setup) {
    return std::make_unique<BoardOf<B64, true>>(std::move(variant), setup);
}

}  // namespace ferz
