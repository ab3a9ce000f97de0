"""Reading JSON, paths and values within their limits."""

import asyncio
import sys
import threading
import time
from typing import Annotated, Any

import pytest
from app.runtime import requests
from app.runtime.problems import Problem
from app.runtime.requests import Shape, decoded, fields, in_query, parsed, read_as
from app.runtime.types import DATETIME, FLOAT, INT, STRING, MapOf, Option, SetOf, WireError
from starlette.requests import Request


def request(raw: bytes, media: str | None) -> Request:
    """A request with a body."""

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": raw, "more_body": False}

    headers = [] if media is None else [(b"content-type", media.encode())]
    return Request({"type": "http", "method": "POST", "headers": headers}, receive)


@pytest.mark.parametrize("media", [None, "application/json", "text/plain"])
def test_an_empty_body_is_none_whatever_its_type_says(media: str | None) -> None:
    assert asyncio.run(fields(request(b"", media))) == {}


def test_a_body_has_to_be_json() -> None:
    assert asyncio.run(fields(request(b'{"a": 1}', "application/json"))) == {"a": 1}
    for raw, media, status in [(b"{}", "text/plain", 415), (b" ", "application/json", 422), (b"[]", None, 415)]:
        with pytest.raises(Problem) as problem:
            asyncio.run(fields(request(raw, media)))
        assert problem.value.status == status


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b'{"a": 1, "a": 2}',
        b"[NaN]",
        b"[1e999]",
        b"\xff",
        b"[" * 65 + b"]" * 65,
        b"[" * 100_000,
        b"[] []",
        b"01",
    ],
)
def test_what_is_no_json_is_refused(raw: bytes) -> None:
    with pytest.raises(Problem) as problem:
        parsed(raw)
    assert problem.value.status == 422


def test_nesting_is_counted_outside_of_texts() -> None:
    assert parsed(b"[" * 64 + b"]" * 64)
    assert parsed(b'["' + b"[" * 100 + b'"]') == ["[" * 100]


def test_broken_encoding_is_noticed() -> None:
    assert decoded("a%2Fb") == "a/b"
    assert decoded("a+b", is_form=True) == "a b"
    for text in ("%", "%2", "%zz", "%ff", "%ED%A0%80"):
        assert decoded(text) is None


def shaped(shape: Any, *parts: dict[str, Any]) -> Any:
    """The inputs of a call."""
    return asyncio.run(requests.shaped(shape, *parts))


class Example(Shape):
    """A request."""

    count: Annotated[int, read_as(INT)]
    note: Annotated[str | None, read_as(Option(STRING))] = None


def test_shapes_take_their_fields_and_no_other() -> None:
    assert shaped(Example, {"count": 1}).note is None
    for body, detail in [
        ({"count": True}, "count: expected a 64-bit integer, found true"),
        ({"count": 1.0}, "count: expected a 64-bit integer, found 1.0"),
        ({}, "count: is missing"),
        ({"count": 1, "x{y}": 2}, "x{y}: there is no such field"),
        ({"count": 1, "note": 7}, "note: expected a text without U+0000, found 7"),
    ]:
        with pytest.raises(Problem) as problem:
            shaped(Example, body)
        assert problem.value.status == 422
        assert problem.value.detail == detail


def test_a_body_cannot_name_what_the_path_says() -> None:
    with pytest.raises(Problem, match="no such field"):
        shaped(Example, {"count": 1}, {"count": 2})


def test_values_come_back_as_they_went() -> None:
    for declared, value in [
        (DATETIME, DATETIME.decode("2024-05-01T12:00:00.001Z")),
        (SetOf(INT), frozenset({3, 1, 2})),
        (MapOf(INT, SetOf(STRING)), MapOf(INT, SetOf(STRING)).decode({"1": ["b", "a"]})),
        (FLOAT, 1.5),
    ]:
        assert declared.decode(declared.encode(value)) == value
    with pytest.raises(WireError, match="each element once"):
        SetOf(INT).decode([1, 1])
    with pytest.raises(WireError):
        INT.decode_text("01")


# What takes longer than this is not read in a time that grows with its bytes: the old ways took minutes.
PATIENCE = 20.0


@pytest.mark.parametrize(
    "raw",
    [
        b"[" * 65 + b'"' + b'\\"' * 40_000,
        b'\\"' * 500_000,
        b'"' * (1 << 20),
        b"[" * (1 << 20),
        b"[" + b",".join([b"[" * 60 + b"]" * 60] * 8000) + b"]",
        b"{" + b",".join(b'"f%d": 1' % number for number in range(80_000)) + b', "f79999": 1}',
        b"9" * (1 << 20),
    ],
)
def test_bodies_are_read_in_a_time_that_grows_with_their_bytes(raw: bytes) -> None:
    began = time.monotonic()
    try:
        parsed(raw)
    except Problem as problem:
        assert problem.status == 422
    assert time.monotonic() - began < PATIENCE


def test_what_is_wrong_with_a_large_value_is_found_in_a_time_that_grows_with_it() -> None:
    began = time.monotonic()
    with pytest.raises(WireError, match=r"\[200000\]"):
        SetOf(INT).decode([*range(200_000), 199_999])
    with pytest.raises(Problem, match="no such field"):
        shaped(Example, {f"f{number}": 1 for number in range(100_000)})
    assert time.monotonic() - began < PATIENCE


def test_large_bodies_are_read_beside_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    threads = []

    def noting(raw: bytes) -> Any:
        threads.append(threading.current_thread().name)
        return parsed(raw)

    monkeypatch.setattr(requests, "parsed", noting)
    for size in (10, 100_000):
        raw = b'{"note": "' + b"x" * size + b'", "count": 1}'
        found = asyncio.run(fields(request(raw, "application/json")))
        assert shaped(Example, found).count == 1
    assert threads[0] == "MainThread" and threads[1].startswith("bodies")


@pytest.mark.parametrize(
    "raw",
    [
        b"[" + b"1," * 500_000 + b"1]",
        b"[" + b"[]," * 300_000 + b"1]",
        b"[" + b'"",' * 300_000 + b"1]",
        b"{" + b",".join(b'"f%d":""' % number for number in range(80_000)) + b"}",
        b'["\\ud83d\\ude00",' + b"[]," * 300_000 + b"1]",
    ],
)
def test_others_get_their_turn_while_a_large_body_is_read(raw: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    # What Python does afterwards lets others have their turn in any case.
    monkeypatch.setattr(requests, "_is_deep", lambda found: False)
    turns = 0
    is_over = False

    def others() -> None:
        nonlocal turns
        while not is_over:
            turns += 1
            time.sleep(0)

    thread = threading.Thread(target=others)
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-4)
    try:
        thread.start()
        before = turns
        parsed(raw)
        seen = turns - before
    finally:
        is_over = True
        thread.join()
        sys.setswitchinterval(usual)
    # The reader in C takes none or one, whatever it reads.
    assert seen > 50


def test_both_readers_read_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [
        b'{"a": [1, 2.5e3, "\\u00e9\\n", null, true], "b": {"c": {}}}',
        b"[1,]",
        b'{"a" 1}',
        b'["\\ud800"]',
        b"[1e999]",
    ]
    texts += [
        b'{"a": 1, "a": 1}',
        b"[" * 500 + b"]" * 500,
        b"[" * 100_000,
        b"[-Infinity]",
        b"[01]",
        b'["\n"]',
        b"[] []",
    ]

    def read(raw: bytes) -> Any:
        try:
            return parsed(raw)
        except Problem as problem:
            return problem.detail

    usual = [read(raw) for raw in texts]
    monkeypatch.setattr(requests, "_LARGE", 0)
    monkeypatch.setattr(requests, "_MANY_PARTS", -1)
    assert [read(raw) for raw in texts] == usual


def test_all_large_bodies_together_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "_ROOM", 50_000)
    raw = b" " * 40_000 + b"{}"

    async def both() -> list[Any]:
        made = [request(raw, "application/json") for _ in range(2)]
        for one in made:
            one.scope["headers"].append((b"content-length", str(len(raw)).encode()))
        return await asyncio.gather(*(fields(one) for one in made), return_exceptions=True)

    first, second = asyncio.run(both())
    assert first == {} and isinstance(second, Problem) and second.status == 503
    assert asyncio.run(both())[0] == {}


def test_queries_are_read_part_by_part() -> None:
    def query(text: bytes, *names: str) -> dict[str, list[str]]:
        return in_query(Request({"type": "http", "query_string": text}), *names)

    assert query(b"a=1&b=2&&a=%41+x&c&%61=3", "a", "b c") == {"a": ["1", "A x", "3"], "b c": []}
    assert query(b"b+c=1&b%20c=2&a", "a", "b c") == {"a": [""], "b c": ["1", "2"]}
    for text in (b"x=%", b"%zz=1", b"a=1&x=%ff"):
        with pytest.raises(Problem, match="broken encoding"):
            query(text, "a")
