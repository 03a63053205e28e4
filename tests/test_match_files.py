"""The files of a match: state and PGN after kills and on full disks, and files of others."""

import errno
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

import ferz
from ferz.match import (
    EngineSpec,
    GameRecord,
    Limits,
    MatchSettings,
    MoveRecord,
    OpeningRule,
    SideRecord,
    run,
)
from ferz.match.journal import Journal, read_settings
from ferz.match.pgn_file import PgnFile

SETTINGS = MatchSettings(
    "chess", (EngineSpec(), EngineSpec(name="other")), games=2, limits=Limits(nodes=9)
)


def record(number: int) -> GameRecord:
    moves = (MoveRecord("e2e4"), MoveRecord("e7e5", "+0.31", 12, 100.0))
    sides = (SideRecord(), SideRecord())
    return GameRecord(number, number % 2 == 0, "1-0", "given up", moves, sides, detail="a fault")


@contextmanager
def pgn_file(path: Path, journal: Journal) -> Iterator[PgnFile]:
    file = PgnFile(path, SETTINGS, ferz.variant("chess"), journal)
    yield file
    file.close()


def journal_of(*numbers: int) -> Journal:
    journal = Journal(SETTINGS)
    for number in numbers:
        journal.add(record(number))
    return journal


def games_in(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    return [game.headers["Round"] for game in ferz.pgn.read_games(text)]


def write_half(file: int, data: bytes) -> int:
    """As on a disk that has room for some of it."""
    if len(data) < 100:
        raise OSError(errno.ENOSPC, "No space left on device")
    return os.pwrite(file, data[: len(data) // 2], os.fstat(file).st_size)


def test_a_full_disk_leaves_no_piece_of_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.pgn"
    with pgn_file(path, journal_of(0)) as file:
        before = path.read_bytes()
        with monkeypatch.context() as full:
            full.setattr("ferz.match.pgn_file.os.write", write_half)
            with pytest.raises(OSError, match="No space left"):
                file.add(record(1))
        assert path.read_bytes() == before
        file.add(record(1))
    assert games_in(path) == ["1.1", "1.2"]


def test_a_piece_of_a_game_is_replaced_by_the_whole(tmp_path: Path) -> None:
    path, journal = tmp_path / "games.pgn", journal_of(0, 1)
    path.write_text('[Event "My own"]\n\n1. a3 {mine} *\n', encoding="utf-8")
    with pgn_file(path, journal):
        whole = path.read_bytes()
    assert games_in(path) == ["?", "1.1", "1.2"]
    for size in range(whole.index(b"[Event", 9), len(whole), 5):
        path.write_bytes(whole[:size])
        with pgn_file(path, journal):
            assert path.read_bytes() == whole


def test_a_piece_that_others_have_written_behind_does_not_swallow_a_game(tmp_path: Path) -> None:
    path, journal = tmp_path / "games.pgn", journal_of(0)
    with pgn_file(path, journal):
        whole = path.read_bytes()
    path.write_bytes(whole[: whole.index(b"{", whole.index(b"1. e4")) + 3])
    with pgn_file(path, journal_of(0)):
        pass
    for _ in range(2):
        with pgn_file(path, journal):
            pass
    # The piece, the other match's game, and ours once more.
    assert games_in(path) == ["1.1", "1.1", "1.1"]
    assert path.read_bytes().count(whole) == 1


@pytest.mark.parametrize(
    "touch",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.rstrip(),
        lambda text: text + "\n",
        lambda text: text.replace("0.10s", "0.10s; 0-1 was near"),
        lambda text: text.replace("1. e4", "1. e4!?"),
    ],
    ids=["lines", "short", "long", "comment", "move"],
)
def test_a_game_that_somebody_has_touched_is_not_added_again(
    tmp_path: Path, touch: Callable[[str], str]
) -> None:
    path, journal = tmp_path / "games.pgn", journal_of(0, 1)
    with pgn_file(path, journal):
        whole = path.read_bytes().decode()
    assert touch(whole) != whole
    path.write_bytes(touch(whole).encode())
    with pgn_file(path, journal) as file:
        file.add(record(2))
    assert games_in(path) == ["1.1", "1.2", "2.1"]


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_piece_whose_lines_an_editor_has_ended_is_replaced(tmp_path: Path, ending: str) -> None:
    path, journal = tmp_path / "games.pgn", journal_of(0, 1)
    with pgn_file(path, journal):
        whole = path.read_text(encoding="utf-8")
    torn = whole[: whole.rindex("1. e4") + 12] + "\n"
    path.write_bytes(torn.replace("\n", ending).encode())
    with pgn_file(path, journal):
        assert games_in(path) == ["1.1", "1.2"]


def test_a_pipe_gets_the_games(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with pgn_file(path, journal_of(0)) as file:
        file.add(record(1))
    text = os.read(reader, 1 << 16).decode()
    os.close(reader)
    assert [game.headers["Round"] for game in ferz.pgn.read_games(text)] == ["1.1", "1.2"]


@pytest.mark.parametrize("device", ["/dev/null", "/dev/zero", "/dev/full", "/dev"])
def test_a_state_and_a_book_are_files(device: str) -> None:
    with pytest.raises(ValueError, match=f"^state: '{device}' is no regular file, expected one$"):
        run(SETTINGS, state=device)
    with pytest.raises(ValueError, match=f"^state: '{device}' is no regular file"):
        read_settings(Path(device))
    match = replace(SETTINGS, openings=OpeningRule(file=device))
    with pytest.raises(ValueError, match=f"^openings: '{device}' is no regular file"):
        run(match)


def test_a_full_disk_is_told_with_the_name_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(SETTINGS, tmp_path / "state")
    monkeypatch.setattr("ferz.match.journal.os.fsync", lambda _: os.write(-1, b""))
    with pytest.raises(OSError, match="Bad file descriptor") as raised:
        journal.add(record(0))
    assert raised.value.filename == str(tmp_path / "state")
    journal.close()
    with (
        pytest.raises(OSError, match="No space left") as raised,
        pgn_file(Path("/dev/full"), journal_of(0)),
    ):
        pass
    assert raised.value.filename == "/dev/full"


@pytest.mark.parametrize("size", [0, 5, 24, 120])
def test_a_state_without_a_whole_first_line_begins_anew(tmp_path: Path, size: int) -> None:
    path = tmp_path / "state"
    Journal(SETTINGS, path).close()
    path.write_bytes(path.read_bytes()[:size])
    Journal(SETTINGS, path).close()
    assert read_settings(path) == SETTINGS


def test_a_line_of_somebody_else_is_no_beginning_of_a_state(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_text('{"format":"other', encoding="utf-8")
    with pytest.raises(ValueError, match="notes: line 1 does not say 'ferz-match 1'"):
        Journal(SETTINGS, path)
    assert path.read_text(encoding="utf-8") == '{"format":"other'


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"settings": None}, "line 1: found no 'settings', expected a state file"),
        ({"id": None}, "line 1: found no 'id', expected a state file"),
        (
            {"settings": {"games": 2}},
            r"found settings that cannot be read, expected a match's \('engines'\)",
        ),
        (
            {"settings": {**SETTINGS.as_data(), "speed": 3}},
            "found settings that cannot be read, .*unexpected keyword argument 'speed'",
        ),
        ({"settings": {**SETTINGS.as_data(), "games": "x"}}, "found settings that cannot be read"),
    ],
)
def test_a_state_that_was_changed_by_hand_is_explained(
    tmp_path: Path, change: dict[str, object], message: str
) -> None:
    path = tmp_path / "state"
    Journal(SETTINGS, path).close()
    header = {**json.loads(path.read_text(encoding="utf-8")), **change}
    kept = {name: value for name, value in header.items() if change.get(name, 1) is not None}
    path.write_text(json.dumps(kept) + "\n", encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        read_settings(path)


def test_one_file_does_not_serve_two_purposes(tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text("e2e4\n", encoding="utf-8")
    (tmp_path / "link").hardlink_to(book)
    with pytest.raises(ValueError, match=r"^pgn: found the file of state, expected another one"):
        run(SETTINGS, state=tmp_path / "new", pgn=tmp_path / "." / "new")
    match = MatchSettings(**{**vars(SETTINGS), "openings": OpeningRule(file=str(book))})
    with pytest.raises(ValueError, match=r"^pgn: found the file of openings, expected another"):
        run(match, pgn=tmp_path / "link")
    assert book.read_text(encoding="utf-8") == "e2e4\n"
