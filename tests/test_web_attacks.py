"""Attacks on a real server: each is refused with a clear status, and the server goes on."""

import contextlib
import json
import os
import socket
import struct
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from page_client import WAIT_S, Client, RefusedError
from page_fixtures import PageServer
from page_wire import (
    connected,
    cookie,
    frame,
    get,
    handshake,
    is_closed,
    memory_bytes,
    status_of_handshake,
    thread_states,
)
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ferz.web.server import listening_socket

HUMAN = {"kind": "human", "level": 10, "strategy": "perfect"}
MOST_TABS = 40


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    """One server for all attacks: whatever one of them breaks, the next ones notice."""
    made = PageServer(tmp_path_factory.mktemp("attacked") / "ferz.db")
    made.start()
    yield made
    assert made.process is not None
    assert made.process.poll() is None, "the server did not survive"
    made.stop()


@pytest.fixture(autouse=True)
def _goes_on(server: PageServer) -> Iterator[None]:
    """After each attack a new tab is welcome."""
    yield
    eventually(lambda: welcome(server))


def welcome(server: PageServer) -> bool:
    with contextlib.suppress(InvalidStatus, ConnectionClosed, OSError), Client(server) as client:
        return bool(client.ask("hello")["cards"])
    return False


def eventually(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT_S
    while not is_so():
        assert time.monotonic() < deadline, "it never came to be so"
        time.sleep(0.05)


# Who is let in


def test_who_knows_the_token_is_let_in(server: PageServer) -> None:
    assert get(server).status in (200, 503)
    assert status_of_handshake(server) == 101


def test_servers_that_start_at_once_take_different_ports() -> None:
    with listening_socket(None) as first, listening_socket(None) as second:
        ports = {listener.getsockname()[1] for listener in (first, second)}
        assert len(ports) == 2
        with pytest.raises(OSError, match="in use"):
            listening_socket(first.getsockname()[1])


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "file://"]
)
def test_a_foreign_origin_is_refused(server: PageServer, origin: str) -> None:
    assert get(server, Origin=origin).status == 403
    assert status_of_handshake(server, Origin=origin) == 403


def test_a_socket_without_an_origin_is_refused(server: PageServer) -> None:
    assert status_of_handshake(server, Origin="") == 403


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "evil.example:{port}", "[::1]:{port}"][:]
)
def test_a_foreign_host_is_refused(server: PageServer, host: str) -> None:
    named = host.format(port=server.port)
    assert get(server, Host=named).status == 421
    assert status_of_handshake(server, Host=named, Origin=f"http://{named}") == 421


@pytest.mark.parametrize("token", ["", "x", "ä", "A" * 5000])
def test_a_wrong_token_is_refused(server: PageServer, token: str) -> None:
    sent = cookie(server, token).encode().decode("latin-1")
    answer = get(server, Cookie=sent)
    assert answer.status == 403
    assert b"open the address that Ferz printed" in answer.body
    assert status_of_handshake(server, Cookie=sent) == 403


def test_a_missing_token_is_refused_everywhere(server: PageServer) -> None:
    for path in ("/", "/index.html", "/assets/", "/socket", "/?token=", "/?token=wrong"):
        assert get(server, path, Cookie="").status == 403, path
    assert status_of_handshake(server, Cookie="") == 403


def test_the_token_of_a_socket_is_not_taken_from_its_address(server: PageServer) -> None:
    path = f"/socket?token={server.token}"
    assert status_of_handshake(server, path, Cookie="") == 403


def test_cookies_of_other_servers_do_not_lock_out(server: PageServer) -> None:
    others = 'a={"b": [1, 2]}; broken; =; "c"=\\"; '
    assert get(server, Cookie=others + cookie(server)).status in (200, 503)


# The address with the token


def test_the_token_leaves_the_address_for_a_cookie_that_scripts_do_not_see(
    server: PageServer,
) -> None:
    answer = get(server, f"/?token={server.token}", Cookie="")
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    assert answer.headers["Cache-Control"] == "no-store"
    kept = answer.headers["Set-Cookie"].lower()
    assert "httponly" in kept
    assert "samesite=strict" in kept


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example/", "//evil.example/%2e%2e"])
def test_the_address_with_the_token_leads_nowhere_else(server: PageServer, path: str) -> None:
    answer = get(server, f"{path}?token={server.token}", Cookie="")
    assert answer.headers["Location"] == "/"


# HTTP


def test_every_answer_has_the_headers_that_keep_others_out(server: PageServer) -> None:
    for answer in (get(server), get(server, Cookie=""), get(server, "/nothing")):
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Server"] is None


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_other_methods_than_get_are_refused(server: PageServer, method: str) -> None:
    assert get(server, method=method).status == 405


def test_a_body_is_refused_before_it_is_read(server: PageServer) -> None:
    assert get(server, body=b"x" * 1000).status == 413
    assert get(server, method="POST", body=b"x" * 1000).status == 405
    assert get(server, Transfer_Encoding="chunked", body=b"0\r\n\r\n").status == 413


@pytest.mark.parametrize(
    "path",
    [
        "/../../../etc/passwd",
        "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/assets/..%2f..%2f..%2fapp.py",
        "/assets/../../app.py",
        "/..%5c..%5capp.py",
        "//etc/passwd",
        "/%00",
        "/assets/%00.js",
        "/" + "a" * 5000,
        "/%ff%fe",
    ],
)
def test_a_path_leads_to_no_file_but_the_page_s_own(server: PageServer, path: str) -> None:
    answer = get(server, path)
    assert answer.status in (400, 404, 405, 414), answer.status
    assert b"root:" not in answer.body


@pytest.mark.parametrize(
    "text", [b"\x00" * 1000, b"GET / HTTP/9.9\r\n\r\n", b"GET\r\n\r\n", b"x" * 70_000]
)
def test_what_is_not_http_is_refused(server: PageServer, text: bytes) -> None:
    with connected(server) as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(text)
            connection.shutdown(socket.SHUT_WR)
        assert is_closed(connection)


# Frames


BAD_FRAMES = {
    "an opcode that is none": frame(3, b"{}"),
    "no mask": frame(1, b"{}", mask=False),
    "reserved bits": bytes([0xF1, 0x80, 0, 0, 0, 0]),
    "text that is not UTF-8": frame(1, b"\xff\xfe\xfd"),
    "half a sign": frame(1, b'{"type": "\xc3'),
    "a control frame that is too long": frame(9, b"x" * 200),
    "a control frame in parts": frame(9, b"x", final=False),
    "a continuation of nothing": frame(0, b"x"),
    "a close frame of one byte": frame(8, b"x"),
    "a length of 2^63": bytes([0x81, 0xFF]) + struct.pack("!Q", 2**63) + bytes(4),
    "100 MB announced": bytes([0x81, 0xFF]) + struct.pack("!Q", 100_000_000) + bytes(4),
}


@pytest.mark.parametrize("name", BAD_FRAMES)
def test_a_malformed_frame_ends_the_connection(server: PageServer, name: str) -> None:
    with handshake(server) as opened:
        opened.socket.sendall(BAD_FRAMES[name])
        assert is_closed(opened.socket)


def test_half_a_frame_and_silence_hold_nobody_up(server: PageServer) -> None:
    with handshake(server) as opened:
        opened.socket.sendall(frame(1, b'{"type": "hello", "id": 1}')[:9])
        assert welcome(server)


def test_a_message_of_100_mb_is_cut_off(server: PageServer) -> None:
    with Client(server, compression=None) as client:
        with pytest.raises(ConnectionClosed) as caught:
            client.ask("hello", extra="x" * 100_000_000)
        assert caught.value.rcvd is None or caught.value.rcvd.code == 1009


def test_100_mb_in_many_parts_are_cut_off(server: PageServer) -> None:
    with handshake(server) as opened:
        with contextlib.suppress(ConnectionError):
            opened.socket.sendall(frame(1, b"x" * 100_000, final=False))
            for _ in range(1000):
                opened.socket.sendall(frame(0, b"x" * 100_000, final=False))
        assert is_closed(opened.socket)


def test_100_mb_that_were_compressed_are_cut_off(server: PageServer) -> None:
    with Client(server) as client, pytest.raises(ConnectionClosed) as caught:
        client.ask("hello", extra="x" * 100_000_000)
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1009


# Messages


def refusal(client: Client, text: str) -> dict[str, Any]:
    client.socket.send(text)
    return client.take()


BAD_MESSAGES = {
    "nothing": "",
    "not JSON": "hello",
    "a number": "17",
    "a list": "[]",
    "no type": '{"id": 1}',
    "an unknown type": '{"type": "shutdown", "id": 1}',
    "no number": '{"type": "hello"}',
    "a number that is text": '{"type": "hello", "id": "1"}',
    "a huge number": '{"type": "hello", "id": %s}' % ("9" * 5000),
    "a number without an end": '{"type": "hello", "id": 1e999}',
    "a node that is text": '{"type": "look", "id": 1, "game": "x", "node": "0"}',
    "a game that is a list": '{"type": "open_game", "id": 1, "game": []}',
    "a level that is none": json.dumps(
        {
            "type": "new_game",
            "id": 1,
            "variant": "chess",
            "white": {**HUMAN, "level": 11},
            "black": HUMAN,
        }
    ),
    "a text that is too long": '{"type": "open_game", "id": 1, "game": "%s"}' % ("x" * 3000),
    "a negative offset": '{"type": "list_games", "id": 1, "offset": -1}',
    "deeply nested": '{"type": "hello", "id": 1, "x": %s}' % ("[" * 100_000 + "]" * 100_000),
    "deeply nested, never closed": "[" * 1_000_000,
    "a broken sign": '{"type": "open_game", "id": 1, "game": "\\ud800"}',
}


@pytest.mark.parametrize("name", BAD_MESSAGES)
def test_a_message_that_makes_no_sense_is_refused(server: PageServer, name: str) -> None:
    with Client(server) as client:
        answer = refusal(client, BAD_MESSAGES[name])
        assert (answer["type"], answer["code"]) in (
            ("error", "bad_message"),
            ("error", "not_found"),
        )
        assert len(answer["message"]) <= 200
        assert client.ask("hello")["cards"]


@pytest.mark.parametrize(
    "number",
    [-1, 10**9, 2**31, 2**63, 2**64, 10**30, -(2**63) - 1],
    ids=lambda number: f"{number:e}",
)
def test_a_huge_number_in_any_field_breaks_nothing(server: PageServer, number: int) -> None:
    with Client(server) as client:
        game = client.ask("new_game", variant="chess", white=HUMAN, black=HUMAN)["id"]
        new = {"variant": "chess+960", "white": HUMAN, "black": HUMAN}
        for kind, fields in (
            ("look", {"game": game, "node": number}),
            ("play_move", {"game": game, "move": "e4", "node": number}),
            ("list_games", {"offset": number}),
            ("new_game", {**new, "start_number": abs(number)}),
            ("analyse", {"game": game, "node": number, "generation": number, "multipv": number}),
        ):
            assert code_of(client, kind, fields) != "internal", kind


def code_of(client: Client, kind: str, fields: dict[str, Any]) -> str:
    try:
        client.ask(kind, **fields)
    except RefusedError as refused:
        return refused.code
    return "none"


def test_huge_clocks_are_bounded(server: PageServer) -> None:
    with Client(server) as client:
        for initial_ms, increment_ms in ((10**15, 10**15), (1, -5), (-5, 5)):
            game = client.ask(
                "new_game",
                variant="chess",
                white=HUMAN,
                black=HUMAN,
                initial_ms=initial_ms,
                increment_ms=increment_ms,
            )
            assert game["clock"] is None or game["clock"]["initial_ms"] <= 24 * 3_600_000


PATHS = [
    "../../x.toml",
    "chess+../x.toml",
    "chess+/tmp/x.toml",
    "/etc/passwd",
    "own:../x",
    "own:",
    "own:/etc/passwd",
    "file:///etc/passwd",
    "chess\x00.toml",
    "C:\\x.toml",
    "~/.ferz.toml",
    "{trap}",
    "chess+{trap}",
]


@pytest.mark.parametrize("name", PATHS)
def test_the_name_of_a_variant_is_never_a_path(
    server: PageServer, name: str, tmp_path: Path
) -> None:
    trap = tmp_path / "trap.toml"
    trap.write_text('extends = "chess"\nname = "Trap"\n')
    with Client(server) as client, pytest.raises(RefusedError) as caught:
        client.ask("new_game", variant=name.format(trap=trap), white=HUMAN, black=HUMAN)
    assert caught.value.code == "unknown_variant"
    assert "root:" not in caught.value.message


@pytest.mark.parametrize("name", PATHS)
def test_a_variant_tag_in_pgn_is_never_a_path(
    server: PageServer, name: str, tmp_path: Path
) -> None:
    trap = tmp_path / "trap.toml"
    trap.write_text('extends = "chess"\nname = "Trap"\n')
    text = f'[Variant "{name.format(trap=trap)}"]\n\n1. e4 *\n'
    with Client(server) as client, pytest.raises(RefusedError) as caught:
        client.ask("import_pgn", text=text)
    assert caught.value.code == "pgn"


def test_a_comment_of_10_mb_is_cut_off_and_one_of_1_mb_refused(server: PageServer) -> None:
    with Client(server) as client:
        game = client.ask("new_game", variant="chess", white=HUMAN, black=HUMAN)["id"]
        with pytest.raises(RefusedError, match="bad_message"):
            client.ask("set_comment", game=game, node=0, comment="x" * 1_000_000)
        with pytest.raises(ConnectionClosed):
            client.ask("set_comment", game=game, node=0, comment="x" * 10_000_000)


def test_a_pgn_that_is_all_brackets_is_refused(server: PageServer) -> None:
    with Client(server) as client, pytest.raises(RefusedError, match="pgn"):
        client.ask("import_pgn", text="1. e4 " + "(" * 200_000)


# Many at once


def analysing(server: PageServer, stack: contextlib.ExitStack) -> str:
    """Begin an analysis in a tab of its own; what came of it."""
    try:
        client = stack.enter_context(Client(server))
        game = client.ask("new_game", variant="chess", white=HUMAN, black=HUMAN)["id"]
        client.ask("analyse", game=game, node=0, generation=1, multipv=1)
    except RefusedError as refused:
        return refused.code
    except (InvalidStatus, ConnectionClosed):
        return "no tab"
    return "searching"


def test_of_50_searches_at_once_a_few_run_and_the_others_are_told(server: PageServer) -> None:
    with contextlib.ExitStack() as stack:
        found = [analysing(server, stack) for _ in range(50)]
        assert set(found) == {"searching", "busy", "no tab"}
        assert found.count("searching") == max(2, os.cpu_count() or 1)
        assert found.count("no tab") == 50 - MOST_TABS


def test_a_closed_tab_frees_its_search(server: PageServer) -> None:
    searches = max(2, os.cpu_count() or 1)
    for _ in range(3):
        with contextlib.ExitStack() as stack:
            eventually(lambda: analysing(server, stack) == "searching")
        # Only what was freed can be taken again.
    eventually(lambda: is_idle(server))
    with contextlib.ExitStack() as stack:
        assert [analysing(server, stack) for _ in range(searches)] == ["searching"] * searches


def is_idle(server: PageServer) -> bool:
    """Whether no thread of the server runs or wants to, at several moments."""
    for _ in range(10):
        time.sleep(0.02)
        if "R" in thread_states(server):
            return False
    return True


def test_a_tab_that_is_torn_off_frees_its_search(server: PageServer) -> None:
    with contextlib.ExitStack() as stack:
        client = Client(server)
        game = client.ask("new_game", variant="chess", white=HUMAN, black=HUMAN)["id"]
        client.ask("analyse", game=game, node=0, generation=1, multipv=1)
        client.socket.socket.shutdown(socket.SHUT_RDWR)
        eventually(lambda: is_idle(server))
        assert analysing(server, stack) == "searching"


def test_an_engine_s_turn_ends_with_its_tab(server: PageServer) -> None:
    engine = {"kind": "engine", "level": 10, "strategy": "perfect"}
    with Client(server) as client:
        client.ask("new_game", variant="gothic", white=engine, black=engine, initial_ms=86_400_000)
    eventually(lambda: is_idle(server))


def test_tabs_beyond_the_limit_are_refused_until_others_close(server: PageServer) -> None:
    eventually(lambda: welcome(server))
    with contextlib.ExitStack() as stack:
        refused = 0
        for _ in range(MOST_TABS + 5):
            try:
                stack.enter_context(Client(server))
            except InvalidStatus:
                refused += 1
        assert refused >= 5


def test_who_asks_and_never_reads_takes_bounded_memory(server: PageServer) -> None:
    question = frame(1, b'{"type": "hello", "id": 1}')
    with handshake(server) as opened, contextlib.suppress(ConnectionError, TimeoutError):
        opened.socket.settimeout(5)
        for _ in range(20):
            opened.socket.sendall(question * 1000)
    assert welcome(server)
    assert memory_bytes(server) < 1_500_000_000


def test_connections_that_say_nothing_hold_nobody_up(server: PageServer) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(200):
            stack.enter_context(connected(server))
        assert welcome(server)
