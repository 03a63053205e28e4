"""What the results of game pairs say: score, Elo with its error, and the sequential test.

Two games from one opening are not independent, so the unit is the *pair*: a pentanomial counts the
pairs by what the first engine scored in them (0, ½, 1, 1½ or 2 points). The estimates and the
log-likelihood ratio are those of Fishtest, after Michel Van den Bergh ("A practical introduction to
the GSPRT", "Comments on normalized Elo").
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

#: How Elo bounds are meant: `normalized` in units of the spread of a game, `logistic` as usual.
EloModel = Literal["normalized", "logistic"]

#: Normalized Elo per standard deviation of a single game.
NORMALIZED_ELO = 800 / math.log(10)

#: Beyond this, small samples have no likeliest distribution that the fit can reach.
MOST_NORMALIZED_ELO = 200

#: Beyond this, an expected score differs from 0 or 1 by less than numbers can be trusted with.
MOST_LOGISTIC_ELO = 2000

#: An empty class of pairs counts as this much, so that every logarithm exists.
PRIOR = 1e-3

#: Scores nearer to 0 or 1 than this have no finite Elo worth telling.
MARGIN = 1e-3

_NORMAL = NormalDist()


@dataclass(frozen=True)
class Estimate:
    """Elo difference with half of its 95 % interval, and the likelihood of superiority (0 to 1)."""

    elo: float
    error: float
    superiority: float
    normalized_elo: float


@dataclass(frozen=True)
class Sprt:
    """A sequential test between two hypotheses on the strength of the first engine.

    `alpha` bounds the chance to accept `elo1` when `elo0` is true, `beta` the reverse.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: EloModel = "normalized"

    def __post_init__(self) -> None:
        """Raises `ValueError` where the test would make no sense."""
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise ValueError(f"sprt: found {self.elo0:g},{self.elo1:g}, expected elo0 below elo1")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise ValueError(f"sprt: {name} {value:g}, expected more than 0 and less than 0.5")
        if self.model not in ("normalized", "logistic"):
            raise ValueError(f"sprt: model '{self.model}', expected normalized or logistic")
        is_logistic = self.model == "logistic"
        most = MOST_LOGISTIC_ELO if is_logistic else MOST_NORMALIZED_ELO
        if max(abs(self.elo0), abs(self.elo1)) > most:
            hint = "" if is_logistic else " (or take the logistic model)"
            raise ValueError(
                f"sprt: found {self.elo0:g},{self.elo1:g}, expected at most "
                f"{most} {self.model} Elo{hint}"
            )

    @property
    def lower(self) -> float:
        """The ratio at which `elo0` is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The ratio at which `elo1` is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Sequence[int]) -> float:
        """The log-likelihood ratio of a pentanomial; 0 without pairs."""
        return log_likelihood_ratio(pairs, self.elo0, self.elo1, model=self.model)

    def verdict(self, pairs: Sequence[int]) -> Literal["elo0", "elo1"] | None:
        """The hypothesis that is accepted, or None while the test goes on."""
        ratio = self.ratio(pairs)
        if ratio >= self.upper:
            return "elo1"
        return "elo0" if ratio <= self.lower else None


def score_of(elo: float) -> float:
    """The expected score of a game, 0 to 1, at an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The Elo difference of a score between 0 and 1, kept finite at the ends."""
    score = min(max(score, MARGIN), 1 - MARGIN)
    return -400 * math.log10(1 / score - 1)


def estimate(counts: Sequence[int]) -> Estimate | None:
    """What a pentanomial (or, of single games, a trinomial) says; None without games.

    `counts` are classes in order of the first engine's score, evenly spaced from 0 to all.
    """
    if not sum(counts):
        return None
    total, frequencies = _frequencies(counts)
    games_per_unit = (len(counts) - 1) / 2
    mean, variance = _moments(frequencies)
    # Units that all ended alike do not tell that all will: as if one of them were a class away.
    variance = max(variance, 1 / total / (len(counts) - 1) ** 2)
    deviation = math.sqrt(variance / total)
    reach = _NORMAL.inv_cdf(0.975) * deviation
    # The variance of a unit's mean score, scaled to that of one game.
    game_deviation = math.sqrt(variance * games_per_unit)
    return Estimate(
        elo=elo_of(mean),
        error=(elo_of(mean + reach) - elo_of(mean - reach)) / 2,
        superiority=_NORMAL.cdf((mean - 0.5) / deviation),
        normalized_elo=(mean - 0.5) / game_deviation * NORMALIZED_ELO,
    )


def log_likelihood_ratio(
    counts: Sequence[int], elo0: float, elo1: float, *, model: EloModel = "normalized"
) -> float:
    """How much likelier the counts are under `elo1` than under `elo0`, each at its best.

    Each hypothesis fixes one number of the unknown distribution of results (its mean, or its mean
    in standard deviations); among all distributions with that number, the likeliest is taken.
    """
    if not sum(counts):
        return 0.0
    total, frequencies = _frequencies(counts)
    if model == "logistic":
        fits = [_fit_mean(frequencies, score_of(elo)) for elo in (elo0, elo1)]
    else:
        # A unit of n games has a mean score with 1/√n of the deviation of one game.
        scale = math.sqrt((len(counts) - 1) / 2) / NORMALIZED_ELO
        fits = [_fit_distance(frequencies, elo * scale) for elo in (elo0, elo1)]
    observed = [share for _, share in frequencies]
    return total * sum(
        share * math.log(one / null)
        for share, null, one in zip(observed, fits[0], fits[1], strict=True)
    )


#: Score of a class and its share of all units.
Frequencies = list[tuple[float, float]]


def _frequencies(counts: Sequence[int]) -> tuple[float, Frequencies]:
    filled = [count or PRIOR for count in counts]
    total = sum(filled)
    last = len(counts) - 1
    return total, [(index / last, count / total) for index, count in enumerate(filled)]


def _moments(frequencies: Frequencies) -> tuple[float, float]:
    mean = sum(score * share for score, share in frequencies)
    return mean, sum(share * (score - mean) ** 2 for score, share in frequencies)


def _fit_mean(frequencies: Frequencies, mean: float) -> list[float]:
    """The likeliest shares among those with this mean score."""
    return _tilted(frequencies, [score - mean for score, _ in frequencies])


def _fit_distance(frequencies: Frequencies, distance: float) -> list[float]:
    """The likeliest shares whose mean lies so many standard deviations above one half.

    The condition is not linear in the shares: it is made so around the last fit, until that stays.
    """
    scores = [score for score, _ in frequencies]
    fit = [1 / len(scores)] * len(scores)
    for _ in range(20):
        mean, variance = _moments(list(zip(scores, fit, strict=True)))
        deviation = math.sqrt(variance)
        pulls = [
            score - 0.5 - distance * deviation * (1 + ((mean - score) / deviation) ** 2) / 2
            for score in scores
        ]
        last, fit = fit, _tilted(frequencies, pulls)
        if max(abs(new - old) for new, old in zip(fit, last, strict=True)) < 1e-9:
            break
    return fit


def _tilted(frequencies: Frequencies, pulls: Sequence[float]) -> list[float]:
    """The likeliest shares under which the mean pull is zero.

    By Lagrange they are `share / (1 + x · pull)`, where x makes that mean zero; it falls with x.
    """

    def mean_pull(x: float) -> float:
        return sum(
            share * pull / (1 + x * pull)
            for (_, share), pull in zip(frequencies, pulls, strict=True)
        )

    x = _falling_root(mean_pull, -1 / max(pulls), -1 / min(pulls))
    return [share / (1 + x * pull) for (_, share), pull in zip(frequencies, pulls, strict=True)]


def _falling_root(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function crosses zero, by halving; the ends themselves are poles."""
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if function(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
