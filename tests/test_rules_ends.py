"""Clocks, repetition and the ends of games: the decisions, one test each."""

import pytest
from helpers import after, changed, ended, ucis

import ferz

SHUFFLE = ["g1f3", "g8f6", "f3g1", "f6g8"]
BLACK_SHUFFLE = ["g8f6", "g1f3", "f6g8", "f3g1"]
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


# The move clock


@pytest.mark.parametrize(
    ("game", "cells", "move", "clock"),
    [
        ("chess", "4k3/8/8/8/8/8/P7/R3K3", "e1e2", 8),
        ("chess", "4k3/8/8/8/8/8/P7/R3K3", "a2a3", 0),
        ("chess", "4k3/8/8/8/8/r7/8/R3K3", "a1a3", 0),
        ("selfcapture", "4k3/8/8/8/8/8/P7/R3K3", "a1a2", 0),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N]", "N@a3", 0),
        ("chess960", "4k3/8/8/8/8/8/8/R3K3", "e1e2", 8),
    ],
)
def test_captures_pawn_moves_and_drops_start_the_clock_again(
    game: str, cells: str, move: str, clock: int
) -> None:
    assert after(game, f"{cells} w - - 7 20", move).halfmove_clock == clock


def test_fifty_moves_are_a_hundred_plies() -> None:
    board = ferz.Board("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 98 80")
    board.push("a1a2")
    assert board.outcome is None
    board.push("e8e7")
    assert ended(board) == ("1/2-1/2", "n_move")


def test_mate_on_the_last_ply_of_the_clock_is_mate() -> None:
    board = after("chess", "7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8")
    assert ended(board) == ("1-0", "checkmate")


def test_an_n_move_rule_of_zero_is_never() -> None:
    board = ferz.Board(changed("chess", "n_move_rule = 0"), "4k3/8/8/8/8/8/8/R3K3 w - - 400 300")
    assert board.outcome is None


def test_the_moves_of_n_move_rule_types_start_the_clock_again() -> None:
    game = changed("chess", 'n_move_rule_types = "pn"')
    assert after(game, f"{START} w KQkq - 7 20", "b1c3").halfmove_clock == 0


def test_castling_does_not_start_the_clock_again() -> None:
    assert after("chess", "4k3/8/8/8/8/8/8/4K2R w K - 7 20", "e1g1").halfmove_clock == 8


# Repetition


def test_the_third_occurrence_ends_the_game() -> None:
    board = after("chess", f"{START} w KQkq - 0 1", *SHUFFLE, *SHUFFLE[:3])
    assert board.outcome is None
    board.push(SHUFFLE[3])
    assert ended(board) == ("1/2-1/2", "n_fold")
    assert board.is_repetition(3)


def test_an_n_fold_rule_of_zero_is_never() -> None:
    board = after(changed("chess", "n_fold_rule = 0"), f"{START} w KQkq - 0 1", *SHUFFLE * 5)
    assert board.outcome is None


def test_n_fold_value_is_meant_for_the_side_to_move() -> None:
    game = changed("chess", 'n_fold_value = "loss"')
    assert ended(after(game, f"{START} w KQkq - 0 1", *SHUFFLE * 2)) == ("0-1", "n_fold")


def test_a_lost_castling_right_makes_another_position() -> None:
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    kings = ["e1e2", "e8e7", "e2e1", "e7e8"]
    # The first position still had its rights, so it does not count.
    board = after("chess", fen, *kings * 2)
    assert board.outcome is None
    assert ended(after("chess", fen, *kings * 3))[1] == "n_fold"


def test_a_double_step_that_nobody_can_take_makes_no_other_position() -> None:
    board = after("chess", f"{START} w KQkq - 0 1", "e2e4", *BLACK_SHUFFLE * 2)
    assert ended(board) == ("1/2-1/2", "n_fold")


def test_a_legal_en_passant_capture_makes_another_position() -> None:
    fen = "4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1"
    assert after("chess", fen, "e2e4", *BLACK_SHUFFLE * 2).outcome is None
    assert ended(after("chess", fen, "e2e4", *BLACK_SHUFFLE * 3))[1] == "n_fold"


def test_a_position_repeats_also_when_pawns_go_sideways() -> None:
    game = changed("chess", "", 'pawn = { move = "mfWmsWcefF" }')
    there_and_back = ["a2b2", "e8e7", "b2a2", "e7e8"]
    board = after(game, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", *there_and_back * 2)
    assert ended(board) == ("1/2-1/2", "n_fold")


def test_a_position_repeats_also_when_pieces_that_start_the_clock_go_back() -> None:
    game = changed("chess", 'n_move_rule_types = "n"')
    board = after(game, f"{START} w KQkq - 0 1", *SHUFFLE * 2)
    assert board.halfmove_clock == 0
    assert ended(board) == ("1/2-1/2", "n_fold")


def test_the_pawn_that_can_be_taken_in_passing_makes_another_position() -> None:
    cells = "4k3/8/8/8/2PpP3/8/8/4K3 b -"
    left, right = (ferz.Board("berolina", f"{cells} {field} 0 1") for field in ("d3c4", "d3e4"))
    assert left.key != right.key
    assert left != right


def test_hands_make_another_position() -> None:
    board = ferz.Board("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1")
    without = ferz.Board("crazyhouse", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1")
    assert board.key != without.key


# Insufficient material


@pytest.mark.parametrize(
    ("cells", "is_dead"),
    [
        ("4k3/8/8/8/8/8/8/4K3", True),
        ("4k3/8/8/8/8/8/8/4KN2", True),
        ("4kb2/8/8/8/8/8/8/4K3", True),
        ("4kb2/8/8/8/8/8/8/2B1K3", True),
        ("4kb2/8/8/8/8/8/8/4KB2", False),
        ("4k3/8/8/8/8/8/8/3NKN2", False),
        ("4k3/8/8/8/8/8/8/3NKB2", False),
        ("4kn2/8/8/8/8/8/8/4KN2", False),
        ("4k3/8/8/8/8/8/P7/4K3", False),
        ("4k3/8/8/8/8/8/8/R3K3", False),
    ],
)
def test_material_is_insufficient_only_where_that_is_certain(cells: str, is_dead: bool) -> None:
    board = ferz.Board("chess", f"{cells} w - - 0 1")
    assert board.is_insufficient_material == is_dead
    assert (board.outcome is not None) == is_dead


@pytest.mark.parametrize(
    ("game", "fen"),
    [
        ("crazyhouse", "8/8/8/8/8/8/k6K/8[] w - - 0 1"),
        ("kingofthehill", "8/8/8/8/8/8/k6K/8 w - - 0 1"),
        ("racingkings", "8/8/8/8/8/8/k6K/8 w - - 0 1"),
    ],
)
def test_two_kings_play_on_where_mate_is_not_the_only_end(game: str, fen: str) -> None:
    assert ferz.Board(game, fen).outcome is None


@pytest.mark.parametrize(
    ("rules", "pieces"),
    [
        ("makpong_rule = true", ""),
        ("checking = false", ""),
        ('promotion_pawn_types = "pn"', ""),
        ("", 'king = { region_white = "*1 *2" }'),
    ],
)
def test_a_lone_knight_may_win_where_kings_are_not_free(rules: str, pieces: str) -> None:
    board = ferz.Board(changed("chess", rules, pieces), "4k3/8/8/8/8/8/8/4KN2 w - - 0 1")
    assert board.outcome is None


# Stalemate and mate


@pytest.mark.parametrize(
    ("value", "result"), [("draw", "1/2-1/2"), ("loss", "1-0"), ("win", "0-1")]
)
def test_stalemate_value_is_meant_for_the_side_without_a_move(value: str, result: str) -> None:
    game = changed("chess", f'stalemate_value = "{value}"')
    board = ferz.Board(game, "k7/2Q5/8/8/8/8/8/4K3 b - - 0 1")
    assert ended(board) == (result, "stalemate")
    assert board.is_stalemate


def test_checkmate_can_be_a_win_for_the_mated_side() -> None:
    game = changed("chess", 'checkmate_value = "win"')
    board = ferz.Board(game, "k1R5/8/1K6/8/8/8/8/8 b - - 0 1")
    assert ended(board) == ("0-1", "checkmate")


@pytest.mark.parametrize(("value", "result"), [("win", "0-1"), ("loss", "1-0")])
def test_a_stalemate_that_decides_may_go_by_the_number_of_pieces(value: str, result: str) -> None:
    game = changed("chess", f'stalemate_value = "{value}"\nstalemate_piece_count = true')
    # Black has one piece, White two: fewer wins if stalemate is a win, more if it is a loss.
    board = ferz.Board(game, "k7/2Q5/8/8/8/8/8/4K3 b - - 0 1")
    assert ended(board) == (result, "piece_count")


def test_equal_numbers_make_that_stalemate_a_draw() -> None:
    game = changed("chess", 'stalemate_value = "loss"\nstalemate_piece_count = true')
    board = ferz.Board(game, "k7/2Q5/8/8/8/p7/K7/8 b - - 0 1")
    assert ended(board) == ("1/2-1/2", "piece_count")


def test_in_octopawn_having_no_move_loses() -> None:
    board = ferz.Board("octopawn", "4/p3/P3/4 w - - 0 1")
    assert ended(board) == ("0-1", "stalemate")


# Races, checks, extinction


def test_a_king_on_the_hill_ends_the_game() -> None:
    board = after("kingofthehill", "4k3/8/8/8/8/4K3/8/7R w - - 0 1", "e3e4")
    assert ended(board) == ("1-0", "flag")
    assert board.legal_moves == []


def test_a_pawn_on_the_last_rank_wins_octopawn() -> None:
    board = after("octopawn", "4/P3/3p/4 w - - 0 1", "a3a4")
    assert ended(board) == ("1-0", "flag")


def test_in_racing_kings_black_may_answer_for_a_draw() -> None:
    board = after("racingkings", "8/1K5k/8/8/8/8/8/8 w - - 0 1", "b7b8")
    assert board.outcome is None
    board.push("h7h8")
    assert ended(board) == ("1/2-1/2", "flag")


def test_in_racing_kings_white_wins_at_once_if_black_cannot_answer() -> None:
    board = after("racingkings", "8/1K6/7k/8/8/8/8/8 w - - 0 1", "b7b8")
    assert ended(board) == ("1-0", "flag")


def test_in_racing_kings_white_wins_if_black_does_not_answer() -> None:
    board = after("racingkings", "8/1K5k/8/8/8/8/8/8 w - - 0 1", "b7b8", "h7h6")
    assert ended(board) == ("1-0", "flag")


def test_in_racing_kings_white_may_not_answer_black() -> None:
    board = after("racingkings", "8/1K5k/8/8/8/8/8/8 b - - 0 1", "h7h8")
    assert ended(board) == ("0-1", "flag")


def test_with_flag_move_a_runner_wins_only_if_it_survives_a_move() -> None:
    game = changed("chess", 'flag_piece = "n"\nflag_region = "*8"\nflag_move = true')
    fen = "r6k/8/2N5/8/8/8/8/4K3 w - - 0 1"
    assert after(game, fen, "c6d8").outcome is None
    assert after(game, fen, "c6d8", "a8d8").outcome is None
    assert ended(after(game, fen, "c6d8", "a8a7")) == ("1-0", "flag")


def test_in_racing_kings_nobody_may_give_check() -> None:
    board = ferz.Board("racingkings", "8/8/8/8/8/8/k6K/6R1 w - - 0 1")
    assert "g1a1" not in ucis(board)
    assert "g1b1" in ucis(board)


def test_the_last_check_wins() -> None:
    board = after("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8")
    assert ended(board) == ("1-0", "checks")
    assert board.checks_remaining(ferz.WHITE) == 0
    assert board.legal_moves == []


def test_checks_count_for_each_side() -> None:
    board = after("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1", "a1a8")
    assert board.checks_remaining(ferz.WHITE) == 2
    assert board.checks_remaining(ferz.BLACK) == 3
    board.pop()
    assert board.checks_remaining(ferz.WHITE) == 3


def test_the_last_of_a_kind_must_not_die() -> None:
    fen = "rnbqkbnr/pppp1ppp/8/6B1/8/8/PPPPPPPP/RN1QKBNR w KQkq - 0 1"
    board = after("extinction", fen, "g5d8")
    assert ended(board) == ("1-0", "extinction")


def test_taking_the_last_piece_ends_horde() -> None:
    board = after("horde", "4k3/8/8/8/8/3q4/4P3/8 b - - 0 1", "d3e2")
    assert ended(board) == ("0-1", "extinction")


def test_losing_everything_wins_antichess() -> None:
    board = after("antichess", "8/8/8/8/8/1p6/P7/8 b - - 0 1", "b3a2")
    assert ended(board) == ("1-0", "extinction")


def test_a_bare_king_loses() -> None:
    board = after("shatranj", "3k4/8/8/8/8/8/3r4/R2K3R w - - 0 1", "d1d2")
    assert ended(board) == ("1-0", "bare_king")


def test_a_bared_side_that_cannot_bare_the_other_loses_after_its_move() -> None:
    board = after("shatranj", "8/8/8/3k4/8/8/1rR5/3K4 w - - 0 1", "c2b2")
    assert board.outcome is None
    board.push("d5c4")
    assert ended(board) == ("1-0", "bare_king")


def test_a_bared_side_may_bare_the_other_in_reply() -> None:
    board = after("shatranj", "8/8/8/8/8/k7/1rR5/3K4 w - - 0 1", "c2b2", "a3b2")
    assert board.outcome is None


def test_a_promotion_that_can_be_undone_does_not_hide_a_repetition() -> None:
    game = changed("chess", 'promotion_pawn_types = "rq"\npromotion_piece_types = "rq"')
    cycle = ["a8b8q", "h7h6", "b8a8r", "h6h7"]
    board = after(game, "R7/7k/8/8/8/8/8/K7 w - - 0 1", *cycle, *cycle)
    assert ended(board) == ("1/2-1/2", "n_fold")
