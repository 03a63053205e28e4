"""The commands `ferz uci` and `ferz xboard` with their help; `serve` does the work."""

from typing import Annotated

import typer


def uci() -> None:
    """Be an engine for programs that speak UCI, as Fairy-Stockfish does it for variants.

    Any built-in game by UCI_Variant, also compositions and files; see docs/protocols.md.
    """
    from ferz.cli.serve import serve

    raise typer.Exit(serve("uci"))


def xboard(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]...", help="More games to offer: compositions or files."),
    ] = None,
) -> None:
    """Be an engine for XBoard and other programs that speak its protocol.

    All built-in games are offered; see docs/protocols.md for their names there.
    """
    from ferz.cli.serve import serve

    raise typer.Exit(serve("xboard", games or ()))
