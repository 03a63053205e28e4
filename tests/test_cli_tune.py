"""`ferz tune`: what it leaves behind however it ends, and what it refuses before it plays."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from command_line import Capture, error

import ferz
from ferz import learn, weights
from ferz.cli.app import run

GARDNER = ferz.variant("gardner").start_fen


@contextmanager
def playing(folder: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """The command once its first games are over; its workers hold its output open, too."""
    out, kept = str(folder / "out"), folder / "kept"
    words = ["tune", "gardner", "--out", out, "--keep", str(kept), "--nodes", "20", "--epochs", "1"]
    command = [sys.executable, "-m", "ferz.cli", *words, "--minutes", "5"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(command, **pipes) as process:  # type: ignore[call-overload]
        try:
            for _ in range(600):
                if kept.exists() and kept.stat().st_size:
                    break
                time.sleep(0.05)
            yield process
        finally:
            process.kill()


def test_a_killed_command_takes_its_workers_along_and_leaves_no_file(tmp_path: Path) -> None:
    with playing(tmp_path) as process:
        process.kill()
        # The output ends when the last process that could write to it has left.
        process.communicate(timeout=60)
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_command_that_is_told_to_end_keeps_what_it_has(tmp_path: Path, how: int) -> None:
    with playing(tmp_path) as process:
        process.send_signal(how)
        printed, _ = process.communicate(timeout=60)
    assert process.returncode == 0, printed
    assert b"playing ended early" in printed
    assert weights.read(tmp_path / "out", ferz.variant("gardner"))
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("half|1", "'half|1', expected FEN|score|result"),
        (f"{GARDNER}|32001|1", "score '32001', expected -32000 to 32000"),
        (f"{GARDNER}|{'9' * 5000}|1", f"score '{'9' * 40}…', expected -32000 to 32000"),
        ("5/5/5/5/5 w - - 0 1|3|1", "board: White has 0 of the royal piece 'king', expected 1"),
    ],
)
def test_a_bad_sample_is_told_before_anything_is_played(
    capsys: Capture, tmp_path: Path, line: str, message: str
) -> None:
    samples, out = tmp_path / "samples", tmp_path / "out"
    samples.write_text(f"{GARDNER}|-1|0\n{line}\n", encoding="utf-8")
    printed = error(capsys, "tune", "gardner", "--out", str(out), "--samples", str(samples))
    assert printed == f"ferz: {samples}: line 2: {message}"
    assert not out.exists()


def test_samples_that_are_no_text_are_named(capsys: Capture, tmp_path: Path) -> None:
    samples = tmp_path / "samples"
    samples.write_bytes(b"\xff\xfe\x00")
    arguments = ("tune", "gardner", "--out", str(tmp_path / "out"), "--samples", str(samples))
    expected = f"ferz: {samples}: no text, expected FEN|score|result lines"
    assert error(capsys, *arguments) == expected


def quick(samples: Path, out: Path | str) -> list[str]:
    """The command with one sample to learn from, and nothing to play."""
    learn.write_samples(samples, [learn.Sample(GARDNER, 10, 1)])
    words = ["tune", "gardner", "--samples", str(samples), "--out", str(out)]
    return [*words, "--minutes", "0", "--epochs", "1"]


def test_weights_do_not_take_the_place_of_samples(capsys: Capture, tmp_path: Path) -> None:
    samples, link = tmp_path / "samples", tmp_path / "link"
    command = quick(samples, samples)
    before = samples.read_bytes()
    expected = "ferz: --out: found the file of --samples, expected another one"
    assert error(capsys, *command) == expected
    link.hardlink_to(samples)
    assert error(capsys, *quick(samples, link)) == expected
    kept = (
        "tune",
        "gardner",
        "--out",
        str(tmp_path / "new"),
        "--keep",
        str(tmp_path / "." / "new"),
    )
    assert error(capsys, *kept) == "ferz: --out: found the file of --keep, expected another one"
    assert samples.read_bytes().startswith(before)


def test_weights_are_written_to_pipes(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ferz.cli", *quick(tmp_path / "samples", "/dev/stdout")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert weights.parse(done.stdout)
    assert done.stderr.endswith("weights of gardner written to /dev/stdout\n")


def test_weights_are_written_to_a_named_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as reader:
        text = reader.submit(pipe.read_text, encoding="utf-8")
        assert run(quick(tmp_path / "samples", pipe)) == 0
        assert weights.parse(text.result(timeout=60))
    assert pipe.is_fifo()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("no/file", "'{}': No such file or directory"),
        (".", "'{}': Is a directory"),
        ("notes", "{}: line 1: 'my notes', expected FEN|score|result"),
    ],
)
def test_what_cannot_take_samples_is_told_before_anything_is_played(
    capsys: Capture, tmp_path: Path, name: str, message: str
) -> None:
    (tmp_path / "notes").write_text("my notes", encoding="utf-8")
    keep, out = tmp_path / name, tmp_path / "out"
    printed = error(capsys, "tune", "gardner", "--out", str(out), "--keep", str(keep))
    assert printed == f"ferz: {message.format(keep)}"
    assert not out.exists()


def test_a_time_without_end_is_refused(capsys: Capture, tmp_path: Path) -> None:
    printed = error(capsys, "tune", "gardner", "--out", str(tmp_path / "a"), "--minutes", "inf")
    assert printed == "ferz: --minutes: found inf, expected a finite number"


def test_games_without_a_quiet_position_are_told(capsys: Capture, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run(["tune", "1d-6", "--out", str(out), "--minutes", "0.001"]) == 2
    assert "no samples: the games of 1d-6 left no quiet position" in capsys.readouterr().err
    assert not out.exists()


def test_without_games_and_samples_there_is_nothing_to_learn(
    capsys: Capture, tmp_path: Path
) -> None:
    printed = error(capsys, "tune", "gardner", "--out", str(tmp_path / "out"), "--minutes", "0")
    assert printed == "ferz: no samples: expected --minutes or --samples"


def test_weights_that_were_there_stay_until_new_ones_are_complete(
    capsys: Capture, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    out.write_text("before", encoding="utf-8")
    error(capsys, "tune", "gardner", "--out", str(out), "--minutes", "0")
    assert out.read_text(encoding="utf-8") == "before"
    learn.write_samples(tmp_path / "samples", [learn.Sample(GARDNER, 10, 1)])
    command = ["tune", "gardner", "--out", str(out), "--samples", str(tmp_path / "samples")]
    assert run([*command, "--minutes", "0", "--epochs", "1"]) == 0
    assert weights.read(out, ferz.variant("gardner"))
