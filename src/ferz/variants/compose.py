"""Composition: `game+modifier+modifier` lays the rules of modifiers over a game."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from ferz import _core
from ferz._core import VariantError
from ferz.variants.files import read_text
from ferz.variants.info import Game, Settings, quoted, suggestion
from ferz.variants.reference import rule_defaults
from ferz.variants.schema import Complaints, parse_toml, rule_values, typed

FOLDER = Path(__file__).parent / "modifiers"
MODIFIER_KEYS: Mapping[str, type] = {
    "name": str,
    "description": str,
    "unchanged": str,
    "start_castling": str,
    "rules": dict,
    "needs": dict,
}


@dataclass(frozen=True)
class Modifier:
    """Rules to lay over a game. In the messages `{game}` stands for the game's id."""

    id: str
    name: str
    description: str
    unchanged: str  # the message where the modifier would change nothing
    rules: Mapping[str, bool | int | str]
    needs: Mapping[str, Mapping[str, Any]]  # by rule: the value the game must have, and a message
    start_castling: str | None = None


@cache
def modifier_names() -> tuple[str, ...]:
    """The names of all modifiers, in alphabetical order."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def modifier(name: str) -> Modifier:
    """The modifier of that name."""
    source = f"modifiers/{name}.toml"
    complaints = Complaints(source)
    table = parse_toml(read_text(FOLDER / f"{name}.toml"), source)
    values = typed(table, MODIFIER_KEYS, complaints)
    rules = rule_values(values.pop("rules"), complaints)
    assert not complaints.lines, complaints.lines
    return Modifier(id=name, rules=rules, needs=values.pop("needs", {}), **values)


def compose(game: Game, names: Sequence[str]) -> Game:
    """The game with modifiers laid over it, in any order; all complaints in one VariantError."""
    spec = "+".join([game.info.id, *names])
    modifiers = _find(spec, names)
    complaints = _misfits(game, modifiers) or _contradictions(modifiers)
    if not complaints:
        complaints = _idle(game, modifiers)
    if complaints:
        raise VariantError("\n".join(f"{spec}: {complaint}" for complaint in complaints))
    settings = _overlaid(game.settings, modifiers)
    settings["id"] = settings["source"] = spec
    settings["name"] = " + ".join([game.info.name, *(each.name for each in modifiers)])
    info = replace(game.info, id=spec, source=spec, name=settings["name"], aliases=())
    return replace(game, info=info, settings=settings)


def _find(spec: str, names: Sequence[str]) -> list[Modifier]:
    complaints = []
    counts = Counter(names)
    for name in counts:
        if name not in modifier_names():
            hint = suggestion(name, modifier_names())
            known = "" if hint else f", expected one of {', '.join(modifier_names())}"
            complaints.append(f"{spec}: unknown modifier {quoted(name)}{hint}{known}")
        elif counts[name] > 1:
            complaints.append(f"{spec}: modifier '{name}' is there twice")
    if complaints:
        raise VariantError("\n".join(complaints))
    return [modifier(name) for name in names]


def _misfits(game: Game, modifiers: Sequence[Modifier]) -> list[str]:
    """Modifiers that need a rule which the game does not have."""
    defaults = rule_defaults()
    return [
        need["message"].format(game=game.info.id)
        for each in modifiers
        for rule, need in each.needs.items()
        if game.settings["rules"].get(rule, defaults[rule]) != need["value"]
    ]


def _contradictions(modifiers: Sequence[Modifier]) -> list[str]:
    """Pairs of modifiers that set one rule differently."""
    complaints = []
    for index, first in enumerate(modifiers):
        for second in modifiers[index + 1 :]:
            for rule in first.rules.keys() & second.rules.keys():
                if first.rules[rule] != second.rules[rule]:
                    complaints.append(
                        f"'{first.id}' and '{second.id}' do not go together, "
                        f"they set '{rule}' differently"
                    )
    return sorted(complaints)


def _idle(game: Game, modifiers: Sequence[Modifier]) -> list[str]:
    """Modifiers without which the game would be the same."""
    whole = _core.compile(_overlaid(game.settings, modifiers)).canonical
    complaints = []
    for each in modifiers:
        others = [other for other in modifiers if other is not each]
        if _core.compile(_overlaid(game.settings, others)).canonical == whole:
            complaints.append(each.unchanged.format(game=game.info.id))
    return complaints


def _overlaid(settings: Settings, modifiers: Sequence[Modifier]) -> Settings:
    overlaid = {**settings, "rules": dict(settings["rules"])}
    for each in modifiers:
        overlaid["rules"].update(each.rules)
        fields = overlaid["start"].split()
        if each.start_castling is not None and len(fields) > 2:
            overlaid["start"] = " ".join([*fields[:2], each.start_castling, *fields[3:]])
    return overlaid
