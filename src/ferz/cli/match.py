"""`ferz match`: two engines play games from paired openings, and the table tells who is better."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ferz.match import MatchSettings, Report

_LIMITS, _OPENINGS = "How long they think", "Where games begin"
_ENDS, _RUN, _OUTPUT = "How games end", "How it is run", "What is kept"


def match(
    context: typer.Context,
    variant: Annotated[
        str | None,
        typer.Argument(metavar="VARIANT", help="A name, a composition or a file."),
    ] = None,
    engines: Annotated[
        list[str] | None,
        typer.Option(
            "--engine",
            metavar="SPEC",
            help="Twice: 'ferz' or 'cmd=PROGRAM', then KEY=VALUE parts, all between commas: name, "
            "proto, option.X, hash, threads, level, nodes, clock and others.",
        ),
    ] = None,
    games: Annotated[
        int | None, typer.Option(help="How many, an even number.", show_default="100")
    ] = None,
    time_ms: Annotated[
        int | None, typer.Option(help="Milliseconds for each move.", rich_help_panel=_LIMITS)
    ] = None,
    clock: Annotated[
        str | None,
        typer.Option(help="Seconds, as 5+0.05 or 40/60.", rich_help_panel=_LIMITS),
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(help="Positions for each move.", rich_help_panel=_LIMITS)
    ] = None,
    depth: Annotated[
        int | None, typer.Option(help="Depth of each search.", rich_help_panel=_LIMITS)
    ] = None,
    cpu_ms: Annotated[
        int | None,
        typer.Option(
            help="Milliseconds by the CPU clock, for 'ferz' only.", rich_help_panel=_LIMITS
        ),
    ] = None,
    overruns: Annotated[
        str,
        typer.Option(
            help="What a program's late move does: report or lose.", rich_help_panel=_LIMITS
        ),
    ] = "report",
    margin_ms: Annotated[
        int, typer.Option(help="How late is still in time.", min=0, rich_help_panel=_LIMITS)
    ] = 50,
    hang_seconds: Annotated[
        int,
        typer.Option(
            help="How much later an engine is given up.",
            min=1,
            max=1_000_000,
            rich_help_panel=_LIMITS,
        ),
    ] = 60,
    openings: Annotated[
        Path | None,
        typer.Option(help="A file of PGN, FEN, EPD or lines of moves.", rich_help_panel=_OPENINGS),
    ] = None,
    opening_order: Annotated[
        str,
        typer.Option(help="Of that file: sequential or random.", rich_help_panel=_OPENINGS),
    ] = "sequential",
    opening_plies: Annotated[
        int, typer.Option(help="Random moves of both sides.", min=0, rich_help_panel=_OPENINGS)
    ] = 8,
    opening_limit: Annotated[
        str,
        typer.Option(
            metavar="CP|off",
            help="The most that either side may be ahead.",
            rich_help_panel=_OPENINGS,
        ),
    ] = "80",
    seed: Annotated[
        int, typer.Option(help="Of all that is random.", min=0, rich_help_panel=_OPENINGS)
    ] = 1,
    draw: Annotated[
        str,
        typer.Option(
            metavar="CP,MOVES,AFTER|off",
            help="A draw at scores within CP for so many moves, after a move number.",
            rich_help_panel=_ENDS,
        ),
    ] = "10,8,40",
    resign: Annotated[
        str,
        typer.Option(
            metavar="CP,MOVES[,one]|off",
            help="A loss at CP for so many moves, by both engines' scores or the loser's alone.",
            rich_help_panel=_ENDS,
        ),
    ] = "1000,4",
    max_plies: Annotated[
        int, typer.Option(help="Then it is a draw; 0: never.", min=0, rich_help_panel=_ENDS)
    ] = 600,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1[,ALPHA,BETA]",
            help="Stop when one of two hypotheses is accepted.",
            rich_help_panel=_ENDS,
        ),
    ] = None,
    elo_model: Annotated[
        str,
        typer.Option(help="Of --sprt: normalized or logistic.", rich_help_panel=_ENDS),
    ] = "normalized",
    concurrency: Annotated[
        int, typer.Option(help="Games at a time on this machine.", min=1, rich_help_panel=_RUN)
    ] = 1,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="A Dask scheduler that plays them.", rich_help_panel=_RUN
        ),
    ] = None,
    state: Annotated[
        Path | None,
        typer.Option(help="Keep the state here; go on if it is there.", rich_help_panel=_RUN),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            help="Go on with the match of this state file, as it was.", rich_help_panel=_RUN
        ),
    ] = None,
    pgn: Annotated[
        Path | None, typer.Option(help="Append the games.", rich_help_panel=_OUTPUT)
    ] = None,
    log: Annotated[
        Path | None,
        typer.Option(help="A folder for what is said to programs.", rich_help_panel=_OUTPUT),
    ] = None,
    event: Annotated[
        str, typer.Option(help="The name for PGN.", rich_help_panel=_OUTPUT)
    ] = "Ferz match",
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON.", rich_help_panel=_OUTPUT)
    ] = False,
) -> int:
    """Let two engines play each other and say who is better.

    Each opening is played twice, with colors reversed; our rules are the referee. The exit code is
    1 where --sprt accepts the first hypothesis.
    """
    from ferz.cli import match_settings as read
    from ferz.match import MatchSettings, OpeningRule

    if resume is not None:
        read.refuse_others(context)
        settings = read.resumed(resume, games, read.sprt(sprt, elo_model))
        return _play(
            settings,
            state=resume,
            pgn=pgn,
            log=log,
            concurrency=concurrency,
            cluster=cluster,
            as_json=as_json,
        )
    settings = MatchSettings(
        variant=read.variant(variant),
        engines=read.engines(engines or []),
        games=100 if games is None else games,
        limits=read.limits(time_ms, clock, nodes, depth, cpu_ms),
        openings=OpeningRule(
            plies=opening_plies,
            limit_cp=read.opening_limit(opening_limit),
            file=read.whole_path(openings) if openings is not None else None,
            order=read.opening_order(opening_order),
        ),
        adjudication=read.adjudication(draw, resign, max_plies),
        sprt=read.sprt(sprt, elo_model),
        seed=seed,
        overruns=read.overruns(overruns),
        margin_ms=margin_ms,
        patience_ms=hang_seconds * 1000,
        event=event,
    )
    read.refuse_output("--pgn", pgn)
    return _play(
        settings,
        state=state,
        pgn=pgn,
        log=log,
        concurrency=concurrency,
        cluster=cluster,
        as_json=as_json,
    )


def _play(
    settings: "MatchSettings",
    *,
    state: Path | None,
    pgn: Path | None,
    log: Path | None,
    concurrency: int,
    cluster: str | None,
    as_json: bool,
) -> int:
    from ferz.cli.match_view import open_view
    from ferz.cli.signals import ended_by_sigterm
    from ferz.match import run

    with ended_by_sigterm(), open_view(settings, as_json=as_json) as view:
        report = run(
            settings,
            concurrency=concurrency,
            cluster=cluster,
            state=state,
            pgn=pgn,
            log_directory=log,
            observe=view.show,
        )
        view.finish(report)
    return _exit_code(report)


def _exit_code(report: "Report") -> int:
    return 1 if report.verdict == "elo0" else 0
