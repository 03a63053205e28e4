"""Without pruning, table and quiescence, the search finds what plain minimax finds."""

import random
from collections.abc import Iterator

import pytest

import ferz
from ferz import _core, variants

#: Params that leave no move out, search none less deeply and believe no estimate.
PLAIN = {
    "reverse_depth": 0,
    "guess_margin": 0,
    "razor_depth": 0,
    "null_depth": 99,
    "internal_depth": 99,
    "probcut_depth": 99,
    "late_depth": 0,
    "futility_depth": 0,
    "exchange_depth": 0,
    "self_capture_depth": 0,
    "singular_depth": 99,
    "check_depth": 99,
    "reduction_scale": 0,
    "correction_grain": 0,
    "table": 0,
    "quiescence": 0,
    "settling": 0,
    "draw_spread": 0,
}
#: Nor is anything left that only brings good moves first, or shows first that others are worse.
UNORDERED = PLAIN | dict.fromkeys(
    (
        *("zero_windows", "losing_captures_last", "self_captures_last", "killers"),
        *("butterflies", "capture_history", "continuations", "lessons"),
    ),
    0,
)
MATE = 32_000


def minimax(engine: _core.SearchEngine, board: ferz.Board, depth: int, ply: int = 0) -> int:
    """The value of a position for the side to move; a mate is worth less the later it comes."""
    if outcome := board.outcome:
        if outcome.winner is None:
            return 0
        return MATE - ply if outcome.winner is board.turn else ply - MATE
    if depth == 0:
        return engine.evaluate(board)
    values = []
    for move in board.legal_moves:
        board.push(move)
        values.append(-minimax(engine, board, depth - 1, ply + 1))
        board.pop()
    return max(values)


def score_of(value: int) -> tuple[int | None, int | None]:
    """A value as centipawns or moves to mate."""
    moves = (MATE - abs(value) + 1) // 2
    if moves < 100:
        return None, moves if value > 0 else -moves
    return value, None


def random_boards(name: str, count: int) -> Iterator[ferz.Board]:
    """Positions from random games, without the history that only a search of a game knows."""
    rng = random.Random(name)
    for _ in range(count):
        board = ferz.Board(name)
        for _ in range(rng.randrange(60)):
            board.push(rng.choice(board.legal_moves))
            if board.outcome:
                board.pop()
                break
        yield ferz.Board(name, " ".join([*board.fen.split()[:-2], "0", "1"]))


@pytest.mark.parametrize("params", [PLAIN, UNORDERED], ids=["ordered", "unordered"])
@pytest.mark.parametrize("name", variants.builtin_names())
def test_search_without_pruning_equals_minimax(name: str, params: dict[str, int]) -> None:
    for board in random_boards(name, 6):
        engine = _core.SearchEngine(board.variant, hash_mb=1, params=params)
        depth = 3 if len(board.legal_moves) < 14 else 2
        line = engine.search(board, depth=depth).lines[0]
        expected = score_of(minimax(engine, board, depth))
        assert (line.score_cp, line.mate) == expected, board.fen
