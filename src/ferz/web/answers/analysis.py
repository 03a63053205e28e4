"""Analysis: the tree of a game, engine lines, proven values."""

from ferz import Board, Solution, SolveError
from ferz.solver import Statistics, StoppedError, TableStatistics
from ferz.solver.verdicts import best_first, move_values
from ferz.web.analysing import Analyser, move_views
from ferz.web.dispatch import Refusal, answers
from ferz.web.live import LiveGame
from ferz.web.messages.analysis import (
    AddMove,
    Analyse,
    AskSolved,
    Look,
    Moved,
    MoveWorth,
    PromoteVariation,
    RemoveMoves,
    SetComment,
    SetNags,
    SolutionView,
    Solve,
    SolvedCounts,
    SolvedView,
    SolveEnded,
    StopAnalysis,
    StopSolving,
)
from ferz.web.messages.base import Done
from ferz.web.messages.views import GameState, PositionView
from ferz.web.solved import can_solve
from ferz.web.tab import Tab
from ferz.web.tree import Node
from ferz.web.views import position_view
from ferz.web.working import Report, begin, stop

MOST_LINES = 10


def board_at(game: LiveGame, node: int) -> Board:
    """The position of a node. Raises `Refusal` where there is none."""
    node_of(game, node)
    return game.tree.board(node)


def node_of(game: LiveGame, number: int) -> Node:
    """A node of a game. Raises `Refusal` where there is none."""
    if number not in game.tree.nodes:
        raise Refusal("not_found")
    return game.tree.nodes[number]


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
async def set_comment(tab: Tab, request: SetComment) -> GameState:
    """What is said about a move."""
    game = tab.hub.game(request.game)
    node_of(game, request.node).comment = request.comment.strip()
    return _changed(game)


@answers
async def set_nags(tab: Tab, request: SetNags) -> GameState:
    """The glyphs of a move."""
    game = tab.hub.game(request.game)
    node_of(game, request.node).nags = sorted(set(request.nags))
    return _changed(game)


@answers
async def promote_variation(tab: Tab, request: PromoteVariation) -> GameState:
    """Another main line; the game itself stands where it stood."""
    game = tab.hub.game(request.game)
    node_of(game, request.node)
    game.tree.promote(request.node)
    return _changed(game)


@answers
async def remove_moves(tab: Tab, request: RemoveMoves) -> GameState:
    """A branch less. What was played stays."""
    game = tab.hub.game(request.game)
    parent = node_of(game, request.node).parent
    for end in (game.current, game.tip):
        if parent is None or request.node in game.tree.path(end):
            raise Refusal("not_found")
    game.tree.remove(request.node)
    return _changed(game)


def _changed(game: LiveGame) -> GameState:
    game.save()
    game.tell()
    return game.state()


@answers
async def analyse(tab: Tab, request: Analyse) -> Done:
    """Search a position until told otherwise."""
    board = board_at(tab.hub.game(request.game), request.node)
    if tab.analyser is None:
        tab.analyser = Analyser(tab)
    # A side in check cannot pass: there is no threat to be looked for beyond the check.
    if not board.legal_moves or (request.threat and board.is_check):
        tab.analyser.stop()
        return Done()
    if request.threat:
        board = _passed(board)
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
        return SolvedView(request.node, None, None, [], can_solve(board))
    verdict = tab.hub.solved.probe(board)
    assert verdict is not None
    values = best_first(move_values(board, tab.hub.solved.probe))
    worths = [
        MoveWorth(board.uci(each.move), board.san(each.move), each.value, each.distance)
        for each in values
    ]
    # A position of which only the value is known can be solved again, with all that follows.
    is_partial = any(each.value is None for each in values)
    return SolvedView(request.node, verdict.value, verdict.distance, worths, is_partial)


@answers
async def solve(tab: Tab, request: Solve) -> Done:
    """Prove a position, on a thread."""
    board = board_at(tab.hub.game(request.game), request.node)
    if not can_solve(board):
        raise Refusal("not_solvable")
    solved = tab.hub.solved
    solved.reserve()

    def run(report: Report) -> SolveEnded:
        try:
            found = solved.prove(
                board, lambda step: report(step.doing, step.entries_done, step.entries_total)
            )
        except StoppedError:
            return SolveEnded(request.generation, None)
        except SolveError as error:
            return SolveEnded(request.generation, None, str(error))
        return SolveEnded(request.generation, solution_view(found, request.node))

    try:
        begin(tab, "solve", request.generation, run, SolveEnded(request.generation, None))
    except BaseException:
        solved.release()
        raise
    return Done()


@answers
async def stop_solving(tab: Tab, request: StopSolving) -> Done:
    """End the proof."""
    del request
    stop(tab, "solve")
    return Done()


def solution_view(solution: Solution, node: int) -> SolutionView:
    """A proof for the page."""
    return SolutionView(
        node=node,
        value=solution.value,
        distance=solution.distance,
        method=solution.method,
        line=move_views(solution.board, solution.line),
        reachable=_counts(solution.reachable),
        tables=_counts(solution.tables),
    )


def _counts(found: Statistics | TableStatistics | None) -> SolvedCounts | None:
    if found is None:
        return None
    return SolvedCounts(found.positions, found.won, found.lost, found.drawn, found.longest)
