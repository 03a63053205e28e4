"""`ferz analyse`: the best lines of a position, live on a terminal, as plain lines elsewhere."""

import signal
import sys
from typing import TYPE_CHECKING, Annotated, Any, Self

import typer

from ferz.cli.signals import ended_by_sigterm

if TYPE_CHECKING:
    from rich.table import Table

    import ferz
    from ferz.player import Limits

#: How long to look when nobody says.
DEFAULT_MS = 3_000


def analyse(
    variant: Annotated[
        str, typer.Argument(metavar="VARIANT", help="A name, a composition or a file.")
    ],
    fen: Annotated[str | None, typer.Option(help="The position as FEN.")] = None,
    moves: Annotated[str, typer.Option(help="Moves to play first, as in e2e4,e7e5 or e4,e5.")] = "",
    depth: Annotated[int | None, typer.Option(min=1, max=200, help="So many moves deep.")] = None,
    nodes: Annotated[int | None, typer.Option(min=1, help="So many positions.")] = None,
    time_ms: Annotated[int | None, typer.Option(min=1, help="So many milliseconds.")] = None,
    infinite: Annotated[bool, typer.Option("--infinite", help="Until Ctrl-C.")] = False,
    multipv: Annotated[int, typer.Option(min=1, max=500, help="So many best moves.")] = 1,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Threads.")] = 1,
    hash_mb: Annotated[int, typer.Option("--hash", min=1, help="Memory in megabytes.")] = 64,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, at the end.")] = False,
) -> None:
    """Analyze a position: the best moves, what they are worth and how play goes on.

    Without a limit it takes three seconds. Ctrl-C ends it with what was found so far.
    """
    import ferz
    from ferz.cli.output import print_json

    is_limited = (depth, nodes, time_ms) != (None, None, None)
    if infinite and is_limited:
        raise ValueError("--infinite: found another limit beside it, expected only one of them")
    board = ferz.Board(variant, fen)
    for move in moves.replace(",", " ").split():
        board.push(move)
    limits: Limits = {"depth": depth, "nodes": nodes, "time_ms": time_ms, "infinite": infinite}
    if not (infinite or is_limited):
        limits = {"time_ms": DEFAULT_MS}
    with ferz.Engine(board.variant, threads=threads, hash_mb=hash_mb) as engine:
        analysis = engine.analyse(board, multipv=multipv, **limits)
        with _view(board, is_silent=as_json) as view, ended_by_sigterm():
            view.end(_follow(analysis, view))
        result = analysis.result()
    if as_json:
        print_json(_as_data(board, result))


def _follow(analysis: "ferz.Analysis", view: "_View") -> "ferz.SearchResult":
    """Show the lines until the search ends or the user has seen enough."""
    try:
        for line in analysis:
            view.show(line)
    except KeyboardInterrupt:
        # The end has come already: a second Ctrl-C would only keep the result back.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        analysis.stop()
    return analysis.result()


def _view(board: "ferz.Board", *, is_silent: bool) -> "_View":
    if is_silent:
        return _View(board)
    return _LiveView(board) if sys.stdout.isatty() else _PlainView(board)


class _View:
    """Shows nothing."""

    def __init__(self, board: "ferz.Board") -> None:
        self.board = board

    def show(self, line: "ferz.Line") -> None:
        """Take a new line."""

    def end(self, result: "ferz.SearchResult") -> None:
        """Take the end of the search."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


class _PlainView(_View):
    """One line of text for each line of analysis."""

    def show(self, line: "ferz.Line") -> None:
        if line.bound == "exact":
            san = self.board.variation_san(line.moves)
            counts = f"{line.nodes:>12} {line.time_ms:>8} ms"
            text = f"{line.depth:>3} {line.index:>3} {score_text(line):>8} {counts}  {san}"
            print(text, flush=True)

    def end(self, result: "ferz.SearchResult") -> None:
        print(_summary(self.board, result))


class _LiveView(_View):
    """A table that is drawn anew with each line."""

    def __init__(self, board: "ferz.Board") -> None:
        from rich.live import Live

        from ferz.cli.output import console, diagram

        super().__init__(board)
        self._lines: dict[int, ferz.Line] = {}
        out = console()
        out.print(board.variant.name, style="bold")
        out.print(diagram(board), soft_wrap=True)
        self._live = Live(self._table(), console=out, refresh_per_second=8)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        # Also where something went wrong: a terminal wants its cursor back.
        self._live.stop()

    def show(self, line: "ferz.Line") -> None:
        if line.bound == "exact":
            self._lines[line.index] = line
            self._live.update(self._table())

    def end(self, result: "ferz.SearchResult") -> None:
        self._lines = {line.index: line for line in result.lines}
        self._live.update(self._table(), refresh=True)
        self._live.stop()
        print(_summary(self.board, result))

    def _table(self) -> "Table":
        from rich.table import Table

        table = Table("depth", "score", "nodes", "line", box=None, padding=(0, 1))
        for _, line in sorted(self._lines.items()):
            san = self.board.variation_san(line.moves)
            table.add_row(str(line.depth), score_text(line), f"{line.nodes:,}", san)
        return table


def score_text(line: "ferz.Line") -> str:
    """A score for the side to move: pawns as `+0.34`, a mate as `#3`, being mated as `-#3`."""
    if line.mate is not None:
        return f"#{line.mate}" if line.mate > 0 else f"-#{-line.mate}"
    return f"{(line.score_cp or 0) / 100:+.2f}"


def _summary(board: "ferz.Board", result: "ferz.SearchResult") -> str:
    from ferz.cli.output import side

    if result.move is None:
        outcome = board.outcome
        reason = f" ({outcome.reason.replace('_', ' ')})" if outcome is not None else ""
        return f"no move: the game is over, {board.result()}{reason}"
    speed = result.nodes / max(result.time_ms, 1) / 1000
    return (
        f"best for {side(board.turn)}: {board.san(result.move)} ({score_text(result.lines[0])}), "
        f"depth {result.depth}, {result.nodes:,} nodes, {result.time_ms / 1000:.2f} s, "
        f"{speed:.2f} million nodes/s"
    )


def _as_data(board: "ferz.Board", result: "ferz.SearchResult") -> dict[str, Any]:
    from ferz.cli.output import side

    outcome = board.outcome
    return {
        "variant": board.variant.id,
        "fen": board.fen,
        "outcome": outcome
        and {
            "winner": None if outcome.winner is None else side(outcome.winner).lower(),
            "reason": outcome.reason,
            "result": outcome.result(),
        },
        "move": None if result.move is None else board.uci(result.move),
        "ponder": None if result.ponder is None else result.ponder.uci(),
        "depth": result.depth,
        "nodes": result.nodes,
        "time_ms": result.time_ms,
        "nodes_per_second": 1000 * result.nodes // max(result.time_ms, 1),
        "lines": [
            {
                "index": line.index,
                "depth": line.depth,
                "selective_depth": line.selective_depth,
                "score_cp": line.score_cp,
                "mate": line.mate,
                "moves": [move.uci() for move in line.moves],
                "san": board.variation_san(line.moves),
            }
            for line in result.lines
        ],
    }
