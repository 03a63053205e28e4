"""`Report`: what the games of a match say so far, in numbers."""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any

from ferz.match.records import GameRecord, SideRecord
from ferz.match.settings import MatchSettings
from ferz.match.statistics import Estimate, estimate


@dataclass(frozen=True)
class EngineReport:
    """One engine's part of a match; the counts are sums over its games."""

    name: str
    wins: int
    draws: int
    losses: int
    totals: SideRecord

    @property
    def games(self) -> int:
        """How many games it has finished."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float | None:
        """Its share of the points, 0 to 1; None without games."""
        return (self.wins + self.draws / 2) / self.games if self.games else None

    @property
    def mean_time_ms(self) -> float | None:
        """What its moves took on average."""
        return self.totals.time_ms / self.totals.moves if self.totals.moves else None


@dataclass(frozen=True)
class Report:
    """A match, finished or not. Numbers on strength are those of the first engine.

    `pairs` is the pentanomial: how many complete pairs brought it 0, ½, 1, 1½ or 2 points.
    """

    settings: MatchSettings
    engines: tuple[EngineReport, EngineReport]
    pairs: tuple[int, int, int, int, int]
    reasons: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, settings: MatchSettings, records: Iterable[GameRecord]) -> "Report":
        """Sum up games."""
        tally = Tally(settings)
        for record in records:
            tally.add(record)
        return tally.report()

    @property
    def games(self) -> int:
        """How many games are finished."""
        return self.engines[0].games

    @property
    def estimate(self) -> Estimate | None:
        """Elo and its error, by pairs; None before the first pair is complete."""
        return estimate(self.pairs)

    @property
    def draw_ratio(self) -> float | None:
        """The share of draws, 0 to 1."""
        return self.engines[0].draws / self.games if self.games else None

    @property
    def log_likelihood_ratio(self) -> float | None:
        """That of the sequential test; None where there is none."""
        return self.settings.sprt.ratio(self.pairs) if self.settings.sprt else None

    @property
    def verdict(self) -> str | None:
        """The hypothesis that the sequential test has accepted, `elo0` or `elo1`, or None."""
        return self.settings.sprt.verdict(self.pairs) if self.settings.sprt else None

    @property
    def is_over(self) -> bool:
        """Whether no more games are wanted."""
        return self.verdict is not None or self.games >= self.settings.games

    def as_data(self) -> dict[str, Any]:
        """The report for JSON."""
        found = self.estimate
        sprt = self.settings.sprt
        return {
            "variant": self.settings.variant,
            "games": self.games,
            "engines": [_engine_data(engine) for engine in self.engines],
            "pentanomial": list(self.pairs),
            "elo": _rounded(found.elo if found else None),
            "elo_error": _rounded(found.error if found else None),
            "normalized_elo": _rounded(found.normalized_elo if found else None),
            "likelihood_of_superiority": _rounded(found.superiority if found else None, 4),
            "draw_ratio": _rounded(self.draw_ratio, 4),
            "reasons": self.reasons,
            "sprt": None
            if sprt is None
            else {
                **vars(sprt),
                "log_likelihood_ratio": _rounded(self.log_likelihood_ratio, 3),
                "lower": _rounded(sprt.lower, 3),
                "upper": _rounded(sprt.upper, 3),
                "verdict": self.verdict,
            },
            "settings": self.settings.as_data(),
        }


class Tally:
    """Sums up the games of a match as they come: a long one is not gone through for each."""

    def __init__(self, settings: MatchSettings) -> None:
        """Nothing has been played."""
        self._settings = settings
        self._open_pairs: dict[int, int] = {}
        self._pairs = [0] * 5
        # How many games brought the first engine 0, 1 and 2 halves of a point.
        self._halves = [0] * 3
        self._totals = SideRecord(), SideRecord()
        self._reasons: dict[str, int] = {}

    def add(self, record: GameRecord) -> None:
        """Count a finished game."""
        halves = record.first_half_points
        self._halves[halves] += 1
        if record.pair in self._open_pairs:
            self._pairs[halves + self._open_pairs.pop(record.pair)] += 1
        else:
            self._open_pairs[record.pair] = halves
        self._reasons[record.reason] = self._reasons.get(record.reason, 0) + 1
        for total, side in zip(self._totals, record.sides, strict=True):
            _add(total, side)

    def report(self) -> Report:
        """What the games say so far."""
        zero, one, two, three, four = self._pairs
        reasons = sorted(self._reasons.items(), key=lambda item: (-item[1], item[0]))
        return Report(
            settings=self._settings,
            engines=(self._engine(0), self._engine(1)),
            pairs=(zero, one, two, three, four),
            reasons=dict(reasons),
        )

    def _engine(self, index: int) -> EngineReport:
        losses, draws, wins = self._halves if index == 0 else self._halves[::-1]
        return EngineReport(
            name=self._settings.engines[index].name,
            wins=wins,
            draws=draws,
            losses=losses,
            totals=replace(self._totals[index]),
        )


def _add(total: SideRecord, side: SideRecord) -> None:
    for entry in fields(SideRecord):
        one, other = getattr(total, entry.name), getattr(side, entry.name)
        is_worst = entry.name.startswith("worst")
        setattr(total, entry.name, max(one, other) if is_worst else one + other)


def _engine_data(engine: EngineReport) -> dict[str, Any]:
    totals = dict(vars(engine.totals))
    totals["time_ms"] = round(totals["time_ms"])
    return {
        "name": engine.name,
        "games": engine.games,
        "wins": engine.wins,
        "draws": engine.draws,
        "losses": engine.losses,
        "score": _rounded(engine.score, 4),
        "mean_time_ms": _rounded(engine.mean_time_ms, 1),
        **totals,
    }


def _rounded(value: float | None, digits: int = 1) -> float | None:
    # Adding zero takes the sign from a zero.
    return None if value is None else round(value, digits) + 0.0
