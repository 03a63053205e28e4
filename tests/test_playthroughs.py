"""One seeded game per variant as text, so that a change of behavior is a readable diff.

`pytest tests/test_playthroughs.py --update-golden` writes the texts anew.
"""

import random
from pathlib import Path

import pytest

import ferz
from ferz import variants

FOLDER = Path(__file__).parent / "playthroughs"
PLIES = 60


def playthrough(name: str) -> str:
    """The text of one random game: ply, SAN, UCI, FEN and the number of legal moves after it."""
    board = ferz.Board(name)
    rng = random.Random(name)
    lines = [f"# A random game of {name}: ply, SAN, UCI, FEN, number of legal moves.", ""]
    lines.append(f"start | {board.fen} | {len(board.legal_moves)}")
    while board.outcome is None and board.ply < PLIES:
        move = rng.choice(sorted(board.legal_moves, key=str))
        san = board.san(move)
        board.push(move)
        lines.append(f"{board.ply} {san} {move} | {board.fen} | {len(board.legal_moves)}")
    return "\n".join([*lines, "", ending(board), ""])


def ending(board: ferz.Board) -> str:
    outcome = board.outcome
    return f"{outcome.result()} by {outcome.reason}" if outcome else "going on"


@pytest.mark.parametrize("name", variants.builtin_names())
def test_the_playthrough_is_as_recorded(name: str, update_golden: bool) -> None:
    path = FOLDER / f"{name}.txt"
    text = playthrough(name)
    if update_golden:
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def test_every_playthrough_belongs_to_a_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(variants.builtin_names())


@pytest.mark.parametrize("name", variants.builtin_names())
def test_a_playthrough_can_be_replayed_from_its_san(name: str) -> None:
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    played = [line.split(" | ") for line in lines if line[:1].isdigit() and " | " in line]
    board = ferz.Board(name)
    for words, fen, _ in played:
        board.push_san(words.split()[1])
        assert board.fen == fen
