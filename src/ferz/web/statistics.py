"""What can be counted about stored games: results, lengths, self-captures, scores."""

import math
from collections.abc import Iterable, Sequence

import msgspec

from ferz.web.messages.library import (
    Bar,
    Count,
    Lengths,
    LevelScore,
    Results,
    Statistics,
    VariantStatistics,
)
from ferz.web.messages.views import Player, Strategy
from ferz.web.store import CountedGame

#: A histogram has about so many bars.
BARS = 12
#: Widths of bars that people can count in, and their multiples by ten.
WIDTHS = (2, 4, 10)

#: What a result is for Black, where it is not the same.
_TURNED = {"1-0": "0-1", "0-1": "1-0"}


def statistics(games: Iterable[CountedGame]) -> Statistics:
    """Count games; those without a move are none. Lengths and results are of games that ended."""
    played = [game for game in games if game.plies > 0]
    ended = [game for game in played if game.result != "*"]
    return Statistics(
        games=len(played),
        unfinished=len(played) - len(ended),
        results=results_of(game.result for game in ended),
        lengths=lengths_of([game.plies for game in ended]),
        self_captures=_count([game.self_captures for game in played]),
        drops=_count([game.drops for game in played]),
        variants=_by_variant(played),
        levels=_by_level(ended),
    )


def results_of(results: Iterable[str]) -> Results:
    """White's wins, draws and losses."""
    found = list(results)
    return Results(found.count("1-0"), found.count("1/2-1/2"), found.count("0-1"))


def lengths_of(plies: Sequence[int]) -> Lengths | None:
    """How long games were; None without any."""
    if not plies:
        return None
    return Lengths(sum(plies) / len(plies), min(plies), max(plies), histogram(plies))


def histogram(plies: Sequence[int]) -> list[Bar]:
    """Games by length, in bars of equal width; empty ones between others are there, too."""
    width = _width(max(plies) - min(plies) + 1)
    # Bars begin at 1, 1 + width, …: a length of 10 ends a bar.
    places = [(length - 1) // width for length in plies]
    return [
        Bar(place * width + 1, (place + 1) * width, places.count(place))
        for place in range(min(places), max(places) + 1)
    ]


def _width(spread: int) -> int:
    """The least handy width with which a spread needs no more than the wanted bars."""
    least = math.ceil(spread / BARS)
    scale = 1
    while True:
        for width in WIDTHS:
            if width * scale >= least:
                return width * scale
        scale *= 10


def _count(numbers: Sequence[int]) -> Count:
    return Count(sum(numbers), sum(number > 0 for number in numbers))


def _by_variant(played: Sequence[CountedGame]) -> list[VariantStatistics]:
    groups: dict[str, list[CountedGame]] = {}
    for game in played:
        groups.setdefault(game.variant, []).append(game)
    rows = [
        VariantStatistics(
            spec=spec,
            name=games[-1].variant_name,
            games=len(games),
            results=results_of(game.result for game in games),
            mean_plies=sum(game.plies for game in games) / len(games),
            self_captures=sum(game.self_captures for game in games),
            drops=sum(game.drops for game in games),
        )
        for spec, games in groups.items()
    ]
    return sorted(rows, key=lambda row: (-row.games, row.name))


def _by_level(ended: Iterable[CountedGame]) -> list[LevelScore]:
    """A human's score against each engine, the weakest first; of games between the two alone."""
    scores: dict[tuple[int, Strategy], list[str]] = {}
    for game in ended:
        white = msgspec.json.decode(game.white, type=Player)
        black = msgspec.json.decode(game.black, type=Player)
        if white.kind == black.kind:
            continue
        engine = black if white.kind == "human" else white
        turned = _TURNED.get(game.result, game.result)
        result = game.result if white.kind == "human" else turned
        scores.setdefault((engine.level, engine.strategy), []).append(result)
    return [
        LevelScore(level, strategy, results_of(results))
        for (level, strategy), results in sorted(scores.items())
    ]
