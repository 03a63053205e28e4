"""Strategies of play where values are known: one rule for proven mates and for solved tables."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from ferz._core import Move

if TYPE_CHECKING:
    import random

Value = Literal["win", "draw", "loss"]
Strategy = Literal["perfect", "aggressive", "cooperative"]
STRATEGIES: tuple[Strategy, ...] = get_args(Strategy)


class MoveValue(NamedTuple):
    """What a move leads to for the side that makes it."""

    move: Move
    #: None where nothing is proven.
    value: Value | None
    #: Plies to the end of the game, where it is won or lost.
    distance: int | None = None


def check_strategy(name: str) -> Strategy:
    """The strategy of a name. Raises `ValueError` for another word."""
    for strategy in STRATEGIES:
        if name == strategy:
            return strategy
    raise ValueError(f"strategy {name!r}, expected one of {', '.join(STRATEGIES)}")


def candidates(values: Sequence[MoveValue], strategy: Strategy) -> list[Move]:
    """The moves among which a strategy has no preference, in the order in which they are given.

    *perfect* prefers win to draw to loss, the quickest win, the longest loss; *aggressive* prefers
    a loss to a draw; *cooperative* leaves every move that does not win, or all if all win. Where
    nothing is proven, perfect ranks a move with draws, aggressive before losses.
    """
    if strategy == "cooperative":
        return [each.move for each in values if each.value != "win"] or [e.move for e in values]
    best = max((_rank(each, strategy) for each in values), default=None)
    return [each.move for each in values if _rank(each, strategy) == best]


def choose(
    values: Sequence[MoveValue], strategy: Strategy, rng: "random.Random | None" = None
) -> Move:
    """One of the candidates: at random with `rng`, else the first given.

    Raises `ValueError` where there is no move.
    """
    moves = candidates(values, strategy)
    if not moves:
        raise ValueError("strategy: found no move, expected at least one")
    return moves[0] if rng is None else rng.choice(moves)


_RANKS: dict[Strategy, dict[Value | None, int]] = {
    "perfect": {"win": 3, None: 2, "draw": 2, "loss": 1},
    "aggressive": {"win": 3, None: 2, "loss": 1, "draw": 0},
}


def _rank(each: MoveValue, strategy: Strategy) -> tuple[int, int]:
    distance = each.distance or 0
    hurry = {"win": -distance, "loss": distance}.get(each.value or "", 0)
    return _RANKS[strategy][each.value], hurry
