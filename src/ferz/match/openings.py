"""Openings: random moves that leave the game even, or positions and lines from a file."""

import contextlib
import random
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import ferz
from ferz import pgn, variants
from ferz.match.files import refuse_devices
from ferz.match.settings import OpeningRule
from ferz.variants.info import quoted

#: How many random lines are tried for one opening before the most even one is taken.
MOST_TRIES = 200

#: The score of a position in which somebody mates.
MATE_CP = 100_000

#: Each a word with its operands, such as `bm Kd7;` or `id "one; two";`.
_OPERATIONS = re.compile(r'(?:[A-Za-z]\w*(?: (?:"[^"]*"|[^;"])*)?; ?)*')

_FEN_START = re.compile(r"\S*/\S*\s+[wb]\b|\S+\s+[wb]\s")


@dataclass(frozen=True)
class Opening:
    """Where a game begins: moves in UCI from the start of the game, or from `fen`."""

    moves: tuple[str, ...] = ()
    fen: str | None = None
    name: str = ""

    def board(self, variant: ferz.Variant) -> ferz.Board:
        """The position with its moves; raises `MoveError` or `FenError`."""
        board = ferz.Board(variant, self.fen)
        for move in self.moves:
            board.push_uci(move)
        return board


class Openings(Protocol):
    """Gives each pair of a match its opening. The pairs must be asked for in order."""

    @property
    def longest(self) -> int:
        """How many moves an opening has at most."""

    def opening(self, pair: int) -> Opening:
        """The opening of a pair that is yet to be played."""

    def note(self, opening: Opening) -> None:
        """Learn of the opening of a pair that was played before."""


def open_openings(variant: ferz.Variant, rule: OpeningRule, *, seed: int) -> Openings:
    """The openings that a rule asks for; raises `ValueError` for a file that cannot be used."""
    if rule.file is None:
        return RandomOpenings(variant, rule, seed=seed)
    return BookOpenings(variant, rule, seed=seed)


class RandomOpenings:
    """Random moves from the start, the same ones for the same seed; no position comes twice."""

    def __init__(self, variant: ferz.Variant, rule: OpeningRule, *, seed: int) -> None:
        """Nothing is searched yet."""
        self._variant, self._rule, self._seed = variant, rule, seed
        self._seen: set[str] = set()
        self._engine: ferz.Engine | None = None

    @property
    def longest(self) -> int:
        """As many moves as the rule says."""
        return self._rule.plies

    def note(self, opening: Opening) -> None:
        """Keep others from being the same."""
        self._seen.add(opening.board(self._variant).epd())

    def opening(self, pair: int) -> Opening:
        """The first random line that is even enough, or the most even one of many."""
        rng = random.Random(f"{self._seed}/{pair}")
        fen = self._start(rng)
        best: tuple[int, ferz.Board] | None = None
        for attempt in range(MOST_TRIES):
            board = self._line(rng, fen, self._plies(attempt))
            if board is None:
                continue
            size = self._size(board)
            if best is None or size < best[0]:
                best = size, board
            if size <= (self._rule.limit_cp or 0):
                break
        assert best is not None, "a game is over before it begins"
        found = Opening(_ucis(best[1]), fen, f"random {pair + 1}")
        self.note(found)
        return found

    def _plies(self, attempt: int) -> int:
        """Full length at first; where such lines are rare or used up, shorter ones must do."""
        left = min(2 * (MOST_TRIES - 1 - attempt), MOST_TRIES)
        return self._rule.plies * left // MOST_TRIES

    def _start(self, rng: random.Random) -> str | None:
        """The start of a pair: of its own where the pieces of the game are shuffled."""
        if not self._variant.is_chess960:
            return None
        return variants.shuffled_start(self._variant, seed=rng.getrandbits(32))

    def _line(self, rng: random.Random, fen: str | None, plies: int) -> ferz.Board | None:
        """The position after random moves, or None if the game is over by then."""
        board = ferz.Board(self._variant, fen)
        for _ in range(plies):
            if board.outcome is not None:
                return None
            board.push(rng.choice(board.legal_moves))
        return board if board.outcome is None else None

    def _size(self, board: ferz.Board) -> int:
        """How far from even a position is, in centipawns; a known one is the last choice."""
        if board.epd() in self._seen:
            return 2 * MATE_CP
        if self._rule.limit_cp is None:
            return 0
        if self._engine is None:
            self._engine = ferz.Engine(self._variant)
        # What an earlier position has taught must not matter: a resumed match asks for fewer.
        self._engine.clear()
        found = self._engine.play(board, nodes=self._rule.nodes)
        if found.score_cp is None:
            # Where all is decided, the longer game is the better one.
            return MATE_CP - abs(found.mate or 0)
        return abs(found.score_cp)


class BookOpenings:
    """The openings of a file, again from the first when all are used."""

    def __init__(self, variant: ferz.Variant, rule: OpeningRule, *, seed: int) -> None:
        """Read the file: PGN, or lines of FEN, EPD or moves; raises `ValueError`, `OSError`."""
        assert rule.file is not None
        self._openings = read_openings(Path(rule.file), variant)
        if rule.order == "random":
            random.Random(seed).shuffle(self._openings)

    @property
    def longest(self) -> int:
        """The moves of the longest line."""
        return max(len(opening.moves) for opening in self._openings)

    def note(self, opening: Opening) -> None:
        """Nothing: the file has its order."""

    def opening(self, pair: int) -> Opening:
        """The next opening."""
        return self._openings[pair % len(self._openings)]


def read_openings(path: Path, variant: ferz.Variant) -> list[Opening]:
    """The openings of a file; raises `ValueError` with its name and line for the first bad one."""
    refuse_devices("openings", path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path.name}: no text, expected PGN, FEN, EPD or moves") from error
    if path.suffix.lower() == ".pgn" or text.lstrip().startswith("["):
        found = _from_pgn(text, path.name, variant)
    else:
        found = _from_lines(text, path.name, variant)
    if not found:
        raise ValueError(f"{path.name}: found no opening, expected PGN, FEN, EPD or lines of moves")
    return found


def _from_pgn(text: str, name: str, variant: ferz.Variant) -> list[Opening]:
    try:
        games = list(pgn.read_games(text, variant))
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error
    found = []
    for number, game in enumerate(games, 1):
        if game.variant.canonical != variant.canonical:
            raise ValueError(
                f"{name}: game {number} is one of '{game.variant.id}', expected '{variant.id}'"
            )
        board = game.end().board()
        start = board.root().fen
        fen = None if start == variant.start_fen else start
        found.append(_judged(Opening(_ucis(board), fen), variant, f"{name}: game {number}"))
    return found


def _from_lines(text: str, name: str, variant: ferz.Variant) -> list[Opening]:
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if line and not line.startswith("#"):
            where = f"{name}: line {number}"
            found.append(_judged(_read_line(line, variant, where), variant, where))
    return found


def _read_line(line: str, variant: ferz.Variant, where: str) -> Opening:
    """A FEN, an EPD with its operations, or moves in UCI or SAN with or without numbers."""
    try:
        if _FEN_START.match(line):
            position = _read_position(line, variant)
            is_start = position.fen == variant.start_fen
            return Opening((), None if is_start else position.fen)
        board = ferz.Board(variant)
        for word in line.split():
            if not re.fullmatch(r"\d+\.+", word):
                board.push(re.sub(r"^\d+\.+", "", word))
        return Opening(_ucis(board))
    except ValueError as error:
        raise ValueError(f"{where}: {quoted(line)}: {error}") from error


def _read_position(line: str, variant: ferz.Variant) -> ferz.Board:
    """A FEN, or the fields of an EPD, whose operations tell nothing of the position."""
    try:
        return ferz.Board(variant, line.partition(";")[0])
    except ferz.FenError:
        words = line.split()
        # Some games have a field more than the four of chess; the two clocks may be there as well.
        most = len(ferz.Board(variant).epd().split())
        for count in (most + 2, most, 4):
            if _OPERATIONS.fullmatch(" ".join(words[count:])):
                with contextlib.suppress(ferz.FenError):
                    return ferz.Board(variant, " ".join(words[:count]))
        raise


def _judged(opening: Opening, variant: ferz.Variant, where: str) -> Opening:
    outcome = opening.board(variant).outcome
    if outcome is not None:
        raise ValueError(f"{where}: the game is over ({outcome.reason}), expected one to play")
    return Opening(opening.moves, opening.fen, where)


def _ucis(board: ferz.Board) -> tuple[str, ...]:
    walk = board.root()
    texts = []
    for move in board.move_stack:
        texts.append(walk.uci(move))
        walk.push(move)
    return tuple(texts)
