"""Requests that are no calls: an input that is missing or of another type, a body that is no object.

Everything else in such a request comes from a call that is accepted, so that nothing but the defect can be the reason
for its rejection.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.harness.client import Request, encode_json
from tests.harness.sending import (
    JSON,
    Shown,
    query_of,
    request_of,
    target_of,
    text_of_json,
)
from tests.harness.service import Input, Operation
from tests.harness.types import (
    Alias,
    Entity,
    Enum,
    MapOf,
    MultiOf,
    Option,
    SeqOf,
    SetOf,
    WireError,
    WireType,
)

# One of each kind of JSON. `1.0` for an Int is not among them: the spec does not say what it means.
KINDS: Mapping[str, Any] = {
    "true": True,
    "a number": 12,
    "a fraction": 1.5,
    "a text": "no such value",
    "an array": [],
    "an object": {},
}
TEXTS: Mapping[str, str] = {"a word": "no-such-value", "a fraction": "1.5"}
BODIES: Mapping[str, bytes] = {
    "an array": b"[]",
    "a text": b'"text"',
    "a number": b"12",
    "null": b"null",
    "half of it": b'{"',
    "two commas": b'{"a":1,,"b":2}',
}
UNKNOWN = "no_such_field"


@dataclass(frozen=True, slots=True)
class Malformation:
    """One way to get an input, or the body as a whole, wrong."""

    name: str
    input: Input | None
    kind: str
    """`missing`, `value` (another JSON value), `text` (in a path or query), `body` (its bytes) or `unknown` field."""
    value: Any = None


def malformations(operation: Operation, name: str | None) -> list[Malformation]:
    """The ways to get an input wrong; without a name, the body as a whole."""
    if name is None:
        return list(_of_body(operation))
    one = next(one for one in operation.inputs if one.name == name)
    return list(_of_field(one) if one.place == "body" else _of_text(one))


def request(operation: Operation, wrong: Malformation, inputs: Mapping[str, Any], shown: Shown) -> Request:
    """The malformed request, with all else from accepted inputs."""
    good = request_of(operation, inputs, shown)
    one = wrong.input
    if wrong.kind == "body":
        return Request(good.method, good.target, good.headers, wrong.value)
    if one is None or one.place == "body":
        return Request(good.method, good.target, (*shown.headers, JSON), encode_json(_fields(operation, wrong, inputs)))
    texts = {each.attr: text_of_json(inputs[each.name]) for each in operation.inputs if each.place == "path"}
    query = [pair for pair in query_of(operation, inputs) if pair[0] != one.name]
    if one.place == "path":
        texts[one.attr] = wrong.value
    elif wrong.kind == "text":
        query.append((one.name, wrong.value))
    return Request(good.method, target_of(operation, texts, [*query, *shown.query]), good.headers, good.body)


def _fields(operation: Operation, wrong: Malformation, inputs: Mapping[str, Any]) -> dict[str, Any]:
    fields = {one.name: inputs.get(one.name) for one in operation.inputs if one.place == "body"}
    if wrong.input is None:
        return {**fields, UNKNOWN: 1}
    if wrong.kind == "missing":
        del fields[wrong.input.name]
        return fields
    return {**fields, wrong.input.name: wrong.value}


def _of_body(operation: Operation) -> Iterator[Malformation]:
    if any(one.place == "body" for one in operation.inputs):
        yield from (Malformation(name, None, "body", value) for name, value in BODIES.items())
        yield Malformation("an unknown field", None, "unknown")


def _of_field(one: Input) -> Iterator[Malformation]:
    if not isinstance(_bare(one.type), Option):
        yield Malformation("missing", one, "missing")
        yield Malformation("null", one, "value", None)
    for name, value in wrong_values(one.type):
        yield Malformation(name, one, "value", value)


def _of_text(one: Input) -> Iterator[Malformation]:
    declared = _bare(one.type)
    if one.place == "query" and not isinstance(declared, Option | SeqOf | SetOf):
        yield Malformation("missing", one, "missing")
    while isinstance(declared, Option | SeqOf | SetOf):
        declared = _bare(declared.inner)
    for name, text in TEXTS.items():
        if not _is_readable(declared, text):
            yield Malformation(name, one, "text", text)


def _is_readable(declared: WireType, text: str) -> bool:
    """Whether a text in a path or query is a value of a type."""
    if declared.name == "Float":
        return text == "1.5"
    if declared.name in ("Bool", "Duration"):
        return False
    return _accepts_key(declared, text)


def _accepts_key(declared: WireType, text: str) -> bool:
    try:
        declared.decode_key(text)
    except WireError:
        return False
    return True


def wrong_values(declared: WireType) -> Iterator[tuple[str, Any]]:
    """JSON that is no value of a type, each with a name: other kinds, then what is wrong one level further down."""
    for name, value in KINDS.items():
        if not _accepts(declared, value):
            yield name, value
    yield from _wrong_inside(_bare(declared))


def _wrong_inside(declared: WireType) -> Iterator[tuple[str, Any]]:
    match declared:
        case Option():
            yield from _wrong_inside(_bare(declared.inner))
        case SeqOf() | SetOf():
            yield from ((f"an array of {name}", [value]) for name, value in _wrong_part(declared.inner))
        case MapOf() | MultiOf() if isinstance(_bare(declared.key), Enum) or not declared.key.is_text_key:
            yield "an entry with a wrong key", ({UNKNOWN: None} if declared.key.is_text_key else [[{}, None]])
        case _:
            return


def _wrong_part(declared: WireType) -> Iterator[tuple[str, Any]]:
    """What is wrong for a part: null, and one value of another kind."""
    if not isinstance(_bare(declared), Option):
        yield "null", None
    wanted = [(name, value) for name, value in KINDS.items() if not _accepts(declared, value)]
    yield from wanted[:1]
    if isinstance(_bare(declared), Entity) and "an object" not in dict(wanted[:1]):
        yield from ((name, value) for name, value in wanted if name == "an object")


def _accepts(declared: WireType, value: Any) -> bool:
    try:
        declared.decode(value)
    except WireError:
        return False
    return True


def _bare(declared: WireType) -> WireType:
    while isinstance(declared, Alias):
        declared = declared.base
    return declared
