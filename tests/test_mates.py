"""Forced wins of tests/mates: the files say the truth, and the engine finds every one."""

import pytest
from make_mates import make
from mate_files import FOLDER, Problem, all_problems, read_problems
from mate_prover import MateProver

import ferz
from ferz import _core, variants

PROBLEMS = all_problems()
#: Enough for the hardest of each length; nearly all need far less.
NODES = {1: 30_000, 2: 2_000_000, 3: 3_000_000}
#: Games in which random play hardly comes to a forced win of several moves.
FEW = {"1d-6", "extinction", "thin-2x10"}


def name_of(problem: Problem) -> str:
    return f"{problem.variant} {problem.fen}"


@pytest.mark.parametrize("problem", PROBLEMS, ids=name_of)
def test_the_engine_finds_the_shortest_win(problem: Problem) -> None:
    board = ferz.Board(problem.variant, problem.fen)
    engine = _core.SearchEngine(board.variant, hash_mb=16)
    found = engine.search(board, nodes=NODES[problem.moves], mate=problem.moves)
    assert found.lines[0].mate == problem.moves
    assert str(found.move) in problem.keys


@pytest.mark.parametrize("problem", [p for p in PROBLEMS if p.moves < 3], ids=name_of)
def test_the_files_name_all_moves_that_win_soonest(problem: Problem) -> None:
    prover = MateProver(ferz.Board(problem.variant, problem.fen))
    assert prover.shortest(problem.moves) == problem.moves
    assert sorted(map(str, prover.keys(problem.moves))) == list(problem.keys)


@pytest.mark.parametrize("name", ["1d-8", "octopawn", "antichess", "thin-3x8"])
def test_the_same_seed_makes_the_same_file(name: str) -> None:
    path = FOLDER / f"{name}.txt"
    most = max(sum(p.moves == n for p in read_problems(path)) for n in NODES)
    assert make(name, most, seed=1) == path.read_text(encoding="utf-8")


def test_every_game_has_problems() -> None:
    assert {problem.variant for problem in PROBLEMS} == set(variants.builtin_names())


def test_nearly_every_game_has_problems_of_every_length() -> None:
    lengths = {(problem.variant, problem.moves) for problem in PROBLEMS}
    names = set(variants.builtin_names()) - FEW
    assert {(name, n) for name in names for n in NODES} <= lengths
