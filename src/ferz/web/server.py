"""Starting the server: a port of its own on this machine, a token, a browser."""

import secrets
import socket
import webbrowser
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import uvicorn

from ferz.web.app import STATIC, create_app
from ferz.web.catalogue import Catalogue
from ferz.web.hub import Hub
from ferz.web.running import AlreadyRunningError, Claim, claimed
from ferz.web.store import default_path

HOST = "127.0.0.1"
#: Taken where it is free, so that a bookmark keeps working; else any other.
USUAL_PORT = 8964
#: A message to the server may be as long as a large file of games, not longer.
MOST_MESSAGE_BYTES = 1_500_000


def listening_socket(port: int | None) -> socket.socket:
    """A socket on a port of this machine alone; None: the usual port, or any free one.

    It listens at once: a port that is only bound another program may bind, too, and the later of
    the two to listen fails.

    Raises `OSError` where the port that was asked for is taken.
    """
    for number in (port,) if port is not None else (USUAL_PORT, 0):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, number))
            listener.listen()
        except OSError:
            listener.close()
            if port is not None:
                raise
        else:
            return listener
    raise AssertionError("any free port is always free")


def serve(
    *,
    variant: str | None = None,
    port: int | None = None,
    database: Path | None = None,
    open_browser: bool = True,
    page: Path = STATIC,
    on_ready: Callable[[str], None] = lambda _: None,
) -> None:
    """Serve the page until interrupted; `on_ready` is told its address, token included.

    `page` is the folder of the built page. Where another server has the database, the browser
    is sent there and `AlreadyRunningError` raised. Raises `OSError` for a port that is taken,
    `ValueError` for an unknown game.
    """
    path = database or default_path()
    place = "" if variant is None else f"#/new/{quote(Catalogue.canonical(variant))}"
    try:
        with claimed(path) as claim:
            _serve(path, claim, place, port, page, on_ready, open_browser=open_browser)
    except AlreadyRunningError as error:
        if open_browser and error.url:
            webbrowser.open(error.url + place)
        raise


def _serve(
    database: Path,
    claim: Claim | None,
    place: str,
    port: int | None,
    page: Path,
    on_ready: Callable[[str], None],
    *,
    open_browser: bool,
) -> None:
    hub = Hub(database)
    token = secrets.token_urlsafe(24)
    with listening_socket(port) as listener:
        number = listener.getsockname()[1]
        config = uvicorn.Config(
            create_app(hub, port=number, token=token, static=page),
            log_level="error",
            access_log=False,
            server_header=False,
            ws="websockets-sansio",
            ws_max_size=MOST_MESSAGE_BYTES,
            timeout_graceful_shutdown=1,
        )
        url = f"http://{HOST}:{number}/?token={token}"

        def ready() -> None:
            if claim is not None:
                claim.tell(url)
            on_ready(url + place)
            if open_browser:
                webbrowser.open(url + place)

        _Server(config, ready).run(sockets=[listener])


class _Server(uvicorn.Server):
    """Says when it answers."""

    def __init__(self, config: uvicorn.Config, on_started: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_started = on_started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_started()
