"""The server against callers that are slow, or send too much."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from app.runtime import serving
from app.runtime.serving import Connection, Room

MOST = 6
# Longer than anything here takes, so that what fails does not hang.
PATIENCE = 20.0


class Echo:
    """An application that says what it was asked, and holds what it is told to hold."""

    def __init__(self) -> None:
        self.go_on = threading.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        if scope["path"] == "/hold":
            while not self.go_on.is_set():
                await asyncio.sleep(0.01)
        if scope["path"] == "/body":
            while (await receive()).get("more_body"):
                pass
        text = b"x" * (1 << 24) if scope["path"] == "/large" else f"{scope['method']} {scope['path']}".encode()
        headers = [(b"content-length", str(len(text)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": text})


class Server:
    """A server in a thread."""

    def __init__(self) -> None:
        self.echo = Echo()
        Connection.room = Room(MOST)
        config = uvicorn.Config(self.echo, port=0, http=Connection, ws="none", lifespan="off", log_config=None)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)
        self.port = self.server.servers[0].sockets[0].getsockname()[1]

    def connect(self, sent: bytes = b"") -> socket.socket:
        """A connection on which something was sent."""
        made = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        made.sendall(sent)
        return made

    def ask(self, sent: bytes) -> bytes:
        """What is answered until the connection is closed."""
        with self.connect(sent) as one:
            return rest(one)

    def await_work(self, count: int) -> None:
        """Waits until so many requests are at work."""
        while len(self.server.server_state.connections) - len(Connection.room.waiting) < count:
            time.sleep(0.01)

    def stop(self) -> None:
        """Ends it."""
        self.echo.go_on.set()
        self.server.should_exit = self.server.force_exit = True
        self.thread.join(PATIENCE)


def rest(one: socket.socket) -> bytes:
    """All that is still to come on a connection."""
    found = b""
    try:
        while part := one.recv(1 << 16):
            found += part
    except ConnectionResetError:
        pass
    return found


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    try:
        yield made
    finally:
        made.stop()


HEAD = b"GET /a HTTP/1.1\r\nHost: x\r\n"
CLOSE = HEAD + b"Connection: close\r\n\r\n"
BODY = b"POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n"


@pytest.mark.parametrize("sent", [b"", b"G", HEAD, HEAD + b"\r\n", HEAD + b"\r\nGET /b", BODY, BODY + b"x"])
def test_those_that_wait_make_room(server: Server, sent: bytes) -> None:
    held = [server.connect(sent) for _ in range(4 * MOST)]
    assert server.ask(CLOSE).endswith(b"GET /a")
    # The first ones are gone, and the last ones are still there.
    assert b"GET /b" not in rest(held[0])
    assert len(Connection.room.waiting) <= MOST


def test_answers_that_nobody_takes_make_room(server: Server) -> None:
    held = [server.connect(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n") for _ in range(2 * MOST)]
    assert server.ask(CLOSE).endswith(b"GET /a")
    del held


@pytest.mark.parametrize("sent", [b"", b"G", HEAD, HEAD + b"\r\nGE"])
def test_a_head_has_a_deadline(server: Server, sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in {
        "HEAD_TIMEOUT": 0.1,
        "KEEP_ALIVE_TIMEOUT": 0.1,
        "LINGER_TIMEOUT": 0.0,
        "_SWEEP": 0.05,
    }.items():
        monkeypatch.setattr(serving, name, seconds)
    with server.connect(sent) as one:
        rest(one)


def test_who_is_at_work_is_never_dropped(server: Server) -> None:
    held = [server.connect(b"GET /hold HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") for _ in range(MOST)]
    server.await_work(MOST)
    refused = server.ask(b"")
    assert refused.startswith(b"HTTP/1.1 503 ") and b"retry-after" in refused
    server.echo.go_on.set()
    assert [rest(one)[-9:] for one in held] == [b"GET /hold"] * MOST


def test_requests_at_work_are_counted(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "MAX_AT_WORK", 2)
    held = [server.connect(b"GET /hold HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") for _ in range(2)]
    server.await_work(2)
    assert server.ask(CLOSE).startswith(b"HTTP/1.1 503 ")
    assert server.ask(CLOSE.replace(b"/a", b"/health")).endswith(b"GET /health")
    server.echo.go_on.set()
    assert [rest(one)[-9:] for one in held] == [b"GET /hold"] * 2
    assert server.ask(CLOSE).endswith(b"GET /a")


@pytest.mark.parametrize("method", [b"BREW", b"CONNECT", b"TRACE", b"PROPFIND", b"get", b"M-SEARCH"])
def test_every_method_reaches_the_service(server: Server, method: bytes) -> None:
    assert server.ask(CLOSE.replace(b"GET", method)).endswith(method + b" /a")
    with server.connect() as one:
        for at in range(len(method) + 1):
            one.sendall((method + b" ")[at : at + 1])
            time.sleep(0.01)
        one.sendall(CLOSE[4:])
        assert rest(one).endswith(method + b" /a")


def test_what_is_no_method_is_refused(server: Server) -> None:
    for sent in (b"G(T / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02 ", b"x" * 100):
        assert server.ask(sent).startswith(b"HTTP/1.1 400 ")


def test_a_head_has_an_end(server: Server) -> None:
    many = b"".join(b"x-%d: y\r\n" % number for number in range(500))
    for sent in (HEAD + many + b"\r\n", HEAD + b"x: " + b"y" * (1 << 21)):
        assert server.ask(sent).startswith(b"HTTP/1.1 431 ")


def test_what_surrounds_a_body_has_an_end(server: Server) -> None:
    head = b"POST /body HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    for sent in (b"1;" + b"x" * (1 << 21), b"0\r\n" + b"x: y\r\n" * (1 << 19)):
        assert server.ask(head + sent).startswith(b"HTTP/1.1 431 ")
    small = b"1\r\nx\r\n" * 100_000 + b"0\r\nTrailer: t\r\n\r\n"
    assert server.ask(head.replace(b"Host: x", b"Connection: close") + small).endswith(b"POST /body")
