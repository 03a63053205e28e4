"""Games of the page: what fits before they begin, rematches, deletion, one server for one file."""

import gzip
import re
import subprocess
import sys
from pathlib import Path

import pytest
from page_fixtures import PageServer
from page_wire import get
from web_tab import HUMAN, ListeningTab, play

from ferz.web.messages.designs import DeleteDesign, EditDesign, SaveDesign
from ferz.web.messages.library import DeleteGame
from ferz.web.messages.play import GameChanged, GameGone, NewGame, OpenGame, PrepareGame
from ferz.web.messages.views import Player
from ferz.web.running import AlreadyRunningError, claimed


def test_only_modifiers_that_fit_and_change_a_game_are_offered() -> None:
    async def scene() -> None:
        tab = ListeningTab()
        assert "selfcapture" in (await tab.ask(PrepareGame(1, "1d-8"))).modifiers
        assert "nocastle" not in (await tab.ask(PrepareGame(1, "1d-8"))).modifiers
        assert "selfcapture" not in (await tab.ask(PrepareGame(1, "selfcapture"))).modifiers

    play(scene)


def test_a_start_is_judged_before_the_game() -> None:
    async def scene() -> None:
        tab = ListeningTab()
        found = await tab.ask(PrepareGame(1, "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"))
        assert (found.placement, found.problem) == ("4k3/8/8/8/8/8/8/4K3", "")
        found = await tab.ask(PrepareGame(1, "chess", "garbage"))
        assert found.placement.startswith("rnbqkbnr")
        assert "garbage" in found.problem
        assert await tab.refused(PrepareGame(1, "no-such-game")) == "unknown_variant"

    play(scene)


def test_a_rematch_has_the_rules_of_a_game_that_is_no_longer_on_offer() -> None:
    async def scene() -> None:
        tab = ListeningTab()
        design = (await tab.ask(EditDesign(1, "octopawn"))).design
        kept = await tab.ask(SaveDesign(1, design))
        game = await tab.ask(NewGame(1, kept.spec, HUMAN, HUMAN))
        await tab.ask(DeleteDesign(1, kept.design_id))
        again = await tab.ask(NewGame(1, kept.spec, HUMAN, HUMAN, like=game.id))
        assert again.variant == game.variant
        assert again.id != game.id

    play(scene)


def test_whoever_watches_a_game_hears_that_it_was_deleted() -> None:
    async def scene() -> None:
        tab = ListeningTab()
        other = ListeningTab(tab.hub)
        game = await tab.ask(NewGame(1, "chess", HUMAN, HUMAN))
        await other.ask(OpenGame(1, game.id))
        await tab.ask(DeleteGame(1, game.id))
        assert (await other.hear(GameGone)).game == game.id

    play(scene)


def test_engines_do_not_lose_by_the_pause_that_lets_somebody_follow() -> None:
    async def scene() -> None:
        tab = ListeningTab()
        engine = Player("engine", 1, "perfect")
        asked = NewGame(1, "chess", engine, engine, initial_ms=3_000)
        game = await tab.ask(asked)
        await tab.ask(OpenGame(1, game.id))
        # At the full pause each side would have spent its three seconds by then.
        changed = await tab.hear(
            GameChanged, lambda event: event.game.current >= 10 or event.game.result != "*"
        )
        assert changed.game.result == "*"
        tab.hub.close()

    play(scene)


def test_a_database_has_one_server(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with claimed(database) as claim:
        assert claim is not None
        claim.tell("http://127.0.0.1:1/?token=x")
        with pytest.raises(AlreadyRunningError) as refused, claimed(database):
            pass
        assert refused.value.url == "http://127.0.0.1:1/?token=x"
        assert (tmp_path / "games.sqlite.running").stat().st_mode & 0o077 == 0
    with claimed(database):
        pass


def test_a_second_program_tells_where_the_first_is(page_server: PageServer) -> None:
    command = [sys.executable, "-m", "ferz", "play", "--no-browser"]
    command += ["--database", str(page_server.database)]
    found = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert found.returncode == 0
    assert page_server.url in found.stdout


def test_the_page_is_sent_compressed_to_those_who_can_read_it(page_server: PageServer) -> None:
    plain = get(page_server)
    script = re.search(r"assets/[\w-]+\.js", plain.body.decode())
    assert script
    for path in ("/", f"/{script[0]}"):
        plain, packed = get(page_server, path), get(page_server, path, Accept_Encoding="gzip")
        assert plain.headers["Content-Encoding"] is None
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.body) == plain.body
        assert packed.headers["X-Frame-Options"] == "DENY"
