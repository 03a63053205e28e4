"""`Game`, a tree of moves with variations, comments and annotation glyphs, and its PGN headers."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Self

from ferz._core import Move, Variant
from ferz.board import Board, Color, VariantLike

#: The seven tags that every PGN game has, with what they say when nothing is known.
TAG_ROSTER = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}

_CLOCK = re.compile(r"\[%clk\s+(\d+):(\d+):(\d+(?:\.\d*)?)\s*\]")


class GameNode:
    """A position in the tree of a game: the move that led to it and what is said about that move.

    The root is a `Game` and has no move. `variations` are the moves that follow, the main line
    first; `nags` are numeric annotation glyphs such as 1 for `!`. White space in a comment is kept
    as single spaces. `starting_comment` stands before the first move of a variation.
    """

    __slots__ = ("_comment", "_starting_comment", "move", "nags", "parent", "variations")

    def __init__(self, parent: "GameNode | None" = None, move: Move | None = None) -> None:
        """A node below `parent`, which does not know it yet: use `add_variation`."""
        self.parent = parent
        self.move = move
        self.variations: list[GameNode] = []
        self.nags: set[int] = set()
        self._comment = ""
        self._starting_comment = ""

    @property
    def comment(self) -> str:
        """What is said after the move, or before the first move of the game."""
        return self._comment

    @comment.setter
    def comment(self, text: str) -> None:
        self._comment = " ".join(text.split())

    @property
    def starting_comment(self) -> str:
        """What is said before the move, where it starts a variation."""
        return self._starting_comment

    @starting_comment.setter
    def starting_comment(self, text: str) -> None:
        self._starting_comment = " ".join(text.split())

    # The way up

    def path(self) -> "list[GameNode]":
        """The nodes from the first move of the game to this one, without the root."""
        nodes = []
        node = self
        while node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def game(self) -> "Game":
        """The game that this node belongs to."""
        node = self
        while node.parent is not None:
            node = node.parent
        assert isinstance(node, Game)
        return node

    def board(self) -> Board:
        """The position of this node, on a board of its own that holds the moves behind it."""
        board = self.game().board()
        for node in self.path():
            assert node.move is not None
            board.push(node.move)
        return board

    def turn(self) -> Color:
        """The side to move here."""
        return self.game().start_turn == (len(self.path()) % 2 == 0)

    def ply(self) -> int:
        """How many moves of either side lie between the start of the game and here."""
        return len(self.path())

    def san(self) -> str:
        """The move of this node in standard algebraic notation."""
        board, move = self._before()
        return board.san(move)

    def uci(self) -> str:
        """The move of this node as UCI writes it."""
        board, move = self._before()
        return board.uci(move)

    def _before(self) -> tuple[Board, Move]:
        if self.parent is None or self.move is None:
            raise ValueError("node: the start of a game has no move")
        return self.parent.board(), self.move

    # The way down

    def next(self) -> "GameNode | None":
        """The node of the main move from here, or None at the end."""
        return self.variations[0] if self.variations else None

    def end(self) -> "GameNode":
        """The last node of the main line from here."""
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def is_end(self) -> bool:
        """Whether no move follows."""
        return not self.variations

    def mainline(self) -> "Iterator[GameNode]":
        """The nodes that follow, always by the main move."""
        node = self.next()
        while node is not None:
            yield node
            node = node.next()

    def mainline_moves(self) -> Iterator[Move]:
        """The moves that follow, always the main one."""
        for node in self.mainline():
            assert node.move is not None
            yield node.move

    def variation(self, move: Move | int) -> "GameNode":
        """The node that follows by a move, or by its place in `variations`.

        Raises `KeyError` where there is none.
        """
        for index, node in enumerate(self.variations):
            if move == index if isinstance(move, int) else move == node.move:
                return node
        raise KeyError(move)

    def has_variation(self, move: Move) -> bool:
        """Whether this move follows."""
        return any(node.move == move for node in self.variations)

    # Place among the siblings

    def is_main_variation(self) -> bool:
        """Whether this is the main move of its parent (the root is)."""
        return self.parent is None or self.parent.variations[0] is self

    def is_mainline(self) -> bool:
        """Whether every move up to here is the main one."""
        return all(node.is_main_variation() for node in self.path())

    def starts_variation(self) -> bool:
        """Whether this is the first move of a side line."""
        return not self.is_main_variation()

    # Changes

    def add_variation(
        self,
        move: Move | str,
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> "GameNode":
        """Append a move, after those that are there already; raises `MoveError` if illegal."""
        node = self.append(self.board().push(move))
        node.comment = comment
        node.starting_comment = starting_comment
        node.nags.update(nags)
        return node

    def add_main_variation(self, move: Move | str, *, comment: str = "") -> "GameNode":
        """Append a move as the main one."""
        node = self.add_variation(move, comment=comment)
        node.promote_to_main()
        return node

    def add_line(self, moves: Iterable[Move | str], *, comment: str = "") -> "GameNode":
        """Append moves one after another and return the last node, which gets the comment."""
        board = self.board()
        node = self
        for move in moves:
            node = node.append(board.push(move))
        if comment:
            node.comment = comment
        return node

    def append(self, move: Move) -> "GameNode":
        """Append a move that is known to be legal, without looking."""
        node = GameNode(self, move)
        self.variations.append(node)
        return node

    def remove_variation(self, move: Move | int) -> None:
        """Cut off a move and all that follows it; raises `KeyError` where there is none."""
        self.variations.remove(self.variation(move))

    def promote_to_main(self) -> None:
        """Make this the main move of its parent."""
        self._move_to(0)

    def promote(self) -> None:
        """Move this one place toward the main move."""
        self._move_to(max(self._place() - 1, 0))

    def demote(self) -> None:
        """Move this one place away from the main move."""
        self._move_to(self._place() + 1)

    def _siblings(self) -> "list[GameNode]":
        return [self] if self.parent is None else self.parent.variations

    def _place(self) -> int:
        return next(place for place, node in enumerate(self._siblings()) if node is self)

    def _move_to(self, place: int) -> None:
        siblings = self._siblings()
        siblings.insert(place, siblings.pop(self._place()))

    # Annotations

    def clock(self) -> float | None:
        """The seconds left on the mover's clock by `[%clk h:mm:ss]` in the comment, or None."""
        match = _CLOCK.search(self.comment)
        if match is None:
            return None
        return int(match[1]) * 3600 + int(match[2]) * 60 + float(match[3])

    def __repr__(self) -> str:
        """The move and its place."""
        return f"<GameNode {self.move} at ply {self.ply()}>"


class Game(GameNode):
    """A game from its start position, with PGN headers.

    `headers` is a plain dictionary. The tags Variant, SetUp and FEN in it are information: what
    counts is `variant` and the start position, and PGN is written from those.
    """

    __slots__ = ("_start", "headers")

    def __init__(
        self,
        variant: VariantLike = "chess",
        fen: str | None = None,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """A game without moves; `headers` are laid over the seven usual tags."""
        super().__init__()
        self.headers = {**TAG_ROSTER, **(headers or {})}
        self.setup(Board(variant, fen))

    @classmethod
    def from_pgn(cls, text: str, variant: VariantLike | None = None) -> Self:
        """The first game of a PGN text; raises `PgnError` where there is none or it is wrong.

        `variant` is the game of a text without a Variant tag, or with one that names it.
        """
        from ferz import pgn

        return pgn.read_game(text, cls, variant)

    @classmethod
    def from_board(cls, board: Board) -> Self:
        """The game that led to a position, with its result."""
        game = cls()
        game.setup(board.root())
        game.add_line(board.move_stack)
        game.headers["Result"] = board.result()
        return game

    @property
    def variant(self) -> Variant:
        """The rules that the game is played by."""
        return self._start.variant

    @property
    def start_turn(self) -> Color:
        """The side that makes the first move."""
        return self._start.turn

    def board(self) -> Board:
        """The start position, on a board of its own."""
        return self._start.copy()

    def setup(self, position: Board | str) -> None:
        """Start from another position, a board or a FEN of the same game; all moves are dropped."""
        if isinstance(position, str):
            position = Board(self.variant, position)
        self._start = Board(position.variant, position.fen)
        self.variations.clear()
        for tag in ("Variant", "SetUp", "FEN"):
            self.headers.pop(tag, None)
        self.headers.update(self._position_tags())

    def _position_tags(self) -> dict[str, str]:
        from ferz import pgn

        return pgn.position_tags(self._start)

    def tags(self) -> dict[str, str]:
        """The tags as PGN writes them: roster, Variant, SetUp, FEN, then the others."""
        from ferz import pgn

        return pgn.tags_of(self)

    def pgn(self, *, columns: int | None = 80) -> str:
        """The game as PGN text, in lines of at most `columns` where words allow it."""
        from ferz import pgn

        return pgn.write(self, columns=columns)

    def __str__(self) -> str:
        """The game as PGN."""
        return self.pgn()

    def __eq__(self, other: object) -> bool:
        """Equal rules, start, tags as written, moves, comments and glyphs."""
        if not isinstance(other, Game):
            return NotImplemented
        return (
            self.variant.canonical == other.variant.canonical
            and self._start.fen == other._start.fen
            and self.tags() == other.tags()
            and _is_same_tree(self, other)
        )

    def __repr__(self) -> str:
        """Players, rules and result."""
        players = f"{self.headers.get('White', '?')} - {self.headers.get('Black', '?')}"
        return f"<Game {players}, {self.variant.id}, {self.headers.get('Result', '*')}>"


def _is_same_tree(one: GameNode, other: GameNode) -> bool:
    """Compares without recursion: a game may be longer than Python's stack is deep."""
    pairs = [(one, other)]
    while pairs:
        a, b = pairs.pop()
        if (a.move, a.comment, a.nags) != (b.move, b.comment, b.nags):
            return False
        if a.starts_variation() and a.starting_comment != b.starting_comment:
            return False
        if len(a.variations) != len(b.variations):
            return False
        pairs += zip(a.variations, b.variations, strict=True)
    return True
