"""How many searches run at once: a move waits for its turn, all else is told to come back."""

import asyncio
import contextlib
import os
from collections import deque
from typing import Self

#: So many games may wait for their engine's turn.
MOST_WAITING = 64
#: Places that only a move gets: a game goes on beside analyses that never end.
ONLY_FOR_MOVES = 1


class BusyError(Exception):
    """All searches that may run are running."""


class Slots:
    """A number of places; used by the server's own thread alone."""

    def __init__(self, count: int | None = None) -> None:
        """Without a number: two, or as many as this machine has cores; one more for moves."""
        self.count = count or max(2, os.cpu_count() or 1)
        self._free = self.count + ONLY_FOR_MOVES
        self._waiting: deque[asyncio.Future[None]] = deque()

    def take(self) -> "Slot":
        """A place at once, for anything but a move. Raises `BusyError` if there is none."""
        if self._free <= ONLY_FOR_MOVES:
            raise BusyError
        self._free -= 1
        return Slot(self)

    async def wait(self) -> "Slot":
        """A place for a move, in turn. Raises `BusyError` if too many wait."""
        if self._free:
            self._free -= 1
            return Slot(self)
        if len(self._waiting) >= MOST_WAITING:
            raise BusyError
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                # The place had just been handed over.
                self._give_back()
            else:
                # Whoever has gone takes no room from those who wait.
                with contextlib.suppress(ValueError):
                    self._waiting.remove(turn)
            raise
        return Slot(self)

    def _give_back(self) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


class Slot:
    """A place that was taken; given back once, by `free` or at the end of a `with`."""

    def __init__(self, slots: Slots) -> None:
        """Made by `Slots`."""
        self._slots: Slots | None = slots

    def free(self) -> None:
        """Give it back."""
        if self._slots is not None:
            slots, self._slots = self._slots, None
            slots._give_back()

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """As `free`."""
        self.free()
