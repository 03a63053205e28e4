"""What `ferz match` shows: a table that lives on a terminal, a line for each game elsewhere."""

import contextlib
import time
from collections.abc import Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING

from ferz.cli.output import console, print_json
from ferz.match import EngineReport, GameRecord, MatchSettings, Report

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live
    from rich.table import Table

#: The tables need this much; a pipe has no width of its own.
WIDTH = 100

#: Below this, the engines stand side by side and their numbers below each other.
NARROW = 80

#: In so many lines there is room for all rows of a narrow table and for what stands below it.
TALL = 30

_RESULTS = ("games", "won", "drawn", "lost", "score", "Elo", "ms/move")
_FAULTS = ("overruns", "time losses", "crashes", "stalls", "illegal", "refused")


class View:
    """Shows a match while it is played, and what came of it."""

    def __init__(self, settings: MatchSettings, *, as_json: bool) -> None:
        """With `as_json` standard output is for the report alone."""
        self._settings = settings
        self._as_json = as_json
        self._console = console(stderr=as_json)
        if not self._console.is_terminal:
            self._console.width = WIDTH
        self._start = time.monotonic()
        self._first_games: int | None = None
        self._last: GameRecord | None = None
        self._report: Report | None = None
        self._live: Live | None = None

    @contextlib.contextmanager
    def open(self) -> "Iterator[View]":
        """The time of the match; Ctrl-C or an error leaves the table as it was."""
        if not self._console.is_terminal:
            with self._leaving_table():
                yield self
            return
        from rich.live import Live

        with (
            self._leaving_table(),
            Live(
                console=self._console,
                transient=True,
                get_renderable=self._screen,
                refresh_per_second=4,
            ) as self._live,
        ):
            yield self

    @contextlib.contextmanager
    def _leaving_table(self) -> Iterator[None]:
        try:
            yield
        except (KeyboardInterrupt, ValueError, OSError):
            if self._report is not None and self._report.games:
                self._print_report(self._report)
            raise

    def show(self, report: Report, record: GameRecord | None) -> None:
        """Take in a finished game."""
        self._report = report
        if self._first_games is None:
            self._first_games = report.games
            if report.games and not self._console.is_terminal:
                self._console.print(f"going on after {report.games} games")
        if record is None:
            return
        self._last = record
        if not self._console.is_terminal:
            self._console.print(game_line(report, record), soft_wrap=True)

    def finish(self, report: Report) -> None:
        """Print what came of it."""
        self._report = report
        if self._live is not None:
            self._live.stop()
        if self._as_json:
            print_json(report.as_data())
        else:
            self._print_report(report)

    def _print_report(self, report: Report) -> None:
        self._console.print()
        for table in report_tables(report, self._console.width):
            self._console.print(table)
        for line in summary_lines(report):
            self._console.print(line, soft_wrap=True)

    def _screen(self) -> "RenderableType":
        from rich.console import Group
        from rich.text import Text

        report = self._report
        if report is None:
            return Text("preparing…")
        width, is_short = self._console.width, self._console.height < TALL
        # Rich leaves out what is too low for the screen: never how far the match is.
        parts: list[RenderableType] = [self._progress(report)]
        parts += report_tables(report, width, is_short=is_short)
        parts += [Text(line) for line in summary_lines(report)]
        if self._last is not None:
            parts.append(Text(game_line(report, self._last), style="dim", overflow="ellipsis"))
        return Group(*parts)

    def _progress(self, report: Report) -> "RenderableType":
        from rich.progress_bar import ProgressBar
        from rich.table import Table

        total, done = self._settings.games, report.games
        passed = time.monotonic() - self._start
        new = done - (self._first_games or 0)
        left = duration(passed / new * (total - done)) if new else "?"
        words = f"{done} of {total} games, {duration(passed)}, at most {left} to go"
        bar = ProgressBar(total=total, completed=done, width=min(30, self._console.width))
        grid = Table.grid(padding=(0, 1))
        for row in [(bar,), (words,)] if self._console.width < NARROW else [(bar, words)]:
            grid.add_row(*row)
        return grid


@contextlib.contextmanager
def open_view(settings: MatchSettings, *, as_json: bool) -> Iterator[View]:
    """A view for the time of a match."""
    with View(settings, as_json=as_json).open() as view:
        yield view


def duration(seconds: float) -> str:
    """Hours, minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"


def game_line(report: Report, record: GameRecord) -> str:
    """One game in one line, with the state of the match after it."""
    names = [engine.name for engine in report.engines]
    white, black = names if record.first_is_white else names[::-1]
    first = report.engines[0]
    plies = f"{len(record.moves)} plies"
    words = [
        f"game {record.number + 1}: {white} {record.result} {black}, {record.reason}, {plies}",
        f"{report.games} of {report.settings.games}: +{first.wins} ={first.draws} -{first.losses}",
    ]
    if record.detail:
        words.insert(1, record.detail)
    if report.estimate is not None:
        words.append(f"Elo {elo_text(report)}")
    return "; ".join(words)


def elo_text(report: Report, index: int = 0) -> str:
    """The Elo of an engine and its error; a dash before a pair is complete."""
    found = report.estimate
    if found is None:
        return "-"
    # Adding zero takes the sign from a zero.
    elo = round(found.elo if index == 0 else -found.elo, 1) + 0.0
    return f"{elo:+.1f} ± {found.error:.1f}"


def report_tables(report: Report, width: int = WIDTH, *, is_short: bool = False) -> "list[Table]":
    """The results of both engines, and below them their faults; no number is left out.

    Where a screen is short as well as narrow, faults that nobody has are.
    """
    engines = [
        (engine.name, *_results(engine), elo_text(report, index), _mean(engine), *_faults(engine))
        for index, engine in enumerate(report.engines)
    ]
    rows = list(zip(("engine", *_RESULTS, *_FAULTS), *engines, strict=True))
    results, faults = rows[: len(_RESULTS) + 1], rows[len(_RESULTS) + 1 :]
    if width < NARROW:
        shown = [row for row in faults if not is_short or set(row[1:]) != {"0"}]
        tables = [_table(*results, *shown, is_narrow=True)]
    else:
        faults = [rows[0], *faults]
        tables = [_table(*zip(*part, strict=True)) for part in (results, faults)]
    names = " - ".join(engine.name for engine in report.engines)
    tables[0].title = f"{PurePath(report.settings.variant).name}: {names}"
    return tables


def _table(head: tuple[str, ...], *rows: tuple[str, ...], is_narrow: bool = False) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE, title_justify="left", title_style="bold", padding=(0, 1))
    table.pad_edge = table.show_edge = not is_narrow
    table.add_column(head[0], overflow="fold", min_width=None if is_narrow else 12)
    for name in head[1:]:
        table.add_column(name, overflow="fold", justify="right")
    for row in rows:
        table.add_row(*row)
    return table


def _results(engine: EngineReport) -> list[str]:
    counts = (engine.games, engine.wins, engine.draws, engine.losses)
    return [*map(str, counts), "-" if engine.score is None else f"{engine.score:.1%}"]


def _mean(engine: EngineReport) -> str:
    return "-" if engine.mean_time_ms is None else f"{engine.mean_time_ms:.1f}"


def _faults(engine: EngineReport) -> list[str]:
    totals = engine.totals
    worst = f" (+{totals.worst_overrun_ms:.0f} ms)" if totals.overruns else ""
    worst += f", {totals.held_up} held up" if totals.held_up else ""
    counts = (totals.time_losses, totals.crashes, totals.stalls)
    moves = (totals.illegal_moves, totals.refused_moves)
    return [f"{totals.overruns}{worst}", *map(str, counts), *map(str, moves)]


def summary_lines(report: Report) -> list[str]:
    """What the numbers mean for the first engine."""
    lines = []
    found = report.estimate
    if found is not None:
        lines.append(
            f"{report.engines[0].name}: Elo {elo_text(report)} (95 %), "
            f"likelihood of superiority {found.superiority:.1%}, draws {report.draw_ratio or 0:.1%}"
        )
    pairs = ", ".join(str(count) for count in report.pairs)
    lines.append(f"pairs with 0, ½, 1, 1½, 2 points: {pairs}")
    sprt, ratio = report.settings.sprt, report.log_likelihood_ratio
    if sprt is not None and ratio is not None:
        verdict = report.verdict
        accepted = {"elo0": sprt.elo0, "elo1": sprt.elo1}
        answer = f"{verdict} = {accepted[verdict]:g} accepted" if verdict else "undecided"
        lines.append(
            f"SPRT {sprt.elo0:g} or {sprt.elo1:g} {sprt.model} Elo: {answer}, "
            f"LLR {ratio:.2f} ({sprt.lower:.2f}, {sprt.upper:.2f})"
        )
    if report.reasons:
        lines.append(
            "ends: " + ", ".join(f"{reason} {count}" for reason, count in report.reasons.items())
        )
    return lines
