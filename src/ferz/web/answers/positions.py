"""The position editor: what it begins with, and whether a position can be."""

from ferz.web import positions
from ferz.web.dispatch import answers
from ferz.web.messages.positions import CheckPosition, EditedPosition, PositionCheck, ReadPosition
from ferz.web.tab import Tab
from ferz.web.views import variant_view


@answers
async def read_position(tab: Tab, request: ReadPosition) -> EditedPosition:
    """A position in parts."""
    variant = tab.hub.catalogue.load(request.variant)
    return EditedPosition(
        variant=variant_view(variant, request.variant),
        parts=positions.parts_of(variant),
        setup=positions.read(variant, request.text),
    )


@answers
async def check_position(tab: Tab, request: CheckPosition) -> PositionCheck:
    """Whether a position can be, in all notations."""
    return positions.check(tab.hub.catalogue.load(request.variant), request.setup)
