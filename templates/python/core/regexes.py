"""The parts of a pattern, and the characters that one of them stands for."""

import re
from functools import cache
from importlib import import_module
from typing import Any

__all__ = ["PLAIN", "Unknown", "characters", "codes", "parts_of"]

codes: Any = import_module("re._constants")
"""What Python calls the parts of a pattern."""
PLAIN = "".join(map(chr, range(0x21, 0x7F))) + " \t\n\u00e9\u00df\u4e2d\u200d\U0001f600\U0001d4b3"
"""What stands for all characters where a pattern leaves out some: of one to four bytes, visible ones first."""
_MOST = 1_000
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


@cache
def parts_of(pattern: str) -> list[Any]:
    """The parts of a pattern, each a code of Python's own parser with its argument."""
    return list(import_module("re._parser").parse(pattern, re.ASCII))


def characters(code: Any, argument: Any) -> str:
    """The characters that one part stands for, in the order of `PLAIN`."""
    if code is codes.LITERAL:
        return chr(argument)
    if code is codes.ANY:
        return PLAIN.replace("\n", "")
    if code is codes.NOT_LITERAL:
        return PLAIN.replace(chr(argument), "")
    if code is not codes.IN:
        raise Unknown
    return _class(tuple(argument))


@cache
def _class(items: tuple[Any, ...]) -> str:
    members = {char for code, argument in items if code is not codes.NEGATE for char in _members(code, argument)}
    if items[0][0] is codes.NEGATE:
        return "".join(char for char in PLAIN if char not in members)
    return "".join([char for char in PLAIN if char in members] + sorted(members - {*PLAIN}))


def _members(code: Any, argument: Any) -> str:
    if code is codes.RANGE:
        low, high = argument
        return "".join(map(chr, range(low, min(high, low + _MOST) + 1)))
    if code is codes.CATEGORY and argument in _CATEGORIES:
        return "".join(char for char in PLAIN if re.match(_CATEGORIES[argument], char, re.ASCII))
    return characters(code, argument)
