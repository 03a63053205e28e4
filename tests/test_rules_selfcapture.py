"""Self-capture: the decisions, one test each."""

import pytest
from helpers import after, changed, ended, sans, ucis

import ferz

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize(("fen", "count"), [(None, 39), (KIWIPETE, 67)])
def test_friendly_pieces_block_attacks(fen: str | None, count: int) -> None:
    # Friends that let attacks through would give phantom checks: 37 and 3 moves.
    assert len(ferz.Board("selfcapture", fen).legal_moves) == count


def test_a_slide_ends_on_a_friendly_capture() -> None:
    board = ferz.Board("selfcapture", "4k3/8/8/8/8/P7/8/R3K3 w - - 0 1")
    assert {m for m in ucis(board) if m.startswith("a1a")} == {"a1a2", "a1a3"}


def test_a_pawn_takes_its_own_side_diagonally_only() -> None:
    board = ferz.Board("selfcapture", "4k3/8/8/8/8/2NN4/3P4/4K3 w - - 0 1")
    assert {m for m in ucis(board) if m.startswith("d2")} == {"d2c3"}


def test_a_pawn_that_takes_its_own_side_on_the_last_rank_promotes() -> None:
    board = ferz.Board("selfcapture", "1N6/P3k3/8/8/8/8/8/4K3 w - - 0 1")
    taking = {m for m in ucis(board) if m.startswith("a7b8")}
    assert taking == {"a7b8q", "a7b8r", "a7b8b", "a7b8n"}


def test_a_hopper_takes_its_own_side_by_its_capture_move() -> None:
    board = ferz.Board("shako+selfcapture", "5k4/10/10/10/10/10/4N5/10/4P5/4CK4 w - - 0 1")
    assert "e1e4" in ucis(board)
    assert "e1e2" not in ucis(board)


def test_a_grasshopper_takes_its_own_side_behind_the_hurdle() -> None:
    board = ferz.Board("grasshopper+selfcapture", "4k3/8/8/8/8/N7/P7/G3K3 w - - 0 1")
    assert board.is_self_capture(board.parse_uci("a1a3"))


@pytest.mark.parametrize("game", ["selfcapture", "knightmate+selfcapture"])
def test_the_royal_piece_is_never_taken_by_its_own_side(game: str) -> None:
    board = ferz.Board(game, "k7/8/8/8/8/8/4R3/3QK3 w - - 0 1")
    assert not {m for m in ucis(board) if m.endswith("e1")}


def test_where_no_piece_is_royal_the_king_can_be_taken_by_its_own_side() -> None:
    board = ferz.Board("extinction+selfcapture")
    assert "d1e1" in ucis(board)


def test_the_king_does_not_take_a_piece_that_shields_it() -> None:
    board = ferz.Board("selfcapture", "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1")
    assert "e1e2" not in ucis(board)


def test_the_king_takes_a_piece_whose_square_is_safe_without_it() -> None:
    board = ferz.Board("selfcapture", "r6k/8/8/8/8/8/4N3/4K3 w - - 0 1")
    assert "e1e2" in ucis(board)


def test_the_king_may_not_take_an_own_piece_on_an_attacked_square() -> None:
    board = ferz.Board("selfcapture", "7k/8/8/8/8/8/8/r2NK3 w - - 0 1")
    assert "e1d1" not in ucis(board)


def test_en_passant_is_against_the_enemy_only() -> None:
    board = ferz.Board("selfcapture", "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1")
    move = board.parse_uci("d5c6")
    assert board.is_en_passant(move)
    assert not board.is_self_capture(move)


def test_an_own_pawn_that_stepped_twice_is_not_taken_in_passing() -> None:
    board = after("selfcapture", "4k3/8/8/8/1P6/8/2P5/4K3 w - - 0 1", "c2c4", "e8e7")
    assert board.ep_square is None
    assert not {m for m in ucis(board) if m.startswith("b4c")}


def test_a_smothered_king_eats_its_way_out() -> None:
    fen = "6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1"
    assert ferz.Board("chess", fen).is_checkmate
    assert sans(ferz.Board("selfcapture", fen)) == {"Kxg7", "Kxg8", "Kxh7"}


def test_a_pinned_piece_does_not_leave_the_pin_for_an_own_piece() -> None:
    board = ferz.Board("selfcapture", "4r2k/8/8/8/8/8/P3B3/4K3 w - - 0 1")
    assert not {m for m in ucis(board) if m.startswith("e2")}
    rook = ferz.Board("selfcapture", "4r2k/8/8/8/8/8/P3R3/4K3 w - - 0 1")
    assert "e2e8" in ucis(rook)
    assert "e2a2" not in ucis(rook)


def test_stalemate_needs_that_no_self_capture_is_left() -> None:
    fen = "6r1/8/8/8/8/7p/7P/4k2K w - - 0 1"
    assert ended(ferz.Board("chess", fen)) == ("1/2-1/2", "stalemate")
    assert sans(ferz.Board("selfcapture", fen)) == {"Kxh2"}


def test_the_castling_right_goes_with_a_rook_taken_by_its_own_side() -> None:
    board = after("selfcapture", "r3k2r/8/8/8/8/8/5N2/R3K2R w KQkq - 0 1", "f2h1")
    assert board.castling == "Qkq"


def test_a_self_capture_does_not_satisfy_must_capture() -> None:
    fen = "8/8/8/8/3p4/4P3/3P4/3N4 w - - 0 1"
    assert sans(ferz.Board("antichess+selfcapture", fen)) == {"exd4"}


def test_a_self_capture_is_free_where_no_enemy_can_be_taken() -> None:
    board = ferz.Board("antichess+selfcapture", "7p/8/8/8/8/4P3/3P4/3N4 w - - 0 1")
    assert {"Nxe3", "d4", "dxe3"} <= sans(board)


def test_only_self_capture_types_take_their_own_side() -> None:
    board = ferz.Board(changed("selfcapture", 'self_capture_types = "n"'))
    taking = {str(m) for m in board.legal_captures}
    assert taking == {"b1d2", "g1e2"}


def test_a_self_capture_is_written_like_a_capture() -> None:
    board = ferz.Board("selfcapture")
    move = board.parse_san("Nxd2")
    assert (str(move), board.san(move)) == ("b1d2", "Nxd2")
    assert board.is_self_capture(move)
    assert board.is_capture(move)


def test_a_self_capture_starts_the_move_clock_again() -> None:
    board = after("selfcapture", "4k3/8/8/8/8/8/P7/R3K3 w - - 7 20", "a1a2")
    assert board.halfmove_clock == 0


def test_in_chess960_king_onto_own_rook_means_castling_while_the_right_lives() -> None:
    board = ferz.Board("chess960+selfcapture", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1")
    assert board.parse_uci("f1g1").is_castling
    assert not board.parse_uci("f1g1x").is_castling
    assert board.is_self_capture(board.parse_uci("f1g1x"))


def test_in_chess960_the_x_is_gone_with_the_right() -> None:
    board = ferz.Board("chess960+selfcapture", "4k3/8/8/8/8/8/8/5KR1 w - - 0 1")
    assert "f1g1" in ucis(board)
    assert "f1g1x" not in ucis(board)
    assert board.is_self_capture(board.parse_uci("f1g1"))


def test_in_chess960_both_meanings_have_their_own_san() -> None:
    board = ferz.Board("chess960+selfcapture", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1")
    assert str(board.parse_san("O-O")) == "f1g1"
    assert str(board.parse_san("Kxg1")) == "f1g1x"
