"""The arrows of the design: who may include, import, print and name what."""

import ast
import re
from pathlib import Path

import pytest

from ferz import variants

ROOT = Path(__file__).parents[1]
# Each core folder may include itself and those named here; `search` only probes what is solved.
CORE = {
    "base": set[str](),
    "rules": {"base"},
    "board": {"base", "rules"},
    "eval": {"base", "rules", "board"},
    "solve": {"base", "rules", "board"},
    "search": {"base", "rules", "board", "eval", "solve"},
    "learn": {"base", "rules", "board", "eval", "search"},
}
API = {
    "__init__",
    "variants",
    "board",
    "game",
    "pgn",
    "pickling",
    "svg",
    "svg_art",
    "engine",
    "hints",
    "levels",
    "player",
    "searching",
    "benching",
    "weights",
    "strategies",
    "solver",
    "learn",
    "errors",
}
NATIVE = sorted([*ROOT.glob("core/**/*.h"), *ROOT.glob("core/**/*.cpp")])
BINDINGS = sorted(ROOT.glob("bindings/*"))
PYTHON = sorted((ROOT / "src" / "ferz").rglob("*.py"))


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def layer_of(path: Path) -> str:
    """The module or package right below ferz; `python -m ferz` is the command line."""
    first = path.relative_to(ROOT / "src" / "ferz").with_suffix("").parts[0]
    return "cli" if first == "__main__" else first


def imports_of(path: Path) -> set[str]:
    """Every module that a file imports, and every name that it imports from one."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {str(node.module)} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", NATIVE, ids=name_of)
def test_core_includes_point_downward(path: Path) -> None:
    folder = path.relative_to(ROOT / "core").parts[0]
    included = re.findall(r'#include "(\w+)/', path.read_text(encoding="utf-8"))
    assert set(included) <= CORE[folder] | {folder}


@pytest.mark.parametrize("path", NATIVE, ids=name_of)
def test_the_core_knows_no_python_prints_nothing_and_never_exits(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(
        r"Python\.h|nanobind|<iostream>|\bprintf\(|\bputs\(|\bexit\(|abort\(", text
    )


@pytest.mark.parametrize("path", [*NATIVE, *BINDINGS], ids=name_of)
def test_no_variant_is_named_in_the_native_sources(path: Path) -> None:
    words = set(re.findall(r"[\w-]+", path.read_text(encoding="utf-8").lower()))
    names = set(variants.builtin_names()) - WORDS_OF_RULES
    assert not words & names


#: Names of games that are also the name of a rule or an ordinary word of ours.
WORDS_OF_RULES = {"chess", "chess960", "extinction"}


@pytest.mark.parametrize("path", PYTHON, ids=name_of)
def test_only_the_api_layer_imports_the_core(path: Path) -> None:
    if layer_of(path) not in API:
        assert not {name for name in imports_of(path) if name.startswith("ferz._core")}


@pytest.mark.parametrize("path", PYTHON, ids=name_of)
def test_only_the_command_line_prints(path: Path) -> None:
    if layer_of(path) != "cli":
        calls = [
            n
            for n in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(n, ast.Call)
        ]
        names = {call.func.id for call in calls if isinstance(call.func, ast.Name)}
        assert "print" not in names
        assert not imports_of(path) & {"rich", "typer", "ferz.cli"}


@pytest.mark.parametrize("path", PYTHON, ids=name_of)
def test_the_api_layer_imports_no_front_end(path: Path) -> None:
    if layer_of(path) in API:
        ours = {name.split(".")[1] for name in imports_of(path) if name.startswith("ferz.")}
        assert not ours & {"cli", "protocols", "match", "train", "balance", "web"}
