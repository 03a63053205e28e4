"""Search speed in one run: nodes per second beside Fairy-Stockfish, and what a second thread gains.

Speed: both programs search the same positions for the same wall time, on one thread, without a net,
with tables of the same size that are empty at the start. They take turns, and each round gives one
ratio, whose median counts: a shared machine changes its speed within minutes, so that only what ran
side by side compares. It is nodes per second of CPU time, so that other work on the machine takes
little from either. Each program counts its nodes itself; in both a node is a move made.

Threads: our wall time to a fixed depth with two threads over that with one, as the geometric mean
over the positions and some further ones of their best lines: the tree to a depth is a matter of
luck, so that only many positions tell. The depth is what a third search reaches in the given time,
one thread with another aspiration window and so with another tree: the last depth that a search
finished in a time is one at which it was lucky. Only a machine with two idle cores can tell.

    python benchmarks/search.py [--rival PATH] [--rival-large PATH] [--time-ms N] [--json]
"""

import argparse
import json
import math
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial
from operator import truediv

from perft import UciEngine
from rich.console import Console
from rich.table import Table

import ferz

#: Of the search that sets the depth; its tree must be another one than that of the default.
SCOUT_WINDOW = 17


@dataclass(frozen=True)
class Position:
    """A position that both programs search; without a FEN, the start."""

    label: str
    variant: str
    fen: str | None = None

    @property
    def board(self) -> ferz.Board:
        """A board of it."""
        return ferz.Board(self.variant, self.fen)

    @property
    def size(self) -> str:
        """The size of the board, as in 10x8."""
        game = ferz.variant(self.variant)
        return f"{game.files}x{game.ranks}"


POSITIONS = (
    Position("chess start", "chess"),
    Position(
        "chess middle game",
        "chess",
        "rn1qr1k1/1ppbbppp/3p1n2/3N4/P3PN2/5P2/1BPQB1PP/R4RK1 w - - 1 16",
    ),
    Position("chess endgame", "chess", "8/5p1k/q4bp1/Pr6/5P2/2pQ3P/2PB3K/4R3 w - - 0 46"),
    Position(
        "crazyhouse with hands",
        "crazyhouse",
        "3q1b1r/1bpp1kpp/1p6/rN6/1NnP4/2p5/PbP2PPP/1R1Q1RK1[NPPPPb] w - - 0 23",
    ),
    Position("capablanca start", "capablanca"),
    Position(
        "capablanca middle game",
        "capablanca",
        "r4k1c1r/p1bpp1pp1p/n1p2p1np1/1q8/4P1P2P/2N1BP1N2/1PPPb2PPR/R3QK1C2 w Qkq - 0 15",
    ),
    Position(
        "capablanca endgame",
        "capablanca",
        "r9/2n1r3k1/2p4pp1/p2p2p3/R5P2P/7N1n/1PPP3P2/2KN1R4 w - - 2 46",
    ),
    Position("gothic start", "gothic"),
    Position(
        "gothic middle game",
        "gothic",
        "3qckab1r/p1p1p2p2/2p2p1np1/1p4p2p/4P4P/1NPP1P1b2/PP4PPR1/R1BQCK1B2 w Qk - 0 15",
    ),
    Position(
        "capahouse with hands",
        "capahouse",
        "5kbcnr/p1ppqppp1p/2n1p2bp1/2A7/Pr1P3PpP/3B3N1R/1P2PPP1P1/RN2QKBC2[Pa] w Qk - 0 16",
    ),
)


@dataclass(frozen=True)
class Speed:
    """Million nodes per second of CPU time at one position, and our speed over the rival's."""

    position: str
    size: str
    ours: float
    rival: float | None
    ratio: float | None


@dataclass(frozen=True)
class Gain:
    """Seconds to a depth with one thread and with two."""

    position: str
    depth: int
    one_s: float
    two_s: float

    @property
    def ratio(self) -> float:
        """Time with two threads over time with one."""
        return self.two_s / self.one_s


class Rival(UciEngine):
    """A rival over UCI that searches."""

    def prepare(self, hash_mb: int) -> None:
        """One thread, a table of the same size, no net."""
        for option in (f"Hash value {hash_mb}", "Threads value 1", "Use NNUE value false"):
            self._send(f"setoption name {option}")
        self._wait()

    def set_up(self, variant: str, fen: str) -> None:
        """Forget everything and take a position."""
        self._send(f"setoption name UCI_Variant value {variant}")
        self._send("ucinewgame")
        self._send(f"position fen {fen}")
        self._wait()

    def search(self, time_ms: int) -> int:
        """Nodes looked at in a time."""
        self._send(f"go movetime {time_ms}")
        infos = [line.split() for line in self._until("bestmove") if line.startswith("info ")]
        # The last line is written when the time is up.
        words = next(words for words in reversed(infos) if "nodes" in words)
        return int(words[words.index("nodes") + 1])


def rate(search: Callable[[], int], cpu_s: Callable[[], float]) -> float:
    """Million nodes per second of CPU time in one search."""
    start = cpu_s()
    nodes = search()
    return nodes / max(cpu_s() - start, 1e-9) / 1e6


def our_nodes(engine: ferz.Engine, board: ferz.Board, time_ms: int) -> int:
    """Nodes looked at in a time."""
    return engine.play(board, time_ms=time_ms).nodes


def measure_speed(position: Position, rival: Rival | None, options: argparse.Namespace) -> Speed:
    """The medians over the rounds, in which both take turns: of either's speed, of their ratio."""
    board, ours, theirs = position.board, [], []
    with ferz.Engine(board.variant, hash_mb=options.hash_mb) as engine:
        for _ in range(options.repeat):
            engine.clear()
            ours.append(rate(partial(our_nodes, engine, board, options.time_ms), time.process_time))
            if rival is not None:
                rival.set_up(position.variant, board.fen)
                theirs.append(rate(partial(rival.search, options.time_ms), rival.cpu_s))
    rival_speed = statistics.median(theirs) if theirs else None
    ratio = statistics.median(map(truediv, ours, theirs)) if theirs else None
    return Speed(position.label, position.size, statistics.median(ours), rival_speed, ratio)


def time_to_depth(engine: ferz.Engine, board: ferz.Board, depth: int) -> float:
    """Seconds until a depth is finished, from an empty table."""
    engine.clear()
    start = time.perf_counter()
    engine.play(board, depth=depth)
    return time.perf_counter() - start


def measure_gains(position: Position, options: argparse.Namespace) -> Iterator[Gain]:
    """The times to the depth that a third search sets, along its best line."""
    board = position.board
    scout = ferz.Engine(board.variant, hash_mb=options.hash_mb, window=SCOUT_WINDOW)
    one = ferz.Engine(board.variant, hash_mb=options.hash_mb)
    two = ferz.Engine(board.variant, threads=2, hash_mb=options.hash_mb)
    with scout, one, two:
        for ply in range(0, 2 * options.along, 2):
            scout.clear()
            found = scout.analyse(board, time_ms=options.depth_time_ms).result()
            seconds = [time_to_depth(engine, board, found.depth) for engine in (one, two)]
            yield Gain(f"{position.label}, ply {ply}", found.depth, *seconds)
            for move in found.lines[0].moves[:2]:
                board.push(move)
            if board.outcome is not None:
                break


def mean_gain(gains: list[Gain]) -> tuple[float, float]:
    """The geometric mean of the ratios, and the factor of its error (95 %)."""
    logs = [math.log(gain.ratio) for gain in gains]
    error = 1.96 * statistics.stdev(logs) / math.sqrt(len(logs)) if len(logs) > 1 else math.inf
    return math.exp(statistics.mean(logs)), math.exp(error)


def mean_ratios(speeds: list[Speed]) -> dict[str, float]:
    """The geometric mean of the ratios for each size of board."""
    ratios: dict[str, list[float]] = {}
    for speed in speeds:
        if speed.ratio is not None:
            ratios.setdefault(speed.size, []).append(speed.ratio)
    return {size: statistics.geometric_mean(found) for size, found in ratios.items()}


def speed_table(speeds: list[Speed]) -> Table:
    """All speeds, then the means by size."""
    made = Table("position", "board", box=None)
    for column in ("ferz Mn/s", "rival Mn/s", "ferz is"):
        made.add_column(column, justify="right")
    for speed in speeds:
        theirs = ("", "") if speed.rival is None else (f"{speed.rival:.2f}", f"{speed.ratio:.2f}x")
        made.add_row(speed.position, speed.size, f"{speed.ours:.2f}", *theirs)
    made.add_section()
    for size, ratio in mean_ratios(speeds).items():
        made.add_row("geometric mean", size, "", "", f"{ratio:.2f}x")
    return made


def gain_table(gains: list[Gain]) -> Table:
    """Times to depth, then their mean."""
    made = Table("position", box=None)
    for column in ("depth", "one thread s", "two threads s", "two over one"):
        made.add_column(column, justify="right")
    for gain in gains:
        seconds = f"{gain.one_s:.2f}", f"{gain.two_s:.2f}"
        made.add_row(gain.position, str(gain.depth), *seconds, f"{gain.ratio:.2f}")
    made.add_section()
    mean, error = mean_gain(gains)
    made.add_row("geometric mean", "", "", "", f"{mean:.2f} (times or over {error:.2f})")
    return made


def parse_arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("--rival", metavar="PATH", help="Fairy-Stockfish, standard build")
    parser.add_argument("--rival-large", metavar="PATH", help="Fairy-Stockfish, largeboards=yes")
    parser.add_argument("--time-ms", type=int, default=1000, metavar="N", help="for each search")
    parser.add_argument("--hash-mb", type=int, default=64, metavar="N")
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="median of N rounds")
    parser.add_argument("--only", metavar="TEXT", default="", help="positions whose name has TEXT")
    parser.add_argument(
        "--depth-time-ms",
        type=int,
        default=2000,
        metavar="N",
        help="time to depth: the time of the search that sets the depth; 0 leaves it out",
    )
    parser.add_argument(
        "--along", type=int, default=4, metavar="N", help="time to depth: so many of each line"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of the tables")
    return parser.parse_args()


def start_rivals(options: argparse.Namespace, stack: ExitStack) -> dict[bool, Rival]:
    """The rivals that are there, by whether they play on large boards."""
    paths = {False: options.rival, True: options.rival_large}
    rivals = {
        is_large: stack.enter_context(Rival(path, None))
        for is_large, path in paths.items()
        if path is not None
    }
    for rival in rivals.values():
        rival.prepare(options.hash_mb)
    return rivals


def speeds_of(positions: list[Position], options: argparse.Namespace) -> Iterator[Speed]:
    """The speed at each position beside the rival that is built for the board."""
    with ExitStack() as stack:
        rivals = start_rivals(options, stack)
        for position in positions:
            yield measure_speed(position, rivals.get(position.size != "8x8"), options)


def main() -> int:
    """Measure and print."""
    options = parse_arguments()
    positions = [position for position in POSITIONS if options.only in position.label]
    speeds = list(speeds_of(positions, options))
    places = positions if options.depth_time_ms else []
    gains = [gain for place in places for gain in measure_gains(place, options)]
    if options.json:
        rows = {
            "speed": [asdict(speed) for speed in speeds],
            "mean_ratio": mean_ratios(speeds),
            "threads": [{**asdict(gain), "ratio": gain.ratio} for gain in gains],
            "mean_gain": mean_gain(gains) if gains else None,
        }
        print(json.dumps(rows, indent=2))
        return 0
    console = Console(width=max(Console().width, 100))
    console.print(speed_table(speeds))
    if gains:
        console.print()
        console.print(gain_table(gains))
    return 0


if __name__ == "__main__":
    sys.exit(main())
