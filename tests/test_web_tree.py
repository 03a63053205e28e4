"""The move tree of a stored game: main line, variations, JSON and PGN."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ferz import Board, Game
from ferz.web import tree as trees
from ferz.web.tree import ROOT, Tree, TreeFullError


def tree_of(*lines: str, variant: str = "chess") -> Tree:
    """A tree of lines in SAN, the first of which is the main one."""
    tree = Tree(Board(variant))
    for line in lines:
        node, board = ROOT, Board(variant)
        for text in line.split():
            before = board.copy()
            node = tree.add(node, before, board.push(text))
    return tree


def node_of(tree: Tree, line: str) -> int:
    node = ROOT
    for san in line.split():
        (node,) = (child for child in tree.children(node) if tree.nodes[child].san == san)
    return node


def main_line(tree: Tree) -> str:
    return " ".join(tree.nodes[number].san for number in tree.path(tree.main_end()))


def test_a_move_is_added_once() -> None:
    tree = tree_of("e4 e5", "e4 e5 Nf3", "e4 c5")
    assert len(tree.nodes) == 5
    assert main_line(tree) == "e4 e5 Nf3"


def test_a_node_knows_what_its_move_was() -> None:
    tree = tree_of("a1a2", variant="selfcapture")
    node = tree.nodes[tree.main_end()]
    assert (node.uci, node.san, node.piece, node.is_self_capture) == ("a1a2", "Rxa2", "R", True)


def test_the_board_of_a_node_has_the_moves_behind_it() -> None:
    tree = tree_of("e4 e5 Nf3", "d4")
    assert tree.board(node_of(tree, "e4 e5")).fen == Board().fen.replace(
        "pppppppp/8/8/8/8/PPPPPPPP", "pppp1ppp/8/4p3/4P3/8/PPPP1PPP"
    ).replace("0 1", "0 2")
    assert tree.board(node_of(tree, "d4")).ply == 1


@pytest.mark.parametrize("node", [7, -1, 10**30])
def test_a_node_that_is_not_there_has_no_path(node: int) -> None:
    with pytest.raises(KeyError):
        tree_of("e4").path(node)


def test_a_promoted_node_is_the_main_line_with_all_before_it() -> None:
    tree = tree_of("e4 e5", "d4 d5", "d4 Nf6", "c4")
    tree.promote(node_of(tree, "d4 Nf6"))
    assert main_line(tree) == "d4 Nf6"
    assert [tree.nodes[child].san for child in tree.children(ROOT)] == ["d4", "e4", "c4"]
    assert Tree.from_json(tree.start, tree.to_json()).children(ROOT) == tree.children(ROOT)


def test_promoting_what_is_main_already_changes_nothing() -> None:
    tree = tree_of("e4 e5", "d4")
    before = tree.to_json()
    tree.promote(tree.main_end())
    tree.promote(ROOT)
    assert tree.to_json() == before


def test_a_removed_node_takes_along_what_follows_and_nothing_else() -> None:
    tree = tree_of("e4 e5 Nf3", "e4 c5", "d4")
    tree.remove(node_of(tree, "e4 e5"))
    assert main_line(tree) == "e4 c5"
    assert sorted(node.san for node in tree.nodes.values()) == ["", "c5", "d4", "e4"]


def test_numbers_stay_when_another_node_is_removed() -> None:
    tree = tree_of("e4", "d4")
    kept = node_of(tree, "d4")
    tree.remove(node_of(tree, "e4"))
    assert tree.children(ROOT) == [kept]
    assert tree.add(ROOT, tree.start, tree.start.parse_san("c4")) not in (kept, ROOT)


def test_the_root_is_never_removed() -> None:
    tree = tree_of("e4")
    tree.remove(ROOT)
    assert main_line(tree) == "e4"


def test_removing_what_is_not_there_is_an_error() -> None:
    with pytest.raises(KeyError):
        tree_of("e4").remove(9)


def test_a_full_tree_takes_no_new_move_but_finds_known_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trees, "MOST_NODES", 2)
    tree = tree_of("e4 e5")
    with pytest.raises(TreeFullError, match="2 moves"):
        tree.add(ROOT, tree.start, tree.start.parse_san("d4"))
    assert tree.add(ROOT, tree.start, tree.start.parse_san("e4")) == 1


def test_moves_are_numbered_as_players_count_them() -> None:
    assert numbers(Tree(Board()), "e4 e5 Nf3") == [(1, "white"), (1, "black"), (2, "white")]
    black_first = Tree(Board("chess", Board().fen.replace(" w ", " b ").replace("0 1", "0 7")))
    assert numbers(black_first, "e5 e4") == [(7, "black"), (8, "white")]


def numbers(tree: Tree, line: str) -> list[tuple[int, str]]:
    board, node = tree.start.copy(), ROOT
    for text in line.split():
        before = board.copy()
        node = tree.add(node, before, board.push(text))
    return [(view.number, view.turn) for view in tree.views()[1:]]


# PGN


PGN = """\
{Before} 1. e4 $1 {King's pawn} (1. d4 {Queen's pawn} 1... d5 (1... Nf6 2. c4 $5)) 1... e5 \
2. Nf3 (2. f4 {Gambit} 2... exf4) *
"""


def test_variations_comments_and_glyphs_survive_pgn() -> None:
    tree = Tree.from_game(Game.from_pgn(PGN))
    assert tree.game().pgn(columns=None).endswith(PGN)


def test_a_comment_before_a_variation_is_not_lost() -> None:
    tree = Tree.from_game(Game.from_pgn("1. e4 ({Better} 1. d4 {perhaps}) *"))
    assert tree.nodes[node_of(tree, "d4")].comment == "Better perhaps"


def test_a_move_that_pgn_gives_twice_is_one_node_with_both_comments() -> None:
    tree = Tree.from_game(Game.from_pgn("1. e4 {one} $1 (1. e4 {two} $3 1... c5) 1... e5 *"))
    node = tree.nodes[node_of(tree, "e4")]
    assert (node.comment, node.nags) == ("one two", [1, 3])
    assert main_line(tree) == "e4 e5"
    assert node_of(tree, "e4 c5")


def test_a_game_of_thousands_of_moves_is_read_and_written() -> None:
    text = "1. Nf3 Nf6 2. Ng1 Ng8 " * 1500
    game = Game.from_pgn(f'[Variant "chess"]\n\n{text} *')
    assert len(Tree.from_game(game).game().end().path()) == 6000


# Any tree


def random_tree(seed: int, variant: str) -> Tree:
    rng = random.Random(f"tree {seed}")
    tree = Tree(Board(variant))
    for _ in range(rng.randint(0, 40)):
        node = rng.choice(list(tree.nodes))
        board = tree.board(node)
        moves = [] if board.is_game_over else list(board.legal_moves)
        if moves:
            node = tree.add(node, board, rng.choice(moves))
        what = rng.random()
        if what < 0.15:
            tree.promote(node)
        elif what < 0.25:
            tree.remove(node)
        elif what < 0.5:
            tree.nodes[node].comment = rng.choice(["good", "{ brace }", "a; b", "%x [y]"])
            tree.nodes[node].nags = rng.sample(range(140), rng.randint(0, 3)) if node else []
    return tree


GAMES = st.sampled_from(["chess", "selfcapture", "crazyhouse", "1d-12", "gothic-selfhouse"])


@given(st.integers(0, 10**6), GAMES)
@settings(max_examples=40)
def test_any_tree_survives_json(seed: int, variant: str) -> None:
    tree = random_tree(seed, variant)
    again = Tree.from_json(tree.start, tree.to_json())
    assert again.nodes == tree.nodes
    assert again.views() == tree.views()
    assert all(again.children(node) == tree.children(node) for node in tree.nodes)


@given(st.integers(0, 10**6), GAMES)
@settings(max_examples=40)
def test_any_tree_survives_pgn(seed: int, variant: str) -> None:
    tree = random_tree(seed, variant)
    game = Game.from_pgn(tree.game().pgn(), variant)
    assert Tree.from_game(game).game().pgn() == tree.game().pgn()
    assert shape(Tree.from_game(game)) == shape(tree)


def shape(tree: Tree, node: int = ROOT) -> list[object]:
    each = tree.nodes[node]
    below = [shape(tree, child) for child in tree.children(node)]
    return [each.uci, each.san, each.comment, sorted(each.nags), below]
