"""One game: our rules are the referee, and what an engine claims is never believed."""

import os
import time
from dataclasses import dataclass, replace
from pathlib import Path

import ferz
from ferz.match.adjudicate import Adjudicator
from ferz.match.executors import GAME_MARK
from ferz.match.limits import Timer
from ferz.match.machine import Moment
from ferz.match.openings import Opening
from ferz.match.players import Player, log_path, open_player
from ferz.match.records import GameRecord, MoveRecord, Result, SideRecord, score_text
from ferz.match.settings import Adjudication
from ferz.match.specs import EngineSpec
from ferz.protocols.client import (
    Answer,
    EngineDeathError,
    EngineError,
    EngineSilenceError,
    IllegalMoveError,
    ResignationError,
    RulesDisputeError,
)
from ferz.protocols.session import printable


@dataclass(frozen=True)
class GameTask:
    """All that one game needs, so that it can be played in any process on any machine.

    The engines have their final limits. Programs without a folder of their own start in `folder`,
    where that is one of the machine's. `trace` is a file that always names the engine in process
    that is thinking: if this process dies, its parent knows whose fault it was. The programs are
    started with its name as `GAME_MARK`, so that they can be ended then.
    """

    number: int
    variant: ferz.Variant
    opening: Opening
    engines: tuple[EngineSpec, EngineSpec]
    adjudication: Adjudication
    margin_ms: int
    patience_ms: int
    seed: int
    folder: str | None = None
    log_directory: str | None = None
    trace: str | None = None

    @property
    def first_is_white(self) -> bool:
        """The first engine has White in the first game of a pair."""
        return self.number % 2 == 0

    def engine_of(self, color: ferz.Color) -> int:
        """The number of the engine that has a color."""
        return 0 if color == self.first_is_white else 1


def play_game(task: GameTask) -> GameRecord:
    """Play one game from its opening to its end; every engine is started for it and ended after it.

    Raises `EngineError` if an engine cannot be set up; whatever goes wrong later is a result.
    """
    if task.trace is not None:
        os.environ[GAME_MARK] = task.trace
    return _GameLoop(task).run()


class _GameLoop:
    """A game while it is played."""

    def __init__(self, task: GameTask) -> None:
        self.task = task
        self.board = task.opening.board(task.variant)
        self.moves = [MoveRecord(uci) for uci in task.opening.moves]
        self.sides = (SideRecord(), SideRecord())
        self.timers = tuple(Timer(spec.limits) for spec in task.engines)
        self.adjudicator = Adjudicator(task.adjudication)
        self.detail = ""

    def run(self) -> GameRecord:
        start = time.perf_counter()
        players: list[Player] = []
        try:
            result, reason = self._prepare(players) or self._play(players)
        finally:
            for player in players:
                player.close()
        return self.record(result, reason, seconds=round(time.perf_counter() - start, 3))

    def record(self, result: Result, reason: str, *, seconds: float = 0.0) -> GameRecord:
        return GameRecord(
            number=self.task.number,
            first_is_white=self.task.first_is_white,
            result=result,
            reason=reason,
            moves=tuple(self.moves),
            sides=self.sides,
            fen=self.task.opening.fen,
            opening=self.task.opening.name,
            detail=self.detail,
            date=time.strftime("%Y.%m.%d", time.gmtime()),
            seconds=seconds,
            worker=f"{os.uname().nodename}:{os.getpid()}",
        )

    def fault(self, index: int, error: EngineError) -> tuple[Result, str]:
        """The end of a game in which an engine failed; a mistake in its set-up is raised again."""
        self.detail = printable(str(error))
        side = self.sides[index]
        match error:
            case ResignationError():
                reason = "resigned"
            case EngineDeathError():
                side.crashes += 1
                reason = "crash"
            case EngineSilenceError():
                side.stalls += 1
                reason = "stall"
            case IllegalMoveError():
                side.illegal_moves += 1
                reason = "illegal move"
            case RulesDisputeError():
                side.refused_moves += 1
                reason = "refused move"
            case _:
                raise error
        return self._lost_by(index), reason

    def _prepare(self, players: list[Player]) -> tuple[Result, str] | None:
        """Have both started and told of the game; who refuses its position loses it."""
        for index in (0, 1):
            try:
                players.append(self._ready(index))
            except RulesDisputeError as error:
                return self.fault(index, error)
        return None

    def _ready(self, index: int) -> Player:
        try:
            return self._open(index)
        except (EngineDeathError, EngineSilenceError):
            # A machine under load may fail once; what fails twice is set up wrong.
            return self._open(index)

    def _open(self, index: int) -> Player:
        spec, task = _placed(self.task.engines[index], self.task.folder), self.task
        log = log_path(task.log_directory, task.number, spec.name)
        seed = f"{task.seed}/{task.number}/{index}/{spec.seed}"
        player = open_player(spec, task.variant, seed=seed, log=log)
        try:
            player.new_game(self.board)
        except BaseException:
            player.close()
            raise
        return player

    def _play(self, players: list[Player]) -> tuple[Result, str]:
        while (outcome := self.board.outcome) is None:
            verdict = self.adjudicator.verdict(self.board)
            if verdict is not None:
                return verdict
            index = self.task.engine_of(self.board.turn)
            moment = self._moment(players[index], index)
            try:
                answer = self._ask(players[index], index)
            except EngineError as error:
                return self.fault(index, error)
            if self._has_overrun(index, answer, moment):
                return self._lost_by(index), "time"
            self._make(answer)
        return _result(outcome.winner), outcome.reason

    def _ask(self, player: Player, index: int) -> Answer:
        spec = self.task.engines[index]
        trace = Path(self.task.trace) if self.task.trace is not None and spec.is_own else None
        if trace is not None:
            trace.write_text(str(index), encoding="ascii")
        timer, other = self.timers[index], self.timers[1 - index]
        limit = timer.limit(self.board.turn, other, self.task.patience_ms)
        answer = player.play(self.board, limit)
        if trace is not None:
            trace.unlink(missing_ok=True)
        if not self.board.is_legal(answer.move):
            raise IllegalMoveError(
                f"{spec.name}: '{answer.move}' is not legal in '{self.board.fen}'"
            )
        return answer

    def _moment(self, player: Player, index: int) -> Moment | None:
        """The state of the machine, where time counts."""
        is_timed = self.timers[index].budget_ms() is not None
        return Moment(player.pid) if is_timed else None

    def _has_overrun(self, index: int, answer: Answer, moment: Moment | None) -> bool:
        """Count the time of a move; says whether it loses the game."""
        side = self.sides[index]
        side.moves += 1
        side.time_ms += answer.time_ms
        over_ms = self.timers[index].spend(answer.time_ms)
        if over_ms <= self.task.margin_ms:
            return False
        side.overruns += 1
        side.worst_overrun_ms = max(side.worst_overrun_ms, round(over_ms, 1))
        # Without the machine it would have been within the margin.
        least_ms = over_ms - self.task.margin_ms
        is_held_up = moment is not None and moment.held_up_ms() >= least_ms
        side.held_up += is_held_up
        if self.task.engines[index].overruns != "lose":
            return False
        side.time_losses += 1
        self.detail = f"{self.task.engines[index].name}: {over_ms:.0f} ms over its time"
        if is_held_up:
            self.detail += ", held up by the machine"
        return True

    def _make(self, answer: Answer) -> None:
        self.moves.append(
            MoveRecord(
                self.board.uci(answer.move),
                score_text(answer.score_cp, answer.mate),
                answer.depth,
                answer.time_ms,
            )
        )
        self.adjudicator.note(self.board.turn, answer.score_cp, answer.mate)
        self.board.push(answer.move)

    def _lost_by(self, index: int) -> Result:
        return "0-1" if self.task.engine_of(ferz.WHITE) == index else "1-0"


def crashed_game(task: GameTask, index: int, detail: str) -> GameRecord:
    """The record of a game whose whole process died while an engine in it was thinking."""
    loop = _GameLoop(task)
    return loop.record(*loop.fault(index, EngineDeathError(detail)))


def _placed(spec: EngineSpec, folder: str | None) -> EngineSpec:
    """An engine with the folder that its program starts in; None is the present one."""
    if spec.is_own or spec.directory is not None or folder is None or not Path(folder).is_dir():
        return spec
    return replace(spec, directory=folder)


def _result(winner: ferz.Color | None) -> Result:
    if winner is None:
        return "1/2-1/2"
    return "1-0" if winner else "0-1"
