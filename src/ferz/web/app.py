"""The web application: the built page, and one WebSocket for each tab."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from ferz.web.guard import Guard
from ferz.web.hub import Hub
from ferz.web.tab import Tab

STATIC = Path(__file__).parent / "static"
#: More tabs are not served at once.
MOST_TABS = 40


def create_app(hub: Hub, *, port: int, token: str, static: Path = STATIC) -> ASGIApp:
    """The application for a server on a port; `hub` is closed when it ends."""
    tabs: set[Tab] = set()

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        for tab in list(tabs):
            tab.close()
        hub.close()

    async def page(_: Request) -> Response:
        index = static / "index.html"
        if not index.is_file():
            return PlainTextResponse("The page is not built: run 'make page'.\n", 503)
        # The files it names change their names when they change; the page itself does not.
        return FileResponse(index, headers={"Cache-Control": "no-cache"})

    async def socket(websocket: WebSocket) -> None:
        if len(tabs) >= MOST_TABS:
            await websocket.close(1013)
            return
        await websocket.accept()
        tab = Tab(hub, websocket)
        tabs.add(tab)
        try:
            await tab.run()
        finally:
            tabs.discard(tab)

    routes = [
        Route("/", page),
        WebSocketRoute("/socket", socket),
        Mount("/", StaticFiles(directory=static, check_dir=False)),
    ]
    app = Starlette(routes=routes, lifespan=lifespan, middleware=[Middleware(GZipMiddleware)])
    return Guard(app, port=port, token=token)
