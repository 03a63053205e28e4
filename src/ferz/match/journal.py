"""The state file of a match: a line of JSON for its settings, then one for each finished game.

What may change when a match goes on has a line of its own for each change; the last one counts.
Each line is on the disk before the next game is counted, so that a match which was killed goes on
where it was. A last line that was cut off by a kill is dropped.
"""

import contextlib
import fcntl
import hashlib
import json
import os
import uuid
from pathlib import Path
from typing import Any

import ferz
from ferz import variants
from ferz.match.files import naming, refuse_devices
from ferz.match.records import GameRecord
from ferz.match.settings import MatchSettings
from ferz.match.specs import NAMED_WEIGHTS

FORMAT = "ferz-match 1"

#: What every state file begins with.
_BEGINNING = f'{{"format":"{FORMAT}",'.encode()

#: What its first line must tell.
_HEADER = ("id", "rules", "start", "book", "settings")

#: How options begin whose files decide how an engine plays; others name what it writes itself.
_FILES = ("weights", "evalfile", "variantpath")

#: What a match that goes on may change: it decides how many games there are, not how they go.
FREE = ("games", "sprt")


class Journal:
    """The games of a match that are on the disk, or only in memory where there is no file.

    `folder` is where the match began, if that is known: the arguments of programs are meant there.
    """

    def __init__(self, settings: MatchSettings, path: Path | None = None) -> None:
        """Read a state file, or begin one; raises `ValueError` if it is one of another match."""
        self.path = path
        self.records: list[GameRecord] = []
        self.match_id = uuid.uuid4().hex[:8]
        self.folder = _present_folder()
        self._file: int | None = None
        if path is None:
            return
        refuse_devices("state", path)
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            self._lock(path)
            if _is_begun(path):
                self._go_on(path, settings)
            else:
                os.ftruncate(self._file, 0)
                self._write(_header(settings, self.match_id, self.folder))
        except BaseException:
            self.close()
            raise

    def _lock(self, path: Path) -> None:
        assert self._file is not None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise ValueError(f"{path.name}: in use, expected no other match to write it") from error

    def _go_on(self, path: Path, settings: MatchSettings) -> None:
        assert self._file is not None
        found, self.records, size = read(path)
        self.match_id = found["id"]
        self.folder = found.get("folder", self.folder)
        wanted = _header(settings, self.match_id, self.folder)
        _compare(path, found, wanted)
        os.ftruncate(self._file, size)
        if _free(found) != _free(wanted):
            self._write({"settings": _free(wanted)})

    def add(self, record: GameRecord) -> None:
        """Keep a finished game; it is on the disk when this returns."""
        if self._file is not None:
            self._write({"game": record.as_data()})
        self.records.append(record)

    def close(self) -> None:
        """Give the file back. May be called again."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _write(self, data: dict[str, Any]) -> None:
        assert self._file is not None
        line = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        assert self.path is not None
        with naming(self.path):
            while line:
                line = line[os.write(self._file, line) :]
            os.fsync(self._file)


def read_settings(path: Path) -> MatchSettings:
    """The settings of the match that a state file belongs to; raises `ValueError`, `OSError`."""
    header, _, _ = read(path)
    try:
        return MatchSettings.from_data(header["settings"])
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(
            f"{path.name}: line 1: found settings that cannot be read, expected a match's ({error})"
        ) from error


def _is_begun(path: Path) -> bool:
    """Whether there is anything in a file but, perhaps, a first line of ours cut off by a kill."""
    with path.open("rb") as file:
        line = file.readline()
    is_ours = line.startswith(_BEGINNING) or _BEGINNING.startswith(line)
    return line.endswith(b"\n") or not is_ours


def read(path: Path) -> tuple[dict[str, Any], list[GameRecord], int]:
    """The header, the games and the bytes of all whole lines of a state file.

    The header has the settings as they were last. Raises `ValueError` where it is no state file or
    is damaged before its end.
    """
    refuse_devices("state", path)
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    lines = whole.splitlines()
    header = _loaded(path, 1, lines[0]) if lines else {}
    if header.get("format") != FORMAT:
        raise ValueError(f"{path.name}: line 1 does not say '{FORMAT}', expected a state file")
    missing = [name for name in _HEADER if name not in header]
    if missing or not isinstance(header["settings"], dict):
        name = (*missing, "settings")[0]
        raise ValueError(f"{path.name}: line 1: found no '{name}', expected a state file")
    records = {}
    for number, line in enumerate(lines[1:], 2):
        data = _loaded(path, number, line)
        if "settings" in data:
            header["settings"] = _changed(path, number, header["settings"], data["settings"])
            continue
        try:
            record = GameRecord.from_data(data["game"])
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{path.name}: line {number}: found no game: {error}") from error
        records[record.number] = record
    return header, list(records.values()), len(whole)


def _loaded(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except ValueError as error:
        raise ValueError(f"{path.name}: line {number}: found no JSON: {error}") from error
    return data if isinstance(data, dict) else {}


def _changed(path: Path, number: int, before: dict[str, Any], data: Any) -> dict[str, Any]:
    """The settings with those of a later line. Raises `ValueError` where they are none."""
    try:
        if set(data) <= set(FREE):
            settings: dict[str, Any] = before | data
            MatchSettings.from_data(settings)
            return settings
    except (AttributeError, KeyError, TypeError, ValueError):
        pass
    raise ValueError(
        f"{path.name}: line {number}: found settings that cannot be read, "
        f"expected {' and '.join(FREE)}"
    )


def _free(header: dict[str, Any]) -> dict[str, Any]:
    """The settings that may change, as JSON has them."""
    return {name: header["settings"].get(name) for name in FREE}


def _present_folder() -> str:
    try:
        return os.getcwd()  # noqa: PTH109 - a text for JSON
    except FileNotFoundError as error:
        raise ValueError("match: the present folder is gone, expected one that exists") from error


def _header(settings: MatchSettings, match_id: str, folder: str | None) -> dict[str, Any]:
    game = ferz.variant(settings.variant)
    book = settings.openings.file
    return {
        "format": FORMAT,
        "id": match_id,
        "ferz": ferz.__version__,
        "rules": variants.fingerprint(game),
        "start": game.start_fen,
        "book": _digest(Path(book)) if book else None,
        "files": _engine_files(settings, folder),
        "folder": folder,
        "settings": settings.as_data(),
    }


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:32]


def _engine_files(settings: MatchSettings, folder: str | None) -> dict[str, str]:
    """What the files in the options of the engines hold: other weights are another engine."""
    found = {}
    for number, engine in enumerate(settings.engines, 1):
        base = Path() if engine.is_own else Path(engine.directory or folder or "")
        for name, value in engine.options.items():
            is_named = name.casefold().replace(" ", "").startswith(_FILES)
            if is_named and value not in NAMED_WEIGHTS and _is_file(base / value):
                found[f"engines.{number}.options.{name}"] = _digest(base / value)
    return found


def _is_file(path: Path) -> bool:
    # A text that is no path may be too long for one.
    with contextlib.suppress(OSError):
        return path.is_file()
    return False


def _compare(path: Path, found: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Raises `ValueError` with every setting that is not as it was."""
    # An older state does not tell what was in the files of its engines.
    before, now = _decisive({"files": wanted["files"], **found}), _decisive(wanted)
    differences = [
        f"{path.name}: {name}: found {_shown(before, name)}, expected {_shown(now, name)}"
        for name in dict.fromkeys([*before, *now])
        if before.get(name) != now.get(name)
    ]
    if differences:
        raise ValueError("\n".join([*differences, f"{path.name}: {_advice(before, now)}"]))


def _advice(before: dict[str, Any], now: dict[str, Any]) -> str:
    other = {name for name in {*before, *now} if before.get(name) != now.get(name)}
    if all(name == "book" or name.startswith("files.") for name in other):
        return "files have changed since (bring the old ones back, or take another state)"
    return "this is the state of another match (take another file, or --resume)"


def _decisive(header: dict[str, Any]) -> dict[str, Any]:
    """All that must stay as it was, by name."""
    settings = {name: value for name, value in header["settings"].items() if name not in FREE}
    others = {name: header[name] for name in ("rules", "start", "book", "files")}
    flat = _flat({**settings, **others})
    return json.loads(json.dumps(flat))  # type: ignore[no-any-return]


def _shown(values: dict[str, Any], name: str) -> str:
    return json.dumps(values[name], ensure_ascii=False) if name in values else "nothing"


def _flat(data: Any, prefix: str = "") -> dict[str, Any]:
    """Nested settings as `engines.1.limits.nodes` and so on."""
    if isinstance(data, dict):
        items = list(data.items())
    elif isinstance(data, list):
        items = [(str(index + 1), value) for index, value in enumerate(data)]
    else:
        return {prefix.removesuffix("."): data}
    flat: dict[str, Any] = {}
    for name, value in items:
        flat |= _flat(value, f"{prefix}{name}.")
    return flat
