"""What is proven about small games: tables on disk, small ones made at once, larger ones on demand.

Planning tables takes long where many pawns can become many things: how many materials can arise
is estimated before.
"""

import asyncio
import math
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from ferz import Board, Solution, SolveError, Variant
from ferz.solver import Progress as Step
from ferz.solver import Tables, Verdict, default_folder, known_tables, solve, table_fingerprint
from ferz.solver.verdicts import after_move
from ferz.web.slots import BusyError

#: Tables with more entries are made only when somebody asks for it.
MOST_ENTRIES = 3_000_000
#: Boards with more squares are not even planned, unless somebody asks.
MOST_SQUARES = 36
#: Of more materials no plan is made, at once or when asked.
MOST_MATERIALS = 300
MOST_ASKED_MATERIALS = 1_500
#: So much memory a proof may take, in megabytes.
MOST_MEMORY_MB = 2_048


#: How many pieces of a letter each side has.
Material = frozenset[tuple[tuple[str, bool], int]]


class Solved:
    """The tables of a running server, by game."""

    def __init__(self) -> None:
        """Nothing is known but what is on disk."""
        self._small: dict[str, Tables] = {}
        #: Materials of games whose tables would be too large.
        self._refused: set[tuple[str, Material]] = set()
        #: Single positions that were proven without tables, by game and key.
        self._proven: dict[tuple[str, int], Verdict] = {}
        # One at a time: solving takes memory and cores.
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ferz solver")
        self._solving = threading.Lock()
        self._is_closed = False

    def tables(self, variant: Variant) -> Tables | None:
        """The tables of a game that are there now."""
        small = self._small.get(table_fingerprint(variant))
        return small if small is not None else known_tables(variant)

    def probe(self, board: Board) -> Verdict | None:
        """What is known of a position now."""
        key = table_fingerprint(board.variant)
        small = self._small.get(key)
        found = small.probe(board) if small is not None else None
        if found is not None:
            return found
        on_disk = known_tables(board.variant)
        found = on_disk.probe(board) if on_disk is not None else None
        return found if found is not None else self._proven.get((key, board.key))

    async def ensure(self, board: Board) -> bool:
        """Solve what is small enough to be solved in a moment; whether the position is known."""
        if self.probe(board) is not None:
            return True
        key = table_fingerprint(board.variant)
        refused = (key, _material(board))
        if refused in self._refused or not _is_small(board):
            return False
        known = self._small.get(key) or Tables(board.variant)
        loop = asyncio.get_running_loop()
        if await loop.run_in_executor(self._worker, _build, board.copy(), known):
            self._small[key] = known
        if self.probe(board) is None:
            self._refused.add(refused)
            return False
        return True

    # Proofs that somebody asks for

    @property
    def is_proving(self) -> bool:
        """Whether a proof is under way."""
        return self._solving.locked()

    def reserve(self) -> None:
        """Let nobody else begin a proof until `prove` has ended. Raises `BusyError`."""
        if not self._solving.acquire(blocking=False):
            raise BusyError

    def release(self) -> None:
        """What was reserved is not needed."""
        self._solving.release()

    def prove(self, board: Board, on_step: Callable[[Step], bool]) -> Solution:
        """Solve a position, here and now; what was reserved is free afterwards.

        Tables are kept where `ferz solve` keeps them. Raises `SolveError`, and `StoppedError` if
        `on_step` returns False.
        """
        try:
            solution = solve(
                board,
                folder=default_folder(),
                memory_mb=MOST_MEMORY_MB,
                on_progress=lambda step: on_step(step) and not self._is_closed,
            )
            if solution.method != "tables":
                self._remember(solution)
            return solution
        finally:
            self.release()

    def _remember(self, solution: Solution) -> None:
        board = solution.board.copy()
        game = table_fingerprint(board.variant)
        self._proven[game, board.key] = Verdict(solution.value, solution.distance)
        for move, value, distance in solution.moves:
            if value is None:
                continue
            board.push(move)
            # Back to the side that is to move then: a ply less, and the other way round.
            verdict = after_move(Verdict(value, None if distance is None else distance - 2))
            self._proven[game, board.key] = verdict
            board.pop()

    def close(self) -> None:
        """Start nothing new, and end what runs."""
        self._is_closed = True
        self._worker.shutdown(wait=False, cancel_futures=True)


def can_solve(board: Board) -> bool:
    """Whether a proof can be tried: not where planning it would take for ever."""
    return not board.variant.has_hands and _materials(board) <= MOST_ASKED_MATERIALS


def _is_small(board: Board) -> bool:
    variant = board.variant
    return (
        variant.files * variant.ranks <= MOST_SQUARES
        and not variant.has_hands
        and _materials(board) <= MOST_MATERIALS
    )


def _materials(board: Board) -> int:
    """About how many materials can arise: pieces may be gone, pawns may become something."""
    rules = board.variant.rules
    becomes = len(rules.promotion_piece_types.strip("-"))
    pawns = (rules.promotion_pawn_types or rules.pawn_types) if becomes else ""
    royal = {kind.letter for kind in board.variant.pieces if kind.royal}
    total = 1
    for (letter, _), count in _material(board):
        if letter in pawns:
            # Each is a pawn, one of what it becomes, or gone; their order does not matter.
            total *= math.comb(count + becomes + 1, count)
        elif letter not in royal:
            total *= count + 1
    return total


def _material(board: Board) -> Material:
    pieces = board.piece_map().values()
    return frozenset(Counter((piece.letter, piece.color) for piece in pieces).items())


def _build(board: Board, tables: Tables) -> bool:
    """Make the tables of a position, unless they would take too long; whether they were made."""
    try:
        stages = tables.plan(board)
        if sum(stage.entries for stage in stages) > MOST_ENTRIES:
            return False
        tables.build(threads=1, verify=False)
    except SolveError:
        return False
    return True
