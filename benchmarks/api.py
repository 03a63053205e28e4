"""Speed of the Python API in one table and one run: ours, python-chess and pyffish.

A row is one question asked about one position; times are the best of several rounds.

pyffish has no board: every call sets up its tables and the position anew, and that fixed cost,
measured and printed below the table, is nearly all of its time. So its column tells what a user of
that API waits for, not how fast its move generator is: for that see benchmarks/perft.py. Its
nearest to push and pop is the FEN after a move.

    python benchmarks/api.py [--json]
"""

import argparse
import json
import statistics
import subprocess
import sys
import timeit
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import chess
import chess.variant
import pyffish
from rich.console import Console
from rich.table import Table

import ferz

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
HANDS = "r1b1k2r/pppp1ppp/2n1p3/4P3/1b1P4/2NB1N2/PPP2PPP/R1BQK2R[NPPqpp] b KQkq - 0 1"
BARE_KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
ROUNDS = 7
IMPORT_RUNS = 9

POSITIONS = (
    ("chess start", "chess", chess.STARTING_FEN),
    ("Kiwipete", "chess", KIWIPETE),
    ("crazyhouse with hands", "crazyhouse", HANDS),
    ("Capablanca start", "capablanca", pyffish.start_fen("capablanca")),
)

Question = Callable[[], object]


@dataclass(frozen=True)
class Row:
    """Microseconds for one question; None where a library does not know the game."""

    position: str
    question: str
    ferz_us: float
    python_chess_us: float | None
    pyffish_us: float | None


def board_questions(board: Any) -> dict[str, Question]:
    """What is asked of a board: the names are the same in both libraries."""
    moves = list(board.legal_moves)

    def push_and_pop() -> None:
        for move in moves:
            board.push(move)
            board.pop()

    return {
        "legal moves": lambda: list(board.legal_moves),
        "push and pop each": push_and_pop,
        "SAN of each": lambda: [board.san(move) for move in moves],
        "read SAN of each": reader(board.parse_san, [board.san(move) for move in moves]),
    }


def our_questions(variant: str, fen: str) -> dict[str, Question]:
    """What is asked of ferz."""
    return board_questions(ferz.Board(variant, fen))


def reader(parse: Callable[[str], object], texts: list[str]) -> Question:
    """Reading a list of moves."""
    return lambda: [parse(text) for text in texts]


def python_chess_questions(variant: str, fen: str) -> dict[str, Question]:
    """The same of python-chess, for the games that it knows."""
    boards: dict[str, type[chess.Board]] = {
        "chess": chess.Board,
        "crazyhouse": chess.variant.CrazyhouseBoard,
    }
    if variant not in boards:
        return {}
    return board_questions(boards[variant](fen))


def pyffish_questions(variant: str, fen: str) -> dict[str, Question]:
    """The nearest that pyffish offers; it does not read SAN."""
    moves = pyffish.legal_moves(variant, fen, [])
    return {
        "legal moves": lambda: pyffish.legal_moves(variant, fen, []),
        "push and pop each": lambda: [pyffish.get_fen(variant, fen, [move]) for move in moves],
        "SAN of each": lambda: [pyffish.get_san(variant, fen, move) for move in moves],
    }


def best_us(question: Question | None) -> float | None:
    """The time of one call in microseconds, best of some rounds."""
    if question is None:
        return None
    timer = timeit.Timer(question)
    number, seconds = timer.autorange()
    return min([seconds, *timer.repeat(ROUNDS - 1, number)]) / number * 1e6


def measure() -> list[Row]:
    """All rows."""
    rows = []
    for label, variant, fen in POSITIONS:
        python_chess = python_chess_questions(variant, fen)
        fairy = pyffish_questions(variant, fen)
        for question, ask in our_questions(variant, fen).items():
            ours = best_us(ask)
            assert ours is not None
            theirs = best_us(python_chess.get(question)), best_us(fairy.get(question))
            rows.append(Row(label, question, ours, *theirs))
    return rows


def pyffish_call_us() -> float:
    """What any call of pyffish costs: a question with next to nothing to answer."""
    fixed = best_us(lambda: pyffish.gives_check("chess", BARE_KINGS, []))
    assert fixed is not None
    return fixed


def import_ms() -> float:
    """Milliseconds that `import ferz` takes in a fresh process, the median of several."""
    code = "import time; t = time.perf_counter(); import ferz; print(time.perf_counter() - t)"
    command = [sys.executable, "-c", code]
    runs = [subprocess.run(command, check=True, capture_output=True) for _ in range(IMPORT_RUNS)]
    return statistics.median(float(run.stdout) for run in runs) * 1e3


def table(rows: list[Row]) -> Table:
    """The rows with the others' times as multiples of ours."""
    found = Table("position", "question", box=None)
    for column in ("ferz µs", "python-chess µs", "times ours", "pyffish µs", "times ours"):
        found.add_column(column, justify="right")
    last = None
    for row in rows:
        cells = [row.position if row.position != last else "", row.question, f"{row.ferz_us:.2f}"]
        for other in (row.python_chess_us, row.pyffish_us):
            cells += ["", ""] if other is None else [f"{other:.1f}", f"{other / row.ferz_us:.1f}x"]
        found.add_row(*cells)
        last = row.position
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Speed of the Python API.")
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    arguments = parser.parse_args()
    rows, call_us, start_ms = measure(), pyffish_call_us(), import_ms()
    if arguments.json:
        data = {"import_ms": start_ms, "pyffish_call_us": call_us, "rows": list(map(vars, rows))}
        print(json.dumps(data, indent=2))
        return
    console = Console(width=max(Console().width, 120))
    console.print(table(rows))
    console.print(f"pyffish: {call_us:.0f} µs of every call are set-up, whatever is asked")
    console.print(f"import ferz: {start_ms:.1f} ms (median of {IMPORT_RUNS} fresh processes)")


if __name__ == "__main__":
    main()
