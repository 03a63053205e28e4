"""`Report`: what the games of a match say so far, in numbers."""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
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
        records = list(records)
        points: dict[int, list[int]] = {}
        reasons: dict[str, int] = {}
        for record in records:
            points.setdefault(record.pair, []).append(record.first_half_points)
            reasons[record.reason] = reasons.get(record.reason, 0) + 1
        sums = [sum(halves) for halves in points.values() if len(halves) == 2]
        zero, one, two, three, four = (sums.count(halves) for halves in range(5))
        return cls(
            settings=settings,
            engines=(_engine(settings, records, 0), _engine(settings, records, 1)),
            pairs=(zero, one, two, three, four),
            reasons=dict(sorted(reasons.items(), key=lambda item: (-item[1], item[0]))),
        )

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


def _engine(settings: MatchSettings, records: list[GameRecord], index: int) -> EngineReport:
    halves = [
        record.first_half_points if index == 0 else 2 - record.first_half_points
        for record in records
    ]
    return EngineReport(
        name=settings.engines[index].name,
        wins=halves.count(2),
        draws=halves.count(1),
        losses=halves.count(0),
        totals=_total([record.sides[index] for record in records]),
    )


def _total(sides: list[SideRecord]) -> SideRecord:
    total = SideRecord()
    for entry in fields(SideRecord):
        values = [getattr(side, entry.name) for side in sides]
        is_worst = entry.name.startswith("worst")
        setattr(total, entry.name, max(values, default=0.0) if is_worst else sum(values))
    return total


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
    return None if value is None else round(value, digits)
