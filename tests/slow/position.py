"""Positions of the slow generator."""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from slow.game import Game, Square

if TYPE_CHECKING:
    from slow.moves import Move


@dataclass(frozen=True)
class Piece:
    """A man on the board."""

    letter: str
    white: bool
    promoted: bool = False

    def symbol(self) -> str:
        """Its letter as FEN writes it."""
        return self.letter.upper() if self.white else self.letter


@dataclass(frozen=True)
class Right:
    """One castling right: whose, and where king and rook stand."""

    white: bool
    king: Square
    rook: Square


@dataclass
class Position:
    """All that FEN says. `passed` maps a square to the pawn that can be taken by going there.

    `known_moves` are the legal moves once somebody asked; nobody may change the board after that.
    """

    game: Game
    board: dict[Square, Piece] = field(default_factory=dict)
    hands: dict[bool, Counter[str]] = field(
        default_factory=lambda: {True: Counter(), False: Counter()}
    )
    white_to_move: bool = True
    rights: frozenset[Right] = frozenset()
    passed: dict[Square, Square] = field(default_factory=dict)
    checks: dict[bool, int] = field(default_factory=dict)
    halfmoves: int = 0
    number: int = 1
    known_moves: "list[Move] | None" = None

    def copy(self) -> "Position":
        """An independent twin."""
        return replace(
            self,
            board=dict(self.board),
            hands={color: Counter(hand) for color, hand in self.hands.items()},
            passed=dict(self.passed),
            checks=dict(self.checks),
            known_moves=None,
        )

    def all_of(self, white: bool, letters: set[str] | str) -> list[Square]:
        """The squares of some pieces of one side."""
        return [s for s, p in self.board.items() if p.white == white and p.letter in letters]
