"""Examples: those that are data of the suite, and drawn ones: a state of the corpus, a wait, and inputs that are new or
that the state already holds.

What is drawn does not depend on what the service answers: a value of the state is chosen by index, never by value. So
the same seed draws the same examples, whatever identifiers the service makes up.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity
from hypothesis import strategies as st

from tests.harness import oracle, planned
from tests.harness.corpus import CorpusState, Witness, inputs_json, state_json
from tests.harness.observing import NotHere, Observation, Seeing, key_of, observe
from tests.harness.oracle import show
from tests.harness.profiles import MAX_SHRINKS
from tests.harness.report import Deviation
from tests.harness.service import Input, Operation, Service
from tests.harness.session import Session
from tests.harness.types import (
    DURATION,
    INT,
    STRING,
    Alias,
    Entity,
    MapOf,
    MultiOf,
    Option,
    SeqOf,
    SetOf,
    WireType,
)
from tests.harness.values import Instant, Map, Multi
from tests.harness.world import MOMENT, Standing

# Picks below zero keep the drawn value, so that some inputs are new to the state; those above take one of the state and
# change it a little, since what is almost right finds more than what is wrong altogether.
FEWEST, MOST = -3, 8
NEAR_MISSES = 8
# Sent integers stay below this, unless a type's own bounds say otherwise.
LARGE = 10**15


@dataclass(frozen=True, slots=True)
class Drawn:
    """An example before it meets a state: a value for each input, and which value of the state to take instead.

    With `dress` it is the other way round where the state can be loaded: the state gets the drawn value instead.
    """

    state: int
    wait: int
    dress: bool
    values: tuple[Any, ...]
    picks: tuple[int, ...]

    def key(self, operation: Operation) -> str:
        """What the example is remembered by."""
        values = [one.type.encode(value) for one, value in zip(operation.inputs, self.values, strict=True)]
        return key_of([self.state, self.wait, self.dress, values, self.picks])


def settings(examples: int, shrinks: bool) -> hypothesis.settings:
    """Settings that depend on nothing but their arguments: neither on a database nor on the environment of a CI."""
    phases = (Phase.generate, Phase.shrink) if shrinks else (Phase.generate,)
    return hypothesis.settings(
        max_examples=examples,
        phases=phases,
        database=None,
        deadline=None,
        derandomize=False,
        print_blob=False,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )


def states_of(run: Session) -> list[CorpusState]:
    """The states that examples can begin in here."""
    return [state for state in run.corpus.states if run.world.lacks(state) is None]


def drawn_of(run: Session, operation: Operation) -> list[Drawn]:
    """The examples of an operation: drawn once per run, since every test of the operation looks at the same ones."""
    key = (operation.name, "drawn")
    if key not in run.memo:
        found: list[Drawn] = []
        _property(run, operation, found.append, shrinks=False)()
        run.memo[key] = found
    result: list[Drawn] = run.memo[key]
    return result


def shrunk(run: Session, operation: Operation, check: Callable[[Observation], None], first: Deviation) -> Deviation:
    """The failure of a smaller example, where one is found soon enough."""
    if not run.may_shrink():
        return first
    run.shrunk += 1
    left = MAX_SHRINKS

    def test(drawn: Drawn) -> None:
        nonlocal left
        known = _key(operation, drawn) in run.memo
        if not known:
            # When nothing more may be tried, what was never tried counts as fine, and the search comes to its end.
            if left == 0:
                return
            left -= 1
        seen = of_drawn(run, operation, drawn)
        if isinstance(seen, Observation):
            check(seen)

    try:
        _property(run, operation, test, shrinks=True)()
    except Deviation as smaller:
        return smaller
    except hypothesis.errors.Flaky:
        return first
    return first


def _property(run: Session, operation: Operation, test: Callable[[Drawn], None], shrinks: bool) -> Callable[[], None]:
    given = hypothesis.given(strategy_of(run, operation))(_with_signature(test))
    seeded = hypothesis.seed(run.seed_for(operation.name))(given)
    result: Callable[[], None] = settings(run.profile.examples, shrinks)(seeded)
    return result


def _with_signature(test: Callable[[Drawn], None]) -> Callable[[Drawn], None]:
    """A function of its own: Hypothesis looks at the signature, and bound methods of builtins have none."""

    def example(drawn: Drawn) -> None:
        test(drawn)

    return example


def strategy_of(run: Session, operation: Operation) -> st.SearchStrategy[Drawn]:
    """Examples of an operation, in any state that can be reached here."""
    numbers = [state.number for state in states_of(run)]
    waits = st.sampled_from(waits_of(run))
    return st.builds(Drawn, st.sampled_from(numbers), waits, st.booleans(), *inputs_of(operation))


@cache
def inputs_of(operation: Operation) -> tuple[st.SearchStrategy[Any], st.SearchStrategy[Any]]:
    """The values of the inputs, and the picks. Built once: to check a strategy takes longer than to draw from it."""
    values = st.tuples(*(one.strategy() for one in operation.inputs))
    return values, st.tuples(*(st.integers(FEWEST, MOST + NEAR_MISSES) for _ in operation.inputs))


def waits_of(run: Session) -> list[int]:
    """The waits of the corpus, since these are the ones at which something changes; mostly none."""
    if not (run.has("load") or run.has("clock")):
        return [0]
    found = sorted({witness.wait for witness in run.corpus.witnesses.values()} - {0})
    return [0] * max(3, len(found)) + found


def of_drawn(run: Session, operation: Operation, drawn: Drawn) -> Seeing:
    """What became of a drawn example."""
    state = run.corpus.states[drawn.state]
    if needs := run.world.lacks(state, drawn.wait):
        return NotHere(needs)
    key = _key(operation, drawn)
    if key not in run.memo:
        run.memo[key] = _observe(run, operation, state, drawn)
    found: Seeing = run.memo[key]
    return found


@dataclass(frozen=True, slots=True)
class Planned:
    """An example that is data of the suite: a call in a state of the corpus, where some of both may be different."""

    state: CorpusState
    witness: Witness | None
    inputs: Mapping[str, Any]
    fields: Mapping[str, Any]

    @property
    def wait(self) -> int:
        """How long after the moment of the state the call is made."""
        return 0 if self.witness is None else self.witness.wait


def planned_of(run: Session, operation: Operation) -> list[Planned]:
    """The planned examples of an operation that can be made here, as many of each kind as the profile tries."""
    profile = run.profile
    kinds = {
        "near": None,
        "further": profile.further,
        "richer": profile.richer if run.has("load", "clock") else 0,
        "visit": profile.visits,
    }
    found = []
    for kind, most in kinds.items():
        known = [one for one in _listed(run, operation, kind) if run.world.lacks(one.state, one.wait) is None]
        found += known if most is None else _spread(known, most)
    return found


def _listed(run: Session, operation: Operation, kind: str) -> Iterator[Planned]:
    for found in planned.load()["examples"]:
        if found["operation"] == operation.name and found["kind"] == kind:
            state, witness = run.corpus.states[found["state"]], run.corpus.witnesses.get(found.get("witness", -1))
            for inputs in found["inputs"]:
                yield Planned(state, witness, inputs, found.get("fields", {}))


def _spread(items: list[Planned], most: int) -> list[Planned]:
    """So many of them, from all over the list."""
    return [items[at * len(items) // most] for at in range(most)] if len(items) > most else items


def of_planned(run: Session, operation: Operation, one: Planned) -> Seeing:
    """What became of a planned example."""
    own = one.state if one.witness is None else run.corpus.states[one.witness.state]
    given = {**({} if one.witness is None else one.witness.inputs), **one.inputs}

    def inputs(standing: Standing) -> Mapping[str, Any]:
        outputs = own.outputs if standing.loaded else standing.outputs
        return inputs_json(operation, given, standing.moment, outputs)

    return observe(run, operation, one.state, inputs, one.wait, _changed(run, one) if one.fields else None)


def _changed(run: Session, one: Planned) -> Any:
    """The state of an example with the fields that are different there."""
    state = dataclasses.replace(one.state, fields={**one.state.fields, **one.fields})
    return run.world.decode(state_json(run.service, state, MOMENT))


def _key(operation: Operation, drawn: Drawn) -> tuple[str, str, str]:
    return operation.name, "example", drawn.key(operation)


class _Misfit(Exception):
    """The state does not satisfy the spec so late; nothing can be expected of a call then."""


def _observe(run: Session, operation: Operation, state: CorpusState, drawn: Drawn) -> Observation | None:
    dressed = _dressed(run, operation, state, drawn) if drawn.dress and run.has("load", "clock") else None

    def inputs(standing: Standing) -> Mapping[str, Any]:
        if drawn.wait and not oracle.fits(run.service, standing.before, run.world.now()):
            raise _Misfit
        if dressed is not None:
            return {one.name: one.type.encode(value) for one, value in zip(operation.inputs, drawn.values, strict=True)}
        return resolved(run.service, operation, standing.before, drawn.values, drawn.picks)

    try:
        return observe(run, operation, state, inputs, drawn.wait, dressed)
    except _Misfit:
        return None


def _dressed(run: Session, operation: Operation, state: CorpusState, drawn: Drawn) -> Any:
    """The state with drawn values in the places of some that it holds, if it still satisfies the spec; else nothing."""
    before = run.world.at_moment(state)
    after = before
    for one, value, pick in zip(operation.inputs, drawn.values, drawn.picks, strict=True):
        known = Pool(run.service, after).of(one.type)
        if 0 <= pick <= MOST and isinstance(one.type, Alias) and known and value not in known:
            after = _exchanged(run.service, after, one.type, known[pick % len(known)], value)
    return after if after != before and oracle.fits(run.service, after, Instant(MOMENT)) else None


def _exchanged(service: Service, state: Any, declared: WireType, old: Any, new: Any) -> Any:
    fields = {
        field.attr: exchanged(field.type, getattr(state, field.attr), declared, old, new) for field in service.state
    }
    return dataclasses.replace(state, **fields)


def exchanged(declared: WireType, value: Any, wanted: WireType, old: Any, new: Any) -> Any:
    """A value with another one in the place of each part that has a declared type and is equal to an old one."""
    if declared.name == wanted.name:
        return new if value == old else value

    def below(part: WireType, one: Any) -> Any:
        return exchanged(part, one, wanted, old, new)

    match declared:
        case Alias():
            return below(declared.base, value)
        case Option():
            return None if value is None else below(declared.inner, value)
        case SeqOf():
            return tuple(below(declared.inner, one) for one in value)
        case SetOf():
            return frozenset(below(declared.inner, one) for one in value)
        case MapOf():
            return Map({below(declared.key, key): below(declared.value, one) for key, one in value.items()})
        case MultiOf():
            return Multi({below(declared.key, key): below(declared.values, one) for key, one in value.items()})
        case Entity():
            parts = {field.attr: below(field.type, getattr(value, field.attr)) for field in declared.fields}
            return dataclasses.replace(value, **parts)
        case _:
            return value


def resolved(
    service: Service,
    operation: Operation,
    before: Any,
    values: tuple[Any, ...],
    picks: tuple[int, ...],
) -> dict[str, Any]:
    """The inputs of an example in the wire format, with values of the state where it asks for them."""
    pool = Pool(service, before)
    result = {}
    for one, value, pick in zip(operation.inputs, values, picks, strict=True):
        result[one.name] = one.type.encode(_chosen(pool, one, value, pick))
    return result


def _chosen(pool: Pool, one: Input, value: Any, pick: int) -> Any:
    if pick < 0:
        return value
    if pick <= MOST:
        return pool.instead(one.type, value, pick)
    return near_miss(one.type, pool.instead(one.type, value, pick), pick - MOST - 1)


def near_miss(declared: WireType, value: Any, which: int) -> Any:
    """A value that is a little different from another one of its type; the same where nothing can be changed."""
    while isinstance(declared, Alias):
        declared = declared.base
    if declared is STRING and isinstance(value, str) and value:
        return _near_text(value)[which % NEAR_MISSES]
    if declared in (INT, DURATION) and isinstance(value, int) and abs(value) < LARGE:
        return (value + 1, value - 1, -value, value * 2, 0, value + 10, value - 10, value + 2)[which % NEAR_MISSES]
    return value


def _near_text(text: str) -> tuple[str, ...]:
    inside = f"{text[:-1]}x{text[-1]}"
    other_case = text.swapcase() if text.swapcase() != text else f"{text[:-1]}X"
    # Without the last mark that stands between two parts of it.
    joined = re.sub(r"[^a-zA-Z0-9]([a-zA-Z0-9]*)$", r"\1", text)
    return f"{text}\n", text[:-1], inside, f"{text}x", f" {text}", f"{text}/x", other_case, joined


class Pool:
    """The values that a state holds, by declared type."""

    def __init__(self, service: Service, state: Any) -> None:
        self._service = service
        self._state = state
        self._found: dict[str, list[Any]] = {}

    def of(self, declared: WireType) -> list[Any]:
        """The different values of a type, in an order that depends on nothing but the values."""
        if declared.name not in self._found:
            values = {json.dumps(declared.encode(one), sort_keys=True): one for one in self._collected(declared)}
            self._found[declared.name] = [values[text] for text in sorted(values)]
        return self._found[declared.name]

    def _collected(self, declared: WireType) -> Iterator[Any]:
        for field in self._service.state:
            yield from field.type.collect(getattr(self._state, field.attr), declared)

    def instead(self, declared: WireType, value: Any, pick: int) -> Any:
        """A value of the state instead of a drawn one, or in the places where it can stand in one."""
        match declared:
            case Option():
                return None if value is None else self.instead(declared.inner, value, pick)
            case SeqOf():
                return tuple(self.instead(declared.inner, one, pick + at) for at, one in enumerate(value))
            case SetOf():
                ordered = sorted(value, key=show)
                return frozenset(self.instead(declared.inner, one, pick + at) for at, one in enumerate(ordered))
            case Entity():
                return self._entity(declared, value, pick)
            case _:
                known = self.of(declared)
                return known[pick % len(known)] if known else value

    def _entity(self, declared: Entity, value: Any, pick: int) -> Any:
        known = self.of(declared)
        if known and pick % 2:
            return known[pick % len(known)]
        # Only what has a name of its own refers to something; two plain numbers have nothing to do with each other.
        named = [field for field in declared.fields if isinstance(field.type, Alias)]
        changes = {one.attr: self.instead(one.type, getattr(value, one.attr), pick) for one in named}
        return dataclasses.replace(value, **changes)
