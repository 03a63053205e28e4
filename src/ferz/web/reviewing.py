"""Reviews: the engine goes through the main line of a game and judges every move.

It goes backward, so that what it has seen of a position helps it to see the one before.
"""

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from ferz import Board, Engine, Move
from ferz.web.analysing import MOST_MOVES, move_views
from ferz.web.chances import accuracy, judged, winning_chance
from ferz.web.messages.reviews import (
    GameFacts,
    ReviewedMove,
    ReviewView,
    ScoreView,
    SideFacts,
    SideReview,
)
from ferz.web.tree import ROOT

if TYPE_CHECKING:
    from ferz import PlayResult, Tables
    from ferz.web.live import LiveGame
    from ferz.web.working import Report

#: What the engine may look at for each move.
NODES = 60_000


def main_line(game: "LiveGame") -> list[int]:
    """The nodes that are reviewed: the moves that were played, or the main line of an analysis."""
    is_played = game.row.kind != "analysis" and game.current != ROOT
    return game.tree.path(game.current if is_played else game.tree.main_end())


def kept_review(game: "LiveGame", data: bytes | None) -> ReviewView | None:
    """A stored review, if it is one of the game as it now is."""
    if data is None:
        return None
    try:
        review = msgspec.json.decode(data, type=ReviewView)
    except msgspec.DecodeError:
        # Written by another version: it can be made again.
        return None
    known = [(move.node, move.uci) for move in review.moves]
    now = [(node, game.tree.nodes[node].uci) for node in main_line(game)]
    return review if known == now else None


def review(
    end: Board, nodes: list[int], tables: "Tables | None", report: "Report"
) -> ReviewView | None:
    """Judge the moves that led to a position, which are those of the nodes; None if stopped."""
    board = end.copy()
    moves: list[ReviewedMove] = []
    with Engine(board.variant, tables=tables) as engine:
        after = score_of(board, engine)
        for node in reversed(nodes):
            if not report("review", len(moves), len(nodes)):
                return None
            played = board.pop()
            found = engine.play(board, nodes=NODES)
            before = _score(board, found.score_cp, found.mate)
            moves.append(_judge(board, node, played, found, before, after))
            after = before
    moves.reverse()
    first, second = _side(moves[::2]), _side(moves[1::2])
    return ReviewView(moves, *((first, second) if board.turn else (second, first)))


def score_of(board: Board, engine: Engine) -> ScoreView:
    """What a position is worth for White, by a short search or by the rules."""
    outcome = board.outcome
    if outcome is not None:
        return ScoreView(None, None, 0.5 if outcome.winner is None else float(outcome.winner))
    found = engine.play(board, nodes=NODES)
    return _score(board, found.score_cp, found.mate)


def _score(board: Board, score_cp: int | None, mate: int | None) -> ScoreView:
    sign = 1 if board.turn else -1
    chance = winning_chance(score_cp, mate)
    return ScoreView(
        None if score_cp is None else sign * score_cp,
        None if mate is None else sign * mate,
        round(chance if board.turn else 1 - chance, 4),
    )


def _judge(
    board: Board,
    node: int,
    played: Move,
    found: "PlayResult",
    before: ScoreView,
    after: ScoreView,
) -> ReviewedMove:
    is_best = played == found.move
    loss = 0.0 if is_best else lost(before, after, mover=board.turn)
    return ReviewedMove(
        node=node,
        uci=board.uci(played),
        before=before,
        after=after,
        loss=round(loss, 4),
        judgement="best" if is_best else judged(loss),
        best=move_views(board, found.line[:MOST_MOVES]),
    )


def lost(before: ScoreView, after: ScoreView, *, mover: bool) -> float:
    """How much of its winning chance a side gave away by a move."""
    gained = after.chance - before.chance
    return max(0.0, -gained if mover else gained)


def _side(moves: list[ReviewedMove]) -> SideReview:
    counts = Counter(move.judgement for move in moves)
    return SideReview(
        accuracy=round(accuracy([move.loss for move in moves]), 1),
        best=counts["best"],
        good=counts["good"],
        inaccuracy=counts["inaccuracy"],
        mistake=counts["mistake"],
        blunder=counts["blunder"],
    )


def facts_of(end: Board) -> GameFacts:
    """What happened on the way to a position."""
    board = end.root()
    counts: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for move in end.move_stack:
        count = counts[board.turn]
        count["moves"] += 1
        # A self-capture is counted as such alone.
        is_self = board.is_self_capture(move)
        count["self_captures"] += is_self
        count["captures"] += board.is_capture(move) and not is_self
        count["drops"] += move.is_drop
        count["promotions"] += move.promotion is not None
        count["castlings"] += move.is_castling
        board.push(move)
        count["checks"] += board.is_check
    return GameFacts(end.ply, _facts(counts[True]), _facts(counts[False]))


def _facts(count: "Counter[str]") -> SideFacts:
    return SideFacts(**{name: count[name] for name in SideFacts.__struct_fields__})
