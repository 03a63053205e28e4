"""The interface's end of UCI."""

import itertools
import re
import time

import ferz
from ferz.protocols.client import (
    Answer,
    EngineClient,
    EngineError,
    EngineSilenceError,
    IllegalMoveError,
    Limit,
)
from ferz.protocols.names import find_name, read_move
from ferz.variants.info import quoted, suggestion

_OPTION = re.compile(r"option\s+name\s+(?P<name>.+?)\s+type\s+(?P<type>\w+)(?P<rest>.*)")


class UciClient(EngineClient):
    """An engine that speaks UCI, with `UCI_Variant` where it knows more than chess."""

    def _shake_hands(self) -> None:
        self._options: dict[str, str] = {}
        self._variants: list[str] = []
        self._process.send("uci")
        try:
            self._read_options()
        except EngineSilenceError as error:
            hint = "an engine for XBoard needs proto=xboard"
            raise EngineSilenceError(f"{error} to 'uci' ({hint})") from error

    def _read_options(self) -> None:
        deadline = self._start_deadline()
        while (line := self._process.read(deadline)) != "uciok":
            match = _OPTION.match(line)
            if match is not None:
                self._options[match["name"].casefold()] = match["name"]
                if match["name"].casefold() == "uci_variant":
                    self._variants = re.findall(r"\bvar\s+(\S+)", match["rest"])

    def new_game(self, board: ferz.Board) -> None:
        """Set the options and the game, and wait until the engine is ready."""
        for name, value in self._wanted_options().items():
            self._set(name, value)
        self._set_variant(board.variant)
        self._process.send("ucinewgame")
        self._wait_until_ready()

    def play(self, board: ferz.Board, limit: Limit) -> Answer:
        """The engine's move in a position of its game."""
        self._wait_until_ready()
        start = time.perf_counter()
        self._process.send(_position(board), _go(limit))
        deadline = start + limit.patience_ms / 1000
        info: dict[str, int] = {}
        while not (line := self._process.read(deadline)).startswith("bestmove"):
            if line.startswith("info "):
                read_info(line, info)
        time_ms = (time.perf_counter() - start) * 1000
        word = [*line.split(), ""][1]
        try:
            move = read_move(board, word)
        except ferz.MoveError as error:
            raise IllegalMoveError(f"{self.name}: {error}") from error
        return Answer(
            move=move,
            time_ms=time_ms,
            score_cp=info.get("cp"),
            mate=info.get("mate"),
            depth=info.get("depth"),
            nodes=info.get("nodes"),
        )

    def _wanted_options(self) -> dict[str, str]:
        settings = self.settings
        wanted = {}
        if settings.threads is not None:
            wanted["Threads"] = str(settings.threads)
        if settings.hash_mb is not None:
            wanted["Hash"] = str(settings.hash_mb)
        return wanted | dict(settings.options)

    def _set(self, name: str, value: str) -> None:
        known = self._options.get(name.casefold())
        if known is None:
            hint = suggestion(name, self._options.values())
            raise EngineError(f"{self.name}: has no option {quoted(name)}{hint}")
        self._process.send(f"setoption name {known} value {value}" if value else _press(known))

    def _set_variant(self, variant: ferz.Variant) -> None:
        if variant.is_chess960 and "uci_chess960" in self._options:
            self._process.send("setoption name UCI_Chess960 value true")
        name = self.settings.variant_name or find_name(variant, self._variants)
        if name is None and variant.is_chess960 and "uci_chess960" in self._options:
            # An engine for chess alone plays Chess960 by that option.
            name = find_name(ferz.variant("chess"), self._variants)
            if not self._variants:
                return
        if name is None and self._has_own_variants():
            # The file that VariantPath names may define it under our name.
            name = variant.id
        if name is not None:
            self._process.send(f"setoption name UCI_Variant value {name}")
        elif variant.id != "chess":
            raise EngineError(
                f"{self.name}: does not announce the game '{variant.id}' "
                "(give its name there as variant=NAME)"
            )

    def _has_own_variants(self) -> bool:
        return any(name.casefold() == "variantpath" for name in self.settings.options)

    def _wait_until_ready(self) -> None:
        self._process.send("isready")
        deadline = self._start_deadline()
        while self._process.read(deadline) != "readyok":
            pass


def _press(name: str) -> str:
    return f"setoption name {name}"


def _position(board: ferz.Board) -> str:
    root = board.root()
    is_start = root.fen == board.variant.start_fen
    start = "startpos" if is_start else f"fen {root.fen}"
    moves = []
    for move in board.move_stack:
        moves.append(root.uci(move))
        root.push(move)
    return f"position {start} moves {' '.join(moves)}" if moves else f"position {start}"


def _go(limit: Limit) -> str:
    words = ["go"]
    clock = limit.clock
    if clock is not None:
        words += ["wtime", str(clock.white_ms), "btime", str(clock.black_ms)]
        words += ["winc", str(clock.white_increment_ms), "binc", str(clock.black_increment_ms)]
        if clock.moves_to_go is not None:
            words += ["movestogo", str(clock.moves_to_go)]
    numbers = {"movetime": limit.time_ms, "nodes": limit.nodes, "depth": limit.depth}
    for word, number in numbers.items():
        if number is not None:
            words += [word, str(number)]
    return " ".join(words)


def read_info(line: str, info: dict[str, int]) -> None:
    """Take depth, nodes and the score of an `info` line; only the best line of several counts.

    A score that is a mere bound is left out, as is whatever is no number.
    """
    words = line.partition(" string ")[0].split()
    values: dict[str, int] = {}
    for word, follower in itertools.pairwise(words):
        if word == "pv":
            break
        if word in ("depth", "nodes", "cp", "mate", "multipv") and _is_integer(follower):
            values[word] = int(follower)
    if values.pop("multipv", 1) != 1 or "lowerbound" in words or "upperbound" in words:
        return
    if "cp" in values or "mate" in values:
        info.pop("cp", None)
        info.pop("mate", None)
    else:
        # The depth that has begun is not the depth of the score.
        values.pop("depth", None)
    info.update(values)


def _is_integer(word: str) -> bool:
    digits = word.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) < 19
