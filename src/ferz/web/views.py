"""What the page is told about games and positions; it draws, and never judges."""

from ferz import Board, Move, Variant
from ferz.svg_art import shapes_of
from ferz.web.messages.base import Result, Side
from ferz.web.messages.views import (
    MoveFlag,
    MoveView,
    OutcomeView,
    PieceView,
    PositionView,
    VariantView,
)

RESULTS: dict[str, Result] = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2"}


def side_of(color: bool) -> Side:
    """A color as messages say it."""
    return "white" if color else "black"


def piece_views(variant: Variant) -> list[PieceView]:
    """The kinds of pieces of a game."""
    shapes = shapes_of(variant)
    return [
        PieceView(kind.letter, kind.name, shapes.get(kind.letter, ""), kind.move, kind.royal)
        for kind in variant.pieces
    ]


def variant_view(variant: Variant, spec: str) -> VariantView:
    """A game as the page knows it; `spec` is how it is asked for."""
    return VariantView(
        spec=spec,
        name=variant.name,
        files=variant.files,
        ranks=variant.ranks,
        pieces=piece_views(variant),
        has_hands=variant.has_hands,
        has_self_capture=variant.rules.self_capture,
        is_chess960=variant.is_chess960,
        start_fen=variant.start_fen,
    )


def outcome_view(board: Board) -> OutcomeView | None:
    """How the game has ended by its rules, or None."""
    outcome = board.outcome
    return None if outcome is None else OutcomeView(RESULTS[outcome.result()], outcome.reason)


def position_view(board: Board, node: int) -> PositionView:
    """A position with its legal moves."""
    pieces = {
        square: piece.symbol() + ("~" if piece.promoted else "")
        for square, piece in board.piece_map().items()
    }
    outcome = outcome_view(board)
    checks = [board.checks_remaining(color) for color in (True, False)]
    return PositionView(
        node=node,
        fen=board.fen,
        turn=side_of(board.turn),
        pieces=pieces,
        hands=(_hand(board, color=True), _hand(board, color=False)),
        moves=[] if outcome else [move_view(board, move) for move in board.legal_moves],
        last=last_squares(board),
        check=board.king(board.turn) if board.is_check else None,
        outcome=outcome,
        repetitions=_repetitions(board),
        halfmove_clock=board.halfmove_clock,
        fullmove_number=board.fullmove_number,
        checks=None if checks[0] is None or checks[1] is None else (checks[0], checks[1]),
    )


def _hand(board: Board, *, color: bool) -> dict[str, int]:
    if not board.variant.has_hands:
        return {}
    return {letter: count for letter, count in board.hand(color).items() if count}


def last_squares(board: Board) -> list[str]:
    """The squares of the last move."""
    if not board.ply:
        return []
    move = board.peek()
    return [square for square in (move.from_square, move.to_square) if square is not None]


def _repetitions(board: Board) -> int:
    count = 1
    while count < 5 and board.is_repetition(count + 1):
        count += 1
    return count


def move_view(board: Board, move: Move) -> MoveView:
    """A legal move for hands."""
    origin = move.from_square or ""
    return MoveView(
        uci=board.uci(move),
        origin=origin,
        target=move.to_square,
        drop=move.drop or "",
        promotion=move.promotion or "",
        flag=_flag(board, move),
        rook=_castling_rook(board, move) if move.is_castling else "",
    )


def _flag(board: Board, move: Move) -> MoveFlag:
    if move.is_castling:
        return "castle"
    if move.is_en_passant:
        return "en_passant"
    if not board.is_capture(move):
        return ""
    return "self" if board.is_self_capture(move) else "capture"


def _castling_rook(board: Board, move: Move) -> str:
    """Where the rook stands that a castling move moves: what changes beside the king's squares."""
    if board.variant.is_chess960:
        return move.to_square
    before = board.piece_map()
    mover = board.turn
    board.push(move)
    after = board.piece_map()
    king = board.king(mover)
    board.pop()
    left = [
        square
        for square, piece in before.items()
        if square != move.from_square
        and piece.color == mover
        and (square == king or square not in after or after[square].name != piece.name)
    ]
    return left[0] if left else ""
