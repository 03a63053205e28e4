"""The rules as the core declares them: defaults and types by name."""

from collections.abc import Mapping
from functools import cache

from ferz import _core


@cache
def rule_types() -> Mapping[str, str]:
    """The type of every rule, by name."""
    return {name: kind for name, kind, _, _ in _core.rules_reference()}


@cache
def rule_defaults() -> Mapping[str, bool | int | str]:
    """The default of every rule, with the type that variant files use."""
    defaults: dict[str, bool | int | str] = {}
    for name, kind, default, _ in _core.rules_reference():
        if kind == "bool":
            defaults[name] = default in (True, "true")
        else:
            defaults[name] = int(default) if kind in ("int", "Rank") else str(default)
    return defaults
