"""Small boards and compact notation: the decisions, one test each."""

import warnings

import pytest
from helpers import after, changed, ended, ucis

import ferz
from ferz import variants

STARTS = {
    "1d-6": "bk,bn,x,x,wn,wk:w",
    "1d-7": "bk,br,x,x,wn,wn,wk:w",
    "1d-8": "bk,bn,br,x,x,wr,wn,wk:w",
    "1d-9": "bk,br,bn,x,x,x,x,wr,wk:w",
    "1d-10": "bk,br,bn,bn,x,x,wn,wn,wr,wk:w",
    "1d-12": "bk,br,bn,br,bn,x,x,wn,wr,wn,wr,wk:w",
    "thin-2x10": "x,bk/x,bb/x,bn/x,br/x,x/x,x/wr,x/wn,x/wb,x/wk,x:w",
    "thin-3x8": "x,x,bk/x,br,x/bn,x,x/x,x,x/x,x,x/x,x,x/x,x,wq/x,x,wk:b",
    "thin-4x6": "bk,br,bn,bb/x,x,x,x/x,x,x,x/x,x,x,x/x,x,x,x/wk,wr,wn,wb:w",
    "octopawn": "bp,bp,bp,bp/x,x,x,x/x,x,x,x/wp,wp,wp,wp:w",
}
TINY = """
name = "Tiny"
files = {files}
ranks = {ranks}
start = "{start} w - - 0 1"
[pieces]
king = {{ letter = "k", move = "K", royal = true }}
pawn = {{ letter = "p", move = "fmWfceF" }}
bishop = {{ letter = "b", move = "B" }}
"""


@pytest.mark.parametrize("game", STARTS)
def test_the_small_games_start_as_decided(game: str) -> None:
    board = ferz.Board(game)
    assert board == ferz.Board.from_compact(STARTS[game], game)
    assert board.compact.startswith(STARTS[game])


@pytest.mark.parametrize(
    ("game", "fen"),
    [
        ("quickchess", "rbqkn/ppppp/5/5/PPPPP/RBQKN w - - 0 1"),
        ("elena", "nqkbr/ppppp/5/5/PPPPP/NQKBR w - - 0 1"),
    ],
)
def test_the_five_by_six_games_start_as_decided(game: str, fen: str) -> None:
    board = ferz.Board(game)
    assert board.fen == fen
    assert set(str(board.variant.rules.promotion_piece_types)) == set("qrbn")


@pytest.mark.parametrize("game", [name for name in STARTS if name != "octopawn"])
def test_one_dimensional_and_thin_games_have_only_the_plainest_rules(game: str) -> None:
    assert ferz.variant(game).changed_rules == {}


@pytest.mark.parametrize(("files", "ranks", "start"), [(1, 2, "p/K"), (2, 1, "Kp")])
def test_two_squares_are_a_board(files: int, ranks: int, start: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ferz.VariantWarning)
        variant = variants.loads(TINY.format(files=files, ranks=ranks, start=start))
    assert len(ferz.Board(variant).squares) == 2


def test_on_one_file_rook_and_queen_slide_and_the_king_steps() -> None:
    board = ferz.Board("1d-8", "k/1/q/1/R/1/1/K w - - 0 1")
    assert ucis(board) == {"a4a2", "a4a3", "a4a5", "a4a6", "a1a2"}


def test_the_knight_of_1d_chess_leaps_exactly_two() -> None:
    board = ferz.Board("1d-8", "k/1/1/1/N/1/1/K w - - 0 1")
    assert {m for m in ucis(board) if m.startswith("a4")} == {"a4a2", "a4a6"}


def test_on_one_file_a_pawn_pushes_only() -> None:
    board = ferz.Board("1d-8", "k/1/1/p/P/1/1/K w - - 0 1")
    assert not {m for m in ucis(board) if m.startswith("a4")}


def test_a_piece_that_can_never_move_gives_a_warning() -> None:
    text = TINY.format(files=1, ranks=4, start="k/1/B/K")
    with pytest.warns(ferz.VariantWarning, match="bishop"):
        variants.loads(text)


def test_a_pawn_on_the_last_rank_is_frozen_where_there_is_no_promotion() -> None:
    board = after("thin-4x6", "k3/3P/4/4/4/K3 w - - 0 1", "d5d6", "a6a5")
    assert not {m for m in ucis(board) if m.startswith("d6")}
    assert board.attackers(ferz.WHITE, "c6") == []


def test_a_frozen_pawn_can_be_captured() -> None:
    board = ferz.Board("thin-4x6", "k2P/4/4/3r/4/K3 b - - 0 1")
    assert "d3d6" in ucis(board)


def test_a_pawn_goes_to_the_last_rank_without_promoting() -> None:
    board = ferz.Board("thin-4x6", "k3/3P/4/4/4/K3 w - - 0 1")
    assert "d5d6" in ucis(board)
    assert board.parse_uci("d5d6").promotion is None


def test_en_passant_removes_the_pawn_that_passed() -> None:
    board = after("chess", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", "d4e3")
    assert board.piece_at("e4") is None
    assert board.piece_map().keys() == {"e1", "e3", "e8"}


def test_berolina_en_passant_removes_the_pawn_that_passed_diagonally() -> None:
    board = after("berolina", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2c4")
    board.push("d4d3")
    assert board.piece_at("c4") is None


def test_in_thin_3x8_black_starts_in_check() -> None:
    board = ferz.Board("thin-3x8")
    assert board.turn == ferz.BLACK
    assert board.is_check


def test_kings_alone_are_a_draw_on_one_file() -> None:
    assert ended(ferz.Board("1d-7", "k/1/1/1/K/1/1 b - - 0 1")) == (
        "1/2-1/2",
        "insufficient_material",
    )


# Compact notation


def test_compact_notation_joins_the_cells_of_one_file_by_commas() -> None:
    board = ferz.Board.from_compact("bk,br,x,x,x,x,wr,wk:b", "1d-8")
    assert board.fen == "k/r/1/1/1/1/R/K b - - 0 1"


def test_compact_notation_may_give_en_passant_clock_and_castling() -> None:
    board = ferz.Board.from_compact(compact("4k3/8/8/2pP4/8/8/8/R3K2R", ":w:c6:0:3"), "chess")
    assert (board.ep_square, board.halfmove_clock, board.castling) == ("c6", 0, "KQ")
    clock = ferz.Board.from_compact(compact("r3k2r/8/8/8/8/8/8/4K3", ":b:-:9:12"), "chess")
    assert (clock.ep_square, clock.halfmove_clock, clock.castling) == (None, 9, "kq")


def compact(cells: str, tail: str) -> str:
    rows = []
    for row in cells.split("/"):
        spread = "".join("." * int(c) if c.isdigit() else c for c in row)
        rows.append(",".join(_cell(c) for c in spread))
    return "/".join(rows) + tail


def _cell(letter: str) -> str:
    return "x" if letter == "." else ("w" if letter.isupper() else "b") + letter.lower()


@pytest.mark.parametrize("game", ["crazyhouse", "recycle", "gothic-selfhouse"])
def test_a_game_with_hands_has_no_compact_notation(game: str) -> None:
    with pytest.raises(ferz.FenError, match="hands"):
        _ = ferz.Board(game).compact
    with pytest.raises(ferz.FenError, match="hands"):
        ferz.Board.from_compact("bk,wk:w", game)


def test_promotion_off_and_on_differ_only_in_the_rule() -> None:
    game = changed("thin-4x6", 'promotion_piece_types = "q"')
    board = ferz.Board(game, "k3/3P/4/4/4/K3 w - - 0 1")
    assert {m for m in ucis(board) if m.startswith("d5")} == {"d5d6q"}
