"""The library of the page: games listed, counted, written and read as PGN."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from page_client import RefusedError, ask

from ferz.web.hub import Hub
from ferz.web.messages.library import (
    AskStatistics,
    DeleteGame,
    ExportPgn,
    ImportPgn,
    ListGames,
    RenameGame,
)
from ferz.web.messages.play import NewGame, OpenGame, PlayMove, Resign, TakeBack
from ferz.web.messages.views import Player
from ferz.web.statistics import histogram

HUMAN = Player("human", 10, "perfect")
MATE = ["f3", "e5", "g4", "Qh4#"]
OWN_GAME = """
name = "Two rooks"
files = 4
ranks = 4
start = "kr2/4/4/2RK w - - 0 1"
[pieces]
rook = { letter = "r", move = "R" }
king = { letter = "k", move = "K", royal = true }
"""


@pytest.fixture
def hub() -> Iterator[Hub]:
    made = Hub(":memory:")
    yield made
    made.close()


def play(hub: Hub, moves: list[str], variant: str = "chess", start: str = "") -> str:
    game = ask(hub, NewGame(1, variant, HUMAN, HUMAN, start=start))
    for move in moves:
        game = ask(hub, PlayMove(1, game.id, move, game.current))
    return str(game.id)


def listed(hub: Hub, **filters: Any) -> list[str]:
    return [game.id for game in ask(hub, ListGames(1, **filters)).games]


# Lists


def test_games_are_listed_the_newest_first(hub: Hub) -> None:
    games = [play(hub, moves) for moves in (["e4"], ["d4"], ["c4"])]
    assert listed(hub) == games[::-1]


def test_a_listed_game_says_all_that_a_card_shows(hub: Hub) -> None:
    play(hub, MATE)
    (game,) = ask(hub, ListGames(1)).games
    assert (game.variant, game.variant_name, game.plies) == ("chess", "Chess", 4)
    assert (game.result, game.reason) == ("0-1", "checkmate")
    assert game.picture.placement == "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR"
    assert (game.picture.turn, game.picture.files, len(game.picture.pieces)) == ("white", 8, 6)


def test_filters_leave_games_by_variant_result_kind_and_text(hub: Hub) -> None:
    mate, other = play(hub, MATE), play(hub, ["a1a2"], "selfcapture")
    analysis = ask(hub, NewGame(1, "gothic", HUMAN, HUMAN, kind="analysis")).id
    assert listed(hub, variant="selfcapture") == [other]
    assert listed(hub, result="0-1") == [mate]
    assert listed(hub, kind="analysis") == listed(hub, text="GOTH") == [analysis]
    assert listed(hub, text="100%_!") == []


def test_pages_of_a_list_leave_nothing_out(hub: Hub) -> None:
    games = {play(hub, []) for _ in range(5)}
    pages = [listed(hub, offset=offset, count=2) for offset in (0, 2, 4)]
    assert [len(page) for page in pages] == [2, 2, 1]
    assert set().union(*pages) == games
    assert ask(hub, ListGames(1, count=2)).total == 5


def test_the_list_names_the_variants_that_were_played(hub: Hub) -> None:
    for variant in ("chess", "1d-6", "chess"):
        play(hub, [], variant)
    variants = ask(hub, ListGames(1, text="no such game")).variants
    assert [(each.spec, each.games) for each in variants] == [("chess", 2), ("1d-6", 1)]


def test_a_game_whose_rules_are_broken_hides_no_other(hub: Hub) -> None:
    good, bad = play(hub, []), play(hub, [])
    row = hub.store.game(bad)
    assert row is not None
    hub.store.save_game(replace(row, variant="gone"))
    assert [game.picture is None for game in ask(hub, ListGames(1)).games] == [True, False]
    assert ask(hub, ExportPgn(1)).games == 1
    ask(hub, DeleteGame(1, bad))
    assert listed(hub) == [good]


# One game


def test_a_deleted_game_is_gone(hub: Hub) -> None:
    game = play(hub, ["e4"])
    ask(hub, DeleteGame(1, game))
    for request in (OpenGame(1, game), DeleteGame(1, game), PlayMove(1, game, "e5", 1)):
        with pytest.raises(RefusedError, match="not_found"):
            ask(hub, request)


def test_a_game_that_is_watched_can_be_deleted_and_does_not_come_back(hub: Hub) -> None:
    id_ = ask(hub, NewGame(1, "chess", HUMAN, HUMAN, initial_ms=60_000)).id
    game = hub.game(id_)
    ask(hub, DeleteGame(1, id_))
    game.close()
    assert hub.store.game(id_) is None


def test_a_name_is_kept_and_found(hub: Hub) -> None:
    game = play(hub, [])
    assert ask(hub, RenameGame(1, game, "  My first \n game ")).title == "My first game"
    assert listed(hub, text="first") == [game]


# PGN out


def test_a_game_is_exported_with_its_players_and_result(hub: Hub) -> None:
    game = play(hub, MATE)
    text = ask(hub, ExportPgn(1, games=[game])).text
    assert '[White "Human"]' in text
    assert text.endswith("1. f3 e5 2. g4 Qh4# 0-1\n")


def test_moves_that_were_taken_back_are_exported_as_variations(hub: Hub) -> None:
    game = play(hub, ["e4"])
    ask(hub, TakeBack(1, game))
    ask(hub, PlayMove(1, game, "d4", 0))
    assert "1. d4 (1. e4) *" in ask(hub, ExportPgn(1, games=[game])).text


def test_all_games_are_exported_in_parts(hub: Hub) -> None:
    text = "1. e4 e5 1-0\n\n" * 120
    ask(hub, ImportPgn(1, text))
    first = ask(hub, ExportPgn(1))
    second = ask(hub, ExportPgn(1, offset=first.next_offset))
    assert (first.games, second.games, second.next_offset) == (100, 20, None)


def test_a_game_that_is_not_there_is_not_exported(hub: Hub) -> None:
    with pytest.raises(RefusedError, match="not_found"):
        ask(hub, ExportPgn(1, games=["nothing"]))


# PGN in


@pytest.mark.parametrize(
    ("variant", "moves"),
    [
        ("chess", MATE),
        ("selfcapture", ["a1a2", "e5"]),
        ("gothic-selfhouse", ["d1d2", "e7e6", "P@e4"]),
        ("1d-12", []),
        ("chess+hands", ["e4", "d5", "exd5"]),
    ],
)
def test_an_exported_game_comes_back_as_it_was(hub: Hub, variant: str, moves: list[str]) -> None:
    before = hub.store.game(play(hub, moves, variant))
    text = ask(hub, ExportPgn(1)).text
    (id_,) = ask(hub, ImportPgn(1, text)).games
    after = hub.store.game(id_)
    assert before is not None
    assert after is not None
    for name in ("variant", "start_fen", "tree", "result", "reason", "self_captures", "drops"):
        assert getattr(after, name) == getattr(before, name), name


def test_an_engine_and_a_resignation_come_back(hub: Hub) -> None:
    engine = Player("engine", 3, "cooperative")
    game = ask(hub, NewGame(1, "1d-6", HUMAN, engine)).id
    ask(hub, Resign(1, game, "white"))
    (id_,) = ask(hub, ImportPgn(1, ask(hub, ExportPgn(1)).text)).games
    (copy,) = (each for each in ask(hub, ListGames(1)).games if each.id == id_)
    assert (copy.black, copy.result, copy.reason) == (engine, "0-1", "resignation")


def test_tags_of_a_foreign_game_are_kept(hub: Hub) -> None:
    text = '[Event "Match"]\n[White "Anna"]\n[Black "Ben"]\n[Opening "Bird"]\n\n1. f4 *\n'
    ask(hub, ImportPgn(1, text))
    (game,) = ask(hub, ListGames(1)).games
    assert (game.title, game.kind) == ("Anna - Ben, Match", "analysis")
    written = ask(hub, ExportPgn(1)).text
    assert all(line in written for line in text.splitlines()[:4])


def test_an_imported_file_keeps_its_order(hub: Hub) -> None:
    text = "".join(f'[Event "{name}"]\n\n1. e4 *\n\n' for name in "abc")
    ask(hub, ImportPgn(1, text))
    assert [game.title for game in ask(hub, ListGames(1)).games] == ["a", "b", "c"]


def test_a_wrong_game_of_a_file_stops_only_itself(hub: Hub) -> None:
    found = ask(hub, ImportPgn(1, "1. e4 *\n\n1. Ke4 *\n\n1. d4 *\n"))
    assert len(found.games) == 2
    assert [problem.partition(":")[0] for problem in found.problems] == ["game 2, ply 1"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "found no game"),
        ("1. Ke4 *", "game 1, ply 1"),
        ('[Variant "Atomic-ish"]\n\n1. e4 *', "tag Variant"),
        ('[Variant "../../x.toml"]\n\n1. e4 *', "tag Variant"),
        ('[Variant "chess+../x.toml"]\n\n1. e4 *', "tag Variant"),
    ],
)
def test_a_file_without_a_right_game_is_refused_with_the_library_s_words(
    hub: Hub, text: str, words: str
) -> None:
    with pytest.raises(RefusedError) as caught:
        ask(hub, ImportPgn(1, text))
    assert caught.value.code == "pgn"
    assert words in caught.value.message
    assert listed(hub) == []


def test_no_more_than_two_hundred_games_are_read_at_once(hub: Hub) -> None:
    found = ask(hub, ImportPgn(1, "1. e4 1-0\n\n" * 201))
    assert (len(found.games), found.has_more) == (200, True)


def test_a_game_of_one_s_own_is_imported_where_its_variant_is_given(hub: Hub) -> None:
    hub.store.save_design("two", "Two rooks", OWN_GAME)
    play(hub, ["c1c4"], "own:two")
    text = ask(hub, ExportPgn(1)).text
    with pytest.raises(RefusedError, match="Two rooks"):
        ask(hub, ImportPgn(1, text))
    (id_,) = ask(hub, ImportPgn(1, text, "own:two")).games
    assert ask(hub, OpenGame(1, id_)).variant.spec == "own:two"


# Statistics


def test_statistics_count_what_was_played(hub: Hub) -> None:
    play(hub, MATE)
    play(hub, ["a1a2", "a8a7", "Rxb2"], "selfcapture")
    play(hub, [])
    found = ask(hub, AskStatistics(1))
    assert (found.games, found.unfinished) == (2, 1)
    assert (found.results.wins, found.results.draws, found.results.losses) == (0, 0, 1)
    assert (found.lengths.mean, found.lengths.shortest, found.lengths.longest) == (4, 4, 4)
    assert (found.self_captures.total, found.self_captures.games) == (3, 1)
    assert [(row.spec, row.games) for row in found.variants] == [("chess", 1), ("selfcapture", 1)]


def test_statistics_of_one_variant_count_no_other(hub: Hub) -> None:
    play(hub, MATE)
    play(hub, ["a1a2"], "selfcapture")
    assert ask(hub, AskStatistics(1, "selfcapture")).games == 1


def test_nothing_played_is_nothing_counted(hub: Hub) -> None:
    found = ask(hub, AskStatistics(1))
    assert (found.games, found.lengths, found.variants, found.levels) == (0, None, [], [])


def test_the_score_against_an_engine_is_the_human_s_on_either_side(hub: Hub) -> None:
    names = ('[White "Human"]\n[Black "Ferz, level 3"]', '[White "Ferz, level 3"]\n[Black "Human"]')
    for tags in names:
        for result in ("1-0", "1/2-1/2"):
            ask(hub, ImportPgn(1, f"{tags}\n\n1. e4 {result}\n"))
    (score,) = ask(hub, AskStatistics(1)).levels
    assert (score.level, score.strategy) == (3, "perfect")
    assert (score.results.wins, score.results.draws, score.results.losses) == (1, 2, 1)


@pytest.mark.parametrize("plies", [[1], [7, 7, 8], [1, 500], list(range(3, 90)), [4, 1000]])
def test_a_histogram_counts_every_game_once(plies: list[int]) -> None:
    bars = histogram(plies)
    assert sum(bar.games for bar in bars) == len(plies)
    assert 1 <= len(bars) <= 14
    assert all(bar.last + 1 == after.first for bar, after in itertools.pairwise(bars))
    assert bars[0].first <= min(plies) <= max(plies) <= bars[-1].last
