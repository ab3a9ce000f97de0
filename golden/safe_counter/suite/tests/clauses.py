"""What SafeCounter promises: one function for each condition of the spec."""

from collections.abc import Iterator

from tests.harness.service import Call, Spot
from tests.harness.values import Instant, i64
from tests.model import (
    DecrementAnswer,
    DecrementGiven,
    GetCountAnswer,
    GetCountGiven,
    IncrementAnswer,
    IncrementGiven,
    ResetAnswer,
    ResetGiven,
    State,
)
from tests.predicates import ceiling

IncrementCall = Call[State, IncrementGiven, IncrementAnswer]
DecrementCall = Call[State, DecrementGiven, DecrementAnswer]
ResetCall = Call[State, ResetGiven, ResetAnswer]
GetCountCall = Call[State, GetCountGiven, GetCountAnswer]


# Invariants


def invariant_never_negative(s: State, now: Instant) -> bool:
    """count >= 0"""
    return s.count >= 0


def invariant_never_above_ceiling(s: State, now: Instant) -> bool:
    """count <= ceiling()"""
    return s.count <= ceiling()


def eventually_reaches_ceiling(s: State, now: Instant) -> bool:
    """count = ceiling()"""
    return s.count == ceiling()


# Increment


def increment_requires_0(c: IncrementCall) -> bool:
    """count < ceiling()"""
    return c.before.count < ceiling()


def increment_ensures_0(c: IncrementCall) -> bool:
    """count' = count + 1"""
    return c.after.count == i64(c.before.count + 1)


def increment_ensures_1(c: IncrementCall) -> bool:
    """current = count'"""
    return c.answer.current == c.after.count


def increment_changes_0(c: IncrementCall) -> Iterator[Spot]:
    """count' = count + 1"""
    yield Spot("count")


# Decrement


def decrement_requires_0(c: DecrementCall) -> bool:
    """count > 0"""
    return c.before.count > 0


def decrement_ensures_0(c: DecrementCall) -> bool:
    """count' = count - 1"""
    return c.after.count == i64(c.before.count - 1)


def decrement_ensures_1(c: DecrementCall) -> bool:
    """current = count'"""
    return c.answer.current == c.after.count


def decrement_changes_0(c: DecrementCall) -> Iterator[Spot]:
    """count' = count - 1"""
    yield Spot("count")


# Reset


def reset_ensures_0(c: ResetCall) -> bool:
    """count' = 0"""
    return c.after.count == 0


def reset_changes_0(c: ResetCall) -> Iterator[Spot]:
    """count' = 0"""
    yield Spot("count")


# GetCount


def get_count_ensures_0(c: GetCountCall) -> bool:
    """current = count"""
    return c.answer.current == c.before.count


def get_count_ensures_1(c: GetCountCall) -> bool:
    """room = ceiling() - count"""
    return c.answer.room == i64(ceiling() - c.before.count)
