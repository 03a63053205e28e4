"""A fixed piece of work for the engine: its node count is the signature of how it plays."""

from collections.abc import Callable
from typing import NamedTuple

from ferz.board import Board
from ferz.engine import Engine

#: Games of every kind of board, how deep each is searched, and from where; None is the start.
POSITIONS = (
    ("chess", 17, None),
    ("chess", 16, "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"),
    ("chess", 22, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    ("selfcapture", 14, None),
    ("crazyhouse", 13, "r2qk2r/ppp2ppp/2np1n2/4p3/2B1P3/3P1N2/PPP2PPP/R1BQ1RK1[BNbp] w kq - 0 9"),
    ("capablanca", 14, None),
    ("gothic-selfhouse", 11, None),
    ("1d-12", 18, None),
    ("thin-2x10", 16, None),
    ("shako", 12, None),
    ("grasshopper", 10, None),
    ("antichess", 13, None),
    ("racingkings", 13, None),
    ("caravan", 9, None),
)


#: How often it asks whether it is stopped.
ASKED_S = 0.005


class Bench(NamedTuple):
    """What `bench` counts."""

    #: The same on every machine, until the way it plays changes: a signature.
    nodes: int
    time_ms: int


def bench(is_stopped: Callable[[], bool] = lambda: False) -> Bench | None:
    """Search fixed positions of many games to fixed depths, with one thread each.

    It asks again and again whether it is stopped; then there is no count.
    """
    nodes = time_ms = 0
    for game, depth, fen in POSITIONS:
        board = Board(game, fen)
        with Engine(board.variant) as engine:
            search = engine.start(board, depth=depth)
            while not search.wait(ASKED_S):
                if is_stopped():
                    return None
        found = search.result()
        nodes += found.nodes
        time_ms += found.time_ms
    return Bench(nodes, time_ms)
