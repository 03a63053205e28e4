// Solving: tables, graphs and proofs.
#include <nanobind/stl/unique_ptr.h>

#include "bindings.h"
#include "board.h"
#include "solve/graph.h"
#include "solve/mate.h"
#include "solve/proof.h"
#include "solve/tablebase.h"

namespace ferz {
namespace {

using PyVerdict = std::pair<std::string, std::optional<int>>;

const char* value_name(Value value) {
    return value == Value::win ? "win" : value == Value::loss ? "loss" : "draw";
}

std::optional<PyVerdict> to_python(const Verdict& verdict) {
    if (verdict.value == Value::none) return {};
    const bool is_drawn = verdict.value == Value::draw;
    return PyVerdict{value_name(verdict.value),
                     is_drawn ? std::nullopt : std::optional(verdict.distance)};
}

uint64_t checked(const Graph& graph, uint64_t number) {
    if (number >= graph.size()) throw nb::index_error("number of a position");
    return number;
}

// on_progress(doing, done, total) returns whether to go on.
using OnProgress = nb::typed<nb::callable, bool(std::string, uint64_t, uint64_t)>;

// Called with the interpreter lock released, from the thread that asked.
Report report_to(const std::optional<OnProgress>& on_progress) {
    return [&on_progress](const std::string& doing) -> Watch {
        return [&on_progress, doing](uint64_t done, uint64_t total) {
            const nb::gil_scoped_acquire acquire;
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            return !on_progress || nb::cast<bool>((*on_progress)(doing, done, total));
        };
    };
}

void bind_stage(nb::module_& module) {
    nb::class_<Stage>(module, "Stage", "The tables of one material, solved together.")
        .def_ro("name", &Stage::name)
        .def_ro("men", &Stage::men)
        .def_ro("needs", &Stage::needs, "The stages that its captures and promotions lead to.")
        .def_ro("entries", &Stage::entries)
        .def_ro("cell_bytes", &Stage::cell_bytes, "Bytes of an entry in memory.")
        .def_ro("is_solved", &Stage::is_solved)
        .def_ro("is_loaded", &Stage::is_loaded)
        .def_ro("file_bytes", &Stage::file_bytes)
        .def_prop_ro("legal", [](const Stage& s) { return s.counts.legal; })
        .def_prop_ro("won", [](const Stage& s) { return s.counts.won; })
        .def_prop_ro("lost", [](const Stage& s) { return s.counts.lost; })
        .def_prop_ro("drawn", [](const Stage& s) { return s.counts.drawn; })
        .def_prop_ro(
            "longest", [](const Stage& s) { return s.counts.longest; },
            "The greatest distance, in plies.")
        .def_ro("checksum", &Stage::checksum, "Of the entries, once they are saved.");
    nb::class_<Reach>(module, "Reach", "What play can reach from a position.")
        .def_ro("positions", &Reach::positions)
        .def_ro("won", &Reach::won)
        .def_ro("lost", &Reach::lost)
        .def_ro("drawn", &Reach::drawn)
        .def_ro("longest", &Reach::longest)
        .def_ro("longest_fen", &Reach::longest_fen);
}

}  // namespace

void bind_solve(nb::module_& module) {
    bind_stage(module);
    nb::class_<Tablebase>(module, "Tablebase", "All tables of a game.")
        .def(nb::new_([](const std::shared_ptr<Variant>& variant, const std::string& game) {
                 return Tablebase::make(variant, game);
             }),
             nb::arg("variant"), nb::arg("game"))
        .def(
            "plan",
            [](Tablebase& t, const PyBoard& board) {
                // A game of many materials takes a while to plan; others may go on.
                const nb::gil_scoped_release release;
                t.plan(*board);
            },
            nb::arg("board"), "Add the materials that can arise from a position.")
        .def("plan_all", &Tablebase::plan_all, nb::arg("men"),
             "Add all materials with so many men at most.")
        .def("add", &Tablebase::add, nb::arg("name"),
             "Add one material by the name of its stage, for asking its file.")
        .def_prop_ro(
            "stages", [](const Tablebase& t) { return t.stages(); },
            "In an order in which they can be solved.")
        .def(
            "solve",
            [](Tablebase& t, int stage, int threads, uint64_t memory_limit,
               const std::optional<OnProgress>& on_progress) {
                const nb::gil_scoped_release release;
                t.solve(stage, threads, memory_limit, report_to(on_progress));
            },
            nb::arg("stage"), nb::kw_only(), nb::arg("threads") = 1, nb::arg("memory_limit") = 0,
            nb::arg("on_progress") = nb::none(),
            "Solve a stage whose needs are loaded; on_progress(doing, done, total) returns "
            "whether to go on.")
        .def(
            "verify",
            [](Tablebase& t, int stage, int threads, const std::optional<OnProgress>& on_progress) {
                const nb::gil_scoped_release release;
                t.verify(stage, threads, report_to(on_progress));
            },
            nb::arg("stage"), nb::kw_only(), nb::arg("threads") = 1,
            nb::arg("on_progress") = nb::none(),
            "Raise SolveError where an entry is not what its moves make of it.")
        .def("save", &Tablebase::save, nb::arg("stage"), nb::arg("path"), nb::arg("threads") = 1,
             nb::call_guard<nb::gil_scoped_release>())
        .def("open", &Tablebase::open, nb::arg("stage"), nb::arg("path"),
             nb::call_guard<nb::gil_scoped_release>(), "Make a file's values known.")
        .def("load", &Tablebase::load, nb::arg("stage"), nb::arg("threads") = 1,
             nb::call_guard<nb::gil_scoped_release>(), "Read a stage's file into memory.")
        .def("release", &Tablebase::release, nb::arg("stage"),
             "Free the memory of a stage that has a file.")
        .def(
            "probe", [](const Tablebase& t, const PyBoard& b) { return to_python(t.probe(*b)); },
            nb::arg("board"), "Value for the side to move and plies to the end, if known.")
        .def("longest_fen", &Tablebase::longest_fen, nb::arg("stage"),
             "A position of the stage's greatest distance.")
        .def("unique", &Tablebase::unique, nb::arg("stage"), nb::arg("threads") = 1,
             nb::call_guard<nb::gil_scoped_release>(),
             "How many legal positions a stage that was just solved has, up to all symmetries.")
        .def(
            "reach",
            [](Tablebase& t, const PyBoard& b, int threads,
               const std::optional<OnProgress>& on_progress) {
                const nb::gil_scoped_release release;
                return t.reach(*b, threads, report_to(on_progress));
            },
            nb::arg("board"), nb::kw_only(), nb::arg("threads") = 1,
            nb::arg("on_progress") = nb::none(), "Walk over every position that play can reach.");
    nb::class_<Graph>(module, "Graph", "Every position that play can reach, solved.")
        .def(nb::new_([](const PyBoard& board, uint64_t memory_limit,
                         const std::optional<OnProgress>& on_progress) {
                 const nb::gil_scoped_release release;
                 return Graph::make(*board, memory_limit, report_to(on_progress)("graph"));
             }),
             nb::arg("board"), nb::kw_only(), nb::arg("memory_limit") = 0,
             nb::arg("on_progress") = nb::none())
        .def("__len__", &Graph::size)
        .def_prop_ro("moves", &Graph::moves, "How many moves the graph has.")
        .def_prop_ro("bytes", &Graph::bytes, "The most memory that it took.")
        .def(
            "probe", [](const Graph& g, const PyBoard& b) { return to_python(g.probe(*b)); },
            nb::arg("board"), "Value for the side to move and plies to the end, if reached.")
        .def("counts", &Graph::counts)
        .def("first_difference", &Graph::first_difference, nb::arg("tables"),
             nb::call_guard<nb::gil_scoped_release>(),
             "The number of the first position on which tables differ, or how many there are.")
        .def(
            "fen", [](const Graph& g, uint64_t n) { return g.fen(checked(g, n)); },
            nb::arg("number"), "A position by its number.")
        .def(
            "verdict",
            [](const Graph& g, uint64_t n) { return to_python(g.verdict(checked(g, n))); },
            nb::arg("number"));
    module.def(
        "find_mate",
        [](const PyBoard& board, int plies, uint64_t memory_limit,
           const std::optional<OnProgress>& on_progress) {
            MateSearch found;
            {
                const nb::gil_scoped_release release;
                found = find_mate(*board, plies, memory_limit, report_to(on_progress)("mate"));
            }
            return std::tuple(to_python(found.verdict), found.nodes);
        },
        nb::arg("board"), nb::arg("plies"), nb::kw_only(), nb::arg("memory_limit") = 0,
        nb::arg("on_progress") = nb::none(),
        "The shortest win or loss of the side to move within so many plies, if there is one, and "
        "how many positions it took.");
    module.def(
        "prove",
        [](const PyBoard& board, const Tablebase* tables, uint64_t nodes, uint64_t memory_limit,
           const std::optional<OnProgress>& on_progress) {
            Proof proof;
            {
                const nb::gil_scoped_release release;
                proof =
                    prove(*board, tables, {nodes, memory_limit}, report_to(on_progress)("proof"));
            }
            return std::tuple(value_name(proof.at_least), value_name(proof.at_most), proof.nodes);
        },
        nb::arg("board"), nb::arg("tables").none() = nb::none(), nb::kw_only(),
        nb::arg("nodes") = 0, nb::arg("memory_limit") = 0, nb::arg("on_progress") = nb::none(),
        "What the side to move gets at least and at most, and how many positions it took.");
}

}  // namespace ferz
