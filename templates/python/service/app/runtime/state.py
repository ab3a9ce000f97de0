"""The state as a whole: as JSON, and whether it satisfies the spec."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from app.runtime.choices import Generator
from app.runtime.clauses import Broken, broken, failure
from app.runtime.types import MapOf, MultiOf, Rule, SeqOf, SetOf, WireError, WireType
from app.runtime.values import Instant


@dataclass(frozen=True, slots=True)
class StateField:
    """A field of the state: its name on the wire, its attribute, its type, and its own refinement."""

    name: str
    attr: str
    type: WireType
    rule: Rule | None = None


@dataclass(frozen=True, slots=True)
class Seed:
    """A relation that takes single rows: the entity's name in a path, the relation, the types, and where the key is."""

    name: str
    attr: str
    key: WireType
    row: WireType
    key_attr: str | None
    fresh: Generator


def decode_state(make: type[Any], fields: tuple[StateField, ...], found: Any) -> Any:
    """A whole state: every field once, and no other."""
    if type(found) is not dict:
        raise WireError("", "expected an object with every state field")
    names = {field.name for field in fields}
    for name in found:
        if name not in names:
            raise WireError(name, "there is no such field")
    return make(**{field.attr: _field(field, found) for field in fields})


def _field(field: StateField, found: dict[str, Any]) -> Any:
    if field.name not in found and not field.type.is_option:
        raise WireError(field.name, "is missing")
    try:
        return field.type.decode(found.get(field.name))
    except WireError as error:
        raise error.below(field.name) from None


def encode_state(fields: tuple[StateField, ...], state: Any) -> dict[str, Any]:
    """A whole state as JSON."""
    return {field.name: field.type.encode(getattr(state, field.attr)) for field in fields}


def check_state(fields: tuple[StateField, ...], invariants: tuple[Rule, ...], state: Any, now: Instant) -> None:
    """Refuses a state that breaks a refinement or an invariant."""
    for field in fields:
        _check_rule(field, state, now)
        _check_type(field.type, getattr(state, field.attr), state, now)
    for rule in invariants:
        why = failure(rule.holds, state, now)
        if why is not None:
            raise Broken(rule.title, rule.text, why)


def check_changes(
    fields: tuple[StateField, ...], before: Any, after: Any, now: Instant, stored: tuple[str, ...] = ()
) -> None:
    """Refuses what changed and does not satisfy its type; of some fields everything that is stored."""
    for field in fields:
        old, new = getattr(before, field.attr), getattr(after, field.attr)
        if field.attr in stored:
            _check_rule(field, after, now)
            _check_type(field.type, new, after, now)
        elif old is not new:
            _check_rule(field, after, now)
            for declared, value in _changed(field.type, old, new):
                _check_type(declared, value, after, now)


def _check_rule(field: StateField, state: Any, now: Instant) -> None:
    value = getattr(state, field.attr)
    if field.rule is not None and value is not None:
        why = failure(field.rule.holds, value, state, now)
        if why is not None:
            raise Broken(field.rule.title, field.rule.text, why)


def _check_type(declared: WireType, value: Any, state: Any, now: Instant) -> None:
    if declared.is_plain:
        return
    found = broken(declared, value, state, now)
    if found is not None:
        raise Broken(found[0].title, found[0].text, found[1])


def _changed(declared: WireType, old: Any, new: Any) -> Iterator[tuple[WireType, Any]]:
    """The parts of a collection that are new, with their types."""
    if isinstance(declared, MapOf | MultiOf):
        inner = declared.value if isinstance(declared, MapOf) else declared.values
        for key, value in new.known.items():
            if old.known.get(key) is not value:
                yield declared.key, key
                yield inner, value
    elif isinstance(declared, SetOf):
        yield from ((declared.inner, one) for one in new - old)
    elif isinstance(declared, SeqOf):
        yield from ((declared.inner, one) for at, one in enumerate(new) if at >= len(old) or old[at] is not one)
    else:
        yield declared, new
