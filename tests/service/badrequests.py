"""The bad requests: everything that can be wrong with a request before, or instead of, a clause of the spec."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from emitted import Suite, malformations_of, seeds_of

ADMIN = "/__test_admin__"
DEEP = 100_000
MEGABYTE = 1 << 20
JSON = ("Content-Type", "application/json")
Headers = tuple[tuple[str, str], ...]

# In the place of a value in a body, as they are spelled.
VALUES = {
    "2^63": "9223372036854775808",
    "-2^63 - 1": "-9223372036854775809",
    "400 digits": "1" + "0" * 400,
    "1e400": "1e400",
    "NaN": "NaN",
    "Infinity": "Infinity",
    "-Infinity": "-Infinity",
    "01": "01",
    "+1": "+1",
    "0x10": "0x10",
    "half a surrogate pair": '"\\ud800"',
    "U+0000": '"\\u0000"',
    "a control character": '"\x01"',
    "a broken escape": '"\\x41"',
    "single quotes": "'text'",
    "an object": '{"a": 1}',
    "an array in an array": "[[]]",
    "60 levels": "[" * 60 + "]" * 60,
    "70 levels": "[" * 70 + "]" * 70,
    "5,000 digits": "9" * 5000,
}
# The whole body, where it is to be JSON.
BODIES = {
    "a blank": b" ",
    "null": b"null",
    "true": b"true",
    "an array": b"[]",
    "a text": b'"text"',
    "NaN": b"NaN",
    "half an object": b"{",
    "a comma too many": b'{"a": 1,}',
    "a comment": b"{} // text",
    "two documents": b"{}{}",
    "text behind": b"{} x",
    "invalid UTF-8": b'{"a": "\xff"}',
    "invalid UTF-8 in a name": b'{"\xff": 1}',
    "UTF-16": '{"a": 1}'.encode("utf-16"),
    "a cut character": b'{"a": "\xe2\x82"}',
    "an overlong character": b'{"a": "\xc0\xaf"}',
    "quotes without an end": b"[" * 65 + b'"' + b'\\"' * 40_000,
    "an unknown field, many times": b"{" + b",".join(b'"f%d": 1' % number for number in range(5000)) + b"}",
    "deep arrays": b"[" * DEEP + b"]" * DEEP,
    "deep objects": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    "open arrays": b"[" * DEEP,
}
MEDIA = (
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonx",
    "application/xml",
    "json",
)
# In the place of a text in a path or a query, as they are spelled there.
TEXTS = (
    "%",
    "%zz",
    "%ff",
    "%c0%af",
    "%ed%a0%80",
    "%00",
    "01",
    "+1",
    "1.0",
    "1e3",
    "99999999999999999999",
    "no%20such",
    "-0",
)
STRANGERS: tuple[Headers, ...] = (
    (("Authorization", "Bearer"),),
    (("Authorization", "Bearer "),),
    (("Authorization", "Bearer wrong"),),
    (("Authorization", "Basic !!"),),
    (("Authorization", "Basic Og=="),),
    (("Authorization", "Basic d3Jvbmc6d3Jvbmc="),),
    (("Authorization", "Digest wrong"),),
    (("Authorization", "wrong"),),
    (("Authorization", "Bearer \xff"),),
)


@dataclass(frozen=True)
class Bad:
    """A bad request. One that is `loose` has to be refused, however; `chunks` are its body where it has no length."""

    name: str
    request: Any
    loose: bool = False
    chunks: tuple[bytes, ...] = ()

    @property
    def method(self) -> str:
        """Its method."""
        return str(self.request.method)


def of_operation(suite: Suite, operation: Any, inputs: dict[str, Any]) -> Iterator[Bad]:
    """What can be wrong with a call that is accepted as it is."""
    maker = Maker(suite, operation, inputs)
    yield from maker.malformed()
    if any(one.place == "body" for one in operation.inputs):
        yield from maker.values()
        yield from maker.names()
    if operation.method != "GET":
        yield from maker.bodies()
        yield from maker.media()
        yield from maker.sizes()
    yield from maker.texts()
    yield from maker.queries()
    if operation.auth:
        yield from maker.credentials()


class Maker:
    """Makes bad requests out of a good one."""

    def __init__(self, suite: Suite, operation: Any, inputs: dict[str, Any]) -> None:
        self.suite = suite
        self.operation = operation
        self.inputs = inputs
        self.good = suite.request(operation, inputs)
        shown = suite.sending.credentials(operation, suite.sending.Credentials.VALID)
        self.shown = shown
        self.fields = {one.name: inputs.get(one.name) for one in operation.inputs if one.place == "body"}

    def bad(self, name: str, **more: Any) -> Bad:
        """The good request with other parts."""
        parts = {"target": self.good.target, "headers": self.good.headers, "body": self.good.body, **more}
        loose, chunks = parts.pop("loose", False), parts.pop("chunks", ())
        return Bad(name, self.suite.client.Request(self.good.method, **parts), loose, chunks)

    def with_body(self, name: str, body: bytes, **more: Any) -> Bad:
        """The good request with another body, as JSON."""
        return self.bad(name, headers=(*self.shown.headers, JSON), body=body, **more)

    def malformed(self) -> Iterator[Bad]:
        """What the suite knows to be malformed."""
        for name in (*(one.name for one in self.operation.inputs), None):
            for way in malformations_of(self.suite, self.operation, name):
                request = self.suite.malformed.request(self.operation, way, self.inputs, self.shown)
                yield Bad(f"{name or 'body'}: {way.name}", request)

    def values(self) -> Iterator[Bad]:
        """Other values in the place of one."""
        for name in self.fields:
            for what, text in VALUES.items():
                others = {other: one for other, one in self.fields.items() if other != name}
                start = json.dumps(others, ensure_ascii=False)[:-1]
                body = f"{start}{', ' if others else ''}{json.dumps(name)}: {text}}}"
                yield self.with_body(f"{name} is {what}", body.encode())

    def names(self) -> Iterator[Bad]:
        """Names that are there twice, and unknown ones."""
        whole = json.dumps(self.fields, ensure_ascii=False)
        name, value = next(iter(self.fields.items()))
        twice = f"{whole[:-1]}, {json.dumps(name)}: {json.dumps(value)}}}"
        yield self.with_body(f"{name} twice", twice.encode())
        yield self.with_body("a byte order mark", b"\xef\xbb\xbf" + whole.encode())
        for other in ("no_such_field", "", name.upper() + "_", f"{name} "):
            yield self.with_body(f"the field {other!r}", json.dumps({**self.fields, other: 1}).encode())

    def bodies(self) -> Iterator[Bad]:
        """Bodies that are no object with these fields."""
        for name, body in BODIES.items():
            yield self.with_body(f"body: {name}", body)
        yield self.with_body("an unknown field", b'{"no_such_field": 1}')

    def media(self) -> Iterator[Bad]:
        """Bodies that claim to be something else."""
        body = self.good.body or b"{}"
        for media in MEDIA:
            yield self.bad(f"media type {media}", headers=(*self.shown.headers, ("Content-Type", media)), body=body)
        yield self.bad("no media type", headers=self.shown.headers, body=body)
        packed = (*self.shown.headers, JSON, ("Content-Encoding", "gzip"))
        yield self.bad("a packed body", headers=packed, body=body)

    def sizes(self) -> Iterator[Bad]:
        """Bodies that are too large, with a length and without."""
        body = self.good.body or b"{}"
        for size in (MEGABYTE + 1, 10 * MEGABYTE):
            yield self.with_body(f"a body of {size} bytes", b" " * (size - len(body)) + body)
        chunks = (b" " * MEGABYTE, b" " * MEGABYTE, body)
        yield self.with_body("a body in chunks", b"", chunks=chunks)

    def texts(self) -> Iterator[Bad]:
        """Texts in the path that are no values."""
        slots = [number for number, part in enumerate(self.operation.path) if not isinstance(part, str)]
        path, mark, query = self.good.target.partition("?")
        for number in slots:
            for text in TEXTS:
                parts = path.split("/")
                parts[number + 1] = text
                yield self.bad(f"path {text}", target="/".join(parts) + mark + query)

    def queries(self) -> Iterator[Bad]:
        """Texts in the query that are no values, and too much of it."""
        path, _, query = self.good.target.partition("?")
        rest = f"&{query}" if query else ""
        for one in self.operation.inputs:
            if one.place == "query":
                for text in (*TEXTS, ""):
                    yield self.bad(f"query {one.name}={text}", target=f"{path}?{one.name}={text}{rest}")
        many = "&".join(f"p{number}=1" for number in range(10_000))
        yield self.bad("10,000 query parameters", target=f"{path}?{many}", loose=True)
        yield self.bad("a query of 40 KB", target=f"{path}?{'x' * 40_000}")

    def credentials(self) -> Iterator[Bad]:
        """Credentials that let nobody pass, also before a request that is bad in other ways."""
        sending = self.suite.sending
        for which in (sending.Credentials.MISSING, sending.Credentials.WRONG):
            shown = sending.credentials(self.operation, which)
            yield Bad(f"{which.value} credentials", sending.request_of(self.operation, self.inputs, shown))
        rest = tuple(one for one in self.good.headers if one not in self.shown.headers)
        for headers in STRANGERS:
            yield self.bad(f"credentials {headers}", headers=(*headers, *rest))
        for scheme in {one.name: one for each in self.suite.service.operations for one in each.auth}.values():
            if scheme.name not in {one.name for one in self.operation.auth}:
                other = sending.credentials(_with(self.operation, scheme), sending.Credentials.VALID)
                yield self.bad(f"credentials of {scheme.name}", headers=(*other.headers, *rest))
        yield self.bad("nobody, and nonsense", headers=(("Content-Type", "text/plain"),), body=b"nonsense")


def _with(operation: Any, scheme: Any) -> Any:
    """An operation with another scheme."""
    return replace(operation, auth=(scheme,))


# --- what belongs to no operation ------------------------------------------------------------------------------------


def everywhere(suite: Suite) -> Iterator[Bad]:
    """What can be wrong with a request to any service."""
    yield from _methods(suite)
    yield from _paths(suite)
    yield from _heads(suite)
    yield from _admin(suite)


def _plain(suite: Suite, name: str, method: str, target: str, headers: Headers = (), body: bytes | None = None) -> Bad:
    return Bad(name, suite.client.Request(method, target, headers, body))


def _methods(suite: Suite) -> Iterator[Bad]:
    paths = {"/" + "/".join(part if isinstance(part, str) else "1" for part in one.path) for one in _operations(suite)}
    for path in sorted(paths):
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"):
            known = {one.method for one in _operations(suite) if _leads_to(one, path)}
            if method not in known:
                yield _plain(suite, f"{method} {path}", method, path)


def _operations(suite: Suite) -> Any:
    return suite.service.operations


def _leads_to(operation: Any, path: str) -> bool:
    parts = path.split("/")[1:]
    pairs = zip(operation.path, parts, strict=False)
    return len(operation.path) == len(parts) and all(not isinstance(one, str) or one == part for one, part in pairs)


def _paths(suite: Suite) -> Iterator[Bad]:
    first = next(iter(_operations(suite)))
    path = "/" + "/".join(part if isinstance(part, str) else "1" for part in first.path)
    for target in ("/no/such/path/at/all", f"{path}/", f"/{path}", "/no/such//path", "/%", "/no/such/%ff/path"):
        yield _plain(suite, f"GET {target}", "GET", target)


def _heads(suite: Suite) -> Iterator[Bad]:
    yield _plain(suite, "a header of 40 KB", "GET", "/health", (("x-large", "x" * 40_000),))
    many = tuple((f"x-{number}", "1") for number in range(120))
    yield _plain(suite, "120 header fields", "GET", "/health", many)
    more = tuple((f"x-{number}", "1") for number in range(500))
    yield Bad("500 header fields", suite.client.Request("GET", "/health", more), loose=True)
    yield Bad("a header of 1 MB", suite.client.Request("GET", "/health", (("x-large", "x" * MEGABYTE),)), loose=True)


def _admin(suite: Suite) -> Iterator[Bad]:
    bodies = {"nothing": b"", "half": b"{", "an array": b"[]", "null": b"null", "deep": b"[" * DEEP, "\xff": b"\xff"}
    for name, body in bodies.items():
        for path in ("/state", "/clock"):
            yield _plain(suite, f"PUT {path}: {name}", "PUT", ADMIN + path, (JSON,), body)
    for text in (
        "{}",
        '{"now": 1}',
        '{"now": "soon"}',
        '{"now": null, "then": 1}',
        '{"now": "2024-02-30T00:00:00.000Z"}',
    ):
        yield _plain(suite, f"PUT /clock {text}", "PUT", f"{ADMIN}/clock", (JSON,), text.encode())
    yield _plain(suite, "PUT /state as text", "PUT", f"{ADMIN}/state", (("Content-Type", "text/plain"),), b"{}")
    yield _plain(suite, "GET /clock", "GET", f"{ADMIN}/clock")
    yield _plain(suite, "DELETE /state", "DELETE", f"{ADMIN}/state")
    for method in ("OPTIONS", "TRACE", "BREW"):
        yield _plain(suite, f"{method} /state", method, f"{ADMIN}/state")
    yield _plain(suite, "GET /nothing", "GET", f"{ADMIN}/nothing")
    yield _plain(suite, "GET the prefix", "GET", ADMIN)
    yield _plain(suite, "GET beside the prefix", "GET", f"{ADMIN}x")
    for entity in ("no_such_entity", *seeds_of(suite)):
        yield _plain(suite, f"seed {entity} with {{}}", "POST", f"{ADMIN}/seed/{entity.lower()}", (JSON,), b"{}")
