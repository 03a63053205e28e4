"""Learning from games of the engine against itself: samples, and weights tuned on them (Texel).

What is measured is how well the evaluation predicts results; whether a set of weights plays better
only a match tells.
"""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import NamedTuple

from ferz import _core
from ferz._core import Variant
from ferz.arguments import checked_int
from ferz.board import Board, VariantLike, as_variant
from ferz.variants.info import quoted
from ferz.weights import Weights, tuned

#: So many games are one piece of work.
GAMES_AT_ONCE = 10
#: The engine knows no larger score.
MOST_SCORE_CP = 32_000
MOST_EPOCHS = 1_000_000
#: No line of samples is longer.
MOST_LINE_BYTES = 4096


class Sample(NamedTuple):
    """A quiet position, what the engine thought of it and how the game ended, for White."""

    fen: str
    score_cp: int
    #: 1, 0 or -1.
    result: int


@dataclass(frozen=True)
class SelfPlay:
    """How games are played for samples."""

    nodes: int = 800
    random_plies: int = 8
    seed: int = 1


class Epoch(NamedTuple):
    """The progress of tuning: mean squared errors of the predicted results."""

    number: int
    loss: float
    held_out_loss: float


def self_play(
    game: VariantLike,
    *,
    seconds: float,
    settings: SelfPlay | None = None,
    weights: Weights | None = None,
    executor: Executor | None = None,
    workers: int = 1,
) -> Iterator[list[Sample]]:
    """Play for so long, and give the samples as they come.

    The games run in `workers` processes, or wherever a given executor runs them. Without `weights`
    the engine plays as it always does.
    """
    variant = as_variant(game)
    chosen = settings or SelfPlay()
    own = weights if weights is not None else tuned(variant)
    if executor is not None:
        yield from _gather(executor, variant, chosen, own, seconds, workers)
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_begin_worker) as pool:
        yield from _gather(pool, variant, chosen, own, seconds, workers)


def _begin_worker() -> None:
    # Ctrl-C reaches every process of a terminal; what becomes of the games the main one decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    # A pool lets its workers go only where its process ends in peace: one that is killed does not.
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _gather(
    executor: Executor,
    variant: Variant,
    settings: SelfPlay,
    weights: Weights | None,
    seconds: float,
    workers: int,
) -> Iterator[list[Sample]]:
    end = time.monotonic() + seconds
    seed = settings.seed * 1_000_003
    running: set[Future[list[Sample]]] = set()
    while running or time.monotonic() < end:
        while len(running) < 2 * workers and time.monotonic() < end:
            seed += 1
            running.add(executor.submit(_play, variant, settings, weights, seed))
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()


def _play(variant: Variant, settings: SelfPlay, weights: Weights | None, seed: int) -> list[Sample]:
    found = _core.self_play(
        variant,
        games=GAMES_AT_ONCE,
        nodes=settings.nodes,
        random_plies=settings.random_plies,
        seed=seed,
        weights=weights,
    )
    return [Sample(*sample) for sample in found]


def tune(
    game: VariantLike,
    samples: Iterable[Sample],
    *,
    epochs: int = 25,
    score_share: float = 0.6,
    pull: float = 2e-7,
    on_epoch: Callable[[Epoch], object] | None = None,
) -> Weights:
    """Weights that predict the results of the samples best, beginning with the automatic ones.

    `score_share` is how much the engine's score counts beside the result; `pull` draws what is
    seldom seen toward the automatic weights. The last tenth of the samples is held out. Raises
    `FenError` for a sample of another game, and `ValueError` where there are no samples and for a
    number out of its range.
    """
    checked_int("epochs", epochs, 1, MOST_EPOCHS)
    if not 0 <= score_share <= 1:
        raise ValueError(f"score_share: found {score_share}, expected 0 to 1")
    known = [(sample.fen, sample.score_cp, sample.result) for sample in samples]
    if not known:
        raise ValueError("samples: found none, expected at least one")

    def report(number: int, loss: float, held_out_loss: float) -> bool:
        if on_epoch is not None:
            on_epoch(Epoch(number, loss, held_out_loss))
        return True

    return _core.tune(
        as_variant(game),
        known,
        epochs=epochs,
        score_share=score_share,
        pull=pull,
        on_epoch=report,
    )


def write_samples(path: str | os.PathLike[str], samples: Sequence[Sample]) -> None:
    """Append samples to a text file, one a line: FEN, score and result.

    What a kill has left of a last line is cut off. Raises `ValueError` for a file of anything else,
    such as one whose only line was cut.
    """
    text = "".join(f"{s.fen}|{s.score_cp}|{s.result}\n" for s in samples)
    file = Path(path)
    if file.is_file():
        _end_last_line(file)
    with file.open("ab") as target:
        target.write(text.encode())


def _end_last_line(path: Path) -> None:
    """Have the next line begin as one of its own; what is no file of samples stays as it is."""
    with path.open("rb+") as file:
        first = file.readline(MOST_LINE_BYTES)
        if first and not _is_sample(first):
            shown = quoted(first.decode(errors="replace").rstrip("\n"))
            raise ValueError(f"{path}: line 1: {shown}, expected FEN|score|result")
        end = file.seek(0, os.SEEK_END)
        file.seek(max(end - MOST_LINE_BYTES, 0))
        last = file.read().rpartition(b"\n")[2]
        if _is_sample(last):
            file.write(b"\n")
        elif last:
            file.truncate(end - len(last))


def read_samples(path: str | os.PathLike[str], game: VariantLike | None = None) -> list[Sample]:
    """Read such a file. Raises `ValueError` with the number of a line that is none.

    With a game, a position that is none of its own is such a line, too. A last line behind others
    that was cut off by a kill is dropped.
    """
    variant, where = None if game is None else as_variant(game), os.fspath(path)
    found = []
    try:
        with Path(path).open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                where = f"{os.fspath(path)}: line {number}"
                is_cut = number > 1 and not line.endswith("\n")
                if is_cut and not _is_sample(line.encode()):
                    break
                found.append(_read_sample(line.rstrip("\n"), variant))
    except UnicodeDecodeError as error:
        raise ValueError(f"{os.fspath(path)}: no text, expected FEN|score|result lines") from error
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from error
    return found


def _is_sample(line: bytes) -> bool:
    try:
        _read_sample(line.decode().rstrip("\r\n"), None)
    except ValueError:
        return False
    return True


def _read_sample(line: str, variant: Variant | None) -> Sample:
    fen, score, result = [*line.split("|"), "", ""][:3]
    digits = score.removeprefix("-")
    if line.count("|") != 2 or result not in ("1", "0", "-1") or not digits.isdecimal():
        raise ValueError(f"{quoted(line)}, expected FEN|score|result")
    # Python would take its time to read very long numbers.
    if len(digits) > 9 or int(digits) > MOST_SCORE_CP:
        raise ValueError(f"score {quoted(score)}, expected {-MOST_SCORE_CP} to {MOST_SCORE_CP}")
    if variant is not None:
        Board(variant, fen)
    return Sample(fen, int(score), int(result))
