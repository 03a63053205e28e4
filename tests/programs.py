"""System programs for the tests, and a scripted engine that misbehaves on demand."""

import os
import shutil
import sys
from pathlib import Path
from typing import NoReturn

import pytest

FOLDERS = os.pathsep.join([os.environ.get("PATH", ""), "/usr/games", "/usr/local/games"])
SCRIPTED = Path(__file__).with_name("scripted_engine.py")


def find_program(name: str) -> str:
    """The path of a program; without it the test is skipped by name, or fails where CI=true."""
    return shutil.which(name, path=FOLDERS) or missing(f"{name}: not installed")


def missing(what: str) -> NoReturn:
    """Skip a test by what it lacks; where CI=true it fails instead."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what}, expected on this machine")
    pytest.skip(what)


def scripted(protocol: str, behavior: str = "plain") -> tuple[str, ...]:
    """The command of an engine that plays the first legal move, until it misbehaves."""
    return (sys.executable, str(SCRIPTED), protocol, behavior)


def scripted_spec(protocol: str, behavior: str = "plain", *more: str) -> str:
    """The same as a text for `--engine`."""
    parts = [f"cmd={' '.join(scripted(protocol, behavior))}", f"proto={protocol}"]
    return ",".join([*parts, f"name=scripted {behavior}".strip(), *more])
