"""What all messages share: requests, replies, events, and the codes that they use.

Requests carry an `id`, which their reply repeats; events come by themselves. Both sides send codes
and data, never sentences; only the library's complaints about a user's input are passed on as they
are. The page's own types in `web/src/lib/messages.ts` are written from these by `make golden`.
"""

from typing import Annotated, Literal

import msgspec

Side = Literal["white", "black"]
Result = Literal["1-0", "0-1", "1/2-1/2", "*"]
Value = Literal["win", "draw", "loss"]
ErrorCode = Literal[
    "bad_message",
    "busy",
    "game_over",
    "illegal_move",
    "internal",
    "not_found",
    "not_solvable",
    "not_your_turn",
    "pgn",
    "position",
    "too_many",
    "unknown_variant",
    "variant",
]

#: Texts that a user types in: names and positions, comments, whole files.
Word = Annotated[str, msgspec.Meta(max_length=2_000)]
Note = Annotated[str, msgspec.Meta(max_length=8_000)]
FileText = Annotated[str, msgspec.Meta(max_length=1_000_000)]


class Data(msgspec.Struct):
    """What is told inside a request, a reply or an event."""


class Request(msgspec.Struct, tag_field="type"):
    """What the page asks; the reply has the same `id`."""

    id: int


class Done(Data):
    """There is nothing to say."""


class Failure(msgspec.Struct, tag_field="type", tag="error"):
    """A request that was refused."""

    id: int | None
    code: ErrorCode
    #: The library's own words about a user's input, or empty.
    message: str = ""


class Event(msgspec.Struct, tag_field="type"):
    """What the server says by itself."""


class Progress(Event, tag="progress"):
    """How far a long piece of work is."""

    generation: int
    stage: str
    done: int
    total: int
