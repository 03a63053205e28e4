"""The values of the small games, by `ferz.solve`."""

from pathlib import Path

import pytest
from small_games import small_game

import ferz
from ferz.solver import Progress, StoppedError, Tables


@pytest.mark.parametrize(
    ("game", "value", "distance"),
    [
        ("1d-6", "win", 1),
        ("1d-7", "loss", 6),
        ("1d-8", "win", 11),
        ("1d-9", "draw", None),
        ("octopawn", "win", 11),
    ],
)
@pytest.mark.parametrize("method", ["tables", "graph"])
def test_small_games_have_their_known_values(
    game: str, value: str, distance: int | None, method: str
) -> None:
    solution = ferz.solve(game, method=method)
    assert (solution.value, solution.distance) == (value, distance)
    assert solution.method == method
    assert len(solution.line) == (distance or len(solution.line))


def test_1d_8_is_won_by_one_move_only() -> None:
    solution = ferz.solve("1d-8")
    assert [each.value for each in solution.moves] == ["win", "draw", "loss", "loss"]
    assert [str(move) for move in solution.best_moves] == ["a2a4"]
    end = solution.board.copy()
    for move in solution.line:
        end.push(move)
    assert end.is_checkmate


def test_1d_10_is_drawn_with_its_known_count() -> None:
    solution = ferz.solve("1d-10")
    assert solution.value == "draw"
    assert solution.reachable is not None
    assert solution.reachable.positions == 60_068


def test_1d_12_is_drawn_with_its_known_counts() -> None:
    reach = ferz.solve("1d-12").reachable
    assert reach is not None
    assert reach[:5] == (457_770, 133_904, 85_702, 238_164, 31)


def test_thin_3x8_is_drawn_with_its_known_counts() -> None:
    solution = ferz.solve("thin-3x8")
    assert solution.value == "draw"
    assert solution.reachable is not None
    assert (solution.reachable.positions, solution.reachable.longest) == (5_094_396, 36)


def test_thin_3x8_with_white_to_move_is_refused() -> None:
    with pytest.raises(ferz.FenError, match="Black is in check on c8 but White is to move"):
        ferz.solve("thin-3x8", "2k/1r1/n2/3/3/3/2Q/2K w - - 0 1")


def test_a_rook_cannot_mate_on_two_files() -> None:
    solution = ferz.solve("thin-2x10", "1k/2/2/2/2/2/2/2/R1/K1 w - - 0 1")
    assert solution.value == "draw"
    assert solution.tables is not None
    assert (solution.tables.won, solution.tables.lost) == (0, 0)


def test_the_naive_search_is_wrong_about_this_one() -> None:
    board = ferz.Board.from_compact("wk,wn,wn,x,x,br,bk:w", "1d-7")
    solution = ferz.solve(board)
    assert (solution.value, solution.distance) == ("loss", 6)


def test_the_longest_win_on_the_board_is_one() -> None:
    tables = ferz.solve("1d-8").tables
    assert tables is not None
    longest = ferz.solve("1d-8", tables.longest_fen)
    assert (longest.value, longest.distance) == ("win", tables.longest)


def test_a_game_with_hands_is_solved_by_its_graph() -> None:
    solution = ferz.solve("1d-6+hands")
    assert solution.method == "graph"
    assert (solution.value, solution.distance) == ("win", 1)


def test_tables_refuse_what_they_cannot_hold() -> None:
    with pytest.raises(ferz.SolveError, match="tables: a game with pieces in hand"):
        ferz.solve("1d-6+hands", method="tables")
    with pytest.raises(ferz.SolveError, match="en passant"):
        ferz.solve("chess", "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", method="tables")
    with pytest.raises(ferz.SolveError, match="castling rights"):
        ferz.solve("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", method="tables")


def test_memory_that_does_not_suffice_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(ferz.SolveError, match=r"needed, for all tables at once.* at most 100"):
        ferz.solve("thin-4x6", method="tables", memory_mb=100)
    with pytest.raises(ferz.SolveError, match=r"needed, for K\S+-K\S+ with .* at most 100"):
        ferz.solve("thin-4x6", method="tables", memory_mb=100, folder=tmp_path)
    with pytest.raises(ferz.SolveError, match=r"needed, for .*; graph: more than 1 MiB for"):
        ferz.solve("thin-4x6", memory_mb=1)
    with pytest.raises(ferz.SolveError, match="graph: more than 1 MiB for"):
        ferz.solve("1d-12", method="graph", memory_mb=1)


def test_a_watcher_can_stop_the_work() -> None:
    seen: list[Progress] = []

    def stop(progress: Progress) -> bool:
        seen.append(progress)
        return False

    with pytest.raises(StoppedError):
        ferz.solve("1d-12", on_progress=stop)
    assert len(seen) == 1
    assert seen[0].stages_total > 1


def test_an_unknown_method_is_an_error() -> None:
    with pytest.raises(ValueError, match="method 'magic', expected one of auto, tables, graph"):
        ferz.solve("1d-6", method="magic")


def test_threads_make_no_difference() -> None:
    board = small_game("self-capture")
    one, two = (ferz.solve(board, threads=threads) for threads in (1, 2))
    assert one.tables == two.tables
    assert one.moves == two.moves


def test_a_position_that_is_over_has_a_value_and_no_moves() -> None:
    mated = ferz.solve("1d-7", "k/R/K/1/1/1/1 b - - 0 1")
    assert (mated.value, mated.distance, mated.moves, mated.line) == ("loss", 0, (), ())


def test_a_position_that_is_over_needs_no_large_tables() -> None:
    board = ferz.Board("chess", "rnbqkbnr/pppp1ppp/4p3/8/5PP1/8/PPPPP2P/RNBQKBNR b - - 0 2")
    board.push("d8h4")
    solution = ferz.solve(board)
    assert (solution.value, solution.distance, solution.method) == ("loss", 0, "graph")


def test_a_line_does_not_end_with_the_clock() -> None:
    board = ferz.Board("chess", "8/8/8/8/8/8/1R6/k1K5 w - - 98 80")
    longer = ferz.Board("chess", "8/8/8/3k4/8/8/8/R3K3 w - - 90 80")
    for each in (board, longer):
        solution = ferz.solve(each)
        assert solution.value == "win"
        assert len(solution.line) == solution.distance
        end = ferz.Board("chess", each.fen.rsplit(" ", 2)[0] + " 0 1")
        for move in solution.line:
            end.push(move)
        assert end.is_checkmate


def test_a_longest_position_is_one_of_the_game() -> None:
    for name in ("one king", "one king and bishops", "kings in palaces"):
        board = small_game(name)
        known = ferz.solve(board, method="tables").tables
        assert known is not None
        if known.longest:
            found = ferz.solve(board.variant, known.longest_fen)
            assert found.distance == known.longest


def test_a_piece_that_promotes_to_itself_is_left_to_the_graph() -> None:
    text = (
        'name = "circles"\nfiles = 3\nranks = 3\nstart = "k2/3/G1K w - - 0 1"\n[pieces]\n'
        'general = { letter = "g", move = "FfW" }\n'
        'king = { letter = "k", move = "K", royal = true }\n[rules]\n'
        'promotion_pawn_types = "g"\npromotion_piece_types = "g"\n'
    )
    board = ferz.Board(ferz.variants.loads(text))
    with pytest.raises(ferz.SolveError, match="a piece that promotes to one that promotes"):
        ferz.solve(board, method="tables")
    assert ferz.solve(board).method == "graph"


@pytest.mark.parametrize("name", ["threads", "memory_mb", "nodes"])
@pytest.mark.parametrize("value", [0, -1])
def test_amounts_of_nothing_are_refused(name: str, value: int) -> None:
    with pytest.raises(ValueError, match=f"{name} {value}, expected 1 or more"):
        ferz.solve("1d-6", **{name: value})  # type: ignore[arg-type]


def test_a_position_may_be_told_in_compact_notation() -> None:
    assert ferz.solve("1d-7", "wk,wn,wn,x,x,br,bk:w").distance == 6


def test_every_material_of_a_game_without_kings_can_be_solved() -> None:
    tables = Tables("octopawn")
    stages = tables.plan_men(2)
    # Also that of an empty board.
    assert min(stage.men for stage in stages) == 0
    tables.build(threads=1)
    assert all(stage.is_solved for stage in tables.stages)
