"""Variants through pickle and copy: they are compiled anew from their settings."""

import copyreg
from collections.abc import Callable

from ferz import _core


def compiled(settings: dict[str, object]) -> _core.Variant:
    """The variant of these settings."""
    return _core.compile(settings)


def reduce_variant(
    variant: _core.Variant,
) -> tuple[Callable[[dict[str, object]], _core.Variant], tuple[dict[str, object]]]:
    """What pickle stores of a variant."""
    return compiled, (variant.settings,)


def register() -> None:
    """Teach pickle and copy about variants."""
    copyreg.pickle(_core.Variant, reduce_variant)
