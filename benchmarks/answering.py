"""How soon the engine answers over UCI and XBoard: ready after its start, its move after `stop`.

All programs take turns in one run. Ready is the time from starting the process to `uciok` and
`readyok`, or to the end of the features and `pong`. Stop is the time from the word that ends a
search to the move, after searches of 20 to 300 ms in games of every size of board, with one thread
and with two. A large table must be there before the engine is ready: how long that takes, and by
how much the first move with it is late.

    python benchmarks/answering.py [--rival PATH] [--repeat N] [--json]
"""

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass

from rich.console import Console
from rich.table import Table

from ferz.protocols.process import EngineProcess

#: Longer than any answer; whoever takes more has failed.
PATIENCE_SECONDS = 10.0
LARGE_MB = 1000
#: What the first move with a large table may take.
MOVE_MS = 20
#: Of every size of bitboard, with and without exotic pieces and hands.
GAMES = ("chess", "crazyhouse", "grasshopper", "1d-12", "capablanca", "gothic-selfhouse", "caravan")

Command = tuple[str, ...]
OURS: Command = (sys.executable, "-m", "ferz.cli")


@dataclass(frozen=True)
class Delay:
    """How long answers of one kind took, in milliseconds."""

    what: str
    answers: int
    median_ms: float
    worst_ms: float


def ask(process: EngineProcess, *lines: str, until: str) -> float:
    """Milliseconds from sending lines until one that begins so comes back."""
    start = time.perf_counter()
    process.send(*lines)
    while not process.read(start + PATIENCE_SECONDS).startswith(until):
        pass
    return (time.perf_counter() - start) * 1000


def uci_ready_ms(command: Command) -> float:
    """From the start of a program to `readyok`."""
    start = time.perf_counter()
    with closing(EngineProcess(command, name=command[0])) as process:
        ask(process, "uci", until="uciok")
        ask(process, "isready", until="readyok")
        return (time.perf_counter() - start) * 1000


def xboard_ready_ms(command: Command) -> float:
    """From the start of a program to `pong` in a new game."""
    start = time.perf_counter()
    with closing(EngineProcess(command, name=command[0])) as process:
        process.send("xboard", "protover 2")
        while "done=1" not in process.read(start + PATIENCE_SECONDS):
            pass
        ask(process, "new", "ping 1", until="pong 1")
        return (time.perf_counter() - start) * 1000


def large_table_ms(command: Command) -> tuple[float, float]:
    """From setting a large table to `readyok`, and how late the first move after it is."""
    with closing(EngineProcess(command, name=command[0])) as process:
        ask(process, "uci", until="uciok")
        setting = f"setoption name Hash value {LARGE_MB}"
        ready_ms = ask(process, setting, "isready", until="readyok")
        move = ("position startpos", f"go movetime {MOVE_MS}")
        return ready_ms, ask(process, *move, until="bestmove") - MOVE_MS


def uci_stops(command: Command, games: tuple[str, ...], threads: int, repeat: int) -> list[float]:
    """Milliseconds from `stop` to `bestmove`, so many times in each game."""
    chance, delays = random.Random(1), []
    with closing(EngineProcess(command, name=command[0])) as process:
        ask(process, "uci", until="uciok")
        process.send(f"setoption name Threads value {threads}", "setoption name Hash value 64")
        for game in games:
            process.send(f"setoption name UCI_Variant value {game}")
            for _ in range(repeat):
                ask(process, "ucinewgame", "position startpos", "isready", until="readyok")
                process.send("go infinite")
                time.sleep(chance.uniform(0.02, 0.3))
                delays.append(ask(process, "stop", until="bestmove"))
    return delays


def xboard_stops(command: Command, repeat: int) -> list[float]:
    """Milliseconds from `?` (move now) to the move."""
    chance, delays = random.Random(1), []
    with closing(EngineProcess(command, name=command[0])) as process:
        process.send("xboard", "protover 2")
        for number in range(repeat):
            ask(process, "new", "st 60", f"ping {number}", until=f"pong {number}")
            process.send("go")
            time.sleep(chance.uniform(0.02, 0.3))
            delays.append(ask(process, "?", until="move "))
    return delays


def delay(what: str, found: list[float]) -> Delay:
    """The row of some answers."""
    return Delay(what, len(found), statistics.median(found), max(found))


def large_tables(programs: dict[str, Command], repeat: int) -> Iterator[Delay]:
    """Two rows for each program."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in programs}
    for _ in range(repeat):
        for name, command in programs.items():
            found[name].append(large_table_ms(command))
    for name, delays in found.items():
        ready, late = zip(*delays, strict=True)
        yield delay(f"{name}, ready with {LARGE_MB} MB", list(ready))
        yield delay(f"{name}, first move with them, late", list(late))


def measure(options: argparse.Namespace) -> Iterator[Delay]:
    """All rows; who is compared takes turns."""
    uci, xboard = (*OURS, "uci"), (*OURS, "xboard")
    programs = {"ferz uci": uci}
    starts: dict[str, Callable[[], float]] = {
        "ferz uci, ready": lambda: uci_ready_ms(uci),
        "ferz xboard, ready": lambda: xboard_ready_ms(xboard),
    }
    if options.rival is not None:
        programs["rival"] = (options.rival,)
        starts["rival, ready"] = lambda: uci_ready_ms((options.rival,))
    ready: dict[str, list[float]] = {what: [] for what in starts}
    for _ in range(options.repeat):
        for what, start in starts.items():
            ready[what].append(start())
    for what, found in ready.items():
        yield delay(what, found)
    yield from large_tables(programs, options.repeat)
    for threads in (1, 2):
        stops = uci_stops(uci, GAMES, threads, options.repeat)
        yield delay(f"ferz uci, stop, threads {threads}", stops)
    yield delay("ferz xboard, move now", xboard_stops(xboard, options.repeat))
    if options.rival is not None:
        stops = uci_stops((options.rival,), ("chess", "crazyhouse"), 1, options.repeat)
        yield delay("rival, stop, threads 1", stops)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("--rival", metavar="PATH", help="another engine, over UCI")
    parser.add_argument("--repeat", type=int, default=20, metavar="N", help="answers of each kind")
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    options = parser.parse_args()
    if options.repeat < 1:
        raise ValueError(f"--repeat: found {options.repeat}, expected at least 1")
    delays = list(measure(options))
    if options.json:
        print(json.dumps([asdict(each) for each in delays], indent=2))
        return 0
    table = Table("what", box=None)
    for column in ("answers", "median ms", "worst ms"):
        table.add_column(column, justify="right")
    for each in delays:
        table.add_row(each.what, str(each.answers), f"{each.median_ms:.1f}", f"{each.worst_ms:.1f}")
    Console(width=max(Console().width, 80)).print(table)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except ValueError as error:
        sys.exit(f"answering: {error}")
