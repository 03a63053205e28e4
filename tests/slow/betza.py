"""A small reader of Betza's notation: text in, a list of steps out."""

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
VERTICAL = "fbv"
HORIZONTAL = "lrs"


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
    """Read up to the next atom: the mode letters, the directions (one or two letters each)."""
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
    upright, sideways = VERTICAL + "h", HORIZONTAL + "h"
    return (first in upright and second in sideways) or (first in sideways and second in upright)


def _steps_of(atom: str, reach: int, modes: str, directions: list[str]) -> list[Step]:
    both = "m" not in modes and "c" not in modes
    hopper = "p" if "p" in modes else "g" if "g" in modes else ""
    steps = []
    for long, short in ATOMS[atom]:
        leaps = {(a * x, b * y) for a, b in ((long, short), (short, long)) for x, y in _SIGNS}
        steps += [
            Step(
                dx,
                dy,
                0 if hopper else reach,
                moves=both or "m" in modes,
                captures=both or "c" in modes,
                initial="i" in modes,
                lame="n" in modes,
                hopper=hopper,
                passing="e" in modes,
            )
            for dx, dy in sorted(leaps)
            if not directions or any(_points(pair, dx, dy, atom) for pair in directions)
        ]
    return steps


_SIGNS = list(product((1, -1), repeat=2))


def _points(pair: str, dx: int, dy: int, atom: str) -> bool:
    """Does this leap go in that direction? Only oblique leaps tell a long side from a short one."""
    first, second = pair[0], pair[1]
    oblique = dx != 0 and dy != 0 and abs(dx) != abs(dy)
    if first == "h":
        # Half of the leaps, those that turn one way: hr and hl are mirror images.
        return oblique and ((dx * dy > 0) == (abs(dy) > abs(dx))) == (second == "r")
    if second == "h":
        return _toward(first, dx, dy)
    if dx == 0 or dy == 0:
        # fsW goes ahead and to the sides; of fsK only the diagonal part goes ahead.
        return _toward(second, dx, dy) or (atom not in "KQ" and _toward(first, dx, dy))
    if not (_toward(first, dx, dy) and _toward(second, dx, dy)):
        return False
    # The second letter of a pair names the long side: fsN goes far to the side, ffN far ahead.
    return not oblique or (abs(dy) > abs(dx)) == (second in VERTICAL)


def _toward(letter: str, dx: int, dy: int) -> bool:
    return {
        "f": dy > 0,
        "b": dy < 0,
        "v": dy != 0,
        "r": dx > 0,
        "l": dx < 0,
        "s": dx != 0,
    }[letter]


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
