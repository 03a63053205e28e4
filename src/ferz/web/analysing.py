"""The analysis of one tab: a search that goes on until it is replaced, told every 100 ms."""

import asyncio
import time
from typing import TYPE_CHECKING

from ferz import Board, Engine, Line
from ferz.engine import Analysis
from ferz.web.messages.analysis import LineMove, Lines, LineView
from ferz.web.slots import Slot

if TYPE_CHECKING:
    from ferz.web.tab import Tab

#: How often the page hears of a search.
TELL_EVERY_S = 0.1
#: No more moves of a line are told.
MOST_MOVES = 16
#: Nobody watches a search for longer.
MOST_MS = 20 * 60_000
#: What the comparison with the best ordinary move may cost.
COMPARE_NODES = 150_000


class Analyser:
    """Searches one position after another for a tab; an engine is kept while the game is one."""

    def __init__(self, tab: "Tab") -> None:
        """Nothing is searched yet."""
        self._tab = tab
        self._engine: Engine | None = None
        self._analysis: Analysis | None = None
        self._slot: Slot | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self, board: Board, generation: int, node: int, multipv: int) -> None:
        """Search this instead of what was searched. Raises `BusyError`."""
        self.stop()
        self._slot = self._tab.hub.slots.take()
        try:
            engine = self._engine_for(board)
            self._analysis = engine.analyse(
                board, multipv=multipv, time_ms=MOST_MS, infinite=False
            )
        except BaseException:
            self.stop()
            raise
        self._task = self._tab.spawn(self._tell(board, generation, node))

    def _engine_for(self, board: Board) -> Engine:
        if self._engine is None or self._engine.variant.canonical != board.variant.canonical:
            if self._engine is not None:
                self._engine.close()
            self._engine = Engine(board.variant, hash_mb=64)
        self._engine.set_tables(self._tab.hub.solved.tables(board.variant))
        return self._engine

    async def _tell(self, board: Board, generation: int, node: int) -> None:
        analysis = self._analysis
        assert analysis is not None
        lines: dict[int, Line] = {}
        shown: list[LineView] = []
        began = time.monotonic()
        is_done = False
        compared: LineView | None = None
        while not is_done:
            fresh, is_done = analysis.take()
            for line in fresh:
                if line.bound == "exact":
                    lines[line.index] = line
            if fresh or is_done:
                ordered = [lines[index] for index in sorted(lines)]
                shown = [line_view(board, line) for line in ordered]
                self._tab.tell(
                    Lines(
                        generation=generation,
                        node=node,
                        nodes=max((line.nodes for line in ordered), default=0),
                        time_ms=round(1000 * (time.monotonic() - began)),
                        is_done=is_done,
                        lines=shown,
                        without_self_capture=compared,
                    )
                )
            if not is_done:
                await asyncio.sleep(TELL_EVERY_S)
        self._free()

    def stop(self) -> None:
        """Search nothing."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self._free()

    def _free(self) -> None:
        if self._analysis is not None:
            self._analysis.close()
            self._analysis = None
        if self._slot is not None:
            self._slot.free()
            self._slot = None

    def close(self) -> None:
        """Stop and give the memory back."""
        self.stop()
        if self._engine is not None:
            self._engine.close()
            self._engine = None


def line_view(board: Board, line: Line) -> LineView:
    """A line for the page: White's score, moves in SAN with the placement after each."""
    after = board.copy()
    moves = []
    for move in line.moves[:MOST_MOVES]:
        uci, san = after.uci(move), after.san(move)
        after.push(move)
        moves.append(LineMove(uci, san, after.board_fen))
    sign = 1 if board.turn else -1
    return LineView(
        index=line.index,
        depth=line.depth,
        score_cp=None if line.score_cp is None else sign * line.score_cp,
        mate=None if line.mate is None else sign * line.mate,
        moves=moves,
    )
