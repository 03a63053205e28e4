"""Noise on the input of `ferz xboard` never ends it."""

import pytest
from engine_process import Program
from protocol_noise import noise

VALID = (
    *("xboard", "protover 2", "accepted done", "new", "random", "force", "go", "playother", "?"),
    *("variant gothic", "variant crazyhouse", "variant normal", "variant ferz-gothic-selfhouse"),
    *("variant shako", "variant 10x8+7_capablanca", "variant fischerandom", "variant 1d-8"),
    *("usermove e2e4", "usermove e7e5", "usermove P@e4", "usermove O-O", "e2e4", "Nf3", "ping 3"),
    *("setboard {fen}", "undo", "remove", "hard", "easy", "post", "nopost", "analyze", "."),
    *("hint", "bk", "draw", "result 1-0 {White mates}", "computer", "name Somebody"),
    *("rating 1500 1600", "level 40 5 0", "level 0 0:01 0.1", "st 1", "sd 2", "time 10", "otim 5"),
    *("option Level=3", "option MultiPV=2", "option Move Overhead=9", "cores 2", "pause", "resume"),
)


@pytest.mark.parametrize("seed", range(3))
def test_noise_never_ends_the_conversation(seed: int) -> None:
    with Program("xboard") as program:
        for data in noise(VALID, seed, 1500):
            program.send_bytes(data)
        lines = program.ask("force", "ping 987654", until="pong 987654")
        assert not [line for line in lines if "internal error" in line]
        program.send("resume", "new", "sd 2", "easy", "option Level=10", "usermove e2e4")
        assert program.until("move ")
        program.send("quit")
        assert program.ended() == 0
