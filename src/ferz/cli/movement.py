"""The movement of a piece drawn with letters."""

import ferz


def diagram(kind: ferz.PieceKind) -> str:
    """Where a piece goes from the middle of an empty board of nine by nine."""
    targets = ferz.betza_targets(kind.move, 9, 9, "e5")
    marks = {square: {"m": "-", "c": "x"}.get(how, "o") for square, how in targets.items()}
    marks["e5"] = kind.letter.upper()
    rows = [
        " ".join(marks.get(f"{file}{rank}", ".") for file in "abcdefghi")
        for rank in range(9, 0, -1)
    ]
    return "\n".join([kind.name.replace("_", " "), *rows])
