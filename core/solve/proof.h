// Who wins from a position that no table holds: proof-number search over a graph of positions.
//
// Every position is one node, however it is reached, and the only things believed are those that
// hold whatever was played before: a win that is forced through decided positions, and the
// impossibility of forcing even an unexplored position. So repetition, which is a draw, is neither
// overlooked nor trusted too early. Proof numbers only say where to look next.
#pragma once

#include "board/board.h"
#include "solve/tablebase.h"
#include "solve/verdict.h"

namespace ferz {

struct Proof {
    // What is proven: win, draw or loss for the side to move, or none. Bounds where it is none.
    Value value = Value::none;
    Value at_least = Value::loss;
    Value at_most = Value::win;
    uint64_t nodes = 0;
    uint64_t bytes = 0;
};

struct ProofLimits {
    uint64_t nodes = 0;   // positions looked at; 0: any number
    uint64_t memory = 0;  // bytes; 0: any
};

// Tables may be null. Throws Stopped if watch says so.
Proof prove(const Board& board, const Tablebase* tables, const ProofLimits& limits,
            const Watch& watch);

}  // namespace ferz
