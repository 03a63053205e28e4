"""Reading and writing of tests/mates: lines of `fen | n | moves`, all moves that win in n."""

from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "mates"


@dataclass(frozen=True)
class Problem:
    """A position in which the side to move wins in `moves` moves, but not sooner."""

    variant: str
    fen: str
    moves: int
    #: All first moves that do, as UCI, in order.
    keys: tuple[str, ...]

    def __str__(self) -> str:
        """As a line of the file."""
        return f"{self.fen} | {self.moves} | {' '.join(self.keys)}"


def read_problems(path: Path) -> list[Problem]:
    """All problems of a file, in its order."""
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    return [Problem(path.stem, fen, int(n), tuple(keys.split())) for fen, n, keys in rows]


def all_problems() -> list[Problem]:
    """All problems of all files."""
    return [problem for path in sorted(FOLDER.glob("*.txt")) for problem in read_problems(path)]


def text_of(problems: list[Problem], comment: str) -> str:
    """A file of problems, shortest first."""
    lines = [str(problem) for problem in sorted(problems, key=lambda problem: problem.moves)]
    return "\n".join([f"# {comment}", *lines]) + "\n"
