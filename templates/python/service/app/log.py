"""Structured logs: one JSON object per line, with the id of the request, and without secrets.

A value is left out by its name, at any depth. The path and the query of a request are not logged, since they hold
values; the route is. Of an exception its type and its places are logged, not its message, which may quote a value.
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from collections.abc import Mapping, MutableMapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from secrets import token_hex
from time import perf_counter_ns
from typing import Any

import orjson
import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bind_contextvars, clear_contextvars, merge_contextvars

from app.sensitive import NAMES, WORDS

REDACTED = "[redacted]"
REQUEST_ID = b"x-request-id"

# What carries credentials in any service.
_CREDENTIALS = frozenset({"authorization", "cookie", "database_url", "proxy_authorization", "set_cookie"})
_WORD_BEGINS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_GOOD_ID = re.compile(rb"[A-Za-z0-9._-]{1,128}")
# Asked every few seconds by machines that want to know whether the service is there.
_PROBES = frozenset({"/health", "/ready", "/metrics"})
# How deep a value is looked into; what lies deeper is left out.
_DEEPEST = 32

logger: structlog.typing.FilteringBoundLogger = structlog.get_logger()


@lru_cache(maxsize=4096)
def is_sensitive(name: str) -> bool:
    """Whether the value of this name is nobody else's business."""
    name = _WORD_BEGINS.sub("_", name).replace("-", "_").lower()
    if name in NAMES or name in _CREDENTIALS or name.startswith("spec_auth_"):
        return True
    return any(name.endswith(f"_{word}") or (name == word and word != "hash") for word in WORDS)


def redact(value: object, depth: int = 0) -> object:
    """The value without what is sensitive in it."""
    if value is None or isinstance(value, str | int | float):
        return value
    if depth == _DEEPEST:
        return REDACTED
    if isinstance(value, bytes | bytearray | memoryview):
        return f"{len(value)} bytes"
    if isinstance(value, Mapping):
        return {str(name): _redact_field(str(name), inner, depth) for name, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [redact(inner, depth + 1) for inner in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _redact_field(field.name, getattr(value, field.name), depth) for field in fields(value)}
    if hasattr(value, "model_dump"):
        return redact(value.model_dump(), depth + 1)
    return f"<{type(value).__name__}>"


def _redact_field(name: str, value: object, depth: int) -> object:
    return REDACTED if is_sensitive(name) else redact(value, depth + 1)


def redact_event(_logger: object, _method: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
    """The step of the log that leaves secrets out."""
    return {name: _redact_field(name, value, 0) for name, value in event.items()}


def describe_exception(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """The step of the log that says what was raised, and where."""
    raised = event.pop("exc_info", None)
    if raised is True:
        raised = sys.exc_info()[1]
    if isinstance(raised, tuple):
        raised = raised[1]
    if isinstance(raised, BaseException):
        event["exception"] = list(_chain(raised))
    return event


def _chain(error: BaseException) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    current: BaseException | None = error
    while current is not None and len(found) < 8:
        frames = traceback.extract_tb(current.__traceback__)
        found.append(
            {
                "type": f"{type(current).__module__}.{type(current).__qualname__}",
                "at": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-20:]],
            }
        )
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return found


def _line(event: Mapping[str, Any]) -> bytes:
    return orjson.dumps(event, default=str, option=orjson.OPT_NON_STR_KEYS)


class _Foreign(logging.Handler):
    """Lines of other libraries, in the same form. Their arguments are values of which nothing is known."""

    def emit(self, record: logging.LogRecord) -> None:
        """Writes a line."""
        sys.stdout.write(f"{self._text(record)}\n")
        sys.stdout.flush()

    def _text(self, record: logging.LogRecord) -> str:
        event: dict[str, Any] = {"event": str(record.msg), "level": record.levelname.lower(), "logger": record.name}
        if record.args and record.name.startswith("uvicorn"):
            event["event"] = record.getMessage()
        event["exc_info"] = record.exc_info
        event = dict(redact_event(None, "", describe_exception(None, "", event)))
        return _line(structlog.processors.TimeStamper(fmt="iso")(None, "", event)).decode()


def configure(level: str = "info") -> None:
    """Sets logging up: of this service, and of the libraries it is made of."""
    number = logging.getLevelNamesMapping().get(level.upper(), logging.INFO)
    structlog.configure(
        processors=[
            merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            describe_exception,
            redact_event,
            structlog.processors.JSONRenderer(serializer=lambda event, **_: _line(event)),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.BytesLoggerFactory(),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(handlers=[_Foreign()], level=max(number, logging.INFO), force=True)
    for name in ("uvicorn", "uvicorn.error"):
        library = logging.getLogger(name)
        library.handlers, library.propagate = [], True
    # Its lines hold paths and queries; `AccessLog` writes the ones that do not.
    logging.getLogger("uvicorn.access").disabled = True


class AccessLog:
    """Gives each request an id, and writes one line about it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = perf_counter_ns()
        request_id = _id_of(scope)
        status = 500

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (REQUEST_ID, request_id)]
            await send(message)

        clear_contextvars()
        bind_contextvars(request_id=request_id.decode())
        try:
            await self.app(scope, receive, send_with_id)
        except Exception:
            logger.exception("unhandled")
            raise
        finally:
            _tell(scope, status, (perf_counter_ns() - began) / 1_000_000)


def _id_of(scope: Scope) -> bytes:
    for name, value in scope["headers"]:
        if name == REQUEST_ID and _GOOD_ID.fullmatch(value):
            return bytes(value)
    return token_hex(16).encode()


def _tell(scope: Scope, status: int, milliseconds: float) -> None:
    route = getattr(scope.get("route"), "path", None)
    tell = logger.debug if scope["path"] in _PROBES else logger.info
    tell("request", method=scope["method"], route=route, status=status, milliseconds=round(milliseconds, 3))
