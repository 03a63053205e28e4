"""Challenges as the page shows them: cards, what was achieved, and the streak."""

import time
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

import msgspec

from ferz import Board
from ferz.challenges import Challenge
from ferz.web.challenging import library
from ferz.web.messages.base import Value
from ferz.web.messages.challenges import ChallengeCard, ChallengeGoal, ChallengeProgress
from ferz.web.messages.views import Player
from ferz.web.store import Filter, GameRow, ProgressRow, Store
from ferz.web.views import piece_views, side_of

#: The kind under which games from challenges are stored.
KIND = "challenge"
#: The step of help that is the whole solution.
SOLUTION_STEP = 5

_RANK: dict[Value, int] = {"loss": 0, "draw": 1, "win": 2}


def spec_of(challenge: Challenge) -> str:
    """How its game is called: a built-in one by its name, one of its own by the challenge."""
    return challenge.variant or f"challenge:{challenge.id}"


def card_of(challenge: Challenge, row: ProgressRow) -> ChallengeCard:
    """A challenge on offer, with what was achieved."""
    return msgspec.structs.replace(_fresh_card(challenge.id), progress=progress_view(row))


@lru_cache(maxsize=512)
def _fresh_card(id_: str) -> ChallengeCard:
    challenge = library()[id_]
    board = challenge.board()
    goal = challenge.goal
    return ChallengeCard(
        id=id_,
        name=challenge.name,
        kind=challenge.kind,
        category=challenge.category,
        difficulty=challenge.difficulty,
        variant_name=board.variant.name,
        files=board.variant.files,
        ranks=board.variant.ranks,
        placement=board.board_fen,
        hands=_hands(board),
        pieces=piece_views(board.variant),
        side=side_of(board.turn),
        fun=challenge.fun,
        goal=None if goal is None else ChallengeGoal(goal.type, goal.moves),
        progress=progress_view(ProgressRow(id_)),
    )


def _hands(board: Board) -> list[str]:
    if not board.variant.has_hands:
        return []
    white = [letter.upper() * count for letter, count in board.hand(True).items()]
    black = [letter * count for letter, count in board.hand(False).items()]
    return list("".join(white + black))


# What was achieved


def progress_view(row: ProgressRow) -> ChallengeProgress:
    """A row of the store for the page."""
    return ChallengeProgress(row.solved, row.tries, row.hints, _is_clean(row))


def _is_clean(row: ProgressRow) -> bool:
    return row.solved is not None and row.tries <= 1 and row.hints == 0


def streak_of(rows: Iterable[ProgressRow]) -> tuple[int, int]:
    """How many puzzles were solved one after another at the first try: now, and at best."""
    puzzles = [row for row in rows if row.id in library() and library()[row.id].kind == "puzzle"]
    now = longest = 0
    for row in sorted(puzzles, key=lambda row: row.solved or 0):
        if row.solved is not None:
            now = now + 1 if _is_clean(row) else 0
            longest = max(longest, now)
    return now, longest


def next_of(challenge: Challenge, rows: dict[str, ProgressRow]) -> str:
    """The next one that is not solved, from the start again at the end; else simply the next."""
    ids = list(library())
    at = ids.index(challenge.id)
    following = ids[at + 1 :] + ids[:at]
    fresh = (id_ for id_ in following if id_ not in rows or rows[id_].solved is None)
    return next(fresh, following[0])


def count(
    store: Store, id_: str, *, is_wrong: bool = False, is_solved: bool = False, hints: int = 0
) -> ChallengeProgress:
    """Write down a try or a step of help; what comes after it was solved changes nothing."""
    row = store.progress().get(id_, ProgressRow(id_))
    if row.solved is None:
        row = replace(
            row,
            tries=row.tries + (is_wrong or is_solved),
            hints=max(row.hints, hints),
            solved=time.time() if is_solved else None,
        )
        store.save_progress(row)
    return progress_view(row)


# Games


def collect_games(store: Store) -> dict[str, ProgressRow]:
    """All progress; a game of a challenge that has ended well since the last look counts now."""
    rows = store.progress()
    by_name = {each.name: each for each in library().values() if each.kind == "game"}
    for game in store.games(Filter(kind=KIND), count=200):
        challenge = by_name.get(game.title)
        if challenge is None or game.result == "*":
            continue
        row = rows.get(challenge.id, ProgressRow(challenge.id))
        if row.solved is None and _is_achieved(challenge, game):
            row = replace(row, solved=game.modified)
            store.save_progress(row)
            rows[challenge.id] = row
    return rows


def _is_achieved(challenge: Challenge, game: GameRow) -> bool:
    """Whether a person got at least what is proven for that side against the engine.

    Where a side is proven to lose, a draw is an achievement; where nothing is proven, a win.
    """
    white = msgspec.json.decode(game.white, type=Player)
    black = msgspec.json.decode(game.black, type=Player)
    if white.kind == black.kind:
        return False
    is_white = white.kind == "human"
    result: Value = "draw" if game.result == "1/2-1/2" else "loss"
    if game.result == ("1-0" if is_white else "0-1"):
        result = "win"
    return _RANK[result] >= _RANK[_wanted(challenge, is_white=is_white)]


def _wanted(challenge: Challenge, *, is_white: bool) -> Value:
    if challenge.value is None:
        return "win"
    is_mover = challenge.board().turn == is_white
    wins = challenge.value == ("win" if is_mover else "loss")
    return "win" if wins else "draw"


def key_board(challenge: Challenge, number: int | None) -> Board:
    """The position of a challenge, or one of its key positions. Raises `IndexError` for none."""
    if number is None:
        return challenge.board()
    return challenge.position_board(challenge.key_positions[number].position)
