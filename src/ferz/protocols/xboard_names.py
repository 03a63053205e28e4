"""What XBoard calls our games: names that it knows itself, and names that it cannot mistake."""

import re

import ferz
from ferz import variants
from ferz.protocols.names import OWN_PREFIX

#: Names whose rules and start position XBoard has itself, and our game for each. A number of files
#: and ranks and a size of the hand before a name make another game of it.
KNOWN = {
    "normal": "chess",
    "nocastle": "chess+nocastle",
    "fischerandom": "chess960",
    "crazyhouse": "crazyhouse",
    "giveaway": "antichess",
    "3check": "3check",
    "shatranj": "shatranj",
    "gothic": "gothic",
    "capablanca": "capablanca",
    "caparandom": "capablanca+960",
    "janus": "janus",
    "knightmate": "knightmate",
    "berolina": "berolina",
    "grand": "grand",
    "10x8+7_capablanca": "capahouse",
    "10x8+7_gothic": "gothic+hands",
}
#: Games that XBoard 4.9 cannot show: it counts no rank 16, and White always begins.
LEFT_OUT = ("caravan", "thin-3x8")
#: XBoard finds these words anywhere in a name ...
_ANYWHERE = re.compile(
    "normal|wildcastle|nocastle|fischerandom|bughouse|crazyhouse|losers|suicide|giveaway|twokings"
    r"|kriegspiel|atomic|3check|shatranj|wild|frc|960|w[ (/]*\d"
)
#: ... and these at its beginning, if no letter follows: `gothic-selfhouse` would be gothic.
_AHEAD = re.compile(
    "(?:shogi|chu|courier|gothic|capablanca|knightmate|fairy|cylinder|falcon|caparandom|berolina"
    "|janus|super|great|twilight|makruk|seirawan|grand|spartan|xiangqi|asean|lion|elven|unknown)"
    "(?![a-z])"
)
_SIZE = re.compile(r"(\d{1,2})x(\d{1,2})(?:\+(\d{1,3}))?_(?!\d+x\d)(.+)")


def is_mistaken(name: str) -> bool:
    """Whether XBoard would take a name for that of a game of its own."""
    name = name.casefold()
    return bool(_ANYWHERE.search(name) or _AHEAD.match(name))


def announced_name(game: str) -> str:
    """The name by which a game of ours is offered beside those that XBoard knows."""
    return f"{OWN_PREFIX}{game}" if is_mistaken(game) else game


def announced_names(extra: tuple[str, ...] = ()) -> list[str]:
    """All names for the feature `variants`; the first is what a bare start plays."""
    # Under names of XBoard's own that nobody would miss theirs for.
    taken = {*KNOWN, *LEFT_OUT, KNOWN["normal"], KNOWN["fischerandom"]}
    own = [name for name in variants.builtin_names() if name not in taken]
    return [*KNOWN, *(announced_name(game) for game in [*own, *extra])]


def find_game(name: str) -> tuple[str, bool]:
    """Our game for what XBoard calls it, and whether XBoard knows that game itself.

    Raises `VariantError` for a name that we do not know, or a board that is not the game's.
    """
    if name in KNOWN:
        return KNOWN[name], True
    match = _SIZE.fullmatch(name)
    if match is None:
        return name.removeprefix(OWN_PREFIX), False
    files, ranks, hand, base = match.groups()
    game, is_known = find_game(base)
    variant = ferz.variant(game)
    if hand not in (None, "0") and not variant.has_hands:
        game, is_known = f"{game}+hands", False
    if (int(files), int(ranks)) != (variant.files, variant.ranks):
        raise ferz.VariantError(
            f"variant: found a board of {files}x{ranks}, expected {variant.files}x{variant.ranks}"
        )
    return game, is_known
