"""Challenges: cards, puzzles that are tried, help that is revealed, games that are begun."""

from typing import Annotated, Literal

import msgspec

from ferz.web.messages.base import Data, Request, Side, Value, Word
from ferz.web.messages.views import NodeView, PieceView, Player, PositionView, VariantView

#: Moves that were made before a try; no puzzle is longer.
Moves = Annotated[list[Word], msgspec.Meta(max_length=1_000)]


class ListChallenges(Request, tag="list_challenges"):
    """All challenges as cards."""


class OpenChallenge(Request, tag="open_challenge"):
    """Everything to play one, without its hints and its solution."""

    challenge: Word


class TryMove(Request, tag="try_move"):
    """A move of who solves a puzzle, as UCI or SAN, after the moves of both sides so far."""

    challenge: Word
    moves: Moves
    move: Word


class RevealHint(Request, tag="reveal_hint"):
    """One step of help; the highest step that was seen is kept."""

    challenge: Word
    step: Annotated[int, msgspec.Meta(ge=1, le=4)]


class RevealSolution(Request, tag="reveal_solution"):
    """The whole solution; kept as the last step of help."""

    challenge: Word


class PlayChallenge(Request, tag="play_challenge"):
    """Begin a game or an analysis from the position of a challenge."""

    challenge: Word
    white: Player
    black: Player
    kind: Literal["game", "analysis"] = "game"
    #: Moves that were made from its position.
    moves: Moves = msgspec.field(default_factory=list)
    #: From this one of its key positions instead.
    key_position: int | None = None


class ChallengeGoal(Data):
    """What is to be done by a side."""

    type: Literal["mate", "win", "draw", "only_move"]
    moves: int | None


class ChallengeProgress(Data):
    """How far somebody has come."""

    #: When it was solved first, in seconds since 1970.
    solved: float | None
    #: Wrong tries, and the one that solved it.
    tries: int
    #: The highest step of help that was seen before it was solved; 5 is the solution.
    hints: int
    #: Solved at the first try and without help.
    is_clean: bool


class ChallengeCard(Data):
    """A challenge on offer."""

    id: str
    name: str
    kind: Literal["puzzle", "game"]
    category: str
    difficulty: int
    variant_name: str
    files: int
    ranks: int
    placement: str
    #: The FEN letters of the pieces in hand, White's first.
    hands: list[str]
    pieces: list[PieceView]
    #: Who is to move.
    side: Side
    fun: str
    goal: ChallengeGoal | None
    progress: ChallengeProgress


class ChallengeList(Data):
    """All cards, and how well it goes."""

    cards: list[ChallengeCard]
    #: Puzzles and games that are solved.
    solved: int
    #: Puzzles solved one after another at the first try without help: now, and at best.
    streak: int
    longest: int


class KeyPosition(Data):
    """A moment of a game that is worth knowing."""

    placement: str
    side: Side
    text: str


class ChallengeView(Data):
    """Everything to play a challenge."""

    card: ChallengeCard
    variant: VariantView
    position: PositionView
    teaches: str
    #: Proven for the side to move, None where nobody knows; plies to the end.
    value: Value | None
    distance: int | None
    plan_white: str
    plan_black: str
    key_positions: list[KeyPosition]
    #: The next challenge that is not solved, or simply the next.
    next: str


class ChallengeLine(Data):
    """Moves from the position of a puzzle, the root first, and the position after each."""

    nodes: list[NodeView]
    positions: list[PositionView]


class Tried(Data):
    """What became of a try."""

    is_right: bool
    is_solved: bool
    #: For who solves it after the try, plies counted from before it; None: not proven.
    value: Value | None
    distance: int | None
    #: The moves with the try and, where it is right, the answer to it.
    line: ChallengeLine
    #: How many of these moves are the try and its answer.
    added: int
    #: Of a wrong try: the squares of the move that refutes it, and the line in SAN with numbers.
    refuting: list[str]
    refutation: str
    progress: ChallengeProgress


class HintStep(Data):
    """One step of help, as the challenge says it."""

    step: int
    text: str
    #: What the board may mark: a square, or where the move goes from and to.
    squares: list[str]
    progress: ChallengeProgress


class Solution(Data):
    """How it is done, with comments at the moves."""

    line: ChallengeLine
    progress: ChallengeProgress
