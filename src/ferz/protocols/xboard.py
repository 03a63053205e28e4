"""`ferz xboard`, the engine's end of XBoard's protocol, version 2."""

import time
from collections.abc import Callable, Sequence

import ferz
from ferz.levels import FULL, level_of_elo, level_of_skill
from ferz.protocols.positions import read_position
from ferz.protocols.session import (
    Write,
    most_hash_mb,
    most_threads,
    printable,
    shortened,
    whole_number,
)
from ferz.protocols.xboard_game import XBoardGame, is_decided
from ferz.protocols.xboard_moves import (
    is_move_like,
    move_text,
    parse_move,
)
from ferz.protocols.xboard_names import announced_names, find_game
from ferz.protocols.xboard_setup import piece_commands, setup_commands
from ferz.protocols.xboard_timing import left_ms

#: A draw is taken when the engine stands no better than this, ...
DRAW_CP = -30
#: ... or, from this move on, no better than equal.
DRAW_MOVE, LEVEL_CP = 40, 15
#: More memory or cores than there are may be asked for; there are as many as there are.
MOST_ASKED = 10**9
#: A ponder hit with less of the clock than this share of what was assumed is searched anew.
KEPT_SHARE = 0.9
#: How far a hint looks.
HINT_NODES = 50_000


class XBoardEngine(XBoardGame):
    """One conversation with a program that speaks XBoard's protocol."""

    def __init__(self, write: Write, games: Sequence[str] = ()) -> None:
        """Answer with `write`; `games` are announced beside the built-in ones."""
        super().__init__(write)
        self._games = tuple(games)
        self._commands = self._handlers()

    def _handlers(self) -> dict[str, Callable[[str], None]]:
        def ignore(_: str) -> None:
            pass

        ignored = "xboard accepted rejected random white black name rating ics egtpath"
        return dict.fromkeys(ignored.split(), ignore) | {
            "protover": self._protover,
            "computer": self._computer,
            "new": self._new,
            "variant": self._variant,
            "quit": lambda _: self.quit(),
            "force": self._force,
            "go": self._go,
            "playother": self._playother,
            "usermove": self._usermove,
            "?": self._move_now,
            "ping": self._ping,
            "draw": self._draw,
            "result": self._force,
            "setboard": self._setboard,
            "hint": self._hint,
            "bk": self._book,
            "undo": lambda _: self._take_back(1),
            "remove": lambda _: self._take_back(2),
            "hard": self._hard,
            "easy": self._easy,
            "post": lambda _: self._post(is_on=True),
            "nopost": lambda _: self._post(is_on=False),
            "analyze": self._analyze,
            "exit": self._exit,
            ".": self._status,
            "memory": self._memory,
            "cores": self._cores,
            "level": lambda rest: self._timing.set_level(
                rest, self._board.ply if self._board else 0
            ),
            "st": self._timing.set_move_time,
            "sd": self._timing.set_depth,
            "time": lambda rest: self._timing.set_time(rest, is_own=True),
            "otim": lambda rest: self._timing.set_time(rest, is_own=False),
            "option": self._option,
            "pause": self._pause,
            "resume": self._resume,
        }

    # The conversation

    def command(self, word: str, rest: str) -> None:
        """Do what a line says; a move may stand alone."""
        handler = self._commands.get(word)
        if handler is not None:
            handler(rest)
        elif is_move_like(word) and not rest:
            self._usermove(word)
        else:
            self.write(f"Error (unknown command): {shortened(f'{word} {rest}'.strip())}")

    def complain(self, message: str, line: str) -> None:
        """Tell a mistake in the form that XBoard shows."""
        self.write(f"Error ({message}): {shortened(line)}")

    def _protover(self, _: str) -> None:
        features = (
            "setboard=1 usermove=1 playother=1 ping=1 analyze=1 memory=1 smp=1 sigint=0 sigterm=0 "
            "colors=0 name=1 debug=1 draw=1 time=1 reuse=1 san=0 nps=0 pause=1"
        )
        self.write("feature done=0")
        self.write(f"feature {features}")
        self.write(f'feature myname="Ferz {ferz.__version__}"')
        self.write(f'feature variants="{",".join(announced_names(self._games))}"')
        for option in (
            f"Level -spin {FULL} 1 {FULL}",
            "MultiPV -spin 1 1 500",
            f"Move Overhead -spin {self._timing.overhead_ms} 0 5000",
            "Clear Hash -button",
        ):
            self.write(f'feature option="{option}"')
        self.write("feature done=1")

    def _computer(self, _: str) -> None:
        self._is_other_engine = True

    def _ping(self, rest: str) -> None:
        if self._purpose == "move":
            # Not before the move that was asked for earlier.
            self._pings.append(rest)
            return
        try:
            if self._search is None:
                self._ready()
        finally:
            self.write(f"pong {rest}")

    # Games and positions

    def _new(self, _: str) -> None:
        self._drop_search()
        self._rules = None
        self._board = ferz.Board(self._game_of_now())
        self._timing.new_game()
        self._color, self._score_cp, self._claimed = ferz.BLACK, None, None
        self._is_paused = self._is_other_engine = False
        self._fitted.clear()
        self._changed()

    def _variant(self, rest: str) -> None:
        game, is_known = find_game(rest)
        variant = self._load(game)
        self._drop_search()
        self._rules, self._board, self._score_cp = variant, ferz.Board(variant), None
        if not is_known:
            commands = setup_commands(variant)
        else:
            # Pawns that XBoard knows by name only.
            commands = piece_commands(variant) if rest == "berolina" else []
        for command in commands:
            self.write(command)
        self._changed()

    def _setboard(self, rest: str) -> None:
        self._drop_search()
        variant = self._game_of_now()
        self._score_cp = self._claimed = None
        try:
            self._board = _read_board(variant, rest, lambda text: self.write(f"# {text}"))
        except ferz.FenError as error:
            self._board = None
            self.write(f"tellusererror Illegal position: {printable(str(error))}")
            return
        self._timing.new_position()
        self._changed()

    def _take_back(self, count: int) -> None:
        board = self._position()
        if board.ply < count:
            raise ferz.ProtocolError("command not legal now")
        self._drop_search()
        self._score_cp = self._claimed = None
        for _ in range(count):
            board.pop()
        self._changed()

    # Playing

    def _force(self, _: str) -> None:
        # Who analyzes plays no color already.
        if not self._is_analyzing:
            self._drop_search()
            self._color = None

    def _go(self, _: str) -> None:
        self._drop_search()
        self._is_analyzing = False
        board = self._position()
        self._color = board.turn
        if is_decided(board):
            self._claimed = None
            self._tell_result()
        else:
            self._think()

    def _playother(self, _: str) -> None:
        self._drop_search()
        self._is_analyzing = False
        self._color = not self._position().turn

    def _usermove(self, rest: str) -> None:
        board = self._board
        if board is None or (self._purpose == "move" and not self._is_analyzing):
            reason = "" if board is None else " (out of turn)"
            self.write(f"Illegal move{reason}: {shortened(rest)}")
            return
        try:
            move = parse_move(board, rest)
        except ferz.MoveError:
            self.write(f"Illegal move: {shortened(rest)}")
            return
        is_hit = self._purpose == "ponder" and move == self._pondered
        board.push(move)
        if is_hit and self._search is not None and not self._is_short_of_time(board):
            self._purpose = "move"
            self._search.ponder_hit()
            return
        self._drop_search()
        # Whoever analyzes or only sets moves up wants to see what would follow, also after a draw.
        if self._color is not None:
            self._tell_result()
        self._changed()

    def _is_short_of_time(self, board: ferz.Board) -> bool:
        """Whether the clock shows clearly less than when pondering began, which counts on that."""
        now_ms = left_ms(self._timing.limits(board), board.turn)
        return now_ms + self._timing.overhead_ms < KEPT_SHARE * self._assumed_ms

    def _move_now(self, _: str) -> None:
        if self._search is not None and self._purpose == "move":
            self._search.stop()

    def _pause(self, _: str) -> None:
        self._is_paused = True
        self._drop_search()

    def _resume(self, _: str) -> None:
        self._is_paused = False
        if self._is_analyzing:
            self._begin_analysis()
        elif self._search is None and self._board and self._color == self._board.turn:
            self._think()

    def _draw(self, _: str) -> None:
        score_cp = self._score_cp
        if score_cp is None or self._board is None or self._color is None:
            return
        is_late = self._board.fullmove_number >= DRAW_MOVE
        if score_cp <= DRAW_CP or (is_late and score_cp <= LEVEL_CP):
            self.write("offer draw")

    # Analysis

    def _analyze(self, _: str) -> None:
        self._drop_search()
        self._position()
        self._color, self._is_analyzing = None, True
        self._begin_analysis()

    def _exit(self, _: str) -> None:
        self._drop_search()
        self._is_analyzing, self._color = False, None

    def _status(self, _: str) -> None:
        engine = self._fitted.engine
        if self._last is None or engine is None or self._purpose != "analyze":
            return
        count = len(self._position().legal_moves)
        hundredths = round(100 * (time.perf_counter() - self._begin_s))
        self.write(f"stat01: {hundredths} {engine.nodes} {self._last.depth} 0 {count}")

    def _hint(self, _: str) -> None:
        board = self._position()
        if self._purpose == "ponder" and self._pondered is not None:
            self.write(f"Hint: {move_text(board, self._pondered)}")
        elif self._purpose == "analyze" and self._last is not None:
            self.write(f"Hint: {move_text(board, self._last.moves[0])}")
        elif self._search is None and not board.is_game_over:
            move = self._ready().play(board, nodes=HINT_NODES).move
            if move is not None:
                self.write(f"Hint: {move_text(board, move)}")

    def _book(self, _: str) -> None:
        self.write(" no book")
        self.write("")

    # Settings

    def _hard(self, _: str) -> None:
        self._can_ponder = True

    def _easy(self, _: str) -> None:
        self._can_ponder = False
        if self._purpose == "ponder":
            self._drop_search()

    def _post(self, *, is_on: bool) -> None:
        self._is_posting = is_on

    def _memory(self, rest: str) -> None:
        self._hash_mb = min(whole_number(rest, 1, MOST_ASKED, "memory"), most_hash_mb())
        self._fitted.ask_again()
        self._analyze_anew()

    def _cores(self, rest: str) -> None:
        self._threads = min(whole_number(rest, 1, MOST_ASKED, "cores"), most_threads())
        self._fitted.ask_again()
        self._analyze_anew()

    def _analyze_anew(self) -> None:
        """An analysis under way goes on with the new settings."""
        if self._purpose == "analyze":
            self._begin_analysis()

    def _option(self, rest: str) -> None:
        name, _, value = rest.partition("=")
        match name.strip().lower():
            case "level":
                self._level = whole_number(value, 1, FULL, "Level")
            case "skill level":
                self._level = level_of_skill(whole_number(value, 0, 20, "Skill Level"))
            case "uci_elo":
                self._level = level_of_elo(whole_number(value, 0, 10_000, "UCI_Elo"))
            case "multipv":
                self._multipv = whole_number(value, 1, 500, "MultiPV")
                self._analyze_anew()
            case "move overhead":
                self._timing.overhead_ms = whole_number(value, 0, 5_000, "Move Overhead")
            case "clear hash":
                if self._search is None:
                    self._fitted.clear()
            case _:
                raise ferz.ProtocolError("unknown option")


def _read_board(variant: ferz.Variant, fen: str, complain: Callable[[str], None]) -> ferz.Board:
    """The board of a FEN of XBoard's. Raises `FenError`.

    XBoard may write en-passant squares of tall boards wrongly, and it has no castling rights for
    rooks that it draws as towers: the start of the game has those of the rules.
    """
    board = read_position(variant, fen.split(), complain)
    start = ferz.Board(variant)
    is_start = (board.board_fen, board.turn) == (start.board_fen, start.turn)
    has_towers = variant.rules.self_capture
    return start if has_towers and is_start and board.castling == "-" else board
