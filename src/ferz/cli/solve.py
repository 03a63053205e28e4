"""`ferz solve` and `ferz probe`: who wins, how fast, and what every move is worth."""

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator

    import ferz
    from ferz.solver import OnProgress, Progress
    from ferz.strategies import MoveValue

VariantArgument = Annotated[
    str, typer.Argument(metavar="VARIANT", help="A name, a composition or a file.")
]
PositionArgument = Annotated[
    str | None,
    typer.Argument(metavar="[POSITION]", help="FEN or compact notation; else the start."),
]
TablesOption = Annotated[
    Path | None, typer.Option("--tables", help="The folder of the tables, instead of your own.")
]
#: So many moves of a position are listed unless all are asked for.
SHOWN_MOVES = 40


def solve(
    variant: VariantArgument,
    position: PositionArgument = None,
    method: Annotated[
        str, typer.Option(help="tables, graph, proof, or auto: tables where the rules allow.")
    ] = "auto",
    mate: Annotated[
        int | None, typer.Option(min=1, max=100, help="Only look for a mate in so many moves.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(min=1, help="Positions at most, for a proof.")
    ] = None,
    tables: TablesOption = None,
    no_save: Annotated[
        bool, typer.Option("--no-save", help="Keep tables in memory, write nothing.")
    ] = False,
    men: Annotated[
        int | None,
        typer.Option(min=1, max=32, help="Every material of so many men at most, besides."),
    ] = None,
    threads: Annotated[int | None, typer.Option(min=1, max=256, help="Threads; else all.")] = None,
    memory: Annotated[
        int | None, typer.Option("--memory", min=1, help="Megabytes at most; else most of them.")
    ] = None,
    no_verify: Annotated[
        bool, typer.Option("--no-verify", help="Leave out the check of every entry.")
    ] = False,
    no_statistics: Annotated[
        bool, typer.Option("--no-statistics", help="Do not count what play can reach.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Solve a small game, or one position of it: value, distance and every move, proven.

    Tables are kept and used again. A run that was stopped or killed goes on where it was.
    """
    import ferz
    from ferz.board import read_position
    from ferz.cli.output import print_json
    from ferz.solver import default_folder

    board = read_position(variant, position)
    folder = None if no_save else tables or default_folder()
    if mate is not None:
        return _solve_mate(board, mate, memory, as_json=as_json)
    if men is not None:
        _build_all(board, men, folder, threads, memory, verify=not no_verify)
    with progress_bar(is_silent=as_json) as on_progress:
        solution = ferz.solve(
            board,
            method=method,
            folder=folder,
            threads=threads,
            memory_mb=memory,
            verify=not no_verify,
            statistics=not no_statistics,
            nodes=nodes,
            on_progress=on_progress,
        )
    if as_json:
        print_json(_as_data(solution))
    else:
        _print(solution)
    return 0


def probe(
    variant: VariantArgument,
    position: PositionArgument = None,
    tables: TablesOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """What the tables on disk say of a position; exit code 1 where they do not know it."""
    from ferz.board import read_position
    from ferz.cli.output import print_json
    from ferz.solver import known_tables
    from ferz.solver.verdicts import best_first, move_values

    board = read_position(variant, position)
    known = known_tables(board.variant, tables)
    verdict = None if known is None else known.probe(board)
    if known is None or verdict is None:
        if as_json:
            print_json({"fen": board.fen, "value": None, "distance": None, "moves": []})
        else:
            print(f"no table knows this position (see 'ferz solve {variant}')")
        return 1
    values = best_first(move_values(board, known.probe))
    if as_json:
        print_json({"fen": board.fen, **verdict._asdict(), "moves": _moves_data(board, values)})
    else:
        print(verdict_text(board, verdict.value, verdict.distance))
        _print_moves(board, values)
    return 0


def _solve_mate(board: "ferz.Board", moves: int, memory: int | None, *, as_json: bool) -> int:
    from ferz.cli.output import print_json
    from ferz.solver import find_mate

    with progress_bar(is_silent=as_json) as on_progress:
        found = find_mate(board, moves, memory_mb=memory, on_progress=on_progress)
    if as_json:
        data: dict[str, Any] = {"fen": board.fen, "value": None, "distance": None, "moves": []}
        if found is not None:
            names = [board.uci(move) for move in found.moves]
            data |= {"value": found.value, "distance": found.distance, "moves": names}
        print_json(data)
    elif found is None:
        print(f"no mate in {moves}, for either side")
    else:
        print(verdict_text(board, found.value, found.distance))
        print(f"by {', '.join(board.san(move) for move in found.moves) or 'no move'}")
    return 0 if found is not None else 1


def verdict_text(board: "ferz.Board", value: str, distance: int | None) -> str:
    """As in `White to move wins in 11 plies`."""
    from ferz.cli.output import side

    mover = f"{side(board.turn)} to move"
    if value == "draw":
        return f"{mover}: a draw"
    verb = "wins" if value == "win" else "loses"
    return f"{mover} {verb}" if distance is None else f"{mover} {verb} in {plies_text(distance)}"


def plies_text(distance: int | None) -> str:
    """As in `11 plies`."""
    return f"{distance} {'ply' if distance == 1 else 'plies'}"


def _build_all(
    board: "ferz.Board",
    men: int,
    folder: Path | None,
    threads: int | None,
    memory: int | None,
    *,
    verify: bool,
) -> None:
    from ferz.solver import Tables

    if folder is None:
        raise ValueError("--men: found --no-save too, expected a folder for so many tables")
    tables = Tables(board.variant, folder)
    tables.plan_men(men)
    with progress_bar(is_silent=False) as on_progress:
        tables.build(threads=threads, memory_mb=memory, verify=verify, on_progress=on_progress)


@contextmanager
def progress_bar(*, is_silent: bool) -> "Iterator[OnProgress | None]":
    """A bar with stage, rate and time left on a terminal; nothing elsewhere."""
    if is_silent or not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    from ferz.cli.output import console

    bar = Bar(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console(stderr=True),
        transient=True,
    )
    with bar:
        task = bar.add_task("planning", total=None, rate="")

        def on_progress(progress: "Progress") -> bool:
            text = f"{progress.stage} {progress.doing}"
            if progress.stages_total > 1:
                text += f" ({progress.stages_done + 1} of {progress.stages_total})"
            elapsed = bar.tasks[0].elapsed or 0.0
            rate = progress.entries_done / elapsed if elapsed > 1 else 0.0
            bar.update(
                task,
                description=text,
                total=progress.entries_total or None,
                completed=progress.entries_done,
                rate=f"{rate / 1e6:.2f} million/s" if rate else "",
            )
            return True

        yield on_progress


def _print(solution: "ferz.Solution") -> None:
    from ferz.cli.output import console, diagram

    board = solution.board
    out = console()
    out.print(board.variant.name, style="bold")
    out.print(diagram(board), soft_wrap=True)
    print(verdict_text(board, solution.value, solution.distance))
    if solution.line:
        print(f"line: {board.variation_san(solution.line)}")
    _print_moves(board, solution.moves)
    if (reach := solution.reachable) is not None:
        print(f"reachable: {_counts_text(reach)}")
    if (known := solution.tables) is not None:
        print(f"all of {known.materials} materials: {_counts_text(known)}")
        if known.longest:
            print(f"longest on the board: {plies_text(known.longest)}, {known.longest_fen}")
        if known.bytes:
            share = known.bytes / max(known.positions, 1)
            print(f"on disk: {known.bytes:,} bytes, {share:.2f} a position")


def _counts_text(counts: Any) -> str:
    return (
        f"{counts.positions:,} positions ({counts.won:,} won, {counts.lost:,} lost, "
        f"{counts.drawn:,} drawn for the side to move), longest {counts.longest}"
    )


def _print_moves(board: "ferz.Board", values: "tuple[MoveValue, ...] | list[MoveValue]") -> None:
    width = max((len(board.san(each.move)) for each in values), default=0)
    for each in values[:SHOWN_MOVES]:
        distance = "" if each.distance is None else f" in {plies_text(each.distance)}"
        print(f"  {board.san(each.move):<{width}}  {each.value or 'unknown'}{distance}")
    if len(values) > SHOWN_MOVES:
        print(f"  and {len(values) - SHOWN_MOVES} more (see --json)")


def _moves_data(
    board: "ferz.Board", values: "tuple[MoveValue, ...] | list[MoveValue]"
) -> list[dict[str, Any]]:
    return [
        {
            "move": board.uci(each.move),
            "san": board.san(each.move),
            "value": each.value,
            "distance": each.distance,
        }
        for each in values
    ]


def _as_data(solution: "ferz.Solution") -> dict[str, Any]:
    board = solution.board
    data: dict[str, Any] = {
        "variant": board.variant.id,
        "fen": board.fen,
        "value": solution.value,
        "distance": solution.distance,
        "method": solution.method,
        "moves": _moves_data(board, solution.moves),
        "line": _line_data(board, solution.line),
    }
    if solution.reachable is not None:
        data["reachable"] = solution.reachable._asdict()
    if solution.tables is not None:
        data["tables"] = solution.tables._asdict()
    return data


def _line_data(board: "ferz.Board", line: "tuple[ferz.Move, ...]") -> list[str]:
    after, names = board.copy(), []
    for move in line:
        names.append(after.uci(move))
        after.push(move)
    return names
