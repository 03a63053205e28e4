"""How long solving takes: seconds by the wall and of the CPU, positions per second, bytes.

python benchmarks/solve.py                      1d-12 and thin-3x8
python benchmarks/solve.py thin-2x10 thin-4x6   minutes, and several GiB
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import ferz
from ferz import variants
from ferz.solver import Tables
from ferz.solver.memory import bytes_text

DEFAULT = ("1d-12", "thin-3x8")
#: Of larger games it is not counted what play can reach, which would take hours.
MOST_REACHED = 500_000_000


def measure(game: str, threads: int) -> None:
    """Solve one game and print what it took, stage by stage of the work."""
    with tempfile.TemporaryDirectory() as folder:
        board = ferz.Board(game)
        tables = Tables(game, Path(folder))
        tables.plan(board)
        solved = timed("solve", lambda: tables.build(threads=threads, verify=False))
        stages = tables.stages
        legal = sum(stage.legal for stage in stages)
        kept = sum(stage.file_bytes for stage in stages)
        print(f"  {legal:,} legal positions of {len(stages)} materials, {solved(legal)}")
        print(f"  {kept:,} bytes on disk, {kept / legal:.3f} a legal position")
        verdict = tables.probe(board)
        assert verdict is not None
        longest = max(stage.longest for stage in stages)
        print(f"  {verdict.value} {verdict.distance or ''}; longest on the board {longest}")
        print(f"  most memory: {peak_text()}", flush=True)
        verified = timed("verify", lambda: verify(tables, threads))
        print(f"  {verified(legal)}, most memory: {peak_text()}", flush=True)
        if legal > MOST_REACHED:
            return
        reach = []
        timed("reach", lambda: reach.append(tables.reach(board, threads=threads)))
        found = reach[0]
        print(
            f"  {found.positions:,} reachable ({found.won:,} won, {found.lost:,} lost, "
            f"{found.drawn:,} drawn), longest {found.longest}, most memory: {peak_text()}"
        )


def peak_text() -> str:
    """The most memory that this process had so far."""
    return bytes_text(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)


def verify(tables: Tables, threads: int) -> None:
    """Check every entry of every table by its moves."""
    native = tables.native
    for number, stage in enumerate(tables.stages):
        for each in (number, *stage.needs):
            native.load(each, threads)
        native.verify(number, threads=threads)
        for each, other in enumerate(tables.stages):
            if other.is_loaded and each != number:
                later = tables.stages[number + 1 :]
                if not any(each in stage.needs for stage in later):
                    native.release(each)


MINIATURE = """
name = "Chess on {files}x{ranks}"
files = {files}
ranks = {ranks}
start = "{start}"
[pieces]
pawn = {{ letter = "p", move = "fmWfceF" }}
knight = {{ letter = "n", move = "N" }}
bishop = {{ letter = "b", move = "B" }}
rook = {{ letter = "r", move = "R" }}
queen = {{ letter = "q", move = "Q" }}
king = {{ letter = "k", move = "K", royal = true }}
[rules]
promotion_piece_types = "qrbn"
"""


def count_unique(size: str, men: int, threads: int) -> None:
    """Solve all materials of chess on a small board and count positions up to symmetry."""
    files, ranks = (int(number) for number in size.split("x"))
    rows = [f"k{files - 1}", *[str(files)] * (ranks - 2), f"{files - 1}K"]
    start = f"{'/'.join(rows)} w - - 0 1"
    variant = variants.loads(MINIATURE.format(files=files, ranks=ranks, start=start))
    tables = Tables(variant)
    tables.plan_men(men)
    print(f"chess on {size}: {len(tables.stages):,} materials", flush=True)
    timed("solve", lambda: tables.build(threads=threads, verify=False))
    stages = tables.stages
    for count in sorted({stage.men for stage in stages}):
        numbers = [number for number, stage in enumerate(stages) if stage.men == count]
        unique = sum(tables.native.unique(number, threads) for number in numbers)
        longest = max(stages[number].longest for number in numbers)
        print(f"  {count} men: {unique:,} unique legal positions, longest {longest} plies")


def timed(what: str, work: Callable[[], object]) -> Callable[[int], str]:
    """Do something, print how long it took, and return what tells its rate."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    print(f"  {what}: {wall:.1f} s by the wall, {cpu:.1f} s of the CPU", flush=True)
    return lambda positions: f"{positions / wall / 1e6:.2f} million a second"


def main() -> None:
    """Measure each game in a process of its own, so that memory is its own."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=list(DEFAULT))
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--unique", nargs=2, metavar=("SIZE", "MEN"))
    options = parser.parse_args()
    if options.unique:
        count_unique(options.unique[0], int(options.unique[1]), options.threads)
        return
    if len(options.games) == 1:
        print(options.games[0], flush=True)
        measure(options.games[0], options.threads)
        return
    for game in options.games:
        command = [sys.executable, __file__, game, "--threads", str(options.threads)]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
