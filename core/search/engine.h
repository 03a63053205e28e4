// The engine: threads that search together, stopped from anywhere.
#pragma once

#include <mutex>

#include "search/worker.h"

namespace ferz {

class Engine {
public:
    Engine(std::shared_ptr<const Variant> variant, const Weights& weights,
           const SearchParams& params, int threads, size_t hash_mb);

    // Searches a position of the engine's game. One search at a time; throws std::runtime_error
    // for a second one. The callback is called from the calling thread.
    // `on_begin` is called once orders reach the search: what was told before may be lost.
    SearchResult search(const Board& board, const Limits& limits, const OnLine& on_line,
                        const std::function<void()>& on_begin = nullptr);
    // From any thread. Has no effect on a search that begins later.
    void stop();
    void ponder_hit() { shared_.clock.ponder_hit(); }
    // How many positions the search under way has looked at, or the last one. From any thread.
    uint64_t nodes() const;
    // The static evaluation, for the side to move. Throws as search does.
    int evaluate(const Board& board);
    // Forgets everything learned. Like all that follows, throws as search does while one runs.
    void clear();

    int threads() const { return static_cast<int>(workers_.size()); }
    void set_threads(int threads);
    size_t hash_mb() const { return hash_mb_; }
    void set_hash_mb(size_t megabytes);
    // Solved positions of the engine's game, asked for while searching; null for none.
    void set_solved(std::shared_ptr<const Tablebase> tables);
    const Variant& variant() const { return *variant_; }
    // What the clock of this game has taught.
    const Clock& clock() const { return shared_.clock; }

private:
    std::unique_lock<std::mutex> claim();
    Variation line_of(const Worker& worker, int pv) const;
    void run_workers(const OnLine& on_line);
    void wait_for_stop();
    bool is_next_move(const Board& board);

    std::shared_ptr<const Variant> variant_;
    Weights weights_;
    SearchParams params_;
    size_t hash_mb_;
    SharedSearch shared_;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::mutex busy_;
    // Where the last search began.
    size_t last_ply_ = 0;
    std::optional<uint64_t> last_key_;
};

}  // namespace ferz
