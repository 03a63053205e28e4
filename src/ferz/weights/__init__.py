"""The tuned weights of the evaluation that come with the package, found by the game they fit.

Weights fit a *family* of games: the same board and pieces, won in the same way, with or without
drops. What else a game's rules say (castling, self-capture, counted checks …) does not change what
pieces are worth by much, so that one set serves the whole family.
"""

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from ferz._core import Variant
from ferz.variants.info import quoted

#: By section, the middle game and endgame value of each entry.
Weights = Mapping[str, Sequence[tuple[int, int]]]

#: The core takes no larger one.
MOST_WEIGHT = 1_000_000

#: Rules that do not make another family.
_SHARED = (
    "castling",
    "chess960",
    "self_capture",
    "double_step",
    "en_passant",
    "n_move",
    "n_fold",
    "hand_takes",
    "capture_to_hand_side",
    "drop_",
    "check_counting",
    "flag_",
    "mandatory_pawn_promotion",
)


def family(variant: Variant) -> str:
    """The name of a game's family: 16 hexadecimal digits."""
    lines = [
        line
        for line in variant.canonical.splitlines()
        if not line.startswith(tuple(f"rule {name}" for name in _SHARED))
    ]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


@lru_cache(maxsize=16)
def _read(name: str) -> Weights | None:
    path = Path(__file__).with_name(f"{name}.json")
    return parse(path.read_text(encoding="utf-8")) if path.is_file() else None


def tuned(variant: Variant) -> Weights | None:
    """The weights that the package has for a game, or None: then they follow from the pieces."""
    return _read(family(variant))


def parse(text: str) -> Weights:
    """Read weights as `dump` writes them. Raises `ValueError` for anything else."""
    try:
        found = {
            name: list(zip(numbers[::2], numbers[1::2], strict=True))
            for name, numbers in json.loads(text)["sections"].items()
        }
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise ValueError("weights: found no sections, expected a file of 'ferz tune'") from error
    for name, pairs in found.items():
        for number, pair in enumerate(pairs, 1):
            for weight in pair:
                _check(weight, f"section {quoted(name)}, entry {number}")
    return found


def _check(weight: object, where: str) -> None:
    if type(weight) is not int or abs(weight) > MOST_WEIGHT:
        shown = quoted(json.dumps(weight))
        expected = f"expected a whole number, {-MOST_WEIGHT} to {MOST_WEIGHT}"
        raise ValueError(f"weights: {where}: found {shown}, {expected}")


def read(path: str | os.PathLike[str], variant: Variant) -> Weights:
    """The weights of a file for a game of their family. Raises `OSError` and `ValueError`."""
    where = f"weights '{os.fspath(path)}'"
    try:
        text = Path(path).read_text(encoding="utf-8")
        found = parse(text)
    except UnicodeDecodeError as error:
        raise ValueError(f"{where}: no text, expected a file of 'ferz tune'") from error
    except ValueError as error:
        raise ValueError(f"{where}: {str(error).removeprefix('weights: ')}") from error
    head = json.loads(text)
    if head.get("family") != family(variant):
        game = head.get("game", "a game that it does not name")
        raise ValueError(f"{where}: those of {game}, expected a game of {variant.id}'s family")
    return found


def dump(variant: Variant, weights: Weights) -> str:
    """A text for a file: one line for each section."""
    lines = [
        f"  {json.dumps(name)}: {json.dumps([n for pair in pairs for n in pair])}"
        for name, pairs in weights.items()
    ]
    head = f'"game": {json.dumps(variant.id)},\n"family": "{family(variant)}"'
    return "{\n" + head + ',\n"sections": {\n' + ",\n".join(lines) + "\n}\n}\n"


def chosen_weights(variant: Variant, wanted: Weights | str | os.PathLike[str]) -> Weights | None:
    """The sections that replace the automatic ones: *tuned*, *automatic*, a file, or themselves.

    Raises `OSError` and `ValueError`, also for a file of another family.
    """
    if wanted == "automatic":
        return None
    if wanted == "tuned":
        return tuned(variant)
    if isinstance(wanted, Mapping):
        return wanted
    choice = "expected tuned, automatic or a file of 'ferz tune'"
    if not isinstance(wanted, str | os.PathLike):
        raise ValueError(f"weights: found {wanted!r}, {choice}")
    if not Path(wanted).exists():
        raise ValueError(f"weights: found no file '{os.fspath(wanted)}', {choice}")
    return read(wanted, variant)
