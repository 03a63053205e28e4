"""What the page keeps: rows written and read, versions of the database, several servers."""

import asyncio
import contextlib
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from page_client import Client
from page_fixtures import BUILT, PageServer, free_port

from ferz import Board
from ferz.web.slots import ONLY_FOR_MOVES, BusyError, Slots
from ferz.web.store import MIGRATIONS, Filter, GameRow, ProgressRow, Store, new_id

Opener = Callable[[Path], Store]
HUMAN = {"kind": "human", "level": 10, "strategy": "perfect"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "ferz.db"


@pytest.fixture
def opened() -> Iterator[Opener]:
    """Opens stores that are closed at the end."""
    with contextlib.ExitStack() as stack:
        yield lambda path: stack.enter_context(contextlib.closing(Store(path)))


def row(**fields: Any) -> GameRow:
    usual: dict[str, Any] = {
        "id": new_id(),
        "kind": "game",
        "variant": "chess",
        "variant_name": "Chess",
        "variant_toml": "",
        "start_fen": "",
        "tree": b"{}",
        "current": 0,
        "tip": 0,
        "white": b"{}",
        "black": b"{}",
        "clock": b"null",
    }
    return GameRow(**{**usual, **fields})


def test_a_game_is_read_as_it_was_written(path: Path, opened: Opener) -> None:
    written = opened(path).save_game(row(title="é\n'\"%", tree=b'{"0":{}}', headers=b'{"A":"b"}'))
    assert opened(path).game(written.id) == written


def test_a_changed_game_is_one_game_and_keeps_its_review(path: Path, opened: Opener) -> None:
    store = opened(path)
    game = store.save_game(row())
    store.save_review(game.id, b"found")
    store.save_game(game)
    assert store.count_games(Filter()) == 1
    assert store.review(game.id) == b"found"


def test_a_deleted_game_takes_its_review_along(path: Path, opened: Opener) -> None:
    store = opened(path)
    game = store.save_game(row())
    store.save_review(game.id, b"found")
    assert [store.delete_game(game.id), store.delete_game(game.id)] == [True, False]
    assert store.review(game.id) is None


def test_games_are_added_all_or_none(path: Path, opened: Opener) -> None:
    store = opened(path)
    with pytest.raises(sqlite3.IntegrityError):
        store.add_games([row(), row(title=None)])
    assert store.count_games(Filter()) == 0


def test_tries_at_challenges_are_listed_only_by_their_kind(path: Path, opened: Opener) -> None:
    store = opened(path)
    store.add_games([row(kind="challenge", variant="1d-6"), row()])
    assert store.count_games(Filter()) == 1
    assert store.count_games(Filter(kind="challenge")) == 1
    assert store.played_variants() == [("chess", "Chess", 1)]


def test_signs_of_a_search_are_no_patterns(path: Path, opened: Opener) -> None:
    store = opened(path)
    store.add_games([row(title="100% _good_!"), row(title="100 of good")])
    for text in ("100%", "_good", "!"):
        assert store.count_games(Filter(text=text)) == 1, text


def test_progress_and_designs_are_kept(path: Path, opened: Opener) -> None:
    store = opened(path)
    store.save_progress(ProgressRow("mate", 5.0, 2, 1))
    design = store.save_design("mine", "Mine", "files = 4")
    assert opened(path).progress() == {"mate": ProgressRow("mate", 5.0, 2, 1)}
    assert opened(path).designs() == [design]
    assert [store.delete_design("mine"), store.design("mine")] == [True, None]


# Versions


def old_database(path: Path, version: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(path) as database:
        for script in MIGRATIONS[:version]:
            database.executescript(script)
        database.execute(f"PRAGMA user_version = {version}")
    database.close()


def test_a_database_of_an_older_version_is_brought_up_to_date(path: Path, opened: Opener) -> None:
    old_database(path, 1)
    with sqlite3.connect(path) as database:
        database.execute(
            "INSERT INTO games VALUES ('old','game','chess','Chess','','',x'7B7D',0,0,"
            "x'7B7D',x'7B7D',x'6E','*','','kept',0,0,0,1.0,2.0)"
        )
    database.close()
    kept = opened(path).game("old")
    assert kept is not None
    assert (kept.title, kept.modified, kept.headers) == ("kept", 2.0, b"{}")


def test_a_database_of_a_newer_version_is_refused_and_left_alone(
    path: Path, opened: Opener
) -> None:
    opened(path)
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(ValueError, match=r"version 99, expected at most 2 \(it was written by a n"):
        opened(path)
    with sqlite3.connect(path) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (99,)
    database.close()


def test_a_file_that_is_no_database_is_refused_and_left_alone(
    tmp_path: Path, opened: Opener
) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear database, " * 100)
    with pytest.raises(ValueError, match=r"letter\.txt: file is not a database"):
        opened(path)
    assert path.read_text() == "Dear database, " * 100


def test_a_folder_is_no_database(tmp_path: Path, opened: Opener) -> None:
    with pytest.raises(ValueError, match="unable to open"):
        opened(tmp_path)


def test_a_migration_that_fails_changes_nothing(
    path: Path, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(path)
    broken = (*MIGRATIONS, "CREATE TABLE more (x); CREATE NONSENSE;")
    monkeypatch.setattr("ferz.web.store.MIGRATIONS", broken)
    with pytest.raises(ValueError, match="syntax error"):
        opened(path)
    monkeypatch.undo()
    assert opened(path).count_games(Filter()) == 0


# Several servers


WRITER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from test_web_store import row
from ferz.web.store import Store
store = Store(Path(sys.argv[1]))
for number in range(50):
    store.save_game(row(title=str(number)))
"""


def test_servers_that_start_and_write_at_once_lose_nothing(path: Path, opened: Opener) -> None:
    command = [sys.executable, "-c", WRITER, str(path), str(Path(__file__).parent)]
    writers = [subprocess.Popen(command) for _ in range(4)]
    assert [writer.wait() for writer in writers] == [0, 0, 0, 0]
    assert opened(path).count_games(Filter()) == 200


# Servers that are killed


@pytest.fixture
def server(tmp_path: Path) -> Iterator[PageServer]:
    made = PageServer(tmp_path / "ferz.db")
    made.start()
    yield made
    made.stop()


def restart(server: PageServer) -> None:
    server.kill()
    server.start()


@pytest.mark.parametrize("moves", [1, 2, 9, 40])
def test_a_server_killed_right_after_a_move_has_kept_every_move(
    server: PageServer, moves: int
) -> None:
    board, rng = Board("selfcapture"), random.Random(moves)
    with Client(server) as client:
        game = client.ask("new_game", variant="selfcapture", white=HUMAN, black=HUMAN)
        for _ in range(moves):
            move = board.push(rng.choice(list(board.legal_moves)))
            fields = {"game": game["id"], "node": game["current"]}
            game = client.ask("play_move", move=str(move), **fields)
        restart(server)
    with Client(server) as client:
        kept = client.ask("open_game", game=game["id"])
    assert [node["uci"] for node in kept["nodes"][1:]] == [str(move) for move in board.move_stack]
    assert (kept["current"], kept["position"]["fen"]) == (game["current"], board.fen)


def test_killed_again_and_again_a_game_goes_on(server: PageServer) -> None:
    with Client(server) as client:
        id_ = client.ask("new_game", variant="chess", white=HUMAN, black=HUMAN)["id"]
    for number, move in enumerate(("e4", "e5", "Nf3", "Nc6")):
        with Client(server) as client:
            client.ask("play_move", game=id_, move=move, node=number)
            restart(server)
    with Client(server) as client:
        nodes = client.ask("open_game", game=id_)["nodes"]
    assert [node["san"] for node in nodes[1:]] == ["e4", "e5", "Nf3", "Nc6"]


def test_killed_while_the_engine_thinks_the_engine_moves_afterwards(server: PageServer) -> None:
    engine = {**HUMAN, "kind": "engine"}
    with Client(server) as client:
        game = client.ask("new_game", variant="chess", white=HUMAN, black=engine)
        game = client.ask("play_move", game=game["id"], move="e4", node=0)
        assert game["is_thinking"]
        restart(server)
    with Client(server) as client:
        kept = client.ask("open_game", game=game["id"])
        assert kept["nodes"][1]["san"] == "e4"
        while len(kept["nodes"]) < 3:
            kept = client.take().get("game", kept)


def test_killed_in_the_middle_of_an_import_all_games_or_none_are_there(
    server: PageServer, opened: Opener
) -> None:
    with Client(server) as client:
        client.ask("hello")
        client.send("import_pgn", text="1. e4 e5 2. Nf3 1-0\n\n" * 150)
        restart(server)
    assert opened(server.database).count_games(Filter()) in (0, 150)


def test_a_second_server_on_one_database_names_the_first(server: PageServer) -> None:
    command = [sys.executable, "-m", "ferz.cli", "play", "--no-browser", "--page", str(BUILT)]
    command += ["--database", str(server.database), "--port", str(free_port())]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert ended.stdout == f"Ferz is already running with these games: {server.url}\n"
    assert ended.returncode == 0


def test_two_tabs_see_each_other_s_games(server: PageServer) -> None:
    with Client(server) as one, Client(server) as two:
        for number in range(20):
            for client in (one, two):
                client.ask("new_game", variant="chess", white=HUMAN, black=HUMAN)
                assert client.ask("list_games")["total"] >= 2 * number
        totals = [client.ask("list_games")["total"] for client in (one, two)]
    assert totals == [40, 40]


def test_the_command_says_that_a_database_is_too_new(path: Path, opened: Opener) -> None:
    opened(path)
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 99")
    command = [sys.executable, "-m", "ferz.cli", "play", "--no-browser", "--database", str(path)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode != 0
    assert "written by a newer Ferz" in ended.stderr
    assert "Traceback" not in ended.stderr


# Searches at once


def test_a_move_gets_a_place_beside_analyses_that_never_end() -> None:
    async def used() -> None:
        slots = Slots(2)
        for _ in range(2):
            slots.take()
        with pytest.raises(BusyError):
            slots.take()
        (await slots.wait()).free()

    asyncio.run(used())


def test_moves_wait_in_turn() -> None:
    async def order() -> list[int]:
        slots, done = Slots(1), []

        async def move(number: int) -> None:
            with await slots.wait():
                done.append(number)
                await asyncio.sleep(0)

        await asyncio.gather(*(move(number) for number in range(5)))
        return done

    assert asyncio.run(order()) == [0, 1, 2, 3, 4]


def test_whoever_stops_waiting_leaves_no_place_taken() -> None:
    async def left() -> int:
        slots = Slots(1)
        taken = [await slots.wait() for _ in range(1 + ONLY_FOR_MOVES)]
        for _ in range(200):
            waiting = asyncio.create_task(slots.wait())
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        for slot in taken:
            slot.free()
            slot.free()
        return slots._free

    assert asyncio.run(left()) == 1 + ONLY_FOR_MOVES


def test_a_place_handed_to_whoever_just_left_is_given_back() -> None:
    async def left() -> int:
        slots = Slots(1)
        taken = [await slots.wait() for _ in range(1 + ONLY_FOR_MOVES)]
        waiting = asyncio.create_task(slots.wait())
        await asyncio.sleep(0)
        taken[0].free()
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        taken[1].free()
        return slots._free

    assert asyncio.run(left()) == 1 + ONLY_FOR_MOVES
