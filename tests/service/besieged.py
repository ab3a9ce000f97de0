"""Whether a service still answers while callers attack it: with connections that never say what they want, and with
bodies that are costly to read.

    python tests/service/besieged.py URL [--path /todos] [--connections 1200] [--seconds 6]

During each attack `/health` is asked again and again, each time on a connection of its own. Each has to answer within
the deadline; a line tells how many did, and the longest time. The attacks go to loopback alone, and are bounded in
count and time. Exit codes: 0, all is well; 1, something is not.
"""

from __future__ import annotations

import argparse
import http.client
import resource
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from urllib.parse import urlsplit

DEADLINE = 10.0
PAUSE = 0.1
TRICKLE = 0.5
LARGE = 1 << 20
# Bodies that take long to read for whoever is not careful.
QUOTES = b"[" * 65 + b'"' + b'\\"' * 40_000
NESTED = b"[" + b",".join([b"[" * 60 + b"]" * 60] * (LARGE // 122)) + b"]"
REPEATED = (
    b'{"title": "x", "priority": "LOW", "tags": [' + b",".join(b'"%d"' % n for n in range(90_000)) + b',"89999"]}'
)
UNKNOWN = b"{" + b",".join(b'"f%d": 1' % n for n in range(80_000)) + b"}"
NUMBERS = b'{"title": [' + b"1," * (LARGE // 2 - 20) + b"1]}"


class Target:
    """A service under attack."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.host, self.port = parts.hostname or "", parts.port or 80
        if self.host not in ("127.0.0.1", "localhost", "::1"):
            raise SystemExit(f"{url} is not on loopback")

    def connect(self, seconds: float = DEADLINE) -> socket.socket:
        """A connection."""
        return socket.create_connection((self.host, self.port), seconds)

    def health(self) -> float | None:
        """How long it takes to answer whether it is there; nothing where it does not in time."""
        began = time.monotonic()
        connection = http.client.HTTPConnection(self.host, self.port, timeout=DEADLINE)
        try:
            connection.request("GET", "/health")
            is_well = connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()
        took = time.monotonic() - began
        return took if is_well and took < DEADLINE else None


class Siege:
    """Many connections that are kept open, and the bytes that are sent on them from time to time."""

    def __init__(self, target: Target, count: int, first: bytes, then: bytes) -> None:
        self.target, self.count, self.first, self.then = target, count, first, then
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._go_on, daemon=True)

    def _go_on(self) -> None:
        held: list[socket.socket] = []
        while not self.over.is_set():
            # Those that were dropped come back.
            held = [one for one in held if self._is_kept(one)]
            for _ in range(self.count - len(held)):
                if self.over.is_set():
                    break
                try:
                    one = self.target.connect(1.0)
                    one.sendall(self.first)
                    held.append(one)
                except OSError:
                    break
            self.over.wait(TRICKLE)
        for one in held:
            one.close()

    def _is_kept(self, one: socket.socket) -> bool:
        try:
            if self.then:
                one.sendall(self.then)
            return True
        except OSError:
            one.close()
            return False


@contextmanager
def siege(target: Target, count: int, first: bytes, then: bytes = b"") -> Iterator[None]:
    """Holds connections until the end of the block."""
    found = Siege(target, count, first, then)
    found.thread.start()
    try:
        yield
    finally:
        found.over.set()
        found.thread.join()


@contextmanager
def flood(target: Target, request: bytes, seconds: float) -> Iterator[None]:
    """Sends a request again and again on two connections, until the end of the block."""
    over = threading.Event()

    def one_after_the_other() -> None:
        until = time.monotonic() + seconds
        while not over.is_set() and time.monotonic() < until:
            try:
                with target.connect(30.0) as one:
                    one.sendall(request)
                    while one.recv(1 << 16):
                        pass
            except OSError:
                over.wait(PAUSE)

    threads = [threading.Thread(target=one_after_the_other, daemon=True) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join(DEADLINE)


def posted(path: str, body: bytes) -> bytes:
    """A request with a body."""
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


Attack = Callable[[], AbstractContextManager[None]]


def attacks(options: argparse.Namespace, target: Target) -> Iterator[tuple[str, Attack]]:
    """The attacks by name."""
    many: int = options.connections
    head = b"GET /health HTTP/1.1\r\nHost: x\r\n"
    post = f"POST {options.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n".encode()
    slow = post + b"Content-Length: 100000\r\n\r\n{"
    chunked = post + b"Transfer-Encoding: chunked\r\n\r\n"
    pages = b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 99
    for name, count, first, then in (
        ("connections that say nothing", many, b"", b""),
        ("trickled heads", many, head, b"x: y\r\n"),
        ("trickled methods", many, b"G", b"E"),
        ("heads without an end", 4, head + b"x: ", b"y" * LARGE),
        ("idle kept-alive connections", many, head + b"\r\n", b""),
        ("trickled second heads", many, head + b"\r\n", b"G"),
        ("trickled bodies", many, slow, b" "),
        ("trickled chunks", many, chunked, b"1\r\n{\r\n"),
        ("chunks without an end", 4, chunked + b"1;", b"x" * LARGE),
        ("trailers without an end", 4, chunked + b"2\r\n{}\r\n0\r\n", b"x: y\r\n" * 9999),
        ("answers that nobody takes", many // 20, pages, b""),
    ):
        yield name, partial(siege, target, count, first, then)
    bodies = {"quotes": QUOTES, "nested arrays": NESTED, "a set with an element twice": REPEATED}
    for name, body in {**bodies, "unknown fields": UNKNOWN, "numbers": NUMBERS}.items():
        request = posted(options.path, body)
        yield f"bodies of {len(body) // 1000} KB: {name}", partial(flood, target, request, options.seconds)


def judged(target: Target, name: str, attack: Attack, seconds: float) -> bool:
    """Asks for `/health` during an attack; whether it always answered."""
    times = []
    with attack():
        time.sleep(2 * TRICKLE)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            times.append(target.health())
            time.sleep(PAUSE)
    answered = [one for one in times if one is not None]
    good = len(answered) == len(times)
    longest = f"{1000 * max(answered):.0f} ms at most" if answered else "never"
    print(f"{'stands' if good else 'FALLS':8} {name}: {len(answered)} of {len(times)}, {longest}", flush=True)
    return good


def main() -> int:
    """Makes all attacks, one after the other."""
    options = arguments()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    target = Target(options.url)
    chosen = [one for one in attacks(options, target) if not options.only or options.only in one[0]]
    return int(not all([judged(target, name, attack, options.seconds) for name, attack in chosen]))


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Whether a service still answers while callers attack it.")
    parser.add_argument("url", help="the URL of the service, on loopback")
    parser.add_argument("--path", default="/todos", help="a path that takes POST with the fields of a todo")
    parser.add_argument("--connections", type=int, default=1200)
    parser.add_argument("--seconds", type=float, default=6.0, help="how long each attack lasts")
    parser.add_argument("--only", help="attacks with this in their names")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
