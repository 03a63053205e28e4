"""Reviews of games: made, kept, and learned from."""

import asyncio

import msgspec

from ferz import Board, Engine, Tables
from ferz.web.answers.analysis import node_of
from ferz.web.chances import judged
from ferz.web.dispatch import Refusal, answers
from ferz.web.live import LiveGame
from ferz.web.messages.base import Done
from ferz.web.messages.reviews import (
    AskFacts,
    AskReview,
    GameFacts,
    KeptReview,
    ReviewEnded,
    ReviewGame,
    ReviewView,
    ScoreView,
    StopReview,
    TriedMove,
    TryBetter,
)
from ferz.web.reviewing import facts_of, kept_review, lost, main_line, review, score_of
from ferz.web.tab import Tab
from ferz.web.working import Report, begin, stop


@answers
async def review_game(tab: Tab, request: ReviewGame) -> Done:
    """Go through a game, on a thread."""
    game = tab.hub.game(request.game)
    nodes = main_line(game)
    if not nodes:
        raise Refusal("not_found")
    end, tables = game.tree.board(nodes[-1]), tab.hub.solved.tables(game.variant)
    loop = asyncio.get_running_loop()

    def run(report: Report) -> ReviewEnded:
        found = review(end, nodes, tables, report)
        if found is not None:
            data = msgspec.json.encode(found)
            # The store belongs to the server's own thread.
            loop.call_soon_threadsafe(tab.hub.store.save_review, request.game, data)
        return ReviewEnded(request.generation, found)

    begin(tab, "review", request.generation, run, ReviewEnded(request.generation, None))
    return Done()


@answers
async def stop_review(tab: Tab, request: StopReview) -> Done:
    """End the review."""
    del request
    stop(tab, "review")
    return Done()


@answers
async def ask_review(tab: Tab, request: AskReview) -> KeptReview:
    """What is known already."""
    return KeptReview(_kept(tab, tab.hub.game(request.game)))


def _kept(tab: Tab, game: LiveGame) -> ReviewView | None:
    return kept_review(game, tab.hub.store.review(game.id))


@answers
async def try_better(tab: Tab, request: TryBetter) -> TriedMove:
    """Judge a move beside the best one of the review."""
    game = tab.hub.game(request.game)
    kept = _kept(tab, game)
    reviewed = (
        next((move for move in kept.moves if move.node == request.node), None) if kept else None
    )
    parent = node_of(game, request.node).parent
    if reviewed is None or parent is None:
        raise Refusal("not_found")
    board = game.tree.board(parent)
    after = board.copy()
    move = after.push(request.move.strip())
    with tab.hub.slots.take():
        score = await asyncio.to_thread(_score, after, tab.hub.solved.tables(game.variant))
    is_best = bool(reviewed.best) and reviewed.best[0].uci == board.uci(move)
    judgement = "best" if is_best else judged(lost(reviewed.before, score, mover=board.turn))
    return TriedMove(board.uci(move), board.san(move), judgement, score, after.board_fen)


def _score(board: Board, tables: Tables | None) -> ScoreView:
    with Engine(board.variant, tables=tables) as engine:
        return score_of(board, engine)


@answers
async def ask_facts(tab: Tab, request: AskFacts) -> GameFacts:
    """Count what happened."""
    game = tab.hub.game(request.game)
    nodes = main_line(game)
    return facts_of(game.tree.board(nodes[-1] if nodes else 0))
