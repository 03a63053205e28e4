"""Portable Game Notation: what is read, what is written, and what is wrong."""

import contextlib
import io
from pathlib import Path

import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ferz
from ferz import pgn

OPERA = """[Event "Paris"]
[White "Morphy, Paul"]
[Black "Duke of Brunswick"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 $2 {A weak move.} 4. dxe5 Bxf3 (4... dxe5 5. Qxd8+
Kxd8 6. Nxe5) 5. Qxf3 dxe5 1-0
"""


def moves_of(text: str) -> list[str]:
    """The main line of a text as UCI."""
    return [str(move) for move in ferz.Game.from_pgn(text).mainline_moves()]


def error_of(text: str) -> str:
    """What is wrong with a text."""
    with pytest.raises(ferz.PgnError) as caught:
        ferz.Game.from_pgn(text)
    return str(caught.value)


def their_game(text: str) -> chess.pgn.Game:
    """A text as python-chess reads it."""
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert game.errors == []
    return game


def test_a_game_is_read_with_headers_moves_and_result() -> None:
    game = ferz.Game.from_pgn(OPERA)
    assert game.headers["White"] == "Morphy, Paul"
    assert game.headers["Site"] == "?"
    assert game.end().board().fen.startswith("rn1qkbnr/ppp2ppp/8/4p3/4P3/5Q2/PPP2PPP/RNB1KB1R w")
    assert game.headers["Result"] == "1-0"


def test_comments_glyphs_and_variations_are_kept() -> None:
    game = ferz.Game.from_pgn(OPERA)
    weak, capture = (list(game.mainline())[ply] for ply in (5, 7))
    assert (weak.nags, weak.comment) == ({2}, "A weak move.")
    assert capture.parent is not None
    assert [node.san() for node in capture.parent.variations] == ["Bxf3", "dxe5"]


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 e5 2. Nf3 *",
        "1.e4 e5 2.Nf3 *",
        "1 e4 e5 2 Nf3",
        "e4 e5 Nf3 *",
        "1. e4 1... e5 2. Nf3 1/2-1/2",
        "1. e2e4 e7e5 2. g1f3 *",
        "\ufeff1. e4 {x} e5 ; y\n2. Nf3! *",
        "% escaped\n1. e4 e5\n%1... c5\n2. Nf3 *",
        "1. e4 (1. d4 (1. c4)) e5 (1... c5) 2. Nf3 *",
        "1. e4\r\ne5\r\n2. Nf3 *\r\n",
    ],
)
def test_every_way_to_write_moves_is_read(text: str) -> None:
    assert moves_of(text) == ["e2e4", "e7e5", "g1f3"]


def test_glyph_suffixes_are_numbers() -> None:
    game = ferz.Game.from_pgn("1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! *")
    assert [node.nags for node in game.mainline()] == [{1}, {2}, {3}, {4}, {5}, {6}]


def test_comments_stand_before_and_after_moves() -> None:
    game = ferz.Game.from_pgn("{a} 1. e4 {b} {c} ({d} 1. d4 {e}) {f} *")
    assert game.comment == "a"
    assert game.variations[0].comment == "b c f"
    assert game.variations[1].starting_comment == "d"
    assert game.variations[1].comment == "e"


def test_any_number_of_comments_is_read_and_written() -> None:
    game = ferz.Game.from_pgn("1. e4 " + "{a}" * 80_000 + " (1. d4) {b} " * 2 + "{c} *")
    assert game.end().comment == "a " * 80_000 + "b b c"
    assert ferz.Game.from_pgn(game.pgn(columns=None)) == game


def test_a_clock_comment_is_kept_as_it_is() -> None:
    game = ferz.Game.from_pgn("1. e4 {[%clk 0:09:58] [%eval 0.3]} *")
    assert game.end().comment == "[%clk 0:09:58] [%eval 0.3]"
    assert game.end().clock() == 598
    assert "{[%clk 0:09:58] [%eval 0.3]}" in game.pgn()


def test_several_games_are_read_from_a_file_one_by_one() -> None:
    text = OPERA + "\n" + OPERA.replace("Paris", "Rome") + "\n1. d4 *\n1. c4 0-1 {resigns}\n"
    games = list(pgn.read_games(io.StringIO(text)))
    assert [game.headers["Event"] for game in games] == ["Paris", "Rome", "?", "?"]
    assert games[3].headers["Result"] == "0-1"
    assert games[3].end().comment == "resigns"


def test_a_wrong_game_does_not_hide_the_next() -> None:
    games = pgn.read_games('[Event "a"]\n\n1. e5 *\n\n[Event "b"]\n\n1. e4 *\n')
    with pytest.raises(ferz.PgnError, match=r"^game 1, ply 1: "):
        next(games)
    assert next(games).headers["Event"] == "b"


@pytest.mark.parametrize(
    ("tag", "variant"),
    [
        ("Crazyhouse", "crazyhouse"),
        ("crazyhouse", "crazyhouse"),
        ("THREE-CHECK", "3check"),
        ("King of the Hill", "kingofthehill"),
        ("Standard", "chess"),
        ("gothic+selfcapture", "gothic+selfcapture"),
    ],
)
def test_the_variant_tag_is_matched_without_case_and_by_alias(tag: str, variant: str) -> None:
    game = ferz.Game.from_pgn(f'[Variant "{tag}"]\n\n*')
    assert game.variant.id == variant
    assert f'[Variant "{tag}"]' in game.pgn()


def test_a_game_of_chess_has_no_variant_tag() -> None:
    assert "Variant" not in ferz.Game().pgn()


def test_the_variant_tag_stands_before_the_position() -> None:
    fen = "4k3/8/8/8/8/8/8/4K3[Qq] b - - 0 7"
    game = ferz.Game("crazyhouse", fen)
    game.add_line(["Q@e7", "Kd1"])
    tags = '[Variant "Crazyhouse"]\n[SetUp "1"]\n[FEN "' + fen + '"]\n\n7... Q@e7+ 8. Kd1 *\n'
    assert game.pgn().endswith(tags)


def test_a_chess960_game_says_where_it_starts() -> None:
    game = ferz.Game("chess960")
    assert "[FEN " in game.pgn()
    assert ferz.Game.from_pgn(game.pgn()) == game


@pytest.fixture
def own_variant(tmp_path: Path) -> ferz.Variant:
    """Chess with a longer clock, under a name of its own."""
    path = tmp_path / "mine.toml"
    path.write_text('name = "My chess"\nextends = "chess"\n[rules]\nn_move_rule = 75\n')
    return ferz.variant(path)


def test_a_variant_tag_never_opens_a_file() -> None:
    assert error_of('[Variant "./chess.toml"]\n\n*').startswith("game 1, tag Variant: unknown game")


def test_a_game_of_ones_own_is_read_with_its_rules_given(own_variant: ferz.Variant) -> None:
    game = ferz.Game(own_variant)
    game.add_line(["e4", "e5"])
    assert ferz.Game.from_pgn(game.pgn(), own_variant) == game


def test_quotes_and_backslashes_in_tags_survive() -> None:
    game = ferz.Game(headers={"Event": 'The "C:\\" Open'})
    assert '[Event "The \\"C:\\\\\\" Open"]' in game.pgn()
    assert ferz.Game.from_pgn(game.pgn()) == game


def test_unescaped_quotes_in_a_tag_are_read() -> None:
    assert ferz.Game.from_pgn('[Event "The "Open""]\n\n*').headers["Event"] == 'The "Open"'


def test_a_closing_brace_in_a_comment_survives() -> None:
    game = ferz.Game()
    game.add_line(["e4", "e5"], comment="a } b")
    game.add_variation("d4", comment="c } d")
    assert "; a } b\n" in game.pgn()
    assert ferz.Game.from_pgn(game.pgn()) == game


def test_lines_are_at_most_eighty_columns() -> None:
    game = ferz.Game()
    game.add_line(["Nf3", "Nf6", "Ng1", "Ng8"] * 20, comment="word " * 40)
    assert max(map(len, game.pgn().splitlines())) <= 80
    assert len(game.pgn(columns=None).splitlines()) == 9


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "text: found no game, expected tags or moves"),
        ("1. e4 (1. d4 *", "game 1, ply 2: found the end of the game, expected ')'"),
        ("1. e4 ) *", "game 1, ply 2: found ')', expected a move"),
        ("1. e4 () *", "game 1, ply 1: found ')', expected a move"),
        ("(1. e4) *", "game 1, ply 1: found '(', expected a move"),
        ("1. e4 {x", "game 1, ply 2: found the end of the text in a comment, expected '}'"),
        ("1. e4 <x> *", "game 1, ply 2: found '<', expected a move, a comment or the result"),
        ("1. e4 \x1b *", "game 1, ply 2: found '?', expected a move, a comment or the result"),
        ("1. e4 $256 *", "game 1, ply 2: found '$256', expected $0 to $255"),
        ("1. e4 $ *", "game 1, ply 2: found '$', expected $0 to $255"),
        ("1. e4 $x *", "game 1, ply 2: found '$x', expected $0 to $255"),
        (
            "1. e4 $" + "1" * 5000,
            f"game 1, ply 2: found '${'1' * 39}…', expected $0 to $255",
        ),
        ("[Event]\n\n*", "game 1: found '[Event]', expected a tag like [Event \"…\"]"),
        (" [Event x\n*", "game 1: found '[Event x', expected a tag like [Event \"…\"]"),
        ('[Ev\x07 "a"]\n*', 'game 1: found \'[Ev? "a"]\', expected a tag like [Event "…"]'),
        ('[A "1"]\n[A "2"]\n*', "game 1: tag 'A' is given twice, expected once"),
        (
            '[Result "1-0"]\n\n1. e4 0-1',
            "game 1, ply 2: found '0-1', expected '1-0' as the tag Result says",
        ),
        (
            '[Variant "Crazyhuose"]\n\n*',
            "game 1, tag Variant: unknown game 'Crazyhuose'; did you mean 'crazyhouse'?",
        ),
    ],
)
def test_a_bad_text_is_refused(text: str, message: str) -> None:
    assert error_of(text) == message


def test_the_smallest_and_the_largest_glyph_are_read() -> None:
    assert ferz.Game.from_pgn("1. e4 $0 $255 $007 *").end().nags == {0, 7, 255}


def test_a_glyph_beyond_the_largest_is_not_written() -> None:
    game = ferz.Game()
    game.add_variation("e4", nags=[256])
    with pytest.raises(ferz.PgnError, match=r"^nag 256, expected 0 to 255$"):
        game.pgn()


def test_a_broken_tag_belongs_to_its_game() -> None:
    reader = pgn.read_games('1. e4\n[Event]\n[Site "x"]\n\n1. d4 *\n\n1. c4 *')
    assert next(reader).end().uci() == "e2e4"
    with pytest.raises(ferz.PgnError, match=r"^game 2: found '\[Event\]'"):
        next(reader)
    assert next(reader).end().uci() == "c2c4"


def test_a_bad_move_is_named_with_its_ply() -> None:
    assert error_of("1. e4 e5 2. Ke3 *").startswith("game 1, ply 3: ")


def test_a_bad_position_is_named() -> None:
    assert error_of('[FEN "8/8 w - - 0 1"]\n\n*').startswith("game 1, tag FEN: ")


def test_a_tag_name_with_a_blank_is_not_written() -> None:
    game = ferz.Game(headers={"White Elo": "2000"})
    with pytest.raises(ferz.PgnError) as caught:
        game.pgn()
    assert str(caught.value) == "tag 'White Elo': bad name, expected letters, digits and '_'"


def test_python_chess_reads_what_we_write() -> None:
    ours = ferz.Game.from_pgn(OPERA).pgn()
    texts = [
        their_game(text).accept(chess.pgn.StringExporter(headers=False)) for text in (ours, OPERA)
    ]
    assert texts[0] == texts[1]


def test_a_chess960_game_of_python_chess_is_read() -> None:
    board = chess.Board.from_chess960_pos(356)
    theirs = chess.pgn.Game.without_tag_roster()
    theirs.setup(board)
    game = ferz.Game.from_pgn(str(theirs))
    assert game.board() == ferz.Board.from_chess960_pos(356)


COMMENTS = st.text(st.characters(codec="utf-8"), max_size=30)


@st.composite
def games(draw: st.DrawFn) -> ferz.Game:
    """A random tree with random comments in a random game."""
    game = ferz.Game(draw(st.sampled_from(["chess", "crazyhouse", "gothic+selfcapture", "1d-8"])))
    game.headers["Event"] = draw(COMMENTS)
    game.comment = draw(COMMENTS)
    nodes: list[ferz.GameNode] = [game]
    for _ in range(draw(st.integers(0, 12))):
        parent = draw(st.sampled_from(nodes))
        if legal := parent.board().legal_moves:
            node = parent.add_variation(draw(st.sampled_from(list(legal))), comment=draw(COMMENTS))
            node.starting_comment = draw(COMMENTS)
            node.nags = draw(st.sets(st.integers(0, 255), max_size=2))
            nodes.append(node)
    return game


@given(games())
@settings(max_examples=100, deadline=None)
def test_what_is_written_is_read_back_as_an_equal_game(game: ferz.Game) -> None:
    assert ferz.Game.from_pgn(game.pgn()) == game
    assert list(pgn.read_games(game.pgn() + game.pgn())) == [game, game]


@given(st.text())
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    reader = pgn.read_games(text)
    is_at_end = False
    while not is_at_end:
        with contextlib.suppress(ferz.PgnError):
            is_at_end = next(reader, None) is None
