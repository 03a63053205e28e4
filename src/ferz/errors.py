"""The errors that a user's mistake raises: all are `ValueError`."""

from ferz._core import FenError, MoveError, SolveError, VariantError


class ProtocolError(ValueError):
    """A program at the other end of a protocol said something that it should not."""


__all__ = ["FenError", "MoveError", "ProtocolError", "SolveError", "VariantError"]
