"""What a score is worth: winning chances, how bad a move was, how well a side has played.

A score in centipawns becomes White's chance to win by a logistic curve, as rating differences do:
1 / (1 + exp(-SLOPE * centipawns)); a pawn is about 59 %, a rook 86 %. What a move loses is the
mover's chance before it minus the one after it. The accuracy of a move is 100 * exp(-DECAY * loss),
so that a move which loses nothing has 100; that of a side is the mean over its moves.
"""

import math
from collections.abc import Sequence

from ferz.web.messages.reviews import Judgement

SLOPE = 0.00368
DECAY = 4.5
#: From so much loss on a move is no longer good, and what it is instead; the worst first.
STEPS: tuple[tuple[float, Judgement], ...] = (
    (0.15, "blunder"),
    (0.10, "mistake"),
    (0.05, "inaccuracy"),
)


def winning_chance(score_cp: int | None, mate: int | None) -> float:
    """The chance of the side whose score it is, from 0 to 1; a mate in 0 has happened to it."""
    if mate is not None:
        return 1.0 if mate > 0 else 0.0
    if score_cp is None:
        return 0.5
    # Beyond this the curve is flat, and its exponent too large for a float.
    return 1 / (1 + math.exp(-SLOPE * max(-10_000, min(10_000, score_cp))))


def judged(loss: float) -> Judgement:
    """What a move is that was not the best and loses so much."""
    return next((name for least, name in STEPS if loss >= least), "good")


def accuracy(losses: Sequence[float]) -> float:
    """How well a side has played, from 0 to 100; one without moves has done nothing wrong."""
    if not losses:
        return 100.0
    return sum(100 * math.exp(-DECAY * loss) for loss in losses) / len(losses)
