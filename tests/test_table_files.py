"""Tables on disk: used again, refused when damaged, whole after a kill."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import ferz
from ferz.solver import Tables, probe, table_fingerprint


def checksums(folder: Path, game: str = "1d-8") -> dict[str, int]:
    return {stage.name: stage.checksum for stage in Tables(game, folder).stages}


def build(folder: Path, game: str = "1d-8") -> Tables:
    tables = Tables(game, folder)
    tables.plan(ferz.Board(game))
    tables.build(threads=1)
    return tables


def load_all(folder: Path) -> None:
    """Looks at every block, which otherwise is done when it is asked for."""
    tables = Tables("1d-8", folder)
    for stage in range(len(tables.stages)):
        tables.native.load(stage)


def files(folder: Path, game: str = "1d-8") -> list[Path]:
    return sorted((folder / table_fingerprint(ferz.variant(game))).iterdir())


def test_tables_are_used_again(tmp_path: Path) -> None:
    build(tmp_path)
    times = [path.stat().st_mtime_ns for path in files(tmp_path)]
    assert ferz.solve("1d-8", folder=tmp_path).distance == 11
    assert [path.stat().st_mtime_ns for path in files(tmp_path)] == times
    assert probe(ferz.Board("1d-8"), tmp_path) == ("win", 11)


def test_a_probe_finds_nothing_where_nothing_is(tmp_path: Path) -> None:
    assert probe(ferz.Board("1d-8"), tmp_path) is None
    build(tmp_path)
    assert probe(ferz.Board("1d-9"), tmp_path) is None


def test_move_rules_do_not_change_the_name_of_tables(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('extends = "1d-8"\n[rules]\nn_move_rule = 50\nn_fold_rule = 3\n')
    assert table_fingerprint(ferz.variant(path)) == table_fingerprint(ferz.variant("1d-8"))
    path.write_text('extends = "1d-8"\n[rules]\nself_capture = true\n')
    assert table_fingerprint(ferz.variant(path)) != table_fingerprint(ferz.variant("1d-8"))


def test_files_give_the_values_that_were_solved(tmp_path: Path) -> None:
    solved, kept = Tables("1d-8"), build(tmp_path)
    solved.plan(ferz.Board("1d-8"))
    solved.build(threads=1)
    graph = ferz._core.Graph(ferz.Board("1d-8"))
    assert graph.first_difference(solved.native) == len(graph)
    assert graph.first_difference(kept.native) == len(graph)
    assert graph.first_difference(Tables("1d-8", tmp_path).native) == len(graph)


@pytest.mark.parametrize("where", [0, 7, 12, 30, 200, -1])
def test_a_damaged_file_is_refused_with_its_name(tmp_path: Path, where: int) -> None:
    build(tmp_path)
    path = max(files(tmp_path), key=lambda each: each.stat().st_size)
    content = bytearray(path.read_bytes())
    content[where] ^= 0x10
    path.write_bytes(content)
    with pytest.raises(ferz.SolveError, match=path.name):
        load_all(tmp_path)


@pytest.mark.parametrize("length", [0, 5, 23, 100, -1])
def test_a_file_that_ends_too_early_is_refused_with_its_name(tmp_path: Path, length: int) -> None:
    build(tmp_path)
    path = max(files(tmp_path), key=lambda each: each.stat().st_size)
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(ferz.SolveError, match=path.name):
        Tables("1d-8", tmp_path)


def test_a_foreign_file_is_refused_with_its_name(tmp_path: Path) -> None:
    build(tmp_path / "one")
    build(tmp_path / "other", "1d-7")
    theirs = files(tmp_path / "other", "1d-7")[0]
    ours = files(tmp_path / "one")[0]
    ours.write_bytes(theirs.read_bytes())
    with pytest.raises(ferz.SolveError, match=rf"{ours.name}: a table of the game [0-9a-f]{{32}}"):
        Tables("1d-8", tmp_path / "one")
    ours.write_text("not a table at all, just some words in a file")
    with pytest.raises(ferz.SolveError, match="found no table, expected a file that ferz solve"):
        Tables("1d-8", tmp_path / "one")


def test_a_file_of_another_material_is_refused(tmp_path: Path) -> None:
    build(tmp_path)
    first, second = files(tmp_path)[:2]
    first.write_bytes(second.read_bytes())
    with pytest.raises(ferz.SolveError, match=rf"{first.name}: a table of another material"):
        Tables("1d-8", tmp_path)


def test_a_file_with_a_name_that_is_no_material_is_refused(tmp_path: Path) -> None:
    build(tmp_path)
    (files(tmp_path)[0].parent / "nonsense.ferztable").write_bytes(b"ferztab1")
    with pytest.raises(ferz.SolveError, match="material 'nonsense', expected one such as KQ-KR"):
        Tables("1d-8", tmp_path)


def test_a_solve_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    build(tmp_path / "whole", "1d-12")
    chance = random.Random(4)
    program = [sys.executable, "-m", "ferz.cli"]
    command = [*program, "solve", "1d-12", "--tables", str(tmp_path / "cut")]
    kills = 0
    while kills < 10:
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        time.sleep(0.2 + chance.random())
        if process.poll() is None:
            kills += 1
        else:  # it was done before the blow: from the start again
            shutil.rmtree(tmp_path / "cut")
        process.send_signal(signal.SIGKILL)
        process.wait()
    finished = subprocess.run(command, check=True, capture_output=True, text=True)
    assert "a draw" in finished.stdout
    assert checksums(tmp_path / "cut", "1d-12") == checksums(tmp_path / "whole", "1d-12")
    assert not list((tmp_path / "cut").rglob("*.part"))


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        target = tmp_path / "file"
        target.write_text("in the way")
    else:
        target = tmp_path / "closed"
        target.mkdir(mode=0o500)
    with pytest.raises(OSError, match=r"file|closed"):
        build(target)


def test_a_damaged_version_is_told_with_the_name_of_the_file(tmp_path: Path) -> None:
    build(tmp_path)
    path = files(tmp_path)[0]
    data = bytearray(path.read_bytes())
    data[7] = 0xE9
    path.write_bytes(data)
    with pytest.raises(ferz.SolveError, match=rf"{path.name}: a table of version \d+, expected"):
        Tables("1d-8", tmp_path)


def test_a_stray_file_is_told_with_its_name(tmp_path: Path) -> None:
    build(tmp_path)
    stray = files(tmp_path)[0].with_name("mine.ferztable")
    stray.write_bytes(b"")
    with pytest.raises(ferz.SolveError, match=r"mine\.ferztable: material 'mine', expected one"):
        probe(ferz.Board("1d-8"), tmp_path)


def test_several_programs_may_solve_in_one_folder(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ferz", "solve", "1d-10", "--tables", str(tmp_path), "--json"]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(4)]
    answers = [process.communicate()[0] for process in running]
    assert [process.returncode for process in running] == [0] * 4
    assert len(set(answers)) == 1
    assert all(path.suffix == ".ferztable" for path in files(tmp_path, "1d-10"))


def test_what_a_killed_program_left_is_removed(tmp_path: Path) -> None:
    build(tmp_path)
    path = files(tmp_path)[0]
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    left = path.with_name(f"{path.name}.{ended.pid}-1.part")
    own = path.with_name(f"{path.name}.{os.getpid()}-1.part")
    for each in (left, own):
        each.write_bytes(b"unfinished")
    build(tmp_path)
    assert (left.exists(), own.exists()) == (False, True)
