"""The search keeps its promises in every game: legal lines, limits, ends of the game, stopping."""

import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from helpers import after, changed
from mate_prover import MateProver

import ferz
from ferz import _core, variants

NAMES = list(variants.builtin_names())
#: Far longer than a stop takes; only a search that does not end gets here.
PATIENCE_S = 20.0

Result = ferz.SearchResult


def engine_of(board: ferz.Board, **options: Any) -> _core.SearchEngine:
    return _core.SearchEngine(board.variant, **{"hash_mb": 2, **options})


def searched(board: ferz.Board, **limits: Any) -> Result:
    """What a fresh engine finds."""
    return engine_of(board).search(board, **limits)


def best(variant: str, fen: str, nodes: int = 20_000) -> ferz.Line:
    """The best line in a position."""
    return searched(ferz.Board(variant, fen), nodes=nodes).lines[0]


def random_boards(name: str, count: int, *, seed: int = 0) -> Iterator[ferz.Board]:
    """Positions from random games that are not over, with their history."""
    rng = random.Random(f"{name} {seed}")
    for _ in range(count):
        board = ferz.Board(name)
        for _ in range(rng.randrange(80)):
            moves = board.legal_moves
            board.push(rng.choice(moves))
            if board.outcome:
                board.pop()
                break
        yield board


def worth(line: ferz.Line) -> int:
    """A number that is greater for the better of two lines."""
    if line.mate is None:
        assert line.score_cp is not None
        return line.score_cp
    return (1 if line.mate > 0 else -1) * 100_000 - line.mate


def assert_sound(board: ferz.Board, line: ferz.Line) -> None:
    """A line can be played; it has a score or an end of the game, and a mate line reaches it."""
    assert (line.score_cp is None) != (line.mate is None)
    assert line.mate != 0
    position = board.copy()
    for move in line.moves:
        assert move in position.legal_moves, (board.fen, list(map(str, line.moves)))
        position.push(move)
    if line.mate is not None and line.bound == "exact":
        assert position.outcome is not None, (board.fen, line.mate, list(map(str, line.moves)))
        assert position.outcome.winner is (board.turn == (line.mate > 0))
        assert (len(line.moves) + 1) // 2 == abs(line.mate)


# ---- every game ----


@pytest.mark.parametrize("name", NAMES)
def test_lines_are_legal_and_scores_are_finite(name: str) -> None:
    engine = engine_of(ferz.Board(name))
    for board in random_boards(name, 12):
        before = board.fen, board.ply
        found = engine.search(board, nodes=1_500)
        assert (board.fen, board.ply) == before
        assert found.move == found.lines[0].moves[0]
        assert_sound(board, found.lines[0])


@pytest.mark.parametrize("name", NAMES)
def test_every_legal_move_is_looked_at(name: str) -> None:
    for board in random_boards(name, 12, seed=4):
        assert searched(board, depth=1).nodes >= len(board.legal_moves), board.fen


def test_a_double_step_that_promotes_is_looked_at() -> None:
    line = best("torpedo", "k7/8/1KP5/8/8/8/8/8 w - - 0 1")
    assert str(line.moves[0]) in ("c6c8q", "c6c8r")
    assert line.mate == 1


def test_a_rule_that_looks_at_all_moves_hides_no_promotion() -> None:
    """Without hands both are the same game, but in one the legal moves are found by a filter."""
    lines = [
        searched(board, depth=7).lines[0]
        for game in (ferz.variant("chess"), changed("chess", "drop_checks = false"))
        for board in [ferz.Board(game, "6k1/3P1ppp/4r3/8/8/2r5/5PPP/3R2K1 b - - 0 1")]
    ]
    assert str(lines[0].moves[1]) == "d7d8q"
    # Black is a rook up, but for the promotion.
    assert worth(lines[0]) == worth(lines[1]) < -400


def test_what_guesses_missed_matters_only_where_guesses_are_made() -> None:
    board = ferz.Board("chess")

    def nodes(**params: int) -> int:
        return engine_of(board, params=params).search(board, depth=10).nodes

    assert nodes(guess_margin=0) == nodes(guess_margin=0, guess_drift=0)
    assert nodes() != nodes(guess_drift=0)


@pytest.mark.parametrize("name", NAMES)
def test_several_lines_are_distinct_and_the_best_is_first(name: str) -> None:
    engine = engine_of(ferz.Board(name))
    for board in random_boards(name, 6, seed=1):
        lines = engine.search(board, nodes=2_500, multipv=3).lines
        assert len(lines) == min(3, len(board.legal_moves))
        assert [line.index for line in lines] == list(range(1, len(lines) + 1))
        assert len({line.moves[0] for line in lines}) == len(lines)
        for line in lines:
            assert_sound(board, line)
        assert sorted(lines, key=worth, reverse=True) == lines


@pytest.mark.parametrize("name", NAMES)
def test_a_mate_that_is_claimed_can_be_proven(name: str) -> None:
    engine = engine_of(ferz.Board(name))
    for board in random_boards(name, 12, seed=2):
        line = engine.search(board, nodes=3_000).lines[0]
        if line.mate in (1, 2) and line.bound != "upper":
            assert MateProver(board).shortest(line.mate) is not None, (board.fen, line.mate)


@pytest.mark.parametrize("name", NAMES)
def test_one_thread_finds_the_same_every_time(name: str) -> None:
    board = next(random_boards(name, 1, seed=3))
    found = [searched(board, nodes=4_000, multipv=2) for _ in range(2)]
    assert facts(found[0]) == facts(found[1])


def facts(found: Result) -> list[object]:
    """All that does not depend on the clock."""
    lines = [(line.score_cp, line.mate, line.bound, line.depth, line.moves) for line in found.lines]
    return [found.move, found.ponder, found.nodes, found.depth, lines]


@pytest.mark.parametrize("hash_mb", [1, 16, 300])
def test_a_cleared_engine_plays_as_a_fresh_one(hash_mb: int) -> None:
    board = ferz.Board("gothic")
    engine = engine_of(board, hash_mb=hash_mb)
    first = engine.search(board, depth=6)
    engine.search(after("gothic", board.fen, "e2e4"), depth=6)
    engine.clear()
    assert facts(engine.search(board, depth=6)) == facts(first)


# ---- limits ----


@pytest.mark.parametrize("nodes", [500, 3_000, 20_000])
@pytest.mark.parametrize("name", ["chess", "crazyhouse", "kingofthehill", "capablanca"])
def test_a_limit_of_nodes_is_exact(name: str, nodes: int) -> None:
    assert searched(ferz.Board(name), nodes=nodes).nodes == nodes


@pytest.mark.parametrize("nodes", [0, 1, 10])
def test_very_few_nodes_still_give_a_move_with_a_score(nodes: int) -> None:
    found = searched(ferz.Board("chess"), nodes=nodes)
    assert found.move in ferz.Board("chess").legal_moves
    assert_sound(ferz.Board("chess"), found.lines[0])


def test_a_limit_of_depth_is_reached_and_not_passed() -> None:
    lines: list[ferz.Line] = []
    found = searched(ferz.Board("chess"), depth=7, on_line=lines.append)
    assert found.depth == 7
    assert [line.depth for line in lines] == list(range(1, 8))


def test_only_the_moves_asked_for_are_searched() -> None:
    board = ferz.Board("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    weak = [board.parse_uci("g1h2"), board.parse_uci("a1b1")]
    found = searched(board, nodes=5_000, moves=weak, multipv=5)
    assert {line.moves[0] for line in found.lines} == set(weak)


def test_asking_for_an_illegal_move_is_an_error() -> None:
    with pytest.raises(ferz.MoveError):
        searched(ferz.Board("chess"), nodes=100, moves=[ferz.Move.from_uci("e2e5")])


def test_a_mate_search_ends_when_the_mate_is_found() -> None:
    board = ferz.Board("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    found = searched(board, mate=1, infinite=False)
    assert (str(found.move), found.lines[0].mate) == ("a1a8", 1)


@pytest.mark.parametrize("time_ms", [0, 1, 20])
@pytest.mark.parametrize("kind", ["time_ms", "cpu_time_ms"])
def test_a_limit_of_time_ends_the_search(kind: str, time_ms: int) -> None:
    assert searched(ferz.Board("chess"), **{kind: time_ms}).move is not None


@pytest.mark.parametrize(
    "clock",
    [
        {"white_time_ms": 1},
        {"white_time_ms": -50},
        {"white_time_ms": 0, "white_increment_ms": 0},
        {"white_time_ms": 500, "black_time_ms": 100},
        {"white_time_ms": 300, "moves_to_go": 1},
        {"white_time_ms": 400, "moves_to_go": 40},
        {"white_time_ms": 100, "white_increment_ms": 50, "move_overhead_ms": 5},
        {"white_time_ms": 50, "move_overhead_ms": 1000},
    ],
    ids=str,
)
def test_every_clock_gives_a_move(clock: dict[str, int]) -> None:
    for name in ("chess", "caravan", "capahouse"):
        board = ferz.Board(name)
        found = searched(board, **clock)
        assert found.move in board.legal_moves


def test_a_clock_is_not_used_up() -> None:
    found = searched(ferz.Board("chess"), white_time_ms=2_000)
    assert found.time_ms < 2_000


def test_an_only_move_costs_no_time() -> None:
    board = ferz.Board("chess", "7k/8/8/8/8/8/1q6/K7 w - - 0 1")
    found = searched(board, white_time_ms=10**9)
    assert str(found.move) == "a1b2"


# ---- stopping ----


class Running:
    """A search on another thread."""

    def __init__(self, board: ferz.Board, **limits: Any) -> None:
        self.engine = engine_of(board, threads=limits.pop("threads", 1))
        self.has_begun = threading.Event()
        self.found: Result | None = None
        self._thread = threading.Thread(target=self._run, args=(board, limits), daemon=True)
        self._thread.start()
        assert self.has_begun.wait(PATIENCE_S)

    def _run(self, board: ferz.Board, limits: dict[str, Any]) -> None:
        self.found = self.engine.search(board, on_line=lambda _: self.has_begun.set(), **limits)

    def end(self) -> Result:
        self._thread.join(PATIENCE_S)
        assert self.found is not None
        return self.found


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", ["chess", "caravan", "crazyhouse"])
def test_a_stop_ends_an_endless_search(name: str, threads: int) -> None:
    board = ferz.Board(name)
    running = Running(board, infinite=True, threads=threads)
    running.engine.stop()
    assert running.end().move in board.legal_moves


def test_an_endless_search_waits_for_the_stop_even_if_nothing_is_left_to_search() -> None:
    running = Running(ferz.Board("chess", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"), infinite=True)
    running.engine.stop()
    assert running.end().lines[0].mate == 1


def test_after_a_ponder_hit_the_clock_counts() -> None:
    running = Running(ferz.Board("chess"), ponder=True, white_time_ms=200)
    running.engine.ponder_hit()
    assert running.end().move is not None


def test_a_stop_before_a_search_has_no_effect_on_it() -> None:
    engine = engine_of(ferz.Board("chess"))
    engine.stop()
    assert engine.search(ferz.Board("chess"), depth=5).depth == 5


def test_a_second_search_at_the_same_time_is_refused() -> None:
    running = Running(ferz.Board("chess"), infinite=True)
    try:
        with pytest.raises(RuntimeError, match="searching already"):
            running.engine.search(ferz.Board("chess"), depth=1)
    finally:
        running.engine.stop()
    running.end()


@pytest.mark.parametrize("threads", [1, 2])
def test_what_a_callback_raises_ends_the_search(threads: int) -> None:
    def fail(line: ferz.Line) -> None:
        raise KeyError(line.depth)

    engine = engine_of(ferz.Board("chess"), threads=threads)
    with pytest.raises(KeyError, match="1"):
        engine.search(ferz.Board("chess"), infinite=True, on_line=fail)
    assert engine.search(ferz.Board("chess"), depth=3).depth == 3


def test_a_callback_may_stop_the_search() -> None:
    engine = engine_of(ferz.Board("chess"))
    found = engine.search(ferz.Board("chess"), infinite=True, on_line=lambda _: engine.stop())
    assert found.move is not None


def test_a_board_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="expected one of 'chess'"):
        engine_of(ferz.Board("chess")).search(ferz.Board("gothic"), depth=1)


# ---- ends of the game ----


def test_a_game_that_is_over_has_no_lines() -> None:
    found = searched(ferz.Board("chess", "7k/5QQ1/8/8/8/8/8/K7 b - - 0 1"), depth=5)
    assert (found.move, found.ponder, found.lines, found.nodes) == (None, None, [], 0)


def test_a_lost_side_takes_a_perpetual_check() -> None:
    line = best("chess", "6k1/6p1/8/7Q/8/1q6/1r4P1/6K1 w - - 0 1")
    assert str(line.moves[0]) == "h5e8"
    assert is_draw(line)


def is_draw(line: ferz.Line) -> bool:
    # A draw may be a centipawn more or less, so that the search does not see all draws alike.
    return line.score_cp is not None and abs(line.score_cp) <= 1


def test_the_worse_side_repeats_for_the_third_time() -> None:
    moves = ["a2b2", "h8g8", "b2a2", "g8h8"] * 2
    board = after("chess", "7k/8/8/8/8/8/R7/K7 w - - 0 1", *moves[:-1])
    line = searched(board, nodes=20_000).lines[0]
    assert str(line.moves[0]) == "g8h8"
    assert is_draw(line)


def test_the_better_side_does_not_repeat() -> None:
    moves = ["g8h8", "a2b2", "h8g8", "b2a2"] * 2
    board = after("chess", "6k1/8/8/8/8/8/R7/K7 b - - 0 1", *moves[:-1])
    back = board.parse_uci("b2a2")
    line = searched(board, nodes=20_000).lines[0]
    assert line.moves[0] != back
    assert worth(line) > 300
    assert is_draw(searched(board, nodes=2_000, moves=[back]).lines[0])


def test_fifty_moves_are_a_draw_unless_the_last_one_mates() -> None:
    mate = best("chess", "7k/5K2/8/6Q1/8/8/8/8 w - - 99 80")
    quiet = best("chess", "7k/8/5K2/8/8/8/1Q6/8 b - - 99 80")
    assert mate.mate == 1
    assert is_draw(quiet)


def test_before_fifty_moves_are_over_a_pawn_moves() -> None:
    line = best("chess", "6k1/8/8/8/4P3/3K1Q2/8/8 w - - 99 80")
    assert str(line.moves[0]) == "e4e5"
    assert not is_draw(line)


def test_a_pawn_that_can_only_stalemate_wins_nothing() -> None:
    assert is_draw(best("chess", "4k3/4P3/3K4/8/8/8/8/8 w - - 0 1"))


def test_a_winning_side_does_not_give_stalemate() -> None:
    board = ferz.Board("chess", "k7/8/1K6/8/8/8/2Q5/8 w - - 0 1")
    stalemate = board.parse_uci("c2c7")
    line = searched(board, nodes=5_000).lines[0]
    assert line.moves[0] != stalemate
    assert line.mate == 1
    assert is_draw(searched(board, nodes=2_000, moves=[stalemate]).lines[0])


def test_stalemate_wins_where_the_rules_say_so() -> None:
    fen = "k7/2K1N3/8/8/p7/P7/8/8 w - - 0 1"
    assert best("shatranj", fen).mate == 1
    board = ferz.Board("chess", fen)
    assert is_draw(searched(board, nodes=2_000, moves=[board.parse_uci("e7c8")]).lines[0])


def test_running_out_of_moves_wins_in_antichess() -> None:
    line = best("antichess", "8/8/8/p7/8/P3p3/8/8 w - - 0 1")
    assert (str(line.moves[0]), line.mate) == ("a3a4", 1)


# ---- known positions ----


def test_a_queen_is_not_given_for_a_defended_knight() -> None:
    fen = "r1b1k1nr/pppnbppp/8/4q3/3N4/P5N1/1PP1PPPP/R1BQKB1R b KQkq - 1 9"
    board = ferz.Board("chess", fen)
    for depth in range(1, 9):
        assert str(searched(board, depth=depth).move) != "e5g3"


def test_scholars_mate_is_found() -> None:
    fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
    line = best("chess", fen)
    assert (str(line.moves[0]), line.mate) == ("h5f7", 1)


def test_scholars_mate_is_parried() -> None:
    fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"
    line = best("chess", fen)
    assert line.mate is None


def test_the_node_limit_counts_all_threads() -> None:
    engine = _core.SearchEngine(ferz.variant("gothic"), threads=3, hash_mb=8)
    assert 20_000 <= engine.search(ferz.Board("gothic"), nodes=20_000).nodes < 20_500
