"""What TodoList promises: one function for each condition of the spec."""

from app.model import State, Todo
from app.runtime.values import Instant, every, exists, matches


def todo_id_where(value: int, s: State, now: Instant) -> bool:
    """value > 0"""
    return value > 0


def title_where(value: str, s: State, now: Instant) -> bool:
    """len(value) >= 1 and len(value) <= 200"""
    return len(value) >= 1 and len(value) <= 200


def text_where(value: str, s: State, now: Instant) -> bool:
    """len(value) <= 2000"""
    return len(value) <= 2000


def tag_where(value: str, s: State, now: Instant) -> bool:
    """value matches /^[a-z0-9][a-z0-9-]{0,29}$/"""
    return matches(value, r"^[a-z0-9][a-z0-9-]{0,29}\Z")


def todo_done_is_dated(own: Todo, s: State, now: Instant) -> bool:
    """status = DONE implies completed_at != none"""
    return own.status != "DONE" or own.completed_at is not None


def todo_open_is_undated(own: Todo, s: State, now: Instant) -> bool:
    """status in {TODO, IN_PROGRESS} implies completed_at = none"""
    return own.status not in {"TODO", "IN_PROGRESS"} or own.completed_at is None


def todo_only_finished_is_resolved(own: Todo, s: State, now: Instant) -> bool:
    """resolution != none implies completed_at != none"""
    return own.resolution is None or own.completed_at is not None


def todo_few_tags(own: Todo, s: State, now: Instant) -> bool:
    """#tags <= 10"""
    return len(own.tags) <= 10


# Invariants


def invariant_keys_are_ids(s: State, now: Instant) -> bool:
    """all k in todos | todos[k].id = k"""
    return every(s.todos, lambda k: s.todos[k].id == k)


def eventually_something_gets_done(s: State, now: Instant) -> bool:
    """some k in todos | todos[k].status = DONE"""
    return exists(s.todos, lambda k: s.todos[k].status == "DONE")


def always_unstarted_is_unresolved(s: State, now: Instant) -> bool:
    """all k in todos | todos[k].status = TODO implies todos[k].resolution = none"""
    return every(s.todos, lambda k: s.todos[k].status != "TODO" or s.todos[k].resolution is None)
