"""The types of a spec: how their values travel, and which refinements they carry.

Decoding looks at the shape alone. Refinements are looked at separately, since they answer with the clause that broke.
"""

import json
import math
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any, Self

from app.runtime.values import EARLIEST, LATEST, OPEN, Instant, Map, Multi

__all__ = [
    "BOOL",
    "DATETIME",
    "DURATION",
    "FLOAT",
    "INT",
    "STRING",
    "UUID",
    "Alias",
    "Entity",
    "Enum",
    "Field",
    "MapOf",
    "MultiOf",
    "Obligation",
    "Option",
    "Rule",
    "SeqOf",
    "SetOf",
    "WireError",
    "WireType",
    "text_of",
]

_INSTANT = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?([Zz]|[+-]\d\d:?\d\d)", re.ASCII
)
_UUID = re.compile(r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}", re.ASCII)
_INTEGER = re.compile(r"0|-?[1-9][0-9]*", re.ASCII)
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Rule:
    """A condition of the spec: what it is called, its text, and whether it holds."""

    title: str
    text: str
    holds: Callable[..., bool]


Obligation = tuple[Rule, tuple[Any, ...]]
"""A rule, and what it speaks of: its first arguments, before the state and the moment."""


class WireError(Exception):
    """What was sent is no value of its type: where, and why."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(path, why)
        self.path = path
        self.why = why

    def below(self, name: str) -> Self:
        """The same, seen from one level further out."""
        joint = "" if not self.path or self.path.startswith("[") else "."
        self.path = f"{name}{joint}{self.path}"
        return self

    def __str__(self) -> str:
        return f"{self.path}: {self.why}" if self.path else self.why


def _kind(found: object) -> str:
    """What a piece of JSON is, for messages. Texts are not repeated: they may be secrets."""
    if isinstance(found, str):
        return "a text"
    if isinstance(found, dict):
        return "an object"
    if isinstance(found, list):
        return "an array"
    text = json.dumps(found)
    return text if len(text) <= 60 else f"{text[:60]}…"


class WireType(ABC):
    """A type: what can be done with its values."""

    wanted: str
    """What its values look like in JSON, for messages."""
    is_text_key: bool = False
    """Whether a map with such keys is a JSON object."""
    is_json: bool = False
    """Whether its values are JSON as they are."""
    is_option: bool = False
    """Whether it may be absent."""

    @abstractmethod
    def decode(self, found: Any) -> Any:
        """The value that JSON stands for. Refinements are not looked at."""

    @abstractmethod
    def encode(self, value: Any) -> Any:
        """A value as JSON."""

    def decode_text(self, text: str) -> Any:
        """The value that a text in a path, a query or the name of an entry stands for."""
        try:
            return self.decode(json.loads(text))
        except ValueError:
            raise self.unreadable(text) from None

    def decode_texts(self, texts: list[str]) -> Any:
        """The value that all texts of one name in a query stand for."""
        if not texts:
            raise WireError("", "is missing")
        if len(texts) > 1:
            raise WireError("", "is given more than once")
        return self.decode_text(texts[0])

    def parts(self, value: Any) -> "Iterator[tuple[WireType, Any]]":
        """What a value is made of, one level down, with declared types."""
        return iter(())

    @cached_property
    def is_plain(self) -> bool:
        """Whether nothing in it has a rule."""
        return not self._has_rules(set())

    def _has_rules(self, seen: set[str]) -> bool:
        return False

    def obligations(self, value: Any) -> Iterator[Obligation]:
        """The refinements and entity invariants that speak of a value, in the order of checking."""
        if not self.is_plain and value is not OPEN:
            for declared, part in self.parts(value):
                if not declared.is_plain:
                    yield from declared.obligations(part)

    def wrong(self, found: object) -> WireError:
        """The complaint about JSON that is no value of this type."""
        return WireError("", f"expected {self.wanted}, found {_kind(found)}")

    def unreadable(self, text: str) -> WireError:
        """The complaint about text that is no value of this type."""
        shown = text if len(text) <= 60 else f"{text[:60]}…"
        return WireError("", f"expected {self.wanted}, found `{shown}`")


class _Bool(WireType):
    wanted = "true or false"
    is_json = True

    def decode(self, found: Any) -> bool:
        if found is True or found is False:
            return bool(found)
        raise self.wrong(found)

    def decode_text(self, text: str) -> bool:
        if text not in ("true", "false"):
            raise self.unreadable(text)
        return text == "true"

    def encode(self, value: bool) -> bool:
        return value


class _Int(WireType):
    is_json = True

    def __init__(self, wanted: str, is_text_key: bool) -> None:
        self.wanted = wanted
        self.is_text_key = is_text_key

    def decode(self, found: Any) -> int:
        if type(found) is int and -(2**63) <= found < 2**63:
            return found
        raise self.wrong(found)

    def decode_text(self, text: str) -> int:
        if len(text) > 20 or not _INTEGER.fullmatch(text) or not -(2**63) <= int(text) < 2**63:
            raise self.unreadable(text)
        return int(text)

    def encode(self, value: int) -> int:
        return value


class _Float(WireType):
    wanted = "a number"
    is_json = True

    def decode(self, found: Any) -> float:
        if type(found) is float and math.isfinite(found):
            return found + 0.0
        if type(found) is int and abs(found) < 2**1023:
            return float(found)
        raise self.wrong(found)

    def decode_text(self, text: str) -> float:
        if not _NUMBER.fullmatch(text) or not math.isfinite(float(text)):
            raise self.unreadable(text)
        return float(text) + 0.0

    def encode(self, value: float) -> float:
        return value


class _Text(WireType):
    """What is a text on the wire."""

    is_text_key = True

    def decode(self, found: Any) -> Any:
        if type(found) is not str:
            raise self.wrong(found)
        return self.decode_text(found)


class _String(_Text):
    wanted = "a text without U+0000"
    is_json = True

    def decode_text(self, text: str) -> str:
        if "\0" in text:
            # Not repeated: it may be a secret.
            raise WireError("", f"expected {self.wanted}")
        return text

    def encode(self, value: str) -> str:
        return value


class _DateTime(_Text):
    wanted = "an instant such as 2024-05-01T12:00:00.000Z"
    is_text_key = False

    def decode_text(self, text: str) -> Instant:
        at = _instant(text)
        if at is None:
            raise self.unreadable(text)
        return at

    def encode(self, value: Instant) -> str:
        return str(value)


def _instant(text: str) -> Instant | None:
    parts = _INSTANT.fullmatch(text)
    if parts is None:
        return None
    *whole, fraction, zone = parts.groups()
    year, month, day, hour, minute, second = map(int, whole)
    try:
        at = datetime(year, month, day, hour, minute, min(second, 59), tzinfo=UTC)
    except ValueError:
        return None
    milliseconds = (at - _EPOCH) // _MILLISECOND + int((fraction or "0").ljust(3, "0")[:3]) - _offset(zone)
    return Instant(milliseconds) if second <= 60 and EARLIEST <= milliseconds <= LATEST else None


def _offset(zone: str) -> int:
    if zone in "Zz":
        return 0
    minutes = int(zone[1:3]) * 60 + int(zone[-2:])
    return (-60_000 if zone[0] == "-" else 60_000) * minutes


class _Uuid(_Text):
    wanted = "a UUID"
    is_json = True

    def decode_text(self, text: str) -> str:
        if not _UUID.fullmatch(text):
            raise self.unreadable(text)
        return text.lower()

    def encode(self, value: str) -> str:
        return value


BOOL = _Bool()
INT = _Int("a 64-bit integer", is_text_key=True)
FLOAT = _Float()
STRING = _String()
DATETIME = _DateTime()
DURATION = _Int("a whole number of milliseconds", is_text_key=False)
UUID = _Uuid()


class Enum(_Text):
    """One of several names."""

    is_json = True

    def __init__(self, name: str, values: tuple[str, ...]) -> None:
        self.name = name
        self.values = values
        self.wanted = f"one of {', '.join(values)}"

    def decode_text(self, text: str) -> str:
        if text not in self.values:
            raise self.unreadable(text)
        return text

    def encode(self, value: str) -> str:
        return value


class Option(WireType):
    """A value, or none."""

    is_option = True

    def __init__(self, inner: WireType) -> None:
        self.inner = inner
        self.is_json = inner.is_json
        self.wanted = f"{inner.wanted} or null"

    def decode(self, found: Any) -> Any:
        return None if found is None else self.inner.decode(found)

    def decode_text(self, text: str) -> Any:
        return self.inner.decode_text(text)

    def decode_texts(self, texts: list[str]) -> Any:
        return self.inner.decode_texts(texts) if texts else None

    def encode(self, value: Any) -> Any:
        return None if value is None else self.inner.encode(value)

    def parts(self, value: Any) -> Iterator[tuple[WireType, Any]]:
        if value is not None:
            yield self.inner, value

    def obligations(self, value: Any) -> Iterator[Obligation]:
        return iter(()) if value is None or self.is_plain else self.inner.obligations(value)

    def _has_rules(self, seen: set[str]) -> bool:
        return self.inner._has_rules(seen)


class _Many(WireType):
    """Elements of one type."""

    wanted = "an array"

    def __init__(self, inner: WireType) -> None:
        self.inner = inner

    def _elements(self, found: Any) -> list[Any]:
        if type(found) is not list:
            raise self.wrong(found)
        return _each(self.inner.decode, found)

    def decode_texts(self, texts: list[str]) -> Any:
        return self._made([self.inner.decode_text(text) for text in texts])

    def decode(self, found: Any) -> Any:
        return self._made(self._elements(found))

    @abstractmethod
    def _made(self, elements: list[Any]) -> Any:
        """The value of these elements."""

    def parts(self, value: Any) -> Iterator[tuple[WireType, Any]]:
        return ((self.inner, one) for one in value)

    def _has_rules(self, seen: set[str]) -> bool:
        return self.inner._has_rules(seen)


class SeqOf(_Many):
    """Elements in order."""

    def _made(self, elements: list[Any]) -> tuple[Any, ...]:
        return tuple(elements)

    def encode(self, value: tuple[Any, ...]) -> list[Any]:
        return list(value) if self.inner.is_json else [self.inner.encode(one) for one in value]


class SetOf(_Many):
    """Elements without order and repetition."""

    def _made(self, elements: list[Any]) -> frozenset[Any]:
        distinct = frozenset(elements)
        if len(distinct) != len(elements):
            raise WireError(f"[{_first_repeated(elements)}]", "a set holds each element once")
        return distinct

    def encode(self, value: frozenset[Any]) -> list[Any]:
        return _sorted(list(value) if self.inner.is_json else [self.inner.encode(one) for one in value])


def _first_repeated(elements: list[Any]) -> int:
    seen: set[Any] = set()
    for at, one in enumerate(elements):
        if one in seen:
            return at
        seen.add(one)
    return len(elements)


def _each(decode: Callable[[Any], Any], found: list[Any]) -> list[Any]:
    elements: list[Any] = []
    try:
        for one in found:
            elements.append(decode(one))
    except WireError as error:
        raise error.below(f"[{len(elements)}]") from None
    return elements


def _sorted(encoded: list[Any]) -> list[Any]:
    """JSON in an order that depends on nothing but the values: Python's sets have another one in every run."""
    if len(encoded) < 2:
        return encoded
    first = encoded[0]
    if isinstance(first, dict):
        return sorted(encoded, key=_record_order)
    if isinstance(first, list):
        return sorted(encoded, key=lambda one: json.dumps(one, sort_keys=True))
    return sorted(encoded, key=lambda one: (one is not None, one))


def _record_order(record: dict[str, Any]) -> tuple[bool, Any, str]:
    """By the first field, which tells most records apart; by all of them where it does not."""
    first = next(iter(record.values()), None)
    if type(first) is int:
        return (False, first, "")
    return (True, 0, json.dumps(record))


class _Keyed(WireType):
    """Keys with something for each of them."""

    def __init__(self, key: WireType, value: WireType) -> None:
        self.key = key
        self.value = value
        self.wanted = "an object" if key.is_text_key else "an array of pairs"

    def _entries(self, value: WireType, found: Any) -> dict[Any, Any]:
        entries: dict[Any, Any] = {}
        for name, at, one in self._found(found):
            try:
                entry = value.decode(one)
            except WireError as error:
                raise error.below(f"[{name}]") from None
            if at in entries:
                raise WireError(f"[{name}]", "a map holds each key once")
            entries[at] = entry
        return entries

    def _found(self, found: Any) -> Iterator[tuple[str, Any, Any]]:
        """The keys with their names and the JSON of their values."""
        if self.key.is_text_key and type(found) is dict:
            for name, one in found.items():
                try:
                    yield name, self.key.decode_text(name), one
                except WireError as error:
                    raise error.below(f"[{name}]") from None
        elif not self.key.is_text_key and type(found) is list:
            yield from self._pairs(found)
        else:
            raise self.wrong(found)

    def _pairs(self, found: list[Any]) -> Iterator[tuple[str, Any, Any]]:
        for position, pair in enumerate(found):
            if type(pair) is not list or len(pair) != 2:
                raise WireError(f"[{position}]", "expected a pair of key and value")
            try:
                yield json.dumps(pair[0]), self.key.decode(pair[0]), pair[1]
            except WireError as error:
                raise error.below(f"[{position}][0]") from None

    def _encoded(self, value: WireType, items: Any) -> Any:
        if self.key.is_text_key:
            return {text_of(self.key, at): value.encode(one) for at, one in items}
        return _sorted([[self.key.encode(at), value.encode(one)] for at, one in items])

    def _has_rules(self, seen: set[str]) -> bool:
        return self.key._has_rules(seen) or self.value._has_rules(seen)


class MapOf(_Keyed):
    """Keys with one value each: a map, or a relation with `one` or `lone`."""

    def decode(self, found: Any) -> Map[Any, Any]:
        return Map(self._entries(self.value, found))

    def encode(self, value: Map[Any, Any]) -> Any:
        return self._encoded(self.value, value.items())

    def parts(self, value: Any) -> Iterator[tuple[WireType, Any]]:
        for at, one in value.items():
            yield self.key, at
            yield self.value, one


class MultiOf(_Keyed):
    """Keys with several values each: a relation with `set` or `some`."""

    def __init__(self, key: WireType, value: WireType, some: bool = False) -> None:
        super().__init__(key, value)
        self.some = some
        self.values = SetOf(value)

    def decode(self, found: Any) -> Multi[Any, Any]:
        return Multi(self._entries(self.values, found))

    def encode(self, value: Multi[Any, Any]) -> Any:
        return self._encoded(self.values, value.items())

    def parts(self, value: Any) -> Iterator[tuple[WireType, Any]]:
        for at, values in value.items():
            yield self.key, at
            yield self.values, values


class Alias(WireType):
    """A type under another name, with a refinement of its own or without."""

    def __init__(self, name: str, base: WireType, rule: Rule | None) -> None:
        self.name = name
        self.base = base
        self.rule = rule
        self.wanted = base.wanted
        self.is_text_key = base.is_text_key
        self.is_json = base.is_json
        self.is_option = base.is_option

    def decode(self, found: Any) -> Any:
        return self.base.decode(found)

    def decode_text(self, text: str) -> Any:
        return self.base.decode_text(text)

    def decode_texts(self, texts: list[str]) -> Any:
        return self.base.decode_texts(texts)

    def encode(self, value: Any) -> Any:
        return self.base.encode(value)

    def parts(self, value: Any) -> Iterator[tuple[WireType, Any]]:
        yield self.base, value

    def obligations(self, value: Any) -> Iterator[Obligation]:
        if value is OPEN:
            return
        if self.rule is not None and value is not None:
            yield self.rule, (value,)
        if not self.base.is_plain:
            yield from self.base.obligations(value)

    def _has_rules(self, seen: set[str]) -> bool:
        return self.rule is not None or self.base._has_rules(seen)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an entity: its name on the wire, its attribute, its type, and its own refinement."""

    name: str
    attr: str
    type: WireType
    rule: Rule | None


class Entity(WireType):
    """A record. Its fields are given by a function, since an entity may hold itself."""

    def __init__(
        self, name: str, cls: type, fields: Callable[[], tuple[Field, ...]], invariants: tuple[Rule, ...] = ()
    ) -> None:
        self.name = name
        self.cls = cls
        self.wanted = f"an object, a `{name}`"
        self.invariants = invariants
        self._fields = fields

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields, in their order."""
        return self._fields()

    @cached_property
    def _judged(self) -> tuple[Field, ...]:
        """The fields that a rule speaks of."""
        return tuple(field for field in self.fields if field.rule is not None or not field.type.is_plain)

    @cached_property
    def _encoders(self) -> list[tuple[str, str, Callable[[Any], Any] | None]]:
        return [(one.name, one.attr, None if one.type.is_json else one.type.encode) for one in self.fields]

    def decode(self, found: Any) -> Any:
        if type(found) is not dict:
            raise self.wrong(found)
        names = {field.name for field in self.fields}
        unknown = next((name for name in found if name not in names), None)
        if unknown is not None:
            raise WireError(unknown, "there is no such field")
        return self.cls(*[self._field(field, found) for field in self.fields])

    def _field(self, field: Field, found: dict[str, Any]) -> Any:
        if field.name not in found and not field.type.is_option:
            raise WireError(field.name, "is missing")
        try:
            return field.type.decode(found.get(field.name))
        except WireError as error:
            raise error.below(field.name) from None

    def encode(self, value: Any) -> dict[str, Any]:
        return {
            name: getattr(value, attr) if encode is None else encode(getattr(value, attr))
            for name, attr, encode in self._encoders
        }

    def parts(self, value: Any) -> Iterator[tuple[WireType, Any]]:
        return ((field.type, getattr(value, field.attr)) for field in self.fields)

    def obligations(self, value: Any) -> Iterator[Obligation]:
        if value is OPEN:
            return
        for field in self._judged:
            part = getattr(value, field.attr)
            if field.rule is not None and part is not None and part is not OPEN:
                yield field.rule, (part, value)
            if not field.type.is_plain:
                yield from field.type.obligations(part)
        for rule in self.invariants:
            yield rule, (value,)

    def _has_rules(self, seen: set[str]) -> bool:
        if self.name in seen:
            return False
        seen.add(self.name)
        return bool(self.invariants) or any(f.rule is not None or f.type._has_rules(seen) for f in self.fields)


def text_of(declared: WireType, value: Any) -> str:
    """A value as text in a path, a query, a header or the name of an entry: its JSON without quotes."""
    encoded = declared.encode(value)
    return encoded if isinstance(encoded, str) else json.dumps(encoded, ensure_ascii=False, separators=(",", ":"))
