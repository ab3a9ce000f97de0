"""The data of LooseEnds: its entities, its state, and what its operations take and give."""

from dataclasses import dataclass

from app.runtime.values import Map

PARCEL_STATUS_VALUES = ("ACCEPTED", "SENT", "LOST")


@dataclass(frozen=True, slots=True)
class Parcel:
    """The entity Parcel (loose_ends.spec:12)."""

    id: int
    address: str
    weight: int
    postage: int
    status: str


@dataclass(frozen=True, slots=True)
class State:
    """The state of LooseEnds."""

    parcels: Map[int, Parcel]


@dataclass(frozen=True, slots=True)
class AcceptGiven:
    """What Accept takes."""

    address: str
    weight: int


@dataclass(frozen=True, slots=True)
class AcceptAnswer:
    """What Accept gives."""

    id: int


@dataclass(frozen=True, slots=True)
class GetParcelGiven:
    """What GetParcel takes."""

    id: int


@dataclass(frozen=True, slots=True)
class GetParcelAnswer:
    """What GetParcel gives."""

    parcel: Parcel


@dataclass(frozen=True, slots=True)
class DispatchGiven:
    """What Dispatch takes."""

    id: int


@dataclass(frozen=True, slots=True)
class DispatchAnswer:
    """What Dispatch gives."""

    parcel: Parcel
