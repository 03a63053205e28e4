"""What the commands share: consoles, JSON and the picture of a board in text."""

import json
from typing import TYPE_CHECKING, Any

import ferz

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

_LIGHT, _DARK, _MARKED = "on #a38f70", "on #6f8393", "on #b3902f"


def console(*, stderr: bool = False) -> "Console":
    """Where to print; without a terminal, or with NO_COLOR set, it is plain text."""
    from rich.console import Console

    # Brackets are hands in a FEN, not Rich's markup.
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def print_json(value: Any) -> None:
    """Print a value for a script."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def side(color: ferz.Color) -> str:
    """White or Black."""
    return "White" if color else "Black"


def diagram(board: ferz.Board) -> "Text":
    """The position with coordinates; White has capitals. The last move is marked."""
    from rich.text import Text

    files, ranks = board.variant.files, board.variant.ranks
    letters = [chr(ord("a") + file) for file in range(files)]
    pieces = board.piece_map()
    marked = _last_squares(board)
    text = Text()
    for rank in range(ranks, 0, -1):
        text.append(f"{rank:>2} ", style="dim")
        for file, letter in enumerate(letters):
            square = f"{letter}{rank}"
            color = _DARK if (file + rank) % 2 else _LIGHT
            text.append_text(_cell(pieces.get(square), _MARKED if square in marked else color))
        text.append("\n")
    text.append("   " + "".join(f" {letter} " for letter in letters), style="dim")
    return text


def _last_squares(board: ferz.Board) -> set[str]:
    if not board.move_stack:
        return set()
    move = board.peek()
    return {square for square in (move.from_square, move.to_square) if square is not None}


def _cell(piece: ferz.Piece | None, background: str) -> "Text":
    from rich.text import Text

    if piece is None:
        return Text(" . ", style=f"#4a4f55 {background}")
    color = "bold #ffffff" if piece.color else "bold #000000"
    return Text(f" {piece.symbol()}{'~' if piece.promoted else ' '}", style=f"{color} {background}")


def hand_text(hand: dict[str, int], color: ferz.Color) -> str:
    """A hand as in `P2 N`; a dash where it is empty."""
    words = [
        (letter.upper() if color else letter) + (str(count) if count > 1 else "")
        for letter, count in hand.items()
        if count
    ]
    return " ".join(words) or "-"
