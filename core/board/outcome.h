// How a game ends.
#pragma once

#include <optional>

#include "board/position.h"

namespace ferz {

enum class Reason {
    checkmate,
    stalemate,
    n_move,
    n_fold,
    insufficient_material,
    extinction,
    bare_king,
    flag,
    checks,
    piece_count,
};
const char* reason_name(Reason reason);

// The end of a game as the side to move sees it.
struct End {
    Value value;  // win, draw or loss for the side to move
    Reason reason;
};

// The ends that need no look at the moves left: extinction, races and counted checks. Once the game
// has ended so, there are no legal moves. A race that may still be answered is not over.
template <class B>
std::optional<End> immediate_end(const Position<B>& position);

// Whether neither side could ever mate; told only where it is certain.
template <class B>
bool is_insufficient(const Position<B>& position);

}  // namespace ferz
