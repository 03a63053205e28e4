"""Hands and drops: the decisions, one test each."""

import pytest
from helpers import after, changed, ended, sans, ucis

import ferz
from ferz import variants

KINGS = "4k3/8/8/8/8/8/8/4K3"


def test_in_crazyhouse_a_captured_piece_changes_sides() -> None:
    board = after("crazyhouse", "4k3/8/8/3n4/4P3/8/8/4K3[] w - - 0 1", "e4d5")
    assert board.hand(ferz.WHITE) == {"n": 1}
    assert board.hand(ferz.BLACK) == {}


def test_in_recycle_only_own_pieces_go_to_the_hand() -> None:
    fen = "4k3/8/8/3n1N2/4P3/8/8/4K3[] w - - 0 1"
    assert after("recycle", fen, "e4d5").hand(ferz.WHITE) == {}
    assert after("recycle", fen, "e4f5").hand(ferz.WHITE) == {"n": 1}


def test_in_selfhouse_all_captured_pieces_go_to_the_hand() -> None:
    fen = "5k4/10/10/3n1N4/4P5/10/10/5K4[] w - - 0 1"
    for move in ("e4d5", "e4f5"):
        assert after("gothic-selfhouse", fen, move).hand(ferz.WHITE) == {"n": 1}


@pytest.mark.parametrize(
    ("side", "own", "enemy"),
    [
        ("us", {"n": 1}, {"b": 1}),
        ("them", {}, {}),
        ("owner", {"n": 1}, {}),
        ("non_owner", {}, {"b": 1}),
    ],
)
def test_capture_to_hand_side_names_the_hand(
    side: str, own: dict[str, int], enemy: dict[str, int]
) -> None:
    game = changed("recycle", f'hand_takes = "all"\ncapture_to_hand_side = "{side}"')
    fen = "4k3/8/8/3b1N2/4P3/8/8/4K3[] w - - 0 1"
    taken_own, taken_enemy = after(game, fen, "e4f5"), after(game, fen, "e4d5")
    assert taken_own.hand(ferz.WHITE) == own
    assert taken_enemy.hand(ferz.WHITE) == enemy
    assert taken_own.hand(ferz.BLACK) == ({} if own else {"n": 1})
    assert taken_enemy.hand(ferz.BLACK) == ({} if enemy else {"b": 1})


@pytest.mark.parametrize(
    ("one", "other"),
    [("gothic+selfcapture+hands", "gothic-selfhouse"), ("chess+hands", "crazyhouse")],
)
def test_a_composition_is_the_game_of_the_same_rules(one: str, other: str) -> None:
    first, second = ferz.variant(one), ferz.variant(other)
    assert variants.fingerprint(first) == variants.fingerprint(second)
    assert ferz.Board(first).fen == ferz.Board(second).fen


def test_a_promoted_victim_goes_to_the_hand_as_a_pawn() -> None:
    board = after("crazyhouse", "4k3/8/8/3q~4/4P3/8/8/4K3[] w - - 0 1", "e4d5")
    assert board.hand(ferz.WHITE) == {"p": 1}


def test_a_promotion_is_remembered_until_the_piece_is_taken() -> None:
    board = after("crazyhouse", "1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7a8q", "b8a8")
    assert board.hand(ferz.BLACK) == {"p": 1}


def test_with_drop_loop_a_promoted_victim_stays_what_it_is() -> None:
    game = changed("crazyhouse", "drop_loop = true")
    board = after(game, "1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7a8q", "b8a8")
    assert board.hand(ferz.BLACK) == {"q": 1}


def test_a_hand_holds_any_number() -> None:
    fen = f"{KINGS}[{'Q' * 40}{'P' * 40}] w - - 0 1"
    board = ferz.Board("crazyhouse", fen)
    assert board.hand(ferz.WHITE) == {"q": 40, "p": 40}
    assert board.fen == fen


def test_hands_are_part_of_the_hash() -> None:
    keys = [ferz.Board("crazyhouse", f"{KINGS}[{h}] w - - 0 1").key for h in ("", "P", "PP", "p")]
    assert len(set(keys)) == 4


def test_taking_back_a_drop_returns_the_piece_to_the_hand() -> None:
    board = ferz.Board("crazyhouse", f"{KINGS}[N] w - - 0 1")
    board.push("N@f3")
    assert board.hand(ferz.WHITE) == {}
    board.pop()
    assert board.hand(ferz.WHITE) == {"n": 1}


def test_pawns_are_dropped_neither_on_the_first_nor_on_the_last_rank() -> None:
    board = ferz.Board("crazyhouse", f"{KINGS}[P] w - - 0 1")
    assert {m[-1] for m in ucis(board) if m.startswith("P@")} == set("234567")


def test_pawns_may_be_dropped_there_if_the_rules_say_so() -> None:
    rules = "first_rank_pawn_drops = true\npromotion_zone_pawn_drops = true"
    board = ferz.Board(changed("crazyhouse", rules), f"{KINGS}[P] w - - 0 1")
    assert {m[-1] for m in ucis(board) if m.startswith("P@")} == set("12345678")


def test_pawns_are_not_dropped_in_a_promotion_zone_of_three_ranks() -> None:
    fen = "5k4/10/10/10/10/10/10/10/10/5K4[Pp] b - - 0 1"
    board = ferz.Board("grand+hands", fen)
    ranks = {m[3:] for m in ucis(board) if m.startswith("P@")}
    assert ranks == set("456789")


def test_a_pawn_dropped_on_the_second_rank_may_step_twice() -> None:
    board = after("crazyhouse", f"{KINGS}[P] w - - 0 1", "P@a2", "e8d8")
    assert "a2a4" in ucis(board)


def test_drop_region_limits_the_drops() -> None:
    game = changed("crazyhouse", 'drop_region_white = "*4 d5"')
    board = ferz.Board(game, f"{KINGS}[N] w - - 0 1")
    drops = {m for m in ucis(board) if "@" in m}
    assert drops == {f"N@{file}4" for file in "abcdefgh"} | {"N@d5"}


def test_a_drop_parries_a_check() -> None:
    board = ferz.Board("crazyhouse", "4r1k1/8/8/8/8/8/3P1P2/3QK3[B] w - - 0 1")
    drops = {m for m in ucis(board) if "@" in m}
    assert drops == {f"B@e{rank}" for rank in range(2, 8)}


def test_no_drop_is_made_on_an_occupied_square() -> None:
    board = ferz.Board("recycle", f"{KINGS}[N] w - - 0 1")
    drops = {m for m in ucis(board) if "@" in m}
    assert len(drops) == 62


def test_drop_checks_off_forbids_only_drops_that_check() -> None:
    board = ferz.Board(changed("crazyhouse", "drop_checks = false"), f"{KINGS}[R] w - - 0 1")
    assert "R@e5" not in ucis(board)
    assert "R@d5" in ucis(board)


def test_a_drop_is_written_with_its_letter_and_read_without() -> None:
    board = ferz.Board("crazyhouse", f"{KINGS}[P] w - - 0 1")
    move = board.parse_san("@e4")
    assert (str(move), board.san(move)) == ("P@e4", "P@e4")
    assert board.parse_uci("@e4") == move
    assert move.is_drop
    assert (move.drop, move.from_square) == ("p", None)


def test_a_drop_mates() -> None:
    board = after("crazyhouse", "6k1/5ppp/8/8/8/8/8/4K3[R] w - - 0 1", "R@e8")
    assert ended(board) == ("1-0", "checkmate")


def test_without_piece_drops_the_hand_is_empty_for_ever() -> None:
    board = ferz.Board("chess", "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1")
    board.push("exd5")
    assert board.hand(ferz.WHITE) == {}
    assert not board.variant.has_hands


def test_a_king_dropped_on_its_square_may_castle_if_the_rules_say_so() -> None:
    rules = 'castling_dropped_piece = true\npiece_drops = true\nextinction_piece_types = "p"'
    game = changed("extinction", rules)
    board = after(game, "4k3/p7/8/8/8/8/P7/7R[K] w - - 0 1", "K@e1", "e8d8")
    assert "O-O" in sans(board)


def test_a_dropped_rook_does_not_castle_where_another_may() -> None:
    game = changed("crazyhouse", "castling_dropped_piece = true\nchess960 = true")
    board = after(game, "4k3/8/8/8/8/8/8/4KR2[R] w F - 0 1", "R@h1")
    assert board.fen.split()[2] == "F"
    board = after(game, "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1", "R@h1")
    assert board.fen.split()[2] == "K"
