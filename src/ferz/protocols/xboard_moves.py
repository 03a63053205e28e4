"""Moves, results and thinking as XBoard writes and reads them."""

import re

import ferz
from ferz.protocols.names import read_move, xboard_ranks

#: What may be meant as a move: two squares, a drop or castling, or some move in SAN.
_MOVE = re.compile(
    r"[a-p]\d{1,2}[a-p]\d{1,2}=?[A-Za-z+=]?|[A-Za-z]?@[a-p]\d{1,2}|[O0o]-[O0o](-[O0o])?[+#]?"
    r"|[A-Z]?[a-p]?\d{0,2}x?[a-p]\d{1,2}(=?[A-Z])?[+#]?"
)
#: The score of a mate in n moves is this and n more.
MATE = 100_000


def is_move_like(text: str) -> bool:
    """Whether a text may be a move in some game."""
    return _MOVE.fullmatch(text) is not None


def move_text(board: ferz.Board, move: ferz.Move) -> str:
    """A legal move as XBoard reads it."""
    if move.is_castling and board.variant.is_chess960:
        return board.san(move).rstrip("+#")
    text = move.uci()
    if text.endswith("x"):
        # A king that takes the rook with which it might castle; only SAN tells the two apart.
        return board.san(move).rstrip("+#")
    return xboard_ranks(board.variant, text, -1)


def parse_move(board: ferz.Board, text: str) -> ferz.Move:
    """The legal move that XBoard means. Raises `MoveError` if there is none."""
    # `a7a8=` declines a promotion, and `a7a8.` would be one to a queen that the game has not.
    plain = xboard_ranks(board.variant, text.rstrip("=."), 1)
    try:
        return read_move(board, plain)
    except ferz.MoveError:
        return board.parse_san(plain)


def thinking_text(board: ferz.Board, line: ferz.Line) -> str:
    """A line of analysis: ply, score, centiseconds, nodes, depth, speed, no tables, moves."""
    score = line.score_cp
    if line.mate is not None:
        score = MATE + line.mate if line.mate > 0 else line.mate - MATE
    speed = 1000 * line.nodes // max(line.time_ms, 1)
    after = board.copy()
    moves = []
    for move in line.moves:
        moves.append(move_text(after, move))
        after.push(move)
    mark = {"lower": "!", "upper": "?"}.get(line.bound, "")
    return (
        f"{line.depth} {score} {line.time_ms // 10} {line.nodes} {line.selective_depth} "
        f"{speed} 0\t{' '.join(moves)}{mark}"
    )


def result_text(board: ferz.Board) -> str | None:
    """The claim that ends the game, as in `1-0 {White mates}`, or None while it goes on."""
    outcome = board.outcome
    if outcome is None:
        return None
    side = "White" if outcome.winner else "Black"
    moves = board.variant.rules.n_move_rule
    reasons = {
        "checkmate": f"{side} mates",
        "stalemate": "Stalemate",
        "n_move": f"Draw by {'fifty' if moves == 50 else moves} move rule",
        "n_fold": "Draw by repetition",
        "insufficient_material": "Draw by insufficient material",
        "flag": f"{side} reaches the goal",
        "checks": f"{side} has given all checks",
    }
    reason = reasons.get(outcome.reason)
    if reason is None or (outcome.winner is None and side in reason):
        who = "Draw" if outcome.winner is None else f"{side} wins"
        reason = f"{who} by {outcome.reason.replace('_', ' ')}"
    return f"{outcome.result()} {{{reason}}}"
