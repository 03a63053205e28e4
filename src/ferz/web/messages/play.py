"""Playing: what the page asks about a game, and what it is told."""

from typing import Literal

from ferz.web.messages.base import Data, Event, Request, Side, Word
from ferz.web.messages.views import Card, GameState, Player


class Hello(Request, tag="hello"):
    """The first request of a page."""


class Welcome(Data):
    """What a page needs once."""

    version: str
    cards: list[Card]
    #: Drawings by name, as the inside of an SVG of 100 by 100.
    shapes: dict[str, str]
    levels: int
    strategies: list[str]
    modifiers: list[str]


class PrepareGame(Request, tag="prepare_game"):
    """What can be chosen before a game begins; `start` as of the new game."""

    variant: Word
    start: Word = ""


class Prepared(Data):
    """What fits a game that is about to begin."""

    #: Those that change it, and that its rules allow.
    modifiers: list[str]
    #: The pieces of the start, as in a FEN; what is wrong with the one that was asked for.
    placement: str
    problem: str


class NewGame(Request, tag="new_game"):
    """Begin a game; `start` is a FEN or compact notation, empty: as usual."""

    variant: Word
    white: Player
    black: Player
    start: Word = ""
    initial_ms: int = 0
    increment_ms: int = 0
    kind: Literal["game", "analysis"] = "game"
    #: Of a Chess960: the number of the start, or -1 for one at random.
    start_number: int | None = None
    #: A stored game that has these rules, should they no longer be on offer.
    like: Word = ""


class OpenGame(Request, tag="open_game"):
    """Watch a stored game; where it is an engine's turn, the engine goes on."""

    game: Word


class CloseGame(Request, tag="close_game"):
    """Watch it no longer."""

    game: Word


class PlayMove(Request, tag="play_move"):
    """Make a move where the game stands, as UCI or SAN."""

    game: Word
    move: Word
    #: The node on which the player looked when making it: a late click changes nothing.
    node: int


class TakeBack(Request, tag="take_back"):
    """Back by one move; against an engine, until the human is to move again."""

    game: Word


class PlayAgain(Request, tag="play_again"):
    """Forward again by what was taken back."""

    game: Word


class Resign(Request, tag="resign"):
    """Give a game up."""

    game: Word
    side: Side


class AgreeDraw(Request, tag="agree_draw"):
    """End a game without an engine as a draw."""

    game: Word


class MoveNow(Request, tag="move_now"):
    """Let the engine play what it has."""

    game: Word


class SetPlayers(Request, tag="set_players"):
    """Other players from now on: another level, or sides exchanged."""

    game: Word
    white: Player
    black: Player


class PlayFromHere(Request, tag="play_from_here"):
    """Go on playing from a node; the old moves stay as a variation."""

    game: Word
    node: int
    white: Player
    black: Player


class AskHint(Request, tag="ask_hint"):
    """Help where the game stands."""

    game: Word


class HintView(Data):
    """Help in four steps, of which the page shows one after another."""

    theme: str
    piece: str
    square: str
    uci: str
    san: str


class GameGone(Event, tag="game_gone"):
    """A watched game was deleted."""

    game: str


class GameChanged(Event, tag="game"):
    """A watched game has changed."""

    game: GameState
