"""The options of `ferz match` as settings, with messages that name the option."""

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Literal, TypeVar

import typer

from ferz.match import (
    Adjudication,
    DrawRule,
    EngineSpec,
    Limits,
    MatchSettings,
    ResignRule,
    Sprt,
    TimeControl,
)
from ferz.match.journal import read_settings
from ferz.match.specs import NAMED_WEIGHTS
from ferz.match.statistics import EloModel
from ferz.variants.info import quoted

Word = TypeVar("Word", bound=str)

_ORDERS: dict[str, Literal["sequential", "random"]] = {
    "sequential": "sequential",
    "random": "random",
}
_OVERRUNS: dict[str, Literal["report", "lose"]] = {"report": "report", "lose": "lose"}
_OFF = ("off", "0")
_MODELS: dict[str, EloModel] = {"normalized": "normalized", "logistic": "logistic"}


def variant(name: str | None) -> str:
    """The game, which must be told."""
    if name is None:
        raise ValueError("VARIANT: found none, expected a game (see 'ferz variants')")
    # A file is found from another folder too: a match may be resumed there.
    is_file = ".toml" in name.casefold() or ".ini" in name.casefold()
    return whole_path(name) if is_file else name


def whole_path(path: str | Path) -> str:
    """A path that is the same from every folder, however it was written.

    Links on the way are followed, since `..` behind one is not where it seems; the name itself may
    be one, such as the Python of a virtual environment.
    """
    whole = Path(path).absolute()
    return str(whole.resolve() if whole.name == ".." else whole.parent.resolve() / whole.name)


def engines(specs: list[str]) -> tuple[EngineSpec, EngineSpec]:
    """The two engines."""
    if len(specs) != 2:
        raise ValueError(f"--engine: found {len(specs)}, expected 2 (see 'ferz match --help')")
    first, second = (_absolute(EngineSpec.parse(spec)) for spec in specs)
    return first, second


def _absolute(spec: EngineSpec) -> EngineSpec:
    """An engine that is found from another folder too: a match may be resumed there."""
    if spec.is_own:
        options = {
            name: whole_path(value) if _is_path(name, value) else value
            for name, value in spec.options.items()
        }
        return replace(spec, options=options)
    if spec.directory is not None:
        return replace(spec, directory=whole_path(spec.directory))
    if "/" in spec.command[0]:
        program, *arguments = spec.command
        return replace(spec, command=(whole_path(program), *arguments))
    return spec


def _is_path(name: str, value: str) -> bool:
    """Whether an option of our engine names something on the disk."""
    is_file = name == "weights" and value not in NAMED_WEIGHTS
    return (is_file or name == "tables") and Path(value).exists()


def refuse_output(option: str, path: Path | None) -> None:
    """Raise `ValueError` for the file that standard output goes to: each would overwrite it."""
    if path is not None and path.is_file() and os.path.samestat(path.stat(), os.fstat(1)):
        raise ValueError(f"{option}: found the file of standard output, expected another one")


def limits(
    time_ms: int | None,
    clock: str | None,
    nodes: int | None,
    depth: int | None,
    cpu_time_ms: int | None,
) -> Limits:
    """The limits of both engines."""
    control = TimeControl.parse(clock) if clock is not None else None
    return Limits(time_ms, control, cpu_time_ms, nodes, depth)


#: What may be said beside --resume: the rest is in the state file.
_WITH_RESUME = {"resume", "games", "sprt", "elo_model", "concurrency", "cluster"}
_WITH_RESUME |= {"pgn", "log", "as_json", "context"}


def refuse_others(context: typer.Context) -> None:
    """Raise `ValueError` for an option that --resume would have to leave aside."""
    for option in context.command.params:
        name = option.name or ""
        source = context.get_parameter_source(name)
        if name not in _WITH_RESUME and source is not None and source.name == "COMMANDLINE":
            raise ValueError(
                f"--resume: found {option.opts[0]} as well, expected the state to tell it"
            )


def resumed(path: Path, games: int | None, sprt: Sprt | None) -> MatchSettings:
    """The settings of a state file, perhaps with another number of games or another test."""
    settings = read_settings(path)
    games = settings.games if games is None else games
    return replace(settings, games=games, sprt=sprt or settings.sprt)


def opening_limit(text: str) -> int | None:
    """Centipawns, or None where every opening is kept."""
    if text == "off":
        return None
    (limit,) = _numbers("--opening-limit", text, 1, "CP or off")
    return limit


def opening_order(text: str) -> Literal["sequential", "random"]:
    """How a file of openings is gone through."""
    return _word("--opening-order", text, _ORDERS)


def overruns(text: str) -> Literal["report", "lose"]:
    """What becomes of a program that takes too long."""
    return _word("--overruns", text, _OVERRUNS)


def adjudication(draw: str, resign: str, max_plies: int) -> Adjudication:
    """When games end early."""
    return Adjudication(_draw(draw), _resign(resign), max_plies or None)


def _draw(text: str) -> DrawRule | None:
    if text in _OFF:
        return None
    return DrawRule(*_numbers("--draw", text, 3, "CP,MOVES,AFTER or off"))


def _resign(text: str) -> ResignRule | None:
    if text in _OFF:
        return None
    who = "one" if text.endswith(",one") else "both"
    rest = text.removesuffix(f",{who}")
    score_cp, moves = _numbers("--resign", rest, 2, "CP,MOVES, CP,MOVES,one or off")
    return ResignRule(score_cp, moves, both=who == "both")


def sprt(text: str | None, model: str) -> Sprt | None:
    """The sequential test, if one is wanted."""
    elo_model = _word("--elo-model", model, _MODELS)
    if text is None:
        if elo_model != "normalized":
            raise ValueError(f"--elo-model: found '{model}' without --sprt, expected both")
        return None
    try:
        numbers = [float(word) for word in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 4):
        raise _unexpected("--sprt", text, "ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA")
    elo0, elo1, alpha, beta = [*numbers, 0.05, 0.05][:4]
    return Sprt(elo0, elo1, alpha, beta, elo_model)


def _numbers(option: str, text: str, count: int, expected: str) -> list[int]:
    words = text.split(",")
    if len(words) != count or not all(
        word.isascii() and word.isdecimal() and len(word) < 10 for word in words
    ):
        raise _unexpected(option, text, expected)
    return [int(word) for word in words]


def _word(option: str, text: str, words: Mapping[str, Word]) -> Word:
    if text not in words:
        raise _unexpected(option, text, " or ".join(words))
    return words[text]


def _unexpected(option: str, found: str, expected: str) -> ValueError:
    return ValueError(f"{option}: found {quoted(found)}, expected {expected}")
