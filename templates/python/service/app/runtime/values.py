"""The values of a spec as Python sees them, and what its expressions call.

A condition ends in one of four ways: true, false, `Undefined` (it does not hold) or `Outside` (a number left its range,
and the spec says nothing about the call). A relation may be held in part: whoever reads more of it than was loaded is
told so by `Wanted`, and the call is worked out again with more.
"""

import dataclasses
import hashlib
import math
import re
from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, ValuesView
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any, NoReturn, Protocol, TypeVar, overload

__all__ = [
    "COUNT",
    "EARLIEST",
    "GREATEST",
    "LATEST",
    "OPEN",
    "UNDECIDED",
    "WHOLE",
    "Instant",
    "Like",
    "Map",
    "Multi",
    "Outside",
    "Sum",
    "Undecided",
    "Undefined",
    "Unknown",
    "Wanted",
    "days",
    "dom",
    "element",
    "every",
    "exists",
    "finite",
    "float_div",
    "floor_div",
    "grown",
    "hours",
    "i64",
    "instances",
    "instant",
    "largest",
    "let",
    "matches",
    "minutes",
    "none_of",
    "powerset",
    "ran",
    "ran_multi",
    "replace",
    "seconds",
    "select",
    "select_in_order",
    "sha256",
    "smallest",
    "some",
    "the",
    "total",
    "total_float",
    "touched",
    "unknown",
    "with_element",
]

EARLIEST = -62_135_596_800_000
"""The beginning of the year 1, the first instant."""
LATEST = 253_402_300_799_999
"""The end of the year 9999, the last instant."""

_EPOCH = datetime(1970, 1, 1)
_MAX_POWERSET = 14

K = TypeVar("K")
R = TypeVar("R")
T = TypeVar("T")
V_co = TypeVar("V_co", covariant=True)
W = TypeVar("W")


class Ordered(Protocol):
    """What can be put in order."""

    def __lt__(self, other: Any, /) -> bool: ...


O_ = TypeVar("O_", bound=Ordered)


class Undefined(Exception):
    """A value that is not there: a missing key, a division by zero. The clause that reaches it does not hold."""


class Undecided(Undefined):
    """A value that the call has not decided yet."""


UNDECIDED = "the value is not decided"
"""What is said of it."""


class Unknown(Exception):
    """A condition that depends on a function nobody supplies. It counts as true."""


class Outside(Exception):
    """A number left its range, or more was asked than can be computed. The spec does not speak about such a call."""


WHOLE: Any = object()
"""All that a relation holds."""
GREATEST: Any = object()
"""The greatest key of a relation."""
COUNT: Any = object()
"""How many entries a relation has."""


@dataclass(frozen=True, slots=True)
class Like:
    """The entries of a relation that hold values in columns."""

    cells: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of a column over all entries of a relation."""

    column: str


class Wanted(Exception):
    """A part of the state that was not loaded: an entry by its key, or `WHOLE`, `GREATEST`, `COUNT`, `Like`, `Sum`."""

    def __init__(self, name: str, what: Any) -> None:
        super().__init__(name)
        self.name = name
        self.what = what


def _undecided(*_: object) -> NoReturn:
    raise Undecided(UNDECIDED)


class _Open:
    """A value that the call has not decided yet."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "OPEN"

    def __getattr__(self, name: str) -> NoReturn:
        _undecided()

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _undecided
    __hash__ = __bool__ = __len__ = __iter__ = __contains__ = __getitem__ = _undecided
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __abs__ = _undecided
    __or__ = __ror__ = __and__ = __rand__ = __floordiv__ = __truediv__ = _undecided


OPEN: Any = _Open()
"""Stands where the call still has to decide."""


# --- time ------------------------------------------------------------------------------------------------------------


class Instant(int):
    """A `DateTime`: milliseconds since the epoch."""

    __slots__ = ()

    def __str__(self) -> str:
        return (_EPOCH + timedelta(milliseconds=int(self))).isoformat(timespec="milliseconds") + "Z"

    def __repr__(self) -> str:
        return str(self)


def days(count: int) -> int:
    """A duration of so many days."""
    return i64(count * 86_400_000)


def hours(count: int) -> int:
    """A duration of so many hours."""
    return i64(count * 3_600_000)


def minutes(count: int) -> int:
    """A duration of so many minutes."""
    return i64(count * 60_000)


def seconds(count: int) -> int:
    """A duration of so many seconds."""
    return i64(count * 1000)


# --- numbers and text ------------------------------------------------------------------------------------------------


def _overflow() -> NoReturn:
    raise Outside("a number leaves its range")


def i64(number: int) -> int:
    """An `Int` or a `Duration`, if it is in range."""
    if not -(2**63) <= number < 2**63:
        _overflow()
    return number


def finite(number: float) -> float:
    """A `Float`, if it is in range. There is one zero."""
    if not math.isfinite(number):
        _overflow()
    return number + 0.0


def instant(number: int) -> Instant:
    """A `DateTime`, if it is in range."""
    if not EARLIEST <= number <= LATEST:
        _overflow()
    return Instant(number)


def floor_div(a: int, b: int) -> int:
    """The quotient, rounded to minus infinity."""
    if b == 0:
        raise Undefined("a division by zero")
    return i64(a // b)


def float_div(a: float, b: float) -> float:
    """The quotient of two floats."""
    if b == 0:
        raise Undefined("a division by zero")
    return finite(a / b)


def sha256(text: str) -> str:
    """The digest of a text, as hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def matches(text: str, pattern: str) -> bool:
    """Whether a pattern of the spec is found in a text."""
    if text is OPEN:
        _undecided()
    return compiled(pattern).search(text) is not None


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern as the spec means it: `$` is the very end, where Python's would match before a last line break."""
    parts = re.findall(r"\\.|\[\^?(?:\\.|[^\]\\])*\]|.", pattern, re.DOTALL)
    return re.compile("".join(r"\Z" if part == "$" else part for part in parts), re.ASCII)


# --- options and collections -----------------------------------------------------------------------------------------


def some(value: T | None) -> T:
    """The value of an option that is there."""
    if value is None:
        raise Undefined("the option is `none`")
    return value


def let(value: T, body: Callable[[T], R]) -> R:
    """`let x = value in body`."""
    return body(value)


def unknown(*arguments: object) -> bool:
    """A condition that depends on a function nobody supplies. Its arguments are evaluated all the same."""
    raise Unknown


def element(sequence: tuple[T, ...], position: int) -> T:
    """The element at a position, counted from 0."""
    if not 0 <= position < len(sequence):
        raise Undefined("there is no such position")
    return sequence[position]


def with_element(sequence: tuple[T, ...], position: int, value: Any) -> tuple[T, ...]:
    """A sequence with another element at a position."""
    element(sequence, position)
    return (*sequence[:position], value, *sequence[position + 1 :])


def largest(collection: Iterable[O_]) -> O_:
    """The largest element."""
    elements = tuple(collection)
    if not elements:
        raise Undefined("the largest or least element of an empty collection")
    return max(elements)


def smallest(collection: Iterable[O_]) -> O_:
    """The least element."""
    elements = tuple(collection)
    if not elements:
        raise Undefined("the largest or least element of an empty collection")
    return min(elements)


def powerset(elements: frozenset[T]) -> frozenset[frozenset[T]]:
    """All subsets."""
    if len(elements) > _MAX_POWERSET:
        raise Outside("more than can be computed")
    subsets: list[frozenset[T]] = [frozenset()]
    for one in elements:
        subsets += [subset | {one} for subset in subsets]
    return frozenset(subsets)


class _Entries(Mapping[K, V_co]):
    """Keys with their values, immutable for everybody but the one who loads it.

    `_absent` is none where all keys are known, and else holds those that are known to be absent. `_narrowed` says that
    whoever goes over it looks only for entries that are known. `_rest` is what is known of all other entries together:
    how many there are, what a column of them adds up to, and that none of them holds certain values.
    """

    __slots__ = ("_absent", "_entries", "_greatest", "_hash", "_name", "_narrowed", "_rest")

    def __init__(self, entries: Mapping[K, V_co] | Iterable[tuple[K, V_co]] = ()) -> None:
        self._entries: dict[K, V_co] = dict(entries)
        self._absent: set[K] | None = None
        self._greatest: Any = WHOLE
        self._hash: int | None = None
        self._name = ""
        self._narrowed = False
        self._rest: dict[Any, int] = {}

    def _like(self, entries: dict[K, Any]) -> Any:
        """Other entries under the same knowledge."""
        found = type(self).__new__(type(self))
        found._entries, found._absent, found._greatest = entries, self._absent, self._greatest
        found._hash, found._name, found._narrowed, found._rest = None, self._name, False, self._rest
        return found

    def _whole(self) -> dict[K, V_co]:
        if self._absent is not None:
            raise Wanted(self._name, WHOLE)
        return self._entries

    def _gone_over(self) -> dict[K, V_co]:
        return self._entries if self._narrowed else self._whole()

    def _other(self, what: Any) -> int:
        """What is known of all entries that are not."""
        if self._absent is None:
            return 0
        if what not in self._rest:
            raise Wanted(self._name, what)
        return self._rest[what]

    def _has(self, key: Any) -> bool:
        if key in self._entries:
            return True
        if self._absent is None or key in self._absent:
            return False
        if self._greatest is not WHOLE and (self._greatest is None or key > self._greatest):
            return False
        raise Wanted(self._name, key)

    def __len__(self) -> int:
        return len(self._entries) + self._other(COUNT)

    def __iter__(self) -> Iterator[K]:
        return iter(self._gone_over())

    def items(self) -> ItemsView[K, V_co]:
        """The entries; faster than what every mapping has."""
        return self._gone_over().items()

    def values(self) -> ValuesView[V_co]:
        """The values; faster than what every mapping has."""
        return self._gone_over().values()

    def __contains__(self, key: object) -> bool:
        return self._has(key)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._whole() == other._whole()

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._whole().items()))
        return self._hash

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._entries!r})"

    @overload
    def get(self, key: K, /) -> V_co | None: ...
    @overload
    def get(self, key: K, default: V_co | T, /) -> V_co | T: ...
    def get(self, key: K, default: object = None, /) -> object:
        return self._entries[key] if self._has(key) else default

    def put(self, key: K, value: Any) -> Any:
        """The same with another value for a key."""
        self._has(key)
        return self._like({**self._entries, key: value})

    def greatest(self) -> K | None:
        """The greatest key; none where there are no keys."""
        if self._absent is None:
            return max(self._entries, default=None)  # type: ignore[type-var]
        if self._greatest is WHOLE:
            raise Wanted(self._name, GREATEST)
        return self._greatest  # type: ignore[no-any-return]

    # A part of it, for whoever goes over it and looks for nothing else.

    def _part(self, entries: dict[K, V_co]) -> Any:
        found = self._like(entries)
        found._narrowed = True
        return found

    def among(self, *columns: tuple[str, Callable[[], Any]]) -> Any:
        """At least the entries that hold certain values; all, where a value cannot be worked out."""
        if self._absent is None or self._narrowed:
            return self
        try:
            cells = tuple((name, value()) for name, value in columns)
        except (Undefined, Outside, Unknown):
            return self
        if any(value is OPEN for _, value in cells):
            return self
        self._other(Like(cells))
        return self._part(self._entries)

    def whose(self, column: str, values: Iterable[Any]) -> Any:
        """At least the entries that hold one of some values in a column."""
        for value in values:
            self.among((column, lambda value=value: value))  # type: ignore[misc]
        return self._part(self._entries)

    def at(self, keys: Iterable[Any]) -> Any:
        """The entries under some keys."""
        return self._part({key: self._entries[key] for key in keys if key is not None and self._has(key)})

    def total(self, column: str, term: Callable[[K], int]) -> int:
        """What a column adds up to, where each entry adds a term."""
        return i64(total(self._entries, term) + self._other(Sum(column)))

    # What the one who loads it calls.

    @classmethod
    def partial(cls, name: str) -> Any:
        """Nothing is known yet."""
        found = cls()
        found._absent, found._name = set(), name
        return found

    def learn(self, keys: Iterable[K], entries: Mapping[K, Any]) -> None:
        """Takes over what was found for some keys."""
        self._add(entries)
        if self._absent is not None:
            self._absent.update(key for key in keys if key not in entries)

    def _add(self, entries: Mapping[K, Any]) -> None:
        new = sum(key not in self._entries for key in entries)
        if COUNT in self._rest:
            self._rest[COUNT] -= new
        if new:
            for what in [what for what in self._rest if isinstance(what, Sum)]:
                del self._rest[what]
        self._entries.update(entries)

    def learn_like(self, like: Like, entries: Mapping[K, Any]) -> None:
        """Takes over all entries that hold certain values."""
        self._add(entries)
        self._rest[like] = 0

    def learn_rest(self, what: Any, number: int) -> None:
        """Takes over how many other entries there are, or what a column of them adds up to."""
        self._rest[what] = number

    def learn_greatest(self, key: K | None) -> None:
        """Takes over the greatest key."""
        self._greatest = key

    def learn_those(self, entries: Mapping[K, Any]) -> None:
        """Takes over all entries that anybody who goes over it looks for."""
        self._add(entries)
        self._narrowed = True

    def learn_all(self, entries: dict[K, Any]) -> None:
        """Takes over all there is."""
        self._entries, self._absent, self._greatest, self._narrowed = entries, None, WHOLE, False

    def knows(self, key: object) -> bool:
        """Whether it is known if a key is there."""
        return self._absent is None or key in self._entries or key in self._absent

    @property
    def is_whole(self) -> bool:
        """Whether everything is known."""
        return self._absent is None

    @property
    def known(self) -> dict[K, V_co]:
        """The entries that are known."""
        return self._entries


class Map(_Entries[K, V_co]):
    """A `Map`, or a relation with one value for a key. What is not there is undefined."""

    __slots__ = ()

    def __getitem__(self, key: K) -> V_co:
        if self._has(key):
            return self._entries[key]
        raise Undefined("there is no such key")

    def __add__(self, other: "Map[K, W]") -> "Map[K, V_co | W]":
        for key in other:
            self._has(key)
        return self._like({**self._entries, **other._entries})  # type: ignore[no-any-return]

    def __sub__(self, keys: Iterable[K]) -> "Map[K, V_co]":
        gone = frozenset(keys)
        kept = {key: value for key, value in self._entries.items() if key not in gone}
        return _without(self, gone, kept)  # type: ignore[no-any-return]


class Multi(_Entries[K, frozenset[V_co]]):
    """A relation with several values for a key. A key without values is the same as an absent one."""

    __slots__ = ()

    def __init__(self, entries: Mapping[K, frozenset[V_co]] | Iterable[tuple[K, frozenset[V_co]]] = ()) -> None:
        super().__init__((key, values) for key, values in dict(entries).items() if values)

    def __getitem__(self, key: K) -> frozenset[V_co]:
        return self._entries[key] if self._has(key) else frozenset()

    def put(self, key: K, value: Any) -> Any:
        """The same with another set for a key; an empty one takes the key away."""
        return super().put(key, value) if value is OPEN or value else self - {key}

    def __add__(self, other: Mapping[K, frozenset[W]]) -> "Multi[K, V_co | W]":
        """Both, where the right one wins. In a `Map` on the right an empty set takes its key away."""
        found: Any = self
        for key, values in other.items():
            found = found.put(key, values)
        return found  # type: ignore[no-any-return]

    def __sub__(self, keys: Iterable[K]) -> "Multi[K, V_co]":
        gone = frozenset(keys)
        kept = {key: values for key, values in self._entries.items() if key not in gone}
        return _without(self, gone, kept)  # type: ignore[no-any-return]


def _without(relation: Any, gone: frozenset[Any], kept: dict[Any, Any]) -> Any:
    for key in gone:
        relation._has(key)
    found = relation._like(kept)
    if found._absent is not None:
        found._absent = found._absent | gone
    return found


def dom(relation: Mapping[K, object]) -> frozenset[K]:
    """The keys."""
    return frozenset(relation)


def ran(relation: Map[Any, T]) -> frozenset[T]:
    """The values; equal ones count once."""
    return frozenset(relation.values())


def ran_multi(relation: Multi[Any, T]) -> frozenset[T]:
    """The values for all keys together."""
    return frozenset(value for values in relation.values() for value in values)


def instances(whole: object, entity: type[T]) -> frozenset[T]:
    """Every instance of an entity that a state reaches."""
    found: set[T] = set()
    _gather(whole, entity, found)
    return frozenset(found)


def _gather(whole: object, entity: type[T], found: set[T]) -> None:
    if type(whole) is entity:
        found.add(whole)
    for part in _parts(whole):
        _gather(part, entity, found)


def _parts(whole: object) -> Iterator[object]:
    """What a value is made of, one level down."""
    if isinstance(whole, frozenset | tuple):
        yield from whole
    elif isinstance(whole, Mapping):
        yield from whole
        yield from whole.values()
    elif dataclasses.is_dataclass(whole):
        for name in whole.__dataclass_fields__:
            yield getattr(whole, name)


def _changed(before: Any, after: Any) -> list[Any]:
    if before is after:
        return []
    old, new = before.known, after.known
    gone = [key for key in old if key not in new]
    # Most entries are the very same.
    same = {key for key, value in new.items() if key in old and (old[key] is value or old[key] == value)}
    return gone + [key for key in new if key not in same]


def touched(before: Any, after: Any, part: Callable[[Any], Any] | None = None) -> list[Any]:
    """The keys of the entries that a call has changed, or a part of what these were and are."""
    keys = _changed(before, after)
    if part is None:
        return keys
    entries = (known[key] for key in keys for known in (before.known, after.known) if key in known)
    return list(dict.fromkeys(map(part, entries)))


def grown(before: Any, after: Any) -> int:
    """By how many entries a relation has grown."""
    return len(after.known) - len(before.known)


# --- what goes over a collection -------------------------------------------------------------------------------------

_Stop = Undefined | Outside | Unknown


def _worse(known: _Stop | None, found: _Stop) -> _Stop:
    """Of two reasons the one that counts: outside the contract before all others, else the first."""
    return found if known is None or isinstance(found, Outside) else known


def _decides(collection: Iterable[T], holds: Callable[[T], bool], deciding: bool) -> bool:
    """Whether one element decides; otherwise one without a value leaves the whole without."""
    worst: _Stop | None = None
    for one in collection:
        try:
            if holds(one) is deciding:
                return True
        except (Undefined, Outside, Unknown) as stop:
            worst = _worse(worst, stop)
    if worst is not None:
        raise worst
    return False


def every(collection: Iterable[T], holds: Callable[[T], bool]) -> bool:
    """`all x in s | e`."""
    return not _decides(collection, holds, False)


def exists(collection: Iterable[T], holds: Callable[[T], bool]) -> bool:
    """`some x in s | e`."""
    return _decides(collection, holds, True)


def none_of(collection: Iterable[T], holds: Callable[[T], bool]) -> bool:
    """`no x in s | e`."""
    return not _decides(collection, holds, True)


def _matching(collection: Iterable[T], holds: Callable[[T], bool]) -> list[T]:
    found: list[T] = []
    worst: _Stop | None = None
    for one in collection:
        try:
            if holds(one):
                found.append(one)
        except (Undefined, Outside, Unknown) as stop:
            worst = _worse(worst, stop)
    if worst is not None:
        raise worst
    return found


def select(collection: Iterable[T], holds: Callable[[T], bool]) -> frozenset[T]:
    """`{ x in s | e }`."""
    return frozenset(_matching(collection, holds))


def select_in_order(collection: Iterable[T], holds: Callable[[T], bool]) -> tuple[T, ...]:
    """All elements of a source that satisfy a condition, in their order; of all but a sequence each once."""
    found = _matching(collection, holds)
    return tuple(found if isinstance(collection, tuple) else dict.fromkeys(found))


def made_of(collection: Iterable[T], made: Callable[[T], W]) -> frozenset[W]:
    """What is made of each element."""
    return frozenset(map(made, collection))


def made_in_order(collection: Iterable[T], made: Callable[[T], W]) -> tuple[W, ...]:
    """What is made of each element, in their order."""
    return tuple(map(made, collection))


def the(collection: Iterable[T], holds: Callable[[T], bool]) -> T:
    """`the x in s | e`."""
    found = _matching(collection, holds)
    if len(found) != 1:
        raise Undefined("`the` finds several elements" if found else "`the` finds no element")
    return found[0]


def _sum(collection: Iterable[T], term: Callable[[T], W], add: Callable[[W], None]) -> None:
    worst: _Stop | None = None
    for one in collection:
        try:
            add(term(one))
        except (Undefined, Outside, Unknown) as stop:
            worst = _worse(worst, stop)
    if worst is not None:
        raise worst


def total(collection: Iterable[T], term: Callable[[T], int]) -> int:
    """`sum(s, x => e)` of `Int` or `Duration` terms."""
    result = 0

    def add(number: int) -> None:
        nonlocal result
        result = i64(result + number)

    _sum(collection, term, add)
    return result


def total_float(collection: Iterable[T], term: Callable[[T], float]) -> float:
    """`sum(s, x => e)` of `Float` terms."""
    result = 0.0

    def add(number: float) -> None:
        nonlocal result
        result = finite(result + number)

    _sum(collection, term, add)
    return result
