// The six kinds of board, each compiled in a file of its own.
#pragma once

#include <memory>

#include "board/board.h"

namespace ferz {

using SharedVariant = std::shared_ptr<const Variant>;

std::unique_ptr<Board> make_plain_64(SharedVariant variant, const Setup& setup);
std::unique_ptr<Board> make_plain_128(SharedVariant variant, const Setup& setup);
std::unique_ptr<Board> make_plain_256(SharedVariant variant, const Setup& setup);
std::unique_ptr<Board> make_exotic_64(SharedVariant variant, const Setup& setup);
std::unique_ptr<Board> make_exotic_128(SharedVariant variant, const Setup& setup);
std::unique_ptr<Board> make_exotic_256(SharedVariant variant, const Setup& setup);

}  // namespace ferz
