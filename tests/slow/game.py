"""A game as the slow generator sees it: board, pieces and rules read from the settings."""

from typing import Any

from slow.betza import Step, read_betza

Square = tuple[int, int]

DEFAULTS: dict[str, bool | int | str] = {
    "self_capture": False,
    "self_capture_types": "*",
    "must_capture": False,
    "pawn_types": "p",
    "promotion_pawn_types": "",
    "promotion_piece_types": "-",
    "promotion_region_white": "last",
    "promotion_region_black": "last",
    "mandatory_pawn_promotion": True,
    "promotion_limit": "",
    "immobility_illegal": False,
    "double_step": False,
    "double_step_region_white": "second",
    "double_step_region_black": "second",
    "en_passant_region": "*",
    "en_passant_region_white": "",
    "en_passant_region_black": "",
    "en_passant_types": "",
    "castling": False,
    "chess960": False,
    "castling_dropped_piece": False,
    "castling_kingside_file": "",
    "castling_queenside_file": "c",
    "castling_rank": 1,
    "castling_king_file": "",
    "castling_king_piece": "",
    "castling_rook_pieces": "r",
    "checking": True,
    "drop_checks": True,
    "makpong_rule": False,
    "piece_drops": False,
    "captures_to_hand": False,
    "hand_takes": "enemy",
    "capture_to_hand_side": "us",
    "drop_loop": False,
    "first_rank_pawn_drops": False,
    "promotion_zone_pawn_drops": False,
    "drop_region_white": "*",
    "drop_region_black": "*",
    "checkmate_value": "loss",
    "stalemate_value": "draw",
    "stalemate_piece_count": False,
    "n_move_rule": 0,
    "n_move_rule_types": "",
    "n_fold_rule": 0,
    "n_fold_value": "draw",
    "extinction_value": "none",
    "extinction_piece_types": "-",
    "extinction_piece_count": 0,
    "extinction_opponent_piece_count": 0,
    "extinction_claim": False,
    "flag_piece": "*",
    "flag_region": "-",
    "flag_region_white": "",
    "flag_region_black": "",
    "flag_move": False,
    "check_counting": False,
}


class Game:
    """The rules of one game; every color argument is True for White."""

    def __init__(self, settings: dict[str, Any]) -> None:
        """Read the settings, which are trusted to be well formed."""
        self.files: int = settings["files"]
        self.ranks: int = settings["ranks"]
        self.start: str = settings["start"]
        self.rules: dict[str, Any] = {**DEFAULTS, **settings["rules"]}
        unknown = self.rules.keys() - DEFAULTS.keys()
        assert not unknown, f"rules that the slow generator does not know: {unknown}"
        self.pieces = {piece["letter"]: piece for piece in settings["pieces"]}
        self.letters = set(self.pieces)
        self.royals = {letter for letter, piece in self.pieces.items() if piece.get("royal")}
        self.betza = {letter: piece["move"] for letter, piece in self.pieces.items()}
        self._steps = {
            (letter, white): [_seen_by(step, white) for step in read_betza(move)]
            for letter, move in self.betza.items()
            for white in (True, False)
        }
        self._regions: dict[tuple[str, bool], set[Square]] = {}
        self._piece_regions = {
            (letter, white): self.region(piece.get(f"region_{_color(white)}", "*"), white)
            for letter, piece in self.pieces.items()
            for white in (True, False)
        }

    def steps(self, letter: str, white: bool) -> list[Step]:
        """How a piece goes."""
        return self._steps[letter, white]

    def is_on_board(self, square: Square) -> bool:
        """Is this a square at all?"""
        return 0 <= square[0] < self.files and 0 <= square[1] < self.ranks

    def piece_region(self, letter: str, white: bool) -> set[Square]:
        """Where a piece may be."""
        return self._piece_regions[letter, white]

    def kinds(self, rule: str, fallback: str = "") -> set[str]:
        """Read a piece set; an empty one follows another rule."""
        text = self.rules[rule] or (self.rules[fallback] if fallback else "")
        if text == "*":
            return set(self.letters)
        return set(text) - {"-"}

    def rule_region(self, rule: str, white: bool, fallback: str = "") -> set[Square]:
        """Read a region of a rule that has one for each color."""
        text = self.rules[f"{rule}_{_color(white)}"] or (self.rules[fallback] if fallback else "-")
        if (text, white) not in self._regions:
            self._regions[text, white] = self.region(text, white)
        return self._regions[text, white]

    def region(self, text: str, white: bool) -> set[Square]:
        """Read squares, ranks, files and the words first, second, third, last."""
        every = {(x, y) for x in range(self.files) for y in range(self.ranks)}
        found: set[Square] = set()
        for word in text.split():
            if word == "*":
                found |= every
            elif word in _RANK_WORDS:
                count = self.ranks - 1 if word == "last" else _RANK_WORDS.index(word)
                rank = count if white else self.ranks - 1 - count
                found |= {square for square in every if square[1] == rank}
            elif word[0] == "*":
                found |= {square for square in every if square[1] == int(word[1:]) - 1}
            elif word[-1] == "*":
                found |= {square for square in every if square[0] == ord(word[0]) - ord("a")}
            elif word != "-":
                found.add(square_of(word))
        return found & every

    def castling_rank(self, white: bool) -> int:
        """On which row a side castles."""
        rank = int(self.rules["castling_rank"])
        return rank - 1 if white else self.ranks - rank

    def castling_king(self) -> str:
        """The letter of the piece that castles."""
        return self.rules["castling_king_piece"] or next(iter(self.royals), "k")

    def castling_king_file(self) -> int:
        """The column of the king that castles where a side has several."""
        return ord(self.rules["castling_king_file"] or "e") - ord("a")

    def castling_target(self, kingside: bool) -> int:
        """The column on which the king lands."""
        if kingside:
            letter = self.rules["castling_kingside_file"]
            return ord(letter) - ord("a") if letter else self.files - 2
        return ord(self.rules["castling_queenside_file"]) - ord("a")

    def promotion_limit(self, letter: str) -> int | None:
        """How many of a piece there may be by promotion."""
        limits = dict(item.split(":") for item in self.rules["promotion_limit"].split())
        return int(limits[letter]) if letter in limits else None


_RANK_WORDS = ["first", "second", "third", "last"]


def _color(white: bool) -> str:
    return "white" if white else "black"


def _seen_by(step: Step, white: bool) -> Step:
    turned = {**step.__dict__, "dx": -step.dx, "dy": -step.dy}
    return step if white else Step(**turned)


def square_of(name: str) -> Square:
    """Read a square such as e4 or p16."""
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def name_of(square: Square) -> str:
    """Write a square."""
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"
