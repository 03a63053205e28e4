"""Perft is data: every position of tests/perft is counted and compared."""

import pytest
from perft_files import Entry, all_entries

import ferz

ENTRIES = all_entries()
QUICK = 30_000_000


def counts(*, slow: bool) -> list[tuple[Entry, int]]:
    pairs = [(entry, depth) for entry in ENTRIES for depth in entry.nodes]
    return [(entry, depth) for entry, depth in pairs if (entry.nodes[depth] > QUICK) == slow]


def name_of(value: Entry | int) -> str:
    return value.name if isinstance(value, Entry) else str(value)


@pytest.mark.parametrize("entry", [e for e in ENTRIES if e.nodes], ids=name_of)
def test_perft_equals_the_known_counts(entry: Entry) -> None:
    board = ferz.Board(entry.variant, entry.fen)
    expected = {depth: nodes for depth, nodes in entry.nodes.items() if nodes <= QUICK}
    assert {depth: ferz.perft(board, depth) for depth in expected} == expected


@pytest.mark.slow
@pytest.mark.parametrize(("entry", "depth"), counts(slow=True), ids=name_of)
def test_deep_perft_equals_the_known_counts(entry: Entry, depth: int) -> None:
    assert ferz.perft(ferz.Board(entry.variant, entry.fen), depth) == entry.nodes[depth]


def test_names_of_positions_are_unique() -> None:
    names = [(entry.name, bool(entry.breakdown)) for entry in ENTRIES]
    assert len(set(names)) == len(names)


def test_divide_adds_up_to_perft() -> None:
    board = ferz.Board("crazyhouse")
    divided = ferz.perft_divide(board, 4)
    assert len(divided) == 20
    assert sum(divided.values()) == 197_281


def test_perft_leaves_the_board_alone() -> None:
    board = ferz.Board("chess")
    board.push("e4")
    before = board.fen, board.key, board.move_stack
    ferz.perft(board, 4)
    assert (board.fen, board.key, board.move_stack) == before
