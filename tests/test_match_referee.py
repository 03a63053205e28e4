"""Single games: the rules decide, faults are counted, hopeless and endless games are ended."""

import io
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from programs import SCRIPTED, find_program, scripted_spec

import ferz
from ferz.match import Adjudication, DrawRule, EngineSpec, Limits, ResignRule, TimeControl
from ferz.match.adjudicate import Adjudicator
from ferz.match.openings import Opening
from ferz.match.players import OwnPlayer
from ferz.match.records import GameHeaders, GameRecord, SideRecord, pgn_text
from ferz.match.referee import GameTask, play_game
from ferz.protocols.client import EngineDeathError, EngineError, EngineSilenceError

QUICK = Limits(time_ms=10)
NO_OPENING = Opening()
NO_ADJUDICATION = Adjudication(draw=None, resign=None, max_plies=300)


def game(
    *specs: str,
    name: str = "chess",
    opening: Opening = NO_OPENING,
    number: int = 0,
    limits: Limits = QUICK,
    rules: Adjudication = NO_ADJUDICATION,
) -> GameRecord:
    engines = [EngineSpec.parse(spec) for spec in specs]
    first, second = (replace(engine, limits=engine.limits or limits) for engine in engines)
    return play_game(
        GameTask(
            number=number,
            variant=ferz.variant(name),
            opening=opening,
            engines=(first, second),
            adjudication=rules,
            margin_ms=100,
            patience_ms=1000,
            seed=1,
        )
    )


def test_our_engine_plays_itself_to_an_end_by_the_rules() -> None:
    record = game("ferz,level=1,nodes=50", "ferz,nodes=300", name="gothic")
    board = ferz.Board("gothic")
    for move in record.moves:
        board.push(move.uci)
    assert (record.result, record.reason) == (
        board.result(),
        board.outcome and board.outcome.reason,
    )
    assert [side.moves for side in record.sides] == [(board.ply + 1) // 2, board.ply // 2]


@pytest.mark.parametrize(
    ("program", "name", "more"),
    [
        ("stockfish", "chess", ""),
        ("fairymax", "capablanca", ",proto=xboard"),
        ("fairymax", "gothic", ",proto=xboard"),
        ("sjaakii", "crazyhouse", " -xboard,proto=xboard"),
        ("sjaakii", "gothic", " -uci"),
    ],
)
def test_programs_play_games_without_a_fault(program: str, name: str, more: str) -> None:
    record = game("ferz,level=4", f"cmd={find_program(program)}{more}", name=name)
    faults = [record.sides[1].illegal_moves, record.sides[1].refused_moves, record.sides[1].crashes]
    assert faults == [0, 0, 0], record.detail
    assert record.detail == ""
    assert record.sides[1].moves > 3


def test_programs_play_by_a_clock() -> None:
    specs = [f"cmd={find_program('stockfish')}", f"cmd={find_program('fairymax')},proto=xboard"]
    control = Limits(clock=TimeControl(400, 10))
    rules = Adjudication(draw=None, resign=None, max_plies=30)
    record = game(*specs, limits=control, rules=rules)
    assert record.detail == ""
    assert len(record.moves) >= 10


@pytest.mark.parametrize(
    ("protocol", "behavior", "reason", "fault"),
    [
        ("uci", "illegal", "illegal move", "illegal_moves"),
        ("uci", "crash", "crash", "crashes"),
        ("uci", "stall", "stall", "stalls"),
        ("uci", "babble", "crash", "crashes"),
        ("xboard", "refuse", "refused move", "refused_moves"),
        ("xboard", "claim", "refused move", "refused_moves"),
    ],
)
def test_a_fault_loses_the_game_and_is_counted(
    protocol: str, behavior: str, reason: str, fault: str
) -> None:
    record = game(scripted_spec(protocol, behavior), "ferz,nodes=50")
    assert (record.result, record.reason) == ("0-1", reason)
    assert getattr(record.sides[0], fault) == 1
    assert record.detail.startswith(f"scripted {behavior}: ")
    assert record.sides[1] == SideRecord(moves=1, time_ms=record.sides[1].time_ms)


def test_a_number_that_is_too_long_to_be_read_is_no_thought(tmp_path: Path) -> None:
    script = tmp_path / "engine.py"
    code = f"import sys; sys.path.insert(0, {str(SCRIPTED.parent)!r}); import scripted_engine as it"
    code += (
        "\nsay = it.say\nit.say = lambda line: say(line.replace(' 20 ', ' ' + '9' * 5000 + ' '))"
    )
    script.write_text(f"{code}\nit.main()\n", encoding="utf-8")
    program = f"cmd={sys.executable} {script} xboard plain,proto=xboard"
    record = game(program, "ferz,nodes=9", rules=Adjudication(None, None, max_plies=6))
    assert (record.reason, record.detail) == ("too long", "")
    assert record.moves[0].depth is None


def test_a_resignation_is_accepted() -> None:
    record = game("ferz,nodes=50", scripted_spec("xboard", "resign"))
    assert (record.result, record.reason) == ("1-0", "resigned")


def test_an_overrun_is_reported_or_loses() -> None:
    short = Adjudication(draw=None, resign=None, max_plies=6)
    slow = scripted_spec("uci", "slow")
    record = game(f"{slow},overruns=report", "ferz", rules=short)
    assert (record.reason, record.sides[0].overruns) == ("too long", 2)
    assert record.sides[0].worst_overrun_ms > 100
    record = game(f"{slow},overruns=lose", "ferz", rules=short)
    assert (record.result, record.reason) == ("0-1", "time")
    assert record.sides[0].time_losses == 1


def test_colors_are_exchanged_in_the_second_game_of_a_pair() -> None:
    record = game(scripted_spec("uci", "crash"), "ferz,nodes=50", number=1)
    assert not record.first_is_white
    assert (record.result, record.first_half_points) == ("1-0", 0)


def test_an_engine_that_cannot_be_set_up_ends_the_match() -> None:
    with pytest.raises(EngineError, match="does not announce the game 'janus'"):
        game("ferz", scripted_spec("uci"), name="janus")
    with pytest.raises(EngineError, match="XBoard has no limit by nodes"):
        game(scripted_spec("xboard"), "ferz", limits=Limits(nodes=5))
    with pytest.raises(EngineError, match=r"ferz: .*'Hsah'"):
        game("ferz,option.Hsah=3", "ferz")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("cmd=sleep 60,start-seconds=0.1", r"no answer in time to 'uci' \(an engine for XBoard"),
        ("cmd=cat,dir=/no/where", "cat: cannot start 'cat' in '/no/where': No such file"),
        ("ferz,option.threads=abc", r"^ferz: .*threads.* 'abc', expected"),
    ],
)
def test_what_is_wrong_with_an_engine_is_told(spec: str, message: str) -> None:
    with pytest.raises(EngineError, match=message):
        game("ferz", spec)


def test_an_engine_for_uci_does_not_speak_xboard() -> None:
    with pytest.raises(EngineError, match=r"said 'Unknown command: .*expected an engine for XBoa"):
        game("ferz", f"cmd={find_program('stockfish')},proto=xboard")


@pytest.mark.parametrize("error", [EngineDeathError, EngineSilenceError])
@pytest.mark.parametrize("step", ["__init__", "new_game"])
def test_an_engine_that_failed_once_at_the_start_gets_another_try(
    step: str, error: type[EngineError], monkeypatch: pytest.MonkeyPatch
) -> None:
    function, errors = getattr(OwnPlayer, step), [error("x: once")]

    def failing_once(*words: object, **options: object) -> None:
        if errors:
            raise errors.pop()
        function(*words, **options)

    monkeypatch.setattr(OwnPlayer, step, failing_once)
    record = game("ferz,nodes=9", "ferz,nodes=9", rules=Adjudication(None, None, 4))
    assert (record.reason, errors) == ("too long", [])


def test_what_an_engine_says_cannot_color_a_terminal() -> None:
    record = game(scripted_spec("uci", "scream"), "ferz,nodes=50")
    assert record.detail == "scripted scream: ended with code 3 (?[31mred?)"


def judged(rules: Adjudication, white: list[int], black: list[int], move: int) -> object:
    adjudicator = Adjudicator(rules)
    for one, two in zip(white, black, strict=True):
        adjudicator.note(ferz.WHITE, one, None)
        adjudicator.note(ferz.BLACK, two, None)
    return adjudicator.verdict(ferz.Board("chess", f"4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 {move}"))


def test_a_draw_is_agreed_after_quiet_moves_late_enough() -> None:
    rules = Adjudication(draw=DrawRule(10, 3, 40), resign=None, max_plies=None)
    assert judged(rules, [5, -5, 0], [0, 10, -10], 43) == ("1/2-1/2", "draw agreed")
    assert judged(rules, [5, -5, 0], [0, 10, -10], 42) is None
    assert judged(rules, [5, -5, 0], [0, 11, -10], 50) is None
    assert judged(rules, [5, 0], [0, 0], 50) is None


def test_a_game_is_given_up_when_both_agree() -> None:
    rules = Adjudication(draw=None, resign=ResignRule(500, 2), max_plies=None)
    assert judged(rules, [0, -500, -900], [0, 600, 500], 9) == ("0-1", "given up")
    assert judged(rules, [0, 500, 900], [0, -600, -500], 9) == ("1-0", "given up")
    assert judged(rules, [0, -500, -900], [0, 400, 500], 9) is None


def test_a_game_may_be_given_up_by_the_loser_alone() -> None:
    rules = Adjudication(draw=None, resign=ResignRule(500, 2, both=False), max_plies=None)
    assert judged(rules, [0, -500, -900], [0, 0, 0], 9) == ("0-1", "given up")


def test_a_mate_is_worth_more_than_any_score_and_no_score_is_no_opinion() -> None:
    adjudicator = Adjudicator(Adjudication(draw=None, resign=ResignRule(9000, 1), max_plies=None))
    adjudicator.note(ferz.WHITE, None, 3)
    adjudicator.note(ferz.BLACK, None, None)
    assert adjudicator.verdict(ferz.Board()) is None
    adjudicator.note(ferz.BLACK, None, -3)
    assert adjudicator.verdict(ferz.Board()) == ("1-0", "given up")


def test_an_endless_game_is_a_draw() -> None:
    record = game("ferz,nodes=50", "ferz,nodes=50", rules=Adjudication(None, None, max_plies=10))
    assert (record.result, record.reason, len(record.moves)) == ("1/2-1/2", "too long", 10)


def test_a_game_is_written_as_pgn_that_we_read() -> None:
    opening = Opening(("e2e4", "e7e5"), None, "random 1")
    record = game("ferz,nodes=50", "ferz,nodes=50", opening=opening, name="gothic")
    headers = GameHeaders("Cup", "abc", ("A", "B"), ("1/0.1", "5+0.05"))
    text = pgn_text(record, ferz.variant("gothic"), headers)
    (found,) = list(ferz.pgn.read_games(io.StringIO(text)))
    assert [str(move) for move in found.mainline_moves()] == [move.uci for move in record.moves]
    assert found.headers["Result"] == record.result
    tags = ("Event", "White", "Black", "Round", "GameId", "Opening", "WhiteTimeControl", "Variant")
    assert [found.headers[tag] for tag in tags] == [
        *("Cup", "A", "B", "1.1", "abc-1", "random 1", "1/0.1", "Gothic chess"),
    ]
    comments = [node.comment for node in found.mainline()]
    assert comments[:2] == ["book", "book"]
    assert ferz.variant("gothic").name == "Gothic chess"


def test_a_record_survives_json() -> None:
    record = game("ferz,nodes=50", scripted_spec("uci", "illegal"), opening=Opening(("e2e4",)))
    again = GameRecord.from_data(record.as_data())
    assert again.book == ("e2e4",)
    assert again.sides == record.sides
    assert again.as_data() == record.as_data()
