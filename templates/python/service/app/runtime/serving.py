"""The HTTP server: uvicorn, with bounds on what callers can make it hold.

A connection is at work while its request is handled. Otherwise it waits for its caller: for a head, for a body, or
until an answer is taken. Each wait has an end, and where there is no room for another connection the one goes that has
waited longest. So callers that are slow on purpose lose to those that are not, however many they are.
"""

from __future__ import annotations

import asyncio
import re
import resource
from http import HTTPStatus
from typing import Any

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.runtime.problems import Problem, unavailable
from app.runtime.requests import BODY_TIMEOUT, MAX_HEAD, MAX_HEADERS

MAX_CONNECTIONS = 1000
MAX_AT_WORK = 256
HEAD_TIMEOUT = 10.0
KEEP_ALIVE_TIMEOUT = 15
ANSWER_TIMEOUT = 30.0
# How long a caller who was refused may go on sending before it has to listen.
LINGER_TIMEOUT = 5.0
STOP_TIMEOUT = 20

# A head up to here is answered with a problem document by the service itself, which knows the exact bounds.
_MOST_HEAD = 4 * MAX_HEAD
_MOST_HEADERS = 2 * MAX_HEADERS
# What the chunks of a body may cost, as a multiple of the body: those of a single byte cost five.
_FRAMING = 8
# Files that are no connections: the database, logs, libraries.
_OTHER_FILES = 64
_SWEEP = 1.0
# The methods that the parser is told; others are carried past it.
_METHODS = frozenset({b"GET", b"HEAD", b"POST", b"PUT", b"PATCH", b"DELETE", b"OPTIONS", b"TRACE"})
_METHOD = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}")
_LONGEST_METHOD = 32
_STAND_IN = b"PATCH"


class Room:
    """The connections of a server: which of them wait, until when, the longest first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.waiting: dict[Connection, float] = {}
        self._sweep: asyncio.TimerHandle | None = None

    def wait(self, connection: Connection, until: float) -> None:
        """A connection waits for its caller from now on."""
        self.waiting.pop(connection, None)
        self.waiting[connection] = until
        if self._sweep is None:
            self._sweep = connection.loop.call_later(_SWEEP, self._end_waits, connection.loop)

    def _end_waits(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        for connection in [one for one, until in self.waiting.items() if until < now]:
            connection.drop()
        self._sweep = loop.call_later(_SWEEP, self._end_waits, loop) if self.waiting else None

    def admit(self, open_connections: int) -> bool:
        """Makes room for another connection; whether there is."""
        if open_connections <= self.most:
            return True
        longest = next(iter(self.waiting), None)
        if longest is not None:
            longest.drop()
        return longest is not None


def _files() -> int:
    """How many files the process may open, after asking for as many as it can have."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 4 * MAX_CONNECTIONS
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else soft


class Connection(HttpToolsProtocol):
    """A connection within bounds."""

    room = Room(MAX_CONNECTIONS)

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._service = self.app
        self._is_refused = False
        self._is_between = True
        self._is_head = True
        self._start = b""
        self._method = b""
        self._received = 0
        self._body = 0

    # --- the connection ---

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A caller is there."""
        super().connection_made(transport)
        if self.room.admit(len(self.connections)):
            self._wait(HEAD_TIMEOUT)
        else:
            self._refuse(unavailable("Too many requests are at work. Try again."))

    def connection_lost(self, exc: Exception | None) -> None:
        """The caller is gone."""
        self.room.waiting.pop(self, None)
        super().connection_lost(exc)

    def drop(self) -> None:
        """Ends the connection at once."""
        self.room.waiting.pop(self, None)
        self.transport.abort()

    def _wait(self, seconds: float) -> None:
        self.room.wait(self, self.loop.time() + seconds)

    def pause_writing(self) -> None:
        """The caller does not take what it asked for."""
        super().pause_writing()
        self._wait(ANSWER_TIMEOUT)

    def resume_writing(self) -> None:
        """It does again."""
        super().resume_writing()
        if self.cycle is not None and not self.cycle.response_complete:
            self.room.waiting.pop(self, None)

    def _refuse(self, problem: Problem) -> None:
        """Answers what is no request for the service, and listens no more."""
        self._is_refused = True
        response = problem.response()
        headers = [*response.raw_headers, (b"connection", b"close")]
        lines = b"".join(name + b": " + value + b"\r\n" for name, value in headers)
        start = f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}\r\n".encode()
        self.transport.write(start + lines + b"\r\n" + bytes(response.body))
        self.transport.write_eof()
        self._wait(LINGER_TIMEOUT)

    # --- what arrives ---

    def data_received(self, data: bytes) -> None:
        """Takes bytes, as many as may come."""
        if self._is_refused or self.transport.is_closing():
            return
        if self._is_between and not self._start:
            self._wait(HEAD_TIMEOUT)
        if self._is_between:
            data = self._with_known_method(data)
            if not data:
                return
        self._received += len(data)
        super().data_received(data)
        if self._received > _MOST_HEAD + _FRAMING * self._body and not (self._is_between or self._is_refused):
            what = f"{_MOST_HEAD} bytes before its body" if self._is_head else "so many bytes around its body"
            self._refuse(Problem(431, f"A request has at most {what}."))

    def _with_known_method(self, data: bytes) -> bytes:
        """The start of a request once its method is there, with one that the parser knows; nothing until then."""
        start = (self._start + data).lstrip(b"\r\n")
        method, space, rest = start.partition(b" ")
        if not space and len(start) <= _LONGEST_METHOD:
            self._start = start
            return b""
        self._start = self._method = b""
        if method in _METHODS or not _METHOD.fullmatch(method):
            return start
        self._method = method
        return _STAND_IN + b" " + rest

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._is_between, self._is_head = False, True
        self._body = self._received = 0

    def on_header(self, name: bytes, value: bytes) -> None:
        """A field of the head; those that follow a body are of no interest."""
        if self._is_head and len(self.headers) <= _MOST_HEADERS:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is there, and the body may be to come."""
        self._is_head, self._received = False, 0
        if len(self.headers) > _MOST_HEADERS:
            self._refuse(Problem(431, f"A request has at most {MAX_HEADERS} header fields."))
            return
        is_full = len(self.connections) - len(self.room.waiting) >= MAX_AT_WORK
        self.app = _Busy(self._service) if is_full else self._service
        self._wait(BODY_TIMEOUT + LINGER_TIMEOUT)
        super().on_headers_complete()
        if self._method:
            self.scope["method"] = self._method.decode("ascii")

    def on_body(self, body: bytes) -> None:
        """A part of the body."""
        self._body += len(body)
        if not self._is_refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is there."""
        self._is_between, self._method = True, b""
        if self._is_refused:
            return
        super().on_message_complete()
        if not self.cycle.response_complete:
            self.room.waiting.pop(self, None)

    def on_response_complete(self) -> None:
        """The answer is made. It may still be to be taken."""
        if self.pipeline:
            self.room.waiting.pop(self, None)
        else:
            self._wait(KEEP_ALIVE_TIMEOUT + LINGER_TIMEOUT)
        super().on_response_complete()

    def _unsupported_upgrade_warning(self) -> None:
        """Other protocols are not spoken, and who asks for one is answered in this one."""


class _Busy:
    """Answers for a service that has too much to do. Whether it is there can still be asked."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == "/health":
            return await self.app(scope, receive, send)
        await unavailable("Too many requests are at work. Try again.").response()(scope, receive, send)


def serve(app: str, host: str, port: int) -> None:
    """Serves an application, in one process: the clock of the admin contract, and what SQLite locks, belong to it."""
    # Those who come are accepted before those who are dropped for them are gone, so both need a file for a moment.
    Connection.room = Room(min(MAX_CONNECTIONS, (_files() - _OTHER_FILES) // 2))
    uvicorn.run(
        app,
        host=host,
        port=port,
        http=Connection,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE_TIMEOUT,
        timeout_graceful_shutdown=STOP_TIMEOUT,
    )
