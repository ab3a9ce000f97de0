"""Why a condition does not hold: the values of its parts, and the places in which the sides of an equation differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from inspect import signature
from typing import Any

from tests.harness.rules import Part, Rule, Sides
from tests.harness.showing import differences, show
from tests.harness.values import Outside, Truth, Undefined, deciding, same, verdict, worked_out

_NOTHING: Any = object()
"""Stands for a part without a value, since `None` can be one."""

# How many parts of a condition, and how many places of an equation are shown.
MAX_VALUES = 12
MAX_PLACES = 12


@dataclass(slots=True)
class Explained:
    """What there is to say about a condition that does not hold."""

    values: list[tuple[str, str]] = field(default_factory=list)
    """Parts of it, and what they are."""
    fields: list[str] = field(default_factory=list)
    """The places that are not what they should be."""


def explain(rule: Rule, *arguments: Any) -> Explained:
    """What the parts of a rule are that does not hold."""
    found = Explained()
    if rule.parts is None:
        return found
    chosen = deciding(rule.holds, *arguments)
    for part in rule.parts(*arguments):
        if isinstance(part, Part):
            _one(found, part, chosen)
        else:
            _both(found, part, chosen)
    return found


def _note(found: Explained, text: str, value: str) -> None:
    # What is written out in the spec needs no telling.
    if value.strip('"') == text.rpartition(".")[2].strip('"'):
        return
    if len(found.values) < MAX_VALUES and not any(known == text for known, _ in found.values):
        found.values.append((text, value))


def _one(found: Explained, part: Part, chosen: Mapping[str, Any]) -> Any:
    """Notes the value of a part; it has none where it reads a variable that nothing was chosen for."""
    names = list(signature(part.value).parameters)
    if not all(name in chosen for name in names):
        return _NOTHING
    try:
        value = worked_out(part.value, *(chosen[name] for name in names))
    except (Undefined, Outside) as why:
        _note(found, part.text, f"undefined: {why}")
        return _NOTHING
    _note(found, part.text, show(value))
    return value


def _both(found: Explained, sides: Sides, chosen: Mapping[str, Any]) -> None:
    """Notes both sides of an equation, and where they differ."""
    left, right = _one(found, sides.left, chosen), _one(found, sides.right, chosen)
    if left is _NOTHING or right is _NOTHING or verdict(same, left, right) is not Truth.NO:
        return
    for place, one, other in list(differences(sides.left.text, left, right))[:MAX_PLACES]:
        found.fields.append(place)
        if place != sides.left.text:
            _note(found, place, f"{one}, and {other} on the other side")
