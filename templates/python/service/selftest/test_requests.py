"""Reading JSON, paths and values within their limits."""

import asyncio
from typing import Annotated

import pytest
from app.runtime.problems import Problem
from app.runtime.requests import Shape, decoded, fields, parsed, read_as, shaped
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
