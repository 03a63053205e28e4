"""What the page draws: games, positions, moves."""

from typing import Annotated, Literal

import msgspec

from ferz.web.messages.base import Data, Result, Side

Strategy = Literal["perfect", "aggressive", "cooperative"]
GameKind = Literal["game", "analysis", "challenge"]
MoveFlag = Literal["", "capture", "self", "castle", "en_passant"]


class PieceView(Data):
    """A kind of piece of a game."""

    letter: str
    name: str
    #: The drawing of `Welcome.shapes`; empty: a disc with the letter.
    shape: str
    move: str
    royal: bool


class VariantView(Data):
    """What there is to know about a game before a move is made."""

    spec: str
    name: str
    files: int
    ranks: int
    pieces: list[PieceView]
    has_hands: bool
    has_self_capture: bool
    is_chess960: bool
    start_fen: str


class Card(Data):
    """A game on offer."""

    spec: str
    name: str
    description: str
    files: int
    ranks: int
    #: What is special, as codes: *self_capture*, *hands*, *new_pieces*, *race*, …
    tags: list[str]
    #: The first field of the start position's FEN, for a small picture.
    placement: str
    pieces: list[PieceView]
    is_own: bool


class MoveView(Data, array_like=True):
    """A legal move: what to send, and what the board must know to let a hand make it."""

    uci: str
    #: Empty for a drop.
    origin: str
    target: str
    #: The letter of the piece that is dropped, or empty.
    drop: str
    #: The letter of the piece that a pawn becomes, or empty.
    promotion: str
    flag: MoveFlag
    #: Of a castling move: where the rook stands, which may be clicked, too.
    rook: str


class OutcomeView(Data):
    """How a game ended."""

    result: Result
    reason: str


class PositionView(Data):
    """A position with all that can be done in it."""

    node: int
    fen: str
    turn: Side
    #: The FEN letter on each square that is not empty, with `~` behind a promoted piece.
    pieces: dict[str, str]
    #: Letters and counts, White's and Black's.
    hands: tuple[dict[str, int], dict[str, int]]
    moves: list[MoveView]
    #: The squares of the last move, and of the king in check.
    last: list[str]
    check: str | None
    outcome: OutcomeView | None
    #: How often the position has occurred, this time included.
    repetitions: int
    #: Plies since the last capture, pawn move or drop.
    halfmove_clock: int
    fullmove_number: int
    #: Checks that each side still has to give, where they are counted.
    checks: tuple[int, int] | None


class NodeView(Data):
    """A move in the tree of a game; the root has none."""

    id: int
    parent: int | None
    uci: str
    san: str
    #: The letter of the piece that moves, upper case: for figurines.
    piece: str
    ply: int
    number: int
    turn: Side
    is_self_capture: bool
    comment: str
    nags: list[int]


class Player(Data):
    """Who plays a side."""

    kind: Literal["human", "engine"]
    #: 1 to 10; of a human without meaning.
    level: Annotated[int, msgspec.Meta(ge=1, le=10)]
    strategy: Strategy


class ClockView(Data):
    """The clocks at the moment of the message."""

    initial_ms: int
    increment_ms: int
    white_ms: int
    black_ms: int
    running: Side | None


class GameState(Data):
    """A game as it stands."""

    id: str
    kind: GameKind
    variant: VariantView
    white: Player
    black: Player
    clock: ClockView | None
    nodes: list[NodeView]
    #: Where the game stands; the moves beyond, up to the tip, can be played again.
    current: int
    tip: int
    position: PositionView
    result: Result
    reason: str
    is_thinking: bool
    can_take_back: bool
    start_fen: str
    title: str
    #: Seconds since 1970.
    modified: float
