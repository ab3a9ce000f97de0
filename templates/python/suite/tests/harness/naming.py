"""The names of the spec for what Python calls otherwise: `updatedAt` where the attribute is `updated_at`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.harness.service import Service
from tests.harness.types import Alias, Entity, MapOf, MultiOf, Option, SeqOf, SetOf, WireType

_names: dict[type, dict[str, str]] = {}


def learn(service: Service) -> None:
    """Notes the names of a service's state, entities, inputs and outputs."""
    _note(service.state_type, service.state)
    for field in service.state:
        _learn_type(field.type)
    for operation in service.operations:
        _note(operation.given, operation.inputs)
        _note(operation.answer, operation.outputs)
        for declared in [*(one.type for one in operation.inputs), *(one.type for one in operation.outputs)]:
            _learn_type(declared)


def name_of(owner: type, attr: str) -> str:
    """What the spec calls an attribute; the attribute itself where nothing is known."""
    return _names.get(owner, {}).get(attr, attr)


def _note(owner: type, fields: Iterable[Any]) -> None:
    _names[owner] = {field.attr: field.name for field in fields}


def _learn_type(declared: WireType) -> None:
    match declared:
        case Alias():
            _learn_type(declared.base)
        case Option() | SeqOf() | SetOf():
            _learn_type(declared.inner)
        case MapOf():
            _learn_type(declared.key)
            _learn_type(declared.value)
        case MultiOf():
            _learn_type(declared.key)
            _learn_type(declared.values)
        case Entity() if declared.cls not in _names:
            _note(declared.cls, declared.fields)
            for field in declared.fields:
                _learn_type(field.type)
        case _:
            return
