"""The program `ferz`: one module per command. Nothing else in the package prints."""

import sys


def main() -> None:
    """The entry point. What must start at once is to be answered before Typer is imported."""
    arguments = sys.argv[1:]
    from ferz.cli.app import run

    sys.exit(run(arguments))
