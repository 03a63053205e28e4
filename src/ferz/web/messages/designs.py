"""Games of a user's own: what is designed, how it is judged, and where it is kept."""

from typing import Annotated, Literal

import msgspec

from ferz.web.messages.base import Data, FileText, Note, Request, Word
from ferz.web.messages.positions import Setup, SetupParts

Side16 = Annotated[int, msgspec.Meta(ge=1, le=16)]
#: One line of text.
Line = Annotated[str, msgspec.Meta(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*\Z")]
RuleValue = bool | int | str


class PieceDraft(Data):
    """A kind of piece as it is designed."""

    name: Line
    letter: Line
    #: In Betza's notation.
    move: Line
    royal: bool
    #: Where each side's may go; empty: everywhere.
    region_white: Line
    region_black: Line


class Design(Data):
    """A game as it is designed; it may still be wrong."""

    name: Line
    description: Note
    files: Side16
    ranks: Side16
    pieces: Annotated[list[PieceDraft], msgspec.Meta(max_length=64)]
    #: Only those that differ from their defaults.
    rules: dict[Line, RuleValue]
    start: Setup


class RuleView(Data):
    """A rule that a game can set."""

    key: str
    #: As in the reference: *bool*, *int*, *Rank*, *Region*, …
    kind: str
    default: RuleValue
    meaning: str
    #: Where it is listed: *captures*, *pawns*, *castling*, *checks*, *hands*, *ends*.
    group: str
    #: The words that it can be, or none where it is no word.
    options: list[str]


class EditDesign(Request, tag="edit_design"):
    """A game to start from: any that is on offer."""

    variant: Word


class ReadDesign(Request, tag="read_design"):
    """A game to start from, as the text of its file."""

    toml: FileText


class EditedDesign(Data):
    """What the designer begins with."""

    design: Design
    rules: list[RuleView]


class CheckDesign(Request, tag="check_design"):
    """Judge a game that is being designed."""

    design: Design


class DesignProblem(Data):
    """What is wrong with a design."""

    #: As in *name*, *size*, *start*, *pieces.2.move*, *rules.castling*; empty: the whole.
    field: str
    #: *library*: its own words follow.
    code: Literal[
        "library", "name_missing", "piece_name_missing", "piece_name_taken", "over_at_once"
    ]
    message: str = ""


class PieceSketch(Data):
    """How a piece of a design looks and moves."""

    #: The drawing of `Welcome.shapes`; empty: a disc with the letter.
    shape: str
    #: Its movement in words; empty where the notation is wrong.
    words: str
    #: From e5 of an empty board of nine by nine.
    targets: dict[str, Literal["m", "c", "mc"]]


class DesignCheck(Data):
    """A judged design; it can be played where there is no problem."""

    problems: list[DesignProblem]
    #: The library's own words about what is odd but not wrong.
    warnings: list[str]
    toml: str
    #: Equal for games that are played alike; empty for one that cannot be played.
    fingerprint: str
    sketches: list[PieceSketch]
    parts: SetupParts
    #: Of KQkq, the rights that the start position allows.
    rights: str


class SaveDesign(Request, tag="save_design"):
    """Keep a game as one's own; without `design_id` as a new one."""

    design: Design
    design_id: Word = ""


class SavedDesign(Data):
    """How a game of one's own is asked for."""

    design_id: str
    spec: str


class DeleteDesign(Request, tag="delete_design"):
    """Forget a game of one's own; games that were played with it keep its rules."""

    design_id: Word
