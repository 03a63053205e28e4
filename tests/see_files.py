"""The positions of tests/see: exchanges by variant, with the values that count."""

from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "see"


@dataclass(frozen=True)
class Case:
    """One line of a file."""

    variant: str
    fen: str
    move: str
    worth: int
    reason: str
    values: dict[str, int]

    def __str__(self) -> str:
        return f"{self.variant} {self.move} {self.fen.split()[0]}"


def read_cases() -> list[Case]:
    """All positions; a line `values p=100 n=300` holds for what follows in its file."""
    cases = []
    for path in sorted(FOLDER.glob("*.txt")):
        values: dict[str, int] = {}
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("values "):
                values = {word[0]: int(word[2:]) for word in line.split()[1:]}
            elif line and not line.startswith("#"):
                variant, fen, move, worth, reason = line.split(" | ")
                cases.append(Case(variant, fen, move, int(worth), reason, values))
    return cases
