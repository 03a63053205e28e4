"""What other programs call our games, and how they write moves."""

import re
from collections.abc import Iterable

import ferz

#: Names that are more than another spelling of ours; the first is tried first.
ALIASES = {
    "chess": ("chess", "normal", "standard"),
    "chess960": ("chess960", "fischerandom", "fischerrandom"),
}

#: What makes a name of ours one that XBoard does not mistake for a game of its own.
OWN_PREFIX = "ferz-"
#: XBoard may put the size of the board and of the hand before a name, as in `10x8+7_mygame`.
_SIZE = re.compile(r"\d+x\d+(\+\d+)?_")

_LONG_MOVE = re.compile(
    r"(?:(?P<piece>[A-Za-z]?)@)?(?P<squares>(?:[a-p]\d{1,2}){1,2})=?(?P<suffix>[A-Za-z+]?)"
)


def find_name(variant: ferz.Variant, known: Iterable[str]) -> str | None:
    """The name among those that a program knows which means our game, or None.

    Case, dashes and prefixes make no difference: `king-of-the-hill` is `kingofthehill`.
    """
    by_plain: dict[str, str] = {}
    for name in known:
        bare = _SIZE.sub("", name, count=1).removeprefix(OWN_PREFIX)
        by_plain.setdefault(_plain(bare), name)
    for name in ALIASES.get(variant.id, (variant.id,)):
        if _plain(name) in by_plain:
            return by_plain[_plain(name)]
    return None


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.casefold())


#: On boards of exactly so many ranks XBoard counts them from 0; on taller ones again from 1.
RANKS_FROM_ZERO = 10


def xboard_ranks(variant: ferz.Variant, text: str, by: int) -> str:
    """A move with its ranks as XBoard counts them (`by` -1), or back as we do (1)."""
    return shifted_ranks(text, by) if variant.ranks == RANKS_FROM_ZERO else text


def read_move(board: ferz.Board, text: str) -> ferz.Move:
    """The legal move that an engine means; raises `MoveError` if there is none.

    Beside UCI this reads castling as `O-O`, capital promotions such as `e7e8Q` or `e7e8=Q`, and
    drops with any letter case.
    """
    try:
        return board.parse_uci(text)
    except ferz.MoveError as error:
        for other in _other_spellings(text):
            try:
                return board.parse_uci(other)
            except ferz.MoveError:
                continue
        if text[:3] in ("O-O", "0-0", "o-o"):
            return board.parse_san(text.upper().rstrip("+#"))
        raise error


def _other_spellings(text: str) -> list[str]:
    match = _LONG_MOVE.fullmatch(text)
    if match is None:
        return []
    if match["piece"] is not None:
        return [f"{match['piece'].upper()}@{match['squares']}"]
    # Some programs add the promoted piece where nothing promotes, or write it in capitals.
    return [match["squares"] + match["suffix"].lower(), match["squares"]]


def shifted_ranks(text: str, by: int) -> str:
    """A move with every rank number changed: XBoard counts from 0 on boards of ten ranks or more.

    A drop keeps the letter of its piece.
    """
    return re.sub(r"(?<=[a-p])\d+", lambda match: str(int(match[0]) + by), text)
