"""The two kinds of players: a program over a protocol, and our own engine in this process."""

import os
import random
import time
from pathlib import Path
from typing import Any, Protocol

import ferz
from ferz.match.specs import EngineSpec
from ferz.protocols.client import Answer, EngineDeathError, EngineError, Limit, open_client


class Player(Protocol):
    """Whoever plays one side of one game."""

    def new_game(self, board: ferz.Board) -> None:
        """Prepare a game from the root of a board."""

    @property
    def pid(self) -> int:
        """The process that it thinks in."""

    def play(self, board: ferz.Board, limit: Limit) -> Answer:
        """The move in a position of that game; raises `EngineError`."""

    def close(self) -> None:
        """Leave nothing running."""


class OwnPlayer:
    """`ferz.Engine`, new for each game."""

    def __init__(self, spec: EngineSpec, variant: ferz.Variant, *, seed: str) -> None:
        """Make the engine; raises `EngineError` for options that it does not know."""
        self._spec = spec
        self._random = random.Random(seed)
        sizes = {"threads": spec.threads, "hash_mb": spec.hash_mb}
        options: dict[str, Any] = {name: _literal(value) for name, value in spec.options.items()}
        options |= {name: value for name, value in sizes.items() if value is not None}
        try:
            self._engine = ferz.Engine(variant, **options)
        except (TypeError, ValueError) as error:
            raise EngineError(f"{spec.name}: {error}") from error

    @property
    def pid(self) -> int:
        """This process."""
        return os.getpid()

    def new_game(self, board: ferz.Board) -> None:
        """Nothing: the engine is new."""

    def play(self, board: ferz.Board, limit: Limit) -> Answer:
        """The engine's move; an exception in it is its death."""
        start = time.perf_counter()
        try:
            found = self._engine.play(board, **self._manner(), **_limits(limit))
        except Exception as error:
            raise EngineDeathError(f"{self._spec.name}: {type(error).__name__}: {error}") from error
        time_ms = (time.perf_counter() - start) * 1000
        if found.move is None:
            raise EngineDeathError(f"{self._spec.name}: found no move in '{board.fen}'")
        return Answer(
            move=found.move,
            time_ms=time_ms,
            score_cp=found.score_cp,
            mate=found.mate,
            depth=found.depth,
            nodes=found.nodes,
        )

    def close(self) -> None:
        """Give the engine's memory back."""
        self._engine.close()

    def _manner(self) -> dict[str, Any]:
        manner: dict[str, Any] = {}
        if self._spec.level is not None:
            manner |= {"level": self._spec.level, "seed": self._random.getrandbits(32)}
        if self._spec.strategy is not None:
            manner |= {"strategy": self._spec.strategy, "seed": self._random.getrandbits(32)}
        return manner


def _literal(text: str) -> str | int | float | bool:
    """An option's value as Python has it."""
    if text in ("true", "false"):
        return text == "true"
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return text


def _limits(limit: Limit) -> dict[str, Any]:
    """A limit in the words of `Engine.play`."""
    words: dict[str, Any] = {
        "time_ms": limit.time_ms,
        "nodes": limit.nodes,
        "depth": limit.depth,
        "cpu_time_ms": limit.cpu_time_ms,
    }
    clock = limit.clock
    if clock is not None:
        words |= {
            "white_time_ms": clock.white_ms,
            "black_time_ms": clock.black_ms,
            "white_increment_ms": clock.white_increment_ms,
            "black_increment_ms": clock.black_increment_ms,
            "moves_to_go": clock.moves_to_go,
        }
    return {name: value for name, value in words.items() if value is not None}


def open_player(
    spec: EngineSpec, variant: ferz.Variant, *, seed: str, log: Path | None = None
) -> Player:
    """A player for one game; raises `EngineError` if it cannot be had."""
    if spec.is_own:
        return OwnPlayer(spec, variant, seed=seed)
    return open_client(spec.client_settings(), log)


def log_path(directory: str | None, number: int, name: str) -> Path | None:
    """The file that takes down what is said to and by a program in one game."""
    if directory is None:
        return None
    folder = Path(directory)
    folder.mkdir(parents=True, exist_ok=True)
    safe = "".join(letter if letter.isalnum() else "-" for letter in name)
    return folder / f"{number + 1:05}-{safe}.log"
