// The pieces of the side that is not to move, sorted by how they attack: gathered once at a node,
// for all squares that are asked about.
#pragma once

#include "board/position.h"

namespace ferz {

template <class B>
struct Enemies {
    static constexpr int kMaxGroups = 48;  // as many as there are leaps

    B orthogonal, diagonal;
    B leapers[kMaxGroups];  // by groups of kinds that share a leap

    void gather(const Position<B>& position) {
        const Tables<B>& tables = position.tables();
        const Color them = ~position.turn();
        B* group_leapers = leapers;
        for (const LeapGroup<B>& group : tables.leap_groups[them])
            *group_leapers++ = position.pieces_of(them, group.kinds);
        orthogonal = position.pieces_of(them, tables.orthogonal_kinds);
        diagonal = position.pieces_of(them, tables.diagonal_kinds);
    }

    // Those that attack a square by leaping.
    B leaping_to(int square, const Position<B>& position) const {
        B found{};
        const B* group_leapers = leapers;
        for (const LeapGroup<B>& group : position.tables().leap_groups[~position.turn()])
            found |= group.from[square] & *group_leapers++;
        return found;
    }
};

}  // namespace ferz
