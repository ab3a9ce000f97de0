"""Whether a service stands up to requests that are cut, doubled and mixed at random, byte by byte.

    python tests/service/fuzzed.py URL --suite DIR [--requests 20000] [--seed 1]

Good requests of every operation, of the service's own routes and of the admin contract are the beginnings. Each answer
has to be HTTP and no 500, each connection has to be answered or closed, and `/health` answers at the end. A line tells
how many requests were made, what was answered, and how long `/health` took meanwhile. Exit codes: 0, all is well; 1,
something is not.
"""

from __future__ import annotations

import argparse
import re
import socket
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import zip_longest
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import emitted
from emitted import MOMENT, Suite
from hostile import model
from pulse import Pulse

CLIENTS = 8
MAX_SHOWN = 8
# How long an answer may take to begin. Then the other side is told that nothing more comes.
PATIENCE = 0.3
DEADLINE = 20.0
# What is allowed to a server that does not understand, or has too much to do.
FINE = (501, 503)
PIECES = (
    *(b"\r\n", b"\r\n\r\n", b"\n", b"\r", b"\x00", b" ", b"\t", b":", b"%", b"%00", b"%ff", b"/", b"//", b"/..", b"?"),
    *(b"&", b"=", b";", b'"', b"\\", b"\\u0000", b"\\ud800", b"{", b"}", b"[", b"]", b",", b"\xff", b"\xed\xa0\x80"),
    *(b"Content-Length: 5\r\n", b"Content-Length: -1\r\n", b"Content-Length: 99999999999999999999\r\n"),
    *(b"Transfer-Encoding: chunked\r\n", b"Transfer-Encoding: gzip, chunked\r\n", b"Expect: 100-continue\r\n"),
    *(b"Upgrade: websocket\r\nConnection: Upgrade\r\n", b"Upgrade: h2c\r\n", b"Connection: close\r\n", b"0\r\n\r\n"),
    *(b"Host: \r\n", b"Content-Encoding: gzip\r\n", b"Authorization: Basic ====\r\n", b"Cookie: a=b; =; c\r\n"),
    *(b"HTTP/1.0", b"HTTP/2.0", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"http://x/", b"*", b"1" * 400, b"-0", b"1e999"),
)


def beginnings(suite: Suite) -> list[bytes]:
    """Good requests as they go over the wire."""
    found = []
    for operation in suite.service.operations:
        _, inputs, _ = model(suite, operation)
        request = suite.request(operation, inputs)
        found.append(wired(request.method, request.target, request.headers, request.body))
    for path in (
        "/health",
        "/ready",
        "/openapi.json",
        "/metrics",
        "/__test_admin__/state",
        "/__test_admin__/capabilities",
    ):
        found.append(wired("GET", path, (), None))
    clock = f'{{"now": "{suite.instant(MOMENT)}"}}'.encode()
    found.append(wired("PUT", "/__test_admin__/clock", (("Content-Type", "application/json"),), clock))
    return found


def wired(method: str, target: str, headers: tuple[tuple[str, str], ...], body: bytes | None) -> bytes:
    """A request as bytes."""
    lines = [f"{method} {target} HTTP/1.1", "Host: x", *(f"{name}: {value}" for name, value in headers)]
    if body is not None:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + (body or b"")


def spoilt(random: Random, beginnings: list[bytes]) -> bytes:
    """A request with a few things wrong."""
    made = random.choice(beginnings)
    for _ in range(random.choice((0, 1, 1, 1, 2, 3, 5, 8))):
        at = random.randrange(len(made) + 1)
        to = min(len(made), at + random.choice((0, 0, 1, 1, 4, 40)))
        other = random.choice(beginnings)
        start = random.randrange(len(other))
        piece = random.choice(
            (b"", random.choice(PIECES), random.randbytes(1), random.randbytes(4), other[start : start + 30])
        )
        made = made[:at] + piece * random.choice((1, 1, 1, 1, 2, 50)) + made[to:]
    return made + (random.choice(beginnings) if random.random() < 0.1 else b"")


class Fuzzer:
    """Sends spoilt requests to a service, and judges what it says."""

    def __init__(self, url: str, beginnings: list[bytes]) -> None:
        parts = urlsplit(url)
        self.at = (parts.hostname or "", parts.port or 80)
        self.beginnings = beginnings
        self.statuses: Counter[str] = Counter()
        self.findings: list[str] = []
        self.lock = threading.Lock()

    def attempt(self, number: int) -> None:
        """Makes the request of a number."""
        sent = spoilt(Random(number), self.beginnings)
        try:
            status, wrong = self.judged(sent)
        except OSError as error:
            status, wrong = "none", f"cannot be reached: {error}"
        with self.lock:
            self.statuses[status] += 1
            if wrong:
                self.findings.append(f"request {number} {wrong}: {sent[:300]!r}")

    def judged(self, sent: bytes) -> tuple[str, str]:
        """What is answered to a request, and what is wrong with that."""
        with socket.create_connection(self.at, DEADLINE) as one:
            try:
                one.sendall(sent)
                found = begun(one)
            except TimeoutError:
                return "none", "is neither answered nor closed"
            except (ConnectionResetError, BrokenPipeError):
                found = b""
        if not found:
            return "closed", ""
        status = found[9:12].decode("latin-1")
        if not found.startswith(b"HTTP/1.") or not status.isdecimal():
            return "none", f"is answered with something else than HTTP, {found[:60]!r}"
        is_fine = int(status) < 500 or int(status) in FINE
        return status, "" if is_fine else f"is answered with {status}"


def begun(one: socket.socket) -> bytes:
    """The beginning of an answer; nothing where the connection is closed without one."""
    one.settimeout(PATIENCE)
    try:
        return one.recv(1 << 16)
    except TimeoutError:
        one.shutdown(socket.SHUT_WR)
        one.settimeout(DEADLINE)
        return one.recv(1 << 16)


def main() -> int:
    """Makes all requests."""
    options = arguments()
    suite = emitted.load(options.suite)
    fuzzer = Fuzzer(options.url, beginnings(suite))
    numbers = range(options.seed * 1_000_000_000, options.seed * 1_000_000_000 + options.requests)
    with Pulse(options.url) as pulse, ThreadPoolExecutor(CLIENTS) as clients:
        for _ in clients.map(fuzzer.attempt, numbers, chunksize=50):
            pass
    if pulse.missed:
        fuzzer.findings.append(f"GET /health is not answered {pulse.missed} times")
    if fuzzer.judged(wired("GET", "/health", (), None))[0] != "200":
        fuzzer.findings.append("GET /health fails at the end")
    told = ", ".join(f"{status}: {count}" for status, count in sorted(fuzzer.statuses.items()))
    word = "FAILS" if fuzzer.findings else "stands"
    print(f"{word:8} {suite.service.name}: {options.requests} requests, {told}; {pulse.told()}", flush=True)
    for one in of_each_kind(fuzzer.findings)[:MAX_SHOWN]:
        print(f"         - {one}", flush=True)
    return int(bool(fuzzer.findings))


def of_each_kind(findings: list[str]) -> list[str]:
    """The findings, in turn one of each kind."""
    kinds: dict[str, list[str]] = {}
    for one in findings:
        kinds.setdefault(re.split("[,:]", re.sub(r"request \d+", "", one))[0], []).append(one)
    return [one for turn in zip_longest(*kinds.values()) for one in turn if one is not None]


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Whether a service stands up to spoilt requests.")
    parser.add_argument("url", help="the URL of the service, on loopback")
    parser.add_argument("--suite", type=Path, required=True, help="the folder of the emitted suite")
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
