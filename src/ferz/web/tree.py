"""The moves of a stored game as a tree, and the boards of its nodes."""

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


@dataclass
class Tree:
    """The nodes of a game by number: each comes after its parent, the main child first.

    A node that was removed leaves a hole, so that the numbers of the others stay.
    """

    start: Board
    nodes: dict[int, Node] = field(default_factory=lambda: {ROOT: Node(None)})
    _next: int = 1

    @classmethod
    def from_json(cls, start: Board, data: bytes) -> "Tree":
        """A stored tree."""
        nodes = msgspec.json.decode(data, type=dict[int, Node])
        return cls(start, nodes, max(nodes) + 1)

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
        """The moves that follow, the main one first."""
        return [number for number, each in self.nodes.items() if each.parent == node]

    def main_end(self, node: int = ROOT) -> int:
        """The last node of the main line from a node."""
        while following := self.children(node):
            node = following[0]
        return node

    def ply(self, node: int) -> int:
        """How many moves lie before a node."""
        return len(self.path(node))

    def add(self, node: int, board: Board, move: Move) -> int:
        """The node of a legal move from a node's position, new or known."""
        uci = board.uci(move)
        for child in self.children(node):
            if self.nodes[child].uci == uci:
                return child
        if len(self.nodes) > MOST_NODES:
            raise TreeFullError(f"tree: {MOST_NODES:,} moves, expected no more")
        standing = board.piece_at(move.from_square) if move.from_square else None
        letter = standing.letter if standing else move.drop or ""
        self.nodes[self._next] = Node(
            node,
            uci,
            board.san(move),
            letter.upper(),
            board.is_self_capture(move),
            move.is_drop,
        )
        self._next += 1
        return self._next - 1

    def promote(self, node: int) -> None:
        """Make a node and all before it the main line."""
        for at in self.path(node):
            parent = self.nodes[at].parent
            siblings = [number for number in self.children(parent or ROOT) if number != at]
            # Siblings stand in the order of the dictionary: those before go behind.
            for number in siblings:
                self.nodes[number] = self.nodes.pop(number)
        self._sort()

    def _sort(self) -> None:
        """Parents before children again, with the order among siblings kept."""
        ordered: dict[int, Node] = {}
        following: dict[int, list[int]] = {}
        for number, each in self.nodes.items():
            if each.parent is not None:
                following.setdefault(each.parent, []).append(number)
        todo = [ROOT]
        while todo:
            number = todo.pop()
            ordered[number] = self.nodes[number]
            todo += reversed(following.get(number, []))
        self.nodes = ordered

    def remove(self, node: int) -> None:
        """Cut off a node with all that follows it; the root stays."""
        if node == ROOT:
            return
        gone = {node}
        for number, each in self.nodes.items():
            if each.parent in gone:
                gone.add(number)
        for number in gone:
            del self.nodes[number]

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
        game = Game.from_board(self.start)
        made: dict[int, GameNode] = {ROOT: game}
        for number, each in self.nodes.items():
            if each.parent is None:
                game.comment = each.comment
                continue
            parent = made[each.parent]
            node = parent.add_variation(each.uci, comment=each.comment, nags=each.nags)
            made[number] = node
        return game

    @classmethod
    def from_game(cls, game: Game) -> "Tree":
        """The tree of a game that was read from PGN."""
        tree = cls(game.board())
        tree.nodes[ROOT].comment = game.comment
        todo: list[tuple[GameNode, int, Board]] = [(game, ROOT, game.board())]
        while todo:
            node, number, board = todo.pop()
            for child in node.variations:
                assert child.move is not None
                added = tree.add(number, board, child.move)
                tree.nodes[added].comment = child.comment
                tree.nodes[added].nags = sorted(child.nags)
                after = board.copy()
                after.push(child.move)
                todo.append((child, added, after))
        tree._sort()
        return tree
