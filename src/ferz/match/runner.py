"""A match from its settings to its report: games to an executor, results to journal and PGN."""

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from dataclasses import replace
from pathlib import Path

import ferz
from ferz.arguments import checked_int
from ferz.match.executors import Crew, cluster_crew, end_programs, local_crew
from ferz.match.files import PathLike, refuse_equal
from ferz.match.journal import Journal
from ferz.match.openings import Opening, Openings, open_openings
from ferz.match.pgn_file import PgnFile
from ferz.match.records import GameRecord
from ferz.match.referee import GameTask, crashed_game, play_game
from ferz.match.report import Report, Tally
from ferz.match.settings import MatchSettings
from ferz.player import MOST_NUMBER
from ferz.protocols.client import EngineError

#: Called with the report after each game, and with the game; with None before the first.
Observer = Callable[[Report, GameRecord | None], None]


def run(
    settings: MatchSettings,
    *,
    concurrency: int = 1,
    cluster: str | None = None,
    executor: Executor | None = None,
    state: PathLike | None = None,
    pgn: PathLike | None = None,
    log_directory: PathLike | None = None,
    observe: Observer | None = None,
) -> Report:
    """Play a match, or go on with the one in the file `state`, and return its report.

    `concurrency` games are played at a time, each in a process of this machine; with `cluster` as
    many as the Dask cluster at that address has threads; or `concurrency` in an `executor` of the
    caller's. Raises `ValueError` for settings that cannot be played, `EngineError` for an engine
    that cannot be set up or an executor that ended. An exception, Ctrl-C included, ends what is
    running; the games that were finished are in the files. A script needs the usual
    `if __name__ == "__main__":`, since the processes import it.
    """
    checked_int("concurrency", concurrency, 1, MOST_NUMBER)
    variant = ferz.variant(settings.variant)
    openings = open_openings(variant, settings.openings, seed=settings.seed)
    _check_length(settings, openings)
    refuse_equal({"openings": settings.openings.file, "state": state, "pgn": pgn})
    with contextlib.ExitStack() as stack:
        journal = Journal(settings, Path(state) if state is not None else None)
        stack.callback(journal.close)
        games = None
        if pgn is not None:
            games = PgnFile(Path(pgn), settings, variant, journal)
            stack.callback(games.close)
        match = _Match(settings, variant, openings, journal, games, observe)
        if log_directory is not None:
            match.log_directory = os.fspath(log_directory)
        if not match.report.is_over:
            left = settings.games - match.report.games
            match.play(lambda: _crew(min(concurrency, left), cluster, executor))
        return match.report


def _check_length(settings: MatchSettings, openings: Openings) -> None:
    most = settings.adjudication.max_plies
    if most is not None and most <= openings.longest:
        raise ValueError(
            f"max-plies: found {most}, expected more than the {openings.longest} of an opening"
        )


@contextlib.contextmanager
def _crew(concurrency: int, cluster: str | None, executor: Executor | None) -> Iterator[Crew]:
    if executor is not None:
        yield Crew(executor, concurrency, lambda: None)
        return
    with local_crew(concurrency) if cluster is None else cluster_crew(cluster) as crew:
        yield crew


class _Match:
    """A match while it is played."""

    def __init__(
        self,
        settings: MatchSettings,
        variant: ferz.Variant,
        openings: Openings,
        journal: Journal,
        games: PgnFile | None,
        observe: Observer | None,
    ) -> None:
        self.settings, self.variant, self.openings = settings, variant, openings
        self.journal, self.games, self.observe = journal, games, observe
        self.log_directory: str | None = None
        self._tally = Tally(settings)
        for record in journal.records:
            self._tally.add(record)
        self.report = self._tally.report()

    def play(self, open_crew: Callable[[], contextlib.AbstractContextManager[Crew]]) -> None:
        """Play all games that are left."""
        self._tell(None)
        # A match that is killed leaves its folder: it shall be known as ours.
        with tempfile.TemporaryDirectory(prefix="ferz-match-") as folder, open_crew() as crew:
            tasks = self._tasks(Path(folder) if crew.is_local else None)
            self._play_all(crew, tasks)

    def _play_all(self, crew: Crew, tasks: Iterator[GameTask]) -> None:
        pending: dict[Future[GameRecord], GameTask] = {}
        repeated: set[int] = set()
        # One task ahead: its opening is searched for while the others are played.
        task = next(tasks, None)
        while task is not None or pending:
            while task is not None and len(pending) < crew.slots:
                pending[_submit(crew, task)] = task
                task = next(tasks, None)
            done, _ = wait(pending, return_when=FIRST_COMPLETED)
            # What is finished must not be lost because of what cannot be set up.
            for future in sorted(done, key=_has_failed):
                played = pending.pop(future)
                record = _record(future, played, is_repeated=played.number in repeated)
                if record is None:
                    repeated.add(played.number)
                    pending[_submit(crew, played)] = played
                    continue
                self._finish(record)
                if self.report.verdict is not None:
                    _give_up(crew, pending)
                    return

    def _finish(self, record: GameRecord) -> None:
        self.journal.add(record)
        if self.games is not None:
            self.games.add(record)
        self._tally.add(record)
        self.report = self._tally.report()
        self._tell(record)

    def _tell(self, record: GameRecord | None) -> None:
        if self.observe is not None:
            self.observe(self.report, record)

    def _tasks(self, traces: Path | None) -> Iterator[GameTask]:
        """The games that are not in the journal, pair by pair."""
        played = {record.number: record for record in self.journal.records}
        engines = self.settings.engine(0), self.settings.engine(1)
        plain = GameTask(
            number=0,
            variant=self.variant,
            opening=Opening(),
            engines=engines,
            adjudication=self.settings.adjudication,
            margin_ms=self.settings.margin_ms,
            patience_ms=self.settings.patience_ms,
            seed=self.settings.seed,
            folder=self.journal.folder,
            log_directory=self.log_directory,
        )
        for pair in range(self.settings.games // 2):
            opening = self._opening(pair, played)
            for number in (2 * pair, 2 * pair + 1):
                if number not in played:
                    trace = str(traces / str(number)) if traces is not None else None
                    yield replace(plain, number=number, opening=opening, trace=trace)

    def _opening(self, pair: int, played: dict[int, GameRecord]) -> Opening:
        record = played.get(2 * pair) or played.get(2 * pair + 1)
        if record is None:
            return self.openings.opening(pair)
        opening = Opening(record.book, record.fen, record.opening)
        self.openings.note(opening)
        return opening


def _give_up(crew: Crew, pending: Iterable[Future[GameRecord]]) -> None:
    """The test has its answer: games under way no longer count."""
    for future in pending:
        future.cancel()
    crew.abort()
    wait(pending)


def _submit(crew: Crew, task: GameTask) -> Future[GameRecord]:
    try:
        return crew.executor.submit(play_game, task)
    except BrokenExecutor as error:
        # Told as the end of this game, after those that have been finished meanwhile.
        future: Future[GameRecord] = Future()
        future.set_exception(error)
        return future


def _has_failed(future: Future[GameRecord]) -> bool:
    return future.cancelled() or future.exception() is not None


def _record(
    future: "Future[GameRecord]", task: GameTask, *, is_repeated: bool
) -> GameRecord | None:
    """The game that was played; if it took its whole process down, the loss of who did that.

    Where nobody did, the system may have: None, for the game to be played once again. Raises
    `EngineError` where the processes are those of others, and nobody can tell.
    """
    try:
        return future.result()
    except CancelledError as error:
        raise _ended(error) from error
    except Exception as error:
        # Dask's own name for a worker that died: it can only be told by its name here.
        is_killed = type(error).__name__ == "KilledWorker"
        if not isinstance(error, BrokenExecutor) and not is_killed:
            raise
        if task.trace is None and not is_killed:
            raise _ended(error) from error
        return _ended_game(error, task, is_repeated=is_repeated)


def _ended(error: Exception) -> EngineError:
    reason = str(error) or "its games were canceled"
    return EngineError(f"the executor ended, and no engine can be blamed for it: {reason}")


def _ended_game(error: Exception, task: GameTask, *, is_repeated: bool) -> GameRecord | None:
    if task.trace is not None:
        end_programs(task.trace)
    index = _culprit(task)
    if index is None and not is_repeated:
        return None
    if index is None:
        raise EngineError(f"game {task.number + 1}: its process ended: {error}") from error
    detail = f"{task.engines[index].name}: ended the process that it played in"
    return crashed_game(task, index, detail)


def _culprit(task: GameTask) -> int | None:
    """The engine in process that was thinking when its process died.

    On another machine that cannot be known: there it is the only engine in process, if one is.
    """
    if task.trace is not None:
        try:
            return int(Path(task.trace).read_text(encoding="ascii"))
        except (OSError, ValueError):
            return None
    own = [index for index, engine in enumerate(task.engines) if engine.is_own]
    return own[0] if len(own) == 1 else None
