"""`ferz tune`: weights of the evaluation for a game, from games of the engine against itself."""

import contextlib
import math
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.progress import Progress

    from ferz.learn import Epoch, Sample


def tune(
    variant: Annotated[
        str, typer.Argument(metavar="VARIANT", help="A name, a composition or a file.")
    ],
    out: Annotated[Path, typer.Option(help="Where to write the weights.")],
    minutes: Annotated[float, typer.Option(min=0, help="How long to play first.")] = 10.0,
    samples: Annotated[
        list[Path] | None, typer.Option(help="Samples of before to learn from, too; repeatable.")
    ] = None,
    keep: Annotated[
        Path | None, typer.Option(help="Append the new samples to a file, as they come.")
    ] = None,
    nodes: Annotated[int, typer.Option(min=10, help="Positions for each move.")] = 800,
    workers: Annotated[int, typer.Option(min=1, help="Processes that play.")] = 1,
    epochs: Annotated[int, typer.Option(min=1, help="How often to go over the samples.")] = 25,
    score_share: Annotated[
        float,
        typer.Option(min=0, max=1, help="How much the engine's score counts beside the result."),
    ] = 0.6,
    own: Annotated[
        str,
        typer.Option(
            "--weights", metavar="FILE", help="What it plays with: a file, tuned or automatic."
        ),
    ] = "tuned",
    seed: Annotated[int, typer.Option(min=0, help="Of all that is random.")] = 1,
) -> None:
    """Tune the evaluation to a game: play, then fit the weights to the results.

    The file is for `Engine(weights=FILE)` and for `ferz match --engine ferz,option.weights=FILE`;
    only a match tells whether it plays better. Ctrl-C while playing goes on with what there is,
    and so does SIGTERM.
    """
    import ferz
    from ferz import learn, weights

    if not math.isfinite(minutes):
        raise ValueError(f"--minutes: found {minutes}, expected a finite number")
    game = ferz.variant(variant)
    # No sections are replaced where the weights are automatic; None would mean the tuned ones.
    played = weights.chosen_weights(game, own) or {}
    # What cannot be written shall be known before hours have passed.
    _check_writable(out)
    found = [sample for path in samples or [] for sample in learn.read_samples(path, game)]
    if minutes > 0:
        settings = learn.SelfPlay(nodes=nodes, seed=seed)
        games = learn.self_play(
            game, seconds=60 * minutes, settings=settings, weights=played, workers=workers
        )
        with _ended_by_sigterm():
            found += _play(games, minutes, keep)
    if not found and minutes > 0:
        raise ValueError(
            f"no samples: the games of {game.id} left no quiet position "
            "(play longer, or with another --seed)"
        )
    if not found:
        raise ValueError("no samples: expected --minutes or --samples")
    print(f"{len(found):,} samples", file=sys.stderr)
    tuned = learn.tune(game, found, epochs=epochs, score_share=score_share, on_epoch=_tell)
    _write(out, weights.dump(game, tuned))
    print(f"weights of {game.id} written to {out}")


def _check_writable(out: Path) -> None:
    """Raise `OSError` where nothing can be written, without leaving a file that was not there."""
    is_new = not out.exists()
    out.open("a", encoding="utf-8").close()
    if is_new:
        out.unlink()


def _write(out: Path, text: str) -> None:
    """Write all of a file or nothing."""
    target = out.resolve()
    if target.exists() and not (target.is_file() and os.access(target.parent, os.W_OK)):
        # Such as /dev/stdout, which nothing should take the place of.
        target.write_text(text, encoding="utf-8")
        return
    part = target.with_name(f"{target.name}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(target)


@contextlib.contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """Let SIGTERM be as Ctrl-C: a job that is told to end keeps what it has."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _play(games: "Iterable[list[Sample]]", minutes: float, keep: Path | None) -> "list[Sample]":
    """The samples as they come, with a bar; Ctrl-C ends the playing."""
    from ferz import learn

    found: list[Sample] = []
    with _bar() as bar:
        task = bar.add_task("playing", total=60 * minutes, samples=0)
        try:
            for samples in games:
                found += samples
                if keep is not None:
                    learn.write_samples(keep, samples)
                elapsed = bar.tasks[task].elapsed or 0
                bar.update(task, completed=min(elapsed, 60 * minutes), samples=len(found))
        except KeyboardInterrupt:
            print("playing ended early", file=sys.stderr)
    return found


def _bar() -> "Progress":
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from ferz.cli.output import console

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[samples]:,} samples"),
        TimeRemainingColumn(),
        console=console(stderr=True),
    )


def _tell(epoch: "Epoch") -> None:
    print(
        f"epoch {epoch.number:>3}: error {epoch.loss:.6f}, held out {epoch.held_out_loss:.6f}",
        file=sys.stderr,
    )
