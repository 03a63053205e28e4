"""Applies the keys of one section of variants.ini to what the section inherits."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from ferz.variants.info import quoted, suggestion
from ferz.variants.ini_keys import (
    ALL_PIECES,
    CUSTOM_PIECES,
    INTERFACE,
    ONE_COLORED,
    PIECES,
    RENAMED,
    UNSUPPORTED,
    camel_case,
)
from ferz.variants.ini_state import EVERY, PAWN_SETS, SHARED_REGIONS, IniState
from ferz.variants.reference import rule_types

# Shorthands come first: the keys that they stand for may follow with exceptions.
_SHORTHANDS = ("pawnTypes", "enPassantRegion", "flagRegion")
_MOBILITY = re.compile(r"mobilityRegion(White|Black)([A-Z]\w*)")
_MODIFIERS = re.compile(r"[a-z]+(?=[A-Z])")


class _IniError(Exception):
    """What is wrong with the value of a key, as the tail of a message."""


def apply_section(state: IniState, written: Mapping[str, str]) -> list[str]:
    """Change the state as a section says; what is wrong with it comes back as messages."""
    entries = _joined_colors({RENAMED.get(key, key): value for key, value in written.items()})
    state.written = set()
    problems = []
    order = [*(key for key in ("maxFile", "maxRank", *ALL_PIECES) if key in entries)]
    order += sorted(entries.keys() - set(order), key=lambda key: (key not in _SHORTHANDS, key))
    for key in order:
        try:
            _apply(state, key, entries[key])
        except _IniError as problem:
            problems.append(str(problem))
    if not state.rules["double_step"]:
        state.rules |= {"double_step_region_white": "-", "double_step_region_black": "-"}
    return problems


def _joined_colors(entries: Mapping[str, str]) -> dict[str, str]:
    """Both colors' keys of the same value are the key for both."""
    joined = dict(entries)
    for key in ONE_COLORED:
        white, black = joined.get(f"{key}White"), joined.get(f"{key}Black")
        if white is not None and white == black:
            joined[key] = joined.pop(f"{key}White")
            del joined[f"{key}Black"]
    return joined


def _apply(state: IniState, key: str, value: str) -> None:
    mobility = _MOBILITY.fullmatch(key)
    if key == "maxFile":
        state.files = ord(_file(state, value, key)) - 96
    elif key == "maxRank":
        state.ranks = _number(state, value, key)
    elif key == "startFen":
        state.start = value
    elif key in ALL_PIECES:
        _set_piece(state, key, value)
    elif mobility:
        _set_mobility(state, key, mobility[2], mobility[1].lower(), value)
    elif key in INTERFACE:
        read = _number if key == "pocketSize" else _text
        state.interface[INTERFACE[key]] = read(state, value, key)
    elif key == "promotionLimit":
        _set_limits(state, value)
    elif key in _rule_keys():
        _set_rule(state, key, value)
    elif key in UNSUPPORTED:
        if value not in ("", UNSUPPORTED[key]):
            raise _IniError(f"key '{key}' is not supported yet")
    elif key[:-5] in ONE_COLORED and key[-5:] in ("White", "Black"):
        name = _rule_keys()[key[:-5]]
        if _READERS[rule_types()[name]](state, value, key) != state.rules[name]:
            raise _IniError(f"key '{key}' is not supported yet")
    else:
        raise _IniError(f"unknown key {quoted(key)}{suggestion(key, _known_keys())}")


@cache
def _rule_keys() -> Mapping[str, str]:
    return {camel_case(name): name for name in rule_types()}


@cache
def _known_keys() -> tuple[str, ...]:
    return (*_rule_keys(), *ALL_PIECES, *INTERFACE, *UNSUPPORTED, "maxFile", "maxRank", "startFen")


def _set_piece(state: IniState, kind: str, value: str) -> None:
    if value == "-":
        state.remove_piece(kind)
        return
    letter, colon, move = (part.strip() for part in value.lower().partition(":"))
    move = _MODIFIERS.sub(_quiet_if_initial, value.partition(":")[2].strip())
    is_custom = kind in CUSTOM_PIECES
    expected = "a letter and a move as in x:WF" if is_custom else "one letter or -"
    if not re.fullmatch("[a-z]", letter) or (colon and not (is_custom or kind == "king")):
        raise _IniError(f"key '{kind}': found {quoted(value)}, expected {expected}")
    if is_custom and not move:
        raise _IniError(f"key '{kind}': found {quoted(value)}, expected {expected}")
    if kind == "janggiCannon":
        raise _IniError(f"key '{kind}' is not supported yet")
    state.add_piece(kind, letter, move or PIECES.get(kind, "K"))
    if is_custom and "e" in move and kind not in state.rules["en_passant_types"]:
        state.rules["en_passant_types"] += (kind,)


def _quiet_if_initial(match: re.Match[str]) -> str:
    """The modifiers of an atom; there an initial move never captures, here it has to say so."""
    modifiers = match[0]
    if "i" in modifiers and ("m" in modifiers) == ("c" in modifiers):
        bare = re.sub("[mc]", "", modifiers)
        return bare.replace("i", "im", 1)
    return modifiers


def _set_mobility(state: IniState, key: str, piece: str, color: str, value: str) -> None:
    kind = piece[0].lower() + piece[1:]
    if kind not in ALL_PIECES:
        raise _IniError(f"unknown key {quoted(key)}, no piece is called '{kind}'")
    # Nothing means no limit here.
    state.regions[kind, color] = "*" if value in ("", "-") else value.lower()
    state.written.add(f"{kind} {color}")


def _set_limits(state: IniState, value: str) -> None:
    for word in value.split():
        match = re.fullmatch(r"([a-zA-Z]):(\d{1,3})", word)
        kind = state.type_of(match[1].lower()) if match else None
        if match is None or kind is None:
            raise _IniError(
                f"key 'promotionLimit': found {quoted(word)}, expected letter:count as in q:1"
            )
        state.limits[kind] = int(match[2])


def _set_rule(state: IniState, key: str, value: str) -> None:
    name = _rule_keys()[key]
    read = _READERS.get(rule_types()[name], _text)(state, value, key)
    names: tuple[str, ...] = (name,)
    if name == "pawn_types":
        names = PAWN_SETS
    elif name in SHARED_REGIONS:
        names = (f"{name}_white", f"{name}_black")
    for each in names:
        state.rules[each] = read
        state.written.add(each)


def _boolean(_: IniState, value: str, key: str) -> bool:
    if value not in ("true", "false"):
        raise _IniError(f"key '{key}': found {quoted(value)}, expected true or false")
    return value == "true"


def _number(_: IniState, value: str, key: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", value):
        raise _IniError(f"key '{key}': found {quoted(value)}, expected a whole number")
    return int(value)


def _file(_: IniState, value: str, key: str) -> str:
    """A file by letter or by number, as a letter."""
    letter = value.lower()
    if re.fullmatch(r"[0-9]{1,2}", value):
        letter = chr(96 + int(value))
    if not re.fullmatch("[a-p]", letter):
        raise _IniError(f"key '{key}': found {quoted(value)}, expected a file, a to p or 1 to 16")
    return letter


def _region(_: IniState, value: str, __: str) -> str:
    return value.lower() or "-"


def _piece_set(state: IniState, value: str, key: str) -> tuple[str, ...]:
    letters = value.replace(" ", "").lower()
    if letters in ("", "-"):
        return ()
    return EVERY if letters == "*" else tuple(_type(state, letter, key) for letter in letters)


def _piece_type(state: IniState, value: str, key: str) -> str:
    return value if value == "*" else _type(state, value.lower(), key)


def _type(state: IniState, letter: str, key: str) -> str:
    kind = state.type_of(letter)
    if kind is None:
        raise _IniError(f"key '{key}': no piece has the letter {quoted(letter)}")
    return kind


def _text(_: IniState, value: str, __: str) -> str:
    return value


_READERS: Mapping[str, Callable[[IniState, str, str], Any]] = {
    "bool": _boolean,
    "int": _number,
    "Rank": _number,
    "File": _file,
    "Region": _region,
    "PieceSet": _piece_set,
    "PieceType": _piece_type,
}
