"""Texts in which a pattern is found: the least ones, and random ones."""

from typing import Any, Protocol

from app.runtime.regexes import Unknown, characters, codes, parts_of

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
    return [_written(parts_of(pattern), _Least(extra)) for extra in range(steps + 1)]


def sample(pattern: str, random: Random, stretch: int = _MORE) -> str:
    """A random text; open repetitions go on for at most so much more than they must."""
    return _written(parts_of(pattern), _Any(random, stretch))


def _written(items: Any, how: Any) -> str:
    return "".join(_part(code, argument, how) for code, argument in items)


def _part(code: Any, argument: Any, how: Any) -> str:
    if code is codes.LITERAL:
        return chr(argument)
    if code in (codes.IN, codes.ANY, codes.NOT_LITERAL):
        known = _visible(code, argument)
        return known[how.one_of(len(known))] if known else ""
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
        least, most, inner = argument
        return "".join(_written(inner, how) for _ in range(how.times(least, int(most))))
    if code is codes.SUBPATTERN:
        return _written(argument[3], how)
    if code is codes.BRANCH:
        branches = argument[1]
        return _written(branches[how.one_of(len(branches))], how)
    return ""


def _visible(code: Any, argument: Any) -> str:
    """The characters that one part stands for; visible ones of ASCII where there are any."""
    try:
        known = characters(code, argument)
    except Unknown:
        return ""
    return "".join(one for one in known if "!" <= one <= "~") or known
