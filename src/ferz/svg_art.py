"""Our own piece drawings, as SVG in a box of 100 by 100.

A shape names no color: it takes `fill` (body) and `stroke` (outline) from where it is used, and
draws its inner details in `currentColor`, so that one definition serves both sides and every theme.
"""

from ferz import PieceKind, Variant

_FOOT = '<path d="M27 79H73Q78 79 78 84V89H22V84Q22 79 27 79Z"/>'
_DETAIL = 'fill="none" stroke="currentColor"'

_PAWN = (
    '<path d="M42 44C43 58 33 63 31 79H69C67 63 57 58 58 44Z"/>'
    f'<circle cx="50" cy="33" r="13"/>{_FOOT}'
)
_KNIGHT = (
    '<path d="M31 79C31 64 46 59 47 48C41 53 36 53 33 58L28 63C20 63 17 56 20 50C27 42 29 36 32 28'
    'L31 14L41 22L49 13L52 23C70 29 78 51 72 79Z"/>'
    f'<path d="M55 31C64 40 67 56 66 72M24 54L27 52M37 34V34.500" {_DETAIL}/>{_FOOT}'
)
_BISHOP = (
    '<path d="M41 61C41 70 35 74 31 79H69C65 74 59 70 59 61Z"/>'
    '<path d="M50 21C30 36 29 50 38 61H62C71 50 70 36 50 21Z"/><circle cx="50" cy="16" r="5"/>'
    f'<path d="M50 35V51M42 43H58" {_DETAIL}/>{_FOOT}'
)
_ROOK = (
    '<path d="M36 43H64L67 68L71 79H29L33 68Z"/>'
    '<path d="M28 18H39V26H45V18H55V26H61V18H72V35Q72 43 64 43H36Q28 43 28 35Z"/>'
    f'<path d="M36 68H64" {_DETAIL}/>{_FOOT}'
)
_QUEEN = (
    '<path d="M17 33L31 70L29 79H71L69 70L83 33L67 52L66 24L54 50L50 19L46 50L34 24L33 52Z"/>'
    '<circle cx="16" cy="29" r="4.500"/><circle cx="33.500" cy="21" r="4.500"/>'
    '<circle cx="50" cy="15" r="4.500"/><circle cx="66.500" cy="21" r="4.500"/>'
    f'<circle cx="84" cy="29" r="4.500"/><path d="M33 70Q50 65 67 70" {_DETAIL}/>{_FOOT}'
)
_KING = (
    '<path d="M47 9H53V15H59V21H53V28H47V21H41V15H47Z"/>'
    '<path d="M50 52C41 40 43 32 50 27C57 32 59 40 50 52Z"/>'
    '<path d="M30 70C12 58 16 36 32 36C42 36 49 43 50 54C51 43 58 36 68 36C84 36 88 58 70 70'
    'L71 79H29Z"/>'
    f'<path d="M33 70Q50 64 67 70M50 54V66" {_DETAIL}/>{_FOOT}'
)
_MITRE = (
    '<path d="M33 36C23 28 28 19 42 12C56 19 61 28 51 36Z"/><circle cx="42" cy="10" r="4"/>'
    f'<path d="M42 20V30M37 25H47" {_DETAIL}/>'
)
_TURRET = (
    '<path d="M25 11H33V17H38V11H46V17H51V11H59V27L55 36H29L25 27Z"/>'
    f'<path d="M30 29H54" {_DETAIL}/>'
)
_CROWN = f'<path d="M23 12L34 21L42 8L50 21L61 12L56 36H28Z"/><path d="M31 30H53" {_DETAIL}/>'


def _knight_with(hat: str) -> str:
    """A knight that wears the sign of the piece it is joined with."""
    return (
        f'<g transform="translate(8 14.200) scale(.84)">{_KNIGHT}</g>'
        f'<g transform="rotate(-7 42 36)">{hat}</g>'
    )


#: Every drawing by its name. The names double as ids inside a picture.
SHAPES = {
    "pawn": _PAWN,
    "knight": _KNIGHT,
    "bishop": _BISHOP,
    "rook": _ROOK,
    "queen": _QUEEN,
    "king": _KING,
    "archbishop": _knight_with(_MITRE),
    "chancellor": _knight_with(_TURRET),
    "amazon": _knight_with(_CROWN),
}

_SHAPE_OF_MOVE = {
    "N": "knight",
    "B": "bishop",
    "R": "rook",
    "Q": "queen",
    "RB": "queen",
    "BR": "queen",
    "BN": "archbishop",
    "NB": "archbishop",
    "RN": "chancellor",
    "NR": "chancellor",
    "QN": "amazon",
    "NQ": "amazon",
    "RBN": "amazon",
}


def shapes_of(variant: Variant) -> dict[str, str]:
    """The drawing of each piece letter of a game; a letter without one is drawn as a disc.

    A piece is known by its name or by its movement. No two kinds share a drawing.
    """
    shapes: dict[str, str] = {}
    for kind in sorted(variant.pieces, key=lambda kind: kind.name not in SHAPES):
        shape = _shape_of(kind)
        if shape is not None and shape not in shapes.values():
            shapes[kind.letter] = shape
    return shapes


def _shape_of(kind: PieceKind) -> str | None:
    if kind.name in SHAPES:
        return kind.name
    if kind.royal:
        return "king"
    return "pawn" if kind.letter == "p" else _SHAPE_OF_MOVE.get(kind.move)


def disc(letter: str) -> str:
    """A disc with a letter, for a piece that has no drawing of its own."""
    return (
        '<circle cx="50" cy="50" r="36"/>'
        f'<text x="50" y="67" text-anchor="middle" font-family="sans-serif" font-weight="bold" '
        f'font-size="48" fill="currentColor" stroke="none">{letter}</text>'
    )
