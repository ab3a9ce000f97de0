"""SafeCounter under sequences of calls that nobody wrote down."""

from hypothesis.stateful import precondition, rule

from tests.harness.machine import ConformanceMachine, settled, unasked
from tests.service import DECREMENT, GET_COUNT, INCREMENT, RESET, SERVICE


class SafeCounterMachine(ConformanceMachine):
    """SafeCounter, one call after the other. Each is judged by all that the spec says."""

    service = SERVICE

    @precondition(unasked(INCREMENT))
    @rule()
    def increment(self) -> None:
        """Increment, with inputs that it accepts where some are found."""
        self.make(INCREMENT)

    @precondition(unasked(DECREMENT))
    @rule()
    def decrement(self) -> None:
        """Decrement, with inputs that it accepts where some are found."""
        self.make(DECREMENT)

    @precondition(unasked(RESET))
    @rule()
    def reset2(self) -> None:
        """Reset, with keys that are there: it succeeds."""
        self.make(RESET)

    @precondition(unasked(GET_COUNT))
    @rule()
    def get_count(self) -> None:
        """GetCount, with keys that are there: it succeeds."""
        self.make(GET_COUNT)


TestStatefulSafeCounter = settled(SafeCounterMachine)
