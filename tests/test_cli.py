"""The program `ferz`: what it prints, what it says on errors, and its exit codes."""

import subprocess
import sys
from pathlib import Path

import pytest
from command_line import Capture, data, error, output

import ferz
from ferz.cli.app import run
from ferz.movement import sentence


def test_the_version_is_printed(capsys: Capture) -> None:
    assert output(capsys, "--version") == f"ferz {ferz.__version__}\n"


def test_the_package_runs_as_a_module() -> None:
    found = subprocess.run([sys.executable, "-m", "ferz", "--version"], capture_output=True)
    assert found.stdout.decode() == f"ferz {ferz.__version__}\n"


def test_perft_prints_the_nodes_and_the_speed(capsys: Capture) -> None:
    lines = output(capsys, "perft", "chess", "3").splitlines()
    assert lines[0] == "8,902 nodes"
    assert lines[1].endswith("million nodes/s")


def test_perft_as_json_has_the_nodes(capsys: Capture) -> None:
    found = data(capsys, "perft", "selfcapture", "3")
    assert found["nodes"] == 63034
    assert found["depth"] == 3


def test_perft_divides_by_first_move(capsys: Capture) -> None:
    found = data(capsys, "perft", "chess", "2", "--divide")
    assert found["divide"]["e2e4"] == 20
    assert sum(found["divide"].values()) == found["nodes"] == 400


def test_perft_of_a_position_counts_by_kind(capsys: Capture) -> None:
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    found = data(capsys, "perft", "chess", "2", "--fen", fen, "--breakdown")["breakdown"]
    assert (found["nodes"], found["captures"], found["castles"]) == (2039, 351, 91)


@pytest.mark.parametrize("depth", ["0", "1"])
def test_perft_of_no_depth_and_of_one(capsys: Capture, depth: str) -> None:
    found = data(capsys, "perft", "chess", depth, "--breakdown")
    assert found["nodes"] == found["breakdown"]["nodes"] == (1, 20)[int(depth)]


@pytest.mark.parametrize(
    ("depth", "message"),
    [
        ("61", "depth 61, expected 0 to 60"),
        ("99", "depth 99, expected 0 to 60"),
        ("9" * 5000, f"depth {'9' * 40}…, expected 0 to 60"),
        ("x", "DEPTH: found 'x', expected a whole number"),
        ("", "DEPTH: found '', expected a whole number"),
        ("1.5", "DEPTH: found '1.5', expected a whole number"),
        ("²", "DEPTH: found '²', expected a whole number"),
    ],
)
def test_perft_takes_depths_that_can_be_counted(capsys: Capture, depth: str, message: str) -> None:
    assert error(capsys, "perft", "chess", depth) == f"ferz: {message}"


def test_perft_reads_a_negative_depth_behind_two_hyphens(capsys: Capture) -> None:
    found = error(capsys, "perft", "--", "chess", "-1")
    assert found == "ferz: depth -1, expected 0 to 60"


@pytest.mark.parametrize("command", ["show caravan", "variants show caravan"])
def test_a_board_is_never_wrapped(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    lines = output(capsys, *command.split()).splitlines()
    assert "    a  b  c  d  e  f  g  h  i  j  k  l  m  n  o  p " in lines
    assert sum(line.count(" . ") == 16 for line in lines) >= 4


def test_show_draws_the_board_and_lists_the_moves(capsys: Capture) -> None:
    printed = output(capsys, "show", "chess", "--moves", "e2e4,e5")
    assert " 4  .  .  .  .  P  .  .  . " in printed
    assert "To move  White" in printed
    assert "29 legal moves" in printed


def test_show_says_how_a_game_ended(capsys: Capture) -> None:
    printed = output(capsys, "show", "chess", "--moves", "f3 e5 g4 Qh4#")
    assert "Over     0-1, Black wins by checkmate" in printed


def test_show_prints_hands_with_their_brackets(capsys: Capture) -> None:
    fen = "4k3/8/8/8/8/8/8/4K3[QQn] w - - 0 1"
    printed = output(capsys, "show", "crazyhouse", "--fen", fen)
    assert f"FEN      {fen}" in printed
    assert "White    Q2 in hand" in printed
    assert "Black    n in hand" in printed


def test_show_as_json_is_the_whole_position(capsys: Capture) -> None:
    found = data(capsys, "show", "1d-8", "--compact", "bk,bn,br,x,x,wr,wn,wk:w")
    assert found["fen"] == ferz.Board("1d-8").fen
    assert found["turn"] == "white"
    assert {move["uci"] for move in found["legal_moves"]} == {
        str(move) for move in ferz.Board("1d-8").legal_moves
    }
    assert found["outcome"] is None


def test_show_writes_a_picture(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    output(capsys, "show", "chess", "--svg", str(path))
    assert path.read_text(encoding="utf-8") == ferz.Board().svg()


def test_variants_lists_every_game_with_its_size(capsys: Capture) -> None:
    printed = output(capsys, "variants")
    for word in ("On the usual board", "crazyhouse", "gothic", "10x8", "16x16", "+selfcapture"):
        assert word in printed


def test_variants_as_json_names_every_game(capsys: Capture) -> None:
    found = data(capsys, "variants")
    assert [game["id"] for game in found["variants"]] == list(ferz.variants.builtin_names())
    assert "hands" in [modifier["id"] for modifier in found["modifiers"]]


def test_variants_show_explains_pieces_and_rules(capsys: Capture) -> None:
    printed = output(capsys, "variants", "show", "gothic")
    for word in ("archbishop", "slides diagonally; leaps like a knight", "promotion_piece_types"):
        assert word in printed


def test_variants_show_draws_movements(capsys: Capture) -> None:
    printed = output(capsys, "variants", "show", "chess", "--diagrams")
    assert ". . o . . . o . ." in printed


def test_variants_show_as_json_has_the_fingerprint(capsys: Capture) -> None:
    found = data(capsys, "variants", "show", "crazyhouse")
    assert found["rules"]["piece_drops"] is True
    assert found["fingerprint"] == ferz.variants.fingerprint(ferz.variant("crazyhouse"))


def test_variants_check_says_ok(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('name = "Mine"\nextends = "chess"\n')
    assert output(capsys, "variants", "check", str(path)) == f"{path}: OK\n"


def test_variants_check_lists_every_complaint(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('name = "Mine"\nextends = "chess"\n[rules]\nmust_captur = true\ncasling = 1\n')
    assert run(["variants", "check", str(path)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "mine.toml: unknown rule 'must_captur'; did you mean 'must_capture'?",
        "mine.toml: unknown rule 'casling'; did you mean 'castling'?",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("show chss", "ferz: unknown game 'chss'; did you mean 'chess'?"),
        ("perft", "ferz: Missing argument 'VARIANT' (see 'ferz perft --help')"),
        ("nonsense", "ferz: No such command 'nonsense' (see 'ferz --help')"),
        (
            "show chess --fen x --compact y",
            "ferz: show: found --fen and --compact, expected one of them",
        ),
        ("show chess --svg /no/such/place", "ferz: '/no/such/place': No such file or directory"),
    ],
)
def test_a_mistake_is_one_line(capsys: Capture, arguments: str, message: str) -> None:
    assert error(capsys, *arguments.split()) == message


def test_a_bad_position_and_a_bad_move_are_one_line(capsys: Capture) -> None:
    assert error(capsys, "show", "chess", "--fen", "8/8 w - - 0 1").startswith("ferz: ")
    assert error(capsys, "show", "chess", "--moves", "e5").startswith("ferz: ")


def test_an_interrupted_command_says_nothing(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ferz, "perft", interrupt)
    assert run(["perft", "chess", "2"]) == 130
    assert capsys.readouterr() == ("", "")


def test_what_looks_unintended_in_a_file_is_a_warning(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "stuck.toml"
    path.write_text(
        'name = "Stuck"\nfiles = 1\nranks = 4\nstart = "k/b/1/K w - - 0 1"\n[pieces]\n'
        'king = { letter = "k", move = "K", royal = true }\n'
        'bishop = { letter = "b", move = "B" }\n'
    )
    assert run(["perft", str(path), "1"]) == 0
    assert capsys.readouterr().err.startswith("ferz: warning: stuck.toml: ")


def test_without_arguments_there_is_help(capsys: Capture) -> None:
    assert "variants" in output(capsys)


def test_the_program_starts_without_what_it_does_not_need() -> None:
    code = "import ferz, sys; print(sorted({'typer', 'rich', 'tomllib'} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


@pytest.mark.parametrize(
    ("betza", "words"),
    [
        ("K", "steps one square in any direction"),
        ("Q", "slides in any direction"),
        ("R4", "slides up to 4 squares straight"),
        ("NN", "leaps like a knight, again and again"),
        ("N3", "leaps like a knight, up to 3 times"),
        ("gQ", "hops in any direction (to just behind the first piece)"),
        ("flF", "steps one square diagonally forward-left"),
        ("ffN", "leaps like a knight far forward"),
        ("fsW", "steps one square forward or sideways"),
        ("fmW", "steps one square forward without capturing"),
        ("fceF", "steps one square diagonally forward only to capture (also en passant)"),
    ],
)
def test_a_movement_is_put_into_words(betza: str, words: str) -> None:
    assert sentence(betza) == words


def test_check_goes_through_all_games_of_an_ini_file(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "my.ini"
    path.write_text("[one:chess]\nmustCapture = true\n[two:chess]\nblastOnCapture = true\n")
    assert run(["variants", "check", str(path)]) == 1
    assert capsys.readouterr().out == "my.ini: [two] key 'blastOnCapture' is not supported yet\n"
    path.write_text("[one:chess]\nmustCapture = true\n[two:chess]\ncheckCounting = false\n")
    assert output(capsys, "variants", "check", str(path)) == f"{path}: OK, 2 games\n"
