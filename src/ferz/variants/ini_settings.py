"""From a variant in Fairy-Stockfish's terms to our settings."""

import re
from typing import Any

from ferz import _core
from ferz.variants.info import Game, Settings, VariantInfo
from ferz.variants.ini_keys import CUSTOM_PIECES
from ferz.variants.ini_state import EVERY, PAWN_SETS, SHARED_REGIONS, IniState
from ferz.variants.reference import rule_defaults, rule_types


def game_of(state: IniState, source: str, name: str) -> Game:
    """The game that a state means."""
    rules = _rules(state)
    settings: Settings = {
        "source": source,
        "id": name,
        "name": name,
        "files": state.files,
        "ranks": state.ranks,
        "start": _complete_fen(state.start, has_castling=bool(rules.get("castling"))),
        "pieces": _pieces(state),
        "rules": rules,
    }
    return Game(VariantInfo(name, name, source, interface=state.interface), settings)


def promotion_problem(state: IniState) -> str | None:
    """What is wrong with the promotions: a pawn that must promote, and to nothing.

    There such a pawn may not step into the region at all; here it would step in and stay.
    """
    rules = _translated(state)
    has_pawns, has_promotions = (
        rules[name] != "-" for name in ("promotion_pawn_types", "promotion_piece_types")
    )
    if not has_pawns or has_promotions or not rules["mandatory_pawn_promotion"]:
        return None
    return "key 'promotionPieceTypes': found none, expected some, or mandatoryPawnPromotion = false"


def _pieces(state: IniState) -> list[dict[str, Any]]:
    pieces = []
    for kind, piece in state.pieces.items():
        entry = {"name": piece.name, "letter": piece.letter, "move": piece.move}
        pieces.append(entry | ({"royal": True} if kind == "king" else {}))
        for color in ("white", "black"):
            region = state.regions.get((kind, color), "*")
            if region != "*":
                clipped = f"{kind} {color}" not in state.written
                pieces[-1][f"region_{color}"] = _on_board(state, region) if clipped else region
    return pieces


def _rules(state: IniState) -> dict[str, bool | int | str]:
    """The rules that differ from our defaults. What is inherited but idle is left out."""
    rules = _translated(state)
    _drop_idle_castling(state, rules)
    _drop_idle_double_step(state, rules)
    idle_extinction = rules["extinction_value"] == "none" or rules["extinction_piece_types"] == "-"
    if idle_extinction and not state.written & {"extinction_value", "extinction_piece_types"}:
        rules = {name: rules[name] for name in rules if not name.startswith("extinction_")}
    if rules["promotion_pawn_types"] == "-":
        for name in ("piece_types", "region_white", "region_black"):
            del rules[f"promotion_{name}"]
    elif rules["promotion_piece_types"] == "-":
        del rules["mandatory_pawn_promotion"]
    rules["pawn_types"] = _pawn_types(state, rules)
    for name in PAWN_SETS:
        if rules[name] == rules["pawn_types"]:
            del rules[name]
    for name in SHARED_REGIONS:
        if rules[f"{name}_white"] == rules[f"{name}_black"]:
            rules[name] = rules.pop(f"{name}_white")
            del rules[f"{name}_black"]
    defaults = rule_defaults()
    return {name: value for name, value in rules.items() if value != defaults[name]}


def _translated(state: IniState) -> dict[str, Any]:
    rules: dict[str, Any] = {}
    for name, value in state.rules.items():
        kind = rule_types()[name]
        if kind == "PieceSet":
            # There the predefined pawn promotes and takes en passant whatever these sets say.
            if name in ("promotion_pawn_types", "en_passant_types") and "pawn" not in value:
                value += ("pawn",)
            rules[name] = _letters(state, value)
        elif kind == "PieceType" and value in state.pieces:
            rules[name] = state.pieces[value].letter
        elif kind == "Region" and name not in state.written:
            rules[name] = _on_board(state, value)
        else:
            rules[name] = value
    # A piece that is not in the game reaches no flag.
    if state.rules["flag_piece"] not in ("*", *state.pieces):
        rules |= {"flag_piece": "*", "flag_region_white": "-", "flag_region_black": "-"}
    limits = {kind: count for kind, count in state.limits.items() if count and kind in state.pieces}
    rules["promotion_limit"] = " ".join(
        f"{state.pieces[kind].letter}:{count}" for kind, count in limits.items()
    )
    return rules


def _letters(state: IniState, kinds: tuple[str, ...]) -> str:
    if EVERY[0] in kinds:
        return "*"
    return "".join(state.pieces[kind].letter for kind in kinds if kind in state.pieces) or "-"


def _on_board(state: IniState, region: str) -> str:
    """The words of an inherited region that lie on the board."""
    inside = [word for word in region.split() if _is_on_board(state, word)]
    return " ".join(inside) or "-"


def _is_on_board(state: IniState, word: str) -> bool:
    """Whether a word of a region names squares of the board; a word that is none is left in."""
    match = re.fullmatch(r"([a-z*])(\d+|\*)", word)
    if match is None:
        return word != "-"
    file, rank = match.groups()
    fits_file = file == "*" or ord(file) - 96 <= state.files
    return fits_file and (rank == "*" or int(rank) <= state.ranks)


def _drop_idle_castling(state: IniState, rules: dict[str, Any]) -> None:
    """Castling is on by default there, even where nobody could castle."""
    king = state.rules["castling_king_piece"]
    files = {rules["castling_kingside_file"], rules["castling_queenside_file"]}
    is_idle = (
        king not in state.pieces
        or rules["castling_rook_pieces"] == "-"
        or state.files < 4
        or any(ord(file) - 96 > state.files for file in files)
    )
    if is_idle and not any(name.startswith("castling") for name in state.written):
        rules["castling"] = False
    if not rules["castling"]:
        for name in [name for name in rules if name.startswith(("castling_", "chess960"))]:
            if name not in state.written:
                del rules[name]
    elif king == "king" or ("king" not in state.pieces and rules["castling_king_piece"] == "k"):
        del rules["castling_king_piece"]


def _drop_idle_double_step(state: IniState, rules: dict[str, Any]) -> None:
    regions = {rules["double_step_region_white"], rules["double_step_region_black"]}
    steps = "pawn" in state.pieces or any("i" in piece.move for piece in state.pieces.values())
    if "double_step" not in state.written and (regions == {"-"} or not steps):
        rules["double_step"] = False
    if not rules["double_step"]:
        del rules["double_step_region_white"], rules["double_step_region_black"]


def _pawn_types(state: IniState, rules: dict[str, Any]) -> str:
    """Which pieces step twice and are barred from the back ranks as pawns.

    There this is the predefined pawn alone. A custom pawn may be called one too where that changes
    nothing: no drops, and no double step that its own notation does not give it.
    """
    letters = ""
    for kind in state.rules["promotion_pawn_types"]:
        piece = state.pieces.get(kind)
        if piece is None or (kind in CUSTOM_PIECES and rules["piece_drops"]):
            continue
        if kind == "pawn" or not rules["double_step"] or not _steps_forward(piece.move):
            letters += piece.letter
    if "pawn" in state.pieces and state.pieces["pawn"].letter not in letters:
        letters += state.pieces["pawn"].letter
    return letters or "-"


def _steps_forward(move: str) -> bool:
    return "m" in _core.betza_targets(move, 3, 3, "b2").get("b3", "")


def _complete_fen(fen: str, *, has_castling: bool) -> str:
    """A position with all of its fields: there, those that say nothing may be left out."""
    board, *fields = fen.split() or [""]
    side = fields.pop(0) if fields[:1] in (["w"], ["b"]) else "w"
    is_count = re.compile(r"\+?\d+(\+\d+)?")
    castling = fields.pop(0) if fields and not is_count.fullmatch(fields[0]) else "-"
    en_passant = fields.pop(0) if fields and not is_count.fullmatch(fields[0]) else "-"
    clocks = fields + ["0", "1"][len([field for field in fields if field.isdigit()]) :]
    castling = castling if has_castling else "-"
    return " ".join([board.replace("[-]", "[]"), side, castling, en_passant, *clocks])
