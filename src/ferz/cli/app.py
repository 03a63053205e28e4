"""The commands put together, and what becomes of their errors."""

import os
import sys
import warnings
from collections.abc import Sequence
from typing import Annotated

import typer

from ferz.cli import (
    analyse,
    bench,
    challenges,
    match,
    perft,
    play,
    protocols,
    see,
    show,
    solve,
    tune,
    variants,
)

app = typer.Typer(
    name="ferz",
    help="Ferz, a chess-variant workbench.",
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(variants.app, name="variants")
app.add_typer(challenges.app, name="challenges")
app.command("play")(play.play)
app.command("show")(show.show)
app.command("perft")(perft.perft)
app.command("match")(match.match)
app.command("analyse")(analyse.analyse)
app.command("bench")(bench.bench)
app.command("uci")(protocols.uci)
app.command("xboard")(protocols.xboard)
app.command("see")(see.see)
app.command("solve")(solve.solve)
app.command("probe")(solve.probe)
app.command("tune")(tune.tune)


def _print_version(value: bool) -> None:
    if value:
        from ferz import __version__

        print(f"ferz {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", is_eager=True, callback=_print_version
        ),
    ] = False,
) -> None:
    pass


def run(arguments: Sequence[str]) -> int:
    """Run one command and return the exit code: 0, 1 (a negative answer), 2 (an error), 130."""
    # Typer reads arguments with pydantic, whose search for plugins takes longer than some commands.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always", UserWarning)
            warnings.showwarning = _print_warning
            code = app(list(arguments) or ["--help"], prog_name="ferz", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        return _fail(_usage(error))
    except BrokenPipeError:
        # The reader went away; nobody is left to be told, at exit neither.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (ValueError, OSError) as error:
        return _fail(_text(error))
    except MemoryError:
        return _fail("not enough memory for what was asked")
    except KeyboardInterrupt:
        return 130
    return code if isinstance(code, int) else 0


def _print_warning(message: Warning | str, *_: object, **__: object) -> None:
    print(f"ferz: warning: {message}", file=sys.stderr)


def _usage(error: typer.TyperException) -> str:
    """A mistake in the arguments, with the command whose help explains it."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "ferz"
    return f"{error.format_message().rstrip('.')} (see '{command} --help')"


def _text(error: ValueError | OSError) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"'{error.filename}': {error.strerror}"
    return str(error)


def _fail(message: str) -> int:
    for line in message.splitlines():
        print(f"ferz: {line}", file=sys.stderr)
    return 2
