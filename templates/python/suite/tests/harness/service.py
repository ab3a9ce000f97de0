"""The table that says what a service is: its state, its operations, and the rules about them.

The generated module `tests.service` fills it in; everything else reads it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeVar

from hypothesis.strategies import SearchStrategy

from tests.harness.types import Rule, WireType
from tests.harness.values import Instant

__all__ = [
    "At",
    "Call",
    "Header",
    "Input",
    "Key",
    "Move",
    "MoveRule",
    "Operation",
    "Output",
    "Position",
    "Presence",
    "Response",
    "Rule",
    "Scheme",
    "Service",
    "Slot",
    "Spot",
    "StateField",
    "Step",
]

S = TypeVar("S")
G = TypeVar("G")
A = TypeVar("A")


class Response(Protocol):
    """An answer of the service, as much of it as is judged."""

    @property
    def status(self) -> int: ...

    @property
    def body(self) -> bytes: ...

    def header(self, name: str, /) -> str | None:
        """The value of a header, whatever its case."""


@dataclass(frozen=True, slots=True)
class Call(Generic[S, G, A]):
    """What a clause can see: the states around a call, its inputs and outputs, and its moment."""

    before: S
    after: S
    given: G
    answer: A
    now: Instant

    @classmethod
    def asked(cls, before: S, given: G, now: Instant) -> "Call[S, G, A]":
        """A call that was not answered yet: nothing has changed, and there are no outputs to be read."""
        call = object.__new__(cls)
        for name, value in (("before", before), ("after", before), ("given", given), ("now", now)):
            object.__setattr__(call, name, value)
        return call


@dataclass(frozen=True, slots=True)
class At:
    """A step to a field of an entity."""

    attr: str


@dataclass(frozen=True, slots=True)
class Key:
    """A step to an entry of a map or relation."""

    key: Any


@dataclass(frozen=True, slots=True)
class Position:
    """A step to an element of a sequence."""

    index: int


Step = At | Key | Position
NOTHING: Any = object()
"""Stands for an element where there is none, since `None` can be one."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place that an operation may change: below a state field, all of it or whether one element is in it."""

    field: str
    way: tuple[Step, ...] = ()
    element: Any = NOTHING


@dataclass(frozen=True, slots=True)
class Slot:
    """A segment of a path that holds the value of an input, by the input's attribute."""

    attr: str


@dataclass(frozen=True, slots=True)
class Input:
    """An input, and where it travels."""

    name: str
    attr: str
    place: Literal["path", "query", "body"]
    type: WireType
    strategy: Callable[[], SearchStrategy[Any]]
    sensitive: bool = False


@dataclass(frozen=True, slots=True)
class Output:
    """An output."""

    name: str
    attr: str
    type: WireType


@dataclass(frozen=True, slots=True)
class Header:
    """A response header, and its value as text; none where it is not sent."""

    name: str
    value: Callable[[Any], str | None]


@dataclass(frozen=True, slots=True)
class Presence:
    """A part of a `requires` that answers 404 where it fails: what the input names is not there."""

    input: str
    requires: int
    test: Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class MoveRule:
    """A legal move from one value of a field to another, under a guard or without."""

    source: str
    target: str
    guard: Callable[[Any, Any], bool] | None
    id: str
    place: str


@dataclass(frozen=True, slots=True)
class Move:
    """What a transition says about an operation: the moves of one field of the entry that an input names."""

    transition: str
    attr: str
    relation: str
    key: str
    rules: tuple[MoveRule, ...]


@dataclass(frozen=True, slots=True)
class Scheme:
    """A way to show credentials; `where` names the header, query parameter or cookie."""

    name: str
    kind: Literal["bearer", "basic", "header", "query", "cookie"]
    where: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Operation:
    """An operation: how it is called, when it is accepted, and what it promises."""

    name: str
    method: str
    path: tuple[str | Slot, ...]
    status: int
    given: type
    answer: type
    inputs: tuple[Input, ...] = ()
    outputs: tuple[Output, ...] = ()
    shape: Literal["none", "empty", "whole", "object"]
    headers: tuple[Header, ...] = ()
    requires: tuple[Rule, ...] = ()
    presence: tuple[Presence, ...] = ()
    moves: tuple[Move, ...] = ()
    ensures: tuple[Rule, ...] = ()
    changes: tuple[Callable[[Any], Iterator[Spot]], ...] = ()
    free: frozenset[str] = frozenset()
    auth: tuple[Scheme, ...] = ()
    read_only: bool = False
    siblings: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class StateField:
    """A state field, with the refinement that it has as such."""

    name: str
    attr: str
    type: WireType
    rule: Rule | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Service:
    """A service."""

    name: str
    spec: str
    state: tuple[StateField, ...]
    state_type: type
    operations: tuple[Operation, ...]
    invariants: tuple[Rule, ...] = ()
    always: tuple[Rule, ...] = ()
    eventually: tuple[Rule, ...] = ()
