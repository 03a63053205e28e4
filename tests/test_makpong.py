"""The example of CONTRIBUTING.md: one rule, one line in rules.def, one place that obeys it."""

import pytest

import ferz
from ferz import variants

MAKPONG = 'name = "Makpong chess"\nextends = "chess"\n[rules]\nmakpong_rule = true\n'


@pytest.fixture(scope="module")
def makpong() -> ferz.Variant:
    return variants.loads(MAKPONG, source="makpong.toml")


def test_a_king_in_check_may_not_walk_away(makpong: ferz.Variant) -> None:
    board = ferz.Board(makpong, "4r1k1/8/8/8/8/3N4/8/4K3 w - - 0 1")
    assert sorted(map(str, board.legal_moves)) == ["d3e5"]


def test_a_king_may_take_the_piece_that_checks_it(makpong: ferz.Variant) -> None:
    board = ferz.Board(makpong, "6k1/8/8/8/8/8/4r3/4K3 w - - 0 1")
    assert [str(move) for move in board.legal_moves] == ["e1e2"]


def test_a_king_that_is_not_in_check_walks_as_ever(makpong: ferz.Variant) -> None:
    board = ferz.Board(makpong, "6k1/8/8/8/8/8/8/4K3 w - - 0 1")
    assert len(board.legal_moves) == 5


def test_a_check_that_only_the_king_could_leave_is_mate(makpong: ferz.Variant) -> None:
    assert ferz.Board(makpong, "4r1k1/8/8/8/8/8/8/4K3 w - - 0 1").is_checkmate
    assert not ferz.Board("chess", "4r1k1/8/8/8/8/8/8/4K3 w - - 0 1").is_checkmate
