"""What is proven of a position, and the best play that follows from it."""

from collections.abc import Callable
from typing import NamedTuple

from ferz._core import Move
from ferz.board import Board
from ferz.strategies import MoveValue, Strategy, Value, candidates

#: A line of a drawn game is cut here; one of a won game never.
DRAWN_LINE = 12


class Verdict(NamedTuple):
    """The proven value of a position for the side to move."""

    value: Value
    #: Plies to the end of the game by best play; None for a draw.
    distance: int | None = None


#: The core's names of values.
VALUES: dict[str, Value] = {"win": "win", "draw": "draw", "loss": "loss"}


def as_verdict(found: tuple[str, int | None] | None) -> Verdict | None:
    """The core's answer as ours."""
    return None if found is None else Verdict(VALUES[found[0]], found[1])


#: What knows positions: None where it does not.
Oracle = Callable[[Board], Verdict | None]

_AFTER: dict[Value, Value] = {"win": "loss", "draw": "draw", "loss": "win"}


def after_move(verdict: Verdict) -> Verdict:
    """The verdict for the side that has just moved into a position."""
    distance = None if verdict.distance is None else verdict.distance + 1
    return Verdict(_AFTER[verdict.value], distance)


def move_values(board: Board, oracle: Oracle) -> list[MoveValue]:
    """Every legal move with what it leads to, in the order of `legal_moves`."""
    values = []
    for move in board.legal_moves:
        board.push(move)
        verdict = oracle(board)
        board.pop()
        if verdict is None:
            values.append(MoveValue(move, None))
        else:
            values.append(MoveValue(move, *after_move(verdict)))
    return values


def best_first(values: list[MoveValue]) -> list[MoveValue]:
    """The moves by what they lead to: quickest wins first, unknown ones last."""
    rank = {"win": 0, "draw": 1, "loss": 2, None: 3}

    def order(each: MoveValue) -> tuple[int, int]:
        distance = each.distance or 0
        return rank[each.value], distance if each.value == "win" else -distance

    return sorted(values, key=order)


def good_replies(board: Board, move: Move, oracle: Oracle) -> int:
    """How many answers to a move keep what the other side can have: the fewer, the more testing."""
    board.push(move)
    values = move_values(board, oracle)
    board.pop()
    return len(candidates(values, "perfect"))


def most_testing(board: Board, moves: list[Move], oracle: Oracle) -> list[Move]:
    """The moves among equals after which the other side has the fewest good answers."""
    if len(moves) < 2:
        return moves
    replies = {move: good_replies(board, move, oracle) for move in moves}
    # After a move that ends the game nobody has to answer.
    least = min(replies.values())
    return [move for move in moves if replies[move] == least]


def table_moves(board: Board, oracle: Oracle, strategy: Strategy) -> list[Move]:
    """The moves that a strategy has to choose among, the most testing ones of equals."""
    moves = candidates(move_values(board, oracle), strategy)
    return moves if strategy == "cooperative" else most_testing(board, moves, oracle)


def best_line(board: Board, oracle: Oracle) -> tuple[Move, ...]:
    """Best play by both sides: to the end of a decided game, some moves of a drawn one."""
    after = board.copy()
    line: list[Move] = []
    seen = {after.key}
    # Not until its outcome: clocks and repetitions do not end a proof.
    while after.legal_moves and (verdict := oracle(after)) is not None:
        if verdict.value == "draw" and len(line) >= DRAWN_LINE:
            break
        moves = table_moves(after, oracle, "perfect")
        fresh = [move for move in moves if _key_after(after, move) not in seen]
        if not fresh:
            break
        line.append(fresh[0])
        after.push(fresh[0])
        seen.add(after.key)
    return tuple(line)


def _key_after(board: Board, move: Move) -> int:
    board.push(move)
    key = board.key
    board.pop()
    return key
