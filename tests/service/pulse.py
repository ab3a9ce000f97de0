"""How fast a service says that it is there while something else happens to it."""

from __future__ import annotations

import threading
from types import TracebackType

from besieged import PAUSE, Target


class Pulse:
    """Asks for `/health` again and again, each time on a connection of its own, until the end of a block."""

    def __init__(self, url: str) -> None:
        self._target = Target(url)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._go_on, daemon=True)
        self.times: list[float | None] = []

    def __enter__(self) -> Pulse:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def _go_on(self) -> None:
        while not self._over.is_set():
            self.times.append(self._target.health())
            self._over.wait(PAUSE)

    @property
    def missed(self) -> int:
        """How often there was no answer in time."""
        return self.times.count(None)

    def told(self) -> str:
        """How often it was asked, and how long answers took."""
        taken = sorted(one for one in self.times if one is not None)
        if not taken:
            return f"/health {len(self.times)} times, never answered"
        middle, longest = (1000 * one for one in (taken[len(taken) // 2], taken[-1]))
        return f"/health {len(taken)} of {len(self.times)} times, {middle:.0f} ms, at most {longest:.0f} ms"
