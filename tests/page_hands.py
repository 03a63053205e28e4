"""What a player's hands do on the page, for the tests."""

import random
from typing import TYPE_CHECKING
from urllib.parse import quote

from playwright.sync_api import expect

if TYPE_CHECKING:
    from page_fixtures import PageServer
    from playwright.sync_api import Locator, Page

_LEVEL = """(input, level) => {
    input.value = level;
    input.dispatchEvent(new Event('input', { bubbles: true }));
}"""


def begin(
    page: "Page",
    server: "PageServer",
    game: str,
    *,
    mode: str = "Against Ferz",
    level: int | None = None,
    start: str = "",
    minutes: float | None = None,
    side: str | None = None,
) -> None:
    """Choose a game and begin it, as a user does."""
    place = f"#/new/{quote(game)}" + (f"/{quote(start, safe='')}" if start else "")
    page.goto(server.base + place)
    page.get_by_role("radio", name=mode, exact=True).check()
    if side is not None:
        page.get_by_role("radio", name=side, exact=True).check()
    if level is not None:
        page.get_by_label("Opponent: level").evaluate(_LEVEL, level)
    if minutes is not None:
        page.get_by_label("Clock").select_option("own")
        page.get_by_role("spinbutton", name="minutes").fill(str(minutes))
        page.get_by_role("spinbutton", name="seconds a move").fill("0")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".board").wait_for()


def square(page: "Page", name: str) -> "Locator":
    """A square of the board."""
    return page.locator(f'[data-square="{name}"]')


def click_move(page: "Page", uci: str) -> None:
    """Click a piece and then its target."""
    origin = uci[: 3 if uci[2].isdigit() else 2]
    square(page, origin).click()
    square(page, uci[len(origin) :]).click()


def drag(page: "Page", origin: str, target: str, *, let_go: bool = True) -> None:
    """Drag a piece with the mouse."""
    one, other = square(page, origin).bounding_box(), square(page, target).bounding_box()
    assert one is not None
    assert other is not None
    page.mouse.move(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2)
    page.mouse.down()
    page.mouse.move(other["x"] + other["width"] / 2, other["y"] + other["height"] / 2, steps=8)
    if let_go:
        page.mouse.up()


def moves_shown(page: "Page") -> list[str]:
    """The moves in the list, as they are written."""
    return [text.strip() for text in page.locator(".moves .move").all_text_contents()]


def board_moves(page: "Page") -> set[str]:
    """The squares that are marked as targets of the piece that is held."""
    marked = page.locator(".square:has(.target)")
    return {str(each.get_attribute("data-square")) for each in marked.all()}


def is_over(page: "Page") -> bool:
    """Whether the game has a result."""
    return page.get_by_role("button", name="Rematch").is_visible()


def play_to_the_end(page: "Page", most_moves: int) -> None:
    """Make moves at random by clicking, against the engine; resign when it takes too long."""
    page.on("dialog", lambda dialog: dialog.accept())
    chance = random.Random(1)
    for _ in range(most_moves):
        _wait_for_turn(page)
        if is_over(page):
            return
        before = len(moves_shown(page))
        _random_move(page, chance)
        moved = page.locator(".moves .move").nth(before)
        expect(moved.or_(page.get_by_role("button", name="Rematch")).first).to_be_visible()
    _wait_for_turn(page)
    if not is_over(page):
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Rematch").wait_for()


def _wait_for_turn(page: "Page") -> None:
    expect(page.locator(".status")).not_to_contain_text("thinking")


def _random_move(page: "Page", chance: random.Random) -> None:
    """Pick up pieces, of the board or of the hand, until one can go somewhere, and go there."""
    own = page.locator('.square[aria-label*="white"], [data-drop]:not([disabled])').all()
    chance.shuffle(own)
    for piece in own:
        piece.click()
        targets = page.locator(".square:has(.target:not(.own))")
        count = targets.count()
        if count:
            targets.nth(chance.randrange(count)).click()
            chooser = page.locator(".chooser button")
            if chooser.count():
                chooser.first.click()
            return
        page.keyboard.press("Escape")
    # Only an own piece is left to take.
    page.get_by_role("button", name="Resign").click()
