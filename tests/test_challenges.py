"""Every challenge of the package is certified, and false ones are refused."""

import pytest

import ferz
from ferz.challenges import Challenge, ChallengeError, load, loads
from ferz.challenges.check import certify
from ferz.challenges.make import find_puzzles, stars, to_toml

ALL = load()


@pytest.mark.parametrize("challenge", ALL, ids=lambda each: each.id)
def test_a_challenge_is_what_it_says(challenge: Challenge) -> None:
    certificate = certify(challenge)
    assert certificate.id == challenge.id
    if challenge.kind == "puzzle":
        assert certificate.value in ("win", "draw")


def test_there_are_challenges_of_every_kind() -> None:
    assert len(ALL) >= 40
    assert {each.kind for each in ALL} == {"puzzle", "game"}
    assert {each.goal.type for each in ALL if each.goal} >= {"mate", "win", "draw"}
    assert {each.difficulty for each in ALL} == {1, 2, 3, 4, 5}
    assert len({each.name for each in ALL}) == len(ALL)


PUZZLE = """
[[challenge]]
id = "the-first"
name = "The only move"
icon = "♞"
kind = "puzzle"
category = "1-D chess"
variant = "1d-8"
position = "bk,bn,br,x,x,wr,wn,wk:w"
difficulty = 3
fun = "One move wins, one draws, two lose."
teaches = "A knight may block as well as leap."
value = "win"
distance = 11
goal = { type = "win" }
key = "a2a4"
solution = ["a2a4", "a7a5", { move = "a4a6", comment = "Check." }]
[challenge.hints]
theme = { value = "quiet move", text = "No check, no capture." }
piece = { value = "knight", text = "The leaper." }
square = { value = "a2", text = "Beside the king." }
move = { value = "a2a4", text = "Play Na4." }
"""


def test_a_true_puzzle_passes() -> None:
    certificate = certify(loads(PUZZLE)[0])
    assert certificate == ("the-first", "win", 11, "graph")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("distance = 11", "distance = 9", "distance 9, expected 11"),
        ('value = "win"', 'value = "draw"', "value draw, expected win"),
        ('goal = { type = "win" }', 'goal = { type = "draw" }', "a win, expected a draw"),
        ('goal = { type = "win" }', 'goal = { type = "mate", moves = 2 }', "no mate in 2"),
        ('key = "a2a4"', 'key = "a3a6"', "expected the only move, found a2a4"),
        ('piece = { value = "knight"', 'piece = { value = "rook"', "hint piece: rook, expected"),
        ('square = { value = "a2"', 'square = { value = "a4"', "hint square: a4, expected a2"),
        ('value = "quiet move"', 'value = "magic"', "hint theme: magic, expected one of mate"),
        ('["a2a4", "a7a5"', '["a2a4", "a7a1"', "solution: move 'a7a1'"),
        ("bk,bn,br,x,x,wr,wn,wk:w", "bk,x,x,x,wk,wk,x,x:w", "royal piece"),
        ('{ move = "a4a6", comment = "Check." }', '"a3a4"', "solution: move 'a3a4'"),
    ],
)
def test_a_false_puzzle_is_refused(old: str, new: str, message: str) -> None:
    assert old in PUZZLE
    challenge = loads(PUZZLE.replace(old, new))[0]
    with pytest.raises(ChallengeError, match=f"the-first: .*({message})"):
        certify(challenge)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('kind = "puzzle"', 'kind = "riddle"', "kind 'riddle', expected puzzle or game"),
        ("difficulty = 3", "difficulty = 6", "difficulty 6, expected 1 to 5"),
        ('fun = "One move wins, one draws, two lose."', "", "fun: nothing, expected something"),
        ('variant = "1d-8"', "", "expected either variant or game"),
        ('type = "win"', 'type = "lose"', "expected a type of mate, win, draw, only_move"),
        ('icon = "♞"', 'icon = "♞"\ncolor = "red"', "unknown field 'color'"),
        ("theme = {", "thema = {", "hints thema, piece, square, move, expected theme"),
        ("difficulty = 3", 'difficulty = "3"', "difficulty: expected int"),
    ],
)
def test_a_file_that_cannot_be_read_says_where(old: str, new: str, message: str) -> None:
    assert old in PUZZLE
    with pytest.raises(ChallengeError, match=f"challenges.toml: the-first: .*{message}"):
        loads(PUZZLE.replace(old, new, 1))


def test_a_shorter_mate_is_refused() -> None:
    text = PUZZLE.replace('goal = { type = "win" }', 'goal = { type = "mate", moves = 7 }')
    with pytest.raises(ChallengeError, match="a mate in 6, expected one in 7 and no sooner"):
        certify(loads(text)[0])


def test_what_the_generator_finds_is_certified_and_reads_back() -> None:
    puzzles = find_puzzles("1d-10", seed=3)
    for _ in range(5):
        puzzle = next(puzzles)
        assert loads(to_toml(puzzle)) == [puzzle]
        assert certify(puzzle).value == puzzle.value


def test_what_the_engine_sees_at_once_has_one_star_and_what_it_never_chooses_has_five() -> None:
    board = ferz.Board("chess", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    assert stars(board, board.parse_uci("d1d8")) == 1
    assert stars(board, board.parse_uci("h2h3")) == 5
