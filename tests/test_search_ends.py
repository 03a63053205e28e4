"""What the search makes of ends that rules and limits bring about, not mates."""

import math

import pytest
from helpers import after, changed

import ferz
from ferz import _core


def best(board: ferz.Board, depth: int, **limits: object) -> ferz.PlayResult:
    """What a fresh engine plays."""
    with ferz.Engine(board.variant) as engine:
        return engine.play(board, depth=depth, **limits)  # type: ignore[arg-type]


@pytest.mark.parametrize("depth", [1, 2, 6])
def test_a_stalemate_that_decides_comes_before_the_count_of_moves(depth: int) -> None:
    # A knight's move takes Black's last one, which wins for Black; a bishop's move draws.
    board = ferz.Board("antichess", "8/8/7p/7B/8/8/8/NN6 w - - 99 80")
    found = best(board, depth)
    board.push(found.move or "")
    assert board.outcome is not None
    assert board.outcome.reason == "n_move"


def test_where_the_first_repetition_counts_the_game_s_own_positions_are_repeated() -> None:
    game = changed("chess", "n_fold_rule = 2")
    board = after(game, "7k/8/8/8/3q4/8/8/7K b - - 0 1", "h8h7", "h1h2", "h7h8")
    found = best(board, 6)
    assert str(found.move) == "h2h1"
    assert found.score_cp == pytest.approx(0, abs=2)


def test_who_plays_on_past_a_draw_by_count_still_knows_what_wins() -> None:
    board = ferz.Board("chess", "4k3/8/8/8/8/8/1Q6/4K2R w - - 110 90")
    assert (best(board, 6, past_draws=True).score_cp or 0) > 1_000


def test_a_search_of_some_moves_teaches_nothing_about_the_others() -> None:
    board = after("chess", ferz.Board().fen, "e2e4", "e7e5", "d1h5")
    with ferz.Engine("chess") as engine:
        assert (engine.play(board, depth=12, moves=["g7g6"]).score_cp or 0) < -300
        board.pop()
        assert str(engine.play(board, depth=1).move) != "d1h5"


@pytest.mark.parametrize("count", [500, 1500, 1850])
def test_hundreds_of_pieces_in_hand_are_worth_more_than_none(count: int) -> None:
    piece = 'x{0} = {{ letter = "{0}", move = "QNNCCZZ" }}'
    pieces = "\n".join(map(piece.format, "acdef"))
    rules = "piece_drops = true\ncaptures_to_hand = true\ncastling = false\ndouble_step = false"
    empty = "/".join(["16"] * 14)
    start = f"k15/{empty}/K15[] w - - 0 1"
    game = ferz.variants.loads(
        'name = "Hoard"\nextends = "chess"\nfiles = 16\nranks = 16\n'
        f'start = "{start}"\n[pieces]\n{pieces}\n[rules]\n{rules}\n'
    )
    board = ferz.Board(game, start.replace("[]", f"[{'ACDEF' * (count // 5)}]"))
    assert _core.SearchEngine(game).evaluate(board) > 10_000


@pytest.mark.parametrize("weight", [2**31 - 1, -(2**31), 1_000_001])
def test_weights_that_no_sum_can_hold_are_refused(weight: int) -> None:
    with pytest.raises(ferz.VariantError, match=r"'square q', entry 1: found -?[0-9]+, expected"):
        ferz.Engine("chess", weights={"square q": [(weight, 0)] * 64})


@pytest.mark.parametrize("limit", ["depth", "mate", "moves_to_go"])
def test_a_limit_larger_than_any_game_is_taken(limit: str) -> None:
    clock = {"white_time_ms": 50, "nodes": 50}
    with ferz.Engine("chess") as engine:
        found = engine.play(ferz.Board(), **clock, **{limit: 2**40})  # type: ignore[arg-type]
    assert found.move is not None
    assert math.isfinite(found.nodes)


def test_without_a_rule_of_repetition_a_win_stays_one_however_often_it_was_there() -> None:
    moves = "a2a4 a6a5 a4a6 a5a6 a3a2 a7a5 a2a3 a5a3 a1a2 a3a5 a2a1 a8a7 a1a2 a7a8 a2a1 a6a7 a1a2"
    board = after("1d-8", ferz.Board("1d-8").fen, *moves.split())
    found = best(board, 20)
    assert (str(found.move), found.mate) == ("a7a6", 2)
