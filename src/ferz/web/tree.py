"""The moves of a stored game as a tree, and the boards of its nodes."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec

from ferz import Board, Game, GameNode, Move
from ferz.web.messages.views import NodeView
from ferz.web.views import side_of

ROOT = 0
#: A tree with more moves is not added to: nobody reads it.
MOST_NODES = 20_000


class TreeFullError(ValueError):
    """A tree that has all the moves it may have."""


class Node(msgspec.Struct):
    """A move in the tree, as it is stored; the root has none."""

    parent: int | None
    uci: str = ""
    san: str = ""
    piece: str = ""
    is_self_capture: bool = False
    is_drop: bool = False
    comment: str = ""
    nags: list[int] = []

    def annotate(self, node: GameNode) -> None:
        """Say what a node of PGN says, after what is said already: a move may be given twice."""
        said = (self.comment, node.starting_comment, node.comment)
        self.comment = " ".join(text for text in said if text)
        self.nags = sorted({*self.nags, *node.nags})


@dataclass
class Tree:
    """The nodes of a game by number: each comes after its parent, the main child first.

    A node that was removed leaves a hole, so that the numbers of the others stay.
    """

    start: Board
    nodes: dict[int, Node] = field(default_factory=lambda: {ROOT: Node(None)})

    def __post_init__(self) -> None:
        """Know the children of every node."""
        self._next = max(self.nodes) + 1
        self._following: dict[int, list[int]] = {number: [] for number in self.nodes}
        for number, each in self.nodes.items():
            if each.parent is not None:
                self._following[each.parent].append(number)

    @classmethod
    def from_json(cls, start: Board, data: bytes) -> "Tree":
        """A stored tree."""
        return cls(start, msgspec.json.decode(data, type=dict[int, Node]))

    def to_json(self) -> bytes:
        """For the store."""
        return msgspec.json.encode(self.nodes)

    def path(self, node: int) -> list[int]:
        """The nodes from the first move to this one. Raises `KeyError` for none of the tree."""
        path = []
        at: int | None = node
        while at:
            path.append(at)
            at = self.nodes[at].parent
        if at is None:
            raise KeyError(node)
        return path[::-1]

    def board(self, node: int) -> Board:
        """The position of a node, with the moves behind it."""
        board = self.start.copy()
        for at in self.path(node):
            board.push_uci(self.nodes[at].uci)
        return board

    def children(self, node: int) -> list[int]:
        """The moves that follow, the main one first. Raises `KeyError` for none of the tree."""
        return list(self._following[node])

    def main_end(self, node: int = ROOT) -> int:
        """The last node of the main line from a node."""
        while following := self._following[node]:
            node = following[0]
        return node

    def ply(self, node: int) -> int:
        """How many moves lie before a node."""
        return len(self.path(node))

    def add(self, node: int, board: Board, move: Move) -> int:
        """The node of a legal move from a node's position, new or known."""
        uci = board.uci(move)
        for child in self._following[node]:
            if self.nodes[child].uci == uci:
                return child
        if len(self.nodes) > MOST_NODES:
            raise TreeFullError(f"tree: {MOST_NODES:,} moves, expected no more")
        standing = board.piece_at(move.from_square) if move.from_square else None
        letter = standing.letter if standing else move.drop or ""
        number, self._next = self._next, self._next + 1
        self.nodes[number] = Node(
            node,
            uci,
            board.san(move),
            letter.upper(),
            board.is_self_capture(move),
            move.is_drop,
        )
        self._following[node].append(number)
        self._following[number] = []
        return number

    def promote(self, node: int) -> None:
        """Make a node and all before it the main line."""
        is_changed = False
        for at in self.path(node):
            siblings = self._following[self.nodes[at].parent or ROOT]
            if siblings[0] != at:
                siblings.remove(at)
                siblings.insert(0, at)
                is_changed = True
        if is_changed:
            self.nodes = {number: self.nodes[number] for number in [ROOT, *self._in_order()]}

    def _in_order(self) -> Iterator[int]:
        """All moves as PGN has them: a move, what follows it, then its siblings."""
        todo = self.children(ROOT)[::-1]
        while todo:
            number = todo.pop()
            yield number
            todo += reversed(self._following[number])

    def remove(self, node: int) -> None:
        """Cut off a node with all that follows it; the root stays.

        Raises `KeyError` for none of the tree.
        """
        if node == ROOT:
            return
        self._following[self.nodes[node].parent or ROOT].remove(node)
        todo = [node]
        while todo:
            gone = todo.pop()
            todo += self._following.pop(gone)
            del self.nodes[gone]

    def views(self) -> list[NodeView]:
        """All nodes for the page."""
        plies: dict[int, int] = {ROOT: 0}
        first_number, first_turn = self.start.fullmove_number, self.start.turn
        views = []
        for number, each in self.nodes.items():
            if each.parent is not None:
                plies[number] = plies[each.parent] + 1
            ply = plies[number]
            # The mover of a node; of the root, who moves first.
            mover = first_turn == (max(ply, 1) % 2 == 1)
            gone = max(ply - 1, 0) + (0 if first_turn else 1)
            views.append(
                NodeView(
                    id=number,
                    parent=each.parent,
                    uci=each.uci,
                    san=each.san,
                    piece=each.piece,
                    ply=ply,
                    number=first_number + gone // 2,
                    turn=side_of(mover),
                    is_self_capture=each.is_self_capture,
                    comment=each.comment,
                    nags=each.nags,
                )
            )
        return views

    def game(self) -> Game:
        """The whole tree as a game of the library, for PGN."""
        game = Game()
        game.setup(self.start)
        game.comment = self.nodes[ROOT].comment
        made: dict[int, GameNode] = {ROOT: game}
        plies = {ROOT: 0}
        board = game.board()
        for number in self._in_order():
            each = self.nodes[number]
            parent = each.parent or ROOT
            # One board walks through all lines.
            while board.ply > plies[parent]:
                board.pop()
            node = made[parent].append(board.push_uci(each.uci))
            node.comment, node.nags = each.comment, set(each.nags)
            made[number], plies[number] = node, board.ply
        return game

    @classmethod
    def from_game(cls, game: Game) -> "Tree":
        """The tree of a game that was read from PGN. Raises `TreeFullError`."""
        tree = cls(game.board())
        tree.nodes[ROOT].comment = game.comment
        board = game.board()
        todo = [(child, ROOT, 0) for child in reversed(game.variations)]
        while todo:
            child, parent, depth = todo.pop()
            while board.ply > depth:
                board.pop()
            assert child.move is not None
            number = tree.add(parent, board, child.move)
            tree.nodes[number].annotate(child)
            board.push(child.move)
            todo += [(each, number, board.ply) for each in reversed(child.variations)]
        return tree
