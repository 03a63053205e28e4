"""Exchange values by playing every capture on the square, with the order that the rules tell."""

from slow.game import Square
from slow.moves import Move, attackers, in_check, is_stuck, play
from slow.position import Position

Values = dict[str, int]


def exchange_value(position: Position, move: Move, values: Values) -> int:
    """What a move is worth to the mover if both sides then only take on its square."""
    if move.castling:
        return 0
    white = position.white_to_move
    after = play(position, move)
    gain = _balance(after, white, values) - _balance(position, white, values)
    return (0 if move.drop else gain) - _best_take(after, move.target, values)


def _balance(position: Position, white: bool, values: Values) -> int:
    """What a side has more than the other, on the board and, where it can be dropped, in hand."""
    total = sum(values[p.letter] * (1 if p.white == white else -1) for p in position.board.values())
    if position.game.rules["piece_drops"]:
        for color, hand in position.hands.items():
            held = sum(values[letter] * count for letter, count in hand.items())
            total += held if color == white else -held
    return total


def _best_take(position: Position, target: Square, values: Values) -> int:
    """What the side to move gains by going on; 0 if it had better stop."""
    white, royals = position.white_to_move, position.game.royals
    was_check = in_check(position, white)
    for origin in _in_order(position, target, values):
        after = play(position, Move(target, origin, victim=target))
        is_king = position.board[origin].letter in royals
        if in_check(after, white) and (is_king or not was_check):
            continue
        gain = _balance(after, white, values) - _balance(position, white, values)
        return max(0, gain - _best_take(after, target, values))
    return 0


def _in_order(position: Position, target: Square, values: Values) -> list[Square]:
    """The pieces that may take: kings last, then by value, then by square."""

    def rank(square: Square) -> tuple[bool, int, int, int]:
        letter = position.board[square].letter
        return letter in position.game.royals, values[letter], square[1], square[0]

    white = position.white_to_move
    takers = [
        s for s in attackers(position, target, by_white=white) if _may_stay(position, s, target)
    ]
    return sorted(takers, key=rank)


def _may_stay(position: Position, origin: Square, target: Square) -> bool:
    """Is the piece allowed to stand there, as itself or promoted?"""
    game, white, letter = position.game, position.white_to_move, position.board[origin].letter
    promotes = letter in game.kinds("promotion_pawn_types", "pawn_types")
    zone = game.rule_region("promotion_region", white)
    promotes = promotes and bool(game.kinds("promotion_piece_types")) and target in zone
    return promotes or not is_stuck(game, letter, target, white)
