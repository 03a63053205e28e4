"""Pictures of a position as SVG text, for notebooks and web pages.

`board` draws any board from 1x1 to 16x16 with coordinates, hands, marks and arrows, and nothing
that it is not told: `Board.svg` fills in the last move and the check.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypedDict

from ferz import Board, Move
from ferz.svg_art import SHAPES, disc, shapes_of

#: The named colors of a picture, each to be replaced by the argument `colors`.
COLORS = {
    "square light": "#ede3cf",
    "square dark": "#8ba0ae",
    "margin": "#39424c",
    "coord": "#d8dde2",
    "hand": "#b9c4cc",
    "lastmove": "#f2c230",
    "check": "#e0262b",
    "arrow": "#2c8a43",
    "white": "#ffffff",
    "white line": "#22252a",
    "black": "#3a3f47",
    "black line": "#15171a",
    "black detail": "#e9e9e9",
}

#: All lengths inside a picture are counted in hundredths of a square.
_SQUARE = 100
_EDGE = 12
_COORDINATES = 44
_STRIP = 84

_COLOR = re.compile(r"[\w#%.,()/ -]+")


@dataclass(frozen=True)
class Arrow:
    """An arrow between two squares; from a square to itself it is a ring."""

    tail: str
    head: str
    color: str = "arrow"


class Options(TypedDict, total=False):
    """The keyword arguments of `board`."""

    size: int | None
    flipped: bool
    coordinates: bool
    lastmove: Move | str | None
    check: str | None
    arrows: Iterable[Arrow | tuple[str, str]]
    fill: Mapping[str, str]
    colors: Mapping[str, str]


def board(
    board: Board,
    *,
    size: int | None = None,
    flipped: bool = False,
    coordinates: bool = True,
    lastmove: Move | str | None = None,
    check: str | None = None,
    arrows: Iterable[Arrow | tuple[str, str]] = (),
    fill: Mapping[str, str] | None = None,
    colors: Mapping[str, str] | None = None,
) -> str:
    """Draw a position as SVG text.

    `size` is the longer side in pixels; `flipped` puts Black below. `lastmove` (a move or its UCI
    text) and `check` (a square) are marked, `fill` colors single squares, and `arrows` are `Arrow`
    values or pairs of squares. `colors` replaces some of `COLORS`. Raises `ValueError` for a color
    or a square that does not exist and for a size below 1, `MoveError` for a text that is no move.
    """
    if size is not None and size < 1:
        raise ValueError(f"size {size}, expected 1 or more")
    picture = _Picture(board, flipped=flipped, coordinates=coordinates, colors=colors or {})
    picture.draw_board()
    for square in _squares_of(lastmove):
        picture.fill_square(square, picture.colors["lastmove"], 0.55)
    for square, color in (fill or {}).items():
        picture.fill_square(square, color, 1)
    if check is not None:
        picture.draw_check(check)
    picture.draw_pieces()
    for arrow in arrows:
        picture.draw_arrow(arrow if isinstance(arrow, Arrow) else Arrow(*arrow))
    return picture.text(size)


def _squares_of(move: Move | str | None) -> list[str]:
    if move is None:
        return []
    if isinstance(move, str):
        move = Move.from_uci(move)
    return [square for square in (move.from_square, move.to_square) if square is not None]


def _check_color(color: str) -> None:
    """Lets nothing through that could end the attribute it is written into."""
    if not _COLOR.fullmatch(color):
        raise ValueError(f"color '{color}': not a color, expected one as in CSS, such as '#2c8a43'")


class _Picture:
    """Collects the elements of one picture, from the back to the front."""

    def __init__(
        self, board: Board, *, flipped: bool, coordinates: bool, colors: Mapping[str, str]
    ) -> None:
        for name, color in colors.items():
            if name not in COLORS:
                raise ValueError(f"color '{name}': unknown, expected one of {', '.join(COLORS)}")
            _check_color(color)
        self.position = board
        self.flipped = flipped
        self.coordinates = coordinates
        self.colors = {**COLORS, **colors}
        self.files, self.ranks = board.variant.files, board.variant.ranks
        self.shapes = shapes_of(board.variant)
        self.used: dict[str, str] = {}
        self.body: list[str] = []
        self._lay_out()

    def _lay_out(self) -> None:
        """Places the board: margins around it, a strip for each hand above and below."""
        margin = _COORDINATES if self.coordinates else _EDGE
        strip = _STRIP + _EDGE if self.position.variant.has_hands else 0
        board_width = self.files * _SQUARE
        inner = max(board_width, 4 * _SQUARE) if strip else board_width
        self.left = margin + (inner - board_width) // 2
        self.top = _EDGE + strip
        self.width = margin + inner + _EDGE
        self.height = _EDGE + strip + self.ranks * _SQUARE + margin + strip
        self.strip = strip

    def corner(self, square: str) -> tuple[int, int]:
        """The upper left corner of a square."""
        file = ord(square[:1] or "?") - ord("a")
        rank = int(square[1:]) if square[1:].isdecimal() else 0
        if not (0 <= file < self.files and 1 <= rank <= self.ranks):
            raise ValueError(f"square '{square}': not on the {self.files}x{self.ranks} board")
        column = self.files - 1 - file if self.flipped else file
        row = rank - 1 if self.flipped else self.ranks - rank
        return self.left + column * _SQUARE, self.top + row * _SQUARE

    def draw_board(self) -> None:
        """The frame, the squares (the dark ones as one path) and the coordinates."""
        width, height = self.files * _SQUARE, self.ranks * _SQUARE
        dark = "".join(
            f"M{self.left + x * _SQUARE} {self.top + y * _SQUARE}h{_SQUARE}v{_SQUARE}h-{_SQUARE}z"
            for y in range(self.ranks)
            for x in range(self.files)
            if self._is_dark(x, y)
        )
        self.body += [
            f'<rect width="{self.width}" height="{self.height}" rx="8" '
            f'fill="{self.colors["margin"]}"/>',
            f'<rect x="{self.left}" y="{self.top}" width="{width}" height="{height}" '
            f'fill="{self.colors["square light"]}"/>',
            f'<path d="{dark}" fill="{self.colors["square dark"]}"/>',
        ]
        if self.coordinates:
            self._draw_coordinates()
        if self.strip:
            self._draw_strips()

    def _draw_strips(self) -> None:
        width = self.width - 2 * _EDGE
        self.body += [
            f'<rect x="{_EDGE}" y="{self._strip_top(above=above)}" width="{width}" '
            f'height="{_STRIP}" rx="8" fill="{self.colors["hand"]}"/>'
            for above in (True, False)
        ]

    def _strip_top(self, *, above: bool) -> int:
        return _EDGE if above else self.height - _EDGE - _STRIP

    def _is_dark(self, column: int, row: int) -> bool:
        """a1 is dark, wherever it lies."""
        file = self.files - 1 - column if self.flipped else column
        rank = row if self.flipped else self.ranks - 1 - row
        return (file + rank) % 2 == 0

    def _draw_coordinates(self) -> None:
        labels = []
        for file in range(self.files):
            letter = chr(ord("a") + file)
            x = self.corner(f"{letter}1")[0] + _SQUARE // 2
            y = self.top + self.ranks * _SQUARE + 31
            labels.append(f'<text x="{x}" y="{y}">{letter}</text>')
        for rank in range(1, self.ranks + 1):
            y = self.corner(f"a{rank}")[1] + 61
            labels.append(f'<text x="{self.left - 22}" y="{y}">{rank}</text>')
        self.body.append(
            f'<g fill="{self.colors["coord"]}" font-family="sans-serif" font-size="29" '
            f'text-anchor="middle">{"".join(labels)}</g>'
        )

    def fill_square(self, square: str, color: str, opacity: float) -> None:
        """Colors one square over its own color."""
        x, y = self.corner(square)
        _check_color(color)
        opaque = "" if opacity == 1 else f' opacity="{opacity}"'
        self.body.append(
            f'<rect x="{x}" y="{y}" width="{_SQUARE}" height="{_SQUARE}" fill="{color}"{opaque}/>'
        )

    def draw_check(self, square: str) -> None:
        """A glow under the piece that is in check."""
        x, y = (value + _SQUARE // 2 for value in self.corner(square))
        for radius, opacity in ((50, 0.3), (42, 0.4), (33, 0.5)):
            self.body.append(
                f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{self.colors["check"]}" '
                f'opacity="{opacity}"/>'
            )

    def draw_pieces(self) -> None:
        """All pieces on the board and in the hands, one group per side."""
        pieces = self.position.piece_map()
        for color in (True, False):
            side = "white" if color else "black"
            line = self.colors[f"{side} line"]
            detail = line if color else self.colors["black detail"]
            uses = [
                self._use(piece.letter, *self.corner(square), promoted=piece.promoted)
                for square, piece in pieces.items()
                if piece.color == color
            ]
            uses += self._hand(color=color)
            self.body.append(
                f'<g fill="{self.colors[side]}" stroke="{line}" color="{detail}" '
                f'stroke-width="3.5" stroke-linejoin="round" stroke-linecap="round">'
                f"{''.join(uses)}</g>"
            )

    def _use(self, letter: str, x: float, y: float, *, promoted: bool = False) -> str:
        name = self.shapes.get(letter, f"disc-{letter}")
        self.used[name] = SHAPES.get(name) or disc(letter.upper())
        use = f'<use href="#ferz-{name}" x="{x:g}" y="{y:g}"/>'
        if not promoted:
            return use
        amber = self.colors["lastmove"]
        return f'{use}<circle cx="{x + 86:g}" cy="{y + 84:g}" r="8" fill="{amber}"/>'

    def _hand(self, *, color: bool) -> list[str]:
        """The pieces in a hand in one row beside their owner, with counts from two up."""
        held = {letter: count for letter, count in self.position.hand(color).items() if count}
        if not held:
            return []
        room = (self.width - 2 * _EDGE) / (len(held) * 1.3 * _SQUARE)
        scale = min(_STRIP / _SQUARE, room)
        y = self._strip_top(above=color == self.flipped) + (_STRIP - scale * _SQUARE) / 2
        items = []
        for index, (letter, count) in enumerate(held.items()):
            x = index * 1.3 * _SQUARE
            items.append(self._use(letter, x, 0))
            if count > 1:
                items.append(
                    f'<text x="{x + 83:g}" y="87" font-family="sans-serif" font-size="36" '
                    f'fill="{self.colors["margin"]}" stroke="none">{count}</text>'
                )
        moved = f"translate({_EDGE} {y:g}) scale({scale:.3g})"
        return [f'<g transform="{moved}">{"".join(items)}</g>']

    def draw_arrow(self, arrow: Arrow) -> None:
        """An arrow from center to center, or a ring."""
        color = self.colors.get(arrow.color, arrow.color)
        _check_color(color)
        ax, ay = (value + _SQUARE / 2 for value in self.corner(arrow.tail))
        bx, by = (value + _SQUARE / 2 for value in self.corner(arrow.head))
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        if length == 0:
            self.body.append(
                f'<circle cx="{ax:g}" cy="{ay:g}" r="43" fill="none" stroke="{color}" '
                'stroke-width="9" opacity=".8"/>'
            )
            return
        dx, dy = (bx - ax) / length, (by - ay) / length
        tip = (bx - 4 * dx, by - 4 * dy)
        neck = (tip[0] - 42 * dx, tip[1] - 42 * dy)
        outline = [(ax, ay, 9), (*neck, 9), (*neck, 27), (*tip, 0)]
        outline += [(x, y, -width) for x, y, width in reversed(outline[:-1])]
        points = " ".join(f"{x - dy * w:.1f},{y + dx * w:.1f}" for x, y, w in outline)
        self.body.append(f'<polygon points="{points}" fill="{color}" opacity=".8"/>')

    def text(self, size: int | None) -> str:
        """The whole document, `size` pixels on its longer side."""
        longest = max(self.width, self.height)
        if size is None:
            pixels = min(max(40 * 16 // max(self.files, self.ranks), 40), 56)
            size = round(longest * pixels / _SQUARE)
        width, height = (round(length * size / longest) for length in (self.width, self.height))
        shapes = "".join(f'<g id="ferz-{name}">{shape}</g>' for name, shape in self.used.items())
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{width}" height="{height}"><defs>{shapes}</defs>{"".join(self.body)}</svg>'
        )
