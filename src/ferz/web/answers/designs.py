"""The variant designer: games to start from, judging, keeping."""

from ferz import variants
from ferz.web import designing
from ferz.web.catalogue import OWN
from ferz.web.dispatch import Refusal, answers
from ferz.web.messages.base import Done
from ferz.web.messages.designs import (
    CheckDesign,
    DeleteDesign,
    DesignCheck,
    EditDesign,
    EditedDesign,
    ReadDesign,
    SavedDesign,
    SaveDesign,
)
from ferz.web.store import new_id
from ferz.web.tab import Tab

#: More games of one's own are not kept.
MOST_DESIGNS = 500


@answers
async def edit_design(tab: Tab, request: EditDesign) -> EditedDesign:
    """Any game on offer, in parts."""
    catalogue = tab.hub.catalogue
    if toml := catalogue.toml(request.variant):
        return EditedDesign(designing.read(toml), designing.rules())
    spec = catalogue.canonical(request.variant)
    design = designing.design_of(catalogue.load(spec), variants.variant_info(spec).description)
    return EditedDesign(design, designing.rules())


@answers
async def read_design(tab: Tab, request: ReadDesign) -> EditedDesign:
    """The game of a text, in parts."""
    del tab
    return EditedDesign(designing.read(request.toml), designing.rules())


@answers
async def check_design(tab: Tab, request: CheckDesign) -> DesignCheck:
    """Everything that is wrong with a design."""
    del tab
    return designing.check(request.design)


@answers
async def save_design(tab: Tab, request: SaveDesign) -> SavedDesign:
    """Keep a design that can be played."""
    store = tab.hub.store
    judged = designing.check(request.design)
    if judged.problems:
        raise Refusal("variant", "\n".join(problem.message for problem in judged.problems).strip())
    if request.design_id and store.design(request.design_id) is None:
        raise Refusal("not_found")
    if not request.design_id:
        known = store.designs()
        # Played again without a change: it is there already.
        for row in known:
            if row.toml == judged.toml:
                return SavedDesign(row.id, OWN + row.id)
        if len(known) >= MOST_DESIGNS:
            raise Refusal("too_many")
    row = store.save_design(request.design_id or new_id(), request.design.name.strip(), judged.toml)
    return SavedDesign(row.id, OWN + row.id)


@answers
async def delete_design(tab: Tab, request: DeleteDesign) -> Done:
    """Forget a design."""
    if not tab.hub.store.delete_design(request.design_id):
        raise Refusal("not_found")
    return Done()
