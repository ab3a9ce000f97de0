"""The functions and predicates of TodoList."""

from tests.harness.values import some
from tests.model import Todo


def selected(t: Todo, s: str | None, p: str | None, label: str | None) -> bool:
    """(s = none or t.status = s) and (p = none or t.priority = p) and (label = none or label in t.tags)"""
    return (
        (s is None or t.status == some(s))
        and (p is None or t.priority == some(p))
        and (label is None or some(label) in t.tags)
    )
