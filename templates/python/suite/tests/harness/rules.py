"""The conditions of a spec as a suite holds them: by their ids, with their places and what a failure shows of them."""

from collections.abc import Callable
from dataclasses import dataclass

from .windows import Truth, verdict

__all__ = ["Part", "Parts", "Rule", "Sides", "judge"]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a condition in the words of the spec, and its value. Variables that it reads go by their names."""

    text: str
    value: Callable[..., object]


@dataclass(frozen=True, slots=True)
class Sides:
    """The two sides of an equation."""

    left: Part
    right: Part


Parts = tuple[Part | Sides, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A condition of the spec: its name, its text, where it stands, and whether it holds.

    `says` is there where the condition can hold without saying anything; it tells when it says something. `parts` are
    what a failure shows of it.
    """

    id: str
    text: str
    place: str
    holds: Callable[..., bool]
    says: Callable[..., bool] | None = None
    parts: Callable[..., Parts] | None = None


def judge(rule: Rule, *arguments: object) -> Truth:
    """Whether a rule holds."""
    return verdict(rule.holds, *arguments)
