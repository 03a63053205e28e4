"""The position editor in the browser: tools, hands, texts, and where it leads."""

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from page_fixtures import PageServer
from page_hands import drag, square
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

MATE_IN_ONE = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"


def edit(page: "Page", server: PageServer, *rest: str) -> None:
    """Open the editor and wait for its verdict."""
    page.goto(server.base + "#/" + "/".join(quote(part, safe="") for part in ("editor", *rest)))
    expect(status(page)).not_to_be_empty()


def status(page: "Page") -> "Locator":
    return page.locator(".status")


def fen(page: "Page") -> "Locator":
    return page.get_by_label("FEN", exact=True)


def take(page: "Page", symbol: str) -> None:
    page.locator(f'[data-piece="{symbol}"]').click()


def test_a_position_set_up_by_clicks_is_played(page: "Page", page_server: PageServer) -> None:
    edit(page, page_server)
    page.get_by_role("button", name="Clear").click()
    for symbol, name in (("K", "f6"), ("Q", "g6"), ("k", "h8")):
        take(page, symbol)
        square(page, name).click()
    expect(fen(page)).to_have_value(MATE_IN_ONE)
    page.get_by_role("button", name="Play from here").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(square(page, "g6")).to_have_attribute("aria-label", re.compile("white queen"))


def test_two_kings_are_refused_in_the_librarys_words(page: "Page", page_server: PageServer) -> None:
    edit(page, page_server)
    take(page, "k")
    square(page, "e5").click()
    expect(status(page)).to_have_text("board: Black has 2 of the royal piece 'king', expected 1")
    expect(page.get_by_role("button", name="Play from here")).to_be_disabled()
    page.get_by_role("button", name="Erase").click()
    square(page, "e5").click()
    expect(status(page)).to_have_text("White to move: 20 legal moves.")


def test_pieces_are_dragged_on_around_and_off(page: "Page", page_server: PageServer) -> None:
    edit(page, page_server)
    drag(page, "e2", "e4")
    expect(fen(page)).to_have_value(re.compile("/4P3/8/PPPP1PPP/"))
    target = square(page, "d5")
    page.locator('[data-piece="N"]').drag_to(target)
    expect(target).to_have_attribute("aria-label", "d5, white knight")
    target.drag_to(page.locator("header"))
    expect(target).to_have_attribute("aria-label", "d5, empty")


def test_pieces_are_set_up_by_touch_and_keyboard(page: "Page", page_server: PageServer) -> None:
    edit(page, page_server)
    page.locator('[data-piece="q"]').tap()
    square(page, "d4").tap()
    expect(square(page, "d4")).to_have_attribute("aria-label", "d4, black queen")
    square(page, "a2").focus()
    page.keyboard.press("Delete")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(square(page, "a2")).to_have_attribute("aria-label", "a2, empty")
    expect(square(page, "a3")).to_have_attribute("aria-label", "a3, black queen")


def test_hands_are_filled_and_emptied(page: "Page", page_server: PageServer) -> None:
    edit(page, page_server, "crazyhouse")
    for _ in range(2):
        page.get_by_label("White: one knight more").click()
    page.get_by_label("Black: one pawn more").click()
    expect(fen(page)).to_have_value(re.compile(re.escape("[NNp]")))
    page.get_by_label("White: one knight fewer").click()
    expect(fen(page)).to_have_value(re.compile(re.escape("[Np]")))


def test_a_pasted_fen_fills_the_board(page: "Page", page_server: PageServer) -> None:
    edit(page, page_server)
    fen(page).fill("4k3/8/8/8/3pP3/8/8/R3K3 b Q e3 7 30")
    page.keyboard.press("Enter")
    expect(square(page, "d4")).to_have_attribute("aria-label", "d4, black pawn")
    expect(page.get_by_label("En passant")).to_have_value("e3")
    expect(page.get_by_label("White, left side")).to_be_checked()
    expect(page.get_by_label("White, right side")).to_be_disabled()
    expect(page.get_by_label("Move number")).to_have_value("30")


@pytest.mark.parametrize("buttons", [("Play from here", "Play"), ("Analyze",)])
def test_a_fen_is_played_by_the_click_that_leaves_it(
    page: "Page", page_server: PageServer, buttons: tuple[str, ...]
) -> None:
    edit(page, page_server)
    fen(page).fill("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    for name in buttons:
        page.get_by_role("button", name=name, exact=True).click()
    page.wait_for_url(re.compile("#/(game|analysis)/.+"))
    expect(square(page, "a1")).to_have_attribute("aria-label", "a1, white rook")
    expect(square(page, "h1")).to_have_attribute("aria-label", "h1, empty")


def test_a_bad_fen_is_not_played_by_the_click_that_leaves_it(
    page: "Page", page_server: PageServer
) -> None:
    edit(page, page_server)
    fen(page).fill("8/8/8 w - - 0 1")
    page.get_by_role("button", name="Play from here").click()
    page.get_by_text("board '8/8/8' has 3 ranks, expected 8").wait_for()
    assert "#/editor/" in page.url


def test_a_bad_fen_says_why_and_changes_nothing(page: "Page", page_server: PageServer) -> None:
    edit(page, page_server)
    fen(page).fill("8/8/8 w - - 0 1")
    page.keyboard.press("Enter")
    page.get_by_text("board '8/8/8' has 3 ranks, expected 8").wait_for()
    expect(square(page, "e1")).to_have_attribute("aria-label", "e1, white king")


def test_a_text_of_two_megabytes_is_refused_in_words(page: "Page", page_server: PageServer) -> None:
    edit(page, page_server)
    fen(page).evaluate("field => { field.value = '8/'.repeat(1_000_000); }")
    for event in ("input", "change"):  # as pasting does, without two million keys
        fen(page).dispatch_event(event)
    page.get_by_text("That is too long: Ferz takes a megabyte at once.").first.wait_for()
    expect(square(page, "e1")).to_have_attribute("aria-label", "e1, white king")
    take(page, "Q")
    square(page, "e5").click()
    expect(status(page)).to_have_text(re.compile("legal moves"))  # still connected


def test_compact_notation_goes_in_and_out(page: "Page", page_server: PageServer) -> None:
    edit(page, page_server, "1d-6")
    field = page.get_by_label("Compact notation", exact=True)
    expect(field).to_have_value("bk,bn,x,x,wn,wk:w")
    field.fill("bk,x,bn,wn,x,wk:b")
    page.keyboard.press("Enter")
    expect(fen(page)).to_have_value("k/1/n/N/1/K b - - 0 1")


def test_the_address_holds_the_position(page: "Page", page_server: PageServer) -> None:
    edit(page, page_server, "3check", "4k3/8/8/8/8/8/8/4K2R w K - 1+2 5 20")
    page.get_by_label("White", exact=True).nth(1).fill("2")
    expect(fen(page)).to_have_value("4k3/8/8/8/8/8/8/4K2R w K - 2+2 5 20")
    page.wait_for_url(re.compile(re.escape(quote("2+2", safe=""))))
    page.reload()
    expect(fen(page)).to_have_value("4k3/8/8/8/8/8/8/4K2R w K - 2+2 5 20")


def test_an_unfinished_position_survives_a_reload(page: "Page", page_server: PageServer) -> None:
    edit(page, page_server)
    square(page, "e8").click(button="right")
    expect(status(page)).to_contain_text("Black has 0 of the royal piece")
    page.reload()
    expect(status(page)).to_contain_text("Black has 0 of the royal piece")


def test_a_position_is_analyzed(page: "Page", page_server: PageServer) -> None:
    edit(page, page_server, "chess", MATE_IN_ONE)
    page.get_by_role("button", name="Analyze").click()
    page.wait_for_url(re.compile("#/analysis/.+"))


def test_another_game_is_chosen(page: "Page", page_server: PageServer) -> None:
    edit(page, page_server)
    page.locator(".game select").select_option("thin-2x10")
    expect(square(page, "b10")).to_have_attribute("aria-label", "b10, black king")
    page.get_by_role("button", name="Clear").click()
    page.get_by_role("button", name="Start position").click()
    expect(square(page, "b10")).to_have_attribute("aria-label", "b10, black king")
