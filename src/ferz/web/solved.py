"""What is proven about small games: tables on disk, and small ones made in memory at once."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from ferz import Board, SolveError, Variant
from ferz.solver import Tables, Verdict, known_tables, table_fingerprint

#: Tables with more entries are made only when somebody asks for it.
MOST_ENTRIES = 3_000_000
#: Boards with more squares are not even planned.
MOST_SQUARES = 36


class Solved:
    """The tables of a running server, by game."""

    def __init__(self) -> None:
        """Nothing is known but what is on disk."""
        self._small: dict[str, Tables | None] = {}
        # One at a time: solving takes memory and cores.
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ferz solver")

    def tables(self, variant: Variant) -> Tables | None:
        """The tables of a game that are there now."""
        small = self._small.get(table_fingerprint(variant))
        return small if small is not None else known_tables(variant)

    def probe(self, board: Board) -> Verdict | None:
        """What is known of a position now."""
        small = self._small.get(table_fingerprint(board.variant))
        found = small.probe(board) if small is not None else None
        if found is not None:
            return found
        on_disk = known_tables(board.variant)
        return on_disk.probe(board) if on_disk is not None else None

    async def ensure(self, board: Board) -> bool:
        """Solve what is small enough to be solved in a moment; whether the position is known."""
        if self.probe(board) is not None:
            return True
        key = table_fingerprint(board.variant)
        if self._small.get(key, self) is None or not _is_small(board.variant):
            return False
        loop = asyncio.get_running_loop()
        self._small[key] = await loop.run_in_executor(
            self._worker, _built, board.copy(), self._small.get(key)
        )
        return self.probe(board) is not None

    def close(self) -> None:
        """Start nothing new."""
        self._worker.shutdown(wait=False, cancel_futures=True)


def _is_small(variant: Variant) -> bool:
    return variant.files * variant.ranks <= MOST_SQUARES and not variant.has_hands


def _built(board: Board, known: Tables | None) -> Tables | None:
    """Tables for a position, or None where they would take too long."""
    tables = known or Tables(board.variant)
    try:
        stages = tables.plan(board)
        if sum(stage.entries for stage in stages) > MOST_ENTRIES:
            return known
        tables.build(threads=1, verify=False)
    except SolveError:
        return known
    return tables
