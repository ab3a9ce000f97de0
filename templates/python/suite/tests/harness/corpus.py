"""The corpus: states of the service, traces that lead to them, and calls that show what the clauses say.

Values in it are in the wire format, with two additions: `{"$at": ms}` is an instant counted from a moment that the
reader chooses, and `{"$ref": [step, path]}` is what a step of a trace answered. The declared type decides where these
can stand, so that a map with such a key is not mistaken for one of them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.harness.service import Operation, Service
from tests.harness.types import (
    DATETIME,
    Alias,
    Entity,
    MapOf,
    MultiOf,
    Option,
    SeqOf,
    SetOf,
    WireType,
)
from tests.harness.values import Instant

VERSION = 2
FILE = Path(__file__).absolute().parent.parent / "corpus.json"

Outputs = Sequence[Mapping[str, Any]]


class MissingReference(Exception):
    """A step did not answer what a later one refers to."""

    def __init__(self, step: int, path: Sequence[str]) -> None:
        super().__init__(f"step {step} did not answer {'.'.join(path)}")
        self.step = step


@dataclass(frozen=True, slots=True)
class Step:
    """A call of a trace. The outputs are those of the interpreter; another service may choose others.

    One that is idle changes nothing, and nothing refers to what it answers: its state is reached without it.
    """

    operation: str
    wait: int
    inputs: Mapping[str, Any]
    outputs: Mapping[str, Any]
    idle: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class CorpusState:
    """A state, and the calls that lead to it where some are known."""

    number: int
    trace: tuple[Step, ...] | None
    fields: Mapping[str, Any]

    @property
    def outputs(self) -> Outputs:
        """What the steps of the trace answered when the corpus was written."""
        return [step.outputs for step in self.trace or ()]

    @property
    def waits(self) -> int:
        """How long the trace takes, in milliseconds."""
        return sum(step.wait for step in self.trace or ())


@dataclass(frozen=True, slots=True, eq=False)
class Witness:
    """A call that reaches targets in a state, and in a populated one as well."""

    number: int
    state: int
    populated: int | None
    operation: str
    inputs: Mapping[str, Any]
    wait: int
    accepted: bool


@dataclass(frozen=True, slots=True, eq=False)
class Corpus:
    """All of it. Witnesses are by number, since those of states alone are left out."""

    states: tuple[CorpusState, ...]
    witnesses: Mapping[int, Witness]

    def witnesses_of(self, operation: Operation) -> list[Witness]:
        """The witnesses that call an operation."""
        return [witness for witness in self.witnesses.values() if witness.operation == operation.name]


@cache
def load() -> Corpus:
    """The corpus beside the suite."""
    return parse(json.loads(FILE.read_text(encoding="utf-8")))


def parse(document: Mapping[str, Any]) -> Corpus:
    """A corpus from its document."""
    if document.get("version") != VERSION:
        raise ValueError(f"{FILE.name} has version {document.get('version')!r}; this suite reads version {VERSION}")
    first = document["states"][0]["state"] if document["states"] else {}
    states = tuple(_state(number, found, first) for number, found in enumerate(document["states"]))
    witnesses = {number: _witness(number, found) for number, found in enumerate(document["witnesses"]) if found["call"]}
    return Corpus(states, witnesses)


def _state(number: int, found: Mapping[str, Any], first: Mapping[str, Any]) -> CorpusState:
    """A state; what it does not list is as in the first one."""
    trace = found["trace"]
    return CorpusState(number, None if trace is None else tuple(map(_step, trace)), {**first, **found["state"]})


def _step(found: Mapping[str, Any]) -> Step:
    return Step(found["operation"], found["wait"], found["inputs"], found["outputs"], found.get("idle", False))


def _witness(number: int, found: Mapping[str, Any]) -> Witness:
    call, expect = found["call"], found["expect"]
    return Witness(
        number,
        found["state"],
        found["populated"],
        call["operation"],
        call["inputs"],
        call["wait"],
        expect["accepted"],
    )


def state_json(service: Service, state: CorpusState, moment: int) -> dict[str, Any]:
    """A state in the wire format, with its instants counted from a moment."""
    return {field.name: plain(field.type, state.fields[field.name], moment, ()) for field in service.state}


def inputs_json(operation: Operation, inputs: Mapping[str, Any], moment: int, outputs: Outputs) -> dict[str, Any]:
    """The inputs of a call in the wire format."""
    types = {one.name: one.type for one in operation.inputs}
    return {name: plain(types[name], found, moment, outputs) for name, found in inputs.items()}


def plain(declared: WireType, found: Any, moment: int, outputs: Outputs) -> Any:
    """A value of the corpus in the wire format."""

    def below(part: WireType, value: Any) -> Any:
        return plain(part, value, moment, outputs)

    match declared:
        case Alias():
            return below(declared.base, found)
        case Option():
            return None if found is None else below(declared.inner, found)
        case SeqOf() | SetOf():
            return [below(declared.inner, one) for one in found]
        case MapOf():
            return _entries(declared.key, declared.value, found, below)
        case MultiOf():
            return _entries(declared.key, declared.values, found, below)
        case Entity():
            return {field.name: below(field.type, found[field.name]) for field in declared.fields}
        case _:
            return _scalar(declared, found, moment, outputs)


def _scalar(declared: WireType, found: Any, moment: int, outputs: Outputs) -> Any:
    if not isinstance(found, dict):
        return found
    if declared is DATETIME:
        return str(Instant(moment + found["$at"]))
    step, path = found["$ref"]
    value: Any = outputs[step]
    for name in path:
        if not isinstance(value, Mapping) or name not in value:
            raise MissingReference(step, path)
        value = value[name]
    return value


def _entries(key: WireType, value: WireType, found: Any, below: Any) -> Any:
    if isinstance(found, dict):
        return {name: below(value, one) for name, one in found.items()}
    pairs = [(below(key, at), below(value, one)) for at, one in found]
    if key.is_text_key:
        return {at if isinstance(at, str) else str(at): one for at, one in pairs}
    return [[at, one] for at, one in pairs]
