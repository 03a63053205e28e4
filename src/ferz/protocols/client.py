"""What the clients of both protocols share: limits of a search, answers, and how to open one."""

import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

import ferz
from ferz.protocols.process import EngineDeathError, EngineError, EngineProcess, EngineSilenceError

__all__ = [
    "Answer",
    "ClientSettings",
    "Clock",
    "EngineClient",
    "EngineDeathError",
    "EngineError",
    "EngineSilenceError",
    "IllegalMoveError",
    "Limit",
    "ResignationError",
    "RulesDisputeError",
    "open_client",
]


class IllegalMoveError(EngineError):
    """The engine played a move that the rules do not allow."""


class RulesDisputeError(EngineError):
    """The engine refused a legal move, or called a game finished that is not."""


class ResignationError(EngineError):
    """The engine gave its game up."""


@dataclass(frozen=True)
class Clock:
    """What both clocks show, with the increments that follow each move."""

    white_ms: int
    black_ms: int
    white_increment_ms: int = 0
    black_increment_ms: int = 0
    moves_to_go: int | None = None

    def left_ms(self, color: ferz.Color) -> int:
        """The time of one side."""
        return self.white_ms if color else self.black_ms


@dataclass(frozen=True)
class Limit:
    """What one search may take; None is no limit. `time_ms` is meant exactly.

    `patience_ms` is how long to wait for the answer before the engine is given up.
    """

    time_ms: int | None = None
    clock: Clock | None = None
    nodes: int | None = None
    depth: int | None = None
    cpu_time_ms: int | None = None
    patience_ms: int = 60_000


@dataclass(frozen=True)
class Answer:
    """A move, and what the engine said about it; scores are those of the side to move."""

    move: ferz.Move
    time_ms: float
    score_cp: int | None = None
    mate: int | None = None
    depth: int | None = None
    nodes: int | None = None


@dataclass(frozen=True)
class ClientSettings:
    """How to start an engine and what to tell it before a game.

    `variant_name` is the engine's own name for the game, found among those that it announces when
    None. Of `threads` and `hash_mb`, None leaves the engine's default. The last three are for
    XBoard: whether a position can be set up (None: as the engine says), and how an exact time per
    move is told, by a clock that is set before each move (`level`, with `refill` times the time of
    a move on it) or by the command `st`.
    """

    command: tuple[str, ...]
    name: str
    protocol: Literal["uci", "xboard"] = "uci"
    directory: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    variant_name: str | None = None
    threads: int | None = None
    hash_mb: int | None = None
    start_seconds: float = 10.0
    has_setboard: bool | None = None
    movetime: Literal["level", "st"] = "level"
    refill: int = 25


class EngineClient(ABC):
    """An engine in a game: `new_game`, then `play` as often as it is its turn; `close` at last."""

    def __init__(self, settings: ClientSettings, log: Path | None = None) -> None:
        """Start the program and shake hands; raises `EngineError`."""
        self.settings = settings
        self._process = EngineProcess(
            settings.command, name=settings.name, directory=settings.directory, log=log
        )
        try:
            self._shake_hands()
        except BaseException:
            self.close()
            raise

    @property
    def name(self) -> str:
        """What the engine is called in messages."""
        return self.settings.name

    @property
    def pid(self) -> int:
        """The id of the engine's process."""
        return self._process.pid

    @abstractmethod
    def _shake_hands(self) -> None:
        """Learn what the engine can do."""

    @abstractmethod
    def new_game(self, board: ferz.Board) -> None:
        """Prepare a game from the root of a board; raises `EngineError` if it cannot be played."""

    @abstractmethod
    def play(self, board: ferz.Board, limit: Limit) -> Answer:
        """The engine's move in a position of its game.

        The time is ours, from sending the position to the arrival of the move. Raises one of the
        kinds of `EngineError`; a plain one means that the engine cannot be used so at all.
        """

    def close(self) -> None:
        """End the program. May be called again."""
        self._process.close()

    def __enter__(self) -> Self:
        """The client itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the program."""
        self.close()

    def _start_deadline(self) -> float:
        return time.perf_counter() + self.settings.start_seconds


def open_client(settings: ClientSettings, log: Path | None = None) -> EngineClient:
    """A started engine; raises `EngineError` if it does not start or does not answer.

    What is said on both sides is appended to the file `log`.
    """
    from ferz.protocols.client_uci import UciClient
    from ferz.protocols.client_xboard import XboardClient

    return (UciClient if settings.protocol == "uci" else XboardClient)(settings, log)
