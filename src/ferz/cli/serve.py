"""`ferz uci` and `ferz xboard`: the protocols on standard input and output.

What is imported here is on the way to the first answer: no Typer, no Rich.
"""

import os
import select
import sys
import threading
from collections.abc import Iterator, Sequence

#: A line longer than this is cut in two: no protocol has such lines.
MOST_LINE_BYTES = 1 << 20


def serve(protocol: str, games: Sequence[str] = ()) -> int:
    """Speak a protocol until the other side says quit or goes away; the exit code.

    `games` are announced beside the built-in ones, as far as the protocol can.
    """
    from ferz.protocols.session import Session

    for name, stream in (("input", sys.stdin), ("output", sys.stdout)):
        # Where the shell closed one, Python has none.
        if stream is None:
            print(f"ferz: standard {name}: found it closed, expected it open", file=sys.stderr)
            return 2
    session: Session
    if protocol == "uci":
        from ferz.protocols.uci import UciEngine

        session = UciEngine(_Writer())
    else:
        from ferz.protocols.xboard import XBoardEngine

        session = XBoardEngine(_Writer(), games)
    try:
        session.run(read_lines(sys.stdin.fileno()))
    except KeyboardInterrupt:
        return 130
    return 0


class _Writer:
    """Writes lines to standard output at once; without a reader the program ends."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._file = sys.stdout.fileno()

    def __call__(self, text: str) -> None:
        data = (text + "\n").encode(errors="replace")
        with self._lock:
            try:
                while data:
                    try:
                        data = data[os.write(self._file, data) :]
                    except BlockingIOError:
                        select.select([], [self._file], [])
            except OSError:
                # Nobody is left to be told, and the main thread may wait for input for ever.
                os._exit(1)


def read_lines(file: int) -> Iterator[str]:
    """The lines of a file descriptor as they come, whatever bytes they are made of."""
    # Not sys.stdin: a thread that waits in its buffer keeps Python from ending.
    rest = b""
    while chunk := _read(file):
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            yield _text(line)
        if len(rest) > MOST_LINE_BYTES:
            yield _text(rest)
            rest = b""
    if rest:
        yield _text(rest)


def _read(file: int) -> bytes:
    while True:
        try:
            return os.read(file, 1 << 16)
        except BlockingIOError:
            # Who started us shares a pipe that does not wait: that is not its end.
            select.select([file], [], [])
        except OSError:
            return b""


def _text(line: bytes) -> str:
    # Some programs begin with the mark of a text file.
    return line.decode(errors="replace").strip("\ufeff\r\0 \t")
