"""Requests, read within their limits: the head, the path, the query and the body."""

import asyncio
import json
import re
from typing import Any, TypeVar
from urllib.parse import unquote_to_bytes

from pydantic import BaseModel, ConfigDict, PlainValidator, ValidationError
from pydantic_core import PydanticCustomError
from starlette.requests import ClientDisconnect, Request

from app.runtime.problems import Problem, unreadable
from app.runtime.types import WireError, WireType

MAX_BODY = 1 << 20
MAX_ADMIN_BODY = 256 << 20
MAX_HEADERS = 100
MAX_HEAD = 32 << 10
MAX_DEPTH = 64
BODY_TIMEOUT = 30.0

_BROKEN = re.compile("%(?![0-9A-Fa-f]{2})")
_NESTING = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")
_DISCARDED = 16 << 20


class Shape(BaseModel):
    """What an operation takes: these fields and no other, each of its own JSON type."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, arbitrary_types_allowed=True)


def read_as(declared: WireType) -> PlainValidator:
    """Reads a field of a body as a value of the spec."""
    return PlainValidator(lambda found: _told(declared.decode, found))


def read_text_as(declared: WireType) -> PlainValidator:
    """Reads a part of a path as a value of the spec."""
    return PlainValidator(lambda found: _told(declared.decode_text, found))


def read_texts_as(declared: WireType) -> PlainValidator:
    """Reads what a query says under one name as a value of the spec."""
    return PlainValidator(lambda found: _told(declared.decode_texts, found))


def _told(decode: Any, found: Any) -> Any:
    try:
        return decode(found)
    except WireError as error:
        # The message of a custom error is a template, and what was sent may look like one.
        raise PydanticCustomError("wire", "{path}\n{why}", {"path": error.path, "why": error.why}) from None


S = TypeVar("S", bound=Shape)


def shaped(shape: type[S], body: dict[str, Any], *parts: dict[str, Any]) -> S:
    """The inputs of an operation from what a request says, or the first thing that is wrong with it."""
    found = dict(body)
    for part in parts:
        for name in part:
            if name in body:
                raise unreadable(f"{name}: there is no such field")
        found.update(part)
    try:
        return shape.model_validate(found)
    except ValidationError as error:
        raise unreadable(_first(error)) from None


def _first(error: ValidationError) -> str:
    found = error.errors(include_url=False, include_input=False)[0]
    name = str(found["loc"][0]) if found["loc"] else ""
    if found["type"] == "wire":
        context = found["ctx"]
        return str(WireError(context["path"], context["why"]).below(name))
    words = {"missing": "is missing", "extra_forbidden": "there is no such field"}
    return f"{name}: {words.get(found['type'], found['msg'])}"


# --- the head --------------------------------------------------------------------------------------------------------


def within_limits(request: Request) -> None:
    """Refuses a head that is too long."""
    headers = request.scope["headers"]
    if len(headers) > MAX_HEADERS or _size(request) > MAX_HEAD:
        detail = f"A request has at most {MAX_HEADERS} header fields and {MAX_HEAD} bytes before its body."
        raise Problem(431, detail, headers=[("connection", "close")])


def _size(request: Request) -> int:
    fields = sum(len(name) + len(value) + 4 for name, value in request.scope["headers"])
    return fields + len(request.scope["path"]) + len(request.scope["query_string"])


def decoded(text: str, is_form: bool = False) -> str | None:
    """A part of a path or of a query without its encoding; none where that is broken."""
    if is_form:
        text = text.replace("+", " ")
    if "%" not in text:
        return text if text.isascii() else _unicode(text.encode("latin-1", "replace"))
    return None if _BROKEN.search(text) else _unicode(unquote_to_bytes(text))


def _unicode(raw: bytes) -> str | None:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return None


def in_path(request: Request) -> dict[str, Any]:
    """The parts of the path by their names."""
    found = {}
    for name, text in request.path_params.items():
        value = decoded(text)
        if value is None:
            raise unreadable(f"The path holds broken encoding: `{text}`.")
        found[name] = value
    return found


def in_query(request: Request, *names: str) -> dict[str, list[str]]:
    """What the query says under each of some names. Others are ignored."""
    found: dict[str, list[str]] = {name: [] for name in names}
    for part in request.scope["query_string"].decode("latin-1").split("&"):
        if part:
            name, _, value = part.partition("=")
            key, text = decoded(name, is_form=True), decoded(value, is_form=True)
            if key is None or text is None:
                raise unreadable(f"The query holds broken encoding: `{part}`.")
            if key in found:
                found[key].append(text)
    return found


# --- the body --------------------------------------------------------------------------------------------------------


async def body(request: Request, limit: int = MAX_BODY) -> bytes:
    """The body of a request, if it is not too large and arrives in time."""
    announced = request.headers.get("content-length", "0")
    is_large = announced.isdigit() and int(announced) > limit
    try:
        return await asyncio.wait_for(_collected(request, limit, is_large), BODY_TIMEOUT)
    except TimeoutError:
        raise Problem(408, "The body took too long to arrive.", headers=[("connection", "close")]) from None
    except ClientDisconnect:
        raise unreadable("The body broke off.") from None


async def _collected(request: Request, limit: int, is_large: bool) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > limit:
            is_large, parts = True, []
        # What is too large is still read for a while, so that a caller who sends before it listens gets the answer.
        if is_large and size > _DISCARDED:
            break
        if not is_large:
            parts.append(part)
    if is_large:
        raise Problem(413, f"The body is larger than {limit} bytes.", headers=[("connection", "close")])
    return parts[0] if len(parts) == 1 else b"".join(parts)


def read(request: Request, raw: bytes) -> Any:
    """The JSON value that a body holds which is not empty."""
    kind = request.headers.get("content-type")
    if kind is None or kind.partition(";")[0].strip().lower() != "application/json":
        raise Problem(415, "The body has to be sent as `Content-Type: application/json`.")
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise Problem(415, "The body has to be sent without encoding.")
    return parsed(raw)


async def fields(request: Request) -> dict[str, Any]:
    """The object that a body holds. An empty one is none, whatever its type says: an object without fields."""
    raw = await body(request)
    found = read(request, raw) if raw else {}
    if type(found) is not dict:
        raise unreadable("The body is not a JSON object.")
    return found


class _Repeated(ValueError):
    """A field that is there twice."""


def parsed(raw: bytes) -> Any:
    """One JSON value: no field twice, not too deep, and of texts that can be."""
    if raw.count(b"[") + raw.count(b"{") > MAX_DEPTH and _depth(raw) > MAX_DEPTH:
        raise unreadable(f"The body is not valid JSON: nested deeper than {MAX_DEPTH} levels.")
    try:
        found = json.loads(raw.decode(), object_pairs_hook=_object, parse_constant=_constant, parse_float=_float)
        if _HALF.search(raw):
            # Half of a surrogate pair can be spelled in JSON, but no text can hold it.
            json.dumps(found, ensure_ascii=False).encode()
        return found
    except _Repeated as error:
        raise unreadable(f"The body is not valid JSON: duplicate field `{error}`.") from None
    except (ValueError, RecursionError) as error:
        why = str(error) if isinstance(error, json.JSONDecodeError) else "it cannot be read"
        raise unreadable(f"The body is not valid JSON: {why}.") from None


def _depth(raw: bytes) -> int:
    deepest = depth = 0
    for found in _NESTING.finditer(raw):
        if found[0] in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif found[0] in b"]}":
            depth -= 1
    return deepest


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        raise _Repeated(next(name for name, _ in pairs if name in seen or seen.add(name)))  # type: ignore[func-returns-value]
    return found


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


def _float(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError("number out of range")
    return number
