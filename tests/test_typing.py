"""What a type checker of a user's own program sees of the package."""

import os
import subprocess
import sys
from pathlib import Path

import ferz

SOURCES = Path(__file__).parents[1] / "src"
PROGRAM = """
import ferz

search: ferz.Search[ferz.PlayResult] = ferz.Engine("chess").start(ferz.Board(), depth=1)
picture: str = ferz.svg.board(ferz.Board())
ferz.pgn, ferz.game, ferz.solver, ferz.variants
"""


def complaints(program: str, folder: Path) -> list[str]:
    (folder / "program.py").write_text(program, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "program.py"],
        cwd=folder,
        env=os.environ | {"MYPYPATH": str(SOURCES), "MYPY_CACHE_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return [line for line in done.stdout.splitlines() if ": error: " in line]


def test_a_program_with_right_names_passes(tmp_path: Path) -> None:
    assert complaints(PROGRAM, tmp_path) == []


def test_a_misspelled_name_is_refused(tmp_path: Path) -> None:
    found = complaints('import ferz\n\nferz.Engin("chess")\nferz.nonsense(3)\n', tmp_path)
    assert ["Engin" in found[0], "nonsense" in found[1]] == [True, True]
    assert len(found) == 2


def test_what_start_returns_has_a_public_name() -> None:
    with ferz.Engine("chess") as engine:
        assert isinstance(engine.start(ferz.Board(), depth=1), ferz.Search)
