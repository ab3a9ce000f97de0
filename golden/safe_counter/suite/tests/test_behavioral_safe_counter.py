"""What SafeCounter promises, clause by clause."""

from tests.harness.checks import Seen, Trace, examples_of, traces_of, witnesses_of
from tests.service import DECREMENT, GET_COUNT, INCREMENT, RESET, SERVICE

# Increment: POST /increment


@examples_of(INCREMENT)
def test_increment_accepts(seen: Seen) -> None:
    """Increment accepts every call whose precondition holds. (safe_counter.spec:10)"""
    seen.accepts()


@witnesses_of(INCREMENT, "Increment accepts witnesses")
def test_increment_accepts_witnesses(seen: Seen) -> None:
    """Increment accepts the calls that were found for it. (safe_counter.spec:10)"""
    seen.accepts()


@examples_of(INCREMENT)
def test_increment_ensures_0(seen: Seen) -> None:
    """Increment ensures: count' = count + 1 (safe_counter.spec:15)"""
    seen.ensures(0)


@examples_of(INCREMENT)
def test_increment_ensures_1(seen: Seen) -> None:
    """Increment ensures: current = count' (safe_counter.spec:16)"""
    seen.ensures(1)


@examples_of(INCREMENT)
def test_increment_rejects(seen: Seen) -> None:
    """Increment rejects every call whose precondition fails, and changes nothing. (safe_counter.spec:10)"""
    seen.rejects()


@witnesses_of(INCREMENT, "Increment rejects requires 0")
def test_increment_rejects_requires_0(seen: Seen) -> None:
    """Increment rejects a call that breaks: count < ceiling() (safe_counter.spec:13)"""
    seen.rejects("Increment.requires[0]")


@examples_of(INCREMENT)
def test_increment_invariant_never_negative(seen: Seen) -> None:
    """Increment keeps the invariant: count >= 0 (safe_counter.spec:41)"""
    seen.invariant(0)


@examples_of(INCREMENT)
def test_increment_invariant_never_above_ceiling(seen: Seen) -> None:
    """Increment keeps the invariant: count <= ceiling() (safe_counter.spec:43)"""
    seen.invariant(1)


@examples_of(INCREMENT)
def test_increment_types(seen: Seen) -> None:
    """After Increment everything stored has its type, with all refinements. (safe_counter.spec:10)"""
    seen.types()


@examples_of(INCREMENT)
def test_increment_frame(seen: Seen) -> None:
    """Increment changes nothing that it does not speak of. (safe_counter.spec:10)"""
    seen.frame()


@examples_of(INCREMENT)
def test_increment_output(seen: Seen) -> None:
    """The answer of Increment has the declared outputs, types and headers. (safe_counter.spec:10)"""
    seen.output()


@witnesses_of(INCREMENT, "Increment boundary requires 0")
def test_increment_boundary_requires_0(seen: Seen) -> None:
    """Increment at the limit, and just beside it: count < ceiling() (safe_counter.spec:13)"""
    seen.total()


# Decrement: POST /decrement


@examples_of(DECREMENT)
def test_decrement_accepts(seen: Seen) -> None:
    """Decrement accepts every call whose precondition holds. (safe_counter.spec:19)"""
    seen.accepts()


@witnesses_of(DECREMENT, "Decrement accepts witnesses")
def test_decrement_accepts_witnesses(seen: Seen) -> None:
    """Decrement accepts the calls that were found for it. (safe_counter.spec:19)"""
    seen.accepts()


@examples_of(DECREMENT)
def test_decrement_ensures_0(seen: Seen) -> None:
    """Decrement ensures: count' = count - 1 (safe_counter.spec:24)"""
    seen.ensures(0)


@examples_of(DECREMENT)
def test_decrement_ensures_1(seen: Seen) -> None:
    """Decrement ensures: current = count' (safe_counter.spec:25)"""
    seen.ensures(1)


@examples_of(DECREMENT)
def test_decrement_rejects(seen: Seen) -> None:
    """Decrement rejects every call whose precondition fails, and changes nothing. (safe_counter.spec:19)"""
    seen.rejects()


@witnesses_of(DECREMENT, "Decrement rejects requires 0")
def test_decrement_rejects_requires_0(seen: Seen) -> None:
    """Decrement rejects a call that breaks: count > 0 (safe_counter.spec:22)"""
    seen.rejects("Decrement.requires[0]")


@examples_of(DECREMENT)
def test_decrement_invariant_never_negative(seen: Seen) -> None:
    """Decrement keeps the invariant: count >= 0 (safe_counter.spec:41)"""
    seen.invariant(0)


@examples_of(DECREMENT)
def test_decrement_invariant_never_above_ceiling(seen: Seen) -> None:
    """Decrement keeps the invariant: count <= ceiling() (safe_counter.spec:43)"""
    seen.invariant(1)


@examples_of(DECREMENT)
def test_decrement_types(seen: Seen) -> None:
    """After Decrement everything stored has its type, with all refinements. (safe_counter.spec:19)"""
    seen.types()


@examples_of(DECREMENT)
def test_decrement_frame(seen: Seen) -> None:
    """Decrement changes nothing that it does not speak of. (safe_counter.spec:19)"""
    seen.frame()


@examples_of(DECREMENT)
def test_decrement_output(seen: Seen) -> None:
    """The answer of Decrement has the declared outputs, types and headers. (safe_counter.spec:19)"""
    seen.output()


@witnesses_of(DECREMENT, "Decrement boundary requires 0")
def test_decrement_boundary_requires_0(seen: Seen) -> None:
    """Decrement at the limit, and just beside it: count > 0 (safe_counter.spec:22)"""
    seen.total()


# Reset: POST /reset


@examples_of(RESET)
def test_reset_accepts(seen: Seen) -> None:
    """Reset accepts every call whose precondition holds. (safe_counter.spec:29)"""
    seen.accepts()


@witnesses_of(RESET, "Reset accepts witnesses")
def test_reset_accepts_witnesses(seen: Seen) -> None:
    """Reset accepts the calls that were found for it. (safe_counter.spec:29)"""
    seen.accepts()


@examples_of(RESET)
def test_reset_ensures_0(seen: Seen) -> None:
    """Reset ensures: count' = 0 (safe_counter.spec:31)"""
    seen.ensures(0)


@examples_of(RESET)
def test_reset_invariant_never_negative(seen: Seen) -> None:
    """Reset keeps the invariant: count >= 0 (safe_counter.spec:41)"""
    seen.invariant(0)


@examples_of(RESET)
def test_reset_invariant_never_above_ceiling(seen: Seen) -> None:
    """Reset keeps the invariant: count <= ceiling() (safe_counter.spec:43)"""
    seen.invariant(1)


@examples_of(RESET)
def test_reset_types(seen: Seen) -> None:
    """After Reset everything stored has its type, with all refinements. (safe_counter.spec:29)"""
    seen.types()


@examples_of(RESET)
def test_reset_frame(seen: Seen) -> None:
    """Reset changes nothing that it does not speak of. (safe_counter.spec:29)"""
    seen.frame()


@examples_of(RESET)
def test_reset_output(seen: Seen) -> None:
    """The answer of Reset has the declared outputs, types and headers. (safe_counter.spec:29)"""
    seen.output()


# GetCount: GET /count


@examples_of(GET_COUNT)
def test_get_count_accepts(seen: Seen) -> None:
    """GetCount accepts every call whose precondition holds. (safe_counter.spec:34)"""
    seen.accepts()


@witnesses_of(GET_COUNT, "GetCount accepts witnesses")
def test_get_count_accepts_witnesses(seen: Seen) -> None:
    """GetCount accepts the calls that were found for it. (safe_counter.spec:34)"""
    seen.accepts()


@examples_of(GET_COUNT)
def test_get_count_ensures_0(seen: Seen) -> None:
    """GetCount ensures: current = count (safe_counter.spec:37)"""
    seen.ensures(0)


@examples_of(GET_COUNT)
def test_get_count_ensures_1(seen: Seen) -> None:
    """GetCount ensures: room = ceiling() - count (safe_counter.spec:38)"""
    seen.ensures(1)


@examples_of(GET_COUNT)
def test_get_count_frame(seen: Seen) -> None:
    """GetCount changes nothing else, and so keeps 2 invariants. (safe_counter.spec:34)"""
    seen.frame()


@examples_of(GET_COUNT)
def test_get_count_output(seen: Seen) -> None:
    """The answer of GetCount has the declared outputs, types and headers. (safe_counter.spec:34)"""
    seen.output()


@examples_of(GET_COUNT)
def test_get_count_safe(seen: Seen) -> None:
    """GetCount changes nothing, and says the same when it is asked again. (safe_counter.spec:34)"""
    seen.safe(same=True)


# One call after the other


@traces_of(SERVICE, "traces")
def test_traces(trace: Trace) -> None:
    """Every recorded sequence of calls does what it did, call by call. (safe_counter.spec)"""
    trace.total()


@traces_of(SERVICE, "eventually reachesCeiling")
def test_eventually_reaches_ceiling(trace: Trace) -> None:
    """Some state satisfies: count = ceiling() (safe_counter.spec:45)"""
    trace.eventually(0)
