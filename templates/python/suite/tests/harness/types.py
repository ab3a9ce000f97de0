"""The types of a spec: how their values travel, and which refinements they carry.

Decoding is exact, since it judges what a service sends: the right JSON type, every field and no other, UUIDs in their
only spelling. Instants may be in any spelling of RFC 3339; what is below a millisecond is left out. Refinements are
looked at separately, so that a value that breaks one can be named.
"""

import json
import math
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any, Protocol, Self

from tests.harness.values import Instant, Map, Multi, Truth, verdict

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
    "Part",
    "Parts",
    "Rule",
    "SeqOf",
    "SetOf",
    "Sides",
    "WireError",
    "WireType",
    "decoded",
    "judge",
    "respelled",
    "text_of",
]

_INSTANT = re.compile(r"(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)", re.ASCII)
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.ASCII)
_INTEGER = re.compile(r"0|-?[1-9][0-9]*", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


class Named(Protocol):
    """A field of an object: its name there, and its type."""

    @property
    def name(self) -> str: ...

    @property
    def type(self) -> "WireType": ...


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a condition in the words of the spec, and its value. Variables that it reads go by their names."""

    text: str
    value: Callable[..., object]


@dataclass(frozen=True, slots=True)
class Sides:
    """The two sides of an equation."""

    left: Part
    right: Part


Parts = tuple[Part | Sides, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A condition of the spec: its name, its text, where it stands, and whether it holds.

    `says` is there where the condition can hold without saying anything; it tells when it says something. `parts` are
    what a failure shows of it.
    """

    id: str
    text: str
    place: str
    holds: Callable[..., bool]
    says: Callable[..., bool] | None = None
    parts: Callable[..., Parts] | None = None


Obligation = tuple[Rule, tuple[Any, ...]]
"""A rule, and what it speaks of: its first arguments, before the state and the moment."""


def judge(rule: Rule, *arguments: object) -> Truth:
    """Whether a rule holds."""
    return verdict(rule.holds, *arguments)


class WireError(Exception):
    """What was sent is no value of its type: where, and why; and what else is wrong with it."""

    def __init__(self, path: str, why: str, *more: "WireError") -> None:
        super().__init__(path, why, *more)
        self.path = path
        self.why = why
        self.more = more

    def below(self, name: str) -> Self:
        """The same, seen from one level further out."""
        joint = "" if not self.path or self.path.startswith("[") else "."
        self.path = f"{name}{joint}{self.path}"
        for one in self.more:
            one.below(name)
        return self

    def paths(self) -> list[str]:
        """Where something is wrong."""
        return [self.path, *(path for one in self.more for path in one.paths())]

    def __str__(self) -> str:
        first = f"{self.path}: {self.why}" if self.path else self.why
        return "; ".join([first, *map(str, self.more)])


def decoded(fields: "tuple[Named, ...]", found: dict[str, Any]) -> list[Any]:
    """The values of fields that an object holds; raises WireError with all that is missing, wrong, or too much."""
    values, wrong = [], []
    for field in fields:
        if field.name not in found:
            wrong.append(WireError(field.name, "is missing"))
            continue
        try:
            values.append(field.type.decode(found[field.name]))
        except WireError as error:
            wrong.append(error.below(field.name))
    if not wrong and len(found) == len(values):
        return values
    names = {field.name for field in fields}
    wrong += [WireError(name, "there is no such field") for name in found if name not in names]
    first, *others = wrong
    raise WireError(first.path, first.why, *first.more, *others)


def _kind(found: object) -> str:
    """What a piece of JSON is, for messages."""
    if isinstance(found, dict):
        return "an object"
    if isinstance(found, list):
        return "an array"
    text = json.dumps(found, ensure_ascii=True)
    return text if len(text) <= 60 else f"{text[:60]}…"


class WireType(ABC):
    """A type: its name as the spec writes it, and what can be done with its values."""

    name: str
    wanted: str
    """What its values look like in JSON, for messages."""
    is_text_key: bool = False
    """Whether a map with such keys is a JSON object."""

    @abstractmethod
    def decode(self, found: Any) -> Any:
        """The value that JSON stands for. Refinements are not looked at."""

    @abstractmethod
    def encode(self, value: Any) -> Any:
        """A value as JSON."""

    def decode_key(self, text: str) -> Any:
        """The value that the name of an entry stands for."""
        return self.decode(text)

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
        if not self.is_plain:
            for declared, part in self.parts(value):
                if not declared.is_plain:
                    yield from declared.obligations(part)

    def doubts(self, value: Any, s: Any, now: Instant) -> Iterator[tuple[Rule, Truth]]:
        """Those that do not certainly hold."""
        for rule, arguments in self.obligations(value):
            truth = judge(rule, *arguments, s, now)
            if truth is not Truth.YES:
                yield rule, truth

    def broken(self, value: Any, s: Any, now: Instant) -> Rule | None:
        """The first one that does not hold."""
        return next((rule for rule, truth in self.doubts(value, s, now) if truth is Truth.NO), None)

    def collect(self, value: Any, wanted: "WireType") -> list[Any]:
        """The parts of a value that were declared with a type, each once, in an order that is the same in every run."""
        found = {json.dumps(wanted.encode(part), sort_keys=True): part for part in self._declared(value, wanted.name)}
        return [found[text] for text in sorted(found)]

    def _declared(self, value: Any, name: str) -> Iterator[Any]:
        if self.name == name:
            yield value
        for declared, part in self.parts(value):
            yield from declared._declared(part, name)

    def wrong(self, found: object) -> WireError:
        """The complaint about JSON that is no value of this type."""
        return WireError("", f"expected {self.wanted}, found {_kind(found)}")


class _Bool(WireType):
    name = "Bool"
    wanted = "true or false"

    def decode(self, found: Any) -> bool:
        if found is True or found is False:
            return bool(found)
        raise self.wrong(found)

    def encode(self, value: bool) -> bool:
        return value


class _Int(WireType):
    def __init__(self, name: str, wanted: str, is_text_key: bool) -> None:
        self.name = name
        self.wanted = wanted
        self.is_text_key = is_text_key

    def decode(self, found: Any) -> int:
        if type(found) is int and -(2**63) <= found < 2**63:
            return found
        raise self.wrong(found)

    def decode_key(self, text: str) -> int:
        if len(text) > 20 or not _INTEGER.fullmatch(text):
            raise self.wrong(text)
        return self.decode(int(text))

    def encode(self, value: int) -> int:
        return value


class _Float(WireType):
    name = "Float"
    wanted = "a finite number"

    def decode(self, found: Any) -> float:
        if type(found) is float and math.isfinite(found):
            return found + 0.0
        if type(found) is int and abs(found) < 2**1023:
            return float(found)
        raise self.wrong(found)

    def encode(self, value: float) -> float:
        return value


class _String(WireType):
    name = "String"
    wanted = "a text without U+0000"
    is_text_key = True

    def decode(self, found: Any) -> str:
        if not isinstance(found, str) or "\0" in found or not _is_unicode(found):
            raise self.wrong(found)
        return found

    def encode(self, value: str) -> str:
        return value


def _is_unicode(text: str) -> bool:
    """Whether a text has no half of a surrogate pair, which JSON can spell and no text can hold."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


class _DateTime(WireType):
    name = "DateTime"
    wanted = "an instant such as 2024-05-01T12:00:00.000Z"

    def decode(self, found: Any) -> Instant:
        at = _instant(found) if type(found) is str else None
        if at is None:
            raise self.wrong(found)
        return at

    def encode(self, value: Instant) -> str:
        return str(value)


@lru_cache(maxsize=4096)
def _instant(text: str) -> Instant | None:
    parts = _INSTANT.fullmatch(text)
    if parts is None:
        return None
    day, clock, fraction, offset = parts.groups()
    zone = "+00:00" if offset in "Zz" else offset
    try:
        whole = datetime.fromisoformat(f"{day}T{clock}{zone}")
    except ValueError:
        return None
    return Instant((whole - _EPOCH) // _MILLISECOND + int(f"{fraction or ''}000"[:3]))


def respelled(declared: WireType, found: Any) -> Any:
    """A value from the wire with its instants as they are sent; what is no value of its type is left as it is."""
    match declared:
        case Alias():
            return respelled(declared.base, found)
        case Option():
            return None if found is None else respelled(declared.inner, found)
        case SeqOf() | SetOf() if isinstance(found, list):
            return [respelled(declared.inner, one) for one in found]
        case MapOf() if isinstance(found, dict):
            return {name: respelled(declared.value, one) for name, one in found.items()}
        case MultiOf() if isinstance(found, dict):
            return {name: respelled(declared.values, one) for name, one in found.items()}
        case Entity() if isinstance(found, dict):
            types = {field.name: field.type for field in declared.fields}
            return {name: respelled(types[name], one) if name in types else one for name, one in found.items()}
        case _ if declared is DATETIME and isinstance(found, str):
            at = _instant(found)
            return found if at is None else str(at)
        case _:
            return found


class _Uuid(WireType):
    name = "UUID"
    wanted = "a UUID in lower case"
    is_text_key = True

    def decode(self, found: Any) -> str:
        if type(found) is str and _UUID.fullmatch(found):
            return found
        raise self.wrong(found)

    def encode(self, value: str) -> str:
        return value


BOOL = _Bool()
INT = _Int("Int", "a 64-bit integer", is_text_key=True)
FLOAT = _Float()
STRING = _String()
DATETIME = _DateTime()
DURATION = _Int("Duration", "a whole number of milliseconds", is_text_key=False)
UUID = _Uuid()


class Enum(WireType):
    """One of several names."""

    is_text_key = True

    def __init__(self, name: str, values: tuple[str, ...]) -> None:
        self.name = name
        self.values = values
        self.wanted = f"one of {', '.join(values)}"

    def decode(self, found: Any) -> str:
        if type(found) is str and found in self.values:
            return found
        raise self.wrong(found)

    def encode(self, value: str) -> str:
        return value


class Option(WireType):
    """A value, or none."""

    def __init__(self, inner: WireType) -> None:
        self.inner = inner
        self.name = f"Option[{inner.name}]"
        self.wanted = f"{inner.wanted} or null"

    def decode(self, found: Any) -> Any:
        return None if found is None else self.inner.decode(found)

    def encode(self, value: Any) -> Any:
        return None if value is None else self.inner.encode(value)

    def parts(self, value: Any) -> Iterator[tuple[WireType, Any]]:
        if value is not None:
            yield self.inner, value

    def _has_rules(self, seen: set[str]) -> bool:
        return self.inner._has_rules(seen)


class SeqOf(WireType):
    """Elements in order."""

    def __init__(self, inner: WireType) -> None:
        self.inner = inner
        self.name = f"Seq[{inner.name}]"
        self.wanted = "an array"

    def decode(self, found: Any) -> tuple[Any, ...]:
        return tuple(_elements(self, self.inner, found))

    def encode(self, value: tuple[Any, ...]) -> list[Any]:
        return [self.inner.encode(one) for one in value]

    def parts(self, value: Any) -> Iterator[tuple[WireType, Any]]:
        return ((self.inner, one) for one in value)

    def _has_rules(self, seen: set[str]) -> bool:
        return self.inner._has_rules(seen)


class SetOf(WireType):
    """Elements without order and repetition."""

    def __init__(self, inner: WireType) -> None:
        self.inner = inner
        self.name = f"Set[{inner.name}]"
        self.wanted = "an array"

    def decode(self, found: Any) -> frozenset[Any]:
        elements = _elements(self, self.inner, found)
        distinct = frozenset(elements)
        if len(distinct) != len(elements):
            at = next(at for at, one in enumerate(elements) if one in elements[:at])
            raise WireError(f"[{at}]", "a set holds each element once")
        return distinct

    def encode(self, value: frozenset[Any]) -> list[Any]:
        return _sorted([self.inner.encode(one) for one in value])

    def parts(self, value: Any) -> Iterator[tuple[WireType, Any]]:
        return ((self.inner, one) for one in value)

    def _has_rules(self, seen: set[str]) -> bool:
        return self.inner._has_rules(seen)


def _elements(whole: WireType, inner: WireType, found: Any) -> list[Any]:
    if type(found) is not list:
        raise whole.wrong(found)
    elements = []
    for at, one in enumerate(found):
        try:
            elements.append(inner.decode(one))
        except WireError as error:
            raise error.below(f"[{at}]") from None
    return elements


def _sorted(encoded: list[Any]) -> list[Any]:
    """JSON in an order that depends on nothing but the values: Python's sets have another one in every run."""
    return sorted(encoded, key=lambda one: json.dumps(one, sort_keys=True))


class MapOf(WireType):
    """Keys with one value each: a map, or a relation with `one` or `lone`."""

    def __init__(self, key: WireType, value: WireType) -> None:
        self.key = key
        self.value = value
        self.name = f"Map[{key.name}, {value.name}]"
        self.wanted = "an object" if key.is_text_key else "an array of pairs"

    def decode(self, found: Any) -> Map[Any, Any]:
        return Map(_entries(self, self.key, self.value, found))

    def encode(self, value: Map[Any, Any]) -> Any:
        return _encoded(self.key, self.value, value.items())

    def parts(self, value: Any) -> Iterator[tuple[WireType, Any]]:
        for at, one in value.items():
            yield self.key, at
            yield self.value, one

    def _has_rules(self, seen: set[str]) -> bool:
        return self.key._has_rules(seen) or self.value._has_rules(seen)


class MultiOf(WireType):
    """Keys with several values each: a relation with `set` or `some`."""

    def __init__(self, key: WireType, value: WireType, some: bool = False) -> None:
        self.key = key
        self.value = value
        self.some = some
        self.values = SetOf(value)
        self.name = f"Multi[{key.name}, {value.name}]"
        self.wanted = "an object" if key.is_text_key else "an array of pairs"

    def decode(self, found: Any) -> Multi[Any, Any]:
        entries = _entries(self, self.key, self.values, found)
        for at, values in entries.items():
            if self.some and not values:
                raise WireError(f"[{at}]", "a key of a `some` relation holds at least one value")
        return Multi(entries)

    def encode(self, value: Multi[Any, Any]) -> Any:
        return _encoded(self.key, self.values, value.items())

    def parts(self, value: Any) -> Iterator[tuple[WireType, Any]]:
        for at, values in value.items():
            yield self.key, at
            yield self.values, values

    def _has_rules(self, seen: set[str]) -> bool:
        return self.key._has_rules(seen) or self.value._has_rules(seen)


def _entries(whole: WireType, key: WireType, value: WireType, found: Any) -> dict[Any, Any]:
    entries: dict[Any, Any] = {}
    for name, at, one in _keyed(whole, key, found):
        if at in entries:
            raise WireError(f"[{name}]", "a map holds each key once")
        try:
            entries[at] = value.decode(one)
        except WireError as error:
            raise error.below(f"[{name}]") from None
    return entries


def _keyed(whole: WireType, key: WireType, found: Any) -> Iterator[tuple[str, Any, Any]]:
    """The keys of a map with their names and the JSON of their values."""
    if key.is_text_key and type(found) is dict:
        for name, one in found.items():
            try:
                yield name, key.decode_key(name), one
            except WireError as error:
                raise error.below(f"[{name}]") from None
    elif not key.is_text_key and type(found) is list:
        for position, pair in enumerate(found):
            if type(pair) is not list or len(pair) != 2:
                raise WireError(f"[{position}]", "expected a pair of key and value")
            try:
                yield json.dumps(pair[0]), key.decode(pair[0]), pair[1]
            except WireError as error:
                raise error.below(f"[{position}][0]") from None
    else:
        raise whole.wrong(found)


def _encoded(key: WireType, value: WireType, items: Any) -> Any:
    if key.is_text_key:
        return {text_of(key, at): value.encode(one) for at, one in items}
    return _sorted([[key.encode(at), value.encode(one)] for at, one in items])


class Alias(WireType):
    """A type under another name, with a refinement of its own or without."""

    def __init__(self, name: str, base: WireType, rule: Rule | None) -> None:
        self.name = name
        self.base = base
        self.rule = rule
        self.wanted = base.wanted
        self.is_text_key = base.is_text_key

    def decode(self, found: Any) -> Any:
        return self.base.decode(found)

    def decode_key(self, text: str) -> Any:
        return self.base.decode_key(text)

    def encode(self, value: Any) -> Any:
        return self.base.encode(value)

    def parts(self, value: Any) -> Iterator[tuple[WireType, Any]]:
        yield self.base, value

    def obligations(self, value: Any) -> Iterator[Obligation]:
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
        self.wanted = f"an object, a {name}"
        self.invariants = invariants
        self._fields = fields

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields, in their order."""
        return self._fields()

    def decode(self, found: Any) -> Any:
        if type(found) is not dict:
            raise self.wrong(found)
        return self.cls(*decoded(self.fields, found))

    def encode(self, value: Any) -> dict[str, Any]:
        return {field.name: field.type.encode(getattr(value, field.attr)) for field in self.fields}

    def parts(self, value: Any) -> Iterator[tuple[WireType, Any]]:
        return ((field.type, getattr(value, field.attr)) for field in self.fields)

    def obligations(self, value: Any) -> Iterator[Obligation]:
        for field in self.fields:
            part = getattr(value, field.attr)
            if field.rule is not None and part is not None:
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
