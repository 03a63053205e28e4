"""The PGN file of a match: games are appended as they end, and none is missing after a kill."""

import contextlib
import os
import re
from itertools import pairwise
from pathlib import Path

import ferz
from ferz.match.files import naming
from ferz.match.journal import Journal
from ferz.match.records import GameHeaders, GameRecord, game_id, pgn_text
from ferz.match.settings import MatchSettings

_GAME_ID = re.compile(rb'^\[GameId "([^"]*)"\]', re.MULTILINE)
_GAME_START = re.compile(rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))\[")

#: What may hold a result without being that of the game: comments, perhaps cut off, and tags.
_ASIDE = re.compile(rb"\{[^}]*(?:\}|\Z)|;[^\n]*|^\[[^\n]*", re.MULTILINE)
_RESULT = re.compile(rb"(?:^|\s)(?:1-0|0-1|1/2-1/2|\*)(?:\s|$)")


#: A comment that was cut off.
_OPEN_COMMENT = re.compile(rb"\{[^}]*\Z")


class PgnFile:
    """Appends games to a file; what was in it before stays."""

    def __init__(
        self, path: Path, settings: MatchSettings, variant: ferz.Variant, journal: Journal
    ) -> None:
        """Open the file and add the games of the journal that it does not have whole."""
        self._path, self._variant = path, variant
        first, second = settings.engine(0), settings.engine(1)
        self._headers = GameHeaders(
            event=settings.event,
            match_id=journal.match_id,
            names=(first.name, second.name),
            time_controls=(first.limits.tag(), second.limits.tag()),
        )
        content = path.read_bytes() if path.is_file() else b""
        missing = self._missing(content, journal.records)
        whole = _without_torn(content, missing)
        self._file: int | None = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        if whole != content:
            os.ftruncate(self._file, len(whole))
        # Whatever stands there, a game begins after an empty line.
        self._separator = b"" if not whole or whole.endswith(b"\n\n") else b"\n\n"
        if _OPEN_COMMENT.search(whole):
            # The torn game of another match would swallow this one's.
            self._separator = b" }\n\n"
        for text in missing:
            self._append(text)

    def add(self, record: GameRecord) -> None:
        """Append a game, whole or, where an `OSError` is raised, not at all."""
        self._append(self._text(record))

    def close(self) -> None:
        """Give the file back. May be called again."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _missing(self, content: bytes, records: list[GameRecord]) -> list[bytes]:
        """The texts of the games that are not there, or only in part."""
        games = _games(content)
        found: dict[bytes, list[bytes]] = {}
        for game in games:
            for name in _GAME_ID.findall(game):
                found.setdefault(name, []).append(game)
        last = games[-1] if games else b""
        missing = []
        for record in records:
            known = found.get(game_id(self._headers.match_id, record.number).encode(), [])
            # One that was torn before others were written may stand there once more, whole.
            is_whole = any(_RESULT.search(_ASIDE.sub(b"", game)) for game in known)
            if is_whole and last not in known:
                continue
            text = self._text(record)
            if not is_whole or (last != text and text.startswith(last)):
                missing.append(text)
        return missing

    def _text(self, record: GameRecord) -> bytes:
        return pgn_text(record, self._variant, self._headers).encode() + b"\n"

    def _append(self, text: bytes) -> None:
        assert self._file is not None
        size = os.fstat(self._file).st_size
        text = self._separator + text
        try:
            with naming(self._path):
                while text:
                    text = text[os.write(self._file, text) :]
        except OSError:
            # A piece of a game could swallow the next one; what is no file cannot be cut.
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, size)
            raise
        self._separator = b""


def _games(content: bytes) -> list[bytes]:
    """The games of a file, whole or torn, each with all that follows it."""
    starts = [match.start() for match in _GAME_START.finditer(content)]
    return [content[start:end] for start, end in pairwise([*starts, len(content)])]


def _without_torn(content: bytes, missing: list[bytes]) -> bytes:
    """A file without the piece of one of these games that a kill left at its end."""
    last = (_games(content) or [b""])[-1]
    # An editor may have ended its line, or all lines in the way of another system.
    piece = last.replace(b"\r\n", b"\n").rstrip()
    if piece and any(text.startswith(piece) for text in missing):
        return content[: -len(last)]
    return content
