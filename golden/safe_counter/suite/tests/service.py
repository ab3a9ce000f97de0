"""SafeCounter: its state, its operations, and the rules about them, as a table."""

from tests import clauses, model, parts
from tests.harness.service import Operation, Output, Service, StateField
from tests.harness.types import INT, Rule

INCREMENT = Operation(
    name="Increment",
    method="POST",
    path=("increment",),
    status=200,
    given=model.IncrementGiven,
    answer=model.IncrementAnswer,
    outputs=(Output("current", "current", INT),),
    requires=(
        Rule(
            "Increment.requires[0]",
            "count < ceiling()",
            "safe_counter.spec:13",
            clauses.increment_requires_0,
            parts=parts.increment_requires_0,
        ),
    ),
    ensures=(
        Rule(
            "Increment.ensures[0]",
            "count' = count + 1",
            "safe_counter.spec:15",
            clauses.increment_ensures_0,
            parts=parts.increment_ensures_0,
        ),
        Rule(
            "Increment.ensures[1]",
            "current = count'",
            "safe_counter.spec:16",
            clauses.increment_ensures_1,
            parts=parts.increment_ensures_1,
        ),
    ),
    changes=(clauses.increment_changes_0,),
    shape="object",
)

DECREMENT = Operation(
    name="Decrement",
    method="POST",
    path=("decrement",),
    status=200,
    given=model.DecrementGiven,
    answer=model.DecrementAnswer,
    outputs=(Output("current", "current", INT),),
    requires=(
        Rule(
            "Decrement.requires[0]",
            "count > 0",
            "safe_counter.spec:22",
            clauses.decrement_requires_0,
            parts=parts.decrement_requires_0,
        ),
    ),
    ensures=(
        Rule(
            "Decrement.ensures[0]",
            "count' = count - 1",
            "safe_counter.spec:24",
            clauses.decrement_ensures_0,
            parts=parts.decrement_ensures_0,
        ),
        Rule(
            "Decrement.ensures[1]",
            "current = count'",
            "safe_counter.spec:25",
            clauses.decrement_ensures_1,
            parts=parts.decrement_ensures_1,
        ),
    ),
    changes=(clauses.decrement_changes_0,),
    shape="object",
)

RESET = Operation(
    name="Reset",
    method="POST",
    path=("reset",),
    status=200,
    given=model.ResetGiven,
    answer=model.ResetAnswer,
    ensures=(
        Rule(
            "Reset.ensures[0]",
            "count' = 0",
            "safe_counter.spec:31",
            clauses.reset_ensures_0,
            parts=parts.reset_ensures_0,
        ),
    ),
    changes=(clauses.reset_changes_0,),
    shape="empty",
)

GET_COUNT = Operation(
    name="GetCount",
    method="GET",
    path=("count",),
    status=200,
    given=model.GetCountGiven,
    answer=model.GetCountAnswer,
    outputs=(Output("current", "current", INT), Output("room", "room", INT)),
    ensures=(
        Rule(
            "GetCount.ensures[0]",
            "current = count",
            "safe_counter.spec:37",
            clauses.get_count_ensures_0,
            parts=parts.get_count_ensures_0,
        ),
        Rule(
            "GetCount.ensures[1]",
            "room = ceiling() - count",
            "safe_counter.spec:38",
            clauses.get_count_ensures_1,
            parts=parts.get_count_ensures_1,
        ),
    ),
    shape="object",
    read_only=True,
)

SERVICE = Service(
    name="SafeCounter",
    spec="safe_counter.spec",
    state=(StateField("count", "count", INT),),
    state_type=model.State,
    operations=(INCREMENT, DECREMENT, RESET, GET_COUNT),
    invariants=(
        Rule(
            "invariant neverNegative",
            "count >= 0",
            "safe_counter.spec:41",
            clauses.invariant_never_negative,
            parts=parts.invariant_never_negative,
        ),
        Rule(
            "invariant neverAboveCeiling",
            "count <= ceiling()",
            "safe_counter.spec:43",
            clauses.invariant_never_above_ceiling,
            parts=parts.invariant_never_above_ceiling,
        ),
    ),
    eventually=(
        Rule(
            "eventually reachesCeiling",
            "count = ceiling()",
            "safe_counter.spec:45",
            clauses.eventually_reaches_ceiling,
            parts=parts.eventually_reaches_ceiling,
        ),
    ),
)
