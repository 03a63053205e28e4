"""`Board`, a position with its moves: the native board under the names that everybody knows.

Whatever is called in a loop (`push`, `pop`, `legal_moves`, `san`, …) is inherited from the native
class as it is, so that it runs at native speed; here are only the conveniences.
"""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Self

from ferz import _core
from ferz._core import Move, MoveError, Variant

if TYPE_CHECKING:
    from typing import Unpack

    from ferz.svg import Options

Color = bool
WHITE: Color = True
BLACK: Color = False

#: What a board is made for: the rules, a name or composition, or the path of a file.
VariantLike = Variant | str | os.PathLike[str]


def as_variant(variant: VariantLike) -> Variant:
    """The rules that are meant: themselves, or loaded by name or path."""
    if isinstance(variant, Variant):
        return variant
    from ferz import variants

    return variants.load(variant)


class Board(_core.Board):
    """A position of some game, with the moves that led to it.

    `Board()` is the start of chess, `Board("gothic")` of another game, `Board("gothic", fen)` any
    position. Raises `VariantError` for an unknown game and `FenError` for a bad position.
    """

    def __init__(self, variant: VariantLike = "chess", fen: str | None = None) -> None:
        """Set up a position; without `fen` the start of the game."""
        super().__init__(as_variant(variant), fen)

    @classmethod
    def _of(cls, board: _core.Board) -> Self:
        """A native board, with its moves, as one of this class."""
        made = cls.__new__(cls)
        _core.Board.__init__(made, board)
        return made

    @classmethod
    def from_compact(cls, text: str, variant: VariantLike) -> Self:  # type: ignore[override]
        """The position of a compact notation such as `bk,bn,br,x,x,wr,wn,wk:w`.

        Raises `FenError` where the text does not fit the board or the game has hands.
        """
        return cls._of(_core.Board.from_compact(as_variant(variant), text))

    @classmethod
    def from_chess960_pos(cls, number: int, variant: VariantLike = "chess960") -> Self:
        """The start of Chess960 by its number, 0 to 959; 518 is the usual array.

        Raises `FenError` for another number, `VariantError` for a game that has no such starts.
        """
        from ferz import variants

        rules = as_variant(variant)
        return cls(rules, variants.shuffled_start(rules, number=number))

    def copy(self) -> Self:
        """A board of its own with the same position and the same moves behind it."""
        return self._of(self)

    def __copy__(self) -> Self:
        """As `copy`."""
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """As `copy`; the rules are shared, since they never change."""
        return self.copy()

    def root(self) -> Self:
        """The position before the first move of `move_stack`."""
        board = self.copy()
        while board.ply:
            board.pop()
        return board

    def variation_san(self, moves: Iterable[Move | str]) -> str:
        """A line from here with move numbers, as in `4. Qh5 Nf6 5. Qxf7#`.

        Raises `MoveError` at the first move that is not legal.
        """
        board = self.copy()
        words = []
        for move in moves:
            if board.turn:
                words.append(f"{board.fullmove_number}.")
            elif not words:
                words.append(f"{board.fullmove_number}...")
            played = board.push(move)
            board.pop()
            words.append(board.san(played))
            board.push(played)
        return " ".join(words)

    def find_move(self, from_square: str, to_square: str, promotion: str | None = None) -> Move:
        """The legal move between two squares; without `promotion` the first one listed.

        Raises `MoveError` where there is none.
        """
        for move in self.legal_moves:
            if (move.from_square, move.to_square) == (from_square, to_square) and (
                promotion is None or move.promotion == promotion
            ):
                return move
        wanted = f"{from_square}{to_square}{promotion or ''}"
        raise MoveError(f"move '{wanted}': not legal, expected a move of '{self.fen}'")

    def is_into_check(self, move: Move) -> bool:
        """Whether the pieces can make a move that leaves their own king in check."""
        return self.is_pseudo_legal(move) and not self.is_legal(move)

    def has_castling_rights(self, color: Color) -> bool:
        """Whether a side may still castle, now or later."""
        return any(letter.isupper() == color for letter in self.castling if letter.isalpha())

    def color_at(self, square: str) -> Color | None:
        """The side of the piece on a square, or None."""
        piece = self.piece_at(square)
        return None if piece is None else piece.color

    def pieces(self, letter: str, color: Color) -> list[str]:
        """The squares on which a side has pieces of one letter, a1 first."""
        return [
            square
            for square, piece in self.piece_map().items()
            if piece.letter == letter.lower() and piece.color == color
        ]

    def svg(self, **options: "Unpack[Options]") -> str:
        """A picture as SVG text, with the last move and a check marked unless told otherwise.

        Takes the keyword arguments of `ferz.svg.board`.
        """
        from ferz import svg

        options.setdefault("lastmove", self.peek() if self.ply else None)
        options.setdefault("check", self.king(self.turn) if self.is_check else None)
        return svg.board(self, **options)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        """The game and the position."""
        return f"Board({self.variant.id!r}, {self.fen!r})"
