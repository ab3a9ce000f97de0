"""The splits of tests/conformance/specs/open_ends.spec, written by hand: it knows what specc does not find by itself.

Bad input is 400, what is not there 404, what is there already 409. `--defect NAME` plants one of DEFECTS, `--no-load` leaves
out that states can be loaded.
"""

import argparse
import json
import os
import re
import signal
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

# Each name, and the clause or rule of the spec that it breaks.
DEFECTS = {
    "cubes-off-by-one": "MakeSplit ensures the sum of cubes: one of the parts is too large",
    "overtake-too-far": "Overtake ensures `ahead' = behind' + by`: one more",
    "overtake-drops": "frame of Overtake: the splits are gone",
    "size-unbounded": "type Size `value <= 1000`: larger ones are taken by MakeSplit",
    "drop-nothing": "DropSplit ensures `splits' = splits - {size}`: it stays",
}

ADMIN = "__test_admin__"
planted = ""
loads = True


def defect(name: str) -> bool:
    assert name in DEFECTS
    return name == planted


class Refused(Exception):
    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


def read_size(value: Any) -> int:
    if type(value) is not int or value < 1 or (value > 1000 and not defect("size-unbounded")):
        raise Refused(400, "a size is a number from 1 to 1000")
    return value


def size_of(segment: str) -> int:
    if not re.fullmatch("0|-?[1-9][0-9]{0,18}", segment):
        raise Refused(400, "a size is a number")
    return read_size(int(segment))


class Splits:
    def __init__(self) -> None:
        self.keep({}, 0, 0)

    def keep(self, splits: dict[int, list[int]], ahead: int, behind: int) -> None:
        self.splits, self.ahead, self.behind = splits, ahead, behind

    def shown(self, size: int) -> dict[str, Any]:
        return {"size": size, "parts": self.splits[size]}

    def make(self, size: int) -> dict[str, Any]:
        if size in self.splits:
            raise Refused(409, "it is split already")
        other = size + 1 + defect("cubes-off-by-one")
        self.splits[size] = [size, other, -(size + 1)]
        return self.shown(size)

    def find(self, size: int) -> dict[str, Any]:
        if size not in self.splits:
            raise Refused(404, "it is not split")
        return self.shown(size)

    def drop(self, size: int) -> None:
        self.find(size)
        if not defect("drop-nothing"):
            del self.splits[size]

    def overtake(self, by: int) -> None:
        self.ahead = self.behind + by + defect("overtake-too-far")
        if defect("overtake-drops"):
            self.splits.clear()

    def state(self) -> dict[str, Any]:
        splits = {str(size): self.shown(size) for size in self.splits}
        return {"splits": splits, "ahead": self.ahead, "behind": self.behind}

    def load(self, state: Any) -> None:
        splits = {int(size): one["parts"] for size, one in state["splits"].items()}
        self.keep(splits, state["ahead"], state["behind"])


splits = Splits()
lock = threading.Lock()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def serve(self) -> None:
        try:
            raw = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            segments = self.path.split("?")[0].split("/")[1:]
            with lock:
                answer = self.admin(segments[1:], raw) if segments[0] == ADMIN else self.operation(segments, raw)
        except Refused as refused:
            answer = refused.status, {"error": str(refused)}
        self.answer(*answer)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = do_TRACE = serve

    def field(self, raw: bytes, name: str) -> Any:
        """The one field of the body."""
        try:
            body = json.loads(raw.decode())
        except (ValueError, RecursionError):
            raise Refused(400, "the body is not JSON") from None
        if not isinstance(body, dict) or body.keys() != {name}:
            raise Refused(400, f"expected an object with the field {name}")
        return body[name]

    def operation(self, segments: list[str], raw: bytes) -> tuple[int, Any]:
        match self.command, segments:
            case "POST", ["splits"]:
                return 201, splits.make(read_size(self.field(raw, "size")))
            case "GET", ["splits", size]:
                return 200, splits.find(size_of(size))
            case "DELETE", ["splits", size]:
                splits.drop(size_of(size))
                return 204, None
            case "POST", ["overtake"]:
                splits.overtake(read_size(self.field(raw, "by")))
                return 200, {}
            case "GET", ["gap"]:
                return 200, {"gap": splits.ahead - splits.behind}
        raise Refused(404, "nothing here")

    def admin(self, segments: list[str], raw: bytes) -> tuple[int, Any]:
        if os.environ.get("ENABLE_TEST_ADMIN") != "1":
            raise Refused(403, "closed")
        match self.command, segments:
            case "GET", ["capabilities"]:
                capabilities = ["reset", "state", *(["load"] if loads else [])]
                return 200, {"version": 1, "service": "OpenEnds", "capabilities": capabilities}
            case "POST", ["reset"]:
                splits.keep({}, 0, 0)
                return 200, splits.state()
            case "GET", ["state"]:
                return 200, splits.state()
            case "PUT", ["state"] if loads:
                splits.load(json.loads(raw))
                return 200, splits.state()
        raise Refused(404, "nothing here")

    def answer(self, status: int, body: Any) -> None:
        content = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)


def main() -> None:
    global planted, loads
    options = argparse.ArgumentParser(description="Splits of numbers.")
    options.add_argument("--port", type=int, default=8080, help="0 takes a free one")
    options.add_argument("--defect", choices=DEFECTS, default="", metavar="NAME", help="plant this defect")
    options.add_argument("--defects", action="store_true", help="list the defects")
    options.add_argument("--no-load", action="store_true", help="states cannot be loaded")
    chosen = options.parse_args()
    if chosen.defects:
        print("\n".join(f"{name}: {broken}" for name, broken in DEFECTS.items()))
        return
    planted, loads = chosen.defect, not chosen.no_load
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with ThreadingHTTPServer(("127.0.0.1", chosen.port), Handler) as server:
        print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
