"""Games told to XBoard: their names there, its table of letters, its Betza, its clocks."""

import pytest

import ferz
from ferz import variants
from ferz.protocols.xboard_moves import move_text, parse_move
from ferz.protocols.xboard_names import (
    KNOWN,
    LEFT_OUT,
    announced_name,
    announced_names,
    find_game,
    is_mistaken,
)
from ferz.protocols.xboard_setup import parent, setup_command, setup_commands, xboard_betza
from ferz.protocols.xboard_timing import Timing


def test_every_game_has_a_name_that_xboard_does_not_mistake() -> None:
    names = announced_names()
    assert len(set(names)) == len(names)
    own = [name for name in names if name not in KNOWN]
    assert not [name for name in own if is_mistaken(name)]
    games = {find_game(name)[0] for name in names}
    assert set(variants.builtin_names()) - games == set(LEFT_OUT)


def test_what_xboard_cannot_show_is_left_out() -> None:
    for name in LEFT_OUT:
        game = ferz.variant(name)
        assert game.ranks > 15 or not ferz.Board(game).turn
    assert ferz.Board("thin-4x6").turn


@pytest.mark.parametrize(
    ("name", "is_taken"),
    [
        ("gothic-selfhouse", True),
        ("courier", True),
        ("my3check", True),
        ("gothics", False),
        ("ferz-gothic-selfhouse", False),
        ("selfcapture", False),
        ("grandpa", False),
    ],
)
def test_a_name_is_mistaken_as_xboard_reads_it(name: str, is_taken: bool) -> None:
    assert is_mistaken(name) == is_taken
    assert announced_name(name) == (f"ferz-{name}" if is_taken else name)


def test_a_size_before_a_name_may_mean_hands() -> None:
    assert find_game("10x8+7_capablanca") == ("capahouse", True)
    assert find_game("10x8+5_janus") == ("janus+hands", False)
    assert find_game("10x8_gothic") == ("gothic", True)
    assert find_game("ferz-courier") == ("courier", False)
    with pytest.raises(ferz.VariantError, match="unknown game"):
        ferz.variant(find_game("8x8_8x8_normal")[0])


@pytest.mark.parametrize("name", sorted(set(KNOWN) - {"nocastle", "fischerandom", "caparandom"}))
def test_known_games_have_the_board_that_xboard_expects(name: str) -> None:
    game = ferz.variant(KNOWN[name])
    size = (game.files, game.ranks)
    wide = {"capablanca", "gothic", "janus", "10x8+7_capablanca", "10x8+7_gothic"}
    assert size == ((10, 10) if name == "grand" else (10, 8) if name in wide else (8, 8))


def test_a_game_with_drops_is_set_up() -> None:
    assert setup_commands(ferz.variant("capahouse")) == [
        "setup (PNBRQ..AC...~~~~..~~.Kpnbrq..ac...~~~~..~~.k) 10x8+7_crazyhouse "
        "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR[] w KQkq - 0 1",
        "piece P& fmWfceFifmnDj@7",
        "piece N& N@8",
        "piece B& B@8",
        "piece R& R@8",
        "piece Q& Q@8",
        "piece K& KO3",
        "piece A& BN@8",
        "piece C& RN@8",
    ]


def test_self_capture_is_told_and_its_rooks_are_towers() -> None:
    command, *pieces = setup_commands(ferz.variant("gothic-selfhouse"))
    assert command.startswith("setup (PNB.Q..AC...~~.~..~~.....RKpnb.q")
    assert "10x8+7_bughouse" in command
    assert pieces[0] == "piece P& fmWfcdeFifmnDj@7"
    assert pieces[1] == "piece N& mcdN@8"
    assert "piece K& mcdKO3" in pieces
    assert "piece A& mcdBmcdN@8" in pieces


@pytest.mark.parametrize("game", variants.builtin_names())
def test_the_table_of_letters_has_every_piece_once_for_each_side(game: str) -> None:
    variant = ferz.variant(game)
    table = setup_command(variant).partition("(")[2].partition(")")[0]
    white, black = table[: len(table) // 2], table[len(table) // 2 :]
    assert white.lower() == black
    assert len(table) >= 12
    for kind in variant.pieces:
        assert white.count(kind.letter.upper()) == 1


@pytest.mark.parametrize(
    ("game", "letter", "betza"),
    [
        ("berolina", "p", "fmFfceWifmnA"),
        ("torpedo", "p", "fmWfceFfmnD"),
        ("grasshopper", "p", "fmWfceF"),
        ("grasshopper", "g", "gQ"),
        ("nightrider", "n", "N0"),
        ("shako", "c", "mRcpR"),
        ("shako", "k", "KjO2"),
        ("caravan", "k", "KjjjjO2"),
        ("caravan", "s", "R4"),
        ("janus", "k", "KrO4lO3"),
        ("embassy", "k", "KO3"),
        ("horde", "k", "KO2"),
        ("1d-8", "n", "D"),
        ("crazyhouse", "q", "Q@8"),
    ],
)
def test_moves_are_put_into_the_betza_of_xboard(game: str, letter: str, betza: str) -> None:
    variant = ferz.variant(game)
    kind = next(kind for kind in variant.pieces if kind.letter == letter)
    assert xboard_betza(variant, kind) == betza


def test_leaps_that_xboard_names_otherwise_are_renamed() -> None:
    toml = 'name = "Leaps"\nextends = "chess"\n[pieces]\n'
    toml += 'camel = { letter = "c", move = "L" }\nzebra = { letter = "z", move = "sJ" }\n'
    variant = variants.loads(toml)
    found = {kind.letter: xboard_betza(variant, kind) for kind in variant.pieces}
    assert (found["c"], found["z"]) == ("C", "sZ")


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ("crazyhouse", "crazyhouse"),
        ("recycle", "bughouse"),
        ("antichess", "giveaway"),
        ("extinction", "fairy"),
        ("shako", "fairy"),
    ],
)
def test_the_parent_is_the_game_whose_ways_are_nearest(game: str, expected: str) -> None:
    assert parent(ferz.variant(game)) == expected


@pytest.mark.parametrize(
    ("game", "uci", "text"),
    [
        ("chess", "e2e4", "e2e4"),
        ("shako", "a3a5", "a2a4"),
        ("grand", "a3a4", "a2a3"),
        ("caravan", "a4a5", "a4a5"),
        ("courier", "b2b3", "b2b3"),
    ],
)
def test_ranks_are_counted_from_zero_on_ten_of_them_only(game: str, uci: str, text: str) -> None:
    board = ferz.Board(game)
    move = board.parse_uci(uci)
    assert move_text(board, move) == text
    assert parse_move(board, text) == move


def test_castling_and_promotion_are_read_as_xboard_writes_them() -> None:
    board = ferz.Board("chess", "4k3/P7/8/8/8/8/8/4K2R w K - 0 1")
    assert str(parse_move(board, "a7a8Q")) == "a7a8q"
    assert str(parse_move(board, "O-O")) == "e1g1"
    pawns = ferz.Board("octopawn", "4/P3/4/4 w - - 0 1")
    assert str(parse_move(pawns, "a3a4.")) == "a3a4"
    shuffled = ferz.Board("chess960", "4k3/8/8/8/8/8/8/1K4RR w G - 0 1")
    castling = next(move for move in shuffled.legal_moves if move.is_castling)
    assert move_text(shuffled, castling) == "O-O"
    assert parse_move(shuffled, "O-O") == castling


def after(plies: int) -> ferz.Board:
    """A board some moves after the start."""
    board = ferz.Board()
    for move in ["g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1", "c6b8"][:plies]:
        board.push(move)
    return board


def test_a_session_of_moves_counts_down() -> None:
    timing = Timing()
    timing.set_level("3 0:30 0", 0)
    left = [timing.limits(after(plies)).get("moves_to_go") for plies in (0, 2, 4, 6)]
    assert left == [3, 2, 1, 3]


def test_the_last_move_of_a_session_fills_the_clock_up_before_anybody_tells_the_time() -> None:
    timing = Timing()
    timing.set_level("3 0:30 0", 0)
    left = []
    for plies in (0, 2, 4):
        timing.used(4_000, after(plies))
        left.append(timing.limits(after(plies + 2))["white_time_ms"])
    assert left == [26_000, 22_000, 48_000]


def test_who_takes_the_last_move_of_a_session_back_has_no_full_clock() -> None:
    timing = Timing()
    timing.set_level("1 0:30 0", 0)
    timing.set_time("300", is_own=True)
    timing.used(1_000, after(0))
    assert timing.limits(after(2))["white_time_ms"] == 32_000
    assert timing.limits(after(0))["white_time_ms"] == 2_000
    timing.used(1_000, after(0))
    assert timing.limits(after(2))["white_time_ms"] == 31_000
    timing.set_time("3100", is_own=True)
    assert timing.limits(after(2))["white_time_ms"] == 31_000


def test_clocks_belong_to_the_engine_and_to_the_other() -> None:
    timing = Timing()
    timing.set_level("0 2:30 1.5", 0)
    timing.set_time("1234", is_own=True)
    limits = timing.limits(after(1))
    assert (limits["black_time_ms"], limits["white_time_ms"]) == (12_340, 150_000)
    assert limits["black_increment_ms"] == 1_500
    assert "moves_to_go" not in limits


def test_an_exact_time_leaves_a_margin() -> None:
    timing = Timing()
    timing.set_move_time("0.5")
    timing.set_depth("7")
    limits = timing.limits(after(0))
    assert (limits["time_ms"], limits["depth"]) == (470, 7)
