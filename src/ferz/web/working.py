"""Long work for a tab, on a thread: progress is told, it can be stopped, it ends with the tab."""

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Callable
from typing import Literal

from ferz.web.messages.base import Event, Progress
from ferz.web.tab import Tab

#: How often the page hears of progress.
TELL_EVERY_S = 0.1

#: Called on the working thread with a stage, done and total; returns whether to go on.
Report = Callable[[str, int, int], bool]
Kind = Literal["review", "solve"]

log = logging.getLogger("ferz.web")


def begin(
    tab: Tab, kind: Kind, generation: int, run: Callable[[Report], Event], failed: Event
) -> None:
    """Do `run` on a thread, instead of what the tab had under way of this kind.

    The event that it returns is told at the end, or `failed` for a mistake of ours. Raises
    `BusyError` if no search may be started.
    """
    stop(tab, kind)
    slot = tab.hub.slots.take()
    work = Work(tab, generation)
    tab.work[kind] = work
    future = asyncio.get_running_loop().run_in_executor(None, run, work.report)
    # The place is free when the thread has really ended, also one that nobody waits for.
    future.add_done_callback(lambda _: slot.free())
    # A closed tab cancels this.
    tab.spawn(work.wait(future, failed)).add_done_callback(lambda _: work.stop())


def stop(tab: Tab, kind: Kind) -> None:
    """End what is under way of this kind, soon."""
    work = tab.work.pop(kind, None)
    if work is not None:
        work.stop()


class Work:
    """One piece of work under way."""

    def __init__(self, tab: Tab, generation: int) -> None:
        """For a tab, which knows it by its generation."""
        self._tab, self._generation = tab, generation
        self._loop = asyncio.get_running_loop()
        self._is_stopped = threading.Event()
        self._told = 0.0

    def stop(self) -> None:
        """Let the thread end at its next report."""
        self._is_stopped.set()

    def report(self, stage: str, done: int, total: int) -> bool:
        """Tell how far it is, not too often; whether to go on. Called on the working thread."""
        now = time.monotonic()
        if now - self._told >= TELL_EVERY_S:
            self._told = now
            event = Progress(self._generation, stage, done, total)
            with contextlib.suppress(RuntimeError):  # the server has gone meanwhile
                self._loop.call_soon_threadsafe(self._tab.tell, event)
        return not self._is_stopped.is_set()

    async def wait(self, future: "asyncio.Future[Event]", failed: Event) -> None:
        """Tell how it ended."""
        try:
            self._tab.tell(await asyncio.shield(future))
        except Exception:
            log.exception("work of generation %d failed", self._generation)
            self._tab.tell(failed)
