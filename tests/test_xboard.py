"""`ferz xboard`: every command of protocol 2, told by a program that speaks it."""

from collections.abc import Iterator

import pytest
from engine_process import Program, code_without_a_reader

import ferz
from ferz import variants
from ferz.protocols.xboard import XBoardEngine
from ferz.protocols.xboard_timing import Timing

FAST = ("level 0 1 0", "sd 3")
BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"


@pytest.fixture
def xboard() -> Iterator[Program]:
    with Program("xboard") as program:
        program.ask("xboard", "protover 2", until="feature done=1")
        program.send("new", *FAST)
        yield program


def move(program: Program, *lines: str) -> str:
    """The move that it answers with."""
    return program.ask(*lines, until="move ")[-1].removeprefix("move ")


def said(program: Program, *lines: str) -> list[str]:
    """All that it says to some lines."""
    return program.ask(*lines, "ping 77", until="pong 77")[:-1]


def test_the_features_are_declared_at_once() -> None:
    with Program("xboard") as program:
        lines = program.ask("xboard", "protover 2", until="feature done=1")
    assert lines[0] == "feature done=0"
    text = " ".join(lines)
    for feature in (
        *("setboard=1", "usermove=1", "ping=1", "analyze=1", "memory=1", "smp=1", "sigint=0"),
        *("sigterm=0", "colors=0", "debug=1", 'option="Level -spin 10 1 10"', "playother=1"),
        f'myname="Ferz {ferz.__version__}"',
    ):
        assert feature in text


def test_more_games_can_be_offered() -> None:
    with Program("xboard", "gothic+selfcapture", "janus+hands") as program:
        lines = program.ask("protover 2", until="feature done=1")
        names = next(line for line in lines if "variants=" in line)
        assert names.endswith('torpedo,ferz-gothic+selfcapture,ferz-janus+hands"')
        assert program.ask("variant ferz-janus+hands", until="setup (")


def test_the_engine_answers_a_move(xboard: Program) -> None:
    board = ferz.Board()
    board.push("e2e4")
    assert move(xboard, "usermove e2e4") in [str(each) for each in board.legal_moves]


def test_a_move_may_stand_alone_or_be_in_san(xboard: Program) -> None:
    xboard.send("force", "e2e4", "usermove e7e5", "Nf3")
    assert move(xboard, "go")


def test_go_plays_the_side_to_move(xboard: Program) -> None:
    assert move(xboard, "force", "usermove e2e4", "go")[1] in "78"


def test_force_mode_makes_no_moves(xboard: Program) -> None:
    assert said(xboard, "force", "usermove e2e4", "usermove e7e5") == []


def test_playother_waits_for_the_other_side(xboard: Program) -> None:
    assert said(xboard, "force", "playother") == []
    assert move(xboard, "usermove d2d4")


def test_an_illegal_move_is_told(xboard: Program) -> None:
    assert said(xboard, "force", "usermove e2e5") == ["Illegal move: e2e5"]
    assert said(xboard, "usermove nonsense") == ["Illegal move: nonsense"]


def test_an_unknown_command_is_told(xboard: Program) -> None:
    assert said(xboard, "frobnicate now") == ["Error (unknown command): frobnicate now"]


def test_a_pong_comes_after_the_move(xboard: Program) -> None:
    lines = xboard.ask("usermove e2e4", "ping 5", until="pong 5")
    assert lines[-2].startswith("move ")


def test_move_now_ends_the_thinking(xboard: Program) -> None:
    xboard.send("new", "post", "level 0 600 0", "usermove e2e4")
    xboard.until("5 ")
    assert move(xboard, "?")


def test_thinking_is_shown_when_asked_for(xboard: Program) -> None:
    lines = xboard.ask("post", "usermove e2e4", until="move ")
    head, _, line = lines[0].partition("\t")
    assert head.split()[0] == "1"
    assert len(head.split()) == 7
    assert line[1].isdigit()
    assert xboard.ask("nopost", "usermove a2a3", until="move ")[:-1] == []


def test_a_mate_is_shown_and_claimed(xboard: Program) -> None:
    lines = xboard.ask("post", f"setboard {BACK_RANK}", "go", until="1-0")
    assert lines[-3].split()[1] == "100001"
    assert lines[-2:] == ["move a1a8", "1-0 {White mates}"]


@pytest.mark.parametrize(
    ("game", "fen", "last", "claim"),
    [
        ("normal", "7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "f2f7", "1/2-1/2 {Stalemate}"),
        ("normal", "7k/8/8/8/8/8/R6n/1K6 w - - 0 1", "a2h2", None),
        ("normal", "7k/8/8/8/8/8/6Kn/8 w - - 0 1", "g2h2", "1/2-1/2 {Draw by insufficient"),
        ("kingofthehill", "7k/8/8/8/8/4K3/8/8 w - - 0 1", "e3e4", "1-0 {White reaches the goal}"),
        ("racingkings", "6K1/2k5/8/8/8/8/8/8 b - - 0 1", "c7c8", "1/2-1/2 {Draw by flag}"),
    ],
)
def test_the_end_of_a_game_is_claimed(
    xboard: Program, game: str, fen: str, last: str, claim: str | None
) -> None:
    xboard.send("force", f"variant {game}", f"setboard {fen}", "playother")
    lines = [line for line in said(xboard, f"usermove {last}") if "{" in line]
    assert [line[: len(claim or "")] for line in lines] == ([claim] if claim else [])


SHUFFLE = ["usermove g1f3", "usermove g8f6", "usermove f3g1", "usermove f6g8"] * 2


def test_a_draw_by_repetition_is_claimed_and_played_on(xboard: Program) -> None:
    # Who takes no claims waits for a move.
    lines = said(xboard, "force", *SHUFFLE[:-1], "playother", SHUFFLE[-1])
    assert lines[0] == "1/2-1/2 {Draw by repetition}"
    assert lines[1].startswith("move ")


def test_who_is_told_to_move_in_a_drawn_position_moves(xboard: Program) -> None:
    assert move(xboard, "force", *SHUFFLE, "go")
    assert move(xboard, "force", "setboard 4k3/8/8/8/8/8/8/R3K3 w - - 100 80", "go")


def test_nothing_is_claimed_where_the_engine_plays_no_side(xboard: Program) -> None:
    # XBoard believes a claim also while it loads a game that went on.
    assert said(xboard, "force", *SHUFFLE) == []


def test_among_engines_the_loser_tells_a_win_that_xboard_cannot_see(xboard: Program) -> None:
    # XBoard believes whoever says that it has lost.
    fen = "7k/8/8/8/8/4K3/8/8 w - - 0 1"
    lines = xboard.ask(
        *("variant kingofthehill", f"setboard {fen}", "computer", "go", "ping 6"), until="pong 6"
    )
    assert not any("{" in line for line in lines)
    lines = said(xboard, "new", "variant kingofthehill", f"setboard {fen}", "usermove e3e4")
    assert "1-0 {White reaches the goal}" in lines


def test_undo_and_remove_take_moves_back(xboard: Program) -> None:
    said(xboard, "force", "usermove e2e4", "undo")
    assert said(xboard, "usermove e2e4", "usermove e7e5", "remove", "usermove e2e4") == []
    assert said(xboard, "new", "undo") == ["Error (command not legal now): undo"]


def test_a_bad_position_is_told_and_moves_in_it_are_illegal(xboard: Program) -> None:
    lines = said(xboard, "force", "setboard 9/8", "usermove e2e4")
    assert lines[0].startswith("tellusererror Illegal position: ")
    assert lines[1] == "Illegal move: e2e4"
    assert said(xboard, "new", "force", "usermove e2e4") == []


def test_a_hint_is_a_legal_move(xboard: Program) -> None:
    line = said(xboard, "force", "hint")[0]
    assert line.removeprefix("Hint: ") in [str(each) for each in ferz.Board().legal_moves]


def test_the_book_is_empty(xboard: Program) -> None:
    assert said(xboard, "bk") == [" no book", ""]


def test_analysis_follows_the_moves(xboard: Program) -> None:
    xboard.ask("post", "analyze", until="4 ")
    assert xboard.ask(".", until="stat01:")[-1].endswith(" 0 20")
    xboard.ask("usermove e2e4", until="4 ")
    xboard.ask("undo", until="4 ")
    assert said(xboard, "exit")[-1:] != ["move"]
    assert said(xboard, ".") == []
    assert move(xboard, "go")


def test_an_analysis_takes_new_settings_and_goes_on_in_force_mode(xboard: Program) -> None:
    xboard.ask("post", "analyze", until="4 ")
    xboard.ask("option MultiPV=2", "cores 2", until="3 ")
    xboard.send("force", "result *", "usermove e2e4")
    # What the search before the move has said may still come.
    after, replies = ferz.Board("chess"), 0
    after.push("e2e4")
    while replies < 2:
        replies += is_legal(after, xboard.until("5 ")[-1].split("\t")[1].split()[0])


def is_legal(board: ferz.Board, move: str) -> bool:
    try:
        return board.parse_uci(move) in board.legal_moves
    except ferz.MoveError:
        return False


def test_one_that_is_not_told_of_a_new_game_is_in_one() -> None:
    with Program("xboard") as program:
        program.send("xboard", "protover 2", "sd 2")
        assert move(program, "e2e4")


def test_a_ponder_hit_and_a_miss_both_get_an_answer(xboard: Program) -> None:
    for is_hit in (True, False):
        xboard.send("new", "sd 6", "hard", "post")
        hint = xboard.ask("usermove e2e4", until="Hint: ")[-1].removeprefix("Hint: ")
        reply = hint if is_hit else ("a2a3" if hint != "a2a3" else "h2h3")
        assert move(xboard, f"usermove {reply}")


def test_easy_ends_the_pondering(xboard: Program) -> None:
    xboard.ask("hard", "post", "usermove e2e4", until="Hint: ")
    said(xboard, "easy")
    assert said(xboard) == []


def test_a_paused_engine_thinks_when_resumed(xboard: Program) -> None:
    assert said(xboard, "pause", "usermove e2e4") == []
    assert move(xboard, "resume")


@pytest.mark.parametrize(
    "clock",
    [
        ("level 40 5 0",),
        ("level 0 0:02 0.05", "time 150", "otim 200"),
        ("level 40 0:03 0", "time 120", "otim 300"),
        ("level 0 5",),
        ("level 0 5 .5",),
        ("st 0.2",),
        ("st 1", "sd 2"),
        ("level 0 1 0", "time -50", "otim 10"),
    ],
)
def test_every_clock_gets_a_move_in_time(xboard: Program, clock: tuple[str, ...]) -> None:
    assert move(xboard, "new", *clock, "sd 9", "usermove e2e4")


def test_a_ponder_hit_heeds_a_clock_that_has_run_down(xboard: Program) -> None:
    xboard.send("new", "sd 0", "level 0 60 0", "hard", "post", "time 360000", "otim 360000")
    xboard.send("usermove e2e4")
    xboard.until("2 ")
    hint = xboard.ask("?", until="Hint: ")[-1].removeprefix("Hint: ")
    # By the clock of before it would think for a minute.
    assert move(xboard, "time 20", "otim 360000", f"usermove {hint}")


def test_a_time_for_a_move_is_not_longer_than_the_clock() -> None:
    timing, board = Timing(), ferz.Board()
    timing.set_move_time("2")
    assert timing.limits(board)["time_ms"] == 1970
    timing.set_time("200", is_own=True)
    assert timing.limits(board)["time_ms"] == 1970
    timing.set_time("20", is_own=True)
    assert timing.limits(board)["time_ms"] == 170


def test_a_score_of_another_position_takes_no_draw(xboard: Program) -> None:
    xboard.ask("setboard q3k3/8/8/8/8/8/7P/4K3 w - - 0 1", "go", until="move ")
    assert said(xboard, "setboard 4k3/8/8/8/8/8/QQ6/4K3 w - - 0 1", "draw") == []


def test_a_draw_is_taken_by_score(xboard: Program) -> None:
    lost = "q3k3/8/8/8/8/8/7P/4K3 w - - 0 1"
    xboard.ask(f"setboard {lost}", "go", until="move ")
    assert said(xboard, "draw") == ["offer draw"]
    xboard.ask("new", "sd 3", f"setboard {lost.replace(' w ', ' b ')}", "go", until="move ")
    assert said(xboard, "draw") == []


@pytest.mark.parametrize("line", ["option Level=3", "option Skill Level=0", "option UCI_Elo=900"])
def test_the_level_is_an_option(xboard: Program, line: str) -> None:
    lines = xboard.ask(line, "post", "new", "level 0 5 0", "usermove e2e4", until="move ")
    assert max(int(each.split()[0]) for each in lines[:-1]) <= 2


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("option Level=11", "Error (Level: found 11, expected 1 to 10): option Level=11"),
        ("option Nonsense=1", "Error (unknown option): option Nonsense=1"),
        ("cores 0", "Error (cores: found 0, expected 1 to "),
        ("memory 0", "Error (memory: found 0, expected 1 to "),
        ("level 1", "Error (found '1', expected MOVES MINUTES[:SECONDS] SECONDS): level 1"),
        ("st soon", "Error (found 'soon', expected seconds): st soon"),
        ("variant gotic", "Error (unknown game 'gotic'; did you mean 'gothic'?): variant gotic"),
        ("variant 9x9+0_gothic", "Error (variant: found a board of 9x9, expected 10x8): "),
    ],
)
def test_a_mistake_is_told(xboard: Program, line: str, answer: str) -> None:
    assert said(xboard, line)[0].startswith(answer)


def test_memory_and_cores_are_taken(xboard: Program) -> None:
    assert said(xboard, "memory 8", "cores 2") == []
    assert move(xboard, "usermove e2e4")


@pytest.mark.parametrize("game", ["crazyhouse", "10x8+7_capablanca", "10x8+7_gothic", "janus"])
def test_games_that_xboard_knows_need_no_setup(xboard: Program, game: str) -> None:
    assert said(xboard, "force", f"variant {game}") == []
    assert move(xboard, "go")


def test_drops_are_read_and_written(xboard: Program) -> None:
    fen = "6k1/5ppp/8/8/8/8/8/6K1[R] w - - 0 1"
    xboard.send("force", "variant crazyhouse", f"setboard {fen}")
    assert said(xboard, "usermove r@a4", "undo", "usermove R@a4", "undo") == []
    assert xboard.ask("go", until="1-0")[-2].startswith("move R@")


def test_boards_of_ten_ranks_are_counted_from_zero(xboard: Program) -> None:
    xboard.send("force", "variant shako")
    assert said(xboard, "usermove a2a4", "usermove a7a5")[-1:] != ["Illegal move: a7a5"]
    assert said(xboard, "new", "force", "variant shako", "usermove a3a5")[-1] == (
        "Illegal move: a3a5"
    )


def test_castling_in_chess960_is_written_with_letters(xboard: Program) -> None:
    xboard.send("force", "variant fischerandom", "setboard 4k3/8/8/8/8/8/8/4K2R w H - 0 1")
    assert said(xboard, "usermove O-O", "usermove e8d8") == []


def test_the_start_keeps_its_castling_where_xboard_loses_it(xboard: Program) -> None:
    # XBoard draws these rooks as towers and thinks that towers do not castle.
    start = "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR[-] w - - 0 1"
    moves = "g1h3 g8h6 g2g3 g7g6 h1g2 h8g7 i1j3 i8j6 f1i1"
    xboard.send("force", "variant ferz-gothic-selfhouse", f"setboard {start}")
    assert said(xboard, *(f"usermove {each}" for each in moves.split()))[-1:] != [
        "Illegal move: f1i1"
    ]


def test_quit_ends_the_program(xboard: Program) -> None:
    xboard.send("analyze", "quit")
    assert xboard.ended() == 0


def test_the_end_of_input_ends_the_program(xboard: Program) -> None:
    xboard.send("level 0 600 0", "usermove e2e4")
    xboard.close_input()
    assert xboard.ended() == 0


@pytest.mark.parametrize("lines", [("protover 2",), ("new", "post", "analyze")])
def test_the_program_ends_when_nobody_reads_it(lines: tuple[str, ...]) -> None:
    assert code_without_a_reader("xboard", *lines) == 1


def test_every_announced_game_can_be_set_up() -> None:
    with Program("xboard") as program:
        lines = program.ask("protover 2", until="feature done=1")
        text = next(line for line in lines if "variants=" in line)
        names = text.split('"')[1].split(",")
        assert len(names) > len(variants.builtin_names())
        for name in names:
            told = program.ask("new", "force", f"variant {name}", "ping 1", until="pong 1")
            assert not any(line.startswith("Error") for line in told)


def test_a_bad_position_does_not_change_the_game(xboard: Program) -> None:
    fen = ferz.variant("gothic").start_fen
    lines = said(xboard, "force", "variant gothic", "setboard nonsense", f"setboard {fen}")
    assert sum("tellusererror" in line for line in lines) == 1
    assert "Illegal" not in " ".join(said(xboard, "usermove d2d4"))


def test_a_start_without_castling_rights_stays_without(xboard: Program) -> None:
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
    moves = [f"usermove {move}" for move in ("g1f3", "a7a6", "g2g3", "b7b6", "f1g2", "c7c6")]
    lines = said(xboard, "force", f"setboard {fen}", *moves, "usermove e1g1")
    assert lines[0] == "Illegal move: e1g1"


def test_analysis_goes_on_after_a_draw(xboard: Program) -> None:
    lines = xboard.ask(
        *("force", "post", "setboard 7k/8/8/8/8/8/6Kn/8 w - - 0 1", "analyze", "usermove g2h2"),
        until="1 ",
    )
    assert not any("1/2" in line for line in lines)


def test_more_cores_than_there_are_are_as_many_as_there_are(xboard: Program) -> None:
    assert said(xboard, "cores 99999") == said(xboard)


def test_more_memory_than_there_is_is_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    # A quarter of a real machine's takes minutes to fill where others use the machine, too.
    monkeypatch.setattr("ferz.protocols.xboard.most_hash_mb", lambda: 24)
    lines: list[str] = []
    session = XBoardEngine(lines.append)
    for word, rest in (("new", ""), ("memory", "99999999"), ("ping", "1")):
        session.command(word, rest)
    assert lines[-1] == "pong 1"
    assert session._fitted.engine is not None
    assert session._fitted.engine.hash_mb == 24
    session.close()
