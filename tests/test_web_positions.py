"""The position editor's requests: parts to FEN and back, and the library's verdict."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from page_client import RefusedError, ask

from ferz import Board, variants
from ferz.web.hub import Hub
from ferz.web.messages.base import Request
from ferz.web.messages.positions import (
    CheckPosition,
    EditedPosition,
    PositionCheck,
    ReadPosition,
    Setup,
)

changed = msgspec.structs.replace
TWO_KINGS = "kk6/8/8/8/8/8/8/K7 w - - 0 1"


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

    def read(self, variant: str, text: str = "") -> EditedPosition:
        edited = self.ask(ReadPosition(1, variant, text))
        assert isinstance(edited, EditedPosition)
        return edited

    def check(self, variant: str, setup: Setup) -> PositionCheck:
        checked = self.ask(CheckPosition(1, variant, setup))
        assert isinstance(checked, PositionCheck)
        return checked


@pytest.fixture
def asker() -> Iterator[Asker]:
    hub = Hub(":memory:")
    yield Asker(hub)
    hub.close()


@pytest.mark.parametrize("name", variants.builtin_names())
def test_the_start_of_every_game_comes_back_from_its_parts(asker: Asker, name: str) -> None:
    checked = asker.check(name, asker.read(name).setup)
    assert checked.fen == Board(name).fen
    assert checked.message == ""


@pytest.mark.parametrize(
    ("variant", "fen"),
    [
        ("chess", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 3 17"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K2Q~[QPPn] b - - 0 9"),
        ("3check", "4k3/8/8/8/8/8/8/4K2R w K - 1+2 5 20"),
        ("thin-2x10", "1k/2/2/2/2/2/2/2/2/K1 b - - 4 6"),
    ],
)
def test_all_parts_of_a_position_are_kept(asker: Asker, variant: str, fen: str) -> None:
    assert asker.check(variant, asker.read(variant, fen).setup).fen == fen


def test_two_kings_are_refused_in_the_librarys_words(asker: Asker) -> None:
    checked = asker.check("chess", asker.read("chess", TWO_KINGS).setup)
    assert checked.message == "board: Black has 2 of the royal piece 'king', expected 1"
    assert checked.position is None
    assert checked.fen == TWO_KINGS


def test_compact_notation_is_read_and_written(asker: Asker) -> None:
    setup = asker.read("1d-6", "bk,x,bn,wn,x,wk:b").setup
    assert setup.turn == "black"
    assert asker.check("1d-6", setup).compact == "bk,x,bn,wn,x,wk:b"


def test_a_game_with_hands_has_no_compact_notation(asker: Asker) -> None:
    assert asker.check("crazyhouse", asker.read("crazyhouse").setup).compact == ""


def test_a_text_that_is_no_position_is_refused(asker: Asker) -> None:
    failure = asker.refused(ReadPosition(1, "chess", "8/8/8 w - - 0 1"))
    assert (failure.code, failure.message) == (
        "position",
        "board '8/8/8' has 3 ranks, expected 8",
    )


def test_a_castling_right_goes_with_its_rook_and_is_told(asker: Asker) -> None:
    setup = asker.read("chess").setup
    pieces = {square: symbol for square, symbol in setup.pieces.items() if square != "h1"}
    checked = asker.check("chess", changed(setup, pieces=pieces))
    assert checked.rights == "Qkq"
    assert checked.fen.split()[2] == "Qkq"


def test_the_squares_that_a_pawn_can_have_passed_are_told(asker: Asker) -> None:
    setup = asker.read("chess", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1").setup
    assert asker.check("chess", setup).passing == ["e3"]
    assert asker.check("chess", changed(setup, en_passant="e3")).fen.split()[3] == "e3"
    assert asker.check("chess", changed(setup, en_passant="c3")).fen.split()[3] == "-"


def test_rights_of_chess960_name_files(asker: Asker) -> None:
    fen = "4k3/8/8/8/8/8/8/1R2K1RR w G - 0 1"
    assert asker.check("chess960", asker.read("chess960", fen).setup).fen == fen


def test_a_square_of_another_board_is_refused(asker: Asker) -> None:
    setup = changed(asker.read("1d-6").setup, pieces={"b1": "K"})
    assert asker.refused(CheckPosition(1, "1d-6", setup)).code == "bad_message"


@pytest.mark.parametrize("name", ["../../etc/passwd", "x.toml", "own:nobody", "chess+x.toml"])
def test_a_path_is_no_game(asker: Asker, name: str) -> None:
    assert asker.refused(ReadPosition(1, name)).code == "unknown_variant"
