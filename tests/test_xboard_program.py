"""Debian's XBoard under a virtual screen plays whole games with `ferz xboard` on both sides."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from programs import find_program

ENGINE = f"{sys.executable} -m ferz.cli xboard"
GAME_SECONDS = 120
#: What XBoard writes to its log when it is not content with an engine.
COMPLAINT = re.compile(
    r"illegal move|Error \(|forfeit|false (win|draw)|not send|impossible move|ignoring"
    r"|exited unexpectedly|not supported|tellusererror",
    re.IGNORECASE,
)


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """A screen that nobody sees."""
    find_program("xboard")
    read, write = os.pipe()
    server = subprocess.Popen(
        [find_program("Xvfb"), "-displayfd", str(write), "-screen", "0", "1280x1024x24"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as answer:
        number = answer.readline().strip()
    assert number, "Xvfb did not start"
    yield f":{number}"
    server.terminate()
    server.wait()


def play(display: str, folder: Path, game: str, *, tests_legality: bool) -> tuple[str, str]:
    """One game at a fixed depth: XBoard's log, and the game as PGN."""
    log, pgn = folder / "log.txt", folder / "game.pgn"
    command = [find_program("xboard"), "-fcp", ENGINE, "-scp", ENGINE, "-variant", game]
    command += ["-mg", "1", "-depth", "3", "-tc", "10", "-xponder", "-noGUI", "-xexit", "-xpopup"]
    command += ["-testLegality", str(tests_legality).lower(), "-saveSettingsOnExit", "false"]
    command += ["-debug", "-nameOfDebugFile", str(log), "-sgf", str(pgn), "-soundProgram", ""]
    environment = os.environ | {"DISPLAY": display, "HOME": str(folder)}
    done = subprocess.run(
        command,
        env=environment,
        cwd=folder,
        timeout=GAME_SECONDS,
        check=False,
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    return log.read_text(errors="replace"), pgn.read_text(errors="replace")


@pytest.mark.parametrize(
    ("game", "tests_legality"),
    [
        ("gothic", True),
        ("crazyhouse", True),
        # XBoard takes gothic-selfhouse for gothic: it has another name there. What it thinks of
        # self-capture is wrong, so that it must not judge the moves.
        ("ferz-gothic-selfhouse", False),
        ("ferz-capablanca-selfhouse", False),
        # Games that it learns by `setup` and `piece`, whose moves it then judges itself.
        ("capahouse", True),
        ("shako", True),
    ],
)
def test_xboard_plays_a_whole_game_and_does_not_complain(
    display: str, tmp_path: Path, game: str, tests_legality: bool
) -> None:
    log, pgn = play(display, tmp_path, game, tests_legality=tests_legality)
    assert f"variant {game}\n" in log
    assert [line for line in log.splitlines() if COMPLAINT.search(line)] == []
    assert re.search(r'\[Result "(1-0|0-1|1/2-1/2)"\]', pgn), pgn[-500:]
