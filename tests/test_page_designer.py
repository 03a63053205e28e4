"""The designer in the browser: a game is invented, judged, played, kept and shared."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from page_fixtures import PageServer
from page_hands import square
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


def design(page: "Page", server: PageServer, *rest: str) -> None:
    """Open the designer and wait for its verdict."""
    page.goto(server.base + "#/" + "/".join(("designer", *rest)))
    expect(status(page)).not_to_be_empty()


def status(page: "Page") -> "Locator":
    return page.locator(".status")


def invent_wizard(page: "Page") -> None:
    """A new piece on chess that stands on d3."""
    page.get_by_role("button", name="Add a piece").click()
    kind = page.locator(".kind.open")
    kind.get_by_label("Name").fill("wizard")
    kind.get_by_label("Letter").fill("w")
    kind.get_by_label("Movement (Betza)").fill("FC")
    page.get_by_label("Name").first.fill("Wizard chess")
    page.locator('[data-piece="W"]').click()
    square(page, "d3").click()
    expect(status(page)).to_have_text("Ready to play.")


def rule(page: "Page", key: str) -> "Locator":
    return page.locator(f'[data-rule="{key}"]')


def toml(page: "Page") -> "Locator":
    """The text of the file, opened."""
    page.get_by_text("As a file (TOML)").click()
    return page.locator("details.toml textarea")


def test_an_invented_piece_is_drawn_in_squares_and_words(
    page: "Page", page_server: PageServer
) -> None:
    design(page, page_server)
    invent_wizard(page)
    page.get_by_text("steps one square diagonally; leaps three by one").wait_for()
    expect(page.locator('.diagram [data-target="mc"]')).to_have_count(12)
    expect(page.locator('.diagram [data-at="f8"]')).to_have_attribute("data-target", "mc")


def test_a_bad_movement_is_told_beside_its_field(page: "Page", page_server: PageServer) -> None:
    design(page, page_server)
    page.get_by_role("button", name="Add a piece").click()
    field = page.get_by_label("Movement (Betza)")
    field.fill("FX")
    expect(field).to_have_accessible_description(re.compile("'X' at letter 2 is no atom"))
    expect(page.get_by_role("button", name="Play it")).to_be_disabled()
    field.fill("F")
    expect(page.get_by_role("button", name="Play it")).to_be_enabled()


def test_an_invented_game_is_played_at_once(page: "Page", page_server: PageServer) -> None:
    design(page, page_server)
    invent_wizard(page)
    page.get_by_role("button", name="Play it").click()
    page.get_by_role("heading", name="Wizard chess").wait_for()
    page.get_by_role("radio", name="Two people").check()
    page.get_by_role("button", name="Play", exact=True).click()
    square(page, "d3").click()
    square(page, "e6").click()
    page.get_by_role("button", name="We6").wait_for()


def test_a_saved_game_is_there_after_a_reload(page: "Page", page_server: PageServer) -> None:
    design(page, page_server)
    invent_wizard(page)
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(re.compile("#/designer/own"))
    page.reload()
    expect(square(page, "d3")).to_have_attribute("aria-label", "d3, white wizard")
    page.goto(page_server.base)
    page.get_by_text("Wizard chess").first.wait_for()


def test_a_saved_game_is_loaded_changed_and_deleted(page: "Page", page_server: PageServer) -> None:
    page.on("dialog", lambda dialog: dialog.accept())
    design(page, page_server)
    invent_wizard(page)
    page.get_by_role("button", name="Save").click()
    expect(status(page)).to_have_text("Saved.")
    design(page, page_server, "shatranj")
    page.get_by_text("Your games · 1").click()
    page.get_by_role("button", name="Wizard chess 8").click()
    expect(square(page, "d3")).to_have_attribute("aria-label", "d3, white wizard")
    page.get_by_text("Your games · 1").click()
    page.get_by_role("button", name="Delete Wizard chess").click()
    expect(page.locator("summary", has_text="Your games")).to_have_count(0)


def test_a_game_is_shared_as_a_file(page: "Page", page_server: PageServer, tmp_path: Path) -> None:
    design(page, page_server)
    invent_wizard(page)
    expect(toml(page)).to_have_value(re.compile(r'wizard = \{ letter = "w", move = "FC" \}'))
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "wizard-chess.toml"
    download.value.save_as(tmp_path / "wizard.toml")
    design(page, page_server, "octopawn")
    # The page was open already: its small board tells that the other game has come.
    expect(page.locator('[data-square="h8"]')).to_have_count(0)
    page.get_by_label("A TOML file").set_input_files(tmp_path / "wizard.toml")
    expect(square(page, "d3")).to_have_attribute("aria-label", "d3, white wizard")


def test_a_pasted_text_is_read_or_refused(page: "Page", page_server: PageServer) -> None:
    design(page, page_server)
    text = toml(page)
    text.fill('name = "Mine"\nextends = "chess"\n[rules]\nmust_captur = true')
    page.get_by_role("button", name="Read this text").click()
    page.get_by_text("unknown rule 'must_captur'; did you mean 'must_capture'?").wait_for()
    text.fill('name = "Mine"\nextends = "chess"\n[rules]\nmust_capture = true')
    page.get_by_role("button", name="Read this text").click()
    expect(page.get_by_label("Name").first).to_have_value("Mine")
    expect(rule(page, "must_capture").get_by_role("checkbox")).to_be_checked()


def test_rules_are_searched_changed_and_reset(page: "Page", page_server: PageServer) -> None:
    design(page, page_server)
    page.get_by_label("Search the rules").fill("captured pieces go")
    rule(page, "captures_to_hand").get_by_role("checkbox").check()
    expect(rule(page, "captures_to_hand")).to_contain_text("needs piece_drops")
    rule(page, "hand_takes").get_by_role("combobox").select_option("all")
    page.get_by_role("button", name="Changed · 7").click()
    rule(page, "captures_to_hand").get_by_role("button").click()
    rule(page, "hand_takes").get_by_role("button").click()
    expect(status(page)).to_have_text("Ready to play.")


def test_the_board_grows_and_shrinks_with_its_pieces(page: "Page", page_server: PageServer) -> None:
    design(page, page_server)
    page.get_by_label("Ranks").select_option("10")
    expect(square(page, "e10")).to_have_attribute("aria-label", "e10, black king")
    page.get_by_label("Files").select_option("9")
    expect(square(page, "i1")).to_have_attribute("aria-label", "i1, empty")
    page.get_by_label("Ranks").select_option("4")
    expect(square(page, "e4")).to_have_attribute("aria-label", "e4, black king")
    expect(square(page, "e1")).to_have_attribute("aria-label", "e1, white king")


def test_a_letter_changes_with_its_pieces_and_a_piece_goes_with_them(
    page: "Page", page_server: PageServer
) -> None:
    design(page, page_server)
    page.locator('[data-kind="n"] .head').click()
    page.get_by_role("textbox", name="Letter").fill("h")
    expect(page.locator('[data-piece="H"]')).to_be_visible()
    expect(square(page, "b1")).to_have_attribute("aria-label", "b1, white knight")
    page.get_by_role("button", name="Remove this piece").click()
    expect(square(page, "b1")).to_have_attribute("aria-label", "b1, empty")


def test_a_missing_name_and_two_kings_are_told_where_they_are(
    page: "Page", page_server: PageServer
) -> None:
    design(page, page_server)
    page.get_by_label("Name").first.fill("")
    page.get_by_text("Give your game a name.").wait_for()
    page.locator('[data-piece="K"]').click()
    square(page, "e4").click()
    expect(page.locator("#problem-start")).to_have_text(
        "start: White has 2 royal pieces, expected at most 1"
    )


def test_what_was_not_saved_is_back_after_a_look_elsewhere(
    page: "Page", page_server: PageServer
) -> None:
    design(page, page_server)
    invent_wizard(page)
    page.get_by_role("link", name="Library").click()
    page.get_by_role("link", name="Designer").click()
    page.get_by_text("What you had changed and not saved is back.").wait_for()
    expect(page.get_by_label("Name").first).to_have_value("Wizard chess")
    expect(square(page, "d3")).to_have_attribute("aria-label", "d3, white wizard")
    page.reload()
    expect(page.get_by_label("Name").first).to_have_value("Wizard chess")


def test_an_empty_board_is_not_ready(page: "Page", page_server: PageServer) -> None:
    design(page, page_server)
    page.get_by_role("button", name="Clear").click()
    page.get_by_text("The game would be over before the first move").wait_for()
    expect(page.get_by_role("button", name="Play it")).to_be_disabled()
