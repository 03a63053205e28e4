"""`ferz uci` or `ferz xboard` as a program of its own, spoken to in lines."""

import queue
import subprocess
import sys
import threading
from types import TracebackType
from typing import Self

#: Long enough for a busy machine; no test asserts a time.
PATIENCE_S = 60.0


def code_without_a_reader(protocol: str, *lines: str) -> int:
    """The exit code of a program that speaks after its reader went away, its input still open."""
    with subprocess.Popen(
        [sys.executable, "-m", "ferz.cli", protocol], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        process.stdin.flush()
        return process.wait(timeout=PATIENCE_S)


class Program:
    """The program at the other end of two pipes; whatever it says is kept."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ferz.cli", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.decode(errors="replace").rstrip("\n"))
        self._lines.put(None)

    def send(self, *lines: str) -> None:
        """Say some lines."""
        self.send_bytes("".join(f"{line}\n" for line in lines).encode())

    def send_bytes(self, data: bytes) -> None:
        """Say anything."""
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def until(self, beginning: str) -> list[str]:
        """Everything it says up to the first line that begins so, which is the last given."""
        lines: list[str] = []
        while not lines or not lines[-1].startswith(beginning):
            line = self._lines.get(timeout=PATIENCE_S)
            assert line is not None, f"ended before '{beginning}': {lines[-5:]}"
            lines.append(line)
        return lines

    def ask(self, *lines: str, until: str) -> list[str]:
        """Say some lines and wait for an answer."""
        self.send(*lines)
        return self.until(until)

    def close_input(self) -> None:
        """Say no more."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def ended(self) -> int:
        """Wait for the program to end; its exit code. It has said nothing on standard error."""
        code = self.process.wait(timeout=PATIENCE_S)
        self._reader.join(timeout=PATIENCE_S)
        assert self.process.stderr is not None
        assert self.process.stderr.read().decode() == ""
        return code

    def rest(self) -> list[str]:
        """What it said before it ended, as far as nobody has read it yet."""
        lines = []
        while (line := self._lines.get(timeout=PATIENCE_S)) is not None:
            lines.append(line)
        return lines

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for pipe in (self.process.stdin, self.process.stderr):
            if pipe is not None:
                pipe.close()
        self._reader.join(timeout=PATIENCE_S)
        assert self.process.stdout is not None
        self.process.stdout.close()
