"""The library in the browser: games found again, continued, exported, imported, counted."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from page_client import Client
from page_fixtures import PageServer
from page_hands import begin, click_move, moves_shown
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

HUMAN = {"kind": "human", "level": 10, "strategy": "perfect"}
PGN = '[Event "Casual"]\n[White "Anna"]\n[Black "Ben"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
DROP = """text => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'games.pgn', { type: 'text/plain' }));
    document.querySelector('form.import').dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


def open_library(page: "Page", server: PageServer, *rest: str) -> None:
    page.goto(server.base + "#/" + "/".join(("library", *rest)))
    page.get_by_role("heading", name="Library").wait_for()


def store(server: PageServer, *texts: str) -> list[str]:
    """Games that are there before the page is looked at."""
    with Client(server) as client:
        return [client.ask("import_pgn", text=text)["games"][0] for text in texts]


def games(page: "Page", count: int) -> None:
    expect(page.get_by_role("article")).to_have_count(count)


# Finding


def test_an_empty_library_says_what_to_do(page: "Page", page_server: PageServer) -> None:
    open_library(page, page_server)
    page.get_by_role("link", name="Play a game").click()
    page.get_by_role("heading", name="Choose a game").wait_for()


def test_a_game_is_there_as_soon_as_it_is_played_and_goes_on(
    page: "Page", page_server: PageServer
) -> None:
    begin(page, page_server, "selfcapture", mode="Two people")
    click_move(page, "e2e4")
    page.get_by_role("button", name="e4").wait_for()
    page.get_by_role("link", name="Library").click()
    page.get_by_role("link", name="Continue").click()
    page.get_by_role("button", name="e4").wait_for()
    assert moves_shown(page) == ["e4"]


def test_the_first_page_leads_back_to_games_that_are_not_over(
    page: "Page", page_server: PageServer
) -> None:
    assert not page.get_by_role("heading", name="Continue").is_visible()
    begin(page, page_server, "1d-12", mode="Two people")
    page.get_by_label("Type a move").fill("a5a7")
    page.keyboard.press("Enter")
    expect(page.locator(".moves .move")).to_have_count(1)
    page.get_by_role("link", name="Ferz, home").click()
    page.get_by_role("region", name="Continue").get_by_role("link").click()
    expect(page.locator(".moves .move")).to_have_count(1)


def test_search_and_filters_leave_what_fits(page: "Page", page_server: PageServer) -> None:
    store(page_server, PGN, "1. e4 e5 1-0", '[Variant "Gothic"]\n\n1. e4 *')
    open_library(page, page_server)
    games(page, 3)
    page.get_by_label("Search games").fill("anna")
    games(page, 1)
    page.get_by_label("Search games").fill("nothing like it")
    page.get_by_role("button", name="Show all games").click()
    page.get_by_label("Result").select_option(label="White won")
    games(page, 1)
    page.get_by_label("Result").select_option(label="All results")
    page.get_by_label("Variant").select_option("gothic")
    games(page, 1)
    expect(page.get_by_role("article")).to_contain_text("Gothic")


def test_long_lists_come_in_pages(page: "Page", page_server: PageServer) -> None:
    store(page_server, "1. e4 1-0\n\n" * 25)
    open_library(page, page_server)
    games(page, 20)
    page.get_by_role("button", name="Older").click()
    games(page, 5)
    page.get_by_text("21–25 of 25 games").wait_for()  # noqa: RUF001
    page.get_by_role("button", name="Newer").click()
    games(page, 20)


# One game


def test_a_game_is_deleted_only_after_a_question(page: "Page", page_server: PageServer) -> None:
    store(page_server, PGN)
    open_library(page, page_server)
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.get_by_role("button", name="Delete").click()
    games(page, 1)
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Delete").click()
    games(page, 0)


def test_a_game_gets_a_name(page: "Page", page_server: PageServer) -> None:
    store(page_server, "1. e4 1-0")
    open_library(page, page_server)
    page.once("dialog", lambda dialog: dialog.accept("My best game"))
    page.get_by_role("button", name="Rename").click()
    page.get_by_role("heading", name="My best game").wait_for()


def test_a_game_is_looked_at_in_the_analysis(page: "Page", page_server: PageServer) -> None:
    (game,) = store(page_server, PGN)
    open_library(page, page_server)
    page.get_by_role("article").get_by_role("link", name="Analyze").click()
    page.wait_for_url(re.compile(f"#/analysis/{re.escape(game)}"))


# PGN


def test_one_game_is_exported_as_a_file(page: "Page", page_server: PageServer) -> None:
    store(page_server, PGN)
    open_library(page, page_server)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export Anna").click()
    text = Path(saved.value.path()).read_text()
    assert saved.value.suggested_filename.endswith(".pgn")
    assert text.endswith("1. f3 e5 2. g4 Qh4# 0-1\n")


def test_all_games_are_exported_as_one_file(page: "Page", page_server: PageServer) -> None:
    store(page_server, "1. e4 1-0\n\n" * 130)
    open_library(page, page_server)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export all").click()
    assert Path(saved.value.path()).read_text().count("[Event ") == 130
    page.get_by_text("130 games exported.").wait_for()


def test_a_pasted_text_is_imported(page: "Page", page_server: PageServer) -> None:
    open_library(page, page_server)
    page.get_by_role("button", name="Import").click()
    page.get_by_label("PGN text").fill(PGN)
    page.get_by_role("button", name="Import the text").click()
    page.get_by_role("heading", name="Anna - Ben, Casual").wait_for()


def test_a_file_is_imported_by_choosing_it(
    page: "Page", page_server: PageServer, tmp_path: Path
) -> None:
    file = tmp_path / "many.pgn"
    file.write_text((PGN + "\n") * 330)
    open_library(page, page_server)
    page.get_by_role("button", name="Import").click()
    page.get_by_label("Choose a PGN file").set_input_files(file)
    page.get_by_text("330 games imported.").wait_for()
    page.get_by_text("of 330 games").wait_for()


def test_a_file_is_imported_by_dropping_it(page: "Page", page_server: PageServer) -> None:
    open_library(page, page_server)
    page.get_by_role("button", name="Import").click()
    page.get_by_label("PGN text").wait_for()
    page.evaluate(DROP, PGN)
    games(page, 1)


def test_a_text_that_cannot_be_read_is_answered_in_the_library_s_words(
    page: "Page", page_server: PageServer
) -> None:
    open_library(page, page_server)
    page.get_by_role("button", name="Import").click()
    page.get_by_label("PGN text").fill("1. e4 Ke4 *")
    page.get_by_role("button", name="Import the text").click()
    expect(page.get_by_role("alert")).to_contain_text("game 1, ply 2")
    games(page, 0)


# Statistics


def test_statistics_are_drawn_and_can_be_read(page: "Page", page_server: PageServer) -> None:
    won = '[White "Human"]\n[Black "Ferz, level 3"]\n\n1. e4 e5 1-0'
    store(page_server, PGN, won, '[Variant "Selfcapture"]\n\n1. Rxa2 *'.replace("*", "1-0"))
    open_library(page, page_server, "statistics")
    page.get_by_role("img", name="2 White won, 0 draws, 1 Black won").wait_for()
    assert page.get_by_role("img", name="Games by length").is_visible()
    page.get_by_text("As a table").click()
    assert page.get_by_role("row", name="Moves Games").is_visible()
    expect(page.get_by_role("row", name="Level 3")).to_contain_text("100 %")
    expect(page.get_by_role("row", name="Self-capture chess")).to_contain_text("1")
    page.get_by_label("Variant", exact=True).select_option("selfcapture")
    expect(page.get_by_role("img", name="1 White won, 0 draws, 0 Black won")).to_be_visible()


# Nothing is lost, and nothing leaves


def test_a_server_killed_in_the_middle_of_a_game_has_lost_nothing(
    page: "Page", page_server: PageServer
) -> None:
    begin(page, page_server, "selfcapture", mode="Two people")
    for move in ("e2e4", "e7e5"):
        click_move(page, move)
    expect(page.locator(".moves .move")).to_have_count(2)
    page_server.kill()
    page.get_by_text("The connection to Ferz was lost").wait_for()
    page_server.start()
    page.goto(page_server.url)
    page.get_by_role("region", name="Continue").get_by_role("link").click()
    expect(page.locator(".moves .move")).to_have_count(2)
    assert moves_shown(page) == ["e4", "e5"]


def test_the_token_leaves_the_address_bar_and_goes_nowhere_else(
    context: "BrowserContext", page_server: PageServer
) -> None:
    page = context.new_page()
    asked: list[tuple[str, str]] = []
    page.on("request", lambda it: asked.append((it.url, it.all_headers().get("referer", ""))))
    page.goto(page_server.url)
    page.get_by_role("heading", name="Choose a game").wait_for()
    assert page_server.token not in page.url
    assert page_server.token not in page.evaluate("document.cookie + JSON.stringify(localStorage)")
    assert [page_server.token in url for url, _ in asked].count(True) == 1
    assert all(referer == "" for _, referer in asked)
    assert all(url.startswith((page_server.base, "data:", "blob:")) for url, _ in asked)
