"""No secret reaches the logs: not by its name at any depth, not in a path, a query, a header or an exception."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import structlog
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Message

from app.log import REDACTED, AccessLog, configure, is_sensitive, logger, redact
from app.sensitive import NAMES, WORDS

SECRET = "hunter2-4711"


@pytest.fixture(autouse=True)
def _logging() -> Iterator[None]:
    configure("debug")
    yield
    structlog.reset_defaults()


def _lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    captured = capsys.readouterr()
    assert SECRET not in captured.out + captured.err
    return [json.loads(line) for line in captured.out.splitlines()]


def _call(app: AccessLog, path: str, query: str = "", headers: dict[str, str] | None = None) -> list[Message]:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": SECRET.encode(), "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(name.lower().encode(), value.encode()) for name, value in (headers or {}).items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 2),
    }
    asyncio.run(app(scope, receive, send))
    return sent


async def _fine(_request: Request) -> Response:
    return PlainTextResponse("fine")


async def _broken(request: Request) -> Response:
    logger.info("about to fail", headers=dict(request.headers), body={"password": SECRET})
    raise ValueError(f"bad token {SECRET}")


@pytest.fixture
def app() -> AccessLog:
    """A service with a route that works and one that does not."""
    return AccessLog(Starlette(routes=[Route("/things/{token}", _fine), Route("/broken", _broken)]))


@pytest.mark.parametrize("word", sorted({word for word in WORDS if word != "hash"} | set(NAMES)))
def test_a_sensitive_value_is_left_out_at_any_depth(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    """By itself, in a record, in a list of records, and below them."""
    deep = {"items": [{"inner": ({word: SECRET, "kept": 1},)}]}
    logger.info("found", **{word: SECRET}, record={word: [SECRET], "kept": "yes"}, deep=deep)
    (line,) = _lines(capsys)
    assert line[word] == REDACTED
    assert line["record"] == {word: REDACTED, "kept": "yes"}
    assert line["deep"] == {"items": [{"inner": [{word: REDACTED, "kept": 1}]}]}


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("shape", ["user_{}", "user-{}", "userX{}"])
def test_every_spelling_is_known(word: str, shape: str) -> None:
    """Snake case, headers, and camel case."""
    spelt = word.title().replace("_", "") if "X" in shape else word
    assert is_sensitive(shape.replace("X", "").format(spelt))


@pytest.mark.parametrize("name", ["hash", "tokens", "tokenizer", "secretary", "key", "betoken", "title"])
def test_other_names_are_kept(name: str) -> None:
    """A word inside another word is nothing to hide."""
    assert redact({name: 1}) == ({name: REDACTED} if name in NAMES else {name: 1})


def test_records_and_strange_objects_do_not_leak(capsys: pytest.CaptureFixture[str]) -> None:
    """A data class is looked into; of an object that nobody knows only its class is told."""

    @dataclass
    class Account:
        name: str
        password: str

    class Strange:
        def __repr__(self) -> str:
            return SECRET

    logger.info("found", account=Account("ada", SECRET), strange=Strange(), raw=SECRET.encode())
    (line,) = _lines(capsys)
    assert line["account"] == {"name": "ada", "password": REDACTED}
    assert line["strange"] == "<Strange>"


def test_a_request_is_one_line_without_values(app: AccessLog, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither path nor query nor headers are in it."""
    headers = {"Authorization": f"Bearer {SECRET}", "X-Request-ID": "abc-1"}
    sent = _call(app, f"/things/{SECRET}", f"api_key={SECRET}", headers)
    (line,) = _lines(capsys)
    assert (line["method"], line["route"], line["status"]) == ("GET", "/things/{token}", 200)
    assert line["request_id"] == "abc-1"
    assert (b"x-request-id", b"abc-1") in sent[0]["headers"]


def test_an_id_that_is_no_id_is_replaced(app: AccessLog, capsys: pytest.CaptureFixture[str]) -> None:
    """What a client sends is not written to the log unless it looks like an id."""
    _call(app, "/things/1", headers={"X-Request-ID": f"{SECRET} \n"})
    (line,) = _lines(capsys)
    assert len(line["request_id"]) == 32


def test_an_exception_tells_where_and_not_what(app: AccessLog, capsys: pytest.CaptureFixture[str]) -> None:
    """Its message may quote a value, and so may its cause."""
    with pytest.raises(ValueError):
        _call(app, "/broken", headers={"Cookie": SECRET, "Accept": "*/*"})
    before, error, request = _lines(capsys)
    assert before["headers"] == {"cookie": REDACTED, "accept": "*/*"}
    assert before["body"] == {"password": REDACTED}
    assert error["exception"][0]["type"] == "builtins.ValueError"
    assert any("_broken" in place for place in error["exception"][0]["at"])
    assert (request["event"], request["status"]) == ("request", 500)


def test_other_libraries_write_the_same_form(capsys: pytest.CaptureFixture[str]) -> None:
    """Without their arguments, and without the lines that hold paths and queries."""
    logging.getLogger("sqlalchemy.engine").warning("[generated in %s] %s", 0.1, (SECRET,))
    logging.getLogger("uvicorn.access").info("GET %s", f"/things?token={SECRET}")
    try:
        raise RuntimeError(SECRET)
    except RuntimeError:
        logging.getLogger("elsewhere").exception("failed")
    first, second = _lines(capsys)
    assert (first["logger"], first["event"]) == ("sqlalchemy.engine", "[generated in %s] %s")
    assert second["exception"][0]["type"] == "builtins.RuntimeError"
