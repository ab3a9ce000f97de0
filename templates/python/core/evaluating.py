"""What expressions call: numbers, texts, options, and all that goes over a collection."""

import hashlib
import math
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NoReturn, Protocol, TypeVar

from .stops import OPEN, Outside, Undefined, Unknown, undecided
from .windows import EARLIEST, LATEST, Instant, Window

__all__ = [
    "compiled",
    "days",
    "decided_by",
    "element",
    "every",
    "exists",
    "finite",
    "float_div",
    "floor_div",
    "hours",
    "i64",
    "instant",
    "largest",
    "let",
    "made_in_order",
    "made_of",
    "matches",
    "minutes",
    "none_of",
    "powerset",
    "seconds",
    "select",
    "select_in_order",
    "sha256",
    "smallest",
    "some",
    "the",
    "total",
    "total_float",
    "with_element",
]

_MAX_POWERSET = 14

R = TypeVar("R")
T = TypeVar("T")
W = TypeVar("W")


class Ordered(Protocol):
    """What can be put in order."""

    def __lt__(self, other: Any, /) -> bool: ...


O_ = TypeVar("O_", bound=Ordered)


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


def _within(number: int, least: int, greatest: int) -> None:
    if isinstance(number, Window):
        if number.lo < least or greatest < number.hi:
            _overflow()
    elif not least <= number <= greatest:
        _overflow()


def i64(number: int) -> int:
    """An `Int` or a `Duration`, if it is in range."""
    _within(number, -(2**63), 2**63 - 1)
    return number


def finite(number: float) -> float:
    """A `Float`, if it is in range. There is one zero."""
    if not math.isfinite(number):
        _overflow()
    return number + 0.0


def instant(number: int) -> Instant:
    """A `DateTime`, if it is in range."""
    _within(number, EARLIEST, LATEST)
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
    if text is OPEN:
        undecided()
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


def element(sequence: tuple[T, ...], position: int) -> T:
    """The element at a position, counted from 0."""
    if not 0 <= position < len(sequence):
        raise Undefined("there is no such position", position)
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


# --- what goes over a collection -------------------------------------------------------------------------------------

_Stop = Undefined | Outside | Unknown


def _worse(known: _Stop | None, found: _Stop) -> _Stop:
    """Of two reasons the one that counts: outside the contract before all others, else the first."""
    return found if known is None or isinstance(found, Outside) else known


# What decided the conditions that go over a collection, by the names of their variables, while somebody wants to know.
_deciding: dict[str, object] | None = None


@contextmanager
def decided_by() -> Iterator[dict[str, object]]:
    """Keeps the elements that decide: for `all x in s | e` the one for which `e` does not hold, under `x`."""
    global _deciding
    found: dict[str, object] = {}
    _deciding = found
    try:
        yield found
    finally:
        _deciding = None


def _decides(collection: Iterable[T], holds: Callable[[T], bool], deciding: bool) -> bool:
    """Whether one element decides; otherwise one without a value leaves the whole without."""
    worst: _Stop | None = None
    for one in collection:
        try:
            if holds(one) is deciding:
                if _deciding is not None:
                    _deciding[holds.__code__.co_varnames[0]] = one
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
