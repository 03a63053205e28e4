"""Reading variant files from disk: every way this can fail is a VariantError."""

from pathlib import Path

from ferz._core import VariantError
from ferz.variants.info import quoted

MAX_BYTES = 1_000_000


def is_folder(path: Path) -> bool:
    """Whether a path is a folder; what cannot be a path is none."""
    try:
        return path.is_dir()
    except OSError:
        return False


def read_text(path: Path) -> str:
    """The text of a variant file; at most 1 MB of UTF-8 in a regular file."""
    try:
        # Only a regular file: a pipe would wait, a device would never end.
        if not path.is_file():
            found = "is a folder" if path.is_dir() else "no such file"
            raise VariantError(f"{quoted(str(path))}: {found}, expected a .toml or .ini file")
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
        size = path.stat().st_size
    except OSError as error:
        raise VariantError(f"{quoted(str(path))}: cannot be read ({error.strerror})") from error
    if len(data) > MAX_BYTES:
        raise VariantError(f"{path.name}: {size / 1_000_000:.1f} MB, expected at most 1 MB")
    return decode(data, path.name)


def decode(data: bytes, source: str) -> str:
    """Bytes of a file as text."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        byte = data[error.start]
        raise VariantError(
            f"{source}: byte 0x{byte:02x} at position {error.start}, expected UTF-8"
        ) from error
