"""`ferz uci`: every command and option, told by a program that speaks UCI to it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from engine_process import Program, code_without_a_reader

import ferz
from ferz import variants
from ferz.protocols.uci_go import read_limits
from ferz.protocols.uci_options import all_options, split_setoption

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.fixture
def uci() -> Iterator[Program]:
    with Program("uci") as program:
        yield program


def best_move(program: Program, *lines: str) -> str:
    """The answer to a search."""
    return program.ask(*lines, until="bestmove")[-1].split()[1]


def infos(lines: list[str]) -> list[dict[str, str]]:
    """The `info` lines with a line of play, as words and what follows each."""
    found = []
    for line in lines:
        if " pv " in line:
            head, _, moves = line.partition(" pv ")
            words = head.replace("score cp", "cp").replace("score mate", "mate").split()[1:]
            found.append(dict(zip(words[::2], words[1::2], strict=False)) | {"pv": moves})
    return found


def test_uci_names_the_engine_and_its_options(uci: Program) -> None:
    lines = uci.ask("uci", until="uciok")
    assert lines[0] == f"id name Ferz {ferz.__version__}"
    assert lines[1] == "id author the Ferz authors"
    options = {line.split(" type ")[0].removeprefix("option name ") for line in lines[2:-1]}
    assert options == {
        *("Threads", "Hash", "Clear Hash", "Ponder", "MultiPV", "Skill Level", "Move Overhead"),
        *("UCI_Chess960", "UCI_Variant", "UCI_AnalyseMode", "UCI_LimitStrength", "UCI_Elo"),
        *("VariantPath", "TablePath"),
    }
    games = next(line for line in lines if "UCI_Variant" in line)
    assert set(games.split(" var ")[1:]) == set(variants.builtin_names())


def test_a_search_says_its_lines_and_its_move(uci: Program) -> None:
    lines = uci.ask("position startpos moves e2e4", "go depth 5", until="bestmove")
    last = infos(lines)[-1]
    assert last["depth"] == "5"
    assert {"seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time", "pv"} <= set(last)
    words = lines[-1].split()
    assert words[::2] == ["bestmove", "ponder"]
    board = ferz.Board()
    for move in ("e2e4", words[1], words[3]):
        board.push_uci(move)


def test_a_mate_is_told_in_moves(uci: Program) -> None:
    lines = uci.ask(
        "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "go depth 3", until="bestmove"
    )
    assert infos(lines)[-1]["mate"] == "1"
    assert lines[-1] == "bestmove a1a8"


@pytest.mark.parametrize(
    ("fen", "score"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "info depth 0 score cp 0"),
        ("R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "info depth 0 score mate 0"),
    ],
)
def test_an_ended_game_has_no_best_move(uci: Program, fen: str, score: str) -> None:
    lines = uci.ask(f"position fen {fen}", "go depth 3", until="bestmove")
    assert lines[-2:] == [score, "bestmove (none)"]


@pytest.mark.parametrize(
    ("game", "fen", "score"),
    [
        ("kingofthehill", "8/8/8/3K4/8/8/8/k7 b - - 0 1", "mate 0"),
        ("antichess", "8/8/8/8/8/7p/7P/8 w - - 0 1", "cp 32000"),
        ("antichess", "8/8/8/8/8/8/8/6n1 w - - 0 1", "cp 32000"),
        ("3check", "4k3/8/8/8/8/8/8/4K2R b K - 0+3 0 1", "mate 0"),
    ],
)
def test_a_game_that_some_rule_has_ended_is_won_or_lost(
    uci: Program, game: str, fen: str, score: str
) -> None:
    lines = uci.ask(
        f"setoption name UCI_Variant value {game}",
        f"position fen {fen}",
        "go depth 3",
        until="bestmove",
    )
    assert lines[-2:] == [f"info depth 0 score {score}", "bestmove (none)"]


@pytest.mark.parametrize("skill", [1, 8])
def test_the_last_line_is_that_of_the_move_that_a_weak_level_chose(
    uci: Program, skill: int
) -> None:
    for _ in range(5):
        lines = uci.ask(
            *(f"setoption name Skill Level value {skill}", "ucinewgame", "position startpos"),
            "go movetime 50",
            until="bestmove",
        )
        found = infos(lines)
        assert {each["multipv"] for each in found} == {"1"}
        assert found[-1]["pv"].split()[0] == lines[-1].split()[1]


@pytest.mark.parametrize(
    "position",
    [
        "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
        "fen 4k3/8/8/8/8/8/8/R3K3 w - - 100 80",
    ],
)
def test_a_draw_that_may_be_claimed_is_played_on(uci: Program, position: str) -> None:
    # Whether the game is over the other side decides.
    assert best_move(uci, f"position {position}", "go nodes 500") != "(none)"


def test_several_lines_have_different_moves(uci: Program) -> None:
    lines = uci.ask("setoption name MultiPV value 3", "go depth 6", until="bestmove")
    last = [each for each in infos(lines) if each["depth"] == "6"][-3:]
    assert {each["multipv"] for each in last} == {"1", "2", "3"}


@pytest.mark.parametrize(
    "limits",
    [
        *("depth 4", "nodes 3000", "movetime 50", "mate 1 nodes 5000", "depth 3 nodes 100"),
        *("wtime 1000 btime 1000", "wtime 500 btime 500 winc 10 binc 10 movestogo 5"),
        *("wtime -100 btime 5", "nodes 2000 searchmoves a2a3 h2h3", "movetime 20.5"),
    ],
)
def test_every_limit_ends_a_search(uci: Program, limits: str) -> None:
    assert best_move(uci, "position startpos", f"go {limits}") != "(none)"


def test_only_the_moves_asked_for_are_searched(uci: Program) -> None:
    assert best_move(uci, "go nodes 5000 searchmoves a2a4 h2h4") in ("a2a4", "h2h4")


def test_isready_is_answered_while_a_search_runs(uci: Program) -> None:
    uci.ask("isready", until="readyok")
    uci.ask("go infinite", until="info depth 3")
    lines = uci.ask("isready", until="readyok")
    assert not any(line.startswith("bestmove") for line in lines)
    assert best_move(uci, "stop") != "(none)"


def test_pondering_goes_on_until_the_move_is_played(uci: Program) -> None:
    uci.ask("position startpos moves e2e4 e7e5", "go ponder wtime 300 btime 300", until="info")
    lines = uci.ask("isready", until="readyok")
    assert not any(line.startswith("bestmove") for line in lines)
    assert best_move(uci, "ponderhit") != "(none)"


def test_a_pondering_search_can_be_stopped(uci: Program) -> None:
    assert best_move(uci, "go ponder wtime 9000 btime 9000", "stop") != "(none)"


@pytest.mark.parametrize("nodes", [1, 5, 4100, 4200, 4300])
def test_the_last_line_told_begins_with_the_best_move(uci: Program, nodes: int) -> None:
    fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
    lines = uci.ask(f"position fen {fen}", f"go nodes {nodes}", until="bestmove")
    assert infos(lines)[-1]["pv"].split()[0] == lines[-1].split()[1]


def test_only_stop_ends_an_infinite_search(uci: Program) -> None:
    lines = uci.ask("go infinite nodes 10", until="info depth 5")
    assert not any(line.startswith("bestmove") for line in lines)
    assert best_move(uci, "stop") != "(none)"


def test_a_long_search_tells_how_far_it_is(uci: Program) -> None:
    line = uci.ask("go infinite", until="info nodes")[-1]
    assert line.split()[1::2] == ["nodes", "nps", "time"]


def test_a_search_that_is_stopped_at_once_claims_no_table(uci: Program) -> None:
    lines = uci.ask("go infinite", "stop", until="bestmove")
    assert infos(lines)[-1]["tbhits"] == "0"


def test_a_second_go_ends_the_first(uci: Program) -> None:
    uci.send("go infinite", "go depth 2")
    assert best_move(uci) != "(none)"
    assert best_move(uci) != "(none)"


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("gothic", "files 10 ranks 8 pocket 0 template fairy startpos rnbqckabnr/"),
        ("capahouse", "files 10 ranks 8 pocket 8 template fairy startpos rnabqkbcnr/"),
        ("gothic+selfcapture", "files 10 ranks 8 pocket 0 template fairy startpos rnbqckabnr/"),
        ("crazyhouse", "files 8 ranks 8 pocket 6 template crazyhouse startpos rnbqkbnr/"),
    ],
)
def test_a_change_of_the_game_is_described(uci: Program, game: str, told: str) -> None:
    line = uci.ask(f"setoption name UCI_Variant value {game}", until="info string")[-1]
    assert line.startswith(f"info string variant {game} {told}")
    assert best_move(uci, "position startpos", "go nodes 500") != "(none)"


def test_games_of_a_file_are_found_by_variant_path(uci: Program, tmp_path: Path) -> None:
    path = tmp_path / "my games.ini"
    path.write_text("[hurry:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K2R w - - 0 1\n[other:chess]\n")
    line = uci.ask(f"setoption name VariantPath value {path}", until="info string")[-1]
    assert line == "info string VariantPath: 2 games: hurry other"
    line = uci.ask("setoption name UCI_Variant value hurry", until="info string")[-1]
    assert line.startswith("info string variant hurry files 8")


def test_solved_positions_are_found_by_table_path(uci: Program, tmp_path: Path) -> None:
    ferz.solve("1d-8", folder=tmp_path, statistics=False)
    lines = uci.ask(
        "setoption name UCI_Variant value 1d-8",
        f"setoption name TablePath value {tmp_path}",
        "position startpos",
        "go depth 1",
        until="bestmove",
    )
    assert infos(lines)[-1]["mate"] == "6"
    assert lines[-1].startswith("bestmove a2a4")


def test_a_folder_of_tables_that_vanishes_costs_no_move(uci: Program, tmp_path: Path) -> None:
    place = tmp_path / "tables"
    place.mkdir()
    uci.ask(f"setoption name TablePath value {place}", "isready", until="readyok")
    place.rmdir()
    assert uci.ask("position startpos", "go depth 1", until="bestmove")[-1].startswith("bestmove")


def test_a_game_may_be_a_file_itself(uci: Program, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('name = "Mine"\nextends = "gothic"\n[rules]\nself_capture = true\n')
    uci.ask(f"setoption name UCI_Variant value {path}", until="info string variant")
    lines = uci.ask("position startpos", "go perft 1", until="Nodes searched")
    assert lines[-1] == f"Nodes searched: {len(ferz.Board('gothic+selfcapture').legal_moves)}"


def test_castling_is_king_takes_rook_in_chess960_only(uci: Program) -> None:
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    uci.send(f"position fen {fen}", "go perft 1")
    assert any(line.startswith("e1g1:") for line in uci.until("Nodes searched"))
    uci.send("setoption name UCI_Chess960 value true", f"position fen {fen}", "go perft 1")
    assert any(line.startswith("e1h1:") for line in uci.until("Nodes searched"))


def test_castling_on_ten_files_goes_to_the_square_of_the_king(uci: Program) -> None:
    fen = "5k4/10/10/10/10/10/10/5K3R w K - 0 1"
    uci.send("setoption name UCI_Variant value gothic", f"position fen {fen}", "go perft 1")
    assert any(line.startswith("f1i1:") for line in uci.until("Nodes searched"))


def test_perft_divides_by_first_move(uci: Program) -> None:
    lines = uci.ask("go perft 3", until="Nodes searched")
    assert "e2e4: 600" in lines
    assert lines[-1] == "Nodes searched: 8902"


def test_a_long_count_can_be_stopped(uci: Program) -> None:
    uci.send("go perft 60", "isready")
    uci.until("readyok")
    uci.ask("stop", until="info string go perft: stopped before its end")


@pytest.mark.parametrize("last", ["quit", "position startpos"])
def test_a_count_is_finished_before_the_end_of_the_input(uci: Program, last: str) -> None:
    uci.send("position startpos", "go perft 4", last)
    uci.close_input()
    assert uci.ended() == 0
    assert "Nodes searched: 197281" in uci.rest()


def test_a_bench_can_be_stopped_and_gives_no_number(uci: Program) -> None:
    lines = uci.ask("bench", "stop", until="info string bench: stopped before its end")
    assert not any("Nodes" in line for line in lines)


def test_the_position_is_shown(uci: Program) -> None:
    lines = uci.ask("position startpos moves e2e4", "d", until="Checkers")
    assert lines[7] == "R N B Q K B N R"
    assert lines[9] == "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


@pytest.mark.parametrize(
    "options",
    [
        ("Skill Level value 0",),
        ("Skill Level value 13",),
        ("UCI_LimitStrength value true", "UCI_Elo value 800"),
    ],
)
def test_strength_can_be_limited(uci: Program, options: tuple[str, ...]) -> None:
    uci.send(*(f"setoption name {option}" for option in options))
    lines = uci.ask("go wtime 60000 btime 60000", until="bestmove")
    assert max(int(each["depth"]) for each in infos(lines)) <= 8


def test_analysis_is_never_limited(uci: Program) -> None:
    uci.send("setoption name Skill Level value 0", "setoption name UCI_AnalyseMode value true")
    lines = uci.ask("go depth 6", until="bestmove")
    assert infos(lines)[-1]["depth"] == "6"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("hello there", "unknown command 'hello there'"),
        ("setoption name Nonsense value 1", "no such option 'Nonsense'"),
        (
            "setoption name TablePath value /no/where",
            "TablePath: found '/no/where', expected a folder",
        ),
        ("setoption value 3", "setoption: no name, expected 'setoption name NAME value VALUE'"),
        ("setoption name MultiPV value 0", "option MultiPV: found 0, expected 1 to 500"),
        ("setoption name MultiPV value x", "option MultiPV: found 'x', expected 1 to 500"),
        ("setoption name Ponder value x", "option Ponder: found 'x', expected true or false"),
        ("setoption name UCI_Variant value gotic", "unknown game 'gotic'; did you mean 'gothic'?"),
        ("position", "position: found '', expected startpos or fen"),
        ("position fen 8/8", "board '8/8' has 2 ranks, expected 8"),
        ("go perft x", "go perft: found 'x', expected 1 to 60"),
    ],
)
def test_a_mistake_is_told_and_nothing_ends(uci: Program, line: str, answer: str) -> None:
    told = uci.ask(line, until="info string")[-1]
    assert told == f"info string {answer}"
    assert uci.ask("isready", until="readyok")


def test_an_illegal_move_leaves_the_moves_before_it(uci: Program) -> None:
    uci.ask("position startpos moves e2e4 e2e4 d7d5", until="info string")
    lines = uci.ask("d", until="Fen")
    assert lines[-1].startswith("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b")


def test_after_a_bad_position_there_is_no_best_move(uci: Program) -> None:
    uci.ask("position fen nonsense", until="info string")
    assert best_move(uci, "go depth 1") == "(none)"
    assert best_move(uci, "position startpos", "go depth 1") != "(none)"


def test_why_there_is_no_best_move_is_told_first(uci: Program) -> None:
    uci.ask("position fen nonsense", until="info string")
    lines = uci.ask("go depth 1", until="bestmove")
    assert lines[0].startswith("info string position: none")


@pytest.mark.parametrize(
    ("fen", "read"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ e4 0 1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 0", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w - - - -", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"),
    ],
)
def test_a_flaw_in_a_fen_is_told_and_left_out(uci: Program, fen: str, read: str) -> None:
    told = uci.ask(f"position fen {fen}", until="info string")[-1]
    assert "(read as '" in told
    assert uci.ask("d", until="Fen")[-1] == f"Fen: {read}"
    assert best_move(uci, "go nodes 100") != "(none)"


def test_a_limit_that_cannot_be_read_still_gets_a_move(uci: Program) -> None:
    lines = uci.ask("go depth banana", until="bestmove")
    assert lines[0].startswith("info string go depth: found 'banana'")
    assert lines[-1] != "bestmove (none)"


def test_quit_ends_the_program(uci: Program) -> None:
    uci.send("go infinite", "quit")
    assert uci.ended() == 0


def test_the_end_of_input_ends_the_program_with_a_move(uci: Program) -> None:
    uci.send("go infinite")
    uci.close_input()
    assert uci.ended() == 0
    assert uci.rest()[-1].startswith("bestmove")


@pytest.mark.parametrize("lines", [("uci",), ("position startpos", "go infinite")])
def test_the_program_ends_when_nobody_reads_it(lines: tuple[str, ...]) -> None:
    assert code_without_a_reader("uci", *lines) == 1


@pytest.mark.parametrize(
    ("rest", "name", "value"),
    [
        ("name Hash value 64", "Hash", "64"),
        ("name Clear Hash", "Clear Hash", ""),
        ("name  Skill  Level   value 3", "Skill Level", "3"),
        ("name VariantPath value /a b/value c.ini", "VariantPath", "/a b/value c.ini"),
        ("name VariantPath value", "VariantPath", ""),
    ],
)
def test_setoption_is_cut_into_name_and_value(rest: str, name: str, value: str) -> None:
    assert split_setoption(rest) == (name, value)


def test_options_are_declared_as_uci_wants_them() -> None:
    declared = [option.declaration() for option in all_options(["chess", "gothic"]).values()]
    assert "option name Clear Hash type button" in declared
    assert "option name Ponder type check default false" in declared
    assert "option name Skill Level type spin default 20 min 0 max 20" in declared
    assert "option name VariantPath type string default <empty>" in declared
    assert "option name UCI_Variant type combo default chess var chess var gothic" in declared


def test_absurd_limits_are_brought_into_range() -> None:
    words = f"depth {'9' * 5000} nodes -5 wtime 99999999999 movestogo 0".split()
    limits = read_limits(words, ferz.Board(), 10, lambda _: None)
    assert (limits["depth"], limits["nodes"]) == (200, 1)
    assert "moves_to_go" not in limits
    assert limits["white_time_ms"] == 2**31 - 1


@pytest.mark.parametrize("words", ["btime 300", "winc 5 binc 5", "wtime 300s btime 9", "ponder"])
def test_a_clock_of_the_other_side_alone_still_gets_a_move(words: str) -> None:
    limits = read_limits(words.split(), ferz.Board(), 10, lambda _: None)
    assert limits["time_ms"] == 1_000
    assert "infinite" not in limits


def test_a_drawn_position_is_searched_on(uci: Program) -> None:
    uci.send("position fen 8/8/4k3/8/2b5/3B4/4K3/8 w - - 0 1")
    assert uci.ask("go nodes 500", until="bestmove")[-1] != "bestmove (none)"


def test_the_board_is_shown_while_a_search_runs_with_other_settings_to_come(uci: Program) -> None:
    uci.ask("position startpos", "go infinite", until="info depth 5")
    uci.send("setoption name Hash value 32")
    uci.ask("d", until="Fen")
    assert uci.ask("stop", until="bestmove")


def test_orders_reach_a_search_without_moves(uci: Program) -> None:
    uci.send("position fen 7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "go ponder wtime 1000 btime 1000")
    assert uci.ask("ponderhit", until="bestmove")[-1] == "bestmove (none)"


def test_go_alone_is_infinite() -> None:
    assert read_limits([], ferz.Board(), 10, lambda _: None)["infinite"] is True


def test_a_short_time_for_a_move_is_mostly_used() -> None:
    limits = read_limits(["movetime", "20"], ferz.Board(), 10, pytest.fail)
    assert limits["time_ms"] == 18


def test_an_engine_that_says_it_is_ready_is(uci: Program) -> None:
    for megabytes in (32, 64, 32, 64):
        best_move(uci, "go nodes 2000")
        uci.ask(f"setoption name Hash value {megabytes}", "isready", until="readyok")
        assert best_move(uci, "go nodes 2000") != "(none)"
