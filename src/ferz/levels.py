"""Ten levels of play: how far each one looks, and how it chooses among the moves it has seen.

A weak level does not play random moves: it searches a little, then picks among the better moves
with a chance that falls with what each one costs. All parameters are in `LEVELS`.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ferz._core import Line, Move, Variant
from ferz.board import Board

if TYPE_CHECKING:
    import random


class Level(NamedTuple):
    """How one level plays. All of it is deterministic but the last choice, which is seeded."""

    number: int
    name: str
    #: What UCI_Elo calls it: a scale of ours, fitted by matches between neighbors.
    elo: int
    depth: int | None = None
    nodes: int | None = None
    #: So many moves are considered.
    width: int = 1
    #: A move that costs so much more than the best is chosen e times less often.
    temperature_cp: float = 0.0
    #: A move that costs more is never chosen.
    most_loss_cp: int = 0
    #: Whether it takes every win that one move gives by rule, and leaves out of the moves that it
    #: considers those that give the other side one.
    takes_mate: bool = True
    avoids_mate: bool = True


LEVELS = (
    Level(1, "beginner", 500, 1, 2_000, 15, 240.0, 1_200, False, False),
    Level(2, "novice", 800, 1, 2_000, 12, 150.0, 850, True, False),
    Level(3, "casual", 1080, 1, 3_000, 10, 95.0, 550, True, False),
    Level(4, "improver", 1300, 2, 5_000, 10, 62.0, 350, True, False),
    Level(5, "club", 1500, 3, 10_000, 8, 46.0, 250, True, True),
    Level(6, "strong club", 1700, 4, 30_000, 8, 32.0, 170, True, True),
    Level(7, "expert", 1950, 5, 40_000, 6, 21.0, 110, True, True),
    Level(8, "master", 2200, 7, 100_000, 5, 10.0, 50, True, True),
    Level(9, "grandmaster", 2500, 8, 200_000, 4, 6.0, 30, True, True),
    Level(10, "full strength", 2850),
)
FULL = len(LEVELS)
MOST_SKILL = 20
LEAST_ELO, MOST_ELO = LEVELS[0].elo, LEVELS[-1].elo
#: A mate counts as so much, less a little for each move that it takes.
MATE_CP = 3_000
#: Where differences begin to matter less: a queen up or two, a beginner plays the same.
BEND_CP = 500.0
#: With so many pieces or fewer on the board a king may walk.
ENDGAME_PIECES = 12


def level_of(number: int) -> Level:
    """The level of a number, 1 to 10. Raises `ValueError` for another."""
    if type(number) is not int or number not in range(1, FULL + 1):
        raise ValueError(f"level {number!r}, expected 1 to {FULL}")
    return LEVELS[number - 1]


def level_of_skill(skill: int) -> int:
    """The level of UCI's Skill Level, 0 to 20; what lies outside counts as the nearer end."""
    skill = min(max(skill, 0), MOST_SKILL)
    return 1 + skill * (FULL - 1) // MOST_SKILL


def level_of_elo(elo: int) -> int:
    """The level whose Elo is nearest."""
    return min(LEVELS, key=lambda level: abs(level.elo - elo)).number


def choose(board: Board, lines: Sequence[Line], level: Level, rng: "random.Random") -> Line:
    """The line that a player of this level takes; `lines` are the best ones, best first."""
    if level.takes_mate and lines[0].mate == 1:
        return lines[0]
    pool = list(lines)
    if level.avoids_mate:
        # A shallow search prunes replies: the rules tell for certain.
        pool = [line for line in pool if not allows_win(board, line.moves[0])] or pool
    top = max(worth(line) for line in pool)
    pool = [line for line in pool if top - worth(line) <= level.most_loss_cp]
    weights = [_weight(board, line, top, level) for line in pool]
    return rng.choices(pool, weights)[0]


def winning_moves(board: Board, moves: Iterable[Move]) -> Iterator[Move]:
    """Those of some legal moves that end the game at once with a win, by whatever rule."""
    side = board.turn
    for move in moves:
        board.push(move)
        outcome = board.outcome
        board.pop()
        if outcome is not None and outcome.winner == side:
            yield move


def allows_win(board: Board, move: Move) -> bool:
    """Whether some reply to a legal move wins at once."""
    board.push(move)
    is_allowed = any(winning_moves(board, board.legal_moves))
    board.pop()
    return is_allowed


def worth(line: Line) -> float:
    """The score of a line, with large ones drawn together as a player sees them."""
    if line.mate is not None:
        cp = math.copysign(MATE_CP - 50 * min(abs(line.mate), 20), line.mate)
    else:
        cp = line.score_cp or 0
    return BEND_CP * math.asinh(cp / BEND_CP)


def _weight(board: Board, line: Line, top: float, level: Level) -> float:
    cost = top - worth(line) - appeal(board, line.moves[0])
    return math.exp(-max(cost, -100.0) / level.temperature_cp)


def appeal(board: Board, move: Move) -> int:
    """What makes a person like or overlook a move among equals, in centipawns."""
    if board.is_self_capture(move):
        return -80
    if board.is_capture(move):
        return 25 if board.ply and board.peek().to_square == move.to_square else 10
    if move.from_square is None or board.is_check:
        return 0
    if _is_king_walk(board, move):
        return -60
    return -40 if _is_undone(board, move) else 0


def _is_king_walk(board: Board, move: Move) -> bool:
    """Whether a king leaves home while the board is full; later on it is a piece that fights."""
    return (
        move.from_square == board.king(board.turn)
        and not move.is_castling
        and len(board.piece_map()) > ENDGAME_PIECES
        and not _is_king_goal(board.variant)
    )


def has_goal(variant: Variant) -> bool:
    """Whether a region of the board is to be reached."""
    rules = variant.rules
    regions = (rules.flag_region, rules.flag_region_white, rules.flag_region_black)
    return any(region not in ("", "-") for region in regions)


def _is_king_goal(variant: Variant) -> bool:
    """Whether a king wins by getting somewhere: then its walk is the game."""
    flag = variant.rules.flag_piece
    racing = [kind for kind in variant.pieces if flag in ("*", kind.letter)]
    return has_goal(variant) and any(kind.royal for kind in racing)


def _is_undone(board: Board, move: Move) -> bool:
    """Whether a move takes the side's own last one back."""
    stack = board.move_stack
    if len(stack) < 2:
        return False
    return (stack[-2].from_square, stack[-2].to_square) == (move.to_square, move.from_square)
