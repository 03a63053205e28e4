"""How long an engine may think: limits as a user writes them, and the clocks of a game."""

import math
import re
from dataclasses import dataclass
from typing import Any

import ferz
from ferz.player import MOST_NUMBER
from ferz.protocols.client import Clock, Limit
from ferz.variants.info import quoted

_CONTROL = re.compile(
    r"(?:(?P<moves>\d{1,4})/)?(?P<base>\d+(?:\.\d+)?)(?:\+(?P<increment>\d+(?:\.\d+)?))?"
)


@dataclass(frozen=True)
class TimeControl:
    """A clock: `base_ms` for the game, or for each `moves` moves, and `increment_ms` a move."""

    base_ms: int
    increment_ms: int = 0
    moves: int | None = None

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """Read seconds as in `5+0.05`, `60` or `40/60+0.5`; raises `ValueError`."""
        match = _CONTROL.fullmatch(text.strip())
        if match is None or float(match["base"]) > 1e6 or float(match["increment"] or 0) > 1e6:
            raise ValueError(
                f"clock: found {quoted(text)}, expected seconds such as 5+0.05 or 40/60"
            )
        moves = int(match["moves"]) if match["moves"] else None
        base_ms = round(float(match["base"]) * 1000)
        increment_ms = round(float(match["increment"] or 0) * 1000)
        if moves == 0 or base_ms + increment_ms == 0:
            raise ValueError(f"clock: found {quoted(text)}, expected some time and some moves")
        return cls(base_ms, increment_ms, moves)

    def __str__(self) -> str:
        """The text that `parse` reads; it is also PGN's."""
        text = f"{self.moves}/" if self.moves is not None else ""
        text += seconds(self.base_ms)
        return text + (f"+{seconds(self.increment_ms)}" if self.increment_ms else "")


def seconds(time_ms: float) -> str:
    """Seconds with as many digits as they need."""
    return f"{time_ms / 1000:.3f}".rstrip("0").rstrip(".")


@dataclass(frozen=True)
class Limits:
    """What a move may take: one kind of time, or nodes and depth alone, or both together."""

    time_ms: int | None = None
    clock: TimeControl | None = None
    cpu_time_ms: int | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        """Raises `ValueError` where limits contradict each other or are out of their range."""
        times = [self.time_ms, self.clock, self.cpu_time_ms]
        if sum(time is not None for time in times) > 1:
            raise ValueError("limits: found several kinds of time, expected one of them")
        for name in ("time_ms", "cpu_time_ms", "nodes", "depth"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ValueError(f"limits: {name} {value}, expected at least 1")
            if value is not None and value > MOST_NUMBER:
                raise ValueError(f"limits: {name} {value}, expected at most {MOST_NUMBER}")

    def __bool__(self) -> bool:
        """Whether there is any limit."""
        return self != Limits()

    def tag(self) -> str:
        """What PGN's TimeControl says: `1/0.1` is a tenth of a second for each move."""
        if self.clock is not None:
            return str(self.clock)
        return f"1/{seconds(self.time_ms)}" if self.time_ms is not None else "-"

    def __str__(self) -> str:
        """The limits in words, as `100 ms` or `5+0.05 s, depth 8`."""
        parts = []
        if self.time_ms is not None:
            parts.append(f"{self.time_ms} ms")
        if self.clock is not None:
            parts.append(f"{self.clock} s")
        if self.cpu_time_ms is not None:
            parts.append(f"{self.cpu_time_ms} ms of CPU")
        if self.nodes is not None:
            parts.append(f"{self.nodes} nodes")
        if self.depth is not None:
            parts.append(f"depth {self.depth}")
        return ", ".join(parts) or "none"

    def as_data(self) -> dict[str, Any]:
        """The limits that are set, for JSON."""
        values = {name: getattr(self, name) for name in ("time_ms", "cpu_time_ms", "nodes")}
        values |= {"depth": self.depth, "clock": str(self.clock) if self.clock else None}
        return {name: value for name, value in values.items() if value is not None}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Limits":
        """What `as_data` gave."""
        clock = data.get("clock")
        return cls(**{**data, "clock": TimeControl.parse(clock) if clock else None})


class Timer:
    """The time of one player in one game."""

    def __init__(self, limits: Limits) -> None:
        """A full clock, or none."""
        self.limits = limits
        self._control = limits.clock
        self.left_ms = float(limits.clock.base_ms) if limits.clock else 0.0
        self._moves_left = limits.clock.moves if limits.clock else None

    def budget_ms(self) -> float | None:
        """How long the next move may take at most; None without a limit of time."""
        if self._control is not None:
            return self.left_ms
        return self.limits.time_ms

    def spend(self, time_ms: float) -> float:
        """Count a move of so many milliseconds; returns by how much it was too long, or 0.

        A clock that has run out stands at zero before its increment: whether that loses the game
        is for the referee to say.
        """
        over_ms = time_ms - budget if (budget := self.budget_ms()) is not None else 0.0
        if self._control is None:
            return max(over_ms, 0.0)
        self.left_ms = max(self.left_ms - time_ms, 0.0) + self._control.increment_ms
        if self._moves_left is not None:
            self._moves_left -= 1
            if self._moves_left == 0:
                self._moves_left = self._control.moves
                self.left_ms += self._control.base_ms
        return max(over_ms, 0.0)

    def limit(self, turn: ferz.Color, other: "Timer", patience_ms: int) -> Limit:
        """What the next move may take, for an engine of the color `turn`."""
        limits = self.limits
        budget_ms = self.budget_ms()
        clock = None
        if self._control is not None:
            # An opponent without a clock is shown as one that has ours.
            rival = other if other._control is not None else self
            white, black = (self, rival) if turn else (rival, self)
            clock = Clock(
                white_ms=max(int(white.left_ms), 1),
                black_ms=max(int(black.left_ms), 1),
                white_increment_ms=white._increment_ms(),
                black_increment_ms=black._increment_ms(),
                moves_to_go=self._moves_left,
            )
        return Limit(
            time_ms=limits.time_ms,
            clock=clock,
            nodes=limits.nodes,
            depth=limits.depth,
            cpu_time_ms=limits.cpu_time_ms,
            patience_ms=patience_ms + math.ceil(budget_ms or 0),
        )

    def _increment_ms(self) -> int:
        return self._control.increment_ms if self._control is not None else 0
