"""The code in README and CONTRIBUTING runs, and its commands work."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import ferz
from ferz import variants

ROOT = Path(__file__).parents[1]
DOCUMENTS = ("README.md", "CONTRIBUTING.md")
GUIDES = tuple(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md")))
TEXTS = {name: (ROOT / name).read_text(encoding="utf-8") for name in (*DOCUMENTS, *GUIDES)}


def blocks(name: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", TEXTS[name], re.DOTALL)


def commands() -> list[str]:
    lines = "".join(blocks("README.md", "console")).splitlines()
    return [line[2:].partition("#")[0].strip() for line in lines if line.startswith("$ ferz")]


@pytest.mark.parametrize(
    "name", [name for name in ("README.md", *GUIDES) if blocks(name, "python")]
)
def test_the_python_code_of_the_documents_runs(name: str) -> None:
    for block in blocks(name, "python"):
        exec(compile(block, name, "exec"), {})


def test_the_readme_has_python_code() -> None:
    assert blocks("README.md", "python")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_games_of_the_documents_can_be_played(name: str) -> None:
    for block in blocks(name, "toml"):
        board = ferz.Board(variants.loads(block, source=name))
        assert board.legal_moves


@pytest.mark.parametrize("command", commands())
def test_the_commands_of_the_readme_work(command: str) -> None:
    words = [sys.executable, "-m", "ferz.cli", *shlex.split(command)[1:]]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_complaints_of_the_readme_are_the_real_ones() -> None:
    toml = blocks("README.md", "toml")[0].replace("self_capture", "self_captur").replace("QN", "QX")
    with pytest.raises(ferz.VariantError) as raised:
        variants.loads(toml, source="knightly.toml")
    assert sorted(str(raised.value).splitlines()) == sorted(
        blocks("README.md", "text")[0].splitlines()
    )


def test_the_readme_lists_every_game() -> None:
    table = TEXTS["README.md"].partition("## The games")[2].partition("## Correct")[0]
    listed = set(re.findall(r"[a-z0-9][a-z0-9-]+", table.replace("(16x16)", "")))
    assert set(variants.builtin_names()) <= listed


def test_the_rule_that_contributing_walks_through_is_the_one_in_the_core() -> None:
    names = ("rules/rules.def", "board/filter.h", "rules/compile.cpp")
    texts = [(ROOT / "core" / name).read_text(encoding="utf-8") for name in names]
    code = " ".join(re.sub(r"//.*", "", "\n".join(texts)).split())
    shown = re.findall(r"```cpp\n(.*?)```", TEXTS["CONTRIBUTING.md"], re.DOTALL)
    assert len(shown) == 4
    assert [block for block in shown if " ".join(block.split()) not in code] == []
