"""Solving small games: tables, graphs, and what they say of a position."""

import os
from functools import lru_cache
from pathlib import Path

from ferz._core import StoppedError, Variant
from ferz.board import Board
from ferz.solver.proofs import Mate, Proof, find_mate, prove
from ferz.solver.solving import METHODS, Solution, Statistics, TableStatistics, solve
from ferz.solver.tables import (
    OnProgress,
    Progress,
    Tables,
    default_folder,
    table_fingerprint,
)
from ferz.solver.verdicts import Verdict

__all__ = [
    "METHODS",
    "Mate",
    "OnProgress",
    "Progress",
    "Proof",
    "Solution",
    "Statistics",
    "StoppedError",
    "TableStatistics",
    "Tables",
    "Verdict",
    "default_folder",
    "find_mate",
    "known_tables",
    "probe",
    "prove",
    "solve",
    "table_fingerprint",
]


def probe(board: Board, folder: str | os.PathLike[str] | None = None) -> Verdict | None:
    """The value of a position for the side to move, where a table on disk knows it.

    Looks in `folder`, or where `ferz solve` keeps its tables. Raises `SolveError` for a damaged
    file.
    """
    tables = known_tables(board.variant, folder)
    return None if tables is None else tables.probe(board)


def known_tables(variant: Variant, folder: str | os.PathLike[str] | None = None) -> Tables | None:
    """The tables of a game that are on disk, open; None where there are none."""
    place = Path(folder) if folder is not None else default_folder()
    own = place / table_fingerprint(variant)
    if not own.is_dir():
        return None
    # A table that is added changes the time of its folder.
    return _open(variant, place, own.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _open(variant: Variant, place: Path, _changed: int) -> Tables:
    return Tables(variant, place)
