"""The command `ferz match`: its options, what it prints and what it refuses."""

import io
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from programs import scripted_spec
from rich.console import Console

from ferz.cli.match_settings import adjudication, engines
from ferz.cli.match_view import (
    View,
    duration,
    elo_text,
    game_line,
    open_view,
    report_tables,
    summary_lines,
)
from ferz.match import (
    Adjudication,
    EngineSpec,
    GameRecord,
    Limits,
    MatchSettings,
    Report,
    SideRecord,
    Sprt,
)
from ferz.match.specs import ENGINE_KEYS
from ferz.protocols.client import EngineError

MANUAL = Path(__file__).parents[1] / "docs" / "match.md"
QUICK = ("--engine", "ferz,nodes=300", "--engine", "ferz,nodes=30,name=weak", "--games", "2")


def ferz_match(*words: str) -> "subprocess.CompletedProcess[str]":
    arguments = [sys.executable, "-m", "ferz.cli", "match", *words]
    return subprocess.run(arguments, capture_output=True, text=True, check=False, timeout=120)


def test_a_match_is_told_game_by_game_and_summed_up(tmp_path: Path) -> None:
    pgn = tmp_path / "games.pgn"
    done = ferz_match("gothic", *QUICK, "--pgn", str(pgn))
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("game 1: ferz ")
    assert lines[1].startswith("game 2: weak ")
    assert "gothic: ferz - weak" in done.stdout
    assert "likelihood of superiority" in done.stdout
    assert pgn.read_text(encoding="utf-8").count("[Round ") == 2


def test_json_has_standard_output_to_itself() -> None:
    done = ferz_match("chess", *QUICK, "--json", "--sprt", "0,50")
    data = json.loads(done.stdout)
    assert data["games"] == 2
    assert data["sprt"]["upper"] == 2.944
    assert "game 1: " in done.stderr


def test_an_accepted_first_hypothesis_is_a_negative_answer() -> None:
    weak = ("--engine", "ferz,level=1,nodes=20", "--engine", "ferz,nodes=2000", "--games", "100")
    done = ferz_match("chess", *weak, "--sprt", "0,300", "--elo-model", "logistic")
    assert done.returncode == 1
    assert "elo0 = 0 accepted" in done.stdout


def test_a_match_goes_on_by_its_state_file_alone(tmp_path: Path) -> None:
    state = str(tmp_path / "state")
    ferz_match("chess", *QUICK, "--state", state)
    done = ferz_match("--resume", state, "--games", "4")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("going on after 2 games\ngame 3: ferz ")


def test_what_is_said_to_programs_is_kept(tmp_path: Path) -> None:
    engines = ("--engine", scripted_spec("uci", "crash"), "--engine", "ferz,nodes=20")
    ferz_match("chess", *engines, "--games", "2", "--depth", "1", "--log", str(tmp_path / "log"))
    names = sorted(path.name for path in (tmp_path / "log").iterdir())
    assert names == ["00001-scripted-crash.log", "00002-scripted-crash.log"]
    assert "> go depth 1" in (tmp_path / "log" / names[0]).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "VARIANT: found none, expected a game (see 'ferz variants')"),
        (["chess"], "--engine: found 0, expected 2 (see 'ferz match --help')"),
        (["gohtic", *QUICK], "unknown game 'gohtic'; did you mean 'gothic'?"),
        (["chess", *QUICK, "--draw", "8"], "--draw: found '8', expected CP,MOVES,AFTER or off"),
        (["chess", *QUICK, "--resign", "x,1"], "--resign: found 'x,1', expected CP,MOVES"),
        (["chess", *QUICK, "--sprt", "5"], "--sprt: found '5', expected ELO0,ELO1 or"),
        (["chess", *QUICK, "--overruns", "no"], "--overruns: found 'no', expected report or lose"),
        (["chess", *QUICK, "--clock", "x"], "clock: found 'x', expected seconds such as 5+0.05"),
        (["chess", *QUICK, "--openings", "no.pgn"], "/no.pgn': No such file or directory"),
        (["chess", *QUICK, "--opening-limit", "x"], "--opening-limit: found 'x', expected CP or"),
        (
            ["chess", "--resume", "x"],
            "--resume: found variant as well, expected the state to tell it",
        ),
        (["--engine", "ferz", "--resume", "x"], "--resume: found --engine as well, expected"),
        (["--nodes", "5", "--resume", "x"], "--resume: found --nodes as well, expected"),
        (["chess", *QUICK, "--elo-model", "logistic"], "--elo-model: found 'logistic' without"),
        (["chess", *QUICK, "--hang-seconds", "9999999999"], "Invalid value for '--hang-seconds'"),
        (["chess", *QUICK, "--nodes", "9" * 22], f"limits: nodes {'9' * 22}, expected at most"),
        (["chess", *QUICK, "--max-plies", "8"], "max-plies: found 8, expected more than the 8 of"),
        (["chess", *QUICK, "--state", "x", "--pgn", "./x"], "pgn: found the file of state, exp"),
        (["--resume", "no.state"], "'no.state': No such file or directory"),
    ],
)
def test_mistakes_are_explained(words: list[str], message: str) -> None:
    done = ferz_match(*words)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_an_engine_that_is_not_there_is_an_error() -> None:
    done = ferz_match("chess", "--engine", "/no/engine", "--engine", "ferz", "--depth", "1")
    assert done.returncode == 2
    assert "engine: cannot start '/no/engine': No such file or directory" in done.stderr


def record(number: int, result: str) -> GameRecord:
    sides = (SideRecord(moves=10, time_ms=100), SideRecord(moves=10, time_ms=300, overruns=1))
    return GameRecord.from_data(
        {
            "number": number,
            "first_is_white": number % 2 == 0,
            "result": result,
            "reason": "checkmate",
            "moves": [["e2e4"]],
            "sides": [vars(side) for side in sides],
        }
    )


def report(*results: str) -> Report:
    engines = (EngineSpec.parse("ferz"), EngineSpec.parse("x"))
    settings = MatchSettings("chess", engines, limits=Limits(nodes=9), sprt=Sprt(0, 10))
    return Report.of(settings, [record(number, result) for number, result in enumerate(results)])


def test_a_report_is_shown_from_both_sides() -> None:
    results, faults = report_tables(report("1-0", "1/2-1/2", "0-1"))
    assert [list(column.cells) for column in results.columns][1:5] == [
        ["3", "3"],
        ["1", "1"],
        ["1", "1"],
        ["1", "1"],
    ]
    assert list(results.columns[-1].cells) == ["10.0", "30.0"]
    assert list(faults.columns[1].cells) == ["0", "3 (+0 ms)"]


def test_late_moves_that_the_machine_held_up_are_told() -> None:
    side = SideRecord(overruns=3, worst_overrun_ms=80.0, held_up=2)
    plain = report("1-0")
    engine = replace(plain.engines[1], totals=side)
    _, faults = report_tables(replace(plain, engines=(plain.engines[0], engine)))
    assert list(faults.columns[1].cells) == ["0", "3 (+80 ms), 2 held up"]


def test_a_report_without_a_complete_pair_has_no_elo() -> None:
    lines = summary_lines(report("1-0"))
    assert lines == [
        "pairs with 0, ½, 1, 1½, 2 points: 0, 0, 0, 0, 0",
        "SPRT 0 or 10 normalized Elo: undecided, LLR 0.00 (-2.94, 2.94)",
        "ends: checkmate 1",
    ]


def test_a_game_is_told_in_a_line() -> None:
    found = report("1-0", "1/2-1/2")
    line = game_line(found, record(1, "1/2-1/2"))
    assert line.startswith("game 2: x 1/2-1/2 ferz, checkmate, 1 plies; 2 of 100: +1 =1 -0; Elo +")


@pytest.mark.parametrize("width", [40, 79, 80, 100])
def test_no_number_is_lost_on_a_narrow_terminal(width: int) -> None:
    found = report(*["1-0", "1/2-1/2", "1-0", "0-1"] * 2000)
    console = Console(width=width, record=True, file=io.StringIO())
    for table in report_tables(found, width):
        console.print(table)
    text = console.export_text()
    for number in ("8000", "6000", "2000", "87.5%", "10.0", "30.0", "refused", "(+0"):
        assert number in text


def test_a_difference_of_nothing_has_no_minus() -> None:
    even = report("1-0", "1-0")
    assert [elo_text(even, index).split()[0] for index in (0, 1)] == ["+0.0", "+0.0"]


@pytest.mark.parametrize(("width", "height"), [(30, 8), (40, 24), (79, 24), (100, 24)])
def test_progress_is_seen_on_every_screen(width: int, height: int) -> None:
    found = report("1-0", "1/2-1/2")
    view = View(found.settings, as_json=False)
    view._console = Console(
        width=width, height=height, record=True, file=io.StringIO(), force_terminal=True
    )
    view.show(found, record(1, "1/2-1/2"))
    view._console.print(view._screen())
    lines = view._console.export_text().splitlines()
    assert "2 of 100 games" in "".join(lines[:2])
    # A screen of the usual height has room for all the rest, too.
    assert len(lines) <= 24 or width < 60


def test_faults_that_nobody_has_make_room_on_a_small_screen() -> None:
    (table,) = report_tables(report("1-0"), 40, is_short=True)
    assert [cell for cell in table.columns[0].cells if cell in ("crashes", "overruns")] == [
        "overruns"
    ]


@pytest.mark.parametrize("width", [30, 40])
def test_the_columns_of_both_engines_fit_a_very_narrow_screen(width: int) -> None:
    found = report("1-0", "1-0")
    console = Console(width=width, record=True, file=io.StringIO())
    console.print(*report_tables(found, width))
    (games,) = [line for line in console.export_text().splitlines() if "games" in line]
    assert games.split() == ["games", "2", "2"]


def test_an_even_match_has_no_minus_in_json() -> None:
    assert '"elo": 0.0' in json.dumps(report("1-0", "1-0").as_data())


def test_what_was_played_is_told_before_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    found = report("1-0")

    def play() -> None:
        with open_view(found.settings, as_json=False) as view:
            view.show(found, record(0, "1-0"))
            raise EngineError("x: no answer in time")

    with pytest.raises(EngineError):
        play()
    assert "ends: checkmate 1" in capsys.readouterr().out


def test_rules_are_switched_off_by_a_word_or_a_zero() -> None:
    for off in ("off", "0"):
        assert adjudication(off, off, 0) == Adjudication(None, None, None)


def test_a_match_goes_on_from_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("book.txt").write_text("e2e4\n", encoding="utf-8")
    Path("game.toml").write_text('name = "Mine"\nextends = "chess"\n', encoding="utf-8")
    done = ferz_match("game.toml", *QUICK, "--openings", "book.txt", "--state", "state")
    assert done.returncode == 0, done.stderr
    monkeypatch.chdir("/")
    again = ferz_match("--resume", str(tmp_path / "state"), "--games", "4")
    assert again.returncode == 0, again.stderr


def test_programs_and_folders_are_found_from_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    first, second = engines(["cmd=bin/one -x", "cmd=two,dir=there"])
    assert first.command == (str(tmp_path / "bin/one"), "-x")
    assert (second.command, second.directory) == (("two",), str(tmp_path / "there"))


def test_durations_are_written_with_hours() -> None:
    assert duration(3725.4) == "1:02:05"


def test_every_key_of_an_engine_is_in_the_manual() -> None:
    manual = MANUAL.read_text(encoding="utf-8")
    assert [key for key in ENGINE_KEYS if f"`{key}=" not in manual] == []


def test_the_python_code_of_the_manual_runs(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", MANUAL.read_text(encoding="utf-8"), re.DOTALL)
    script = tmp_path / "script.py"
    script.write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert "Estimate(elo=" in done.stdout
