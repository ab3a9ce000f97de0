"""The types of a spec: how their values travel, and which refinements they carry.

Decoding looks at the shape alone, as strictly as `reading` says. Refinements are looked at separately, so that a value
that breaks one can be named.
"""

import json
import math
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from . import reading
from .reading import decoded
from .refusing import WireError
from .relations import Map, Multi
from .rules import Rule
from .stops import OPEN
from .windows import Instant, Truth, verdict

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
    "decoded",
    "respelled",
    "text_of",
]

_INTEGER = re.compile(r"0|-?[1-9][0-9]*", re.ASCII)
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", re.ASCII)


Obligation = tuple[Rule, tuple[Any, ...]]
"""A rule, and what it speaks of: its first arguments, before the state and the moment."""


class WireType(ABC):
    """A type: its name as the spec writes it, and what can be done with its values."""

    name: str
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

    def doubts(self, value: Any, s: Any, now: Instant) -> Iterator[tuple[Rule, Truth]]:
        """Those that do not certainly hold."""
        for rule, arguments in self.obligations(value):
            truth = verdict(rule.holds, *arguments, s, now)
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
        return WireError("", f"expected {self.wanted}, found {reading.shown(found)}")

    def unreadable(self, text: str) -> WireError:
        """The complaint about text that is no value of this type."""
        shown = text if len(text) <= 60 else f"{text[:60]}…"
        return WireError("", f"expected {self.wanted}, found `{shown}`")


class _Bool(WireType):
    name = "Bool"
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

    def __init__(self, name: str, wanted: str, is_text_key: bool) -> None:
        self.name = name
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
    name = "Float"
    wanted = "a finite number"
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
        # A suite hides secrets in texts of a class of their own.
        if not isinstance(found, str):
            raise self.wrong(found)
        return self.decode_text(found)


class _String(_Text):
    name = "String"
    wanted = "a text without U+0000"
    is_json = True

    def decode_text(self, text: str) -> str:
        if "\0" in text or not _is_unicode(text):
            # Not repeated: it may be a secret.
            raise WireError("", f"expected {self.wanted}")
        return text

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


class _DateTime(_Text):
    name = "DateTime"
    wanted = "an instant such as 2024-05-01T12:00:00.000Z"
    is_text_key = False

    def decode_text(self, text: str) -> Instant:
        at = reading.instant(text)
        if at is None:
            raise self.unreadable(text)
        return at

    def encode(self, value: Instant) -> str:
        return str(value)


class _Uuid(_Text):
    name = "UUID"
    wanted = reading.UUIDS
    is_json = True

    def decode_text(self, text: str) -> str:
        found = reading.uuid(text)
        if found is None:
            raise self.unreadable(text)
        return found

    def encode(self, value: str) -> str:
        return value


BOOL = _Bool()
INT = _Int("Int", "a 64-bit integer", is_text_key=True)
FLOAT = _Float()
STRING = _String()
DATETIME = _DateTime()
DURATION = _Int("Duration", "a whole number of milliseconds", is_text_key=False)
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
        self.name = f"Option[{inner.name}]"
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

    kind: str
    wanted = "an array"

    def __init__(self, inner: WireType) -> None:
        self.inner = inner
        self.name = f"{self.kind}[{inner.name}]"

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

    kind = "Seq"

    def _made(self, elements: list[Any]) -> tuple[Any, ...]:
        return tuple(elements)

    def encode(self, value: tuple[Any, ...]) -> list[Any]:
        return list(value) if self.inner.is_json else [self.inner.encode(one) for one in value]


class SetOf(_Many):
    """Elements without order and repetition."""

    kind = "Set"

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
    return encoded if len(encoded) < 2 else sorted(encoded, key=_order)


def _order(one: Any) -> tuple[int, Any, str]:
    """By value; records by their first field if that is a number, which tells most of them apart, and else as text."""
    first = next(iter(one.values()), None) if type(one) is dict else one
    if first is None and one is None:
        return (0, 0, "")
    if type(one) is list or type(one) is dict and type(first) is not int:
        return (2, 0, json.dumps(one))
    return (1, first, "")


class _Keyed(WireType):
    """Keys with something for each of them."""

    kind: str

    def __init__(self, key: WireType, value: WireType) -> None:
        self.key = key
        self.value = value
        self.name = f"{self.kind}[{key.name}, {value.name}]"
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

    kind = "Map"

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

    kind = "Multi"

    def __init__(self, key: WireType, value: WireType, some: bool = False) -> None:
        super().__init__(key, value)
        self.some = some
        self.values = SetOf(value)

    def decode(self, found: Any) -> Multi[Any, Any]:
        entries = self._entries(self.values, found)
        for at, values in entries.items():
            if self.some and not values and not reading.EMPTY_KEYS:
                raise WireError(f"[{at}]", "a key of a `some` relation holds at least one value")
        return Multi(entries)

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
        return self.cls(*decoded(self.fields, found))

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
            at = reading.instant(found)
            return found if at is None else str(at)
        case _:
            return found
