"""Positions as other programs send them: a flaw in a FEN's lesser fields is told, not refused."""

from collections.abc import Callable, Sequence

import ferz


def read_position(
    variant: ferz.Variant, fields: Sequence[str], complain: Callable[[str], None]
) -> ferz.Board:
    """The board of a FEN's fields. Raises `FenError` where pieces or turn are no good.

    Without a position there is no move, and the game is lost. So castling rights without their
    rook, an en-passant square that cannot be and clocks that are none are left out, and told.
    """
    try:
        return ferz.Board(variant, " ".join(fields))
    except ferz.FenError as error:
        mended = _mended(variant, list(fields))
        if mended is None:
            raise
        complain(f"{error} (read as '{' '.join(mended)}')")
        return ferz.Board(variant, " ".join(mended))


def _mended(variant: ferz.Variant, fields: list[str]) -> list[str] | None:
    """The fields that can be read, each as it is or without what is wrong in it."""

    def is_read(fields: list[str]) -> bool:
        try:
            ferz.Board(variant, " ".join(fields))
        except ferz.FenError:
            return False
        return True

    head, rest = fields[:2], fields[4:]
    castling, passing = (*fields[2:4], "-", "-")[:2]
    if not is_read([*head, "-", "-"]):
        return None
    rights = "".join(letter for letter in castling if is_read([*head, letter, "-"])) or "-"
    if not is_read([*head, rights, "-"]):
        rights = "-"
    if not is_read([*head, rights, passing]):
        passing = "-"
    # Games that count checks have them before the clocks.
    for end in (rest, [*rest[:-1], "1"], rest[:-2], []):
        if is_read([*head, rights, passing, *end]):
            return [*head, rights, passing, *end]
    return None
