"""Judging clauses: whether a call is allowed, and whether what became of it is what the spec promises."""

from collections.abc import Callable
from typing import Any

from app.runtime.problems import Problem, unreadable
from app.runtime.types import Rule, WireType
from app.runtime.values import Instant, Outside, Undecided, Undefined, Unknown

Clause = tuple[str, Callable[[], bool]]
"""The text of a condition, and the condition."""


class Broken(Exception):
    """A promise that was not kept: the title of the clause, its text, and why it has no value."""

    def __init__(self, title: str, text: str, why: str = "") -> None:
        super().__init__(title)
        self.title = title
        self.text = text
        self.why = why

    def __str__(self) -> str:
        text = f": {self.text}" if self.text else ""
        why = f" ({self.why})" if self.why else ""
        return f"{self.title} does not hold{text}{why}"

    def problem(self) -> Problem:
        """500: the precondition holds, and no choice keeps every promise."""
        return Problem(500, f"The spec promises the impossible: {self}.", self.text or None)


def failure(condition: Callable[..., bool], *arguments: object) -> str | None:
    """Why a condition does not hold: the empty text where it is false; none where it holds."""
    try:
        return None if condition(*arguments) else ""
    except Unknown:
        return None
    except Undefined as why:
        return str(why)
    except RecursionError:
        raise Outside("more than can be computed") from None


def holds(condition: Callable[..., bool], *arguments: object) -> bool:
    """Whether a condition holds."""
    return failure(condition, *arguments) is None


def requires(*clauses: Clause, moves: tuple[Clause, ...] = (), present: tuple[Clause, ...] = ()) -> None:
    """Lets a call pass for which all conditions hold.

    What an input names and is not there answers 404, everything else 409. `moves` are the transitions that must have a
    rule for the call, `present` the conditions that an input names something.
    """
    rejection = _first(clauses, "The call is not allowed now") or _unmoved(moves)
    if rejection is not None:
        missing = _first(present, "What an input names is not there")
        if missing is not None:
            raise Problem(404, missing.detail, missing.clause)
        raise rejection


def _first(clauses: tuple[Clause, ...], words: str) -> Problem | None:
    for text, condition in clauses:
        why = failure(condition)
        if why is not None:
            return Problem(409, f"{words}{f' ({why})' if why else ''}.", text)
    return None


def _unmoved(moves: tuple[Clause, ...]) -> Problem | None:
    for name, rule in moves:
        if not rule():
            return Problem(409, f"the transition `{name}` has no rule for this now.")
    return None


def broken(declared: WireType, value: Any, state: object, now: Instant) -> tuple[Rule, str] | None:
    """The first refinement or entity invariant that a value breaks. What is not decided yet breaks nothing."""
    for rule, arguments in declared.obligations(value):
        try:
            why = failure(rule.holds, *arguments, state, now)
        except Undecided:
            continue
        if why is not None and why != "the value is not decided":
            return rule, why
    return None


def inputs_fit(inputs: tuple[tuple[str, str, WireType], ...], given: object, state: object, now: Instant) -> None:
    """Lets inputs pass that satisfy their types."""
    for name, attr, declared in inputs:
        found = broken(declared, getattr(given, attr), state, now)
        if found is not None:
            raise unreadable(f"{name}: breaks {found[0].title}", found[0].text)


def fits(declared: WireType, value: Any, state: object, now: Instant) -> bool:
    """Whether a value satisfies its type, as far as it is decided."""
    return broken(declared, value, state, now) is None


def may_move(relation: Any, key: Any, *rules: Callable[[Any], bool]) -> bool:
    """Whether a rule of a transition leads from where an entry is. An entry that is not there moves nowhere."""
    if key not in relation:
        return False
    entry = relation[key]
    return any([holds(rule, entry) for rule in rules])


def enabled(pick: Any, *rules: tuple[Any, Callable[[], bool]]) -> Any:
    """The value that one of the enabled rules of a transition gives."""
    found = [value for value, rule in rules if holds(rule)]
    return pick.one_of(("the transition", ""), found)


def promised(title: str, text: str, condition: Callable[[], bool]) -> None:
    """Checks a promise."""
    why = failure(condition)
    if why is not None:
        raise Broken(title, text, why)
