"""`Engine`, a player and analyst for one game: full strength, ten levels, strategies, hints."""

import contextlib
import os
import queue
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Self

from ferz import _core
from ferz._core import Line, SearchResult, Variant
from ferz.arguments import checked_int
from ferz.board import Board, VariantLike, as_variant
from ferz.levels import FULL, level_of
from ferz.player import (
    MOST_NUMBER,
    CheckedLimits,
    Limits,
    Player,
    PlayResult,
    checked_limits,
    is_limited,
)
from ferz.searching import Search
from ferz.strategies import check_strategy
from ferz.variants.info import quoted, suggestion
from ferz.weights import chosen_weights

if TYPE_CHECKING:
    from typing import Unpack

    from ferz.hints import Hint
    from ferz.solver import Tables
    from ferz.weights import Weights


#: As the core has them.
MOST_THREADS = 1024
MOST_HASH_MB = 1 << 20
MOST_PARAM = 2**31 - 1


class Analysis(Iterator[Line]):
    """The lines of a search while it runs.

    The end of a `with` block ends the search, and so does leaving a `for` loop over an analysis
    that has no other name; one that has a name goes on until `stop` or `close`.
    """

    def __init__(
        self, search: Search[SearchResult], lines: "queue.SimpleQueue[Line | None]"
    ) -> None:
        """Read the lines of a search from where it puts them; None is the last."""
        self._search, self._lines = search, lines

    def __iter__(self) -> Self:
        """Itself."""
        return self

    def __next__(self) -> Line:
        """Wait for the next line. Raises what the search has raised."""
        line = self._lines.get()
        if line is not None:
            return line
        # Whoever asks again is told again.
        self._lines.put(None)
        self._search.result()
        raise StopIteration

    def take(self) -> tuple[list[Line], bool]:
        """The lines that have come by now, without waiting, and whether they were the last.

        Raises what the search has raised.
        """
        lines: list[Line] = []
        with contextlib.suppress(queue.Empty):
            while (line := self._lines.get_nowait()) is not None:
                lines.append(line)
            self._lines.put(None)
            self._search.result()
            return lines, True
        return lines, False

    def stop(self) -> None:
        """End the search; the lines found so far can still be read."""
        self._search.stop()

    def close(self) -> None:
        """End the search and wait for it."""
        self._search.halt()

    def result(self) -> SearchResult:
        """Wait for the end: the best lines and moves. Raises what the search has raised."""
        return self._search.result()

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the search."""
        self.close()

    def __del__(self) -> None:
        """A search that nobody reads ends."""
        self._search.halt()


class Engine:
    """Plays and analyzes one game, on any board of it; one search at a time.

    `game` is a name, a composition, a path or the rules themselves. Raises `VariantError` for an
    unknown game. A context manager: at its end a search under way is stopped.
    """

    def __init__(
        self,
        game: VariantLike,
        *,
        threads: int = 1,
        hash_mb: int = 16,
        weights: "Weights | str | os.PathLike[str]" = "tuned",
        tables: "Tables | str | os.PathLike[str] | None" = None,
        **params: int,
    ) -> None:
        """Make an engine that remembers `hash_mb` megabytes of what it has seen.

        `weights` are those of the evaluation: *tuned*, where the package has some for the game;
        *automatic*, as they follow from the pieces; or a file that `ferz tune` wrote. `tables` are
        solved positions of the game, or the folder that they are in: the search asks them, and
        where they know the position itself the move comes from them. `params` are numbers of the
        search (`ferz.engine.search_params`), for whoever measures what they do.
        """
        self._variant = as_variant(game)
        self._native: _core.SearchEngine | None = _core.SearchEngine(
            self._variant,
            checked_int("threads", threads, 1, MOST_THREADS),
            checked_int("hash_mb", hash_mb, 1, MOST_HASH_MB),
            weights=chosen_weights(self._variant, weights),
            params=_checked_params(params),
        )
        self._search: Search[PlayResult] | Search[SearchResult] | None = None
        self._tables: Tables | None = None
        self.set_tables(tables)

    def set_tables(self, tables: "Tables | str | os.PathLike[str] | None") -> None:
        """Play with these solved positions, or those in a folder; None: with none.

        Raises `ValueError` for those of another game and where there is no such folder,
        `SolveError` for damaged ones.
        """
        if tables is None and self._tables is None:
            return
        from ferz.solver import Tables, known_tables, table_fingerprint

        if tables is not None and not isinstance(tables, Tables):
            if not Path(tables).is_dir():
                raise ValueError(f"tables: found '{os.fspath(tables)}', expected a folder")
            tables = known_tables(self._variant, tables)
        if tables is not None and tables.fingerprint != table_fingerprint(self._variant):
            raise ValueError(f"tables: those of {tables.variant.id}, expected {self._variant.id}")
        if tables is not self._tables:
            self._open.set_solved(None if tables is None else tables.native)
        self._tables = tables

    @property
    def variant(self) -> Variant:
        """The game."""
        return self._variant

    @property
    def threads(self) -> int:
        """How many threads search; can be set between searches."""
        return self._open.threads

    @threads.setter
    def threads(self, threads: int) -> None:
        self._check_idle()
        self._open.threads = checked_int("threads", threads, 1, MOST_THREADS)

    @property
    def hash_mb(self) -> int:
        """The size of its memory in megabytes; can be set between searches."""
        return self._open.hash_mb

    @hash_mb.setter
    def hash_mb(self, hash_mb: int) -> None:
        self._check_idle()
        self._open.hash_mb = checked_int("hash_mb", hash_mb, 1, MOST_HASH_MB)

    @property
    def nodes(self) -> int:
        """How many positions the search under way has looked at, or the last one."""
        return self._open.nodes

    def play(
        self,
        board: Board,
        *,
        level: int = FULL,
        strategy: str = "perfect",
        seed: int | None = None,
        **limits: "Unpack[Limits]",
    ) -> PlayResult:
        """The move to play. Without any limit a level below 10 uses its own, full strength 1 s.

        Level 1 is a beginner, 10 full strength; weaker levels choose among plausible moves, the
        same ones for the same `seed`. A strategy rules where mates are proven: *perfect*,
        *aggressive* or *cooperative*. Raises `ValueError` for a board of another game.
        """
        self._check_board(board)
        if level == FULL and not is_limited(limits, board.turn):
            limits = {**limits, "time_ms": 1_000}
        if _is_short(checked_limits(board, limits)):
            # A thread would cost more than it saves.
            run = self._runner(board, level, strategy, seed, limits)
            self._check_idle()
            return run(None)
        search = self.start(board, level=level, strategy=strategy, seed=seed, **limits)
        try:
            return search.result()
        finally:
            # Also upon Ctrl-C, which the core does not hear.
            search.halt()

    def start(
        self,
        board: Board,
        *,
        level: int = FULL,
        strategy: str = "perfect",
        seed: int | None = None,
        multipv: int | None = None,
        on_line: Callable[[Line], None] | None = None,
        on_end: Callable[[Search[PlayResult]], None] | None = None,
        **limits: "Unpack[Limits]",
    ) -> Search[PlayResult]:
        """As `play`, on a thread of its own: what is returned can be stopped and waited for.

        `on_line` and `on_end` are called on that thread. The board may be changed meanwhile.
        `multipv` asks for more lines than the move needs.
        """
        run = self._runner(board, level, strategy, seed, limits, multipv)
        core = self._open
        self._check_idle()
        search = Search(run, core.stop, core.ponder_hit, on_line=on_line, on_end=on_end)
        self._search = search
        return search

    def analyse(self, board: Board, *, multipv: int = 1, **limits: "Unpack[Limits]") -> Analysis:
        """The lines of a search as they are found; without limits it goes on until it is left.

        `multipv` is the number of best moves that are followed; `Line.index` tells them apart.
        """
        core, position = self._open, self._own(board)
        checked = checked_limits(position, limits or {"infinite": True})
        checked_int("multipv", multipv, 1, MOST_NUMBER)
        self._check_idle()
        lines: queue.SimpleQueue[Line | None] = queue.SimpleQueue()
        search = Search(
            lambda search: core.search(
                position, multipv=multipv, on_line=search.line, on_begin=search.begun, **checked
            ),
            core.stop,
            core.ponder_hit,
            on_line=lines.put,
            on_end=lambda _: lines.put(None),
        )
        self._search = search
        return Analysis(search, lines)

    def hint(self, board: Board, **limits: "Unpack[Limits]") -> "Hint":
        """Help in four steps: theme, piece, square, move. Raises `ValueError` if the game is over.

        Without limits it looks at 200,000 positions, so that it says the same each time.
        """
        from ferz.hints import hint_of

        self._check_board(board)
        if not is_limited(limits, board.turn):
            limits = {**limits, "nodes": 200_000}
        return hint_of(board, self.play(board, **limits))

    def stop(self) -> None:
        """End the search under way, if any: whoever waits for it gets what was found so far."""
        if self._search is not None:
            self._search.stop()
        if self._native is not None:
            self._native.stop()

    def clear(self) -> None:
        """Forget everything learned, as before a new game."""
        self._check_idle()
        self._open.clear()

    def close(self) -> None:
        """End the search under way and give the memory back; the engine is of no more use."""
        if self._search is not None:
            self._search.halt()
            self._search = None
        self._native = None

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """As `close`."""
        self.close()

    def __repr__(self) -> str:
        """The game that it plays."""
        return f"Engine({self._variant.id!r})"

    @property
    def _open(self) -> _core.SearchEngine:
        if self._native is None:
            raise ValueError("engine: closed, expected one that is open")
        return self._native

    def _check_idle(self) -> None:
        if self._search is not None and not self._search.is_answered:
            raise RuntimeError(
                "engine: it is searching already, expected an idle one "
                "(close the analysis, or stop the search and wait for its result)"
            )

    def _check_board(self, board: Board) -> None:
        if not isinstance(board, Board):
            raise ValueError(f"board: found {type(board).__name__}, expected a Board")
        if board.variant.canonical != self._variant.canonical:
            raise ValueError(
                f"board: found a game of {board.variant.id}, expected {self._variant.id}"
            )
        if not board.variant.is_played_as(self._variant):
            raise ValueError(
                f"board: found {self._variant.id} with its pieces in another order, expected a "
                "board of the engine's variant"
            )

    def _own(self, board: Board) -> Board:
        """A copy of a board, which the caller may change while the search goes on."""
        self._check_board(board)
        return board.copy()

    def _runner(
        self,
        board: Board,
        level: int,
        strategy: str,
        seed: int | None,
        limits: Limits,
        multipv: int | None = None,
    ) -> Callable[[Search[PlayResult] | None], PlayResult]:
        """What does the search of `play`, here or on another thread; wrong arguments raise now."""
        core, position = self._open, self._own(board)
        checked = checked_limits(position, limits)
        moves = checked.get("moves")
        player = Player(position, level_of(level), check_strategy(strategy), seed, moves)
        if multipv is not None:
            checked_int("multipv", multipv, 1, MOST_NUMBER)
        # Who watches, or waits for a word, gets a search: it asks the tables, too.
        is_watched = limits.get("infinite") or limits.get("ponder") or (multipv or 1) > 1
        if self._tables is not None and not is_watched and not limits.get("moves"):
            from_tables = player.from_tables(self._tables.probe)
            if from_tables is not None:
                return lambda _: from_tables
        own_limits, width = player.limits(checked), max(player.multipv, multipv or 1)

        def run(search: Search[PlayResult] | None) -> PlayResult:
            on_line, on_begin = (None, None) if search is None else (search.line, search.begun)
            found = core.search(
                position, multipv=width, on_line=on_line, on_begin=on_begin, **own_limits
            )
            return player.choose(found)

        return run


def search_params() -> dict[str, tuple[int, str]]:
    """The numbers of the search by name: what each is, and what it means."""
    return _core.search_params()


def _checked_params(params: dict[str, int]) -> dict[str, int]:
    known = search_params()
    for name, value in params.items():
        if name not in known:
            raise ValueError(f"params: unknown {quoted(name)}{suggestion(name, known)}")
        checked_int(name, value, -MOST_PARAM, MOST_PARAM)
    return params


def _is_short(limits: CheckedLimits) -> bool:
    """Whether a search will certainly be over before anybody gets impatient."""
    if limits.get("ponder") or limits.get("infinite"):
        return False
    nodes, time_ms = limits.get("nodes"), limits.get("time_ms")
    return (nodes is not None and nodes <= 200_000) or (time_ms is not None and time_ms <= 200)
