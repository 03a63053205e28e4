"""Fast games of the engine against itself over every built-in game, over UCI and over XBoard.

Each game is played by `ferz uci` and `ferz xboard` on a very short clock, with our rules as the
referee. Counts what must never happen: losses on time, illegal moves, crashes, stalls.

    python benchmarks/endurance.py [--games N] [--clock SECONDS+INCREMENT] [--only TEXT]
"""

import argparse
import sys

from rich.console import Console
from rich.progress import track

from ferz import variants
from ferz.match import (
    EngineSpec,
    Limits,
    MatchSettings,
    Report,
    SideRecord,
    TimeControl,
    run,
)


def own_engines(variant: str) -> tuple[EngineSpec, EngineSpec]:
    """The engine at the end of either protocol."""
    program = (sys.executable, "-m", "ferz.cli")
    # Some games are not announced, since XBoard itself cannot show them; the engine plays them.
    xboard = EngineSpec(
        name="xboard", command=(*program, "xboard"), protocol="xboard", variant_name=variant
    )
    return EngineSpec(name="uci", command=(*program, "uci")), xboard


def faults_of(side: SideRecord) -> int:
    """What must never happen."""
    moves = side.illegal_moves + side.refused_moves
    return moves + side.time_losses + side.crashes + side.stalls


def play(variant: str, options: argparse.Namespace) -> Report:
    """The games of one variant."""
    settings = MatchSettings(
        variant=variant,
        engines=own_engines(variant),
        games=options.games,
        limits=Limits(clock=TimeControl.parse(options.clock)),
        overruns="lose",
    )
    return run(settings, concurrency=options.concurrency)


def main() -> int:
    """Play, count and print; the exit code is 1 if something happened that must not."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=46, metavar="N", help="of each variant")
    parser.add_argument("--clock", default="1+0.01", metavar="S+S")
    parser.add_argument("--concurrency", type=int, default=2, metavar="N")
    parser.add_argument("--only", metavar="TEXT", default="", help="variants whose name has TEXT")
    options = parser.parse_args()
    names = [name for name in variants.builtin_names() if options.only in name]
    games = faults = held_up = 0
    print(f"{'variant':20}{'games':>6}{'faults':>8}  ends")
    for name in track(names, console=Console(stderr=True)):
        report = play(name, options)
        found = sum(faults_of(engine.totals) for engine in report.engines)
        ends = ", ".join(f"{reason} {count}" for reason, count in report.reasons.items())
        print(f"{name:20}{report.games:6}{found:8}  {ends}", flush=True)
        games, faults = games + report.games, faults + found
        held_up += sum(engine.totals.held_up for engine in report.engines)
    print(f"{games} games, {faults} faults, {held_up} late moves held up by the machine")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
