"""What each technique of the search is worth: matches of the engine against itself without it.

Both play in process with the same number of nodes for each move, in pairs of openings: few nodes,
or more of them for what shows only in deep trees. What makes nodes quicker instead of fewer is
measured with the same CPU time. The lines are those of docs/engine.md.

    python benchmarks/techniques.py [--nodes N] [--deep-nodes N] [--cpu-ms N] [--games N]
                                    [--only TEXT ...]
"""

import argparse
import sys
from dataclasses import dataclass

from ferz.match import EngineSpec, Limits, MatchSettings, run


@dataclass(frozen=True)
class Technique:
    """A technique, the numbers that turn it off, and the game in which it is measured."""

    name: str
    off: str
    variant: str = "chess"
    saves_time: bool = False
    is_deep: bool = False


TECHNIQUES = (
    Technique("scores of the table", "table=0"),
    Technique("aspiration windows", "window=100000"),
    # Without them every node is one of the main line, where little else is left out.
    Technique("windows of no width, and all that needs them", "zero_windows=0"),
    Technique("guessed evaluations", "guess_margin=0", saves_time=True),
    Technique("guessed evaluations", "guess_margin=0", "gothic", saves_time=True),
    Technique("what guesses missed after a move", "guess_drift=0", "gothic", saves_time=True),
    Technique("reverse futility", "reverse_depth=0"),
    Technique("razoring", "razor_depth=0"),
    Technique("null move", "null_depth=99", is_deep=True),
    Technique("internal reduction", "internal_depth=99", is_deep=True),
    Technique("ProbCut", "probcut_depth=99", is_deep=True),
    Technique("late-move pruning", "late_depth=0", is_deep=True),
    Technique("futility pruning", "futility_depth=0"),
    Technique("only checks after a hopeless move", "futility_rest=0"),
    Technique("exchange pruning", "exchange_depth=0"),
    Technique("singular extension", "singular_depth=99"),
    Technique("two plies where the others stay far behind", "double_margin=100000", is_deep=True),
    Technique("less depth where several moves hold", "several_cuts=0", is_deep=True),
    Technique("checks are extended", "check_depth=99", is_deep=True),
    Technique("checks are extended", "check_depth=99", "capahouse", is_deep=True),
    Technique("late-move reductions", "reduction_scale=0"),
    Technique("reductions by what is expected of the node", "node_reductions=0"),
    Technique("checks are reduced less", "check_reduction=0"),
    Technique("checks near the root are reduced less", "near_check_reduction=0"),
    Technique("less depth after a move that raises alpha", "settling=0"),
    Technique("quiescence", "quiescence=0"),
    Technique("quiet checks in quiescence", "quiet_checks=0"),
    Technique("quiet checks in quiescence", "quiet_checks=0", "capahouse"),
    Technique("only taking back in deep quiescence", "recapture_plies=99"),
    Technique("only taking back in deep quiescence", "recapture_plies=99", "grasshopper"),
    Technique("losing captures after the quiet moves", "losing_captures_last=0"),
    Technique("killers and replies", "killers=0"),
    Technique("butterfly history", "butterflies=0"),
    Technique("history of captures", "capture_history=0"),
    Technique("continuation histories", "continuations=0"),
    Technique("what came of a move is learned of it", "lessons=0", is_deep=True),
    Technique("what came of a move is learned of it", "lessons=0", "capahouse", is_deep=True),
    Technique("correction histories", "correction_grain=0"),
    Technique("self-captures after the quiet moves", "self_captures_last=0", "selfcapture"),
    Technique("self-captures left out near the leaves", "self_capture_depth=0", "selfcapture"),
    Technique("tuned weights", "weights=automatic"),
    Technique("tuned weights", "weights=automatic", "capablanca"),
    Technique("tuned weights", "weights=automatic", "crazyhouse"),
    Technique("tuned weights", "weights=automatic", "capahouse"),
)


def row(technique: Technique, options: argparse.Namespace) -> str:
    """Play the match and write its line."""
    if technique.saves_time:
        limits, each = Limits(cpu_time_ms=options.cpu_ms), f"{options.cpu_ms} ms of CPU time"
    else:
        nodes = options.deep_nodes if technique.is_deep else options.nodes
        limits, each = Limits(nodes=nodes), f"{nodes:,} nodes"
    settings = MatchSettings(
        variant=technique.variant,
        engines=(
            EngineSpec.parse("ferz,name=with"),
            EngineSpec.parse(f"ferz,name=without,option.{technique.off}"),
        ),
        games=options.games,
        limits=limits,
    )
    report = run(settings, concurrency=options.concurrency)
    found = report.estimate
    assert found is not None
    worth = f"{found.elo:+.0f} ± {found.error:.0f}"
    off = technique.off.replace("=", " = ")
    return (
        f"| {technique.name} | `{off}` | {technique.variant} | {worth} | {report.games} | {each} |"
    )


def main() -> int:
    """Play and print, a line as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("--nodes", type=int, default=3000, metavar="N", help="for each move")
    parser.add_argument(
        "--deep-nodes", type=int, default=25_000, metavar="N", help="for what needs a deep tree"
    )
    parser.add_argument("--cpu-ms", type=int, default=8, metavar="N", help="instead of nodes")
    parser.add_argument("--games", type=int, default=400, metavar="N", help="for each technique")
    parser.add_argument("--concurrency", type=int, default=2, metavar="N")
    parser.add_argument(
        "--only", metavar="TEXT", nargs="+", default=[""], help="techniques whose name has a TEXT"
    )
    options = parser.parse_args()
    print(
        "| technique | turned off by | game | Elo | games | a move |\n|---|---|---|---|---|---|",
        flush=True,
    )
    for technique in TECHNIQUES:
        if any(text in technique.name for text in options.only):
            print(row(technique, options), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
