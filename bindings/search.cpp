// The engine: one call searches, with the interpreter lock released.
#include <nanobind/stl/function.h>

#include <algorithm>

#include "base/text.h"
#include "bindings.h"
#include "board.h"
#include "moves.h"
#include "search/engine.h"

namespace ferz {
namespace {

// A line of moves as Python sees it.
struct PyLine {
    int index, depth, selective_depth;
    std::optional<int> score_cp, mate;
    std::string bound;
    uint64_t nodes;
    int64_t time_ms;
    int hash_per_mille;
    std::vector<PyMove> moves;
};

struct PyResult {
    std::vector<PyLine> lines;
    std::optional<PyMove> move, ponder;
    uint64_t nodes;
    int64_t time_ms;
    int depth;
};

// In moves of the side that wins; negative where the side to move loses.
int mate_distance(int score) {
    return score > 0 ? (kMate - score + 1) / 2 : -(kMate + score + 1) / 2;
}

std::vector<PyMove> to_python(const Board& board, const MoveList& moves) {
    const auto copy = board.clone();
    std::vector<PyMove> out;
    for (Move move : moves) {
        out.push_back(PyMove::of(*copy, move));
        copy->push(move);
    }
    return out;
}

PyLine to_python(const Board& board, const Variation& line) {
    const bool mate = is_mate(line.score);
    return {line.index,
            line.depth,
            line.selective_depth,
            mate ? std::nullopt : std::optional(line.score),
            mate ? std::optional(mate_distance(line.score)) : std::nullopt,
            line.bound == Bound::exact   ? "exact"
            : line.bound == Bound::lower ? "lower"
                                         : "upper",
            line.nodes,
            line.time_ms,
            line.hash_per_mille,
            to_python(board, line.moves)};
}

PyResult to_python(const Board& board, const SearchResult& found) {
    PyResult out{{}, {}, {}, found.nodes, found.time_ms, found.depth};
    for (const Variation& line : found.lines) out.lines.push_back(to_python(board, line));
    if (found.move) out.move = PyMove::of(board, *found.move);
    if (found.ponder) out.ponder = out.lines[0].moves[1];
    return out;
}

using LineCallback = nb::typed<nb::callable, void(PyLine)>;
using BeginCallback = nb::typed<nb::callable, void()>;

SearchParams to_params(const std::map<std::string, int>& named) {
    SearchParams params;
    for (const auto& [name, value] : named) {
        const auto found = std::find_if(kSearchParams.begin(), kSearchParams.end(),
                                        [&](const SearchParam& p) { return p.name == name; });
        if (found == kSearchParams.end())
            throw nb::value_error(text("params: unknown ", quoted(name)).c_str());
        if (value < found->least || value > found->most)
            throw nb::value_error(
                text(name, ": ", value, ", expected ", found->least, " to ", found->most).c_str());
        params.*(found->value) = value;
    }
    return params;
}

class PyEngine {
public:
    PyEngine(const std::shared_ptr<Variant>& variant, int threads, int64_t hash_mb,
             const std::optional<std::map<std::string, WeightSection>>& weights,
             const std::map<std::string, int>& params) {
        Weights own(*variant);
        if (weights) own.replace(*weights, *variant);
        engine_ = std::make_unique<Engine>(variant, own, to_params(params),
                                           checked(threads, "threads", 1, 1024),
                                           checked(hash_mb, "hash_mb", 1, 1 << 20));
    }

    int evaluate(const PyBoard& board) {
        check_game(board);
        return engine_->evaluate(*board);
    }

    PyResult search(const PyBoard& board, const Limits& limits,
                    const std::optional<LineCallback>& on_line,
                    const std::optional<BeginCallback>& on_begin) {
        check_game(board);
        const auto copy = board->clone();
        OnLine report;
        if (on_line)
            report = [&](const Variation& line) {
                const PyLine made = to_python(*copy, line);
                const nb::gil_scoped_acquire acquire;
                (*on_line)(made);
            };
        std::function<void()> begin;
        if (on_begin)
            begin = [&] {
                const nb::gil_scoped_acquire acquire;
                (*on_begin)();
            };
        SearchResult found;
        {
            const nb::gil_scoped_release release;
            found = engine_->search(*copy, limits, report, begin);
        }
        return to_python(*copy, found);
    }

    static int64_t checked(int64_t value, const char* what, int64_t least, int64_t most) {
        if (value < least || value > most)
            throw nb::value_error(
                text(what, ": ", value, ", expected ", least, " to ", most).c_str());
        return value;
    }
    static int checked(int value, const char* what, int64_t least, int64_t most) {
        return static_cast<int>(checked(static_cast<int64_t>(value), what, least, most));
    }

    Engine& operator*() { return *engine_; }
    Engine* operator->() { return engine_.get(); }
    const Engine* operator->() const { return engine_.get(); }

private:
    void check_game(const PyBoard& board) const {
        if (!board->variant()->is_played_as(engine_->variant()))
            throw nb::value_error(text("board: a position of ", quoted(board->rules().id),
                                       ", expected one of ", quoted(engine_->variant().rules().id))
                                      .c_str());
    }

    std::unique_ptr<Engine> engine_;
};

constexpr int64_t kMostNumber = int64_t{1} << 53;

int64_t at_least_0(int64_t value, const char* what) {
    return PyEngine::checked(value, what, 0, kMostNumber);
}

// More moves than any game or position has.
constexpr int kManyMoves = 1 << 20;

int at_most(int64_t value, int most) {
    return static_cast<int>(std::clamp<int64_t>(value, -most, most));
}

int64_t clock_time(int64_t value) {
    return std::clamp(value, -kMostNumber, kMostNumber);
}

void bind_engine(nb::module_& module) {
    nb::class_<PyEngine>(module, "SearchEngine", "An engine for one game.")
        .def(nb::init<const std::shared_ptr<Variant>&, int, int64_t,
                      const std::optional<std::map<std::string, WeightSection>>&,
                      const std::map<std::string, int>&>(),
             nb::arg("variant"), nb::arg("threads") = 1, nb::arg("hash_mb") = 16,
             nb::arg("weights") = nb::none(), nb::arg("params") = std::map<std::string, int>(),
             "An engine with so many threads and so large a table. Weights replace sections of the "
             "evaluation's, params numbers of the search.")
        .def_prop_rw(
            "threads", [](const PyEngine& e) { return e->threads(); },
            [](PyEngine& e, int threads) {
                e->set_threads(PyEngine::checked(threads, "threads", 1, 1024));
            },
            "How many threads search.")
        .def_prop_rw(
            "hash_mb", [](const PyEngine& e) { return e->hash_mb(); },
            [](PyEngine& e, int64_t hash_mb) {
                const auto megabytes =
                    static_cast<size_t>(PyEngine::checked(hash_mb, "hash_mb", 1, 1 << 20));
                const nb::gil_scoped_release release;  // gigabytes take their time
                e->set_hash_mb(megabytes);
            },
            "The size of the transposition table in megabytes.")
        .def(
            "set_solved",
            [](PyEngine& e, const std::shared_ptr<Tablebase>& tables) { e->set_solved(tables); },
            nb::arg("tables").none(), "Solved positions of the same game to ask, or none.")
        .def(
            "evaluate", [](PyEngine& e, const PyBoard& board) { return e.evaluate(board); },
            nb::arg("board"), "The static evaluation in centipawns, for the side to move.")
        .def(
            "clear", [](PyEngine& e) { e->clear(); }, nb::call_guard<nb::gil_scoped_release>(),
            "Forget everything learned.")
        .def(
            "stop", [](PyEngine& e) { e->stop(); }, "End the search that is running, if one is.")
        .def(
            "ponder_hit", [](PyEngine& e) { e->ponder_hit(); },
            "The expected move was made: the clock counts from now on.")
        .def_prop_ro(
            "nodes", [](const PyEngine& e) { return e->nodes(); },
            "How many positions the search under way has looked at, or the last one.")
        .def(
            "search",
            [](PyEngine& engine, const PyBoard& board, std::optional<int64_t> depth,
               std::optional<int64_t> nodes, std::optional<int64_t> time_ms,
               std::optional<int64_t> cpu_time_ms, std::optional<int64_t> white_time_ms,
               std::optional<int64_t> black_time_ms, int64_t white_increment_ms,
               int64_t black_increment_ms, std::optional<int64_t> moves_to_go,
               int64_t move_overhead_ms, std::optional<int64_t> mate,
               const std::optional<std::vector<PyMove>>& moves, int64_t multipv, bool infinite,
               bool ponder, bool past_draws, const std::optional<LineCallback>& on_line,
               const std::optional<BeginCallback>& on_begin) {
                Limits limits;
                if (depth)
                    limits.depth = static_cast<int>(std::min<int64_t>(
                        PyEngine::checked(*depth, "depth", 1, kMostNumber), kMaxDepth));
                if (nodes) limits.nodes = static_cast<uint64_t>(at_least_0(*nodes, "nodes"));
                if (time_ms) limits.time_ms = at_least_0(*time_ms, "time_ms");
                if (cpu_time_ms) limits.cpu_time_ms = at_least_0(*cpu_time_ms, "cpu_time_ms");
                // A clock may have run out: there is still a move to make.
                if (white_time_ms) limits.clock_ms[kWhite] = clock_time(*white_time_ms);
                if (black_time_ms) limits.clock_ms[kBlack] = clock_time(*black_time_ms);
                limits.increment_ms[kWhite] = at_least_0(white_increment_ms, "white_increment_ms");
                limits.increment_ms[kBlack] = at_least_0(black_increment_ms, "black_increment_ms");
                if (moves_to_go) limits.moves_to_go = at_most(*moves_to_go, kManyMoves);
                limits.move_overhead_ms = at_least_0(move_overhead_ms, "move_overhead_ms");
                if (mate) limits.mate = at_most(*mate, kManyMoves);
                if (moves)
                    for (const PyMove& move : *moves)
                        limits.moves.push_back(legal_move(*board, move));
                limits.multipv =
                    at_most(PyEngine::checked(multipv, "multipv", 1, kMostNumber), kManyMoves);
                limits.infinite = infinite;
                limits.ponder = ponder;
                limits.past_draws = past_draws;
                return engine.search(board, limits, on_line, on_begin);
            },
            nb::arg("board"), nb::kw_only(), nb::arg("depth") = nb::none(),
            nb::arg("nodes") = nb::none(), nb::arg("time_ms") = nb::none(),
            nb::arg("cpu_time_ms") = nb::none(), nb::arg("white_time_ms") = nb::none(),
            nb::arg("black_time_ms") = nb::none(), nb::arg("white_increment_ms") = 0,
            nb::arg("black_increment_ms") = 0, nb::arg("moves_to_go") = nb::none(),
            nb::arg("move_overhead_ms") = 10, nb::arg("mate") = nb::none(),
            nb::arg("moves") = nb::none(), nb::arg("multipv") = 1, nb::arg("infinite") = false,
            nb::arg("ponder") = false, nb::arg("past_draws") = false,
            nb::arg("on_line") = nb::none(), nb::arg("on_begin") = nb::none(),
            "Search a position until a limit is reached or stop() is called.");
}

}  // namespace

void bind_search(nb::module_& module) {
    nb::class_<PyLine>(module, "Line", "One line of analysis.")
        .def_ro("index", &PyLine::index, "1 is the best.")
        .def_ro("depth", &PyLine::depth, "How deep it was searched, in plies.")
        .def_ro("selective_depth", &PyLine::selective_depth, "How deep its longest line went.")
        .def_ro("score_cp", &PyLine::score_cp,
                "For the side to move, in centipawns; None where a mate is found.")
        .def_ro("mate", &PyLine::mate,
                "The game is won in so many moves; negative: it is lost. None if neither is found.")
        .def_ro("bound", &PyLine::bound, "'exact', 'lower' or 'upper'.")
        .def_ro("nodes", &PyLine::nodes)
        .def_ro("time_ms", &PyLine::time_ms)
        .def_ro("hash_per_mille", &PyLine::hash_per_mille)
        .def_ro("moves", &PyLine::moves, "The line itself.");
    nb::class_<PyResult>(module, "SearchResult", "What a search found.")
        .def_ro("lines", &PyResult::lines, "The best first; none if the game has ended.")
        .def_ro("move", &PyResult::move, "The best move, or None.")
        .def_ro("ponder", &PyResult::ponder, "The reply that is expected, or None.")
        .def_ro("nodes", &PyResult::nodes)
        .def_ro("time_ms", &PyResult::time_ms)
        .def_ro("depth", &PyResult::depth, "The deepest finished iteration.");
    bind_engine(module);
    module.def(
        "search_params",
        [] {
            std::map<std::string, std::pair<int, std::string>> out;
            const SearchParams defaults;
            for (const SearchParam& p : kSearchParams)
                out[std::string(p.name)] = {defaults.*(p.value), std::string(p.meaning)};
            return out;
        },
        "The numbers of the search by name: default and meaning.");
}

}  // namespace ferz
