"""Seeded noise for the two protocols: valid commands, broken ones, absurd numbers, raw bytes."""

import random
from collections.abc import Iterator

NUMBERS = ("0", "1", "-1", "7", "007", "1e9", "3.5", "", "99999999999", "-" + "9" * 30, "9" * 5000)
SCRAPS = ("", " ", "\t", "name", "value", "moves", "fen", "startpos", "e2e4", "a1a1", "P@e4", "\0")
FENS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1",
    "4k3/8/8/8/8/8/8/4K3[QRNPqn] b - - 99 200",
)
#: These would end the conversation, take longer than a test may, or take gigabytes of memory.
FORBIDDEN = (b"quit", b"exit", b"bench", b"hash value", b"memory")


def noise(valid: tuple[str, ...], seed: int, count: int) -> Iterator[bytes]:
    """So many lines of noise that begin from these commands."""
    rng = random.Random(seed)
    for _ in range(count):
        line = _line(rng, valid)
        lower = line.lower()
        if not any(word in lower for word in FORBIDDEN):
            yield line.replace(b"\n", b" ") + rng.choice([b"\n", b"\n", b"\r\n"])


def _line(rng: random.Random, valid: tuple[str, ...]) -> bytes:
    text = rng.choice(valid).replace("{fen}", rng.choice(FENS))
    match rng.randrange(8):
        case 0 | 1 | 2:
            return text.encode()
        case 3:
            return rng.randbytes(rng.randrange(200))
        case 4:
            return _with_numbers(rng, text).encode()
        case 5:
            return _shuffled(rng, text).encode()
        case 6:
            return _bitten(rng, text.encode())
        case _:
            return f"{text} {rng.choice(valid)}".encode()


def _with_numbers(rng: random.Random, text: str) -> str:
    words = [rng.choice(NUMBERS) if word.isdigit() else word for word in text.split()]
    return " ".join([*words, rng.choice(NUMBERS)])


def _shuffled(rng: random.Random, text: str) -> str:
    words = [*text.split(), rng.choice(SCRAPS), rng.choice(SCRAPS)]
    rng.shuffle(words)
    return " ".join(words[: rng.randrange(1, len(words) + 1)])


def _bitten(rng: random.Random, data: bytes) -> bytes:
    """Some bytes changed, lost or doubled."""
    found = bytearray(data)
    for _ in range(rng.randrange(1, 6)):
        place = rng.randrange(len(found) + 1)
        found[place : place + rng.randrange(2)] = rng.randbytes(rng.randrange(3))
    return bytes(found)
