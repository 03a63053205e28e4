"""Small games of many shapes, for comparing the two solvers."""

import tempfile
from pathlib import Path

import ferz

_PIECES = """
[pieces]
pawn = { letter = "p", move = "fmWfceF" }
knight = { letter = "n", move = "N" }
bishop = { letter = "b", move = "B" }
rook = { letter = "r", move = "R" }
queen = { letter = "q", move = "Q" }
cannon = { letter = "c", move = "mRcpR" }
horse = { letter = "h", move = "nN" }
grasshopper = { letter = "g", move = "gQ" }
camel = { letter = "l", move = "C" }
silver = { letter = "s", move = "FfW" }
sidler = { letter = "x", move = "lWrF" }
rider = { letter = "y", move = "R2B2" }
"""

#: Name: files, ranks, start, rules.
SMALL_GAMES: dict[str, tuple[int, int, str, str]] = {
    "rook on 3x3": (3, 3, "k2/3/1RK w - - 0 1", ""),
    "pawns that promote": (3, 4, "k2/1p1/1P1/2K w - - 0 1", 'promotion_piece_types = "qn"'),
    "pawns that stay": (2, 6, "kp/2/2/2/2/PK w - - 0 1", ""),
    "pawns that stay or lose": (
        2,
        6,
        "kp/2/2/2/2/PK w - - 0 1",
        'stalemate_value = "loss"',
    ),
    "pawns that may promote": (
        3,
        4,
        "k1p/3/P2/2K w - - 0 1",
        'promotion_piece_types = "r"\nmandatory_pawn_promotion = false',
    ),
    "a double step": (
        2,
        6,
        "k1/2/2/2/P1/1K w - - 0 1",
        'promotion_piece_types = "r"\ndouble_step = true',
    ),
    "self-capture": (3, 4, "kb1/3/1P1/NK1 w - - 0 1", "self_capture = true"),
    "self-capture of pawns alone": (
        3,
        4,
        "kb1/2p/1P1/BK1 w - - 0 1",
        'self_capture = true\nself_capture_types = "p"',
    ),
    "bishops of both colors": (4, 4, "1k1b/4/4/BK1B w - - 0 1", ""),
    "two knights alike": (3, 5, "k1n/3/3/3/NNK w - - 0 1", ""),
    "cannons": (3, 4, "k1c/3/1R1/C1K w - - 0 1", ""),
    "horses that are blocked": (3, 4, "kh1/3/3/1HK w - - 0 1", ""),
    "grasshoppers": (3, 4, "kg1/1n1/3/GRK w - - 0 1", ""),
    "camels and silvers": (4, 4, "ks2/4/4/L1SK w - - 0 1", ""),
    "a piece without symmetry": (3, 4, "kx1/3/3/1XK w - - 0 1", ""),
    "short riders": (4, 4, "ky2/4/4/2YK w - - 0 1", ""),
    "stalemate that loses": (3, 4, "k2/p2/3/P1K w - - 0 1", 'stalemate_value = "loss"'),
    "a race": (
        3,
        4,
        "k1n/3/3/N1K w - - 0 1",
        'flag_piece = "k"\nflag_region_white = "last"\nflag_region_black = "last"',
    ),
    "kings in palaces": (3, 4, "1kn/3/3/RK1 w - - 0 1", ""),
    "one king in a palace": (3, 4, "1kn/3/3/RK1 b - - 0 1", ""),
    "kings that slide": (3, 4, "kn1/3/1P1/1RK w - - 0 1", ""),
    "kings that leap": (3, 4, "kb1/3/3/1RK w - - 0 1", ""),
    "one king": (4, 3, "l2K/4/n3 b - - 0 1", 'flag_piece = "n"\nflag_region = "last"'),
    "one king and bishops": (4, 4, "3b/4/4/B1K1 w - - 0 1", ""),
    "no kings": (3, 4, "p1p/3/3/P1P w - - 0 1", 'flag_region_white = "last"\nflag_piece = "p"'),
}

#: How the king of a game moves, where it is not one step to every side.
_KINGS = {
    "kings in palaces": 'move = "W", region_white = "*1 *2", region_black = "*3 *4"',
    "one king in a palace": 'move = "K", region_black = "*3 *4"',
    "kings that slide": 'move = "R"',
    "kings that leap": 'move = "KnN"',
}


def small_game(name: str) -> ferz.Board:
    """The start of a game of this file."""
    files, ranks, start, rules = SMALL_GAMES[name]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "small.toml"
        text = f'name = "{name}"\nfiles = {files}\nranks = {ranks}\nstart = "{start}"\n'
        movement = _KINGS.get(name, 'move = "K"')
        king = f'king = {{ letter = "k", {movement}, royal = true }}'
        path.write_text(f"{text}{_PIECES}{king}\n[rules]\n{rules}\n")
        return ferz.Board(path)
