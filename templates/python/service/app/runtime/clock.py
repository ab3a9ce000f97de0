"""The one clock that every operation asks. Tests may stop it."""

from time import time_ns

from app.runtime.values import Instant


class Clock:
    """Real time, or an instant at which it was stopped."""

    def __init__(self) -> None:
        self._stopped: Instant | None = None

    def now(self) -> Instant:
        """The instant of a call, in whole milliseconds."""
        return Instant(time_ns() // 1_000_000) if self._stopped is None else self._stopped

    def stop(self, at: Instant) -> None:
        """Stops it."""
        self._stopped = at

    def run(self) -> None:
        """Lets it run again."""
        self._stopped = None


clock = Clock()
