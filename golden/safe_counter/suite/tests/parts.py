"""What failures show of the conditions of SafeCounter: their parts, and what these are."""

from tests.clauses import DecrementCall, GetCountCall, IncrementCall, ResetCall
from tests.harness.rules import Part, Parts, Sides
from tests.harness.values import Instant, i64
from tests.model import State
from tests.predicates import ceiling


def invariant_never_negative(s: State, now: Instant) -> Parts:
    """count >= 0"""
    return (Part("count", lambda: s.count),)


def invariant_never_above_ceiling(s: State, now: Instant) -> Parts:
    """count <= ceiling()"""
    return (Part("count", lambda: s.count), Part("ceiling()", lambda: ceiling()))


def eventually_reaches_ceiling(s: State, now: Instant) -> Parts:
    """count = ceiling()"""
    return (Sides(Part("count", lambda: s.count), Part("ceiling()", lambda: ceiling())),)


def increment_requires_0(c: IncrementCall) -> Parts:
    """count < ceiling()"""
    return (Part("count", lambda: c.before.count), Part("ceiling()", lambda: ceiling()))


def increment_ensures_0(c: IncrementCall) -> Parts:
    """count' = count + 1"""
    return (
        Sides(Part("count'", lambda: c.after.count), Part("count + 1", lambda: i64(c.before.count + 1))),
        Part("count", lambda: c.before.count),
    )


def increment_ensures_1(c: IncrementCall) -> Parts:
    """current = count'"""
    return (Sides(Part("current", lambda: c.answer.current), Part("count'", lambda: c.after.count)),)


def decrement_requires_0(c: DecrementCall) -> Parts:
    """count > 0"""
    return (Part("count", lambda: c.before.count),)


def decrement_ensures_0(c: DecrementCall) -> Parts:
    """count' = count - 1"""
    return (
        Sides(Part("count'", lambda: c.after.count), Part("count - 1", lambda: i64(c.before.count - 1))),
        Part("count", lambda: c.before.count),
    )


def decrement_ensures_1(c: DecrementCall) -> Parts:
    """current = count'"""
    return (Sides(Part("current", lambda: c.answer.current), Part("count'", lambda: c.after.count)),)


def reset_ensures_0(c: ResetCall) -> Parts:
    """count' = 0"""
    return (Sides(Part("count'", lambda: c.after.count), Part("0", lambda: 0)),)


def get_count_ensures_0(c: GetCountCall) -> Parts:
    """current = count"""
    return (Sides(Part("current", lambda: c.answer.current), Part("count", lambda: c.before.count)),)


def get_count_ensures_1(c: GetCountCall) -> Parts:
    """room = ceiling() - count"""
    return (
        Sides(Part("room", lambda: c.answer.room), Part("ceiling() - count", lambda: i64(ceiling() - c.before.count))),
        Part("ceiling()", lambda: ceiling()),
        Part("count", lambda: c.before.count),
    )
