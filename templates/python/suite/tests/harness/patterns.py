"""Texts in which a pattern is found, drawn in a few steps: a class that repeats is one draw, and not one per character.

Hypothesis' own `from_regex` draws every character by itself, which takes most of the time of a run. It is still asked
for patterns with parts that are not known here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.harness.regexes import Unknown, characters, codes, parts_of

# How much more than the least is drawn where a pattern sets no limit.
MORE = 20


def found_in(pattern: str, alphabet: SearchStrategy[str]) -> SearchStrategy[str]:
    """Texts in which a pattern is most likely found; who needs it for certain filters them."""
    try:
        items = parts_of(pattern)
        before = st.just("") if items and _is_at(items[0], codes.AT_BEGINNING) else st.text(alphabet, max_size=MORE)
        after = st.just("") if items and _is_at(items[-1], *_ENDS) else st.text(alphabet, max_size=MORE)
        return _joined([before, _sequence(items), after])
    except Unknown:
        return st.from_regex(re.compile(pattern, re.ASCII), alphabet=alphabet)


_ENDS = (codes.AT_END, codes.AT_END_STRING)


def _is_at(item: tuple[Any, Any], *places: Any) -> bool:
    return item[0] is codes.AT and item[1] in places


def _joined(parts: list[SearchStrategy[str]]) -> SearchStrategy[str]:
    return parts[0] if len(parts) == 1 else st.tuples(*parts).map("".join)


def _sequence(items: Iterable[tuple[Any, Any]]) -> SearchStrategy[str]:
    """One part after the other; texts that are given make one part."""
    parts: list[SearchStrategy[str]] = []
    given = ""
    for code, argument in items:
        if code is codes.LITERAL:
            given += chr(argument)
        elif code is not codes.AT:
            parts += [st.just(given)] if given else []
            parts.append(_part(code, argument))
            given = ""
    return _joined([*parts, st.just(given)])


def _part(code: Any, argument: Any) -> SearchStrategy[str]:
    known: dict[Any, Callable[[Any], SearchStrategy[str]]] = {
        codes.SUBPATTERN: lambda found: _sequence(found[-1]),
        codes.BRANCH: lambda found: st.one_of(*map(_sequence, found[1])),
        codes.MAX_REPEAT: _repeated,
        codes.MIN_REPEAT: _repeated,
    }
    return known[code](argument) if code in known else st.sampled_from(characters(code, argument))


def _repeated(argument: tuple[int, Any, Any]) -> SearchStrategy[str]:
    least, most, inner = argument
    # Sizes from the ends as well as from between: a limit that is one too low shows only there.
    highest = least + MORE if most is codes.MAXREPEAT else int(most)
    items = list(inner)
    try:
        [(code, single)] = items
        drawn = st.sampled_from(characters(code, single))
    except (ValueError, Unknown):
        return st.lists(_sequence(items), min_size=least, max_size=highest).map("".join)
    sizes = {(least, min(highest, least + MORE)), (highest, highest)}
    return st.one_of(*(st.text(drawn, min_size=low, max_size=high) for low, high in sorted(sizes)))
