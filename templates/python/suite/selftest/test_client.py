"""The client against servers that behave badly in the ways real ones do."""

from __future__ import annotations

import socket
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from tests.harness import client
from tests.harness.client import Excess, Request, Response, SocketTransport, Unreachable

Handler = Callable[[socket.socket], None]


@contextmanager
def serving(*handlers: Handler) -> Iterator[str]:
    """A server whose n-th connection is handled by the n-th handler."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def run() -> None:
            for handler in handlers:
                connection, _ = listener.accept()
                with connection:
                    handler(connection)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        thread.join(2)


def request_of(connection: socket.socket) -> bytes:
    """Reads a request without a body."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += connection.recv(4096)
    return data


def answers(*texts: bytes, pause: float = 0.0) -> Handler:
    """Answers one request with some writes, then closes."""

    def handle(connection: socket.socket) -> None:
        request_of(connection)
        for text in texts:
            connection.sendall(text)
            time.sleep(pause)

    return handle


def get(url: str, timeout: float = 2.0) -> Response:
    transport = SocketTransport(url, timeout)
    try:
        return transport.send(Request("GET", "/x"))
    finally:
        transport.close()


def test_content_length() -> None:
    with serving(answers(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A: b\r\n\r\nhi")) as url:
        response = get(url)
    assert (response.status, response.body, response.header("x-a")) == (200, b"hi", "b")


def test_two_writes() -> None:
    with serving(answers(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n", b"body", pause=0.01)) as url:
        assert get(url).body == b"body"


def test_chunks_in_pieces() -> None:
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    with serving(answers(head + b"3\r\nab", b"c\r\n2;x=y\r", b"\nde\r\n0\r\nTrailer: t\r\n\r\n", pause=0.01)) as url:
        assert get(url).body == b"abcde"


def test_no_content_has_no_body() -> None:
    def handle(connection: socket.socket) -> None:
        for _ in range(2):
            request_of(connection)
            connection.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")

    with serving(handle) as url:
        transport = SocketTransport(url, 2)
        assert [transport.send(Request("GET", "/")).status for _ in range(2)] == [204, 204]
        transport.close()


def test_until_closed() -> None:
    with serving(answers(b"HTTP/1.0 200 OK\r\n\r\nall of it")) as url:
        assert get(url).body == b"all of it"


def test_continue_is_skipped() -> None:
    with serving(answers(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) as url:
        assert get(url).status == 200


def test_a_kept_connection_that_was_closed_is_opened_again() -> None:
    answer = answers(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    with serving(answer, answer) as url:
        transport = SocketTransport(url, 2)
        assert transport.send(Request("GET", "/")).status == 200
        time.sleep(0.05)
        assert transport.send(Request("POST", "/")).status == 200
        transport.close()


def test_a_new_connection_that_is_closed_is_no_answer() -> None:
    with serving(answers(), answers()) as url:
        response = get(url)
    assert response.status == 0
    assert "closed the connection" in response.why


def test_half_an_answer_is_never_asked_for_again() -> None:
    seen: list[bytes] = []

    def handle(connection: socket.socket) -> None:
        seen.append(request_of(connection))
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        seen.append(request_of(connection))
        connection.sendall(b"HTTP/1.1 201 Created\r\nContent-Len")

    with serving(handle, lambda _: None) as url:
        transport = SocketTransport(url, 2)
        assert transport.send(Request("POST", "/")).status == 200
        assert transport.send(Request("POST", "/")).status == 0
        transport.close()
    assert len(seen) == 2


def test_nobody_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(Unreachable):
        get(f"http://127.0.0.1:{port}")


def test_gone_in_the_middle() -> None:
    with serving(answers(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) as url:
        transport = SocketTransport(url, 2)
        assert transport.send(Request("GET", "/")).status == 200
    with pytest.raises(Unreachable):
        transport.send(Request("GET", "/"))


def test_silence_is_no_answer_and_then_the_end() -> None:
    def silent(connection: socket.socket) -> None:
        connection.recv(4096)
        time.sleep(0.1)

    with serving(silent, silent, silent) as url:
        transport = SocketTransport(url, 0.05)
        assert [transport.send(Request("GET", "/")).status for _ in range(2)] == [0, 0]
        with pytest.raises(Unreachable):
            transport.send(Request("GET", "/"))


def test_the_length_of_a_body_is_in_bytes() -> None:
    got: list[bytes] = []

    def handle(connection: socket.socket) -> None:
        got.append(connection.recv(4096))
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")

    with serving(handle) as url:
        transport = SocketTransport(f"{url}/base/", 2)
        transport.send(Request("POST", "/x?y=%20", (("A", "b"),), '"é"'.encode()))
        transport.close()
    head, _, body = got[0].partition(b"\r\n\r\n")
    assert head.startswith(b"POST /base/x?y=%20 HTTP/1.1\r\n")
    assert b"Content-Length: 4" in head and b"A: b" in head
    assert body == '"é"'.encode()


def test_something_else_than_http() -> None:
    with serving(answers(b"SSH-2.0\r\n\r\n")) as url:
        assert "not HTTP" in get(url).why


HEAD = b"HTTP/1.1 200 OK\r\n"


def trickles(connection: socket.socket) -> None:
    """Answers a byte at a time, and never all of them; each comes soon enough after the one before."""
    request_of(connection)
    connection.sendall(HEAD + b"Content-Length: 100000\r\n\r\n")
    try:
        while True:
            connection.sendall(b"x")
            time.sleep(0.02)
    except OSError:
        pass


def test_an_answer_that_trickles_has_a_deadline() -> None:
    with serving(trickles) as url:
        response = get(url, 0.2)
    assert (response.status, response.why) == (0, "did not answer within 0.2 seconds (late-answer)")


def endless(head: bytes, part: bytes) -> Handler:
    """Answers without an end."""

    def handle(connection: socket.socket) -> None:
        request_of(connection)
        try:
            connection.sendall(head)
            while True:
                connection.sendall(part)
        except OSError:
            pass

    return handle


@pytest.mark.parametrize(
    ("head", "part"),
    [
        (HEAD + b"Content-Length: 9999999999\r\n\r\n", b"x" * 999),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"3e7\r\n" + b"x" * 999 + b"\r\n"),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\nffffffffff\r\n", b"x" * 999),
        (HEAD + b"Connection: close\r\n\r\n", b"x" * 999),
    ],
)
def test_an_answer_without_an_end_is_left(head: bytes, part: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "MAX_ANSWER", 1 << 16)
    with serving(endless(head, part)) as url:
        response = get(url, 30)
    assert (response.status, response.why) == (0, "answered with more than 65536 bytes (large-answer)")


@pytest.mark.parametrize("window", [zlib.MAX_WBITS | 16, zlib.MAX_WBITS])
def test_a_packed_answer_is_unpacked_within_its_limit(window: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "MAX_ANSWER", 1 << 16)
    name = b"deflate" if window == zlib.MAX_WBITS else b"gzip"
    for size, status in (((1 << 16), 200), ((1 << 24), 0)):
        packer = zlib.compressobj(9, wbits=window)
        packed = packer.compress(b"x" * size) + packer.flush()
        head = HEAD + b"Content-Encoding: %s\r\nContent-Length: %d\r\n\r\n" % (name, len(packed))
        with serving(answers(head + packed)) as url:
            response = get(url)
        assert response.status == status, response.why
        assert len(response.body) == (size if status else 0)
        assert status or response.why == "answered with what unpacks to more than 65536 bytes (packed-answer)"


def test_limits_that_are_passed_again_and_again_end_a_run() -> None:
    with serving(trickles, trickles, trickles) as url:
        transport = SocketTransport(url, 0.05)
        assert [transport.send(Request("GET", "/")).status for _ in range(2)] == [0, 0]
        with pytest.raises(Excess, match="late-answer"):
            transport.send(Request("GET", "/"))


def test_heads_and_lines_without_an_end_are_no_http(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "MAX_HEAD", 1 << 16)
    for head in (b"", HEAD + b"Transfer-Encoding: chunked\r\n\r\n"):
        with serving(endless(head, b"x" * 999)) as url:
            assert "not HTTP" in get(url, 30).why
