"""Certifying challenges: every claim is proven, or the challenge is refused."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import ferz
from ferz.challenges.model import THEMES, Challenge, ChallengeError
from ferz.challenges.values import Values
from ferz.hints import pointed
from ferz.solver import find_mate
from ferz.solver.proofs import mate_values
from ferz.solver.verdicts import Verdict, after_move

if TYPE_CHECKING:
    from ferz.strategies import MoveValue


class Certificate(NamedTuple):
    """What was proven of a challenge."""

    id: str
    value: str | None
    distance: int | None
    #: How: graph, mate or proof.
    method: str


def certify(challenge: Challenge) -> Certificate:
    """Prove what a challenge says. Raises `ChallengeError` where something is not so."""
    try:
        board = challenge.board()
    except ValueError as error:
        raise ChallengeError(f"{challenge.id}: {error}") from None
    judge = _Judge(challenge, board)
    try:
        return judge.puzzle() if challenge.kind == "puzzle" else judge.game()
    except ferz.SolveError as error:
        raise ChallengeError(f"{challenge.id}: {error}") from None


class _Judge:
    def __init__(self, challenge: Challenge, board: "ferz.Board") -> None:
        self.challenge, self.board = challenge, board
        self._values = Values(board)

    def fail(self, message: str) -> ChallengeError:
        return ChallengeError(f"{self.challenge.id}: {message}")

    def puzzle(self) -> Certificate:
        challenge = self.challenge
        goal = challenge.goal
        assert goal is not None
        if goal.type == "mate":
            assert goal.moves is not None
            certificate = self._mate(goal.moves)
        else:
            certificate = self._value(goal.type)
        self._claims(certificate)
        self._hints()
        return certificate

    def game(self) -> Certificate:
        for each in self.challenge.key_positions:
            try:
                self.challenge.position_board(each.position)
            except ValueError as error:
                raise self.fail(f"key position: {error}") from None
        if self.challenge.value is None:
            certificate = Certificate(self.challenge.id, None, None, "none")
            self._claims(certificate)
            return certificate
        verdict, method = self._verdict(self.board)
        certificate = Certificate(self.challenge.id, verdict.value, verdict.distance, method)
        self._claims(certificate)
        return certificate

    # What the solvers say

    def _verdict(self, board: "ferz.Board") -> tuple[Verdict, str]:
        return self._values.verdict(board), "graph" if self._values.has_graph else "proof"

    def _mate(self, moves: int) -> Certificate:
        mate = find_mate(self.board, moves)
        if mate is None or mate.value != "win":
            raise self.fail(f"no mate in {moves}")
        if mate.in_moves != moves:
            raise self.fail(f"a mate in {mate.in_moves}, expected one in {moves} and no sooner")
        self._only_key(mate.moves)

        def best(board: "ferz.Board", plies: int) -> "Sequence[ferz.Move]":
            return _best(mate_values(board, plies), plies)

        self._line(mate.distance, best)
        return Certificate(self.challenge.id, "win", mate.distance, "mate")

    def _value(self, goal: str) -> Certificate:
        verdict, method = self._verdict(self.board)
        wanted = {"win": "win", "draw": "draw"}.get(goal, verdict.value)
        if verdict.value != wanted:
            raise self.fail(f"the position is a {verdict.value}, expected a {wanted}")
        if goal == "only_move" and verdict.value == "loss":
            raise self.fail("the position is lost, expected something to keep")
        keeping = [
            move for move in self.board.legal_moves if self._after(move).value == verdict.value
        ]
        self._only_key(keeping)
        self._keeps(verdict.value)
        return Certificate(self.challenge.id, verdict.value, verdict.distance, method)

    def _after(self, move: "ferz.Move") -> Verdict:
        board = self.board.copy()
        board.push(move)
        return after_move(self._verdict(board)[0])

    def _only_key(self, moves: "Sequence[ferz.Move]") -> None:
        names = [self.board.uci(move) for move in moves]
        if names != [self.challenge.key]:
            raise self.fail(
                f"key {self.challenge.key}, expected the only move, found {', '.join(names)}"
            )

    # What the challenge says

    def _line(
        self, distance: int, best: "Callable[[ferz.Board, int], Sequence[ferz.Move]]"
    ) -> None:
        """A mating line is played by the best moves of both sides, to its end."""
        board, plies = self.board.copy(), distance
        for step in self.challenge.solution:
            move = self._legal(board, step.move)
            if move not in best(board, plies):
                raise self.fail(f"solution: {step.move} is not best in '{board.fen}'")
            board.push(move)
            plies -= 1
        if plies != 0:
            raise self.fail(f"solution: it ends {plies} plies before the game does")

    def _keeps(self, value: str) -> None:
        """A line by the side to solve keeps the value at every move."""
        board = self.board.copy()
        for number, step in enumerate(self.challenge.solution):
            move = self._legal(board, step.move)
            board.push(move)
            verdict = self._verdict(board)[0]
            if number % 2 == 0 and after_move(verdict).value != value:
                raise self.fail(f"solution: {step.move} gives the {value} away")

    def _legal(self, board: "ferz.Board", name: str) -> "ferz.Move":
        try:
            return board.parse_uci(name)
        except ValueError as error:
            raise self.fail(f"solution: {error}") from None

    def _claims(self, certificate: Certificate) -> None:
        challenge = self.challenge
        if challenge.value is not None and challenge.value != certificate.value:
            raise self.fail(f"value {challenge.value}, expected {certificate.value}")
        if challenge.distance is not None and challenge.value is None:
            raise self.fail("a distance without a value, expected both or none")
        if challenge.distance is not None and challenge.distance != certificate.distance:
            raise self.fail(f"distance {challenge.distance}, expected {certificate.distance}")

    def _hints(self) -> None:
        challenge, board = self.challenge, self.board
        if not challenge.solution or challenge.solution[0].move != challenge.key:
            raise self.fail(f"solution: expected {challenge.key} first")
        move = self._legal(board, challenge.key)
        piece, square = pointed(board, move)
        expected = {"piece": piece, "square": square, "move": challenge.key}
        for step, value in expected.items():
            if challenge.hints[step].value != value:
                raise self.fail(f"hint {step}: {challenge.hints[step].value}, expected {value}")
        theme = challenge.hints["theme"].value
        if theme not in THEMES:
            raise self.fail(f"hint theme: {theme}, expected one of {', '.join(THEMES)}")


def _best(values: "Sequence[MoveValue]", plies: int) -> "list[ferz.Move]":
    """The moves that win in so many plies, or lose no sooner."""
    return [each.move for each in values if each.distance == plies]
