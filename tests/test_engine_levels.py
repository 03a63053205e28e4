"""Levels and strategies: weak moves are plausible ones, and proven values rule where there are."""

import itertools
import random

import pytest

import ferz
from ferz import levels
from ferz.levels import LEVELS, level_of, level_of_elo, level_of_skill
from ferz.strategies import MoveValue, candidates, check_strategy, choose

BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
#: Any move but h2h3 and its like lets Black mate on the first rank.
ABOUT_TO_BE_MATED = "4r1k1/5ppp/8/8/8/3N4/5PPP/6K1 w - - 0 1"


def test_every_level_looks_further_or_chooses_better_than_the_one_below() -> None:
    for below, above in itertools.pairwise(LEVELS[:-1]):
        assert above.number == below.number + 1
        assert above.elo > below.elo
        assert (above.depth or 0) >= (below.depth or 0)
        assert (above.nodes or 0) >= (below.nodes or 0)
        assert above.temperature_cp < below.temperature_cp
        assert above.most_loss_cp < below.most_loss_cp
        assert above.takes_mate >= below.takes_mate
        assert above.avoids_mate >= below.avoids_mate


def test_the_highest_level_is_the_whole_engine() -> None:
    assert (LEVELS[-1].depth, LEVELS[-1].nodes, LEVELS[-1].width) == (None, None, 1)


@pytest.mark.parametrize("number", [0, 11, -1])
def test_there_are_ten_levels(number: int) -> None:
    with pytest.raises(ValueError, match=f"level {number}, expected 1 to 10"):
        ferz.Engine("chess").play(ferz.Board(), level=number)


def test_skill_and_elo_are_other_names_of_the_levels() -> None:
    assert [level_of_skill(skill) for skill in (-20, 0, 10, 19, 20, 99)] == [1, 1, 5, 9, 10, 10]
    assert [level_of_elo(elo) for elo in (0, 500, 1500, 2850, 9999)] == [1, 1, 5, 10, 10]
    skills = [level_of_skill(skill) for skill in range(21)]
    assert skills == sorted(skills)
    assert set(skills) == set(range(1, 11))


@pytest.mark.parametrize("game", ["chess", "crazyhouse", "1d-8", "caravan"])
def test_a_level_repeats_its_moves_for_the_same_seed(game: str) -> None:
    board = ferz.Board(game)
    moves = [ferz.Engine(game).play(board, level=2, seed=7).move for _ in range(2)]
    assert moves[0] == moves[1]
    assert moves[0] in board.legal_moves


def test_a_beginner_does_not_always_play_the_same() -> None:
    engine = ferz.Engine("chess")
    assert len({engine.play(ferz.Board(), level=1, seed=seed).move for seed in range(20)}) > 5


@pytest.mark.parametrize("level", [level.number for level in LEVELS if level.takes_mate])
def test_a_mate_in_one_is_taken(level: int) -> None:
    engine, board = ferz.Engine("chess"), ferz.Board("chess", BACK_RANK)
    limits = {"depth": 4} if level == 10 else {}
    for seed in range(10):
        best = engine.play(board, level=level, seed=seed, **limits)  # type: ignore[arg-type]
        assert str(best.move) == "a1a8"


@pytest.mark.parametrize("level", [level.number for level in LEVELS[:-1] if level.avoids_mate])
def test_a_mate_in_one_is_avoided(level: int) -> None:
    engine = ferz.Engine("chess")
    for seed in range(10):
        board = ferz.Board("chess", ABOUT_TO_BE_MATED)
        move = engine.play(board, level=level, seed=seed).move
        assert move is not None
        board.push(move)
        replies = board.legal_moves
        assert not any(board.san(reply).endswith("#") for reply in replies)


def test_a_level_that_avoids_mates_does_not_trust_a_shallow_search() -> None:
    """Nf7 looks as good as others to it, and lets Nc7# happen."""
    board = ferz.Board("chess", "r3kb2/3r4/4N1p1/pBp1n1Bp/P2pPP1P/1P4P1/2P5/R4RK1 b - - 0 33")
    engine = ferz.Engine("chess")
    moves = {str(engine.play(board, level=5, seed=seed).move) for seed in range(60)}
    assert "e5f7" not in moves
    assert len(moves) > 3


#: So many moves that a weak level does not get to look at the one that wins.
CROWDED = "rb2B3nr/p1ppk3p1/2prpN1pp1/2p1Kb4/2PAP3P1/Q3C1N3/b2p1rq~3/2n7[CAQPppppp] b - - 0 1"


def test_a_win_that_the_search_did_not_reach_is_taken_by_rule() -> None:
    board, engine = ferz.Board("capablanca-selfhouse", CROWDED), ferz.Engine("capablanca-selfhouse")
    best = engine.play(board, level=2, seed=1)
    assert (str(best.move), best.mate, best.line) == ("c7d6", 1, (best.move,))
    assert str(engine.play(board, level=2, seed=1, moves=["h6h5"]).move) == "h6h5"
    cooperative = engine.play(board, level=2, seed=1, strategy="cooperative")
    assert str(cooperative.move) != "c7d6"


def test_a_win_at_once_is_any_that_the_rules_give() -> None:
    race = ferz.Board("kingofthehill", "4k3/8/8/8/8/3K4/8/8 w - - 0 1")
    assert {str(move) for move in levels.winning_moves(race, race.legal_moves)} == {"d3d4", "d3e4"}
    gift = ferz.Board("antichess", "8/8/8/8/8/8/1p6/R7 b - - 0 2")
    assert list(levels.winning_moves(gift, gift.legal_moves)) == []
    assert levels.allows_win(gift, gift.parse_uci("b2a1q")) is False


def test_a_king_that_has_a_goal_may_walk() -> None:
    array = "rnbq1bnr/ppppkppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR w - - 2 3"
    chess, race = (ferz.Board(game, array) for game in ("chess", "kingofthehill"))
    assert levels.appeal(chess, chess.parse_uci("e2e3")) < 0
    assert levels.appeal(race, race.parse_uci("e2e3")) == 0


def test_weak_levels_do_not_walk_with_the_king_in_the_opening() -> None:
    engine = ferz.Engine("chess")
    board = ferz.Board("chess", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    moves = [str(engine.play(board, level=3, seed=seed).move) for seed in range(60)]
    assert moves.count("e1e2") <= 2


def test_a_move_that_costs_too_much_is_never_chosen() -> None:
    board = ferz.Board("chess", "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
    engine = ferz.Engine("chess")
    moves = {str(engine.play(board, level=6, seed=seed).move) for seed in range(20)}
    assert moves == {"e4d5"}


def test_a_level_keeps_the_limits_of_the_caller() -> None:
    best = ferz.Engine("chess").play(ferz.Board(), level=9, depth=1, seed=1)
    assert best.depth == 1


def test_large_scores_are_drawn_together() -> None:
    lines = list(ferz.Engine("chess").analyse(ferz.Board("chess", BACK_RANK), depth=4))
    assert 1_000 < levels.worth(lines[-1]) < 1_500


M = {name: ferz.Move.from_uci(name) for name in ("a2a3", "b2b3", "c2c3", "d2d3", "e2e3")}
WIN, SLOW_WIN = MoveValue(M["a2a3"], "win", 3), MoveValue(M["b2b3"], "win", 9)
DRAW = MoveValue(M["c2c3"], "draw")
LOSS, SLOW_LOSS = MoveValue(M["d2d3"], "loss", 4), MoveValue(M["e2e3"], "loss", 8)


@pytest.mark.parametrize(
    ("strategy", "values", "expected"),
    [
        ("perfect", [SLOW_WIN, WIN, DRAW, LOSS], [WIN]),
        ("perfect", [LOSS, DRAW, SLOW_LOSS], [DRAW]),
        ("perfect", [LOSS, SLOW_LOSS], [SLOW_LOSS]),
        ("aggressive", [DRAW, SLOW_WIN, WIN], [WIN]),
        ("aggressive", [DRAW, LOSS, SLOW_LOSS], [SLOW_LOSS]),
        ("aggressive", [DRAW], [DRAW]),
        ("cooperative", [WIN, DRAW, LOSS], [DRAW, LOSS]),
        ("cooperative", [WIN, SLOW_WIN], [WIN, SLOW_WIN]),
    ],
)
def test_a_strategy_ranks_known_values(
    strategy: str, values: list[MoveValue], expected: list[MoveValue]
) -> None:
    found = candidates(values, check_strategy(strategy))
    assert found == [each.move for each in expected]


def test_what_is_not_proven_lies_between_win_and_loss() -> None:
    unknown = MoveValue(M["c2c3"], None)
    assert candidates([unknown, LOSS], "perfect") == [unknown.move]
    assert candidates([unknown, LOSS], "aggressive") == [unknown.move]
    assert candidates([unknown, SLOW_WIN], "aggressive") == [SLOW_WIN.move]


def test_a_choice_is_the_first_candidate_or_a_random_one() -> None:
    values = [WIN, DRAW, LOSS]
    assert choose(values, "cooperative") == DRAW.move
    rng = random.Random(1)
    assert {choose(values, "cooperative", rng) for _ in range(20)} == {DRAW.move, LOSS.move}
    with pytest.raises(ValueError, match="found no move"):
        choose([], "perfect")


def test_an_unknown_strategy_is_refused() -> None:
    with pytest.raises(ValueError, match="strategy 'wild', expected one of perfect, aggressive"):
        ferz.Engine("chess").play(ferz.Board(), strategy="wild", depth=1)


def test_the_cooperative_engine_does_not_mate() -> None:
    engine, board = ferz.Engine("chess"), ferz.Board("chess", BACK_RANK)
    limits = {"depth": 2, "strategy": "cooperative"}
    moves = {str(engine.play(board, seed=seed, **limits).move) for seed in range(20)}  # type: ignore[arg-type]
    assert "a1a8" not in moves
    assert len(moves) > 5


@pytest.mark.parametrize("strategy", ["perfect", "aggressive"])
def test_the_other_strategies_do(strategy: str) -> None:
    board = ferz.Board("chess", BACK_RANK)
    assert str(ferz.Engine("chess").play(board, strategy=strategy, depth=3).move) == "a1a8"


def test_a_level_is_known_by_its_number() -> None:
    assert level_of(1).name == "beginner"
    assert level_of(10).name == "full strength"
