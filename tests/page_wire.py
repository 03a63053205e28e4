"""HTTP and WebSocket to the page's server by hand, for requests that no browser makes."""

import base64
import contextlib
import http.client
import os
import socket
import struct
from dataclasses import dataclass
from pathlib import Path

from page_client import WAIT_S
from page_fixtures import PageServer


@dataclass(frozen=True)
class Answer:
    """What the server said."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes


def cookie(server: PageServer, token: str | None = None) -> str:
    """The cookie of the page, or one with another token."""
    return f"ferz-{server.port}={server.token if token is None else token}"


def get(
    server: PageServer, path: str = "/", method: str = "GET", body: bytes = b"", **headers: str
) -> Answer:
    """An answer to a request that knows the token, unless told otherwise."""
    assert server.port is not None
    given = {name.replace("_", "-"): text for name, text in headers.items()}
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=WAIT_S)
    with contextlib.closing(connection):
        connection.request(method, path, body or None, {"Cookie": cookie(server), **given})
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read())


def connected(server: PageServer) -> socket.socket:
    """A connection on which nothing was said."""
    assert server.port is not None
    return socket.create_connection(("127.0.0.1", server.port), WAIT_S)


def handshake(server: PageServer, path: str = "/socket", **headers: str) -> "Opened":
    """A WebSocket as the page opens it, with other headers where they are given."""
    made = connected(server)
    usual = {
        "Host": f"127.0.0.1:{server.port}",
        "Origin": server.base.rstrip("/"),
        "Cookie": cookie(server),
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        "Sec-WebSocket-Version": "13",
    }
    lines = [f"{name}: {text}" for name, text in {**usual, **headers}.items() if text]
    made.sendall("\r\n".join([f"GET {path} HTTP/1.1", *lines, "", ""]).encode("latin-1"))
    answer = b""
    while b"\r\n\r\n" not in answer and (more := made.recv(1)):
        answer += more
    return Opened(int(answer.split()[1]), made)


@dataclass(frozen=True)
class Opened:
    """A socket and the status of its handshake; used with `with`."""

    status: int
    socket: socket.socket

    def __enter__(self) -> "Opened":
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.socket.close()


def status_of_handshake(server: PageServer, path: str = "/socket", **headers: str) -> int:
    """Whether a WebSocket is let in."""
    with handshake(server, path, **headers) as opened:
        return opened.status


def frame(opcode: int, payload: bytes, *, mask: bool = True, final: bool = True) -> bytes:
    """A WebSocket frame; its mask of zeros leaves the payload as it is."""
    head = bytes([0x80 * final | opcode])
    size, bit = len(payload), 0x80 * mask
    if size < 126:
        head += bytes([bit | size])
    elif size < 65_536:
        head += bytes([bit | 126]) + struct.pack("!H", size)
    else:
        head += bytes([bit | 127]) + struct.pack("!Q", size)
    return head + bytes(4 * mask) + payload


def is_closed(connection: socket.socket) -> bool:
    """Whether the server ends a connection, now or soon."""
    with contextlib.suppress(ConnectionError):
        while connection.recv(65_536):
            pass
    return True


def thread_states(server: PageServer) -> list[str]:
    """What each thread of the server does, as Linux says it: R runs or waits for a core."""
    assert server.process is not None
    states = []
    for task in Path(f"/proc/{server.process.pid}/task").iterdir():
        with contextlib.suppress(FileNotFoundError):
            states.append((task / "stat").read_text().rpartition(")")[2].split()[0])
    return states


def memory_bytes(server: PageServer) -> int:
    """The memory that the server has in use."""
    assert server.process is not None
    pages = Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
