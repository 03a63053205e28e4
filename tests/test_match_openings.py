"""Openings: random ones that are even, and those of files."""

from pathlib import Path

import pytest

import ferz
from ferz.match import OpeningRule
from ferz.match.openings import Opening, RandomOpenings, open_openings, read_openings

RULE = OpeningRule(plies=6, limit_cp=60, nodes=500)


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["chess", "gothic", "crazyhouse", "antichess"])
def test_random_openings_are_even_and_go_on(name: str) -> None:
    game = ferz.variant(name)
    openings = open_openings(game, RULE, seed=3)
    with ferz.Engine(game) as engine:
        for pair in range(3):
            board = openings.opening(pair).board(game)
            assert board.outcome is None
            engine.clear()
            score = engine.play(board, nodes=RULE.nodes).score_cp
            assert score is not None
            assert abs(score) <= 60


def test_random_openings_depend_on_the_seed_alone() -> None:
    game = ferz.variant("gothic")
    first, again, other = (RandomOpenings(game, RULE, seed=seed) for seed in (1, 1, 2))
    assert first.opening(0) == again.opening(0) != other.opening(0)
    # A match that goes on knows what was played and asks only for the rest.
    known = first.opening(1)
    again.note(known)
    assert first.opening(2) == again.opening(2)


def test_no_random_opening_comes_twice() -> None:
    game = ferz.variant("chess")
    openings = RandomOpenings(game, OpeningRule(plies=1, limit_cp=None), seed=1)
    boards = {openings.opening(pair).board(game).epd() for pair in range(20)}
    assert len(boards) == 20


def test_a_tiny_game_has_openings_too() -> None:
    game = ferz.variant("1d-6")
    openings = RandomOpenings(game, RULE, seed=1)
    assert all(openings.opening(pair).board(game).outcome is None for pair in range(5))


def test_each_pair_of_chess960_has_a_start_of_its_own() -> None:
    game = ferz.variant("chess960")
    openings = RandomOpenings(game, OpeningRule(plies=2, limit_cp=None), seed=1)
    assert len({openings.opening(pair).fen for pair in range(5)}) == 5


def test_lines_of_fen_epd_and_moves_are_read(tmp_path: Path) -> None:
    lines = """# a comment
e2e4 e7e5

1. d4 d5 2. c4
4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7; id "one";
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
"""
    found = read_openings(written(tmp_path, "book.epd", lines), ferz.variant("chess"))
    assert [(opening.moves, opening.fen) for opening in found] == [
        (("e2e4", "e7e5"), None),
        (("d2d4", "d7d5", "c2c4"), None),
        ((), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        ((), "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"),
        ((), None),
    ]
    assert found[0].name == "book.epd: line 2"


def test_games_of_pgn_are_read(tmp_path: Path) -> None:
    text = '[Variant "Gothic"]\n\n1. e4 e5 *\n\n[Variant "Gothic"]\n\n1. d4 *\n'
    found = read_openings(written(tmp_path, "book.pgn", text), ferz.variant("gothic"))
    assert found[0] == Opening(("e2e4", "e7e5"), None, "book.pgn: game 1")
    assert found[1].moves == ("d2d4",)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.txt", "e2e5", "a.txt: line 1: 'e2e5': move 'e2e5'"),
        ("a.txt", "\nf2f3 e7e5 g2g4 d8h4", r"a.txt: line 2: the game is over \(checkmate\)"),
        ("a.epd", "9/8 w - -", "a.epd: line 1: '9/8 w - -': "),
        ("a.txt", "# nothing", "a.txt: found no opening, expected PGN, FEN, EPD or lines of"),
        ("a.epd", f"{ferz.Board().fen} moves e2e4 e7e5", "line 1: .*'moves' after the last field"),
        ("a.epd", f"{ferz.Board().epd()} O 17 nonsense here", "a.epd: line 1: .*move clock 'O'"),
        ("a.epd", f"{ferz.Board().epd()} bm e4", "a.epd: line 1: .*move clock 'bm'"),
        ("a.pgn", "1. e4 {a comment", "a.pgn: "),
        ("a.pgn", '[Variant "Gothic"]\n\n1. e4 *', "a.pgn: game 1 is one of 'gothic', expected"),
    ],
)
def test_a_bad_opening_is_named(tmp_path: Path, name: str, text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_openings(written(tmp_path, name, text), ferz.variant("chess"))


def test_a_file_is_used_again_from_its_start(tmp_path: Path) -> None:
    path = written(tmp_path, "book.txt", "e2e4\nd2d4\n")
    openings = open_openings(ferz.variant("chess"), OpeningRule(file=str(path)), seed=1)
    assert [openings.opening(pair).moves for pair in range(3)] == [("e2e4",), ("d2d4",), ("e2e4",)]


def test_a_file_may_be_shuffled_by_the_seed(tmp_path: Path) -> None:
    moves = [str(move) for move in ferz.Board().legal_moves]
    path = written(tmp_path, "book.txt", "\n".join(moves))
    rule = OpeningRule(file=str(path), order="random")
    one, again = (open_openings(ferz.variant("chess"), rule, seed=4) for _ in range(2))
    found = [one.opening(pair).moves[0] for pair in range(20)]
    assert found != moves
    assert sorted(found) == sorted(moves)
    assert found == [again.opening(pair).moves[0] for pair in range(20)]


def test_checks_and_clocks_of_a_position_are_kept(tmp_path: Path) -> None:
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1+3 4 3"
    file = tmp_path / "openings.fen"
    file.write_text(f"{fen}\n", encoding="utf-8")
    (opening,) = read_openings(file, ferz.variant("3check"))
    assert opening.fen == fen


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("w KQkq - 1+2 bm e4;", "w KQkq - 1+2 0 1"),
        ('w KQkq - 1+2 4 3 id "one; two"; bm e4 d4;', "w KQkq - 1+2 4 3"),
        ("b KQkq - bm e5;", "b KQkq - 3+3 0 1"),
        ("w KQkq - 1+2 4 3 ;D1 20 ;D2 400", "w KQkq - 1+2 4 3"),
    ],
)
def test_operations_follow_the_fields_that_the_game_has(
    tmp_path: Path, line: str, found: str
) -> None:
    array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    path = written(tmp_path, "book.epd", f"{array} {line}\n")
    (opening,) = read_openings(path, ferz.variant("3check"))
    assert opening.fen == f"{array} {found}"
