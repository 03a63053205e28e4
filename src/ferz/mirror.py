"""The mirror image of a position: the colors exchanged and the board turned top to bottom."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from ferz import rules_reference

if TYPE_CHECKING:
    from ferz import Board, Variant

_SQUARE = re.compile(r"([a-pA-P])(\d+)")


def mirrored_fen(board: "Board") -> str:
    """The FEN of the mirror image.

    Raises `ValueError` for a game whose rules are not alike for both sides.
    """
    variant = board.variant
    uneven = next(_uneven_rules(variant), None)
    if uneven is not None:
        raise ValueError(f"{variant.id}: '{uneven}' is not alike for both sides, expected it to be")
    cells, _, castling, passing, *rest = board.fen.split()
    rows, bracket, held = cells.partition("[")
    cells = "/".join(reversed(rows.split("/"))) + bracket + held
    turn = "b" if board.turn else "w"
    castling, passing = (_turned(field, variant.ranks) for field in (castling, passing))
    rest = ["+".join(reversed(field.split("+"))) for field in rest]
    return " ".join([cells.swapcase(), turn, castling.swapcase(), passing, *rest])


def _turned(squares: str, ranks: int) -> str:
    """A text with every square in it seen from the other side of the board."""
    return _SQUARE.sub(lambda match: f"{match[1]}{ranks + 1 - int(match[2])}", squares)


def _uneven_rules(variant: "Variant") -> Iterator[str]:
    """The rules that would not be the same after a change of sides."""
    # Where kings race, Black alone may answer an arrival with its own.
    if variant.rules.flag_move:
        yield "flag_move"
    for name, white, black in _regions(variant):
        if not _is_even(variant, white, black):
            yield name


def _regions(variant: "Variant") -> Iterator[tuple[str, str, str]]:
    """Every region of the rules and of the pieces: its name, White's and Black's."""
    names = [name for name, kind, _, _ in rules_reference() if kind == "Region"]
    for base in dict.fromkeys(re.sub("_(white|black)$", "", name) for name in names):
        shared = getattr(variant.rules, base, "")
        white, black = (getattr(variant.rules, f"{base}_{color}") for color in ("white", "black"))
        yield base, white or shared, black or shared
    for piece in cast("list[dict[str, str]]", variant.settings["pieces"]):
        yield f"region of {piece['name']}", piece["region_white"], piece["region_black"]


def _is_even(variant: "Variant", white: str, black: str) -> bool:
    """Whether Black's region is White's from the other side."""
    ranks = variant.ranks
    turned = {(file, ranks + 1 - rank) for file, rank in _squares(variant, white, is_black=False)}
    return turned == _squares(variant, black, is_black=True)


def _squares(variant: "Variant", region: str, *, is_black: bool) -> set[tuple[int, int]]:
    """The squares of a region, as one color sees it."""
    found: set[tuple[int, int]] = set()
    own_ranks = {"first": 1, "second": 2, "third": 3, "last": variant.ranks}
    for word in region.replace("-", "").split():
        own = own_ranks.get(word)
        if own is not None:
            word = f"*{variant.ranks + 1 - own if is_black else own}"
        file, rank = word[0], word[1:] or "*"
        found |= {
            (x, y)
            for x in range(1, variant.files + 1)
            for y in range(1, variant.ranks + 1)
            if file in ("*", chr(96 + x)) and rank in ("*", str(y))
        }
    return found
