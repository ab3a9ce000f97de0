"""How values of the spec lie in columns of SQLite, each of them exactly.

In Python an instant is a number of milliseconds since 1970 in UTC, a duration a number of milliseconds, a UUID its
text in small letters, a value of an enum its name, and JSON the lists, dicts, texts and numbers that it stands for.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from time import time_ns

import sqlalchemy
from sqlalchemy import JSON, BigInteger, Boolean, ColumnElement, Dialect, Double, column, func
from sqlalchemy.types import TypeDecorator

__all__ = [
    "Boolean",
    "Counter",
    "Instant",
    "Integer",
    "Json",
    "JsonKey",
    "Milliseconds",
    "Real",
    "Text",
    "Uuid",
    "Word",
    "length",
    "now",
]

EPOCH = datetime(1970, 1, 1)
MILLISECOND = timedelta(milliseconds=1)


class Integer(BigInteger):
    """A signed 64-bit integer."""


class Milliseconds(BigInteger):
    """A duration."""


class Real(Double[float]):
    """A finite double."""


class Counter(sqlalchemy.Integer):
    """A number that the database gives to each row."""


class Text(sqlalchemy.Text):
    """Text, which SQLite compares byte by byte: in the order of code points."""


class Word(sqlalchemy.Text):
    """The name of an enum's value. SQLite has no use for its greatest length."""

    def __init__(self, longest: int) -> None:
        super().__init__()
        self.longest = longest


class Instant(TypeDecorator[int]):
    """A UTC instant as text such as `2024-05-01 12:00:00.000`: SQLite's own functions read it, and it sorts by time."""

    impl = sqlalchemy.Text
    cache_ok = True

    def process_bind_param(self, value: int | None, dialect: Dialect) -> str | None:
        """The instant that a number of milliseconds stands for."""
        return None if value is None else (EPOCH + value * MILLISECOND).isoformat(" ", "milliseconds")

    def process_result_value(self, value: str | None, dialect: Dialect) -> int | None:
        """The number of milliseconds of an instant."""
        return None if value is None else (datetime.fromisoformat(value) - EPOCH) // MILLISECOND


class Uuid(sqlalchemy.Text):
    """A UUID, in small letters and with hyphens."""


class Json(JSON):
    """Anything that is no scalar, in the form it has on the wire. Nothing at all stands for `none`."""

    def __init__(self) -> None:
        super().__init__(none_as_null=True)


class JsonKey(TypeDecorator[object]):
    """The same as a key, so that equal values are equal texts: names in order, no spaces. Sets come in order."""

    impl = sqlalchemy.Text
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


def length(name: str) -> ColumnElement[int]:
    """How many characters the text in a column has."""
    return func.length(column(name))


def now() -> int:
    """The moment at which a row is written."""
    return time_ns() // 1_000_000
