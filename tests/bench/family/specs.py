"""Specs of any size: the to-do list of the fixtures several times in one service, side by side or linked.

The copies are made from the text of the fixture, so that they change with it. The first copy is the fixture itself;
in each further one every declared name carries its number. Fields of entities, inputs and outputs keep their names,
which are their own in each copy anyway.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

FIXTURE = Path(__file__).absolute().parents[3] / "fixtures" / "spec" / "todo_list.spec"

COMMENT = re.compile(r"//.*")
SERVICE = re.compile(r"^service (\w+) \{\n(.*)^\}", re.DOTALL | re.MULTILINE)
# What is named right behind its word. Of an invariant and its kin, which need no name, only with the colon behind it.
NAMED = re.compile(r"^ *(?:type|enum|entity|operation|transition|predicate|function) +(\w+)", re.MULTILINE)
LABELLED = re.compile(r"^ *(?:invariant|fact|temporal) +(\w+) *:", re.MULTILINE)
ENUM = re.compile(r"^ *enum +\w+ *\{([^}]*)\}", re.MULTILINE)
STATE = re.compile(r"^ *state *\{([^}]*)\}", re.MULTILINE)
STATE_FIELD = re.compile(r"^ *(\w+) *:", re.MULTILINE)


class Unfit(Exception):
    """The fixture is not as it has to be for copies to be made of it."""


def side_by_side(copies: int) -> str:
    """A service of so many to-do lists that have nothing to do with each other."""
    name, body = fixture()
    return service(name, [copy_of(body, number) for number in range(1, copies + 1)])


def linked(copies: int) -> str:
    """A service of so many to-do lists, in which each entry comes after one of the list before.

    That one has to be there when the entry is made, and stays as long as the entry does.
    """
    name, body = fixture()
    return service(name, [linked_copy(body, number, number == copies) for number in range(1, copies + 1)])


FAMILIES: dict[str, Callable[[int], str]] = {"side by side": side_by_side, "linked": linked}


def fixture() -> tuple[str, str]:
    """The name of the fixture's service, and what stands between its braces."""
    found = SERVICE.search(FIXTURE.read_text(encoding="utf-8"))
    if not found:
        raise Unfit(f"{FIXTURE} holds no service that could be copied")
    return found[1], found[2]


def service(name: str, bodies: list[str]) -> str:
    """A service with the declarations of several."""
    return f"service {name} {{\n" + "\n".join(bodies) + "}\n"


def copy_of(body: str, number: int) -> str:
    """One of the copies. Its paths differ, too, since they begin with the name of a state field."""
    names = declared(body)
    return re.sub(r"\b[A-Za-z_]\w*", lambda word: renamed(word[0], number) if word[0] in names else word[0], body)


def renamed(name: str, number: int) -> str:
    """What a declared name is in a copy."""
    return name if number == 1 else f"{name}{number}"


def declared(body: str) -> set[str]:
    """Every name that is declared in a service."""
    text = COMMENT.sub("", body)
    names = {*NAMED.findall(text), *LABELLED.findall(text)}
    for values in ENUM.findall(text):
        names.update(re.findall(r"\w+", values))
    for fields in STATE.findall(text):
        names.update(STATE_FIELD.findall(fields))
    return names


def linked_copy(body: str, number: int, is_last: bool) -> str:
    """One of the copies, with what ties it to the copies before and after it."""
    text = copy_of(body, number)
    if number > 1:
        text = bound_to_earlier(text, number)
    return text if is_last else kept_for_later(text, number)


def bound_to_earlier(text: str, number: int) -> str:
    """A copy whose entries each come after one of the copy before."""
    todo, create, todos = (renamed(name, number) for name in ("Todo", "CreateTodo", "todos"))
    earlier, earlier_id = (renamed(name, number - 1) for name in ("todos", "TodoId"))
    text = behind(text, f"  entity {todo} {{\n", f"    after: {earlier_id}\n")
    text = behind(text, f"  operation {create} {{\n    input: ", f"after: {earlier_id}, ")
    text = in_operation(text, create, "requires", f"after in {earlier}")
    text = in_operation(text, create, "ensures", f"{todos}'[id].after = after")
    return text + f"\n  invariant afterIsThere{number}: all k in {todos} | {todos}[k].after in {earlier}\n"


def kept_for_later(text: str, number: int) -> str:
    """A copy whose entries stay while one of the next copy comes after them."""
    later = renamed("todos", number + 1)
    return in_operation(text, renamed("DeleteTodo", number), "requires", f"all k in {later} | {later}[k].after != id")


def in_operation(text: str, operation: str, clauses: str, added: str) -> str:
    """A text with one more clause at the end of a list of an operation."""
    pattern = rf"  operation {operation} \{{\n(?:    .*\n)*?    {clauses}:\n(?:      .*\n)+"
    found = re.search(pattern, text)
    if not found:
        raise Unfit(f"the operation {operation} has no {clauses} that could be added to")
    return f"{text[: found.end()]}      {added}\n{text[found.end() :]}"


def behind(text: str, place: str, added: str) -> str:
    """A text with something more behind a place that is there once."""
    if text.count(place) != 1:
        raise Unfit(f"{FIXTURE} has to have this once: {place.strip()}")
    return text.replace(place, place + added)
