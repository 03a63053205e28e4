// The module ferz._core: private to the package, whose Python modules are the public face.
#include "base/error.h"
#include "bindings.h"
#include "solve/crew.h"

NB_MODULE(_core, module) {
    module.doc() = "The native core of Ferz.";
    // What a program still holds when it ends is no concern of its user.
    nb::set_leak_warnings(false);
    nb::exception<ferz::FenError>(module, "FenError", PyExc_ValueError);
    nb::exception<ferz::MoveError>(module, "MoveError", PyExc_ValueError);
    nb::exception<ferz::VariantError>(module, "VariantError", PyExc_ValueError);
    nb::exception<ferz::SolveError>(module, "SolveError", PyExc_ValueError);
    nb::exception<ferz::Stopped>(module, "StoppedError");
    ferz::bind_rules(module);
    ferz::bind_moves(module);
    ferz::bind_board(module);
    ferz::bind_eval(module);
    ferz::bind_search(module);
    ferz::bind_learn(module);
    ferz::bind_solve(module);
}
