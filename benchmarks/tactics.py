"""Solves a test suite in EPD: positions with their best moves (`bm`) or moves to avoid (`am`).

Each position gets the same time, with an engine that has just forgotten everything and uses all
cores unless told otherwise. Prints the unsolved positions with the move found instead, and how many
are solved.

    python benchmarks/tactics.py --epd FILE [--time-ms N] [--threads N] [--variant NAME] [--json]
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

import ferz

#: Position fields of an EPD, the clocks that it leaves out.
FIELDS, CLOCKS = 4, "0 1"


@dataclass(frozen=True)
class Exercise:
    """A position with the moves that solve it, in SAN; with `avoid` all other moves do."""

    name: str
    fen: str
    moves: tuple[str, ...]
    avoid: bool


@dataclass(frozen=True)
class Answer:
    """What the engine found."""

    name: str
    fen: str
    expected: str
    found: str
    score: str
    depth: int
    nodes: int
    is_solved: bool


def read_exercises(path: Path) -> Iterator[Exercise]:
    """All positions of a file. Raises `ValueError` for a line without `bm` and `am`."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise ValueError(f"{path.name}: no text, expected EPD") from error
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        *fields, rest = line.split(maxsplit=FIELDS)
        pairs = (operation.strip().partition(" ") for operation in rest.split(";"))
        operations = {code: operand.strip() for code, _, operand in pairs}
        code = next((code for code in ("bm", "am") if code in operations), None)
        if code is None:
            raise ValueError(f"{path.name}, line {number}: no best move, expected bm or am")
        yield Exercise(
            name=operations.get("id", f"line {number}").strip('"'),
            fen=" ".join([*fields, CLOCKS]),
            moves=tuple(operations[code].replace(",", " ").split()),
            avoid=code == "am",
        )


def solve(engine: ferz.Engine, exercise: Exercise, arguments: argparse.Namespace) -> Answer:
    """Give the engine its time for one position."""
    try:
        board = ferz.Board(engine.variant, exercise.fen)
        known = {board.parse_san(san) for san in exercise.moves}
    except (ferz.FenError, ferz.MoveError) as error:
        raise ValueError(f"{exercise.name}: {error}") from error
    engine.clear()
    if arguments.cpu_time:
        found = engine.play(board, cpu_time_ms=arguments.time_ms)
    else:
        found = engine.play(board, time_ms=arguments.time_ms)
    if found.move is None:
        raise ValueError(f"{exercise.name}: the game is over, expected a legal move")
    return Answer(
        name=exercise.name,
        fen=exercise.fen,
        expected=("not " if exercise.avoid else "") + " ".join(exercise.moves),
        found=board.san(found.move),
        score=f"{found.score_cp:+d}" if found.mate is None else f"mate {found.mate}",
        depth=found.depth,
        nodes=found.nodes,
        is_solved=(found.move in known) != exercise.avoid,
    )


def table(answers: list[Answer]) -> Table:
    """The unsolved positions."""
    made = Table("position", "expected", "found", "score", "depth", "FEN", box=None)
    for answer in answers:
        if not answer.is_solved:
            row = (answer.name, answer.expected, answer.found, answer.score, str(answer.depth))
            made.add_row(*row, answer.fen)
    return made


def parse_arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("--epd", type=Path, required=True, metavar="FILE")
    parser.add_argument("--variant", default="chess", metavar="NAME")
    parser.add_argument("--time-ms", type=int, default=1000, metavar="N", help="for each position")
    parser.add_argument(
        "--cpu-time", action="store_true", help="time of the CPU, for a machine that is busy"
    )
    parser.add_argument(
        "--threads", type=int, default=os.cpu_count() or 1, metavar="N", help="default: all cores"
    )
    parser.add_argument("--hash-mb", type=int, default=64, metavar="N")
    parser.add_argument("--only", metavar="TEXT", default="", help="positions whose name has TEXT")
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    return parser.parse_args()


def main() -> int:
    """Solve and print."""
    arguments = parse_arguments()
    exercises = [one for one in read_exercises(arguments.epd) if arguments.only in one.name]
    shown = track(exercises, "solving", console=Console(stderr=True), transient=True)
    with ferz.Engine(
        arguments.variant, threads=arguments.threads, hash_mb=arguments.hash_mb
    ) as engine:
        answers = [solve(engine, exercise, arguments) for exercise in shown]
    solved = sum(answer.is_solved for answer in answers)
    if arguments.json:
        rows = [asdict(answer) for answer in answers]
        print(json.dumps({"solved": solved, "total": len(answers), "answers": rows}, indent=2))
        return 0
    console = Console(width=max(Console().width, 150))
    if solved < len(answers):
        console.print(table(answers))
    console.print(f"solved {solved} of {len(answers)}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ValueError) as error:
        sys.exit(f"tactics: {error}")
