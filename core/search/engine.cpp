// Threads, time and reports of a search.
#include "search/engine.h"

#include <algorithm>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "search/worker_factory.h"

namespace ferz {

std::unique_ptr<Worker> make_worker(const Variant& variant, const Weights& weights,
                                    const SearchParams& params, SharedSearch& shared) {
    const bool exotic = variant.is_exotic();
    const int squares = variant.rules().size.squares();
    if (squares <= 64)
        return (exotic ? make_worker_exotic_64 : make_worker_plain_64)(variant, weights, params,
                                                                       shared);
    if (squares <= 128)
        return (exotic ? make_worker_exotic_128 : make_worker_plain_128)(variant, weights, params,
                                                                         shared);
    return (exotic ? make_worker_exotic_256 : make_worker_plain_256)(variant, weights, params,
                                                                     shared);
}

Engine::Engine(std::shared_ptr<const Variant> variant, const Weights& weights,
               const SearchParams& params, int threads, size_t hash_mb)
    : variant_(std::move(variant)),
      weights_(weights),
      params_(params),
      hash_mb_(hash_mb),
      shared_(hash_mb) {
    set_threads(threads);
}

// The engine for one user at a time.
std::unique_lock<std::mutex> Engine::claim() {
    std::unique_lock lock(busy_, std::try_to_lock);
    if (!lock) throw std::runtime_error("the engine is searching already");
    return lock;
}

void Engine::set_threads(int threads) {
    const auto lock = claim();
    const auto wanted = static_cast<size_t>(std::max(1, threads));
    while (workers_.size() > wanted) workers_.pop_back();
    while (workers_.size() < wanted)
        workers_.push_back(make_worker(*variant_, weights_, params_, shared_));
}

void Engine::set_hash_mb(size_t megabytes) {
    const auto lock = claim();
    hash_mb_ = 1;  // what is left where the memory does not suffice
    shared_.table.resize(megabytes);
    hash_mb_ = std::max<size_t>(1, megabytes);
}

void Engine::set_solved(std::shared_ptr<const Tablebase> tables) {
    const auto lock = claim();
    shared_.solved_men = tables ? tables->most_men() : 0;
    shared_.solved = std::move(tables);
    // What was found without them, or by others, no longer counts.
    shared_.table.clear();
}

void Engine::clear() {
    const auto lock = claim();
    shared_.table.clear();
    for (const auto& worker : workers_) worker->clear();
    last_key_.reset();
    shared_.clock.forget();
}

void Engine::stop() {
    shared_.stop.store(true);
}

uint64_t Engine::nodes() const {
    uint64_t sum = 0;
    for (const auto& worker : workers_) sum += worker->nodes();
    return sum;
}

Variation Engine::line_of(const Worker& worker, int pv) const {
    const RootMove& m = worker.root_moves()[static_cast<size_t>(pv)];
    // Stopped before this iteration came to it, a line has the score of the one before.
    const bool is_new = m.score != -kInfinite;
    const bool is_known = is_new || m.previous_score != -kInfinite;
    const int depth = !is_known ? 0 : worker.current_depth() - !is_new;
    return {.index = pv + 1,
            .depth = depth,
            .selective_depth = std::max(m.selective_depth, depth),
            .score = is_new     ? m.score
                     : is_known ? m.previous_score
                                : worker.static_score(),
            .bound = is_new ? m.bound : Bound::exact,
            .nodes = nodes(),
            .time_ms = shared_.clock.elapsed_ms(),
            .hash_per_mille = shared_.table.per_mille(),
            .moves = m.line};
}

// One more thread; whether the system had one. Where it has no more, those that there are search.
template <class Work>
static bool begin(std::vector<std::thread>& threads, Work work) {
    try {
        threads.emplace_back(work);
        return true;
    } catch (const std::system_error&) {
        return false;
    }
}

void Engine::run_workers(const OnLine& on_line) {
    // Whatever the threads use outlives them.
    const auto silent = [](const Worker&, int) {};
    const auto help = [&](size_t i) { workers_[i]->run(static_cast<int>(i), silent); };
    std::vector<std::thread> helpers;
    // Whatever the callback throws must not leave threads behind.
    std::exception_ptr failure;
    try {
        size_t next = 1;
        while (next < workers_.size() && begin(helpers, [&help, next] { help(next); })) ++next;
        workers_[0]->run(0, [&](const Worker& worker, int pv) { on_line(line_of(worker, pv)); });
        wait_for_stop();
    } catch (...) {
        failure = std::current_exception();
    }
    shared_.stop.store(true);
    for (std::thread& helper : helpers) helper.join();
    if (failure) std::rethrow_exception(failure);
}

// An endless search may run out of depth, but not of patience.
void Engine::wait_for_stop() {
    while (!shared_.stop.load() && (shared_.limits.infinite || shared_.clock.is_pondering()))
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

int Engine::evaluate(const Board& board) {
    const auto lock = claim();
    workers_[0]->set_root(board, {});
    return workers_[0]->root_evaluation();
}

// Whether a move of each side has been made since the last search; from now on, since this one.
bool Engine::is_next_move(const Board& board) {
    const size_t ply = board.ply();
    const bool is_next =
        last_key_ && ply == last_ply_ + 2 && board.key_before(last_ply_) == *last_key_;
    last_ply_ = ply;
    last_key_ = board.state().key;
    return is_next;
}

SearchResult Engine::search(const Board& board, const Limits& limits, const OnLine& on_line,
                            const std::function<void()>& on_begin) {
    const auto lock = claim();
    shared_.stop.store(false);
    shared_.told_nodes.store(0);
    shared_.finished_depth.store(0);
    shared_.limits = limits;
    shared_.clock.start(limits, board.turn(), is_next_move(board));
    shared_.table.new_search();
    if (on_begin) on_begin();
    MoveList moves =
        board.end() && !limits.past_draws ? MoveList() : board.moves(Want::all, Legality::legal);
    if (!limits.moves.empty())
        std::erase_if(moves, [&](Move move) {
            return std::find(limits.moves.begin(), limits.moves.end(), move) == limits.moves.end();
        });
    SearchResult result;
    if (moves.empty()) {
        wait_for_stop();
        return result;
    }
    for (const auto& worker : workers_) worker->set_root(board, moves);
    std::optional<Move> told;
    run_workers([&](const Variation& line) {
        if (line.index == 1) told = line.moves[0];
        if (on_line) on_line(line);
    });
    shared_.clock.finish();

    const Worker& main = *workers_[0];
    result.nodes = nodes();
    result.time_ms = shared_.clock.thought_ms();
    result.depth = main.depth();
    const size_t count = std::min(moves.size(), static_cast<size_t>(std::max(1, limits.multipv)));
    for (size_t pv = 0; pv < count; ++pv)
        // What was never searched has no score, unless nothing was.
        if (pv == 0 || main.root_moves()[pv].score != -kInfinite ||
            main.root_moves()[pv].previous_score != -kInfinite)
            result.lines.push_back(line_of(main, static_cast<int>(pv)));
    // A stop may leave lines of two iterations.
    std::stable_sort(result.lines.begin(), result.lines.end(),
                     [](const Variation& a, const Variation& b) { return a.score > b.score; });
    for (size_t i = 0; i < result.lines.size(); ++i)
        result.lines[i].index = static_cast<int>(i) + 1;
    const MoveList& line = result.lines[0].moves;
    result.move = line[0];
    if (line.size() > 1) result.ponder = line[1];
    // Stopped within an iteration, the search may have found better than it has told, or told
    // nothing at all: the last line told is that of the move.
    if (on_line && told != result.move)
        for (const Variation& found : result.lines) on_line(found);
    return result;
}

}  // namespace ferz
