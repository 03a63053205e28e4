"""The games: built-in ones, a user's own files, compositions, and files of Fairy-Stockfish."""

from ferz.variants.builtin import builtin_names
from ferz.variants.chess960 import shuffled_start
from ferz.variants.compose import Modifier, modifier, modifier_names
from ferz.variants.info import Settings, VariantInfo, VariantWarning
from ferz.variants.loader import (
    find,
    fingerprint,
    load,
    loads,
    section_names,
    settings,
    variant_info,
)
from ferz.variants.writer import dumps

variant = load

__all__ = [
    "Modifier",
    "Settings",
    "VariantInfo",
    "VariantWarning",
    "builtin_names",
    "dumps",
    "find",
    "fingerprint",
    "load",
    "loads",
    "modifier",
    "modifier_names",
    "section_names",
    "settings",
    "shuffled_start",
    "variant",
    "variant_info",
]
