"""Games as they are designed: from parts to a text that the library judges, and back."""

import re
import tomllib
import warnings
from collections import Counter
from functools import cache

import msgspec

import ferz
from ferz import Board, FenError, Variant, VariantError, VariantWarning, variants
from ferz.movement import sentence
from ferz.variants import Settings, VariantInfo
from ferz.variants.reference import rule_defaults
from ferz.web import positions
from ferz.web.messages.designs import (
    Design,
    DesignCheck,
    DesignProblem,
    PieceDraft,
    PieceSketch,
    RuleView,
)
from ferz.web.messages.positions import Setup, SetupParts
from ferz.web.views import piece_views

#: What messages call the text that is judged.
SOURCE = "game"
#: The groups of the reference, each by the first rule that belongs to it.
_FIRST_OF_GROUP = {
    "self_capture": "captures",
    "pawn_types": "pawns",
    "castling": "castling",
    "checking": "checks",
    "piece_drops": "hands",
    "checkmate_value": "ends",
}
_SIZE = re.compile(r"(files|ranks|board): ")
_RULE = re.compile(r"rule '(\w+)'")


@cache
def rules() -> list[RuleView]:
    """Every rule that a game can set, in the order of the reference."""
    found = []
    group = ""
    words: dict[str, list[str]] = {}
    for key, kind, _, meaning in ferz.rules_reference():
        group = _FIRST_OF_GROUP.get(key, group)
        if kind not in words:
            words[kind] = _words(key)
        found.append(RuleView(key, kind, rule_defaults()[key], meaning, group, words[kind]))
    return found


def _words(key: str) -> list[str]:
    """The words that a rule can be: the library lists them when it is given another."""
    if not isinstance(rule_defaults()[key], str):
        return []
    try:
        _load(variants.dumps({**variants.settings("octopawn"), "rules": {key: "?"}}))
    except VariantError as error:
        listed = re.search(rf"rule '{key}': found '\?', expected one of (.+)", str(error))
        return listed[1].split(", ") if listed else []
    return []


# From a game to its design


def design_of(variant: Variant, description: str) -> Design:
    """The parts of a game that loads."""
    defaults = rule_defaults()
    settings: Settings = dict(variant.settings)
    return Design(
        name=variant.name[:200],
        description=description,
        files=variant.files,
        ranks=variant.ranks,
        pieces=[_draft(piece) for piece in settings["pieces"]],
        rules={key: value for key, value in settings["rules"].items() if value != defaults[key]},
        start=positions.setup_of(Board(variant)),
    )


def _draft(piece: Settings) -> PieceDraft:
    def region(key: str) -> str:
        return "" if piece.get(key) == "*" else str(piece.get(key, ""))

    return PieceDraft(
        name=piece["name"],
        letter=piece["letter"],
        move=piece["move"],
        royal=piece.get("royal", False),
        region_white=region("region_white"),
        region_black=region("region_black"),
    )


def read(toml: str) -> Design:
    """The design of a text. Raises `VariantError` with every complaint about it."""
    try:
        variant = _load(toml)
    except VariantError as error:
        lines = [_bare(line) for line in str(error).splitlines()]
        raise VariantError("\n".join(lines)) from None
    # The text has loaded: it is TOML, and a description is a text.
    described = tomllib.loads(toml).get("description", "")
    return design_of(variant, " ".join(described.split()))


def _load(toml: str) -> Variant:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", VariantWarning)
        return variants.loads(toml, SOURCE)


# From a design to its game


def check(design: Design) -> DesignCheck:
    """Judge a design: everything that is wrong with it, and how its pieces look and move."""
    parts = _parts(design)
    problems = _name_problems(design)
    named = _with_own_names(design)
    rights = _possible_rights(named, parts)
    toml = _toml(named, parts, rights)
    fingerprint = ""
    notes: list[str] = []
    try:
        variant = _load(toml)
        fingerprint, notes = variants.fingerprint(variant), variant.warnings
        if Board(variant).outcome is not None:
            problems.append(DesignProblem("start", "over_at_once"))
    except VariantError as error:
        problems += [_problem(named, _bare(line)) for line in str(error).splitlines()]
    return DesignCheck(
        problems=problems,
        warnings=[_bare(note) for note in notes],
        toml=toml,
        fingerprint=fingerprint,
        sketches=_sketches(named),
        parts=parts,
        rights=rights,
    )


def _parts(design: Design) -> SetupParts:
    rules_of = {**rule_defaults(), **design.rules}
    return SetupParts(
        hands=rules_of["piece_drops"] is True,
        castling=rules_of["castling"] is True,
        free_castling=rules_of["castling"] is True and rules_of["chess960"] is True,
        # No game starts with a pawn that has just moved.
        en_passant=False,
        checks=rules_of["check_counting"] is True,
    )


def _name_problems(design: Design) -> list[DesignProblem]:
    problems = [] if design.name.strip() else [DesignProblem("name", "name_missing")]
    counts = Counter(piece.name for piece in design.pieces)
    for index, piece in enumerate(design.pieces):
        field = f"pieces.{index}.name"
        if not piece.name.strip():
            problems.append(DesignProblem(field, "piece_name_missing"))
        elif counts[piece.name] > 1:
            problems.append(DesignProblem(field, "piece_name_taken"))
    return problems


def _with_own_names(design: Design) -> Design:
    """The design with a name for each piece by which it is known from all others."""
    counts = Counter(piece.name for piece in design.pieces)
    pieces = [
        piece
        if piece.name.strip() and counts[piece.name] == 1
        else msgspec.structs.replace(piece, name=f"{piece.name or 'piece'} #{index + 1}")
        for index, piece in enumerate(design.pieces)
    ]
    return msgspec.structs.replace(design, pieces=pieces)


def _toml(design: Design, parts: SetupParts, rights: str) -> str:
    castling = design.start.castling
    if not parts.free_castling:
        castling = positions.common_rights(castling, rights)
    start = msgspec.structs.replace(design.start, castling=castling)
    settings: Settings = {
        "name": design.name,
        "files": design.files,
        "ranks": design.ranks,
        "start": positions.compose(start, design.files, design.ranks, parts),
        "pieces": [_piece_settings(piece) for piece in design.pieces],
        "rules": design.rules,
    }
    return variants.dumps(settings, VariantInfo("", design.name, SOURCE, design.description))


def _piece_settings(piece: PieceDraft) -> Settings:
    settings: Settings = {"name": piece.name, "letter": piece.letter, "move": piece.move}
    if piece.royal:
        settings["royal"] = True
    for key in ("region_white", "region_black"):
        if getattr(piece, key):
            settings[key] = getattr(piece, key)
    return settings


def _possible_rights(design: Design, parts: SetupParts) -> str:
    """The castling rights that the start position allows; all where nothing can be said."""
    if not parts.castling or parts.free_castling:
        return positions.RIGHTS if parts.castling else ""
    try:
        variant = _load(_toml(design, parts, rights=""))
    except VariantError:
        return positions.RIGHTS

    def problem(setup: Setup) -> str:
        try:
            Board(variant, positions.compose(setup, design.files, design.ranks, parts))
        except FenError as error:
            return str(error)
        return ""

    return positions.possible_rights(design.start, parts, problem)


def _bare(line: str) -> str:
    return line.removeprefix(f"{SOURCE}: ")


def _problem(design: Design, line: str) -> DesignProblem:
    """A complaint of the library with the field that it is about."""
    return DesignProblem(_field(design, line), "library", line)


def _field(design: Design, line: str) -> str:
    for index, piece in enumerate(design.pieces):
        where = f"piece '{piece.name}': "
        if line.startswith(where):
            word = re.match(r"(?:letter|move|region_white|region_black)\b", line[len(where) :])
            is_royal = line[len(where) :].startswith("a second royal kind")
            return f"pieces.{index}.{word[0] if word else 'royal' if is_royal else 'name'}"
    if rule := _RULE.match(line):
        return f"rules.{rule[1]}"
    if _SIZE.match(line):
        return "size"
    return next((word for word in ("start", "pieces") if line.startswith(f"{word}: ")), "")


# How pieces look and move


def _sketches(design: Design) -> list[PieceSketch]:
    shapes = _shapes(design)
    return [_sketch(piece, shapes.get(piece.letter, "")) for piece in design.pieces]


def _sketch(piece: PieceDraft, shape: str) -> PieceSketch:
    try:
        targets = ferz.betza_targets(piece.move, 9, 9, "e5")
        return msgspec.convert(
            {"shape": shape, "words": sentence(piece.move), "targets": targets}, PieceSketch
        )
    except VariantError:
        return PieceSketch(shape, "", {})


def _shapes(design: Design) -> dict[str, str]:
    """The drawings of the pieces that are right by themselves, on a board of their own."""
    pieces: dict[str, PieceDraft] = {}
    for piece in design.pieces:
        has_royal = any(other.royal for other in pieces.values())
        if _moves_well(piece) and not (piece.royal and has_royal):
            plain = msgspec.structs.replace(piece, region_white="", region_black="")
            pieces.setdefault(piece.letter, plain)
    settings: Settings = {
        "name": design.name,
        "files": 2,
        "ranks": 1,
        "start": "2 w - - 0 1",
        "pieces": [_piece_settings(piece) for piece in pieces.values()],
        "rules": {},
    }
    try:
        return {view.letter: view.shape for view in piece_views(_load(variants.dumps(settings)))}
    except VariantError:
        return {}


def _moves_well(piece: PieceDraft) -> bool:
    try:
        ferz.betza_targets(piece.move, 2, 1, "a1")
    except VariantError:
        return False
    return re.fullmatch("[a-z]", piece.letter) is not None
