"""Which function answers which request, and what becomes of errors."""

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

import msgspec

from ferz import FenError, MoveError, PgnError, SolveError, VariantError
from ferz.web.catalogue import UnknownVariantError
from ferz.web.messages.base import Data, ErrorCode, Failure, Request
from ferz.web.slots import BusyError
from ferz.web.tree import TreeFullError

if TYPE_CHECKING:
    from ferz.web.tab import Tab

log = logging.getLogger("ferz.web")

Answer = TypeVar("Answer", bound=Callable[..., Awaitable[Data]])

#: By the class of the request; `ferz.web.answers` fills it.
ANSWERS: dict[type[Request], Callable[..., Awaitable[Data]]] = {}

#: The first class that fits gives the code.
_CODES: tuple[tuple[type[Exception], ErrorCode], ...] = (
    (BusyError, "busy"),
    (TreeFullError, "too_many"),
    (UnknownVariantError, "unknown_variant"),
    (FenError, "position"),
    (MoveError, "illegal_move"),
    (PgnError, "pgn"),
    (SolveError, "not_solvable"),
    (VariantError, "variant"),
)


class Refusal(Exception):  # noqa: N818  (it is an answer, not a mistake)
    """A request that cannot be carried out."""

    def __init__(self, code: ErrorCode, message: str = "") -> None:
        """Say why by a code; the message is the library's own, if any."""
        super().__init__(code)
        self.code, self.message = code, message


def answers(function: Answer) -> Answer:
    """Mark the function that answers the kind of request which its second argument has."""
    request = get_type_hints(function)["request"]
    assert request not in ANSWERS, request
    ANSWERS[request] = function
    return function


class Reply(msgspec.Struct, frozen=True, tag_field="type", tag="reply"):
    """What a request gives."""

    id: int
    data: Any


async def answer(tab: "Tab", request: Request) -> Reply | Failure:
    """Carry a request out; whatever goes wrong becomes a code."""
    try:
        return Reply(request.id, await ANSWERS[type(request)](tab, request))
    except Refusal as refusal:
        return Failure(request.id, refusal.code, refusal.message)
    except Exception as error:
        code = next((code for kind, code in _CODES if isinstance(error, kind)), None)
        if code is None:
            log.exception("%s failed", type(request).__name__)
            return Failure(request.id, "internal")
        return Failure(request.id, code, str(error))
