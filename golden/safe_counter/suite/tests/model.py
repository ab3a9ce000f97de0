"""The data of SafeCounter: its entities, its state, and what its operations take and give."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class State:
    """The state of SafeCounter."""

    count: int


@dataclass(frozen=True, slots=True)
class IncrementGiven:
    """What Increment takes: nothing."""


@dataclass(frozen=True, slots=True)
class IncrementAnswer:
    """What Increment gives."""

    current: int


@dataclass(frozen=True, slots=True)
class DecrementGiven:
    """What Decrement takes: nothing."""


@dataclass(frozen=True, slots=True)
class DecrementAnswer:
    """What Decrement gives."""

    current: int


@dataclass(frozen=True, slots=True)
class ResetGiven:
    """What Reset takes: nothing."""


@dataclass(frozen=True, slots=True)
class ResetAnswer:
    """What Reset gives: nothing."""


@dataclass(frozen=True, slots=True)
class GetCountGiven:
    """What GetCount takes: nothing."""


@dataclass(frozen=True, slots=True)
class GetCountAnswer:
    """What GetCount gives."""

    current: int
    room: int
