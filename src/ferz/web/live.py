"""A game that somebody is watching: moves, clocks, engines whose turn it is, and the store."""

import asyncio
import contextlib
import logging
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

import msgspec

from ferz import Board, Engine, Move
from ferz.web.clock import Clock, StoredClock
from ferz.web.dispatch import Refusal
from ferz.web.messages.base import Event, Result
from ferz.web.messages.play import GameChanged, GameGone
from ferz.web.messages.views import GameKind, GameState, Player
from ferz.web.slots import BusyError
from ferz.web.store import GameRow
from ferz.web.tree import ROOT, Tree
from ferz.web.views import RESULTS, outcome_view, position_view, side_of, variant_view

if TYPE_CHECKING:
    from ferz import Variant
    from ferz.player import Limits, PlayResult
    from ferz.searching import Search
    from ferz.web.hub import Hub

#: An answer that comes at once looks like a mistake of the page.
LEAST_REPLY_S = 0.35
#: Between two engines, so that somebody can follow.
LEAST_BETWEEN_ENGINES_S = 0.8
#: Such a pause may take this much of what is left on the clock.
LEAST_CLOCK_SHARE = 0.05
#: Full strength without a clock.
FULL_TIME_MS = 1_000
FULL_LEVEL = 10
#: What a side gets that has no time left and goes on from an earlier position.
SECOND_CHANCE_MS = 15_000
#: Two engines that shuffle for ever in a game without such rules are stopped here.
MOST_PLIES = 1_000

log = logging.getLogger("ferz.web")
_encode = msgspec.json.encode


class Watcher(Protocol):
    """Who is told about changes."""

    def tell(self, event: Event) -> None:
        """Send an event, soon."""


class LiveGame:
    """One game in memory; every change is stored and told to whoever watches."""

    def __init__(self, hub: "Hub", row: GameRow, variant: "Variant") -> None:
        """A stored game, or one that is about to be."""
        self._hub, self._row, self.variant = hub, row, variant
        self.tree = Tree.from_json(Board(variant, row.start_fen), row.tree)
        self.current, self.tip = row.current, row.tip
        self.players = {
            True: msgspec.json.decode(row.white, type=Player),
            False: msgspec.json.decode(row.black, type=Player),
        }
        stored = msgspec.json.decode(row.clock, type=StoredClock | None)
        self.clock = None if stored is None else Clock(stored)
        self.result, self.reason = row.result, row.reason
        self.title = row.title
        self.watchers: set[Watcher] = set()
        self._board: Board | None = None
        self._engine: Engine | None = None
        self._turn: asyncio.Task[None] | None = None
        self._search: Search[PlayResult] | None = None
        self._flag_timer: asyncio.TimerHandle | None = None

    # What there is

    @property
    def id(self) -> str:
        """The name of the game in URLs."""
        return self._row.id

    @property
    def row(self) -> GameRow:
        """As it was stored last."""
        return self._row

    @property
    def board(self) -> Board:
        """The position in which the game stands; not to be changed."""
        if self._board is None:
            self._board = self.tree.board(self.current)
        return self._board

    @property
    def is_over(self) -> bool:
        """Whether there is a result."""
        return self.result != "*"

    def state(self) -> GameState:
        """Everything about it for the page."""
        kinds: dict[str, GameKind] = {"analysis": "analysis", "challenge": "challenge"}
        return GameState(
            id=self.id,
            kind=kinds.get(self._row.kind, "game"),
            variant=variant_view(self.variant, self._row.variant),
            white=self.players[True],
            black=self.players[False],
            clock=None if self.clock is None else self.clock.view(),
            nodes=self.tree.views(),
            current=self.current,
            tip=self.tip,
            position=position_view(self.board, self.current),
            result=RESULTS.get(self.result, "*"),
            reason=self.reason,
            is_thinking=self._turn is not None,
            can_take_back=self._node_before() is not None,
            start_fen=self.tree.start.fen,
            title=self.title,
            modified=self._row.modified,
        )

    # What happens to it

    def begin(self) -> None:
        """A game that was just made, perhaps from a position in which it is over already."""
        if not self.is_over:
            self._judge()
        self.changed()

    def play(self, text: str, node: int) -> None:
        """A human's move, as UCI or SAN. Raises `Refusal` and `MoveError`."""
        if self.is_over:
            raise Refusal("game_over")
        if node != self.current or self.players[self.board.turn].kind != "human":
            raise Refusal("not_your_turn")
        self._make(self._read(text))

    def _read(self, text: str) -> Move:
        board = self.board.copy()
        return board.push(text.strip())

    def _make(self, move: Move) -> None:
        """A legal move of the side to move, and what follows from it."""
        mover = self.board.turn
        node = self.tree.add(self.current, self.board, move)
        self.tree.promote(node)
        board = self.board.copy()
        board.push(move)
        self.current, self._board = node, board
        if node not in self.tree.path(self.tip):
            self.tip = node
        if self.clock is not None and self.clock.running is not None:
            self.clock.add_increment(mover)
        self._judge()
        self.changed()

    def _judge(self) -> None:
        """The result by the rules, where there is one."""
        outcome = outcome_view(self.board)
        self.result = "*" if outcome is None else outcome.result
        self.reason = "" if outcome is None else outcome.reason
        if outcome is None and self._is_endless():
            self.result, self.reason = "1/2-1/2", "too_long"

    def _is_endless(self) -> bool:
        return self._are_engines() and self.board.ply >= MOST_PLIES

    def take_back(self) -> None:
        """Back by one move; against an engine, until a human is to move again."""
        node = self._node_before()
        if node is None:
            raise Refusal("not_found")
        self._go_to(node)

    def _node_before(self) -> int | None:
        """Where taking back leads, or None where there is nothing to take back."""
        path = [ROOT, *self.tree.path(self.current)]
        steps = len(path) - 2
        while steps > 0 and self._is_engine_at(steps) and not self._are_engines():
            steps -= 1
        # Where the engine made the first move there is no turn of a human before it.
        if steps < 0 or (self._is_engine_at(steps) and not self._are_engines()):
            return None
        return path[steps]

    def _is_engine_at(self, ply: int) -> bool:
        return self.players[self.tree.start.turn == (ply % 2 == 0)].kind == "engine"

    def _are_engines(self) -> bool:
        return all(player.kind == "engine" for player in self.players.values())

    def play_again(self) -> None:
        """Forward again by what was taken back, a whole turn against an engine."""
        path = [ROOT, *self.tree.path(self.tip)]
        if self.current not in path or self.current == self.tip:
            raise Refusal("not_found")
        ply = path.index(self.current) + 1
        while ply < len(path) - 1 and self._is_engine_at(ply) and not self._are_engines():
            ply += 1
        self._go_to(path[ply])

    def _go_to(self, node: int) -> None:
        self._halt()
        self.current, self._board = node, None
        if self.clock is not None:
            # Whoever takes back a loss on time needs some to go on with.
            self.clock.refill(SECOND_CHANCE_MS)
        self._judge()
        self.changed()

    def end(self, result: Result, reason: str) -> None:
        """A result that the rules do not give: somebody resigned, or agreed to a draw."""
        if self.is_over:
            raise Refusal("game_over")
        self._halt()
        self.result, self.reason = result, reason
        self.changed()

    def set_players(self, white: Player, black: Player) -> None:
        """Others play from now on."""
        self._halt()
        self.players = {True: white, False: black}
        self.changed()

    def play_from(self, node: int, white: Player, black: Player) -> None:
        """Go on from a node; the moves beyond it stay in the tree."""
        if node not in self.tree.nodes:
            raise Refusal("not_found")
        self._halt()
        self.players = {True: white, False: black}
        self.tree.promote(node)
        self.tip = node
        self._go_to(node)

    def changed(self) -> None:
        """Store it, tell it, and let whoever is next begin."""
        if self.is_over:
            self._halt()
        self._set_clock()
        self._begin_turn()
        self.save()
        self.tell()

    def tell(self) -> None:
        """Everybody who watches hears how it stands."""
        if self.watchers:
            event = GameChanged(self.state())
            for watcher in self.watchers:
                watcher.tell(event)

    def tell_gone(self) -> None:
        """Everybody who watches hears that it was deleted."""
        for watcher in self.watchers:
            watcher.tell(GameGone(self.id))

    def save(self) -> None:
        """Write it down."""
        path = self.tree.path(self.current)
        played = [self.tree.nodes[number] for number in path]
        clock = None if self.clock is None else self.clock.snapshot()
        self._row = self._hub.store.save_game(
            replace(
                self._row,
                tree=self.tree.to_json(),
                current=self.current,
                tip=self.tip,
                white=_encode(self.players[True]),
                black=_encode(self.players[False]),
                clock=_encode(clock),
                result=self.result,
                reason=self.reason,
                title=self.title,
                plies=len(path),
                self_captures=sum(node.is_self_capture for node in played),
                drops=sum(node.is_drop for node in played),
            )
        )

    # Who watches

    def watch(self, watcher: Watcher) -> None:
        """From the first one on the game goes on."""
        is_first = not self.watchers
        self.watchers.add(watcher)
        if is_first:
            self._set_clock()
            self._begin_turn()

    def unwatch(self, watcher: Watcher) -> None:
        """After the last one it stands still."""
        self.watchers.discard(watcher)
        if not self.watchers:
            self.close()
            self._hub.forget(self)

    def close(self) -> None:
        """Stop everything; what has happened is stored."""
        self._halt()
        if self.clock is not None and self.clock.running is not None:
            self.clock.stop()
            self.save()
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    # The clock

    def _set_clock(self) -> None:
        if self._flag_timer is not None:
            self._flag_timer.cancel()
            self._flag_timer = None
        if self.clock is None:
            return
        # It runs from the first move on, and only while somebody is there.
        if self.is_over or self.current == ROOT or not self.watchers:
            self.clock.stop()
            return
        turn = self.board.turn
        if self.clock.running != side_of(turn):
            self.clock.start(turn)
        delay_s = self.clock.left_ms(turn) / 1000 + 0.005
        self._flag_timer = asyncio.get_running_loop().call_later(delay_s, self._flag, turn)

    def _flag(self, color: bool) -> None:
        if self.clock is None or self.is_over or self.clock.left_ms(color) > 0:
            return
        self.end("0-1" if color else "1-0", "time")

    # The engine's turn

    def _begin_turn(self) -> None:
        is_next = (
            not self.is_over
            and bool(self.watchers)
            and self._turn is None
            and self.players[self.board.turn].kind == "engine"
            and bool(self.board.legal_moves)
        )
        if is_next:
            self._turn = asyncio.get_running_loop().create_task(self._think(self.current))

    async def _think(self, node: int) -> None:
        began = time.monotonic()
        try:
            slot = await self._hub.slots.wait()
        except BusyError:
            self._turn = None
            self.tell()
            return
        found: Move | None = None
        try:
            with slot:
                found = await self._searched()
        except Exception:
            log.exception("the engine could not move")
        await asyncio.sleep(max(0.0, self._least_reply_s() - (time.monotonic() - began)))
        self._turn = None
        # What was thought about another position is of no use.
        if node == self.current and found is not None and not self.is_over:
            self._make(found)
        else:
            self.tell()

    def _least_reply_s(self) -> float:
        """How long a reply takes at the least, so that one sees it; its clock runs meanwhile."""
        least = LEAST_BETWEEN_ENGINES_S if self._are_engines() else LEAST_REPLY_S
        if self.clock is None:
            return least
        return min(least, self.clock.left_ms(self.board.turn) / 1000 * LEAST_CLOCK_SHARE)

    async def _searched(self) -> Move | None:
        player = self.players[self.board.turn]
        engine = self._ready_engine()
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._search = search = engine.start(
            self.board,
            level=player.level,
            strategy=player.strategy,
            on_end=lambda _: _set_soon(done),
            **self._limits(player),
        )
        try:
            await done
        except asyncio.CancelledError:
            search.halt()
            raise
        finally:
            self._search = None
        return search.result().move

    def _limits(self, player: Player) -> "Limits":
        if self.clock is not None:
            stored = self.clock.stored
            return {
                "white_time_ms": max(self.clock.left_ms(True), 1),
                "black_time_ms": max(self.clock.left_ms(False), 1),
                "white_increment_ms": stored.increment_ms,
                "black_increment_ms": stored.increment_ms,
                "move_overhead_ms": 50,
            }
        return {"time_ms": FULL_TIME_MS} if player.level >= FULL_LEVEL else {}

    def _ready_engine(self) -> Engine:
        if self._engine is None:
            self._engine = Engine(self.variant, hash_mb=16)
        self._engine.set_tables(self._hub.solved.tables(self.variant))
        return self._engine

    def move_now(self) -> None:
        """The engine plays what it has found so far."""
        if self._search is not None:
            self._search.stop()

    def _halt(self) -> None:
        """No engine thinks about this game any longer."""
        if self._turn is not None:
            self._turn.cancel()
            self._turn = None
        if self._search is not None:
            with contextlib.suppress(Exception):
                self._search.halt()
            self._search = None


def _set_soon(done: "asyncio.Future[None]") -> None:
    """Tell the server's thread, from the searching one, that a search is over."""

    def set_result() -> None:
        if not done.done():
            done.set_result(None)

    with contextlib.suppress(RuntimeError):  # the server has gone meanwhile
        done.get_loop().call_soon_threadsafe(set_result)
