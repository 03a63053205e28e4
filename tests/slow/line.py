"""A game being played by the slow generator, with what only its history tells."""

from collections import Counter

from slow.fen import write_fen
from slow.moves import Move, in_check, play
from slow.outcome import End, immediate_end, is_dead, legal_moves, stalemate, value_for
from slow.position import Position


class Line:
    """A game being played: the position and what came before it."""

    def __init__(self, position: Position) -> None:
        """Start counting repetitions here."""
        self.position = position
        self.seen = Counter([_key(position)])

    def push(self, move: Move) -> None:
        """Play on."""
        self.position = play(self.position, move)
        self.seen[_key(self.position)] += 1

    def outcome(self) -> End | None:
        """Who won and why, None while the game goes on."""
        position, rules = self.position, self.position.game.rules
        us = position.white_to_move
        end = immediate_end(position)
        if end:
            return end
        if not legal_moves(position):
            if in_check(position, us):
                return value_for(rules["checkmate_value"], us), "checkmate"
            return stalemate(position)
        if rules["n_fold_rule"] and self.seen[_key(position)] >= rules["n_fold_rule"]:
            return value_for(rules["n_fold_value"], us), "n_fold"
        if rules["n_move_rule"] and position.halfmoves >= 2 * rules["n_move_rule"]:
            return None, "n_move"
        return (None, "insufficient_material") if is_dead(position) else None


def _key(position: Position) -> str:
    return " ".join(write_fen(position).split()[:-2])
