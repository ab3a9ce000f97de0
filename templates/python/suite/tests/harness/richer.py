"""Calls in states that hold more than they need.

The states of the corpus hold what a call needs and little else: dates at the moment of the call, options without a
value. An operation that clears an option, or forgets to set a date, shows only where there is something to lose. So
accepted witnesses are tried in states with as much changed as the call leaves room for; and operations that only read
are asked in states that were made for other operations.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any

from tests.harness import examples, observing, oracle
from tests.harness.corpus import MissingReference, Witness
from tests.harness.observing import NotHere, Seeing
from tests.harness.oracle import show
from tests.harness.service import At, Key, Operation, Service
from tests.harness.session import Session
from tests.harness.types import (
    BOOL,
    DATETIME,
    DURATION,
    FLOAT,
    INT,
    STRING,
    UUID,
    Alias,
    Entity,
    Enum,
    MapOf,
    MultiOf,
    Option,
    SeqOf,
    SetOf,
    WireError,
    WireType,
)
from tests.harness.values import Instant, Window
from tests.harness.world import MOMENT, Standing

# How long before the moment of the call other dates are: no whole number of days, hours, minutes or seconds.
AGO = 90_061_007
# How many states are looked at to find one that is rich and still suits the call.
MAX_ATTEMPTS = 48

Way = tuple[At | Key, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """Another value for a place in the state."""

    way: Way
    value: Any


def witnesses_of(run: Session, operation: Operation) -> list[Witness]:
    """The accepted witnesses whose states are made richer: some of them, each in another state."""
    if not run.has("load", "clock"):
        return []
    by_state = {_state_of(one): one for one in run.corpus.witnesses_of(operation) if one.accepted}
    found, most = list(by_state.values()), max(2, run.profile.examples // 5)
    return [found[at * len(found) // most] for at in range(most)] if len(found) > most else found


def of_witness(run: Session, operation: Operation, witness: Witness) -> Seeing:
    """What became of the call of a witness in a richer state; None where its state cannot be made richer."""
    state = run.corpus.states[_state_of(witness)]
    if needs := run.world.lacks(state, witness.wait):
        return NotHere(needs)
    key = (operation.name, "richer", witness.number)
    if key not in run.memo:
        richer = _richer(run, operation, witness)
        run.memo[key] = None
        if richer is not None:
            run.memo[key] = observing.observe(
                run,
                operation,
                state,
                lambda at: observing.witness_inputs(run, operation, witness, at),
                witness.wait,
                richer,
            )
    found: Seeing = run.memo[key]
    return found


def visits_of(run: Session, operation: Operation) -> list[int]:
    """The numbers of states in which an operation that only reads is asked."""
    if not operation.read_only:
        return []
    numbers, most = [state.number for state in examples.states_of(run)], 2 * run.profile.examples
    return [numbers[at * len(numbers) // most] for at in range(most)] if len(numbers) > most else numbers


def of_visit(run: Session, operation: Operation, number: int) -> Seeing:
    """What became of a call in a state that was made for another one, with values that the state holds."""
    key = (operation.name, "visit", number)
    if key not in run.memo:
        state = run.corpus.states[number]
        run.memo[key] = observing.observe(run, operation, state, lambda at: _asked(run, operation, at, number), 0)
    found: Seeing = run.memo[key]
    return found


def _asked(run: Session, operation: Operation, standing: Standing, number: int) -> dict[str, Any]:
    """Inputs by the values of a state. Of several options one has a value, so that each has its say."""
    pool = examples.Pool(run.service, standing.before)
    options = [one.name for one in operation.inputs if isinstance(one.type, Option)]
    result = {}
    for at, one in enumerate(operation.inputs):
        value = None
        if not isinstance(one.type, Option) or options[number % len(options)] == one.name:
            value = _picked(run, pool, one.type, number + at)
        result[one.name] = one.type.encode(value)
    return result


def _picked(run: Session, pool: examples.Pool, declared: WireType, which: int) -> Any:
    bare = _bare(declared)
    if isinstance(bare, Option):
        return _picked(run, pool, bare.inner, which)
    if isinstance(bare, SetOf | SeqOf):
        elements = [] if which % 3 == 0 else [_picked(run, pool, bare.inner, which)]
        return frozenset(elements) if isinstance(bare, SetOf) else tuple(elements)
    if bare is BOOL:
        return which % 2 == 0
    known = pool.of(declared) or _known(run, declared)
    return known[which % len(known)] if known else _other(run, declared, None)


def _state_of(witness: Witness) -> int:
    return witness.state if witness.populated is None else witness.populated


def _richer(run: Session, operation: Operation, witness: Witness) -> Any:
    """The state of a witness with as many changes as can be made together."""
    base = run.world.at_moment(run.corpus.states[_state_of(witness)])
    try:
        standing = Standing(base, (), MOMENT + witness.wait, False, "")
        given = observing.given_of(operation, observing.witness_inputs(run, operation, witness, standing))
    except (MissingReference, WireError):
        return None
    late = Window(MOMENT + witness.wait, MOMENT + witness.wait)

    def suits(state: Any) -> bool:
        if oracle.expectation(run.service, operation, state, given, late).outcome != "accepted":
            return False
        return all(observing.fits(run.service, state, now) for now in {Window(MOMENT, MOMENT), late})

    named = {getattr(given, one.attr) for one in operation.inputs if isinstance(one.type, Alias) or one.type is UUID}
    made = _kept(base, _changes(run, base, named), suits)
    return None if made == base else made


def _kept(base: Any, changes: list[Change], suits: Callable[[Any], bool]) -> Any:
    """The state with all changes, or with those of each half that can be made, and then with pairs of the others."""
    state, left, todo = base, MAX_ATTEMPTS, [changes]
    alone: list[Change] = []
    while todo and left:
        part, left = todo.pop(), left - 1
        candidate = _with(state, part)
        if suits(candidate):
            state = candidate
        elif len(part) > 1:
            middle = len(part) // 2
            todo += [part[middle:], part[:middle]]
        else:
            alone += part
    for pair in islice(_pairs(alone), MAX_ATTEMPTS // 2):
        candidate = _with(state, pair)
        state = candidate if suits(candidate) else state
    return state


def _with(state: Any, changes: list[Change]) -> Any:
    for change in changes:
        state = _put(state, change.way, change.value)
    return state


def _pairs(changes: list[Change]) -> Iterator[list[Change]]:
    """Two changes of the same entry at a time: what hangs together changes together."""
    for one, other in combinations(changes, 2):
        if len(one.way) > 2 and one.way[:2] == other.way[:2]:
            yield [one, other]


def _put(whole: Any, way: Way, value: Any) -> Any:
    if not way:
        return value
    step, rest = way[0], way[1:]
    if isinstance(step, At):
        return dataclasses.replace(whole, **{step.attr: _put(getattr(whole, step.attr), rest, value)})
    below = _put(whole[step.key], rest, value) if rest else value
    return type(whole)({**dict(whole.items()), step.key: below})


def _changes(run: Session, state: Any, named: set[Any]) -> list[Change]:
    """What can be changed in a state: first in what the call names, then elsewhere."""
    source = _Source(run, examples.Pool(run.service, state))
    twins: list[Change] = []
    found: list[Change] = []
    for field in run.service.state:
        twins += _twins(field.attr, field.type, getattr(state, field.attr), named)
        found += _below(source, field.type, getattr(state, field.attr), (At(field.attr),))
    found.sort(key=lambda change: not any(isinstance(at, Key) and at.key in named for at in change.way))
    return twins + found


def _twins(attr: str, declared: WireType, entries: Any, named: set[Any]) -> Iterator[Change]:
    """Further entries that differ from those that the call names in their key alone, or in their texts as well."""
    if not isinstance(declared, MapOf) or not isinstance(declared.value, Entity):
        return
    for key, entry in entries.items():
        if key in named:
            for other, texts in ((_other_key(key, 1), False), (_other_key(key, 2), True)):
                if other is not None and other not in entries:
                    yield Change((At(attr), Key(other)), _twin(declared.value, entry, key, other, texts))


def _twin(declared: Entity, entry: Any, key: Any, other: Any, texts: bool) -> Any:
    changes = {}
    for field in declared.fields:
        value = getattr(entry, field.attr)
        if type(value) is type(key) and value == key:
            changes[field.attr] = other
        elif texts and isinstance(value, str) and _bare(field.type) is STRING:
            changes[field.attr] = _other_key(value, 2) or value
    return dataclasses.replace(entry, **changes)


def _other_key(key: Any, which: int) -> Any:
    """A key, or a text, that is much like another one."""
    if isinstance(key, bool) or not isinstance(key, int | str):
        return None
    if isinstance(key, int):
        return key + 10 * which
    last = key[-1:]
    return key[:-1] + {"0": "7", "1": "6"}.get(last, str(which % 2)) if last.isalnum() else None


@dataclass(frozen=True, slots=True)
class _Source:
    """Where other values come from: the state, then the corpus."""

    run: Session
    pool: examples.Pool

    def of(self, declared: WireType) -> list[Any]:
        """The values of a type."""
        return self.pool.of(declared) + _known(self.run, declared)

    def keys(self) -> set[str]:
        """The types by which relations find their entries."""
        types = [field.type for field in self.run.service.state]
        return {one.key.name for one in types if isinstance(one, MapOf | MultiOf)}


def _below(source: _Source, declared: WireType, value: Any, way: Way) -> Iterator[Change]:
    match declared:
        case Alias() if not isinstance(_bare(declared), SeqOf | SetOf | MapOf | MultiOf | Entity | Option):
            yield from _changed(source, declared, value, way)
        case Alias():
            yield from _below(source, declared.base, value, way)
        case Option() if value is not None:
            yield from _below(source, declared.inner, value, way)
        case Option():
            yield from _changed(source, declared.inner, None, way)
        case MapOf():
            for key in sorted(value, key=show):
                yield from _below(source, declared.value, value[key], (*way, Key(key)))
            for key in source.of(declared.key)[:1] if not value else ():
                yield from _changed(source, declared.value, None, (*way, Key(key)))
        case MultiOf():
            for key in sorted(value, key=show):
                yield from _below(source, declared.values, value[key], (*way, Key(key)))
        case SetOf() | SeqOf():
            yield from _longer(source, declared, value, way)
        case Entity():
            for field in declared.fields:
                yield from _below(source, field.type, getattr(value, field.attr), (*way, At(field.attr)))
        case _:
            yield from _changed(source, declared, value, way)


def _changed(source: _Source, declared: WireType, value: Any, way: Way) -> Iterator[Change]:
    # What names entries stays: another name would be another entry.
    other = None if declared.name in source.keys() else _other(source.run, declared, value)
    if other is not None:
        yield Change(way, other)


def _longer(source: _Source, declared: SetOf | SeqOf, value: Any, way: Way) -> Iterator[Change]:
    for one in [one for one in source.of(declared.inner) if one not in value][:2]:
        yield Change(way, value | {one} if isinstance(declared, SetOf) else (*value, one))


def _other(run: Session, declared: WireType, value: Any) -> Any:
    """Another value of a scalar type, or one where there is none; None where nothing comes to mind."""
    bare = _bare(declared)
    if bare is DATETIME:
        return Instant((MOMENT if value is None else value) - AGO)
    if bare is BOOL:
        return not value
    if bare in (INT, DURATION):
        return (value or 0) + 1
    if bare is FLOAT:
        return (value or 0.0) + 0.5
    if isinstance(bare, Enum):
        return bare.values[(bare.values.index(value) + 1) % len(bare.values) if value is not None else 0]
    known = [one for one in _known(run, declared) if one != value]
    if known:
        return known[0]
    if bare is STRING:
        return "x" if value is None else f"{value}x"
    return None


def _known(run: Session, declared: WireType) -> list[Any]:
    """The values of a type that the states and calls of the corpus hold, shortest first."""
    key = ("known", declared.name)
    if key not in run.memo:
        if isinstance(_bare(declared), Enum):
            run.memo[key] = list(_bare(declared).values)  # type: ignore[attr-defined]
        else:
            values = {show(one): one for one in _collected(run, declared)}
            run.memo[key] = [values[text] for text in sorted(values, key=lambda text: (len(text), text))]
    found: list[Any] = run.memo[key]
    return found


def _collected(run: Session, declared: WireType) -> Iterator[Any]:
    for state in run.corpus.states:
        value = run.world.at_moment(state)
        for field in run.service.state:
            yield from field.type.collect(getattr(value, field.attr), declared)
    for given in _inputs(run, run.service):
        yield from (part for one, value in given for part in one.collect(value, declared))


def _inputs(run: Session, service: Service) -> Iterator[list[tuple[WireType, Any]]]:
    """The inputs of accepted witnesses, with their types."""
    operations = {operation.name: operation for operation in service.operations}
    for witness in run.corpus.witnesses.values():
        operation = operations[witness.operation]
        standing = Standing(None, (), MOMENT, False, "")
        try:
            given = observing.given_of(operation, observing.witness_inputs(run, operation, witness, standing))
        except (MissingReference, WireError):
            continue
        if witness.accepted:
            yield [(one.type, getattr(given, one.attr)) for one in operation.inputs]


def _bare(declared: WireType) -> WireType:
    while isinstance(declared, Alias):
        declared = declared.base
    return declared
