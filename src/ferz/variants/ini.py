"""Reads variants.ini files of the Fairy-Stockfish ecosystem: sections and their inheritance."""

import re
from dataclasses import dataclass, field, replace
from functools import cache

from ferz._core import VariantError
from ferz.variants.builtin import builtin_file, builtin_names, find_builtin
from ferz.variants.info import Game, quoted, suggestion
from ferz.variants.inherit import resolve
from ferz.variants.ini_section import apply_section
from ferz.variants.ini_settings import game_of, promotion_problem
from ferz.variants.ini_state import IniState, base_state, state_of

_MOST_LISTED = 20


@dataclass
class Section:
    """One `[name:parent]` of a file, as written."""

    name: str
    parent: str
    entries: dict[str, str] = field(default_factory=dict)
    complaints: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def section_names(text: str, source: str) -> tuple[str, ...]:
    """The games of a file, in its order."""
    return tuple(section.name for section in _sections(text, source))


def read_game(text: str, source: str, wanted: str | None = None) -> Game:
    """The game of one section; it need not be named where it is the only one.

    Only this section and its ancestors are judged: a file may hold games that we cannot play yet.
    """
    sections = _sections(text, source)
    if not sections:
        raise VariantError(f"{source}: no section, expected one like [mygame:chess]")
    names = [section.name for section in sections]
    if wanted is None and len(names) > 1:
        raise VariantError(
            f"{source}: has {len(names)} games, expected {source}:NAME, one of {_listed(names)}"
        )
    name = names[0] if wanted is None else wanted
    if name not in names:
        raise VariantError(f"{source}: no section {quoted(name)}{suggestion(name, names)}")
    family = _family(sections, names.index(name), source)
    complaints = [f"{source}: {line}" for member in family for line in member.complaints]
    state = _oldest(family[0].parent)
    for member in family:
        problems = apply_section(state, member.entries)
        complaints += [f"{source}: [{member.name}] {problem}" for problem in problems]
    problem = promotion_problem(state)
    if problem and not complaints:
        complaints.append(f"{source}: [{name}] {problem}")
    if complaints:
        raise VariantError("\n".join(complaints))
    warnings = tuple(warning for member in family for warning in member.warnings)
    return replace(game_of(state, source, name), warnings=warnings)


def _listed(names: list[str]) -> str:
    """The names for a message, not too many of them."""
    shown = ", ".join(quoted(name)[1:-1] for name in names[:_MOST_LISTED])
    return f"{shown}, …" if len(names) > _MOST_LISTED else shown


def _sections(text: str, source: str) -> list[Section]:
    sections: list[Section] = []
    names: set[str] = set()
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if not line or line[0] in "#;":
            continue
        header = re.match(r"\[([^\]:]*)(?::([^\]]*))?\]", line)
        if header:
            section = Section(header[1].strip(), (header[2] or "").strip())
            where = f"{source}: line {number}: "
            if not section.name:
                raise VariantError(f"{where}found {quoted(line)}, expected one like [mygame:chess]")
            if section.name in names:
                name = quoted(section.name)
                raise VariantError(f"{where}section {name} is there twice, expected once")
            names.add(section.name)
            sections.append(section)
        elif not sections:
            raise VariantError(f"{source}: line {number}: {quoted(line)}, expected a [section]")
        else:
            _add_line(sections[-1], line, number, source)
    return sections


def _add_line(section: Section, line: str, number: int, source: str) -> None:
    key, equals, value = (part.strip() for part in line.partition("="))
    if not equals or not key:
        section.complaints.append(f"line {number}: found {quoted(line)}, expected key = value")
        return
    if section.entries.get(key, value) != value:
        section.warnings.append(
            f"{source}: line {number}: key '{key}' is there twice, the last one counts"
        )
    section.entries[key] = value


def _family(sections: list[Section], index: int, source: str) -> list[Section]:
    """A section and the sections that it inherits from, the oldest first."""
    family = [sections[index]]
    while family[0].parent:
        parent = family[0].parent
        earlier = [place for place in range(index) if sections[place].name == parent]
        if not earlier:
            _check_builtin(sections, index, source)
            break
        index = earlier[-1]
        family.insert(0, sections[index])
    return family


def _check_builtin(sections: list[Section], index: int, source: str) -> None:
    section, parent = sections[index], sections[index].parent
    if find_builtin(parent):
        return
    where = f"{source}: [{section.name}] parent {quoted(parent)}"
    if any(other.name == parent for other in sections[index + 1 :]):
        raise VariantError(f"{where} comes later, expected before its heirs")
    known = [*builtin_names(), *(other.name for other in sections[:index])]
    raise VariantError(f"{where} is no built-in game and no section{suggestion(parent, known)}")


def _oldest(parent: str) -> IniState:
    """What the oldest section of a family starts from."""
    name = find_builtin(parent) if parent else None
    return base_state() if name is None else _builtin_state(name).copy()


@cache
def _builtin_state(name: str) -> IniState:
    return state_of(resolve(builtin_file(name), name))
