"""`ferz.Engine`: playing, live analysis, stopping at any time, hints."""

import re
import threading
import time
from typing import Any

import pytest

import ferz
from ferz import _core, variants
from ferz.hints import hint_of
from ferz.player import PlayResult

BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"


@pytest.mark.parametrize("game", ["chess", "gothic-selfhouse", "1d-8", "octopawn", "shako"])
def test_an_engine_plays_a_legal_move_and_says_why(game: str) -> None:
    board = ferz.Board(game)
    with ferz.Engine(game) as engine:
        best = engine.play(board, nodes=2_000)
    assert best.move in board.legal_moves
    assert best.line[0] == best.move
    assert board.variation_san(best.line)
    assert (best.score_cp is None) != (best.mate is None)
    assert best.depth > 0
    assert best.nodes > 0


def test_two_fresh_engines_play_alike() -> None:
    board = ferz.Board("capahouse")
    answers = [ferz.Engine("capahouse").play(board, nodes=20_000) for _ in range(2)]
    assert answers[0][:6] == answers[1][:6]


def test_a_mate_is_found_and_played() -> None:
    best = ferz.Engine("chess").play(ferz.Board("chess", BACK_RANK), depth=4)
    assert (str(best.move), best.mate, best.score_cp) == ("a1a8", 1, None)


def test_play_searches_only_the_moves_that_it_is_given() -> None:
    board = ferz.Board("chess")
    moves = [board.parse_san("a4"), board.parse_san("h4")]
    assert ferz.Engine("chess").play(board, nodes=5_000, moves=moves).move in moves


def test_an_ended_game_has_no_move() -> None:
    board = ferz.Board("chess", STALEMATE)
    engine = ferz.Engine("chess")
    assert engine.play(board, depth=3).move is None
    assert list(engine.analyse(board, depth=3)) == []
    with pytest.raises(ValueError, match="hint: the game is over"):
        engine.hint(board)


def test_an_engine_refuses_the_board_of_another_game() -> None:
    engine = ferz.Engine("chess")
    message = "board: found a game of gothic, expected chess"
    with pytest.raises(ValueError, match=message):
        engine.play(ferz.Board("gothic"), depth=1)
    with pytest.raises(ValueError, match=message):
        engine.analyse(ferz.Board("gothic"), depth=1)


def test_games_that_are_played_alike_share_an_engine() -> None:
    engine = ferz.Engine("gothic+selfcapture+hands")
    assert engine.play(ferz.Board("gothic-selfhouse"), depth=2).move is not None


def test_an_engine_refuses_a_board_that_lists_its_pieces_in_another_order() -> None:
    """Boards tell pieces by their place in the list: knights would be taken for rooks."""
    pieces = ferz.variant("chess").settings["pieces"]
    assert isinstance(pieces, list)
    turned = _core.compile({**ferz.variant("chess").settings, "pieces": pieces[::-1]})
    assert variants.fingerprint(turned) == variants.fingerprint(ferz.variant("chess"))
    with pytest.raises(ValueError, match="found chess with its pieces in another order"):
        ferz.Engine("chess").play(ferz.Board(turned), depth=1)
    with ferz.Engine(turned) as engine:
        assert engine.play(ferz.Board(turned), depth=1).move is not None


def test_a_closed_engine_is_of_no_more_use() -> None:
    with ferz.Engine("chess") as engine:
        pass
    with pytest.raises(ValueError, match="engine: closed"):
        engine.play(ferz.Board(), depth=1)


def test_threads_and_memory_can_be_changed() -> None:
    engine = ferz.Engine("chess", threads=2, hash_mb=8)
    assert (engine.threads, engine.hash_mb) == (2, 8)
    engine.threads, engine.hash_mb = 1, 4
    engine.clear()
    assert (engine.threads, engine.hash_mb) == (1, 4)
    assert engine.play(ferz.Board(), depth=3).move is not None


def test_analysis_gives_deeper_and_deeper_lines() -> None:
    board = ferz.Board("gothic")
    lines = list(ferz.Engine("gothic").analyse(board, depth=6))
    depths = [line.depth for line in lines]
    assert depths == sorted(depths)
    assert (depths[0], depths[-1]) == (1, 6)
    assert all(line.moves[0] in board.legal_moves for line in lines)


def test_the_best_moves_of_an_analysis_are_different_ones() -> None:
    analysis = ferz.Engine("chess").analyse(ferz.Board(), depth=8, multipv=4)
    lines = analysis.result().lines
    assert [line.index for line in lines] == [1, 2, 3, 4]
    assert len({line.moves[0] for line in lines}) == 4


def test_leaving_the_loop_stops_the_search() -> None:
    engine = ferz.Engine("chess")
    for line in engine.analyse(ferz.Board()):
        if line.depth == 3:
            break
    # A search that still ran would forbid another one.
    assert engine.play(ferz.Board(), depth=2).move is not None


def test_an_analysis_with_a_name_goes_on_until_it_is_closed() -> None:
    engine = ferz.Engine("chess")
    analysis = engine.analyse(ferz.Board())
    for _ in analysis:
        break
    with pytest.raises(RuntimeError, match=r"^engine: it is searching already, expected an idle"):
        engine.play(ferz.Board(), depth=2)
    with pytest.raises(RuntimeError, match=r"^engine: it is searching already, expected an idle"):
        engine.play(ferz.Board(), nodes=100)
    analysis.close()
    assert engine.play(ferz.Board(), depth=2).move is not None


def fail_at_the_first_line(engine: ferz.Engine) -> None:
    for _ in engine.analyse(ferz.Board()):
        raise ZeroDivisionError


def test_an_exception_in_the_loop_stops_the_search() -> None:
    engine = ferz.Engine("chess")
    with pytest.raises(ZeroDivisionError):
        fail_at_the_first_line(engine)
    assert engine.play(ferz.Board(), depth=2).move is not None


def test_leaving_a_with_block_stops_the_search() -> None:
    engine = ferz.Engine("chess")
    with engine.analyse(ferz.Board()) as analysis:
        next(analysis)
    assert engine.play(ferz.Board(), depth=2).move is not None


def test_closing_the_engine_ends_an_analysis() -> None:
    engine = ferz.Engine("chess")
    analysis = engine.analyse(ferz.Board())
    next(analysis)
    engine.close()
    assert analysis.result().move is not None


def test_the_board_may_be_changed_while_it_is_analyzed() -> None:
    board = ferz.Board()
    with ferz.Engine("chess").analyse(board, depth=8) as analysis:
        board.push("e2e4")
        assert analysis.result().move in ferz.Board().legal_moves


def test_stop_ends_a_search_from_another_thread() -> None:
    engine = ferz.Engine("chess")
    timer = threading.Timer(0.1, engine.stop)
    timer.start()
    best = engine.play(ferz.Board(), depth=200, time_ms=60_000)
    timer.join()
    assert best.move is not None
    assert best.time_ms < 30_000


def test_a_stop_that_comes_at_once_is_not_lost() -> None:
    engine = ferz.Engine("chess")
    for _ in range(50):
        search = engine.start(ferz.Board(), infinite=True)
        search.stop()
        assert search.result().move is not None
        search.halt()


@pytest.mark.parametrize("delay_s", [0.0, 0.05])
def test_a_ponder_hit_lets_the_clock_count(delay_s: float) -> None:
    engine = ferz.Engine("chess")
    clock = {"white_time_ms": 1_000, "black_time_ms": 1_000}
    search = engine.start(ferz.Board(), ponder=True, **clock)  # type: ignore[arg-type]
    time.sleep(delay_s)
    assert not search.is_done
    hit = time.monotonic()
    search.ponder_hit()
    assert search.wait(20)
    assert search.result().move is not None
    # What was pondered before the hit is not of the clock's time.
    assert search.result().time_ms <= 1000 * (time.monotonic() - hit) + 1


def test_a_clock_does_not_end_an_endless_search() -> None:
    with ferz.Engine("chess") as engine:
        search = engine.start(ferz.Board(), infinite=True, white_time_ms=1, time_ms=1)
        assert not search.wait(0.2)
        search.stop()
        assert search.result().move is not None


def test_what_a_callback_raises_comes_out_of_the_search() -> None:
    def fail(_: ferz.Line) -> None:
        raise ZeroDivisionError

    search = ferz.Engine("chess").start(ferz.Board(), infinite=True, on_line=fail)
    with pytest.raises(ZeroDivisionError):
        search.result()


def found(board: ferz.Board, *moves: str, mate: int | None = None) -> PlayResult:
    """The result of a search that found these moves."""
    after, line = board.copy(), []
    for move in moves:
        line.append(after.push(move))
    score_cp = 0 if mate is None else None
    return PlayResult(line[0], None, score_cp, mate, 1, 1, 1, tuple(line))


@pytest.mark.parametrize(
    ("game", "fen", "line", "theme", "piece", "square"),
    [
        ("chess", "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1", "c3d5", "win material", "knight", "c3"),
        ("chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "promotion", "pawn", "a7"),
        ("selfcapture", "6k1/8/8/8/8/8/5nPP/6RK w - - 0 1", "h1g2", "self-capture", "king", "h1"),
        ("chess", "4k3/8/8/8/8/4r3/8/4K2R w - - 0 1", "e1d2", "defend", "king", "e1"),
        ("chess", "4k3/8/8/6b1/8/4N3/8/4K3 w - - 0 1", "e3c4", "defend", "knight", "e3"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@e4", "drop", "knight", "e4"),
        ("gothic", None, "b1c3", "develop", "knight", "b1"),
        ("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a7", "improve", "rook", "a1"),
    ],
)
def test_a_hint_names_theme_piece_and_square(
    game: str, fen: str | None, line: str, theme: str, piece: str, square: str
) -> None:
    board = ferz.Board(game, fen)
    hint = hint_of(board, found(board, *line.split()))
    assert hint == (theme, piece, square, board.parse_uci(line.split()[0]))


def test_an_exchange_that_wins_nothing_is_no_win_of_material() -> None:
    board = ferz.Board("chess", "3rk3/8/8/3r4/8/8/8/3RK3 w - - 0 1")
    assert hint_of(board, found(board, "d1d5", "d8d5")).theme != "win material"


def test_what_is_exchanged_far_ahead_is_no_theme_of_a_first_move() -> None:
    board = ferz.Board("chess")
    line = "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4 d2d4 e4d6 b5c6 d7c6"
    assert hint_of(board, found(board, *line.split())).theme == "develop"


@pytest.mark.parametrize(
    ("fen", "line", "theme"),
    [
        ("4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1", "c3d5", "win material"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "promotion"),
    ],
)
def test_nothing_is_won_by_a_side_that_is_being_mated(fen: str, line: str, theme: str) -> None:
    board = ferz.Board("chess", fen)
    assert hint_of(board, found(board, line)).theme == theme
    assert hint_of(board, found(board, line, mate=-2)).theme == "improve"


def test_material_is_nothing_to_win_where_a_side_wins_with_none_left() -> None:
    board = ferz.Board("antichess", "8/5N1p/7r/2p5/2P5/8/8/8 w - - 0 2")
    assert hint_of(board, found(board, "f7h6")).theme != "win material"


@pytest.mark.parametrize(
    ("game", "fen", "line", "theme"),
    [
        ("chess", BACK_RANK, "a1a8", "mate in 1"),
        ("antichess", "8/8/8/8/8/8/1p6/R7 w - - 0 2", "a1c1 b2c1q", "win in 1"),
        ("kingofthehill", "4k3/8/8/8/8/3K4/8/8 w - - 0 1", "d3d4", "win in 1"),
        ("shatranj", "6k1/8/8/8/8/8/r7/1K5R w - - 0 1", "b1a2", "win in 1"),
    ],
)
def test_only_a_checkmate_is_called_a_mate(game: str, fen: str, line: str, theme: str) -> None:
    board = ferz.Board(game, fen)
    assert hint_of(board, found(board, *line.split(), mate=1)).theme == theme


@pytest.mark.parametrize(
    ("game", "theme"), [("chess", "mate in 12"), ("3check", "win in 12"), ("horde", "win in 12")]
)
def test_a_line_that_breaks_off_is_a_mate_where_nothing_else_wins(game: str, theme: str) -> None:
    board = ferz.Board(game)
    assert hint_of(board, found(board, str(board.legal_moves[0]), mate=12)).theme == theme


def test_first_moves_alone_leave_a_hint_its_number_of_positions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[dict[str, Any]] = []

    def play(_: ferz.Engine, board: ferz.Board, **limits: Any) -> PlayResult:
        asked.append(limits)
        return found(board, "a2a3")

    monkeypatch.setattr(ferz.Engine, "play", play)
    with ferz.Engine("chess") as engine:
        engine.hint(ferz.Board(), moves=["a3"], depth=None)
        engine.hint(ferz.Board(), depth=3)
    assert [limits.get("nodes") for limits in asked] == [200_000, None]


def test_the_hint_of_an_engine_tells_a_mate() -> None:
    hint = ferz.Engine("chess").hint(ferz.Board("chess", BACK_RANK))
    assert hint == ("mate in 1", "rook", "a1", ferz.Board("chess", BACK_RANK).parse_uci("a1a8"))


@pytest.mark.parametrize("change", ["hash_mb", "threads", "clear"])
def test_nothing_is_changed_under_a_search(change: str) -> None:
    with ferz.Engine("chess", threads=2) as engine, engine.analyse(ferz.Board()) as lines:
        next(lines)
        with pytest.raises(RuntimeError, match="searching already"):
            engine.clear() if change == "clear" else setattr(engine, change, 4)
        with pytest.raises(RuntimeError, match="searching already"):
            engine.analyse(ferz.Board())


def test_moves_alone_are_no_limit() -> None:
    board = ferz.Board()
    with ferz.Engine("chess") as engine:
        found = engine.play(board, moves=[board.parse_san("a3")])
    assert str(found.move) == "a2a3"


@pytest.mark.parametrize("name", ["null_divisor", "history_per_ply", "window"])
def test_params_have_their_range(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name}: 0, expected 1 to"):
        _core.SearchEngine(ferz.variant("chess"), params={name: 0})


def test_no_time_at_all_is_a_limit_too() -> None:
    with ferz.Engine("chess") as engine:
        assert engine.play(ferz.Board(), time_ms=0).depth < engine.play(ferz.Board()).depth


@pytest.mark.parametrize("name", ["depth", "nodes", "mate", "moves_to_go"])
def test_a_search_of_nothing_is_refused(name: str) -> None:
    limits: dict[str, Any] = {name: 0}
    with ferz.Engine("chess") as engine, pytest.raises(ValueError, match=f"{name}: found 0, exp"):
        engine.play(ferz.Board(), **limits)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"dept": 3}, "unknown limit 'dept'; did you mean 'depth'?"),
        ({"time_ms": 10.5}, "time_ms: found 10.5, expected a whole number"),
        ({"depth": "5"}, "depth: found '5', expected a whole number"),
        ({"moves": ["e2e5"]}, "'e2e5'"),
        ({"moves": "e2e4"}, "moves: found 'e2e4', expected a list of moves"),
        ({"level": 2.5}, "level 2.5, expected 1 to 10"),
    ],
)
def test_wrong_limits_are_told_in_words(limits: dict[str, Any], message: str) -> None:
    with ferz.Engine("chess") as engine, pytest.raises(ValueError, match=re.escape(message)):
        engine.play(ferz.Board(), **limits)


def test_first_moves_may_be_given_as_text() -> None:
    with ferz.Engine("chess") as engine:
        assert str(engine.play(ferz.Board(), nodes=500, moves=["Na3", "h2h3"]).move) in (
            "b1a3",
            "h2h3",
        )


def test_limits_beyond_all_counters_are_refused() -> None:
    with ferz.Engine("chess") as engine, pytest.raises(ValueError, match="nodes: found"):
        engine.play(ferz.Board(), nodes=10**30)
