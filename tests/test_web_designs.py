"""The designer's requests: games in parts, everything that is wrong with them, keeping them."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from page_client import RefusedError, ask

import ferz
from ferz import variants
from ferz.web import designing
from ferz.web.answers import designs
from ferz.web.hub import Hub
from ferz.web.messages.base import Request
from ferz.web.messages.designs import (
    CheckDesign,
    DeleteDesign,
    Design,
    DesignCheck,
    EditDesign,
    PieceDraft,
    ReadDesign,
    SaveDesign,
)

changed = msgspec.structs.replace
WIZARD = PieceDraft("wizard", "w", "FC", royal=False, region_white="", region_black="")


class Asker:
    """Asks as the page does."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    def ask(self, request: Request) -> Any:
        return ask(self.hub, request)

    def refused(self, request: Request) -> RefusedError:
        with pytest.raises(RefusedError) as refusal:
            self.ask(request)
        return refusal.value

    def design(self, variant: str) -> Design:
        design = self.ask(EditDesign(1, variant)).design
        assert isinstance(design, Design)
        return design

    def check(self, design: Design) -> DesignCheck:
        checked = self.ask(CheckDesign(1, design))
        assert isinstance(checked, DesignCheck)
        return checked

    def problems(self, design: Design) -> list[tuple[str, str]]:
        found = self.check(design).problems
        return [(problem.field, problem.message or problem.code) for problem in found]


@pytest.fixture
def asker() -> Iterator[Asker]:
    hub = Hub(":memory:")
    yield Asker(hub)
    hub.close()


def with_piece(design: Design, piece: PieceDraft) -> Design:
    return changed(design, pieces=[*design.pieces, piece])


@pytest.mark.parametrize("name", [*variants.builtin_names(), "chess+hands+selfcapture"])
def test_a_game_taken_apart_is_the_same_game_again(asker: Asker, name: str) -> None:
    checked = asker.check(asker.design(name))
    assert checked.problems == []
    assert checked.fingerprint == variants.fingerprint(variants.load(name))
    assert variants.loads(checked.toml).start_fen == variants.load(name).start_fen


def test_a_piece_is_sketched_in_squares_and_words(asker: Asker) -> None:
    sketch = asker.check(with_piece(asker.design("chess"), WIZARD)).sketches[-1]
    assert sketch.words == "steps one square diagonally; leaps three by one"
    assert len(sketch.targets) == 12
    assert sketch.targets["f8"] == "mc"


def test_wrong_movement_is_told_at_its_field(asker: Asker) -> None:
    design = with_piece(asker.design("chess"), changed(WIZARD, move="FX"))
    [(field, message)] = asker.problems(design)
    assert field == "pieces.6.move"
    assert message.startswith("piece 'wizard': move 'FX': 'X' at letter 2 is no atom")
    assert asker.check(design).sketches[-1].words == ""


@pytest.mark.parametrize(
    ("piece", "problem"),
    [
        ({"letter": "n"}, ("pieces.6.letter", "piece 'wizard': letter 'n' is taken by 'knight'")),
        ({"name": "rook"}, ("pieces.6.name", "piece_name_taken")),
        ({"name": " "}, ("pieces.6.name", "piece_name_missing")),
    ],
)
def test_a_wrong_piece_is_told_at_its_field(
    asker: Asker, piece: dict[str, str], problem: tuple[str, str]
) -> None:
    design = with_piece(asker.design("chess"), changed(WIZARD, **piece))
    assert problem in asker.problems(design)


def test_a_second_royal_piece_is_told_at_its_field(asker: Asker) -> None:
    design = with_piece(asker.design("chess"), changed(WIZARD, royal=True))
    assert [field for field, _ in asker.problems(design)] == ["pieces.6.royal"]


@pytest.mark.parametrize(
    ("rules", "problem"),
    [
        ({"captures_to_hand": True}, ("rules.captures_to_hand", "needs piece_drops")),
        ({"n_fold_rule": 1}, ("rules.n_fold_rule", "expected 0 or at least 2")),
        ({"flag_region_white": "z9"}, ("rules.flag_region_white", "is no region")),
    ],
)
def test_a_wrong_rule_is_told_at_its_field(
    asker: Asker, rules: dict[str, bool | int | str], problem: tuple[str, str]
) -> None:
    [(field, message)] = asker.problems(changed(asker.design("octopawn"), rules=rules))
    assert field == problem[0]
    assert problem[1] in message


def test_a_start_with_two_kings_is_told_at_the_board(asker: Asker) -> None:
    design = asker.design("chess")
    start = changed(design.start, pieces={**design.start.pieces, "e4": "K"})
    [(field, message)] = asker.problems(changed(design, start=start))
    assert field == "start"
    assert message == "start: White has 2 royal pieces, expected at most 1"


def test_a_game_needs_a_name(asker: Asker) -> None:
    assert asker.problems(changed(asker.design("chess"), name="")) == [("name", "name_missing")]


def test_a_piece_that_cannot_move_gives_a_warning(asker: Asker) -> None:
    design = with_piece(asker.design("chess"), changed(WIZARD, move="fZ"))
    start = changed(design.start, pieces={**design.start.pieces, "a6": "W"})
    checked = asker.check(changed(design, start=start))
    assert checked.warnings == ["the wizard on a6 can never move"]
    assert checked.problems == []


def test_a_castling_right_goes_with_its_rook(asker: Asker) -> None:
    design = asker.design("chess")
    pieces = {square: symbol for square, symbol in design.start.pieces.items() if square != "a8"}
    checked = asker.check(changed(design, start=changed(design.start, pieces=pieces)))
    assert checked.rights == "KQk"
    assert checked.problems == []


def test_the_form_has_every_rule_with_group_default_and_words() -> None:
    rules = {rule.key: rule for rule in designing.rules()}
    assert list(rules) == [name for name, *_ in ferz.rules_reference()]
    assert rules["hand_takes"].options == ["enemy", "own", "all"]
    assert rules["double_step"].group == "pawns"
    assert rules["n_move_rule"].default == 0


def test_a_saved_game_is_on_offer_and_comes_back(asker: Asker) -> None:
    design = changed(with_piece(asker.design("chess"), WIZARD), name="Wizards", description="New.")
    saved = asker.ask(SaveDesign(1, design))
    assert [card.name for card in asker.hub.catalogue.own_cards()] == ["Wizards"]
    assert asker.design(saved.spec) == design


def test_saving_again_changes_the_same_game(asker: Asker) -> None:
    saved = asker.ask(SaveDesign(1, asker.design("chess")))
    renamed = changed(asker.design("chess"), name="Other")
    assert asker.ask(SaveDesign(1, renamed, saved.design_id)) == saved
    assert [row.name for row in asker.hub.store.designs()] == ["Other"]


def test_a_game_that_cannot_be_played_is_not_saved(asker: Asker) -> None:
    failure = asker.refused(SaveDesign(1, changed(asker.design("chess"), pieces=[])))
    assert failure.code == "variant"
    assert asker.hub.store.designs() == []


def test_a_deleted_game_is_gone(asker: Asker) -> None:
    saved = asker.ask(SaveDesign(1, asker.design("chess")))
    asker.ask(DeleteDesign(1, saved.design_id))
    assert asker.refused(EditDesign(1, saved.spec)).code == "unknown_variant"
    assert asker.refused(DeleteDesign(1, saved.design_id)).code == "not_found"
    assert asker.refused(SaveDesign(1, asker.design("chess"), saved.design_id)).code == "not_found"


def test_so_many_games_and_no_more(asker: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(designs, "MOST_DESIGNS", 1)
    design = asker.design("chess")
    asker.ask(SaveDesign(1, design))
    another = changed(design, name="Another")
    assert asker.refused(SaveDesign(1, another)).code == "too_many"


def test_a_text_may_extend_a_game_but_no_file(asker: Asker) -> None:
    read = asker.ask(ReadDesign(1, 'name = "Mine"\nextends = "chess"\ndescription = "So."'))
    assert (read.design.name, read.design.description, read.design.files) == ("Mine", "So.", 8)
    assert asker.refused(ReadDesign(1, 'extends = "/etc/passwd.toml"')).code == "variant"


def test_a_bad_text_is_refused_in_the_librarys_words(asker: Asker) -> None:
    failure = asker.refused(ReadDesign(1, 'extends = "chess"\n[rules]\nmust_captur = true'))
    assert failure.message == "unknown rule 'must_captur'; did you mean 'must_capture'?"


@pytest.mark.parametrize("name", ["../x", "x.toml", "/etc/passwd", "chess.ini:a"])
def test_a_path_is_no_game_to_start_from(asker: Asker, name: str) -> None:
    assert asker.refused(EditDesign(1, name)).code == "unknown_variant"


def test_a_game_that_is_kept_again_unchanged_is_kept_once(asker: Asker) -> None:
    design = with_piece(asker.design("chess"), WIZARD)
    first, second = (asker.ask(SaveDesign(1, design)) for _ in range(2))
    assert first == second
    third = asker.ask(SaveDesign(1, changed(design, name="Another")))
    assert third.spec != first.spec


def test_a_start_without_moves_is_told_at_the_board(asker: Asker) -> None:
    design = asker.design("chess")
    empty = changed(design, start=changed(design.start, pieces={}))
    assert ("start", "over_at_once") in asker.problems(empty)


def test_complaints_about_a_text_do_not_speak_of_a_file(asker: Asker) -> None:
    message = str(asker.refused(ReadDesign(1, 'name = "x"\nfiles = 99\n')))
    assert not any(line.startswith("game: ") for line in message.splitlines())
