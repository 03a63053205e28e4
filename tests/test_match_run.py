"""Whole matches: pairs, the journal, kills and interrupts, executors here and on a cluster."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest
from programs import find_program, scripted_spec

import ferz
from ferz.match import (
    Adjudication,
    EngineSpec,
    GameRecord,
    Limits,
    MatchSettings,
    OpeningRule,
    Report,
    Sprt,
    run,
)
from ferz.match.executors import GAME_MARK, Crew, LocalExecutor, end_programs
from ferz.match.openings import Opening
from ferz.match.referee import GameTask, crashed_game, play_game
from ferz.match.runner import _culprit
from ferz.protocols.client import EngineError

P = ParamSpec("P")
T = TypeVar("T")

STRONG, WEAK = "ferz,nodes=1000", "ferz,nodes=20,level=1,name=weak"


def settings(*engines: str, **more: object) -> MatchSettings:
    first, second = (EngineSpec.parse(engine) for engine in engines or (STRONG, WEAK))
    values: dict[str, object] = {
        "games": 4,
        "limits": Limits(nodes=50),
        "openings": OpeningRule(plies=4, nodes=200),
        **more,
    }
    return MatchSettings("gothic", (first, second), **values)  # type: ignore[arg-type]


def played(match: MatchSettings, **more: object) -> tuple[Report, list[GameRecord]]:
    """A match in this process, and its games in the order in which they ended."""
    records: list[GameRecord] = []

    def observe(_: Report, record: GameRecord | None) -> None:
        if record is not None:
            records.append(record)

    with ThreadPoolExecutor(1) as executor:
        report = run(match, executor=executor, observe=observe, **more)  # type: ignore[arg-type]
    return report, records


def test_each_opening_is_played_twice_with_colors_reversed() -> None:
    report, records = played(settings())
    assert [record.number for record in records] == [0, 1, 2, 3]
    assert [record.first_is_white for record in records] == [True, False, True, False]
    assert records[0].book == records[1].book != records[2].book == records[3].book
    assert len(records[0].book) == 4
    assert report.games == 4


def test_the_stronger_engine_wins_the_match() -> None:
    report, _ = played(settings())
    assert report.engines[0].score is not None
    assert report.engines[0].score > 0.8
    assert sum(report.pairs) == 2
    assert report.estimate is not None
    assert report.estimate.elo > 200


def test_a_match_by_nodes_is_the_same_each_time() -> None:
    games = [played(settings(STRONG, "ferz,nodes=300,name=b"))[1] for _ in range(2)]
    first, second = ([record.as_data()["result"] for record in records] for records in games)
    assert first == second
    moves = [[[move.uci for move in record.moves] for record in records] for records in games]
    assert moves[0] == moves[1]


def test_the_sequential_test_ends_a_match_early() -> None:
    report, records = played(settings(games=100, sprt=Sprt(0, 200)))
    assert report.verdict == "elo1"
    assert len(records) < 100


def test_faults_are_summed_up_for_each_engine() -> None:
    report, _ = played(settings("ferz,nodes=50", scripted_spec("uci", "crash")))
    assert [engine.totals.crashes for engine in report.engines] == [0, 4]
    assert report.reasons == {"crash": 4}
    data = json.loads(json.dumps(report.as_data()))
    assert data["engines"][1]["crashes"] == 4
    assert data["pentanomial"] == [0, 0, 0, 0, 2]


# The journal


def test_a_match_goes_on_where_it_was(tmp_path: Path) -> None:
    whole, games = played(settings(games=8))
    state, pgn = tmp_path / "state", tmp_path / "games.pgn"
    played(settings(games=4), state=state, pgn=pgn)
    report, rest = played(settings(games=8), state=state, pgn=pgn)
    assert [record.number for record in rest] == [4, 5, 6, 7]
    assert [record.book for record in rest] == [record.book for record in games[4:]]
    assert report.pairs == whole.pairs
    assert len(list(ferz.pgn.read_games(pgn.read_text(encoding="utf-8")))) == 8


def test_a_finished_match_is_only_reported(tmp_path: Path) -> None:
    first, _ = played(settings(), state=tmp_path / "state")
    again, records = played(settings(), state=tmp_path / "state")
    assert records == []
    assert again == first


def test_other_settings_are_refused_by_name(tmp_path: Path) -> None:
    played(settings(), state=tmp_path / "state")
    other = settings(STRONG.replace("1000", "900"), WEAK, seed=2)
    with pytest.raises(ValueError, match="another match") as raised:
        played(other, state=tmp_path / "state")
    assert str(raised.value).splitlines() == [
        "state: engines.1.limits.nodes: found 1000, expected 900",
        "state: seed: found 1, expected 2",
        "state: this is the state of another match (take another file, or --resume)",
    ]


def test_a_changed_book_is_refused(tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text("e2e4\n", encoding="utf-8")
    match = settings(openings=OpeningRule(file=str(book)))
    played(match, state=tmp_path / "state")
    book.write_text("d2d4\n", encoding="utf-8")
    with pytest.raises(ValueError, match="state: book: found "):
        played(match, state=tmp_path / "state")


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    state, pgn = tmp_path / "state", tmp_path / "games.pgn"
    played(settings(), state=state, pgn=pgn)
    content = state.read_bytes()
    state.write_bytes(content[:-30])
    pgn.unlink()
    report, records = played(settings(), state=state, pgn=pgn)
    assert [record.number for record in records] == [3]
    assert report.games == 4
    assert len(list(ferz.pgn.read_games(pgn.read_text(encoding="utf-8")))) == 4


def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("my notes\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"notes.txt: line 1: found no JSON"):
        played(settings(), state=path)
    assert path.read_text(encoding="utf-8") == "my notes\n"


def test_a_journal_has_one_writer(tmp_path: Path) -> None:
    from ferz.match.journal import Journal

    journal = Journal(settings(), tmp_path / "state")
    with pytest.raises(ValueError, match="state: in use, expected no other match to write it"):
        Journal(settings(), tmp_path / "state")
    journal.close()


# Kills and interrupts


def command(tmp_path: Path, games: int = 200) -> list[str]:
    fish = f"cmd={find_program('stockfish')},depth=1,option.Skill Level=0"
    words = [sys.executable, "-m", "ferz.cli", "match", "chess", "--engine", fish, "--engine"]
    words += ["ferz,nodes=50", "--games", str(games), "--concurrency", "2", "--max-plies", "60"]
    return [*words, "--state", str(tmp_path / "state"), "--pgn", str(tmp_path / "games.pgn")]


def lines_of(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


@contextlib.contextmanager
def started(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A match under way, with two games finished, in a session of its own."""
    process = subprocess.Popen(
        command(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 30
    while lines_of(tmp_path / "state") < 3 and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    with process:
        yield process


def descendants(pid: int) -> set[int]:
    """All processes below one, by the kernel's own tables."""
    found = set()
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in map(int, task.read_text(encoding="ascii").split()):
                found |= {child} | descendants(child)
    return found


def is_running(pid: int) -> bool:
    with contextlib.suppress(OSError):
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
        return stat.rpartition(")")[2].split()[0] not in ("Z", "X")
    return False


def assert_gone(pids: set[int]) -> None:
    deadline = time.monotonic() + 20
    while left := [pid for pid in pids if is_running(pid)]:
        assert time.monotonic() < deadline, left
        time.sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_match_that_is_ended_leaves_no_process_and_loses_no_game(
    tmp_path: Path, number: signal.Signals
) -> None:
    with started(tmp_path) as process:
        children = descendants(process.pid)
        assert len(children) >= 2
        os.kill(process.pid, number)
        output, _ = process.communicate(timeout=30)
    is_killed = number == signal.SIGKILL
    assert process.returncode == (-9 if is_killed else 130)
    assert ("pairs with 0" in output) != is_killed
    assert_gone(children)
    assert "Traceback" not in output
    finished = lines_of(tmp_path / "state") - 1
    games = finished + 2 + finished % 2
    done = subprocess.run(
        command(tmp_path, games), capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert f"going on after {finished} games" in done.stdout
    # The settings, and the changed number of games.
    assert lines_of(tmp_path / "state") == games + 2
    text = (tmp_path / "games.pgn").read_text(encoding="utf-8")
    rounds = [game.headers["GameId"] for game in ferz.pgn.read_games(text)]
    assert len(rounds) == len(set(rounds)) == games


# Executors


def test_games_are_played_by_processes_of_this_machine() -> None:
    report = run(settings(games=4), concurrency=2)
    assert report.games == 4


def test_the_death_of_a_process_fails_only_its_own_task() -> None:
    with LocalExecutor(2) as executor:
        dead, alive = executor.submit(os._exit, 3), executor.submit(os.getpid)
        with pytest.raises(BrokenExecutor):
            dead.result(timeout=30)
        assert alive.result(timeout=30) != os.getpid()
        assert executor.submit(os.getpid).result(timeout=30) != os.getpid()


def test_a_script_without_a_guard_is_told_so(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    code = "from ferz.match.executors import local_crew\nimport os\n"
    code += "with local_crew(1) as crew:\n    crew.executor.submit(os.getpid)\n"
    script.write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 1
    assert "ValueError: concurrency: a process for games ended at its start" in done.stderr


def task(tmp_path: Path, *engines: str) -> GameTask:
    first, second = (EngineSpec.parse(engine) for engine in engines)
    return GameTask(
        number=0,
        variant=ferz.variant("chess"),
        opening=Opening(("e2e4",)),
        engines=(replace(first, limits=Limits(nodes=20)), replace(second, limits=Limits(nodes=20))),
        adjudication=Adjudication(None, None, max_plies=4),
        margin_ms=50,
        patience_ms=1000,
        seed=1,
        trace=str(tmp_path / "trace"),
    )


def die(*_: object) -> None:
    sys.exit(1)


def test_an_engine_that_ends_the_process_of_its_game_loses_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = task(tmp_path, "ferz", "ferz,name=other")
    with monkeypatch.context() as death:
        death.setattr("ferz.match.players.OwnPlayer.play", die)
        with pytest.raises(SystemExit):
            play_game(both)
    assert _culprit(both) == 1
    record = crashed_game(both, 1, "other: ended the process that it played in")
    assert (record.result, record.reason, record.sides[1].crashes) == ("1-0", "crash", 1)


def test_an_engine_that_has_answered_is_not_to_blame(tmp_path: Path) -> None:
    both = task(tmp_path, scripted_spec("uci"), "ferz")
    play_game(both)
    assert _culprit(both) is None


class DyingExecutor(ThreadPoolExecutor):
    """Fails the first games as if their processes had died."""

    def __init__(self, deaths: int) -> None:
        super().__init__(1)
        self.left = deaths

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if self.left == 0:
            return super().submit(fn, *args, **kwargs)
        self.left -= 1
        future: Future[T] = Future()
        future.set_exception(BrokenExecutor("died"))
        return future


@pytest.mark.parametrize("deaths", [1, 2])
def test_a_game_whose_process_died_by_nobody_s_fault_is_played_once_again(
    deaths: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with DyingExecutor(deaths) as executor:
        crew = Crew(executor, 1, lambda: None, is_local=True)
        monkeypatch.setattr("ferz.match.runner.local_crew", lambda _: nullcontext(crew))
        if deaths == 1:
            assert run(settings()).games == 4
        else:
            with pytest.raises(EngineError, match="game 1: its process ended: died"):
                run(settings())


def test_the_death_of_another_s_processes_is_nobody_s_fault(tmp_path: Path) -> None:
    match = settings("ferz", scripted_spec("uci"))
    with DyingExecutor(1) as executor, pytest.raises(EngineError, match="the executor ended, and"):
        run(match, executor=executor, state=tmp_path / "state")
    assert lines_of(tmp_path / "state") == 1


class BrokenPool(ThreadPoolExecutor):
    """Takes no more games."""

    def submit(self, *_: object, **__: object) -> Future[T]:
        raise BrokenExecutor("broken")


def test_an_executor_that_is_broken_ends_the_match_in_words() -> None:
    with (
        BrokenPool(1) as executor,
        pytest.raises(EngineError, match=r"executor ended, .*: broken$"),
    ):
        run(settings(), executor=executor)


class BothAtOnce(ThreadPoolExecutor):
    """Two games end in one moment: the first as it should, the second as told."""

    def __init__(self, end: Callable[[Future[object]], object]) -> None:
        super().__init__(1)
        self.end = end
        self.waiting: list[tuple[Future[object], GameTask]] = []

    def submit(self, *words: object, **_: object) -> Future[object]:  # type: ignore[override]
        future: Future[object] = Future()
        assert isinstance(words[1], GameTask)
        self.waiting.append((future, words[1]))
        if len(self.waiting) == 2:
            first, played = self.waiting[0]
            record = play_game(played)
            self.end(future)
            first.set_result(record)
        return future


def cancel(future: Future[object]) -> None:
    future.cancel()
    future.set_running_or_notify_cancel()


@pytest.mark.parametrize(
    "end",
    [lambda future: future.set_exception(EngineError("no such option")), cancel],
    ids=["error", "cancel"],
)
def test_a_finished_game_is_kept_when_another_cannot_be_played(
    tmp_path: Path, end: Callable[[Future[object]], object]
) -> None:
    state = tmp_path / "state"
    with BothAtOnce(end) as executor, pytest.raises(EngineError, match=r"no such|executor ended"):
        run(settings(), executor=executor, concurrency=2, state=state)
    assert lines_of(state) == 2


def test_no_more_processes_are_started_than_games_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def crew(slots: int) -> contextlib.AbstractContextManager[Crew]:
        asked.append(slots)
        return nullcontext(Crew(executor, slots, lambda: None))

    monkeypatch.setattr("ferz.match.runner.local_crew", crew)
    with ThreadPoolExecutor(1) as executor:
        run(settings(games=2), concurrency=30)
    assert asked == [2]


def test_the_programs_of_a_dead_process_are_ended() -> None:
    for mark, code in (("/one", None), ("/two", -signal.SIGKILL)):
        environment = {**os.environ, GAME_MARK: "/two"}
        with subprocess.Popen(["sleep", "60"], env=environment, start_new_session=True) as program:
            end_programs(mark)
            if code is None:
                assert program.poll() is None
                program.kill()
            else:
                assert program.wait(timeout=30) == code


def test_on_another_machine_the_only_engine_in_process_is_to_blame(tmp_path: Path) -> None:
    assert _culprit(replace(task(tmp_path, scripted_spec("uci"), "ferz"), trace=None)) == 1


def test_no_game_at_a_time_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^concurrency: found 0, expected 1 or more$"):
        run(settings(), concurrency=0)


def test_the_folder_of_a_killed_match_tells_whose_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    traces: list[Path] = []

    def crew(slots: int) -> contextlib.AbstractContextManager[Crew]:
        traces.extend(Path(tempfile.gettempdir()).glob("ferz-match-*"))
        return nullcontext(Crew(executor, slots, lambda: None))

    monkeypatch.setattr("ferz.match.runner.local_crew", crew)
    with ThreadPoolExecutor(1) as executor:
        run(settings(games=2))
    assert traces


def test_a_cluster_needs_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ValueError, match=r"'distributed' is missing \(pip install 'ferz\[cluster"):
        run(settings(), cluster="tcp://127.0.0.1:9")
