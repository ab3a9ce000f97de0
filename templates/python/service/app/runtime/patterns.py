"""Texts in which a pattern is found: the least ones, and random ones."""

import re
from functools import cache
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, Protocol

_VISIBLE = [chr(code) for code in range(0x21, 0x7F)]
_ALL = _VISIBLE + [" ", "\t", "\u00e9", "\u4e2d", "\U0001f600"]
_MORE = 8


class Random(Protocol):
    """What chooses."""

    def randrange(self, start: int, /) -> int:
        """A number from 0 up to what is given, without it."""
        ...


class _Least:
    """Chooses the first each time, and repeats as little as it must, beside some repetitions more."""

    def __init__(self, extra: int) -> None:
        self.extra = extra

    def one_of(self, count: int) -> int:
        return 0

    def times(self, least: int, most: int) -> int:
        more = min(most - least, self.extra)
        self.extra -= more
        return least + more


class _Any:
    """Chooses at random."""

    def __init__(self, random: Random, stretch: int) -> None:
        self.random = random
        self.stretch = stretch

    def one_of(self, count: int) -> int:
        return self.random.randrange(count)

    def times(self, least: int, most: int) -> int:
        return least + self.random.randrange(min(most - least, self.stretch) + 1)


def growing(pattern: str, steps: int = _MORE) -> list[str]:
    """Texts that grow from the least one: each time one repetition goes on for longer."""
    return [_written(_tree(pattern), _Least(extra)) for extra in range(steps + 1)]


def sample(pattern: str, random: Random, stretch: int = _MORE) -> str:
    """A random text; open repetitions go on for at most so much more than they must."""
    return _written(_tree(pattern), _Any(random, stretch))


@cache
def _tree(pattern: str) -> list[Any]:
    return list(parser.parse(pattern, re.ASCII))


def _written(items: Any, how: Any) -> str:
    return "".join(_part(code, argument, how) for code, argument in items)


def _part(code: Any, argument: Any, how: Any) -> str:
    if code is codes.LITERAL:
        return chr(argument)
    if code in (codes.IN, codes.ANY, codes.NOT_LITERAL):
        characters = _characters(code, argument)
        return characters[how.one_of(len(characters))] if characters else ""
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
        least, most, inner = argument
        return "".join(_written(inner, how) for _ in range(how.times(least, int(most))))
    if code is codes.SUBPATTERN:
        return _written(argument[3], how)
    if code is codes.BRANCH:
        branches = argument[1]
        return _written(branches[how.one_of(len(branches))], how)
    return ""


def _characters(code: Any, argument: Any) -> list[str]:
    """The characters of a class; visible ones of ASCII where there are any."""
    if code is codes.IN:
        known = _class(tuple(argument))
    else:
        left_out = chr(argument) if code is codes.NOT_LITERAL else "\n"
        known = [one for one in _ALL if one != left_out]
    return [one for one in known if "!" <= one <= "~"] or known


@cache
def _class(items: tuple[Any, ...]) -> list[str]:
    negated = bool(items) and items[0][0] is codes.NEGATE
    test = re.compile("[" + "".join(map(_spelled, items)) + "]", re.ASCII)
    found = [one for one in _ALL if test.match(one)]
    if found or negated:
        return found
    ranges = [item[1] for item in items if item[0] is codes.RANGE]
    singles = [chr(item[1]) for item in items if item[0] is codes.LITERAL]
    return singles + [chr(code) for low, high in ranges for code in range(low, min(high, low + 64) + 1)]


_CATEGORIES: dict[Any, str] = {
    codes.CATEGORY_DIGIT: r"\d",
    codes.CATEGORY_NOT_DIGIT: r"\D",
    codes.CATEGORY_SPACE: r"\s",
    codes.CATEGORY_NOT_SPACE: r"\S",
    codes.CATEGORY_WORD: r"\w",
    codes.CATEGORY_NOT_WORD: r"\W",
}


def _spelled(item: Any) -> str:
    code, argument = item
    if code is codes.NEGATE:
        return "^"
    if code is codes.LITERAL:
        return re.escape(chr(argument))
    if code is codes.RANGE:
        return f"{re.escape(chr(argument[0]))}-{re.escape(chr(argument[1]))}"
    return _CATEGORIES.get(argument, "")
