"""Analysis on the server: the tree, engine lines, proofs; in this process, without a browser."""

import asyncio
from pathlib import Path

import pytest
from web_tab import ListeningTab, play

from ferz import Board
from ferz.web.hub import Hub
from ferz.web.messages.analysis import (
    AddMove,
    Analyse,
    AskSolved,
    Lines,
    PromoteVariation,
    RemoveMoves,
    SetComment,
    SetNags,
    Solve,
    SolvedView,
    SolveEnded,
    StopAnalysis,
    StopSolving,
)
from ferz.web.messages.base import Progress
from ferz.web.messages.play import PlayMove
from ferz.web.messages.views import GameState
from ferz.web.solved import can_solve

#: The rook mates in two by taking its own pawn, and in three by any other move.
OWN_ROADBLOCK = "1k6/8/2K5/8/P6R/8/8/8 w - - 0 1"


@pytest.fixture(autouse=True)
def _own_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables go into a folder of the test."""
    monkeypatch.setenv("FERZ_DATA", str(tmp_path))


def test_a_comment_and_glyphs_are_stored() -> None:
    async def scene() -> None:
        tab = ListeningTab()
        game = await tab.new_game("chess", "e4")
        await tab.ask(SetComment(2, game.id, 1, " best by test "))
        state: GameState = await tab.ask(SetNags(3, game.id, 1, [5, 1, 1]))
        row = tab.hub.store.game(game.id)
        assert (state.nodes[1].comment, state.nodes[1].nags) == ("best by test", [1, 5])
        assert row is not None
        assert b"best by test" in row.tree

    play(scene)


def test_a_promoted_variation_comes_first() -> None:
    async def scene() -> None:
        tab = ListeningTab()
        game = await tab.new_game("chess", "e4")
        await tab.ask(AddMove(2, game.id, 0, "d4"))
        state: GameState = await tab.ask(PromoteVariation(3, game.id, 2))
        assert [node.san for node in state.nodes] == ["", "d4", "e4"]

    play(scene)


def test_moves_are_removed_with_all_that_follows() -> None:
    async def scene() -> None:
        tab = ListeningTab()
        game = await tab.new_game("chess", "e4", "e5", "Nf3")
        state: GameState = await tab.ask(RemoveMoves(2, game.id, 2))
        assert [node.san for node in state.nodes] == ["", "e4"]
        assert await tab.refused(RemoveMoves(3, game.id, 2)) == "not_found"

    play(scene)


def test_moves_that_were_played_are_not_removed() -> None:
    async def scene() -> None:
        tab = ListeningTab()
        game = await tab.new_game("chess")
        await tab.ask(PlayMove(2, game.id, "e4", 0))
        assert await tab.refused(RemoveMoves(3, game.id, 1)) == "not_found"

    play(scene)


def test_lines_carry_the_generation_that_asked_for_them() -> None:
    async def scene() -> None:
        tab = ListeningTab()
        game = await tab.new_game("chess", "e4")
        await tab.ask(Analyse(2, 7, game.id, 0, multipv=2))
        await tab.hear(Lines, lambda event: len(event.lines) == 2)
        await tab.ask(Analyse(3, 8, game.id, 1))
        last = await tab.hear(Lines, lambda event: event.generation == 8)
        tab.close()
        assert last.node == 1
        assert 0 < last.lines[0].chance < 1

    play(scene)


def test_one_search_too_many_is_refused_and_a_closed_tab_frees_its_own() -> None:
    async def scene() -> None:
        hub = Hub(":memory:", searches=1)
        first, second = ListeningTab(hub), ListeningTab(hub)
        game = await first.new_game("chess")
        await first.ask(Analyse(2, 1, game.id, 0))
        assert await second.refused(Analyse(3, 1, game.id, 0)) == "busy"
        first.close()
        await second.ask(Analyse(4, 2, game.id, 0))
        await second.ask(StopAnalysis(5))

    play(scene)


@pytest.mark.parametrize("multipv", [1, 5])
def test_the_best_ordinary_move_is_told_beside_a_self_capture(multipv: int) -> None:
    async def scene() -> None:
        tab = ListeningTab()
        game = await tab.new_game("selfcapture", start=OWN_ROADBLOCK)
        await tab.ask(Analyse(2, 1, game.id, 0, multipv=multipv))
        event = await tab.hear(Lines, lambda event: event.without_self_capture is not None)
        tab.close()
        other = event.without_self_capture
        assert (event.lines[0].moves[0].san, event.lines[0].mate) == ("Rxa4", 2)
        assert other is not None
        assert other.mate is None or other.mate > 2

    play(scene)


def test_a_solved_position_says_what_every_move_is_worth() -> None:
    async def scene() -> None:
        tab = ListeningTab()
        game = await tab.new_game("1d-8")
        solved: SolvedView = await tab.ask(AskSolved(2, game.id, 0))
        assert (solved.value, solved.distance) == ("win", 11)
        assert [each.san for each in solved.moves if each.value == "win"] == ["Na4"]

    play(scene)


def test_a_proof_is_told_and_known_afterwards() -> None:
    async def scene() -> None:
        tab = ListeningTab()
        game = await tab.new_game("chess", start="4k3/8/8/8/8/8/8/4KR2 w - - 0 1")
        before: SolvedView = await tab.ask(AskSolved(2, game.id, 0))
        await tab.ask(Solve(3, 5, game.id, 0))
        ended = await tab.hear(SolveEnded)
        after: SolvedView = await tab.ask(AskSolved(4, game.id, 0))
        assert (before.value, before.can_solve) == (None, True)
        assert ended.solution is not None
        assert ended.solution.value == after.value == "win"

    play(scene)


def test_only_one_proof_runs_at_a_time_and_it_can_be_stopped() -> None:
    async def scene() -> None:
        hub = Hub(":memory:", searches=4)
        first, second = ListeningTab(hub), ListeningTab(hub)
        game = await first.new_game("thin-2x10")
        await first.ask(Solve(2, 5, game.id, 0))
        await first.hear(Progress)
        assert await second.refused(Solve(3, 6, game.id, 0)) == "busy"
        await first.ask(StopSolving(4))
        assert (await first.hear(SolveEnded)).solution is None

    play(scene)


def test_a_closed_tab_ends_its_proof() -> None:
    async def scene() -> None:
        hub = Hub(":memory:", searches=4)
        tab = ListeningTab(hub)
        game = await tab.new_game("thin-2x10")
        await tab.ask(Solve(2, 5, game.id, 0))
        await tab.hear(Progress)
        tab.close()
        while hub.solved.is_proving:
            await asyncio.sleep(0.01)

    play(scene)


def test_a_proof_that_needs_too_much_is_refused_in_the_words_of_the_library(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ferz.web.solved.MOST_MEMORY_MB", 1)

    async def scene() -> None:
        tab = ListeningTab()
        game = await tab.new_game("thin-4x6")
        await tab.ask(Solve(2, 5, game.id, 0))
        assert "MiB" in (await tab.hear(SolveEnded)).message

    play(scene)


@pytest.mark.parametrize("game", ["gardner", "losalamos", "chess", "crazyhouse"])
def test_what_would_take_for_ever_to_plan_is_not_offered(game: str) -> None:
    assert not can_solve(Board(game))
