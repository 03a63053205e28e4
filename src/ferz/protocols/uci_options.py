"""The options of `ferz uci`: what they are called, what they may be, and how UCI writes them."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from ferz.levels import LEAST_ELO, MOST_ELO, MOST_SKILL
from ferz.protocols.session import most_hash_mb, most_threads, whole_number

Kind = Literal["spin", "check", "string", "combo", "button"]
Setting = int | bool | str


class Option(NamedTuple):
    """One option as UCI describes it."""

    name: str
    kind: Kind
    default: Setting = ""
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()

    def declaration(self) -> str:
        """The line that tells a program about it."""
        text = f"option name {self.name} type {self.kind}"
        if self.kind == "button":
            return text
        default = str(self.default).lower() if self.kind == "check" else str(self.default)
        text += f" default {default or '<empty>'}"
        if self.kind == "spin":
            text += f" min {self.least} max {self.most}"
        return text + "".join(f" var {choice}" for choice in self.choices)

    def read(self, text: str) -> Setting:
        """The setting that a text means. Raises `ValueError` if it means none."""
        where = f"option {self.name}"
        if self.kind == "spin":
            return whole_number(text, self.least, self.most, where)
        if self.kind == "check":
            if text.lower() not in ("true", "false"):
                raise ValueError(f"{where}: found '{text[:40]}', expected true or false")
            return text.lower() == "true"
        return "" if text == "<empty>" else text


def all_options(games: Iterable[str]) -> dict[str, Option]:
    """Every option by its name in lower case."""
    options = (
        Option("Threads", "spin", 1, 1, most_threads()),
        Option("Hash", "spin", 16, 1, most_hash_mb()),
        Option("Clear Hash", "button"),
        Option("Ponder", "check", False),
        Option("MultiPV", "spin", 1, 1, 500),
        Option("Skill Level", "spin", MOST_SKILL, 0, MOST_SKILL),
        Option("Move Overhead", "spin", 10, 0, 5_000),
        Option("UCI_Chess960", "check", False),
        Option("UCI_Variant", "combo", "chess", choices=tuple(games)),
        Option("UCI_AnalyseMode", "check", False),
        Option("UCI_LimitStrength", "check", False),
        Option("UCI_Elo", "spin", 1300, LEAST_ELO, MOST_ELO),
        Option("VariantPath", "string"),
        Option("TablePath", "string"),
    )
    return {option.name.lower(): option for option in options}


def split_setoption(rest: str) -> tuple[str, str]:
    """Name and value of `setoption name … value …`. Raises `ValueError` without a name."""
    words = rest.split()
    if not words or words[0] != "name":
        raise ValueError("setoption: no name, expected 'setoption name NAME value VALUE'")
    # A path may hold any spaces, so that the value is cut from the text and not from its words.
    _, _, named = rest.partition("name")
    name, _, value = named.strip().partition(" value ")
    if name.endswith(" value"):
        name = name.removesuffix(" value")
    return " ".join(name.split()), value.strip()
