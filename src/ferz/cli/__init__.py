"""The program `ferz`: one module per command. Nothing else in the package prints."""

import sys

#: What must answer at once: dispatched before Typer is imported.
PROTOCOLS = ("uci", "xboard")


def main() -> None:
    """The entry point. What must start at once is answered before Typer is imported."""
    arguments = sys.argv[1:]
    if len(arguments) == 1 and arguments[0] in PROTOCOLS:
        from ferz.cli.serve import serve

        sys.exit(serve(arguments[0]))
    from ferz.cli.app import run

    sys.exit(run(arguments))
