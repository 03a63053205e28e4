"""`Board`, a position with its moves: the native board under the names that everybody knows.

Whatever is called in a loop (`push`, `pop`, `legal_moves`, `san`, …) is inherited from the native
class as it is, so that it runs at native speed; here are only the conveniences.
"""

import os
import re
from collections.abc import Callable, Iterable
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


def read_position(variant: VariantLike, position: str | None) -> "Board":
    """A board from a FEN or a compact notation, whichever the text is; None: the start."""
    if position and "," in position:
        return Board.from_compact(position, variant)
    return Board(variant, position or None)


def restored(cls: "type[Board]", variant: Variant, fen: str, moves: list[str]) -> "Board":
    """The board that pickle stored: its first position, and the moves from there."""
    board = cls._of(_core.Board(variant, fen))
    for move in moves:
        board.push_uci(move)
    return board


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

    def __reduce__(
        self,
    ) -> tuple[Callable[..., "Board"], tuple["type[Board]", Variant, str, list[str]]]:
        """What pickle stores: rules, first position and moves, so that repetitions are known."""
        moves = [move.uci() for move in self.move_stack]
        return restored, (type(self), self.variant, self.root().fen, moves)

    def mirror(self) -> Self:
        """The position with the colors exchanged and the board turned top to bottom; no moves.

        Raises `ValueError` for a game whose rules are not alike for both sides.
        """
        from ferz.mirror import mirrored_fen

        return self._of(_core.Board(self.variant, mirrored_fen(self)))

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

    def lan(self, move: Move) -> str:
        """A legal move in long algebraic notation, as in `Ng1-f3` or `e7xd8=Q+`.

        Raises `MoveError` if it is illegal.
        """
        san = self.san(move)
        if move.from_square is None or san.startswith("O-O"):
            return san
        piece = san[0] if san[0].isupper() else ""
        tail = re.search(r"(=[A-Z])?[+#]?$", san)
        assert tail is not None
        return f"{piece}{move.from_square}{'x' if 'x' in san else '-'}{move.to_square}{tail[0]}"

    def epd(self) -> str:
        """The FEN without its two clocks."""
        return self.fen.rsplit(" ", 2)[0]

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

    def is_zeroing(self, move: Move | str) -> bool:
        """Whether a legal move starts the count of `halfmove_clock` again.

        Raises `MoveError` if it is illegal.
        """
        self.push(move)
        is_zeroing = self.halfmove_clock == 0
        self.pop()
        return is_zeroing

    def has_legal_en_passant(self) -> bool:
        """Whether some legal move takes in passing."""
        return any(move.is_en_passant for move in self.legal_moves)

    def has_castling_rights(self, color: Color) -> bool:
        """Whether a side may still castle, now or later."""
        return bool(self._castling_sides(color))

    def has_kingside_castling_rights(self, color: Color) -> bool:
        """Whether a side may still castle with the rook on the right of its king on a diagram."""
        return "k" in self._castling_sides(color)

    def has_queenside_castling_rights(self, color: Color) -> bool:
        """Whether a side may still castle with the rook on the left of its king on a diagram."""
        return "q" in self._castling_sides(color)

    def _castling_sides(self, color: Color) -> set[str]:
        """The rights of a side as `k` and `q`."""
        words = re.findall(r"[A-Za-z]\d*", self.castling)
        rights = [word.lower() for word in words if word[0].isupper() == color]
        # A right that is named by the rook's file is one of Chess960.
        return {
            right if right in ("k", "q") else "kq"[right[0] < self._castling_king_file(color)]
            for right in rights
        }

    def _castling_king_file(self, color: Color) -> str:
        rules = self.variant.rules
        royal = next((kind.letter for kind in self.variant.pieces if kind.royal), "k")
        rank = rules.castling_rank if color else self.variant.ranks + 1 - rules.castling_rank
        kings = self.pieces(rules.castling_king_piece or royal, color)
        files = [square[0] for square in kings if square[1:] == str(rank)]
        return files[0] if len(files) == 1 else rules.castling_king_file or "e"

    def color_at(self, square: str) -> Color | None:
        """The side of the piece on a square, or None."""
        piece = self.piece_at(square)
        return None if piece is None else piece.color

    def pieces(self, letter: str, color: Color) -> list[str]:
        """The squares on which a side has pieces of one letter, a1 first.

        Raises `ValueError` for a letter that no piece of the game has.
        """
        letters = [kind.letter for kind in self.variant.pieces]
        if letter.lower() not in letters:
            known = ", ".join(letters)
            raise ValueError(f"piece {letter!r}: no such letter, expected one of {known}")
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
        import warnings

        # A traceback may show a board that could not be set up; nanobind warns of those.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            try:
                return super().__repr__()
            except TypeError:
                return "<Board that could not be set up>"
