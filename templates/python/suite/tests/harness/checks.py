"""The tests of a suite: what each looks at, and which examples it is shown.

A check that does not apply to an example does nothing, and one that applies is counted. A test that never applied
fails, since it has shown nothing, unless the reason is another finding or something that the service does not have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest

from tests.harness import corpus, examples, malformed, observing, oracle, planned
from tests.harness.admin import Trouble
from tests.harness.corpus import CorpusState, MissingReference, Witness
from tests.harness.explaining import explain
from tests.harness.malformed import Malformation
from tests.harness.observing import Defect, NotHere, Observation
from tests.harness.report import Deviation, Found, Kind, deviation, reproduce, unanswered
from tests.harness.sending import Credentials, credentials, lacking, request_of
from tests.harness.service import Call, Move, MoveRule, Operation, Service
from tests.harness.session import Met, Session, current
from tests.harness.types import Rule, WireError
from tests.harness.values import Outside, Truth, verdict
from tests.harness.world import LOADING, Obstacle, Standing, Unreached, outputs_json

__all__ = [
    "Seen",
    "Trace",
    "eventually",
    "examples_of",
    "malformed_of",
    "traces_of",
    "unauthorized_of",
    "witnesses_of",
]

Check = Callable[["Seen"], None]
AnyCall = Call[Any, Any, Any]


@dataclass(slots=True)
class Tally:
    """What the examples of one test have shown."""

    applied: int = 0
    """How often the check was made."""
    exercised: int = 0
    """How often it said something: a clause can hold because it speaks of nothing."""
    blocked: list[str] = field(default_factory=list)
    """The promises that are broken, so that nothing could be shown here."""
    obstacles: list[Observation] = field(default_factory=list)
    """What was in the way of an example, or would have been without a way around."""
    needs: list[str] = field(default_factory=list)
    inexact: bool = False


class Seen:
    """An example, and what can be checked about it."""

    def __init__(self, run: Session, seen: Observation, tally: Tally) -> None:
        self._run = run
        self._seen = seen
        self._tally = tally
        self._operation = seen.operation

    # --- one thing at a time ------------------------------------------------------------------------------------------

    def accepts(self) -> None:
        """Where the precondition holds the call succeeds; where nobody can tell it succeeds or is rejected."""
        seen, name, status = self._seen, self._operation.name, self._operation.status
        if self._is_obstructed():
            return
        outcome = seen.expectation.outcome
        if outcome == "accepted":
            self._count(f"{name}.accepts")
            if not seen.succeeded:
                kind = _sort(seen.response.status, "refused")
                headline = f"{name} does not accept a call: its precondition holds, so it must answer {status}"
                raise self._fail(kind, headline, expected=str(status))
        elif outcome == "either":
            self._count(f"{name}.accepts")
            if not (seen.succeeded or seen.rejected):
                kind = _sort(seen.response.status, "status")
                raise self._fail(kind, f"{name} must answer {status} or reject the call", expected=f"{status} or 4xx")

    def ensures(self, number: int) -> None:
        """After success the clause holds."""
        call = self._promised()
        if call is None:
            return
        rule = self._operation.ensures[number]
        with _Judged():
            problem = oracle.ensures_problem(rule, call)
            self._apply(rule, call)
            if problem is not None:
                raise self._broken(f"{rule.id} does not hold", rule, _reason(problem, rule), call)

    def rejects(self, identifier: str | None = None) -> None:
        """Where the precondition fails, or just the clause that is named, the call is rejected and changes nothing."""
        seen = self._seen
        if self._is_obstructed():
            return
        expected = seen.expectation
        failing = expected.unknown if expected.outcome == "either" and seen.rejected else expected.failing
        if not failing or (identifier is not None and identifier not in failing):
            return
        for one in failing if identifier is None else (identifier,):
            self._count(one)
        self._rejected(failing)

    def invariant(self, number: int) -> None:
        """An invariant holds afterwards, whatever became of the call."""
        self._holds(self._run.service.invariants[number])

    def always(self, number: int) -> None:
        """A property that always holds, holds afterwards, whatever became of the call."""
        self._holds(self._run.service.always[number])

    def frame(self) -> None:
        """Nothing changed but what the operation determines."""
        call = self._promised()
        if call is None:
            return
        with _Judged():
            problem = oracle.frame_problem(self._run.service, self._operation, call)
            self._count(f"{self._operation.name}.frame")
            if problem is not None:
                places = oracle.unframed(self._run.service, self._operation, call)
                fields = tuple(place for place, _, _ in places)
                raise self._fail("changed", problem, expected="these are as before the call", fields=fields)

    def output(self) -> None:
        """The outputs are what their types say, there is no further one, and the headers follow their rules."""
        seen, name = self._seen, self._operation.name
        if not self._is_success():
            return
        self._count(f"{name}.output")
        if seen.answer_why:
            headline = f"the answer of {name} is not what its outputs say"
            raise self._fail("answer", headline, why=seen.answer_why, fields=seen.answer_paths)
        if seen.call is None:
            return
        with _Judged():
            problem = oracle.output_problem(self._operation, seen.call) or oracle.header_problem(
                self._operation, seen.call, seen.response
            )
            for rule in sorted(_answered_rules(self._operation, seen.call)):
                self._run.ledger.count(rule)
            if problem is not None:
                raise self._fail("answer", problem)

    def types(self) -> None:
        """Everything that is stored satisfies its type, with all refinements and entity invariants."""
        seen, name = self._seen, self._operation.name
        if not self._is_success():
            return
        self._tally.applied += 1
        self._tally.exercised += 1
        if seen.after is None:
            raise self._fail("promise", f"after {name} the state is none", why=seen.after_why)
        with _Judged():
            problem = oracle.types_problem(self._run.service, seen.after, seen.now)
            for identifier in sorted(oracle.stored_rules(self._run.service, seen.after)):
                self._run.ledger.count(identifier)
            broken = None if problem is None else oracle.broken_type(self._run.service, seen.after, seen.now)
            if broken is not None:
                stored, rule, arguments = broken
                explained = explain(rule, *arguments, seen.after, seen.now)
                fields = tuple(explained.fields) or (stored.name,)
                values = tuple(explained.values)
                raise self._fail("promise", f"after {name} {problem}", fields=fields, values=values)

    def safe(self, same: bool = False) -> None:
        """An operation that only reads changes nothing, however often it is called; `same`: and answers the same."""
        name = self._operation.name
        if self._is_obstructed():
            return
        self._count(f"{name}.safe")
        self._unchanged(f"{name} only reads")
        self._again(same)

    def moves(self, transition: str, which: int | str) -> None:
        """Where a rule of a transition, by its number or id, is enabled the field holds its target afterwards."""
        call = self._promised()
        if call is None:
            return
        move = next(move for move in self._operation.moves if move.transition == transition)
        rule = next(rule for number, rule in enumerate(move.rules) if which in (number, rule.id))
        if not _is_enabled(move, rule, call):
            return
        with _Judged():
            self._count(rule.id)
            problem = oracle.move_problem(self._operation, call)
            if problem is not None:
                raise self._fail("promise", problem, Rule(rule.id, rule.id, rule.place, rule.guard or _always))

    def total(self) -> None:
        """Everything that the spec says about the call."""
        self.accepts()
        if self._seen.trouble or self._seen.expectation.outcome == "outside":
            return
        self._tally.applied += 1
        self._tally.exercised += 1
        if self._is_success():
            self._promises()
        else:
            self._rejected(self._seen.expectation.failing or self._seen.expectation.unknown)
        for rule in (*self._run.service.invariants, *self._run.service.always):
            self._holds(rule)

    def refuses(self) -> None:
        """A malformed request is rejected and changes nothing."""
        self._count(f"{self._operation.name}.malformed")
        self._refused(422, f"{self._operation.name} must reject a malformed request")

    def unauthorized(self) -> None:
        """Without the right credentials the call is rejected and changes nothing."""
        self._count(f"{self._operation.name}.auth")
        self._refused(401, f"{self._operation.name} must reject a call without the right credentials")

    # --- how --------------------------------------------------------------------------------------------------------

    def _promises(self) -> None:
        self.output()
        self.types()
        for number in range(len(self._operation.ensures)):
            self.ensures(number)
        call = self._promised()
        if call is not None:
            with _Judged():
                problem = oracle.move_problem(self._operation, call)
                if problem is not None:
                    raise self._fail("promise", problem)
        self.frame()

    def _is_success(self) -> bool:
        """Whether the call succeeded, and may have: what promises speak about. Notes what is in the way otherwise."""
        seen = self._seen
        if self._is_obstructed():
            return False
        if seen.expectation.outcome == "accepted" and not seen.succeeded:
            self._block("accepts")
            return False
        return seen.succeeded and seen.expectation.outcome in ("accepted", "either")

    def _promised(self) -> AnyCall | None:
        """The call, where its promises can be looked at."""
        if not self._is_success():
            return None
        if self._seen.call is None:
            self._block("types" if self._seen.after is None else "output")
        return self._seen.call

    def _apply(self, rule: Rule, call: AnyCall) -> None:
        self._tally.applied += 1
        says = rule.says
        if says is None or verdict(lambda: says(call)) is Truth.YES:
            self._tally.exercised += 1
            self._run.ledger.count(rule.id)

    def _holds(self, rule: Rule) -> None:
        seen = self._seen
        if self._is_obstructed():
            return
        if seen.after is None:
            self._block("types")
            return
        with _Judged():
            # What speaks of the clock may have come to fail by waiting: no call is to blame for that.
            if seen.after == seen.before and oracle.invariant_problem(rule, seen.before, seen.now) is not None:
                return
            self._count(rule.id)
            problem = oracle.invariant_problem(rule, seen.after, seen.now)
            if problem is not None:
                headline = f"{rule.id} does not hold after {self._operation.name}"
                raise self._broken(headline, rule, _reason(problem, rule), seen.after, seen.now)

    def _rejected(self, failing: tuple[str, ...]) -> None:
        seen, name = self._seen, self._operation.name
        because = f"{', '.join(failing)} does not hold"
        wanted = seen.expectation.status if self._run.has("status") else None
        expected = "4xx" if wanted is None else str(wanted)
        why = "\n".join(f"{rule.id}: {rule.text}" for rule in self._operation.requires if rule.id in failing)
        values = self._asked(failing)
        if not seen.rejected:
            kind = "accepted" if seen.succeeded else _sort(seen.response.status, "status")
            headline = f"{name} must reject the call, since {because}"
            raise self._fail(kind, headline, expected=expected, why=why, fields=failing, values=values)
        if wanted is not None and seen.response.status != wanted:
            headline = f"{name} must reject the call with {wanted}, since {because}"
            raise self._fail("status", headline, expected=expected, why=why, values=values)
        self._unchanged(f"{name} rejected the call")

    def _asked(self, failing: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
        """The parts of the conditions that fail."""
        seen, found = self._seen, []
        if seen.before is None or not seen.inputs and self._operation.inputs:
            return ()
        call: AnyCall = Call.asked(seen.before, observing.given_of(self._operation, seen.inputs), seen.now)
        for rule in self._operation.requires:
            if rule.id in failing:
                with _Judged():
                    found += [value for value in explain(rule, call).values if value not in found]
        return tuple(found)

    def _refused(self, status: int, headline: str) -> None:
        seen = self._seen
        kind = "accepted" if seen.succeeded else _sort(seen.response.status, "status")
        if self._run.has("status"):
            if seen.response.status != status:
                raise self._fail(kind, f"{headline} with {status}", expected=str(status))
        elif not seen.rejected:
            raise self._fail(kind, f"{headline} with 4xx", expected="4xx")
        self._unchanged(f"{self._operation.name} rejected the request")

    def _unchanged(self, why: str) -> None:
        seen = self._seen
        if seen.after is None:
            raise self._fail("changed", f"{why}, and the state cannot be read", why=seen.after_why)
        if seen.after != seen.before:
            fields = tuple(place for place, _, _ in oracle.differences("", seen.before, seen.after))
            expected = "the state is the same as before"
            raise self._fail("changed", f"{why}, so nothing may change", expected=expected, fields=fields)

    def _again(self, same: bool) -> None:
        """The same call once more, in the same state. What is wrong already for the first time is told elsewhere."""
        first, second = self._seen, self._seen.again
        if second is None or not Seen(self._run, first, Tally())._is_right():
            return
        again = Seen(self._run, second, Tally())
        again.total()
        again._unchanged(f"{self._operation.name} only reads")
        if same and first.exact and second.response.body != first.response.body:
            headline = f"{self._operation.name} answers something else for the second time"
            raise again._fail("answer", headline, expected=first.response.text)

    def _is_right(self) -> bool:
        try:
            self.total()
        except Deviation:
            return False
        return True

    def _count(self, identifier: str) -> None:
        self._tally.applied += 1
        self._tally.exercised += 1
        self._run.ledger.count(identifier)

    def _is_obstructed(self) -> bool:
        """Whether the call could not be made. What was in the way is noted, also where there was a way around it."""
        seen = self._seen
        if seen.obstacle is not None and not any(one.obstacle is seen.obstacle for one in self._tally.obstacles):
            self._tally.obstacles.append(seen)
        return bool(seen.trouble)

    def _block(self, promise: str) -> None:
        name = f"{self._operation.name}.{promise}"
        if name not in self._tally.blocked:
            self._tally.blocked.append(name)

    def _broken(self, headline: str, rule: Rule, why: str, *arguments: Any) -> Deviation:
        """A clause that does not hold, with what its parts are."""
        explained = explain(rule, *arguments)
        fields, values = tuple(explained.fields), tuple(explained.values)
        return self._fail("promise", headline, rule, why=why, fields=fields, values=values)

    def _fail(self, kind: Kind, headline: str, rule: Rule | None = None, **more: Any) -> Deviation:
        return deviation(self._run, self._seen, Found(kind, headline, rule, **more))


def _sort(status: int, otherwise: Kind) -> Kind:
    """What sort of failure an answer is that should have been another one."""
    if unanswered(status):
        return "error"
    return otherwise if 400 <= status < 500 else "status"


class _Judged:
    """Leaves alone what the spec does not speak about, because a number leaves its range in it."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        return kind is not None and issubclass(kind, Outside)


def _reason(problem: str, rule: Rule) -> str:
    """What a problem says beyond the clause, which stands in a line of its own."""
    head = f"{rule.id} ({rule.place}): {rule.text} does not hold"
    rest = problem.removeprefix(head).split(". Answer: ")[0].split(" in State {")[0]
    return rest.strip(" .()")


def _answered_rules(operation: Operation, call: AnyCall) -> set[str]:
    """The refinements and entity invariants that speak of something among the outputs."""
    outputs = [(one.type, getattr(call.answer, one.attr)) for one in operation.outputs]
    return {rule.id for declared, value in outputs for rule, _ in declared.obligations(value)}


def _always(*_: object) -> bool:
    return True


def _is_enabled(move: Move, rule: MoveRule, call: AnyCall) -> bool:
    entry = getattr(call.before, move.relation).get(getattr(call.given, move.key))
    if entry is None or getattr(entry, move.attr) != rule.source:
        return False
    guard = rule.guard
    return guard is None or verdict(lambda: guard(entry, call)) is Truth.YES


# --- examples -------------------------------------------------------------------------------------------------------


def examples_of(operation: Operation) -> Callable[[Check], Callable[[], None]]:
    """A test over all witnesses of an operation and over drawn examples."""

    def decorate(check: Check) -> Callable[[], None]:
        def test() -> None:
            _run_examples(current(), operation, check)

        return _named(test, check)

    return decorate


def witnesses_of(operation: Operation, test_id: str) -> Callable[[Check], Callable[..., None]]:
    """One test per witness and state: its own, its populated one, or none, where the calls that lead to it are made."""
    known = corpus.load().witnesses
    cases = [(case["name"], (known[case["witness"]], case.get("state"))) for case in planned.test(test_id)["cases"]]

    def decorate(check: Check) -> Callable[..., None]:
        def test(witness: tuple[Witness, int | None]) -> None:
            _run_witness(current(), operation, check, *witness)

        return _parametrized(_named(test, check), "witness", cases)

    return decorate


def malformed_of(operation: Operation, test_id: str) -> Callable[[Check], Callable[..., None]]:
    """One test per way to get an input wrong, or the body as a whole."""
    cases = [(wrong.name, wrong) for wrong in malformed.malformations(operation, test_id)]

    def decorate(check: Check) -> Callable[..., None]:
        def test(wrong: Malformation) -> None:
            _run_malformed(current(), operation, check, wrong)

        return _parametrized(_named(test, check), "wrong", cases)

    return decorate


def unauthorized_of(operation: Operation, test_id: str) -> Callable[[Check], Callable[..., None]]:
    """One test without credentials, and one with wrong ones."""
    cases = [(case["name"], Credentials(case["credentials"])) for case in planned.test(test_id)["cases"]]

    def decorate(check: Check) -> Callable[..., None]:
        def test(shown: Credentials) -> None:
            _run_unauthorized(current(), operation, check, shown)

        return _parametrized(_named(test, check), "shown", cases)

    return decorate


def _named(test: Callable[..., None], check: Callable[..., None]) -> Callable[..., None]:
    """A test under the name of the function that it was made from; the signature stays its own."""
    for name in ("__name__", "__qualname__", "__doc__", "__module__"):
        setattr(test, name, getattr(check, name))
    return test


def _parametrized(test: Callable[..., None], name: str, cases: list[tuple[str, Any]]) -> Callable[..., None]:
    marked: Callable[..., None] = pytest.mark.parametrize(
        name, [value for _, value in cases], ids=[identifier.replace(" ", "-") for identifier, _ in cases]
    )(test)
    return marked


def _cases(witness: Witness) -> Iterator[tuple[str, tuple[Witness, int]]]:
    yield f"w{witness.number}-minimal", (witness, witness.state)
    if witness.populated is not None:
        yield f"w{witness.number}-populated", (witness, witness.populated)


def _needs_credentials(operation: Operation) -> None:
    if name := lacking(operation):
        pytest.skip(f"not testable here: needs {name}")


def _run_examples(run: Session, operation: Operation, check: Check) -> None:
    _needs_credentials(operation)
    tally = Tally()

    def judge(seen: Observation) -> None:
        check(Seen(run, seen, tally))

    with _failing():
        for seen in _shared(run, operation, "made", _made):
            _show(tally, seen, judge)
        try:
            for seen in _shared(run, operation, "drawn", _drawn):
                _show(tally, seen, judge)
        except Deviation as first:
            raise examples.shrunk(run, operation, judge, first) from None
    _conclude(run, tally, tally.exercised)


class _Shared:
    """Observations that all tests of an operation look at. Each is made when the first of them asks for it."""

    def __init__(self, asked: Iterable[Callable[[], observing.Seeing]]) -> None:
        self._asked = list(asked)
        self._known: list[observing.Seeing] = []

    def __iter__(self) -> Iterator[observing.Seeing]:
        for at, ask in enumerate(self._asked):
            if at == len(self._known):
                self._known.append(ask())
            yield self._known[at]


def _shared(
    run: Session,
    operation: Operation,
    name: str,
    asked: Callable[[Session, Operation], Iterator[Callable[[], observing.Seeing]]],
) -> _Shared:
    """The observations of an operation that go by a name."""
    key = (operation.name, "shared", name)
    if key not in run.memo:
        run.memo[key] = _Shared(asked(run, operation))
    found: _Shared = run.memo[key]
    return found


def _made(run: Session, operation: Operation) -> Iterator[Callable[[], observing.Seeing]]:
    """The witnesses of an operation, and what is made from them and from the states of the corpus."""
    for witness in run.corpus.witnesses_of(operation):
        for _, (_, number) in _cases(witness):
            yield partial(observing.of_witness, run, operation, witness, number)
    for one in examples.planned_of(run, operation):
        yield partial(examples.of_planned, run, operation, one)


def _drawn(run: Session, operation: Operation) -> Iterator[Callable[[], observing.Seeing]]:
    """Drawn examples of an operation."""
    for drawn in examples.drawn_of(run, operation):
        yield partial(examples.of_drawn, run, operation, drawn)


def _show(tally: Tally, seen: observing.Seeing, judge: Callable[[Observation], None]) -> None:
    if isinstance(seen, NotHere):
        if seen.needs not in tally.needs:
            tally.needs.append(seen.needs)
    elif seen is not None:
        tally.inexact |= not seen.exact
        judge(seen)


def _run_witness(run: Session, operation: Operation, check: Check, witness: Witness, number: int | None) -> None:
    """A witness in a state; without one, after the calls that lead to its own."""
    _needs_credentials(operation)
    tally = Tally()
    with _failing():
        if number is None:
            seen = observing.after_calls(run, operation, witness)
        else:
            seen = observing.of_witness(run, operation, witness, number)
        _show(tally, seen, lambda found: check(Seen(run, found, tally)))
    _conclude(run, tally, tally.applied)


def _run_malformed(run: Session, operation: Operation, check: Check, wrong: Malformation) -> None:
    _needs_credentials(operation)
    with _failing():
        inputs, standing = _acceptable(run, operation)
        request = malformed.request(operation, wrong, inputs, credentials(operation, Credentials.VALID))
        seen = observing.send(run, operation, standing.before, request, f"{standing.how}; {wrong.name}")
        check(Seen(run, seen, Tally()))


def _run_unauthorized(run: Session, operation: Operation, check: Check, shown: Credentials) -> None:
    _needs_credentials(operation)
    with _failing():
        inputs, standing = _acceptable(run, operation)
        request = request_of(operation, inputs, credentials(operation, shown))
        seen = observing.send(run, operation, standing.before, request, f"{standing.how}; credentials {shown.value}")
        check(Seen(run, seen, Tally()))


def _acceptable(run: Session, operation: Operation) -> tuple[Mapping[str, Any], Standing]:
    """Inputs that are accepted, and the service in the state in which they are."""
    needs, tally = None, Tally()
    for witness in run.corpus.witnesses_of(operation):
        if not witness.accepted:
            continue
        found = observing.of_witness(run, operation, witness, witness.state)
        if isinstance(found, NotHere):
            needs = found.needs
        elif found is not None and found.trouble:
            tally.obstacles.append(found)
        elif found is not None and found.expectation.outcome == "accepted":
            standing = run.world.enter(run.corpus.states[witness.state], witness.wait)
            return observing.witness_inputs(run, operation, witness, standing), standing
    _tell_obstacles(run, tally, shown=False)
    if needs is not None and not tally.blocked:
        pytest.skip(f"not testable here: needs {needs}")
    pytest.skip(f"blocked by {', '.join(dict.fromkeys(tally.blocked)) or f'{operation.name}.accepts'}")


@contextmanager
def _failing() -> Iterator[None]:
    """Turns a finding into a failure that shows its message and nothing else."""
    try:
        yield
    except Deviation as found:
        raise pytest.fail.Exception(str(found), pytrace=False) from None
    except Unreached as unreached:
        raise pytest.fail.Exception(_untold(unreached.obstacle.why), pytrace=False) from None
    except (Trouble, WireError) as trouble:
        raise pytest.fail.Exception(_untold(str(trouble)), pytrace=False) from None
    except Defect as defect:
        raise pytest.fail.Exception(f"a defect of the suite, not of the service: {defect}", pytrace=False) from None


def _conclude(run: Session, tally: Tally, count: int) -> None:
    """A test that has shown nothing does not pass."""
    _tell_obstacles(run, tally, shown=bool(count))
    if count:
        return
    if tally.blocked:
        pytest.skip(f"blocked by {', '.join(dict.fromkeys(tally.blocked))}")
    if tally.needs:
        pytest.skip(f"not testable here: needs {', '.join(tally.needs)}")
    missing = [name for name in ("load", "clock") if not run.has(name)]
    if tally.inexact and missing:
        pytest.skip(f"not testable here: needs {', '.join(missing)}")
    pytest.fail(f"vacuous: no example exercised this\n  reproduce {reproduce(run)}", pytrace=False)


def _tell_obstacles(run: Session, tally: Tally, shown: bool) -> None:
    """Fails for what was in the way, where this is the first test that met it; others are blocked by it.

    `shown`: other examples of the test were not in vain, and so what it is about has passed.
    """
    for seen in tally.obstacles:
        if is_first(run, seen):
            with _failing():
                raise Deviation({**obstruction(run, seen).parts, "shown": shown})
        if seen.trouble:
            tally.blocked.append(blocking(run, seen))


def _untold(why: str) -> str:
    return f"the service cannot be brought into a state: {why}\n  reproduce {reproduce(current())}"


def is_first(run: Session, seen: Observation) -> bool:
    """Whether a test is the first that meets what is in the way of an example."""
    return seen.obstacle is not None and _met(run, seen.obstacle).test == run.test


def blocking(run: Session, seen: Observation) -> str:
    """The promise that is broken where an example could not be shown."""
    clause = "" if seen.obstacle is None else _met(run, seen.obstacle).clause
    return clause or "the admin contract"


def _met(run: Session, obstacle: Obstacle) -> Met:
    """What is known of an obstacle; the first time, who is to blame for it."""
    if obstacle.key not in run.obstacles:
        found = None if obstacle.state is None else _blamed(run, obstacle.state)
        clause = obstacle.clause if found is None else found.parts["clause"]
        run.obstacles[obstacle.key] = Met(run.test, clause, None if found is None else found.parts)
    return run.obstacles[obstacle.key]


def _blamed(run: Session, state: CorpusState) -> Deviation | None:
    """What is wrong first on the way to a state: a call can be rejected rightly, because of what one before it did."""
    try:
        for seen in Trace(run, state).needed():
            Seen(run, seen, Tally()).total()
    except Deviation as found:
        name = f"{found.parts['operation']}.{_PROMISES.get(found.parts['kind'], 'accepts')}"
        return Deviation({"clause": name, "says": name, "place": "", **found.parts})
    except (Trouble, WireError, MissingReference):
        return None
    return None


# The promise that a failure breaks where it names no clause.
_PROMISES = {"answer": "output", "changed": "frame", "promise": "types", "accepted": "rejects"}


def hindered(run: Session, operation: Operation, unreached: Unreached) -> Deviation:
    """What is in the way of a state of the corpus, as a failure; blocks the test where another one failed for it."""
    seen = observing.obstructed(operation, "a state of the corpus", unreached.obstacle)
    if not is_first(run, seen):
        pytest.skip(f"blocked by {blocking(run, seen)}")
    return obstruction(run, seen)


def obstruction(run: Session, seen: Observation) -> Deviation:
    """What keeps a state from being reached, as a failure of the promise that is broken, and not of the test's own."""
    obstacle = seen.obstacle
    if obstacle is None:
        return deviation(run, seen, Found("setup", f"a state could not be reached: {seen.trouble}"))
    known = _met(run, obstacle).parts
    if known is not None:
        return Deviation(known)
    rule = Rule(obstacle.clause, obstacle.says, "", _always) if obstacle.clause else None
    operation = obstacle.operation
    if operation is None:
        kind: Kind = "load" if obstacle.clause == LOADING else "setup"
        places = ", ".join(dict.fromkeys(obstacle.fields)) or "the whole of it"
        headline = f"a state that is loaded is not what the service holds then: {places}"
        headline = headline if kind == "load" else obstacle.why
        shown = observing.obstructed(seen.operation, "", obstacle)
        return deviation(run, shown, Found(kind, headline, rule, "200", obstacle.why, obstacle.fields))
    status = obstacle.made[1].status if obstacle.made is not None else 0
    kind = _sort(status, "refused") if obstacle.clause.endswith(".accepts") else "answer"
    headline = f"{operation.name} fails where its call leads to the state of another test"
    return deviation(run, seen, Found(kind, headline, rule, str(operation.status), obstacle.why, obstacle.fields))


# --- traces ---------------------------------------------------------------------------------------------------------


class Trace:
    """The calls that lead to a state of the corpus."""

    def __init__(self, run: Session, state: CorpusState) -> None:
        self._run = run
        self._state = state
        self._operations = {operation.name: operation for operation in run.service.operations}

    def total(self) -> None:
        """Makes every call, and judges it by everything that the spec says."""
        with _failing():
            for seen in self._steps():
                Seen(self._run, seen, Tally()).total()

    def eventually(self, number: int) -> None:
        """Makes every call; the property holds at some time."""
        rule = self._run.service.eventually[number]
        last: Observation | None = None
        with _failing():
            for last in self._steps():
                states = (last.before, last.after)
                if any(one is not None and oracle.invariant_problem(rule, one, last.now) is None for one in states):
                    self._run.ledger.count(rule.id)
                    return
            if last is not None:
                raise deviation(self._run, last, Found("promise", f"{rule.id} is never reached", rule))
        pytest.fail(f"vacuous: the trace of corpus state {self._state.number} has no steps", pytrace=False)

    def needed(self) -> Iterator[Observation]:
        """Makes the calls that the state cannot be reached without."""
        return self._steps(idle=False)

    def _steps(self, idle: bool = True) -> Iterator[Observation]:
        run, world = self._run, self._run.world
        before = world.begin()
        answered: list[Any] = []
        for number, step in enumerate(self._state.trace or ()):
            moment = world.pass_time(step.wait)
            if step.idle and not idle:
                answered.append({})
                continue
            operation = self._operations[step.operation]
            where = f"step {number} of the trace of corpus state {self._state.number}"
            try:
                inputs = corpus.inputs_json(operation, step.inputs, moment, answered)
            except MissingReference as error:
                pytest.fail(f"{where} cannot be made: {error}\n  reproduce {reproduce(run)}", pytrace=False)
            seen = observing.make(run, operation, before, inputs, where)
            if seen is None:
                return
            yield seen
            if seen.after is None:
                return
            before = seen.after
            answered.append(outputs_json(operation, seen.response))


def traces_of(service: Service, test_id: str) -> Callable[[Callable[[Trace], None]], Callable[..., None]]:
    """One test per state of the corpus that calls lead to."""
    del service
    known = corpus.load().states
    cases = [(case["name"], known[case["trace"]]) for case in planned.test(test_id)["cases"]]

    def decorate(check: Callable[[Trace], None]) -> Callable[..., None]:
        def test(state: CorpusState) -> None:
            _run_trace(current(), check, state)

        return _parametrized(_named(test, check), "state", cases)

    return decorate


def _run_trace(run: Session, check: Callable[[Trace], None], state: CorpusState) -> None:
    if needs := run.world.lacks_for_trace(state):
        pytest.skip(f"not testable here: needs {needs}")
    check(Trace(run, state))


def eventually(service: Service, number: int) -> None:
    """A state that calls lead to satisfies a property: the first such state of the corpus is reached by its calls."""
    run = current()
    rule = service.eventually[number]
    needs = None
    for state in run.corpus.states:
        if state.trace and _would_satisfy(run, rule, state):
            needs = run.world.lacks_for_trace(state)
            if needs is None:
                Trace(run, state).eventually(number)
                return
    if needs is not None:
        pytest.skip(f"not testable here: needs {needs}")
    pytest.fail(f"vacuous: no trace of the corpus reaches {rule.id}", pytrace=False)


def _would_satisfy(run: Session, rule: Rule, state: CorpusState) -> bool:
    moment = run.world.now()
    try:
        value = run.world.decode(corpus.state_json(run.service, state, int(moment)))
        return oracle.invariant_problem(rule, value, moment) is None
    except (WireError, Outside, Unreached):
        return False
