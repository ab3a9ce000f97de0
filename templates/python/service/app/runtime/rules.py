"""The conditions of a spec as a service holds them: with what it says of them when they are broken."""

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Rule"]


@dataclass(frozen=True, slots=True)
class Rule:
    """A condition of the spec: what it is called, its text, and whether it holds."""

    title: str
    text: str
    holds: Callable[..., bool]
