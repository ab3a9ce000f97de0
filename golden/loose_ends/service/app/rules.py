"""What LooseEnds promises: one function for each condition of the spec."""

from app.model import Parcel, State
from app.runtime.values import Instant, every


def parcel_id_where(value: int, s: State, now: Instant) -> bool:
    """value > 0"""
    return value > 0


def grams_where(value: int, s: State, now: Instant) -> bool:
    """value >= 1 and value <= 30000"""
    return value >= 1 and value <= 30000


def address_where(value: str, s: State, now: Instant) -> bool:
    """len(value) >= 5 and len(value) <= 200"""
    return len(value) >= 5 and len(value) <= 200


def parcel_postage_where(value: int, own: Parcel, s: State, now: Instant) -> bool:
    """value >= 0"""
    return value >= 0


# Invariants


def invariant_keys_are_ids(s: State, now: Instant) -> bool:
    """all k in parcels | parcels[k].id = k"""
    return every(s.parcels, lambda k: s.parcels[k].id == k)
