"""How XBoard writes times: the command `level` and its seconds."""

import math

import ferz
from ferz.protocols.client import Clock


def seconds_text(time_ms: float) -> str:
    """Seconds with as many digits as they need."""
    return f"{time_ms / 1000:.3f}".rstrip("0").rstrip(".")


def level_command(clock: Clock, turn: ferz.Color) -> str:
    """The command `level MOVES MINUTES[:SECONDS] INCREMENT` for the clock of one side.

    The base has whole seconds, rounded up; the exact rest follows by `time` before each move.
    """
    minutes, seconds = divmod(math.ceil(clock.left_ms(turn) / 1000), 60)
    base = f"{minutes}:{seconds:02}" if seconds else str(minutes)
    increment_ms = clock.white_increment_ms if turn else clock.black_increment_ms
    return f"level {clock.moves_to_go or 0} {base} {seconds_text(increment_ms)}"
