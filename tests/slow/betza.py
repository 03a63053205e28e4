"""A small reader of Betza's notation: text in, a list of steps out."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

ATOMS = {
    "W": [(1, 0)],
    "F": [(1, 1)],
    "D": [(2, 0)],
    "N": [(2, 1)],
    "A": [(2, 2)],
    "H": [(3, 0)],
    "L": [(3, 1)],
    "C": [(3, 1)],
    "J": [(3, 2)],
    "Z": [(3, 2)],
    "G": [(3, 3)],
    "K": [(1, 0), (1, 1)],
    "R": [(1, 0)],
    "B": [(1, 1)],
    "Q": [(1, 0), (1, 1)],
}
RIDERS = "RBQ"
UPRIGHT = "fbv"
SIDEWAYS = "lrs"


@dataclass(frozen=True)
class Step:
    """One way to go: a leap repeated up to `reach` times (0 is without limit), as White sees it.

    `passing` is the mark e: this is the way to take in passing.
    """

    dx: int
    dy: int
    reach: int
    moves: bool
    captures: bool
    initial: bool = False
    lame: bool = False
    hopper: str = ""
    passing: bool = False


def read_betza(text: str) -> list[Step]:
    """Translate a Betza text into steps for White; Black's are these turned by 180 degrees."""
    steps: list[Step] = []
    index = 0
    while index < len(text):
        modes, directions, index = _read_modifiers(text, index)
        atom = text[index]
        index += 1
        reach = 0 if atom in RIDERS else 1
        if index < len(text) and text[index] == atom:
            reach, index = 0, index + 1
        digits = ""
        while index < len(text) and text[index].isdigit():
            digits, index = digits + text[index], index + 1
        reach = int(digits) if digits else reach
        steps += _steps_of(atom, reach, modes, directions)
    return steps


def _read_modifiers(text: str, index: int) -> tuple[str, list[str], int]:
    """Read up to the next atom: the mode letters, and the directions as pairs (f is ff)."""
    modes, directions = "", []
    while text[index] not in ATOMS:
        letter = text[index]
        index += 1
        if letter in "mceinpg":
            modes += letter
            continue
        following = text[index] if index < len(text) else ""
        if following and (following == letter or _can_pair(letter, following)):
            directions.append(letter + following)
            index += 1
        else:
            directions.append(letter * 2)
    return modes, directions, index


def _can_pair(first: str, second: str) -> bool:
    crossed = (first in UPRIGHT and second in SIDEWAYS) or (first in SIDEWAYS and second in UPRIGHT)
    return crossed or (first != "h" and second == "h") or (first == "h" and second in "lr")


def _steps_of(atom: str, reach: int, modes: str, directions: list[str]) -> list[Step]:
    both = "m" not in modes and "c" not in modes
    ways = [leap for long, short in ATOMS[atom] for leap in _turns(long, short)]
    for pair in directions:
        if not any(_points(pair, dx, dy, atom) for dx, dy in ways):
            raise ValueError(f"{pair} names no direction of {atom}")
    return [
        Step(
            dx,
            dy,
            reach,
            moves=both or "m" in modes,
            captures=both or "c" in modes,
            initial="i" in modes,
            lame="n" in modes,
            hopper="p" if "p" in modes else "g" if "g" in modes else "",
            passing="e" in modes,
        )
        for dx, dy in ways
        if not directions or any(_points(pair, dx, dy, atom) for pair in directions)
    ]


def _turns(long: int, short: int) -> list[tuple[int, int]]:
    signs = list(product((1, -1), repeat=2))
    return sorted({(a * x, b * y) for a, b in ((long, short), (short, long)) for x, y in signs})


def _points(pair: str, dx: int, dy: int, atom: str) -> bool:
    """Does this leap go in that direction?

    Straight atoms take a pair as two words: fsW is fW and sW. For the others a pair names eighths
    of the circle, and a leap on the border of two eighths, such as ahead for K, belongs to both.
    """
    if atom not in "KQ" and 0 in (dx, dy) and pair[0] != pair[1]:
        return any(_points(letter * 2, dx, dy, atom) for letter in pair)
    return any(pair in _names(*eighth) for eighth in _eighths(dx, dy))


def _eighths(dx: int, dy: int) -> Iterator[tuple[str, str, bool]]:
    """The eighths that a leap lies in: f or b, r or l, and whether f or b is its long side."""
    ahead = ["f"] * (dy >= 0) + ["b"] * (dy <= 0)
    aside = ["r"] * (dx >= 0) + ["l"] * (dx <= 0)
    tall = [True] * (abs(dy) >= abs(dx)) + [False] * (abs(dy) <= abs(dx))
    yield from product(ahead, aside, tall)


def _names(ahead: str, aside: str, is_tall: bool) -> set[str]:
    """All pairs for one eighth; the second letter is the long side, so fsN goes far to the side."""
    long, short = (ahead, aside) if is_tall else (aside, ahead)
    any_long = "v" if is_tall else "s"
    # Of the two eighths of a quarter, hr names the one that comes clockwise after an axis.
    clockwise = ((ahead == "f") == (aside == "r")) == is_tall
    turn = "hr" if clockwise else "hl"
    return {long * 2, any_long * 2, short + long, short + any_long, long + "h", short + "h", turn}


def lame_path(dx: int, dy: int) -> list[tuple[int, int]]:
    """Squares that a lame leap crosses: orthogonal steps first, then diagonal ones."""
    sign_x, sign_y = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    straight = abs(abs(dx) - abs(dy))
    x = y = 0
    path = []
    for count in range(max(abs(dx), abs(dy)) - 1):
        if count >= straight:
            x, y = x + sign_x, y + sign_y
        elif abs(dx) > abs(dy):
            x += sign_x
        else:
            y += sign_y
        path.append((x, y))
    return path
