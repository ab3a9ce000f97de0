"""The state machine: sequences of calls from the initial state on, each judged by everything that the spec says.

Hypothesis draws the steps; some sequences begin with recorded calls, so that they come to where chance does not lead.
An operation that was never accepted is then led to by recorded calls alone; where it still is not, the test has shown
nothing of it, and fails as `vacuous`.

What is found is made small here, by leaving steps out: Hypothesis's own search would replay thousands of calls, and
could not follow identifiers that the service makes up anew each time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, ClassVar

import hypothesis
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    multiple,
    run_state_machine_as_test,
)

from tests.harness import corpus, examples, observing, oracle, suiting
from tests.harness.admin import Trouble
from tests.harness.checks import Seen, Tally, hindered
from tests.harness.corpus import MissingReference, Witness
from tests.harness.observing import Observation
from tests.harness.report import Deviation, redacted, reproduce, request_text
from tests.harness.sending import lacking, never_sent
from tests.harness.service import Operation, Service
from tests.harness.session import Session, current
from tests.harness.types import MapOf, MultiOf, WireError, WireType
from tests.harness.world import Unreached, outputs_json

# How many shorter sequences are tried to make one failure small.
MAX_ATTEMPTS = 30
# How many states the machine looks back.
FORMER = 8
# How many steps a sequence has for each operation, where that is more than the profile says.
STEPS_PER_OPERATION = 2
# How many recorded calls are tried to have an operation accepted that never was.
MAX_RECORDED = 3


@dataclass(frozen=True, slots=True)
class Step:
    """A step: the call, and what it answered; `wait` is how long it was after the step before."""

    operation: Operation
    inputs: Mapping[str, Any]
    wait: int
    outputs: Mapping[str, Any]
    text: str


@dataclass(slots=True)
class Found:
    """The first failure of a run of the machine."""

    steps: list[Step] = field(default_factory=list)
    failure: Deviation | None = None


class Made:
    """A call that was made, and what it leaves for bundles: nothing where it was rejected."""

    def __init__(self, seen: Observation | None) -> None:
        self._call = None if seen is None or not seen.succeeded else seen.call
        self.was_sent = seen is not None

    def key(self, *path: str) -> Any:
        """What stands at the end of a path of attributes that begins with an output."""
        return multiple() if self._call is None else _at(self._call.answer, path)

    def input(self, *path: str) -> Any:
        """What stands at the end of a path of attributes that begins with an input."""
        return multiple() if self._call is None else _at(self._call.given, path)

    @property
    def accepted(self) -> bool:
        """Whether the call was accepted."""
        return self._call is not None


def _at(whole: Any, path: tuple[str, ...]) -> Any:
    for name in path:
        if whole is None:
            return multiple()
        whole = getattr(whole, name)
    return multiple() if whole is None else whole


Asked = tuple[Operation, Mapping[str, Any]]
"""A call: the operation, and its inputs in the wire format."""


class ConformanceMachine(RuleBasedStateMachine):
    """What the state machine of every service has in common."""

    service: ClassVar[Service]
    found: ClassVar[Found]

    def __init__(self) -> None:
        super().__init__()
        self._run = current()
        self._steps: list[Step] = []
        self._before = self._run.world.begin()
        # Some states of the way here.
        self._former = deque([self._before], maxlen=FORMER)
        self._looking = False
        # The last read of each operation, and the state that each was last asked in.
        self._reads: dict[str, Asked] = {}
        self._asked: dict[str, Any] = {}

    @initialize(start=st.runner().flatmap(lambda machine: machine.starts()))
    def begin(self, start: Witness | None) -> None:
        """Recorded calls that lead to where an operation is accepted; or none, every other time."""
        if start is not None:
            self.follow(start)

    def starts(self) -> st.SearchStrategy[Witness | None]:
        """Where a sequence can begin."""
        key = ("machine", "starts")
        if key not in self._run.memo:
            found = [suiting.reachable_of(self._run, operation)[:1] for operation in self.service.operations]
            told = [one for every in found for one in every if self._run.corpus.states[one.state].trace]
            self._run.memo[key] = st.sampled_from([*[None] * max(1, len(told)), *told])
        strategy: st.SearchStrategy[Witness | None] = self._run.memo[key]
        return strategy

    def follow(self, witness: Witness) -> None:
        """Makes the calls that lead to a recorded one, and then that one."""
        operations = {operation.name: operation for operation in self.service.operations}
        state = self._run.corpus.states[witness.state]
        answered: list[Mapping[str, Any]] = []
        if state.trace is None:
            self._before = self._run.world.enter(state, 0).before
            answered.extend(state.outputs)
        # What is asked again after a change could undo what the next call needs.
        self._looking = True
        try:
            for step in state.trace or ():
                answered.append(self._recorded(operations[step.operation], step.inputs, step.wait, answered))
            self._recorded(operations[witness.operation], witness.inputs, witness.wait, answered)
        except MissingReference:
            # A service that chose otherwise has gone another way; what it did is judged already.
            pass
        self._looking = False

    def _recorded(
        self, operation: Operation, found: Mapping[str, Any], wait: int, answered: list[Mapping[str, Any]]
    ) -> Mapping[str, Any]:
        """A recorded call as it can be made here; what it answered."""
        moment = self._run.world.moment() + wait
        inputs = corpus.inputs_json(operation, found, moment, answered)
        made = self._step(operation, inputs, wait if self._run.has("clock") else 0)
        return self._steps[-1].outputs if made.was_sent else {}

    def make(self, operation: Operation, /, **given: Any) -> Made:
        """A step with given inputs, by attribute; where it would be rejected, with others that are accepted."""
        inputs = self._suited(operation, given)
        return Made(None) if inputs is None else self._step(operation, inputs, 0)

    def _suited(self, operation: Operation, given: Mapping[str, Any]) -> dict[str, Any] | None:
        """Inputs that are accepted, or else those that were drawn; None where these are none at all."""
        drawn = dict(given)
        found = suiting.suited(self._run, operation, self._before, drawn, len(self._steps)) or drawn
        if not all(suiting.is_typed(one.type, found[one.attr]) for one in operation.inputs):
            return None
        return {one.name: one.type.encode(found[one.attr]) for one in operation.inputs}

    def anything(self, operation: Operation, data: st.DataObject) -> Made:
        """A step with any inputs: new ones, or values that the state holds, by index."""
        values, picks, wait = data.draw(_calls_of(self._run, operation))
        # Now and then a state of before: what was deleted is a good thing to ask for.
        former = self._former[sum(picks) % len(self._former)]
        state = former if picks and picks[0] % 3 == 2 else self._before
        inputs = examples.resolved(self.service, operation, state, values, picks)
        # Now and then the same call as before: what was remembered from it may be wrong by now.
        earlier = [step.inputs for step in self._steps if step.operation is operation]
        if earlier and picks and picks[0] % 3 == 1:
            inputs = earlier[sum(picks) % len(earlier)]
        # And now and then one that is accepted, with whatever the state holds.
        elif picks and picks[0] % 6 == 0:
            given = observing.given_of(operation, inputs)
            drawn = {one.attr: getattr(given, one.attr) for one in operation.inputs}
            inputs = self._suited(operation, drawn) or inputs
        return self._step(operation, inputs, wait if self._run.has("clock") else 0)

    def _step(self, operation: Operation, inputs: Mapping[str, Any], wait: int) -> Made:
        if lacking(operation) or never_sent(operation, inputs) or not _wait(self._run, self._before, wait):
            return Made(None)
        seen = observing.make(self._run, operation, self._before, inputs, f"after {len(self._steps)} steps")
        if seen is None:
            return Made(None)
        self._steps.append(step_of(seen, wait))
        try:
            Seen(self._run, seen, Tally()).total()
        except Deviation as failure:
            if self.found.failure is None:
                self.found.failure, self.found.steps = failure, list(self._steps)
            raise
        before, self._before = self._before, seen.after
        self._asked[operation.name] = seen.after
        if before != seen.after:
            self._former.append(seen.after)
            self._look_again(before)
        elif operation.read_only and seen.succeeded:
            self._reads[operation.name] = operation, inputs
        return Made(seen)

    def _look_again(self, before: Any) -> None:
        """After a change asks what could be remembered wrongly, so that no answer is an old one."""
        if not self._looking:
            self._looking = True
            changes = touched(self.service, before, self._before)
            for operation, inputs in [*self._reads_after(changes), *self._calls_after(changes)]:
                self._step(operation, inputs, 0)
            self._looking = False

    def _reads_after(self, changes: list[Touched]) -> list[Asked]:
        """For each operation that only reads a call about what has changed, or else the last one that was made."""
        again: list[Asked] = []
        for operation in self.service.operations:
            if operation.read_only:
                found = [self._about(one, operation) for one in changes]
                again += [one for one in (*found, self._reads.get(operation.name)) if one is not None][:1]
        return again

    def _calls_after(self, changes: list[Touched]) -> list[Asked]:
        """For each key that is gone the calls that named it, and those that bring it back: nothing of it is left."""
        again: list[Asked] = []
        for one in changes:
            if one.is_gone:
                naming = [step for step in self._steps[:-1] if one.key in step.inputs.values()]
                latest = {step.operation.name: (step.operation, step.inputs) for step in naming}
                again += [asked for asked in latest.values() if not self._is_acceptable(*asked)]
                again += [asked for asked in map(partial(self._about, one), self.service.operations) if asked]
        return again

    def _about(self, one: Touched, operation: Operation) -> Asked | None:
        """A call about a key, like one that was made before, if there is one that would be accepted."""
        names = [each.name for each in operation.inputs if each.type.name == one.type.name]
        if not names or lacking(operation):
            return None
        known = [step.inputs for step in reversed(self._steps) if step.operation is operation][:FORMER]
        for inputs in [*known, {}] if len(operation.inputs) == 1 else known:
            asked = {**inputs, names[0]: one.key}
            if self._is_acceptable(operation, asked):
                return operation, asked
        return None

    def _is_acceptable(self, operation: Operation, inputs: Mapping[str, Any]) -> bool:
        """Whether a call would have to be accepted now."""
        given, now = observing.given_of(operation, inputs), self._run.world.now()
        return oracle.expectation(self.service, operation, self._before, given, now).outcome == "accepted"

    def is_news(self, operation: Operation) -> bool:
        """Whether a call without inputs can show anything: one that only reads is made once in a state."""
        return not operation.read_only or self._asked.get(operation.name) is not self._before


def _calls_of(run: Session, operation: Operation) -> st.SearchStrategy[tuple[Any, Any, int]]:
    """What is drawn for a step: values, picks, and a wait."""
    key = (operation.name, "calls")
    if key not in run.memo:
        run.memo[key] = st.tuples(*examples.inputs_of(operation), st.sampled_from(examples.waits_of(run)))
    found: st.SearchStrategy[tuple[Any, Any, int]] = run.memo[key]
    return found


def present(*bundles: Bundle[Any]) -> st.SearchStrategy[Any]:
    """A value of one of several bundles, out of those that hold any."""
    return st.runner().flatmap(lambda machine: _one_of(*(one for one in bundles if machine.bundle(one.name))))


@cache
def _one_of(*bundles: Bundle[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(*bundles)


def any_of(*bundles: Bundle[Any]) -> Callable[[Any], bool]:
    """Whether one of several bundles holds a value. Without that a rule cannot be followed, and a run would end."""

    def is_any_there(machine: RuleBasedStateMachine) -> bool:
        return any(machine.bundle(one.name) for one in bundles)

    return is_any_there


def unasked(operation: Operation) -> Callable[[Any], bool]:
    """Whether an operation without inputs has something new to say."""

    def is_unasked(machine: ConformanceMachine) -> bool:
        return machine.is_news(operation)

    return is_unasked


@dataclass(frozen=True, slots=True)
class Touched:
    """A key of a relation whose entry is another one than before, in the wire format."""

    type: WireType
    key: Any
    is_gone: bool


def touched(service: Service, before: Any, after: Any) -> list[Touched]:
    """The keys by which relations differ, each once."""
    found: list[Touched] = []
    for one in service.state:
        if isinstance(one.type, MapOf | MultiOf):
            old, new = getattr(before, one.attr), getattr(after, one.attr)
            keys = [key for key in dict.fromkeys([*old, *new]) if old.get(key) != new.get(key)]
            every = [Touched(one.type.key, one.type.key.encode(key), key not in new) for key in keys]
            found += [each for each in every if each not in found]
    return found


def _wait(run: Session, before: Any, wait: int) -> bool:
    """Moves the clock on, unless the state would not satisfy the spec then; tells whether all is well."""
    if wait and run.has("clock"):
        earlier = run.world.clock
        run.world.pass_time(wait)
        if not oracle.fits(run.service, before, run.world.now()):
            run.world.stop_clock(earlier or 0)
            return False
    return True


def step_of(seen: Observation, wait: int) -> Step:
    """A step as it is remembered and shown."""
    text = f"{seen.operation.name}: {request_text(seen.operation, seen.request)}".replace("\n", " ")
    later = f" ({wait} ms later)" if wait else ""
    shown = redacted(seen.operation, seen.inputs, f"{text} -> {seen.response.status}{later}")
    return Step(seen.operation, seen.inputs, wait, outputs_json(seen.operation, seen.response), shown)


def settled(machine: type[ConformanceMachine]) -> type:
    """The test class of a machine."""

    class Settled:
        """Runs the machine."""

        def test_steps(self) -> None:
            """Any sequence of calls does what the spec says, step by step."""
            run_machine(current(), machine)

    Settled.__doc__ = machine.__doc__
    Settled.__module__ = machine.__module__
    return Settled


def run_machine(run: Session, machine: type[ConformanceMachine]) -> None:
    """Runs a machine under the profile and seed of the run."""
    machine.found = Found()
    try:
        _explore(run, machine)
        if machine.found.failure is None:
            _lead(run, machine)
    except (Trouble, WireError) as trouble:
        pytest.fail(f"the service cannot be brought into its initial state: {trouble}", pytrace=False)
    except Unreached as unreached:
        raise hindered(run, run.service.operations[0], unreached) from None
    except Deviation:
        if machine.found.failure is None:
            raise
    if machine.found.failure is not None:
        raise _with_steps(run, smaller(run, machine.found), machine.found.failure)
    _conclude(run)


def _explore(run: Session, machine: type[ConformanceMachine]) -> None:
    """Lets Hypothesis draw sequences."""
    steps = max(run.profile.steps, STEPS_PER_OPERATION * len(run.service.operations))
    settings = hypothesis.settings(examples.settings(run.profile.examples, shrinks=False), stateful_step_count=steps)
    seeded = hypothesis.seed(run.seed_for(run.service.name, "machine"))(machine)
    try:
        run_state_machine_as_test(seeded, settings=settings)
    except hypothesis.errors.Flaky:
        # A service need not do the same again, and Hypothesis wonders about that. What it found by then counts.
        pass


def _lead(run: Session, machine: type[ConformanceMachine]) -> None:
    """Leads to each operation that was never accepted."""
    for operation in run.service.operations:
        for witness in suiting.reachable_of(run, operation)[:MAX_RECORDED]:
            if not suiting.was_accepted(run, operation):
                machine().follow(witness)


def _conclude(run: Session) -> None:
    """An operation that is accepted elsewhere and never was here has shown nothing, and so has what builds on it."""
    operations = [one for one in run.service.operations if suiting.reachable_of(run, one)]
    never = [operation.name for operation in operations if not suiting.was_accepted(run, operation)]
    if never:
        text = (
            f"vacuous: {', '.join(never)} {'was' if len(never) == 1 else 'were'} never accepted in a whole stateful run"
        )
        pytest.fail(f"{text}\n  reproduce {reproduce(run)}", pytrace=False)


def _with_steps(run: Session, found: Found, first: Deviation) -> Deviation:
    """A failure that tells what led to it, and whether anything was learned about its operation at all."""
    steps = "\n".join(f"{number}. {step.text}" for number, step in enumerate(found.steps))
    parts = (found.failure or first).parts
    operation = found.steps[-1].operation
    if not suiting.was_accepted(run, operation):
        vacuous = f"vacuous: {operation.name} was never accepted in this stateful run"
        parts = {**parts, "why": "\n".join(filter(None, (parts.get("why"), vacuous)))}
    return Deviation({**parts, "steps": steps})


def smaller(run: Session, found: Found) -> Found:
    """The same failure with fewer steps before it, where some are not needed."""
    if not run.may_shrink():
        return found
    run.shrunk += 1
    attempts, at = MAX_ATTEMPTS, len(found.steps) - 2
    # From the back: late steps are the likeliest to matter least, and leaving them out changes nothing before them.
    while at >= 0 and attempts > 0:
        attempts -= 1
        shorter = _replayed(run, [*found.steps[:at], *found.steps[at + 1 :]], found)
        found = shorter or found
        at = min(at - 1, len(found.steps) - 2)
    return found


def _replayed(run: Session, steps: list[Step], original: Found) -> Found | None:
    """Makes steps again; what fails, if the last of them does in the same way."""
    before = run.world.begin()
    renamed: dict[Any, Any] = {}
    done: list[Step] = []
    for step in steps:
        inputs = _renamed(dict(step.inputs), renamed)
        if not _wait(run, before, step.wait):
            return None
        seen = observing.make(run, step.operation, before, inputs, f"after {len(done)} steps")
        if seen is None:
            return None
        done.append(step_of(seen, step.wait))
        try:
            Seen(run, seen, Tally()).total()
        except Deviation as failure:
            return Found(done, failure) if _headline(failure) == _headline(original.failure) else None
        _learn(step.outputs, done[-1].outputs, renamed)
        before = seen.after
    return None


def _headline(failure: Deviation | None) -> str:
    return str(failure).partition("\n")[0]


def _learn(old: Any, new: Any, renamed: dict[Any, Any]) -> None:
    """Notes which texts and numbers of an answer have become others: identifiers that the service chose anew."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for name in old.keys() & new.keys():
            _learn(old[name], new[name], renamed)
    elif isinstance(old, str | int) and isinstance(new, str | int) and not isinstance(old, bool) and old != new:
        renamed[old] = new


def _renamed(value: Any, renamed: dict[Any, Any]) -> Any:
    if isinstance(value, dict):
        return {_renamed(name, renamed): _renamed(one, renamed) for name, one in value.items()}
    if isinstance(value, list):
        return [_renamed(one, renamed) for one in value]
    return renamed.get(value, value) if isinstance(value, str | int) and not isinstance(value, bool) else value
