"""Both protocols where the memory that is asked for cannot be had: they play on with less."""

import resource
from pathlib import Path

import pytest
from engine_process import Program

#: Too little for what is asked for, enough for all else.
ROOM_BYTES = 900_000_000
TOLD = "Hash: no memory for 900 MB, expected less (going on with 16 MB)"


def cramped(protocol: str) -> Program:
    program = Program(protocol)
    resource.prlimit(program.process.pid, resource.RLIMIT_AS, (ROOM_BYTES, ROOM_BYTES))
    return program


def test_uci_moves_with_less_memory_and_says_so_once() -> None:
    with cramped("uci") as program:
        told = program.ask("setoption name Hash value 900", "isready", until="readyok")
        assert told == [f"info string {TOLD}", "readyok"]
        for _ in range(2):
            lines = program.ask("position startpos", "go depth 3", until="bestmove")
            assert lines[-1] != "bestmove (none)"
            assert not any(TOLD in line for line in lines)


def test_memory_that_is_there_is_taken_after_a_refusal() -> None:
    with cramped("uci") as program:
        program.ask("setoption name Hash value 900", "isready", until="readyok")
        assert program.ask("setoption name Hash value 32", "isready", until="readyok") == [
            "readyok"
        ]
        told = program.ask("setoption name Hash value 900", "isready", until="readyok")
        assert len(told) == 2


def test_what_was_refused_is_tried_again_when_it_is_asked_for() -> None:
    with cramped("uci") as program:
        for _ in range(2):
            told = program.ask("setoption name Hash value 900", "isready", until="readyok")
            assert told == [f"info string {TOLD}", "readyok"]


@pytest.mark.parametrize("room_bytes", [60_000_000, 150_000_000])
def test_as_many_threads_search_as_can_be_had(room_bytes: int) -> None:
    # With little room the memory of a thread is missing, with more the thread itself.
    with Program("uci") as program:
        program.ask("isready", until="readyok")
        pages = int(Path(f"/proc/{program.process.pid}/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + room_bytes
        resource.prlimit(program.process.pid, resource.RLIMIT_AS, (most, most))
        program.send("setoption name Threads value 8", "position startpos")
        assert program.ask("go depth 4", until="bestmove")[-1] != "bestmove (none)"


@pytest.mark.parametrize("asked", [("usermove e2e4",), ("force", "usermove e2e4", "go")])
def test_xboard_moves_with_less_memory_and_answers_pings(asked: tuple[str, ...]) -> None:
    with cramped("xboard") as program:
        program.ask("xboard", "protover 2", until="feature done=1")
        lines = program.ask("new", "sd 2", "memory 900", *asked, until="move ")
        assert f"Error ({TOLD}): memory" in lines
        assert program.ask("ping 1", until="pong 1") == ["pong 1"]
