"""`ferz play`: the page in the browser."""

from pathlib import Path
from typing import Annotated

import typer


def play(
    variant: Annotated[
        str | None, typer.Argument(help="A game to begin with, as in 'ferz variants'.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(help="The port to listen on.", min=1, max=65_535)
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
    database: Annotated[
        Path | None, typer.Option(help="Where games are kept, if not in your data folder.")
    ] = None,
    page: Annotated[
        Path | None,
        typer.Option(help="The folder of a page that you build yourself.", hidden=True),
    ] = None,
) -> None:
    """Play, learn, analyze and invent in the browser; Ctrl-C ends it."""
    from ferz.web.app import STATIC
    from ferz.web.running import AlreadyRunningError
    from ferz.web.server import serve

    try:
        serve(
            page=page or STATIC,
            variant=variant,
            port=port,
            database=database,
            open_browser=browser and _has_browser(),
            on_ready=lambda url: print(
                f"Ferz is ready: {url}\nPress Ctrl-C to end it; your games are kept.", flush=True
            ),
        )
    except AlreadyRunningError as error:
        print(f"Ferz is already running with these games: {error.url or 'address unknown'}")


def _has_browser() -> bool:
    import os
    import sys

    # Without a screen webbrowser would start one that draws in this terminal.
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
