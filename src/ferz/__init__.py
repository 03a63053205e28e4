"""Ferz, a chess-variant workbench: the rules of any chess, from a text file.

>>> import ferz
>>> board = ferz.Board("chess")
>>> board.push("e4")
Move('e2e4')
>>> ferz.perft(board, 3)
13160
"""

import os
from typing import TYPE_CHECKING, Any

from ferz import _core
from ferz._core import (
    Move,
    Outcome,
    PerftCounts,
    Piece,
    PieceKind,
    Rules,
    Variant,
    betza_targets,
    perft,
    perft_breakdown,
    perft_divide,
    piece_values,
    rules_reference,
)
from ferz.board import BLACK, WHITE, Board, Color
from ferz.errors import FenError, MoveError, ProtocolError, SolveError, VariantError
from ferz.pickling import register as _register_pickling

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ferz import game as game
    from ferz import pgn as pgn
    from ferz import solver as solver
    from ferz import svg as svg
    from ferz import variants as variants
    from ferz._core import Line, SearchResult
    from ferz.engine import Analysis, Engine
    from ferz.game import Game, GameNode
    from ferz.hints import Hint
    from ferz.pgn import PgnError
    from ferz.player import PlayResult
    from ferz.searching import Search
    from ferz.solver import Solution, Tables, solve
    from ferz.variants.info import VariantWarning

__version__ = "0.1.0"
_register_pickling()

__all__ = [
    "BLACK",
    "WHITE",
    "Analysis",
    "Board",
    "Color",
    "Engine",
    "FenError",
    "Game",
    "GameNode",
    "Hint",
    "Line",
    "Move",
    "MoveError",
    "Outcome",
    "PerftCounts",
    "PgnError",
    "Piece",
    "PieceKind",
    "PlayResult",
    "ProtocolError",
    "Rules",
    "Search",
    "SearchResult",
    "Solution",
    "SolveError",
    "Tables",
    "Variant",
    "VariantError",
    "VariantWarning",
    "__version__",
    "betza_targets",
    "perft",
    "perft_breakdown",
    "perft_divide",
    "piece_values",
    "rules_reference",
    "see",
    "solve",
    "variant",
]

#: What is imported at first use, so that `import ferz` stays quick.
_LAZY = {
    "Analysis": "ferz.engine",
    "Engine": "ferz.engine",
    "Game": "ferz.game",
    "GameNode": "ferz.game",
    "Hint": "ferz.hints",
    "Line": "ferz._core",
    "PgnError": "ferz.pgn",
    "PlayResult": "ferz.player",
    "Search": "ferz.searching",
    "SearchResult": "ferz._core",
    "Solution": "ferz.solver",
    "Tables": "ferz.solver",
    "VariantWarning": "ferz.variants.info",
    "solve": "ferz.solver",
}
_MODULES = ("game", "pgn", "solver", "svg", "variants")


def variant(spec: str | os.PathLike[str]) -> Variant:
    """The rules of a game: a built-in name, a composition such as `gothic+selfcapture`, or a path.

    Raises `VariantError` with every complaint about the file, or with a suggestion for the name.
    """
    from ferz import variants

    return variants.load(spec)


def see(board: Board, move: Move | str, values: "Mapping[str, int] | None" = None) -> int:
    """What a legal move, given as Move, UCI or SAN, is worth in centipawns.

    To the side that makes it, if both sides then only take on its target square and may stop.
    `values` are by letter; what is missing is as in `piece_values`. Raises `MoveError` for a move
    that is not legal and `ValueError` for values that are none.
    """
    for letter, value in (values or {}).items():
        if not isinstance(value, int):
            raise ValueError(f"values: found {value!r} for {letter!r}, expected a whole number")
    return _core.see(board, move, values)


# Type checkers would take every misspelled name for one that is imported at first use.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        from importlib import import_module

        if name in _LAZY:
            return getattr(import_module(_LAZY[name]), name)
        if name in _MODULES:
            return import_module(f"ferz.{name}")
        raise AttributeError(f"module 'ferz' has no attribute '{name}'")


def __dir__() -> list[str]:
    return [*__all__, *_MODULES]
