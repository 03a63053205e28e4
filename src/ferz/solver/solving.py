"""`solve`: who wins from a position, how fast, and what every move is worth."""

import os
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from ferz import _core
from ferz._core import Move
from ferz.board import Board, VariantLike, read_position
from ferz.solver.memory import at_least_one, limit_bytes
from ferz.solver.proofs import prove
from ferz.solver.tables import OnProgress, Tables, core_report
from ferz.solver.verdicts import (
    Oracle,
    Verdict,
    after_move,
    as_verdict,
    best_first,
    best_line,
    move_values,
)
from ferz.strategies import MoveValue, Value

Method = Literal["auto", "tables", "graph", "proof"]
METHODS: tuple[Method, ...] = get_args(Method)
#: What a graph may take where tables do not fit, so that a refusal does not take long.
SMALL_GRAPH_MB = 256


class Statistics(NamedTuple):
    """All positions that play can reach, by their value for the side to move."""

    positions: int
    won: int
    lost: int
    drawn: int
    #: The greatest distance, in plies, and a position of it.
    longest: int
    longest_fen: str


class TableStatistics(NamedTuple):
    """All legal positions of all materials on the board, images of each other counted once."""

    materials: int
    positions: int
    won: int
    lost: int
    drawn: int
    #: The longest win or loss on the board, in plies, and a position of it.
    longest: int
    longest_fen: str
    #: On disk; 0 where they are in memory alone.
    bytes: int


@dataclass(frozen=True)
class Solution:
    """The proven value of a position and what follows from it."""

    board: Board
    value: Value
    #: Plies to the end by best play; None for a draw, and where only the value is proven.
    distance: int | None
    #: Every legal move with its own value and distance for the side that makes it, best first.
    moves: tuple[MoveValue, ...]
    #: Best play by both sides; of a drawn game only the first moves.
    line: tuple[Move, ...]
    #: How it was solved: *tables*, *graph* or *proof*.
    method: str
    reachable: Statistics | None = None
    tables: TableStatistics | None = None

    @property
    def best_moves(self) -> list[Move]:
        """The moves that keep the value, the quickest wins or longest losses alone."""
        best = self.moves[0] if self.moves else None
        return [each.move for each in self.moves if best and each[1:] == best[1:]]


def solve(
    position: Board | VariantLike,
    fen: str | None = None,
    *,
    method: str = "auto",
    folder: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    memory_mb: int | None = None,
    verify: bool = True,
    statistics: bool = True,
    nodes: int | None = None,
    on_progress: OnProgress | None = None,
) -> Solution:
    """Solve a board, or the start of a game, or a position of it in FEN or compact notation.

    *tables* solves every position of every material that can arise, by retrograde analysis;
    *graph* those that play can reach, for any rules; *proof* searches until the value is proven,
    at most `nodes` positions a move; *auto* takes tables where the rules allow and memory suffices,
    else the graph.
    With a `folder` tables are kept there and used again. Repetition is a draw; move clocks and
    counts of repetition are not looked at. Raises `SolveError` where memory does not suffice.
    """
    board = position.copy() if isinstance(position, Board) else read_position(position, fen)
    if method not in METHODS:
        raise ValueError(f"method {method!r}, expected one of {', '.join(METHODS)}")
    limit = limit_bytes(memory_mb) >> 20
    at_least_one("nodes", nodes)
    at_least_one("threads", threads)
    if method == "proof":
        return _by_proof(board, nodes, limit, folder, on_progress)
    if method == "graph" or (method == "auto" and _tables_refusal(board)):
        return _by_graph(board, limit, on_progress)
    tables = Tables(board.variant, folder)
    tables.plan(board)
    if method == "auto" and (too_large := tables.refusal(limit << 20)) is not None:
        return _by_small_graph(board, limit, too_large, on_progress)
    tables.build(threads=threads, memory_mb=limit, verify=verify, on_progress=on_progress)
    reachable = None
    if statistics:
        reachable = _statistics(tables.reach(board, threads=threads, on_progress=on_progress))
    return _solution(board, tables.probe, "tables", reachable, _of_tables(tables))


def _tables_refusal(board: Board) -> str | None:
    """Why tables cannot hold a position, or None."""
    try:
        _core.Tablebase(board.variant, "").plan(board)
    except _core.SolveError as error:
        return str(error)
    return None


def _by_graph(board: Board, memory_mb: int, on_progress: OnProgress | None) -> Solution:
    graph = _core.Graph(board, memory_limit=memory_mb << 20, on_progress=core_report(on_progress))

    def oracle(asked: Board) -> Verdict | None:
        return as_verdict(graph.probe(asked))

    return _solution(board, oracle, "graph", _statistics(graph.counts()), None)


def _by_small_graph(
    board: Board, memory_mb: int, too_large: str, on_progress: OnProgress | None
) -> Solution:
    """For a position with few others after it, whatever its tables would take."""
    try:
        return _by_graph(board, min(memory_mb, SMALL_GRAPH_MB), on_progress)
    except _core.SolveError as error:
        raise _core.SolveError(f"{too_large}; {error}") from None


def _by_proof(
    board: Board,
    nodes: int | None,
    memory_mb: int,
    folder: str | os.PathLike[str] | None,
    on_progress: OnProgress | None,
) -> Solution:
    tables = None
    if folder is not None and _tables_refusal(board) is None:
        tables = Tables(board.variant, folder)

    def value_of(position: Board) -> Value | None:
        found = prove(
            position, nodes=nodes, memory_mb=memory_mb, tables=tables, on_progress=on_progress
        )
        if position is board and found.value is None:
            raise _core.SolveError(
                f"proof: at least a {found.at_least} and at most a {found.at_most} after "
                f"{found.nodes:,} positions, expected one value (see --nodes)"
            )
        return found.value

    value = value_of(board)
    assert value is not None
    moves = []
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        reply = value_of(after)
        moves.append(MoveValue(move, None if reply is None else after_move(Verdict(reply)).value))
    return Solution(board, value, None, tuple(best_first(moves)), (), "proof")


def _statistics(reach: _core.Reach) -> Statistics:
    return Statistics(
        reach.positions, reach.won, reach.lost, reach.drawn, reach.longest, reach.longest_fen
    )


def _of_tables(tables: Tables) -> TableStatistics:
    stages = tables.stages
    longest = tables.longest()
    return TableStatistics(
        len(stages),
        sum(stage.legal for stage in stages),
        sum(stage.won for stage in stages),
        sum(stage.lost for stage in stages),
        sum(stage.drawn for stage in stages),
        longest[0].longest if longest else 0,
        longest[1] if longest else "",
        sum(stage.file_bytes for stage in stages),
    )


def _solution(
    board: Board,
    oracle: Oracle,
    method: str,
    reachable: Statistics | None,
    tables: TableStatistics | None,
) -> Solution:
    verdict = oracle(board)
    assert verdict is not None
    return Solution(
        board,
        verdict.value,
        verdict.distance,
        tuple(best_first(move_values(board, oracle))),
        best_line(board, oracle),
        method,
        reachable,
        tables,
    )
