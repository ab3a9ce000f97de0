"""How a suite reads what a service sends: exactly, since it judges it.

Every field has to be there and no other, and UUIDs have one spelling. Instants may be in any spelling of RFC 3339; what
is below a millisecond is left out.
"""

import json
import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Protocol

from .refusing import WireError
from .windows import Instant

_INSTANT = re.compile(r"(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)", re.ASCII)
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)

UUIDS = "a UUID in lower case"
"""What UUIDs look like."""
EMPTY_KEYS = False
"""Whether a key of a relation with `some` may come without values."""


@lru_cache(maxsize=4096)
def instant(text: str) -> Instant | None:
    """The instant that a text stands for."""
    parts = _INSTANT.fullmatch(text)
    if parts is None:
        return None
    day, clock, fraction, offset = parts.groups()
    zone = "+00:00" if offset in "Zz" else offset
    try:
        whole = datetime.fromisoformat(f"{day}T{clock}{zone}")
    except ValueError:
        return None
    return Instant((whole - _EPOCH) // _MILLISECOND + int(f"{fraction or ''}000"[:3]))


def uuid(text: str) -> str | None:
    """The UUID that a text stands for."""
    return text if _UUID.fullmatch(text) else None


def shown(found: object) -> str:
    """What a piece of JSON is, for messages."""
    if isinstance(found, dict):
        return "an object"
    if isinstance(found, list):
        return "an array"
    text = json.dumps(found, ensure_ascii=True)
    return text if len(text) <= 60 else f"{text[:60]}…"


class _Type(Protocol):
    def decode(self, found: Any, /) -> Any: ...


class Named(Protocol):
    """A field of an object: its name there, and its type."""

    @property
    def name(self) -> str: ...

    @property
    def type(self) -> _Type: ...


def decoded(fields: Iterable[Named], found: dict[str, Any]) -> list[Any]:
    """The values of fields that an object holds; raises WireError with all that is missing, wrong, or too much."""
    values, wrong = [], []
    for field in fields:
        if field.name not in found:
            wrong.append(WireError(field.name, "is missing"))
            continue
        try:
            values.append(field.type.decode(found[field.name]))
        except WireError as error:
            wrong.append(error.below(field.name))
    if not wrong and len(found) == len(values):
        return values
    names = {field.name for field in fields}
    wrong += [WireError(name, "there is no such field") for name in found if name not in names]
    first, *others = wrong
    raise WireError(first.path, first.why, *first.more, *others)
