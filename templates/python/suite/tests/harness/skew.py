"""How far the clock of the service is from the one here, by the `Date` of its answers."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

# A date has no fraction of a second, and servers look at the clock for it once a second.
COARSE = 2_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Skew:
    """What is known about the difference, in milliseconds: it is between a least and a most."""

    def __init__(self) -> None:
        self._least: int | None = None
        self._most = 0

    def note(self, date: str | None, earliest: int, latest: int) -> None:
        """Learns from an answer to a call that was made between two instants of the clock here."""
        at = _read(date)
        if at is None:
            return
        least, most = at - latest, at + COARSE - earliest
        if self._least is not None and max(least, self._least) <= min(most, self._most):
            least, most = max(least, self._least), min(most, self._most)
        self._least, self._most = least, most

    def window(self, earliest: int, latest: int) -> tuple[int, int]:
        """What the clock of the service may say between two instants of the clock here."""
        least, most = self._bounds()
        return earliest + least, latest + most

    def moment(self, now: int) -> int:
        """What the clock of the service says, more or less."""
        return now + sum(self._bounds()) // 2

    def _bounds(self) -> tuple[int, int]:
        # Clocks that may agree are taken to agree: everything is sharper then.
        if self._least is None or self._least <= 0 <= self._most:
            return 0, 0
        return self._least, self._most


def _read(date: str | None) -> int | None:
    """The instant of a `Date`; none where it is not there, or not one."""
    try:
        found = parsedate_to_datetime(date) if date else None
        return None if found is None else int((found.replace(tzinfo=UTC) - _EPOCH).total_seconds()) * 1000
    except ValueError:
        return None
