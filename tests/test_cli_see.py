"""The command `ferz see`: what it prints and what it refuses."""

import json

import pytest

from ferz.cli.app import run

Capture = pytest.CaptureFixture[str]
FEN = "r1b1k1nr/pppnbppp/8/4q3/3N4/P5N1/1PP1PPPP/R1BQKB1R b KQkq - 1 9"
VALUES = "p=100,n=320,b=330,r=500,q=900"


def test_see_prints_the_worth_of_a_move(capsys: Capture) -> None:
    assert run(["see", "chess", FEN, "e5g3", "--values", VALUES]) == 0
    assert capsys.readouterr().out == "Qxg3: -580 centipawns\n"


def test_see_says_when_an_exchange_is_even(capsys: Capture) -> None:
    assert run(["see", "chess", FEN, "Ngf6"]) == 0
    assert capsys.readouterr().out == "Ngf6: even\n"


def test_see_as_json_has_the_worth_and_the_values(capsys: Capture) -> None:
    assert run(["see", "chess", FEN, "Qxg3", "--values", "n=300", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["move"], found["san"], found["see"]) == ("e5g3", "Qxg3", 300 - 993)
    assert found["values"] == {"p": 100, "n": 300, "b": 347, "r": 508, "q": 993, "k": 0}


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ("n", "--values: found 'n', expected a form such as n=320"),
        ("n=", "--values: found 'n=', expected a form such as n=320"),
        ("n=3.2", "--values: found 'n=3.2', expected a form such as n=320"),
        ("n=1,n=2", "--values: found 'n' twice, expected each letter once"),
        ("x=1", "values: found 'x', expected a letter of the game: p n b r q k"),
        ("q=2000000", "values: found 2000000 for 'q', expected -1000000 to 1000000"),
    ],
)
def test_see_refuses_values_that_mean_nothing(capsys: Capture, values: str, message: str) -> None:
    assert run(["see", "chess", FEN, "Qxg3", "--values", values]) == 2
    assert capsys.readouterr().err == f"ferz: {message}\n"


def test_see_refuses_a_move_that_is_not_legal(capsys: Capture) -> None:
    assert run(["see", "chess", FEN, "Qh1"]) == 2
    assert capsys.readouterr().err == "ferz: move 'Qh1': no legal move is written so\n"
