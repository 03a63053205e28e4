"""The PGN file of a match: games are appended as they end, and none is missing after a kill."""

import os
import re
from pathlib import Path

import ferz
from ferz.match.journal import Journal
from ferz.match.records import GameHeaders, GameRecord, game_id, pgn_text
from ferz.match.settings import MatchSettings

_GAME_ID = re.compile(rb'^\[GameId "([^"]*)"\]', re.MULTILINE)


class PgnFile:
    """Appends games to a file; what was in it before stays."""

    def __init__(
        self, path: Path, settings: MatchSettings, variant: ferz.Variant, journal: Journal
    ) -> None:
        """Open the file and add the games of the journal that it does not have yet."""
        self._variant = variant
        first, second = settings.engine(0), settings.engine(1)
        self._headers = GameHeaders(
            event=settings.event,
            match_id=journal.match_id,
            names=(first.name, second.name),
            time_controls=(first.limits.tag(), second.limits.tag()),
        )
        content = path.read_bytes() if path.exists() else b""
        self._file: int | None = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        # Whatever stands there, a game begins after an empty line.
        self._separator = b"" if not content or content.endswith(b"\n\n") else b"\n\n"
        known = set(_GAME_ID.findall(content))
        for record in journal.records:
            if game_id(journal.match_id, record.number).encode() not in known:
                self.add(record)

    def add(self, record: GameRecord) -> None:
        """Append a game, in one piece."""
        assert self._file is not None
        text = self._separator + pgn_text(record, self._variant, self._headers).encode() + b"\n"
        self._separator = b""
        while text:
            text = text[os.write(self._file, text) :]

    def close(self) -> None:
        """Give the file back. May be called again."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
