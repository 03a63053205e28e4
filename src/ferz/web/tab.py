"""One tab of a browser: its requests in order, its events, and what ends when it is closed."""

import asyncio
import contextlib
import functools
import operator
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ferz.web.dispatch import ANSWERS, Reply, answer
from ferz.web.messages.base import Event, Failure, Request

if TYPE_CHECKING:
    from ferz.web.analysing import Analyser
    from ferz.web.hub import Hub
    from ferz.web.live import LiveGame
    from ferz.web.working import Work

#: What a message may be that is none; lists in lists in lists end in the last.
_UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
#: A page that does not read so many messages is gone.
MOST_UNREAD = 2_000


@functools.cache
def _decoder() -> "msgspec.json.Decoder[Request]":
    """Reads every kind of request that somebody answers."""
    # Filled only now: what answers a tab needs the tab.
    import ferz.web.answers  # noqa: F401

    return msgspec.json.Decoder(functools.reduce(operator.or_, ANSWERS))


class Tab:
    """A page that is connected."""

    def __init__(self, hub: "Hub", socket: WebSocket) -> None:
        """Answer what comes through the socket."""
        self.hub = hub
        self.watching: dict[str, LiveGame] = {}
        self.analyser: Analyser | None = None
        #: Long work under way, by its kind.
        self.work: dict[str, Work] = {}
        self._socket = socket
        self._unsent: asyncio.Queue[bytes] = asyncio.Queue(MOST_UNREAD)
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_lost = False

    def tell(self, event: Event | Reply | Failure) -> None:
        """Send something, soon; a page that never reads is cut off."""
        try:
            self._unsent.put_nowait(msgspec.json.encode(event))
        except asyncio.QueueFull:
            if not self._is_lost:
                self._is_lost = True
                self.spawn(self._socket.close(1013))

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something beside the requests; it ends with the tab."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def watch(self, game: "LiveGame") -> None:
        """Hear of a game from now on."""
        self.watching[game.id] = game
        game.watch(self)

    def unwatch(self, id_: str) -> None:
        """Hear of it no longer."""
        game = self.watching.pop(id_, None)
        if game is not None:
            game.unwatch(self)

    async def run(self) -> None:
        """Until the page goes away."""
        sender = asyncio.get_running_loop().create_task(self._send())
        try:
            while not self._is_lost:
                await self._take()
        except WebSocketDisconnect:
            pass
        finally:
            sender.cancel()
            self.close()

    async def _take(self) -> None:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        data = message.get("text") or message.get("bytes") or ""
        try:
            request = _decoder().decode(data)
        except _UNREADABLE as error:
            self.tell(Failure(_id_of(data), "bad_message", str(error)[:200]))
            return
        self.tell(await answer(self, request))

    async def _send(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                data = await self._unsent.get()
                await self._socket.send_text(data.decode())

    def close(self) -> None:
        """Free its searches; games that nobody else watches stand still."""
        for task in self._tasks:
            task.cancel()
        if self.analyser is not None:
            self.analyser.close()
        for id_ in list(self.watching):
            self.unwatch(id_)


class _OnlyId(msgspec.Struct):
    id: int | None = None


def _id_of(data: str | bytes) -> int | None:
    """The number of a request that cannot be read otherwise, so that its sender need not wait."""
    try:
        return msgspec.json.decode(data, type=_OnlyId).id
    except _UNREADABLE:
        return None
