"""`ferz solve`, `ferz probe` and `ferz challenges` as a user types them."""

from pathlib import Path

import pytest
from command_line import Capture, data, error, output

from ferz.cli.app import run


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FERZ_DATA", str(tmp_path))
    return tmp_path


def test_solve_says_who_wins_and_how(capsys: Capture) -> None:
    text = output(capsys, "solve", "1d-8")
    assert "White to move wins in 11 plies\nline: 1. Na4 " in text
    assert "Na4   win in 11 plies\n  Rxa6  draw\n  Ra4   loss in 6 plies" in text
    assert "reachable: 1,241 positions (365 won, 247 lost, 629 drawn" in text
    assert "longest on the board: 11 plies, " in text
    assert "on disk: " in text


def test_solve_gives_everything_as_json(capsys: Capture) -> None:
    found = data(capsys, "solve", "1d-8")
    assert (found["value"], found["distance"], found["method"]) == ("win", 11, "tables")
    assert found["moves"][0] == {"move": "a2a4", "san": "Na4", "value": "win", "distance": 11}
    assert len(found["line"]) == 11
    assert found["reachable"]["positions"] == 1_241
    assert found["tables"]["materials"] == 10


def test_solve_reads_compact_notation(capsys: Capture) -> None:
    found = data(capsys, "solve", "1d-7", "wk,wn,wn,x,x,br,bk:w")
    assert (found["value"], found["distance"]) == ("loss", 6)


def test_solve_without_saving_writes_nothing(capsys: Capture, own_folder: Path) -> None:
    text = output(capsys, "solve", "1d-6", "--no-save")
    assert "on disk" not in text
    assert list(own_folder.iterdir()) == []


def test_probe_asks_what_was_solved(capsys: Capture) -> None:
    assert run(["probe", "1d-8"]) == 1
    assert "no table knows this position (see 'ferz solve 1d-8')" in capsys.readouterr().out
    output(capsys, "solve", "1d-8")
    assert output(capsys, "probe", "1d-8").startswith("White to move wins in 11 plies\n")
    found = data(capsys, "probe", "1d-8", "k/n/1/r/N/R/1/K b - - 0 1")
    assert found["value"] == "loss"
    assert found["distance"] is not None


def test_solve_by_proof_needs_no_tables(capsys: Capture) -> None:
    text = output(capsys, "solve", "1d-10", "--method", "proof")
    assert "White to move: a draw" in text


def test_solve_says_what_a_proof_knows_when_it_ends(capsys: Capture) -> None:
    text = error(capsys, "solve", "chess", "--method", "proof", "--nodes", "1000")
    assert text.startswith("ferz: proof: at least a loss and at most a win after ")


def test_solve_finds_mates_in_any_game(capsys: Capture) -> None:
    position = "4k3/1R6/7B/2p4P/4K3/8/2P1PqP1/8[R] w - - 0 1"
    text = output(capsys, "solve", "crazyhouse", position, "--mate", "2")
    assert text == "White to move wins in 1 ply\nby R@a8#, R@b8#, R@c8#\n"
    assert run(["solve", "chess", "--mate", "1"]) == 1
    assert capsys.readouterr().out == "no mate in 1, for either side\n"


def test_solve_refuses_what_is_too_large_before_it_begins(capsys: Capture) -> None:
    text = error(capsys, "solve", "thin-4x6", "--memory", "100")
    assert "of memory needed, for K" in text
    assert "expected at most 100.0 MiB" in text


def test_solve_builds_all_materials_of_some_men(capsys: Capture, own_folder: Path) -> None:
    output(capsys, "solve", "1d-6", "--men", "3")
    assert len(list(own_folder.rglob("*.ferztable"))) > 6
    text = error(capsys, "solve", "1d-6", "--men", "3", "--no-save")
    assert text == "ferz: --men: found --no-save too, expected a folder for so many tables"


def test_challenges_are_found_as_files_that_certify(capsys: Capture, tmp_path: Path) -> None:
    made = output(capsys, "challenges", "make", "1d-8", "--count", "3")
    (tmp_path / "made.toml").write_text(made)
    text = output(capsys, "challenges", "check", "--folder", str(tmp_path))
    assert text.endswith("3 of 3 certified\n")


def test_challenges_of_an_own_game_hold_its_text(capsys: Capture, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('name = "Mine"\nextends = "1d-8"\n[rules]\nstalemate_value = "loss"\n')
    made = output(capsys, "challenges", "make", str(own), "--count", "1")
    folder = tmp_path / "made"
    folder.mkdir()
    (folder / "made.toml").write_text(made, encoding="utf-8")
    own.unlink()
    text = output(capsys, "challenges", "check", "--folder", str(folder))
    assert text.endswith("1 of 1 certified\n")
    text = error(capsys, "challenges", "make", f"{own}+selfcapture")
    assert "expected a built-in game, or a .toml without modifiers" in text


def test_a_folder_without_challenges_is_told(capsys: Capture, tmp_path: Path) -> None:
    text = error(capsys, "challenges", "check", "--folder", str(tmp_path / "nowhere"))
    assert "nowhere: found no challenges" in text


def test_challenges_tell_hints_one_by_one(capsys: Capture, tmp_path: Path) -> None:
    made = output(capsys, "challenges", "make", "1d-8", "--count", "1")
    (tmp_path / "made.toml").write_text(made)
    name = output(capsys, "challenges", "list", "--folder", str(tmp_path)).split()[0]
    shown = output(capsys, "challenges", "show", name, "--folder", str(tmp_path))
    assert "Goal: " in shown
    assert "Hint" not in shown
    hinted = output(capsys, "challenges", "show", name, "--hint", "2", "--folder", str(tmp_path))
    assert hinted.count("Hint (") == 2


def test_an_unknown_challenge_is_told(capsys: Capture) -> None:
    text = error(capsys, "challenges", "show", "no-such-thing")
    assert text.startswith("ferz: no challenge 'no-such-thing'")
    assert "expected one of self-capture, drop" in error(
        capsys, "challenges", "make", "1d-8", "--theme", "magic"
    )
