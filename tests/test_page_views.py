"""Every view at every width in both themes: nothing overflows, nothing serious for axe-core.

The pictures are left in build/screenshots, for people to look at.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from page_fixtures import PICTURES, ROOT, PageServer
from page_hands import begin, click_move, square

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
WIDTHS = {320: 640, 390: 844, 820: 1180, 1440: 900}
#: By the name of a picture: what the address says, and what to wait for.
VIEWS = {
    "home": ("#/home", "text=Choose a game"),
    "new": ("#/new/selfcapture", "text=Who plays"),
    "challenges": ("#/challenges", "text=No Stalemate Here"),
    "challenge": ("#/challenge/no-stalemate-here", ".board"),
    "analysis": ("#/analysis", "h1"),
    "editor": ("#/editor/gothic-selfhouse", ".board"),
    "designer": ("#/designer/gothic", "h1"),
    "library": ("#/library", "h1"),
    "statistics": ("#/library/statistics", "h1"),
}
#: A board of each kind that the page must draw.
BOARDS = ["1d-6", "1d-12", "thin-2x10", "thin-3x8", "chess", "gothic-selfhouse", "caravan"]

_RUN_AXE = """async () => {
    const found = await axe.run(document, { resultTypes: ['violations'] });
    return found.violations
        .filter((each) => ['serious', 'critical'].includes(each.impact))
        .map((each) => each.id + ': ' + each.nodes.map((node) => node.html.slice(0, 99)).join());
}"""
_OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def check(page: "Page", name: str) -> None:
    """Picture and look at the view at every width in both themes."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    problems: dict[str, Any] = {}
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
        for width, height in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            page.screenshot(path=PICTURES / f"{name}-{width}-{theme}.png", animations="disabled")
            if page.evaluate(_OVERFLOW) > 0:
                problems[f"{width} overflow"] = page.evaluate(_OVERFLOW)
        problems |= {f"{theme} {each}": True for each in page.evaluate(_RUN_AXE)}
    assert not problems


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_fits_every_screen(page: "Page", page_server: PageServer, name: str) -> None:
    place, wanted = VIEWS[name]
    page.goto(page_server.base + place)
    page.locator(wanted).first.wait_for()
    check(page, name)


@pytest.mark.parametrize("game", BOARDS)
def test_a_board_fits_every_screen(page: "Page", page_server: PageServer, game: str) -> None:
    begin(page, page_server, game, mode="Two people")
    check(page, f"play-{game}")


@pytest.mark.parametrize("game", BOARDS)
def test_squares_are_never_under_23_pixels_on_a_phone(
    page: "Page", page_server: PageServer, game: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    begin(page, page_server, game, mode="Two people")
    box = square(page, "a1").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 23


def test_thin_boards_lie_on_wide_screens_and_the_choice_is_kept(
    page: "Page", page_server: PageServer
) -> None:
    begin(page, page_server, "1d-12", mode="Two people")
    assert is_lying(page)
    page.get_by_role("button", name="Turn", exact=True).click()
    page.reload()
    page.locator(".board").wait_for()
    assert not is_lying(page)


def is_lying(page: "Page") -> bool:
    """Whether the board is wider than high."""
    box = page.locator(".board").bounding_box()
    assert box is not None
    return box["width"] > box["height"]


def test_a_game_with_marks_is_pictured(page: "Page", page_server: PageServer) -> None:
    begin(page, page_server, "selfcapture", mode="Two people")
    for move in ("e2e4", "e7e5", "g1f3", "b8c6"):
        click_move(page, move)
    square(page, "f1").click()
    square(page, "d3").wait_for()
    check(page, "play-selfcapture")


def test_the_settings_are_pictured(page: "Page") -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Theme").wait_for()
    check(page, "settings")


def test_axe_is_there() -> None:
    assert Path(AXE).is_file()
