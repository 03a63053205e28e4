"""Writing a game as a TOML text that needs no other file."""

import json
import re
from collections.abc import Mapping

from ferz.variants.info import Settings, VariantInfo


def dumps(settings: Settings, info: VariantInfo | None = None) -> str:
    """A TOML text that loads to a game with the same fingerprint, start and name.

    `info` adds description, aliases and interface hints.
    """
    lines = [f"name = {_value(settings['name'])}"]
    if info and info.description:
        lines.append(f"description = {_value(info.description)}")
    if info and info.aliases:
        lines.append(f"aliases = [{', '.join(_value(alias) for alias in info.aliases)}]")
    lines += [f"{key} = {_value(settings[key])}" for key in ("files", "ranks", "start")]
    lines += ["", "[pieces]"]
    for piece in settings["pieces"]:
        fields = {key: value for key, value in piece.items() if key != "name"}
        inside = ", ".join(f"{_key(key)} = {_value(value)}" for key, value in fields.items())
        lines.append(f"{_key(piece['name'])} = {{ {inside} }}")
    lines += _table("rules", settings["rules"])
    lines += _table("interface", info.interface if info else {})
    return "\n".join(lines) + "\n"


def _table(name: str, entries: Mapping[str, bool | int | str]) -> list[str]:
    if not entries:
        return []
    return ["", f"[{name}]", *(f"{_key(key)} = {_value(entries[key])}" for key in entries)]


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _value(key)


def _value(value: bool | int | str) -> str:
    # The strings of JSON are strings of TOML, but for the DEL character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
