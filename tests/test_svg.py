"""Pictures of positions: well-formed, complete and light."""

from xml.etree import ElementTree

import pytest

import ferz
from ferz import svg

SVG = "{http://www.w3.org/2000/svg}"


def parse(text: str) -> ElementTree.Element:
    """The picture as a tree; fails where it is not XML."""
    return ElementTree.fromstring(text)


def uses(text: str) -> list[str]:
    """The drawings that a picture uses, in order."""
    return [element.attrib["href"] for element in parse(text).iter(f"{SVG}use")]


def texts(text: str) -> list[str | None]:
    """The letters and numbers in a picture."""
    return [element.text for element in parse(text).iter(f"{SVG}text")]


@pytest.mark.parametrize(
    "variant", ["chess", "1d-12", "thin-2x10", "gothic-selfhouse", "caravan", "octopawn"]
)
def test_every_piece_of_every_board_is_drawn_once(variant: str) -> None:
    board = ferz.Board(variant)
    assert len(uses(board.svg())) == len(board.piece_map())


def test_a_drawing_is_defined_once_however_often_it_is_used() -> None:
    definitions = parse(ferz.Board().svg()).find(f"{SVG}defs")
    assert definitions is not None
    assert len(definitions) == 6


def test_the_start_of_chess_is_a_small_text() -> None:
    assert len(ferz.Board().svg()) < 8000


def test_compound_pieces_have_drawings_and_strange_ones_a_letter() -> None:
    used = set(uses(ferz.Board("caravan").svg()))
    assert {"#ferz-archbishop", "#ferz-chancellor", "#ferz-disc-z"} <= used


def test_a_movement_is_drawn_alike_under_any_name() -> None:
    assert "#ferz-archbishop" in uses(ferz.Board("janus").svg())


def test_two_kinds_never_share_a_drawing() -> None:
    used = set(uses(ferz.Board("knightmate").svg()))
    assert {"#ferz-king", "#ferz-disc-m"} <= used


def test_coordinates_count_every_file_and_rank() -> None:
    assert texts(ferz.Board("thin-2x10").svg()) == ["a", "b", *map(str, range(1, 11))]
    assert texts(ferz.Board().svg(coordinates=False)) == []


def test_a_flipped_board_has_black_below() -> None:
    board = ferz.Board("chess", "k7/8/8/8/8/8/8/7K w - - 0 1")
    places = {
        flipped: [use.attrib["y"] for use in parse(board.svg(flipped=flipped)).iter(f"{SVG}use")]
        for flipped in (False, True)
    }
    assert places[True] == places[False][::-1]


def test_the_last_move_and_the_check_are_marked() -> None:
    board = ferz.Board()
    assert svg.COLORS["lastmove"] not in board.svg()
    for move in ("f3", "e5", "g4", "Qh4"):
        board.push(move)
    assert board.svg().count(svg.COLORS["lastmove"]) == 2
    assert svg.COLORS["check"] in board.svg()
    assert svg.COLORS["check"] not in board.svg(check=None)


def test_the_last_move_may_be_a_text() -> None:
    board = ferz.Board()
    assert board.svg(lastmove="e2e4") == board.svg(lastmove=ferz.Move.from_uci("e2e4"))
    with pytest.raises(ferz.MoveError, match=r"^move 'e4': cannot be read"):
        board.svg(lastmove="e4")
    with pytest.raises(ValueError, match=r"^square 'j2': not on the 8x8 board$"):
        board.svg(lastmove="j2j4")


@pytest.mark.parametrize("size", [0, -1])
def test_a_picture_has_a_size(size: int) -> None:
    with pytest.raises(ValueError, match=rf"^size {size}, expected 1 or more$"):
        ferz.Board().svg(size=size)


def test_pieces_in_hand_are_counted() -> None:
    board = ferz.Board("crazyhouse", "4k3/8/8/8/8/8/8/4K3[QQPnnn] w - - 0 1")
    assert len(uses(board.svg())) == 5
    assert texts(board.svg(coordinates=False)) == ["2", "3"]


def test_an_arrow_to_its_own_square_is_a_ring() -> None:
    picture = parse(ferz.Board().svg(arrows=[("e2", "e4"), svg.Arrow("d4", "d4", "#ff0000")]))
    assert len(list(picture.iter(f"{SVG}polygon"))) == 1
    assert [ring.attrib["stroke"] for ring in picture.findall(f"{SVG}circle")] == ["#ff0000"]


def test_the_size_is_the_longer_side_in_pixels() -> None:
    picture = parse(ferz.Board("1d-12").svg(size=600))
    assert picture.attrib["height"] == "600"
    assert int(picture.attrib["width"]) < 100


def test_colors_are_replaced_by_name() -> None:
    assert "#123456" in ferz.Board().svg(colors={"square dark": "#123456"})


def test_squares_are_filled() -> None:
    assert "#abcdef" in ferz.Board().svg(fill={"e4": "#abcdef"})


def test_a_square_off_the_board_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^square 'i9': not on the 8x8 board$"):
        ferz.Board().svg(fill={"i9": "red"})


def test_an_unknown_color_name_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^color 'sqare dark': unknown, expected one of square"):
        ferz.Board().svg(colors={"sqare dark": "red"})


def test_a_color_cannot_smuggle_anything_in() -> None:
    with pytest.raises(ValueError, match="not a color, expected one as in CSS"):
        ferz.Board().svg(fill={"e4": 'red"/><script>'})


def test_a_notebook_shows_the_picture() -> None:
    board = ferz.Board()
    assert board._repr_svg_() == board.svg()
