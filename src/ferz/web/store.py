"""What is kept: games as they are played, progress in challenges, a user's own games; SQLite.

One connection, used by the server's own thread alone. Every change is written at once, so that a
killed server has lost nothing.
"""

import contextlib
import secrets
import sqlite3
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from platformdirs import user_data_path

#: Each step brings a database of the version before it up to the next; no text in it has a `;`.
MIGRATIONS = (
    """
    CREATE TABLE games (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        variant TEXT NOT NULL,
        variant_name TEXT NOT NULL,
        variant_toml TEXT NOT NULL,
        start_fen TEXT NOT NULL,
        tree BLOB NOT NULL,
        current INTEGER NOT NULL,
        tip INTEGER NOT NULL,
        white BLOB NOT NULL,
        black BLOB NOT NULL,
        clock BLOB NOT NULL,
        result TEXT NOT NULL,
        reason TEXT NOT NULL,
        title TEXT NOT NULL,
        plies INTEGER NOT NULL,
        self_captures INTEGER NOT NULL,
        drops INTEGER NOT NULL,
        created REAL NOT NULL,
        modified REAL NOT NULL
    );
    CREATE INDEX games_by_time ON games (modified DESC);
    CREATE TABLE challenges (
        id TEXT PRIMARY KEY,
        solved REAL,
        tries INTEGER NOT NULL DEFAULT 0,
        hints INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE designs (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        toml TEXT NOT NULL,
        modified REAL NOT NULL
    );
    CREATE TABLE reviews (
        game TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
        data BLOB NOT NULL
    );
    """,
    """
    ALTER TABLE games ADD COLUMN headers BLOB NOT NULL DEFAULT x'7B7D';
    """,
)
#: More rows are never listed at once.
MOST_ROWS = 200
#: So long a server waits for another one that is writing.
BUSY_S = 10.0


@dataclass(frozen=True)
class GameRow:
    """A stored game; trees, players and clocks are JSON."""

    id: str
    kind: str
    variant: str
    variant_name: str
    #: Of a user's own game: its text as it was when this game began, else empty.
    variant_toml: str
    start_fen: str
    tree: bytes
    current: int
    tip: int
    white: bytes
    black: bytes
    clock: bytes
    result: str = "*"
    reason: str = ""
    title: str = ""
    plies: int = 0
    self_captures: int = 0
    drops: int = 0
    created: float = field(default_factory=time.time)
    modified: float = field(default_factory=time.time)
    #: The tags of a game that came as PGN, as JSON.
    headers: bytes = b"{}"


@dataclass(frozen=True)
class CountedGame:
    """What statistics need of a game; the players are JSON."""

    variant: str
    variant_name: str
    white: bytes
    black: bytes
    result: str
    plies: int
    self_captures: int
    drops: int


@dataclass(frozen=True)
class ProgressRow:
    """How far somebody has come with a challenge."""

    id: str
    #: When it was solved first, in seconds since 1970.
    solved: float | None = None
    tries: int = 0
    hints: int = 0


@dataclass(frozen=True)
class DesignRow:
    """A user's own game."""

    id: str
    name: str
    toml: str
    modified: float


@dataclass(frozen=True)
class Filter:
    """Which games are asked for; empty: all, but tries at challenges only by their kind."""

    variant: str = ""
    result: str = ""
    text: str = ""
    kind: str = ""


_COLUMNS = tuple(GameRow.__dataclass_fields__)
_COUNTED = tuple(CountedGame.__dataclass_fields__)


def default_path() -> Path:
    """Where the database of this user is."""
    return user_data_path("ferz", appauthor=False) / "ferz.db"


def new_id() -> str:
    """A name for a game that nobody guesses: it is part of a URL."""
    return secrets.token_urlsafe(9)


class Store:
    """The database; `path` may be `:memory:`."""

    def __init__(self, path: Path | str) -> None:
        """Open it, make it where there is none, and bring an older one up to date.

        Raises `ValueError` for one of a newer version and for a file that is no database.
        """
        if isinstance(path, Path):
            path.parent.mkdir(parents=True, exist_ok=True)
        try:
            # Another server of the same user may be writing: wait for it.
            self._db = sqlite3.connect(path, isolation_level=None, timeout=BUSY_S)
            with contextlib.ExitStack() as undo:
                undo.callback(self._db.close)
                self._set_up()
                undo.pop_all()
        except (sqlite3.DatabaseError, ValueError) as error:
            raise ValueError(f"database {path}: {error}") from error

    def _set_up(self) -> None:
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._db.execute("PRAGMA foreign_keys = ON")
        with self._writing():
            self._migrate()
        # Whoever reads does not wait for whoever writes. Another server that starts at the same
        # moment makes this fail without waiting; it has then done the same.
        with contextlib.suppress(sqlite3.OperationalError):
            self._db.execute("PRAGMA journal_mode = WAL")

    def _migrate(self) -> None:
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version > len(MIGRATIONS):
            raise ValueError(
                f"version {version}, expected at most {len(MIGRATIONS)} "
                "(it was written by a newer Ferz)"
            )
        if version == len(MIGRATIONS):
            return
        for script in MIGRATIONS[version:]:
            # Not executescript, which would end the transaction.
            for statement in script.split(";"):
                self._db.execute(statement)
        self._db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        """All or nothing, and no other server writes meanwhile."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def close(self) -> None:
        """Write what is left and let go."""
        self._db.close()

    # Games

    def save_game(self, row: GameRow) -> GameRow:
        """Write a game, new or changed, and return it with the time of now."""
        row = replace(row, modified=time.time())
        self._put_game(row)
        return row

    def add_games(self, rows: Sequence[GameRow]) -> None:
        """Write games as they are, all or none; the first is the newest."""
        with self._writing():
            for row in rows:
                self._put_game(row)

    def _put_game(self, row: GameRow) -> None:
        names = ", ".join(_COLUMNS)
        places = ", ".join("?" * len(_COLUMNS))
        # Not INSERT OR REPLACE: that would take the review of the game along.
        changes = ", ".join(f"{name} = excluded.{name}" for name in _COLUMNS)
        self._db.execute(
            f"INSERT INTO games ({names}) VALUES ({places}) "
            f"ON CONFLICT (id) DO UPDATE SET {changes}",
            [getattr(row, name) for name in _COLUMNS],
        )

    def game(self, id_: str) -> GameRow | None:
        """A game by its id."""
        found = self._games("WHERE id = ?", [id_])
        return found[0] if found else None

    def games(self, which: Filter, *, offset: int = 0, count: int = 50) -> list[GameRow]:
        """The games that a filter leaves, the newest first."""
        where, values = _where(which)
        tail = f"{where} ORDER BY modified DESC, id LIMIT ? OFFSET ?"
        return self._games(tail, [*values, min(count, MOST_ROWS), offset])

    def count_games(self, which: Filter) -> int:
        """How many games a filter leaves."""
        where, values = _where(which)
        (count,) = self._db.execute(f"SELECT count(*) FROM games {where}", values).fetchone()
        return int(count)

    def delete_game(self, id_: str) -> bool:
        """Forget a game; whether there was one."""
        return self._db.execute("DELETE FROM games WHERE id = ?", [id_]).rowcount > 0

    def played_variants(self) -> list[tuple[str, str, int]]:
        """The games that were played: spec, name and how many times."""
        where, values = _where(Filter())
        return self._db.execute(
            f"SELECT variant, max(variant_name), count(*) FROM games {where} "
            "GROUP BY variant ORDER BY count(*) DESC, variant",
            values,
        ).fetchall()

    def counted_games(self, which: Filter) -> list[CountedGame]:
        """What statistics need of the games that a filter leaves."""
        where, values = _where(which)
        names = ", ".join(_COUNTED)
        rows = self._db.execute(f"SELECT {names} FROM games {where}", values)
        return [CountedGame(*row) for row in rows]

    def _games(self, tail: str, values: Sequence[object]) -> list[GameRow]:
        names = ", ".join(_COLUMNS)
        rows = self._db.execute(f"SELECT {names} FROM games {tail}", values)
        return [GameRow(*row) for row in rows]

    # Reviews

    def save_review(self, game: str, data: bytes) -> None:
        """Keep what a review found."""
        self._db.execute("INSERT OR REPLACE INTO reviews VALUES (?, ?)", [game, data])

    def review(self, game: str) -> bytes | None:
        """What a review of a game found, or None."""
        row = self._db.execute("SELECT data FROM reviews WHERE game = ?", [game]).fetchone()
        return None if row is None else bytes(row[0])

    # Challenges

    def progress(self) -> dict[str, ProgressRow]:
        """How far somebody has come, by challenge."""
        rows = self._db.execute("SELECT id, solved, tries, hints FROM challenges")
        return {row[0]: ProgressRow(*row) for row in rows}

    def save_progress(self, row: ProgressRow) -> None:
        """Write the progress in one challenge."""
        self._db.execute(
            "INSERT OR REPLACE INTO challenges (id, solved, tries, hints) VALUES (?, ?, ?, ?)",
            [row.id, row.solved, row.tries, row.hints],
        )

    # A user's own games

    def designs(self) -> list[DesignRow]:
        """All of them, the newest first."""
        rows = self._db.execute(
            "SELECT id, name, toml, modified FROM designs ORDER BY modified DESC"
        )
        return [DesignRow(*row) for row in rows]

    def design(self, id_: str) -> DesignRow | None:
        """One of them."""
        row = self._db.execute(
            "SELECT id, name, toml, modified FROM designs WHERE id = ?", [id_]
        ).fetchone()
        return None if row is None else DesignRow(*row)

    def save_design(self, id_: str, name: str, toml: str) -> DesignRow:
        """Write one, new or changed."""
        row = DesignRow(id_, name, toml, time.time())
        self._db.execute(
            "INSERT OR REPLACE INTO designs VALUES (?, ?, ?, ?)",
            [row.id, row.name, row.toml, row.modified],
        )
        return row

    def delete_design(self, id_: str) -> bool:
        """Forget one; games that were played with it keep their own copy."""
        return self._db.execute("DELETE FROM designs WHERE id = ?", [id_]).rowcount > 0


def _where(which: Filter) -> tuple[str, list[object]]:
    clauses: list[str] = []
    values: list[object] = []
    for name in ("variant", "result", "kind"):
        wanted = getattr(which, name)
        if wanted:
            clauses.append(f"{name} = ?")
            values.append(wanted)
    if not which.kind:
        clauses.append("kind <> 'challenge'")
    if which.text:
        columns = ("title", "variant_name", "variant")
        clauses.append(f"({' OR '.join(f'{name} LIKE ? ESCAPE ?' for name in columns)})")
        escaped = which.text.replace("!", "!!").replace("%", "!%").replace("_", "!_")
        values += [f"%{escaped}%", "!"] * len(columns)
    return (f"WHERE {' AND '.join(clauses)}" if clauses else ""), values
