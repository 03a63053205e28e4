"""`ferz analyse`, and how `ferz uci` and `ferz xboard` are reached from the command line."""

import signal
import subprocess
import sys

import pytest
from command_line import Capture, data, output

import ferz
from ferz.cli.app import run

BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"


def test_analysis_prints_a_line_for_each_depth_and_the_best_move(capsys: Capture) -> None:
    lines = output(capsys, "analyse", "gothic", "--depth", "4", "--moves", "d4,d5").splitlines()
    assert [int(line.split()[0]) for line in lines[:-1]] == [1, 2, 3, 4]
    assert " 2. " in lines[0]
    assert lines[-1].startswith("best for White: ")


def test_analysis_as_json_has_moves_and_scores(capsys: Capture) -> None:
    found = data(capsys, "analyse", "chess", "--fen", BACK_RANK, "--depth", "3")
    assert found["move"] == "a1a8"
    assert found["lines"][0]["mate"] == 1
    assert found["lines"][0]["score_cp"] is None
    assert found["lines"][0]["san"] == "1. Ra8#"


def test_analysis_follows_several_moves(capsys: Capture) -> None:
    found = data(capsys, "analyse", "crazyhouse", "--nodes", "3000", "--multipv", "3")
    assert [line["index"] for line in found["lines"]] == [1, 2, 3]
    assert len({line["moves"][0] for line in found["lines"]}) == 3


def test_analysis_of_an_ended_game_says_so(capsys: Capture) -> None:
    printed = output(capsys, "analyse", "chess", "--moves", "f3 e5 g4 Qh4#", "--depth", "2")
    assert printed == "no move: the game is over, 0-1 (checkmate)\n"
    found = data(capsys, "analyse", "chess", "--moves", "f3 e5 g4 Qh4#", "--depth", "2")
    assert found["outcome"] == {"winner": "black", "reason": "checkmate", "result": "0-1"}


def test_analysis_of_a_game_that_goes_on_has_no_outcome(capsys: Capture) -> None:
    assert data(capsys, "analyse", "chess", "--depth", "1")["outcome"] is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["analyse", "gotic"], "ferz: unknown game 'gotic'; did you mean 'gothic'?"),
        (["analyse", "chess", "--moves", "e5"], "ferz: move 'e5'"),
        (["analyse", "chess", "--depth", "0"], "ferz: Invalid value for '--depth'"),
        (["analyse", "chess", "--infinite", "--nodes", "3"], "ferz: --infinite: found another lim"),
    ],
)
def test_a_mistake_is_one_line(capsys: Capture, arguments: list[str], message: str) -> None:
    assert run(arguments) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith(message)
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_the_analysis_with_what_was_found(how: int) -> None:
    command = [sys.executable, "-m", "ferz.cli", "analyse", "chess", "--infinite"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if int(line.split()[0]) >= 5:
                break
        process.send_signal(how)
        out, error = process.communicate(timeout=60)
    assert (process.returncode, error) == (0, b"")
    assert out.decode().splitlines()[-1].startswith("best for White: ")


def test_several_interrupts_end_the_analysis_like_one() -> None:
    command = [sys.executable, "-m", "ferz.cli", "analyse", "chess", "--infinite"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        for _ in range(5):
            process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=60)
    # The second may come before the first was heard: then nothing is printed, and nothing breaks.
    assert process.returncode in (0, 130)
    assert b"terminate" not in error


@pytest.mark.parametrize(("stream", "name"), [("<&-", "input"), (">&-", "output")])
@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_a_protocol_without_a_stream_says_so(protocol: str, stream: str, name: str) -> None:
    command = f"'{sys.executable}' -m ferz.cli {protocol} {stream}"
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, check=False)
    message = f"ferz: standard {name}: found it closed, expected it open\n"
    assert (done.returncode, done.stderr.decode()) == (2, message)


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_a_protocol_starts_without_the_command_line_library(protocol: str) -> None:
    code = (
        "import sys; import ferz.cli; sys.argv = ['ferz', sys.argv[1]]\n"
        "try:\n    ferz.cli.main()\nexcept SystemExit as end:\n"
        "    print(end.code, {'typer', 'rich', 'asyncio'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, protocol],
        input="isready\nping 1\nquit\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "0 set()"


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_the_protocols_have_help(capsys: Capture, protocol: str) -> None:
    assert f"ferz {protocol}" in output(capsys, protocol, "--help")
    assert f" {protocol} " in output(capsys, "--help")


def test_the_engine_is_imported_only_when_used() -> None:
    code = "import ferz, sys; print(sorted(m for m in sys.modules if m.startswith('ferz.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "ferz.engine" not in done.stdout
    assert ferz.Engine.__module__ == "ferz.engine"
