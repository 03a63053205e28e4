// Solving by the graph of all positions that play can reach, one by one: any variant with any
// rules, as far as memory goes. Repetition is a draw, and move clocks are not counted.
#pragma once

#include <memory>

#include "board/board.h"
#include "solve/crew.h"
#include "solve/tablebase.h"
#include "solve/verdict.h"

namespace ferz {

class Graph {
public:
    virtual ~Graph() = default;

    // All that can be reached from a position. Throws SolveError where that takes more memory than
    // allowed (0: any), or where the rules make values depend on history.
    static std::unique_ptr<Graph> make(const Board& board, uint64_t memory_limit,
                                       const Watch& watch);

    virtual uint64_t size() const = 0;
    virtual uint64_t moves() const = 0;
    virtual uint64_t bytes() const = 0;  // the most memory that it took
    // Value::none where the position is not in the graph.
    virtual Verdict probe(const Board& board) const = 0;
    virtual Reach counts() const = 0;
    // Every position with its verdict, by number.
    virtual std::string fen(uint64_t number) const = 0;
    virtual Verdict verdict(uint64_t number) const = 0;
    // The number of the first position on which tables differ, or size().
    virtual uint64_t first_difference(const Tablebase& tables) const = 0;
};

// Decides what can be decided of a graph: heads[n] to heads[n + 1] are the edges of node n, their
// ends in tails. Values of nodes that are known before, such as the ends of games, stand in
// verdicts, the others are Value::none there; what stays undecided is drawn by repetition and
// still none.
void decide(const std::vector<uint64_t>& heads, const std::vector<uint32_t>& tails,
            std::vector<Verdict>& verdicts);

}  // namespace ferz
