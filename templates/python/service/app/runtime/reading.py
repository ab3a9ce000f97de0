"""How a service reads what it is sent: as much as it can understand, and as little of it in a message as it must.

UUIDs may be in capitals, instants in any spelling of RFC 3339 and some like it, and options may be left out.
"""

import json
import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

from .refusing import WireError
from .windows import EARLIEST, LATEST, Instant

_INSTANT = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?([Zz]|[+-]\d\d:?\d\d)", re.ASCII
)
_UUID = re.compile(r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)

UUIDS = "a UUID"
"""What UUIDs look like."""
EMPTY_KEYS = True
"""Whether a key of a relation with `some` may come without values."""


def instant(text: str) -> Instant | None:
    """The instant that a text stands for."""
    parts = _INSTANT.fullmatch(text)
    if parts is None:
        return None
    *whole, fraction, zone = parts.groups()
    year, month, day, hour, minute, second = map(int, whole)
    try:
        at = datetime(year, month, day, hour, minute, min(second, 59), tzinfo=UTC)
    except ValueError:
        return None
    milliseconds = (at - _EPOCH) // _MILLISECOND + int((fraction or "0").ljust(3, "0")[:3]) - _offset(zone)
    return Instant(milliseconds) if second <= 60 and EARLIEST <= milliseconds <= LATEST else None


def _offset(zone: str) -> int:
    if zone in "Zz":
        return 0
    minutes = int(zone[1:3]) * 60 + int(zone[-2:])
    return (-60_000 if zone[0] == "-" else 60_000) * minutes


def uuid(text: str) -> str | None:
    """The UUID that a text stands for."""
    return text.lower() if _UUID.fullmatch(text) else None


def shown(found: object) -> str:
    """What a piece of JSON is, for messages. Texts are not repeated: they may be secrets."""
    if isinstance(found, str):
        return "a text"
    if isinstance(found, dict):
        return "an object"
    if isinstance(found, list):
        return "an array"
    text = json.dumps(found)
    return text if len(text) <= 60 else f"{text[:60]}…"


class _Type(Protocol):
    is_option: bool

    def decode(self, found: Any, /) -> Any: ...


class Named(Protocol):
    """A field of an object: its name there, and its type."""

    @property
    def name(self) -> str: ...

    @property
    def type(self) -> _Type: ...


def decoded(fields: Iterable[Named], found: dict[str, Any]) -> list[Any]:
    """The values of fields that an object holds; raises WireError with the first that is wrong."""
    names = {field.name for field in fields}
    unknown = next((name for name in found if name not in names), None)
    if unknown is not None:
        raise WireError(unknown, "there is no such field")
    return [_field(field, found) for field in fields]


def _field(field: Named, found: dict[str, Any]) -> Any:
    if field.name not in found and not field.type.is_option:
        raise WireError(field.name, "is missing")
    try:
        return field.type.decode(found.get(field.name))
    except WireError as error:
        raise error.below(field.name) from None
