"""`ferz show`: a position with its moves and its outcome."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    import ferz


def show(
    variant: Annotated[
        str, typer.Argument(metavar="VARIANT", help="A name, a composition or a file.")
    ],
    fen: Annotated[str | None, typer.Option(help="The position as FEN.")] = None,
    compact: Annotated[str | None, typer.Option(help="The position in compact notation.")] = None,
    moves: Annotated[str, typer.Option(help="Moves to play, as in e2e4,e7e5 or e4,e5.")] = "",
    svg: Annotated[Path | None, typer.Option(help="Write a picture to this file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show a position: board, hands, legal moves, outcome."""
    import ferz
    from ferz.cli.output import print_json

    if fen is not None and compact is not None:
        raise ValueError("show: found --fen and --compact, expected one of them")
    if compact is not None:
        board = ferz.Board.from_compact(compact, variant)
    else:
        board = ferz.Board(variant, fen)
    for move in moves.replace(",", " ").split():
        board.push(move)
    if svg is not None:
        svg.write_text(board.svg(), encoding="utf-8")
    if as_json:
        print_json(_as_data(board))
    else:
        _print(board)


def _as_data(board: "ferz.Board") -> dict[str, Any]:
    from ferz.cli.output import side

    outcome = board.outcome
    checks = {side(color).lower(): board.checks_remaining(color) for color in (True, False)}
    return {
        "variant": board.variant.id,
        "fen": board.fen,
        "compact": None if board.variant.has_hands else board.compact,
        "turn": side(board.turn).lower(),
        "is_check": board.is_check,
        "hands": {side(color).lower(): board.hand(color) for color in (True, False)},
        "checks_remaining": checks if checks["white"] is not None else None,
        "legal_moves": [
            {"uci": board.uci(move), "san": board.san(move)} for move in board.legal_moves
        ],
        "outcome": outcome
        and {
            "winner": None if outcome.winner is None else side(outcome.winner).lower(),
            "reason": outcome.reason,
            "result": outcome.result(),
        },
    }


def _print(board: "ferz.Board") -> None:
    from rich.columns import Columns

    from ferz.cli.output import console, diagram, hand_text, side

    out = console()
    out.print(board.variant.name, style="bold")
    out.print(diagram(board), soft_wrap=True)
    out.print(f"\nFEN      {board.fen}", soft_wrap=True)
    if board.variant.has_hands:
        for color in (True, False):
            out.print(f"{side(color):<9}{hand_text(board.hand(color), color)} in hand")
    if board.checks_remaining(True) is not None:
        white, black = board.checks_remaining(True), board.checks_remaining(False)
        out.print(f"Checks   White {white}, Black {black} to go")
    out.print(_status(board))
    moves = sorted(board.san(move) for move in board.legal_moves)
    if moves:
        out.print(f"\n{len(moves)} legal move{'s' if len(moves) > 1 else ''}")
        out.print(Columns(moves, padding=(0, 2), column_first=False))


def _status(board: "ferz.Board") -> str:
    from ferz.cli.output import side

    outcome = board.outcome
    if outcome is None:
        return f"To move  {side(board.turn)}{', in check' if board.is_check else ''}"
    reason = outcome.reason.replace("_", " ")
    ending = "draw" if outcome.winner is None else f"{side(outcome.winner)} wins"
    return f"Over     {outcome.result()}, {ending} by {reason}"
