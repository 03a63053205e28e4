"""What all tabs share: the store, the games on offer, live games, searches, proofs."""

import secrets
from pathlib import Path

import msgspec

from ferz import Board, Variant, variants
from ferz.board import read_position
from ferz.web.catalogue import Catalogue
from ferz.web.clock import Clock
from ferz.web.dispatch import Refusal
from ferz.web.live import LiveGame
from ferz.web.messages.play import NewGame
from ferz.web.messages.views import Player
from ferz.web.slots import Slots
from ferz.web.solved import Solved
from ferz.web.store import GameRow, Store, new_id
from ferz.web.tree import ROOT, Tree

#: More games are not watched at once.
MOST_LIVE = 64

_encode = msgspec.json.encode


class Hub:
    """The state of a running server."""

    def __init__(self, database: Path | str, *, searches: int | None = None) -> None:
        """Open the database; `searches` may run at once."""
        self.store = Store(database)
        self.catalogue = Catalogue(self.store)
        self.slots = Slots(searches)
        self.solved = Solved()
        self._live: dict[str, LiveGame] = {}

    def close(self) -> None:
        """Stop all searches and close the database."""
        for game in list(self._live.values()):
            game.close()
        self._live.clear()
        self.solved.close()
        self.store.close()

    # Games

    def new_game(self, request: NewGame) -> LiveGame:
        """Begin a game and store it."""
        if request.like:
            like = self.game(request.like)
            spec, toml, variant = like.row.variant, like.row.variant_toml, like.variant
        else:
            spec = request.variant
            toml = self.catalogue.toml(spec)
            variant = self.catalogue.load(spec)
        start = _start(variant, request)
        clock = None
        if request.initial_ms > 0:
            clock = Clock.new(request.initial_ms, request.increment_ms).stored
        return self.add_game(
            Tree(start),
            spec if toml else self.catalogue.canonical(spec),
            toml,
            kind=request.kind,
            white=request.white,
            black=request.black,
            clock=clock,
        )

    def add_game(
        self,
        tree: Tree,
        spec: str,
        toml: str,
        *,
        kind: str,
        white: Player,
        black: Player,
        clock: object = None,
        title: str = "",
        current: int = ROOT,
    ) -> LiveGame:
        """Store a game, which may have moves already, and keep it in memory."""
        self._make_room()
        row = GameRow(
            id=new_id(),
            kind=kind,
            variant=spec,
            variant_name=tree.start.variant.name,
            variant_toml=toml,
            start_fen=tree.start.fen,
            tree=tree.to_json(),
            current=current,
            tip=current,
            white=_encode(white),
            black=_encode(black),
            clock=_encode(clock),
            title=title,
        )
        game = LiveGame(self, row, tree.start.variant)
        self._live[row.id] = game
        game.begin()
        return game

    def game(self, id_: str) -> LiveGame:
        """A game by its id, from memory or the store. Raises `Refusal`."""
        if id_ in self._live:
            return self._live[id_]
        row = self.store.game(id_)
        if row is None:
            raise Refusal("not_found")
        self._make_room()
        variant = self.catalogue.load(row.variant, row.variant_toml)
        self._live[id_] = game = LiveGame(self, row, variant)
        return game

    def _make_room(self) -> None:
        """Forget games that nobody watches; refuse where all are watched."""
        if len(self._live) < MOST_LIVE:
            return
        for game in [game for game in self._live.values() if not game.watchers]:
            game.close()
            self.forget(game)
        if len(self._live) >= MOST_LIVE:
            raise Refusal("too_many")

    def forget(self, game: LiveGame) -> None:
        """Nobody watches it any more: it is in the store alone."""
        self._live.pop(game.id, None)


def _start(variant: Variant, request: NewGame) -> Board:
    if request.start:
        return read_position(variant, request.start)
    if request.start_number is None:
        return Board(variant)
    if request.start_number < 0:
        return Board(variant, variants.shuffled_start(variant, seed=secrets.randbits(32)))
    return Board(variant, variants.shuffled_start(variant, number=request.start_number))
