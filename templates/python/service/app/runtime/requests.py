"""Requests, read within their limits: the head, the path, the query and the body.

Whatever is done to what somebody sent takes a time that grows with its bytes and not faster. A large body is read
beside the event loop, one at a time, so that others are answered meanwhile. One that also has many parts is read by
Python: the reader in C keeps the interpreter to itself until it is done.
"""

import asyncio
import gc
import json
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from json.scanner import py_make_scanner  # type: ignore[attr-defined]  # not private, but typeshed leaves it out
from typing import Any, TypeVar
from urllib.parse import unquote_to_bytes

from pydantic import BaseModel, ConfigDict, PlainValidator, ValidationError
from pydantic_core import PydanticCustomError
from starlette.requests import ClientDisconnect, Request

from app.runtime.problems import Problem, unavailable, unreadable
from app.runtime.types import WireError, WireType

MAX_BODY = 1 << 20
MAX_ADMIN_BODY = 256 << 20
MAX_HEADERS = 100
MAX_HEAD = 32 << 10
MAX_DEPTH = 64
BODY_TIMEOUT = 30.0

_BROKEN = re.compile("%(?![0-9A-Fa-f]{2})")
_PLAIN = re.compile("[A-Za-z0-9_.-]*")
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")
_DISCARDED = 16 << 20
# Reading less than this takes about a millisecond.
_LARGE = 16 << 10
# The reader in C takes about a millisecond for as many parts.
_MANY_PARTS = 8192
# What the bodies of all requests that are being read may take together. Those that are not large do not count.
_ROOM = 128 << 20
# More unknown fields than this are not looked at one by one.
_MANY_UNKNOWN = 16

_beside_the_loop = ThreadPoolExecutor(max_workers=1, thread_name_prefix="bodies")
_taken = 0

R = TypeVar("R")


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


class LargeObject(dict[str, Any]):
    """The object of a large body: what is made of it is made beside the event loop."""


async def shaped(shape: type[S], body: dict[str, Any], *parts: dict[str, Any]) -> S:
    """The inputs of an operation from what a request says, or the first thing that is wrong with it."""
    if isinstance(body, LargeObject):
        return await _beside(lambda: _shaped(shape, body, *parts))
    return _shaped(shape, body, *parts)


async def _beside(work: Callable[[], R]) -> R:
    return await asyncio.get_running_loop().run_in_executor(_beside_the_loop, work)


def _shaped(shape: type[S], body: dict[str, Any], *parts: dict[str, Any]) -> S:
    if len(body) > len(shape.model_fields) + _MANY_UNKNOWN:
        known = {field.alias or name for name, field in shape.model_fields.items()}
        unknown = next(name for name in body if name not in known)
        raise unreadable(f"{unknown}: there is no such field")
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
    query = request.scope["query_string"].decode("latin-1")
    # An ampersand is no part of a character, so what is broken in the whole is broken in one part, and the other way.
    is_broken = decoded(query, is_form=True) is None
    for part in query.split("&"):
        name, _, value = part.partition("=")
        if is_broken and (decoded(name) is None or decoded(value) is None):
            raise unreadable(f"The query holds broken encoding: `{part}`.")
        key = name if name in found or _PLAIN.fullmatch(name) else decoded(name, is_form=True)
        if key in found:
            found[key].append(decoded(value, is_form=True) or "")
    return found


# --- the body --------------------------------------------------------------------------------------------------------


async def body(request: Request, limit: int = MAX_BODY) -> bytes:
    """The body of a request, if it is not too large and arrives in time."""
    is_large = _announced(request, 0) > limit
    try:
        return await asyncio.wait_for(_collected(request, limit, is_large), BODY_TIMEOUT)
    except TimeoutError:
        raise Problem(408, "The body took too long to arrive.", headers=[("connection", "close")]) from None
    except ClientDisconnect:
        raise unreadable("The body broke off.") from None


def _announced(request: Request, otherwise: int) -> int:
    """How long the body says that it is."""
    length = request.headers.get("content-length", "")
    return int(length) if length.isascii() and length.isdecimal() and len(length) < 20 else otherwise


@contextmanager
def _room(request: Request) -> Iterator[None]:
    """Keeps room for the body of a request while it is read; refuses it where there is none."""
    global _taken
    chunked = MAX_BODY if "transfer-encoding" in request.headers else 0
    size = min(_announced(request, chunked), MAX_BODY)
    size = size if size > _LARGE else 0
    if size and _taken + size > _ROOM:
        raise unavailable("Too many large bodies are being read. Try again.")
    _taken += size
    try:
        yield
    finally:
        _taken -= size


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


async def read(request: Request, raw: bytes) -> Any:
    """The JSON value that a body holds which is not empty."""
    kind = request.headers.get("content-type")
    if kind is None or kind.partition(";")[0].strip().lower() != "application/json":
        raise Problem(415, "The body has to be sent as `Content-Type: application/json`.")
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise Problem(415, "The body has to be sent without encoding.")
    return parsed(raw) if len(raw) <= _LARGE else await _beside(lambda: _parsed_at_once(raw))


def _parsed_at_once(raw: bytes) -> Any:
    # JSON makes no cycles, and looking for them again and again takes ten times as long as reading it.
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return parsed(raw)
    finally:
        if was_enabled:
            gc.enable()


async def fields(request: Request) -> dict[str, Any]:
    """The object that a body holds. An empty one is none, whatever its type says: an object without fields."""
    with _room(request):
        raw = await body(request)
        is_large = len(raw) > _LARGE
        found = await read(request, raw) if raw else {}
    if type(found) is not dict:
        raise unreadable("The body is not a JSON object.")
    return LargeObject(found) if is_large else found


class _Repeated(ValueError):
    """A field that is there twice."""


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


def _new_decoder() -> json.JSONDecoder:
    return json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_float=_float)


_ENCODER = json.JSONEncoder(ensure_ascii=False)
_FAST = _new_decoder()
# It is slower, and others get their turn while it reads.
_POLITE = _new_decoder()
_POLITE.scan_once = py_make_scanner(_POLITE)  # type: ignore[attr-defined]


def _decoder(raw: bytes) -> json.JSONDecoder:
    has_many = len(raw) > _LARGE and raw.count(b",") + raw.count(b"[") + raw.count(b"{") > _MANY_PARTS
    return _POLITE if has_many else _FAST


def parsed(raw: bytes) -> Any:
    """One JSON value: no field twice, not too deep, and of texts that can be."""
    try:
        found = _decoder(raw).decode(raw.decode())
        if _HALF.search(raw):
            # Half of a surrogate pair can be spelled in JSON, but no text can hold it. In one go, C would write it.
            for part in _ENCODER.iterencode(found):
                part.encode()
    except _Repeated as error:
        raise unreadable(f"The body is not valid JSON: duplicate field `{error}`.") from None
    except RecursionError:
        raise _too_deep() from None
    except ValueError as error:
        why = str(error) if isinstance(error, json.JSONDecodeError) else "it cannot be read"
        raise unreadable(f"The body is not valid JSON: {why}.") from None
    if raw.count(b"[") + raw.count(b"{") > MAX_DEPTH and _is_deep(found):
        raise _too_deep()
    return found


def _too_deep() -> Problem:
    return unreadable(f"The body is not valid JSON: nested deeper than {MAX_DEPTH} levels.")


def _is_deep(found: Any) -> bool:
    level = [found] if type(found) in (list, dict) else []
    for _ in range(MAX_DEPTH):
        inner = (one.values() if type(one) is dict else one for one in level)
        level = [one for values in inner for one in values if type(one) is list or type(one) is dict]
    return bool(level)
