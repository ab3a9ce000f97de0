"""The values of a spec as Python sees them, and what its expressions call.

A clause ends in one of four ways: true, false, `Undefined` (it does not hold) or `Outside` (a number left its range,
and the spec says nothing about the call). What depends on the moment of a call compares with a `Window`; where the
window leaves both outcomes open, `verdict` tries both.
"""

import dataclasses
import hashlib
import math
import re
from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, ValuesView
from dataclasses import replace
from datetime import datetime, timedelta
from enum import Enum
from functools import cache
from typing import Any, NoReturn, Protocol, Self, TypeVar, overload

__all__ = [
    "EARLIEST",
    "LATEST",
    "Instant",
    "Map",
    "Multi",
    "Outside",
    "Truth",
    "Undefined",
    "Window",
    "between",
    "choose",
    "days",
    "deciding",
    "dom",
    "element",
    "every",
    "exists",
    "finite",
    "float_div",
    "floor_div",
    "hours",
    "i64",
    "instances",
    "instant",
    "largest",
    "let",
    "matches",
    "member",
    "minutes",
    "none_of",
    "powerset",
    "ran",
    "ran_multi",
    "reason",
    "replace",
    "same",
    "seconds",
    "select",
    "sha256",
    "smallest",
    "some",
    "the",
    "total",
    "total_float",
    "unknown",
    "verdict",
    "windowed",
    "worked_out",
]

EARLIEST = -62_135_596_800_000
"""The beginning of the year 1, the first instant."""
LATEST = 253_402_300_799_999
"""The end of the year 9999, the last instant."""

_EPOCH = datetime(1970, 1, 1)
_MAX_PATHS = 256
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


class Outside(Exception):
    """A number left its range, or more was asked than can be computed. The spec does not speak about such a call."""


# --- decisions -------------------------------------------------------------------------------------------------------


class Truth(Enum):
    """Whether a condition holds."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


# The answers that `choose` gave and will give, and how many it gave: a path through a tree, followed depth first.
_path: list[bool] | None = None
_given = 0


def choose() -> bool:
    """One of the two outcomes of a condition that nobody can decide; `verdict` sees to it that both are tried."""
    global _given
    if _path is None:
        raise RuntimeError("a condition that depends on the clock was evaluated outside of verdict()")
    if _given == len(_path):
        _path.append(True)
    _given += 1
    return _path[_given - 1]


def unknown(*arguments: object) -> bool:
    """A condition that depends on a function nobody supplies. Its arguments are evaluated all the same."""
    del arguments
    return choose()


def verdict(condition: Callable[..., bool], *arguments: object) -> Truth:
    """Whether a condition holds whatever `choose` answers. What is undefined does not hold."""
    global _path, _given
    outer = _path, _given
    path: list[bool] = []
    _path = path
    first: bool | None = None
    try:
        for _ in range(_MAX_PATHS):
            _given = 0
            try:
                holds = condition(*arguments)
            except Undefined:
                holds = False
            except RecursionError:
                raise Outside("functions call each other too deep") from None
            if first is not None and holds is not first:
                return Truth.UNKNOWN
            first = holds
            if not path or not _turn(path):
                return Truth.YES if holds else Truth.NO
        return Truth.UNKNOWN
    finally:
        _path, _given = outer


def _turn(path: list[bool]) -> bool:
    """Makes the next path of it. Tells whether there is one."""
    while path and not path[-1]:
        path.pop()
    if path:
        path[-1] = False
    return bool(path)


def reason(condition: Callable[..., object], *arguments: object) -> str | None:
    """Why a condition that does not hold is undefined, if it is: for messages."""
    found: list[str] = []

    def watched() -> bool:
        try:
            condition(*arguments)
        except Undefined as why:
            found.append(str(why))
        return False

    verdict(watched)
    return found[0] if found else None


def worked_out(term: Callable[..., object], *arguments: object) -> object:
    """What a term comes to, where every comparison that depends on the clock comes out as it first may; for messages.

    Raises Undefined or Outside where it has no value.
    """
    found: list[object] = []

    def watched() -> bool:
        if not found:
            try:
                found.append(term(*arguments))
            except Undefined as why:
                found.append(why)
        return True

    verdict(watched)
    if isinstance(found[0], Undefined):
        raise found[0]
    return found[0]


# --- time ------------------------------------------------------------------------------------------------------------


class Instant(int):
    """A `DateTime`: milliseconds since the epoch."""

    __slots__ = ()

    def __str__(self) -> str:
        return (_EPOCH + timedelta(milliseconds=int(self))).isoformat(timespec="milliseconds") + "Z"

    def __repr__(self) -> str:
        return str(self)


# Whether there was ever a window: where all clocks stand still nothing has to be searched for one.
_windows = False


class Window(Instant):
    """An instant of which only the bounds are known, or the difference of such an instant and another one.

    Comparisons that the bounds decide are definite, all others ask `choose`.
    """

    lo: int
    hi: int

    def __new__(cls, lo: int, hi: int) -> Self:
        global _windows
        self = super().__new__(cls, lo)
        self.lo, self.hi = int(lo), int(hi)
        _windows = True
        return self

    def __str__(self) -> str:
        if EARLIEST <= self.lo and self.hi <= LATEST:
            return f"{Instant(self.lo)}..{Instant(self.hi)}"
        return f"{self.lo}..{self.hi}"

    def __hash__(self) -> int:
        return hash(self.lo)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, int):
            return NotImplemented
        lo, hi = _bounds(other)
        if self.hi < lo or hi < self.lo:
            return False
        return self.lo == self.hi == lo == hi or choose()

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __lt__(self, other: int) -> bool:
        lo, hi = _bounds(other)
        return self.hi < lo or (self.lo < hi and choose())

    def __ge__(self, other: int) -> bool:
        return not self < other

    def __gt__(self, other: int) -> bool:
        lo, hi = _bounds(other)
        return self.lo > hi or (self.hi > lo and choose())

    def __le__(self, other: int) -> bool:
        return not self > other

    def __add__(self, other: int) -> "Window":
        lo, hi = _bounds(other)
        return Window(self.lo + lo, self.hi + hi)

    __radd__ = __add__

    def __sub__(self, other: int) -> "Window":
        lo, hi = _bounds(other)
        return Window(self.lo - hi, self.hi - lo)

    def __rsub__(self, other: int) -> "Window":
        lo, hi = _bounds(other)
        return Window(lo - self.hi, hi - self.lo)

    def __mul__(self, other: int) -> "Window":
        ends = (self.lo * int(other), self.hi * int(other))
        return Window(min(ends), max(ends))

    __rmul__ = __mul__

    def __floordiv__(self, other: int) -> "Window":
        ends = (self.lo // int(other), self.hi // int(other))
        return Window(min(ends), max(ends))

    def __neg__(self) -> "Window":
        return Window(-self.hi, -self.lo)

    def __abs__(self) -> "Window":
        least = 0 if self.lo <= 0 <= self.hi else min(abs(self.lo), abs(self.hi))
        return Window(least, max(abs(self.lo), abs(self.hi)))


def _bounds(number: int) -> tuple[int, int]:
    return (number.lo, number.hi) if isinstance(number, Window) else (number, number)


def between(lo: int, hi: int) -> Instant:
    """The moment of a call that lies between two instants."""
    return Window(lo, hi) if lo < hi else Instant(lo)


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
    lo, hi = _bounds(number)
    if lo < -(2**63) or hi >= 2**63:
        _overflow()
    return number


def finite(number: float) -> float:
    """A `Float`, if it is in range. There is one zero."""
    if not math.isfinite(number):
        _overflow()
    return number + 0.0


def instant(number: int) -> Instant:
    """A `DateTime`, if it is in range."""
    lo, hi = _bounds(number)
    if lo < EARLIEST or hi > LATEST:
        _overflow()
    return number if isinstance(number, Instant) else Instant(number)


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
    return _compiled(pattern).search(text) is not None


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    # In Python `$` also matches before a last line break. In a class it stands for itself.
    parts = re.findall(r"\\.|\[\^?(?:\\.|[^\]\\])*\]|.", pattern, re.DOTALL)
    return re.compile("".join(r"\Z" if part == "$" else part for part in parts), re.ASCII)


# --- options and collections -----------------------------------------------------------------------------------------


def some(value: T | None) -> T:
    """The value of an option that is there."""
    if value is None:
        raise Undefined("the option is none")
    return value


def let(value: T, body: Callable[[T], R]) -> R:
    """`let x = value in body`."""
    return body(value)


def element(sequence: tuple[T, ...], position: int) -> T:
    """The element at a position, counted from 0."""
    if not 0 <= position < len(sequence):
        raise Undefined(f"there is no position {position}")
    return sequence[position]


def largest(collection: Iterable[O_]) -> O_:
    """The largest element."""
    elements = tuple(collection)
    if not elements:
        raise Undefined("the largest element of an empty collection")
    return max(elements)


def smallest(collection: Iterable[O_]) -> O_:
    """The least element."""
    elements = tuple(collection)
    if not elements:
        raise Undefined("the least element of an empty collection")
    return min(elements)


def powerset(elements: frozenset[T]) -> frozenset[frozenset[T]]:
    """All subsets."""
    if len(elements) > _MAX_POWERSET:
        raise Outside("the powerset of a large set")
    subsets: list[frozenset[T]] = [frozenset()]
    for one in elements:
        subsets += [subset | {one} for subset in subsets]
    return frozenset(subsets)


class _Entries(Mapping[K, V_co]):
    """Keys with their values, immutable and hashable."""

    __slots__ = ("_entries", "_hash")

    def __init__(self, entries: Mapping[K, V_co] | Iterable[tuple[K, V_co]] = ()) -> None:
        self._entries: dict[K, V_co] = dict(entries)
        self._hash: int | None = None

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[K]:
        return iter(self._entries)

    def items(self) -> ItemsView[K, V_co]:
        """The entries; faster than what every mapping has."""
        return self._entries.items()

    def values(self) -> ValuesView[V_co]:
        """The values; faster than what every mapping has."""
        return self._entries.values()

    def __contains__(self, key: object) -> bool:
        return key in self._entries

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._entries == other._entries

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._entries.items()))
        return self._hash

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._entries!r})"

    @overload
    def get(self, key: K, /) -> V_co | None: ...
    @overload
    def get(self, key: K, default: V_co | T, /) -> V_co | T: ...
    def get(self, key: K, default: object = None, /) -> object:
        return self._entries.get(key, default)


class Map(_Entries[K, V_co]):
    """A `Map`, or a relation with one value for a key. What is not there is undefined."""

    __slots__ = ()

    def __getitem__(self, key: K) -> V_co:
        if key in self._entries:
            return self._entries[key]
        for at in self if isinstance(key, Window) else ():
            if at == key:
                return self._entries[at]
        raise Undefined(f"there is no key {key!r}")

    def __add__(self, other: "Map[K, W]") -> "Map[K, V_co | W]":
        entries: dict[K, V_co | W] = {}
        entries.update(self._entries)
        entries.update(other)
        return Map(entries)

    def __sub__(self, keys: frozenset[K]) -> "Map[K, V_co]":
        return Map({key: value for key, value in self._entries.items() if key not in keys})


class Multi(_Entries[K, frozenset[V_co]]):
    """A relation with several values for a key. A key without values is the same as an absent one."""

    __slots__ = ()

    def __init__(self, entries: Mapping[K, frozenset[V_co]] | Iterable[tuple[K, frozenset[V_co]]] = ()) -> None:
        super().__init__((key, values) for key, values in dict(entries).items() if values)

    def __getitem__(self, key: K) -> frozenset[V_co]:
        return self._entries.get(key, frozenset())

    def __add__(self, other: Mapping[K, frozenset[W]]) -> "Multi[K, V_co | W]":
        """Both, where the right one wins. In a `Map` on the right an empty set takes its key away."""
        entries: dict[K, frozenset[V_co | W]] = {}
        entries.update(self._entries)
        entries.update(other)
        return Multi(entries)

    def __sub__(self, keys: frozenset[K]) -> "Multi[K, V_co]":
        return Multi({key: values for key, values in self._entries.items() if key not in keys})


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


# --- what goes over a collection -------------------------------------------------------------------------------------

_Stop = Undefined | Outside


def _worse(known: _Stop | None, found: _Stop) -> _Stop:
    """Of two reasons the one that counts: outside the contract, then undefined."""
    return found if known is None or isinstance(found, Outside) else known


# What decided the conditions that go over a collection, by the names of their variables, while somebody wants to know.
_deciding: dict[str, object] | None = None


def deciding(condition: Callable[..., bool], *arguments: object) -> dict[str, object]:
    """The elements that decide a condition: for `all x in s | e` the one for which `e` does not hold, under `x`."""
    global _deciding
    found: dict[str, object] = {}
    _deciding = found
    try:
        verdict(condition, *arguments)
    finally:
        _deciding = None
    return found


def _decides(collection: Iterable[T], holds: Callable[[T], bool], deciding: bool) -> bool:
    """Whether one element decides; otherwise one without a value leaves the whole without."""
    worst: _Stop | None = None
    for one in collection:
        try:
            if holds(one) is deciding:
                if _deciding is not None:
                    _deciding[holds.__code__.co_varnames[0]] = one
                return True
        except (Undefined, Outside) as stop:
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
        except (Undefined, Outside) as stop:
            worst = _worse(worst, stop)
    if worst is not None:
        raise worst
    return found


def select(collection: Iterable[T], holds: Callable[[T], bool]) -> frozenset[T]:
    """`{ x in s | e }`."""
    return frozenset(_matching(collection, holds))


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
        except (Undefined, Outside) as stop:
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


# --- equality where a window may stand in a set or a key --------------------------------------------------------------


def windowed(value: object) -> bool:
    """Whether there is a window somewhere in a value."""
    return _windows and (isinstance(value, Window) or any(windowed(part) for part in _parts(value)))


def same(a: object, b: object) -> bool:
    """Equality. Sets and keys find each other by hash, which a window cannot have: here they are matched."""
    if not windowed(a) and not windowed(b):
        return a == b
    if type(a) is not type(b):
        return a == b
    if isinstance(a, frozenset) and isinstance(b, frozenset):
        return _same_elements(a, b)
    if isinstance(a, _Entries) and isinstance(b, _Entries):
        return _same_elements(a.items(), b.items())
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    if dataclasses.is_dataclass(a):
        return all(same(x, y) for x, y in zip(_parts(a), _parts(b), strict=True))
    return a == b


def member(value: object, collection: Iterable[object]) -> bool:
    """Whether a collection holds a value, as `same` sees it."""
    return any(same(value, one) for one in collection)


def _same_elements(a: Iterable[object], b: Iterable[object]) -> bool:
    """Whether elements can be paired so that each pair may be equal."""
    left, right = list(a), list(b)
    if len(left) != len(right):
        return False
    common = _definite(left) & _definite(right)
    left = [x for x in left if windowed(x) or x not in common]
    right = [y for y in right if windowed(y) or y not in common]
    # Each pair is decided by itself; that they hold together is possible at best.
    return _pairing([[at for at, y in enumerate(right) if _may_be(x, y)] for x in left]) and choose()


def _definite(elements: Iterable[object]) -> set[object]:
    return {one for one in elements if not windowed(one)}


def _may_be(a: object, b: object) -> bool:
    return verdict(same, a, b) is not Truth.NO


def _pairing(options: list[list[int]]) -> bool:
    """Whether everybody can have one of their options and nobody the same (augmenting paths)."""
    owner: dict[int, int] = {}

    def settle(who: int, asked: set[int]) -> bool:
        for option in options[who]:
            if option not in asked:
                asked.add(option)
                if option not in owner or settle(owner[option], asked):
                    owner[option] = who
                    return True
        return False

    return all(settle(who, set()) for who in range(len(options)))
