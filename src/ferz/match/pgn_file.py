"""The PGN file of a match: games are appended as they end, and none is missing after a kill."""

import contextlib
import os
import re
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
        """The texts of the games that are not there; only the last one can be there in part."""
        known = set(_GAME_ID.findall(content))
        last = _last_game(content)
        suspects = set(_GAME_ID.findall(last))
        missing = []
        for record in records:
            name = game_id(self._headers.match_id, record.number).encode()
            if name in known and name not in suspects:
                continue
            text = self._text(record)
            if name not in known or _is_torn(last, text):
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


def _last_game(content: bytes) -> bytes:
    """All from the beginning of the last game on; nothing where there is no game."""
    starts = [match.start() for match in _GAME_START.finditer(content)]
    return content[starts[-1] :] if starts else b""


def _is_torn(last: bytes, text: bytes) -> bool:
    """Whether a kill has left only a piece of a game; somebody may have annotated a whole one."""
    is_piece = text.startswith(last) and last != text
    return is_piece or not _RESULT.search(_ASIDE.sub(b"", last))


def _without_torn(content: bytes, missing: list[bytes]) -> bytes:
    """A file without the piece of one of these games that a kill left at its end."""
    last = _last_game(content)
    # An editor may have ended its line, or all lines in the way of another system.
    piece = last.replace(b"\r\n", b"\n").rstrip()
    if piece and any(text.startswith(piece) for text in missing):
        return content[: -len(last)]
    return content
