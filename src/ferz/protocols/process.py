"""A program at the other end of a pipe: lines in, lines out, every wait with a deadline."""

import contextlib
import os
import select
import signal
import subprocess
import tempfile
import time
import weakref
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from ferz import ProtocolError
from ferz.protocols.session import printable

#: How long a program may take to leave after it was told to.
QUIT_SECONDS = 0.5

#: A line longer than this is no line of a protocol.
MAX_LINE_BYTES = 1 << 20

#: The system's call waits no longer at a time.
MOST_WAIT_MS = 2**31 - 1


class EngineError(ProtocolError):
    """An engine that cannot go on with its game."""


class EngineDeathError(EngineError):
    """The program ended, or could not be started."""


class EngineSilenceError(EngineError):
    """The program did not answer in time."""


class EngineProcess:
    """A running program that speaks in lines.

    It has a process group of its own, so that Ctrl-C in a terminal does not reach it and its
    helpers end with it. Every line, with time and direction, is appended to the file `log`.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        name: str,
        directory: str | Path | None = None,
        log: Path | None = None,
    ) -> None:
        """Start the program; raises `EngineDeathError` if that fails."""
        self.name = name
        self._log = log.open("a", encoding="utf-8") if log is not None else None
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - `close` closes it
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                cwd=directory,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            self._close_files()
            # The folder may be what is not there.
            where = f" in '{directory}'" if error.filename == str(directory) else ""
            raise EngineDeathError(
                f"{name}: cannot start '{command[0]}'{where}: {error.strerror}"
            ) from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input = self._process.stdin
        self._output = self._process.stdout
        self._poll = select.poll()
        self._poll.register(self._output, select.POLLIN)
        self._partial = b""
        self._lines: deque[str] = deque()
        self._is_at_end = False
        _running.add(self)

    @property
    def pid(self) -> int:
        """The id of the process, and of its group."""
        return self._process.pid

    def send(self, *lines: str) -> None:
        """Write lines; raises `EngineDeathError` if nobody reads them."""
        for line in lines:
            self._note(">", line)
        try:
            self._input.write("".join(f"{line}\n" for line in lines).encode())
        except (OSError, ValueError) as error:
            raise self._death() from error

    def read(self, deadline: float) -> str:
        """The next line, without the white space at its ends.

        `deadline` is a time of `time.perf_counter`. Raises `EngineSilenceError` when it passes and
        `EngineDeathError` when there will be no more lines.
        """
        while not self._lines:
            if self._is_at_end:
                raise self._death()
            wait_ms = (deadline - time.perf_counter()) * 1000
            # One look is always taken: a line may have come while somebody else had the processor.
            if self._poll.poll(min(max(wait_ms, 0), MOST_WAIT_MS)):
                self._fill(os.read(self._output.fileno(), 65536))
            elif wait_ms <= 0:
                raise EngineSilenceError(f"{self.name}: no answer in time")
        return self._lines.popleft()

    def drain(self) -> list[str]:
        """All lines that have come so far, without waiting."""
        while not self._is_at_end and self._poll.poll(0):
            self._fill(os.read(self._output.fileno(), 65536))
        lines = list(self._lines)
        self._lines.clear()
        return lines

    def close(self, farewell: str | None = "quit") -> None:
        """End the program: politely, then by force. May be called again."""
        if self not in _running:
            return
        if farewell is not None:
            with contextlib.suppress(OSError, ValueError):
                self._note(">", farewell)
                self._input.write(f"{farewell}\n".encode())
                self._input.close()
            self._exit_code(QUIT_SECONDS)
        self.kill()
        _running.discard(self)
        self._process.wait()
        for stream in (self._input, self._output):
            with contextlib.suppress(OSError):
                stream.close()
        self._close_files()

    def _close_files(self) -> None:
        self._errors.close()
        if self._log is not None:
            self._log.close()

    def kill(self) -> None:
        """End the program and what it has started, at once; nothing if it was closed."""
        # Until `close` has waited for it, nobody else can have the number of this group.
        if self in _running:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def _exit_code(self, seconds: float) -> int | None:
        """How the program ended (a signal negative), waiting so long for it; None if it runs."""
        flags = os.WEXITED | os.WNOWAIT | os.WNOHANG
        end = time.perf_counter() + seconds
        while (found := os.waitid(os.P_PID, self._process.pid, flags)) is None:
            if time.perf_counter() > end:
                return None
            time.sleep(0.001)
        return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status

    def _fill(self, data: bytes) -> None:
        if not data:
            self._is_at_end = True
        *lines, self._partial = (self._partial + data).split(b"\n")
        if len(self._partial) > MAX_LINE_BYTES:
            raise EngineDeathError(
                f"{self.name}: found a line of over a megabyte, expected a command"
            )
        for raw in lines:
            line = raw.decode("utf-8", "replace").strip()
            self._note("<", line)
            self._lines.append(line)

    def _death(self) -> EngineDeathError:
        code = self._exit_code(QUIT_SECONDS)
        how = "closed its output" if code is None else _exit_text(code)
        return EngineDeathError(f"{self.name}: {how}{self._last_words()}")

    def _last_words(self) -> str:
        """The last line of standard error, for a message."""
        with contextlib.suppress(OSError, ValueError):
            size = self._errors.seek(0, os.SEEK_END)
            self._errors.seek(max(size - 1000, 0))
            lines = self._errors.read().decode("utf-8", "replace").split("\n")
            words = [line.strip() for line in lines if line.strip()]
            return f" ({printable(words[-1][:200])})" if words else ""
        return ""

    def _note(self, direction: str, line: str) -> None:
        if self._log is not None:
            self._log.write(f"{time.perf_counter():.3f} {direction} {line}\n")
            self._log.flush()


#: Whoever ends this process in a hurry ends these first: see `kill_all`.
_running: "weakref.WeakSet[EngineProcess]" = weakref.WeakSet()


def kill_all() -> None:
    """End every program that this process has started here and not closed yet, at once."""
    for process in list(_running):
        process.kill()


def _exit_text(code: int) -> str:
    if code >= 0:
        return f"ended with code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"
