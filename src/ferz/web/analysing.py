"""The analysis of one tab: a search that goes on until it is replaced, told every 100 ms."""

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ferz import Board, Engine, Line, Move
from ferz.engine import Analysis
from ferz.web.chances import winning_chance
from ferz.web.messages.analysis import LineMove, Lines, LineView
from ferz.web.slots import Slot

if TYPE_CHECKING:
    from ferz.web.tab import Tab

#: How often the page hears of a search.
TELL_EVERY_S = 0.1
#: How soon the first line is looked for again: nobody should wait for it.
LOOK_EVERY_S = 0.01
#: No more moves of a line are told.
MOST_MOVES = 16
#: Nobody watches a search for longer.
MOST_MS = 20 * 60_000
#: What the comparison with the best ordinary move may cost, and how deep a line must be before.
COMPARE_NODES = 150_000
COMPARE_DEPTH = 8


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
            self._analysis = engine.analyse(board, multipv=multipv, time_ms=MOST_MS, infinite=False)
        except BaseException:
            self.stop()
            raise
        self._task = self._tab.spawn(self._tell(board, generation, node))

    def _engine_for(self, board: Board) -> Engine:
        if self._engine is None or not self._engine.variant.is_played_as(board.variant):
            if self._engine is not None:
                self._engine.close()
            self._engine = Engine(board.variant, hash_mb=64)
        self._engine.set_tables(self._tab.hub.solved.tables(board.variant))
        return self._engine

    async def _tell(self, board: Board, generation: int, node: int) -> None:
        analysis = self._analysis
        assert analysis is not None
        lines: dict[int, Line] = {}
        comparison = Comparison(board, self._tab)
        began = time.monotonic()
        is_done, is_compared = False, True
        while not (is_done and is_compared):
            fresh: list[Line] = []
            if not is_done:
                fresh, is_done = analysis.take()
            lines |= {line.index: line for line in fresh if line.bound == "exact"}
            ordered = [lines[index] for index in sorted(lines)]
            ordinary = comparison.ordinary(ordered, is_done=is_done)
            was_compared, is_compared = is_compared, comparison.is_settled
            if (fresh and ordered) or is_done or is_compared > was_compared:
                self._tab.tell(
                    Lines(
                        generation=generation,
                        node=node,
                        nodes=max((line.nodes for line in ordered), default=0),
                        time_ms=round(1000 * (time.monotonic() - began)),
                        is_done=is_done,
                        lines=[line_view(board, line) for line in ordered],
                        without_self_capture=ordinary,
                    )
                )
            await asyncio.sleep(TELL_EVERY_S if lines else LOOK_EVERY_S)
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


class Comparison:
    """What the best ordinary move is worth, where a self-capture is the best of all."""

    def __init__(self, board: Board, tab: "Tab") -> None:
        """Nothing is compared until it is worth it."""
        self._board, self._tab = board, tab
        self._ordinary = [move for move in board.legal_moves if not board.is_self_capture(move)]
        self._found: LineView | None = None
        self._search: asyncio.Task[None] | None = None

    @property
    def is_settled(self) -> bool:
        """Whether nothing more is to come."""
        return self._search is None or self._search.done()

    def ordinary(self, lines: list[Line], *, is_done: bool) -> LineView | None:
        """The best line that begins otherwise; soon, where it must be searched for."""
        if not lines or not self._board.is_self_capture(lines[0].moves[0]):
            return None
        for line in lines:
            if line.moves[0] in self._ordinary:
                return line_view(self._board, line)
        is_worth_it = is_done or lines[0].depth >= COMPARE_DEPTH
        if self._search is None and self._ordinary and is_worth_it:
            self._search = self._tab.spawn(self._look())
        return self._found

    async def _look(self) -> None:
        self._found = await asyncio.to_thread(_best_of, self._board.copy(), self._ordinary)


def _best_of(board: Board, moves: list[Move]) -> LineView | None:
    with Engine(board.variant) as engine:
        found = engine.analyse(board, moves=moves, nodes=COMPARE_NODES).result()
    return line_view(board, found.lines[0]) if found.lines else None


def line_view(board: Board, line: Line) -> LineView:
    """A line for the page: White's score, moves in SAN with the placement after each."""
    moves = move_views(board, line.moves[:MOST_MOVES])
    sign = 1 if board.turn else -1
    chance = winning_chance(line.score_cp, line.mate)
    return LineView(
        index=line.index,
        depth=line.depth,
        score_cp=None if line.score_cp is None else sign * line.score_cp,
        mate=None if line.mate is None else sign * line.mate,
        chance=round(chance if board.turn else 1 - chance, 4),
        moves=moves,
    )


def move_views(board: Board, line: Sequence[Move]) -> list[LineMove]:
    """Moves in SAN, with the placement after each."""
    after = board.copy()
    moves = []
    for move in line:
        uci, san = after.uci(move), after.san(move)
        after.push(move)
        moves.append(LineMove(uci, san, after.board_fen))
    return moves
