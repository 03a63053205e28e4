// One thread's search behind one interface, whatever the size of the board.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "board/board.h"
#include "eval/weights.h"
#include "search/clock.h"
#include "search/params.h"
#include "search/table.h"
#include "solve/tablebase.h"

namespace ferz {

struct RootMove {
    Move move;
    int score = -kInfinite;
    int previous_score = -kInfinite;
    int mean_score = -kInfinite;
    int selective_depth = 0;
    uint64_t nodes = 0;
    Bound bound = Bound::exact;
    MoveList line;
};

// What the threads of a search share.
struct SharedSearch {
    explicit SharedSearch(size_t hash_mb) : table(hash_mb) {}

    Table table;
    Clock clock;
    Limits limits;
    std::atomic<bool> stop{false};
    // Solved positions, and the most men that any of them has; 0 where there are none.
    std::shared_ptr<const Tablebase> solved;
    std::atomic<int> solved_men{0};
    std::atomic<uint64_t> told_nodes{0};  // of all threads, but for the last few of each

    // The deepest iteration that a thread finished, and what it found: the first one to finish
    // spares the others the rest.
    std::atomic<int> finished_depth{0};
    std::vector<RootMove> finished_moves;
    std::mutex finishing;
};

class Worker {
public:
    virtual ~Worker() = default;

    virtual void set_root(const Board& root, const MoveList& moves) = 0;
    // Searches deeper and deeper until stopped. The first thread watches the clock and reports.
    virtual void run(int index, const std::function<void(const Worker&, int pv)>& report) = 0;
    virtual void clear() = 0;
    // The static evaluation of the root, for the side to move.
    virtual int root_evaluation() = 0;

    uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    const std::vector<RootMove>& root_moves() const { return root_moves_; }
    int depth() const { return finished_depth_; }
    int current_depth() const { return root_depth_; }
    // What the root is worth before any search.
    int static_score() const { return static_score_; }

protected:
    std::atomic<uint64_t> nodes_{0};
    std::vector<RootMove> root_moves_;
    int finished_depth_ = 0;
    int root_depth_ = 0;
    int static_score_ = 0;
};

std::unique_ptr<Worker> make_worker(const Variant& variant, const Weights& weights,
                                    const SearchParams& params, SharedSearch& shared);

}  // namespace ferz
