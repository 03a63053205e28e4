"""What a challenge is, and how it is read from `*.toml`; `check` says whether it is true."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

import ferz
from ferz.board import read_position
from ferz.strategies import Value

Kind = Literal["puzzle", "game"]
#: mate: in exactly so many moves; win, draw: nothing else does; only_move: keeps what there is.
GoalType = Literal["mate", "win", "draw", "only_move"]
GOALS: tuple[GoalType, ...] = get_args(GoalType)
#: What a puzzle may be about; the first hint names one.
THEMES = (
    "mate",
    "zugzwang",
    "fork",
    "pin",
    "discovered check",
    "double check",
    "sacrifice",
    "blockade",
    "king walk",
    "escape",
    "defense",
    "opposition",
    "promotion",
    "underpromotion",
    "clearance",
    "interference",
    "smothered mate",
    "back rank",
    "self-capture",
    "stalemate",
    "drop",
    "quiet move",
    "race",
    "only move",
    "trapped piece",
    "tempo",
)
#: The steps of a hint, from vague to plain.
STEPS = ("theme", "piece", "square", "move")


class ChallengeError(ValueError):
    """A challenge that cannot be read, or that is not what it says."""


class Goal(NamedTuple):
    """What is to be done."""

    type: GoalType
    #: Of a mate: in so many moves.
    moves: int | None = None

    def text(self, side: str) -> str:
        """For whoever is to solve it."""
        if self.type == "mate":
            return f"{side} mates in {self.moves}"
        wanted = {"win": "wins", "draw": "holds the draw", "only_move": "finds the only move"}
        return f"{side} {wanted[self.type]}"


class Hint(NamedTuple):
    """One step of help: what it points at, and how it is said."""

    value: str
    text: str


class Step(NamedTuple):
    """One move of a solution, as UCI, with what there is to say."""

    move: str
    comment: str = ""


class KeyPosition(NamedTuple):
    """A moment of a game that is worth knowing."""

    position: str
    text: str


class Challenge(NamedTuple):
    """A puzzle, or a game with plans."""

    id: str
    name: str
    icon: str
    kind: Kind
    category: str
    #: A built-in game, unless `game` holds the text of one.
    variant: str
    game: str
    #: FEN or compact notation; empty: the start of the game.
    position: str
    #: One to five stars.
    difficulty: int
    fun: str
    teaches: str
    #: Proven for the side to move, None where nobody knows; plies to the end.
    value: Value | None
    distance: int | None
    # Of a puzzle:
    goal: Goal | None
    key: str
    hints: dict[str, Hint]
    solution: tuple[Step, ...]
    # Of a game:
    plan_white: str
    plan_black: str
    key_positions: tuple[KeyPosition, ...]

    def board(self) -> "ferz.Board":
        """Its position."""
        return self.position_board(self.position)

    def position_board(self, position: str) -> "ferz.Board":
        """Another position of its game."""
        game = _game(self.game) if self.game else ferz.variant(self.variant)
        return read_position(game, position)


@lru_cache(maxsize=64)
def _game(text: str) -> "ferz.Variant":
    from ferz import variants

    return variants.loads(text, "challenge")


_FIELDS: dict[str, type] = {
    "id": str,
    "name": str,
    "icon": str,
    "kind": str,
    "category": str,
    "variant": str,
    "game": str,
    "position": str,
    "difficulty": int,
    "fun": str,
    "teaches": str,
    "value": str,
    "distance": int,
    "goal": dict,
    "key": str,
    "hints": dict,
    "solution": list,
    "plan_white": str,
    "plan_black": str,
    "key_positions": list,
}
_ALWAYS = ("id", "name", "icon", "kind", "category", "difficulty", "fun", "teaches")
_NEEDED = {
    "puzzle": ("goal", "key", "hints", "solution"),
    "game": ("plan_white", "plan_black", "key_positions"),
}


def load(folder: Path | None = None) -> list[Challenge]:
    """All challenges of the package, or of a folder, by file and then in their order.

    Raises `ChallengeError` for a file that cannot be read or an id that occurs twice.
    """
    found: list[Challenge] = []
    paths = sorted((folder or Path(__file__).parent).glob("*.toml"))
    if not paths:
        raise ChallengeError(f"{folder}: found no challenges, expected a folder with .toml files")
    for path in paths:
        found += loads(path.read_text(encoding="utf-8"), path.name)
    seen: set[str] = set()
    for challenge in found:
        if challenge.id in seen:
            raise ChallengeError(f"{challenge.id}: found twice, expected one of each id")
        seen.add(challenge.id)
    return found


def loads(text: str, source: str = "challenges.toml") -> list[Challenge]:
    """The challenges of a text."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ChallengeError(f"{source}: {error}") from None
    entries = data.pop("challenge", [])
    if data or not isinstance(entries, list):
        raise ChallengeError(f"{source}: found {', '.join(data)}, expected [[challenge]] alone")
    return [
        _read(entry, f"{source}: {entry.get('id', f'challenge {n + 1}')}")
        for n, entry in enumerate(entries)
    ]


def _read(entry: Mapping[str, Any], where: str) -> Challenge:
    for name, value in entry.items():
        wanted = _FIELDS.get(name)
        if wanted is None:
            raise ChallengeError(f"{where}: unknown field '{name}'")
        if not isinstance(value, wanted):
            raise ChallengeError(f"{where}: {name}: expected {wanted.__name__}")
    kind = entry.get("kind")
    if kind not in _NEEDED:
        raise ChallengeError(f"{where}: kind {kind!r}, expected puzzle or game")
    for name in (*_ALWAYS, *_NEEDED[kind]):
        if not entry.get(name):
            raise ChallengeError(f"{where}: {name}: nothing, expected something")
    if bool(entry.get("variant")) == bool(entry.get("game")):
        raise ChallengeError(f"{where}: expected either variant or game")
    if not 1 <= entry["difficulty"] <= 5:
        raise ChallengeError(f"{where}: difficulty {entry['difficulty']}, expected 1 to 5")
    value = entry.get("value")
    if value not in (None, "win", "draw", "loss"):
        raise ChallengeError(f"{where}: value {value!r}, expected win, draw or loss")
    return Challenge(
        id=entry["id"],
        name=entry["name"],
        icon=entry["icon"],
        kind=kind,
        category=entry["category"],
        variant=entry.get("variant", ""),
        game=entry.get("game", ""),
        position=entry.get("position", ""),
        difficulty=entry["difficulty"],
        fun=entry["fun"],
        teaches=entry["teaches"],
        value=value,
        distance=entry.get("distance"),
        goal=_goal(entry["goal"], where) if kind == "puzzle" else None,
        key=entry.get("key", ""),
        hints=_hints(entry.get("hints", {}), where) if kind == "puzzle" else {},
        solution=tuple(_step(step, where) for step in entry.get("solution", [])),
        plan_white=entry.get("plan_white", ""),
        plan_black=entry.get("plan_black", ""),
        key_positions=tuple(_key_position(each, where) for each in entry.get("key_positions", [])),
    )


def _goal(entry: Mapping[str, Any], where: str) -> Goal:
    found, moves = entry.get("type"), entry.get("moves")
    for goal in GOALS:
        if goal == found and (goal == "mate") == isinstance(moves, int):
            return Goal(goal, moves)
    raise ChallengeError(
        f"{where}: goal {dict(entry)}, expected a type of {', '.join(GOALS)}, and moves for a mate"
    )


def _hints(entry: Mapping[str, Any], where: str) -> dict[str, Hint]:
    if tuple(entry) != STEPS:
        raise ChallengeError(f"{where}: hints {', '.join(entry)}, expected {', '.join(STEPS)}")
    hints = {}
    for step, hint in entry.items():
        if not (isinstance(hint, dict) and hint.get("value") and hint.get("text")):
            raise ChallengeError(f"{where}: hint {step}, expected a value and a text")
        hints[step] = Hint(hint["value"], hint["text"])
    return hints


def _step(entry: Any, where: str) -> Step:
    if isinstance(entry, str):
        return Step(entry)
    if isinstance(entry, dict) and set(entry) <= {"move", "comment"} and entry.get("move"):
        return Step(entry["move"], entry.get("comment", ""))
    raise ChallengeError(f"{where}: solution {entry!r}, expected a move, or move and comment")


def _key_position(entry: Any, where: str) -> KeyPosition:
    if isinstance(entry, dict) and entry.get("position") and entry.get("text"):
        return KeyPosition(entry["position"], entry["text"])
    raise ChallengeError(f"{where}: key position {entry!r}, expected position and text")
