"""A counter that is wrong in one way, to show that the drivers notice: the service of `safe_counter.spec`.

    python tests/service/wrong.py PORT DEFECT

| defect | what is wrong |
|---|---|
| `races` | an increment reads, waits and writes, so that two at once count as one |
| `crashes` | now and then the answer is 500 |
| `waits` | it answers one connection after the other, and waits for each |
| `none` | nothing; but what it says about bad requests is not what the reference server says |
"""

from __future__ import annotations

import itertools
import json
import sys
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer
from typing import Any

CEILING = 10
ADMIN = "/__test_admin__"


class Counter:
    """The state, and what can be done with it. Every method gives a status and a body."""

    def __init__(self, defect: str) -> None:
        self.defect = defect
        self.count = 0
        self.lock = threading.Lock()
        self.calls = itertools.count(1)

    def change(self, step: int) -> tuple[int, Any]:
        """One more, or one less."""
        if self.defect == "crashes" and next(self.calls) % 50 == 0:
            return 500, {}
        if self.defect == "races":
            return self._changed(step)
        with self.lock:
            return self._changed(step)

    def _changed(self, step: int) -> tuple[int, Any]:
        found = self.count + step
        if not 0 <= found <= CEILING:
            return 409, {}
        if self.defect == "races":
            time.sleep(0.001)
        self.count = found
        return 200, {"current": found}

    def put(self, count: int) -> tuple[int, Any]:
        """Another count."""
        with self.lock:
            self.count = count
        return 200, {"count": count}

    def routes(self) -> dict[tuple[str, str], Callable[[Any], tuple[int, Any]]]:
        """What answers to what."""
        capabilities = ["reset", "state", "load", "clock", "status"]
        told = {"version": 1, "service": "SafeCounter", "capabilities": capabilities}
        return {
            ("GET", "/ready"): lambda _: (200, {}),
            ("GET", "/health"): lambda _: (200, {}),
            ("GET", "/count"): lambda _: (200, {"current": self.count, "room": CEILING - self.count}),
            ("POST", "/increment"): lambda _: self.change(1),
            ("POST", "/decrement"): lambda _: self.change(-1),
            ("POST", "/reset"): lambda _: (self.put(0)[0], {}),
            ("GET", f"{ADMIN}/capabilities"): lambda _: (200, told),
            ("GET", f"{ADMIN}/state"): lambda _: (200, {"count": self.count}),
            ("PUT", f"{ADMIN}/state"): lambda body: self.put(body["count"]),
            ("POST", f"{ADMIN}/reset"): lambda _: self.put(0),
            ("PUT", f"{ADMIN}/clock"): lambda body: (200, body),
        }


class Handler(BaseHTTPRequestHandler):
    """Answers requests by the table of routes."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    counter: Counter

    def answer(self) -> None:
        """Answers one request."""
        sent = self.rfile.read(int(self.headers.get("content-length") or 0))
        route = self.counter.routes().get((self.command, self.path))
        status, body = (404, {}) if route is None else route(json.loads(sent) if sent else None)
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = answer

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


def main() -> None:
    """Serves."""
    Handler.counter = Counter(sys.argv[2])
    kind = HTTPServer if sys.argv[2] == "waits" else ThreadingHTTPServer
    with kind(("127.0.0.1", int(sys.argv[1])), Handler) as server:
        server.serve_forever()


if __name__ == "__main__":
    main()
