"""How much memory there is, and how amounts of it are written."""

import os
from pathlib import Path

#: Some of the memory is left to others.
SHARE = 0.8


def available_bytes() -> int:
    """The memory that a new program may use without pushing others out."""
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2


def limit_bytes(memory_mb: int | None) -> int:
    """What may be used: so many megabytes, or most of what is free."""
    at_least_one("memory_mb", memory_mb)
    return memory_mb << 20 if memory_mb is not None else int(available_bytes() * SHARE)


def thread_count(threads: int | None) -> int:
    """So many threads, or one for each core."""
    at_least_one("threads", threads)
    return threads or os.cpu_count() or 1


def at_least_one(name: str, value: int | None) -> None:
    """Raise `ValueError` for an amount of nothing or less."""
    if value is not None and value < 1:
        raise ValueError(f"{name} {value}, expected 1 or more")


def bytes_text(count: float) -> str:
    """An amount as in `1.5 GiB`."""
    for unit in ("bytes", "KiB", "MiB"):
        if count < 1024:
            return f"{count:.0f} {unit}" if unit == "bytes" else f"{count:.1f} {unit}"
        count /= 1024
    return f"{count:.1f} GiB"
