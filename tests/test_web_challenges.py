"""Challenges of the server: cards, tries and their verdicts, help, progress, games."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from page_client import RefusedError, ask

from ferz.challenges import Challenge
from ferz.web.challenge_cards import KIND
from ferz.web.challenging import Judge, library
from ferz.web.hub import Hub
from ferz.web.messages.challenges import (
    ChallengeCard,
    ChallengeList,
    ListChallenges,
    OpenChallenge,
    PlayChallenge,
    RevealHint,
    RevealSolution,
    Tried,
    TryMove,
)
from ferz.web.messages.views import Player
from ferz.web.store import Filter

HUMAN = Player("human", 10, "perfect")
ENGINE = Player("engine", 1, "perfect")
PUZZLES = [each for each in library().values() if each.kind == "puzzle"]


@pytest.fixture
def hub() -> Iterator[Hub]:
    made = Hub(":memory:")
    yield made
    made.close()


def cards(hub: Hub) -> dict[str, ChallengeCard]:
    return {card.id: card for card in listed(hub).cards}


def listed(hub: Hub) -> ChallengeList:
    found: ChallengeList = ask(hub, ListChallenges(1))
    return found


def tried(hub: Hub, id_: str, move: str, *before: str) -> Tried:
    found: Tried = ask(hub, TryMove(1, id_, list(before), move))
    return found


def solve(hub: Hub, id_: str) -> Tried:
    """Play the solution to its end."""
    moves: list[str] = []
    for step in library()[id_].solution[::2]:
        found = tried(hub, id_, step.move, *moves)
        assert found.is_right
        moves = [node.uci for node in found.line.nodes[1:]]
    return found


def sans(found: Tried) -> list[str]:
    return [node.san for node in found.line.nodes[1:]]


# Cards


def test_every_challenge_has_a_card(hub: Hub) -> None:
    found = listed(hub)
    assert [card.id for card in found.cards] == list(library())
    assert (found.solved, found.streak, found.longest) == (0, 0, 0)


def test_a_card_says_who_does_what_on_which_board(hub: Hub) -> None:
    card = cards(hub)["the-curtain"]
    assert (card.files, card.ranks, card.side, card.difficulty) == (1, 9, "black", 2)
    assert card.goal is not None
    assert (card.goal.type, card.goal.moves) == ("mate", 3)


def test_a_card_shows_the_pieces_in_hand(hub: Hub) -> None:
    found = cards(hub)
    assert found["three-horsemen"].hands == ["N", "N", "N"]
    assert sorted(found["his-favorite-square"].hands) == ["R", "r"]


def test_an_open_challenge_tells_neither_hints_nor_solution(hub: Hub) -> None:
    view = ask(hub, OpenChallenge(1, "philidors-pocket"))
    text = str(view)
    challenge = library()["philidors-pocket"]
    assert not any(hint.text in text for hint in challenge.hints.values())
    assert not any(step.comment in text for step in challenge.solution if step.comment)


def test_a_game_comes_with_plans_and_key_positions(hub: Hub) -> None:
    view = ask(hub, OpenChallenge(1, "hexapawn"))
    assert view.value == "loss"
    assert view.plan_white
    assert view.plan_black
    assert view.key_positions[0].placement


def test_an_unknown_challenge_is_refused(hub: Hub) -> None:
    with pytest.raises(RefusedError, match="not_found"):
        ask(hub, OpenChallenge(1, "../../etc/passwd"))


# Tries


@pytest.mark.parametrize("challenge", PUZZLES, ids=lambda each: each.id)
def test_every_solution_solves_its_puzzle_and_not_before_its_end(challenge: Challenge) -> None:
    judge, board = Judge(challenge), challenge.board()
    last = len(challenge.solution) - (len(challenge.solution) + 1) % 2
    for number, step in enumerate(challenge.solution[:last]):
        move = board.parse_uci(step.move)
        if number % 2 == 0:
            trial = judge.judge(board, move)
            assert (trial.is_right, trial.is_solved) == (True, number == last - 1)
        else:
            assert trial.reply == move
        board.push(move)


@pytest.mark.parametrize(
    ("id_", "move", "value", "distance", "refutation"),
    [
        # A rook that comes a move later, a stalemate, a mate that is lost altogether.
        ("my-own-roadblock", "h4h8", "win", 5, "1..."),
        ("1d8-monk", "a3a6", "draw", None, ""),
        ("poisoned-gift", "a2a1", "loss", 6, "1... Rxa7"),
        ("no-stalemate-here", "d3e4", None, None, "1... Kb2"),
        ("between-two-fires", "d3d4", "draw", None, "1... Kxb2"),
    ],
)
def test_a_wrong_try_gets_the_verdict_of_the_solver(
    hub: Hub, id_: str, move: str, value: str | None, distance: int | None, refutation: str
) -> None:
    found = tried(hub, id_, move)
    assert not found.is_right
    assert (found.value, found.distance) == (value, distance)
    assert found.refutation.startswith(refutation)
    assert bool(found.refuting) == bool(refutation)


def test_a_right_try_is_answered_as_in_the_solution(hub: Hub) -> None:
    found = tried(hub, "three-horsemen", "N@d3")
    assert (found.is_right, found.is_solved, found.added) == (True, False, 2)
    assert [node.uci for node in found.line.nodes[1:]] == ["N@d3", "a1b1"]
    assert found.line.positions[-1].moves


def test_another_way_to_mate_in_time_is_right_too(hub: Hub) -> None:
    # The solution goes 2.Ra4; with the king on a2 any mate will do.
    found = tried(hub, "no-stalemate-here", "c4a4", "d3c2", "a1a2")
    assert (found.is_right, found.is_solved) == (True, True)
    assert sans(found)[-1].endswith("#")


def test_a_try_may_be_written_in_san(hub: Hub) -> None:
    assert tried(hub, "philidors-pocket", "Q@g8").is_right


def test_a_win_counts_only_when_it_is_as_near_as_in_the_solution() -> None:
    challenge = library()["leave-it-hanging"]
    judge, board = Judge(challenge), challenge.board()
    first = judge.judge(board, board.parse_uci(challenge.key))
    assert (first.is_right, first.is_solved) == (True, False)


def test_an_illegal_try_is_refused_and_not_counted(hub: Hub) -> None:
    with pytest.raises(RefusedError, match="illegal_move"):
        tried(hub, "philidors-pocket", "e2e4")
    assert cards(hub)["philidors-pocket"].progress.tries == 0


def test_it_is_not_tried_for_the_other_side(hub: Hub) -> None:
    with pytest.raises(RefusedError, match="not_your_turn"):
        tried(hub, "philidors-pocket", "f8g8", "Q@g8")


def test_a_game_is_not_tried(hub: Hub) -> None:
    with pytest.raises(RefusedError, match="not_found"):
        tried(hub, "hexapawn", "a1a2")


# Progress


def test_a_puzzle_solved_at_once_is_clean_and_stays_so(hub: Hub) -> None:
    progress = solve(hub, "philidors-pocket").progress
    assert (progress.tries, progress.hints, progress.is_clean) == (1, 0, True)
    tried(hub, "philidors-pocket", "a1a2")
    ask(hub, RevealSolution(1, "philidors-pocket"))
    assert cards(hub)["philidors-pocket"].progress == progress


def test_wrong_tries_and_the_highest_hint_are_counted(hub: Hub) -> None:
    tried(hub, "philidors-pocket", "a1a2")
    for step in (1, 2, 1):
        ask(hub, RevealHint(1, "philidors-pocket", step))
    progress = solve(hub, "philidors-pocket").progress
    assert (progress.tries, progress.hints, progress.is_clean) == (2, 2, False)


def test_the_streak_ends_at_a_puzzle_that_took_help(hub: Hub) -> None:
    for id_ in ("the-curtain", "hands-off"):
        solve(hub, id_)
    assert (listed(hub).streak, listed(hub).longest) == (2, 2)
    ask(hub, RevealHint(1, "your-turn", 1))
    solve(hub, "your-turn")
    assert (listed(hub).streak, listed(hub).longest, listed(hub).solved) == (0, 2, 3)


def test_the_next_challenge_is_the_next_that_is_not_solved(hub: Hub) -> None:
    ids = list(library())
    solve(hub, ids[1])
    assert ask(hub, OpenChallenge(1, ids[0])).next == ids[2]
    assert ask(hub, OpenChallenge(1, ids[-1])).next == ids[0]


# Help


def test_hints_come_one_at_a_time_and_point_at_squares_from_the_third_on(hub: Hub) -> None:
    steps = [ask(hub, RevealHint(1, "my-own-roadblock", step)) for step in (1, 2, 3, 4)]
    texts = [hint.text for hint in library()["my-own-roadblock"].hints.values()]
    assert [step.text for step in steps] == texts
    assert [step.squares for step in steps] == [[], [], ["h4"], ["h4", "a4"]]


def test_the_solution_has_its_comments_and_a_position_after_each_move(hub: Hub) -> None:
    line = ask(hub, RevealSolution(1, "1d8-monk")).line
    steps = library()["1d8-monk"].solution
    assert [node.comment for node in line.nodes[1:]] == [step.comment for step in steps]
    assert len(line.positions) == len(steps) + 1
    assert line.positions[-1].outcome.reason == "checkmate"


# Games


def begun(hub: Hub, id_: str, **fields: Any) -> Any:
    return ask(hub, PlayChallenge(1, id_, HUMAN, ENGINE, **fields))


def test_a_game_with_rules_of_its_own_begins_where_the_challenge_does(hub: Hub) -> None:
    state = begun(hub, "hexapawn")
    assert (state.kind, state.title) == ("challenge", "Hexapawn")
    assert (state.variant.files, state.variant.ranks) == (3, 3)
    assert hub.game(state.id).board.fen == library()["hexapawn"].board().fen


def test_an_analysis_begins_after_the_moves_that_were_made(hub: Hub) -> None:
    state = begun(hub, "the-curtain", kind="analysis", moves=["a3a5", "a2a1"])
    assert state.kind == "analysis"
    assert [node.uci for node in state.nodes[1:]] == ["a3a5", "a2a1"]
    assert state.current == state.nodes[-1].id


def test_an_analysis_begins_at_a_key_position_if_there_is_one(hub: Hub) -> None:
    state = begun(hub, "mirror-towers", kind="analysis", key_position=1)
    assert state.position.fen.startswith("1k/2/K1/")
    with pytest.raises(RefusedError, match="not_found"):
        begun(hub, "mirror-towers", kind="analysis", key_position=9)


@pytest.mark.parametrize(
    ("id_", "result", "is_achieved"),
    [
        # Proven: White wins; Black wins; nobody does; nobody knows.
        ("2x5-kq-vs-k-m1", "1/2-1/2", False),
        ("2x5-kq-vs-k-m1", "1-0", True),
        ("hexapawn", "1-0", True),
        ("hexapawn", "0-1", False),
        ("top-rank-guillotine", "1/2-1/2", True),
        ("mirror-towers", "1/2-1/2", False),
    ],
)
def test_a_game_is_achieved_by_what_is_proven_or_better(
    hub: Hub, id_: str, result: str, is_achieved: bool
) -> None:
    begun(hub, id_)
    (row,) = hub.store.games(Filter(kind=KIND))
    hub.store.save_game(replace(row, result=result))
    assert (cards(hub)[id_].progress.solved is not None) == is_achieved
