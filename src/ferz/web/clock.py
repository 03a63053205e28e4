"""The chess clock of a game: what each side has left, counted by the server alone."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from ferz.web.messages.base import Side
from ferz.web.messages.views import ClockView
from ferz.web.views import side_of

#: Longer games are played without a clock.
MOST_MS = 24 * 3_600_000


class StoredClock(msgspec.Struct):
    """A clock that stands, as it is stored."""

    initial_ms: int
    increment_ms: int
    white_ms: int
    black_ms: int


@dataclass
class Clock:
    """Counts for one side at a time; `now_s` is any clock that never goes back."""

    stored: StoredClock
    now_s: Callable[[], float] = time.monotonic
    _since: float = 0.0
    _running: Side | None = None

    @classmethod
    def new(cls, initial_ms: int, increment_ms: int) -> "Clock":
        """Both sides have the same."""
        initial_ms = min(initial_ms, MOST_MS)
        return cls(StoredClock(initial_ms, min(increment_ms, MOST_MS), initial_ms, initial_ms))

    def left_ms(self, color: bool) -> int:
        """What a side has left now."""
        left = self.stored.white_ms if color else self.stored.black_ms
        if self._running == side_of(color):
            left -= round(1000 * (self.now_s() - self._since))
        return max(left, 0)

    @property
    def running(self) -> Side | None:
        """For whom it counts."""
        return self._running

    def start(self, color: bool) -> None:
        """Count for a side from now on."""
        self.stop()
        self._running, self._since = side_of(color), self.now_s()

    def stop(self) -> None:
        """Count for nobody."""
        if self._running is not None:
            is_white = self._running == "white"
            self._set(is_white, self.left_ms(is_white))
            self._running = None

    def add_increment(self, color: bool) -> None:
        """What a side gets for a move."""
        is_running = self._running == side_of(color)
        self.stop()
        self._set(color, self.left_ms(color) + self.stored.increment_ms)
        if is_running:
            self.start(color)

    def refill(self, least_ms: int) -> None:
        """Give a side that has nothing left something to go on with."""
        for color in (True, False):
            if self.left_ms(color) == 0:
                self._set(color, min(least_ms, self.stored.initial_ms))

    def _set(self, color: bool, left_ms: int) -> None:
        if color:
            self.stored.white_ms = left_ms
        else:
            self.stored.black_ms = left_ms

    def snapshot(self) -> StoredClock:
        """The clock as it would stand if it were stopped now."""
        stored = self.stored
        return StoredClock(
            stored.initial_ms, stored.increment_ms, self.left_ms(True), self.left_ms(False)
        )

    def view(self) -> ClockView:
        """For the page."""
        now = self.snapshot()
        return ClockView(
            now.initial_ms, now.increment_ms, now.white_ms, now.black_ms, self._running
        )
