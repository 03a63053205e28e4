"""The library: stored games, their PGN, and what can be counted about them."""

from typing import Annotated, Literal

import msgspec

from ferz.web.messages.base import Data, FileText, Request, Result, Side, Word
from ferz.web.messages.views import GameKind, PieceView, Player, Strategy

Offset = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]


class _Filtered(Request):
    """Which games are meant; empty: all, but tries at challenges only by their kind."""

    variant: Word = ""
    result: Literal["", "1-0", "0-1", "1/2-1/2", "*"] = ""
    text: Word = ""
    kind: Literal["", "game", "analysis", "challenge"] = ""
    offset: Offset = 0


class ListGames(_Filtered, tag="list_games"):
    """Stored games, the newest first."""

    count: Annotated[int, msgspec.Meta(ge=1, le=50)] = 20


class Picture(Data):
    """What a small board shows."""

    placement: str
    files: int
    ranks: int
    pieces: list[PieceView]
    turn: Side


class StoredGame(Data):
    """A stored game in a list."""

    id: str
    kind: GameKind
    title: str
    variant: str
    variant_name: str
    white: Player
    black: Player
    result: Result
    reason: str
    plies: int
    #: Seconds since 1970.
    modified: float
    #: None: its rules can no longer be read.
    picture: Picture | None


class PlayedVariant(Data):
    """A variant of which games are stored."""

    spec: str
    name: str
    games: int


class GameList(Data):
    """A part of the games that were asked for, and how many there are."""

    games: list[StoredGame]
    total: int
    variants: list[PlayedVariant]


class DeleteGame(Request, tag="delete_game"):
    """Forget a game."""

    game: Word


class RenameGame(Request, tag="rename_game"):
    """Give a game a name of its own; empty: none."""

    game: Word
    title: Annotated[str, msgspec.Meta(max_length=200)]


class ExportPgn(_Filtered, tag="export_pgn"):
    """Games as PGN: those that are named, or else those of the filter, some at a time."""

    games: Annotated[list[Word], msgspec.Meta(max_length=100)] = msgspec.field(default_factory=list)


class PgnText(Data):
    """Games as PGN; where there are more, `next_offset` is where they begin."""

    text: str
    games: int
    next_offset: int | None


class ImportPgn(Request, tag="import_pgn"):
    """Store the games of a PGN text; `variant` is the game of those that do not name theirs."""

    text: FileText
    variant: Word = ""


class ImportedGames(Data):
    """What became of the games of a text."""

    games: list[str]
    #: The library's words about games that were left out.
    problems: list[str]
    #: Whether there were more games than are read at once.
    has_more: bool


class AskStatistics(Request, tag="statistics"):
    """What can be counted about the games that were played, of one variant or of all."""

    variant: Word = ""


class Results(Data):
    """How games ended; of a score, for whom it is."""

    wins: int
    draws: int
    losses: int


class Count(Data):
    """How often something happened: in all, and in how many games."""

    total: int
    games: int


class Bar(Data):
    """A bar of a histogram: games of `first` to `last` plies."""

    first: int
    last: int
    games: int


class Lengths(Data):
    """How long games were, in plies."""

    mean: float
    shortest: int
    longest: int
    bars: list[Bar]


class VariantStatistics(Data):
    """What was counted about one variant; results are White's."""

    spec: str
    name: str
    games: int
    results: Results
    mean_plies: float
    self_captures: int
    drops: int


class LevelScore(Data):
    """How a human did against an engine."""

    level: int
    strategy: Strategy
    results: Results


class Statistics(Data):
    """What was counted: games with a move, their ends, what was special in them."""

    games: int
    unfinished: int
    #: White's.
    results: Results
    #: None: no game has ended yet.
    lengths: Lengths | None
    self_captures: Count
    drops: Count
    variants: list[VariantStatistics]
    levels: list[LevelScore]
