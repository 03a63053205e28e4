# ruff: noqa: RUF001  (the sign between squares is a multiplication sign)
"""Challenges in the browser: help one step at a time, verdicts, every kind of hand, progress."""

import re
from typing import TYPE_CHECKING

import pytest
from page_fixtures import PageServer
from page_hands import click_move, drag, moves_shown, square
from playwright.sync_api import expect

from ferz.challenges import Challenge
from ferz.web.challenging import library

if TYPE_CHECKING:
    from playwright.sync_api import Page

ALL = library()


def open_challenge(page: "Page", server: PageServer, id_: str) -> Challenge:
    page.goto(f"{server.base}#/challenge/{id_}")
    page.get_by_role("heading", name=ALL[id_].name).wait_for()
    return ALL[id_]


def type_move(page: "Page", move: str) -> None:
    page.get_by_label("Type a move").fill(move)
    page.keyboard.press("Enter")


def wait_for_turn(page: "Page", plies: int) -> None:
    """Until so many moves are made and it is the solver's turn."""
    expect(page.locator(".moves .move")).to_have_count(plies)
    expect(page.locator(".status.open")).to_be_visible()


def solve(page: "Page", challenge: Challenge) -> None:
    """Type the moves of the solution."""
    for number, step in enumerate(challenge.solution):
        if number % 2 == 0:
            if number:
                wait_for_turn(page, number)
            type_move(page, step.move)
    page.get_by_text(re.compile("Solved(!| at once!)")).wait_for()


def hint(page: "Page", number: int) -> None:
    page.get_by_role("button", name=f"Hint {number} of 4").click()


# Help


def test_hints_and_solution_are_revealed_one_at_a_time(
    page: "Page", page_server: PageServer
) -> None:
    challenge = open_challenge(page, page_server, "my-own-roadblock")
    texts = [each.text for each in challenge.hints.values()]
    solution = page.get_by_role("button", name="Show the solution")
    expect(solution).to_be_disabled()
    for number, text in enumerate(texts[:2]):
        assert text not in page.content()
        hint(page, number + 1)
        page.get_by_text(text).wait_for()
    assert challenge.teaches not in page.content()
    solution.click()
    page.get_by_text(challenge.solution[0].comment).wait_for()
    assert page.get_by_text(challenge.teaches).is_visible()


def test_a_puzzle_is_solved_after_its_solution_was_shown(
    page: "Page", page_server: PageServer
) -> None:
    challenge = open_challenge(page, page_server, "my-own-roadblock")
    for number in (1, 2):
        hint(page, number)
    page.get_by_role("button", name="Show the solution").click()
    page.get_by_role("button", name="Retry").click()
    solve(page, challenge)
    page.goto(page_server.base + "#/challenges")
    page.get_by_text("1 of 86").wait_for()
    assert page.get_by_text("0 in a row").is_visible()


def test_hints_that_were_seen_are_there_after_a_reload(
    page: "Page", page_server: PageServer
) -> None:
    challenge = open_challenge(page, page_server, "philidors-pocket")
    hint(page, 1)
    page.get_by_text(challenge.hints["theme"].text).wait_for()
    page.reload()
    page.get_by_text(challenge.hints["theme"].text).wait_for()
    page.get_by_role("button", name="Hint 2 of 4").wait_for()


def test_the_last_hint_draws_the_move(page: "Page", page_server: PageServer) -> None:
    open_challenge(page, page_server, "my-own-roadblock")
    for number in (1, 2, 3, 4):
        hint(page, number)
    page.get_by_text("Play Rxa4").wait_for()
    expect(page.get_by_role("button", name=re.compile("^Hint"))).to_have_count(0)
    expect(page.locator(".board svg path").first).to_be_attached()


# Tries


@pytest.mark.parametrize(
    ("id_", "move", "verdict"),
    [
        ("my-own-roadblock", "Rh8+", "This still wins, but the mate takes 3 moves instead of 2."),
        ("1d8-monk", "a3a6", "Stalemate: this is only a draw."),
        ("poisoned-gift", "a2a1", "After this you lose in 3 moves."),
        ("no-stalemate-here", "d3e4", "After this there is no mate in 2 any more."),
    ],
)
def test_a_wrong_try_gets_the_verdict_of_the_solver(
    page: "Page", page_server: PageServer, id_: str, move: str, verdict: str
) -> None:
    open_challenge(page, page_server, id_)
    type_move(page, move)
    page.get_by_text(verdict).wait_for()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".moves .move")).to_have_count(0)
    expect(page.get_by_label("Type a move")).to_be_visible()


def test_a_refutation_is_written_and_drawn(page: "Page", page_server: PageServer) -> None:
    open_challenge(page, page_server, "between-two-fires")
    click_move(page, "d3d4")
    page.get_by_text("After this it is a draw.").wait_for()
    page.get_by_text("1... Kxb2").wait_for()
    expect(page.locator(".board svg path").first).to_be_attached()


def test_an_own_piece_is_taken_by_an_armed_click(page: "Page", page_server: PageServer) -> None:
    challenge = open_challenge(page, page_server, "my-own-roadblock")
    square(page, "h4").click()
    square(page, "a4").click()
    page.get_by_text("h4×a4?").wait_for()
    # Sooner it would be the second half of a double click.
    page.wait_for_timeout(400)
    square(page, "a4").click()
    wait_for_turn(page, 2)
    click_move(page, challenge.solution[2].move)
    page.get_by_text("Solved at once!").wait_for()


def test_a_mate_is_dropped_by_click_and_by_dragging(page: "Page", page_server: PageServer) -> None:
    open_challenge(page, page_server, "philidors-pocket")
    page.locator('[data-drop="Q"]').click()
    square(page, "g8").click()
    wait_for_turn(page, 2)
    knight, target = page.locator('[data-drop="N"]'), square(page, "f7")
    knight.drag_to(target)
    page.get_by_text("Solved at once!").wait_for()
    assert moves_shown(page)[-1].endswith("f7#")


def test_a_puzzle_on_one_line_is_solved_by_dragging_for_black(
    page: "Page", page_server: PageServer
) -> None:
    open_challenge(page, page_server, "the-curtain")
    for number, (origin, target) in enumerate([("a3", "a5"), ("a5", "a3"), ("a3", "a1")]):
        drag(page, origin, target)
        if number < 2:
            wait_for_turn(page, 2 * number + 2)
    page.get_by_text("Solved at once!").wait_for()


def test_a_puzzle_is_solved_by_touch(page: "Page", page_server: PageServer) -> None:
    challenge = open_challenge(page, page_server, "room-to-breathe")
    square(page, challenge.key[:2]).tap()
    square(page, challenge.key[2:]).tap()
    page.wait_for_timeout(400)
    square(page, challenge.key[2:]).tap()
    page.get_by_text("Solved at once!").wait_for()


def test_a_puzzle_is_tried_by_the_keyboard(page: "Page", page_server: PageServer) -> None:
    open_challenge(page, page_server, "no-stalemate-here")
    square(page, "d3").focus()
    for key in ("Enter", "ArrowLeft", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    wait_for_turn(page, 2)
    expect(page.locator('[aria-live="assertive"]')).to_contain_text("Black: king takes its own")


def test_a_long_win_counts_when_it_is_near_enough(page: "Page", page_server: PageServer) -> None:
    solve(page, open_challenge(page, page_server, "leave-it-hanging"))
    assert page.get_by_text(ALL["leave-it-hanging"].teaches).is_visible()


# Progress


def test_what_is_solved_survives_a_reload_and_a_crash(
    page: "Page", page_server: PageServer
) -> None:
    challenge = open_challenge(page, page_server, "the-curtain")
    solve(page, challenge)
    page.reload()
    page.get_by_text("Solved just now").wait_for()
    page_server.kill()
    page.goto(page_server.start() + "#/challenges")
    page.get_by_text("1 in a row").wait_for()
    card = page.locator(".card", has_text=challenge.name)
    assert card.get_by_text("Solved at once").is_visible()


def test_cards_are_searched_and_filtered(page: "Page", page_server: PageServer) -> None:
    page.goto(page_server.base + "#/challenges")
    expect(page.locator(".card")).to_have_count(len(ALL))
    page.get_by_role("button", name="Self-capture", exact=True).click()
    page.get_by_label("Difficulty").select_option("5")
    expect(page.locator(".card")).to_have_count(1)
    page.get_by_role("button", name="Show all again").click()
    page.get_by_label("Search challenges").fill("philidor")
    expect(page.locator(".card")).to_have_count(1)


def test_only_what_is_not_solved_is_shown_if_wanted(page: "Page", page_server: PageServer) -> None:
    solve(page, open_challenge(page, page_server, "the-curtain"))
    page.goto(page_server.base + "#/challenges")
    page.get_by_label("Only unsolved").check()
    expect(page.locator(".card")).to_have_count(len(ALL) - 1)


# What comes after


def test_the_next_challenge_follows(page: "Page", page_server: PageServer) -> None:
    ids = list(library())
    open_challenge(page, page_server, ids[0])
    page.get_by_role("link", name="Next challenge").click()
    page.get_by_role("heading", name=ALL[ids[1]].name).wait_for()
    page.locator(".board").wait_for()


def test_a_puzzle_is_played_out_against_the_engine(page: "Page", page_server: PageServer) -> None:
    open_challenge(page, page_server, "two-for-nothing")
    page.get_by_role("button", name="Play it out").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("#/game/"))
    page.get_by_text("White to move").wait_for()


def test_a_position_is_analyzed_after_the_moves_on_the_board(
    page: "Page", page_server: PageServer
) -> None:
    open_challenge(page, page_server, "the-curtain")
    type_move(page, "a3a5")
    wait_for_turn(page, 2)
    page.get_by_role("button", name="Analyze").click()
    page.wait_for_url(re.compile("#/analysis/"))


def test_a_game_is_begun_from_its_plans(page: "Page", page_server: PageServer) -> None:
    challenge = open_challenge(page, page_server, "hexapawn")
    for text in (challenge.plan_white, challenge.plan_black, challenge.key_positions[0].text):
        assert page.get_by_text(text).is_visible()
    page.get_by_text("Proven: Black wins in 3 moves").wait_for()
    page.get_by_role("radio", name="Black").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("#/game/"))
    expect(page.locator(".moves .move")).to_have_count(1)


def test_a_challenge_that_is_not_there_leads_back(page: "Page", page_server: PageServer) -> None:
    page.goto(page_server.base + "#/challenge/nothing")
    page.get_by_text("There is no such challenge.").wait_for()
    page.get_by_role("link", name="Choose another").click()
    page.get_by_role("heading", name="Challenges").wait_for()
