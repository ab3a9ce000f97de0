"""How values are drawn: near limits, empty, long and outside the Basic Multilingual Plane more often than by chance.

`tests.strategies` says what each type needs, in these words.
"""

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.harness.patterns import found_in
from tests.harness.types import WireType
from tests.harness.values import Instant, Map

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")

FAR = 10**15 - 1
"""Numbers stay below this unless a type's own bounds are the point: further out, JSON readers disagree."""
MOMENT = Instant(1_893_456_000_000)
"""2030-01-01, around which instants are drawn."""
_DAY = 86_400_000
_LONG = 5_000
"""Longer texts are not made for their length."""
_MORE = 8
"""How far beyond its least size a collection without a limit goes."""
_ODD = "aé~😀𝒳\u200d\t "
"""Characters of one to four bytes, one and two UTF-16 units, visible or not."""

_CHARACTERS = st.characters(codec="utf-8", exclude_characters="\0")


def ints(low: int | None = None, high: int | None = None) -> SearchStrategy[int]:
    """Integers between two ends, the ends themselves and small numbers more often."""
    least, most = _ends(low, high)
    near = [number for number in _landmarks(least, most, low, high) if least <= number <= most]
    small = st.integers(max(least, -20), min(most, 20)) if least <= 20 and most >= -20 else st.integers(least, most)
    return st.one_of(st.sampled_from(near), small, st.integers(least, most))


def _ends(low: int | None, high: int | None) -> tuple[int, int]:
    """The ends of a range; where there is none, it lies beyond the other one."""
    least = min(-FAR, high) if low is None and high is not None else -FAR if low is None else low
    most = max(FAR, least) if high is None else high
    return least, most


def _landmarks(least: int, most: int, low: int | None, high: int | None) -> list[int]:
    given = [end for end in (low, high) if end is not None]
    return sorted({0, 1, -1, *(end + step for end in given for step in (-1, 0, 1)), min(max(0, least), most)})


def floats(low: float | None = None, high: float | None = None) -> SearchStrategy[float]:
    """Finite floats between two ends."""
    least, most = -1e15 if low is None else low, 1e15 if high is None else high
    near = [number for number in (0.0, 0.5, -1.0, least, most) if least <= number <= most]
    drawn = st.floats(least, most, allow_nan=False, allow_infinity=False, allow_subnormal=False)
    return st.one_of(st.sampled_from(near), drawn).map(lambda number: number + 0.0)


def durations(low: int | None = None, high: int | None = None) -> SearchStrategy[int]:
    """Durations in milliseconds."""
    longest = 10 * 365 * _DAY
    return ints(-longest if low is None else low, longest if high is None else high)


def instants() -> SearchStrategy[Instant]:
    """Instants within some decades of the moment that tests stop the clock at."""
    near = st.integers(-2 * _DAY, 2 * _DAY)
    far = st.integers(-20 * 365 * _DAY, 20 * 365 * _DAY)
    return st.one_of(st.sampled_from([0, 1, -1]), near, far).map(lambda offset: Instant(MOMENT + offset))


def uuids() -> SearchStrategy[str]:
    """UUIDs in their only spelling."""
    return st.uuids().map(str)


def texts(low: int = 0, high: int | None = None, *patterns: str) -> SearchStrategy[str]:
    """Texts of so many characters in which every pattern is found."""
    if not patterns:
        return _free_texts(low, high)
    fits = partial(_fits, low=low, high=high, patterns=patterns)
    return found_in(patterns[0], _CHARACTERS).map(partial(_shortened, fits=fits)).filter(fits)


def _free_texts(low: int, high: int | None) -> SearchStrategy[str]:
    most = low + 20 if high is None else min(high, low + 20)
    lengths = {low, min(low + 1, most), *([high] if high is not None and high <= _LONG else [])}
    odd = st.builds(_repeated, st.sampled_from(_ODD), st.sampled_from(sorted(lengths)))
    return st.one_of(odd, st.text(_CHARACTERS, min_size=low, max_size=most))


def _shortened(text: str, fits: Callable[[str], bool]) -> str:
    """The longest beginning of a text that fits, if one does: a draw that is thrown away ends a sequence of calls."""
    return next((text[:end] for end in range(len(text), -1, -1) if fits(text[:end])), text)


def _repeated(character: str, length: int) -> str:
    return character * length


def _fits(text: str, low: int, high: int | None, patterns: Iterable[str]) -> bool:
    """Whether a text is long enough, and matches whichever way `\\s`, `\\d` and `\\w` are read."""
    found = all(re.search(one, text, re.ASCII) and re.search(one, text) for one in patterns)
    return low <= len(text) and (high is None or len(text) <= high) and found


def sets(inner: SearchStrategy[T], low: int = 0, high: int | None = None) -> SearchStrategy[frozenset[T]]:
    """Sets of so many elements."""
    return st.frozensets(inner, min_size=low, max_size=_size(low, high))


def seqs(inner: SearchStrategy[T], low: int = 0, high: int | None = None) -> SearchStrategy[tuple[T, ...]]:
    """Sequences of so many elements."""
    return st.lists(inner, min_size=low, max_size=_size(low, high)).map(tuple)


def maps(
    key: SearchStrategy[K], value: SearchStrategy[V], low: int = 0, high: int | None = None
) -> SearchStrategy[Map[K, V]]:
    """Maps of so many entries."""
    return st.dictionaries(key, value, min_size=low, max_size=_size(low, high)).map(Map)


def _size(low: int, high: int | None) -> int:
    return low + _MORE if high is None else min(high, low + _MORE)


def options(inner: SearchStrategy[T]) -> SearchStrategy[T | None]:
    """A value, or none."""
    return st.one_of(st.none(), inner)


def one_of(declared: WireType, *choices: object) -> SearchStrategy[Any]:
    """One of these values, which are given as JSON."""
    return st.sampled_from([declared.decode(choice) for choice in choices])


def fitting(declared: WireType, drawn: SearchStrategy[T], *samples: object) -> SearchStrategy[T]:
    """Values that satisfy what the type says beyond its shape, and samples that are known to."""
    known = [declared.decode(sample) for sample in samples]
    checked = drawn.filter(partial(satisfies, declared))
    return st.one_of(st.sampled_from(known), checked) if known else checked


def satisfies(declared: WireType, value: object) -> bool:
    """Whether a value breaks none of its type's rules."""
    return declared.broken(value, None, MOMENT) is None
