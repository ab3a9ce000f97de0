"""What TodoList is made of, for all that goes over the whole of it."""

from app import rules
from app.model import State
from app.runtime import choices
from app.runtime.state import Seed, StateField, decode_state
from app.runtime.types import MapOf, Rule
from app.types import TODO, TODO_ID

NAME = "TodoList"

STATE = (StateField("todos", "todos", MapOf(TODO_ID, TODO)),)

INVARIANTS: tuple[Rule, ...] = (
    Rule("the invariant `keysAreIds`", "all k in todos | todos[k].id = k", rules.invariant_keys_are_ids),
    Rule(
        "the property `unstartedIsUnresolved`",
        "all k in todos | todos[k].status = Status.TODO implies todos[k].resolution = none",
        rules.always_unstarted_is_unresolved,
    ),
)

SEEDS: tuple[Seed, ...] = (Seed("todo", "todos", TODO_ID, TODO, "id", choices.integers(0)),)

INITIAL: State = decode_state(State, STATE, {"todos": {}})

WORDS = frozenset(
    {
        "__test_admin__",
        "archive",
        "complete",
        "health",
        "metrics",
        "openapi.json",
        "pause",
        "ready",
        "reopen",
        "start",
        "tags",
        "todos",
    }
)


def is_proper(text: str) -> bool:
    """Whether a text can be a part of a path of its own."""
    return text not in {"", ".", ".."} and text not in WORDS
