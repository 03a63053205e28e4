"""A second move generator for the tests: slow, plain, and sharing nothing with the core.

The board is a dictionary, movement is walked square by square, and a move is legal when playing it
leaves no royal piece attacked. It reads the same settings as the core and answers in UCI text.
"""

from slow.exchange import exchange_value
from slow.fen import read_fen, write_fen
from slow.game import Game
from slow.line import Line
from slow.moves import Move, in_check, play
from slow.outcome import immediate_end, legal_moves
from slow.position import Position

__all__ = [
    "Game",
    "Line",
    "Move",
    "Position",
    "exchange_value",
    "immediate_end",
    "in_check",
    "legal_moves",
    "perft",
    "play",
    "read_fen",
    "write_fen",
]


def perft(position: Position, depth: int) -> int:
    """Count the leaves of the legal move tree."""
    if depth == 0:
        return 1
    moves = legal_moves(position)
    if depth == 1:
        return len(moves)
    return sum(perft(play(position, move), depth - 1) for move in moves)
