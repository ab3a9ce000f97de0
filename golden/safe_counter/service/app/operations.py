"""What SafeCounter does: each operation as a function from the state before to the state after."""

from __future__ import annotations

from app.functions import ceiling
from app.model import (
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
from app.runtime.choices import Picks
from app.runtime.clauses import promised, requires
from app.runtime.values import Instant, i64, replace


def increment(before: State, given: IncrementGiven, now: Instant, pick: Picks) -> tuple[State, IncrementAnswer]:
    """Increment (safe_counter.spec:10)."""
    requires(("count < ceiling()", lambda: before.count < ceiling()))
    # ensures count' = count + 1
    after = replace(before, count=i64(before.count + 1))
    # ensures current = count'
    current = after.count
    answer = IncrementAnswer(current=current)
    pick.settled(after, answer)
    promised("the invariant `neverNegative`", "count >= 0", lambda: after.count >= 0)
    promised("the invariant `neverAboveCeiling`", "count <= ceiling()", lambda: after.count <= ceiling())
    return after, answer


def decrement(before: State, given: DecrementGiven, now: Instant, pick: Picks) -> tuple[State, DecrementAnswer]:
    """Decrement (safe_counter.spec:19)."""
    requires(("count > 0", lambda: before.count > 0))
    # ensures count' = count - 1
    after = replace(before, count=i64(before.count - 1))
    # ensures current = count'
    current = after.count
    answer = DecrementAnswer(current=current)
    pick.settled(after, answer)
    promised("the invariant `neverNegative`", "count >= 0", lambda: after.count >= 0)
    promised("the invariant `neverAboveCeiling`", "count <= ceiling()", lambda: after.count <= ceiling())
    return after, answer


def reset(before: State, given: ResetGiven, now: Instant, pick: Picks) -> tuple[State, ResetAnswer]:
    """Reset (safe_counter.spec:29)."""
    # ensures count' = 0
    after = replace(before, count=0)
    answer = ResetAnswer()
    pick.settled(after, answer)
    promised("the invariant `neverNegative`", "count >= 0", lambda: after.count >= 0)
    promised("the invariant `neverAboveCeiling`", "count <= ceiling()", lambda: after.count <= ceiling())
    return after, answer


def get_count(before: State, given: GetCountGiven, now: Instant, pick: Picks) -> tuple[State, GetCountAnswer]:
    """GetCount (safe_counter.spec:34)."""
    # ensures current = count
    current = before.count
    # ensures room = ceiling() - count
    room = i64(ceiling() - before.count)
    return before, GetCountAnswer(current=current, room=room)
