"""What the spec leaves open, the service chooses: the first value for which every promise holds.

A choice takes candidates one after the other: what the clauses suggest, then other values of its type. Where a later
promise breaks, the call is worked out again with other choices.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from random import SystemRandom
from typing import Any, TypeVar

from app.runtime import patterns
from app.runtime.clauses import Broken, failure
from app.runtime.values import EARLIEST, LATEST, UNDECIDED, Instant, Map, Multi, Outside, Undefined, Unknown, compiled

_MAX_ATTEMPTS = 2000
_SWEEP = 64
_DRAWS = 96
_HOUR = 3_600_000
_MAX_RECORDS = 16
_MAX_MORE = 12
_MAX_LESS = 8
_MOST_TAKEN = 4096
_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

R = TypeVar("R")
T = TypeVar("T")

_system = SystemRandom()


class Source:
    """Where candidates come from: the moment of the call, and random values that stay the same while it is tried."""

    def __init__(self, now: Instant) -> None:
        self.now = now
        self._drawn: list[Any] = []
        self._at = 0

    def rewind(self) -> "Source":
        """Begins with the first random value again."""
        self._at = 0
        return self

    def draw(self, make: Callable[[], T]) -> T:
        """The next random value."""
        if self._at == len(self._drawn):
            self._drawn.append(make())
        self._at += 1
        return self._drawn[self._at - 1]  # type: ignore[no-any-return]


Generator = Callable[[Source], Iterator[Any]]
"""Values of a type, the likeliest first."""


class Picks:
    """Which of its fitting values each open place takes, one combination after the other."""

    def __init__(self, now: Instant) -> None:
        self._now = now
        self._sources: list[Source] = []
        self._wanted: list[int] = []
        self._bounds: list[int | None] = []
        self._base: list[int] = []
        self._furthest = -1
        self._alone = (0, 0)
        self._sum = 0
        self._moves: list[int] = []
        self.settle: Callable[[Any, Any], None] = lambda after, answer: None
        self.is_settled = False
        self.slots = 0

    def begin(self) -> None:
        """Begins another attempt."""
        self.is_settled, self.slots = False, 0

    def settled(self, after: Any, answer: Any) -> None:
        """Checks the types of what changed and of what goes out: nothing will change any more."""
        self.is_settled = True
        self.settle(after, answer)

    def choose(
        self,
        clause: tuple[str, str],
        near: Iterable[Callable[[], Iterable[Any]]],
        of: Generator,
        fits: Callable[[Any], bool],
        then: Iterable[Callable[[], Iterable[Any]]] = (),
    ) -> Any:
        """The wanted one of the values that fit: what is near first, then others of the type."""
        slot = self._next()
        wanted = self._wanted[slot]
        seen: set[Any] = set()
        passed, undecided = 0, False
        for value in _candidates(near, of(self._sources[slot].rewind()), then):
            if value in seen:
                continue
            seen.add(value)
            why = _unfit(fits, value)
            if why is None:
                if passed == wanted:
                    return value
                passed += 1
            undecided = undecided or why == UNDECIDED
        self._bounds[slot] = max(self._bounds[slot] or 0, passed)
        raise Broken(*clause, UNDECIDED if undecided else "")

    def one_of(self, clause: tuple[str, str], values: list[T]) -> T:
        """One of several values that all fit."""
        if len(values) == 1:
            return values[0]
        slot = self._next()
        self._bounds[slot] = len(values)
        if self._wanted[slot] >= len(values):
            raise Broken(*clause)
        return values[self._wanted[slot]]

    def _next(self) -> int:
        slot = self.slots
        self.slots += 1
        if slot == len(self._sources):
            self._sources.append(Source(self._now))
            for places in (self._wanted, self._base, self._moves):
                places.append(0)
            self._bounds.append(None)
        return slot

    def advance(self) -> bool:
        """Goes on to the next combination, if there is one."""
        if not self._sources:
            return False
        if self._alone[0] <= _SWEEP and self.slots > self._furthest:
            self._furthest, self._base, self._alone = self.slots, list(self._wanted), (0, 0)
        while self._move():
            self._wanted = [base + more for base, more in zip(self._base, self._moves, strict=True)]
            if all(bound is None or at < max(bound, 1) for at, bound in zip(self._wanted, self._bounds, strict=True)):
                return True
        return False

    def _move(self) -> bool:
        """One place at a time further and further; then all combinations, in the order of their sum."""
        places = len(self._moves)
        if self._alone[0] <= _SWEEP:
            far, at = self._alone
            self._alone = (far, at + 1) if far > 0 and at + 1 < places else (far + 1, 0)
            self._moves = [0] * places
            if self._alone[0] <= _SWEEP:
                self._moves[self._alone[1]] = self._alone[0]
                return True
            self._base = [0] * places
        at = next((at for at in reversed(range(places - 1)) if self._moves[at] > 0), -1)
        if at >= 0:
            beyond, self._moves[-1] = self._moves[-1], 0
            self._moves[at] -= 1
            self._moves[at + 1] = beyond + 1
            return True
        self._sum += 1
        self._moves = [self._sum] + [0] * (places - 1)
        return self._sum <= sum(_SWEEP if bound is None else max(bound - 1, 0) for bound in self._bounds)


def search(picks: Picks, attempt: Callable[[], R]) -> R:
    """The first attempt that keeps all promises, or what the first one broke.

    An overflow counts only where every attempt ends in one: a guess may overflow by itself.
    """
    first: Broken | Outside | None = None
    for _ in range(_MAX_ATTEMPTS):
        picks.begin()
        try:
            return attempt()
        except Broken as broken:
            if not isinstance(first, Broken):
                first = broken
        except Outside as outside:
            first = first or outside
        if not picks.advance():
            break
    assert first is not None
    raise first


def _unfit(fits: Callable[[Any], bool], value: Any) -> str | None:
    """Why a value does not fit; none where it does. An overflow speaks against the value alone."""
    try:
        return failure(fits, value)
    except Outside as outside:
        return str(outside)


def _fits(fits: Callable[[Any], bool], value: Any) -> bool:
    """Whether a value fits."""
    return _unfit(fits, value) is None


def _candidates(
    near: Iterable[Callable[[], Iterable[Any]]], of: Iterator[Any], then: Iterable[Callable[[], Iterable[Any]]]
) -> Iterator[Any]:
    """What is near, the likeliest value of the type, what is suggested after it, and all others of the type."""
    for one in near:
        yield from _safely(one)
    yield from islice(of, 1)
    for one in then:
        yield from _safely(one)
    yield from of


def _safely(suggest: Callable[[], Iterable[Any]]) -> Iterator[Any]:
    """What has no value yet suggests nothing."""
    try:
        yield from suggest()
    except (Undefined, Unknown, Outside):
        return


# --- what clauses suggest --------------------------------------------------------------------------------------------


def equal_to(value: Any) -> list[Any]:
    """`x = e`, `x <= e`: the value itself."""
    return [value]


def above(value: Any) -> list[Any]:
    """`x > e`: a little more; an instant an hour more."""
    return [*_at_ease(value), *_moved(value, 1), *_next_to(value, math.inf)]


def from_on(value: Any) -> list[Any]:
    """`x >= e`: the value itself; an instant an hour more."""
    return [*_at_ease(value), value]


def below(value: Any) -> list[Any]:
    """`x < e`, `x != e`: a little less."""
    return [*_moved(value, -1), *_next_to(value, -math.inf)]


def member_of(collection: Any) -> Iterable[Any]:
    """`x in s`: the elements, or the keys."""
    return collection  # type: ignore[no-any-return]


def not_member_of(collection: Any) -> list[Any]:
    """`x not in s`: the one after the greatest."""
    greatest = collection.greatest() if isinstance(collection, Map | Multi) else max(collection, default=None)
    return [] if greatest is None else _moved(greatest, 1)


def beside(collection: Any) -> Iterator[int]:
    """`x not in s`, where not every number will do: those that are free next to one that is taken."""
    taken = set(islice(collection, _MOST_TAKEN))
    return (near for number in sorted(taken) for by in (1, -1) for near in _moved(number, by) if near not in taken)


def _at_ease(value: Any) -> list[Any]:
    if isinstance(value, Instant) and value + _HOUR <= LATEST:
        return [Instant(value + _HOUR)]
    return []


def _moved(value: Any, by: int) -> list[Any]:
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, Instant):
        return [Instant(value + by)] if EARLIEST <= value + by <= LATEST else []
    if isinstance(value, int):
        return [value + by] if -(2**63) <= value + by < 2**63 else []
    if isinstance(value, float):
        return [value + by]
    return [value + "a"] if isinstance(value, str) and by > 0 else []


def _next_to(value: Any, towards: float) -> list[Any]:
    return [math.nextafter(value, towards)] if isinstance(value, float) else []


# --- values of types -------------------------------------------------------------------------------------------------


def values(*fixed: Any) -> Generator:
    """These values."""
    return lambda source: iter(fixed)


def integers(*constants: int) -> Generator:
    """Numbers near zero and near constants, then random ones."""
    near = set(range(-20, 21))
    for constant in constants:
        near |= {sign * constant + step for sign in (1, -1) for step in (-1, 0, 1)}
    fixed = sorted(near, key=lambda number: (abs(number), number < 0))

    def generate(source: Source) -> Iterator[int]:
        yield from fixed
        for at in range(_DRAWS):
            yield source.draw(lambda at=at: _system.getrandbits(64) >> (1 + at % 60))  # type: ignore[misc]

    return generate


def floats(*constants: float) -> Generator:
    """Numbers near zero and near constants."""
    near = [number + step for number in constants for step in (0.0, 0.5, -0.5, 1.0, -1.0)]
    return values(0.0, 1.0, 0.5, -1.0, *near, *(number / 2 for number in constants))


def instants() -> Generator:
    """The moment of the call and its neighbours."""

    def generate(source: Source) -> Iterator[Instant]:
        for at in (source.now, source.now + _HOUR, source.now - _HOUR, 0):
            if EARLIEST <= at <= LATEST:
                yield Instant(at)

    return generate


def texts(*found_in: str, lengths: tuple[int, ...] = (), known: tuple[str, ...] = (), fresh: bool = False) -> Generator:
    """Texts of patterns, of some lengths, and some that are known; random ones first where nobody should guess them."""
    least = ["", *(text for pattern in found_in for text in _least(pattern))]
    least += ["a" * size for length in lengths for size in (length - 1, length, length + 1) if 0 < size <= 4096]
    fixed = [*least, *known]

    def random(at: int) -> str:
        if found_in:
            return patterns.sample(found_in[at % len(found_in)], _system, (8, 8, 32, 128, 512)[at % 5])
        size = (*lengths, 22)[at % (len(lengths) + 1)]
        return "".join(_system.choice(_ALPHABET) for _ in range(size if 1 <= size <= 4096 else 22))

    def draws(source: Source) -> Iterator[str]:
        return (source.draw(lambda at=at: random(at)) for at in range(_DRAWS))  # type: ignore[misc]

    if fresh:
        return lambda source: chain(draws(source), fixed)
    return lambda source: chain(fixed, draws(source))


def _least(pattern: str) -> list[str]:
    return [text for text in patterns.growing(pattern) if compiled(pattern).search(text)]


def uuids(fresh: bool = False) -> Generator:
    """UUIDs: the nil one, and random ones of version 4."""
    nil = "00000000-0000-0000-0000-000000000000"

    def draws(source: Source) -> Iterator[str]:
        return (source.draw(_uuid) for _ in range(_DRAWS))

    if fresh:
        return lambda source: chain(draws(source), [nil])
    return lambda source: chain([nil], draws(source))


def _uuid() -> str:
    bits = _system.getrandbits(128)
    bits = (bits & ~(0xF << 76)) | (0x4 << 76)
    bits = (bits & ~(0x3 << 62)) | (0x2 << 62)
    digits = f"{bits:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def options(inner: Generator) -> Generator:
    """None, then values."""
    return lambda source: chain([None], inner(source))


def sets(inner: Generator, fits: Callable[[Any], bool]) -> Generator:
    """Sets of up to three elements."""
    return lambda source: (frozenset(some) for some in _some(inner(source), fits))


def sequences(inner: Generator, fits: Callable[[Any], bool]) -> Generator:
    """Sequences of up to three elements."""
    return lambda source: (tuple(some) for some in _some(inner(source), fits))


def _some(candidates: Iterator[Any], fits: Callable[[Any], bool]) -> Iterator[list[Any]]:
    found: list[Any] = []
    yield []
    for value in candidates:
        if value not in found and _fits(fits, value):
            found.append(value)
            yield list(found)
            if len(found) == 3:
                return


Fitting = tuple[Generator, Callable[[Any], bool]]
"""Values, and which of them fit."""


def records(make: Callable[..., Any], *fields: Fitting) -> Generator:
    """Records of fitting fields: all first ones, then one field after the other further."""

    def generate(source: Source) -> Iterator[Any]:
        choices = [_first_of(field, source, _MAX_RECORDS) for field in fields]
        if all(choices):
            least = [choice[0] for choice in choices]
            yield make(*least)
            for at, choice in enumerate(choices):
                for value in choice[1:_MAX_RECORDS]:
                    yield make(*least[:at], value, *least[at + 1 :])

    return generate


def _first_of(candidates: Fitting, source: Source, most: int) -> list[Any]:
    generate, fits = candidates
    return list(islice((value for value in generate(source) if _fits(fits, value)), most))


def around(
    old: Callable[[], Iterable[Any]], of: Generator, inner: Fitting, entries: Fitting | None = None
) -> Generator:
    """Collections of a type; after the likeliest the one that was there, a little larger, a little smaller, empty."""

    def generate(source: Source) -> Iterator[Any]:
        all_others = of(source)
        yield from islice(all_others, 1)
        for value in _safely(old):
            more = _first_of(inner, source, _MAX_MORE)
            yield from _neighbours(value, more, _first_of(entries, source, 1) if entries else [])
        yield from all_others

    return generate


def _neighbours(old: Any, more: list[Any], entries: list[Any]) -> Iterator[Any]:
    if isinstance(old, frozenset):
        yield from (old | {one} for one in more)
        yield from (old - {one} for one in _least_of(old))
        yield frozenset()
    elif isinstance(old, tuple):
        yield from ((*old, one) for one in more)
        yield from (old[:at] + old[at + 1 :] for at in reversed(range(max(len(old) - _MAX_LESS, 0), len(old))))
        yield ()
    elif isinstance(old, Map | Multi):
        several = isinstance(old, Multi)
        yield from (old.put(key, frozenset({one}) if several else one) for one in entries for key in more)
        yield from (old - {key} for key in _least_of(old))
        yield old - frozenset(old)


def _least_of(collection: Iterable[Any]) -> list[Any]:
    try:
        return sorted(collection)[:_MAX_LESS]
    except TypeError:
        return sorted(collection, key=repr)[:_MAX_LESS]
