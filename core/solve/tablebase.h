// All tables of a game: planned, solved one material after another, kept in memory or on disk, and
// asked for values.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "board/board.h"
#include "solve/crew.h"
#include "solve/planner.h"
#include "solve/table_file.h"
#include "solve/verdict.h"

namespace ferz {

// What can be reached from a position.
struct Reach {
    uint64_t positions = 0, won = 0, lost = 0, drawn = 0;  // for the side to move
    int longest = 0;
    std::string longest_fen;
};

// Called with what is being done before its progress is reported.
using Report = std::function<Watch(const std::string& doing)>;

class Tablebase {
public:
    virtual ~Tablebase() = default;

    // The game is a name for its rules, which table files carry. Throws SolveError where the rules
    // cannot be tabled, saying which.
    static std::unique_ptr<Tablebase> make(const std::shared_ptr<const Variant>& variant,
                                           const std::string& game);

    // Adds the materials that can arise from a position, or all with so many men at most. Stages
    // are in an order in which they can be solved.
    virtual void plan(const Board& board) = 0;
    virtual void plan_all(int men) = 0;
    // Adds one material by a stage's name, alone: enough for asking its file, not for solving.
    virtual void add(const std::string& name) = 0;
    virtual const std::vector<Stage>& stages() const = 0;
    // Of the stages that are solved; 0 where none is.
    int most_men() const {
        int most = 0;
        for (const Stage& stage : stages())
            if (stage.is_solved) most = std::max(most, stage.men);
        return most;
    }

    // The stages that this one needs must be loaded.
    virtual void solve(int stage, int threads, uint64_t memory_limit, const Report& report) = 0;
    // Throws SolveError where an entry is not what its moves make of it. Stages as for solve().
    virtual void verify(int stage, int threads, const Report& report) = 0;
    virtual void save(int stage, const std::string& path, int threads) = 0;
    // Makes a file's values known; throws SolveError where it is not this stage's.
    virtual void open(int stage, const std::string& path) = 0;
    virtual void load(int stage, int threads) = 0;
    // Frees the memory of a stage that has a file.
    virtual void release(int stage) = 0;

    // Value::none where no table knows the position.
    Verdict probe(const Board& board) const { return probe_position(board.position()); }
    virtual Verdict probe_position(const PositionRef& position) const = 0;
    // A position of the stage's greatest distance.
    virtual std::string longest_fen(int stage) const = 0;
    // How many legal positions a stage that was solved here has, where the images of a position
    // under every symmetry of its pieces, transposition of a square board included, are one.
    virtual uint64_t unique(int stage, int threads) const = 0;
    // Every position that play can reach, loading one stage after another.
    virtual Reach reach(const Board& board, int threads, const Report& report) = 0;
};

// Why a game cannot be tabled, or nothing.
std::string tables_refusal(const Rules& rules);

}  // namespace ferz
