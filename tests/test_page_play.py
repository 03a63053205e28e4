# ruff: noqa: RUF001  (the sign between squares is a multiplication sign)
"""Playing in the browser: whole games on every kind of board, by every kind of hand."""

import re
from typing import TYPE_CHECKING

import pytest
from page_fixtures import PageServer
from page_hands import begin, board_moves, click_move, drag, moves_shown, play_to_the_end, square
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.mark.parametrize("game", ["1d-12", "thin-2x10", "selfcapture", "gothic-selfhouse"])
def test_a_whole_game_against_the_engine(page: "Page", page_server: PageServer, game: str) -> None:
    begin(page, page_server, game, level=1)
    play_to_the_end(page, most_moves=60)
    assert page.get_by_text(re.compile("wins|Draw")).first.is_visible()
    assert moves_shown(page)


def test_an_own_piece_is_taken_by_an_armed_click(page: "Page", page_server: PageServer) -> None:
    begin(page, page_server, "selfcapture", mode="Two people")
    square(page, "b1").click()
    square(page, "d2").click()
    page.get_by_text("b1×d2?").wait_for()
    page.wait_for_timeout(400)
    square(page, "d2").click()
    page.get_by_role("button", name="Nxd2").wait_for()


def test_a_double_click_takes_nothing(page: "Page", page_server: PageServer) -> None:
    begin(page, page_server, "selfcapture", mode="Two people")
    square(page, "b1").click()
    square(page, "d2").dblclick()
    assert page.get_by_text("b1×d2?").is_visible()
    assert moves_shown(page) == []


def test_an_own_piece_is_taken_by_dragging(page: "Page", page_server: PageServer) -> None:
    begin(page, page_server, "selfcapture", mode="Two people")
    drag(page, "b1", "d2", let_go=False)
    assert "eats" in (square(page, "d2").get_attribute("class") or "")
    page.mouse.up()
    page.get_by_role("button", name="Nxd2").wait_for()


def test_an_own_piece_is_taken_by_touch(page: "Page", page_server: PageServer) -> None:
    begin(page, page_server, "selfcapture", mode="Two people")
    square(page, "b1").tap()
    square(page, "d2").tap()
    page.wait_for_timeout(400)
    square(page, "d2").tap()
    page.get_by_role("button", name="Nxd2").wait_for()


def test_an_own_piece_is_taken_by_the_keyboard(page: "Page", page_server: PageServer) -> None:
    begin(page, page_server, "selfcapture", mode="Two people")
    square(page, "b1").focus()
    for key in ("Enter", "ArrowUp", "ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    page.wait_for_timeout(400)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Nxd2").wait_for()


def test_a_move_is_typed(page: "Page", page_server: PageServer) -> None:
    begin(page, page_server, "chess", mode="Two people")
    for move in ("e4", "e7e5", "Nf3"):
        page.get_by_label("Type a move").fill(move)
        page.keyboard.press("Enter")
        expect(page.get_by_label("Type a move")).to_have_value("")
    assert moves_shown(page) == ["e4", "e5", "Nf3"]


def test_a_piece_is_dropped_by_click_and_by_dragging(page: "Page", page_server: PageServer) -> None:
    begin(page, page_server, "crazyhouse", mode="Two people")
    for move in ("e2e4", "d7d5", "e4d5", "d8d5"):
        click_move(page, move)
    page.locator('[data-drop="P"]').click()
    square(page, "e4").click()
    page.get_by_role("button", name="P@e4").wait_for()
    source = page.locator('[data-drop="p"]').bounding_box()
    target = square(page, "e5").bounding_box()
    assert source is not None
    assert target is not None
    page.mouse.move(source["x"] + 20, source["y"] + 20)
    page.mouse.down()
    page.mouse.move(target["x"] + 10, target["y"] + 10, steps=8)
    page.mouse.up()
    page.get_by_role("button", name="P@e5").wait_for()


def test_a_pawn_promotes_to_what_is_chosen(page: "Page", page_server: PageServer) -> None:
    begin(page, page_server, "chess", mode="Two people", start="k7/4P3/8/8/8/8/8/K7 w - - 0 1")
    click_move(page, "e7e8")
    page.get_by_role("dialog").get_by_role("button", name="knight").click()
    page.get_by_role("button", name="e8=N").wait_for()


def test_a_promotion_is_chosen_by_the_keyboard(page: "Page", page_server: PageServer) -> None:
    begin(page, page_server, "chess", mode="Two people", start="k7/4P3/8/8/8/8/8/K7 w - - 0 1")
    click_move(page, "e7e8")
    chooser = page.get_by_role("dialog")
    expect(chooser.get_by_role("button").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(chooser).to_have_count(0)
    expect(square(page, "e8")).to_be_focused()
    click_move(page, "e7e8")
    page.keyboard.press("ArrowDown")
    expect(chooser.get_by_role("button").nth(1)).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("ArrowDown")
    expect(chooser.get_by_role("button").first).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="e8=Q").wait_for()
    expect(square(page, "e8")).to_be_focused()


def test_a_click_beside_the_board_closes_the_chooser(page: "Page", page_server: PageServer) -> None:
    begin(page, page_server, "chess", mode="Two people", start="k7/4P3/8/8/8/8/8/K7 w - - 0 1")
    click_move(page, "e7e8")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.locator(".status").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(square(page, "e7")).to_have_attribute("aria-label", "e7, white pawn")


def test_quick_steps_back_all_count(page: "Page", page_server: PageServer) -> None:
    begin(page, page_server, "chess", mode="Two people")
    for move in ("e2e4", "e7e5", "g1f3", "b8c6"):
        click_move(page, move)
    expect(page.locator(".moves .move")).to_have_count(4)
    page.locator(".status").click()
    for _ in range(3):
        page.keyboard.press("ArrowLeft", delay=0)
    expect(page.locator(".moves .move").first).to_have_attribute("aria-current", "true")


def test_a_game_deleted_elsewhere_says_so(page: "Page", page_server: PageServer) -> None:
    begin(page, page_server, "chess", mode="Two people")
    click_move(page, "e2e4")
    expect(page.locator(".moves .move")).to_have_count(1)
    other = page.context.new_page()
    other.goto(page_server.base + "#/library")
    other.on("dialog", lambda dialog: dialog.accept())
    other.get_by_role("button", name=re.compile("^Delete")).first.click()
    expect(page.get_by_text("This game is not there (any more).")).to_be_visible()


def test_only_rules_that_fit_are_offered(page: "Page", page_server: PageServer) -> None:
    page.goto(page_server.base + "#/new/1d-8")
    expect(page.get_by_label("Self-capture")).to_be_visible()
    expect(page.get_by_label("No castling")).to_have_count(0)
    page.goto(page_server.base + "#/new/selfcapture")
    expect(page.get_by_label("No castling")).to_be_visible()
    expect(page.get_by_label("Self-capture")).to_have_count(0)


def test_a_start_that_is_none_is_told_before_the_game(
    page: "Page", page_server: PageServer
) -> None:
    page.goto(page_server.base + "#/new/chess/garbage")
    expect(page.get_by_role("alert")).to_contain_text("garbage")
    expect(page.locator(".mini .piece, .mini use").first).to_be_attached()


def test_undo_takes_a_whole_turn_back_and_redo_brings_it_again(
    page: "Page", page_server: PageServer
) -> None:
    begin(page, page_server, "chess", level=1)
    click_move(page, "e2e4")
    expect(page.locator(".moves .move")).to_have_count(2)
    played = moves_shown(page)
    page.get_by_role("button", name="Undo").click()
    expect(square(page, "e2")).to_have_attribute("aria-label", "e2, white pawn")
    page.get_by_role("button", name="Redo").click()
    expect(square(page, "e2")).to_have_attribute("aria-label", "e2, empty")
    assert moves_shown(page) == played


def test_a_hint_comes_in_four_steps(page: "Page", page_server: PageServer) -> None:
    start = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
    begin(page, page_server, "chess", level=1, start=start)
    for button, text in (
        ("Hint", "You can mate at once!"),
        ("Which piece?", "Look at a rook."),
        ("Where?", "The one on a1."),
        ("Show the move", "Play Ra8#."),
    ):
        page.get_by_role("button", name=button).click()
        page.get_by_text(text).wait_for()


def test_a_game_goes_on_after_a_reload(page: "Page", page_server: PageServer) -> None:
    begin(page, page_server, "chess", mode="Two people")
    click_move(page, "e2e4")
    click_move(page, "e7e5")
    page.reload()
    page.get_by_role("button", name="e5").wait_for()
    click_move(page, "g1f3")
    assert moves_shown(page) == ["e4", "e5", "Nf3"]


def test_a_game_goes_on_after_the_server_was_killed(page: "Page", page_server: PageServer) -> None:
    begin(page, page_server, "selfcapture", mode="Two people")
    click_move(page, "e2e4")
    place = page.url.partition("#")[2]
    page_server.kill()
    page.get_by_role("alert").wait_for()
    started = page_server.start()
    page.get_by_text("Ferz was started anew").wait_for()
    page.goto(f"{started}#{place}")
    page.get_by_role("button", name="e4").wait_for()
    click_move(page, "e7e5")
    assert moves_shown(page) == ["e4", "e5"]


def test_a_tab_goes_on_once_another_one_knows_the_new_server(
    page: "Page", page_server: PageServer
) -> None:
    begin(page, page_server, "selfcapture", mode="Two people")
    page_server.kill()
    started = page_server.start()
    page.get_by_text("Ferz was started anew").wait_for()
    other = page.context.new_page()
    other.goto(started)
    page.get_by_role("alert").wait_for(state="detached")
    click_move(page, "e2e4")
    expect(page.locator(".moves .move")).to_have_count(1)


def test_mute_and_theme_are_kept(page: "Page") -> None:
    page.get_by_role("button", name="Turn the sound off").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Theme").select_option("dark")
    page.reload()
    page.get_by_role("button", name="Turn the sound on").wait_for()
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_a_premove_is_played_when_the_turn_comes(page: "Page", page_server: PageServer) -> None:
    begin(page, page_server, "chess", level=10)
    click_move(page, "e2e4")
    page.get_by_text("Ferz is thinking").wait_for()
    click_move(page, "d2d3")
    expect(page.locator(".moves .move").nth(2)).to_be_visible()
    assert moves_shown(page)[2] == "d3"


def test_two_engines_play_by_themselves(page: "Page", page_server: PageServer) -> None:
    begin(page, page_server, "1d-6", mode="Ferz against Ferz")
    page.get_by_text(re.compile("wins|Draw")).first.wait_for()


def test_two_people_agree_to_a_draw_and_play_a_rematch(
    page: "Page", page_server: PageServer
) -> None:
    begin(page, page_server, "chess", mode="Two people")
    click_move(page, "e2e4")
    page.get_by_role("button", name="½ Draw").click()
    page.get_by_text("Draw: agreement", exact=True).wait_for()
    page.get_by_role("button", name="Rematch").click()
    page.get_by_text("No moves yet.").wait_for()


def test_a_clock_runs_out(page: "Page", page_server: PageServer) -> None:
    begin(page, page_server, "chess", mode="Two people", minutes=0.05)
    click_move(page, "e2e4")
    page.get_by_text("White wins: time is up", exact=True).wait_for()


def test_every_move_of_the_board_is_spoken(page: "Page", page_server: PageServer) -> None:
    begin(page, page_server, "chess", mode="Two people")
    click_move(page, "g1f3")
    page.get_by_text("White: knight to f3").wait_for(state="attached")
    assert square(page, "f3").get_attribute("aria-label") == "f3, white knight"


def test_the_board_offers_just_the_legal_moves(page: "Page", page_server: PageServer) -> None:
    begin(page, page_server, "selfcapture", mode="Two people")
    square(page, "b1").click()
    assert board_moves(page) == {"a3", "c3", "d2"}


def test_a_king_on_its_castling_rook_asks_which(page: "Page", page_server: PageServer) -> None:
    start = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1"
    begin(page, page_server, "chess960+selfcapture", mode="Two people", start=start)
    drag(page, "f1", "g1")
    chooser = page.get_by_role("dialog", name="Which move?")
    expect(chooser.get_by_role("button")).to_have_text(["Castle", "Take own piece"])
    chooser.get_by_role("button", name="Castle").click()
    expect(square(page, "f1")).to_have_attribute("aria-label", "f1, white rook")


def test_a_game_from_a_finished_position_is_over_at_once(
    page: "Page", page_server: PageServer
) -> None:
    start = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
    begin(page, page_server, "chess", mode="Ferz against Ferz", start=start)
    page.get_by_text("Draw: stalemate", exact=True).wait_for()


def test_undo_forgets_a_premove(page: "Page", page_server: PageServer) -> None:
    begin(page, page_server, "chess", level=10)
    click_move(page, "e2e4")
    page.get_by_text("Ferz is thinking").wait_for()
    click_move(page, "d2d4")
    page.get_by_role("button", name="Undo").click()
    expect(square(page, "e2")).to_have_attribute("aria-label", "e2, white pawn")
    expect(square(page, "d2")).to_have_attribute("aria-label", "d2, white pawn")


def test_there_is_nothing_to_undo_before_the_first_own_move(
    page: "Page", page_server: PageServer
) -> None:
    begin(page, page_server, "chess", level=1, side="Black")
    expect(page.locator(".moves .move")).to_have_count(1)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_a_loss_on_time_can_be_taken_back(page: "Page", page_server: PageServer) -> None:
    begin(page, page_server, "chess", mode="Two people", minutes=0.05)
    click_move(page, "e2e4")
    click_move(page, "e7e5")
    page.get_by_text("Black wins: time is up", exact=True).wait_for()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".status")).to_have_text("Black to move")


def test_a_rematch_begins_where_the_game_began(page: "Page", page_server: PageServer) -> None:
    start = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"
    begin(page, page_server, "chess", mode="Two people", start=start)
    page.get_by_role("button", name="½ Draw").click()
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(".status")).to_have_text("White to move")
    expect(square(page, "d1")).to_have_attribute("aria-label", "d1, empty")


def test_a_look_back_is_not_disturbed_by_new_moves(page: "Page", page_server: PageServer) -> None:
    begin(page, page_server, "chess", mode="Ferz against Ferz")
    expect(page.locator(".moves .move").nth(1)).to_be_visible()
    page.locator(".moves .move").first.click()
    expect(page.locator(".moves .move").nth(3)).to_be_visible()
    expect(page.locator(".moves .move").first).to_have_attribute("aria-current", "true")
