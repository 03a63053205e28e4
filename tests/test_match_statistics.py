"""Elo, its error and the sequential test, against results that others have published."""

import math
import random

import pytest

from ferz.match.statistics import (
    EloModel,
    Sprt,
    elo_of,
    estimate,
    log_likelihood_ratio,
    score_of,
)

# Tests of Stockfish as Fishtest reported them: pentanomial, bounds, model, ratio.
PUBLISHED: list[tuple[list[int], float, float, EloModel, float]] = [
    ([1, 1098, 3954, 1346, 1], 0.5, 2.5, "normalized", 2.94),
    ([0, 1236, 4490, 1474, 1], 0.0, 2.0, "normalized", 2.94),
    ([4, 2290, 7932, 2562, 4], 0.5, 2.5, "normalized", 2.95),
    ([264, 5737, 31270, 5964, 269], -0.5, 2.5, "normalized", 2.97),
    ([29, 2205, 35000, 2392, 34], 0.5, 3.5, "normalized", 2.94),
    ([253, 4282, 17604, 4431, 286], -0.25, 1.25, "logistic", 2.94),
    ([58, 3302, 33130, 3518, 84], 0.25, 1.25, "logistic", 2.97),
    ([17, 253, 1042, 337, 39], -0.5, 1.5, "logistic", 2.96),
]


@pytest.mark.parametrize(("pairs", "elo0", "elo1", "model", "ratio"), PUBLISHED)
def test_the_ratio_is_the_one_that_fishtest_published(
    pairs: list[int], elo0: float, elo1: float, model: EloModel, ratio: float
) -> None:
    assert log_likelihood_ratio(pairs, elo0, elo1, model=model) == pytest.approx(ratio, abs=0.006)


@pytest.mark.parametrize("model", ["normalized", "logistic"])
def test_exchanged_hypotheses_and_exchanged_engines_change_the_sign(model: EloModel) -> None:
    pairs = [3, 20, 60, 31, 5]
    ratio = log_likelihood_ratio(pairs, 0, 10, model=model)
    assert log_likelihood_ratio(pairs, 10, 0, model=model) == pytest.approx(-ratio)
    assert log_likelihood_ratio(pairs[::-1], 0, -10, model=model) == pytest.approx(ratio)
    assert log_likelihood_ratio(pairs, 5, 5, model=model) == pytest.approx(0)


def test_without_games_nothing_is_known() -> None:
    assert estimate([0, 0, 0, 0, 0]) is None
    assert log_likelihood_ratio([0] * 5, 0, 5) == 0
    assert Sprt(0, 5).verdict([0] * 5) is None


@pytest.mark.parametrize("pairs", [[1, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 1, 900]])
def test_the_ratio_of_any_match_is_finite(pairs: list[int]) -> None:
    for elo in (1, 20, 200):
        assert math.isfinite(log_likelihood_ratio(pairs, -elo, elo))
        assert math.isfinite(log_likelihood_ratio(pairs, -elo, elo, model="logistic"))
    assert math.isfinite(log_likelihood_ratio(pairs, -2000, 2000, model="logistic"))


def test_elo_and_score_are_inverse() -> None:
    assert score_of(0) == 0.5
    assert elo_of(score_of(123.4)) == pytest.approx(123.4)
    assert elo_of(10 / 11) == pytest.approx(400)


def test_the_estimate_of_a_known_match() -> None:
    found = estimate([10789, 19328, 33806, 19402, 10543])
    assert found is not None
    mean = (19328 / 4 + 33806 / 2 + 19402 * 3 / 4 + 10543) / 93868
    deviation = math.sqrt(
        sum(
            count * (score / 4 - mean) ** 2
            for score, count in enumerate([10789, 19328, 33806, 19402, 10543])
        )
        / 93868**2
    )
    assert found.elo == pytest.approx(elo_of(mean))
    # Near an even score the curve is straight: 1.96 deviations at 4 · 400 / ln 10 Elo per point.
    assert found.error == pytest.approx(1.96 * deviation * 1600 / math.log(10), rel=1e-3)
    assert found.superiority == pytest.approx(0.12, abs=0.03)


def test_pairs_that_cancel_out_are_more_certain_than_single_games() -> None:
    # A hundred openings, each won once by either side: the opening decides, not the engine.
    pairs, games = estimate([0, 0, 100, 0, 0]), estimate([100, 0, 100])
    assert pairs is not None
    assert games is not None
    assert pairs.elo == pytest.approx(games.elo) == pytest.approx(0)
    assert pairs.error < 5 < games.error


def test_one_sided_matches_have_a_finite_estimate() -> None:
    found = estimate([0, 0, 0, 0, 50])
    assert found is not None
    assert 1000 < found.elo < 1300
    assert found.superiority == pytest.approx(1)


def test_a_few_pairs_that_ended_alike_are_not_certain() -> None:
    found = estimate([0, 0, 0, 1, 0])
    assert found is not None
    assert found.error > 150
    assert found.superiority < 0.9


def test_the_bounds_are_those_of_wald() -> None:
    test = Sprt(0, 5, alpha=0.05, beta=0.1)
    assert test.upper == pytest.approx(math.log(0.9 / 0.05))
    assert test.lower == pytest.approx(math.log(0.1 / 0.95))


def test_the_test_accepts_what_is_true() -> None:
    rng = random.Random(3)
    test = Sprt(0, 40)
    for strength, truth in ((0.62, "elo1"), (0.45, "elo0")):
        pairs = [0] * 5
        while test.verdict(pairs) is None:
            pairs[2 * sum(rng.random() < strength for _ in range(2))] += 1
        assert test.verdict(pairs) == truth


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((5, 0), "sprt: found 5,0, expected elo0 below elo1"),
        ((0, 5, 0.7), "sprt: alpha 0.7, expected more than 0 and less than 0.5"),
        ((0, 201), "sprt: found 0,201, expected at most 200 normalized Elo"),
        ((-1e6, 0, 0.05, 0.05, "logistic"), "sprt: found .*, expected at most 2000 logistic Elo$"),
        ((0, 5, 0.05, 0), "sprt: beta 0, expected more than 0 and less than 0.5"),
    ],
)
def test_a_senseless_test_is_refused(arguments: tuple[float, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Sprt(*arguments)  # type: ignore[arg-type]
