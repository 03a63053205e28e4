"""A tab without a browser: requests are answered in this process, events are kept."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar, cast

from starlette.websockets import WebSocket

import ferz.web.answers  # noqa: F401  (fills ANSWERS)
from ferz.web.dispatch import Reply, answer
from ferz.web.hub import Hub
from ferz.web.messages.analysis import AddMove
from ferz.web.messages.base import Event, Failure, Request
from ferz.web.messages.play import NewGame
from ferz.web.messages.views import GameState, Player
from ferz.web.tab import Tab

HUMAN = Player("human", 10, "perfect")
Kind = TypeVar("Kind", bound=Event)


def play(scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a scene to its end, on a thread of its own: a browser of other tests holds this one's."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(scene())).result()


class ListeningTab(Tab):
    """Keeps what it is told."""

    def __init__(self, hub: Hub | None = None) -> None:
        super().__init__(hub or Hub(":memory:"), cast(WebSocket, None))
        self.told: list[Event | Reply | Failure] = []

    def tell(self, event: Event | Reply | Failure) -> None:
        self.told.append(event)

    async def ask(self, request: Request) -> Any:
        """The data of the reply; a refusal fails the test."""
        reply = await answer(self, request)
        assert isinstance(reply, Reply), reply
        return reply.data

    async def refused(self, request: Request) -> str:
        """The code of a refusal."""
        reply = await answer(self, request)
        assert isinstance(reply, Failure), reply
        return reply.code

    async def hear(self, kind: type[Kind], fits: Callable[[Kind], bool] = lambda _: True) -> Kind:
        """Wait for an event."""
        while True:
            for event in self.told:
                if isinstance(event, kind) and fits(event):
                    return event
            await asyncio.sleep(0.01)

    async def new_game(self, variant: str, *moves: str, start: str = "") -> GameState:
        """An analysis with a main line."""
        asked = NewGame(1, variant, HUMAN, HUMAN, start=start, kind="analysis")
        game: GameState = await self.ask(asked)
        node = 0
        for move in moves:
            moved = await self.ask(AddMove(1, game.id, node, move))
            game, node = moved.game, moved.position.node
        return game
