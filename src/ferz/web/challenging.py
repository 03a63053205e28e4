"""Judging tries at a puzzle: whether a move keeps the goal, what refutes it, what is answered.

Everything that is said of a move is proven, by the same solvers that certified the challenge; only
where a move spoils a mate and nothing more is known does the engine choose which refutation is
shown among those that are proven to be one.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ferz import Board, Engine, Move
from ferz.challenges import Challenge, Goal, load
from ferz.challenges.values import Values
from ferz.solver import Mate, find_mate
from ferz.solver.proofs import mate_values
from ferz.solver.verdicts import Verdict, after_move, best_line, table_moves
from ferz.strategies import Value

#: A refutation is shown for so many plies: enough to see why, short enough to read.
LINE_PLIES = 6
#: What the engine looks at to choose among refutations.
ENGINE_NODES = 20_000
#: The values of so many challenges are kept; the largest take fifty megabytes.
MOST_KEPT = 6


class Trial(NamedTuple):
    """What became of a try."""

    is_right: bool
    is_solved: bool
    #: For who solves it, counted from before the try; None where nothing is proven.
    verdict: Verdict | None
    #: The answer of the other side to a right try; None where there is none to give.
    reply: Move | None = None
    #: Of a wrong try: what refutes it.
    refutation: tuple[Move, ...] = ()


class Judge:
    """Judges the tries at one puzzle; used by one thread at a time or by several."""

    def __init__(self, challenge: Challenge) -> None:
        """Nothing is solved yet."""
        assert challenge.goal is not None
        self._goal: Goal = challenge.goal
        self._start = challenge.board()
        self._values = Values(self._start)
        self._solution = _moves(self._start, challenge)
        self._line_end: Verdict | None = None

    def judge(self, board: Board, move: Move) -> Trial:
        """A legal move of who solves it, in a position after an even number of moves."""
        after = board.copy()
        after.push(move)
        if self._goal.type == "mate":
            return self._mate(after)
        return self._kept(after)

    # A mate in so many moves

    def _mate(self, after: Board) -> Trial:
        assert self._goal.moves is not None
        left = self._goal.moves - (after.ply + 1) // 2
        found = find_mate(after, left) if left >= 0 else None
        if found is None or found.value != "loss" or found.distance > 2 * left:
            return self._no_mate(after, max(left, 0))
        verdict = after_move(Verdict(found.value, found.distance))
        is_solved = after.outcome is not None
        reply = None if is_solved else self._next_of_line(after) or found.moves[0]
        return Trial(True, is_solved, verdict, reply)

    def _no_mate(self, after: Board, left: int) -> Trial:
        """Why a try does not mate in time: `left` more moves are not enough."""
        if after.outcome is not None:
            return Trial(False, False, _of_outcome(after))
        if self._values.has_graph:
            return self._refuted(after, after_move(self._values.verdict(after)))
        found = find_mate(after, left + 1)
        if found is None:
            return Trial(False, False, None, refutation=_escape(after, left))
        verdict = after_move(Verdict(found.value, found.distance))
        return Trial(False, False, verdict, refutation=_mating_line(after, found))

    # A value that must be kept

    def _kept(self, after: Board) -> Trial:
        over = _of_outcome(after)
        verdict = over or after_move(self._values.verdict(after))
        if verdict.value != self._wanted():
            if over is not None:
                return Trial(False, False, verdict)
            return self._refuted(after, verdict)
        is_solved = over is not None or self._is_far_enough(after, verdict)
        reply = None if over is not None else self._next_of_line(after)
        if reply is None and not is_solved:
            reply = self._best_reply(after)
        return Trial(True, is_solved, verdict, reply)

    def _wanted(self) -> Value:
        if self._goal.type == "win":
            return "win"
        if self._goal.type == "draw":
            return "draw"
        return self._values.verdict(self._start).value

    def _is_far_enough(self, after: Board, verdict: Verdict) -> bool:
        """Whether as much is done as by the solution.

        A draw is held for as many moves. A win must be as near as at the end of the solution: who
        only keeps it without coming nearer has shown nothing.
        """
        if self._goal.type != "win" or verdict.distance is None:
            return after.ply >= self._own_plies()
        end = self._end_of_line()
        return end.distance is not None and verdict.distance <= end.distance

    def _end_of_line(self) -> Verdict:
        """What the last move of the solution by who solves it leads to."""
        if self._line_end is None:
            board = self._start.copy()
            for move in self._solution[: self._own_plies()]:
                board.push(move)
            self._line_end = after_move(self._values.verdict(board))
        return self._line_end

    def _own_plies(self) -> int:
        """The length of the solution up to the last move of who solves it."""
        return len(self._solution) - (len(self._solution) + 1) % 2

    # What the other side does

    def _next_of_line(self, board: Board) -> Move | None:
        """The answer of the solution, as long as the solution is followed."""
        played = list(board.move_stack)
        if len(self._solution) <= len(played) or self._solution[: len(played)] != played:
            return None
        return self._solution[len(played)]

    def _best_reply(self, after: Board) -> Move:
        """The longest resistance, and among equals the most testing move."""
        if self._values.has_graph:
            return table_moves(after, self._values.verdict, "perfect")[0]
        return _engine_line(after, None)[0]

    def _refuted(self, after: Board, verdict: Verdict) -> Trial:
        if self._values.has_graph:
            line = best_line(after, self._values.verdict)
        else:
            line = _engine_line(after, None)
        return Trial(False, False, verdict, refutation=line[:LINE_PLIES])


@lru_cache(maxsize=1)
def library() -> dict[str, Challenge]:
    """All challenges by id, in the order in which they are offered: the easier ones first."""
    found = load()
    categories = list(dict.fromkeys(challenge.category for challenge in found))
    found.sort(key=lambda each: (categories.index(each.category), each.difficulty))
    return {challenge.id: challenge for challenge in found}


@lru_cache(maxsize=MOST_KEPT)
def judge_of(id_: str) -> Judge:
    """The judge of a puzzle, with what it has solved already."""
    return Judge(library()[id_])


def _moves(start: Board, challenge: Challenge) -> list[Move]:
    board = start.copy()
    return [board.push_uci(step.move) for step in challenge.solution]


def _of_outcome(board: Board) -> Verdict | None:
    """What the end of a game means for who has just moved; None where it goes on."""
    outcome = board.outcome
    if outcome is None:
        return None
    if outcome.winner is None:
        return Verdict("draw")
    return Verdict("loss" if outcome.winner == board.turn else "win", 1)


def _mating_line(board: Board, found: Mate) -> tuple[Move, ...]:
    """The quickest mate against the longest resistance, to its end or where it gets long."""
    after = board.copy()
    line = [found.moves[0]]
    after.push(line[0])
    while len(line) < min(found.distance, LINE_PLIES):
        following = find_mate(after, (found.distance - len(line) + 1) // 2)
        if following is None or not following.moves:
            break
        line.append(following.moves[0])
        after.push(line[-1])
    return tuple(line)


def _escape(board: Board, moves: int) -> tuple[Move, ...]:
    """How the side to move avoids being mated in so many moves, as the engine likes it best."""
    values = mate_values(board, 2 * moves)
    escapes = [each.move for each in values if each.value != "loss"]
    return _engine_line(board, escapes)[:LINE_PLIES]


def _engine_line(board: Board, moves: Sequence[Move] | None) -> tuple[Move, ...]:
    with Engine(board.variant, hash_mb=4) as engine:
        found = engine.play(board, nodes=ENGINE_NODES, moves=moves)
    return found.line or ((found.move,) if found.move is not None else ())
