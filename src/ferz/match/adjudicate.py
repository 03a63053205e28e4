"""Ends of a game that the rules do not know: agreed draws, hopeless positions, endless games."""

from collections.abc import Callable

import ferz
from ferz.match.records import Result
from ferz.match.settings import Adjudication

#: A mate counts as this much, less its distance.
MATE_CP = 100_000


class Adjudicator:
    """Follows the scores of a game and says when it may end."""

    def __init__(self, rules: Adjudication) -> None:
        """Nothing has been played."""
        self._rules = rules
        self._scores: dict[ferz.Color, list[int | None]] = {ferz.WHITE: [], ferz.BLACK: []}

    def note(self, turn: ferz.Color, score_cp: int | None, mate: int | None) -> None:
        """Take the score that a side gave its own move."""
        if mate is not None:
            score_cp = (MATE_CP - abs(mate)) * (-1 if mate < 0 else 1)
        self._scores[turn].append(score_cp)

    def verdict(self, board: ferz.Board) -> tuple[Result, str] | None:
        """Result and reason if the game is to end here."""
        if self._is_draw(board.fullmove_number):
            return "1/2-1/2", "draw agreed"
        for loser in (ferz.WHITE, ferz.BLACK):
            if self._has_given_up(loser):
                return "0-1" if loser else "1-0", "given up"
        if self._rules.max_plies is not None and board.ply >= self._rules.max_plies:
            return "1/2-1/2", "too long"
        return None

    def _is_draw(self, move_number: int) -> bool:
        rule = self._rules.draw
        if rule is None or move_number - rule.moves < rule.after:
            return False
        return all(
            _holds(scores, rule.moves, lambda score: abs(score) <= rule.score_cp)
            for scores in self._scores.values()
        )

    def _has_given_up(self, loser: ferz.Color) -> bool:
        rule = self._rules.resign
        if rule is None:
            return False
        is_lost = _holds(self._scores[loser], rule.moves, lambda score: score <= -rule.score_cp)
        return is_lost and (
            not rule.both
            or _holds(self._scores[not loser], rule.moves, lambda score: score >= rule.score_cp)
        )


def _holds(scores: list[int | None], count: int, test: Callable[[int], bool]) -> bool:
    last = scores[-count:]
    return len(last) == count and all(score is not None and test(score) for score in last)
