"""A piece's Betza notation in words, for readers; the core alone decides what it means."""

import re

_PART = re.compile(r"([a-z]*)([A-Z])(\2|\d+)?")

_LEAPS = {
    "D": "two squares straight",
    "N": "like a knight",
    "A": "two squares diagonally",
    "H": "three squares straight",
    "L": "three by one",
    "C": "three by one",
    "J": "three by two",
    "Z": "three by two",
    "G": "three squares diagonally",
}
_LINES = {
    "W": "straight",
    "R": "straight",
    "F": "diagonally",
    "B": "diagonally",
    "K": "in any direction",
    "Q": "in any direction",
}
_DIRECTIONS = {
    "f": "forward",
    "b": "backward",
    "l": "left",
    "r": "right",
    "v": "forward or backward",
    "s": "sideways",
    "h": "half",
}


def sentence(betza: str) -> str:
    """How a piece moves, as in `slides diagonally; leaps like a knight`."""
    parts = [_part(*match.groups(default="")) for match in _PART.finditer(betza)]
    return "; ".join(parts) or "never moves"


def _part(modifiers: str, atom: str, repeat: str) -> str:
    words = [_travel(modifiers, atom, repeat)]
    if "m" in modifiers and "c" not in modifiers:
        words.append("without capturing")
    if "c" in modifiers and "m" not in modifiers:
        words.append("only to capture")
    notes = [
        note
        for letter, note in (
            ("p", "over exactly one piece"),
            ("g", "to just behind the first piece"),
            ("n", "not over pieces"),
            ("e", "also en passant"),
            ("i", "from the double step region"),
        )
        if letter in modifiers
    ]
    return " ".join(words) + (f" ({', '.join(notes)})" if notes else "")


def _travel(modifiers: str, atom: str, repeat: str) -> str:
    verb = "hops" if set("pg") & set(modifiers) else None
    where = _where(modifiers, atom)
    is_endless = repeat in (atom, "0") or (atom in "RBQ" and not repeat)
    if atom in _LEAPS:
        again = "" if not repeat or repeat == "1" else ", again and again"
        again = f", up to {repeat} times" if again and not is_endless else again
        return f"{verb or 'leaps'} {_LEAPS[atom]}{where}{again}"
    line = _LINES[atom]
    if where and line == "straight":
        line = ""
    if is_endless:
        return f"{verb or 'slides'}{f' {line}' if line else ''}{where}"
    squares = "one square" if repeat in ("", "1") else f"up to {repeat} squares"
    verb = verb or ("steps" if repeat in ("", "1") else "slides")
    return f"{verb} {squares}{f' {line}' if line else ''}{where}"


def _where(modifiers: str, atom: str) -> str:
    """Directions: two letters are two ways for a straight atom, one way between for the others."""
    found = [_DIRECTIONS[letter] for letter in modifiers if letter in _DIRECTIONS]
    if len(found) == 2 and found[0] == found[1]:
        return f" far {found[0]}"
    joint = " or " if atom in "WRDH" else "-"
    return f" {joint.join(found)}" if found else ""
