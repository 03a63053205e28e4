"""`ferz variants`: the built-in games, the rules of one game as text, and the check of a file."""

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    import ferz

app = typer.Typer(help="List the games, show the rules of one, or check a file.")

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.callback(invoke_without_command=True)
def list_variants(context: typer.Context, as_json: AsJson = False) -> None:
    """List the built-in games and the modifiers."""
    if context.invoked_subcommand is not None:
        return
    from ferz.cli.output import console, print_json

    games = _games()
    if as_json:
        print_json({"variants": games, "modifiers": _modifiers()})
        return
    out = console()
    for title, group in _grouped(games).items():
        out.print(_list(title, [(game["id"], _size(game), game["description"]) for game in group]))
    modifiers = [(f"+{each['id']}", "", each["description"]) for each in _modifiers()]
    out.print(_list("Modifiers, for any game that they fit: chess+selfcapture", modifiers))


def _games() -> list[dict[str, Any]]:
    from ferz.variants.builtin import builtin_file, builtin_names
    from ferz.variants.inherit import resolve

    games = []
    for name in builtin_names():
        # The files are enough for a list: to compile every game would take longer than to print it.
        game = resolve(builtin_file(name), name)
        games.append(
            {
                "id": name,
                "name": game.info.name,
                "files": game.settings["files"],
                "ranks": game.settings["ranks"],
                "has_hands": game.settings["rules"].get("piece_drops", False),
                "description": game.info.description,
                "aliases": list(game.info.aliases),
            }
        )
    return games


def _modifiers() -> list[dict[str, Any]]:
    from ferz.variants.compose import modifier, modifier_names

    found = [modifier(name) for name in modifier_names()]
    return [{"id": each.id, "name": each.name, "description": each.description} for each in found]


def _size(game: dict[str, Any]) -> str:
    return f"{game['files']}x{game['ranks']}"


def _grouped(games: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The games by what strikes the eye first: the hands, then the board."""
    groups: dict[str, list[dict[str, Any]]] = {
        "On the usual board": [],
        "With pieces in hand": [],
        "On larger boards": [],
        "On smaller boards": [],
        "On thin boards": [],
    }
    for game in games:
        groups[_group(game)].append(game)
    return {title: group for title, group in groups.items() if group}


def _group(game: dict[str, Any]) -> str:
    files, ranks = game["files"], game["ranks"]
    if game["has_hands"]:
        return "With pieces in hand"
    if files == ranks == 8:
        return "On the usual board"
    if files * ranks > 64:
        return "On larger boards"
    return "On thin boards" if files <= 4 else "On smaller boards"


def _natural(row: tuple[str, str, str]) -> list[tuple[str, int]]:
    """Numbers inside names count as numbers: 1d-6 before 1d-10."""
    parts = re.findall(r"(\D*)(\d*)", row[0])
    return [(text, int(number or 0)) for text, number in parts]


def _list(title: str, rows: list[tuple[str, str, str]]) -> "RenderableType":
    from rich.table import Table

    table = Table(box=None, padding=(0, 1), show_header=False)
    table.title, table.title_justify, table.title_style = f"\n{title}", "left", "bold"
    table.add_column(style="cyan", no_wrap=True, min_width=20)
    table.add_column(no_wrap=True, min_width=5)
    table.add_column()
    for row in sorted(rows, key=_natural):
        table.add_row(*row)
    return table


@app.command("show")
def show_variant(
    variant: Annotated[
        str, typer.Argument(metavar="NAME", help="A name, a composition or a file.")
    ],
    diagrams: Annotated[
        bool, typer.Option("--diagrams", help="Draw where each piece goes.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show the board, the pieces and the rules of a game."""
    import ferz
    from ferz import variants
    from ferz.cli.output import console, diagram, print_json

    game, info = ferz.variant(variant), variants.variant_info(variant)
    if as_json:
        print_json(_as_data(game, info.description, list(info.aliases)))
        return
    out = console()
    out.print(f"{game.name} ({game.id}, {game.files}x{game.ranks})", style="bold")
    if info.description:
        out.print(info.description)
    out.print()
    out.print(diagram(ferz.Board(game)), soft_wrap=True)
    out.print()
    out.print(_pieces(game))
    if diagrams:
        _print_diagrams(out, game)
    out.print()
    out.print(_rules(game))
    out.print(f"\nStart        {game.start_fen}", soft_wrap=True)
    out.print(f"Fingerprint  {variants.fingerprint(game)}")


def _as_data(game: "ferz.Variant", description: str, aliases: list[str]) -> dict[str, Any]:
    from ferz import variants

    return {
        "id": game.id,
        "name": game.name,
        "description": description,
        "aliases": aliases,
        "files": game.files,
        "ranks": game.ranks,
        "start": game.start_fen,
        "pieces": [
            {"name": kind.name, "letter": kind.letter, "move": kind.move, "royal": kind.royal}
            for kind in game.pieces
        ],
        "rules": dict(game.changed_rules),
        "fingerprint": variants.fingerprint(game),
    }


def _pieces(game: "ferz.Variant") -> "RenderableType":
    from rich.table import Table

    from ferz.movement import sentence

    table = Table("letter", "piece", "Betza", "moves", box=None, padding=(0, 1))
    for kind in game.pieces:
        royal = ", royal" if kind.royal else ""
        name = kind.name.replace("_", " ")
        table.add_row(kind.letter.upper(), name + royal, kind.move, sentence(kind.move))
    return table


def _rules(game: "ferz.Variant") -> "RenderableType":
    from rich.table import Table

    import ferz

    meaning = {name: text for name, _, _, text in ferz.rules_reference()}
    table = Table("rule", "value", "meaning", box=None, padding=(0, 1))
    for name, value in game.changed_rules.items():
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        table.add_row(name, shown, meaning[name])
    return table


def _print_diagrams(out: "Console", game: "ferz.Variant") -> None:
    from rich.columns import Columns

    from ferz.cli.movement import diagram

    out.print()
    out.print(Columns([diagram(kind) for kind in game.pieces], padding=(1, 3)))
    out.print("o moves or captures, - moves only, x captures only", style="dim")


@app.command("check")
def check_variant(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A variant file, or a name.")],
    as_json: AsJson = False,
) -> None:
    """Check a variant file: say OK, or list everything that is wrong and exit with 1."""
    import warnings

    import ferz
    from ferz.cli.output import print_json
    from ferz.variants import section_names

    complaints: list[str] = []
    games = [file]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            # An ini file may hold many games: all of them are checked.
            if file.endswith(".ini"):
                games = [f"{file}:{name}" for name in section_names(file)]
        except ferz.VariantError as error:
            games, complaints = [], str(error).splitlines()
        for game in games:
            try:
                ferz.variant(game)
            except ferz.VariantError as error:
                complaints += str(error).splitlines()
    notes = [str(warning.message) for warning in caught]
    if as_json:
        print_json({"ok": not complaints, "complaints": complaints, "warnings": notes})
    else:
        for line in [*complaints, *(f"warning: {note}" for note in notes)]:
            print(line)
        if not complaints:
            print(f"{file}: OK" + (f", {len(games)} games" if len(games) > 1 else ""))
    raise typer.Exit(1 if complaints else 0)
