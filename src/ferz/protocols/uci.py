"""`ferz uci`, the engine's end of UCI with the extensions of Fairy-Stockfish for variants."""

import os
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

import ferz
from ferz import variants
from ferz.engine import Engine
from ferz.levels import FULL, level_of_elo, level_of_skill
from ferz.player import Limits, PlayResult
from ferz.protocols.fitting import FittedEngine
from ferz.protocols.positions import read_position
from ferz.protocols.session import (
    SILENCE_S,
    TOLD,
    Session,
    Write,
    printable,
    shortened,
    whole_number,
)
from ferz.protocols.uci_go import read_limits
from ferz.protocols.uci_options import Setting, all_options, split_setoption
from ferz.searching import Search

#: As deep as `go perft` counts.
MOST_PERFT = 60
#: Counts are taken in steps of this depth, so that `stop` is heard between them.
PERFT_STEP = 3
#: No score of a search is higher.
WON_CP = 32_000


class UciEngine(Session):
    """One conversation with a program that speaks UCI. Nothing is loaded before it is needed."""

    def __init__(self, write: Write) -> None:
        """Answer with `write`; the game is chess until the program says otherwise."""
        super().__init__(write)
        self._declared = all_options(variants.builtin_names())
        self._settings: dict[str, Setting] = {
            name: option.default for name, option in self._declared.items()
        }
        #: Games of files that were named by VariantPath: name and what loads it.
        self._found: dict[str, str] = {}
        self._variant: ferz.Variant | None = None
        self._board: ferz.Board | None = None
        self._fitted = FittedEngine(lambda text: self.complain(text, "setoption"))
        self._job: Search[PlayResult] | Search[int] | None = None
        #: Whether it counts, by perft or bench: whoever asked for a number wants the whole one.
        self._is_counting = False
        self._begin_s = 0.0
        #: Nothing more is told of a search once its move has been.
        self._last_word = threading.Lock()
        self._commands: dict[str, Callable[[str], None]] = {
            "uci": self._uci,
            "isready": self._isready,
            "setoption": self._setoption,
            "ucinewgame": self._ucinewgame,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponderhit,
            "quit": lambda _: self.quit(),
            "exit": lambda _: self.quit(),
            "d": self._display,
            "bench": self._bench,
            "debug": lambda _: None,
            "register": lambda _: None,
        }

    def command(self, word: str, rest: str) -> None:
        """Do what a line says."""
        handler = self._commands.get(word)
        if handler is None:
            raise ferz.ProtocolError(f"unknown command '{shortened(f'{word} {rest}'.strip())}'")
        handler(rest)

    def complain(self, message: str, line: str) -> None:
        """Tell a mistake where a program shows it but takes no harm."""
        del line
        self.write(f"info string {message}")

    @property
    def patience_s(self) -> float | None:
        """A search that goes deep is not silent meanwhile."""
        is_busy = self._job is not None and not self._job.is_answered and not self._is_counting
        return SILENCE_S if is_busy else None

    def report(self) -> None:
        """Tell what was searched so far."""
        engine = self._fitted.engine
        with self._last_word:
            if engine is not None and self.patience_s is not None:
                time_ms = round(1000 * (time.perf_counter() - self._begin_s))
                self.write(f"info {_counts(engine.nodes, time_ms)}")

    def finish(self) -> None:
        """Scripts send perft or bench together with `quit`."""
        if self._job is not None and self._is_counting:
            self._job.wait()

    def close(self) -> None:
        """End the search, which still says its move, and free the engine."""
        self._halt()
        self._fitted.close()

    def _uci(self, _: str) -> None:
        self.write(f"id name Ferz {ferz.__version__}")
        self.write("id author the Ferz authors")
        for option in self._declared.values():
            self.write(option.declaration())
        self.write("uciok")

    def _isready(self, _: str) -> None:
        if self._job is not None and self._job.is_answered:
            # It has only its thread still to end.
            self._job.wait()
        if self._job is None or self._job.is_done:
            try:
                self._ready()
            except (ValueError, OSError, MemoryError) as error:
                self.complain(printable(str(error).partition("\n")[0]), "isready")
        self.write("readyok")

    # Options

    def _setoption(self, rest: str) -> None:
        name, value = split_setoption(rest)
        option = self._declared.get(name.lower())
        if option is None:
            raise ferz.ProtocolError(f"no such option '{shortened(name)}'")
        if option.kind == "button":
            self._ucinewgame("")
            return
        setting = option.read(value)
        if option.name == "UCI_Variant":
            self._load(str(setting), is_960=bool(self._settings["uci_chess960"]))
        elif option.name == "UCI_Chess960" and setting != self._settings["uci_chess960"]:
            self._load(str(self._settings["uci_variant"]), is_960=bool(setting), is_told=False)
        elif option.name in ("Hash", "Threads"):
            self._fitted.ask_again()
        elif option.name == "VariantPath":
            self._read_variants(str(setting))
        elif option.name == "TablePath" and setting and not Path(str(setting)).is_dir():
            raise ferz.ProtocolError(f"TablePath: found '{shortened(value)}', expected a folder")
        self._settings[name.lower()] = setting

    def _load(self, name: str, *, is_960: bool, is_told: bool = True) -> None:
        """Change the game, to its start; one that cannot be loaded leaves the old one."""
        spec = self._found.get(name, name)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            variant = ferz.variant(spec)
            if is_960 and variant.rules.castling and not variant.is_chess960:
                variant = ferz.variant(f"{spec}+960")
        for warning in caught:
            self.complain(printable(f"warning: {warning.message}"), name)
        self._variant, self._board = variant, ferz.Board(variant)
        if is_told:
            self._tell_variant(name, spec, variant)

    def _load_chess(self) -> None:
        self._load("chess", is_960=bool(self._settings["uci_chess960"]), is_told=False)

    def _tell_variant(self, name: str, spec: str, variant: ferz.Variant) -> None:
        interface = variants.variant_info(spec).interface
        pocket = interface.get("pocket_size", len(variant.pieces)) if variant.has_hands else 0
        self.write(
            f"info string variant {name} files {variant.files} ranks {variant.ranks} "
            f"pocket {pocket} template {interface.get('variant_template', 'fairy')} "
            f"startpos {variant.start_fen}"
        )

    def _read_variants(self, text: str) -> None:
        """Take in the games of files, several of them parted as in PATH."""
        paths = [text] if Path(text).exists() else text.split(os.pathsep)
        found: dict[str, str] = {}
        for path in filter(None, paths):
            if path.lower().endswith(".ini"):
                found |= {name: f"{path}:{name}" for name in variants.section_names(path)}
            else:
                found[Path(path).stem] = path
                ferz.variant(path)
        self._found = found
        if found:
            self.write(f"info string VariantPath: {len(found)} games: {' '.join(found)}")

    # Positions

    def _ready(self) -> Engine:
        """The engine for the game, with the settings of the moment."""
        if self._variant is None:
            self._load_chess()
        assert self._variant is not None
        threads, hash_mb = self._settings["threads"], self._settings["hash"]
        assert isinstance(threads, int)
        assert isinstance(hash_mb, int)
        engine = self._fitted.fit(self._variant, threads=threads, hash_mb=hash_mb)
        # Tables that were solved since are found, too.
        folder = str(self._settings["tablepath"])
        engine.set_tables(folder if folder and Path(folder).is_dir() else None)
        return engine

    def _ucinewgame(self, _: str) -> None:
        self._halt()
        self._fitted.clear()

    def _position(self, rest: str) -> None:
        if self._variant is None:
            self._load_chess()
        assert self._variant is not None
        words = rest.split()
        place = words.index("moves") if "moves" in words else len(words)
        if words[:1] == ["fen"]:
            # A position that is no good leaves none: to play on in another one would be worse.
            self._board = None
            board = read_position(
                self._variant, words[1:place], lambda text: self.complain(text, "position")
            )
        elif words[:1] == ["startpos"]:
            board = ferz.Board(self._variant)
        else:
            raise ferz.ProtocolError(
                f"position: found '{shortened(rest)}', expected startpos or fen"
            )
        # As in other engines, an illegal move leaves the position before it.
        self._board = board
        for move in words[place + 1 :]:
            board.push_uci(move)

    def _display(self, _: str) -> None:
        board = self._position_of_now()
        self.write(f"{board}\n\nFen: {board.fen}\nKey: {board.key:016X}")
        self.write(f"Checkers: {' '.join(board.checkers)}".rstrip())

    def _position_of_now(self) -> ferz.Board:
        if self._variant is None:
            self._load_chess()
        if self._board is None:
            raise ferz.ProtocolError("position: none, expected a legal one before this")
        return self._board

    # Searching

    def _go(self, rest: str) -> None:
        self._halt()
        words = rest.split()
        try:
            board = self._position_of_now()
            engine = self._ready()
            if words[:1] == ["perft"]:
                self._perft(board, " ".join(words[1:]))
                return
            self._start(engine, board, words)
        except (ValueError, OSError, MemoryError, RuntimeError) as error:
            for message in str(error).splitlines() or [type(error).__name__]:
                self.complain(shortened(message, TOLD), "go")
            # Whoever says go waits for a move.
            self.write("bestmove (none)")

    def _start(self, engine: Engine, board: ferz.Board, words: list[str]) -> None:
        overhead_ms = self._settings["move overhead"]
        assert isinstance(overhead_ms, int)
        limits = read_limits(words, board, overhead_ms, lambda text: self.complain(text, "go"))
        # The program at the other end decides when a draw ends the game.
        limits["past_draws"] = True
        level = self._level(limits)
        self._begin_s = time.perf_counter()
        multipv = int(self._settings["multipv"])

        def tell(line: ferz.Line) -> None:
            # A weak level looks at more lines than anybody has asked for.
            if line.index <= multipv:
                self.write(info_text(line))

        self._job = engine.start(
            board,
            level=level,
            multipv=multipv if level == FULL else None,
            on_line=tell,
            on_end=lambda search: self._tell_move(search, board, is_own_choice=level < FULL),
            **limits,
        )

    def _level(self, limits: Limits) -> int:
        if self._settings["uci_analysemode"] or limits.get("infinite"):
            return FULL
        if self._settings["uci_limitstrength"]:
            return level_of_elo(int(self._settings["uci_elo"]))
        return level_of_skill(int(self._settings["skill level"]))

    def _tell_move(
        self, search: Search[PlayResult], board: ferz.Board, *, is_own_choice: bool
    ) -> None:
        """Say the move, on the searching thread: nothing else depends on it."""
        with self._last_word:
            try:
                found = search.result()
            except Exception as error:  # the other program waits for a move all the same
                self.complain(printable(f"search: {error}"), "go")
                self.write("bestmove (none)")
                return
            if found.move is None:
                self.write(f"info depth 0 score {end_score(board)}")
                self.write("bestmove (none)")
                return
            # From tables nothing was said yet, and by a weak level not of the move that it chose.
            if found.is_from_tables or is_own_choice:
                self.write(found_text(found))
            ponder = f" ponder {found.ponder}" if found.ponder is not None else ""
            self.write(f"bestmove {found.move}{ponder}")

    def _stop(self, _: str) -> None:
        if self._job is not None:
            self._job.stop()

    def _ponderhit(self, _: str) -> None:
        if self._job is not None:
            self._job.ponder_hit()

    def _halt(self) -> None:
        if self._job is not None:
            self._job.halt()
            self._job = None
        self._is_counting = False

    def _perft(self, board: ferz.Board, text: str) -> None:
        depth = whole_number(text, 1, MOST_PERFT, "go perft")
        self._is_counting = True
        self._job = Search(
            lambda search: self._count(search, board.copy(), depth), _nothing, _nothing
        )

    def _count(self, search: Search[int], board: ferz.Board, depth: int) -> int:
        total = 0
        for move in board.legal_moves:
            board.push(move)
            nodes = _count_below(search, board, depth - 1)
            board.pop()
            if search.is_stopped:
                self.write("info string go perft: stopped before its end")
                return total
            self.write(f"{move}: {nodes}")
            total += nodes
        self.write(f"\nNodes searched: {total}\n")
        return total

    def _bench(self, _: str) -> None:
        from ferz.benching import bench

        self._halt()

        def run(search: Search[int]) -> int:
            found = bench(lambda: search.is_stopped)
            if found is None:
                self.write("info string bench: stopped before its end")
                return 0
            self.write(f"Total time (ms) : {found.time_ms}\nNodes searched  : {found.nodes}")
            self.write(f"Nodes/second    : {1000 * found.nodes // max(found.time_ms, 1)}")
            return found.nodes

        self._is_counting = True
        self._job = Search(run, _nothing, _nothing)


def _count_below(search: Search[int], board: ferz.Board, depth: int) -> int:
    """The lines below a position, in short steps: the core does not listen while it counts."""
    if depth <= PERFT_STEP:
        return ferz.perft(board, depth)
    total = 0
    for move in board.legal_moves:
        if search.is_stopped:
            break
        board.push(move)
        total += _count_below(search, board, depth - 1)
        board.pop()
    return total


def _nothing() -> None:
    pass


def info_text(line: ferz.Line) -> str:
    """A line of analysis as UCI writes it."""
    bound = {"lower": " lowerbound", "upper": " upperbound"}.get(line.bound, "")
    return (
        f"info depth {line.depth} seldepth {line.selective_depth} multipv {line.index} "
        f"score {_score(line)}{bound} {_counts(line.nodes, line.time_ms)} "
        f"hashfull {line.hash_per_mille} tbhits 0 pv {_moves(line.moves)}"
    )


def found_text(found: PlayResult) -> str:
    """The line of the move itself, where it is none of those of the search."""
    depth = len(found.line) if found.is_from_tables else found.depth
    return (
        f"info depth {depth} multipv 1 score {_score(found)} "
        f"{_counts(found.nodes, found.time_ms)} tbhits {int(found.is_from_tables)} "
        f"pv {_moves(found.line)}"
    )


def end_score(board: ferz.Board) -> str:
    """The score of a game that is over, for the side that would be on the move."""
    outcome = board.outcome
    if outcome is None or outcome.winner is None:
        return "cp 0"
    # A mate in none is one of the side on the move; there is no such word for a win.
    return f"cp {WON_CP}" if outcome.winner == board.turn else "mate 0"


def _score(found: ferz.Line | PlayResult) -> str:
    return f"cp {found.score_cp or 0}" if found.mate is None else f"mate {found.mate}"


def _counts(nodes: int, time_ms: int) -> str:
    return f"nodes {nodes} nps {1000 * nodes // max(time_ms, 1)} time {time_ms}"


def _moves(moves: Sequence[ferz.Move]) -> str:
    return " ".join(move.uci() for move in moves)
