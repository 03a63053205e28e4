"""`Game`: a tree of moves with comments, variations and headers."""

import pytest

import ferz


def test_a_game_is_built_move_by_move_in_any_notation() -> None:
    game = ferz.Game()
    node = game.add_variation("e4").add_variation("e7e5")
    assert node.san() == "e5"
    assert [str(move) for move in game.mainline_moves()] == ["e2e4", "e7e5"]
    assert game.end() is node


def test_a_node_knows_its_position() -> None:
    game = ferz.Game()
    node = game.add_line(["e4", "c5", "Nf3"])
    assert node.board().fen == "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    assert node.ply() == 3
    assert node.turn() == ferz.BLACK
    assert game.board() == ferz.Board()


def test_an_illegal_move_is_not_added() -> None:
    game = ferz.Game()
    with pytest.raises(ferz.MoveError):
        game.add_variation("e5")
    assert game.is_end()


def test_a_second_move_is_a_variation() -> None:
    game = ferz.Game()
    main, side = game.add_variation("e4"), game.add_variation("d4")
    assert game.variations == [main, side]
    assert main.is_mainline()
    assert side.starts_variation()
    assert game.variation(1) is side
    assert side.move is not None
    assert game.has_variation(side.move)


def test_a_variation_is_promoted_and_demoted() -> None:
    game = ferz.Game()
    a, b, c = (game.add_variation(move) for move in ("a3", "b3", "c3"))
    c.promote()
    assert game.variations == [a, c, b]
    b.promote_to_main()
    assert game.variations == [b, a, c]
    b.demote()
    assert game.variations == [a, b, c]


def test_a_variation_is_removed_with_all_that_follows() -> None:
    game = ferz.Game()
    side = game.add_variation("d4")
    main = game.add_main_variation("e4")
    game.remove_variation(1)
    assert game.variations == [main]
    with pytest.raises(KeyError):
        game.variation(side.move or 0)


def test_a_game_is_made_from_the_moves_of_a_board() -> None:
    board = ferz.Board()
    for move in ("f3", "e5", "g4", "Qh4"):
        board.push(move)
    game = ferz.Game.from_board(board)
    assert game.end().board() == board
    assert game.headers["Result"] == "0-1"


def test_a_game_of_another_variant_from_a_position_has_the_tags() -> None:
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Q] w KQkq - 0 1"
    game = ferz.Game("crazyhouse", fen)
    assert game.headers["Variant"] == "Crazyhouse"
    assert game.headers["SetUp"] == "1"
    assert game.headers["FEN"] == fen
    assert game.add_variation("Q@e5").uci() == "Q@e5"


def test_white_space_in_a_comment_is_single_spaces() -> None:
    node = ferz.Game().add_variation("e4", comment="  best\n by   test ")
    assert node.comment == "best by test"


def test_the_clock_is_read_from_the_comment() -> None:
    node = ferz.Game().add_variation("e4", comment="[%clk 1:02:03.5] good")
    assert node.clock() == 3723.5
    assert ferz.Game().clock() is None


def test_games_with_equal_moves_and_comments_are_equal() -> None:
    games = [ferz.Game(headers={"White": "A"}) for _ in range(2)]
    for game in games:
        game.add_line(["e4", "e5"], comment="so")
    assert games[0] == games[1]
    games[1].end().nags.add(1)
    assert games[0] != games[1]


def test_a_game_of_thousands_of_moves_is_written_and_compared() -> None:
    game = ferz.Game()
    game.add_line(["Nf3", "Nf6", "Ng1", "Ng8"] * 1000)
    assert ferz.Game.from_pgn(game.pgn()) == game


def test_the_start_of_a_game_has_no_move_to_write() -> None:
    with pytest.raises(ValueError, match=r"^node: the start of a game has no move$"):
        ferz.Game().san()
