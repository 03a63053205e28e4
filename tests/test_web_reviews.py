"""Reviews on the server: judged, kept, learned from; in this process, without a browser."""

import pytest
from web_tab import HUMAN, ListeningTab, play

from ferz import Board
from ferz.web.chances import accuracy, judged, winning_chance
from ferz.web.hub import Hub
from ferz.web.messages.analysis import AddMove, Analyse
from ferz.web.messages.play import NewGame, PlayMove
from ferz.web.messages.reviews import (
    AskFacts,
    AskReview,
    GameFacts,
    KeptReview,
    ReviewEnded,
    ReviewGame,
    ReviewView,
    StopReview,
    TriedMove,
    TryBetter,
)
from ferz.web.messages.views import GameState
from ferz.web.reviewing import facts_of

FOOLS_MATE = ("f3", "e5", "g4", "Qh4#")


async def reviewed(tab: ListeningTab, *moves: str) -> tuple[str, ReviewView]:
    game = await tab.new_game("chess", *moves)
    await tab.ask(ReviewGame(2, 9, game.id))
    ended = await tab.hear(ReviewEnded)
    assert ended.review is not None
    return game.id, ended.review


def test_a_review_finds_the_blunder_and_the_best_move() -> None:
    async def scene() -> None:
        _, review = await reviewed(ListeningTab(), *FOOLS_MATE)
        worst, last = review.moves[2], review.moves[3]
        assert (worst.judgement, last.judgement) == ("blunder", "best")
        assert worst.best[0].uci != "g2g4"
        assert (last.after.mate, last.after.chance) == (None, 0.0)

    play(scene)


def test_the_side_that_blundered_was_less_accurate() -> None:
    async def scene() -> None:
        _, review = await reviewed(ListeningTab(), *FOOLS_MATE)
        assert review.white.accuracy < review.black.accuracy
        assert (review.white.blunder, review.black.blunder) == (1, 0)

    play(scene)


def test_a_review_is_kept_until_the_main_line_changes() -> None:
    async def scene() -> None:
        tab = ListeningTab()
        game, review = await reviewed(tab, "f3", "e5")
        kept: KeptReview = await tab.ask(AskReview(3, game))
        await tab.ask(AddMove(4, game, 2, "g4"))
        gone: KeptReview = await tab.ask(AskReview(5, game))
        assert kept.review == review
        assert gone.review is None

    play(scene)


def test_a_game_is_reviewed_as_it_was_played_not_as_it_was_analyzed() -> None:
    async def scene() -> None:
        tab = ListeningTab()
        game: GameState = await tab.ask(NewGame(1, "chess", HUMAN, HUMAN))
        await tab.ask(PlayMove(2, game.id, "e4", 0))
        await tab.ask(AddMove(3, game.id, 1, "e5"))
        await tab.ask(ReviewGame(4, 9, game.id))
        ended = await tab.hear(ReviewEnded)
        assert ended.review is not None
        assert [move.uci for move in ended.review.moves] == ["e2e4"]

    play(scene)


def test_a_stopped_review_keeps_nothing() -> None:
    async def scene() -> None:
        tab = ListeningTab()
        game = await tab.new_game("chess", *FOOLS_MATE)
        await tab.ask(ReviewGame(2, 9, game.id))
        await tab.ask(StopReview(3))
        assert (await tab.hear(ReviewEnded)).review is None
        assert tab.hub.store.review(game.id) is None

    play(scene)


def test_a_review_needs_a_search_of_its_own() -> None:
    async def scene() -> None:
        tab = ListeningTab(Hub(":memory:", searches=1))
        game = await tab.new_game("chess", "e4")
        await tab.ask(Analyse(2, 1, game.id, 0))
        assert await tab.refused(ReviewGame(3, 2, game.id)) == "busy"
        tab.close()

    play(scene)


def test_a_game_without_moves_is_not_reviewed() -> None:
    async def scene() -> None:
        tab = ListeningTab()
        game = await tab.new_game("chess")
        assert await tab.refused(ReviewGame(2, 9, game.id)) == "not_found"

    play(scene)


def test_a_better_move_is_told_from_a_bad_one() -> None:
    async def scene() -> None:
        tab = ListeningTab()
        game, review = await reviewed(tab, *FOOLS_MATE)
        best: TriedMove = await tab.ask(TryBetter(3, game, 3, review.moves[2].best[0].uci))
        again: TriedMove = await tab.ask(TryBetter(4, game, 3, "g4"))
        assert (best.judgement, again.judgement) == ("best", "blunder")
        assert await tab.refused(TryBetter(5, game, 3, "Ke2")) == "illegal_move"

    play(scene)


def test_nothing_is_better_in_a_game_without_a_review() -> None:
    async def scene() -> None:
        tab = ListeningTab()
        game = await tab.new_game("chess", "f3")
        assert await tab.refused(TryBetter(2, game.id, 1, "e4")) == "not_found"

    play(scene)


def test_facts_count_what_each_side_did() -> None:
    async def scene() -> None:
        tab = ListeningTab()
        game = await tab.new_game("selfcapture", "Rxa2", "e5", "f4", "exf4", "e3", "Qh4+")
        facts: GameFacts = await tab.ask(AskFacts(2, game.id))
        assert facts.plies == 6
        assert (facts.white.self_captures, facts.white.captures) == (1, 0)
        assert (facts.black.captures, facts.black.checks) == (1, 1)

    play(scene)


def test_drops_and_promotions_are_counted() -> None:
    board = Board("crazyhouse", "k7/4P3/8/8/8/8/8/K7[Q] w - - 0 1")
    for move in ("e8=Q+", "Ka7", "Q@b6+"):
        board.push(move)
    white = facts_of(board).white
    assert (white.drops, white.promotions, white.checks) == (1, 1, 2)


@pytest.mark.parametrize(
    ("loss", "judgement"),
    [(0.0, "good"), (0.049, "good"), (0.05, "inaccuracy"), (0.12, "mistake"), (0.4, "blunder")],
)
def test_a_move_is_judged_by_what_it_loses(loss: float, judgement: str) -> None:
    assert judged(loss) == judgement


def test_winning_chances_are_even_at_zero_and_certain_at_mate() -> None:
    assert winning_chance(0, None) == 0.5
    assert (winning_chance(None, 3), winning_chance(None, -3)) == (1.0, 0.0)
    assert winning_chance(100, None) + winning_chance(-100, None) == pytest.approx(1)


def test_accuracy_is_full_without_loss_and_falls_with_it() -> None:
    assert accuracy([]) == accuracy([0.0, 0.0]) == 100
    assert 0 < accuracy([0.5]) < accuracy([0.1]) < 100
