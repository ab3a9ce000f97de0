"""A wrong service: stands in front of a right one, and distorts one thing that passes through.

    python proxy.py http://127.0.0.1:8080 '{"on": "GET /count", "answered": 200, "do": "answer", "status": 500}'

It prints `listening on http://…` once it does. A distortion is an object:

| field | meaning |
|---|---|
| `on` | a pattern for method and path, `GET /todos/(?P<id>[^/]+)`; other calls pass as they are |
| `sent`, `holding` | only where the target or the body, or the state, has this pattern |
| `answered` | only where the right service answers this status |
| `loaded`, `unloaded` | only where a state was loaded since the last reset, or none |
| `again` | only where the call before was the same one, in the same state |
| `do` | what is done: one of the functions below `# --- what can be wrong`, with further fields of its own |

Paths into JSON are lists: a name is a field, `*` every field or element, `{id}` the one that `on` found under that
name, `!{id}` every other one. The admin routes are left alone, unless `on` names them.
"""

from __future__ import annotations

import gzip
import http.client
import json
import re
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

ADMIN = "/__test_admin__"
JSON = "application/json"
# What is about a connection, and not about what it carries.
CONNECTION = ("connection", "content-length", "host", "keep-alive", "transfer-encoding")


@dataclass(frozen=True)
class Call:
    """A request, with the parts of its path that the distortion's pattern found."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes
    parts: Mapping[str, str] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """The target without its query."""
        return self.target.partition("?")[0]

    def fields(self) -> dict[str, Any] | None:
        """The body, where it is an object."""
        return _object(self.body)

    def with_fields(self, fields: Mapping[str, Any]) -> Call:
        """The same call with another body."""
        return replace(self, body=json.dumps(fields).encode())


@dataclass(frozen=True)
class Answer:
    """What is answered."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def with_json(self, value: Any) -> Answer:
        """The same answer with another body."""
        return replace(self, body=json.dumps(value).encode())


def _object(body: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(body)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


class Upstream:
    """The right service, over one connection."""

    def __init__(self, url: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(url).netloc)

    def send(self, call: Call) -> Answer:
        """Passes a call on."""
        headers = {name: value for name, value in call.headers.items() if name.lower() not in CONNECTION}
        # A body that is there counts, even an empty one with a type.
        body = call.body or (b"" if "content-length" in call.headers else None)
        try:
            response = self._sent(call, body, headers)
        except (ConnectionError, http.client.BadStatusLine):
            # The service had closed the connection meanwhile.
            self._connection.close()
            response = self._sent(call, body, headers)
        return Answer(response.status, tuple(response.getheaders()), response.read())

    def _sent(self, call: Call, body: bytes | None, headers: Mapping[str, str]) -> http.client.HTTPResponse:
        if self._connection.sock is None:
            self._connection.connect()
            connected: Any = self._connection.sock
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._connection.request(call.method, call.target, body, headers)
        return self._connection.getresponse()

    def state(self) -> Any:
        """The state."""
        return json.loads(self.send(Call("GET", f"{ADMIN}/state", {}, b"")).body)

    def load(self, state: Any) -> None:
        """Replaces the state."""
        body = json.dumps(state).encode()
        answer = self.send(Call("PUT", f"{ADMIN}/state", {"content-type": JSON}, body))
        if answer.status != 200:
            print(f"the right service refuses what is to be wrong: {answer.body.decode()}", file=sys.stderr, flush=True)


# --- JSON ------------------------------------------------------------------------------------------------------------


def places(value: Any, path: list[str], parts: Mapping[str, str]) -> Iterator[tuple[Any, Any]]:
    """The containers and keys that a path leads to."""
    last = len(path) == 1
    for key in _keys(value, path[0], parts, last):
        if last:
            yield value, key
        else:
            yield from places(value[key], path[1:], parts)


def _keys(value: Any, step: str, parts: Mapping[str, str], last: bool) -> list[Any]:
    known = list(range(len(value))) if isinstance(value, list) else list(value)
    if step == "*":
        return known
    name = step.removeprefix("!").format_map(parts)
    if step.startswith("!"):
        return [key for key in known if str(key) != name]
    return [name] if isinstance(value, dict) and (name in value or last) else []


def changed(value: Any, path: list[str], to: Any, parts: Mapping[str, str]) -> Any:
    """A value with another one at the end of a path: a literal, or `{"plus": 1}` of what is there."""
    for container, key in list(places(value, path, parts)):
        if isinstance(to, dict) and "plus" in to:
            container[key] += to["plus"]
        else:
            container[key] = to
    return value


INSTANT = re.compile(r"(\d{4}-\d\d-\d\dT\d\d)(:|%3A)(\d\d)(?::|%3A)(\d\d)\.(\d{3})Z")


def moved(text: str, seconds: int, offset: str | None) -> str:
    """A text with its instants moved, and spelled with an offset where one is wanted."""

    def other(found: re.Match[str]) -> str:
        hour, colon, minute, second, fraction = found.groups()
        sign = -1 if offset and offset[0] == "-" else 1
        ahead = sign * timedelta(hours=int(offset[1:3]), minutes=int(offset[4:])) if offset else timedelta(0)
        try:
            at = datetime.fromisoformat(f"{hour}:{minute}:{second}") + timedelta(seconds=seconds) + ahead
        except (OverflowError, ValueError):
            # No day of the calendar, or one that is too far away.
            return found[0]
        spelled = f"{at.isoformat()}.{fraction}"
        return f"{spelled}Z".replace(":", colon) if offset is None else f"{spelled}000{offset}"

    return INSTANT.sub(other, text)


def reordered(value: Any) -> Any:
    """JSON with the fields of every object in another order."""
    if isinstance(value, dict):
        return {name: reordered(one) for name, one in reversed(value.items())}
    return [reordered(one) for one in value] if isinstance(value, list) else value


# --- what can be wrong -----------------------------------------------------------------------------------------------


class Wrong:
    """One distortion, and what it remembers."""

    def __init__(self, rule: Mapping[str, Any]) -> None:
        self._rule = rule
        self._on = re.compile(rule["on"])
        self._do: Callable[[Call, Upstream], Answer] = getattr(self, f"_{rule['do']}")
        self._remembered: dict[str, Answer] = {}
        self._last = ""
        self._loaded = False
        self._count = 0

    def answer(self, call: Call, upstream: Upstream) -> Answer:
        """What a call is answered."""
        if call.target.startswith(ADMIN) and call.method in ("PUT", "POST"):
            self._last = ""
            self._loaded = self._loaded if call.path.endswith("/clock") else call.path.endswith("/state")
            if self._rule.get("forget"):
                self._remembered.clear()
        found = self._on.fullmatch(f"{call.method} {call.path}")
        key = f"{call.method} {call.target} {call.body!r}"
        again, self._last = key == self._last, key if found else self._last
        if found is None or not self._applies(call, upstream) or (self._rule.get("again") and not again):
            return upstream.send(call)
        return self._do(replace(call, parts=found.groupdict()), upstream)

    def _applies(self, call: Call, upstream: Upstream) -> bool:
        sent, holding = self._rule.get("sent"), self._rule.get("holding")
        if self._rule.get("unloaded" if self._loaded else "loaded"):
            return False
        if sent is not None and not re.search(sent, f"{call.target} {call.body.decode('utf-8', 'replace')}"):
            return False
        return holding is None or re.search(holding, json.dumps(upstream.state())) is not None

    def _is_meant(self, answer: Answer) -> bool:
        return bool(self._rule.get("answered", answer.status) == answer.status)

    def _answer(self, call: Call, upstream: Upstream) -> Answer:
        """Another status, header, media type, or body."""
        answer = upstream.send(call)
        if not self._is_meant(answer):
            return answer
        headers = {name.lower(): value for name, value in answer.headers} | self._rule.get("headers", {})
        body = self._rule["body"].encode() if "body" in self._rule else answer.body
        return Answer(self._rule.get("status", answer.status), tuple(headers.items()), body)

    def _instead(self, call: Call, upstream: Upstream) -> Answer:
        """Answers by itself: the call never happens."""
        return Answer(self._rule["status"], (("content-type", JSON),), self._rule.get("body", "{}").encode())

    def _outputs(self, call: Call, upstream: Upstream) -> Answer:
        """Other outputs: `path` becomes `to`, or what the state has at `state`."""
        answer = upstream.send(call)
        if not self._is_meant(answer):
            return answer
        body = json.loads(answer.body)
        to = self._rule.get("to")
        if "state" in self._rule:
            found = [container[key] for container, key in places(upstream.state(), self._rule["state"], call.parts)]
            to = found[0] if found else None
        return answer.with_json(changed(body, self._rule["path"], to, call.parts))

    def _fewer(self, call: Call, upstream: Upstream) -> Answer:
        """A list without its last element, where there are several."""
        answer = upstream.send(call)
        body = json.loads(answer.body)
        return answer.with_json(body[:-1]) if isinstance(body, list) and len(body) > 1 else answer

    def _state(self, call: Call, upstream: Upstream) -> Answer:
        """After the call the state is another one: `path` has become `to`."""
        answer = upstream.send(call)
        if self._is_meant(answer):
            before = upstream.state()
            after = changed(upstream.state(), self._rule["path"], self._rule["to"], call.parts)
            if after != before:
                upstream.load(after)
        return answer

    def _twice(self, call: Call, upstream: Upstream) -> Answer:
        """Does everything twice, where the first time was a success; answers as for the first time."""
        answer = upstream.send(call)
        if answer.status < 300:
            upstream.send(call)
        return answer

    def _stale(self, call: Call, upstream: Upstream) -> Answer:
        """Answers what it answered the first time; `forget`: until a state is loaded."""
        if call.target not in self._remembered:
            answer = upstream.send(call)
            if not self._is_meant(answer):
                return answer
            self._remembered[call.target] = answer
        return self._remembered[call.target]

    def _ghost(self, call: Call, upstream: Upstream) -> Answer:
        """What is gone is still answered from memory."""
        answer = upstream.send(call)
        if answer.status < 400:
            self._remembered[call.target] = answer
        return self._remembered.get(call.target, answer) if answer.status == 404 else answer

    def _reorder(self, call: Call, upstream: Upstream) -> Answer:
        """The same outputs in another order."""
        answer = upstream.send(call)
        body = _object(answer.body)
        return answer if body is None else answer.with_json(dict(reversed(body.items())))

    def _request(self, call: Call, upstream: Upstream) -> Answer:
        """Looks at some fields (`keep`), and puts in what is null or missing (`default`), or a header (`headers`)."""
        fields = call.fields()
        headers = {**call.headers, **self._rule.get("headers", {})}
        call = replace(call, headers=headers)
        if fields is None:
            return upstream.send(call)
        fields = {name: value for name, value in fields.items() if name in self._rule.get("keep", fields)}
        for name, value in self._rule.get("default", {}).items():
            fields[name] = value if fields.get(name) is None else fields[name]
        return upstream.send(call.with_fields(fields))

    def _text(self, call: Call, upstream: Upstream) -> Answer:
        """Reads a text input in its own way: `trim` or `lower`."""
        fields, name = call.fields(), self._rule["field"]
        if fields is None or not isinstance(fields.get(name), str):
            return upstream.send(call)
        text = fields[name].strip() if self._rule["as"] == "trim" else fields[name].lower()
        return upstream.send(call.with_fields({**fields, name: text}))

    def _number(self, call: Call, upstream: Upstream) -> Answer:
        """Takes true for 1, and a text of digits for a number."""
        fields, name = call.fields(), self._rule["field"]
        if fields is None or not isinstance(fields.get(name), bool | str):
            return upstream.send(call)
        return upstream.send(call.with_fields({**fields, name: 1}))

    def _noise(self, call: Call, upstream: Upstream) -> Answer:
        """Nothing wrong, and much that is in the way.

        `every`: each so-manieth call is told to come again; `delay`: milliseconds; `ahead`: how many seconds the clock
        is; `spelled`: instants with this offset, and digits that mean nothing; `packed`: bodies in gzip.
        """
        rule, ahead = self._rule, int(self._rule.get("ahead", 0))
        self._count += 1
        if self._count % rule.get("every", self._count + 1) == 0:
            busy = 429 if self._count // rule["every"] % 2 else 503
            return Answer(busy, (("content-type", "text/plain"), ("retry-after", "0")), b"come again")
        time.sleep(rule.get("delay", 0) / 1000)
        body = moved(call.body.decode("utf-8", "surrogateescape"), -ahead, None)
        sent = replace(call, target=moved(call.target, -ahead, None), body=body.encode("utf-8", "surrogateescape"))
        answer = upstream.send(sent)
        headers = {name.lower(): value for name, value in answer.headers}
        headers["date"] = formatdate(time.time() + ahead, usegmt=True)
        whole = answer.body
        if "json" in headers.get("content-type", ""):
            whole = moved(json.dumps(reordered(json.loads(whole))), ahead, rule.get("spelled")).encode()
        if rule.get("packed") and whole:
            headers["content-encoding"], whole = "gzip", gzip.compress(whole)
        return Answer(answer.status, tuple(headers.items()), whole)

    def _limit(self, call: Call, upstream: Upstream) -> Answer:
        """Counts the length of a text in bytes of UTF-8, or in units of UTF-16."""
        text = (call.fields() or {}).get(self._rule["field"])
        unit = {"bytes": ("utf-8", 1), "utf16": ("utf-16-le", 2)}[self._rule["unit"]]
        length = len(text.encode(unit[0], "surrogatepass")) // unit[1] if isinstance(text, str) else 0
        if length > self._rule["most"]:
            return _problem(422, f"{self._rule['field']} is too long")
        return upstream.send(call)


def _problem(status: int, detail: str) -> Answer:
    body = {"type": "about:blank", "title": "Rejected", "status": status, "detail": detail}
    return Answer(status, (("content-type", "application/problem+json"),), json.dumps(body).encode())


# --- serving ---------------------------------------------------------------------------------------------------------


def handler(url: str, wrong: Wrong) -> type[BaseHTTPRequestHandler]:
    """What handles the connections: one call at a time, as the distortion remembers things."""
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def setup(self) -> None:
            super().setup()
            self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._upstream = Upstream(url)

        def handle_any(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            with lock:
                answer = wrong.answer(Call(self.command, self.path, headers, body), self._upstream)
            self.reply(answer)

        do_GET = do_PUT = do_POST = do_DELETE = do_PATCH = do_HEAD = do_OPTIONS = do_TRACE = handle_any

        def reply(self, answer: Answer) -> None:
            lines = [f"HTTP/1.1 {answer.status} {http.client.responses.get(answer.status, 'Unknown')}"]
            lines += [f"{name}: {value}" for name, value in answer.headers if name.lower() not in CONNECTION]
            has_body = answer.status >= 200 and answer.status not in (204, 304)
            lines += [f"content-length: {len(answer.body)}"] if has_body else []
            self.wfile.write("\r\n".join([*lines, "", ""]).encode("latin-1") + (answer.body if has_body else b""))

        def log_message(self, format: str, *args: Any) -> None:
            pass

    return Handler


def main() -> None:
    """Serves until it is stopped."""
    url, rule = sys.argv[1:]
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler(url, Wrong(json.loads(rule))))
    server.daemon_threads = True
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
