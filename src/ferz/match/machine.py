"""Whether the machine let an engine run: a late move may not be the engine's fault."""

import os
import threading
from pathlib import Path

#: What Linux counts processor time in.
_TICK_MS = 1000 / os.sysconf("SC_CLK_TCK")


class Moment:
    """The counters of the machine and of one engine at a moment; where there are none, nothing."""

    def __init__(self, pid: int) -> None:
        """Take them now, for the process with this number and those that it has started."""
        self._pid = pid
        self._waited = _waited_ms(pid)
        self._taken = _taken_ms()

    def held_up_ms(self) -> float:
        """For how long, since this moment, the machine kept the engine from being in time.

        That is the longest that one of its threads, or the thread that asks and measures its time,
        waited for a processor, and the most that the host of a virtual machine took of one.
        """
        return _growth(self._waited, _waited_ms(self._pid)) + _growth(self._taken, _taken_ms())


def _growth(before: dict[str, float], after: dict[str, float]) -> float:
    """The most that a counter has grown; a new one began at zero."""
    return max((value - before.get(name, 0.0) for name, value in after.items()), default=0.0)


def _waited_ms(pid: int) -> dict[str, float]:
    """By thread; a line is `NANOSECONDS_RUN NANOSECONDS_WAITED TIMES`."""
    threads = _threads(pid)
    if pid != os.getpid():
        # What we have started ourselves are other engines.
        threads += [thread for child in _descendants(threads) for thread in _threads(child)]
        threads.append(Path(f"/proc/self/task/{threading.get_native_id()}"))
    lines = {thread.name: _text(thread / "schedstat").split() for thread in threads}
    # A thread that has just ended tells nothing more.
    return {name: int(words[1]) / 1e6 for name, words in lines.items() if len(words) > 1}


def _threads(pid: int) -> list[Path]:
    try:
        return list(Path(f"/proc/{pid}/task").iterdir())
    except OSError:
        return []


def _descendants(threads: list[Path]) -> list[int]:
    """The processes that these threads have started, and those that they have, and so on."""
    children = [int(word) for thread in threads for word in _text(thread / "children").split()]
    return children + [pid for child in children for pid in _descendants(_threads(child))]


def _taken_ms() -> dict[str, float]:
    """By processor; the lines are `cpuN user nice system idle iowait irq softirq steal …`."""
    rows = [line.split() for line in _text(Path("/proc/stat")).splitlines()]
    return {
        row[0]: _TICK_MS * int(row[8])
        for row in rows
        if len(row) > 8 and row[0].startswith("cpu") and row[0] != "cpu"
    }


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""
