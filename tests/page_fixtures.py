"""A real server and a real browser for the tests of the page."""

import contextlib
import itertools
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from programs import find_program, missing

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

ROOT = Path(__file__).parents[1]
#: Where the built page is; another folder for whoever works on it.
BUILT = Path(os.environ.get("FERZ_PAGE", ROOT / "src" / "ferz" / "web" / "static"))
#: Pictures for people to look at.
PICTURES = ROOT / "build" / "screenshots"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def free_port() -> int:
    """A port that no other process of these tests takes while its server is restarted."""
    for port in itertools.islice(_PORTS, PORTS_EACH):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no free port")


#: How long a test waits for what the page is to do, which a busy machine delays.
PATIENCE_MS = 15_000

PORTS_EACH = 100
#: Below those that the system gives to outgoing connections, above those that browsers refuse
#: (10080 is the last), and apart for each process.
_WORKER = os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw") or "0"
_FIRST = 20_000 + PORTS_EACH * int(_WORKER)
_PORTS = itertools.cycle(range(_FIRST, _FIRST + PORTS_EACH))


class PageServer:
    """`ferz play` as a process of its own, with a database that survives it."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.port: int | None = None
        self.process: subprocess.Popen[str] | None = None
        self.url = ""
        #: A tab of before asks the new server whether it is known, and is told 403.
        self.was_killed = False

    def start(self) -> str:
        """Start it, on the same port as before, and return the address with its token."""
        command = [sys.executable, "-m", "ferz.cli", "play", "--no-browser"]
        command += ["--database", str(self.database), "--page", str(BUILT)]
        self.port = self.port or free_port()
        command += ["--port", str(self.port)]
        # Its own folders, so that nothing of the user's is read or written.
        home = {"XDG_DATA_HOME": str(self.database.parent), "HOME": str(self.database.parent)}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, **home}
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(rf"http://127\.0\.0\.1:{self.port}/\?token=\S+", line)
        assert found, line
        self.url = found[0]
        return self.url

    @property
    def base(self) -> str:
        """The address without the token."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def token(self) -> str:
        """The token of this run."""
        return self.url.partition("token=")[2]

    def kill(self) -> None:
        """As by a crash."""
        assert self.process is not None
        self.was_killed = True
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def stop(self) -> int:
        """As by Ctrl-C; the exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        try:
            code = self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code


@pytest.fixture
def page_server(tmp_path: Path) -> Iterator[PageServer]:
    """A server that runs; without the built page the test is skipped."""
    if not (BUILT / "index.html").is_file():
        missing("the page: not built by 'make page'")
    server = PageServer(tmp_path / "ferz.db")
    server.start()
    yield server
    if server.process is not None and server.process.poll() is None:
        server.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """Chromium; without it the test is skipped, in CI it fails.

    One for each file of tests: while Playwright runs, no test can run a loop of its own.
    """
    chromium = find_program("chromium")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def context(browser: "Browser") -> Iterator["BrowserContext"]:
    """A browser profile of its own, with a usual window."""
    made = browser.new_context(viewport={"width": 1280, "height": 900}, has_touch=True)
    made.set_default_timeout(PATIENCE_MS)
    yield made
    made.close()


@pytest.fixture
def page(context: "BrowserContext", page_server: PageServer) -> Iterator["Page"]:
    """The page, open at its start. Any error that it logs fails the test."""
    opened = context.new_page()
    problems: list[str] = []
    opened.on("pageerror", lambda error: problems.append(str(error)))
    opened.on(
        "console",
        lambda message: (
            problems.append(message.text) if is_error(message, page_server.was_killed) else None
        ),
    )
    opened.goto(page_server.url)
    opened.wait_for_selector("main >> text=Choose a game")
    yield opened
    assert not problems


def is_error(message: "ConsoleMessage", was_killed: bool) -> bool:
    """Whether a line of the console is an error of ours; what follows from a kill is none."""
    expected = ("ERR_CONNECTION_REFUSED", "403 (Forbidden)", "code: 403") if was_killed else ()
    return message.type == "error" and not any(text in message.text for text in expected)
