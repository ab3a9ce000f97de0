"""The URL shortener of fixtures/spec/url_shortener.spec, written by hand.

Where the spec says only "4xx" this service has its own habits: 400 for bad input, 403 for an address of its own,
404 for a code nobody had, 410 for one that was deleted. Errors are {"error": "..."}. One table holds what the spec
keeps in two relations. `--defect NAME` plants one of DEFECTS.
"""

import argparse
import json
import logging
import os
import re
import secrets
import signal
import string
import sys
import threading
from dataclasses import dataclass
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote

# Each name, and the clause or rule of the spec that it breaks.
DEFECTS = {
    "last-visit-stays": "Resolve ensures `last_visited_at = some(now())`: only the first visit is dated",
    "retarget-redates": "Retarget ensures `metadata[code] with { url = url }`: created_at is touched too",
    "same-url-counted": "frame of Resolve: other codes with the same url count the visit as well",
    "empty-total-crashes": "TotalClicks has no requires: 500 while nothing is stored",
    "code-trailing-newline": "type ShortCode, `$` is the very end: a code with a line break after it is accepted",
    "lookalike-refused": "predicate pointsHere, a slash or the end after sho.rt: https://sho.rtfm.example is refused",
    "url-limit-2047": "type LongURL `len(value) <= 2048`: 2048 is refused",
    "retarget-may-loop": "Retarget requires `not pointsHere(url)`: not checked",
    "conflict-overwrites": "nothing changes on rejection: Claim of a code that is taken answers 409 and stores the url",
    "stats-cached": "Stats ensures `mapping = metadata[code]`: visits after the first look do not show",
    "resolve-301": "Resolve.http_status_success = 302: answers 301",
    "location-lowercased": 'Resolve.http_header "Location" = output.url: in small letters',
    "reclaim-keeps-clicks": "Claim ensures `click_count = 0`: a code that was deleted comes back with its clicks",
    "list-drops-last": "ListAll ensures `entries = ran(metadata)`: of two or more entries the last is missing",
    "created-in-seconds": "Shorten and Claim ensure `created_at = now()`: cut to whole seconds",
}

ADMIN = "__test_admin__"
ALPHABET = string.ascii_letters + string.digits
CODE = re.compile(r"[A-Za-z0-9]{6,10}")
TARGET = re.compile(r"https?://[!-~]+")
OURSELVES = re.compile(r"https?://sho\.rt(/|\Z)")
INSTANT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")
MAX_BODY = 64 * 1024 * 1024

log = logging.getLogger("shortener")
planted = ""


def defect(name: str) -> bool:
    assert name in DEFECTS
    return name == planted


class Refused(Exception):
    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


# Reading values


def read_code(text: Any) -> str:
    if not isinstance(text, str):
        raise Refused(400, "a code is text")
    if defect("code-trailing-newline") and text.endswith("\n"):
        return read_code(text[:-1]) + "\n"
    if not CODE.fullmatch(text):
        raise Refused(400, "a code has 6 to 10 letters and digits")
    return text


def read_target(url: Any) -> str:
    limit = 2047 if defect("url-limit-2047") else 2048
    if not isinstance(url, str) or len(url) > limit or not TARGET.fullmatch(url):
        raise Refused(400, "url must be an http address of at most 2048 characters")
    return url


def refuse_loop(url: str) -> None:
    lookalike = defect("lookalike-refused") and re.match(r"https?://sho\.rt", url)
    if lookalike or OURSELVES.match(url):
        raise Refused(403, "that would lead back here")


def read_instant(text: Any) -> str:
    if not isinstance(text, str) or not INSTANT.fullmatch(text):
        raise Refused(400, "an instant looks like 2024-05-01T12:00:00.000Z")
    try:
        datetime.fromisoformat(text)
    except ValueError:
        raise Refused(400, "there is no such instant") from None
    return text


def read_json(raw: bytes) -> Any:
    try:
        return json.loads(raw.decode())
    except (ValueError, RecursionError):
        raise Refused(400, "the body is not JSON") from None


def read_fields(body: Any, *names: str) -> list[Any]:
    """The values of exactly these fields."""
    if not isinstance(body, dict) or body.keys() != set(names):
        raise Refused(400, f"expected an object with the fields {list(names)}")
    return [body[name] for name in names]


# What is stored. Instants stay in the form in which they travel: nothing here compares them.


@dataclass
class Link:
    url: str
    created_at: str
    clicks: int = 0
    last_visit: str | None = None

    def shown(self, code: str) -> dict[str, Any]:
        return {
            "url": self.url,
            "code": code,
            "click_count": self.clicks,
            "last_visited_at": self.last_visit,
            "created_at": self.created_at,
        }


def link_of(code: str, row: Any) -> Link:
    """A row of `metadata`, as the admin contract sends it."""
    if isinstance(row, dict):
        row = {"last_visited_at": None} | row
    own_code, url, created_at, clicks, last_visit = read_fields(
        row, "code", "url", "created_at", "click_count", "last_visited_at"
    )
    if (
        own_code != code
        or type(clicks) is not int
        or not 0 <= clicks < 2**63
        or (clicks > 0) != (last_visit is not None)
    ):
        raise Refused(400, f"the row of {code} contradicts itself")
    if last_visit is not None:
        read_instant(last_visit)
    return Link(read_target(url), read_instant(created_at), clicks, last_visit)


class Shortener:
    def __init__(self) -> None:
        self.stopped_at: str | None = None
        self.keep({})

    def keep(self, links: dict[str, Link]) -> None:
        self.links = links
        self.deleted: dict[str, Link] = {}
        self.seen: dict[str, dict[str, Any]] = {}

    def now(self) -> str:
        return self.stopped_at or datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def find(self, code: str) -> Link:
        read_code(code)
        if code not in self.links:
            raise Refused(410 if code in self.deleted else 404, "no such code")
        return self.links[code]

    def add(self, code: str, url: str) -> Link:
        now = self.now()
        if defect("created-in-seconds"):
            now = now[:-5] + ".000Z"
        self.links[code] = Link(url, created_at=now)
        old = self.deleted.pop(code, None)
        if old and defect("reclaim-keeps-clicks"):
            self.links[code].clicks, self.links[code].last_visit = old.clicks, old.last_visit
        return self.links[code]

    def shorten(self, url: str) -> dict[str, Any]:
        refuse_loop(url)
        code = "".join(secrets.choice(ALPHABET) for _ in range(8))
        while code in self.links:
            code = "".join(secrets.choice(ALPHABET) for _ in range(8))
        self.add(code, url)
        return {"short_url": f"https://sho.rt/{code}", "code": code}

    def claim(self, code: str, url: str) -> dict[str, Any]:
        read_code(code)
        refuse_loop(url)
        if code in self.links:
            if defect("conflict-overwrites"):
                self.links[code].url = url
            raise Refused(409, "that code is taken")
        return self.add(code, url).shown(code)

    def resolve(self, code: str) -> str:
        link = self.find(code)
        visited = [link]
        if defect("same-url-counted"):
            visited = [other for other in self.links.values() if other.url == link.url]
        for each in visited:
            each.clicks += 1
            if each.last_visit is None or not defect("last-visit-stays"):
                each.last_visit = self.now()
        return link.url

    def retarget(self, code: str, url: str) -> None:
        link = self.find(code)
        if not defect("retarget-may-loop"):
            refuse_loop(url)
        link.url = url
        if defect("retarget-redates"):
            link.created_at = self.now()

    def delete(self, code: str) -> None:
        self.deleted[code] = self.find(code)
        del self.links[code]
        self.seen.pop(code, None)

    def stats(self, code: str) -> dict[str, Any]:
        shown = self.find(code).shown(code)
        if defect("stats-cached"):
            return self.seen.setdefault(code, shown)
        return shown

    def list_all(self) -> list[dict[str, Any]]:
        entries = [link.shown(code) for code, link in self.links.items()]
        if defect("list-drops-last") and len(entries) > 1:
            entries.pop()
        return entries

    def total(self) -> dict[str, int]:
        clicks = sum(link.clicks for link in self.links.values())
        if defect("empty-total-crashes"):
            print(f"{clicks / len(self.links)} clicks per code", file=sys.stderr)
        return {"clicks": clicks, "codes": len(self.links)}

    # What the admin contract asks for

    def state(self) -> dict[str, Any]:
        return {
            "metadata": {code: link.shown(code) for code, link in self.links.items()},
            "store": {code: link.url for code, link in self.links.items()},
        }

    def load(self, state: Any) -> None:
        store, metadata = read_fields(state, "store", "metadata")
        if not isinstance(metadata, dict):
            raise Refused(400, "metadata must be an object")
        links = {read_code(code): link_of(code, row) for code, row in metadata.items()}
        if store != {code: link.url for code, link in links.items()}:
            raise Refused(400, "store and metadata do not agree")
        for link in links.values():
            refuse_loop(link.url)
        self.keep(links)


# HTTP

Answer = tuple[int, Any] | tuple[int, Any, dict[str, str]]

shortener = Shortener()
lock = threading.Lock()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def version_string(self) -> str:
        return "shorty/2.3"

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def serve(self) -> None:
        try:
            raw = self.read_body()
            segments = [unquote(segment) for segment in self.path.split("?")[0].split("/")[1:]]
            with lock:
                answer = self.admin(segments[1:], raw) if segments[0] == ADMIN else self.operation(segments, raw)
        except Refused as refused:
            answer = refused.status, {"error": str(refused)}
        except Exception:
            log.exception("a request broke")
            answer = 500, {"error": "something broke"}
        self.answer(*answer)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = do_TRACE = serve

    def read_body(self) -> bytes:
        length = self.headers.get("Content-Length", "0")
        if "Transfer-Encoding" in self.headers or not re.fullmatch("[0-9]{1,9}", length) or int(length) > MAX_BODY:
            self.close_connection = True
            raise Refused(413, "send a Content-Length, and no more than 64 MiB")
        return self.rfile.read(int(length))

    def fields(self, raw: bytes, *names: str) -> list[Any]:
        """The fields of the body. No body at all is an object without fields."""
        absent = not raw and "Content-Type" not in self.headers
        return read_fields({} if absent else read_json(raw), *names)

    def operation(self, segments: list[str], raw: bytes) -> Answer:
        match self.command, segments:
            case "POST", ["shorten"]:
                return 201, shortener.shorten(read_target(*self.fields(raw, "url")))
            case "GET", ["urls"]:
                return 200, shortener.list_all()
            case "GET", ["urls", "total"]:
                return 200, shortener.total()
            case "GET", [code, "stats"]:
                return 200, shortener.stats(code)
            case "GET", [code]:
                url = shortener.resolve(code)
                location = url.lower() if defect("location-lowercased") else url
                return (301 if defect("resolve-301") else 302), {"url": url}, {"Location": location}
            case "PUT", [code]:
                return 201, shortener.claim(code, read_target(*self.fields(raw, "url")))
            case "PATCH", [code]:
                shortener.retarget(code, read_target(*self.fields(raw, "url")))
                return 200, {}
            case "DELETE", [code]:
                self.fields(raw)
                shortener.delete(code)
                return 204, None
        raise Refused(405 if len(segments) == 1 else 404, "nothing here")

    def admin(self, segments: list[str], raw: bytes) -> Answer:
        if os.environ.get("ENABLE_TEST_ADMIN") != "1":
            raise Refused(403, "closed")
        token = os.environ.get("TEST_ADMIN_TOKEN")
        if token and self.headers.get("Authorization") != f"Bearer {token}":
            raise Refused(401, "the bearer token is missing or wrong")
        match self.command, segments:
            case "GET", ["capabilities"]:
                capabilities = ["reset", "state", "load", "clock"]
                return 200, {"version": 1, "service": "UrlShortener", "capabilities": capabilities}
            case "POST", ["reset"]:
                shortener.keep({})
                shortener.stopped_at = None
                return 200, shortener.state()
            case "GET", ["state"]:
                return 200, shortener.state()
            case "PUT", ["state"]:
                shortener.load(read_json(raw))
                return 200, shortener.state()
            case "PUT", ["clock"]:
                shortener.stopped_at = read_instant(*self.fields(raw, "now"))
                return 200, {"now": shortener.stopped_at}
            case "DELETE", ["clock"]:
                shortener.stopped_at = None
                return 204, None
            case _, ["capabilities" | "reset" | "state" | "clock"]:
                raise Refused(405, "not with this method")
        raise Refused(404, "nothing here")

    def answer(self, status: int, body: Any, headers: dict[str, str] | None = None) -> None:
        content = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Request-Id", secrets.token_hex(8))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)


class Server(ThreadingHTTPServer):
    request_queue_size = 128


def main() -> None:
    global planted
    options = argparse.ArgumentParser(description="A URL shortener.")
    options.add_argument("--port", type=int, default=8080, help="0 takes a free one")
    options.add_argument("--defect", choices=DEFECTS, default="", metavar="NAME", help="plant this defect")
    options.add_argument("--defects", action="store_true", help="list the defects")
    chosen = options.parse_args()
    if chosen.defects:
        print("\n".join(f"{name}: {broken}" for name, broken in DEFECTS.items()))
        return
    planted = chosen.defect
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with Server(("127.0.0.1", chosen.port), Handler) as server:
        print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
