"""Hints: what is in a position, told in four steps that a player can take one at a time."""

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ferz._core import Move, Variant, piece_values
from ferz.board import Board
from ferz.levels import has_goal

if TYPE_CHECKING:
    from ferz.player import PlayResult

#: In this order: the first that fits is the theme of a move. A win says in how many moves; what
#: does not end in checkmate (a race, a last piece given away, bare kings …) is no mate.
THEMES = (
    "mate in {moves}",
    "win in {moves}",
    "promotion",
    "win material",
    "self-capture",
    "defend",
    "drop",
    "develop",
    "improve",
)
#: A gain below this is not worth telling, in hundredths of a pawn.
WORTH_TELLING = 120
#: And what happens later than this does not belong to the move, in plies.
PLIES_AHEAD = 7
#: As long as so many of the pieces of the start are on the board, pieces are developed.
OPENING_SHARE = 0.8


class Hint(NamedTuple):
    """One piece of advice, from vague to plain."""

    #: What to look for: one of `THEMES`.
    theme: str
    #: The name of the piece that moves.
    piece: str
    #: Where it stands; of a drop, where it goes.
    square: str
    move: Move


def hint_of(board: Board, found: "PlayResult") -> Hint:
    """The hint that a search gives. Raises `ValueError` if the game is over."""
    move = found.move
    if move is None:
        raise ValueError(f"hint: the game is over, expected one that goes on ('{board.fen}')")
    return Hint(_theme(board, move, found), *pointed(board, move), move)


def pointed(board: Board, move: Move) -> tuple[str, str]:
    """What a hint points at: the piece that moves, by name, and where it stands or is dropped."""
    if move.from_square is None:
        names = {kind.letter: kind.name for kind in board.variant.pieces}
        return names[move.drop or ""].replace("_", " "), move.to_square
    standing = board.piece_at(move.from_square)
    assert standing is not None
    return standing.name.replace("_", " "), move.from_square


def _theme(board: Board, move: Move, found: "PlayResult") -> str:
    if found.mate is not None and found.mate > 0:
        return f"{'mate' if _is_mating(board, found.line) else 'win'} in {found.mate}"
    # To a side that is being mated neither matters.
    is_lost = found.mate is not None
    if move.promotion is not None and not is_lost:
        return "promotion"
    if not is_lost and _is_winning_material(board, found):
        return "win material"
    if board.is_self_capture(move):
        return "self-capture"
    if board.is_check or _was_hanging(board, move):
        return "defend"
    if move.is_drop:
        return "drop"
    return "develop" if _is_developing(board, move) else "improve"


def _is_mating(board: Board, line: tuple[Move, ...]) -> bool:
    """Whether a won line ends in checkmate; where it breaks off before the end, by the rules."""
    after = board.copy()
    for move in line:
        after.push(move)
    return after.is_checkmate if after.is_game_over else _is_mate_the_only_win(board)


def _is_mate_the_only_win(board: Board) -> bool:
    rules = board.variant.rules
    is_usual = (rules.checkmate_value, rules.stalemate_value) == ("loss", "draw")
    has_others = rules.extinction_value != "none" or rules.check_counting or has_goal(board.variant)
    return is_usual and not has_others and rules.n_fold_value == "draw"


def _is_winning_material(board: Board, found: "PlayResult") -> bool:
    """Whether the line wins material, and material is worth having and not too late."""
    rules = board.variant.rules
    # Where it wins to have nothing left, or to be mated, pieces are a burden.
    if "win" in (rules.extinction_value, rules.checkmate_value):
        return False
    has_hope = (found.score_cp or 0) > -WORTH_TELLING
    return has_hope and _gain(board, found.line) >= WORTH_TELLING


def _gain(board: Board, line: tuple[Move, ...]) -> int:
    """What the side to move wins along a line, hands included, and still has a ply later."""
    after = board.copy()
    side = board.turn
    before = _balance(board, side)
    gains = [0, 0]
    for move in line[:PLIES_AHEAD]:
        after.push(move)
        gains.append(_balance(after, side) - before)
    # A line may break off in the middle of an exchange.
    return gains[-1] if after.is_game_over else min(gains[-2:])


def _balance(board: Board, side: bool) -> int:
    values = piece_values(board.variant)
    total = 0
    for piece in board.piece_map().values():
        total += values[piece.letter] if piece.color == side else -values[piece.letter]
    if board.variant.has_hands:
        for color, sign in ((side, 1), (not side, -1)):
            hand = board.hand(color)
            total += sign * sum(values[letter] * count for letter, count in hand.items())
    return total


def _was_hanging(board: Board, move: Move) -> bool:
    """Whether the piece that moves stood where the enemy would have won it."""
    if move.from_square is None or board.king(board.turn) == move.from_square:
        return False
    values = piece_values(board.variant)
    piece = board.piece_at(move.from_square)
    attackers = board.attackers(not board.turn, move.from_square)
    if piece is None or not attackers or values[piece.letter] <= 100:
        return False
    cheapest = min(_value_at(board, square, values) for square in attackers)
    is_guarded = bool(board.attackers(board.turn, move.from_square))
    return not is_guarded or cheapest + WORTH_TELLING <= values[piece.letter]


def _value_at(board: Board, square: str, values: dict[str, int]) -> int:
    piece = board.piece_at(square)
    # A royal piece takes last, whatever it is worth.
    return (values[piece.letter] or 10_000) if piece is not None else 0


def _is_developing(board: Board, move: Move) -> bool:
    """Whether a piece leaves its first place while the opening lasts, or the king castles."""
    start = _start(board.variant)
    if len(board.piece_map()) < OPENING_SHARE * len(start):
        return False
    return move.is_castling or start.get(move.from_square or "") == _symbol(board, move)


def _symbol(board: Board, move: Move) -> str:
    piece = board.piece_at(move.from_square or "")
    return piece.symbol() if piece is not None else ""


@lru_cache(maxsize=64)
def _start(variant: Variant) -> dict[str, str]:
    return {square: piece.symbol() for square, piece in Board(variant).piece_map().items()}
