"""`benchmarks/answering.py` tells in one line what it cannot measure."""

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[1] / "benchmarks" / "answering.py"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--repeat", "0"], "answering: --repeat: found 0, expected at least 1"),
        (["--rival", "/nope", "--repeat", "1"], "answering: /nope: cannot start '/nope': No such"),
    ],
)
def test_what_cannot_be_measured_is_one_line(words: list[str], message: str) -> None:
    command = [sys.executable, str(PROGRAM), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1
