"""The game of `ferz xboard`: the position, the engine, and what it searches for at the moment."""

import time
import warnings

import ferz
from ferz.engine import Engine
from ferz.levels import FULL
from ferz.player import Limits, PlayResult
from ferz.protocols.fitting import FittedEngine
from ferz.protocols.session import Session, Write, printable
from ferz.protocols.xboard_moves import MATE, move_text, result_text, thinking_text
from ferz.protocols.xboard_timing import Timing, left_ms
from ferz.searching import Search


def is_decided(board: ferz.Board) -> bool:
    """Whether there is nothing left to play for: no moves, or a side has won."""
    outcome = board.outcome
    return not board.legal_moves or (outcome is not None and outcome.winner is not None)


class XBoardGame(Session):
    """A position, and an engine that thinks, ponders or analyzes; without the commands."""

    def __init__(self, write: Write) -> None:
        """Answer with `write`; the engine is as after `new`."""
        super().__init__(write)
        #: None where the position that was told was no good.
        self._board: ferz.Board | None = ferz.Board("chess")
        #: The game, also where the position of it was no good; None is chess.
        self._rules: ferz.Variant | None = None
        self._fitted = FittedEngine(lambda text: self.complain(text, "memory"))
        self._timing = Timing()
        #: The color that the engine plays; None in force mode and while it analyzes.
        self._color: ferz.Color | None = ferz.BLACK
        self._search: Search[PlayResult] | None = None
        #: What the search is for: "move", "ponder" or "analyze".
        self._purpose = ""
        self._pondered: ferz.Move | None = None
        self._is_analyzing = self._is_paused = self._is_other_engine = False
        self._can_ponder = self._is_posting = False
        self._level, self._multipv, self._threads, self._hash_mb = FULL, 1, 1, 16
        self._pings: list[str] = []
        self._last: ferz.Line | None = None
        self._begin_s = 0.0
        #: What the side to move had when pondering began.
        self._assumed_ms = 0
        self._score_cp: int | None = None
        #: The result that was claimed last, while the game goes on all the same.
        self._claimed: str | None = None

    def close(self) -> None:
        """End the search without a move, and free the engine."""
        self._drop_search()
        self._fitted.close()

    # The position

    def _load(self, game: str) -> ferz.Variant:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            variant = ferz.variant(game)
        for warning in caught:
            self.write(f"# warning: {printable(str(warning.message))}")
        return variant

    def _game_of_now(self) -> ferz.Variant:
        if self._rules is None:
            self._rules = self._load("chess")
        return self._rules

    def _position(self) -> ferz.Board:
        if self._board is None:
            raise ferz.ProtocolError("no position")
        return self._board

    def _ready(self) -> Engine:
        """The engine for the game of the moment."""
        return self._fitted.fit(self._game_of_now(), threads=self._threads, hash_mb=self._hash_mb)

    # The search

    def _changed(self) -> None:
        """Go on after a new position: analyze it, or move in it."""
        if self._is_analyzing:
            self._begin_analysis()
        elif self._board is not None and self._board.ply and self._color == self._board.turn:
            self._think()

    def _think(self) -> None:
        board = self._position()
        if self._is_paused or is_decided(board):
            return
        # A draw that may be claimed is played on: whether the game is over the other side decides.
        limits = self._timing.limits(board)
        limits["past_draws"] = True
        self._start("move", board, limits, level=self._level)

    def _start(
        self, purpose: str, board: ferz.Board, limits: Limits, *, level: int, multipv: int = 1
    ) -> None:
        """Begin a search, the only one."""
        self._drop_search()
        position = board.copy()
        self._last, self._begin_s = None, time.perf_counter()

        def take(line: ferz.Line) -> None:
            self._last = line
            if self._is_posting or self._is_analyzing:
                self.write(thinking_text(position, line))

        self._search = self._ready().start(
            board,
            level=level,
            multipv=multipv,
            on_line=take,
            on_end=lambda search: self.later(lambda: self._ended(search)),
            **limits,
        )
        self._purpose = purpose

    def _ended(self, search: Search[PlayResult]) -> None:
        """Make the move of a search that has come to its end; of one dropped meanwhile, none."""
        if search is not self._search:
            return
        purpose, self._purpose, self._search = self._purpose, "", None
        try:
            if purpose == "move":
                self._make_move(search.result())
            else:
                search.result()
        finally:
            for ping in self._pings:
                self.write(f"pong {ping}")
            self._pings.clear()

    def _make_move(self, found: PlayResult) -> None:
        board = self._position()
        if found.move is None:
            self._tell_result()
            return
        self._score_cp = found.score_cp
        if found.mate is not None:
            self._score_cp = MATE if found.mate > 0 else -MATE
        self._timing.used(found.time_ms, board)
        self.write(f"move {move_text(board, found.move)}")
        board.push(found.move)
        if not self._tell_result():
            self._ponder(found.ponder)

    def _tell_result(self) -> bool:
        """Claim the result of a game that is over, once; whether it is."""
        board = self._position()
        before, claim = self._claimed, result_text(board)
        self._claimed = claim
        if claim is None or claim == before:
            return claim is not None
        # Of two engines XBoard believes the one that has lost; the other one's claim to have won by
        # a rule that XBoard does not know costs it the game.
        is_doubtful = not board.is_checkmate and not board.is_stalemate
        outcome = board.outcome
        is_own_win = outcome is not None and outcome.winner == self._color
        if not (self._is_other_engine and is_doubtful and is_own_win):
            self.write(claim)
        return True

    def _ponder(self, move: ferz.Move | None) -> None:
        """Think on the other side's time about the answer to an expected move."""
        board = self._position()
        # A weak level would only wait: it does not need the time.
        if not self._can_ponder or self._level != FULL or self._color == board.turn:
            return
        if move is None or self._is_paused or not board.is_legal(move):
            return
        expected = board.copy()
        text = move_text(expected, move)
        expected.push(move)
        if expected.is_game_over:
            return
        if self._is_posting:
            self.write(f"Hint: {text}")
        self._pondered = move
        limits = self._timing.limits(expected)
        self._assumed_ms = left_ms(limits, expected.turn)
        limits["ponder"] = True
        self._start("ponder", expected, limits, level=FULL)

    def _drop_search(self) -> None:
        """End what is under way; nothing comes of it."""
        search, self._search, self._purpose = self._search, None, ""
        if search is not None:
            search.halt()
        for ping in self._pings:
            self.write(f"pong {ping}")
        self._pings.clear()

    def _begin_analysis(self) -> None:
        board = self._position()
        if board.legal_moves and not self._is_paused:
            limits: Limits = {"infinite": True, "past_draws": True}
            self._start("analyze", board, limits, level=FULL, multipv=self._multipv)
