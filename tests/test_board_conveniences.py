"""What `ferz.Board` offers on top of the native board."""

import copy
import pickle

import pytest

import ferz


def test_a_board_is_made_from_a_name_a_variant_or_a_position() -> None:
    assert ferz.Board() == ferz.Board("chess") == ferz.Board(ferz.variant("chess"))
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert ferz.Board("chess", fen).fen == fen


def test_a_board_is_made_from_compact_notation() -> None:
    board = ferz.Board.from_compact("bk,bn,br,x,x,wr,wn,wk:w", "1d-8")
    assert type(board) is ferz.Board
    assert board == ferz.Board("1d-8")


def test_a_chess960_start_is_made_by_its_number() -> None:
    assert ferz.Board.from_chess960_pos(518).board_fen == ferz.Board().board_fen
    assert ferz.Board.from_chess960_pos(0).board_fen.endswith("BBQNNRKR")
    with pytest.raises(ferz.FenError, match=r"^start number 960, expected 0 to 959$"):
        ferz.Board.from_chess960_pos(960)


@pytest.mark.parametrize("make", [ferz.Board.copy, copy.copy, copy.deepcopy])
def test_a_copy_has_the_moves_and_goes_its_own_way(make: object) -> None:
    assert callable(make)
    board = ferz.Board()
    board.push("e4")
    other = make(board)
    assert type(other) is ferz.Board
    assert other.move_stack == board.move_stack
    other.pop()
    assert board.ply == 1


@pytest.mark.parametrize(
    ("variant", "fen", "moves"),
    [
        ("chess", None, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6"),
        ("gothic+selfcapture", None, "Nc3 Nc6"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Qn] b - - 3 9", "N@f3 Ke2"),
        ("chess960", "6k1/8/8/8/8/8/8/RK2R3 w Q - 0 1", "O-O-O Kh8"),
    ],
)
def test_a_board_survives_pickling(variant: str, fen: str | None, moves: str) -> None:
    board = ferz.Board(variant, fen)
    for move in moves.split():
        board.push(move)
    again = pickle.loads(pickle.dumps(board))
    assert type(again) is ferz.Board
    assert (again.fen, again.move_stack) == (board.fen, board.move_stack)
    assert again.is_repetition(2) == board.is_repetition(2) == (variant == "chess")
    assert again.root() == board.root()


def test_a_board_of_a_class_of_ones_own_keeps_its_class() -> None:
    assert type(pickle.loads(pickle.dumps(OwnBoard()))) is OwnBoard


class OwnBoard(ferz.Board):
    pass


def test_a_board_is_copied_with_its_moves() -> None:
    board = ferz.Board()
    other, moves = copy.deepcopy([board, board.legal_moves])
    assert (other, moves) == (board, board.legal_moves)
    assert other is not board


def test_the_root_is_the_position_before_all_moves() -> None:
    board = ferz.Board()
    for move in ("e4", "e5"):
        board.push(move)
    assert board.root() == ferz.Board()
    assert board.ply == 2


def test_a_line_is_written_with_move_numbers() -> None:
    board = ferz.Board()
    board.push("e4")
    assert board.variation_san(["e5", "Qh5", "Nc6"]) == "1... e5 2. Qh5 Nc6"
    assert board.variation_san([board.parse_san("c5")]) == "1... c5"
    assert board.ply == 1


def test_a_move_is_found_by_its_squares() -> None:
    board = ferz.Board("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    assert board.find_move("a7", "a8", "n") == ferz.Move.from_uci("a7a8n")
    with pytest.raises(ferz.MoveError, match=r"^move 'a7a6': not legal, expected a move of '4k3/"):
        board.find_move("a7", "a6")


def test_a_move_into_check_is_told_from_an_impossible_one() -> None:
    board = ferz.Board("chess", "4k3/8/8/8/8/8/3r4/4K3 w - - 0 1")
    assert board.is_into_check(ferz.Move.from_uci("e1f2"))
    assert not board.is_into_check(ferz.Move.from_uci("e1e8"))
    assert not board.is_into_check(ferz.Move.from_uci("e1d2"))


def test_castling_rights_are_asked_by_side() -> None:
    board = ferz.Board("chess", "4k2r/8/8/8/8/8/8/4K2R b k - 0 1")
    assert board.has_castling_rights(ferz.BLACK)
    assert not board.has_castling_rights(ferz.WHITE)
    assert board.has_kingside_castling_rights(ferz.BLACK)
    assert not board.has_queenside_castling_rights(ferz.BLACK)


def test_castling_rights_by_file_have_a_side() -> None:
    board = ferz.Board("chess960", "4k3/8/8/8/8/8/8/RRK2R1R w BF - 0 1")
    assert board.castling == "FB"
    assert board.has_kingside_castling_rights(ferz.WHITE)
    assert board.has_queenside_castling_rights(ferz.WHITE)
    board.set_fen("4k3/8/8/8/8/8/8/RRK2R1R w B - 0 1")
    assert not board.has_kingside_castling_rights(ferz.WHITE)
    assert board.has_queenside_castling_rights(ferz.WHITE)


def test_captures_pawn_moves_and_drops_start_the_clock_again() -> None:
    board = ferz.Board("crazyhouse", "4k3/8/8/8/8/5p2/4P3/4K1N1[Q] w - - 7 9")
    zeroing = {move for move in ("e2e3", "g1f3", "g1h3", "e1d1") if board.is_zeroing(move)}
    assert zeroing == {"e2e3", "g1f3"}
    assert board.is_zeroing(board.parse_uci("Q@a1"))
    assert board.ply == 0


def test_an_epd_is_a_fen_without_clocks() -> None:
    assert ferz.Board().epd() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
    assert ferz.Board("3check").epd().endswith(" w KQkq - 3+3")


def test_a_legal_en_passant_is_known() -> None:
    board = ferz.Board("chess", "4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1")
    assert not board.has_legal_en_passant()
    board.push("e4")
    assert board.has_legal_en_passant()


@pytest.mark.parametrize(
    ("variant", "fen", "move", "lan"),
    [
        ("chess", None, "g1f3", "Ng1-f3"),
        ("chess", None, "e2e4", "e2-e4"),
        ("chess", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "e7xd8=Q+"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "Q@e4", "Q@e4+"),
        ("selfcapture", None, "b1d2", "Nb1xd2"),
        ("1d-12", None, "a5a7", "Na5-a7"),
    ],
)
def test_long_algebraic_notation(variant: str, fen: str | None, move: str, lan: str) -> None:
    board = ferz.Board(variant, fen)
    assert board.lan(board.parse_uci(move)) == lan


@pytest.mark.parametrize(
    ("variant", "fen", "mirrored"),
    [
        ("chess", "4k3/8/8/8/4Pp2/8/8/4K2R b K e3 0 1", "4k2r/8/8/4pP2/8/8/8/4K3 w k e6 0 1"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/Q~3K3[Qn] w - - 3 9",
         "q~3k3/8/8/8/8/8/8/4K3[Nq] b - - 3 9"),
        ("3check", "4k3/8/8/8/8/8/8/4K3 w - - 1+3 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 3+1 0 1"),
        ("kingofthehill", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "4k3/p7/8/8/8/8/8/4K3 b - - 0 1"),
    ],
)  # fmt: skip
def test_a_mirrored_board_has_the_colors_exchanged(variant: str, fen: str, mirrored: str) -> None:
    board = ferz.Board(variant, fen)
    assert board.mirror().fen == mirrored
    assert board.mirror().mirror() == board


@pytest.mark.parametrize(
    ("variant", "rule"), [("horde", "double_step_region"), ("racingkings", "flag_move")]
)
def test_a_game_that_is_not_alike_for_both_has_no_mirror(variant: str, rule: str) -> None:
    with pytest.raises(ValueError, match=rf"^{variant}: '{rule}' is not alike for both sides"):
        ferz.Board(variant).mirror()


def test_every_other_game_can_be_mirrored() -> None:
    for name in set(ferz.variants.builtin_names()) - {"horde", "racingkings"}:
        assert ferz.Board(name).mirror().turn is not ferz.Board(name).turn


def test_pieces_are_found_by_letter_and_side() -> None:
    board = ferz.Board()
    assert board.pieces("n", ferz.BLACK) == ["b8", "g8"]
    assert board.color_at("e2") == ferz.WHITE
    assert board.color_at("e4") is None


@pytest.mark.parametrize("letter", ["z", "", "pawn"])
def test_a_letter_that_no_piece_has_is_refused(letter: str) -> None:
    message = rf"^piece '{letter}': no such letter, expected one of p, n, b, r, q, k$"
    with pytest.raises(ValueError, match=message):
        ferz.Board().pieces(letter, ferz.WHITE)


def test_a_board_is_represented_by_game_and_position() -> None:
    assert repr(ferz.Board("1d-6")) == f"Board('1d-6', '{ferz.Board('1d-6').fen}')"


def test_every_public_name_exists() -> None:
    for name in ferz.__all__:
        assert getattr(ferz, name) is not None
    assert set(ferz.__all__) <= set(dir(ferz))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"^module 'ferz' has no attribute 'boart'$"):
        ferz.boart  # type: ignore[attr-defined]  # noqa: B018


def test_a_board_that_could_not_be_set_up_still_has_a_repr() -> None:
    board = ferz.Board.__new__(ferz.Board)
    assert repr(board) == "<Board that could not be set up>"
