"""The games on offer: built-in ones, compositions, and a user's own designs; never a file."""

import tomllib
import warnings
from functools import lru_cache

from ferz import Board, Variant, VariantError, VariantWarning, variants
from ferz.web.messages.views import Card
from ferz.web.store import Store
from ferz.web.views import piece_views

#: How a user's own game is asked for: this and the id of its design.
OWN = "own:"
#: The pieces that everybody knows; others make a game one of new pieces.
USUAL_MOVES = {"N", "B", "R", "Q", "K", "fmWfceF", "fmWfcF"}


class UnknownVariantError(ValueError):
    """A name that no game on offer has."""


class Catalogue:
    """Finds games by what the page calls them."""

    def __init__(self, store: Store) -> None:
        """The designs are those of the store."""
        self._store = store

    def load(self, spec: str, toml: str = "") -> Variant:
        """The rules of a game; `toml` is the text of one that a stored game brings along.

        Raises `UnknownVariantError`, or `VariantError` for modifiers that do not fit.
        """
        if toml or spec.startswith(OWN):
            return _compiled(toml or self.toml(spec))
        return _builtin(self.canonical(spec))

    @staticmethod
    def canonical(spec: str) -> str:
        """The one spelling of a built-in game or composition; modifiers in their order."""
        base, *modifiers = spec.split("+")
        # What is neither must not reach the loader, for which it might be the name of a file.
        known = variants.modifier_names()
        try:
            name = variants.find(base)
        except VariantError as error:
            raise UnknownVariantError(str(error)) from None
        for modifier in modifiers:
            if modifier.casefold() not in known:
                raise UnknownVariantError(
                    f"unknown modifier '{modifier[:40]}', expected one of {', '.join(known)}"
                )
        return "+".join([name, *sorted({modifier.casefold() for modifier in modifiers})])

    def toml(self, spec: str) -> str:
        """The text of a user's own game; empty for a built-in one."""
        if not spec.startswith(OWN):
            return ""
        row = self._store.design(spec.removeprefix(OWN))
        if row is None:
            raise UnknownVariantError("this game of your own is no longer there")
        return row.toml

    def fitting(self, spec: str) -> list[str]:
        """The modifiers that change a built-in game and that its rules allow."""
        if spec.startswith(OWN):
            return []
        base = self.canonical(spec).partition("+")[0]
        plain = _builtin(base).canonical
        found = []
        for name in variants.modifier_names():
            try:
                if _builtin(f"{base}+{name}").canonical != plain:
                    found.append(name)
            except VariantError:
                continue
        return found

    def cards(self) -> list[Card]:
        """All games on offer, a user's own first."""
        return [*self.own_cards(), *builtin_cards()]

    def own_cards(self) -> list[Card]:
        """A user's own games, the newest first; a text that no longer loads is left out."""
        cards = []
        for row in self._store.designs():
            try:
                variant = _compiled(row.toml)
            except ValueError:
                continue
            about = _description(row.toml)
            cards.append(_card(variant, OWN + row.id, row.name, about, is_own=True))
        return cards


@lru_cache(maxsize=1)
def builtin_cards() -> list[Card]:
    """The cards of the games that come with the package."""
    cards = []
    for name in variants.builtin_names():
        info = variants.variant_info(name)
        variant = _builtin(name)
        cards.append(_card(variant, name, variant.name, info.description, is_own=False))
    return cards


def _card(variant: Variant, spec: str, name: str, description: str, *, is_own: bool) -> Card:
    return Card(
        spec=spec,
        name=name,
        description=description,
        files=variant.files,
        ranks=variant.ranks,
        tags=_tags(variant),
        placement=Board(variant).board_fen,
        pieces=piece_views(variant),
        is_own=is_own,
    )


def _tags(variant: Variant) -> list[str]:
    """What is special about a game, read off its rules."""
    rules = variant.rules
    area = variant.files * variant.ranks
    facts = {
        "self_capture": rules.self_capture,
        "hands": variant.has_hands,
        "new_pieces": any(kind.move not in USUAL_MOVES for kind in variant.pieces),
        "one_file": variant.files == 1,
        "thin": 1 < variant.files <= 4 and variant.ranks >= variant.files * 3 // 2,
        "small": area <= 36,
        "large": area > 64,
        "must_capture": rules.must_capture,
        "race": rules.flag_region != "-" or bool(rules.flag_region_white),
        "checks_count": rules.check_counting,
        "extinction": rules.extinction_value != "none",
        "shuffled": variant.is_chess960,
        "no_king": not any(kind.royal for kind in variant.pieces),
    }
    return [tag for tag, is_so in facts.items() if is_so]


def _description(toml: str) -> str:
    """What the text of a game says for people."""
    found = tomllib.loads(toml).get("description", "")
    return found if isinstance(found, str) else ""


@lru_cache(maxsize=256)
def _builtin(spec: str) -> Variant:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", VariantWarning)
        return variants.load(spec)


@lru_cache(maxsize=256)
def _compiled(toml: str) -> Variant:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", VariantWarning)
        return variants.loads(toml, "own game")
