"""Arguments of the engine, of exchanges and of tuning that make no sense are refused in words."""

import re
from typing import Any

import pytest

import ferz
from ferz import learn

START = learn.Sample(ferz.variant("chess").start_fen, 0, 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"level": 3.0}, "level 3.0, expected 1 to 10"),
        ({"level": "3"}, "level '3', expected 1 to 10"),
        ({"level": True}, "level True, expected 1 to 10"),
        ({"time_ms": -1}, "time_ms: found -1, expected 0 or more"),
        ({"white_increment_ms": -1}, "white_increment_ms: found -1, expected 0 or more"),
        ({"move_overhead_ms": 1.5}, "move_overhead_ms: found 1.5, expected a whole number"),
        ({"infinite": "no"}, "infinite: found 'no', expected True or False"),
        ({"moves": [3]}, "moves: found 3, expected a move, UCI or SAN"),
    ],
)
def test_wrong_arguments_of_play(arguments: dict[str, Any], message: str) -> None:
    with ferz.Engine("chess") as engine, pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        engine.play(ferz.Board(), nodes=100, **arguments)


def test_what_is_none_counts_as_not_given() -> None:
    nothing: dict[str, Any] = dict.fromkeys(
        ("white_increment_ms", "move_overhead_ms", "infinite", "depth", "moves")
    )
    with ferz.Engine("chess") as engine:
        assert engine.play(ferz.Board(), nodes=100, **nothing).move is not None


@pytest.mark.parametrize(
    ("multipv", "message"),
    [
        ("2", "multipv: found '2', expected a whole number"),
        (1.5, "multipv: found 1.5, expected a whole number"),
        (0, "multipv: found 0, expected 1 or more"),
    ],
)
def test_a_wrong_number_of_lines(multipv: Any, message: str) -> None:
    with ferz.Engine("chess") as engine:
        for ask in (engine.analyse, engine.start):
            with pytest.raises(ValueError, match=message):
                ask(ferz.Board(), multipv=multipv, nodes=100)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"threads": "2"}, "threads: found '2', expected a whole number"),
        ({"threads": 0}, "threads: found 0, expected 1 or more"),
        ({"threads": 1025}, "threads: found 1025, expected at most 1024"),
        ({"hash_mb": None}, "hash_mb: found None, expected a whole number"),
        ({"weights": 3}, "weights: found 3, expected tuned, automatic or a file of 'ferz tune'"),
        ({"weights": "auto"}, "weights: found no file 'auto', expected tuned, automatic or a file"),
        ({"null_dept": 3}, "params: unknown 'null_dept'; did you mean 'null_depth'?"),
        ({"null_depth": "3"}, "null_depth: found '3', expected a whole number"),
    ],
)
def test_wrong_arguments_of_an_engine(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        ferz.Engine("chess", **arguments)


@pytest.mark.parametrize("name", ["threads", "hash_mb"])
def test_sizes_are_checked_when_they_change(name: str) -> None:
    with ferz.Engine("chess") as engine, pytest.raises(ValueError, match=f"{name}: found '2', exp"):
        setattr(engine, name, "2")


def test_the_value_of_a_piece_is_a_whole_number() -> None:
    values: dict[str, Any] = {"p": "3"}
    with pytest.raises(ValueError, match=r"^values: found '3' for 'p', expected a whole number$"):
        ferz.see(ferz.Board(), "e2e4", values=values)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"epochs": 0}, "epochs: found 0, expected 1 or more"),
        ({"score_share": 3}, "score_share: found 3, expected 0 to 1"),
        ({"samples": []}, "samples: found none, expected at least one"),
    ],
)
def test_wrong_arguments_of_tuning(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        learn.tune("chess", **{"samples": [START], "epochs": 1, **arguments})
