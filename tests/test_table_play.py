"""The engine with solved tables: it asks them while searching, and plays from them."""

import queue
from pathlib import Path

import pytest

import ferz
from ferz.engine import Engine
from ferz.solver import Tables
from ferz.solver.verdicts import good_replies, move_values, table_moves
from ferz.strategies import candidates

ROOK = "2k/3/3/3/3/3/R2/K2 w - - 0 1"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables")
    tables = Tables("thin-3x8", folder)
    tables.plan(ferz.Board("thin-3x8", ROOK))
    tables.build(threads=1)
    return folder


def test_perfect_play_mates_as_fast_as_the_table_says(folder: Path) -> None:
    board = ferz.Board("thin-3x8", ROOK)
    with Engine("thin-3x8", tables=folder) as engine:
        plies = 0
        while board.outcome is None:
            result = engine.play(board)
            assert result.move is not None
            assert result.mate == ((15 - plies + 1) // 2 if board.turn else -((15 - plies) // 2))
            board.push(result.move)
            plies += 1
    assert board.is_checkmate
    assert plies == 15


def test_the_search_finds_in_tables_what_it_could_not_reach(folder: Path) -> None:
    board = ferz.Board("thin-3x8", ROOK)
    with Engine("thin-3x8", tables=folder) as engine:
        assert list(engine.analyse(board, depth=2))[-1].mate == 8
        engine.set_tables(None)
        assert list(engine.analyse(board, depth=2))[-1].mate is None


def test_a_cooperative_player_does_not_win_while_it_can_help_it(folder: Path) -> None:
    board = ferz.Board("thin-3x8", "2k/1R1/3/1K1/3/3/3/3 w - - 0 1")
    values = move_values(board, Tables("thin-3x8", folder).probe)
    kind = {each.move for each in values if each.value != "win"}
    assert 0 < len(kind) < len(values)
    with Engine("thin-3x8", tables=folder) as engine:
        chosen = {engine.play(board, strategy="cooperative", seed=s).move for s in range(20)}
    assert chosen <= kind


def test_among_equal_moves_the_most_testing_one_is_played(folder: Path) -> None:
    tables = Tables("thin-3x8", folder)
    board = ferz.Board("thin-3x8", ROOK)
    equal = candidates(move_values(board, tables.probe), "perfect")
    assert len(equal) == 2
    chosen = table_moves(board, tables.probe, "perfect")
    replies = {move: good_replies(board, move, tables.probe) for move in equal}
    assert {replies[move] for move in chosen} == {min(replies.values())}


def test_a_weak_level_plays_by_its_own_lights(folder: Path) -> None:
    board = ferz.Board("thin-3x8", ROOK)
    with Engine("thin-3x8", tables=folder) as engine:
        assert engine.play(board, level=1, seed=1).nodes > 0
        assert engine.play(board).nodes == 0


def test_tables_of_another_game_are_refused() -> None:
    tables = Tables("1d-6")
    with pytest.raises(ValueError, match="tables: those of 1d-6, expected thin-3x8"):
        Engine("thin-3x8", tables=tables)


def test_a_folder_without_tables_is_no_mistake(tmp_path: Path) -> None:
    with Engine("thin-3x8", tables=tmp_path) as engine:
        assert engine.play(ferz.Board("thin-3x8", ROOK), depth=3).move is not None


def test_a_folder_that_is_none_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"tables: found '.*/nowhere', expected a folder"):
        Engine("thin-3x8", tables=tmp_path / "nowhere")


def test_a_damaged_block_does_not_cost_the_game(folder: Path, tmp_path: Path) -> None:
    import shutil

    copy = shutil.copytree(folder, tmp_path / "copy")
    tables = Tables("thin-3x8", copy)
    for path in copy.rglob("*.ferztable"):
        # The map sees what happens to the file: only blocks are behind the middle.
        content = bytearray(path.read_bytes())
        for place in range(len(content) // 2, len(content)):
            content[place] ^= 0xFF
        with path.open("r+b") as file:
            file.write(content)
    with Engine("thin-3x8", tables=tables) as engine:
        board = ferz.Board("thin-3x8", "2k/3/3/3/3/2n/R2/K2 w - - 0 1")
        assert list(engine.analyse(board, depth=6))[-1].moves


def test_a_search_without_end_goes_on_although_the_position_is_solved(folder: Path) -> None:
    depths: queue.SimpleQueue[int] = queue.SimpleQueue()
    with Engine("thin-3x8", tables=folder) as engine:
        search = engine.start(
            ferz.Board("thin-3x8", ROOK), infinite=True, on_line=lambda line: depths.put(line.depth)
        )
        while depths.get() < 3:
            assert not search.is_answered
        search.stop()
        assert search.result().mate == 8
