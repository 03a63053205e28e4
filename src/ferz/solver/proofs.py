"""Proofs where no table reaches: mates within a number of moves, and who wins."""

from typing import NamedTuple

from ferz import _core
from ferz._core import Move
from ferz.board import Board
from ferz.solver.memory import at_least_one, limit_bytes
from ferz.solver.tables import OnProgress, Tables, core_report
from ferz.solver.verdicts import VALUES, after_move, as_verdict, best_first
from ferz.strategies import MoveValue, Value

#: The longest mate that can be asked for, in moves.
MAX_MATE = 500


class Mate(NamedTuple):
    """A forced end of the game for or against the side to move."""

    value: Value
    #: Plies to the end.
    distance: int
    #: All first moves that are as good: of a win the quickest, of a loss the longest.
    moves: tuple[Move, ...]

    @property
    def in_moves(self) -> int:
        """In so many moves of the side that wins."""
        return (self.distance + 1) // 2


class Proof(NamedTuple):
    """What a search has proven of a position for the side to move."""

    at_least: Value
    at_most: Value
    #: How many positions it took.
    nodes: int

    @property
    def value(self) -> Value | None:
        """The value, if it is proven."""
        return self.at_least if self.at_least == self.at_most else None


def find_mate(
    board: Board,
    moves: int,
    *,
    memory_mb: int | None = None,
    on_progress: OnProgress | None = None,
) -> Mate | None:
    """The shortest win or loss of the side to move within so many moves, by full search.

    Exact for any variant: None means that there is none. Raises `SolveError` where memory does
    not suffice.
    """
    limit = limit_bytes(memory_mb)
    if not 0 <= moves <= MAX_MATE:
        raise ValueError(f"moves {moves}, expected 0 to {MAX_MATE}")
    # A loser may have the last move, as in giveaway: one ply more.
    found, _ = _core.find_mate(
        board, 2 * moves, memory_limit=limit, on_progress=core_report(on_progress)
    )
    verdict = as_verdict(found)
    if verdict is None or verdict.distance is None:
        return None
    values = [each for each in _values(board, verdict.distance, limit) if each.value is not None]
    best = [each.move for each in best_first(values) if each[1:] == verdict]
    return Mate(verdict.value, verdict.distance, tuple(best))


def mate_values(board: Board, plies: int) -> list[MoveValue]:
    """Every legal move with its value where the game ends within so many plies."""
    return _values(board, plies, limit_bytes(None))


def prove(
    board: Board,
    *,
    nodes: int | None = None,
    memory_mb: int | None = None,
    tables: Tables | None = None,
    on_progress: OnProgress | None = None,
) -> Proof:
    """Who wins from a position, by proof-number search over whatever tables there are.

    Right about repetition, which is a draw. Ends with bounds where `nodes` or memory run out.
    """
    at_least_one("nodes", nodes)
    found = _core.prove(
        board,
        None if tables is None else tables.native,
        nodes=nodes or 0,
        memory_limit=limit_bytes(memory_mb),
        on_progress=core_report(on_progress),
    )
    return Proof(VALUES[found[0]], VALUES[found[1]], found[2])


def _values(board: Board, plies: int, memory_limit: int) -> list[MoveValue]:
    values = []
    for move in board.legal_moves:
        board.push(move)
        found, _ = _core.find_mate(board, max(0, plies - 1), memory_limit=memory_limit)
        board.pop()
        verdict = as_verdict(found)
        known = (None, None) if verdict is None else after_move(verdict)
        values.append(MoveValue(move, *known))
    return values
