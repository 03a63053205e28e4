"""Rules of movement, promotion and castling: one test each."""

import itertools

import pytest
import slow
from helpers import after, changed, sans, ucis
from slow.betza import ATOMS, read_betza

import ferz


def of(board: ferz.Board, origin: str) -> set[str]:
    """Where the piece on a square may go."""
    return {str(move)[len(origin) :] for move in board.legal_moves if move.from_square == origin}


def slow_ucis(board: ferz.Board) -> set[str]:
    """What the second generator finds; the pieces must have no regions."""
    game = board.variant
    pieces = [
        {"name": kind.name, "letter": kind.letter, "move": kind.move, "royal": kind.royal}
        for kind in game.pieces
    ]
    size = {"files": game.files, "ranks": game.ranks}
    rules = {"start": game.start_fen, "pieces": pieces, "rules": dict(game.changed_rules)}
    position = slow.read_fen(slow.Game(size | rules), board.fen)
    return {move.uci() for move in slow.legal_moves(position)}


# Pieces


def test_a_nightrider_leaps_on_until_something_stands_in_its_way() -> None:
    board = ferz.Board("nightrider", "7k/8/8/8/8/1p6/8/N6K w - - 0 1")
    assert of(board, "a1") == {"b3", "c2", "e3", "g4"}


def test_a_cannon_moves_like_a_rook_and_takes_over_one_screen() -> None:
    board = ferz.Board("shako", "5k4/10/p9/10/p9/10/10/10/10/C4K4 w - - 0 1")
    assert {m for m in of(board, "a1") if m[0] == "a"} == {"a2", "a3", "a4", "a5", "a8"}


def test_a_grasshopper_lands_right_behind_the_hurdle() -> None:
    board = ferz.Board("grasshopper", "7k/8/8/8/P7/8/8/G6K w - - 0 1")
    assert of(board, "a1") == {"a5"}


def test_a_lame_leaper_is_blocked_on_its_way() -> None:
    game = changed("chess", "", 'knight = { move = "nN" }')
    board = ferz.Board(game, "7k/8/8/8/3N4/3P4/8/K7 w - - 0 1")
    assert of(board, "d4") == {"b3", "b5", "c6", "e6", "f3", "f5"}


@pytest.mark.parametrize("rows", ["7k/8/8/8/4n3/5n2/3K4/4R3", "7k/8/7b/8/4n3/8/3K4/4R3"])
def test_one_piece_may_stop_two_checks_through_one_square(rows: str) -> None:
    # Two horses, or a horse and a bishop.
    board = ferz.Board(changed("chess", "", 'knight = { move = "nN" }'), f"{rows} w - - 0 1")
    assert len(board.checkers) == 2
    assert "e1e3" in ucis(board)
    assert set(ucis(board)) == slow_ucis(board)


def test_a_range_limits_a_slide() -> None:
    game = changed("chess", "", 'rook = { move = "R2" }')
    board = ferz.Board(game, "7k/8/8/8/3R4/8/8/K7 w - - 0 1")
    assert of(board, "d4") == {"d5", "d6", "d3", "d2", "b4", "c4", "e4", "f4"}


@pytest.mark.parametrize(
    ("hurdle", "targets"), [("a2", {"a3", "a4"}), ("a3", {"a4"}), ("a4", set())]
)
def test_a_range_limits_hurdle_and_landing_of_a_hopper(hurdle: str, targets: set[str]) -> None:
    game = changed("chess", "", 'rook = { move = "pR3" }')
    rows = ["P7" if f"a{rank}" == hurdle else "8" for rank in range(7, 1, -1)]
    board = ferz.Board(game, f"7k/{'/'.join(rows)}/R6K w - - 0 1")
    assert of(board, "a1") == targets


def test_many_ranges_of_one_direction_do_not_break_pins() -> None:
    move = "".join(f"Q{n}" for n in range(2, 16)) * 5
    game = changed("chess", "", f'zealot = {{ letter = "z", move = "{move}" }}')
    fen = "7k/8/1z1z1z2/2NNN3/1zNKNz2/2NNN3/1z1z1z2/R7 w - - 0 1"
    board = ferz.Board(game, fen)
    assert {move[:2] for move in ucis(board)} == {"a1"}
    assert ucis(board) == slow_ucis(board)


def leaps(move: str) -> set[str] | None:
    """Where the second reader of Betza's notation goes from h8 of a large board."""
    try:
        ways = [(s.dx * n, s.dy * n) for s in read_betza(move) for n in range(1, s.reach or 9)]
        ways += [(s.dx * s.reach, s.dy * s.reach) for s in read_betza(move)]
    except ValueError:
        return None
    inside = [(7 + x, 7 + y) for x, y in ways if (x or y) and max(abs(x), abs(y)) <= 7]
    return {f"{chr(ord('a') + x)}{y + 1}" for x, y in inside}


@pytest.mark.parametrize("atom", ATOMS)
def test_every_pair_of_directions_means_what_the_second_reader_says(atom: str) -> None:
    for pair in itertools.product("fbvlrs", "fbvlrsh"):
        move = "".join(pair) + atom
        try:
            found = set(ferz.betza_targets(move, 15, 15, "h8"))
        except ferz.VariantError:
            assert leaps(move) is None, move
        else:
            assert found == leaps(move), move


def test_a_divergent_piece_captures_otherwise_than_it_moves() -> None:
    game = changed("chess", "", 'knight = { move = "mNcB" }')
    board = ferz.Board(game, "6k1/p7/8/8/3N4/8/4p3/K7 w - - 0 1")
    assert "a7" in of(board, "d4")
    assert not {"e2", "c5"} & of(board, "d4")


def test_a_piece_stays_in_its_region() -> None:
    game = changed("chess", "", 'rook = { region_white = "*1 *2" }')
    board = ferz.Board(game, "7k/8/8/8/8/8/8/R6K w - - 0 1")
    assert {m for m in of(board, "a1") if m[0] == "a"} == {"a2"}


def test_black_moves_like_white_turned_round() -> None:
    game = changed("chess", "", 'knight = { move = "flF" }')
    board = ferz.Board(game, "7k/8/8/8/3n4/8/8/K7 b - - 0 1")
    assert of(board, "d4") == {"e3"}


def test_moves_marked_initial_start_in_the_double_step_region() -> None:
    game = changed("chess", "", 'knight = { move = "NimfD" }')
    assert "c4" in of(ferz.Board(game, "7k/8/8/8/8/8/2N5/K7 w - - 0 1"), "c2")
    assert "c5" not in of(ferz.Board(game, "7k/8/8/8/8/2N5/8/K7 w - - 0 1"), "c3")


# Pawns


def test_a_double_step_needs_both_squares_empty() -> None:
    blocked = ferz.Board("chess", "7k/8/8/8/4p3/8/4P3/K7 w - - 0 1")
    assert of(blocked, "e2") == {"e3"}
    assert of(ferz.Board("chess", "7k/8/8/8/8/4p3/4P3/K7 w - - 0 1"), "e2") == set()


def test_a_torpedo_pawn_steps_twice_from_anywhere_and_may_promote_so() -> None:
    board = ferz.Board("torpedo", "7k/8/P7/8/8/8/8/K7 w - - 0 1")
    assert of(board, "a6") == {"a7", "a8q", "a8r", "a8b", "a8n"}


def test_in_horde_a_step_from_the_first_rank_is_not_taken_in_passing() -> None:
    board = after("horde", "4k3/8/8/8/8/2p5/8/1P6 w - - 0 1", "b1b3")
    assert board.ep_square is None


def test_en_passant_region_limits_where_the_capture_ends() -> None:
    game = changed("chess", 'en_passant_region_black = "a3"')
    board = after(game, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4")
    assert board.ep_square is None
    assert of(board, "d4") == {"d3"}


def test_en_passant_types_name_who_takes_in_passing() -> None:
    game = changed("chess", 'en_passant_types = "-"')
    board = after(game, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4")
    assert of(board, "d4") == {"d3"}


def test_a_slider_that_only_captures_so_may_take_in_passing() -> None:
    game = changed("chess", 'en_passant_types = "pn"', 'knight = { move = "mNcB" }')
    board = after(game, "4k3/8/7n/8/8/8/4P3/4K3 w - - 0 1", "e2e4")
    assert "e3" in of(board, "h6")


def test_a_lame_leap_that_only_captures_may_take_in_passing() -> None:
    game = changed("chess", 'en_passant_types = "n"', 'knight = { move = "mBcnN" }')
    assert "e3" in of(after(game, "4k3/8/8/3n4/8/8/4P3/4K3 w - - 0 1", "e2e4"), "d5")
    assert "e3" not in of(after(game, "4k3/8/8/3n4/3p4/8/4P3/4K3 w - - 0 1", "e2e4"), "d5")


def test_where_some_captures_are_marked_e_only_these_take_in_passing() -> None:
    game = changed("chess", "", 'pawn = { move = "mfWcfFcefN" }')
    assert after(game, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4").ep_square is None
    assert after(game, "4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1", "e2e4").ep_square == "e3"


def test_only_a_move_of_two_squares_can_be_taken_in_passing() -> None:
    game = changed("chess", "", 'pawn = { move = "mfWcefFimfR3" }')
    fen = "4k3/8/8/8/4p3/8/5P2/4K3 w - - 0 1"
    assert after(game, fen, "f2f4").ep_square == "f3"
    assert after(game, fen, "f2f5").ep_square is None


def test_a_piece_that_starts_with_a_leap_of_two_can_be_taken_in_passing() -> None:
    game = changed("chess", "", 'knight = { move = "NimfD" }')
    board = after(game, "4k3/8/8/8/3p4/8/4N3/4K3 w - - 0 1", "e2e4", "d4e3")
    assert board.board_fen == "4k3/8/8/8/8/4p3/8/4K3"


def test_an_en_passant_capture_never_promotes() -> None:
    game = changed("chess", 'promotion_region_black = "*3"')
    board = after(game, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4")
    assert of(board, "d4") == {"e3", "d3q", "d3r", "d3b", "d3n"}
    board.push("d4e3")
    assert ferz.Board(game, board.fen).fen == board.fen


def test_a_position_of_horde_is_read_by_its_en_passant_region() -> None:
    board = ferz.Board("horde", "4k3/8/8/8/8/1Pp5/8/8 b - b2 0 1")
    assert board.ep_square is None
    assert of(board, "c3") == {"c2"}


def test_en_passant_that_uncovers_the_king_is_illegal() -> None:
    board = after("chess", "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4")
    assert "e3" not in of(board, "d4")
    assert board.fen.split()[3] == "-"


# Promotion


def test_a_pawn_promotes_to_what_the_rules_name() -> None:
    game = changed("chess", 'promotion_piece_types = "n"')
    assert of(ferz.Board(game, "7k/P7/8/8/8/8/8/K7 w - - 0 1"), "a7") == {"a8n"}


def test_promotion_may_be_optional() -> None:
    game = changed("chess", "mandatory_pawn_promotion = false")
    board = ferz.Board(game, "7k/P7/8/8/8/8/8/K7 w - - 0 1")
    assert of(board, "a7") == {"a8", "a8q", "a8r", "a8b", "a8n"}


def test_a_limit_of_promotion_counts_the_pieces_on_the_board() -> None:
    board = ferz.Board("grand", "9k/10/P9/10/10/10/10/10/10/KQRR6 w - - 0 1")
    assert {m[2:] for m in of(board, "a8")} == {"", "c", "a", "b", "n"}


def test_a_piece_does_not_go_where_it_could_never_move_from() -> None:
    board = ferz.Board("grand", "9k/P9/10/10/10/10/10/10/10/K9 w - - 0 1")
    assert "a10" not in of(board, "a9")
    assert "a10q" in of(board, "a9")


def test_other_pieces_may_promote() -> None:
    game = changed("chess", 'promotion_pawn_types = "n"\npromotion_piece_types = "q"')
    board = ferz.Board(game, "7k/8/1N6/8/8/8/8/K7 w - - 0 1")
    assert {"a8q", "c8q"} <= of(board, "b6")


# Castling


@pytest.mark.parametrize(
    ("game", "fen", "moves"),
    [
        ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", {"e1g1", "e1c1"}),
        ("capablanca", "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1", {"f1i1", "f1c1"}),
        ("janus", "4k5/10/10/10/10/10/10/R3K4R w KQ - 0 1", {"e1i1", "e1b1"}),
        ("embassy", "4k5/10/10/10/10/10/10/R3K4R w KQ - 0 1", {"e1h1", "e1b1"}),
        ("capablanca+960", "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1", {"f1j1", "f1a1"}),
        ("chess960", "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1", {"e1b1", "e1g1"}),
    ],
)
def test_castling_is_written_as_the_game_writes_it(game: str, fen: str, moves: set[str]) -> None:
    board = ferz.Board(game, fen)
    assert {str(move) for move in board.legal_moves if move.is_castling} == moves
    assert {board.san(board.parse_uci(move)) for move in moves} == {"O-O", "O-O-O"}


@pytest.mark.parametrize("attacker", ["4r3", "5r2", "6r1"])
def test_the_king_castles_neither_out_of_through_nor_into_check(attacker: str) -> None:
    board = ferz.Board("chess", f"k7/{attacker}/8/8/8/8/8/4K2R w K - 0 1")
    assert "e1g1" not in ucis(board)


def test_an_attacked_rook_may_castle() -> None:
    board = ferz.Board("chess", "k6r/8/8/8/8/8/8/4K2R w K - 0 1")
    assert "e1g1" in ucis(board)


def test_the_b_file_may_be_attacked_in_long_castling() -> None:
    board = ferz.Board("chess", "1r5k/8/8/8/8/8/8/R3K3 w Q - 0 1")
    assert "e1c1" in ucis(board)


@pytest.mark.parametrize(
    ("cells", "castles"),
    [
        ("1k6/8/8/8/8/8/8/c3K2R", False),
        ("1k6/8/8/8/8/8/c7/4K2R", True),
        ("1k3c2/8/8/8/8/8/8/4K2R", True),
        ("1k3c2/8/8/8/8/8/5P2/4K2R", False),
    ],
)
def test_the_castling_king_is_a_hurdle_for_the_squares_it_passes(cells: str, castles: bool) -> None:
    # Judged with the king on its old square: a cannon on its rank looks over it.
    game = changed("chess", "", 'cannon = { letter = "c", move = "mRcpR" }')
    board = ferz.Board(game, f"{cells} w K - 0 1")
    assert ("e1g1" in ucis(board)) == castles
    assert ucis(board) == slow_ucis(board)


def test_castling_in_which_the_king_stays_is_written_king_takes_rook() -> None:
    start = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
    board = ferz.Board(changed("chess", 'castling_queenside_file = "e"', start=start))
    assert {str(move) for move in board.legal_moves if move.is_castling} == {"e1a1"}
    board.push("O-O-O")
    assert board.board_fen == "4k3/8/8/8/8/8/8/4KR2"


def test_in_chess960_a_rook_that_leaves_the_king_open_may_not_castle() -> None:
    board = ferz.Board("chess960", "4k3/8/8/8/8/8/8/qR1K4 w B - 0 1")
    assert "d1b1" not in ucis(board)


def test_castling_puts_king_and_rook_where_chess_has_them() -> None:
    board = after("chess960", "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1", "f1b1")
    assert board.board_fen == "4k3/8/8/8/8/8/8/2KR3R"


def test_a_captured_rook_takes_the_castling_right_along() -> None:
    board = after("chess", "r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1", "g2h1")
    assert board.castling == "Qkq"


def test_without_castling_no_right_is_kept() -> None:
    board = ferz.Board("chess+nocastle")
    assert board.castling == "-"


# Checks and compulsion


def test_a_capture_is_compulsory_in_antichess() -> None:
    board = ferz.Board("antichess", "8/8/8/3p4/4P3/8/P7/8 w - - 0 1")
    assert sans(board) == {"exd5"}


def test_en_passant_is_compulsory_in_antichess() -> None:
    board = after("antichess", "8/8/8/8/3p4/8/4P3/7N w - - 0 1", "e2e4")
    assert sans(board) == {"dxe3"}


def test_with_must_capture_check_comes_first() -> None:
    game = changed("chess", "must_capture = true")
    board = ferz.Board(game, "4r2k/8/8/8/8/p7/1P6/4K3 w - - 0 1")
    assert board.legal_captures == []
    assert ucis(board) == {"e1d1", "e1d2", "e1f1", "e1f2"}


def test_a_square_that_a_pawn_may_just_walk_to_is_not_taken_in_passing() -> None:
    game = changed("chess", "", 'pawn = { letter = "p", move = "mfWmcefF" }')
    board = after(game, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4")
    assert [str(move) for move in board.legal_moves].count("d4e3") == 1
    assert board.ep_square is None
