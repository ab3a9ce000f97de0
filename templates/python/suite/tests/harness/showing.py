"""Values and what differs in them, as messages show it: in one line, not too long, and in the words of the spec."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping
from typing import Any

from tests.harness.naming import name_of
from tests.harness.values import Instant

_MAX_LINES = 12
_MAX_SHOWN = 160
_MAX_ENTRY = 2_000
ABSENT: Any = object()
"""Stands for what is not there, since `None` can be a value."""

Place = tuple[str, str, str]
"""A place, and what is there before and after, or on one side and on the other."""


def difference(before: Any, after: Any) -> list[str]:
    """The places in which two states or values differ, such as `metadata["abc"].click_count: 3 -> 4`."""
    return bounded(told(differences("", before, after)))


def told(places: Iterator[Place]) -> Iterator[str]:
    for place, one, other in places:
        yield f"{place or 'it'} {other}" if not one else f"{place or 'it'}: {one} -> {other}"


def bounded(lines: Iterator[str]) -> list[str]:
    found = list(lines)
    return found if len(found) <= _MAX_LINES else [*found[: _MAX_LINES - 1], f"… {len(found) - _MAX_LINES + 1} more"]


def differences(path: str, a: Any, b: Any) -> Iterator[Place]:
    """The places below a path in which two values differ. Of a set it is told what it lost or gained."""
    if a is b or a == b:
        return
    if type(a) is type(b) and dataclasses.is_dataclass(a):
        for attr in a.__dataclass_fields__:
            name = name_of(type(a), attr)
            yield from differences(f"{path}.{name}" if path else name, getattr(a, attr), getattr(b, attr))
    elif isinstance(a, Mapping) and isinstance(b, Mapping):
        for key in sorted({*a, *b}, key=show):
            yield from differences(f"{path}[{show(key)}]", a.get(key, ABSENT), b.get(key, ABSENT))
    elif isinstance(a, frozenset) and isinstance(b, frozenset):
        yield from ((path, "", f"lost {one}") for one in sorted(show(one) for one in a - b))
        yield from ((path, "", f"gained {one}") for one in sorted(show(one) for one in b - a))
    elif isinstance(a, tuple) and isinstance(b, tuple):
        for at in range(max(len(a), len(b))):
            yield from differences(f"{path}[{at}]", *(one[at] if at < len(one) else ABSENT for one in (a, b)))
    else:
        yield path, show(a), show(b)


def entries(before: Any, after: Any, named: list[Any]) -> list[list[str]]:
    """The entries of a state that changed, or that one of some values names: the place, and what is there."""
    found: list[list[str]] = []
    for attr in before.__dataclass_fields__:
        old, new = getattr(before, attr), getattr(before if after is None else after, attr)
        name = name_of(type(before), attr)
        if isinstance(old, Mapping):
            keys = [key for key in {**old, **new} if key in named or old.get(key, ABSENT) != new.get(key, ABSENT)]
            found += [
                [f"{name}[{show(key)}]", *(cut(_text(one.get(key, ABSENT)), _MAX_ENTRY) for one in (old, new))]
                for key in keys
            ]
        elif old != new:
            found.append([name, *(cut(_text(one), _MAX_ENTRY) for one in (old, new))])
    return found[:_MAX_LINES]


def show(value: Any) -> str:
    """A value in a message, in one line and not too long."""
    return cut(_text(value))


def cut(text: str, most: int = _MAX_SHOWN) -> str:
    return text if len(text) <= most else f"{text[:most]}… ({len(text)} characters)"


def _text(value: Any) -> str:
    if value is ABSENT:
        return "absent"
    if value is None:
        return "none"
    if isinstance(value, Instant):
        return str(value)
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(_text(one) for one in value))}}}"
    if isinstance(value, tuple):
        return f"[{', '.join(_text(one) for one in value)}]"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_text(key)} -> {_text(one)}' for key, one in value.items())}}}"
    if dataclasses.is_dataclass(value):
        owner = type(value)
        fields = (f"{name_of(owner, attr)} = {_text(getattr(value, attr))}" for attr in value.__dataclass_fields__)
        return f"{type(value).__name__} {{ {', '.join(fields)} }}"
    return json.dumps(value, ensure_ascii=False)
