"""The clocks of XBoard: the commands level, st, sd, time and otim as limits of a search."""

import re

import ferz
from ferz.player import Limits
from ferz.protocols.session import shortened, whole_number

MOST_DEPTH = 200
#: No clock runs longer than a year.
MOST_S = 31_536_000
_BASE = re.compile(r"(\d{1,7})(?::(\d{1,2}))?")
_SECONDS = re.compile(r"\d{1,8}(?:\.\d{0,6})?|\.\d{1,6}")


class Timing:
    """What an engine may use for its next move. It starts as 40 moves in 5 minutes."""

    def __init__(self) -> None:
        """No clock has been told yet."""
        self.overhead_ms = 30
        self._moves, self._increment_ms = 40, 0
        self._base_ms = self._own_ms = self._other_ms = 300_000
        self._move_ms: int | None = None
        #: What the own clock shows before this move, if anybody told it.
        self._told_ms: int | None = None
        self._depth: int | None = None
        self._ply = 0
        # After the moves at these plies the own clock was filled up, and nobody has told it since.
        self._fills: list[int] = []

    def new_game(self) -> None:
        """Forget the limit of depth, fill the clocks, count the moves of the session from 0."""
        self._depth, self._ply = None, 0
        self._fill_clocks()

    def new_position(self) -> None:
        """Count the moves of the session from 0."""
        self._ply = 0
        self._fills.clear()

    def set_level(self, rest: str, ply: int) -> None:
        """Take `level MOVES BASE INCREMENT`. Raises `ValueError` where it cannot be read."""
        # Without an increment there is none.
        words = [*rest.split(), "0"][:3] if len(rest.split()) == 2 else rest.split()
        base = _BASE.fullmatch(words[1]) if len(words) == 3 else None
        if base is None:
            raise ValueError(f"found '{shortened(rest)}', expected MOVES MINUTES[:SECONDS] SECONDS")
        self._moves = whole_number(words[0], 0, 10_000, "moves")
        self._base_ms = 1000 * (60 * int(base[1]) + int(base[2] or 0))
        self._fill_clocks()
        self._increment_ms = _milliseconds(words[2])
        self._move_ms, self._ply = None, ply

    def set_move_time(self, rest: str) -> None:
        """Take `st SECONDS`."""
        self._move_ms, self._told_ms = max(_milliseconds(rest), 1), None

    def set_depth(self, rest: str) -> None:
        """Take `sd PLIES`; 0 is no limit."""
        self._depth = whole_number(rest, 0, 10**9, "depth") or None

    def set_time(self, rest: str, *, is_own: bool) -> None:
        """Take `time` or `otim`: hundredths of a second left, which may be less than none."""
        left_ms = 10 * whole_number(rest, -MOST_S * 100, MOST_S * 100, "time")
        if is_own:
            self._own_ms = self._told_ms = left_ms
            self._fills.clear()
        else:
            self._other_ms = left_ms

    def used(self, time_ms: int, board: ferz.Board) -> None:
        """Count what the engine has just used for a move on this board.

        Somebody may tell the time before the next move, but not before pondering.
        """
        self._own_ms += self._increment_ms - time_ms
        self._told_ms = None
        # Moves from here on have been taken back, if there were any.
        self._fills = [ply for ply in self._fills if ply < board.ply]
        if self._moves_to_go(board) == 1:
            self._fills.append(board.ply)

    def limits(self, board: ferz.Board) -> Limits:
        """The limits for the side to move, which is the engine's."""
        limits: Limits = {"move_overhead_ms": self.overhead_ms}
        if self._depth is not None:
            limits["depth"] = min(self._depth, MOST_DEPTH)
        if self._move_ms is not None:
            # XBoard tells a clock beside it that shows as much; other programs one that shows less.
            move_ms = self._move_ms
            if self._told_ms is not None:
                move_ms = max(min(move_ms, self._told_ms), 0)
            limits["time_ms"] = max(move_ms - min(self.overhead_ms, move_ms // 2), 1)
            return limits
        filled_ms = self._base_ms * sum(ply < board.ply for ply in self._fills)
        own_ms, other_ms = max(self._own_ms + filled_ms, 1), max(self._other_ms, 1)
        limits["white_time_ms"] = own_ms if board.turn else other_ms
        limits["black_time_ms"] = other_ms if board.turn else own_ms
        limits["white_increment_ms"] = limits["black_increment_ms"] = self._increment_ms
        moves_to_go = self._moves_to_go(board)
        if moves_to_go is not None:
            limits["moves_to_go"] = moves_to_go
        return limits

    def _fill_clocks(self) -> None:
        self._own_ms = self._other_ms = self._base_ms
        self._fills.clear()

    def _moves_to_go(self, board: ferz.Board) -> int | None:
        """How many moves the side to move has to make until its clock is filled up."""
        if not self._moves:
            return None
        made = max(board.ply - self._ply, 0) // 2
        return self._moves - made % self._moves


def left_ms(limits: Limits, turn: ferz.Color) -> int:
    """What limits leave to a side at the most."""
    clock_ms = limits.get("white_time_ms") if turn else limits.get("black_time_ms")
    left = limits.get("time_ms", clock_ms)
    assert left is not None
    return left


def _milliseconds(text: str) -> int:
    """Seconds, whole or not, as milliseconds."""
    if _SECONDS.fullmatch(text) is None or float(text) > MOST_S:
        raise ValueError(f"found '{shortened(text)}', expected seconds")
    return round(1000 * float(text))
