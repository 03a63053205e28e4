"""The commands `setup` and `piece`, which tell XBoard a game that it does not know.

XBoard's Betza wants the letters before an atom in one order (i, directions, then m c d e p g n),
writes a rider with a 0, and has letters of its own: `d` may take its own side, `O` castles, `@`
may be dropped.
"""

import re

import ferz

#: XBoard's piece types by what they do; the number is the place in its table of letters.
PLACES = {
    "N": 1,
    "B": 2,
    "R": 3,
    "Q": 4,
    "F": 5,
    "A": 6,
    "BN": 7,
    "RN": 8,
    "W": 9,
    "K": 10,
    "mRcpR": 11,
    "NN": 12,
    "gQ": 15,
    "Z": 23,
    "C": 24,
    "QN": 29,
}
PAWN, ROOK, COMMONER, LANCE, TOWER = 0, 3, 10, 18, 25
#: Pictures for pieces of other kinds. Not 17 and 19, which XBoard lets go anywhere, nor 21, a lion.
SPARE = (22, 26, 27, 28, 30, 31, 32, 33, 34, 35, 36, 37, 38, 40, 41, 42, 43, 13, 14, 16, 20)
#: A promoted piece that falls back to a pawn in hand has its place so much further on.
PROMOTED_OFFSET = 11
_PART = re.compile(r"([a-z]*)([A-Z])(\2|\d+)?")
#: Atoms of ours that mean another leap to XBoard.
_ATOMS = {"L": "C", "J": "Z"}


def setup_commands(variant: ferz.Variant) -> list[str]:
    """Everything that XBoard must be told about a game, in order."""
    return [setup_command(variant), *piece_commands(variant)]


def setup_command(variant: ferz.Variant) -> str:
    """The line `setup (PIECES) WxH+HAND_PARENT FEN`."""
    held = sum(not kind.royal for kind in variant.pieces) if variant.has_hands else 0
    size = f"{variant.files}x{variant.ranks}+{held}_{parent(variant)}"
    return f"setup ({piece_table(variant)}) {size} {variant.start_fen}"


def parent(variant: ferz.Variant) -> str:
    """The game of XBoard's own whose ways come nearest."""
    if variant.has_hands:
        # In bughouse XBoard does not check what a side holds. It must not where a side takes its
        # own pieces: XBoard would give them to the other one, and call the drop impossible.
        return "crazyhouse" if variant.rules.hand_takes == "enemy" else "bughouse"
    is_royal = any(kind.royal for kind in variant.pieces)
    return "giveaway" if variant.rules.must_capture and not is_royal else "fairy"


def piece_table(variant: ferz.Variant) -> str:
    """XBoard's table of letters: one for each of its piece types, the king last, then Black's."""
    places = _places(variant)
    king = _king_letter(variant)
    marks = {place: letter.upper() for letter, place in places.items()}
    if variant.has_hands and not variant.rules.drop_loop:
        for letter in _promoted_letters(variant):
            place = places.get(letter, SPARE[0])
            if place + PROMOTED_OFFSET not in marks and place < PROMOTED_OFFSET:
                marks[place + PROMOTED_OFFSET] = "~"
    length = max([*marks, 20]) + 1
    side = "".join(marks.get(place, ".") for place in range(length)) + king.upper()
    return side + side.lower()


def _king_letter(variant: ferz.Variant) -> str:
    """The letter at the king's place: the royal piece, or the one that castles like a king."""
    for kind in variant.pieces:
        if kind.royal:
            return kind.letter
    return (variant.rules.castling_king_piece or "k") if variant.rules.castling else "."


def _promoted_letters(variant: ferz.Variant) -> list[str]:
    promoted = variant.rules.promotion_piece_types
    return [kind.letter for kind in variant.pieces if promoted == "*" or kind.letter in promoted]


def _places(variant: ferz.Variant) -> dict[str, int]:
    """The place of each piece but the king, by letter."""
    king = _king_letter(variant)
    places: dict[str, int] = {}
    odd: list[str] = []
    for kind in variant.pieces:
        if kind.letter == king:
            continue
        place = _place(variant, kind)
        if place is None or place in places.values():
            odd.append(kind.letter)
        else:
            places[kind.letter] = place
    free = (place for place in SPARE if place not in places.values())
    return places | {letter: next(free) for letter in odd}


def _place(variant: ferz.Variant, kind: ferz.PieceKind) -> int | None:
    if kind.letter in variant.rules.pawn_types:
        return PAWN if kind.letter == variant.rules.pawn_types[0] else LANCE
    place = PLACES.get(kind.move)
    if place == ROOK and variant.rules.self_capture:
        # XBoard takes king onto own rook for castling; of a tower it has no such idea.
        return TOWER
    return place


def piece_commands(variant: ferz.Variant) -> list[str]:
    """A line `piece P& MOVES` for each kind of piece, for both colors."""
    return [
        f"piece {kind.letter.upper()}& {xboard_betza(variant, kind)}" for kind in variant.pieces
    ]


def xboard_betza(variant: ferz.Variant, kind: ferz.PieceKind) -> str:
    """How a piece moves, in XBoard's Betza; castling, double steps and drops included."""
    takes_own = variant.rules.self_capture and _is_in(kind.letter, variant.rules.self_capture_types)
    parts = [
        _part(*match.groups(default=""), takes_own=takes_own) for match in _PART.finditer(kind.move)
    ]
    is_pawn = _is_in(kind.letter, variant.rules.pawn_types)
    if is_pawn and variant.rules.double_step and "fmW" in parts:
        region = set(variant.rules.double_step_region_white.split())
        is_everywhere = region >= {f"*{rank + 1}" for rank in range(variant.ranks)}
        parts.append("fmnD" if is_everywhere else "ifmnD")
    if kind.letter == _king_letter(variant) and variant.rules.castling:
        parts += _castling(variant, kind)
    if variant.has_hands and not kind.royal:
        parts.append(_drop(variant, is_pawn=is_pawn))
    return "".join(parts)


def _is_in(letter: str, letters: str) -> bool:
    return letters == "*" or letter in letters


def _part(modifiers: str, atom: str, repeat: str, *, takes_own: bool) -> str:
    modes = {letter for letter in modifiers if letter in "mcepgn"}
    if takes_own and ("c" in modes or "m" not in modes):
        modes |= {"m", "c", "d"} if not modes & {"m", "c"} else {"d"}
    ahead = "i" if "i" in modifiers else ""
    ways = "".join(letter for letter in modifiers if letter in "fblrvsh")
    ordered = "".join(letter for letter in "mcdepgn" if letter in modes)
    count = "0" if repeat == atom else repeat
    return f"{ahead}{ways}{ordered}{_ATOMS.get(atom, atom)}{count}"


def _drop(variant: ferz.Variant, *, is_pawn: bool) -> str:
    """Where a piece may be dropped: up to a rank, and with `j` not on its own first."""
    if not is_pawn:
        return f"@{variant.ranks}"
    first = "" if variant.rules.first_rank_pawn_drops else "j"
    last = variant.ranks - (not variant.rules.promotion_zone_pawn_drops)
    return f"{first}@{last}"


def _castling(variant: ferz.Variant, king: ferz.PieceKind) -> list[str]:
    """Castling as `O` and the king's steps, with a `j` for each file between rook and edge."""
    squares = _castling_squares(variant, king, ferz.WHITE)
    squares = squares or _castling_squares(variant, king, ferz.BLACK)
    if squares is None:
        return []
    home, rooks = squares
    last = ord("a") + variant.files - 1
    right = ord(variant.rules.castling_kingside_file or chr(last - 1)) - home
    left = home - ord(variant.rules.castling_queenside_file)
    sides = {
        "r": ("j" * (last - max(rooks, default=last)), right),
        "l": ("j" * (min(rooks, default=ord("a")) - ord("a")), left),
    }
    if sides["r"] == sides["l"]:
        return [f"{sides['r'][0]}O{right}"]
    return [f"{way}{skip}O{steps}" for way, (skip, steps) in sides.items() if steps > 0]


def _castling_squares(
    variant: ferz.Variant, king: ferz.PieceKind, color: ferz.Color
) -> tuple[int, list[int]] | None:
    """The files of king and rooks on the castling rank of the start, or None without a king."""
    board = ferz.Board(variant)
    own = variant.rules.castling_rank
    rank = str(own if color else variant.ranks + 1 - own)

    def files(letter: str) -> list[int]:
        return [ord(square[0]) for square in board.pieces(letter, color) if square[1:] == rank]

    homes = files(king.letter)
    rooks = [file for letter in variant.rules.castling_rook_pieces for file in files(letter)]
    return (homes[0], rooks) if homes else None
