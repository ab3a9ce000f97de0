"""Whether a service keeps every promise of a spec that does not keep them by itself.

    python tests/service/promises.py KIND --specc SPECC [--served SPEC] [--calls N] [--seed N] [--projects DIR]

The calls of `promises.spec` break its promises again and again: a sum over the lines of an item, emails that two users
share, entries that others point at, a count, a sum over everything, two clauses about one field, a type that depends on
the state, a value that nobody finds. The service and the reference server get the same calls with the same few values,
and have to answer alike: the status, the clause, the body, and the state afterwards. With `--served` another spec is
served instead of the right one. A line is printed for each operation. Exit codes: 0, all is well; 1, something is not;
2, something could not be run.
"""

from __future__ import annotations

import argparse
import http.client
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode, urlsplit

from databases import Broken
from filters import compiled, shape
from running import Workshop, run

SPEC = Path(__file__).absolute().parent / "promises.spec"
MAX_SHOWN = 4
EPISODE = 25
# A call is one of these statuses, or the services say something that they should not.
STATUSES = {200, 201, 204, 404, 409, 422, 500, 501}
# What an input is tried with, by its name or by its type: few values, so that they meet.
VALUES: dict[str, tuple[Any, ...]] = {
    "quantity": (1, 1, 1, 2, 5, 60, -1, 2**62),
    "stock": (0, 1, 2, 6, 60, -1, 2**62),
    "value": (0, 6, 60, 2**63 - 1),
    "Int": (1, 1, 2, 2, 3, 4, 5),
    "Email": ("a", "b", "c", "d", "e", "A", "a "),
    "Role": ("ADMIN", "STAFF"),
    "Bool": (True, False),
}


# What most episodes begin with.
BEGINNING: dict[str, Any] = {
    "users": {
        "1": {"email": "a", "role": "ADMIN", "active": True},
        "2": {"email": "b", "role": "STAFF", "active": True},
        "3": {"email": "d", "role": "STAFF", "active": False},
    },
    "guests": {"1": "e"},
    "items": {"1": {"stock": 6, "status": "OPEN"}, "2": {"stock": 60, "status": "HELD"}},
    "lines": {
        "1": {"item": 1, "user": 1, "quantity": 4, "after": None},
        "2": {"item": 2, "user": 2, "quantity": 2, "after": 1},
        "3": {"item": 2, "user": 1, "quantity": 1, "after": None},
    },
    "visits": {"1": {"host": 2}},
    "teams": {"1": [1, 2], "2": [3]},
    "leads": {"1": 2},
    "limit": 60,
}


@dataclass(frozen=True)
class Operation:
    """An operation of the spec: how it is called, and the types of its inputs."""

    name: str
    method: str
    path: str
    inputs: dict[str, str]

    def request(self, random: Random) -> tuple[str, str, Any]:
        """A call with some values: method, target and body."""
        given = {name: random.choice(VALUES.get(name) or VALUES[declared]) for name, declared in self.inputs.items()}
        target = re.sub(r"\{(\w+)\}", lambda found: str(given.pop(found[1])), self.path)
        if self.method in ("GET", "DELETE"):
            return self.method, f"{target}?{urlencode(given)}" if given else target, None
        return self.method, target, given


def operations(specc: Path) -> list[Operation]:
    """The operations of the spec."""
    said = run([str(specc), "inspect", "--stage", "routes", str(SPEC)], SPEC.parent)
    routes = {name: (method, path) for name, method, path in re.findall(r"^(\w+) .*? ([A-Z]+) +(/\S+)", said, re.M)}
    text = SPEC.read_text(encoding="utf-8")
    found = re.findall(r"operation (\w+) \{\n(?:    input: (.*)\n)?", text)
    return [Operation(name, *routes[name], dict(re.findall(r"(\w+): (\w+)", inputs))) for name, inputs in found]


class Side:
    """One of the two services."""

    def __init__(self, url: str) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)

    def send(self, method: str, target: str, body: Any = None) -> tuple[int, Any]:
        """The status and the JSON of an answer."""
        headers = {} if body is None else {"Content-Type": "application/json"}
        self.connection.request(method, target, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        return answer.status, json.loads(answer.read() or b"null")

    def state(self) -> Any:
        """The state of the service."""
        status, found = self.send("GET", "/__test_admin__/state")
        if status != 200:
            raise Broken(f"the state cannot be read: {status} {found}")
        return found


@dataclass
class Walk:
    """Calls to both services, and what became of them."""

    sides: tuple[Side, Side]
    random: Random
    statuses: dict[str, Counter[int]] = field(default_factory=dict)
    clauses: set[str] = field(default_factory=set)
    findings: dict[str, list[str]] = field(default_factory=dict)

    def episodes(self, known: list[Operation], calls: int) -> None:
        """Makes so many calls, from the initial state again and again."""
        for at in range(calls):
            if at % EPISODE == 0:
                self.begin(at % (3 * EPISODE) == 0)
            self.call(self.random.choice(known))

    def begin(self, from_nothing: bool) -> None:
        """Puts both services into one state."""
        how = ("POST", "/__test_admin__/reset", None) if from_nothing else ("PUT", "/__test_admin__/state", BEGINNING)
        for side in self.sides:
            status, found = side.send(*how)
            if status not in (200, 204):
                raise Broken(f"the state is not taken: {status} {found}")

    def call(self, operation: Operation) -> None:
        """Makes a call to both."""
        request = operation.request(self.random)
        one, other = (side.send(*request) for side in self.sides)
        self.statuses.setdefault(operation.name, Counter())[other[0]] += 1
        if other[0] >= 500:
            self.clauses.add(other[1].get("clause") or other[1]["detail"])
        answers = [(status, shape(found)) for status, found in (one, other)]
        states = [side.state() for side in self.sides]
        if answers[0] != answers[1] or states[0] != states[1] or other[0] not in STATUSES:
            told = f"{request}: {str(one)[:300]} and {str(other)[:300]}"
            if states[0] != states[1]:
                told += f", with {states[0]} and {states[1]} afterwards"
            self.findings.setdefault(operation.name, []).append(told)
            self.sides[0].send("PUT", "/__test_admin__/state", states[1])

    def lines(self, known: list[Operation]) -> Iterator[str]:
        """A line for each operation, and one for what was broken."""
        for operation in known:
            found = self.findings.get(operation.name, [])
            statuses = dict(sorted(self.statuses.get(operation.name, {}).items()))
            yield f"{'DIFFERS' if found else 'agrees':8} {operation.name}: {statuses}"
            yield from (f"         - {one}" for one in found[:MAX_SHOWN])
        yield f"         {len(self.clauses)} promises would have been broken"


def unbroken(clauses: set[str]) -> list[str]:
    """The invariants of the spec that no call would have broken: what is not tried is not shown."""
    named = re.findall(r"^  invariant (\w+): (.*)$", SPEC.read_text(encoding="utf-8"), re.MULTILINE)
    said = {one.replace("Role.", "") for one in clauses}
    return [name for name, condition in named if condition not in said]


def main() -> int:
    """Calls both."""
    options = arguments()
    with Workshop.open(options, [options.kind]) as shop:
        compiled(shop, options.kind, options.served)
        served = shop.service(options.kind, str(options.served))
        with served as service, shop.service("reference", str(SPEC)) as reference:
            walk = Walk((Side(service.url), Side(reference.url)), Random(options.seed))
            known = operations(shop.specc)
            walk.episodes(known, options.calls)
            for line in walk.lines(known):
                print(line, flush=True)
            missed = unbroken(walk.clauses)
            for one in missed:
                print(f"UNTRIED  {one}", flush=True)
            return int(bool(walk.findings or missed))


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Whether a service keeps every promise of a spec.")
    parser.add_argument("kind", help="sqlite, postgres, mysql, or reference")
    parser.add_argument("--served", type=Path, default=SPEC, help="a spec with the same operations")
    parser.add_argument("--calls", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=0)
    Workshop.options(parser)
    return parser.parse_args()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Broken as broken:
        print(broken, file=sys.stderr)
        sys.exit(2)
