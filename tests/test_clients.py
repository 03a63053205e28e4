"""The interface's ends of UCI and XBoard, with real engines and with one that misbehaves."""

import os
import re
import time
from pathlib import Path

import pytest
from programs import find_program, scripted

import ferz
from ferz.protocols.client import (
    ClientSettings,
    Clock,
    EngineClient,
    EngineDeathError,
    EngineError,
    EngineSilenceError,
    IllegalMoveError,
    Limit,
    ResignationError,
    RulesDisputeError,
    open_client,
)
from ferz.protocols.client_uci import read_info
from ferz.protocols.names import find_name, read_move, shifted_ranks
from ferz.protocols.process import EngineProcess
from ferz.protocols.xboard_clock import level_command

SHORT = Limit(time_ms=20, patience_ms=20_000)

# Both sides have castled on the wings of ten files.
CASTLED = ["h2h4", "h7h5", "g1h2", "g8h7", "h1i3", "h8i6", "i1j3", "i8j6", "f1i1", "f8i8"]
# A pawn of each side has gone to the other's hand, and come back.
DROPPED = ["e2e4", "d7d5", "e4d5", "d8d5", "P@e4", "d5e4", "d1e2", "P@e3"]


def played(name: str, *moves: str) -> ferz.Board:
    board = ferz.Board(name)
    for move in moves:
        board.push(move)
    return board


def begun(settings: ClientSettings, board: ferz.Board) -> EngineClient:
    client = open_client(settings)
    try:
        client.new_game(board)
    except EngineError:
        client.close()
        raise
    return client


def opened(program: str, protocol: str, board: ferz.Board, *arguments: str) -> EngineClient:
    settings = ClientSettings(
        (find_program(program), *arguments),
        name=program,
        protocol="uci" if protocol == "uci" else "xboard",
    )
    return begun(settings, board)


def misbehaving(protocol: str, behavior: str, board: ferz.Board) -> EngineClient:
    settings = ClientSettings(
        scripted(protocol, behavior),
        name="Scripted",
        protocol="uci" if protocol == "uci" else "xboard",
    )
    return begun(settings, board)


def twice(client: EngineClient, board: ferz.Board) -> None:
    """Two moves by the engine, with one of ours between them."""
    with client:
        board.push(client.play(board, SHORT).move)
        board.push(board.legal_moves[0])
        client.play(board, Limit(time_ms=20, patience_ms=1000))


def has_group(number: int) -> bool:
    try:
        os.killpg(number, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize(
    "limit",
    [
        Limit(time_ms=20),
        Limit(nodes=500),
        Limit(depth=3),
        Limit(clock=Clock(300, 300, 10, 10, 20)),
    ],
    ids=["time", "nodes", "depth", "clock"],
)
def test_an_engine_plays_over_uci_by_every_limit(limit: Limit) -> None:
    board = played("chess", "f2f3", "e7e5", "g2g4")
    with opened("stockfish", "uci", board) as client:
        answer = client.play(board, limit)
    assert str(answer.move) == "d8h4"
    assert answer.mate == 1
    assert answer.depth is not None


@pytest.mark.parametrize(
    ("program", "protocol", "arguments", "name", "moves"),
    [
        ("fairymax", "xboard", [], "capablanca", CASTLED),
        ("sjaakii", "xboard", ["-xboard"], "capablanca", CASTLED),
        ("sjaakii", "xboard", ["-xboard"], "crazyhouse", DROPPED),
        ("sjaakii", "uci", ["-uci"], "crazyhouse", DROPPED),
        ("fairymax", "xboard", [], "gothic", ["e2e4", "e7e5"]),
        # Ten ranks, which XBoard counts from 0.
        ("sjaakii", "xboard", ["-xboard"], "grand", ["a3a4", "j8j7"]),
    ],
)
def test_engines_take_openings_as_moves(
    program: str, protocol: str, arguments: list[str], name: str, moves: list[str]
) -> None:
    board = played(name, *moves)
    with opened(program, protocol, board, *arguments) as client:
        for _ in range(2):
            answer = client.play(board, SHORT)
            assert board.is_legal(answer.move)
            board.push(answer.move)
            board.push(board.legal_moves[0])


def test_an_engine_without_setboard_needs_openings_as_moves() -> None:
    board = ferz.Board("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    with pytest.raises(EngineError, match="has no setboard, expected an opening of moves"):
        opened("fairymax", "xboard", board)


def test_an_engine_with_setboard_takes_a_position() -> None:
    board = ferz.Board("chess", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")
    with opened("sjaakii", "xboard", board, "-xboard") as client:
        board.push(client.play(board, SHORT).move)
    assert board.is_checkmate


def test_an_exact_time_is_told_to_xboard_engines_by_a_clock_set_for_each_move(
    tmp_path: Path,
) -> None:
    settings = ClientSettings(scripted("xboard"), name="Scripted", protocol="xboard", refill=10)
    board = ferz.Board()
    with open_client(settings, tmp_path / "log") as client:
        client.new_game(board)
        for _ in range(2):
            board.push(client.play(board, Limit(time_ms=1000)).move)
            board.push(board.legal_moves[0])
    log = (tmp_path / "log").read_text(encoding="utf-8")
    first, second = re.findall(r"> time (\d+)\n\S+ > otim \1\n", log)
    assert "> level 0 0:10 0\n" in log
    # What the first move saved is on the clock of the second, five times over.
    assert int(first) == 1000 < int(second) <= 1500


def test_an_exact_time_may_be_told_to_xboard_engines_by_st(tmp_path: Path) -> None:
    settings = ClientSettings(scripted("xboard"), name="Scripted", protocol="xboard", movetime="st")
    with open_client(settings, tmp_path / "log") as client:
        client.new_game(ferz.Board())
        client.play(ferz.Board(), Limit(time_ms=100, depth=7))
    log = (tmp_path / "log").read_text(encoding="utf-8")
    assert "> sd 7\n" in log
    assert "> st 0.1\n" in log
    assert "> time" not in log


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
@pytest.mark.parametrize(
    ("behavior", "error", "message"),
    [
        ("illegal", IllegalMoveError, "Scripted: move 'a1a8' is not legal"),
        ("crash", EngineDeathError, r"Scripted: ended with code 3 \(a piece fell off the board\)"),
        ("stall", EngineSilenceError, "Scripted: no answer in time"),
    ],
)
def test_faults_are_told_apart(
    protocol: str, behavior: str, error: type[EngineError], message: str
) -> None:
    board = ferz.Board()
    with pytest.raises(error, match=message):
        twice(misbehaving(protocol, behavior, board), board)


@pytest.mark.parametrize(
    ("behavior", "error", "message"),
    [
        ("resign", ResignationError, "Scripted: resigned"),
        ("claim", RulesDisputeError, "claimed '1/2-1/2 {Because I say so}'"),
        ("refuse", RulesDisputeError, "said 'Illegal move: .*' to a legal move"),
    ],
)
def test_what_an_engine_says_instead_of_a_move(
    behavior: str, error: type[EngineError], message: str
) -> None:
    board = ferz.Board()
    with pytest.raises(error, match=message):
        twice(misbehaving("xboard", behavior, board), board)


def test_a_program_that_is_not_there_is_named() -> None:
    with pytest.raises(EngineDeathError, match="ghost: cannot start '/no/such/engine'"):
        open_client(ClientSettings(("/no/such/engine",), name="ghost"))


def test_a_program_that_does_not_answer_is_ended() -> None:
    settings = ClientSettings(("sleep", "60"), name="sleeper", start_seconds=0.2)
    with pytest.raises(EngineSilenceError, match="sleeper: no answer in time"):
        open_client(settings)


def test_a_closed_engine_has_no_process_left() -> None:
    process = EngineProcess(["sh", "-c", "trap '' TERM; sleep 60 & cat"], name="stubborn")
    process.close()
    deadline = time.perf_counter() + 10
    while has_group(process.pid):
        assert time.perf_counter() < deadline


def test_lines_arrive_whole_and_in_order() -> None:
    process = EngineProcess(["sh", "-c", "printf 'a\\r\\nb'; sleep 0.05; printf 'c\\n'"], name="sh")
    deadline = time.perf_counter() + 5
    assert [process.read(deadline), process.read(deadline)] == ["a", "bc"]
    process.close()


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_an_unknown_option_is_named_with_a_suggestion(protocol: str) -> None:
    settings = ClientSettings(
        scripted(protocol),
        name="Scripted",
        protocol="uci" if protocol == "uci" else "xboard",
        options={"Hsah" if protocol == "uci" else "Stile": "1"},
    )
    hint = "'Hsah'; did you mean 'Hash'" if protocol == "uci" else "'Stile'; did you mean 'Style'"
    with open_client(settings) as client, pytest.raises(EngineError, match=hint):
        client.new_game(ferz.Board())


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_a_game_that_the_engine_does_not_know_is_named(protocol: str) -> None:
    with pytest.raises(EngineError, match="does not announce the game 'janus'"):
        misbehaving(protocol, "plain", ferz.Board("janus"))


def test_xboard_has_no_limit_by_nodes() -> None:
    board = ferz.Board()
    with (
        misbehaving("xboard", "plain", board) as client,
        pytest.raises(EngineError, match="XBoard has no limit by nodes"),
    ):
        client.play(board, Limit(nodes=100))


def test_what_is_said_is_taken_down(tmp_path: Path) -> None:
    settings = ClientSettings(scripted("uci"), name="Scripted")
    open_client(settings, tmp_path / "log").close()
    lines = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
    assert [line.partition(" ")[2] for line in lines][:2] == ["> uci", "< id name Scripted"]


@pytest.mark.parametrize(
    ("ours", "known", "found"),
    [
        ("chess", ["normal", "gothic"], "normal"),
        ("kingofthehill", ["king-of-the-hill"], "king-of-the-hill"),
        ("chess960", ["fischerandom"], "fischerandom"),
        ("gothic", ["10x8+0_gothic"], "10x8+0_gothic"),
        ("gothic-selfhouse", ["gothic", "ferz-gothic-selfhouse"], "ferz-gothic-selfhouse"),
        ("gothic", ["Capablanca"], None),
    ],
)
def test_games_are_found_under_the_names_of_others(
    ours: str, known: list[str], found: str | None
) -> None:
    assert find_name(ferz.variant(ours), known) == found


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("e1g1", "e1g1"),
        ("O-O", "e1g1"),
        ("0-0-0", "e1c1"),
        ("o-o+", "e1g1"),
        ("e1h1", "e1g1"),
        ("b7b8Q", "b7b8q"),
        ("b7b8=N", "b7b8n"),
        ("h1h2q", "h1h2"),
        ("n@e5", "N@e5"),
    ],
)
def test_moves_are_read_in_the_spellings_of_others(text: str, move: str) -> None:
    board = ferz.Board("crazyhouse", "4k3/1P6/8/8/8/8/8/R3K2R[N] w KQ - 0 1")
    assert str(read_move(board, text)) == move


def test_ranks_are_shifted_but_not_the_letters_of_promotions_and_drops() -> None:
    assert shifted_ranks("a9a10q", -1) == "a8a9q"
    assert shifted_ranks("P@e0", 1) == "P@e1"


@pytest.mark.parametrize(
    ("clock", "command"),
    [
        (Clock(300_000, 300_000), "level 0 5 0"),
        (Clock(5_000, 5_000, 50, 50), "level 0 0:05 0.05"),
        (Clock(60_500, 60_500, moves_to_go=40), "level 40 1:01 0"),
    ],
)
def test_clocks_are_told_to_xboard_engines(clock: Clock, command: str) -> None:
    assert level_command(clock, ferz.WHITE) == command


def test_only_exact_scores_of_the_best_line_count() -> None:
    info: dict[str, int] = {}
    for line in (
        "info depth 7 seldepth 9 multipv 1 score cp 31 nodes 900 pv e2e4",
        "info depth 7 multipv 2 score cp -80 nodes 950 pv a2a3",
        "info depth 8 score cp 99 upperbound nodes 990 pv e2e4",
        "info depth 9 currmove e2e4 nodes 995",
        "info string depth 77 score cp 5",
    ):
        read_info(line, info)
    assert info == {"depth": 7, "cp": 31, "nodes": 995}
    read_info("info depth 8 score mate -3 nodes 1000", info)
    assert info == {"depth": 8, "mate": -3, "nodes": 1000}
