"""Who may talk to the server: localhost is not private, so every request is looked at.

Host and Origin must be the server's own, which keeps other web sites out, and a token of this run
must be known, which keeps other users of the machine out. The token comes with the address that is
printed and is then kept in a cookie.
"""

import secrets
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Codes with which a WebSocket is refused before it opens.
FORBIDDEN = 403

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
#: Of answers that depend on who asks, and when.
_NOT_KEPT = {"Cache-Control": "no-store"}


class Guard:
    """An ASGI application around another that lets only our own page through."""

    def __init__(self, app: ASGIApp, *, port: int, token: str) -> None:
        """Guard a server on a port of this machine."""
        self._app, self._token = app, token
        self._hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}
        self._origins = {f"http://{host}" for host in self._hosts}
        # Cookies know no ports: two servers on one machine must not share one.
        self.cookie = f"ferz-{port}"
        sockets = " ".join(f"ws://{host}" for host in sorted(self._hosts))
        self._policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
            f"connect-src 'self' {sockets}; manifest-src 'self'; base-uri 'none'; "
            "form-action 'none'; frame-ancestors 'none'"
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is None:
            await self._app(scope, receive, self._with_headers(send))
        elif scope["type"] == "websocket":
            await _refuse_socket(scope, receive, send, refusal)
        else:
            await refusal(scope, receive, self._with_headers(send))

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if headers.get("host", "") not in self._hosts:
            return _refused("host: not this server's own", 421)
        origin = headers.get("origin")
        # A browser names the origin of every WebSocket; whoever does not is no browser.
        if origin not in self._origins and (origin is not None or scope["type"] == "websocket"):
            return _refused("origin: not this server's own", FORBIDDEN)
        if scope["type"] == "http":
            if scope["method"] not in ("GET", "HEAD"):
                return _refused("method: expected GET", 405)
            if headers.get("content-length", "0") != "0" or "transfer-encoding" in headers:
                return _refused("body: expected none", 413)
        return self._token_refusal(scope, headers)

    def _token_refusal(self, scope: Scope, headers: Headers) -> Response | None:
        query = scope.get("query_string", b"").decode("latin-1")
        given = parse_qs(query).get("token", [""])[0]
        if given and self._is_token(given) and scope["type"] == "http":
            # Out of the address bar and the history; the part behind # stays. Always to our own
            # page: a path like //elsewhere/ would lead to another server.
            answer = RedirectResponse("/", 303, headers=_NOT_KEPT)
            answer.set_cookie(self.cookie, self._token, httponly=True, samesite="strict")
            return answer
        # Other servers of this machine may have set cookies, even ones that are not well formed.
        if self._is_token(cookie_parser(headers.get("cookie", "")).get(self.cookie, "")):
            return None
        return _refused(
            "token: missing or old; open the address that Ferz printed when it was started",
            FORBIDDEN,
        )

    def _is_token(self, text: str) -> bool:
        return secrets.compare_digest(text.encode(), self._token.encode())

    def _with_headers(self, send: Send) -> Send:
        async def send_more(message: Message) -> None:
            if message["type"] == "http.response.start":
                more = {**_HEADERS, "Content-Security-Policy": self._policy}
                message["headers"] = [
                    *message["headers"],
                    *((name.lower().encode(), value.encode()) for name, value in more.items()),
                ]
            await send(message)

        return send_more


def _refused(text: str, status: int) -> Response:
    return PlainTextResponse(text + "\n", status, headers=_NOT_KEPT)


async def _refuse_socket(scope: Scope, receive: Receive, send: Send, refusal: Response) -> None:
    """A plain answer in place of the handshake, with its status."""
    if "websocket.http.response" in scope.get("extensions", {}):
        await refusal(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": 1008})
