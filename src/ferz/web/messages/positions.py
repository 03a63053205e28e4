"""Positions that are being edited: they may be wrong, and are told in parts."""

from typing import Annotated

import msgspec

from ferz.web.messages.base import Data, Request, Side, Word
from ferz.web.messages.views import PositionView, VariantView

Square = Annotated[str, msgspec.Meta(pattern=r"^[a-p]([1-9]|1[0-6])\Z")]
#: A letter as in FEN, with `~` behind a promoted piece.
Symbol = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z]~?\Z")]
Letter = Annotated[str, msgspec.Meta(pattern=r"^[a-z]\Z")]
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
#: Never a blank: it would be the next field of the FEN.
Rights = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9]*\Z", max_length=20)]
#: A square, two where a pawn did not pass straight, or empty.
Passing = Annotated[str, msgspec.Meta(pattern=r"^([a-p][0-9]{1,2}){0,2}\Z")]


class Setup(Data):
    """A position in parts; what its game does not have is ignored."""

    pieces: dict[Square, Symbol]
    #: Letters and counts, White's and Black's.
    hands: tuple[dict[Letter, Count], dict[Letter, Count]]
    turn: Side
    castling: Rights
    en_passant: Passing
    halfmove_clock: int
    fullmove_number: int
    #: How many checks each side still has to give.
    checks: tuple[Count, Count]


class SetupParts(Data):
    """Which parts of a position a game has beside board and side to move."""

    hands: bool
    castling: bool
    #: Rights are written by letters of one's own choice, as Chess960 needs it.
    free_castling: bool
    en_passant: bool
    checks: bool


class ReadPosition(Request, tag="read_position"):
    """A position to edit, from FEN or compact notation; empty: the start of the game."""

    variant: Word
    text: Word = ""


class EditedPosition(Data):
    """What the editor begins with."""

    variant: VariantView
    parts: SetupParts
    setup: Setup


class CheckPosition(Request, tag="check_position"):
    """Judge a position that is being edited."""

    variant: Word
    setup: Setup


class PositionCheck(Data):
    """A judged position: `position` where the game allows it, else why not."""

    fen: str
    #: Empty where the game has no such notation.
    compact: str
    position: PositionView | None
    #: The library's own words, or empty.
    message: str
    #: Of KQkq, the rights that the pieces allow; others are left out of the FEN.
    rights: str
    #: The squares that a pawn can just have passed; another is left out of the FEN.
    passing: list[str]
