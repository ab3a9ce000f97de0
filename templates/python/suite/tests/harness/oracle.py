"""What must become of a call, and whether it did. Nothing here talks to the service.

`expectation` says whether a call is accepted. The functions that end in `_problem` each look at one thing that must
hold after it, and give one sentence where it does not. What depends on the moment of the call is a problem only where
it is one at every moment the call may have had. `Outside` passes through all of them: such a call is not judged.
"""

import dataclasses
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal, TypeVar

from tests.harness.naming import name_of
from tests.harness.rules import Rule, judge
from tests.harness.service import (
    NOTHING,
    At,
    Call,
    Key,
    Move,
    MoveRule,
    Operation,
    Position,
    Response,
    Service,
    Spot,
    StateField,
    Step,
)
from tests.harness.showing import ABSENT, Place, bounded, cut, difference, differences, entries, show, told
from tests.harness.types import WireError, decoded
from tests.harness.values import Instant, Map, Multi, Outside, Truth, Undefined, Window, reason, same, verdict, windowed

__all__ = [
    "Expectation",
    "answer_of",
    "broken_type",
    "decode_state",
    "difference",
    "differences",
    "encode_state",
    "ensures_problem",
    "entries",
    "expectation",
    "fits",
    "frame_problem",
    "header_problem",
    "invariant_problem",
    "move_problem",
    "output_problem",
    "show",
    "stored_rules",
    "types_problem",
    "unframed",
]

# How many judgements of each sort are remembered.
_REMEMBERED = 4096

AnyCall = Call[Any, Any, Any]
R = TypeVar("R")


def _remembered(judgement: Callable[..., R], now: Instant) -> Callable[..., R]:
    """A judgement of a state that is made once, where the moment is known: many calls leave the same state behind."""
    return judgement if isinstance(now, Window) else _cached(judgement)


@cache
def _cached(judgement: Callable[..., R]) -> Callable[..., R]:
    return lru_cache(_REMEMBERED)(judgement)


# --- the state -------------------------------------------------------------------------------------------------------


def decode_state(service: Service, found: Any) -> Any:
    """The state that JSON stands for: every field once, and no other."""
    if type(found) is not dict:
        raise WireError("", "expected an object with every state field")
    return service.state_type(*decoded(service.state, found))


def encode_state(service: Service, state: Any) -> dict[str, Any]:
    """A state as JSON."""
    return {field.name: field.type.encode(getattr(state, field.attr)) for field in service.state}


# --- before a call ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Expectation:
    """What must become of a call.

    `either` is a call of which only the service can know whether its precondition held; `outside` one that the spec
    does not speak about. `status` is what a rejection must answer, where that is known.
    """

    outcome: Literal["accepted", "rejected", "either", "outside"]
    status: int | None = None
    failing: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


class _Findings:
    """The rules of a precondition that fail, and those that nobody can decide."""

    def __init__(self) -> None:
        self.failing: list[str] = []
        self.unknown: list[str] = []

    def note(self, rule: str, truth: Truth) -> None:
        if truth is Truth.NO and rule not in self.failing:
            self.failing.append(rule)
        elif truth is Truth.UNKNOWN and rule not in self.unknown:
            self.unknown.append(rule)

    def note_all(self, found: Iterator[tuple[str, Truth]]) -> None:
        """Notes what is found. What comes after something that fails is not reached, and so cannot overflow."""
        try:
            for rule, truth in found:
                self.note(rule, truth)
        except Outside:
            if not self.failing:
                raise

    def expect(self, status: int | None) -> Expectation:
        outcome: Literal["accepted", "rejected", "either"] = (
            "rejected" if self.failing else "either" if self.unknown else "accepted"
        )
        return Expectation(outcome, status, tuple(self.failing), tuple(self.unknown))


def expectation(service: Service, op: Operation, before: Any, given: Any, now: Instant) -> Expectation:
    """What must become of a call with these inputs in this state."""
    findings = _Findings()
    try:
        findings.note_all(_inputs(op, before, given, now))
        if findings.failing:
            return findings.expect(422)
        call: AnyCall = Call.asked(before, given, now)
        input_unknown = bool(findings.unknown)
        findings.note_all(_conditions(op, call))
        if not findings.failing and not findings.unknown:
            return findings.expect(None)
        return findings.expect(None if input_unknown else _refusal(op, call))
    except Outside:
        return Expectation("outside")


def _inputs(op: Operation, before: Any, given: Any, now: Instant) -> Iterator[tuple[str, Truth]]:
    """The refinements of inputs that do not certainly hold."""
    for parameter in op.inputs:
        for rule, truth in parameter.type.doubts(getattr(given, parameter.attr), before, now):
            yield rule.id, truth


def _conditions(op: Operation, call: AnyCall) -> Iterator[tuple[str, Truth]]:
    """Every `requires`, then for every transition whether a rule leads on."""
    for rule in op.requires:
        yield rule.id, judge(rule, call)
    for move in op.moves:
        yield f"{move.transition} from {_source(move, call)}", _can_move(move, call)


def _refusal(op: Operation, call: AnyCall) -> int | None:
    """The status of a rejection: 404 where something named is missing, 409 otherwise, none where nobody can tell."""
    status: int | None = 409
    for presence in op.presence:
        if getattr(call.given, presence.input) is None:
            continue
        truth = verdict(presence.test, call)
        if truth is Truth.NO:
            return 404
        if truth is Truth.UNKNOWN:
            status = None
    return status


def _entry(move: Move, state: Any, call: AnyCall) -> Any:
    return getattr(state, move.relation).get(getattr(call.given, move.key), ABSENT)


def _source(move: Move, call: AnyCall) -> str:
    entry = _entry(move, call.before, call)
    return "nothing" if entry is ABSENT else str(getattr(entry, move.attr))


def _enabled(move: Move, call: AnyCall) -> Iterator[tuple[MoveRule, Truth]]:
    """The rules that lead on from where the entry is, unless their guards are closed for certain."""
    entry = _entry(move, call.before, call)
    for rule in move.rules if entry is not ABSENT else ():
        if getattr(entry, move.attr) == rule.source:
            truth = Truth.YES if rule.guard is None else verdict(rule.guard, entry, call)
            if truth is not Truth.NO:
                yield rule, truth


def _can_move(move: Move, call: AnyCall) -> Truth:
    truths = [truth for _, truth in _enabled(move, call)]
    if Truth.YES in truths:
        return Truth.YES
    return Truth.UNKNOWN if truths else Truth.NO


# --- the answer ------------------------------------------------------------------------------------------------------


def answer_of(op: Operation, response: Response) -> Any:
    """The outputs that a success carries; raises WireError where its body is not what the operation answers."""
    if op.shape == "none":
        if response.body:
            raise WireError("", f"expected no body with status {op.status}, found {cut(repr(response.body))}")
        return op.answer()
    found = _json_of(response)
    if op.shape == "whole":
        return op.answer(op.outputs[0].type.decode(found))
    if type(found) is not dict:
        raise WireError("", "expected an object of the outputs")
    return op.answer(*decoded(op.outputs, found))


def _json_of(response: Response) -> Any:
    media_type = (response.header("content-type") or "no content type").split(";")[0].strip().lower()
    if media_type != "application/json":
        raise WireError("", f"expected application/json, found {media_type}")
    try:
        return json.loads(response.body.decode(), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise WireError("", f"the body is no JSON: {error}") from None


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no JSON number")


def output_problem(op: Operation, call: AnyCall) -> str | None:
    """Whether every output satisfies its type, with all refinements."""
    for output in op.outputs:
        value = getattr(call.answer, output.attr)
        broken = output.type.broken(value, call.after, call.now)
        if broken is not None:
            return f"output {output.name} of {op.name} breaks {_named(broken)}: {output.name} = {show(value)}"
    return None


def header_problem(op: Operation, call: AnyCall, response: Response) -> str | None:
    """Whether every header that a rule speaks of has the value it says."""
    for header in op.headers:
        wanted, found = _header(header.value, call), response.header(header.name)
        if wanted is not None and (found is None or not _is_sent_as(wanted, found)):
            return f"header {header.name} of {op.name} must be {show(wanted)}, and is {show(found)}"
    return None


def _is_sent_as(wanted: str, found: str) -> bool:
    """Whether a header carries a text. It carries bytes, read as Latin-1, and no spaces at its ends."""
    trimmed = wanted.strip(" \t")
    return found in (trimmed, trimmed.encode().decode("latin-1"))


def _header(value: Callable[[Any], str | None], call: AnyCall) -> str | None:
    try:
        return value(call)
    except Undefined:
        return None


# --- after a call ----------------------------------------------------------------------------------------------------


def _named(rule: Rule) -> str:
    return f"{rule.id} ({rule.place}): {rule.text}"


def _undefined(rule: Rule, *arguments: object) -> str:
    why = reason(rule.holds, *arguments)
    return f" (undefined: {why})" if why else ""


def ensures_problem(rule: Rule, call: AnyCall) -> str | None:
    """Whether an `ensures` holds."""
    if judge(rule, call) is not Truth.NO:
        return None
    changes = "; ".join(difference(call.before, call.after)) or "nothing"
    why = _undefined(rule, call)
    return f"{_named(rule)} does not hold{why}. Answer: {show(call.answer)}. Changed: {changes}"


def invariant_problem(rule: Rule, state: Any, now: Instant) -> str | None:
    """Whether an invariant, or a property that always holds, holds in a state."""
    return _remembered(_invariant_problem, now)(rule, state, now)


def _invariant_problem(rule: Rule, state: Any, now: Instant) -> str | None:
    if judge(rule, state, now) is not Truth.NO:
        return None
    return f"{_named(rule)} does not hold{_undefined(rule, state, now)} in {show(state)}"


def types_problem(service: Service, state: Any, now: Instant) -> str | None:
    """Whether everything that is stored satisfies its type, with all refinements and entity invariants."""
    return _remembered(_types_problem, now)(service, state, now)


def _types_problem(service: Service, state: Any, now: Instant) -> str | None:
    found = broken_type(service, state, now)
    if found is None:
        return None
    field, rule, arguments = found
    why = _undefined(rule, *arguments, state, now)
    return f"{field.name} breaks {_named(rule)}{why}: {show(arguments[-1])}"


def broken_type(service: Service, state: Any, now: Instant) -> tuple[StateField, Rule, tuple[Any, ...]] | None:
    """The first rule that something stored does not satisfy: where it is stored, and what the rule speaks of."""
    for field in service.state:
        for rule, arguments in _stored(field, state):
            if judge(rule, *arguments, state, now) is Truth.NO:
                return field, rule, arguments
    return None


@lru_cache(_REMEMBERED)
def stored_rules(service: Service, state: Any) -> frozenset[str]:
    """The refinements and entity invariants that speak of something that is stored."""
    return frozenset(rule.id for field in service.state for rule, _ in _stored(field, state))


def _stored(field: StateField, state: Any) -> Iterator[tuple[Rule, tuple[Any, ...]]]:
    value = getattr(state, field.attr)
    if field.rule is not None and value is not None:
        yield field.rule, (value,)
    yield from field.type.obligations(value)


def fits(service: Service, state: Any, now: Instant) -> bool:
    """Whether a state satisfies the spec at a moment: what speaks of the clock can come to fail by waiting."""
    try:
        if types_problem(service, state, now) is not None:
            return False
        rules = (*service.invariants, *service.always)
        return all(invariant_problem(rule, state, now) is None for rule in rules)
    except Outside:
        return False


def move_problem(op: Operation, call: AnyCall) -> str | None:
    """Whether every field that a transition is about holds the target of a rule that was enabled."""
    for move in op.moves:
        entry = _entry(move, call.after, call)
        reached = None if entry is ABSENT else getattr(entry, move.attr)
        targets = [rule.target for rule, _ in _enabled(move, call)]
        if reached not in targets:
            way = f"{_source(move, call)} may become {' or '.join(targets) or 'nothing'}"
            relation = name_of(type(call.after), move.relation)
            attr = move.attr if entry is ABSENT else name_of(type(entry), move.attr)
            at = f"{relation}[{show(getattr(call.given, move.key))}].{attr}"
            return f"{op.name} breaks {move.transition}: {way}, and {at} is {reached or 'gone'}"
    return None


# --- the frame -------------------------------------------------------------------------------------------------------


def frame_problem(service: Service, op: Operation, call: AnyCall) -> str | None:
    """Whether everything that the operation does not determine is as it was."""
    places = unframed(service, op, call)
    return f"{op.name} changed what it must leave alone: {'; '.join(bounded(told(iter(places))))}" if places else None


def unframed(service: Service, op: Operation, call: AnyCall) -> list[Place]:
    """The places that are not as they were although nothing determines them."""
    changed = [
        field.attr
        for field in service.state
        if field.attr not in op.free and getattr(call.before, field.attr) != getattr(call.after, field.attr)
    ]
    if not changed:
        return []
    places: list[Place] = []

    def is_kept() -> bool:
        places[:] = _unframed(op, call, changed)
        return not places

    return [] if verdict(is_kept) is not Truth.NO else places


def _unframed(op: Operation, call: AnyCall, changed: list[str]) -> list[Place]:
    places: list[Place] = []
    spots = _determined(op, call)
    for attr in changed:
        kept, after = getattr(call.before, attr), getattr(call.after, attr)
        for spot in spots:
            if spot.field == attr:
                kept = _grafted(kept, after, spot)
        places += differences(name_of(type(call.before), attr), kept, after)
    return places


def _determined(op: Operation, call: AnyCall) -> list[Spot]:
    """The places that clauses and transitions determine in this call."""
    spots = [Spot(move.relation, (Key(getattr(call.given, move.key)), At(move.attr))) for move in op.moves]
    for changes in op.changes:
        try:
            for spot in changes(call):
                spots += _definite(spot, call)
        except Undefined:
            # A condition without a value determines nothing further; its clause is found broken by itself.
            continue
    return spots


def _definite(spot: Spot, call: AnyCall) -> Iterator[Spot]:
    """A place whose key or element depends on the moment of the call is every place it may be."""
    whole = (getattr(call.before, spot.field), getattr(call.after, spot.field))
    for depth, step in enumerate(spot.way):
        if isinstance(step, Key) and windowed(step.key):
            candidates = {key for root in whole for key in _held(_read(root, spot.way[:depth]))}
            for key in _possible(step.key, candidates):
                way = (*spot.way[:depth], Key(key), *spot.way[depth + 1 :])
                yield from _definite(dataclasses.replace(spot, way=way), call)
            return
    if spot.element is not NOTHING and windowed(spot.element):
        candidates = {one for root in whole for one in _held(_read(root, spot.way))}
        for one in _possible(spot.element, candidates):
            yield dataclasses.replace(spot, element=one)
    else:
        yield spot


def _held(whole: Any) -> Iterator[Any]:
    return iter(whole) if isinstance(whole, Map | Multi | frozenset) else iter(())


def _possible(wanted: Any, candidates: set[Any]) -> Iterator[Any]:
    return (one for one in candidates if verdict(same, wanted, one) is not Truth.NO)


def _read(root: Any, way: tuple[Step, ...]) -> Any:
    """What is at the end of a way."""
    for step in way:
        if isinstance(step, Key) and isinstance(root, Map | Multi):
            root = root.get(step.key, ABSENT)
        elif isinstance(step, At) and hasattr(root, step.attr):
            root = getattr(root, step.attr)
        elif isinstance(step, Position) and isinstance(root, tuple) and 0 <= step.index < len(root):
            root = root[step.index]
        else:
            return ABSENT
    return root


def _written(root: Any, way: tuple[Step, ...], value: Any) -> Any:
    """The same with something else at the end of a way; without the entry there where it is absent."""
    if not way:
        return value
    step, rest = way[0], way[1:]
    part = _read(root, (step,))
    if isinstance(step, Key) and isinstance(root, Map | Multi):
        new = _written(part, rest, value)
        return root - frozenset({step.key}) if new is ABSENT else root + Map({step.key: new})
    if part is ABSENT or (not rest and value is ABSENT):
        return root
    new = _written(part, rest, value)
    if isinstance(step, Position):
        return (*root[: step.index], new, *root[step.index + 1 :])
    return dataclasses.replace(root, **{step.attr: new}) if isinstance(step, At) else root


def _grafted(kept: Any, after: Any, spot: Spot) -> Any:
    """The field before, with what is determined taken from the field after."""
    way = spot.way
    if spot.element is not NOTHING:
        old, new = _set_at(kept, way), _set_at(after, way)
        if old is not None and new is not None:
            element = frozenset({spot.element})
            return _written(kept, way, old | element if spot.element in new else old - element)
        if not isinstance(_read(after, way), frozenset):
            way = (*way, Key(spot.element))
    way = way[: _known_part(kept, way)]
    return _written(kept, way, _read(after, way))


def _set_at(root: Any, way: tuple[Step, ...]) -> frozenset[Any] | None:
    """The set at the end of a way. In a relation with several values for a key an absent key has none."""
    found = _read(root, way)
    if found is ABSENT and isinstance(root, Multi) and len(way) == 1:
        return frozenset()
    return found if isinstance(found, frozenset) else None


def _known_part(kept: Any, way: tuple[Step, ...]) -> int:
    """How far a way leads through entries that are there, and the next one: a new entry is free in all its parts."""
    for depth, step in enumerate(way, start=1):
        if isinstance(step, Key) and _read(kept, way[:depth]) is ABSENT:
            return depth
    return len(way)
