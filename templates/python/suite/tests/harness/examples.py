"""Drawn examples: a state of the corpus, a wait, and inputs that are new or that the state already holds.

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
from itertools import combinations, islice
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity
from hypothesis import strategies as st

from tests.harness import observing, oracle
from tests.harness.corpus import CorpusState, MissingReference, Witness, inputs_json
from tests.harness.observing import NotHere, Observation, Seeing, key_of, observe, witness_inputs
from tests.harness.oracle import show
from tests.harness.profiles import MAX_SHRINKS
from tests.harness.report import Deviation
from tests.harness.service import At, Input, Key, Operation, Service
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
from tests.harness.values import Instant, Map, Multi, Outside
from tests.harness.world import MOMENT, Standing

# Picks below zero keep the drawn value, so that some inputs are new to the state; those above take one of the state and
# change it a little, since what is almost right finds more than what is wrong altogether.
FEWEST, MOST = -3, 8
NEAR_MISSES = 8
# How long a text can become where its longest is looked for.
LONGEST = 10_000
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
class Near:
    """A witness with one input that is a little different."""

    witness: Witness
    input: int
    which: int


def near_of(run: Session, operation: Operation) -> list[Near]:
    """Near misses of the witnesses of an operation: all of the first accepted one, and some of the others."""
    witnesses = sorted(run.corpus.witnesses_of(operation), key=lambda witness: not witness.accepted)
    inputs = [number for number, one in enumerate(operation.inputs) if _is_changeable(one)]
    all_of_them = [Near(one, number, which) for one in witnesses for number in inputs for which in range(NEAR_MISSES)]
    first = NEAR_MISSES * len(inputs)
    most = 2 * run.profile.examples
    edges = [Near(one, number, -1 - edge) for one in witnesses[:1] for number in inputs for edge in range(EDGES)]
    return all_of_them[:first] + edges + _spread(all_of_them[first:], most)


def _is_changeable(one: Input) -> bool:
    return bool(near_miss(one.type, "text", 0) != "text" or near_miss(one.type, 1, 0) != 1)


def _spread(items: list[Near], most: int) -> list[Near]:
    """So many of them, from all over the list."""
    return [items[at * len(items) // most] for at in range(most)] if len(items) > most else items


def of_near(run: Session, operation: Operation, near: Near) -> Seeing:
    """What became of a near miss."""
    witness, one = near.witness, operation.inputs[near.input]
    state = run.corpus.states[witness.state]
    if needs := run.world.lacks(state, witness.wait):
        return NotHere(needs)
    key = (operation.name, "near", witness.number, near.input, near.which)
    if key not in run.memo:

        def inputs(standing: Standing) -> Mapping[str, Any]:
            found = witness_inputs(run, operation, witness, standing)
            value = one.type.decode(found[one.name])
            if near.which >= 0:
                value = near_miss(one.type, value, near.which)
            elif isinstance(value, str):
                value = edge(value, -1 - near.which, lambda text: _is_valid(run, one, text, standing.before))
            return {**found, one.name: one.type.encode(value)}

        run.memo[key] = observe(run, operation, state, inputs, witness.wait)
    seen: Seeing = run.memo[key]
    return seen


def _is_valid(run: Session, one: Input, value: Any, before: Any) -> bool:
    try:
        return one.type.broken(value, before, run.world.now()) is None
    except Outside:
        return False


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


EDGES = 4


def edge(text: str, which: int, is_valid: Callable[[str], bool]) -> str:
    """The longest and the shortest text that begins like a valid one and is valid, and one character beyond each."""
    if not text or not is_valid(text):
        return text
    if which < 2:
        more = _most(lambda count: is_valid(text + text[-1] * count))
        return text + text[-1] * (more + which)
    less = len(text)
    while less > 0 and is_valid(text[: less - 1]):
        less -= 1
    return text[: max(0, less - (which - 2))]


def _most(is_valid: Callable[[int], bool]) -> int:
    """The highest number that is valid, where those above it are not; 0 where it would be very high."""
    high = 1
    while is_valid(high):
        high *= 2
        if high > LONGEST:
            return 0
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if is_valid(middle) else (low, middle)
    return low


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


# --- states that hold more than a call needs --------------------------------------------------------------------------
# The states of the corpus hold what a call needs and little else: dates at the moment of the call, options without a
# value. An operation that clears an option, or forgets to set a date, shows only where there is something to lose. So
# accepted witnesses are tried in states with as much changed as the call leaves room for; and operations that only read
# are asked in states that were made for other operations.


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


def richer_of(run: Session, operation: Operation) -> list[Witness]:
    """The accepted witnesses whose states are made richer: some of them, each in another state."""
    if not run.has("load", "clock"):
        return []
    by_state = {_state_of(one): one for one in run.corpus.witnesses_of(operation) if one.accepted}
    found, most = list(by_state.values()), max(2, run.profile.examples // 5)
    return [found[at * len(found) // most] for at in range(most)] if len(found) > most else found


def of_richer(run: Session, operation: Operation, witness: Witness) -> Seeing:
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
    numbers, most = [state.number for state in states_of(run)], 2 * run.profile.examples
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
    pool = Pool(run.service, standing.before)
    options = [one.name for one in operation.inputs if isinstance(one.type, Option)]
    result = {}
    for at, one in enumerate(operation.inputs):
        value = None
        if not isinstance(one.type, Option) or options[number % len(options)] == one.name:
            value = _picked(run, pool, one.type, number + at)
        result[one.name] = one.type.encode(value)
    return result


def _picked(run: Session, pool: Pool, declared: WireType, which: int) -> Any:
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
        standing = Standing(base, (), MOMENT + witness.wait, False, "", loaded=True)
        given = observing.given_of(operation, observing.witness_inputs(run, operation, witness, standing))
    except (MissingReference, WireError):
        return None
    late = Instant(MOMENT + witness.wait)

    def suits(state: Any) -> bool:
        if oracle.expectation(run.service, operation, state, given, late).outcome != "accepted":
            return False
        return all(oracle.fits(run.service, state, now) for now in {Instant(MOMENT), late})

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
    source = _Source(run, Pool(run.service, state))
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
    pool: Pool

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
        recorded = run.corpus.states[witness.state].outputs
        try:
            given = observing.given_of(operation, inputs_json(operation, witness.inputs, MOMENT, recorded))
        except (MissingReference, WireError):
            continue
        if witness.accepted:
            yield [(one.type, getattr(given, one.attr)) for one in operation.inputs]


def _bare(declared: WireType) -> WireType:
    while isinstance(declared, Alias):
        declared = declared.base
    return declared
