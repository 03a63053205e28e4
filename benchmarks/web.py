"""How the page feels: time to the first board, to the engine's answer, memory and weight.

A real server and Debian's chromium; each time is the best and the median of several runs.

    python benchmarks/web.py [--runs N] [--game NAME] [--page FOLDER] [--json]
"""

import argparse
import gzip
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, StorageState, sync_playwright
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "src" / "ferz" / "web" / "static"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
TABS = 10

#: Times of the first frame in which something is seen, taken inside the page: asking from outside
#: would add the time of the asking.
_WATCH = """() => {
    window.seen = {};
    const look = () => {
        const now = performance.timeOrigin + performance.now();
        const note = (name, is) => { if (is && !(name in seen)) seen[name] = now; };
        note('cards', document.querySelector('.card .mini'));
        note('board', document.querySelector('.board [data-square]'));
        note('moves', document.querySelectorAll('.moves .move').length >= 2);
        requestAnimationFrame(look);
    };
    look();
}"""


class Server:
    """`ferz play` as a process of its own."""

    def __init__(self, folder: Path, page: Path) -> None:
        """Start it and wait until it says that it answers."""
        command = [sys.executable, "-m", "ferz.cli", "play", "--no-browser"]
        command += ["--database", str(folder / "ferz.db"), "--page", str(page)]
        home = {"XDG_DATA_HOME": str(folder), "HOME": str(folder)}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, **home}
        )
        assert self.process.stdout is not None
        found = re.search(r"http://\S+", self.process.stdout.readline())
        assert found, "the server did not start"
        self.url = found[0]
        self.base = self.url.partition("?")[0]

    def memory_bytes(self) -> int:
        """What it holds in memory now."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.communicate()


@contextmanager
def fresh_page(browser: Browser, state: StorageState | None = None) -> Iterator[Page]:
    """A page in a profile of its own, where nothing is cached; `state` are cookies it has."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, storage_state=state)
    context.add_init_script(f"({_WATCH})()")
    yield context.new_page()
    context.close()


def seen(page: Page, name: str) -> float:
    """When something was seen first, in milliseconds since 1970."""
    page.wait_for_function(f"() => '{name}' in window.seen", timeout=60_000)
    return float(page.evaluate(f"window.seen['{name}']"))


# What is measured


def first_cards_ms(browser: Browser, server: Server) -> float:
    """From the request for the page to the games on offer."""
    with fresh_page(browser) as page:
        began = 1000 * time.time()
        page.goto(server.url)
        return seen(page, "cards") - began


def first_board_ms(browser: Browser, server: Server, game: str) -> float:
    """From the request for a game's page to its board, in a browser that knows nothing."""
    with fresh_page(browser) as page:
        page.goto(server.url)
        begin(page, server, game)
        address, state = page.url, page.context.storage_state()
    with fresh_page(browser, state) as page:
        began = 1000 * time.time()
        page.goto(address)
        return seen(page, "board") - began


def engine_move_ms(browser: Browser, server: Server, game: str) -> float:
    """From a typed move to the engine's move in the list; at level 1, which thinks least."""
    with fresh_page(browser) as page:
        page.goto(server.url)
        begin(page, server, game)
        began = make_move(page)
        return seen(page, "moves") - began


def first_line_ms(browser: Browser, server: Server, game: str) -> float:
    """From a move in the analysis to the first line of the engine about the new position.

    Taken where the page hears of it: the first message about lines after the move was sent.
    """
    with fresh_page(browser) as page:
        page.goto(server.url)
        page.evaluate(_FIRST_LINE.replace("GAME", game))
        page.wait_for_function("() => window.lineMs !== undefined", timeout=60_000)
        return float(page.evaluate("window.lineMs"))


#: A tab of its own, asked as the page asks: a new analysis, a move, and the search behind it.
_FIRST_LINE = """() => {
    const socket = new WebSocket(`ws://${location.host}/socket`);
    const human = { kind: 'human', level: 10, strategy: 'perfect' };
    const ask = (type, fields) => socket.send(JSON.stringify({ type, id: 1, ...fields }));
    let step = 0, began = 0, game = '';
    socket.onopen = () =>
        ask('new_game', { variant: 'GAME', white: human, black: human, kind: 'analysis' });
    socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === 'reply' && step === 0) {
            step = 1;
            game = message.data.id;
            began = performance.now();
            ask('add_move', { game, node: 0, move: message.data.position.moves[0][0] });
        } else if (message.type === 'reply' && step === 1) {
            step = 2;
            const node = message.data.position.node;
            ask('analyse', { game, node, generation: 1, multipv: 1 });
        } else if (message.type === 'lines' && message.lines.length && step === 2) {
            step = 3;
            window.lineMs = performance.now() - began;
            socket.close();
        }
    };
}"""


def begin(page: Page, server: Server, game: str) -> None:
    """Begin a game against the weakest engine, as a user does."""
    page.goto(f"{server.base}#/new/{game}")
    page.get_by_label("Opponent: level").evaluate(
        "input => { input.value = 1; input.dispatchEvent(new Event('input', {bubbles: true})); }"
    )
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".board").wait_for()


def make_move(page: Page) -> float:
    """Type a legal move; when it was sent, in milliseconds since 1970."""
    page.get_by_label("Type a move").fill(first_move(page))
    began = page.evaluate("performance.timeOrigin + performance.now()")
    page.keyboard.press("Enter")
    return float(began)


def first_move(page: Page) -> str:
    """A move that the board offers, found by picking pieces up."""
    for piece in page.locator('.square[aria-label*="white"]').all():
        piece.click()
        target = page.locator(".square:has(.target:not(.own))")
        if target.count():
            origin = piece.get_attribute("data-square")
            goal = target.first.get_attribute("data-square")
            page.keyboard.press("Escape")
            return f"{origin}{goal}"
    raise AssertionError("no piece can move")


def tab_memory(browser: Browser, server: Server, game: str) -> tuple[int, int]:
    """The server's memory without a tab and with ten, each with a game in which a move was made."""
    empty = server.memory_bytes()
    context = browser.new_context()
    for _ in range(TABS):
        page = context.new_page()
        page.goto(server.url)
        begin(page, server, game)
        make_move(page)
        page.locator(".moves .move").nth(1).wait_for()
    full = server.memory_bytes()
    context.close()
    return empty, full


def weight(page: Path) -> tuple[int, int]:
    """The bytes of the page's files, as they are and each compressed."""
    files = [path.read_bytes() for path in page.rglob("*") if path.is_file()]
    plain = sum(len(data) for data in files)
    return plain, sum(len(gzip.compress(data, 9)) for data in files)


def transferred(browser: Browser, server: Server) -> int:
    """What a browser without a cache really gets until the games on offer are there."""
    total = 0
    context = browser.new_context()
    page = context.new_page()

    def add(size: float) -> None:
        nonlocal total
        total += int(size)

    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: add(event["encodedDataLength"]))
    session.on(
        "Network.webSocketFrameReceived",
        lambda event: add(len(event["response"]["payloadData"])),
    )
    page.goto(server.url)
    page.locator(".card .mini").first.wait_for()
    context.close()
    return total


# All of it


def repeated(what: Callable[[], float], runs: int) -> dict[str, float]:
    """The best and the median of several runs."""
    found = [what() for _ in range(runs)]
    return {"best": round(min(found), 1), "median": round(statistics.median(found), 1)}


def measure(options: argparse.Namespace) -> dict[str, dict[str, float]]:
    """Every figure by its name."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    assert chromium, "no chromium on this machine"
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), options.page)
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        try:
            return figures(browser, server, options)
        finally:
            browser.close()
            server.stop()


def figures(
    browser: Browser, server: Server, options: argparse.Namespace
) -> dict[str, dict[str, float]]:
    """What is measured with a server and a browser that run."""
    empty, full = tab_memory(browser, server, options.game)
    plain, compressed = weight(options.page)
    timed = {
        "games on offer, ms": lambda: first_cards_ms(browser, server),
        "first board, ms": lambda: first_board_ms(browser, server, options.game),
        "move to first line, ms": lambda: first_line_ms(browser, server, options.game),
        "move to engine's move, ms": lambda: engine_move_ms(browser, server, options.game),
    }
    return {
        **{name: repeated(what, options.runs) for name, what in timed.items()},
        "server without a tab, MB": {"best": round(empty / 1e6, 1)},
        f"server with {TABS} tabs, MB": {"best": round(full / 1e6, 1)},
        "page, kB": {"best": round(plain / 1e3, 1)},
        "page compressed, kB": {"best": round(compressed / 1e3, 1)},
        "transferred, kB": {"best": round(transferred(browser, server) / 1e3, 1)},
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="of each time")
    parser.add_argument("--game", default="selfcapture", metavar="NAME")
    parser.add_argument("--page", type=Path, default=STATIC, metavar="FOLDER", help="a built page")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    found = measure(options)
    if options.json:
        print(json.dumps(found, indent=2))
        return
    table = Table("", "best", "median", box=None)
    for name, values in found.items():
        median = values.get("median")
        table.add_row(name, f"{values['best']:,}", "" if median is None else f"{median:,}")
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
