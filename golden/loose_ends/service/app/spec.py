"""What LooseEnds is made of, for all that goes over the whole of it."""

from app import rules
from app.model import State
from app.runtime import choices
from app.runtime.state import Seed, StateField, decode_state
from app.runtime.types import MapOf, Rule
from app.types import PARCEL, PARCEL_ID

NAME = "LooseEnds"

STATE = (StateField("parcels", "parcels", MapOf(PARCEL_ID, PARCEL)),)

INVARIANTS: tuple[Rule, ...] = (
    Rule("the invariant `keysAreIds`", "all k in parcels | parcels[k].id = k", rules.invariant_keys_are_ids),
)

SEEDS: tuple[Seed, ...] = (Seed("parcel", "parcels", PARCEL_ID, PARCEL, "id", choices.integers(0)),)

INITIAL: State = decode_state(State, STATE, {"parcels": {}})

WORDS = frozenset({"__test_admin__", "dispatch", "health", "metrics", "openapi.json", "parcels", "ready"})


def is_proper(text: str) -> bool:
    """Whether a text can be a part of a path of its own."""
    return text not in {"", ".", ".."} and text not in WORDS
