"""Reviews of games: what each move was worth, how well both sides played, what happened."""

from typing import Literal

from ferz.web.messages.analysis import LineMove
from ferz.web.messages.base import Data, Event, Request, Word

Judgement = Literal["best", "good", "inaccuracy", "mistake", "blunder"]


class ScoreView(Data):
    """White's score of a position; where the game is over neither number is given."""

    score_cp: int | None
    mate: int | None
    #: White's winning chance, from 0 to 1.
    chance: float


class ReviewGame(Request, tag="review"):
    """Go through a game's main line. Events: `Progress`, and `ReviewEnded` at last."""

    generation: int
    game: Word


class StopReview(Request, tag="stop_review"):
    """End the review of this tab; nothing is kept."""


class AskReview(Request, tag="ask_review"):
    """What a review has found before."""

    game: Word


class ReviewedMove(Data):
    """A move of the main line, and what would have been best."""

    node: int
    uci: str
    before: ScoreView
    after: ScoreView
    #: What the mover lost of its winning chance.
    loss: float
    judgement: Judgement
    #: The best line, from the position before the move.
    best: list[LineMove]


class SideReview(Data):
    """How well a side has played."""

    #: From 0 to 100; `ferz.web.chances` says how.
    accuracy: float
    best: int
    good: int
    inaccuracy: int
    mistake: int
    blunder: int


class ReviewView(Data):
    """A game that was reviewed."""

    moves: list[ReviewedMove]
    white: SideReview
    black: SideReview


class KeptReview(Data):
    """The review of a game as it now is, if there is one."""

    review: ReviewView | None


class ReviewEnded(Event, tag="review_ended"):
    """A review has come to its end; without a review it was stopped."""

    generation: int
    review: ReviewView | None


class TryBetter(Request, tag="try_better"):
    """Is this better than the move of a node, in the position before it?"""

    game: Word
    node: int
    move: Word


class TriedMove(Data):
    """What a try is worth beside the best move."""

    uci: str
    san: str
    judgement: Judgement
    after: ScoreView
    #: The placement after it, for a small picture.
    placement: str


class AskFacts(Request, tag="ask_facts"):
    """What happened in a game's main line."""

    game: Word


class SideFacts(Data):
    """What a side did."""

    moves: int
    captures: int
    self_captures: int
    drops: int
    checks: int
    promotions: int
    castlings: int


class GameFacts(Data):
    """What happened in a game."""

    plies: int
    white: SideFacts
    black: SideFacts
