"""The engine of a session: made when it is needed, and made to fit the settings of the moment."""

from collections.abc import Callable

import ferz
from ferz.engine import Engine

#: What nearly every machine can spare.
SMALL_HASH_MB = 16


class FittedEngine:
    """Holds one engine; what cannot be had is told once, and less is taken."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        """Hold none yet; `tell` is for whoever made the settings."""
        self._tell = tell
        self._engine: Engine | None = None
        #: What there was no memory for: it is not tried again at every move.
        self._refused_mb: int | None = None
        self._refused_threads: int | None = None

    @property
    def engine(self) -> Engine | None:
        """The engine, if there is one."""
        return self._engine

    def fit(self, variant: ferz.Variant, *, threads: int, hash_mb: int) -> Engine:
        """The engine for a game, with these settings as far as they can be had."""
        engine = self._engine
        if engine is not None and not engine.variant.is_played_as(variant):
            self.close()
            engine = None
        if engine is None:
            self.ask_again()
            small_mb = min(hash_mb, SMALL_HASH_MB)
            engine = self._engine = Engine(variant, hash_mb=small_mb)
        if threads not in (engine.threads, self._refused_threads):
            self._set_threads(engine, threads)
        if hash_mb not in (engine.hash_mb, self._refused_mb):
            self._resize(engine, hash_mb)
        return engine

    def ask_again(self) -> None:
        """Try once more what was refused: somebody wants it, or memory may have become free."""
        self._refused_mb = self._refused_threads = None

    def clear(self) -> None:
        """Let the engine forget what it learned."""
        if self._engine is not None:
            self._engine.clear()

    def close(self) -> None:
        """Give the engine up."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _set_threads(self, engine: Engine, threads: int) -> None:
        try:
            engine.threads = threads
            self._refused_threads = None
        except MemoryError:
            self._refused_threads = threads
            self._tell(
                f"Threads: no memory for {threads}, expected fewer (going on with {engine.threads})"
            )

    def _resize(self, engine: Engine, hash_mb: int) -> None:
        try:
            engine.hash_mb = hash_mb
            self._refused_mb = None
        except MemoryError:
            self._refused_mb = hash_mb
            if hash_mb > SMALL_HASH_MB:
                self._resize_small(engine)
            self._tell(
                f"Hash: no memory for {hash_mb} MB, expected less "
                f"(going on with {engine.hash_mb} MB)"
            )

    def _resize_small(self, engine: Engine) -> None:
        try:
            engine.hash_mb = SMALL_HASH_MB
        except MemoryError:
            return  # the core keeps a single megabyte
