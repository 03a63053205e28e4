"""Requests to the page's server: in process with a tab that is not there, or through a socket."""

import asyncio
import contextlib
import json
from typing import Any, Self, cast

from page_fixtures import PageServer
from websockets.sync.client import ClientConnection, connect

import ferz.web.answers  # noqa: F401  (fills what is answered)
from ferz.web.dispatch import Reply, answer
from ferz.web.hub import Hub
from ferz.web.messages.base import Failure, Request
from ferz.web.tab import Tab

#: Long enough for a busy machine; nothing waits for it that works.
WAIT_S = 60


class RefusedError(Exception):
    """A request that the server refused."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code, self.message = code, message


class NoSocket:
    """The socket of a tab that nobody sees: what is told goes nowhere."""


def ask(hub: Hub, request: Request) -> Any:
    """Carry a request out as a tab of its own would; raises `RefusedError`."""

    async def asked() -> Reply | Failure:
        tab = Tab(hub, cast(Any, NoSocket()))
        try:
            return await answer(tab, request)
        finally:
            tab.close()

    reply = asyncio.run(asked())
    if isinstance(reply, Failure):
        raise RefusedError(reply.code, reply.message)
    return reply.data


class Client:
    """A tab without a browser; used with `with`."""

    def __init__(self, server: PageServer, **options: Any) -> None:
        """Connect as the page does."""
        headers = {"Cookie": f"ferz-{server.port}={server.token}"}
        address = f"ws://127.0.0.1:{server.port}/socket"
        origin = server.base.rstrip("/")
        self._open = contextlib.ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(
                address,
                origin=cast(Any, origin),
                additional_headers=headers,
                max_size=None,
                **options,
            )
        )
        self.events: list[dict[str, Any]] = []
        self._number = 0

    def send(self, kind: str, **fields: Any) -> int:
        """Send a request and return its number."""
        self._number += 1
        self.socket.send(json.dumps({"type": kind, "id": self._number, **fields}))
        return self._number

    def take(self) -> dict[str, Any]:
        """The next message of the server."""
        return cast(dict[str, Any], json.loads(self.socket.recv(WAIT_S)))

    def ask(self, kind: str, **fields: Any) -> Any:
        """Send a request and return what it gives; raises `RefusedError`."""
        number = self.send(kind, **fields)
        while True:
            message = self.take()
            if message.get("id") != number or message["type"] not in ("reply", "error"):
                self.events.append(message)
            elif message["type"] == "error":
                raise RefusedError(message["code"], message["message"])
            else:
                return message["data"]

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the socket."""
        self._open.close()
