"""Reading of the `.perft` files: lines of `id`, `variant`, `epd`, `perft` and `breakdown`."""

from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent / "perft"


@dataclass
class Entry:
    """One position with its counts."""

    name: str
    variant: str = "chess"
    fen: str = ""
    nodes: dict[int, int] = field(default_factory=dict)
    breakdown: dict[int, dict[str, int]] = field(default_factory=dict)


def read_entries(path: Path) -> list[Entry]:
    """All positions of a file, in its order."""
    entries: list[Entry] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "id":
            entries.append(Entry(rest))
        elif word == "variant":
            entries[-1].variant = rest
        elif word == "epd":
            entries[-1].fen = rest
        elif word == "perft":
            depth, nodes = rest.split()
            entries[-1].nodes[int(depth)] = int(nodes)
        elif word == "breakdown":
            depth, *counts = rest.split()
            pairs = (count.split("=") for count in counts)
            entries[-1].breakdown[int(depth)] = {name: int(value) for name, value in pairs}
        else:
            assert not word or word.startswith("#"), f"{path.name}: unknown line '{line}'"
    return entries


def all_entries() -> list[Entry]:
    """All positions of all files."""
    return [entry for path in sorted(FOLDER.glob("*.perft")) for entry in read_entries(path)]
