"""What SafeCounter is made of, for all that goes over the whole of it."""

from app import rules
from app.model import State
from app.runtime.state import Seed, StateField, decode_state
from app.runtime.types import INT, Rule

NAME = "SafeCounter"

STATE = (StateField("count", "count", INT),)

INVARIANTS: tuple[Rule, ...] = (
    Rule("the invariant `neverNegative`", "count >= 0", rules.invariant_never_negative),
    Rule("the invariant `neverAboveCeiling`", "count <= ceiling()", rules.invariant_never_above_ceiling),
)

SEEDS: tuple[Seed, ...] = ()

INITIAL: State = decode_state(State, STATE, {"count": 0})

WORDS = frozenset(
    {"__test_admin__", "count", "decrement", "health", "increment", "metrics", "openapi.json", "ready", "reset"}
)


def is_proper(text: str) -> bool:
    """Whether a text can be a part of a path of its own."""
    return text not in {"", ".", ".."} and text not in WORDS
