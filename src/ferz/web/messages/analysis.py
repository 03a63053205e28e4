"""Analysis: the tree of a game, engine lines, proven values."""

from ferz.web.messages.base import Data, Event, Request, Value, Word
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
