"""What a variant file says beside its rules, and the shapes that this package shares."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

# What `_core.compile` takes: source, id, name, files, ranks, start, pieces and rules.
Settings = dict[str, Any]


class VariantWarning(UserWarning):
    """A variant loads, but something in it looks unintended."""


@dataclass(frozen=True)
class VariantInfo:
    """What a variant file says apart from the rules; no part of the fingerprint."""

    id: str
    name: str
    source: str
    description: str = ""
    aliases: tuple[str, ...] = ()
    interface: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True)
class Game:
    """A variant after inheritance and composition, not yet judged by the core.

    `complaints` are mistakes that do not keep the core from finding its own.
    """

    info: VariantInfo
    settings: Settings
    complaints: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def quoted(found: str) -> str:
    """A user's text for a message: in quotes, cut when long, without control characters."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in found[:40])
    return f"'{shown}…'" if len(found) > 40 else f"'{shown}'"


def suggestion(found: str, known: Iterable[str]) -> str:
    """The tail of a message about an unknown word: the known word it resembles, if any."""
    # Imported here: only a mistake needs it.
    import difflib

    by_folded: dict[str, str] = {}
    for word in known:
        by_folded.setdefault(word.casefold(), word)
    near = difflib.get_close_matches(found[:100].casefold(), by_folded, n=1)
    return f"; did you mean '{by_folded[near[0]]}'?" if near else ""
