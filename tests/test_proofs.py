"""Proofs beyond tables: mates within a number of plies, and who wins."""

import pytest
from mate_files import Problem, all_problems
from small_games import SMALL_GAMES, small_game

import ferz
from ferz import _core


@pytest.mark.parametrize("game", ["1d-6", "1d-7", "1d-8", "1d-9", "1d-10", "octopawn"])
def test_a_proof_says_what_the_graph_says(game: str) -> None:
    board = ferz.Board(game)
    found = _core.Graph(board).probe(board)
    assert found is not None
    assert _core.prove(board)[:2] == (found[0], found[0])


@pytest.mark.parametrize("name", list(SMALL_GAMES))
def test_a_proof_of_any_position_says_what_the_graph_says(name: str) -> None:
    board = small_game(name)
    graph = _core.Graph(board)
    for number in range(0, len(graph), max(1, len(graph) // 12)):
        verdict = graph.verdict(number)
        assert verdict is not None
        position = ferz.Board(board.variant, graph.fen(number))
        assert _core.prove(position)[:2] == (verdict[0], verdict[0]), position.fen


@pytest.mark.parametrize("name", list(SMALL_GAMES))
def test_the_shortest_mate_is_that_of_the_graph(name: str) -> None:
    board = small_game(name)
    graph = _core.Graph(board)
    for number in range(0, len(graph), max(1, len(graph) // 12)):
        verdict = graph.verdict(number)
        assert verdict is not None
        position = ferz.Board(board.variant, graph.fen(number))
        found, _ = _core.find_mate(position, 5)
        is_near = verdict[1] is not None and verdict[1] <= 5
        assert found == (verdict if is_near else None), position.fen


def test_a_proof_uses_tables() -> None:
    board = ferz.Board("1d-10")
    tables = _core.Tablebase(board.variant, "x")
    tables.plan(board)
    for number in range(len(tables.stages) - 1):
        tables.solve(number)
    with_tables, without = _core.prove(board, tables), _core.prove(board)
    assert with_tables[:2] == without[:2] == ("draw", "draw")
    assert with_tables[2] < without[2]


def test_a_proof_that_runs_out_says_what_is_known() -> None:
    at_least, at_most, nodes = _core.prove(ferz.Board("chess"), nodes=2_000)
    assert (at_least, at_most) == ("loss", "win")
    assert nodes >= 2_000


@pytest.mark.parametrize("problem", [p for p in all_problems() if p.moves <= 2], ids=str)
def test_every_generated_mate_is_found_and_none_sooner(problem: Problem) -> None:
    found, _ = _core.find_mate(ferz.Board(problem.variant, problem.fen), 2 * problem.moves)
    assert found is not None
    assert found[0] == "win"
    # Where the loser makes the last move, as in giveaway, the game ends a ply later.
    assert found[1] in (2 * problem.moves - 1, 2 * problem.moves)


def test_rules_that_look_back_are_refused_by_every_proof() -> None:
    text = (
        'name = "again"\nfiles = 1\nranks = 7\nstart = "k/1/r/1/R/1/K w - - 0 1"\n[pieces]\n'
        'rook = { letter = "r", move = "R" }\nking = { letter = "k", move = "K", royal = true }\n'
        '[rules]\nn_fold_rule = 2\nn_fold_value = "win"\n'
    )
    board = ferz.Board(ferz.variants.loads(text))
    for solve in (ferz.solver.prove, lambda b: ferz.solver.find_mate(b, 3), _core.Graph):
        with pytest.raises(ferz.SolveError, match="a game with a repetition that is no draw"):
            solve(board)


def test_a_mate_is_asked_for_within_reason() -> None:
    board = ferz.Board("1d-8")
    for moves in (-1, 501, 40_000):
        with pytest.raises(ValueError, match=f"moves {moves}, expected 0 to 500"):
            ferz.solver.find_mate(board, moves)
    with pytest.raises(ferz.SolveError, match="40000 plies, expected 1000 at most"):
        _core.find_mate(board, 40_000)
    found = ferz.solver.find_mate(board, 500)
    assert found is not None
    assert found.distance == 11


def test_a_proof_stops_at_its_nodes() -> None:
    proof = ferz.solver.prove(ferz.Board("thin-3x8"), nodes=1_000)
    # The last position brings its own moves.
    assert proof.value is None
    assert 1_000 <= proof.nodes <= 1_100
