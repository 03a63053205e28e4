"""The library: stored games listed, renamed, forgotten, written and read as PGN, counted."""

import asyncio
import contextlib
from dataclasses import replace

import msgspec

from ferz import Board
from ferz.web.catalogue import Catalogue
from ferz.web.dispatch import Refusal, answers
from ferz.web.games_pgn import pgn_of, read_rows
from ferz.web.messages.base import Done, Result
from ferz.web.messages.library import (
    AskStatistics,
    DeleteGame,
    ExportPgn,
    GameList,
    ImportedGames,
    ImportPgn,
    ListGames,
    PgnText,
    Picture,
    PlayedVariant,
    RenameGame,
    Statistics,
    StoredGame,
)
from ferz.web.messages.views import GameKind, GameState, Player
from ferz.web.statistics import statistics
from ferz.web.store import Filter, GameRow
from ferz.web.tab import Tab
from ferz.web.tree import Tree
from ferz.web.views import RESULTS, piece_views, side_of

#: So many games are written as PGN at once; the page asks again for more.
MOST_EXPORTED = 100
#: What a stored game may raise that another version of Ferz has written.
UNREADABLE = (ValueError, KeyError)

_KINDS: dict[str, GameKind] = {"analysis": "analysis", "challenge": "challenge"}


@answers
async def list_games(tab: Tab, request: ListGames) -> GameList:
    """Stored games, the newest first."""
    store = tab.hub.store
    which = _filter(request)
    rows = store.games(which, offset=request.offset, count=request.count)
    return GameList(
        games=[stored_game(row, tab.hub.catalogue) for row in rows],
        total=store.count_games(which),
        variants=[PlayedVariant(*row) for row in store.played_variants()],
    )


def _filter(request: ListGames | ExportPgn) -> Filter:
    return Filter(request.variant, request.result, request.text.strip(), request.kind)


def stored_game(row: GameRow, catalogue: Catalogue) -> StoredGame:
    """A row of the store for a list."""
    result: Result = RESULTS.get(row.result, "*")
    return StoredGame(
        id=row.id,
        kind=_KINDS.get(row.kind, "game"),
        title=row.title,
        variant=row.variant,
        variant_name=row.variant_name,
        white=msgspec.json.decode(row.white, type=Player),
        black=msgspec.json.decode(row.black, type=Player),
        result=result,
        reason=row.reason,
        plies=row.plies,
        modified=row.modified,
        picture=_picture(row, catalogue),
    )


def _picture(row: GameRow, catalogue: Catalogue) -> Picture | None:
    """Where a game stands; None where its rules can no longer be read."""
    try:
        variant = catalogue.load(row.variant, row.variant_toml)
        board = Tree.from_json(Board(variant, row.start_fen), row.tree).board(row.current)
    except UNREADABLE:
        # One game that is broken must not hide all others.
        return None
    return Picture(
        placement=board.board_fen,
        files=variant.files,
        ranks=variant.ranks,
        pieces=piece_views(variant),
        turn=side_of(board.turn),
    )


@answers
async def delete_game(tab: Tab, request: DeleteGame) -> Done:
    """Forget a game, also where somebody watches it."""
    if tab.hub.store.game(request.game) is None:
        raise Refusal("not_found")
    # What cannot be opened is not being watched, either.
    with contextlib.suppress(Refusal, *UNREADABLE):
        game = tab.hub.game(request.game)
        game.close()
        game.tell_gone()
        tab.hub.forget(game)
    tab.hub.store.delete_game(request.game)
    return Done()


@answers
async def rename_game(tab: Tab, request: RenameGame) -> GameState:
    """Give a game a name."""
    game = tab.hub.game(request.game)
    game.title = " ".join(request.title.split())
    game.save()
    game.tell()
    return game.state()


@answers
async def export_pgn(tab: Tab, request: ExportPgn) -> PgnText:
    """Games as PGN, the newest first."""
    store = tab.hub.store
    if request.games:
        found = [store.game(id_) for id_ in request.games]
        rows = [row for row in found if row is not None]
        if not rows:
            raise Refusal("not_found")
        has_more = False
    else:
        rows = store.games(_filter(request), offset=request.offset, count=MOST_EXPORTED + 1)
        has_more = len(rows) > MOST_EXPORTED
        rows = rows[:MOST_EXPORTED]
    texts = await asyncio.to_thread(_texts, rows, tab.hub.catalogue)
    next_offset = request.offset + MOST_EXPORTED if has_more else None
    return PgnText("\n".join(texts), len(texts), next_offset)


def _texts(rows: list[GameRow], catalogue: Catalogue) -> list[str]:
    """Each game as PGN; one whose rules can no longer be read is left out."""
    texts = []
    for row in rows:
        try:
            texts.append(pgn_of(row, catalogue.load(row.variant, row.variant_toml)))
        except UNREADABLE:
            continue
    return texts


@answers
async def import_pgn(tab: Tab, request: ImportPgn) -> ImportedGames:
    """Store the games of a text."""
    catalogue = tab.hub.catalogue
    toml = catalogue.toml(request.variant)
    given = catalogue.load(request.variant, toml) if request.variant else None
    found = await asyncio.to_thread(read_rows, request.text, given, request.variant, toml)
    rows = [
        row if row.variant_toml else replace(row, variant=catalogue.canonical(row.variant))
        for row in found.rows
    ]
    tab.hub.store.add_games(rows)
    return ImportedGames([row.id for row in rows], found.problems, found.has_more)


@answers
async def ask_statistics(tab: Tab, request: AskStatistics) -> Statistics:
    """What can be counted about the games that were played."""
    which = Filter(variant=request.variant, kind="game")
    return statistics(tab.hub.store.counted_games(which))
