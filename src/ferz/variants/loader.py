"""Loading: from what a user calls a game to the compiled variant.

What only some callers need is imported at first use, so that a program starts quickly.
"""

import copy
import hashlib
import os
import re
import warnings
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ferz import _core
from ferz._core import Variant, VariantError
from ferz.variants.builtin import builtin_file, find_builtin, unknown_game
from ferz.variants.compose import compose
from ferz.variants.files import MAX_BYTES, is_folder, read_text
from ferz.variants.info import Game, Settings, VariantInfo, VariantWarning, quoted
from ferz.variants.inherit import resolve
from ferz.variants.schema import parse_game, read_game

# The shortest path that leaves only a section and modifiers: a folder may have a plus in its name.
_FILE_SPEC = re.compile(
    r"(?P<path>.+?\.(?:toml|ini))(?::(?P<section>[^+:/\\]+))?(?P<modifiers>(?:\+[^+/\\]*)*)",
    re.IGNORECASE | re.DOTALL,
)
# A position: its board and the side to move, or a board of several ranks with an empty one.
_FEN = re.compile(r"\s*\S+\s+[wb](\s.*)?|(?=(.*/)?\d+/)[\w~+]+(/[\w~+]+){2,}(\[\w*\])?", re.DOTALL)


@dataclass(frozen=True)
class _Spec:
    """The parts of what a user wrote."""

    base: str
    modifiers: tuple[str, ...] = ()
    section: str | None = None
    is_file: bool = False


def load(spec: str | os.PathLike[str]) -> Variant:
    """The variant of a built-in name or alias, a composition, or a .toml or .ini file.

    Examples: `"gothic"`, `"Three-check"`, `"gothic+selfcapture+hands"`, `"my.toml"`,
    `"my.toml+hands"`, `"variants.ini:mygame"`; an .ini with only one game needs no section.
    Raises VariantError with every complaint, one a line. Warns with VariantWarning.
    """
    parts = _parse(spec)
    name = None if parts.is_file else find_builtin(parts.base)
    if name is None:
        variant, notes = _compiled(_game(parts))
    else:
        variant, notes = _builtin("+".join([name, *parts.modifiers]))
    for note in notes:
        warnings.warn(note, VariantWarning, stacklevel=2)
    return variant


def loads(text: str, source: str = "variant.toml") -> Variant:
    """The variant of a TOML text. It may extend built-in games, but no file."""
    variant, notes = _compiled(_game_of_text(text, source))
    for note in notes:
        warnings.warn(note, VariantWarning, stacklevel=2)
    return variant


def settings(spec: str | os.PathLike[str]) -> Settings:
    """What the core compiles for a game, with inheritance and composition resolved."""
    game = _game(_parse(spec))
    _compiled(game)
    return copy.deepcopy(game.settings)


def variant_info(spec: str | os.PathLike[str]) -> VariantInfo:
    """What the file of a game says for people and programs."""
    return _game(_parse(spec)).info


def section_names(path: str | os.PathLike[str]) -> tuple[str, ...]:
    """The games of a Fairy-Stockfish .ini file, in its order; `path:name` loads one."""
    from ferz.variants import ini

    file = Path(path)
    return ini.section_names(read_text(file), file.name)


def find(name: str) -> str:
    """The spec of the built-in game or composition that a name means, as a PGN tag gives it.

    Never a file. Raises VariantError with a suggestion if there is none.
    """
    base, *modifiers = name.split("+")
    found = find_builtin(base)
    if found is None:
        raise unknown_game("", base)
    return "+".join([found, *(modifier.strip().casefold() for modifier in modifiers)])


def fingerprint(variant: Variant) -> str:
    """A name for the rules of a game that is equal for games played alike: 32 hexadecimal digits.

    It depends on board, pieces and non-default rules, not on name and start position.
    """
    return hashlib.sha256(variant.canonical.encode()).hexdigest()[:32]


def _parse(spec: str | os.PathLike[str]) -> _Spec:
    if not isinstance(spec, str):
        return _Spec(os.fspath(spec), is_file=True)
    match = _FILE_SPEC.fullmatch(spec)
    if match:
        modifiers = tuple(match["modifiers"].casefold().split("+")[1:])
        return _Spec(match["path"], modifiers, match["section"], is_file=True)
    base, *names = spec.split("+")
    return _Spec(base, tuple(name.casefold() for name in names))


def _game(parts: _Spec) -> Game:
    game = _file_game(parts) if parts.is_file else _builtin_game(parts.base)
    if not parts.modifiers:
        return game
    # Mistakes of the game itself come first: a modifier cannot be judged on a broken game.
    _compiled(game)
    return compose(game, parts.modifiers)


def _builtin_game(base: str) -> Game:
    name = find_builtin(base)
    if name is None:
        raise _no_game(base)
    return resolve(builtin_file(name), name)


def _no_game(found: str) -> VariantError:
    """The error for what is no built-in game and does not look like a file of one."""
    hint = "see 'ferz variants'"
    if _FEN.fullmatch(found):
        what = f"the position {quoted(found)}"
        hint = "a position goes with its game, as in Board('chess', fen) or --fen"
    elif is_folder(Path(found)) and found:
        what = f"the folder {quoted(found)}"
    elif found.strip():
        return unknown_game("", found)
    else:
        what = quoted(found)
    expected = "a name, a composition or a .toml or .ini file"
    return VariantError(f"game: found {what}, expected {expected} ({hint})")


def _file_game(parts: _Spec) -> Game:
    path = Path(parts.base)
    if path.suffix.lower() == ".ini":
        from ferz.variants import ini

        return ini.read_game(read_text(path), path.name, parts.section)
    if path.suffix.lower() != ".toml":
        found = "is a folder, " if is_folder(path) else ""
        raise VariantError(f"{quoted(parts.base)}: {found}expected a .toml or .ini file")
    if parts.section is not None:
        raise VariantError(f"{path.name}: section {quoted(parts.section)}, but a .toml has none")
    return resolve(read_game(path), path.stem)


def _game_of_text(text: str, source: str) -> Game:
    size = len(text.encode(errors="replace"))
    if size > MAX_BYTES:
        raise VariantError(f"{source}: {size / 1_000_000:.1f} MB, expected at most 1 MB")
    return resolve(parse_game(text, source), Path(source).stem)


def _compiled(game: Game) -> tuple[Variant, tuple[str, ...]]:
    """The variant and its warnings; complaints of the core join those of the file."""
    found = list(game.complaints)
    try:
        variant = _core.compile(game.settings)
    except VariantError as error:
        raise VariantError("\n".join([*found, str(error)])) from None
    if found:
        raise VariantError("\n".join(found))
    return variant, (*game.warnings, *variant.warnings)


@cache
def _builtin(spec: str) -> tuple[Variant, tuple[str, ...]]:
    return _compiled(_game(_parse(spec)))
