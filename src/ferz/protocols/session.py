"""What both engine ends share: a loop over lines and events, one search beside it, errors told."""

import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable

#: What a session writes with: one line, without its end, flushed at once; from any thread.
Write = Callable[[str], None]
#: Longer commands are cut in messages, and so are longer messages.
SHOWN, TOLD = 80, 500
#: How long a search may be silent.
SILENCE_S = 1.0


class Session(ABC):
    """One end of a protocol. Lines and the ends of searches are handled one after the other.

    Whatever a line says, it never ends the session: a mistake is told by `complain`.
    """

    def __init__(self, write: Write) -> None:
        """Answer with `write`."""
        self.write = write
        self._events: queue.SimpleQueue[str | Callable[[], None] | None] = queue.SimpleQueue()
        self._is_over = False

    def run(self, lines: Iterable[str]) -> None:
        """Read until `quit` or the end of the lines."""
        # It knows nothing of the session, which can go while it still waits for a line.
        reader = threading.Thread(
            target=_read, args=(lines, self._events.put), name="ferz input", daemon=True
        )
        reader.start()
        try:
            while not self._is_over:
                try:
                    event = self._events.get(timeout=self.patience_s)
                except queue.Empty:
                    event = self.report
                if event is None:
                    break
                self._handle(event)
            self.finish()
        finally:
            self.close()
            # The reader may outlive the session: nothing that it can see should keep this alive.
            while not self._events.empty():
                self._events.get()

    def quit(self) -> None:
        """End the session after this event."""
        self._is_over = True

    def later(self, event: Callable[[], None]) -> None:
        """Have something done on the session's own thread, after what is waiting already."""
        self._events.put(event)

    @property
    def patience_s(self) -> float | None:
        """After so long without an event `report` is called; None is never."""
        return None

    def report(self) -> None:  # noqa: B027 - not every protocol has words for it
        """Tell how far a search is that has said nothing for a while."""

    def finish(self) -> None:  # noqa: B027 - what can be cut short needs no end
        """Finish what was asked for before the end of the input; Ctrl-C does not wait for it."""

    @abstractmethod
    def command(self, word: str, rest: str) -> None:
        """Do what a line says. Raises `ValueError` or `OSError` for a mistake in it."""

    @abstractmethod
    def complain(self, message: str, line: str) -> None:
        """Tell the other side about a mistake in a line."""

    @abstractmethod
    def close(self) -> None:
        """End what is under way."""

    def _handle(self, event: "str | Callable[[], None]") -> None:
        line = event if isinstance(event, str) else ""
        try:
            if not isinstance(event, str):
                event()
                return
            words = line.split(None, 1)
            if words:
                self.command(words[0], words[1].strip() if len(words) > 1 else "")
        except (ValueError, OSError, MemoryError, RuntimeError) as error:
            for message in str(error).splitlines() or [type(error).__name__]:
                self.complain(shortened(message, TOLD), line)
        except Exception as error:  # a mistake of ours, which must not cost anybody a game
            self.complain(shortened(f"internal error: {error!r}", TOLD), line)


def _read(lines: Iterable[str], put: "Callable[[str | None], None]") -> None:
    try:
        for line in lines:
            put(line)
    finally:
        put(None)


def printable(text: str) -> str:
    """A text for a line of output: no control characters."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def shortened(text: str, most: int = SHOWN) -> str:
    """The beginning of what somebody sent, for a message."""
    text = printable(text)
    return text if len(text) <= most else text[: most - 1] + "…"


def whole_number(text: str, least: int, most: int, what: str) -> int:
    """The number of a text. Raises `ValueError` for no number or one out of its range."""
    digits = text.removeprefix("-")
    # Texts of thousands of digits are no numbers to Python.
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > 18:
        raise ValueError(f"{what}: found '{shortened(text)}', expected {least} to {most}")
    if not least <= int(text) <= most:
        raise ValueError(f"{what}: found {text}, expected {least} to {most}")
    return int(text)


def most_hash_mb() -> int:
    """The largest memory that this machine should give to an engine: a quarter of its own."""
    import os

    try:
        pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError, AttributeError):
        return 1024
    return max(64, min(65536, pages // 4 // 1_000_000))


def most_threads() -> int:
    """The largest number of threads that makes sense here, and some more."""
    import os

    return max(8, 4 * (os.cpu_count() or 1))
