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
king = { letter = "k", move = "K", royal = true }
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
}


def small_game(name: str) -> ferz.Board:
    """The start of a game of this file."""
    files, ranks, start, rules = SMALL_GAMES[name]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "small.toml"
        text = f'name = "{name}"\nfiles = {files}\nranks = {ranks}\nstart = "{start}"\n'
        path.write_text(f"{text}{_PIECES}\n[rules]\n{rules}\n")
        return ferz.Board(path)
