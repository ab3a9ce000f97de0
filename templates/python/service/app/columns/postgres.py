"""How values of the spec lie in columns of PostgreSQL, each of them exactly.

In Python an instant is a number of milliseconds since 1970 in UTC, a duration a number of milliseconds, a UUID its
text in small letters, a value of an enum its name, and JSON the lists, dicts, texts and numbers that it stands for.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from time import time_ns

import sqlalchemy
from sqlalchemy import JSON, BigInteger, Boolean, ColumnElement, Dialect, Double, column, func
from sqlalchemy.dialects.postgresql import TIMESTAMP
from sqlalchemy.engine.default import DefaultExecutionContext
from sqlalchemy.types import TypeDecorator

__all__ = [
    "Boolean",
    "Counter",
    "Digest",
    "Instant",
    "Integer",
    "Json",
    "JsonKey",
    "Key",
    "Milliseconds",
    "Real",
    "Text",
    "Uuid",
    "Word",
    "digest_of",
    "length",
    "now",
]

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


class Integer(BigInteger):
    """A signed 64-bit integer."""


class Milliseconds(BigInteger):
    """A duration."""


class Real(Double[float]):
    """A finite double."""


class Counter(BigInteger):
    """A number that the database gives to each row."""


class Text(sqlalchemy.Text):
    """Text in the order of code points, whatever the order of the database is."""

    def __init__(self) -> None:
        super().__init__(collation="C")


class Key(sqlalchemy.String):
    """Text that is a key."""

    def __init__(self, longest: int) -> None:
        super().__init__(longest, collation="C")


class Word(sqlalchemy.String):
    """The name of an enum's value."""

    def __init__(self, longest: int) -> None:
        super().__init__(longest, collation="C")


class Digest(sqlalchemy.String):
    """A SHA-256, in hexadecimal."""

    def __init__(self) -> None:
        super().__init__(64, collation="C")


class Instant(TypeDecorator[int]):
    """A UTC instant with milliseconds."""

    impl = TIMESTAMP(timezone=True, precision=3)
    cache_ok = True

    def process_bind_param(self, value: int | None, dialect: Dialect) -> datetime | None:
        """The instant that a number of milliseconds stands for."""
        return None if value is None else EPOCH + value * MILLISECOND

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> int | None:
        """The number of milliseconds of an instant."""
        # The driver gives UTC, but the very first instant comes as minus infinity and without a zone.
        return None if value is None else (value.replace(tzinfo=UTC) - EPOCH) // MILLISECOND


class Uuid(sqlalchemy.Uuid[str]):
    """A UUID as text."""

    def __init__(self) -> None:
        super().__init__(as_uuid=False)


class Json(JSON):
    """Anything that is no scalar, in the form it has on the wire. Nothing at all stands for `none`."""

    def __init__(self) -> None:
        super().__init__(none_as_null=True)


class JsonKey(TypeDecorator[object]):
    """The same as a key, so that equal values are equal texts: names in order, no spaces. Sets come in order."""

    impl = Text()
    cache_ok = True

    def process_bind_param(self, value: object | None, dialect: Dialect) -> str | None:
        """The text of a value."""
        return None if value is None else canonical(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> object | None:
        """The value of a text."""
        return None if value is None else json.loads(value)


def canonical(value: object) -> str:
    """The one text of a JSON value."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def digest_of(name: str) -> Callable[[DefaultExecutionContext], str]:
    """Fills a column with the digest of another one, which is too long for an index."""

    def fill(context: DefaultExecutionContext) -> str:
        value: object = context.get_current_parameters()[name]  # type: ignore[no-untyped-call]
        return sha256((value if isinstance(value, str) else canonical(value)).encode()).hexdigest()

    return fill


def length(name: str) -> ColumnElement[int]:
    """How many characters the text in a column has."""
    return func.char_length(column(name))


def now() -> int:
    """The moment at which a row is written."""
    return time_ns() // 1_000_000
