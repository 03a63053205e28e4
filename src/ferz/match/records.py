"""What remains of a game: moves with scores and times, how it ended, who broke which rule."""

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import ferz

Result = Literal["1-0", "0-1", "1/2-1/2"]

#: Ends that are not an `Outcome` of the rules, with what PGN's tag Termination says of them.
TERMINATIONS = {
    "draw agreed": "adjudication",
    "resigned": "normal",
    "given up": "adjudication",
    "too long": "adjudication",
    "time": "time forfeit",
    "crash": "abandoned",
    "stall": "abandoned",
    "illegal move": "rules infraction",
    "refused move": "rules infraction",
}


class MoveRecord(NamedTuple):
    """A move in UCI; the score is the mover's, as `+0.31` or `-M5`. A book move has no time."""

    uci: str
    score: str | None = None
    depth: int | None = None
    time_ms: float | None = None


@dataclass
class SideRecord:
    """What one engine did in one game.

    `held_up` are those of its overruns in which the machine kept it from running: see `Moment`.
    """

    moves: int = 0
    time_ms: float = 0.0
    overruns: int = 0
    worst_overrun_ms: float = 0.0
    held_up: int = 0
    time_losses: int = 0
    crashes: int = 0
    stalls: int = 0
    illegal_moves: int = 0
    refused_moves: int = 0


@dataclass(frozen=True)
class GameRecord:
    """A finished game. `sides` are in the order of the match's engines, not of the colors.

    `number` counts from 0; games 2k and 2k + 1 are a pair. `reason` is that of an `Outcome`, or a
    key of `TERMINATIONS`; `detail` says more about a fault. `worker` is the host and the process
    that played it.
    """

    number: int
    first_is_white: bool
    result: Result
    reason: str
    moves: tuple[MoveRecord, ...]
    sides: tuple[SideRecord, SideRecord]
    fen: str | None = None
    opening: str = ""
    detail: str = ""
    date: str = "????.??.??"
    seconds: float = 0.0
    worker: str = ""

    @property
    def pair(self) -> int:
        """The number of its pair, from 0."""
        return self.number // 2

    @property
    def first_half_points(self) -> int:
        """What the first engine got: 0, 1 or 2 halves."""
        if self.result == "1/2-1/2":
            return 1
        return 2 if (self.result == "1-0") == self.first_is_white else 0

    @property
    def book(self) -> tuple[str, ...]:
        """The moves of the opening."""
        return tuple(move.uci for move in self.moves if move.time_ms is None)

    def as_data(self) -> dict[str, Any]:
        """The record for JSON."""
        data: dict[str, Any] = {**vars(self)}
        data["moves"] = [_short(move) for move in self.moves]
        data["sides"] = [
            {name: value for name, value in vars(side).items() if value} for side in self.sides
        ]
        return {name: value for name, value in data.items() if value not in (None, "")}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "GameRecord":
        """What `as_data` gave; raises `TypeError` or `ValueError` for anything else."""
        values = dict(data)
        values["moves"] = tuple(MoveRecord(*move) for move in values["moves"])
        first, second = (SideRecord(**side) for side in values["sides"])
        values["sides"] = (first, second)
        return cls(**values)


def _short(move: MoveRecord) -> list[Any]:
    if move.time_ms is None:
        return [move.uci]
    return [move.uci, move.score, move.depth, round(move.time_ms, 1)]


def score_text(score_cp: int | None, mate: int | None) -> str | None:
    """A score as `+0.31` or `-M5`."""
    if mate is not None:
        return f"{'-' if mate < 0 else '+'}M{abs(mate)}"
    return None if score_cp is None else f"{score_cp / 100:+.2f}"


@dataclass(frozen=True)
class GameHeaders:
    """What PGN says about all games of a match."""

    event: str
    match_id: str
    names: tuple[str, str]
    time_controls: tuple[str, str]
    extra: dict[str, str] = field(default_factory=dict)


def pgn_text(record: GameRecord, variant: ferz.Variant, headers: GameHeaders) -> str:
    """The game as PGN, with a comment such as `{+0.31/12 0.10s}` after each move."""
    game = ferz.Game(variant, record.fen)
    game.headers.update(_tags(record, headers))
    node: ferz.GameNode = game
    board = game.board()
    for move in record.moves:
        node = node.append(board.push_uci(move.uci))
        node.comment = _comment(move)
    node.comment = " ".join(filter(None, (node.comment, record.reason, record.detail)))
    return game.pgn()


def _tags(record: GameRecord, headers: GameHeaders) -> dict[str, str]:
    white, black = (0, 1) if record.first_is_white else (1, 0)
    tags = {
        "Event": headers.event,
        "Date": record.date,
        "Round": f"{record.pair + 1}.{record.number % 2 + 1}",
        "White": headers.names[white],
        "Black": headers.names[black],
        "Result": record.result,
        "GameId": game_id(headers.match_id, record.number),
        "PlyCount": str(len(record.moves)),
        "Termination": TERMINATIONS.get(record.reason, "normal"),
    }
    if record.opening:
        tags["Opening"] = record.opening
    controls = [headers.time_controls[white], headers.time_controls[black]]
    if controls[0] == controls[1]:
        tags["TimeControl"] = controls[0]
    else:
        tags |= {"WhiteTimeControl": controls[0], "BlackTimeControl": controls[1]}
    return tags


def game_id(match_id: str, number: int) -> str:
    """What tells a game from all others in a file of games."""
    return f"{match_id}-{number + 1}"


def _comment(move: MoveRecord) -> str:
    if move.time_ms is None:
        return "book"
    about = move.score or ""
    if move.depth is not None:
        about += f"/{move.depth}"
    return f"{about} {move.time_ms / 1000:.2f}s".strip()
