"""Where games are played: processes of this machine, or the workers of a Dask cluster.

Both are a `concurrent.futures.Executor`; `Crew` adds how many games fit at a time and how to end
all of them at once.
"""

import contextlib
import logging
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from ferz.protocols.process import kill_all

#: How long to look for a cluster.
CLUSTER_SECONDS = 10

#: The variable by which the programs of a game are known after its own process has died.
GAME_MARK = "FERZ_GAME"

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Crew:
    """An executor for `slots` games at a time.

    `abort` ends the games under way, as far as that can be done. `is_local` tells that this machine
    plays them, so that a file can tell more about the death of a process.
    """

    executor: Executor
    slots: int
    abort: Callable[[], None]
    is_local: bool = False


class LocalExecutor(Executor):
    """One process for each slot: the death of one fails only the game that it was playing.

    The processes leave when this one does, however it ends, and take their engines with them.
    """

    def __init__(self, slots: int) -> None:
        """Start the processes."""
        context = get_context("spawn")
        # Nothing is ever sent: when our end closes, by us or by our death, the workers know.
        self._lifeline, self._own_end = context.Pipe(duplex=False)
        self._slots = [_Slot(context, self._lifeline) for _ in range(slots)]

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        """Run a function in the process that has the least to do.

        Raises `ValueError` if the process could not be started.
        """
        return min(self._slots, key=_Slot.load).submit(partial(fn, *args, **kwargs))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the processes finish what they do, and leave."""
        for slot in self._slots:
            slot.pool.shutdown(wait=wait, cancel_futures=cancel_futures)
        if wait:
            self._own_end.close()
            self._lifeline.close()

    def abort(self) -> None:
        """End all games, engines and processes now."""
        self._own_end.close()
        self.shutdown(wait=True, cancel_futures=True)


class _Slot:
    """A process, and another one when it dies."""

    def __init__(self, context: SpawnContext, lifeline: Connection) -> None:
        self._context, self._lifeline = context, lifeline
        self._calls: list[Future[Any]] = []
        self._start()

    def load(self) -> int:
        """How many calls are not answered yet."""
        self._calls = [call for call in self._calls if not call.done()]
        return len(self._calls)

    def submit(self, call: Callable[[], T]) -> "Future[T]":
        self._wait_for_start()
        try:
            future = self.pool.submit(call)
        except BrokenExecutor:
            self._start()
            self._wait_for_start()
            future = self.pool.submit(call)
        self._calls.append(future)
        return future

    def _start(self) -> None:
        self.pool = ProcessPoolExecutor(
            1, mp_context=self._context, initializer=_begin_worker, initargs=(self._lifeline,)
        )
        with _without_interrupts():
            # The process starts with its first task.
            self._started = self.pool.submit(_nothing)

    def _wait_for_start(self) -> None:
        """A process that never came up must not be taken for an engine that crashed."""
        try:
            self._started.result()
        except BrokenExecutor as error:
            raise ValueError(
                "concurrency: a process for games ended at its start "
                "(a script needs 'if __name__ == \"__main__\":')"
            ) from error


def _nothing() -> None:
    """A first task."""


def _begin_worker(lifeline: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, args=(lifeline,), daemon=True).start()


def _leave_with_parent(lifeline: Connection) -> None:
    # The main thread may be deep in a search: it is not asked.
    with contextlib.suppress(EOFError, OSError):
        lifeline.recv()
    kill_all()
    os._exit(1)


def end_programs(mark: str) -> None:
    """End all that a dead process has left: what was started with this `GAME_MARK`."""
    wanted = f"{GAME_MARK}={mark}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            process = os.pidfd_open(int(folder.name))
            try:
                # While it is open, nobody else can have the number.
                if wanted in (folder / "environ").read_bytes().split(b"\0"):
                    signal.pidfd_send_signal(process, signal.SIGKILL)
            finally:
                os.close(process)


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """Processes started here ignore Ctrl-C from their first moment on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def local_crew(slots: int) -> Iterator[Crew]:
    """Processes of this machine; an exception ends them and their games at once."""
    executor = LocalExecutor(slots)
    try:
        yield Crew(executor, slots, executor.abort, is_local=True)
    except BaseException:
        executor.abort()
        raise
    executor.shutdown()


@contextlib.contextmanager
def _quiet(logger: logging.Logger) -> Iterator[None]:
    """The end of a cluster is told in our words, not in a trace of its own."""
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(before)


@contextlib.contextmanager
def cluster_crew(address: str) -> Iterator[Crew]:
    """The workers of a Dask cluster, one game for each of their threads.

    Raises `ValueError` if the package is missing or no cluster answers. Games under way when an
    exception comes are given up: a worker plays its own to the end, and nobody hears of it.
    """
    try:
        distributed = import_module("distributed")
    except ImportError as error:
        raise ValueError(
            "cluster: the package 'distributed' is missing (pip install 'ferz[cluster]')"
        ) from error
    try:
        client = distributed.Client(address, timeout=CLUSTER_SECONDS)
    except (OSError, ValueError, TimeoutError) as error:
        raise ValueError(f"cluster: no Dask scheduler at '{address}' ({error})") from error
    with _quiet(logging.getLogger("distributed.client")), client:
        slots = sum(client.nthreads().values())
        if not slots:
            raise ValueError(f"cluster: '{address}' has no workers, expected at least one")
        executor = client.get_executor(pure=False)
        try:
            yield Crew(executor, slots, lambda: executor.shutdown(wait=False))
        finally:
            executor.shutdown(wait=False)
