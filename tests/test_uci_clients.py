"""A real client of UCI, python-chess's engine module, plays whole games with `ferz uci`."""

import sys

import chess
import chess.engine
import chess.variant
import pytest

COMMAND = [sys.executable, "-m", "ferz.cli", "uci"]
#: A game that is longer is no game.
MOST_PLIES = 600


@pytest.mark.parametrize("kind", [chess.Board, chess.variant.CrazyhouseBoard])
def test_python_chess_plays_a_whole_game(kind: type[chess.Board]) -> None:
    board = kind()
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=60) as engine:
        while not board.is_game_over(claim_draw=True):
            assert board.ply() < MOST_PLIES
            result = engine.play(board, chess.engine.Limit(nodes=1_000))
            assert result.move is not None
            # It refuses a move that it thinks illegal.
            board.push(result.move)
    assert board.result(claim_draw=True) in ("1-0", "0-1", "1/2-1/2")


def test_python_chess_analyzes_and_sets_options() -> None:
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=60) as engine:
        assert engine.id["name"].startswith("Ferz")
        engine.configure({"Skill Level": 20, "Hash": 8, "Threads": 2})
        infos = engine.analyse(chess.Board(), chess.engine.Limit(depth=6), multipv=3)
        assert [info["multipv"] for info in infos] == [1, 2, 3]
        assert all(info["pv"] for info in infos)
        engine.ping()


def test_python_chess_plays_by_the_clock_and_castles_in_chess960() -> None:
    board = chess.Board("4k2r/8/8/8/8/8/8/1K4RR w KQkq - 0 1", chess960=True)
    limit = chess.engine.Limit(white_clock=1.0, black_clock=1.0, white_inc=0.01, black_inc=0.01)
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=60) as engine:
        for _ in range(6):
            move = engine.play(board, limit).move
            assert move is not None
            assert move in board.legal_moves
            board.push(move)
