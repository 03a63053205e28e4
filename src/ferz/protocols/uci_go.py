"""The command `go` of UCI: its words as limits of a search."""

from collections.abc import Callable

import ferz
from ferz.player import MOST_NUMBER, Limits, is_limited
from ferz.protocols.session import whole_number

MOST = 2**31 - 1
MOST_DEPTH = 200
#: Words of `go` that take a number: the limit that each sets, and the range of what makes sense.
NUMBERS = {
    "depth": ("depth", 1, MOST_DEPTH),
    "nodes": ("nodes", 1, MOST_NUMBER),
    "movetime": ("time_ms", 1, MOST),
    "wtime": ("white_time_ms", 1, MOST),
    "btime": ("black_time_ms", 1, MOST),
    "winc": ("white_increment_ms", 0, MOST),
    "binc": ("black_increment_ms", 0, MOST),
    "movestogo": ("moves_to_go", 1, 1_000),
    "mate": ("mate", 1, MOST_DEPTH),
}
FLAGS = ("infinite", "ponder")
#: Of a fixed time for a move, at most one part in so many is left to the program that waits.
SHORT_SHARE = 10
#: How long to search when what was asked for could not be read.
FALLBACK_MS = 1_000


def read_limits(
    words: list[str], board: ferz.Board, overhead_ms: int, complain: Callable[[str], None]
) -> Limits:
    """The limits that the words after `go` ask for; what cannot be read is told and left out."""
    limits: Limits = {}
    is_bad = False
    place = 0
    while place < len(words):
        word = words[place]
        place += 1
        if word in FLAGS:
            limits[word] = True  # type: ignore[literal-required]
        elif word == "searchmoves":
            place = _read_moves(words, place, board, limits, complain)
        elif word in NUMBERS:
            name, least, most = NUMBERS[word]
            try:
                number = _number(words[place] if place < len(words) else "", f"go {word}")
                # No moves to the next time control are none that is known.
                if word != "movestogo" or number > 0:
                    limits[name] = min(max(number, least), most)  # type: ignore[literal-required]
            except ValueError as error:
                complain(str(error))
                is_bad = True
            place += 1
        else:
            complain(f"go: unknown word '{word[:40]}'")
            is_bad = True
    return _finished(limits, board.turn, overhead_ms, is_bad=is_bad)


def _number(text: str, what: str) -> int:
    """A number, brought into the range of the core: a flag that fell may give a negative time."""
    # Some programs send fractions of a millisecond.
    whole = text.partition(".")[0]
    if whole.removeprefix("-").isdecimal() and len(whole) > 18:
        return 0 if whole.startswith("-") else 10**18
    return whole_number(whole, -(10**18), 10**18, what)


def _read_moves(
    words: list[str],
    place: int,
    board: ferz.Board,
    limits: Limits,
    complain: Callable[[str], None],
) -> int:
    moves = list(limits.get("moves") or [])
    while place < len(words) and words[place] not in NUMBERS and words[place] not in FLAGS:
        try:
            moves.append(board.parse_uci(words[place]))
        except ferz.MoveError as error:
            complain(f"searchmoves: {error}")
        place += 1
    # Without a legal one among them all moves are searched: an answer there must be.
    limits["moves"] = moves or None
    return place


def _finished(limits: Limits, turn: ferz.Color, overhead_ms: int, *, is_bad: bool) -> Limits:
    time_ms = limits.get("time_ms")
    if time_ms is not None:
        # The program that waits measures from its own side; of a short time it gets a share.
        limits["time_ms"] = max(time_ms - min(overhead_ms, time_ms // SHORT_SHARE), 1)
    if not is_limited(limits, turn):
        # A clock that does not tell the time of the side to move still wants a move soon.
        if is_bad or set(limits) - {"moves"}:
            limits["time_ms"] = FALLBACK_MS
        else:
            limits["infinite"] = True
    limits["move_overhead_ms"] = overhead_ms
    return limits
