"""Whether a late move is the engine's fault or the machine's."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ferz.match.machine import Moment

READY = "import os, time; print('ready', flush=True)"
#: Counts, on the same processor as all others that do so, until it is ended.
BURN = f"{READY}; os.sched_setaffinity(0, {{min(os.sched_getaffinity(0))}})\nwhile True: pass"
WRAPPED = f"import os\nif os.fork(): os.wait()\n{BURN}"
SLEEP = f"{READY}; time.sleep(1000)"
PATIENCE_S = 60.0

needs_counters = pytest.mark.skipif(
    not Path("/proc/self/schedstat").exists(), reason="the system does not tell who waits"
)


@contextmanager
def running(code: str) -> Iterator[int]:
    """A program of Python that has begun, in a session of its own; its number."""
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, start_new_session=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
            yield process.pid
        finally:
            os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def on_one_processor() -> Iterator[None]:
    """This thread has the processor that all others want."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def wait_until_held_up(pid: int) -> None:
    """Return when the machine has kept a program from running; until then this thread is busy."""
    moment = Moment(pid)
    deadline = time.monotonic() + PATIENCE_S
    while moment.held_up_ms() < 100:
        assert time.monotonic() < deadline


@needs_counters
def test_two_programs_on_one_processor_hold_each_other_up() -> None:
    with running(BURN) as first, running(BURN):
        wait_until_held_up(first)


@needs_counters
def test_a_program_behind_another_one_is_held_up_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ferz.match.machine.threading.get_native_id", lambda: 0)
    with running(WRAPPED) as wrapper, running(BURN):
        wait_until_held_up(wrapper)


@needs_counters
def test_a_referee_that_has_to_wait_is_no_fault_of_the_engine() -> None:
    with running(SLEEP) as sleeper, running(BURN), on_one_processor():
        wait_until_held_up(sleeper)


@needs_counters
def test_a_program_that_sleeps_has_no_excuse(monkeypatch: pytest.MonkeyPatch) -> None:
    # What the host takes is not to be foreseen.
    monkeypatch.setattr("ferz.match.machine._taken_ms", dict)
    with running(BURN), running(BURN), running(SLEEP) as sleeper:
        time.sleep(0.2)  # it may still be on its way to sleep
        moment = Moment(sleeper)
        time.sleep(0.5)
        assert moment.held_up_ms() < 200


def test_what_the_host_took_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ferz.match.machine._waited_ms", lambda _: {})
    monkeypatch.setattr("ferz.match.machine._taken_ms", lambda: {"cpu0": 10.0, "cpu1": 10.0})
    moment = Moment(os.getpid())
    monkeypatch.setattr("ferz.match.machine._taken_ms", lambda: {"cpu0": 30.0, "cpu1": 130.0})
    assert moment.held_up_ms() == 120.0


def test_a_process_that_is_not_there_did_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ferz.match.machine._taken_ms", dict)
    assert Moment(2**22 + 1).held_up_ms() == 0
