"""The two solvers, which share no code but the rules, agree on every position."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import SMALL_GAMES, small_game

import ferz
from ferz import _core
from ferz.solver import Tables
from ferz.solver.verdicts import Verdict, after_move, best_first, move_values

BUILT_IN = ("1d-6", "1d-7", "1d-8", "1d-9", "1d-10", "octopawn", "1d-8+selfcapture")


def tables_of(board: ferz.Board) -> Tables:
    tables = Tables(board.variant)
    tables.plan(board)
    tables.build(threads=2)
    return tables


def assert_agree(board: ferz.Board) -> None:
    graph = _core.Graph(board)
    tables = tables_of(board)
    place = graph.first_difference(tables.native)
    assert place == len(graph), graph.fen(place)
    counts, reach = graph.counts(), tables.reach(board)
    for name in ("positions", "won", "lost", "drawn", "longest"):
        assert getattr(reach, name) == getattr(counts, name), name
    assert len(graph) > 1


@pytest.mark.parametrize("name", list(SMALL_GAMES))
def test_tables_and_graph_agree_on_every_reachable_position(name: str) -> None:
    assert_agree(small_game(name))


@pytest.mark.parametrize("name", BUILT_IN)
def test_tables_and_graph_agree_on_built_in_games(name: str) -> None:
    assert_agree(ferz.Board(name))


KINDS = "nbrqpsgc"


@st.composite
def small_positions(draw: st.DrawFn) -> ferz.Board:
    """Two kings and some men on a board of twelve squares, either side to move."""
    squares = draw(st.permutations(range(12)))
    men = draw(st.lists(st.sampled_from(KINDS + KINDS.upper()), min_size=1, max_size=2))
    cells = ["1"] * 12
    for square, letter in zip(squares, ["K", "k", *men], strict=False):
        cells[square] = letter
    rows = "/".join("".join(cells[3 * row : 3 * row + 3]) for row in range(4))
    board = small_game("pawns that promote")
    try:
        return ferz.Board(board.variant, f"{rows} {draw(st.sampled_from('wb'))} - - 0 1")
    except ferz.FenError:
        return board


@settings(max_examples=40)
@given(small_positions())
def test_tables_and_graph_agree_on_random_positions(board: ferz.Board) -> None:
    assert_agree(board)


@pytest.mark.parametrize("name", ["self-capture", "pawns that promote", "cannons", "a race"])
def test_every_value_is_the_best_of_the_moves(name: str) -> None:
    board = small_game(name)
    graph, tables = _core.Graph(board), tables_of(board)
    for number in range(0, len(graph), max(1, len(graph) // 300)):
        position = ferz.Board(board.variant, graph.fen(number))
        verdict = tables.probe(position)
        assert verdict is not None
        values = best_first(move_values(position, tables.probe))
        if values and position.outcome is None:
            assert Verdict(values[0].value or "draw", values[0].distance) == verdict


def test_a_move_turns_the_verdict_round() -> None:
    assert after_move(Verdict("loss", 4)) == Verdict("win", 5)
    assert after_move(Verdict("draw")) == Verdict("draw")


def test_a_table_of_other_rules_does_not_pass_the_check(tmp_path: Path) -> None:
    # Both are called the same, so that the file is not refused by its name.
    drawn, lost = small_game("pawns that stay"), small_game("pawns that stay or lose")
    one = _core.Tablebase(drawn.variant, "same name")
    other = _core.Tablebase(lost.variant, "same name")
    for tables in (one, other):
        tables.plan(drawn)
    for number, stage in enumerate(one.stages):
        one.solve(number)
        one.verify(number)
        one.save(number, str(tmp_path / stage.name))
        other.open(number, str(tmp_path / stage.name))
        other.load(number)

    def check() -> None:
        for number in range(len(other.stages)):
            other.verify(number)

    with pytest.raises(ferz.SolveError, match="is not what its moves make of it"):
        check()
