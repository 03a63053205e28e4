"""Perft by kind of move: captures, en passant, castles, promotions, checks and mates."""

import pytest
from _pytest.mark.structures import ParameterSet
from perft_files import FOLDER, Entry, read_entries

import ferz

ENTRIES = read_entries(FOLDER / "breakdown.perft")
LONG = 30_000_000


def case(entry: Entry, depth: int) -> ParameterSet:
    """One test, marked if it takes long."""
    is_long = entry.breakdown[depth]["nodes"] > LONG
    return pytest.param(
        entry, depth, id=f"{entry.name}-{depth}", marks=[pytest.mark.slow] if is_long else []
    )


CASES = [case(entry, depth) for entry in ENTRIES for depth in entry.breakdown]


@pytest.mark.parametrize(("entry", "depth"), CASES)
def test_the_breakdown_equals_the_published_one(entry: Entry, depth: int) -> None:
    counts = ferz.perft_breakdown(ferz.Board(entry.variant, entry.fen), depth)
    expected = entry.breakdown[depth]
    assert {name: getattr(counts, name) for name in expected} == expected


def test_self_captures_are_counted_among_the_captures() -> None:
    counts = ferz.perft_breakdown(ferz.Board("selfcapture"), 1)
    assert (counts.nodes, counts.captures, counts.self_captures) == (39, 19, 19)


def test_drops_are_counted() -> None:
    board = ferz.Board("crazyhouse", "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1")
    counts = ferz.perft_breakdown(board, 1)
    assert (counts.nodes, counts.drops, counts.captures) == (67, 62, 0)


def test_a_castle_that_mates_is_a_castle_a_check_and_a_mate() -> None:
    # Two moves mate, O-O and Rf1; two other rook moves give check.
    board = ferz.Board("chess", "5k2/8/8/8/8/8/4R1R1/4K2R w K - 0 1")
    counts = ferz.perft_breakdown(board, 1)
    assert (counts.castles, counts.mates, counts.captures) == (1, 2, 0)
