// The pieces of the side that is not to move, sorted by how they attack: gathered once at a node,
// for all squares that are asked about.
#pragma once

#include "board/position.h"

namespace ferz {

template <class B>
struct Enemies {
    B orthogonal, diagonal;

    void gather(const Position<B>& position) {
        orthogonal = position.orthogonal_riders(~position.turn());
        diagonal = position.diagonal_riders(~position.turn());
    }

    // Those that attack a square by leaping.
    B leaping_to(int square, const Position<B>& position) const {
        return position.leapers_to(square, ~position.turn());
    }
};

}  // namespace ferz
