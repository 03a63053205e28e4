"""Exchange values: positions with their worth, and random ones against the slow referee."""

import random
import re
from pathlib import Path

import pytest
import slow
from random_games import random_settings
from see_files import Case, read_cases

import ferz
from ferz import variants

CASES = read_cases()
USUAL = {"p": 100, "n": 300, "b": 300, "r": 500, "q": 900}
QXG3 = "r1b1k1nr/pppnbppp/8/4q3/3N4/P5N1/1PP1PPPP/R1BQKB1R b KQkq - 1 9"
NAMELESS = {"source": "random.toml", "id": "random", "name": "A random game"}
GAME_NAMES = """
chess crazyhouse selfcapture recycle antichess gothic gothic-selfhouse capablanca-selfhouse shako
grasshopper nightrider courier shatranj caravan grand knightmate shako+selfcapture+hands
grasshopper+selfcapture nightrider+selfcapture+hands chess+torpedo+selfcapture+hands
"""
GAMES = GAME_NAMES.split()


def known(values: dict[str, int], game: ferz.Variant) -> dict[str, int]:
    """The values of the pieces that a game has."""
    return {letter: value for letter, value in values.items() if letter in ferz.piece_values(game)}


def referee_value(board: ferz.Board, game: slow.Game, move: str, values: dict[str, int]) -> int:
    """The worth by the slow generator; what has no value keeps the automatic one."""
    position = slow.read_fen(game, board.fen)
    moves = {found.uci(): found for found in slow.legal_moves(position)}
    return slow.exchange_value(position, moves[move], ferz.piece_values(board.variant) | values)


def walked(game: ferz.Variant, seed: int, plies: int) -> ferz.Board:
    """A position of a random game in which captures are rare, so that tension builds up."""
    board, rng = ferz.Board(game), random.Random(seed)
    for _ in range(plies):
        moves = sorted(board.legal_moves, key=str)
        quiet = [move for move in moves if not board.is_capture(move)]
        if not moves or board.outcome is not None:
            break
        board.push(rng.choice(quiet if quiet and rng.random() < 0.8 else moves))
    return board


def sample(board: ferz.Board, rng: random.Random) -> list[str]:
    """Some captures and some other moves."""
    moves = sorted(board.legal_moves, key=str)
    taking = [str(move) for move in moves if board.is_capture(move)]
    others = [str(move) for move in moves if not board.is_capture(move)]
    return rng.sample(taking, min(8, len(taking))) + rng.sample(others, min(6, len(others)))


def test_there_are_positions_of_many_kinds() -> None:
    assert len(CASES) >= 80
    assert len({case.variant for case in CASES}) >= 12


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_position_has_its_exchange_value(case: Case) -> None:
    board = ferz.Board(case.variant, case.fen)
    assert ferz.see(board, case.move, known(case.values, board.variant)) == case.worth, case.reason


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_referee_agrees_with_the_written_value(case: Case) -> None:
    board = ferz.Board(case.variant, case.fen)
    game = slow.Game(variants.settings(case.variant))
    values = known(case.values, board.variant)
    assert referee_value(board, game, case.move, values) == case.worth, case.reason


@pytest.mark.parametrize("name", GAMES)
def test_random_positions_agree_with_the_referee(name: str) -> None:
    variant, game = ferz.variant(name), slow.Game(variants.settings(name))
    rng = random.Random(name)
    values = known({"n": 300, "b": 300, "a": 800, "c": 800}, variant)
    for seed in range(6):
        board = walked(variant, seed, rng.randint(10, 60))
        for move in sample(board, rng):
            expected = referee_value(board, game, move, values)
            assert ferz.see(board, move, values) == expected, f"{board.fen} {move}"


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.filterwarnings("ignore::ferz.VariantWarning")
def test_random_games_agree_with_the_referee(seed: int) -> None:
    settings = random_settings(seed)
    game = slow.Game(settings)
    variant = variants.loads(variants.dumps({**settings, **NAMELESS}))
    rng = random.Random(seed)
    board = walked(variant, seed, rng.randint(0, 20))
    for move in sample(board, rng):
        assert ferz.see(board, move) == referee_value(board, game, move, {}), f"{board.fen} {move}"


def test_a_queen_that_takes_a_guarded_knight_loses_580() -> None:
    values = {"p": 100, "n": 320, "b": 330, "r": 500, "q": 900}
    assert ferz.see(ferz.Board("chess", QXG3), "e5g3", values=values) == -580


def test_giving_two_rooks_for_two_wins_one_that_is_undefended() -> None:
    board = ferz.Board("chess", "3r2k1/8/8/3r4/8/8/3R4/3R2K1 w - - 0 1")
    assert ferz.see(board, "Rxd5", USUAL) == 500


def test_the_move_may_be_a_move_or_a_text() -> None:
    board = ferz.Board("chess", QXG3)
    assert ferz.see(board, "Qxg3") == ferz.see(board, board.parse_uci("e5g3"))
    assert board.fen == QXG3


def test_a_move_that_is_not_legal_has_no_exchange_value() -> None:
    with pytest.raises(ferz.MoveError, match="'e5h1'"):
        ferz.see(ferz.Board("chess", QXG3), "e5h1")


def test_letters_without_a_value_keep_the_automatic_one() -> None:
    board = ferz.Board("chess", QXG3)
    assert ferz.see(board, "e5g3", {"n": 300}) == 300 - ferz.piece_values(board.variant)["q"]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"x": 1}, "values: found 'x', expected a letter of the game: p n b r q k"),
        ({"queen": 1}, "values: found 'queen', expected a letter of the game: p n b r q k"),
        ({"q": 10**7}, "values: found 10000000 for 'q', expected -1000000 to 1000000"),
    ],
)
def test_values_that_mean_nothing_are_refused(values: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError) as raised:  # noqa: PT011
        ferz.see(ferz.Board("chess"), "e2e4", values)
    assert str(raised.value) == message


def test_automatic_values_follow_mobility_on_the_actual_board() -> None:
    small = {"p": 100, "n": 299, "b": 347, "r": 508, "q": 993, "k": 0}
    wide = {"p": 100, "n": 317, "b": 379, "r": 543, "q": 1071, "k": 0, "a": 810, "c": 996}
    assert ferz.piece_values(ferz.variant("chess")) == small
    assert ferz.piece_values(ferz.variant("gothic")) == wide


def test_a_king_that_is_not_royal_has_a_value() -> None:
    assert ferz.piece_values(ferz.variant("antichess"))["k"] == 393


def test_the_python_code_of_the_document_runs() -> None:
    text = (Path(__file__).parents[1] / "docs" / "exchanges.md").read_text(encoding="utf-8")
    code = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert code
    for block in code:
        exec(compile(block, "exchanges.md", "exec"), {})
