"""Maps and relations, whole or held in part.

A service loads of a relation what a call reads. Whoever reads more is told so by `Wanted`, and the call is worked out
again with more. A suite has seen whole states, and never meets it.
"""

from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, ValuesView
from dataclasses import dataclass
from typing import Any, TypeVar, overload

from .evaluating import i64, total
from .stops import OPEN, Outside, Undefined, Unknown
from .windows import Window

__all__ = [
    "COUNT",
    "GREATEST",
    "WHOLE",
    "Entries",
    "Like",
    "Map",
    "Multi",
    "Sum",
    "Wanted",
    "dom",
    "grown",
    "ran",
    "ran_multi",
    "touched",
]

K = TypeVar("K")
T = TypeVar("T")
V_co = TypeVar("V_co", covariant=True)
W = TypeVar("W")

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


class Entries(Mapping[K, V_co]):
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
        return key in self._entries or (self._absent is not None and self._has(key))

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


class Map(Entries[K, V_co]):
    """A `Map`, or a relation with one value for a key. What is not there is undefined."""

    __slots__ = ()

    def __getitem__(self, key: K) -> V_co:
        if key in self._entries or self._has(key):
            return self._entries[key]
        # The hash of a window finds nothing.
        for at in self if isinstance(key, Window) else ():
            if at == key:
                return self._entries[at]
        raise Undefined("there is no such key", key)

    def __add__(self, other: "Map[K, W]") -> "Map[K, V_co | W]":
        for key in other:
            self._has(key)
        return self._like({**self._entries, **other._entries})  # type: ignore[no-any-return]

    def __sub__(self, keys: Iterable[K]) -> "Map[K, V_co]":
        gone = frozenset(keys)
        kept = {key: value for key, value in self._entries.items() if key not in gone}
        return _without(self, gone, kept)  # type: ignore[no-any-return]


class Multi(Entries[K, frozenset[V_co]]):
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
