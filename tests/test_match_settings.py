"""Engines, limits and clocks as users write them."""

import pickle
from pathlib import Path

import pytest

import ferz
from ferz.match import (
    Adjudication,
    DrawRule,
    EngineSpec,
    Limits,
    MatchSettings,
    OpeningRule,
    ResignRule,
    Sprt,
    TimeControl,
    run,
)
from ferz.match.limits import Timer


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("ferz", EngineSpec()),
        (
            "ferz,nodes=5000,threads=1,hash=16,level=5",
            EngineSpec(threads=1, hash_mb=16, level=5, limits=Limits(nodes=5000)),
        ),
        ("name=old", EngineSpec(name="old")),
        (
            "/usr/games/stockfish,clock=5+0.05",
            EngineSpec(
                name="stockfish",
                command=("/usr/games/stockfish",),
                limits=Limits(clock=TimeControl(5000, 50)),
            ),
        ),
        (
            "name=Fairy-Max,cmd=fairymax 22,proto=xboard,option.Claim draw after=0,setboard=no",
            EngineSpec(
                name="Fairy-Max",
                command=("fairymax", "22"),
                protocol="xboard",
                options={"Claim draw after": "0"},
                has_setboard=False,
            ),
        ),
        (
            """cmd="'/opt/my engine/run' -x",option.Path='a,b=c',time_ms=100""",
            EngineSpec(
                name="run",
                command=("/opt/my engine/run", "-x"),
                options={"Path": "a,b=c"},
                limits=Limits(time_ms=100),
            ),
        ),
    ],
)
def test_engines_are_described_in_a_line(text: str, spec: EngineSpec) -> None:
    assert EngineSpec.parse(text) == spec
    assert EngineSpec.from_data(spec.as_data()) == spec


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "engine: found '', expected 'ferz' or a command"),
        ("ferz,bar", "engine: found 'bar', expected KEY=VALUE"),
        ("ferz,lvel=3", "engine: unknown key 'lvel'; did you mean 'level'?"),
        ("ferz,level=x", "engine: level: found 'x', expected a whole number"),
        ("ferz,hash=0", "engine: hash: found 0, expected at least 1"),
        ("ferz,proto=uci", "engine: found proto with 'ferz', expected it with a program"),
        ("x,proto=usi", "engine: proto: found 'usi', expected uci or xboard"),
        ("x,clock=5m", "engine: clock: found '5m', expected seconds such as 5+0.05 or 40/60"),
        ("x,level=3", "x: level, strategy and seed are for 'ferz' in process"),
        ("x,cpu-ms=3", "x: CPU time is measured in process only, expected another limit"),
        ("x,time-ms=9,clock=5", "limits: found several kinds of time, expected one of them"),
        ("ferz,nodes=9,nodes=8", "engine: found 'nodes' twice, expected it once"),
        ("x,hash_mb=1,cmd=y", "engine: unknown key 'hash-mb'; did you mean 'hash'"),
        ("x,cmd=y", "engine: found 'cmd' twice, expected it once"),
        ("x,option.A=1,option.A=2", "engine: found 'option.A' twice, expected it once"),
        ("'x", "engine ''x': found a quote that does not end"),
    ],
)
def test_mistakes_in_an_engine_are_explained(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=r"^" + message.replace("?", r"\?").replace("+", r"\+")):
        EngineSpec.parse(text)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("60", TimeControl(60_000)),
        ("5+0.05", TimeControl(5000, 50)),
        ("40/60", TimeControl(60_000, 0, 40)),
        ("0+1", TimeControl(0, 1000)),
    ],
)
def test_clocks_are_read_and_written(text: str, control: TimeControl) -> None:
    assert TimeControl.parse(text) == control
    assert str(control) == text


def test_a_clock_gains_its_increment_after_each_move() -> None:
    timer = Timer(Limits(clock=TimeControl(5000, 50)))
    assert timer.spend(1000) == 0
    assert timer.left_ms == 4050
    assert timer.spend(5000) == 950
    assert timer.left_ms == 50


def test_a_clock_of_sessions_is_filled_again() -> None:
    timer = Timer(Limits(clock=TimeControl(1000, 0, 2)))
    limits = []
    for _ in range(3):
        clock = timer.limit(ferz.WHITE, timer, 0).clock
        assert clock is not None
        limits.append((clock.white_ms, clock.moves_to_go))
        timer.spend(300)
    assert limits == [(1000, 2), (700, 1), (1400, 2)]


def test_each_side_is_shown_both_clocks() -> None:
    white, black = (Timer(Limits(clock=TimeControl(base))) for base in (1000, 2000))
    for_black = black.limit(ferz.BLACK, white, 0).clock
    assert for_black is not None
    assert (for_black.white_ms, for_black.black_ms) == (1000, 2000)


def test_an_opponent_without_a_clock_is_shown_with_ours() -> None:
    clock = Timer(Limits(clock=TimeControl(1000, 5))).limit(ferz.BLACK, Timer(Limits(nodes=9)), 0)
    assert clock.clock is not None
    assert (clock.clock.white_ms, clock.clock.white_increment_ms) == (1000, 5)


def settings(*engines: str, **more: object) -> MatchSettings:
    first, second = (EngineSpec.parse(engine) for engine in engines)
    return MatchSettings("gothic", (first, second), **{"limits": Limits(nodes=100), **more})  # type: ignore[arg-type]


def test_settings_survive_json_and_pickle() -> None:
    whole = settings("ferz,level=3", "x,proto=xboard,option.A=b,clock=40/60", sprt=Sprt(0, 5))
    assert MatchSettings.from_data(whole.as_data()) == whole
    assert pickle.loads(pickle.dumps(whole)) == whole


def test_engines_of_one_name_are_told_apart() -> None:
    assert [engine.name for engine in settings("ferz", "ferz").engines] == ["ferz", "ferz 2"]


def test_limits_of_an_engine_replace_those_of_the_match() -> None:
    match = settings("ferz,depth=3", "x")
    assert match.engine(0).limits == Limits(depth=3)
    assert match.engine(1).limits == Limits(nodes=100)


def test_our_engine_always_loses_by_time_and_programs_as_told() -> None:
    match = settings("ferz,overruns=report", "x")
    assert [match.engine(index).overruns for index in (0, 1)] == ["lose", "report"]
    assert settings("ferz", "x", overruns="lose").engine(1).overruns == "lose"
    assert settings("ferz", "x,overruns=report", overruns="lose").engine(1).overruns == "report"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"games": 3}, "games: found 3, expected an even number, 2 or more"),
        (
            {"limits": Limits()},
            "ferz: no limit, expected a time, a clock, nodes or a depth "
            r"\(--time-ms, --clock, --nodes, --depth\)",
        ),
        ({"limits": Limits(cpu_time_ms=5)}, "x: CPU time is measured in process only"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(more: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        settings("ferz", "x", **more)


def test_a_limit_beyond_what_an_engine_can_count_is_refused() -> None:
    huge = 10**22
    for name in ("time_ms", "cpu_time_ms", "nodes", "depth"):
        with pytest.raises(ValueError, match=f"^limits: {name} {huge}, expected at most {2**53}$"):
            Limits.from_data({name: huge})


def test_a_level_below_full_strength_needs_no_limit() -> None:
    match = settings("ferz,level=1", "ferz,level=9", limits=Limits())
    assert match.engine(1).limits == Limits()
    with pytest.raises(ValueError, match="ferz 2: no limit"):
        settings("ferz,level=1", "ferz,level=10", limits=Limits())


@pytest.mark.parametrize(
    ("rule", "numbers", "message"),
    [
        (DrawRule, (10, 0, 0), "draw: found moves 0, expected at least 1"),
        (ResignRule, (1000, 0), "resign: found moves 0, expected at least 1"),
        (ResignRule, (0, 4), "resign: found score_cp 0, expected at least 1"),
    ],
)
def test_a_rule_that_ends_every_game_is_refused(
    rule: type[DrawRule], numbers: tuple[int, ...], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        rule(*numbers)


def test_a_game_may_be_longer_than_its_opening(tmp_path: Path) -> None:
    short = Adjudication(max_plies=8)
    with pytest.raises(ValueError, match="max-plies: found 8, expected more than the 8 of an open"):
        run(settings("ferz", "ferz", adjudication=short))
    (tmp_path / "book").write_text("e2e4 e7e5 d2d3 d7d6", encoding="utf-8")
    book = OpeningRule(file=str(tmp_path / "book"))
    with pytest.raises(ValueError, match="expected more than the 4 of an opening"):
        run(settings("ferz", "ferz", adjudication=Adjudication(max_plies=4), openings=book))
