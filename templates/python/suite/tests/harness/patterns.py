"""Texts in which a pattern is found, drawn in a few steps: a class that repeats is one draw, and not one per character.

Hypothesis' own `from_regex` draws every character by itself, which takes most of the time of a run. It is still asked
for patterns with parts that are not known here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from re import _constants as codes
from re import _parser as parser
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

# How much more than the least is drawn where a pattern sets no limit.
MORE = 20
# What stands for all characters where a pattern leaves out some: of one to four bytes, visible or not.
_PLAIN = "".join(map(chr, range(0x20, 0x7F))) + "\t\n\u00e9\u00df\u4e2d\u200d\U0001f600\U0001d4b3"
_CATEGORIES: dict[Any, str] = {
    codes.CATEGORY_DIGIT: r"\d",
    codes.CATEGORY_NOT_DIGIT: r"\D",
    codes.CATEGORY_SPACE: r"\s",
    codes.CATEGORY_NOT_SPACE: r"\S",
    codes.CATEGORY_WORD: r"\w",
    codes.CATEGORY_NOT_WORD: r"\W",
}


class Unknown(Exception):
    """A part of a pattern that is not known here."""


def found_in(pattern: str, alphabet: SearchStrategy[str]) -> SearchStrategy[str]:
    """Texts in which a pattern is most likely found; who needs it for certain filters them."""
    try:
        items = list(parser.parse(pattern, re.ASCII))
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
    return known[code](argument) if code in known else st.sampled_from(_characters(code, argument))


def _repeated(argument: tuple[int, Any, Any]) -> SearchStrategy[str]:
    least, most, inner = argument
    # Sizes from the ends as well as from between: a limit that is one too low shows only there.
    highest = least + MORE if most is codes.MAXREPEAT else int(most)
    items = list(inner)
    try:
        [(code, single)] = items
        characters = st.sampled_from(_characters(code, single))
    except (ValueError, Unknown):
        return st.lists(_sequence(items), min_size=least, max_size=highest).map("".join)
    sizes = {(least, min(highest, least + MORE)), (highest, highest)}
    return st.one_of(*(st.text(characters, min_size=low, max_size=high) for low, high in sorted(sizes)))


def _characters(code: Any, argument: Any) -> str:
    """The characters that one part stands for."""
    if code is codes.LITERAL:
        return chr(argument)
    if code is codes.ANY:
        return _PLAIN.replace("\n", "")
    if code is codes.NOT_LITERAL:
        return _PLAIN.replace(chr(argument), "")
    if code is not codes.IN:
        raise Unknown
    members = "".join(_members(one, value) for one, value in argument if one is not codes.NEGATE)
    if argument[0][0] is codes.NEGATE:
        return "".join(char for char in _PLAIN if char not in members)
    return "".join(dict.fromkeys(members))


def _members(code: Any, argument: Any) -> str:
    if code is codes.RANGE:
        low, high = argument
        return "".join(map(chr, range(low, min(high, low + 1_000) + 1)))
    if code is codes.CATEGORY and argument in _CATEGORIES:
        return "".join(char for char in _PLAIN if re.match(_CATEGORIES[argument], char, re.ASCII))
    return _characters(code, argument)
