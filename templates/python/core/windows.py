"""Instants, and windows: instants of which only the bounds are known, since a service may have a clock of its own.

Comparisons that the bounds decide are definite. All others ask `choose`, and `verdict` sees to it that both outcomes
are tried.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from enum import Enum
from typing import Self

from .stops import Outside, Undefined, Unknown

__all__ = [
    "EARLIEST",
    "LATEST",
    "Instant",
    "Truth",
    "Window",
    "between",
    "bounds",
    "choose",
    "reason",
    "there_are_windows",
    "unknown",
    "verdict",
    "worked_out",
]

EARLIEST = -62_135_596_800_000
"""The beginning of the year 1, the first instant."""
LATEST = 253_402_300_799_999
"""The end of the year 9999, the last instant."""

_EPOCH = datetime(1970, 1, 1)
_MAX_PATHS = 256


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
    """A condition that depends on a function nobody supplies. Its arguments are evaluated all the same.

    Where nobody tries both outcomes it is as if it held, which whoever asks has to know.
    """
    if _path is None:
        raise Unknown
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
            found.append(why.at_length())
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
        lo, hi = bounds(other)
        if self.hi < lo or hi < self.lo:
            return False
        return self.lo == self.hi == lo == hi or choose()

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __lt__(self, other: int) -> bool:
        lo, hi = bounds(other)
        return self.hi < lo or (self.lo < hi and choose())

    def __ge__(self, other: int) -> bool:
        return not self < other

    def __gt__(self, other: int) -> bool:
        lo, hi = bounds(other)
        return self.lo > hi or (self.hi > lo and choose())

    def __le__(self, other: int) -> bool:
        return not self > other

    def __add__(self, other: int) -> "Window":
        lo, hi = bounds(other)
        return Window(self.lo + lo, self.hi + hi)

    __radd__ = __add__

    def __sub__(self, other: int) -> "Window":
        lo, hi = bounds(other)
        return Window(self.lo - hi, self.hi - lo)

    def __rsub__(self, other: int) -> "Window":
        lo, hi = bounds(other)
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


def bounds(number: int) -> tuple[int, int]:
    """The least and the greatest that a number can be."""
    return (number.lo, number.hi) if isinstance(number, Window) else (number, number)


def between(lo: int, hi: int) -> Instant:
    """The moment of a call that lies between two instants."""
    return Window(lo, hi) if lo < hi else Instant(lo)


def there_are_windows() -> bool:
    """Whether there was ever a window."""
    return _windows
