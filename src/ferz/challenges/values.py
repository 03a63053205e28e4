"""What is proven of the positions of a challenge: by a graph of its whole game, or by a proof."""

import ferz
from ferz.solver import prove
from ferz.solver.verdicts import Verdict, as_verdict

#: Graphs of up to so many megabytes are made; beyond, proofs must do.
GRAPH_MB = 600
#: A proof may look at so many positions.
PROOF_NODES = 3_000_000
#: Games with more squares are not put into graphs.
GRAPH_SQUARES = 24
#: With so many men or more neither.
GRAPH_MEN = 9


class Values:
    """The proven values of all positions that play from one position reaches."""

    def __init__(self, board: "ferz.Board") -> None:
        """Nothing is solved before it is asked for."""
        self._board = board
        self._graph: ferz._core.Graph | None = None
        self._is_too_large = not _is_small(board)

    @property
    def has_graph(self) -> bool:
        """Whether every position is known, so that asking costs nothing; may solve the game."""
        return self._solved() is not None

    def verdict(self, board: "ferz.Board") -> Verdict:
        """The value of a position for its side to move, with the distance where a graph knows it.

        Raises `SolveError` for a position that play does not reach, or that is not proven.
        """
        graph = self._solved()
        if graph is not None:
            found = as_verdict(graph.probe(board))
            if found is None:
                raise ferz.SolveError("a position that play does not reach")
            return found
        proof = prove(board, nodes=PROOF_NODES)
        if proof.value is None:
            raise ferz.SolveError(f"not proven with {proof.nodes:,} positions")
        return Verdict(proof.value)

    def _solved(self) -> "ferz._core.Graph | None":
        if self._graph is None and not self._is_too_large:
            try:
                self._graph = ferz._core.Graph(self._board, memory_limit=GRAPH_MB << 20)
            except ferz.SolveError:
                self._is_too_large = True
        return self._graph


def _is_small(board: "ferz.Board") -> bool:
    variant = board.variant
    return (
        variant.files * variant.ranks <= GRAPH_SQUARES
        and len(board.piece_map()) < GRAPH_MEN
        and not variant.has_hands
    )
