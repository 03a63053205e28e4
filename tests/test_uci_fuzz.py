"""Noise on the input of `ferz uci` never ends it."""

import pytest
from engine_process import Program
from protocol_noise import noise

VALID = (
    *("uci", "isready", "ucinewgame", "stop", "ponderhit", "d", "debug on", "register later"),
    *("position startpos", "position startpos moves e2e4 e7e5 g1f3", "position fen {fen}"),
    *("position fen {fen} moves a1a8", "go depth 2", "go nodes 50", "go movetime 1"),
    *("go wtime 20 btime 20 winc 1 binc 1 movestogo 2", "go infinite", "go ponder wtime 9 btime 9"),
    *("go mate 1", "go searchmoves e2e4 d2d4 depth 1", "go perft 2", "go"),
    *("setoption name MultiPV value 3", "setoption name Threads value 2"),
    *("setoption name Skill Level value 4", "setoption name UCI_LimitStrength value true"),
    *("setoption name UCI_Elo value 900", "setoption name UCI_Chess960 value true"),
    *("setoption name UCI_Chess960 value false", "setoption name Clear Hash"),
    *("setoption name UCI_Variant value gothic", "setoption name UCI_Variant value chess"),
    *("setoption name UCI_Variant value crazyhouse", "setoption name UCI_Variant value 1d-8"),
    *("setoption name UCI_Variant value selfcapture+hands", "setoption name Ponder value true"),
    *("setoption name VariantPath value /nowhere.ini", "setoption name Move Overhead value 5"),
)


@pytest.mark.parametrize("seed", range(3))
def test_noise_never_ends_the_conversation(seed: int) -> None:
    with Program("uci") as program:
        for data in noise(VALID, seed, 1500):
            program.send_bytes(data)
        lines = program.ask("stop", "isready last", until="readyok")
        # Answers to earlier questions may come first: ask for something that noise cannot ask.
        lines += program.ask(
            "setoption name last value 1", until="info string no such option 'last'"
        )
        assert not [line for line in lines if "internal error" in line]
        program.send("setoption name UCI_Variant value chess", "position startpos", "go depth 2")
        program.until("info string variant chess")
        assert program.until("bestmove")[-1] != "bestmove (none)"
        program.send("quit")
        assert program.ended() == 0
