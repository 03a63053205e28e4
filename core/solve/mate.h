// Whether a side can force a win in at most so many plies, whatever the game: exact, and free of
// history, since a shortest win never repeats a position.
#pragma once

#include "board/board.h"
#include "solve/crew.h"
#include "solve/verdict.h"

namespace ferz {

// The search goes as deep as it is asked to, a call each ply.
inline constexpr int kMaxMatePlies = 1000;

struct MateSearch {
    Verdict verdict;  // the shortest win or loss within the limit, or Value::none
    uint64_t nodes = 0;
};

// Looks for a win of the side to move, or its loss, of at most so many plies, shortest first.
// Throws SolveError where memory (in bytes, 0: any) does not suffice, Stopped if watch says so.
MateSearch find_mate(const Board& board, int plies, uint64_t memory_limit, const Watch& watch);

}  // namespace ferz
