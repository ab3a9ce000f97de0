"""What SafeCounter promises: one function for each condition of the spec."""

from app.functions import ceiling
from app.model import State
from app.runtime.values import Instant


def invariant_never_negative(s: State, now: Instant) -> bool:
    """count >= 0"""
    return s.count >= 0


def invariant_never_above_ceiling(s: State, now: Instant) -> bool:
    """count <= ceiling()"""
    return s.count <= ceiling()


def eventually_reaches_ceiling(s: State, now: Instant) -> bool:
    """count = ceiling()"""
    return s.count == ceiling()
