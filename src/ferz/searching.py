"""A search on a thread of its own: started, stopped and waited for from any other."""

import atexit
import signal
import threading
import weakref
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from ferz._core import Line

Answer = TypeVar("Answer")


class Search(Generic[Answer]):
    """One search under way. `stop` and `ponder_hit` also work before it has really begun.

    `run` does the search and is given the search itself, to pass on its lines; its answer, or what
    it raised, is what `result` gives. `on_end` is called last, on the searching thread.
    """

    def __init__(
        self,
        run: "Callable[[Search[Answer]], Answer]",
        stop: Callable[[], None],
        ponder_hit: Callable[[], None],
        *,
        on_line: Callable[[Line], None] | None = None,
        on_end: "Callable[[Search[Answer]], None] | None" = None,
    ) -> None:
        """Begin at once."""
        self._run, self._native_stop, self._native_ponder_hit = run, stop, ponder_hit
        self._on_line, self._on_end = on_line, on_end
        self._lock = threading.Lock()
        self._is_stopped = self._is_hit = self._has_begun = False
        self._answer: Answer | None = None
        self._error: BaseException | None = None
        self._is_answered = threading.Event()
        self._thread = threading.Thread(target=self._work, name="ferz search", daemon=True)
        _UNDER_WAY.add(self)
        self._thread.start()

    def stop(self) -> None:
        """End the search soon; `result` then has what was found so far."""
        with self._lock:
            self._is_stopped = True
        self._native_stop()

    def ponder_hit(self) -> None:
        """The expected move was played: from now on the clock counts."""
        with self._lock:
            is_early = not self._has_begun
            self._is_hit = True
        if not is_early:
            self._native_ponder_hit()

    @property
    def is_stopped(self) -> bool:
        """Whether somebody has asked it to end."""
        return self._is_stopped

    @property
    def is_answered(self) -> bool:
        """Whether `result` would not have to wait."""
        return self._is_answered.is_set()

    @property
    def is_done(self) -> bool:
        """Whether the searching thread is through."""
        return not self._thread.is_alive()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait for the end; whether it has come."""
        self._thread.join(timeout_s)
        return self.is_done

    def halt(self) -> None:
        """Stop, and wait until it is over; what it found or raised can still be asked for."""
        while not self.is_done:
            # A stop that comes before the core has begun does not reach it: say it again.
            self.stop()
            self.wait(0.005)

    def result(self) -> Answer:
        """Wait for the answer. Raises whatever the search has raised."""
        self._is_answered.wait()
        if self._error is not None:
            raise self._error
        assert self._answer is not None
        return self._answer

    def begun(self) -> None:
        """Hear from the core that orders reach it now: those that came earlier are repeated."""
        with self._lock:
            is_late_hit = self._is_hit and not self._has_begun
            self._has_begun = True
        if self._is_stopped:
            self._native_stop()
        if is_late_hit:
            self._native_ponder_hit()

    def line(self, line: Line) -> None:
        """Take a line of the core."""
        if self._on_line is not None:
            self._on_line(line)

    def _work(self) -> None:
        try:
            self._answer = self._run(self)
        except BaseException as error:  # told to whoever asks for the result
            self._error = error
        finally:
            self._is_answered.set()
            if self._on_end is not None:
                self._on_end(self)
            _UNDER_WAY.discard(self)


_UNDER_WAY: "weakref.WeakSet[Search[Any]]" = weakref.WeakSet()


@atexit.register
def _halt_all() -> None:
    # A thread that still searches while the interpreter goes down would call into nothing, and so
    # it would after a Ctrl-C in here.
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    for search in list(_UNDER_WAY):
        search.halt()
