"""The values of a spec as Python sees them, and what its expressions call.

A condition ends in one of four ways: true, false, `Undefined` (it does not hold) or `Outside` (a number left its range,
and the spec says nothing about the call). What depends on the moment of a call may compare with a `Window`; where the
window leaves both outcomes open, `verdict` tries both.
"""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from .evaluating import (
    compiled,
    days,
    decided_by,
    element,
    every,
    exists,
    finite,
    float_div,
    floor_div,
    hours,
    i64,
    instant,
    largest,
    let,
    made_in_order,
    made_of,
    matches,
    minutes,
    none_of,
    powerset,
    seconds,
    select,
    select_in_order,
    sha256,
    smallest,
    some,
    the,
    total,
    total_float,
    with_element,
)
from .relations import (
    COUNT,
    GREATEST,
    WHOLE,
    Entries,
    Like,
    Map,
    Multi,
    Sum,
    Wanted,
    dom,
    grown,
    ran,
    ran_multi,
    touched,
)
from .stops import (
    OPEN,
    UNDECIDED,
    Outside,
    Undecided,
    Undefined,
    Unknown,
)
from .windows import (
    EARLIEST,
    LATEST,
    Instant,
    Truth,
    Window,
    between,
    choose,
    reason,
    there_are_windows,
    unknown,
    verdict,
    worked_out,
)

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
    "Truth",
    "Undecided",
    "Undefined",
    "Unknown",
    "Wanted",
    "Window",
    "between",
    "choose",
    "compiled",
    "days",
    "deciding",
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
    "made_in_order",
    "made_of",
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
    "select_in_order",
    "sha256",
    "smallest",
    "some",
    "the",
    "total",
    "total_float",
    "touched",
    "unknown",
    "verdict",
    "windowed",
    "with_element",
    "worked_out",
]

T = TypeVar("T")


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


def deciding(condition: Callable[..., bool], *arguments: object) -> dict[str, object]:
    """The elements that decide a condition, by the names of their variables."""
    with decided_by() as found:
        verdict(condition, *arguments)
    return found


# --- equality where a window may stand in a set or a key --------------------------------------------------------------


def windowed(value: object) -> bool:
    """Whether there is a window somewhere in a value."""
    return there_are_windows() and (isinstance(value, Window) or any(windowed(part) for part in _parts(value)))


def same(a: object, b: object) -> bool:
    """Equality. Sets and keys find each other by hash, which a window cannot have: here they are matched."""
    if not windowed(a) and not windowed(b):
        return a == b
    if type(a) is not type(b):
        return a == b
    if isinstance(a, frozenset) and isinstance(b, frozenset):
        return _same_elements(a, b)
    if isinstance(a, Entries) and isinstance(b, Entries):
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
