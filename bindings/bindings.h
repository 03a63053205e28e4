// What the files of the bindings share: they only convert.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;

namespace ferz {

void bind_rules(nb::module_& module);
void bind_moves(nb::module_& module);
void bind_board(nb::module_& module);
void bind_eval(nb::module_& module);
void bind_search(nb::module_& module);
void bind_learn(nb::module_& module);
void bind_solve(nb::module_& module);

}  // namespace ferz
