"""Makes tests/mates: forced wins in one, two and three moves for each built-in game.

Games are played at random, with one side hungry for captures and checks, from the start or from a
thinned one, and the positions shortly before the end are proven or dropped. The same seed gives the
same files.

    python tests/make_mates.py [VARIANT ...] [--seed N] [--count N] [--folder PATH]
"""

import argparse
import contextlib
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path

from mate_files import FOLDER, Problem, text_of
from mate_prover import MateProver, TooManyPositionsError

import ferz
from ferz import variants

LONGEST = 3
#: A problem that nearly anything solves tests nothing.
MOST_KEYS = 4
#: How many positions one proof and all proofs of a game may look at.
MOST_POSITIONS = 40_000
ALL_POSITIONS = 2_000_000
MOST_GAMES = 3_000
LONGEST_GAME = 400
#: On boards of more squares only endgames come to an end, and there are many moves to prove.
LARGE = 150
#: How many plies before the end problems are looked for.
LAST_PLIES = 8


def is_large(variant: ferz.Variant) -> bool:
    """Whether only endgames come to an end."""
    return variant.files * variant.ranks > LARGE


def thinned_start(variant: ferz.Variant, rng: random.Random, hunter: ferz.Color) -> ferz.Board:
    """The start without many of the pieces, fewer of the hunter's: games from here end sooner."""
    royals = {piece.letter for piece in variant.pieces if piece.royal}
    start = ferz.Board(variant)
    most = 0.25 if is_large(variant) else 0.6
    kept = {hunter: rng.uniform(most / 6, most), not hunter: most / 4}
    pieces = {
        square: piece.symbol()
        for square, piece in start.piece_map().items()
        if piece.letter in royals or rng.random() < kept[piece.color]
    }
    cells = [pieces.get(square, " ") for square in start.squares]
    rows = (cells[at : at + variant.files] for at in range(0, len(cells), variant.files))
    placed = "/".join(re.sub(" +", gap, "".join(row)) for row in reversed(list(rows)))
    hands = "[]" if variant.has_hands else ""
    _, turn, _, _, *rest = start.fen.split()
    return ferz.Board(variant, " ".join([placed + hands, turn, "-", "-", *rest]))


def gap(blanks: re.Match[str]) -> str:
    """Empty squares as a FEN counts them."""
    return str(len(blanks[0]))


def first_position(variant: ferz.Variant, rng: random.Random, hunter: ferz.Color) -> ferz.Board:
    """The start, or as often one with fewer pieces, if that is a legal position."""
    if rng.random() < 0.5 or is_large(variant):
        with contextlib.suppress(ferz.FenError):
            return thinned_start(variant, rng, hunter)
    return ferz.Board(variant)


def random_game(variant: ferz.Variant, rng: random.Random) -> ferz.Board:
    """A game played until its end or its longest length."""
    hunter = rng.choice([ferz.WHITE, ferz.BLACK])
    board = first_position(variant, rng, hunter)
    while board.outcome is None and board.ply < LONGEST_GAME:
        moves = board.legal_moves
        if board.turn is hunter:
            captures = [m for m in moves if board.is_capture(m) and not board.is_self_capture(m)]
            checks = [move for move in moves if board.gives_check(move)]
            moves = [*moves, *(captures + checks) * (1 + len(moves) // 6)]
        board.push(rng.choice(moves))
    return board


def last_positions(board: ferz.Board) -> Iterator[str]:
    """Where the winner was to move shortly before the end, last first, with clocks at zero."""
    outcome = board.outcome
    if outcome is None or outcome.winner is None:
        return
    for _ in range(min(LAST_PLIES, board.ply)):
        board.pop()
        if board.turn is outcome.winner:
            yield " ".join([*board.fen.split()[:-2], "0", "1"])


def shortest(prover: MateProver, moves: int) -> int | None:
    """The length of the shortest win, or None; no proof begins that would hardly end."""
    for n in range(1, LONGEST + 1):
        # Each move further costs a reply for every first move.
        if prover.positions * moves > 2 * MOST_POSITIONS:
            return None
        if prover.wins(n):
            return n
    return None


class Maker:
    """Collects the problems of one game."""

    def __init__(self, name: str, count: int, seed: int) -> None:
        """Look for `count` problems of each length."""
        self._variant = ferz.variant(name)
        self._rng = random.Random(f"{name} {seed}")
        self._name, self._count = name, count
        self._left = ALL_POSITIONS
        self._seen: set[str] = set()
        self.found: list[Problem] = []

    def run(self) -> None:
        """Play until there are enough problems, or it has cost enough."""
        for _ in range(MOST_GAMES):
            if self._left <= 0 or len(self.found) == LONGEST * self._count:
                return
            lengths: set[int] = set()
            for fen in last_positions(random_game(self._variant, self._rng)):
                problem = self._problem(fen)
                # One of a length from each game, so that they do not resemble one another.
                if problem is not None and problem.moves not in lengths and self._has_room(problem):
                    lengths.add(problem.moves)
                    self.found.append(problem)

    def _has_room(self, problem: Problem) -> bool:
        return sum(p.moves == problem.moves for p in self.found) < self._count

    def _problem(self, fen: str) -> Problem | None:
        board = ferz.Board(self._variant, fen)
        if fen in self._seen:
            return None
        self._seen.add(fen)
        prover = MateProver(board, MOST_POSITIONS)
        try:
            n = shortest(prover, len(board.legal_moves))
            keys = prover.keys(n) if n is not None else []
        except TooManyPositionsError:
            return None
        finally:
            self._left -= prover.positions
        if n is None or len(keys) > MOST_KEYS:
            return None
        return Problem(self._name, fen, n, tuple(sorted(map(str, keys))))


def make(name: str, count: int, seed: int) -> str:
    """The text of a game's file."""
    maker = Maker(name, count, seed)
    maker.run()
    return text_of(maker.found, f"Made by tests/make_mates.py {name} --seed {seed}")


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description="Make tests/mates.")
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help="all built-in games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=6, help="problems of each length")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    arguments = parser.parse_args()
    arguments.folder.mkdir(exist_ok=True)
    for name in arguments.variants or variants.builtin_names():
        start = time.perf_counter()
        text = make(name, arguments.count, arguments.seed)
        (arguments.folder / f"{name}.txt").write_text(text, encoding="utf-8")
        counts = [text.count(f" | {n} | ") for n in range(1, LONGEST + 1)]
        print(f"{name}: {counts}, {time.perf_counter() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
