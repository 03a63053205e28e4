"""Shuffled start positions: the 960 of Chess960 by number, others by seed."""

import random
from collections import Counter

from ferz._core import FenError, Variant, VariantError

_KNIGHTS = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
_MOST_TRIES = 10_000


def shuffled_start(variant: Variant, number: int | None = None, *, seed: int | None = None) -> str:
    """A start position of the variant as FEN, with the pieces of the castling rank rearranged.

    `number` is Scharnagl's, 0 to 959, for the back rank of chess (518 is the usual one). `seed`
    shuffles the castling rank of any game with castling: the king between the outermost rooks,
    bishops evenly on both colors, Black mirroring White. With neither it is the game's own start.
    Castling from such a start needs the rule chess960. Raises FenError for a number that is none,
    VariantError for a game that cannot be shuffled.
    """
    if number is not None and seed is not None:
        raise VariantError(f"{variant.id}: found number and seed, expected one of them")
    if number is None and seed is None:
        return variant.start_fen
    if not variant.rules.castling:
        raise VariantError(f"{variant.id}: no castling, expected a game with castling to shuffle")
    board, *fields = variant.start_fen.split()
    placement, bracket, hands = board.partition("[")
    ranks = placement.split("/")
    row = variant.rules.castling_rank - 1
    white, black = ranks[-1 - row], ranks[row]
    if number is not None:
        new_white, new_black = _numbered(variant, white, black, number)
    else:
        new_white, new_black = _shuffled(variant, white, black, random.Random(seed))
    ranks[-1 - row], ranks[row] = new_white, new_black
    return " ".join(["/".join(ranks) + bracket + hands, *fields])


def _numbered(variant: Variant, white: str, black: str, number: int) -> tuple[str, str]:
    if not 0 <= number <= 959:
        raise FenError(f"start number {number}, expected 0 to 959")
    if sorted(white) != sorted("RNBQKBNR") or black != white.lower():
        raise VariantError(
            f"{variant.id}: start number {number}, expected a seed "
            "(numbers are for the back rank of chess)"
        )
    rank = _scharnagl(number)
    return rank.upper(), rank


def _scharnagl(number: int) -> str:
    """The back rank of a number: bishops first, then the queen, the knights, and R K R."""
    rank = [""] * 8
    number, light = divmod(number, 4)
    rank[2 * light + 1] = "b"
    number, dark = divmod(number, 4)
    rank[2 * dark] = "b"
    number, queen = divmod(number, 6)
    rank[_empty(rank)[queen]] = "q"
    # Both places are counted before either knight is put down.
    for square in [_empty(rank)[place] for place in _KNIGHTS[number]]:
        rank[square] = "n"
    for square, piece in zip(_empty(rank), "rkr", strict=True):
        rank[square] = piece
    return "".join(rank)


def _empty(rank: list[str]) -> list[int]:
    return [square for square, piece in enumerate(rank) if not piece]


def _shuffled(variant: Variant, white: str, black: str, rng: random.Random) -> tuple[str, str]:
    king = _castling_king(variant)
    if king not in white.lower() + black:
        raise VariantError(f"{variant.id}: no '{king}' on the castling rank, nothing to shuffle")
    if white.lower() == black:
        rank = _arranged(variant, black, rng)
        return rank.upper(), rank
    return (
        _arranged(variant, white.lower(), rng).upper() if king in white.lower() else white,
        _arranged(variant, black, rng) if king in black else black,
    )


def _castling_king(variant: Variant) -> str:
    royal = [kind.letter for kind in variant.pieces if kind.royal]
    return str(variant.rules.castling_king_piece) or (royal[0] if royal else "k")


def _arranged(variant: Variant, rank: str, rng: random.Random) -> str:
    """One rank of a FEN with its pieces in a random order that keeps castling and bishops apart."""
    squares = _squares(rank)
    places = [square for square, piece in enumerate(squares) if piece]
    pieces = [squares[square] for square in places]
    for _ in range(_MOST_TRIES):
        rng.shuffle(pieces)
        if _is_fair(variant, dict(zip(places, pieces, strict=True))):
            break
    else:
        raise VariantError(f"{variant.id}: no fair arrangement of '{rank}' found")
    for square, piece in zip(places, pieces, strict=True):
        squares[square] = piece
    return _rank_text(squares)


def _is_fair(variant: Variant, rank: dict[int, str]) -> bool:
    bishops = {kind.letter for kind in variant.pieces if kind.move == "B"}
    colors = Counter(square % 2 for square, piece in rank.items() if piece in bishops)
    if abs(colors[0] - colors[1]) > 1:
        return False
    rook_letters = str(variant.rules.castling_rook_pieces)
    rooks = [square for square, piece in rank.items() if piece in rook_letters]
    kings = [square for square, piece in rank.items() if piece == _castling_king(variant)]
    return len(rooks) < 2 or all(min(rooks) < king < max(rooks) for king in kings)


def _squares(rank: str) -> list[str]:
    """The squares of one rank of a FEN, empty ones as empty texts."""
    squares: list[str] = []
    digits = ""
    for letter in [*rank, ""]:
        if letter.isdigit():
            digits += letter
            continue
        squares += [""] * int(digits or 0)
        squares += [letter] * bool(letter)
        digits = ""
    return squares


def _rank_text(squares: list[str]) -> str:
    text, empty = "", 0
    for piece in [*squares, "."]:
        if not piece:
            empty += 1
            continue
        text += (str(empty) if empty else "") + piece
        empty = 0
    return text.removesuffix(".")
