"""The syntax of a game's TOML file: keys and types. Meaning is left to the core."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ferz._core import VariantError
from ferz.variants.files import read_text
from ferz.variants.info import quoted, suggestion

GAME_KEYS: Mapping[str, type] = {
    "name": str,
    "extends": str,
    "description": str,
    "aliases": list,
    "files": int,
    "ranks": int,
    "start": str,
    "pieces": dict,
    "rules": dict,
    "interface": dict,
}
PIECE_KEYS: Mapping[str, type] = {
    "letter": str,
    "move": str,
    "royal": bool,
    "region_white": str,
    "region_black": str,
}
INTERFACE_KEYS: Mapping[str, type] = {
    "variant_template": str,
    "piece_to_char_table": str,
    "pocket_size": int,
    "piece_value_mg": str,
    "piece_value_eg": str,
}
TYPE_NAMES: Mapping[type, str] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    float: "a decimal number",
    list: "a list",
    dict: "a table",
}
MOST = 2**31 - 1
SIZE_KEYS = ("files", "ranks")
_RULE_TYPES: Mapping[str, type] = {"bool": bool, "int": int, "Rank": int}


@dataclass
class Complaints:
    """The mistakes found in one file; `blocking` ones leave nothing to compile."""

    source: str
    lines: list[str] = field(default_factory=list)
    blocking: bool = False

    def unknown(self, where: str, found: str, known: Mapping[str, type]) -> None:
        """Note a key that does not exist; the rest of the file can still be judged."""
        hint = suggestion(found, known)
        self.lines.append(f"{self.source}: {where}unknown key {quoted(found)}{hint}")

    def add(self, complaint: str) -> None:
        """Note a mistake that leaves a hole in the settings."""
        self.lines.append(f"{self.source}: {complaint}")
        self.blocking = True


@dataclass
class GameFile:
    """One TOML file, checked by itself: nothing is inherited yet."""

    source: str
    values: dict[str, Any]
    pieces: dict[str, dict[str, Any] | None]  # None removes an inherited piece
    rules: dict[str, bool | int | str]
    interface: dict[str, str | int]
    aliases: tuple[str, ...]
    complaints: Complaints
    path: Path | None = None


def parse_toml(text: str, source: str) -> dict[str, Any]:
    """The tables of a TOML text; a VariantError names line and column of a mistake."""
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise VariantError(f"{source}: tables or lists nested too deeply") from error
    except ValueError as error:
        raise VariantError(f"{source}: {error}") from error


def read_game(path: Path) -> GameFile:
    """Read and check a game's file from disk."""
    return replace(parse_game(read_text(path), path.name), path=path)


def parse_game(text: str, source: str) -> GameFile:
    """Check keys and types of a game's file; mistakes are collected, not raised."""
    complaints = Complaints(source)
    values = typed(parse_toml(text, source), GAME_KEYS, complaints)
    return GameFile(
        source=source,
        values=values,
        pieces=_pieces(values.pop("pieces", {}), complaints),
        rules=rule_values(values.pop("rules", {}), complaints),
        interface=typed(values.pop("interface", {}), INTERFACE_KEYS, complaints, "interface: "),
        aliases=_aliases(values.pop("aliases", []), complaints),
        complaints=complaints,
    )


def type_name(value: object) -> str:
    """What a TOML value is, in words."""
    return TYPE_NAMES.get(type(value), "a date or time")


def typed(
    table: Mapping[str, Any], keys: Mapping[str, type], complaints: Complaints, where: str = ""
) -> dict[str, Any]:
    """The entries of a table that have a known key and the right type; the others are noted."""
    good = {}
    for key, value in table.items():
        if key not in keys:
            complaints.unknown(where, key, keys)
        elif type(value) is not keys[key]:
            expected = TYPE_NAMES[keys[key]]
            complaints.add(f"{where}key '{key}': found {type_name(value)}, expected {expected}")
        elif is_too_large(value):
            expected = ", expected 1 to 16" if key in SIZE_KEYS else ""
            complaints.add(f"{where}key '{key}': found a number beyond {MOST}{expected}")
        else:
            good[key] = value
    return good


def is_too_large(value: object) -> bool:
    """Whether a number is beyond what any rule could mean, and perhaps what the core can hold."""
    return isinstance(value, int) and abs(value) > MOST


def rule_values(table: Mapping[str, Any], complaints: Complaints) -> dict[str, bool | int | str]:
    """The rules of a file whose values are of a type that some rule has; names are the core's."""
    good: dict[str, bool | int | str] = {}
    for key, value in table.items():
        if not isinstance(value, bool | int | str):
            complaints.add(
                f"rule {quoted(key)}: found {type_name(value)}, expected {_rule_type(key)}"
            )
        elif is_too_large(value):
            complaints.add(f"rule {quoted(key)}: found a number beyond {MOST}")
        else:
            good[key] = value
    return good


def _rule_type(name: str) -> str:
    """What a rule's value is in a file, in words; all that there is where no rule is so called."""
    # Imported here: only a mistake needs it.
    from ferz.variants.reference import rule_types

    if name not in rule_types():
        return "true or false, a whole number or a text"
    return TYPE_NAMES[_RULE_TYPES.get(rule_types()[name], str)]


def _pieces(table: Mapping[str, Any], complaints: Complaints) -> dict[str, dict[str, Any] | None]:
    pieces: dict[str, dict[str, Any] | None] = {}
    for name, piece in table.items():
        if piece is False:
            pieces[name] = None
        elif isinstance(piece, dict):
            pieces[name] = typed(piece, PIECE_KEYS, complaints, f"piece {quoted(name)}: ")
        else:
            found = "true" if piece is True else type_name(piece)
            expected = "a table with letter and move, or false"
            complaints.add(f"piece {quoted(name)}: found {found}, expected {expected}")
    return pieces


def _aliases(found: list[Any], complaints: Complaints) -> tuple[str, ...]:
    for alias in found:
        if not isinstance(alias, str):
            complaints.add(f"key 'aliases': found {type_name(alias)} in the list, expected texts")
    return tuple(alias for alias in found if isinstance(alias, str))
