"""A player at one position: how a level and a strategy search it, and which move they take."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypedDict, cast

from ferz._core import Line, Move, SearchResult
from ferz.arguments import checked_int
from ferz.board import Board, Color
from ferz.levels import FULL, Level, choose, winning_moves
from ferz.strategies import MoveValue, Strategy, Value, candidates
from ferz.variants.info import quoted, suggestion

if TYPE_CHECKING:
    import random

    from ferz.solver.verdicts import Oracle


class _Ends(TypedDict, total=False):
    """What limits have in common."""

    depth: int | None
    nodes: int | None
    #: Exactly so long.
    time_ms: int | None
    #: The same by the CPU clock of the searching thread.
    cpu_time_ms: int | None
    white_time_ms: int | None
    black_time_ms: int | None
    white_increment_ms: int
    black_increment_ms: int
    moves_to_go: int | None
    move_overhead_ms: int
    #: Once a mate in so many moves is found.
    mate: int | None
    #: Only `stop` ends it, whatever the others say.
    infinite: bool
    #: As infinite until `ponder_hit`, then by the clock.
    ponder: bool
    #: Also where a rule has drawn the game: in some protocols others decide when it ends.
    past_draws: bool


class Limits(_Ends, total=False):
    """When a search ends: the first of these that is reached; without any, only by `stop`.

    None is as if nothing had been said.
    """

    #: Only these first moves are searched, each a move, UCI or SAN.
    moves: Sequence[Move | str] | None


class CheckedLimits(_Ends, total=False):
    """Limits that make sense, as the core takes them."""

    moves: Sequence[Move] | None


#: No number of a limit is larger.
MOST_NUMBER = 2**53
_NUMBERS = ("depth", "nodes", "time_ms", "cpu_time_ms", "mate")
_FLAGS = ("infinite", "ponder", "past_draws")
#: A clock may have run out: there is still a move to make.
_LEAST = {"white_time_ms": -MOST_NUMBER, "black_time_ms": -MOST_NUMBER} | dict.fromkeys(
    ("depth", "nodes", "mate", "moves_to_go"), 1
)


def is_limited(limits: Limits | CheckedLimits, turn: Color) -> bool:
    """Whether something is said about when a search for a side ends."""
    clock = limits.get("white_time_ms" if turn else "black_time_ms")
    ends = (clock, *(limits.get(name) for name in _NUMBERS))
    return bool(limits.get("infinite")) or any(end is not None for end in ends)


def checked_limits(board: Board, limits: Limits) -> CheckedLimits:
    """The limits with their moves read. Raises `ValueError` for what is none of them."""
    checked: dict[str, object] = {}
    for name, value in limits.items():
        if name not in Limits.__optional_keys__:
            known = suggestion(name, Limits.__optional_keys__)
            raise ValueError(f"unknown limit {quoted(name)}{known}")
        if value is None:
            continue
        if name == "moves":
            checked[name] = _checked_moves(board, value)
        elif name not in _FLAGS:
            checked[name] = checked_int(name, value, _LEAST.get(name, 0), MOST_NUMBER)
        elif isinstance(value, bool):
            checked[name] = value
        else:
            raise ValueError(f"{name}: found {value!r}, expected True or False")
    return cast(CheckedLimits, checked)


def _checked_moves(board: Board, moves: object) -> list[Move]:
    if isinstance(moves, str) or not isinstance(moves, Sequence):
        raise ValueError(f"moves: found {moves!r}, expected a list of moves")
    for move in moves:
        if not isinstance(move, Move | str):
            raise ValueError(f"moves: found {move!r}, expected a move, UCI or SAN")
    return [board.parse_uci(board.uci(move)) for move in moves]


class PlayResult(NamedTuple):
    """The move that an engine plays, and why."""

    #: None if the game has ended.
    move: Move | None
    #: The reply that it expects.
    ponder: Move | None
    #: For the side to move; None where a mate is found.
    score_cp: int | None
    #: In so many moves; negative: the side to move is mated.
    mate: int | None
    depth: int
    nodes: int
    time_ms: int
    #: The line that begins with the move.
    line: tuple[Move, ...]
    #: Whether solved positions gave it, without a search.
    is_from_tables: bool = False


class Player:
    """A level and a strategy at one position: how to search it, and what to make of the lines."""

    def __init__(
        self,
        board: Board,
        level: Level,
        strategy: Strategy,
        seed: int | None,
        moves: Sequence[Move] | None = None,
    ) -> None:
        """Play so on a board that nobody else changes; `moves` are all it may play, if any."""
        self._board, self._level, self._strategy, self._seed = board, level, strategy, seed
        self._moves = moves
        self._is_odd = strategy != "perfect"

    @property
    def multipv(self) -> int:
        """How many moves are looked at."""
        return len(self._board.legal_moves) or 1 if self._is_odd else self._level.width

    def limits(self, limits: CheckedLimits) -> CheckedLimits:
        """The limits of the caller and of the level."""
        both = limits.copy()
        if self._level.depth is not None:
            both["depth"] = _least(limits.get("depth"), self._level.depth)
        if self._level.nodes is not None:
            both["nodes"] = _least(limits.get("nodes"), self._level.nodes)
        return both

    def choose(self, found: SearchResult) -> PlayResult:
        """The move among those found."""
        # A move that was not reached has no score: the core tells it as mated in none.
        lines = [line for line in found.lines if line.mate != 0] or found.lines[:1]
        if not lines or found.move is None:
            return PlayResult(
                found.move, found.ponder, None, None, found.depth, found.nodes, found.time_ms, ()
            )
        if (win := self._win_at_once()) is not None:
            return PlayResult(win, None, None, 1, found.depth, found.nodes, found.time_ms, (win,))
        if self._is_odd:
            lines = self._allowed(lines)
        if self._level.number == FULL:
            line = self._rng().choice(lines) if self._is_random else lines[0]
        else:
            line = choose(self._board, lines, self._level, self._rng())
        if line.moves[0] == found.move:
            ponder = found.ponder
        else:
            ponder = line.moves[1] if len(line.moves) > 1 else None
        return PlayResult(
            line.moves[0],
            ponder,
            0 if line.mate == 0 else line.score_cp,
            line.mate or None,
            line.depth,
            found.nodes,
            found.time_ms,
            tuple(line.moves),
        )

    def from_tables(self, oracle: "Oracle") -> PlayResult | None:
        """The move that tables give, where they know the position and the level plays so well."""
        if self._level.number != FULL and not self._is_odd:
            return None
        verdict = oracle(self._board)
        if verdict is None or not self._board.legal_moves:
            return None
        from ferz.solver.verdicts import best_line, table_moves

        moves = table_moves(self._board, oracle, self._strategy)
        move = moves[0] if self._seed is None and not self._is_random else self._rng().choice(moves)
        self._board.push(move)
        reply, after = oracle(self._board), best_line(self._board, oracle)
        self._board.pop()
        mate = None
        if reply is not None and reply.distance is not None:
            plies = reply.distance + 1
            mate = (plies + 1) // 2 if reply.value == "loss" else -(plies // 2)
        ponder = after[0] if after else None
        score_cp = None if mate else 0
        return PlayResult(move, ponder, score_cp, mate, 0, 0, 0, (move, *after), True)

    @property
    def _is_random(self) -> bool:
        return self._strategy == "cooperative"

    def _win_at_once(self) -> Move | None:
        """A move that wins by rule, which a weak level takes even where its search missed it."""
        if self._level.number == FULL or not self._level.takes_mate or self._is_random:
            return None
        return next(winning_moves(self._board, self._moves or self._board.legal_moves), None)

    def _allowed(self, lines: list[Line]) -> list[Line]:
        """The lines that the strategy leaves, in their order."""
        moves = set(candidates([_value(line) for line in lines], self._strategy))
        return [line for line in lines if line.moves[0] in moves]

    def _rng(self) -> "random.Random":
        import random

        if self._seed is None:
            return random.Random()
        # Otherwise a seed would pick the same place in the list at every move.
        return random.Random(f"{self._seed} {self._board.ply} {self._board.key}")


def _value(line: Line) -> MoveValue:
    """What a line proves about its first move: a mate, or nothing."""
    value: Value | None = None
    if line.mate is None:
        return MoveValue(line.moves[0], value)
    value, plies = ("win", 2 * line.mate - 1) if line.mate > 0 else ("loss", -2 * line.mate)
    return MoveValue(line.moves[0], value, plies)


def _least(one: int | None, other: int) -> int:
    return other if one is None else min(one, other)
