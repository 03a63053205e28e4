"""The program `ferz`: one module per command. Nothing else in the package prints."""

import sys

#: What must answer at once: dispatched before Typer is imported.
PROTOCOLS = ("uci", "xboard")


def main() -> None:
    """The entry point. What must start at once is answered before Typer is imported."""
    arguments = sys.argv[1:]
    protocol, *games = arguments or [""]
    is_plain = not games or (protocol == "xboard" and not any(each[:1] == "-" for each in games))
    if protocol in PROTOCOLS and is_plain:
        from ferz.cli.serve import serve

        sys.exit(serve(protocol, games))
    try:
        from ferz.cli.app import run

        code = run(arguments)
    except KeyboardInterrupt:
        # One that comes before the command has begun.
        code = 130
    sys.exit(code)
