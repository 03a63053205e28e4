"""Files made from the code stay equal to it: stub, rules reference, rules texts, page messages.

`pytest --update-golden` writes the texts anew; `make stub` writes the stub.
"""

import subprocess
import sys
from pathlib import Path

import pytest
from page_messages import typescript
from perft_files import FOLDER, read_entries

import ferz
from ferz import _core, variants

ROOT = Path(__file__).parents[1]
RULES = ROOT / "tests" / "rules"


def games() -> list[str]:
    """Every built-in game, and the compositions of which the perft files have positions."""
    composed = {entry.variant for path in FOLDER.glob("*.perft") for entry in read_entries(path)}
    return sorted(composed | set(variants.builtin_names()))


def rules_reference() -> str:
    rows = ["| rule | type | default | meaning |", "|---|---|---|---|"]
    for name, kind, default, meaning in ferz.rules_reference():
        shown = f"`{default}`" if default else "empty"
        rows.append(f"| `{name}` | {kind} | {shown} | {meaning.replace('|', '&#124;')} |")
    return "\n".join(rows) + "\n"


def test_the_committed_stub_equals_the_module(tmp_path: Path) -> None:
    made = tmp_path / "_core.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "ferz._core", "-o", str(made)]
    subprocess.run(command, check=True)
    assert made.read_text() == (ROOT / "src" / "ferz" / "_core.pyi").read_text()


def test_the_rules_reference_has_every_rule(update_golden: bool) -> None:
    path = ROOT / "docs" / "rules.md"
    head, mark, _ = path.read_text(encoding="utf-8").partition("| rule |")
    if update_golden:
        path.write_text(head + rules_reference(), encoding="utf-8")
    assert path.read_text(encoding="utf-8") == head + rules_reference()
    assert mark or update_golden


@pytest.mark.parametrize("game", games())
def test_the_rules_text_of_a_game_is_what_its_files_say(game: str, update_golden: bool) -> None:
    path = RULES / f"{game}.txt"
    made = _core.settings_text(variants.settings(game))
    if update_golden:
        path.write_text(made, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == made


def test_no_rules_text_is_left_of_a_game_that_is_gone() -> None:
    assert sorted(path.stem for path in RULES.glob("*.txt")) == games()


def test_the_page_knows_every_message_of_the_server(update_golden: bool) -> None:
    path = ROOT / "web" / "src" / "lib" / "messages.ts"
    if update_golden:
        path.write_text(typescript(), encoding="utf-8")
    assert path.read_text(encoding="utf-8") == typescript()
