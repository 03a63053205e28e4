"""`MatchSettings`: everything that decides how the games of a match are played."""

from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

from ferz.match.limits import Limits
from ferz.match.specs import EngineSpec, Overruns
from ferz.match.statistics import Sprt


@dataclass(frozen=True)
class DrawRule:
    """A draw is agreed when both have scores within `score_cp` for `moves` moves each.

    The count begins at move number `after`.
    """

    score_cp: int = 10
    moves: int = 8
    after: int = 40

    def __post_init__(self) -> None:
        """Raises `ValueError` where a game would be drawn at once."""
        _at_least_one("draw", moves=self.moves)


@dataclass(frozen=True)
class ResignRule:
    """A game is given up after `moves` moves at `score_cp` or worse; `both`: the winner agrees."""

    score_cp: int = 1000
    moves: int = 4
    both: bool = True

    def __post_init__(self) -> None:
        """Raises `ValueError` where an even game would be given up."""
        _at_least_one("resign", score_cp=self.score_cp, moves=self.moves)


def _at_least_one(rule: str, **numbers: int) -> None:
    for name, number in numbers.items():
        if number < 1:
            raise ValueError(f"{rule}: found {name} {number}, expected at least 1")


@dataclass(frozen=True)
class Adjudication:
    """When a game ends before its rules end it; None switches a rule off. At `max_plies`: draw."""

    draw: DrawRule | None = field(default_factory=DrawRule)
    resign: ResignRule | None = field(default_factory=ResignRule)
    max_plies: int | None = 600


@dataclass(frozen=True)
class OpeningRule:
    """Where the games begin: after `plies` random moves with a small score, or as a file says.

    A random opening is kept when our engine, at `nodes` nodes, sees at most `limit_cp` for either
    side; with None every one is kept. From a `file` the openings come in their order, or in a
    `random` one by the seed.
    """

    plies: int = 8
    limit_cp: int | None = 80
    nodes: int = 5000
    file: str | None = None
    order: Literal["sequential", "random"] = "sequential"


@dataclass(frozen=True)
class MatchSettings:
    """A match of two engines at one game.

    `variant` is a name, a composition or a path. `games` are played in pairs with colors reversed.
    A move is an overrun when it takes `margin_ms` more than allowed; `overruns` says what becomes
    of a program that does that. An engine that is silent for `patience_ms` more has stalled.
    """

    variant: str
    engines: tuple[EngineSpec, EngineSpec]
    games: int = 100
    limits: Limits = field(default_factory=Limits)
    openings: OpeningRule = field(default_factory=OpeningRule)
    adjudication: Adjudication = field(default_factory=Adjudication)
    sprt: Sprt | None = None
    seed: int = 1
    overruns: Overruns = "report"
    margin_ms: int = 50
    patience_ms: int = 60_000
    event: str = "Ferz match"

    def __post_init__(self) -> None:
        """Raises `ValueError` where no match could be played; equal names get a number."""
        if len(self.engines) != 2:
            raise ValueError(f"match: found {len(self.engines)} engines, expected 2")
        if self.games < 2 or self.games % 2:
            raise ValueError(f"games: found {self.games}, expected an even number, 2 or more")
        if self.engines[0].name == self.engines[1].name:
            first, second = self.engines
            renamed = (first, replace(second, name=f"{second.name} 2"))
            object.__setattr__(self, "engines", renamed)
        for engine in self.engines:
            # Whether CPU time can be measured is judged where the limits end up.
            limits = engine.limits or self.limits
            if not limits and not engine.has_own_limits:
                raise ValueError(
                    f"{engine.name}: no limit, expected a time, a clock, nodes or a depth "
                    "(--time-ms, --clock, --nodes, --depth)"
                )
            replace(engine, limits=limits)

    def engine(self, index: int) -> EngineSpec:
        """An engine with all that the match decides for it."""
        engine = self.engines[index]
        overruns = "lose" if engine.is_own else engine.overruns or self.overruns
        return replace(engine, limits=engine.limits or self.limits, overruns=overruns)

    def as_data(self) -> dict[str, Any]:
        """The settings for JSON."""
        data: dict[str, Any] = {entry.name: getattr(self, entry.name) for entry in fields(self)}
        data["engines"] = [engine.as_data() for engine in self.engines]
        data["limits"] = self.limits.as_data()
        data["openings"] = dict(vars(self.openings))
        rules = self.adjudication
        data["adjudication"] = {
            "draw": dict(vars(rules.draw)) if rules.draw else None,
            "resign": dict(vars(rules.resign)) if rules.resign else None,
            "max_plies": rules.max_plies,
        }
        data["sprt"] = dict(vars(self.sprt)) if self.sprt else None
        return data

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "MatchSettings":
        """What `as_data` gave."""
        values = dict(data)
        first, second = (EngineSpec.from_data(engine) for engine in values["engines"])
        values["engines"] = (first, second)
        values["limits"] = Limits.from_data(values["limits"])
        values["openings"] = OpeningRule(**values["openings"])
        rules = values["adjudication"]
        values["adjudication"] = Adjudication(
            draw=DrawRule(**rules["draw"]) if rules["draw"] else None,
            resign=ResignRule(**rules["resign"]) if rules["resign"] else None,
            max_plies=rules["max_plies"],
        )
        values["sprt"] = Sprt(**values["sprt"]) if values["sprt"] else None
        return cls(**values)
