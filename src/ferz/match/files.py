"""What the files of a match have in common: their names in errors, and what is no file at all."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

PathLike = str | os.PathLike[str]


def refuse_devices(purpose: str, path: Path) -> None:
    """Raise `ValueError` for what exists and is no file: a pipe is read once, some never end."""
    if path.exists() and not path.is_file():
        raise ValueError(f"{purpose}: '{path}' is no regular file, expected one")


def refuse_equal(files: dict[str, PathLike | None]) -> None:
    """Raise `ValueError` where one file has two purposes: one of them would spoil it."""
    used: dict[Path, str] = {}
    for name, file in files.items():
        if file is None:
            continue
        path = Path(file).resolve()
        for other, purpose in used.items():
            if path == other or (path.exists() and other.exists() and path.samefile(other)):
                raise ValueError(f"{name}: found the file of {purpose}, expected another one")
        used[path] = name


@contextlib.contextmanager
def naming(path: Path) -> Iterator[None]:
    """Let an `OSError` tell which file it is about: one that is open already has no name there."""
    try:
        yield
    except OSError as error:
        if error.filename is not None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error
