"""Analysis: the tree of a game, engine lines, proven values."""

from ferz import Board
from ferz.solver.verdicts import best_first, move_values
from ferz.web.analysing import Analyser
from ferz.web.dispatch import Refusal, answers
from ferz.web.live import LiveGame
from ferz.web.messages.analysis import (
    AddMove,
    Analyse,
    AskSolved,
    Look,
    Moved,
    MoveWorth,
    SolvedView,
    StopAnalysis,
)
from ferz.web.messages.base import Done
from ferz.web.messages.views import PositionView
from ferz.web.tab import Tab
from ferz.web.views import position_view

MOST_LINES = 10


def board_at(game: LiveGame, node: int) -> Board:
    """The position of a node. Raises `Refusal` where there is none."""
    if node not in game.tree.nodes:
        raise Refusal("not_found")
    return game.tree.board(node)


@answers
async def look(tab: Tab, request: Look) -> PositionView:
    """The position of a node."""
    return position_view(board_at(tab.hub.game(request.game), request.node), request.node)


@answers
async def add_move(tab: Tab, request: AddMove) -> Moved:
    """A move in the tree, which may be there already."""
    game = tab.hub.game(request.game)
    board = board_at(game, request.node)
    after = board.copy()
    move = after.push(request.move.strip())
    node = game.tree.add(request.node, board, move)
    game.save()
    game.tell()
    return Moved(game.state(), position_view(after, node))


@answers
async def analyse(tab: Tab, request: Analyse) -> Done:
    """Search a position until told otherwise."""
    board = board_at(tab.hub.game(request.game), request.node)
    if request.threat:
        board = _passed(board)
    if tab.analyser is None:
        tab.analyser = Analyser(tab)
    if not board.legal_moves:
        tab.analyser.stop()
        return Done()
    multipv = max(1, min(request.multipv, MOST_LINES))
    tab.analyser.start(board, request.generation, request.node, multipv)
    return Done()


def _passed(board: Board) -> Board:
    """The position with the other side to move: what does it threaten?"""
    fields = board.fen.split()
    fields[1] = "b" if board.turn else "w"
    fields[3] = "-"
    return Board(board.variant, " ".join(fields))


@answers
async def stop_analysis(tab: Tab, request: StopAnalysis) -> Done:
    """Search nothing."""
    del request
    if tab.analyser is not None:
        tab.analyser.stop()
    return Done()


@answers
async def ask_solved(tab: Tab, request: AskSolved) -> SolvedView:
    """The proven value of a position and of every move in it."""
    board = board_at(tab.hub.game(request.game), request.node)
    if not await tab.hub.solved.ensure(board):
        return SolvedView(request.node, None, None, [])
    verdict = tab.hub.solved.probe(board)
    assert verdict is not None
    values = best_first(move_values(board, tab.hub.solved.probe))
    worths = [
        MoveWorth(board.uci(each.move), board.san(each.move), each.value, each.distance)
        for each in values
    ]
    return SolvedView(request.node, verdict.value, verdict.distance, worths)
