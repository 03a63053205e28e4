"""`ferz perft`: the number of move paths, to check a rules engine and to time it."""

import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    import ferz

COUNTS = (
    "nodes",
    "captures",
    "self_captures",
    "en_passant",
    "castles",
    "promotions",
    "drops",
    "checks",
    "mates",
)

#: The deepest count, as in the core.
MAX_DEPTH = 60
#: From here on one count may take more than a moment.
LONG_DEPTH = 5


@dataclass
class Tally:
    """The answer, gathered root move by root move."""

    nodes: int = 0
    seconds: float = 0.0
    divide: dict[str, int] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    @property
    def nodes_per_second(self) -> int:
        """How fast that was."""
        return round(self.nodes / max(self.seconds, 1e-9))

    def add(self, board: "ferz.Board", depth: int, *, breakdown: bool) -> None:
        """Count below a position."""
        import ferz

        start = time.perf_counter()
        if breakdown:
            found = ferz.perft_breakdown(board, depth)
            for name in COUNTS:
                self.counts[name] = self.counts.get(name, 0) + getattr(found, name)
            self.nodes += found.nodes
        else:
            self.nodes += ferz.perft(board, depth)
        self.seconds += time.perf_counter() - start


def perft(
    variant: Annotated[
        str, typer.Argument(metavar="VARIANT", help="A name, a composition or a file.")
    ],
    depth: Annotated[str, typer.Argument(metavar="DEPTH", help="How many moves deep, 0 to 60.")],
    fen: Annotated[str | None, typer.Option(help="The position as FEN.")] = None,
    divide: Annotated[bool, typer.Option("--divide", help="List each first move.")] = False,
    breakdown: Annotated[
        bool, typer.Option("--breakdown", help="Count captures, checks, mates and so on.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Count the legal move paths of a given length."""
    import ferz
    from ferz.cli.output import print_json

    plies = _read_depth(depth)
    board = ferz.Board(variant, fen)
    tally = _count(board, plies, breakdown=breakdown)
    if as_json:
        print_json(_as_data(board, plies, tally, divide=divide))
        return
    if divide:
        for move, nodes in tally.divide.items():
            print(f"{move}: {nodes}")
        print()
    for name, count in tally.counts.items():
        print(f"{name.replace('_', ' '):<14}{count:>16,}")
    if not tally.counts:
        print(f"{tally.nodes:,} nodes")
    print(f"{tally.seconds:.3f} s, {tally.nodes_per_second / 1e6:.1f} million nodes/s")


def _read_depth(text: str) -> int:
    from ferz.variants.info import quoted

    sign, digits = text[: text.startswith("-")], text.removeprefix("-").lstrip("0") or text[-1:]
    if not (digits.isascii() and digits.isdecimal()):
        raise ValueError(f"DEPTH: found {quoted(text)}, expected a whole number")
    # A number of thousands of digits is no number to Python.
    if sign or len(digits) > 2 or int(digits) > MAX_DEPTH:
        raise ValueError(f"depth {quoted(text)[1:-1]}, expected 0 to {MAX_DEPTH}")
    return int(digits)


def _count(board: "ferz.Board", depth: int, *, breakdown: bool) -> Tally:
    """One root move after the other, so that there is progress to show and Ctrl-C is heard."""
    tally = Tally()
    # What a leaf's move was can be told only from the position before it.
    if depth == 0 or (depth == 1 and breakdown):
        tally.add(board, depth, breakdown=breakdown)
        tally.divide = {board.uci(move): 1 for move in board.legal_moves} if depth else {}
        return tally
    for move in _tracked(board.legal_moves):
        before, name = tally.nodes, board.uci(move)
        board.push(move)
        _add_below(tally, board, depth - 1, breakdown=breakdown)
        board.pop()
        tally.divide[name] = tally.nodes - before
    return tally


def _add_below(tally: Tally, board: "ferz.Board", depth: int, *, breakdown: bool) -> None:
    """Count in steps short enough for Ctrl-C: the core does not listen while it counts."""
    if depth < LONG_DEPTH:
        tally.add(board, depth, breakdown=breakdown)
        return
    for move in board.legal_moves:
        board.push(move)
        _add_below(tally, board, depth - 1, breakdown=breakdown)
        board.pop()


def _tracked(moves: "Sequence[ferz.Move]") -> "Iterable[ferz.Move]":
    """The moves, with a progress bar on a terminal; it leaves no trace."""
    if not sys.stderr.isatty():
        return moves
    from rich.progress import track

    from ferz.cli.output import console

    return track(moves, "perft", console=console(stderr=True), transient=True)


def _as_data(board: "ferz.Board", depth: int, tally: Tally, *, divide: bool) -> dict[str, Any]:
    data: dict[str, Any] = {
        "variant": board.variant.id,
        "fen": board.fen,
        "depth": depth,
        "nodes": tally.nodes,
        "seconds": round(tally.seconds, 6),
        "nodes_per_second": tally.nodes_per_second,
    }
    if divide:
        data["divide"] = tally.divide
    if tally.counts:
        data["breakdown"] = tally.counts
    return data
