"""`EngineSpec`: one engine of a match, as a user describes it in a line of text.

`ferz,level=5,nodes=5000` is our own engine in the process of the game; any other command is a
program: `cmd=/usr/games/fairymax,proto=xboard,name=Fairy-Max`.
"""

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import PurePath
from typing import Any, Literal

from ferz.levels import FULL
from ferz.match.limits import Limits, TimeControl
from ferz.player import MOST_NUMBER
from ferz.protocols.client import ClientSettings
from ferz.variants.info import quoted, suggestion

#: The word that means our own engine.
OWN = "ferz"

#: Weights of our engine that are no file.
NAMED_WEIGHTS = ("tuned", "automatic")

Overruns = Literal["report", "lose"]


@dataclass(frozen=True)
class EngineSpec:
    """An engine of a match; without a command it is ours, in process.

    `limits` replace those of the match if there are any. `overruns` tells whether a move that took
    too long loses the game or is only reported; None leaves it to the match, except that our own
    engine always loses. `options` are the program's own; in process, arguments of `ferz.Engine`.
    The other fields are those of `ferz.protocols.client.ClientSettings` and of `Engine.play`.
    """

    name: str = OWN
    command: tuple[str, ...] = ()
    protocol: Literal["uci", "xboard"] = "uci"
    directory: str | None = None
    variant_name: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    threads: int | None = None
    hash_mb: int | None = None
    level: int | None = None
    strategy: str | None = None
    seed: int | None = None
    limits: Limits = field(default_factory=Limits)
    overruns: Overruns | None = None
    start_seconds: float = 10.0
    has_setboard: bool | None = None
    movetime: Literal["level", "st"] = "level"
    refill: int = 25

    def __post_init__(self) -> None:
        """Raises `ValueError` where the parts do not fit together."""
        if self.command and (self.level, self.strategy, self.seed) != (None, None, None):
            raise ValueError(
                f"{self.name}: level, strategy and seed are for '{OWN}' in process, "
                "expected options of the program"
            )
        if self.command and self.limits.cpu_time_ms is not None:
            raise ValueError(
                f"{self.name}: CPU time is measured in process only, expected another limit"
            )

    @property
    def is_own(self) -> bool:
        """Whether this is our engine in process."""
        return not self.command

    @property
    def has_own_limits(self) -> bool:
        """Whether it can do without any: a level below full strength looks only so far."""
        return self.is_own and self.level is not None and self.level < FULL

    @classmethod
    def parse(cls, text: str) -> "EngineSpec":
        """Read `KEY=VALUE` parts between commas; the first may be `ferz` or a command alone.

        Quotes keep a comma or a quote in a value. Raises `ValueError`.
        """
        values: dict[str, Any] = {"options": {}}
        limits: dict[str, Any] = {}
        keys: set[str] = set()
        for index, part in enumerate(_parts(text)):
            key, equals, value = part.partition("=")
            if not equals:
                if index:
                    raise ValueError(f"engine: found {quoted(part)}, expected KEY=VALUE")
                key, value = "cmd", part
            # The name of an option is its program's own.
            key = key.strip() if key.startswith("option.") else key.strip().replace("_", "-")
            if key in keys:
                raise ValueError(f"engine: found {quoted(key)} twice, expected it once")
            keys.add(key)
            if key.startswith("option."):
                values["options"][key[7:]] = value
            elif key in _LIMITS:
                name, read = _LIMITS[key]
                limits[name] = _value(key, value, read)
            else:
                name, read = _KEYS.get(key) or _unknown(key)
                values[name] = _value(key, value, read)
        return cls(**_completed(values), limits=Limits(**limits))

    def client_settings(self) -> ClientSettings:
        """How to start the program; only where this is not our own engine."""
        shared = {entry.name for entry in fields(ClientSettings)} & set(self.__dict__)
        return ClientSettings(**{name: getattr(self, name) for name in shared})

    def as_data(self) -> dict[str, Any]:
        """All that differs from the defaults, for JSON."""
        data = {
            entry.name: getattr(self, entry.name)
            for entry in fields(self)
            if getattr(self, entry.name) != getattr(_PLAIN, entry.name)
        }
        data["name"] = self.name
        if self.command:
            data["command"] = list(self.command)
        if self.options:
            data["options"] = dict(self.options)
        if self.limits:
            data["limits"] = self.limits.as_data()
        return data

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "EngineSpec":
        """What `as_data` gave."""
        values = dict(data)
        values["command"] = tuple(values.get("command", ()))
        values["limits"] = Limits.from_data(values.get("limits", {}))
        return cls(**values)


_PLAIN = EngineSpec()


def _parts(text: str) -> list[str]:
    words = shlex.shlex(text, posix=True)
    words.whitespace, words.whitespace_split, words.commenters = ",", True, ""
    try:
        parts = [part.strip() for part in words]
    except ValueError as error:
        raise ValueError(f"engine {quoted(text)}: found a quote that does not end") from error
    if not any(parts):
        raise ValueError(f"engine: found {quoted(text)}, expected '{OWN}' or a command")
    return [part for part in parts if part]


def _completed(values: dict[str, Any]) -> dict[str, Any]:
    """The command split into words, and a name taken from it where none is given."""
    command = values.get("command", OWN)
    if command == OWN:
        values["command"] = ()
        for key, name in (("proto", "protocol"), ("dir", "directory"), ("variant", "variant_name")):
            if name in values:
                raise ValueError(f"engine: found {key} with '{OWN}', expected it with a program")
        return values
    try:
        words = tuple(shlex.split(command))
    except ValueError:
        words = ()
    if not words:
        raise ValueError(f"engine: cmd {quoted(command)}, expected a program with its arguments")
    return {"name": PurePath(words[0]).name, **values, "command": words}


def _value(key: str, text: str, read: Callable[[str], Any]) -> Any:
    try:
        return read(text.strip())
    except ValueError as error:
        raise ValueError(f"engine: {key}: {str(error).removeprefix(f'{key}: ')}") from error


def _unknown(key: str) -> tuple[str, Callable[[str], Any]]:
    known = [*_KEYS, *_LIMITS, "option.NAME"]
    raise ValueError(f"engine: unknown key {quoted(key)}{suggestion(key, known)}")


def _integer(least: int, most: int = MOST_NUMBER) -> Callable[[str], int]:
    def read(text: str) -> int:
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdecimal() and len(digits) < 16):
            raise ValueError(f"found {quoted(text)}, expected a whole number")
        if int(text) < least:
            raise ValueError(f"found {text}, expected at least {least}")
        if int(text) > most:
            raise ValueError(f"found {text}, expected at most {most}")
        return int(text)

    return read


def _word(*allowed: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in allowed:
            raise ValueError(f"found {quoted(text)}, expected {' or '.join(allowed)}")
        return text

    return read


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e6:
        raise ValueError(f"found {quoted(text)}, expected seconds")
    return value


def _yes(text: str) -> bool:
    return _word("yes", "no")(text) == "yes"


_KEYS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "name": ("name", str),
    "cmd": ("command", str),
    "proto": ("protocol", _word("uci", "xboard")),
    "dir": ("directory", str),
    "variant": ("variant_name", str),
    "threads": ("threads", _integer(1)),
    "hash": ("hash_mb", _integer(1)),
    "level": ("level", _integer(1, FULL)),
    "strategy": ("strategy", _word("perfect", "aggressive", "cooperative")),
    "seed": ("seed", _integer(0)),
    "overruns": ("overruns", _word("report", "lose")),
    "start-seconds": ("start_seconds", _seconds),
    "setboard": ("has_setboard", _yes),
    "movetime": ("movetime", _word("level", "st")),
    "refill": ("refill", _integer(1)),
}

_LIMITS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "time-ms": ("time_ms", _integer(1)),
    "clock": ("clock", TimeControl.parse),
    "nodes": ("nodes", _integer(1)),
    "depth": ("depth", _integer(1)),
    "cpu-ms": ("cpu_time_ms", _integer(1)),
}

#: All keys of a description, but for `option.NAME`.
ENGINE_KEYS = (*_KEYS, *_LIMITS)
