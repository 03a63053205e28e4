"""The core against referees: pyffish, python-chess, and the slow generator of the tests.

Seeded random games are walked; at every position the legal moves, their notation, the FEN, checks
and ends must be equal. What the referees write differently is normalized, as the rules say.
"""

import random
import re
import warnings
from collections.abc import Iterator
from typing import Any

import chess
import chess.variant
import pyffish
import pytest
import slow
from random_games import random_settings

import ferz
from ferz import variants

SHARED_NAMES = """
3check almost amazon antichess berolina capablanca capahouse chancellor chess courier crazyhouse
embassy extinction gardner gothic grand grasshopper horde janus kingofthehill knightmate losalamos
nightrider racingkings shako shatranj torpedo
"""
SHARED = SHARED_NAMES.split()
COMPOSED_NAMES = """
chess+selfcapture chess+hands chess+960 chess+torpedo chess+nocastle chess960+selfcapture
chess+960+selfcapture+hands gothic+selfcapture+hands capablanca+960 capablanca+torpedo+selfcapture
crazyhouse+selfcapture shako+selfcapture grasshopper+selfcapture nightrider+selfcapture+hands
berolina+selfcapture berolina+hands antichess+selfcapture extinction+hands horde+selfcapture
racingkings+selfcapture grand+hands courier+selfcapture janus+960 knightmate+selfcapture+960
3check+hands kingofthehill+torpedo+hands losalamos+hands+selfcapture thin-4x6+selfcapture
1d-12+selfcapture octopawn+selfcapture quickchess+hands embassy+nocastle
"""
COMPOSED = COMPOSED_NAMES.split()
NAMELESS = {"source": "random.toml", "id": "random", "name": "A random game"}
PYTHON_CHESS: dict[str, type[Any]] = {
    "chess": chess.Board,
    "chess960": chess.Board,
    "crazyhouse": chess.variant.CrazyhouseBoard,
    "kingofthehill": chess.variant.KingOfTheHillBoard,
    "3check": chess.variant.ThreeCheckBoard,
    "antichess": chess.variant.AntichessBoard,
    "horde": chess.variant.HordeBoard,
    "racingkings": chess.variant.RacingKingsBoard,
}


def walk(board: ferz.Board, seed: str, plies: int) -> Iterator[ferz.Move | None]:
    """Play a random game; every position is offered once, with the move that leads on or None."""
    rng = random.Random(seed)
    for _ in range(plies):
        moves = sorted(board.legal_moves, key=str)
        # Many moves are captures or long steps where there are any, so that games get somewhere.
        captures = [move for move in moves if board.is_capture(move)]
        passing = [move for move in moves if move.is_en_passant or move.is_castling]
        longs = [move for move in moves if move.is_double_step]
        favorites = rng.choice([captures, passing, longs, moves, moves])
        chosen = favorites or moves
        move = rng.choice(chosen) if chosen and board.outcome is None else None
        yield move
        if move is None:
            return
        board.push(move)


def plain(fen: str) -> str:
    """Sort the hands and leave out en passant, which every program writes by its own rule."""
    cells, *fields = fen.split()
    cells = re.sub(r"\[(.*)\]", lambda held: f"[{''.join(sorted(held[1]))}]", cells)
    fields[2] = "-"
    return " ".join([cells, *fields])


def winner_of(value: int, turn: bool) -> bool | None:
    return None if value == 0 else turn if value > 0 else not turn


# pyffish


def pyffish_winner(game: str, fen: str, turn: bool) -> bool | None:
    """Who has won a game in which there is no legal move left; None is a draw."""
    ended, value = pyffish.is_immediate_game_end(game, fen, [])
    return winner_of(value if ended else pyffish.game_result(game, fen, []), turn)


@pytest.mark.parametrize("game", SHARED)
@pytest.mark.parametrize("seed", [0, 1])
def test_random_games_agree_with_pyffish(game: str, seed: int) -> None:
    board = ferz.Board(game)
    fen = pyffish.start_fen(game)
    for move in walk(board, f"{game} {seed}", 50):
        theirs = pyffish.legal_moves(game, fen, [])
        assert sorted(map(str, board.legal_moves)) == sorted(theirs), board.fen
        assert plain(board.fen) == plain(fen)
        assert board.is_check == pyffish.gives_check(game, fen, [])
        if not theirs:
            assert board.outcome is not None
            assert board.outcome.winner == pyffish_winner(game, fen, board.turn), board.fen
        if move:
            fen = pyffish.get_fen(game, fen, [str(move)])


@pytest.mark.parametrize("number", range(0, 960, 60))
def test_random_chess960_games_agree_with_pyffish(number: int) -> None:
    board = ferz.Board.from_chess960_pos(number)
    fen = board.fen
    for move in walk(board, f"960 {number}", 50):
        theirs = pyffish.legal_moves("chess", fen, [], True)
        assert sorted(map(str, board.legal_moves)) == sorted(theirs), board.fen
        if move:
            fen = pyffish.get_fen("chess", fen, [str(move)], True)


@pytest.mark.parametrize("game", SHARED)
def test_san_and_captures_agree_with_pyffish(game: str) -> None:
    board = ferz.Board(game)
    fen = pyffish.start_fen(game)
    rng = random.Random(game)
    for move in walk(board, f"san {game}", 30):
        for legal in rng.sample(board.legal_moves, min(3, len(board.legal_moves))):
            assert board.is_capture(legal) == pyffish.is_capture(game, fen, [], str(legal))
            # To pyffish the pawn of berolina is a piece with a letter.
            if game != "berolina":
                assert board.san(legal) == pyffish.get_san(game, fen, str(legal)), board.fen
        if move:
            fen = pyffish.get_fen(game, fen, [str(move)])


# python-chess


@pytest.mark.parametrize("game", PYTHON_CHESS)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_agree_with_python_chess(game: str, seed: int) -> None:
    board = ferz.Board(game)
    if game == "chess960":
        board = ferz.Board.from_chess960_pos(97 * seed)
    theirs = PYTHON_CHESS[game](board.fen, chess960=game == "chess960")
    for move in walk(board, f"python-chess {game} {seed}", 60):
        assert sorted(map(str, board.legal_moves)) == sorted(map(str, theirs.legal_moves))
        assert without_clock(board.fen, game) == without_clock(theirs.fen(), game), board.fen
        assert board.ep_square == ep_square(theirs)
        for legal in theirs.legal_moves:
            ours, known = board.san(board.parse_uci(legal.uci())), theirs.san(legal)
            known = f"P{known}" if known.startswith("@") else known
            assert ours.rstrip("+#") == known.rstrip("+#")
        if move:
            theirs.push_uci(str(move))


def without_clock(fen: str, game: str) -> str:
    """In crazyhouse python-chess lets the move clock run on after a drop; we start it again."""
    fields = plain(fen).split()
    return " ".join(fields if game != "crazyhouse" else fields[:-2])


def ep_square(board: chess.Board) -> str | None:
    if not board.has_legal_en_passant() or board.ep_square is None:
        return None
    return chess.square_name(board.ep_square)


# The slow generator


def agree(board: ferz.Board, line: slow.Line, position: slow.Position) -> dict[str, slow.Move]:
    """Compare one position in everything the slow generator knows."""
    moves = {move.uci(): move for move in slow.legal_moves(position)}
    assert sorted(map(str, board.legal_moves)) == sorted(moves), board.fen
    assert sort_hands(board.fen) == sort_hands(slow.write_fen(position)), board.fen
    assert board.is_check == slow.in_check(position, board.turn), board.fen
    outcome = board.outcome
    assert line.outcome() == (outcome and (outcome.winner, outcome.reason)), board.fen
    return moves


def sort_hands(fen: str) -> str:
    return re.sub(r"\[(.*)\]", lambda held: f"[{''.join(sorted(held[1]))}]", fen)


@pytest.mark.parametrize("spec", [*variants.builtin_names(), *COMPOSED])
def test_a_random_game_agrees_with_the_slow_generator(spec: str) -> None:
    board = ferz.Board(spec)
    game = slow.Game(variants.settings(spec))
    line = slow.Line(slow.read_fen(game, board.fen))
    for move in walk(board, f"slow {spec}", 40):
        moves = agree(board, line, line.position)
        if move:
            line.push(moves[str(move)])


@pytest.mark.parametrize("spec", [*variants.builtin_names(), *COMPOSED])
def test_late_positions_agree_with_the_slow_generator(spec: str) -> None:
    board = ferz.Board(spec)
    game = slow.Game(variants.settings(spec))
    for move in walk(board, f"late {spec}", 160):
        if board.ply % 20 == 19 or move is None:
            position = slow.read_fen(game, board.fen)
            moves = [move.uci() for move in slow.legal_moves(position)]
            assert sorted(map(str, board.legal_moves)) == sorted(moves), board.fen
            assert sort_hands(board.fen) == sort_hands(slow.write_fen(position))


@pytest.mark.parametrize("seed", range(6))
def test_shuffled_starts_agree_with_the_slow_generator(seed: int) -> None:
    spec = ["chess+960+selfcapture", "capablanca+960+selfcapture", "janus+960+hands"][seed % 3]
    variant = ferz.variant(spec)
    board = ferz.Board(variant, variants.shuffled_start(variant, seed=seed))
    line = slow.Line(slow.read_fen(slow.Game(variants.settings(spec)), board.fen))
    for move in walk(board, f"shuffled {seed}", 40):
        moves = agree(board, line, line.position)
        if move:
            line.push(moves[str(move)])


@pytest.mark.parametrize("seed", range(100))
def test_a_game_nobody_has_played_agrees_with_the_slow_generator(seed: int) -> None:
    settings = random_settings(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ferz.VariantWarning)
        board = ferz.Board(variants.loads(variants.dumps({**settings, **NAMELESS})))
    line = slow.Line(slow.read_fen(slow.Game(settings), board.fen))
    for move in walk(board, f"nobody {seed}", 30):
        moves = agree(board, line, line.position)
        assert ferz.Board(board.variant, board.fen).key == board.key, board.fen
        if move:
            line.push(moves[str(move)])
