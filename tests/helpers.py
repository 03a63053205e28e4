"""Short words for the tests of single rules."""

import ferz
from ferz import variants


def ucis(board: ferz.Board) -> set[str]:
    """The legal moves as texts."""
    return {str(move) for move in board.legal_moves}


def sans(board: ferz.Board) -> set[str]:
    """The legal moves in SAN."""
    return {board.san(move) for move in board.legal_moves}


def after(variant: ferz.Variant | str, fen: str, *moves: str) -> ferz.Board:
    """The board after some moves from a position."""
    board = ferz.Board(variant, fen)
    for move in moves:
        board.push(move)
    return board


def changed(base: str, rules: str, pieces: str = "", start: str = "") -> ferz.Variant:
    """A built-in game with other rules and pieces, written as in a variant file."""
    text = f'name = "A test"\nextends = "{base}"\n'
    text += f'start = "{start}"\n' if start else ""
    return variants.loads(f"{text}[pieces]\n{pieces}\n[rules]\n{rules}\n")


def ended(board: ferz.Board) -> tuple[str, str]:
    """Result and reason of a game that is over."""
    outcome = board.outcome
    assert outcome is not None, f"the game goes on: {board.fen}"
    return outcome.result(), outcome.reason
