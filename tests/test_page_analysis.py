"""Analysis in a real browser: engine, tree, proven values, review, learning from mistakes."""

import json
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from page_fixtures import PageServer
from page_hands import click_move, moves_shown, square
from playwright.sync_api import expect
from test_page_views import check
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Dialog, Locator, Page, WebSocketRoute

HUMAN = {"kind": "human", "level": 10, "strategy": "perfect"}
#: How long a proof may take before the page tells how it went.
SOLVING_MS = 60_000
FOOLS_MATE = ("f3", "e5", "g4", "Qh4#")
#: The rook mates in two by taking its own pawn, and in three by any other move.
OWN_ROADBLOCK = "1k6/8/2K5/8/P6R/8/8/8 w - - 0 1"


def show(
    page: "Page", server: PageServer, variant: str, *moves: str, start: str = "", at: int = 0
) -> str:
    """Store an analysis with a main line, and look at a node of it."""
    asked = {"type": "new_game", "variant": variant, "kind": "analysis", "start": start}
    with connected(server) as socket:
        game: str = ask(socket, {**asked, "white": HUMAN, "black": HUMAN})["id"]
        for node, move in enumerate(moves):
            ask(socket, {"type": "add_move", "game": game, "node": node, "move": move})
    page.goto(f"{server.base}#/analysis/{game}/{at}")
    page.locator(".board").wait_for()
    return game


@contextmanager
def connected(server: PageServer) -> "Iterator[ClientConnection]":
    """Another tab, without a browser."""
    with connect(
        f"ws://127.0.0.1:{server.port}/socket",
        origin=Origin(server.base.rstrip("/")),
        additional_headers={"Cookie": f"ferz-{server.port}={server.token}"},
    ) as socket:
        yield socket


def ask(socket: ClientConnection, asked: dict[str, Any]) -> Any:
    """What a request gives; events that come before are passed over."""
    socket.send(json.dumps({"id": 1, **asked}))
    while (message := json.loads(socket.recv()))["type"] != "reply":
        assert message["type"] != "error", message
    return message["data"]


def button(page: "Page", name: str) -> "Locator":
    return page.get_by_role("button", name=name, exact=True)


def review(page: "Page", server: PageServer, *, at: int = 0) -> None:
    """A game that is lost by its third move, reviewed."""
    show(page, server, "chess", *FOOLS_MATE, at=at)
    button(page, "Review this game").click()
    page.get_by_text("Accuracy", exact=True).wait_for()


def between(page: "Page", change: Any) -> None:
    """Let the messages of the server pass through `change`, which may send others instead."""

    def route(socket: "WebSocketRoute") -> None:
        server = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            if not change(socket, json.loads(text)):
                server.send(text)

        socket.on_message(pass_on)

    page.route_web_socket(re.compile("/socket$"), route)
    page.reload()
    page.locator("main h1").first.wait_for(state="attached")


def test_an_analysis_begins_with_the_choice_of_a_game(
    page: "Page", page_server: PageServer
) -> None:
    page.goto(page_server.base + "#/analysis")
    page.get_by_label("Search games").fill("gardner")
    page.locator(".begin li button").click()
    page.locator(".board").wait_for()
    expect(page).to_have_url(re.compile(r"#/analysis/[^/]+/0$"))


def test_engine_lines_appear_and_stop(page: "Page", page_server: PageServer) -> None:
    show(page, page_server, "chess")
    page.get_by_label("Lines of the engine").select_option("2")
    button(page, "Engine").click()
    expect(page.locator(".found li")).to_have_count(2)
    button(page, "Engine").click()
    expect(page.locator(".facts")).to_contain_text("stopped")
    expect(button(page, "Engine")).to_have_attribute("aria-pressed", "false")


def test_a_move_of_a_line_is_pictured_and_added(page: "Page", page_server: PageServer) -> None:
    show(page, page_server, "chess")
    button(page, "Engine").click()
    third = page.locator(".found li").first.get_by_role("button").nth(2)
    third.hover()
    expect(page.locator(".picture .mini")).to_be_visible()
    third.click()
    expect(page.locator(".moves .move")).to_have_count(3)


def test_a_variation_and_its_comment_are_there_after_a_reload(
    page: "Page", page_server: PageServer
) -> None:
    show(page, page_server, "chess", "e4", "e5")
    click_move(page, "d2d4")
    page.get_by_label("Comment on d4").fill("The other way.")
    # A press as long as a hand's: the comment, which is then saved, must not move its button.
    button(page, "Good move").click(delay=200)
    page.locator(".comment").wait_for()
    expect(page.locator(".moves .move").nth(1)).to_have_text("d4!")
    page.reload()
    expect(page.locator(".comment")).to_have_text("The other way.")
    assert moves_shown(page) == ["e4", "d4!", "e5"]


def test_a_comment_that_could_not_be_sent_stays_and_is_sent_later(
    page: "Page", page_server: PageServer
) -> None:
    show(page, page_server, "chess", "e4", at=1)
    written = page.get_by_label("Comment on e4")
    written.fill("Best by test.")
    page_server.kill()
    page.get_by_role("alert").wait_for()
    written.blur()
    page.locator(".notice.bad").wait_for()
    expect(written).to_have_value("Best by test.")
    other = page.context.new_page()
    other.goto(page_server.start())
    page.get_by_role("alert").wait_for(state="detached")
    written.focus()
    written.blur()
    expect(page.locator(".comment")).to_have_text("Best by test.")


def test_a_variation_becomes_the_main_line_or_goes(page: "Page", page_server: PageServer) -> None:
    show(page, page_server, "chess", "e4", "e5")
    click_move(page, "d2d4")
    button(page, "Make main line").click()
    expect(page.locator(".moves .move").first).to_have_text("d4")
    asked: list[str] = []

    def agree(dialog: "Dialog") -> None:
        asked.append(dialog.message)
        dialog.accept()

    page.once("dialog", agree)
    button(page, "Delete from here").click()
    expect(page.locator(".moves .move").first).to_have_text("e4")
    assert asked == ["Delete d4?"]
    expect(page).to_have_url(re.compile("/0$"))


def test_the_arrow_keys_go_through_the_tree(page: "Page", page_server: PageServer) -> None:
    show(page, page_server, "chess", "e4", "e5", "Nf3")
    for key, san in (("ArrowRight", "e4"), ("End", "Nf3"), ("ArrowLeft", "e5")):
        page.locator("main").press(key)
        expect(page.locator(".move[aria-current]")).to_contain_text(san[-2:])
    page.locator("main").press("Home")
    expect(page.locator(".move[aria-current]")).to_have_count(0)


def test_quick_arrow_keys_all_count(page: "Page", page_server: PageServer) -> None:
    show(page, page_server, "chess", "e4", "e5", "Nf3", "Nc6", at=4)
    for key, san in (("ArrowLeft", "e4"), ("ArrowRight", "c6")):
        for _ in range(3):
            page.keyboard.press(key)
        expect(page.locator(".move[aria-current]")).to_contain_text(san)


def test_a_self_capture_that_is_best_says_why(page: "Page", page_server: PageServer) -> None:
    show(page, page_server, "selfcapture", start=OWN_ROADBLOCK)
    button(page, "Engine").click()
    expect(page.locator(".tactic")).to_contain_text(re.compile("takes White.s own pawn: #2"))
    expect(page.locator(".tactic")).to_contain_text("The best ordinary move")


def test_the_threat_is_that_of_the_other_side(page: "Page", page_server: PageServer) -> None:
    show(page, page_server, "chess", "f3", "e5", "g4", at=2)
    button(page, "Threat").click()
    first = page.locator(".found li").first.get_by_role("button").first
    expect(first).to_contain_text("2…")


def test_solved_moves_are_listed_with_value_and_distance(
    page: "Page", page_server: PageServer
) -> None:
    show(page, page_server, "1d-8")
    expect(page.get_by_text("White wins in 6 moves.")).to_be_visible()
    expect(page.locator(".worth.win")).to_have_text(re.compile("Na4.*win in 6"))
    expect(page.locator(".worth.loss")).to_have_count(2)
    page.locator(".worth.win").click()
    expect(page.get_by_text("White wins in 5 moves.")).to_be_visible()


def test_targets_show_what_a_move_is_worth(page: "Page", page_server: PageServer) -> None:
    show(page, page_server, "1d-8")
    page.locator(".worth").first.wait_for()
    square(page, "a3").click()
    expect(square(page, "a6")).to_have_attribute("data-mark", "draw")
    expect(square(page, "a5")).to_have_attribute("data-mark", "loss")
    expect(square(page, "a5")).to_have_attribute("aria-label", re.compile(", 2$"))


def test_a_position_is_solved_on_demand(page: "Page", page_server: PageServer) -> None:
    show(page, page_server, "chess", start="4k3/8/8/8/8/8/8/4KR2 w - - 0 1")
    button(page, "Solve").click()
    expect(page.get_by_text(re.compile("White wins in .* moves"))).to_be_visible()
    expect(page.get_by_text("Best play by both sides")).to_be_visible()


def test_a_proof_that_needs_too_much_memory_says_so(page: "Page", page_server: PageServer) -> None:
    show(page, page_server, "thin-4x6")
    button(page, "Solve").click()
    # It counts millions of positions before it gives up.
    expect(page.get_by_role("alert")).to_contain_text("GiB", timeout=SOLVING_MS)


def test_a_review_marks_the_blunder_and_its_graph_leads_there(
    page: "Page", page_server: PageServer
) -> None:
    review(page, page_server)
    expect(page.locator(".move.blunder")).to_have_text("g4??")
    page.locator('.graph circle[data-node="3"]').click(force=True)
    expect(page.get_by_text("was a blunder.")).to_be_visible()
    page.reload()
    expect(page.locator(".move.blunder")).to_have_text("g4??")


def test_a_mistake_is_learned_from(page: "Page", page_server: PageServer) -> None:
    review(page, page_server)
    button(page, "White (1)").click()
    click_move(page, "g2g4")
    expect(page.locator(".answer.wrong")).to_contain_text("g4 is what was played")
    click_move(page, "e2e4")
    expect(page.locator(".answer.right")).to_contain_text("e4 is")
    button(page, "Next").click()
    expect(page.get_by_text(re.compile("You found a better move for 1 of 1"))).to_be_visible()


def test_a_solution_can_be_shown(page: "Page", page_server: PageServer) -> None:
    review(page, page_server)
    button(page, "White (1)").click()
    button(page, "Show the solution").click()
    expect(page.locator(".answer")).to_contain_text("Best is")


def test_what_happened_is_counted(page: "Page", page_server: PageServer) -> None:
    show(page, page_server, "selfcapture", "Rxa2", "e5")
    page.get_by_text("Statistics", exact=True).click()
    expect(page.get_by_role("row", name="Self-captures 1 0")).to_be_visible()


def test_a_busy_server_says_what_to_do(page: "Page", page_server: PageServer) -> None:
    def refuse(socket: "WebSocketRoute", asked: dict[str, Any]) -> bool:
        if asked["type"] != "analyse":
            return False
        failure = {"type": "error", "id": asked["id"], "code": "busy", "message": ""}
        socket.send(json.dumps(failure))
        return True

    show(page, page_server, "chess")
    between(page, refuse)
    button(page, "Engine").click()
    expect(page.get_by_role("alert")).to_contain_text("Close an analysis in another tab")
    expect(button(page, "Engine")).to_have_attribute("aria-pressed", "false")


def test_lines_of_an_old_generation_are_dropped(page: "Page", page_server: PageServer) -> None:
    def answer(socket: "WebSocketRoute", asked: dict[str, Any]) -> bool:
        if asked["type"] != "analyse":
            return False
        # The late one comes last, and must not replace the other.
        for generation, score in ((asked["generation"], 111), (asked["generation"] - 1, 999)):
            socket.send(json.dumps(lines(generation, asked["node"], score)))
        socket.send(json.dumps({"type": "reply", "id": asked["id"], "data": {}}))
        return True

    show(page, page_server, "chess")
    between(page, answer)
    button(page, "Engine").click()
    expect(page.locator(".found .score")).to_have_text("+1.11")
    button(page, "Engine").click()
    expect(page.locator(".found .score")).to_have_text("+1.11")


def lines(generation: int, node: int, score_cp: int) -> dict[str, Any]:
    """An event of the server."""
    moves = [["e2e4", "e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"]]
    line = {"index": 1, "depth": 9, "score_cp": score_cp, "mate": None, "chance": 0.6}
    return {
        "type": "lines",
        "generation": generation,
        "node": node,
        "nodes": 5000,
        "time_ms": 50,
        "is_done": False,
        "lines": [{**line, "moves": moves}],
        "without_self_capture": None,
    }


def test_a_reviewed_game_fits_every_screen(page: "Page", page_server: PageServer) -> None:
    review(page, page_server, at=3)
    page.get_by_text("was a blunder.").wait_for()
    check(page, "analysis-review")


def test_a_solved_game_fits_every_screen(page: "Page", page_server: PageServer) -> None:
    show(page, page_server, "1d-8")
    page.locator(".worth").first.wait_for()
    square(page, "a3").click()
    # Pieces that glide to their places on a turned board are beside it for a moment.
    page.emulate_media(reduced_motion="reduce")
    check(page, "analysis-solved")
