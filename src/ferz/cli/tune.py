"""`ferz tune`: weights of the evaluation for a game, from games of the engine against itself."""

import errno
import math
import os
import sys
from collections.abc import Iterable
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
    from ferz.cli.signals import ended_by_sigterm

    if not math.isfinite(minutes):
        raise ValueError(f"--minutes: found {minutes}, expected a finite number")
    _refuse_equal(out, {"--samples": samples or [], "--keep": [keep] if keep is not None else []})
    game = ferz.variant(variant)
    # No sections are replaced where the weights are automatic; None would mean the tuned ones.
    played = weights.chosen_weights(game, own) or {}
    # What cannot be written shall be known before hours have passed.
    _check_writable(out)
    if keep is not None:
        _check_samples(keep)
    found = [sample for path in samples or [] for sample in learn.read_samples(path, game)]
    if minutes > 0:
        settings = learn.SelfPlay(nodes=nodes, seed=seed)
        games = learn.self_play(
            game, seconds=60 * minutes, settings=settings, weights=played, workers=workers
        )
        with ended_by_sigterm():
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
    # Standard output may be where the weights go.
    told = sys.stderr if _is_device(out) else sys.stdout
    print(f"weights of {game.id} written to {out}", file=told)


def _refuse_equal(out: Path, others: dict[str, list[Path]]) -> None:
    """The weights would take the place of samples that nothing brings back."""
    for purpose, paths in others.items():
        for path in paths:
            is_file_there = out.exists() and path.exists()
            if out.resolve() == path.resolve() or (is_file_there and out.samefile(path)):
                raise ValueError(f"--out: found the file of {purpose}, expected another one")


def _is_device(path: Path) -> bool:
    """Whether this is such as /dev/stdout, which nothing should take the place of.

    It is asked of the path as it was given: a link to a pipe leads nowhere.
    """
    return path.exists() and not path.is_file() and not path.is_dir()


def _check_writable(path: Path) -> None:
    """Raise `OSError` where nothing can be written, without leaving a file that was not there."""
    if _is_device(path):
        # Whoever reads from a pipe shall not see it end before there is anything.
        if not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return
    is_new = not path.exists()
    path.open("a", encoding="utf-8").close()
    if is_new:
        path.unlink()


def _check_samples(keep: Path) -> None:
    """Raise `OSError` or `ValueError` where no samples can be appended."""
    from ferz import learn

    _check_writable(keep)
    if keep.is_file():
        learn.write_samples(keep, [])


def _write(out: Path, text: str) -> None:
    """Write all of a file or nothing."""
    target = out.resolve()
    if _is_device(out) or (target.exists() and not os.access(target.parent, os.W_OK)):
        out.write_text(text, encoding="utf-8")
        return
    part = target.with_name(f"{target.name}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(target)


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
