"""Forced wins, proven by full search over the legal moves: the engine has no part in it."""

import ferz

#: Whoever changes one of these has another way to win than mate.
OTHER_ENDS = {
    "check_counting",
    "checkmate_value",
    "extinction_value",
    "flag_region",
    "flag_region_black",
    "flag_region_white",
    "n_fold_value",
    "stalemate_value",
}


class TooManyPositionsError(Exception):
    """A proof would take longer than allowed."""


class MateProver:
    """Proves or refutes that the side to move wins within n of its own moves.

    All first moves and all replies are tried until one decides. What counts is `board.outcome`, so
    that a race, an extinction or the last check is as good as a mate; the game may also be won by
    the other side's own move. Positions are looked at without history: a win within a few moves
    needs no repetition, and the move clock of the position must be far from its end.
    """

    def __init__(self, board: ferz.Board, most_positions: int = 10**9) -> None:
        """Look at `board`, which is left as it was found, unless too many positions are needed."""
        self._board = board
        self._most_positions = most_positions
        #: How many positions were looked at.
        self.positions = 0
        # Where only mate wins, no move loses at once, and the last one gives check.
        self._only_mate_wins = not board.variant.changed_rules.keys() & OTHER_ENDS
        #: By distance, the replies that refuted last: most likely they refute the next move, too.
        self._refutations: dict[int, ferz.Move] = {}

    def shortest(self, most: int) -> int | None:
        """The least n up to `most` within which the side to move wins, or None."""
        return next((n for n in range(1, most + 1) if self.wins(n)), None)

    def keys(self, n: int) -> list[ferz.Move]:
        """All first moves that win within `n` moves."""
        return [move for move in self._board.legal_moves if self._wins_by(move, n)]

    def wins(self, n: int) -> bool:
        """Whether the side to move wins within `n` moves."""
        return any(self._wins_by(move, n) for move in self._board.legal_moves)

    def _wins_by(self, move: ferz.Move, n: int) -> bool:
        board, us = self._board, self._board.turn
        if n == 1 and self._only_mate_wins and not board.gives_check(move):
            return False
        self._push(move)
        outcome = board.outcome
        is_won = outcome.winner is us if outcome else self._replies_lose(n)
        board.pop()
        return is_won

    def _replies_lose(self, n: int) -> bool:
        """Whether the side that has just moved wins against every reply, n - 1 moves later."""
        if n == 1 and self._only_mate_wins:
            return False
        replies = self._board.legal_moves
        refutation = self._refutations.get(n)
        replies.sort(key=lambda reply: reply != refutation)
        for reply in replies:
            if not self._loses_by(reply, n):
                self._refutations[n] = reply
                return False
        return True

    def _loses_by(self, reply: ferz.Move, n: int) -> bool:
        board, us = self._board, self._board.turn
        self._push(reply)
        outcome = board.outcome
        is_lost = outcome.winner is (not us) if outcome else n > 1 and self.wins(n - 1)
        board.pop()
        return is_lost

    def _push(self, move: ferz.Move) -> None:
        # Only before a push, so that whoever catches this finds the moves made on a board of his.
        if self.positions >= self._most_positions:
            raise TooManyPositionsError
        self.positions += 1
        self._board.push(move)
