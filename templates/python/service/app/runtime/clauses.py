"""Judging clauses: whether a call is allowed, and whether what became of it is what the spec promises."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from app.runtime.problems import Problem, unreadable
from app.runtime.types import Rule, WireType
from app.runtime.values import UNDECIDED, Instant, Outside, Undecided, Undefined, Unknown

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

    def problem(self, unfound: tuple[str, ...] = (), tries_all: bool = False) -> Problem:
        """500: the precondition holds, and no choice keeps every promise.

        501 for an ensures that fails for want of a value: of what some speak of, only a few values are tried.
        """
        lacks_value = (self.why == UNDECIDED and not tries_all) or self.text in unfound
        if self.title.startswith("an ensures of ") and lacks_value:
            detail = "specc does not know how to do this: no value was found that keeps it; there may be one."
            return Problem(501, detail, self.text or None)
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
        if why is not None and why != UNDECIDED:
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


def moved(
    before: Any, after: Any, key: Any, part: Callable[[Any], Any], *rules: tuple[Callable[[Any], bool], Any]
) -> bool:
    """Whether an entry has come to where a rule of a transition leads from where it was."""
    if key not in after:
        return False
    old, now = before[key], part(after[key])
    return any([holds(rule, old) and now == target for rule, target in rules])


@contextmanager
def ensuring(title: str, text: str) -> Iterator[None]:
    """Names the clause that does not hold where what it says has no value."""
    try:
        yield
    except Undefined as why:
        raise Broken(title, text, str(why)) from None


def promised(title: str, text: str, condition: Callable[[], bool]) -> None:
    """Checks a promise."""
    why = failure(condition)
    if why is not None:
        raise Broken(title, text, why)
