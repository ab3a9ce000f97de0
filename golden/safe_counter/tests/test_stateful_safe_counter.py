"""SafeCounter under sequences of calls that nobody wrote down."""

from hypothesis.stateful import rule

from tests.harness.machine import ConformanceMachine, settled
from tests.service import DECREMENT, GET_COUNT, INCREMENT, RESET, SERVICE


class SafeCounterMachine(ConformanceMachine):
    """SafeCounter, one call after the other. Each is judged by all that the spec says."""

    service = SERVICE

    @rule()
    def increment(self) -> None:
        """Increment: whether it succeeds is decided before the call."""
        self.make(INCREMENT)

    @rule()
    def decrement(self) -> None:
        """Decrement: whether it succeeds is decided before the call."""
        self.make(DECREMENT)

    @rule()
    def reset2(self) -> None:
        """Reset, with keys that are there: it succeeds."""
        self.make(RESET)

    @rule()
    def get_count(self) -> None:
        """GetCount, with keys that are there: it succeeds."""
        self.make(GET_COUNT)


TestStatefulSafeCounter = settled(SafeCounterMachine)
