"""The tables of one game: planned, built one material after another, kept in a folder, asked."""

import hashlib
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ferz import _core
from ferz._core import Stage, Variant
from ferz.board import Board, VariantLike, as_variant
from ferz.solver.memory import bytes_text, limit_bytes, thread_count
from ferz.solver.verdicts import Verdict, as_verdict

#: What a table file is called.
SUFFIX = ".ferztable"
#: Rules that a table ignores: its values do not depend on what was played before.
_IGNORED = ("n_move_rule", "n_fold_rule", "n_fold_value", "n_move_rule_types")


class Progress(NamedTuple):
    """How far a long work is."""

    #: The material, and what is being done with it.
    stage: str
    doing: str
    #: Of this step.
    done: int
    total: int
    #: Entries of finished stages and about those of this one; of all that are to be built.
    entries_done: int
    entries_total: int
    stages_done: int
    stages_total: int


#: Called now and then; returns whether to go on.
OnProgress = Callable[[Progress], bool]


def core_report(on_progress: OnProgress | None) -> Callable[[str, int, int], bool] | None:
    """What the core calls, for work that has one stage."""
    if on_progress is None:
        return None

    def report(doing: str, done: int, total: int) -> bool:
        return on_progress(Progress("positions", doing, done, total, done, total, 0, 1))

    return report


def table_fingerprint(variant: Variant) -> str:
    """The name that table files carry: equal for games with the same tables."""
    lines = [
        line
        for line in variant.canonical.splitlines()
        if not any(rule in line.split() for rule in _IGNORED)
    ]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:32]


def default_folder() -> Path:
    """Where tables are kept: `FERZ_DATA`, or the user's data folder."""
    from platformdirs import user_data_path

    own = os.environ.get("FERZ_DATA")
    return (Path(own) if own else user_data_path("ferz", appauthor=False)) / "tables"


class Tables:
    """The tables of one game; those in its folder are known at once.

    Without a folder they live in memory. Raises `SolveError` where the game has rules that tables
    do not cover, or where a file is damaged or foreign.
    """

    def __init__(self, game: VariantLike, folder: str | os.PathLike[str] | None = None) -> None:
        """Open the tables of a game below a folder that may hold those of many games."""
        self.variant = as_variant(game)
        self.fingerprint = table_fingerprint(self.variant)
        self.folder = None if folder is None else Path(folder) / self.fingerprint
        self._core = _core.Tablebase(self.variant, self.fingerprint)
        self._open_files()

    @property
    def stages(self) -> list[Stage]:
        """All materials that are planned or known, in an order in which they can be solved."""
        return self._core.stages

    def plan(self, board: Board) -> list[Stage]:
        """Add what can arise from a position; returns all stages."""
        self._core.plan(board)
        self._open_files()
        return self.stages

    def plan_men(self, men: int) -> list[Stage]:
        """Add every material of so many men at most; returns all stages."""
        self._core.plan_all(men)
        self._open_files()
        return self.stages

    def memory_needed(self) -> int:
        """The bytes that building what is planned takes at its largest step."""
        stages = self.stages
        if self.folder is None:
            return sum(_bytes(stage) for stage in stages)
        return max((self._step_bytes(stages, stage) for stage in stages), default=0)

    def build(
        self,
        *,
        threads: int | None = None,
        memory_mb: int | None = None,
        verify: bool = True,
        on_progress: OnProgress | None = None,
    ) -> None:
        """Solve what is planned and not known yet; every finished stage is a file at once.

        Raises `SolveError` where memory does not suffice, before anything is done; `StoppedError`
        if `on_progress` says so. What was finished stays.
        """
        limit = limit_bytes(memory_mb)
        if (refusal := self.refusal(limit)) is not None:
            raise _core.SolveError(refusal)
        self._sweep()
        _Building(self, limit, thread_count(threads), verify, on_progress).run()

    def probe(self, board: Board) -> Verdict | None:
        """The value of a position for the side to move, where a table knows it."""
        return as_verdict(self._core.probe(board))

    def longest(self) -> tuple[Stage, str] | None:
        """The stage with the longest win of all, and a position of it."""
        stages = self.stages
        known = [n for n, s in enumerate(stages) if s.is_solved and s.won + s.lost]
        if not known:
            return None
        number = max(known, key=lambda n: stages[n].longest)
        return stages[number], self._core.longest_fen(number)

    def reach(
        self,
        board: Board,
        *,
        threads: int | None = None,
        on_progress: OnProgress | None = None,
    ) -> _core.Reach:
        """Count what play can reach from a position, all of whose tables must be there."""
        return self._core.reach(
            board, threads=thread_count(threads), on_progress=core_report(on_progress)
        )

    def path(self, stage: Stage) -> Path | None:
        """The file of a stage."""
        return None if self.folder is None else self._path(stage)

    @property
    def native(self) -> _core.Tablebase:
        """For the search, which asks it at its leaves."""
        return self._core

    def _path(self, stage: Stage) -> Path:
        assert self.folder is not None
        return self.folder / f"{stage.name}{SUFFIX}"

    def _open_files(self) -> None:
        """Open what lies in the folder and is not open yet."""
        if self.folder is None or not self.folder.is_dir():
            return
        known = {stage.name: stage for stage in self.stages}
        found = sorted(self.folder.glob(f"*{SUFFIX}"))
        for path in found:
            name = path.name.removesuffix(SUFFIX)
            if name not in known:
                try:
                    self._core.add(name)
                except _core.SolveError as error:
                    raise _core.SolveError(f"{path}: {error}") from None
        for number, stage in enumerate(self.stages):
            if not stage.is_solved and (path := self._path(stage)) in found:
                self._core.open(number, str(path))

    def _step_bytes(self, stages: list[Stage], stage: Stage) -> int:
        return _bytes(stage) + sum(_bytes(stages[need]) for need in stage.needs)

    def _sweep(self) -> None:
        """Remove what builds that were killed have left unfinished."""
        if self.folder is None or os.name != "posix":
            return
        for path in self.folder.glob(f"*{SUFFIX}.*.part"):
            process = path.name.removesuffix(".part").rpartition(".")[2].partition("-")[0]
            if process.isdecimal() and not _is_alive(int(process)):
                path.unlink(missing_ok=True)

    def refusal(self, limit: int) -> str | None:
        """Why so many bytes do not suffice for what is planned, or None."""
        needed = self.memory_needed()
        if needed <= limit:
            return None
        stages = self.stages
        largest = max(stages, key=lambda stage: self._step_bytes(stages, stage))
        what = f"for {largest.name} with {largest.entries:,} entries"
        if self.folder is None:
            what = "for all tables at once, since none are saved"
        return (
            f"tables: {bytes_text(needed)} of memory needed, {what}, expected at most "
            f"{bytes_text(limit)} (see --memory, or solve a smaller material)"
        )


class _Building:
    """One build: what is in memory, and who still needs it."""

    def __init__(
        self,
        tables: Tables,
        limit: int,
        threads: int,
        verify: bool,
        on_progress: OnProgress | None,
    ) -> None:
        self.tables, self.core = tables, tables.native
        self.limit, self.threads, self.verify = limit, threads, verify
        self.on_progress = on_progress
        self.stages = tables.stages
        self.todo = [n for n, stage in enumerate(self.stages) if not stage.is_solved]
        self.total = sum(self.stages[number].entries for number in self.todo)
        self.done = 0
        self.loaded = {n for n, stage in enumerate(self.stages) if stage.is_loaded}
        #: How many stages that are to be solved need this one.
        self.wanted = Counter(need for n in self.todo for need in self.stages[n].needs)

    def run(self) -> None:
        """Solve one stage after the other."""
        for count, number in enumerate(self.todo):
            stage = self.stages[number]
            self._make_room(stage)
            for need in stage.needs:
                self.core.load(need, self.threads)
                self.loaded.add(need)
            report = self._reporter(stage, count)
            self.core.solve(
                number, threads=self.threads, memory_limit=self.limit, on_progress=report
            )
            self.loaded.add(number)
            if self.verify:
                self.core.verify(number, threads=self.threads, on_progress=report)
            self._finish(number)
            self.done += stage.entries

    def _finish(self, number: int) -> None:
        """Save a stage, and let go of what nobody needs any more."""
        path = self.tables.path(self.stages[number])
        if path is None:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        self.core.save(number, str(path), self.threads)
        self.wanted.subtract(self.stages[number].needs)
        for each in [n for n in (number, *self.stages[number].needs) if self.wanted[n] <= 0]:
            self._release(each)

    def _make_room(self, stage: Stage) -> None:
        """Let go of tables that a stage does not need, if memory is short."""
        if self.tables.folder is None:
            return
        held = sum(_bytes(self.stages[each]) for each in self.loaded)
        needed = _bytes(stage) + sum(
            _bytes(self.stages[need]) for need in stage.needs if need not in self.loaded
        )
        for each in sorted(self.loaded.difference(stage.needs)):
            if held + needed <= self.limit:
                break
            held -= _bytes(self.stages[each])
            self._release(each)

    def _release(self, number: int) -> None:
        if number in self.loaded:
            self.core.release(number)
            self.loaded.remove(number)

    def _reporter(self, stage: Stage, count: int) -> Callable[[str, int, int], bool]:
        def report(doing: str, done: int, total: int) -> bool:
            if self.on_progress is None:
                return True
            first, last = _SHARES.get(doing.split()[0], (0.5, 0.75))
            share = first + (last - first) * (done / total if total else 1.0)
            entries = self.done + int(share * stage.entries)
            return self.on_progress(
                Progress(stage.name, doing, done, total, entries, self.total, count, len(self.todo))
            )

        return report


#: About what share of a stage's work each part is: from, to.
_SHARES = {"moves": (0.0, 0.5), "distance": (0.5, 0.75), "check": (0.75, 1.0)}


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _bytes(stage: Stage) -> int:
    return stage.entries * stage.cell_bytes
