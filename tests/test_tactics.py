"""`benchmarks/tactics.py` tells in one line what is wrong with its file."""

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[1] / "benchmarks" / "tactics.py"
BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"garbage", "tactics: a.epd, line 1: no best move, expected bm or am"),
        (f'{BACK_RANK} bm Rz8; id "x";'.encode(), "tactics: x: move 'Rz8'"),
        (b'9/8/8 w - - bm e4; id "x";', "tactics: x: "),
        (b"\xff\xfe", "tactics: a.epd: no text, expected EPD"),
        (None, "tactics: [Errno 2] No such file or directory: "),
    ],
)
def test_a_bad_exercise_is_one_line(tmp_path: Path, text: bytes | None, message: str) -> None:
    path = tmp_path / "a.epd"
    if text is not None:
        path.write_bytes(text)
    command = [sys.executable, str(PROGRAM), "--epd", str(path), "--time-ms", "1", "--threads", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.strip().startswith(message)
    assert "\n" not in done.stderr.strip()
