"""Both protocols where the memory that is asked for cannot be had: they play on with less."""

import resource

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


@pytest.mark.parametrize("asked", [("usermove e2e4",), ("force", "usermove e2e4", "go")])
def test_xboard_moves_with_less_memory_and_answers_pings(asked: tuple[str, ...]) -> None:
    with cramped("xboard") as program:
        program.ask("xboard", "protover 2", until="feature done=1")
        lines = program.ask("new", "sd 2", "memory 900", *asked, until="move ")
        assert f"Error ({TOLD}): memory" in lines
        assert program.ask("ping 1", until="pong 1") == ["pong 1"]
