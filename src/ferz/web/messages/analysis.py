"""Analysis: the tree of a game, engine lines, proven values."""

from typing import Annotated

import msgspec

from ferz.web.messages.base import Data, Event, Note, Request, Value, Word
from ferz.web.messages.views import GameState, PositionView


class Look(Request, tag="look"):
    """The position of a node."""

    game: Word
    node: int


class AddMove(Request, tag="add_move"):
    """Add a move to the tree, or find it there; the game itself stands where it stood."""

    game: Word
    node: int
    move: Word


class SetComment(Request, tag="set_comment"):
    """Say something about a move, or before the first one; empty: nothing."""

    game: Word
    node: int
    comment: Note


class SetNags(Request, tag="set_nags"):
    """Mark a move by numeric annotation glyphs, such as 1 for `!`."""

    game: Word
    node: int
    nags: Annotated[list[Annotated[int, msgspec.Meta(ge=0, le=255)]], msgspec.Meta(max_length=8)]


class PromoteVariation(Request, tag="promote_variation"):
    """Make a node and all before it the main line."""

    game: Word
    node: int


class RemoveMoves(Request, tag="remove_moves"):
    """Cut off a node with all that follows it; moves that were played in a game stay."""

    game: Word
    node: int


class Analyse(Request, tag="analyse"):
    """Search a position until told otherwise; replaces the search before. Events: `Lines`."""

    generation: int
    game: Word
    node: int
    multipv: int = 1
    #: What the side that is not to move would do.
    threat: bool = False


class StopAnalysis(Request, tag="stop_analysis"):
    """End the search of this tab."""


class AskSolved(Request, tag="ask_solved"):
    """What is proven of a node's position, without work of minutes."""

    game: Word
    node: int


class Solve(Request, tag="solve"):
    """Prove the value of a node's position. Events: `Progress`, and `SolveEnded` at last."""

    generation: int
    game: Word
    node: int


class StopSolving(Request, tag="stop_solving"):
    """End the proof of this tab; finished tables stay."""


class LineMove(Data, array_like=True):
    """A move of an engine's line, with the placement after it for a small picture."""

    uci: str
    san: str
    placement: str


class LineView(Data):
    """One line of analysis; scores are White's."""

    index: int
    depth: int
    score_cp: int | None
    mate: int | None
    #: White's winning chance, from 0 to 1.
    chance: float
    moves: list[LineMove]


class MoveWorth(Data):
    """What a legal move leads to for the side that makes it, where that is proven."""

    uci: str
    san: str
    value: Value | None
    distance: int | None


class SolvedView(Data):
    """What is proven of a position."""

    node: int
    #: None: nothing is known here.
    value: Value | None
    distance: int | None
    moves: list[MoveWorth]
    #: Whether a proof can be tried; it may take long, or more memory than there is.
    can_solve: bool


class SolvedCounts(Data):
    """How many positions were solved, by their value for the side to move."""

    positions: int
    won: int
    lost: int
    drawn: int
    #: The longest win or loss, in plies.
    longest: int


class SolutionView(Data):
    """A proof."""

    node: int
    value: Value
    distance: int | None
    #: How: *tables* or *graph*.
    method: str
    #: Best play by both sides.
    line: list[LineMove]
    #: What play can reach.
    reachable: SolvedCounts | None
    #: All positions of all materials that can arise.
    tables: SolvedCounts | None


class Moved(Data):
    """A game after a move was added to its tree."""

    game: GameState
    position: PositionView


class Lines(Event, tag="lines"):
    """What a search has found so far."""

    generation: int
    node: int
    nodes: int
    time_ms: int
    is_done: bool
    lines: list[LineView]
    #: Where a self-capture is best: what the best other move is worth, for White.
    without_self_capture: LineView | None = None


class SolveEnded(Event, tag="solve_ended"):
    """A proof has come to its end: found, refused with the library's message, or stopped."""

    generation: int
    solution: SolutionView | None
    message: str = ""
