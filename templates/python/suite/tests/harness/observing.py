"""Observations: what was asked of the service in which state, what it answered, and what it held afterwards.

They are kept for the whole run, by what was asked. All tests of an operation look at the same calls.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tests.harness import corpus, oracle
from tests.harness.admin import Trouble
from tests.harness.client import Request, Response
from tests.harness.corpus import CorpusState, MissingReference, Witness
from tests.harness.oracle import Expectation
from tests.harness.sending import Credentials, credentials, never_sent, request_of
from tests.harness.service import Call, Operation
from tests.harness.session import Session
from tests.harness.types import WireError
from tests.harness.values import Instant
from tests.harness.world import Exchange, Obstacle, Standing, Unreached

OUTSIDE = Expectation("outside")


class Defect(Exception):
    """The suite contradicts itself. No finding about the service."""


@dataclass(frozen=True, slots=True)
class NotHere:
    """What the service lacks for something to be observed."""

    needs: str


@dataclass(frozen=True, slots=True, eq=False)
class Observation:
    """A call and everything about it. With `trouble` it was not made, since its state could not be reached.

    An `obstacle` is in its way then, or was: what could not be loaded may be reached by calls.
    """

    operation: Operation
    where: str
    inputs: Mapping[str, Any]
    request: Request
    response: Response
    before: Any
    after: Any
    after_why: str
    now: Instant
    expectation: Expectation
    call: Call[Any, Any, Any] | None
    """The call as clauses see it, where it succeeded and its outputs could be read."""
    answer_why: str
    answer_paths: tuple[str, ...] = ()
    """The places of the answer that are not what its outputs say."""
    trouble: str = ""
    obstacle: Obstacle | None = None
    way: tuple[Exchange, ...] = ()
    """The calls that led to the state before."""
    exact: bool = False
    again: Observation | None = None
    """The same call once more, where it only reads."""

    @property
    def succeeded(self) -> bool:
        """Whether the service accepted the call."""
        return self.response.status == self.operation.status

    @property
    def rejected(self) -> bool:
        """Whether the service rejected the call."""
        return 400 <= self.response.status < 500


Seeing = Observation | NotHere | None
Inputs = Callable[[Standing], Mapping[str, Any]]


def of_witness(run: Session, operation: Operation, witness: Witness, number: int) -> Seeing:
    """The call of a witness, in its state or in its populated one."""
    state = run.corpus.states[number]
    if needs := run.world.lacks(state, witness.wait):
        return NotHere(needs)
    key = (operation.name, "witness", witness.number, number)
    if key not in run.memo:
        seen = observe(run, operation, state, lambda at: witness_inputs(run, operation, witness, at), witness.wait)
        run.memo[key] = _confirmed(seen, witness)
    found: Seeing = run.memo[key]
    return found


def after_calls(run: Session, operation: Operation, witness: Witness) -> Seeing:
    """The call of a witness in a state that calls have led to, also where states can be loaded."""
    state = run.corpus.states[witness.state]
    if needs := run.world.lacks_for_trace(state, witness.wait):
        return NotHere(needs)
    try:
        standing = run.world.enter_by_calls(state, witness.wait)
        inputs = corpus.inputs_json(operation, witness.inputs, standing.moment, standing.outputs)
    except (Unreached, MissingReference) as error:
        return _unreached(operation, state, error)
    if never_sent(operation, inputs):
        return None
    return make(run, operation, standing.before, inputs, standing.how)


def witness_inputs(run: Session, operation: Operation, witness: Witness, standing: Standing) -> dict[str, Any]:
    """The inputs of a witness. A state that was loaded holds what the trace of the witness's own state answered."""
    outputs = run.corpus.states[witness.state].outputs if standing.loaded else standing.outputs
    return corpus.inputs_json(operation, witness.inputs, standing.moment, outputs)


def _confirmed(seen: Observation | None, witness: Witness) -> Observation | None:
    """The same; raises Defect where the suite and the explorer that wrote the corpus do not agree."""
    if seen is not None and seen.exact and not seen.trouble:
        outcome = seen.expectation.outcome
        if outcome in ("accepted", "rejected") and (outcome == "accepted") != witness.accepted:
            wanted = "accepted" if witness.accepted else "rejected"
            raise Defect(f"witness {witness.number} says that the call is {wanted}, and the oracle: {seen.expectation}")
    return seen


def observe(
    run: Session,
    operation: Operation,
    state: CorpusState,
    inputs: Inputs,
    wait: int,
    dressed: Any = None,
) -> Observation | None:
    """Makes a call in a state, or in another one that was made from it; None where it is not to be made."""
    try:
        standing = _entered(run, state, wait, dressed)
        found = inputs(standing)
    except (Unreached, MissingReference) as error:
        return _unreached(operation, state, error)
    if never_sent(operation, found):
        return None
    where = f"{standing.how}, {wait} ms later" if wait else standing.how
    seen = make(run, operation, standing.before, found, where, standing.exact)
    if seen is not None and standing.obstacle is not None:
        seen = replace(seen, obstacle=standing.obstacle)
    if seen is None or not operation.read_only or seen.call is None or seen.after != seen.before:
        return seen
    second = make(run, operation, standing.before, found, f"{where}, for the second time", standing.exact)
    return replace(seen, again=second)


def _entered(run: Session, state: CorpusState, wait: int, dressed: Any) -> Standing:
    if dressed is None:
        return run.world.enter(state, wait)
    return run.world.enter_value(dressed, f"corpus state {state.number} with other values", wait)


def make(
    run: Session,
    operation: Operation,
    before: Any,
    inputs: Mapping[str, Any],
    where: str,
    exact: bool = False,
) -> Observation | None:
    """Makes a call in the state that the service is in; None where the spec does not speak about it."""
    given = given_of(operation, inputs)
    expected = _foreseen(run, operation, before, given)
    if expected is OUTSIDE:
        return None
    request = request_of(operation, inputs, credentials(operation, Credentials.VALID))
    way = run.world.way
    response, now = run.world.call(request)
    run.ledger.called(operation.name, response.status == operation.status)
    if run.world.clock is None:
        expected = oracle.expectation(run.service, operation, before, given, now)
    after, after_why = _settled(run)
    call, wrong = None, None
    if response.status == operation.status:
        call, wrong = _answered(operation, response, before, after, given, now)
    exact = exact and run.world.clock is not None
    return Observation(
        operation=operation,
        where=where if run.world.clock is None else f"{where}, clock stopped at {Instant(run.world.clock)}",
        inputs=inputs,
        request=request,
        response=response,
        before=before,
        after=after,
        after_why=after_why,
        now=now,
        expectation=expected,
        call=call,
        answer_why=str(wrong or ""),
        answer_paths=tuple(wrong.paths()) if wrong is not None else (),
        way=way,
        exact=exact,
    )


def send(run: Session, operation: Operation, before: Any, request: Request, where: str) -> Observation:
    """Makes a request that is no call of the operation, because it is malformed or shows the wrong credentials."""
    way = run.world.way
    response, now = run.world.call(request)
    after, after_why = _settled(run)
    made = request, response, before, after, after_why
    return Observation(operation, where, {}, *made, now, OUTSIDE, None, "", way=way)


def given_of(operation: Operation, inputs: Mapping[str, Any]) -> Any:
    """The inputs of a call as clauses see them."""
    return operation.given(*(one.type.decode(inputs.get(one.name)) for one in operation.inputs))


def _foreseen(run: Session, operation: Operation, before: Any, given: Any) -> Expectation:
    expected = oracle.expectation(run.service, operation, before, given, run.world.now())
    return OUTSIDE if expected.outcome == "outside" else expected


def _settled(run: Session) -> tuple[Any, str]:
    try:
        return run.world.settle(), ""
    except WireError as error:
        return None, f"GET /state is no state any more: {error}"
    except Trouble as trouble:
        return None, str(trouble)


def _answered(
    operation: Operation, response: Response, before: Any, after: Any, given: Any, now: Instant
) -> tuple[Call[Any, Any, Any] | None, WireError | None]:
    try:
        answer = oracle.answer_of(operation, response)
    except WireError as error:
        return None, error
    return (None if after is None else Call(before, after, given, answer, now)), None


def _unreached(operation: Operation, state: CorpusState, error: Unreached | MissingReference) -> Observation:
    obstacle = error.obstacle if isinstance(error, Unreached) else Obstacle(str(error))
    return obstructed(operation, f"corpus state {state.number}", obstacle)


def obstructed(operation: Operation, where: str, obstacle: Obstacle) -> Observation:
    """A call that could not be made."""
    request, response = obstacle.made or (Request("", ""), Response(0))
    return Observation(
        operation=operation,
        where=where,
        inputs={},
        request=request,
        response=response,
        before=None,
        after=None,
        after_why="",
        now=Instant(0),
        expectation=OUTSIDE,
        call=None,
        answer_why="",
        trouble=obstacle.why,
        obstacle=obstacle,
        way=obstacle.way,
    )


def key_of(value: Any) -> str:
    """JSON as a key of the memory."""
    return json.dumps(value, sort_keys=True, ensure_ascii=True)
