"""Playing: new games, moves, taking back, hints."""

import asyncio

import ferz
from ferz import Board, Engine, variants
from ferz.board import read_position
from ferz.hints import Hint
from ferz.strategies import STRATEGIES
from ferz.svg_art import SHAPES
from ferz.web.dispatch import Refusal, answers
from ferz.web.messages.base import Done
from ferz.web.messages.play import (
    AgreeDraw,
    AskHint,
    CloseGame,
    Hello,
    HintView,
    MoveNow,
    NewGame,
    OpenGame,
    PlayAgain,
    PlayFromHere,
    PlayMove,
    Prepared,
    PrepareGame,
    Resign,
    SetPlayers,
    TakeBack,
    Welcome,
)
from ferz.web.messages.views import GameState
from ferz.web.tab import Tab

#: A hint looks at so many positions: enough to see what matters, within a second.
HINT_NODES = 150_000


@answers
async def hello(tab: Tab, request: Hello) -> Welcome:
    """What a page needs once."""
    del request
    return Welcome(
        version=ferz.__version__,
        cards=tab.hub.catalogue.cards(),
        shapes=SHAPES,
        levels=10,
        strategies=list(STRATEGIES),
        modifiers=list(variants.modifier_names()),
    )


@answers
async def prepare_game(tab: Tab, request: PrepareGame) -> Prepared:
    """Look at a game before it begins."""
    catalogue = tab.hub.catalogue
    variant = catalogue.load(request.variant)
    problem = ""
    try:
        board = read_position(variant, request.start)
    except ValueError as error:
        board, problem = Board(variant), str(error)
    return Prepared(catalogue.fitting(request.variant), board.board_fen, problem)


@answers
async def new_game(tab: Tab, request: NewGame) -> GameState:
    """Begin a game and watch it."""
    game = tab.hub.new_game(request)
    await tab.hub.solved.ensure(game.board)
    tab.watch(game)
    return game.state()


@answers
async def open_game(tab: Tab, request: OpenGame) -> GameState:
    """Watch a game from where it stands."""
    game = tab.hub.game(request.game)
    await tab.hub.solved.ensure(game.board)
    tab.watch(game)
    return game.state()


@answers
async def close_game(tab: Tab, request: CloseGame) -> Done:
    """Watch it no longer."""
    tab.unwatch(request.game)
    return Done()


@answers
async def play_move(tab: Tab, request: PlayMove) -> GameState:
    """A human's move."""
    game = tab.hub.game(request.game)
    game.play(request.move, request.node)
    return game.state()


@answers
async def take_back(tab: Tab, request: TakeBack) -> GameState:
    """Back by one move, or by a whole turn."""
    game = tab.hub.game(request.game)
    game.take_back()
    return game.state()


@answers
async def play_again(tab: Tab, request: PlayAgain) -> GameState:
    """Forward again."""
    game = tab.hub.game(request.game)
    game.play_again()
    return game.state()


@answers
async def resign(tab: Tab, request: Resign) -> GameState:
    """A side gives up."""
    game = tab.hub.game(request.game)
    game.end("0-1" if request.side == "white" else "1-0", "resignation")
    return game.state()


@answers
async def agree_draw(tab: Tab, request: AgreeDraw) -> GameState:
    """Two people agree; an engine does not."""
    game = tab.hub.game(request.game)
    if any(player.kind == "engine" for player in game.players.values()):
        raise Refusal("not_your_turn")
    game.end("1/2-1/2", "agreement")
    return game.state()


@answers
async def move_now(tab: Tab, request: MoveNow) -> Done:
    """No more thinking."""
    tab.hub.game(request.game).move_now()
    return Done()


@answers
async def set_players(tab: Tab, request: SetPlayers) -> GameState:
    """Other players from now on."""
    game = tab.hub.game(request.game)
    game.set_players(request.white, request.black)
    return game.state()


@answers
async def play_from_here(tab: Tab, request: PlayFromHere) -> GameState:
    """Another continuation from a node."""
    game = tab.hub.game(request.game)
    tab.watch(game)
    game.play_from(request.node, request.white, request.black)
    return game.state()


@answers
async def ask_hint(tab: Tab, request: AskHint) -> HintView:
    """Help where the game stands."""
    game = tab.hub.game(request.game)
    if game.is_over or not game.board.legal_moves:
        raise Refusal("game_over")
    board = game.board.copy()
    with tab.hub.slots.take():
        hint = await asyncio.to_thread(_hint, board, tab.hub.solved.tables(board.variant))
    return HintView(hint.theme, hint.piece, hint.square, board.uci(hint.move), board.san(hint.move))


def _hint(board: ferz.Board, tables: "ferz.Tables | None") -> Hint:
    with Engine(board.variant, tables=tables) as engine:
        return engine.hint(board, nodes=HINT_NODES)
