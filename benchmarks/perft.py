"""Perft speed in one table and one run: ours, Debian's stockfish and Fairy-Stockfish.

Every program builds the full list of legal moves at every node and stops at depth 1 with the
length of that list; our pure counter, which builds no list at depth 1, has a row of its own. Speed
is nodes per second of CPU time, all programs on one thread.

    python benchmarks/perft.py --rival PATH [--rival-large PATH] [--repeat N] [--json]
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Self

from rich.console import Console
from rich.table import Table

import ferz
from ferz import _core

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
HANDS = "r1b1k2r/pppp1ppp/2n1p3/4P3/1b1P4/2NB1N2/PPP2PPP/R1BQK2R[NPPqpp] b KQkq - 0 1"
MIDDLE_GAME = (
    "1odzrnbqkbnrzdvo/gj2h2ffw2s2g/s3e1wc2H2h2/1p1p1pppppejpppp/p1pa7p4/v3p5p5/9A6/16/8V7/16/"
    "5P8P1/3GP2P1ZPP2S1/PPPP2P1PP2PP1P/4W1FF1EJNC3/1S3EQ2W1H3G/O1DJRNBK1B1RZDVO w kq - 10 31"
)
#: The slowest of six random middle games; the one above is an ordinary one of them.
SLOW_MIDDLE_GAME = (
    "o1d1r1bq1bnrzdvo/1sv2ewfkwe2jsg/zaj1n4f2c3/1pppp1pppp1pp1pp/p15/5p4p2p2/16/16/5h10/HP1h3H8/"
    "16/P2PPP1P1Pg1G1P1/2PD2P1P1PPPP1P/4RAF2F1E3O/GSJ2EWK1WRC1JS1/OV1Z1NBQ1BN1ZDV1 w - - 5 31"
)

#: A game on 12x10 in the form that both programs read.
WIDE_NAME = "wide12x10"
WIDE_INI = f"""[{WIDE_NAME}:chess]
maxFile = 12
maxRank = 10
archbishop = a
chancellor = c
castling = false
startFen = rnbacqkcabnr/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/RNBACQKCABNR w - - 0 1
"""


@dataclass(frozen=True)
class Position:
    """One line of the comparison; a `rival` of None is a game that only we play."""

    label: str
    variant: str
    depth: int
    fen: str | None = None
    rival: str | None = None
    is_large: bool = False


@dataclass(frozen=True)
class Timing:
    """What one program needed for one position."""

    position: str
    depth: int
    program: str
    nodes: int
    wall_s: float
    cpu_s: float

    @property
    def speed(self) -> float:
        """Million nodes per second of CPU time."""
        return self.nodes / max(self.cpu_s, 1e-9) / 1e6


POSITIONS = (
    Position("chess start", "chess", 6, rival="chess"),
    Position("Kiwipete", "chess", 5, KIWIPETE, rival="chess"),
    Position("crazyhouse with hands", "crazyhouse", 4, HANDS, rival="crazyhouse"),
    Position("Capablanca 10x8", "capablanca", 5, rival="capablanca", is_large=True),
    Position("Gothic 10x8", "gothic", 5, rival="gothic", is_large=True),
    Position("Courier 12x8", "courier", 5, rival="courier", is_large=True),
    Position("wide 12x10", WIDE_NAME, 5, rival=WIDE_NAME, is_large=True),
    Position("Caravan 16x16, middle game", "caravan", 4, MIDDLE_GAME),
    Position("Caravan 16x16, slow case", "caravan", 3, SLOW_MIDDLE_GAME),
)


class UciEngine:
    """A rival over UCI, one question at a time: several at once give wrong counts."""

    def __init__(self, path: str, variant_file: Path | None) -> None:
        """Start the program and, if it plays variants, have it read a file of them."""
        self._path = path
        self._process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._send("uci")
        lines = list(self._until("uciok"))
        options = [line for line in lines if line.startswith("option name ")]
        self.name = next(line[8:] for line in lines if line.startswith("id name "))
        self._has_variants = any("UCI_Variant" in option for option in options)
        if variant_file is not None and any("VariantPath" in option for option in options):
            self._send(f"setoption name VariantPath value {variant_file}")
        self._wait()

    def __enter__(self) -> Self:
        """The engine itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Ask the program to quit."""
        self._send("quit")
        self._process.wait(timeout=10)

    def perft(self, variant: str, fen: str, depth: int) -> int:
        """Nodes at `depth`."""
        if self._has_variants:
            self._send(f"setoption name UCI_Variant value {variant}")
        self._send(f"position fen {fen}")
        self._wait()
        self._send(f"go perft {depth}")
        *_, last = self._until("Nodes searched")
        return int(last.split()[-1])

    def cpu_s(self) -> float:
        """CPU time that the process has used, or wall time where there is no /proc."""
        stat = Path(f"/proc/{self._process.pid}/stat")
        if not stat.exists():
            return time.perf_counter()
        # The program's name stands in parentheses and may hold blanks.
        fields = stat.read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _wait(self) -> None:
        self._send("isready")
        list(self._until("readyok"))

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def _until(self, start: str) -> Iterator[str]:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            yield line.rstrip("\n")
            if line.startswith(start):
                return
        raise RuntimeError(f"{self._path}: ended before '{start}'")


@dataclass
class Contender:
    """A program with one count to make."""

    program: str
    run: Callable[[], int]
    cpu: Callable[[], float]

    def timed(self, position: Position) -> Timing:
        """One run."""
        wall_start, cpu_start = time.perf_counter(), self.cpu()
        nodes = self.run()
        cpu_s, wall_s = self.cpu() - cpu_start, time.perf_counter() - wall_start
        return Timing(position.label, position.depth, self.program, nodes, wall_s, cpu_s)


def ours(board: ferz.Board, depth: int) -> Iterator[Contender]:
    """Ours with full move lists, then the pure counter."""
    yield Contender("ferz", partial(ferz.perft, board, depth), time.process_time)
    count = partial(_core.perft_count, board, depth)
    yield Contender("ferz, counting only", count, time.process_time)


def theirs(position: Position, fen: str, rivals: dict[str, UciEngine]) -> Iterator[Contender]:
    """Stockfish on chess, and the Fairy-Stockfish that is built for the board."""
    variant = position.rival
    if variant is None:
        return
    names = ["stockfish"] if variant == "chess" else []
    names.append("large" if position.is_large else "standard")
    for engine in (rivals[name] for name in names if name in rivals):
        run = partial(engine.perft, variant, fen, position.depth)
        yield Contender(engine.name, run, engine.cpu_s)


def measure(
    positions: list[Position], rivals: dict[str, UciEngine], wide: Path, repeat: int
) -> Iterator[list[Timing]]:
    """The best timings of each position, ours first.

    The programs take turns, so that a noisy moment of the machine does not fall on one alone.
    """
    for position in positions:
        game = wide if position.variant == WIDE_NAME else position.variant
        board = ferz.Board(game, position.fen)
        contenders = [*ours(board, position.depth), *theirs(position, board.fen, rivals)]
        rounds = [[each.timed(position) for each in contenders] for _ in range(repeat)]
        yield [min(runs, key=lambda timing: timing.cpu_s) for runs in zip(*rounds, strict=True)]


def table(results: list[list[Timing]]) -> Table:
    """All timings, with our speed as a multiple of each program's."""
    found = Table(box=None)
    for column in ("position", "depth", "program"):
        found.add_column(column, no_wrap=True)
    for column in ("nodes", "wall s", "CPU s", "Mn/s", "ferz is"):
        found.add_column(column, justify="right")
    for timings in results:
        for index, timing in enumerate(timings):
            found.add_row(
                timing.position if index == 0 else "",
                str(timing.depth) if index == 0 else "",
                timing.program,
                f"{timing.nodes:,}",
                f"{timing.wall_s:.3f}",
                f"{timing.cpu_s:.3f}",
                f"{timing.speed:.1f}",
                f"{timings[0].speed / timing.speed:.2f}x" if index else "",
            )
        found.add_section()
    return found


def parse_arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("--rival", metavar="PATH", help="Fairy-Stockfish, standard build")
    parser.add_argument("--rival-large", metavar="PATH", help="Fairy-Stockfish, largeboards=yes")
    parser.add_argument(
        "--repeat", type=int, default=1, metavar="N", help="take the best of N runs, in turns"
    )
    parser.add_argument("--only", metavar="TEXT", default="", help="positions whose name has TEXT")
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    return parser.parse_args()


def start_rivals(
    arguments: argparse.Namespace, wide: Path, stack: ExitStack
) -> dict[str, UciEngine]:
    """The rivals that are there."""
    search_path = os.environ.get("PATH", "") + os.pathsep + "/usr/games"
    paths = {
        "stockfish": shutil.which("stockfish", path=search_path),
        "standard": arguments.rival,
        "large": arguments.rival_large or arguments.rival,
    }
    return {
        name: stack.enter_context(UciEngine(path, None if name == "stockfish" else wide))
        for name, path in paths.items()
        if path is not None
    }


def main() -> int:
    """Measure, print, and fail if two programs disagree on a count."""
    arguments = parse_arguments()
    positions = [position for position in POSITIONS if arguments.only in position.label]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        wide = folder / f"{WIDE_NAME}.ini"
        wide.write_text(WIDE_INI)
        rivals = start_rivals(arguments, wide, stack)
        results = list(measure(positions, rivals, wide, max(arguments.repeat, 1)))
    if arguments.json:
        rows = [{**asdict(timing), "mnps": timing.speed} for row in results for timing in row]
        print(json.dumps(rows, indent=2))
    else:
        Console(width=max(Console().width, 120)).print(table(results))
    wrong = [row[0].position for row in results if len({timing.nodes for timing in row}) > 1]
    for label in wrong:
        print(f"{label}: the programs count different nodes", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
