"""The games that come with the package, found by name or alias."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ferz._core import VariantError
from ferz.variants.info import quoted, suggestion
from ferz.variants.schema import GameFile, read_game

FOLDER = Path(__file__).parent


@cache
def builtin_names() -> tuple[str, ...]:
    """The names of all built-in games, in alphabetical order."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def builtin_file(name: str) -> GameFile:
    """The parsed file of a built-in game, by its own name."""
    return read_game(FOLDER / f"{name}.toml")


def find_builtin(name: str) -> str | None:
    """The built-in game that a name or alias means, without regard to case, spaces and hyphens."""
    return name if name in builtin_names() else _index().get(_squashed(name))


def unknown_game(where: str, name: str) -> VariantError:
    """The error for a name that no built-in game has."""
    known = [*builtin_names(), *_spoken_names()]
    return VariantError(f"{where}unknown game {quoted(name)}{suggestion(name, known)}")


def _squashed(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter not in " -_'")


def _names_of(name: str) -> tuple[str, ...]:
    file = builtin_file(name)
    return (name, file.values["name"], *file.aliases)


@cache
def _index() -> Mapping[str, str]:
    return {_squashed(alias): name for name in builtin_names() for alias in _names_of(name)}


def _spoken_names() -> list[str]:
    return [alias for name in builtin_names() for alias in _names_of(name)]
