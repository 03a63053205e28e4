"""One server for one database: a second one would write over what the first has played."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

#: So long a server that is just starting has to say where it is.
PATIENCE_S = 3.0


class AlreadyRunningError(RuntimeError):
    """Another server has the database; `url` is its address, empty if it did not tell."""

    def __init__(self, url: str) -> None:
        """With the address that the other one left."""
        super().__init__(f"another Ferz is running with these games: {url or 'address unknown'}")
        self.url = url


class Claim:
    """The right to a database, held as long as this program lives."""

    def __init__(self, file: int) -> None:
        """On a file that is locked."""
        self._file = file

    def tell(self, url: str) -> None:
        """Leave the address for others of the same user."""
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, url.encode(), 0)


@contextmanager
def claimed(database: Path) -> Iterator[Claim | None]:
    """Claim a database. Raises `AlreadyRunningError` where another program has."""
    try:
        import fcntl
    except ImportError:
        yield None
        return
    path = database.with_name(f"{database.name}.running")
    path.parent.mkdir(parents=True, exist_ok=True)
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyRunningError(_address(path)) from None
        # What is there is of a server that was killed.
        os.ftruncate(file, 0)
        yield Claim(file)
    finally:
        os.close(file)


def _address(path: Path) -> str:
    until = time.monotonic() + PATIENCE_S
    while not (url := path.read_text()) and time.monotonic() < until:
        time.sleep(0.05)
    return url
