"""What `ferz.Board` offers on top of the native board."""

import copy

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


def test_pieces_are_found_by_letter_and_side() -> None:
    board = ferz.Board()
    assert board.pieces("n", ferz.BLACK) == ["b8", "g8"]
    assert board.color_at("e2") == ferz.WHITE
    assert board.color_at("e4") is None


def test_a_board_is_represented_by_game_and_position() -> None:
    assert repr(ferz.Board("1d-6")) == f"Board('1d-6', '{ferz.Board('1d-6').fen}')"


def test_every_public_name_exists() -> None:
    for name in ferz.__all__:
        assert getattr(ferz, name) is not None
    assert set(ferz.__all__) <= set(dir(ferz))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"^module 'ferz' has no attribute 'boart'$"):
        ferz.boart  # noqa: B018
