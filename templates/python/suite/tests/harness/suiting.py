"""Calls that have to be accepted: inputs that suit the state at hand, and recorded calls that can be made here.

A precondition can ask for more than chance provides: a time that is free, a number that is not too high. So inputs are
looked for among those that were drawn, those of recorded calls, and what the state holds. The oracle says how far each
choice is from being accepted; the service is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.harness import observing, oracle
from tests.harness.corpus import CorpusState, MissingReference, Witness, inputs_json
from tests.harness.examples import Pool
from tests.harness.sending import lacking, never_sent
from tests.harness.service import Operation
from tests.harness.session import Session
from tests.harness.types import Option, WireError, WireType
from tests.harness.values import Outside

Values = dict[str, Any]
"""The inputs of a call as clauses see them, by attribute."""

# How many choices are looked at for one call, how many recorded calls are taken up, and how many values per input.
MAX_CHOICES = 150
MAX_RECORDED = 4
MAX_VALUES = 6
# How far from being accepted a call is whose inputs are none, and one that the spec does not speak about.
MALFORMED, UNSPOKEN = 1_000, 1_000_000


def accepted_of(run: Session, operation: Operation) -> list[Witness]:
    """The recorded calls of an operation that are accepted, those that the fewest calls lead to first."""
    found = [witness for witness in run.corpus.witnesses_of(operation) if witness.accepted]
    return sorted(found, key=lambda one: (_length(run.corpus.states[one.state]), one.wait, one.number))


def _length(state: CorpusState) -> int:
    # A state that can only be loaded comes last.
    return 1_000 if state.trace is None else len(state.trace)


def reachable_of(run: Session, operation: Operation) -> list[Witness]:
    """Those of them that can be made here."""
    if lacking(operation):
        return []
    return [one for one in accepted_of(run, operation) if _lacks(run, one) is None]


def why_never(run: Session, operation: Operation) -> str:
    """Why no call of an operation can be expected to be accepted here; empty where one can."""
    found = accepted_of(run, operation)
    if not found:
        return "no call of it is known to be accepted"
    needs = lacking(operation) or next(filter(None, (_lacks(run, one) for one in found)), "")
    return "" if reachable_of(run, operation) else f"not testable here: needs {needs}"


def _lacks(run: Session, witness: Witness) -> str | None:
    state = run.corpus.states[witness.state]
    return run.world.lacks_for_trace(state, witness.wait) and run.world.lacks(state, witness.wait)


def was_accepted(run: Session, operation: Operation) -> bool:
    """Whether any call of an operation was accepted in the phase that is under way."""
    return run.ledger.exercised().accepted[operation.name] > 0


def suited(run: Session, operation: Operation, before: Any, drawn: Values, turn: int) -> Values | None:
    """Inputs with which a call has to be accepted now, as much as possible those that were drawn; None: none is found.

    The same turn looks at the same choices in the same order.
    """
    return _Search(run, operation, before, turn).find(drawn)


def is_typed(declared: WireType, value: Any) -> bool:
    """Whether a value is one of a type: what names an entry of a relation need not be its key."""
    try:
        declared.decode(declared.encode(value))
    except (WireError, AttributeError, TypeError):
        return False
    return True


class _Search:
    """Looks for inputs, one at a time, always from the best that was found."""

    def __init__(self, run: Session, operation: Operation, before: Any, turn: int) -> None:
        self._run, self._operation, self._before = run, operation, before
        self._pool = Pool(run.service, before)
        self._turn = turn
        self._left = MAX_CHOICES
        self._now = run.world.now()
        keys = {presence.input for presence in operation.presence}
        # What names an entry is changed last: it was taken from those that are there.
        self._order = sorted(operation.inputs, key=lambda one: one.attr in keys)
        self._keys = keys
        self._recorded: list[Values] | None = None

    def find(self, drawn: Values) -> Values | None:
        """Inputs that are accepted."""
        for base in self._bases(drawn):
            found = self._improved(base)
            if found is not None:
                return found
        return None

    def _bases(self, drawn: Values) -> Iterator[Values]:
        typed = {one.attr: drawn[one.attr] for one in self._operation.inputs if is_typed(one.type, drawn[one.attr])}
        if len(typed) == len(drawn):
            yield drawn
        for recorded in self._known():
            yield {**recorded, **{name: value for name, value in typed.items() if name in self._keys}}

    def _improved(self, base: Values) -> Values | None:
        best, least = base, self._distance(base)
        for one in self._order:
            for value in self._values(one.attr, best) if least else ():
                choice = {**best, one.attr: value}
                far = self._distance(choice)
                if far < least:
                    best, least = choice, far
        return None if least else best

    def _values(self, attr: str, best: Values) -> Iterator[Any]:
        declared = next(one.type for one in self._operation.inputs if one.attr == attr)
        for recorded in self._known():
            yield recorded[attr]
        for pick in range(MAX_VALUES):
            yield self._pool.instead(declared, best[attr], pick + self._turn)
        if isinstance(declared, Option):
            yield None

    def _known(self) -> list[Values]:
        """The inputs of some recorded calls that were accepted, as if they were made now."""
        if self._recorded is None:
            every = accepted_of(self._run, self._operation)
            start = self._turn % len(every) if every else 0
            found = (self._inputs(one) for one in [*every[start:], *every[:start]][:MAX_RECORDED])
            self._recorded = [one for one in found if one is not None]
        return self._recorded

    def _inputs(self, witness: Witness) -> Values | None:
        recorded = self._run.corpus.states[witness.state].outputs
        try:
            inputs = inputs_json(self._operation, witness.inputs, self._run.world.moment(), recorded)
            given = observing.given_of(self._operation, inputs)
        except (MissingReference, WireError):
            return None
        return {one.attr: getattr(given, one.attr) for one in self._operation.inputs}

    def _distance(self, choice: Values) -> int:
        """How far a call is from being accepted: 0 where it has to be."""
        if self._left <= 0:
            return UNSPOKEN
        self._left -= 1
        operation = self._operation
        try:
            if never_sent(operation, {one.name: one.type.encode(choice[one.attr]) for one in operation.inputs}):
                return UNSPOKEN
            given = operation.given(*(choice[one.attr] for one in operation.inputs))
            expected = oracle.expectation(self._run.service, operation, self._before, given, self._now)
        except (Outside, WireError):
            return UNSPOKEN
        if expected.outcome == "outside":
            return UNSPOKEN
        far = len(expected.failing) + len(expected.unknown)
        return far + MALFORMED if expected.status == 422 else far
