"""Notation at the borders: the decisions, one test each."""

import pickle

import pytest
from helpers import after, changed, sans

import ferz

WIDE = "16/16/16/16/16/16/14k1/16/16/16/16/16/16/16/16/K14R w - - 0 1"


def test_squares_have_one_letter_and_one_or_two_digits() -> None:
    board = ferz.Board("caravan", WIDE)
    assert board.squares[0] == "a1"
    assert board.squares[-1] == "p16"
    assert str(board.parse_san("Rp9")) == "p1p9"


def test_digits_above_nine_are_read_as_a_number() -> None:
    board = ferz.Board("caravan", WIDE)
    assert board.piece_map().keys() == {"a1", "p1", "o10"}
    assert board.fen == WIDE


@pytest.mark.parametrize("cells", ["4k3/8/8/8/8/8/8/4K3[Pn]", "4k3/8/8/8/8/8/8/4K3/Pn"])
def test_hands_are_read_in_both_forms_and_written_in_brackets(cells: str) -> None:
    board = ferz.Board("crazyhouse", f"{cells} w - - 0 1")
    assert board.fen == "4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1"


def test_a_promoted_piece_is_marked_in_a_game_with_hands() -> None:
    board = after("crazyhouse", "7k/P7/8/8/8/8/8/K7[] w - - 0 1", "a7a8q")
    assert board.fen.startswith("Q~6k/")
    piece = board.piece_at("a8")
    assert piece is not None
    assert piece.promoted


def test_a_promoted_piece_is_not_marked_where_it_does_not_matter() -> None:
    board = after("chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q")
    assert "~" not in board.fen


@pytest.mark.parametrize("field", ["- 2+3 0 1", "- 0 1 +1+0"])
def test_checks_are_read_as_left_or_as_given(field: str) -> None:
    board = ferz.Board("3check", f"4k3/8/8/8/8/8/8/4K3 w - {field}")
    assert board.checks_remaining(ferz.WHITE) == 2
    assert board.fen == "4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1"


def test_the_en_passant_square_is_written_only_when_a_capture_is_legal() -> None:
    board = ferz.Board("chess")
    board.push("e4")
    assert board.fen.split()[3] == "-"
    legal = after("chess", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4")
    assert legal.fen.split()[3] == "e3"


def test_the_en_passant_square_is_read_when_given() -> None:
    with_square = ferz.Board("chess", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1")
    without = ferz.Board("chess", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1")
    assert with_square.fen == without.fen
    assert with_square.key == without.key


@pytest.mark.parametrize("castling", ["KQkq", "HAha", "KAkq"])
def test_castling_is_read_as_x_fen_or_shredder_and_written_as_x_fen(castling: str) -> None:
    board = ferz.Board("chess960", f"r3k2r/8/8/8/8/8/8/R3K2R w {castling} - 0 1")
    assert board.castling == "KQkq"


def test_an_inner_rook_is_named_by_its_file() -> None:
    board = ferz.Board("chess960", "4k3/8/8/8/8/8/8/RR2K2R w BH - 0 1")
    assert board.castling == "KB"


def test_a_fen_may_end_after_the_board_or_the_side() -> None:
    for fen in ("4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w", "4k3/8/8/8/8/8/8/4K3 w - -"):
        assert ferz.Board("chess", fen).fen == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"


@pytest.mark.parametrize("text", ["O-O", "0-0", "O-O+", "e1g1"])
def test_castling_is_read_with_letters_and_with_zeros(text: str) -> None:
    board = ferz.Board("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert board.push(text).is_castling


@pytest.mark.parametrize("text", ["Nbd2", "Nb1d2", "b1d2", "Nbd2+", "Nbd2!?"])
def test_san_is_read_with_more_than_it_needs(text: str) -> None:
    board = ferz.Board("chess", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")
    assert str(board.push(text)) == "b1d2"


def test_san_disambiguates_by_file_then_rank_then_both() -> None:
    board = ferz.Board("chess", "7k/8/8/8/R7/8/8/R6K w - - 0 1")
    assert {"R1a2", "R4a2"} <= sans(board)
    three = ferz.Board("chess", "1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1")
    assert "Qh4e1" in sans(three)


def test_a_pinned_piece_needs_no_disambiguation_against() -> None:
    board = ferz.Board("chess", "4r2k/8/8/8/8/4N3/8/N3K3 w - - 0 1")
    assert "Nc2" in sans(board)


def test_san_marks_check_and_mate() -> None:
    board = ferz.Board("chess", "7k/8/6K1/8/8/8/8/R7 w - - 0 1")
    assert "Ra8#" in sans(board)
    assert "Rh1+" in sans(board)


def test_promotion_is_written_with_an_equals_sign_and_read_without() -> None:
    board = ferz.Board("chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1")
    assert "a8=Q+" in sans(board)
    assert board.parse_san("a8Q") == board.parse_san("a8=Q")


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/8/8/8/+B3K3 w - - 0 1",
        "4k3/8/8/8/8/*7/8/4K3 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQBCDFGkqbcdfg - 0 1",
    ],
)
def test_what_belongs_to_rules_not_built_yet_is_an_error_that_says_so(fen: str) -> None:
    with pytest.raises(ferz.FenError, match="not built yet"):
        ferz.Board("chess", fen)


def test_the_board_prints_as_a_diagram_with_white_below() -> None:
    rows = str(ferz.Board("gardner")).splitlines()
    assert [row.replace(" ", "") for row in rows[:5]] == [
        "rnbqk",
        "ppppp",
        ".....",
        "PPPPP",
        "RNBQK",
    ]


def test_a_pawn_type_with_another_letter_keeps_its_letter_in_san() -> None:
    pieces = 'soldier = { letter = "s", move = "fmWfceF" }'
    game = changed("chess", 'pawn_types = "ps"', pieces)
    board = ferz.Board(game, "4k3/8/8/8/8/8/4S3/4K3 w - - 0 1")
    assert "Se4" in sans(board)


def test_a_right_of_an_inner_rook_on_the_k_file_survives_its_fen() -> None:
    # On boards of eleven files and more the letter of that file is also that of the king's side.
    rows = "8k7/" + "16/" * 13
    board = after("caravan+960", f"{rows}11R4/8K1R5 w K - 0 1", "l2l1", "i16i15")
    assert board.castling == "K1"
    again = ferz.Board(board.variant, board.fen)
    assert sorted(map(str, again.legal_moves)) == sorted(map(str, board.legal_moves))


def test_a_piece_that_promotes_and_is_promoted_to_may_stand_on_the_last_rank() -> None:
    game = changed("chess", 'promotion_pawn_types = "pn"\npromotion_piece_types = "nq"')
    board = after(game, "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8n")
    assert ferz.Board(game, board.fen).fen == board.fen


def test_a_black_right_of_an_inner_rook_on_the_k_file_is_its_square_too() -> None:
    fen = "8k1rr4/" + "16/" * 14 + "8K7 b k16 - 0 1"
    assert ferz.Board("caravan+960", fen).fen == fen


def test_a_piece_with_the_letter_x_can_be_promoted_to() -> None:
    pieces = 'xiangqi_horse = { letter = "x", move = "nN" }'
    game = changed("chess", 'promotion_piece_types = "x"', pieces)
    board = after(game, "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8x")
    assert board.board_fen == "X6k/8/8/8/8/8/8/K7"
    assert board.peek().promotion == "x"


def test_nothing_is_equal_to_none() -> None:
    board = ferz.Board("chess", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
    for thing in (board, board.outcome, board.piece_at("g7"), ferz.Move.from_uci("e2e4")):
        assert thing is not None
        assert not thing == None  # noqa: E711, SIM201
        assert thing != None  # noqa: E711


def test_values_survive_pickling() -> None:
    board = ferz.Board("chess", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
    for thing in (board.outcome, board.piece_at("g7"), ferz.Move.from_uci("e7e8q")):
        assert pickle.loads(pickle.dumps(thing)) == thing
    again = pickle.loads(pickle.dumps(board.variant))
    assert again.canonical == board.variant.canonical


@pytest.mark.parametrize(
    ("move", "is_legal"), [("e2e4", True), ("Nf3", True), ("e2e5", False), ("nonsense", False)]
)
def test_a_move_may_be_asked_about_by_its_text(move: str, is_legal: bool) -> None:
    assert ferz.Board("chess").is_legal(move) == is_legal


def test_a_passed_square_is_not_written_where_taking_would_give_a_forbidden_check() -> None:
    game = changed("chess", "checking = false")
    board = after(game, "4k3/8/8/8/3p4/8/3KP3/8 w - - 0 1", "e2e4")
    assert board.ep_square is None
    assert board.fen.split()[3] == "-"


def test_a_move_number_that_can_grow_no_more_is_still_read_back() -> None:
    board = after("chess", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1000000000", "e8e7")
    assert ferz.Board("chess", board.fen).fen == board.fen
