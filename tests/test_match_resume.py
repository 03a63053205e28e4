"""A match that goes on: with the engines it began with, from any folder, with what was changed."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from programs import SCRIPTED

import ferz
from ferz import weights
from ferz.cli.match_settings import engines, whole_path
from ferz.match import EngineSpec, Limits, MatchSettings, Sprt
from ferz.match.journal import Journal, read, read_settings

PLAIN = MatchSettings(
    "chess", (EngineSpec(), EngineSpec(name="other")), games=2, limits=Limits(nodes=9)
)


@contextmanager
def journal(path: Path, settings: MatchSettings = PLAIN) -> Iterator[Journal]:
    opened = Journal(settings, path)
    yield opened
    opened.close()


def match_of(*specs: str) -> MatchSettings:
    first, second = (EngineSpec.parse(spec) for spec in specs)
    return replace(PLAIN, engines=(first, second))


def without(path: Path, *names: str) -> None:
    """The first line as an older version wrote it."""
    header, *games = path.read_text(encoding="utf-8").splitlines(keepends=True)
    data = {name: value for name, value in json.loads(header).items() if name not in names}
    path.write_text("".join([json.dumps(data) + "\n", *games]), encoding="utf-8")


# The files of the engines


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("ferz,option.weights={}", "weights"),
        ("x,option.Eval File={}", "Eval File"),
        ("x,option.EvalFile=t.w", "EvalFile"),
    ],
)
def test_an_engine_whose_file_changed_is_another_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spec: str, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    file, state = tmp_path / "t.w", tmp_path / "state"
    file.write_text("before", encoding="utf-8")
    match = match_of(spec.format(file), "y")
    for _ in range(2):
        with journal(state, match):
            pass
    file.write_text("after", encoding="utf-8")
    message = f'state: files.engines.1.options.{name}: found "'
    with pytest.raises(ValueError, match=f"^{message}.*\nstate: files have changed since"):
        Journal(match, state)


def test_a_state_that_knows_nothing_of_files_is_gone_on_with(tmp_path: Path) -> None:
    file, state = tmp_path / "t.w", tmp_path / "state"
    file.write_text("weights", encoding="utf-8")
    match = match_of(f"ferz,option.weights={file}", "y")
    with journal(state, match):
        pass
    without(state, "files", "folder")
    with journal(state, match) as found:
        assert found.folder == str(Path.cwd())


def test_what_an_engine_writes_itself_may_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("log", "tuned"):
        (tmp_path / name).write_text("", encoding="utf-8")
    no_file = f"option.EvalFile={'./b' * 2000}"
    match = match_of("ferz,option.weights=tuned", f"x,option.Debug Log File=log,{no_file}")
    with journal(tmp_path / "state", match):
        assert read(tmp_path / "state")[0]["files"] == {}


# Another folder


def test_paths_of_our_engine_are_whole_where_they_lead_to_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path / "sub")
    for name in ("t.w", "tuned"):
        (tmp_path / "sub" / name).write_text("", encoding="utf-8")
    assert whole_path("../book.txt") == str(tmp_path / "book.txt")
    first, second = engines(["ferz,option.weights=t.w", "ferz,option.weights=tuned"])
    assert first.options == {"weights": str(tmp_path / "sub" / "t.w")}
    assert second.options == {"weights": "tuned"}
    first, second = engines(["ferz,option.tables=../sub,option.aspiration=3", "x,dir=.."])
    assert first.options == {"tables": str(tmp_path / "sub"), "aspiration": "3"}
    assert second.directory == str(tmp_path)


def test_a_match_remembers_the_folder_that_it_began_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with journal(tmp_path / "state"):
        pass
    monkeypatch.chdir("/")
    with journal(tmp_path / "state") as found:
        assert found.folder == str(tmp_path)


def ferz_match(folder: Path, *words: str) -> str:
    command = [sys.executable, "-m", "ferz.cli", "match", *words]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=240, cwd=folder
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_engines_with_files_of_their_own_play_on_from_another_folder(tmp_path: Path) -> None:
    chess = ferz.variant("chess")
    text = weights.dump(chess, ferz._core.default_weights(chess))
    (tmp_path / "t.w").write_text(text, encoding="utf-8")
    shutil.copy(SCRIPTED, tmp_path / "engine.py")
    program = f"cmd={sys.executable} engine.py uci plain,name=program"
    specs = ["--engine", program, "--engine", "ferz,option.weights=t.w"]
    rules = ["--depth", "1", "--games", "2", "--max-plies", "12", "--opening-limit", "off"]
    ferz_match(tmp_path, "chess", *specs, *rules, "--state", "state")
    (tmp_path / "elsewhere").mkdir()
    again = ferz_match(tmp_path / "elsewhere", "--resume", "../state", "--games", "4")
    assert again.startswith("going on after 2 games\ngame 3: program ")


# What may change


def test_a_changed_number_of_games_and_test_are_there_after_a_kill(tmp_path: Path) -> None:
    state = tmp_path / "state"
    for match in (PLAIN, replace(PLAIN, games=8), replace(PLAIN, games=6, sprt=Sprt(0, 5))):
        for _ in range(2):
            with journal(state, match):
                assert read_settings(state) == match
    assert state.read_text(encoding="utf-8").count("\n") == 3


@pytest.mark.parametrize(
    "line",
    [
        '{"settings":7}',
        '{"settings":{"seed":3}}',
        '{"settings":{"games":"x"}}',
        '{"settings":{"games":3}}',
        '{"settings":{"sprt":[1]}}',
    ],
)
def test_a_change_of_anything_else_is_explained(tmp_path: Path, line: str) -> None:
    state = tmp_path / "state"
    with journal(state):
        pass
    with state.open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    message = "state: line 2: found settings that cannot be read, expected games and sprt"
    with pytest.raises(ValueError, match=f"^{message}$"):
        Journal(PLAIN, state)


def test_a_folder_that_is_gone_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with pytest.raises(ValueError, match=r"^match: the present folder is gone, expected one that"):
        Journal(PLAIN)


def test_a_path_behind_a_link_is_the_one_that_the_system_finds(tmp_path: Path) -> None:
    (tmp_path / "real" / "sub").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "real" / "sub")
    assert whole_path(tmp_path / "link" / ".." / "a") == str(tmp_path / "real" / "a")
    assert whole_path(tmp_path / "link" / "..") == str(tmp_path / "real")
    assert whole_path(tmp_path / "link") == str(tmp_path / "link")
