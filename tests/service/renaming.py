"""When two services are in the same state: up to the renaming of values that each of them chose for itself.

A renaming is learned from what is compared. A pair of texts may join it where a choice of the operation stands, each of
them was neither sent nor in the state before on its side. (What was removed may be chosen again.) What is made of
chosen texts follows: a text that holds one, and the digest of one. Numbers are not renamed: which ones a service
chooses is determined.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from emitted import Suite

# A shorter text may be found in another one by chance.
SHORTEST = 6


class Difference(Exception):
    """Where two values differ, and how."""

    def __init__(self, place: str, first: Any, second: Any) -> None:
        super().__init__(f"{place}: {shown(first)} and {shown(second)}")


def shown(value: Any) -> str:
    """A value for a message."""
    text = repr(value)
    return text if len(text) <= 300 else f"{text[:300]}…"


@dataclass
class Renaming:
    """Texts that the first service chose, each with what the second one chose instead."""

    choices: dict[str, frozenset[str]]
    """The names of the places that each operation chooses."""
    operation: str = ""
    forward: dict[str, str] = field(default_factory=dict)
    backward: dict[str, str] = field(default_factory=dict)
    seen: tuple[set[str], set[str]] = field(default_factory=lambda: (set(), set()))
    learned: dict[str, int] = field(default_factory=dict)

    def copy(self) -> Renaming:
        """A copy to try something with."""
        seen = (set(self.seen[0]), set(self.seen[1]))
        pairs = dict(self.forward), dict(self.backward)
        return Renaming(self.choices, self.operation, *pairs, seen, dict(self.learned))

    def adopt(self, other: Renaming) -> None:
        """Takes over what a copy has learned."""
        self.forward, self.backward, self.learned = other.forward, other.backward, other.learned

    def text(self, place: str, first: str, second: str) -> None:
        """Compares two texts; learns that they stand for the same where that can be."""
        if self.forward.get(first, first) == second and self.backward.get(second, second) == first:
            return
        if first in self.seen[0] or second in self.seen[1]:
            raise Difference(place, first, second)
        if self._is_derived(first, second):
            self._add(first, second)
        elif self._is_choice(place):
            self._add(first, second)
            self._add(digest(first), digest(second))
            name = f"{self.operation}: {place.rpartition('.')[2]}"
            self.learned[name] = self.learned.get(name, 0) + 1
        else:
            raise Difference(place, first, second)

    def _is_derived(self, first: str, second: str) -> bool:
        parts = ((old, new) for old, new in self.forward.items() if len(old) >= SHORTEST and old in first)
        return any(first.replace(old, new) == second for old, new in parts)

    def _is_choice(self, place: str) -> bool:
        names = self.choices.get(self.operation, frozenset())
        return place.rpartition(".")[2] in names

    def _add(self, first: str, second: str) -> None:
        self.backward.pop(self.forward.get(first, ""), None)
        self.forward.pop(self.backward.get(second, ""), None)
        self.forward[first], self.backward[second] = second, first

    def look(self, side: int, found: Any, anew: bool) -> None:
        """Remembers the texts of a call, or anew those of a state: they do not count as chosen by the next call."""
        if anew:
            self.seen[side].clear()
        self.seen[side].update(texts_in(found))

    def sent(self, found: Any) -> Any:
        """JSON for the second service that says what some JSON says to the first."""
        if isinstance(found, str):
            return self._sent_text(found)
        if isinstance(found, list):
            return [self.sent(one) for one in found]
        if isinstance(found, dict):
            return {self._sent_text(name): self.sent(one) for name, one in found.items()}
        return found

    def _sent_text(self, text: str) -> str:
        """A text for the second service. One that only this has chosen means something there, and nothing to the first:
        another one is sent instead, which means nothing there either."""
        if text in self.forward or text not in self.backward:
            return self.forward.get(text, text)
        other = text
        while other in self.backward:
            other = self.backward[other]
        self._add(text, other)
        return other


def digest(text: str) -> str:
    """What `hash` makes of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def texts_in(found: Any) -> Iterator[str]:
    """All texts in some JSON."""
    if isinstance(found, str):
        yield found
    elif isinstance(found, list):
        for one in found:
            yield from texts_in(one)
    elif isinstance(found, dict):
        yield from found
        for one in found.values():
            yield from texts_in(one)


class Comparison:
    """Compares values of declared types under a renaming."""

    def __init__(self, suite: Suite, renaming: Renaming) -> None:
        self.suite = suite
        self.renaming = renaming
        self.types = suite.types

    def states(self, first: Any, second: Any) -> None:
        """Compares two states; raises Difference."""
        for one in self.suite.service.state:
            self.values(one.type, getattr(first, one.attr), getattr(second, one.attr), one.name)

    def values(self, declared: Any, first: Any, second: Any, place: str) -> None:
        """Compares two values of a type; raises Difference."""
        types = self.types
        match declared:
            case types.Alias():
                self.values(declared.base, first, second, place)
            case types.Option():
                if (first is None) != (second is None):
                    raise Difference(place, first, second)
                if first is not None:
                    self.values(declared.inner, first, second, place)
            case types.Entity():
                for one in declared.fields:
                    self.values(one.type, getattr(first, one.attr), getattr(second, one.attr), f"{place}.{one.name}")
            case types.SeqOf():
                self._sequences(declared, first, second, place)
            case types.SetOf():
                self._collections([((declared.inner, one),) for one in first], second, declared, place)
            case types.MapOf():
                self._entries(declared.key, declared.value, first, second, place)
            case types.MultiOf():
                self._entries(declared.key, declared.values, first, second, place)
            case _:
                self._scalars(first, second, place)

    def in_any_order(self, declared: Any, first: Any, second: Any, place: str) -> None:
        """Compares two values of a type; of a sequence, the elements and not their order."""
        while isinstance(declared, self.types.Alias):
            declared = declared.base
        if not isinstance(declared, self.types.SeqOf):
            return self.values(declared, first, second, place)
        if len(first) != len(second):
            raise Difference(f"#{place}", len(first), len(second))
        ones, others = ([((declared.inner, one),) for one in side] for side in (first, second))
        self._matched(ones, others, place)

    def _scalars(self, first: Any, second: Any, place: str) -> None:
        if isinstance(first, str) and isinstance(second, str):
            self.renaming.text(place, first, second)
        elif first != second:
            raise Difference(place, first, second)

    def _sequences(self, declared: Any, first: Any, second: Any, place: str) -> None:
        if len(first) != len(second):
            raise Difference(f"#{place}", len(first), len(second))
        for at, (one, other) in enumerate(zip(first, second, strict=True)):
            self.values(declared.inner, one, other, f"{place}[{at}]")

    def _entries(self, key: Any, value: Any, first: Any, second: Any, place: str) -> None:
        """Keys stand in `place.key`, so that a chosen one can be learned there."""
        if len(first) != len(second):
            raise Difference(f"#{place}", dict(first.items()), dict(second.items()))
        left = dict(second.items())
        open_keys = []
        for at, one in first.items():
            name = self.renaming.forward.get(at, at) if isinstance(at, str) else at
            if name in left:
                self.values(value, one, left.pop(name), f"{place}[{at!r}]")
            else:
                open_keys.append(((key, at), (value, one)))
        self._matched(open_keys, [((key, at), (value, one)) for at, one in left.items()], place)

    def _collections(self, first: list[Any], second: Any, declared: Any, place: str) -> None:
        if len(first) != len(second):
            raise Difference(f"#{place}", [one[0][1] for one in first], list(second))
        same = [one for one in first if one[0][1] in second and not self._is_renamed(one[0][1])]
        known = {one[0][1] for one in same}
        rest = [one for one in first if one[0][1] not in known]
        self._matched(rest, [((declared.inner, one),) for one in second if one not in known], place)

    def _is_renamed(self, value: Any) -> bool:
        return isinstance(value, str) and value in self.renaming.forward

    def _matched(self, first: Iterable[Any], second: list[Any], place: str) -> None:
        """Finds a partner for everything; raises Difference where something has none."""
        left = list(second)
        for one in first:
            partner = next((other for other in left if self._fits(one, other, place)), None)
            if partner is None:
                raise Difference(place, [part[1] for part in one], [[part[1] for part in other] for other in left])
            left.remove(partner)
        if left:
            raise Difference(place, None, [[part[1] for part in other] for other in left])

    def _fits(self, one: Any, other: Any, place: str) -> bool:
        trial = self.renaming.copy()
        comparison = Comparison(self.suite, trial)
        try:
            for (declared, value), (_, partner) in zip(one, other, strict=True):
                comparison.values(declared, value, partner, place)
        except Difference:
            return False
        self.renaming.adopt(trial)
        return True
