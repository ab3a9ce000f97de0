"""A small HTTP/1.1 client: one kept-alive connection, no redirects, no retries that could repeat an effect.

An answer that says no more than that the service is busy is no finding. Who knows that nothing has changed asks again;
how often, and how long it waits, is decided here. So is how long an answer may take and how large it may be: a service
that passes one of these limits has not answered, and that is a finding with the name of the limit.

A suite makes thousands of short calls one after the other, so the transport decides how long it takes. A raw socket is
several times faster than a general client, and lets the suite say exactly which bytes it sends.
"""

from __future__ import annotations

import json
import socket
import ssl
import time
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlsplit

# How long a call may take, from its first byte to the last one of its answer.
TIMEOUT_SECONDS = 30.0
# The largest answer, as it comes and unpacked.
MAX_ANSWER = 64 << 20
# A service that passes a limit again and again is no longer worth waiting for.
MAX_PASSED = 3
# The names of the limits.
LATE = "late-answer"
LARGE = "large-answer"
PACKED = "packed-answer"
# The answers of a service, or of what stands before it, that has too much to do.
BUSY = (429, 503)
# How long to wait before asking again, in seconds, each time, unless the answer says so itself; and how long at most.
PAUSES = (0.05, 0.3, 1.0)
MAX_PAUSE = 5.0
# How often a status may stay the same after all that. Then it is how this service rejects calls.
MAX_STUBBORN = 2
MAX_HEAD = 1 << 20
CHUNK = 1 << 16

_QUICKACK: int | None = getattr(socket, "TCP_QUICKACK", None)

Headers = tuple[tuple[str, str], ...]


class Unreachable(Exception):
    """Nobody listens at the address, or nobody answers any more."""


class Excess(Unreachable):
    """A limit was passed once too often: nothing more is to be learned from this service, and that is a finding."""


class _Passed(Exception):
    """An answer passes a limit."""

    def __init__(self, limit: str, why: str) -> None:
        super().__init__(f"{why} ({limit})")


class Late(BaseException):
    """The time of the run is up. Not an Exception, so that nothing that collects failures mistakes it for one."""


class _Closed(Exception):
    """The other side closed the connection; `early` if it had not answered a single byte."""

    def __init__(self, early: bool) -> None:
        super().__init__("closed")
        self.early = early


@dataclass(frozen=True, slots=True)
class Request:
    """A request, as it goes over the wire: `target` is the encoded path with its query."""

    method: str
    target: str
    headers: Headers = ()
    body: bytes | None = None


@dataclass(frozen=True, slots=True)
class Response:
    """An answer. The status is 0 where there was none; `why` says what happened instead."""

    status: int
    headers: Headers = ()
    body: bytes = b""
    why: str = ""

    def header(self, name: str) -> str | None:
        """The value of a header, whatever its case; the first one where it is repeated."""
        wanted = name.lower()
        return next((value for key, value in self.headers if key == wanted), None)

    @property
    def text(self) -> str:
        """The body as text, for messages."""
        return self.body.decode("utf-8", "replace")

    def json(self) -> Any:
        """The body as JSON; raises ValueError where it is none."""
        return json.loads(self.body.decode("utf-8"), parse_constant=_no_constant)


class Transport(Protocol):
    """How a request reaches the service. Another one can call it without a socket."""

    def send(self, request: Request) -> Response:
        """Sends a request and returns the answer; raises Unreachable where no one is there."""
        ...

    def close(self) -> None:
        """Gives back what it holds."""
        ...


class Client:
    """Counts the calls that go through a transport, and how often it was too busy to answer."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self.deadline: float | None = None
        """When the run has to end, in seconds of the clock."""
        self.calls = 0
        self.retried: Counter[int] = Counter()
        self._stubborn: Counter[int] = Counter()

    def send(self, request: Request) -> Response:
        """Makes one call; raises Late where the time is up."""
        if self.is_late():
            raise Late
        self.calls += 1
        return self.transport.send(request)

    def is_late(self) -> bool:
        """Whether the time of the run is up."""
        return self.deadline is not None and time.time() > self.deadline

    def is_busy(self, response: Response) -> bool:
        """Whether an answer says no more than that the service has too much to do."""
        return response.status in BUSY and self._stubborn[response.status] < MAX_STUBBORN

    def pause(self, response: Response, attempt: int) -> None:
        """Waits before a call is made again."""
        self.retried[response.status] += 1
        time.sleep(_pause(response.header("retry-after"), PAUSES[attempt]))

    def settle(self, response: Response) -> Response:
        """Takes an answer for the last word on a call."""
        if self.is_busy(response):
            self._stubborn[response.status] += 1
        return response

    def insist(self, request: Request) -> Response:
        """Makes a call that may be made any number of times, until it is answered."""
        response = self.send(request)
        for attempt in range(len(PAUSES)):
            if not self.is_busy(response):
                return response
            self.pause(response, attempt)
            response = self.send(request)
        return self.settle(response)


def _pause(told: str | None, otherwise: float) -> float:
    """How long to wait: as the answer says, unless that is a date, or too long."""
    return min(float(told), MAX_PAUSE) if told is not None and told.isdecimal() else otherwise


class SocketTransport:
    """A kept-alive connection to a base URL."""

    def __init__(self, base_url: str, timeout: float = TIMEOUT_SECONDS) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Unreachable(f"{base_url!r} is no http address")
        self.base_url = base_url
        self._secure = parts.scheme == "https"
        self._host = parts.hostname
        self._port = parts.port or (443 if self._secure else 80)
        self._prefix = parts.path.rstrip("/")
        self._timeout = timeout
        self._socket: socket.socket | None = None
        self._rest = b""
        self._until = 0.0
        self._passed = 0
        self._host_header = f"Host: {parts.netloc.rpartition('@')[2]}\r\n"

    def send(self, request: Request) -> Response:
        """Sends a request; once more on a new connection where the old one had been closed meanwhile."""
        data = self._render(request)
        reused = self._socket is not None
        try:
            return self._exchange(data, request.method)
        except _Closed as closed:
            self.close()
            if not (reused and closed.early):
                return self._unanswered("closed the connection without a complete answer")
        except (TimeoutError, _Passed) as error:
            return self._gave_up(error)
        except ValueError as error:
            self.close()
            return Response(0, why=f"answered something that is not HTTP: {error}")
        return self._again(data, request.method)

    def close(self) -> None:
        """Closes the connection; the next request opens another one."""
        if self._socket is not None:
            self._socket.close()
        self._socket = None
        self._rest = b""

    def _again(self, data: bytes, method: str) -> Response:
        try:
            return self._exchange(data, method)
        except _Closed:
            self.close()
            return self._unanswered("closed the connection without a complete answer")
        except (TimeoutError, _Passed) as error:
            return self._gave_up(error)
        except ValueError as error:
            self.close()
            return Response(0, why=f"answered something that is not HTTP: {error}")

    def _unanswered(self, why: str) -> Response:
        # Tells a handler that crashed from a process that is gone: the latter is no finding about one operation.
        self._connect()
        return Response(0, why=why)

    def _gave_up(self, error: Exception) -> Response:
        self.close()
        self._passed += 1
        why = str(error) if isinstance(error, _Passed) else f"did not answer within {self._timeout:g} seconds ({LATE})"
        if self._passed >= MAX_PASSED:
            raise Excess(f"{self.base_url} {why}: {MAX_PASSED} answers passed a limit")
        return Response(0, why=why)

    def _render(self, request: Request) -> bytes:
        lines = [f"{request.method} {self._prefix}{request.target} HTTP/1.1\r\n", self._host_header]
        lines.extend(f"{name}: {value}\r\n" for name, value in request.headers)
        if request.body is not None:
            lines.append(f"Content-Length: {len(request.body)}\r\n")
        elif request.method in ("POST", "PUT", "PATCH"):
            lines.append("Content-Length: 0\r\n")
        lines.append("\r\n")
        return "".join(lines).encode("latin-1") + (request.body or b"")

    def _connect(self) -> socket.socket:
        if self._socket is not None:
            return self._socket
        try:
            made = socket.create_connection((self._host, self._port), self._timeout)
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._secure:
                made = ssl.create_default_context().wrap_socket(made, server_hostname=self._host)
        except OSError as error:
            raise Unreachable(f"{self.base_url} is not reachable: {error}") from error
        self._socket = made
        self._rest = b""
        return made

    def _exchange(self, data: bytes, method: str) -> Response:
        connection = self._connect()
        self._until = time.monotonic() + self._timeout
        connection.settimeout(self._timeout)
        try:
            connection.sendall(data)
        except TimeoutError:
            raise
        except OSError:
            # The server may have answered before it closed, for instance that the body is too large.
            pass
        status, headers, keeps = self._head()
        while 100 <= status < 200:
            status, headers, keeps = self._head()
        body = self._body(method, status, headers)
        if body is None:
            body, keeps = self._until_closed(), False
        if not keeps:
            self.close()
        return Response(status, headers, _unpacked(body, headers))

    def _receive(self, early: bool = False) -> bytes:
        remaining = self._until - time.monotonic()
        if remaining <= 0:
            raise TimeoutError
        connection = self._connect()
        connection.settimeout(remaining)
        try:
            data = connection.recv(CHUNK)
        except TimeoutError:
            raise
        except OSError:
            data = b""
        if not data:
            raise _Closed(early)
        return data

    def _head(self) -> tuple[int, Headers, bool]:
        data = self._rest
        while (end := data.find(b"\r\n\r\n")) < 0:
            if len(data) > MAX_HEAD:
                raise ValueError("the headers do not end")
            data += self._receive(early=not data)
        self._rest = data[end + 4 :]
        return _parse_head(data[:end])

    def _body(self, method: str, status: int, headers: Headers) -> bytes | None:
        """The body, or None where only the end of the connection ends it."""
        if method == "HEAD" or status in (204, 304):
            return b""
        fields = dict(headers)
        if "chunked" in fields.get("transfer-encoding", "").lower():
            return self._chunks()
        length = fields.get("content-length")
        return None if length is None else self._exactly(_within(int(length)))

    def _exactly(self, length: int) -> bytes:
        if len(self._rest) < length:
            self._acknowledge()
        parts, missing = [self._rest], length - len(self._rest)
        while missing > 0:
            parts.append(self._receive())
            missing -= len(parts[-1])
        data = b"".join(parts)
        self._rest = data[length:]
        return data[:length]

    def _line(self) -> bytes:
        while (end := self._rest.find(b"\r\n")) < 0:
            if len(self._rest) > MAX_HEAD:
                raise ValueError("a line does not end")
            self._acknowledge()
            self._rest += self._receive()
        line, self._rest = self._rest[:end], self._rest[end + 2 :]
        return line

    def _chunks(self) -> bytes:
        parts, whole = [], 0
        while size := int(self._line().split(b";", 1)[0], 16):
            whole = _within(whole + size)
            parts.append(self._exactly(size))
            self._line()
        while self._line():
            pass
        return b"".join(parts)

    def _until_closed(self) -> bytes:
        parts, whole = [self._rest], len(self._rest)
        try:
            while True:
                parts.append(self._receive())
                whole = _within(whole + len(parts[-1]))
        except _Closed:
            return b"".join(parts)

    def _acknowledge(self) -> None:
        # A server that sends headers and body in two writes waits for this acknowledgement, which the kernel otherwise
        # delays by 40 ms. The option does not last, so it is set each time the body is still to come.
        if _QUICKACK is not None and self._socket is not None:
            self._socket.setsockopt(socket.IPPROTO_TCP, _QUICKACK, 1)


def _within(size: int) -> int:
    """The size of an answer that is not too large."""
    if size > MAX_ANSWER:
        raise _Passed(LARGE, f"answered with more than {MAX_ANSWER} bytes")
    return size


def _unpacked(body: bytes, headers: Headers) -> bytes:
    """A body without the encoding that something on the way has given it."""
    encoding = dict(headers).get("content-encoding", "").lower()
    if encoding not in _WINDOWS or not body:
        return body
    try:
        return _inflated(body, _WINDOWS[encoding])
    except zlib.error as error:
        raise ValueError(f"its {encoding} cannot be read") from error


# How zlib is told what it unpacks.
_WINDOWS = {"gzip": zlib.MAX_WBITS | 16, "deflate": zlib.MAX_WBITS}


def _inflated(packed: bytes, window: int) -> bytes:
    parts, room = [], MAX_ANSWER
    while packed:
        unpacker = zlib.decompressobj(window)
        parts.append(unpacker.decompress(packed, room + 1))
        room -= len(parts[-1])
        if room < 0:
            raise _Passed(PACKED, f"answered with what unpacks to more than {MAX_ANSWER} bytes")
        if not unpacker.eof:
            raise zlib.error("it ends too early")
        packed = unpacker.unused_data
    return b"".join(parts)


def _parse_head(data: bytes) -> tuple[int, Headers, bool]:
    first, _, rest = data.decode("latin-1").partition("\r\n")
    version, _, remainder = first.partition(" ")
    status = remainder[:3]
    if not version.startswith("HTTP/1.") or not status.isdigit():
        raise ValueError(first[:100])
    headers = []
    for line in rest.split("\r\n") if rest else ():
        name, _, value = line.partition(":")
        headers.append((name.strip().lower(), value.strip()))
    options = [value.lower() for name, value in headers if name == "connection"]
    keeps = "keep-alive" in options if version == "HTTP/1.0" else "close" not in options
    return int(status), tuple(headers), keeps


def _no_constant(text: str) -> Any:
    raise ValueError(f"{text} is no JSON")


def encode_json(value: Any) -> bytes:
    """A value as compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def json_request(method: str, target: str, headers: Sequence[tuple[str, str]] = (), body: Any = None) -> Request:
    """A request with a JSON body; without one where `body` is None."""
    if body is None:
        return Request(method, target, tuple(headers))
    return Request(method, target, (*headers, ("Content-Type", "application/json")), encode_json(body))
