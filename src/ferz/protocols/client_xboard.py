"""The interface's end of the XBoard protocol, version 2."""

import re
import time

import ferz
from ferz.protocols.client import (
    Answer,
    ClientSettings,
    Clock,
    EngineClient,
    EngineError,
    EngineSilenceError,
    IllegalMoveError,
    Limit,
    ResignationError,
    RulesDisputeError,
)
from ferz.protocols.names import find_name, read_move, xboard_ranks
from ferz.protocols.xboard_clock import level_command, seconds_text
from ferz.variants.info import quoted, suggestion

#: How long to wait for features from an engine that sends none; an older one knows no protover.
FEATURE_SECONDS = 2.0

#: From this score on a number means mate: 100000 + moves.
MATE_SCORE = 100_000

_FEATURE = re.compile(r'(\w+)=(?:"([^"]*)"|(\S+))')
# Depth, score, time and nodes; Python refuses to read very long numbers.
_THINKING = re.compile(r"(\d{1,18})\D?\s+([+-]?\d{1,18})\s+(\d{1,18})\s+(\d{1,18})(?:\s|$)")
_ILLEGAL = re.compile(r"\billegal move\b|\btellusererror illegal\b", re.IGNORECASE)
_RESULT = re.compile(r"(?:result\s+)?(1-0|0-1|1/2-1/2)(\s|$)")
_UNKNOWN = re.compile(r"unknown command\W+xboard\b", re.IGNORECASE)
_RESIGN = re.compile(r"(?:tellics\s+)?resign\b")


class XboardClient(EngineClient):
    """An engine that speaks protocol 2 of XBoard (or 1, if it sends no features)."""

    def _shake_hands(self) -> None:
        self._features: dict[str, str] = {}
        self._options: dict[str, str] = {}
        self._pings = 0
        self._known: list[ferz.Move] = []
        self._is_playing = False
        self._is_timed = False
        self._credit_ms = 0.0
        self._process.send("xboard", "protover 2")
        deadline = time.perf_counter() + min(FEATURE_SECONDS, self.settings.start_seconds)
        try:
            while self._features.get("done") != "1":
                if self._read_features(self._process.read(deadline)) == "0":
                    deadline = self._start_deadline()
        except EngineSilenceError:
            if self._features.get("done") == "0":
                raise
        if self._features.get("san") == "1":
            self._process.send("rejected san")

    def _read_features(self, line: str) -> str | None:
        """Take the features of a line; returns what it says about `done`."""
        if _UNKNOWN.match(line):
            raise EngineError(
                f"{self.name}: said {quoted(line)}, expected an engine for XBoard (or proto=uci)"
            )
        if not line.startswith("feature"):
            return None
        done = None
        for name, text, word in _FEATURE.findall(line):
            if name == "option":
                option = re.split(r"\s+-(?:button|check|spin|string|combo|slider|file|path)", text)
                self._options[option[0].casefold()] = option[0]
                continue
            self._features[name] = text or word
            done = word if name == "done" else done
        return done

    def new_game(self, board: ferz.Board) -> None:
        """Set options, game and position, and wait until the engine is ready."""
        for name, value in self.settings.options.items():
            self._set(name, value)
        self._process.send("new")
        self._set_variant(board.variant)
        self._set_resources()
        self._process.send("easy", "post", "force")
        self._known = []
        self._is_playing = self._is_timed = False
        self._credit_ms = 0.0
        root = board.root()
        if root.fen != board.variant.start_fen:
            self._set_board(root)
        self._synchronize(self._start_deadline())

    def play(self, board: ferz.Board, limit: Limit) -> Answer:
        """The engine's move in a position of its game."""
        self._process.drain()
        news = self._news(board)
        if not (self._is_playing and len(news) == 1):
            self._process.send("force", *news)
            self._synchronize(self._start_deadline())
            last = "go"
        else:
            last = news[0]
        self._set_limit(board.turn, limit)
        start = time.perf_counter()
        self._process.send(last)
        text, info = self._read_move(start + limit.patience_ms / 1000)
        time_ms = (time.perf_counter() - start) * 1000
        move = self._read(board, text)
        self._is_playing = True
        self._known = [*board.move_stack, move]
        if limit.time_ms is not None:
            self._credit_ms += limit.time_ms - time_ms
        return _answer(move, time_ms, info)

    # Before a game

    def _set(self, name: str, value: str) -> None:
        known = self._options.get(name.casefold())
        if known is None:
            hint = suggestion(name, self._options.values())
            raise EngineError(f"{self.name}: has no option {quoted(name)}{hint}")
        value = {"true": "1", "false": "0"}.get(value.casefold(), value)
        self._process.send(f"option {known}={value}" if value else f"option {known}")

    def _set_variant(self, variant: ferz.Variant) -> None:
        known = [name.strip() for name in self._features.get("variants", "normal").split(",")]
        name = self.settings.variant_name or find_name(variant, known)
        if name is None:
            raise EngineError(
                f"{self.name}: does not announce the game '{variant.id}' "
                "(give its name there as variant=NAME)"
            )
        if name != "normal":
            self._process.send(f"variant {name}")

    def _set_resources(self) -> None:
        if self.settings.hash_mb is not None and self._features.get("memory") == "1":
            self._process.send(f"memory {self.settings.hash_mb}")
        if self.settings.threads is not None and self._features.get("smp") == "1":
            self._process.send(f"cores {self.settings.threads}")

    def _set_board(self, root: ferz.Board) -> None:
        has_setboard = self.settings.has_setboard
        if has_setboard is None:
            has_setboard = self._features.get("setboard") == "1"
        if not has_setboard:
            raise EngineError(
                f"{self.name}: has no setboard, expected an opening of moves from the start"
            )
        self._process.send(f"setboard {root.fen}")

    def _synchronize(self, deadline: float) -> None:
        """Wait until the engine has read everything; raises `RulesDisputeError` if it complains."""
        if self._features.get("ping") != "1":
            return
        self._pings += 1
        self._process.send(f"ping {self._pings}")
        while (line := self._process.read(deadline)) != f"pong {self._pings}":
            self._object_to(line)

    # A move

    def _news(self, board: ferz.Board) -> list[str]:
        """The moves that the engine does not know yet, as it reads them."""
        moves = board.move_stack
        if moves[: len(self._known)] != self._known:
            raise EngineError(f"{self.name}: the game went back, expected moves to follow")
        prefix = "usermove " if self._features.get("usermove") == "1" else ""
        walk = board.copy()
        texts = []
        for _ in moves[len(self._known) :]:
            move = walk.pop()
            texts.append(prefix + _write(walk, move))
        return texts[::-1]

    def _set_limit(self, turn: ferz.Color, limit: Limit) -> None:
        if limit.nodes is not None or limit.cpu_time_ms is not None:
            what = "nodes" if limit.nodes is not None else "CPU time"
            raise EngineError(f"{self.name}: XBoard has no limit by {what}, expected time or depth")
        clock = limit.clock
        if not self._is_timed:
            self._is_timed = True
            self._process.send(*_first_limits(self.settings, turn, limit))
        if limit.time_ms is not None and self.settings.movetime == "level":
            shown_ms = self._shown_ms(limit.time_ms)
            clock = Clock(shown_ms, shown_ms)
        if clock is not None:
            own, other = clock.left_ms(turn), clock.left_ms(not turn)
            self._process.send(f"time {max(own // 10, 1)}", f"otim {max(other // 10, 1)}")

    def _shown_ms(self, time_ms: int) -> int:
        """What the clock shows so that the engine takes `time_ms` a move on average.

        It shows the time of `refill` moves; what the engine has saved or overdrawn so far moves the
        clock five times as much, so that whatever share it takes, the average comes right.
        """
        return max(round(self.settings.refill * time_ms + 5 * self._credit_ms), time_ms)

    def _read_move(self, deadline: float) -> tuple[str, dict[str, int]]:
        info: dict[str, int] = {}
        while True:
            line = self._process.read(deadline)
            if line.startswith("move "):
                return line[5:].strip(), info
            if _RESIGN.match(line):
                raise ResignationError(f"{self.name}: resigned")
            if _RESULT.match(line):
                raise RulesDisputeError(
                    f"{self.name}: claimed {quoted(line)} in a game that goes on"
                )
            self._object_to(line)
            match = _THINKING.match(line)
            if match is not None:
                depth, score, _, nodes = (int(number) for number in match.groups())
                info.update(depth=depth, score=score, nodes=nodes)

    def _object_to(self, line: str) -> None:
        if _ILLEGAL.search(line):
            raise RulesDisputeError(f"{self.name}: said {quoted(line)} to a legal move")

    def _read(self, board: ferz.Board, text: str) -> ferz.Move:
        try:
            return read_move(board, xboard_ranks(board.variant, text, 1))
        except ferz.MoveError as error:
            raise IllegalMoveError(f"{self.name}: {error}") from error


def _write(board: ferz.Board, move: ferz.Move) -> str:
    """A move as XBoard writes it."""
    if board.variant.is_chess960 and move.is_castling:
        return board.san(move).rstrip("+#")
    return xboard_ranks(board.variant, board.uci(move), -1)


def _first_limits(settings: ClientSettings, turn: ferz.Color, limit: Limit) -> list[str]:
    """The commands that a game's limits begin with."""
    commands = []
    if limit.depth is not None:
        commands.append(f"sd {limit.depth}")
    if limit.clock is not None:
        commands.append(level_command(limit.clock, turn))
    elif limit.time_ms is not None and settings.movetime == "st":
        commands.append(f"st {seconds_text(limit.time_ms)}")
    elif limit.time_ms is not None:
        shown_ms = settings.refill * limit.time_ms
        commands.append(level_command(Clock(shown_ms, shown_ms), turn))
    return commands


def _answer(move: ferz.Move, time_ms: float, info: dict[str, int]) -> Answer:
    score = info.get("score")
    mate = None
    if score is not None and abs(score) >= MATE_SCORE:
        mate = (abs(score) - MATE_SCORE) * (1 if score > 0 else -1)
        score = None
    return Answer(
        move=move,
        time_ms=time_ms,
        score_cp=score,
        mate=mate,
        depth=info.get("depth"),
        nodes=info.get("nodes"),
    )
