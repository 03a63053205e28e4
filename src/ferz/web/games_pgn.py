"""Stored games as PGN, and games of PGN as rows of the store."""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

import msgspec

from ferz import Board, Game, PgnError, Variant
from ferz.game import TAG_ROSTER
from ferz.pgn import GameReader, read_games
from ferz.web.messages.views import Player, Strategy
from ferz.web.store import GameRow, new_id
from ferz.web.tree import Tree, TreeFullError
from ferz.web.views import outcome_view

#: So many games are read at once, and so many problems told.
MOST_IMPORTED = 200
MOST_PROBLEMS = 20
MOST_TITLE = 200

HUMAN = Player("human", 10, "perfect")
#: Ends that the rules do not give, by what the tag Termination says.
ENDS = {
    "resignation": "resignation",
    "agreement": "agreement",
    "time forfeit": "time",
    "adjudication": "too_long",
}
_ENGINE_NAME = re.compile(r"Ferz, level (10|[1-9])(?:, (aggressive|cooperative))?")
_STRATEGIES: dict[str | None, Strategy] = {
    None: "perfect",
    "aggressive": "aggressive",
    "cooperative": "cooperative",
}

_encode = msgspec.json.encode


# Rows to PGN


def pgn_of(row: GameRow, variant: Variant) -> str:
    """A stored game as PGN with all its lines and comments."""
    game = Tree.from_json(Board(variant, row.start_fen), row.tree).game()
    game.headers |= _tags(row) | msgspec.json.decode(row.headers, type=dict[str, str])
    return game.pgn()


def _tags(row: GameRow) -> dict[str, str]:
    players = {name: _player(data) for name, data in (("White", row.white), ("Black", row.black))}
    tags = {
        "Event": row.title or "?",
        "Site": "Ferz",
        "Date": datetime.fromtimestamp(row.created).strftime("%Y.%m.%d"),
        "Result": row.result,
        **{name: player_name(player) for name, player in players.items()},
    }
    ends = {reason: text for text, reason in ENDS.items()}
    return tags | ({"Termination": ends[row.reason]} if row.reason in ends else {})


def _player(data: bytes) -> Player:
    return msgspec.json.decode(data, type=Player)


def player_name(player: Player) -> str:
    """A player as tags name them, which `player_of` reads back."""
    if player.kind == "human":
        return "Human"
    style = "" if player.strategy == "perfect" else f", {player.strategy}"
    return f"Ferz, level {player.level}{style}"


# PGN to rows


@dataclass
class Import:
    """What was found in a text."""

    rows: list[GameRow] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    has_more: bool = False


def read_rows(text: str, given: Variant | None, spec: str = "", toml: str = "") -> Import:
    """The games of a text for the store; `given`, by `spec`, is that of games that name none.

    A game that is wrong is left out and its problem told; where none is right, `PgnError`.
    """
    found = Import()
    now = time.time()
    for game in _games(read_games(text, given), found.problems):
        if len(found.rows) == MOST_IMPORTED:
            found.has_more = True
            break
        is_given = given is not None and game.variant.canonical == given.canonical
        try:
            row = row_of(game, spec if is_given else game.variant.id, toml if is_given else "")
        except TreeFullError as error:
            found.problems.append(str(error))
            continue
        # The list has the newest first: the games of a text shall stand in its order.
        found.rows.append(replace(row, modified=now - len(found.rows) / 1000))
    if not found.rows:
        raise PgnError(found.problems[0] if found.problems else "text: found no game")
    found.problems = found.problems[:MOST_PROBLEMS]
    return found


def _games(reader: GameReader, problems: list[str]) -> Iterator[Game]:
    while True:
        try:
            yield next(reader)
        except StopIteration:
            return
        except PgnError as error:
            problems.append(str(error))


def row_of(game: Game, spec: str, toml: str) -> GameRow:
    """A game of PGN as it is stored. Raises `TreeFullError`."""
    tree = Tree.from_game(game)
    end = tree.main_end()
    played = [tree.nodes[number] for number in tree.path(end)]
    white, black = (player_of(game.headers[name]) for name in ("White", "Black"))
    result, reason = _end(game, tree.board(end))
    # Nobody goes on with a game of two people that came from elsewhere; it is looked at.
    is_read = result == "*" and white.kind == black.kind == "human"
    return GameRow(
        id=new_id(),
        kind="analysis" if is_read else "game",
        variant=spec,
        variant_name=game.variant.name,
        variant_toml=toml,
        start_fen=tree.start.fen,
        tree=tree.to_json(),
        current=end,
        tip=end,
        white=_encode(white),
        black=_encode(black),
        clock=b"null",
        result=result,
        reason=reason,
        title=_title(game.headers),
        plies=len(played),
        self_captures=sum(node.is_self_capture for node in played),
        drops=sum(node.is_drop for node in played),
        headers=_encode(_kept(game.headers)),
    )


def player_of(name: str) -> Player:
    """Who plays, by a name in a tag."""
    match = _ENGINE_NAME.fullmatch(name)
    return Player("engine", int(match[1]), _STRATEGIES[match[2]]) if match else HUMAN


def _end(game: Game, board: Board) -> tuple[str, str]:
    """The result and its reason: what the tag says holds, where the rules do not say more."""
    written = game.headers["Result"]
    by_rules = outcome_view(board)
    if by_rules is not None and written in ("*", by_rules.result):
        return by_rules.result, by_rules.reason
    result = written if written in ("1-0", "0-1", "1/2-1/2") else "*"
    return result, "" if result == "*" else ENDS.get(game.headers.get("Termination", ""), "")


def _title(headers: dict[str, str]) -> str:
    """What a list calls the game: its players if they have names, and the event."""
    names = [headers[name] for name in ("White", "Black")]
    are_known = any(player_of(name) is HUMAN and name not in ("?", "Human") for name in names)
    parts = [" - ".join(names)] if are_known else []
    parts += [headers["Event"]] if headers["Event"] not in ("?", "") else []
    return ", ".join(parts)[:MOST_TITLE]


def _kept(headers: dict[str, str]) -> dict[str, str]:
    """The tags that cannot be written from the game itself."""
    made = ("Variant", "SetUp", "FEN", "Result")
    return {
        name: text
        for name, text in headers.items()
        if name not in made and text != TAG_ROSTER.get(name)
    }
