"""Short words for the tests of the program `ferz`."""

import json
from typing import Any

import pytest

from ferz.cli.app import run

Capture = pytest.CaptureFixture[str]


def output(capsys: Capture, *arguments: str) -> str:
    """What a command prints when all goes well."""
    assert run(arguments) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


def data(capsys: Capture, *arguments: str) -> Any:
    """What a command prints as JSON."""
    return json.loads(output(capsys, *arguments, "--json"))


def error(capsys: Capture, *arguments: str) -> str:
    """The one line that a command prints when it is given something wrong."""
    assert run(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err.rstrip("\n")
