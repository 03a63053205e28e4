"""What a section of variants.ini inherits and changes, and its translation into settings.

Fairy-Stockfish thinks in piece types where our files have letters: a set of pieces goes on meaning
the knight after `n` has become something else. It also counts regions in absolute squares, so that
what is inherited by a smaller board may lie outside of it.
"""

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ferz.variants.info import Game
from ferz.variants.ini_keys import CUSTOM_PIECES, PIECES, snake_case
from ferz.variants.reference import rule_defaults, rule_types

EVERY = ("*",)
# Sets that follow pawn_types in our rules; in the state each is spelled out, and pawn_types is not
# there, since Fairy-Stockfish has it only as a shorthand for these.
PAWN_SETS = ("promotion_pawn_types", "en_passant_types", "n_move_rule_types")
# Regions of both colors; in the state only those of each color alone are there.
SHARED_REGIONS = ("en_passant_region", "flag_region")
_OWN_RANKS = ("first", "second", "third")


@dataclass
class IniPiece:
    """A piece type in use."""

    name: str
    letter: str
    move: str


@dataclass
class IniState:
    """A variant in Fairy-Stockfish's terms. Piece sets are tuples of types, other rules as ours."""

    files: int
    ranks: int
    start: str
    pieces: dict[str, IniPiece]
    rules: dict[str, Any]
    regions: dict[tuple[str, str], str] = field(default_factory=dict)  # of (type, color)
    interface: dict[str, str | int] = field(default_factory=dict)
    limits: dict[str, int] = field(default_factory=dict)
    written: set[str] = field(default_factory=set)  # what the youngest section says itself

    def copy(self) -> "IniState":
        """A state that can be changed on its own."""
        return copy.deepcopy(self)

    def type_of(self, letter: str) -> str | None:
        """The piece type that has a letter."""
        return next((kind for kind, piece in self.pieces.items() if piece.letter == letter), None)

    def add_piece(self, kind: str, letter: str, move: str) -> None:
        """Give a type a letter; whatever had the letter is gone."""
        previous = self.type_of(letter)
        if previous is not None and previous != kind:
            self.remove_piece(previous)
        self.pieces[kind] = IniPiece(snake_case(kind), letter, move)

    def remove_piece(self, kind: str) -> None:
        """Take a type out of the game and out of the promotions."""
        self.pieces.pop(kind, None)
        promotions = self.rules["promotion_piece_types"]
        self.rules["promotion_piece_types"] = tuple(p for p in promotions if p != kind)


def base_state() -> IniState:
    """Where a section without parent starts: the rules of chess, and no pieces yet."""
    rules: dict[str, Any] = dict(rule_defaults())
    for name in ("pawn_types", *SHARED_REGIONS):
        del rules[name]
    for name, kind in rule_types().items():
        if kind == "PieceSet" and name in rules:
            rules[name] = EVERY if rules[name] == "*" else ()
    rules |= dict.fromkeys(PAWN_SETS, ("pawn",))
    rules |= {
        "castling": True,
        "castling_kingside_file": "g",
        "castling_king_file": "e",
        "castling_king_piece": "king",
        "castling_rook_pieces": ("rook",),
        "double_step": True,
        "double_step_region_white": "*2",
        "double_step_region_black": "*7",
        "en_passant_region_white": "*",
        "en_passant_region_black": "*",
        "flag_region_white": "-",
        "flag_region_black": "-",
        "promotion_piece_types": ("queen", "rook", "bishop", "knight"),
        "promotion_region_white": "*8",
        "promotion_region_black": "*1",
        "n_move_rule": 50,
        "n_fold_rule": 3,
    }
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    return IniState(8, 8, start, {}, rules)


def state_of(game: Game) -> IniState:
    """A built-in game in Fairy-Stockfish's terms."""
    settings = game.settings
    state = IniState(settings["files"], settings["ranks"], settings["start"], {}, {})
    for piece in settings["pieces"]:
        kind = _type_for(piece, state)
        name = piece["name"] if kind in CUSTOM_PIECES else snake_case(kind)
        state.pieces[kind] = IniPiece(name, piece["letter"], piece["move"])
        for color in ("white", "black"):
            if f"region_{color}" in piece:
                state.regions[kind, color] = piece[f"region_{color}"]
    state.rules = _spelled_out({**rule_defaults(), **settings["rules"]}, state)
    limits = str(state.rules.pop("promotion_limit", "")).split()
    state.limits = {state.type_of(word[0]) or "": int(word[2:]) for word in limits}
    state.interface = dict(game.info.interface)
    return state


def _type_for(piece: Mapping[str, Any], state: IniState) -> str:
    if piece.get("royal"):
        return "king"
    for kind, move in PIECES.items():
        if move == piece["move"] and kind not in state.pieces:
            return kind
    return next(kind for kind in CUSTOM_PIECES if kind not in state.pieces)


def _spelled_out(written: Mapping[str, Any], state: IniState) -> dict[str, Any]:
    """Our rules with nothing left to follow from others or from the board's size."""
    rules = dict(written)
    pawns = rules.pop("pawn_types")
    for name in PAWN_SETS:
        rules[name] = rules[name] or pawns
    for name in SHARED_REGIONS:
        shared = rules.pop(name)
        for color in ("white", "black"):
            rules[f"{name}_{color}"] = rules[f"{name}_{color}"] or shared
    for name, kind in rule_types().items():
        if kind == "PieceSet" and name in rules:
            rules[name] = _types(rules[name], state)
        elif kind == "Region" and name in rules:
            rules[name] = absolute_region(rules[name], name.endswith("_black"), state.ranks)
    # Without promotion a pawn stays on the last rank, which there is an optional one to nothing.
    if not rules["promotion_piece_types"]:
        rules["mandatory_pawn_promotion"] = False
    rules["castling_kingside_file"] = rules["castling_kingside_file"] or chr(95 + state.files)
    rules["castling_king_file"] = rules["castling_king_file"] or "e"
    for name in ("castling_king_piece", "flag_piece"):
        rules[name] = state.type_of(rules[name]) or rules[name]
    if not rules["castling_king_piece"]:
        rules["castling_king_piece"] = "king" if "king" in state.pieces else state.type_of("k")
    return rules


def _types(letters: str, state: IniState) -> tuple[str, ...]:
    if letters == "*":
        return EVERY
    found = (state.type_of(letter) for letter in letters)
    return tuple(kind for kind in found if kind is not None)


def absolute_region(region: str, is_black: bool, ranks: int) -> str:
    """A region without the words that depend on color and board: `last` is `*8`."""
    words = []
    for word in region.split():
        if word in _OWN_RANKS:
            rank = _OWN_RANKS.index(word) + 1
            word = f"*{ranks + 1 - rank if is_black else rank}"
        words.append({"last": f"*{1 if is_black else ranks}"}.get(word, word))
    return " ".join(words)
