"""Calls whose effects can be counted: what was acknowledged must be in the state afterwards, once, and nothing else.

A tally proposes calls, is told which of them were acknowledged, and then looks at a state. `doubtful` calls were sent
and never answered, since the service was killed meanwhile: each of them may have had its effect or not.
"""

from __future__ import annotations

import itertools
import re
import threading
from abc import ABC, abstractmethod
from collections import Counter
from random import Random
from typing import Any

from emitted import Drawer, Suite

Proposal = tuple[str, dict[str, Any]]
State = dict[str, Any]


class Tally(ABC):
    """Something that is counted."""

    name: str

    def setup(self) -> list[Proposal]:
        """Calls that are made once, before all others."""
        return []

    def begun(self, outputs: dict[str, Any]) -> None:
        """Hears what one of these calls has answered."""
        del outputs

    @abstractmethod
    def propose(self, random: Random) -> Proposal:
        """An operation and its inputs."""

    @abstractmethod
    def acknowledge(self, operation: str, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        """Notes a call that succeeded."""

    @abstractmethod
    def judge(self, state: State, doubtful: Counter[str]) -> list[str]:
        """What is not in the state as it was acknowledged."""


def between(what: str, found: int, least: int, doubtful: int) -> list[str]:
    """A complaint where a number is not what was acknowledged, give or take what is in doubt."""
    if least <= found <= least + doubtful:
        return []
    return [f"{what}: {least} acknowledged, {doubtful} in doubt, and {found} are there"]


def repeated(what: str, values: list[Any]) -> list[str]:
    """A complaint about values that were handed out more than once."""
    twice = [value for value, count in Counter(values).items() if count > 1]
    return [f"{what}: handed out more than once: {twice[:5]}"] if twice else []


class Counting(Tally):
    """A counter within bounds goes up and down."""

    name = "increments"

    def __init__(self) -> None:
        self.count = 0

    def propose(self, random: Random) -> Proposal:
        return random.choice(["Increment", "Decrement"]), {}

    def acknowledge(self, operation: str, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        self.count += 1 if operation == "Increment" else -1

    def judge(self, state: State, doubtful: Counter[str]) -> list[str]:
        least = self.count - doubtful["Decrement"]
        return between("count", state["count"], least, doubtful["Increment"] + doubtful["Decrement"])


class Clicks(Tally):
    """Visits of a few codes are counted."""

    name = "clicks"
    codes = ("clicks01", "clicks02", "clicks03")

    def __init__(self) -> None:
        self.clicks: Counter[str] = Counter()

    def setup(self) -> list[Proposal]:
        return [("Claim", {"code": code, "url": "https://example.org/"}) for code in self.codes]

    def propose(self, random: Random) -> Proposal:
        return "Resolve", {"code": random.choice(self.codes)}

    def acknowledge(self, operation: str, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        self.clicks[inputs["code"]] += 1

    def judge(self, state: State, doubtful: Counter[str]) -> list[str]:
        total = sum(state["metadata"][code]["click_count"] for code in self.codes)
        found = between("clicks", total, self.clicks.total(), doubtful["Resolve"])
        for code in self.codes:
            clicks = state["metadata"][code]["click_count"]
            found += between(f"clicks of {code}", clicks, self.clicks[code], doubtful["Resolve"])
        return found


class Claims(Tally):
    """Several callers want the same code: one of them gets it."""

    name = "claims"

    def __init__(self) -> None:
        self.numbers = itertools.count()
        self.claims: dict[str, list[str]] = {}

    def propose(self, random: Random) -> Proposal:
        number = next(self.numbers)
        # Four calls in a row want the same code.
        return "Claim", {"code": f"claim{number // 4:05}", "url": f"https://example.org/{number}"}

    def acknowledge(self, operation: str, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        self.claims.setdefault(inputs["code"], []).append(inputs["url"])

    def judge(self, state: State, doubtful: Counter[str]) -> list[str]:
        twice = [code for code, urls in self.claims.items() if len(urls) > 1]
        found = [f"claimed more than once: {twice[:5]}"] if twice else []
        stored = state["store"]
        lost = [code for code, urls in self.claims.items() if stored.get(code) not in urls]
        return found + ([f"claims are lost: {lost[:5]}"] if lost else [])


def todo(title: str) -> dict[str, Any]:
    """The inputs of a to-do."""
    return {"title": title, "description": None, "priority": "LOW", "tags": [], "due_at": None}


class Flips(Tally):
    """A few to-dos are started and paused: each start wants a pause before the next."""

    name = "transitions"

    def __init__(self) -> None:
        self.ids: list[int] = []
        self.started: Counter[int] = Counter()

    def begun(self, outputs: dict[str, Any]) -> None:
        self.ids.append(outputs["id"])

    def setup(self) -> list[Proposal]:
        return [("CreateTodo", todo("flip"))] * 3

    def propose(self, random: Random) -> Proposal:
        return random.choice(["StartWork", "PauseWork"]), {"id": random.choice(self.ids)}

    def acknowledge(self, operation: str, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        self.started[inputs["id"]] += 1 if operation == "StartWork" else -1

    def judge(self, state: State, doubtful: Counter[str]) -> list[str]:
        found = []
        for number in self.ids:
            running = int(state["todos"][str(number)]["status"] == "IN_PROGRESS")
            least = self.started[number] - doubtful["PauseWork"]
            found += between(f"starts of {number}", running, least, doubtful.total())
        return found


class Tags(Tally):
    """Tags are added to the same to-dos side by side; none gets lost, and none has more than ten."""

    name = "tags"

    def __init__(self) -> None:
        self.ids: list[int] = []
        self.numbers = itertools.count()
        self.tags: dict[int, set[str]] = {}

    def begun(self, outputs: dict[str, Any]) -> None:
        self.ids.append(outputs["id"])

    def setup(self) -> list[Proposal]:
        return [("CreateTodo", todo("tags"))] * 40

    def propose(self, random: Random) -> Proposal:
        number = next(self.numbers)
        return "AddTag", {"id": self.ids[number // 16 % len(self.ids)], "tag": f"t{number}"}

    def acknowledge(self, operation: str, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        self.tags.setdefault(inputs["id"], set()).add(inputs["tag"])

    def judge(self, state: State, doubtful: Counter[str]) -> list[str]:
        found = []
        for number, tags in self.tags.items():
            stored = set(state["todos"][str(number)]["tags"])
            if tags - stored:
                found.append(f"to-do {number} has lost {sorted(tags - stored)[:5]}")
            found += between(f"tags of {number}", len(stored), len(tags), doubtful["AddTag"])
        return found


class Stock(Tally):
    """Goods arrive at the same shelf."""

    name = "stock"
    skus = ("AAA-0001", "BBB-0002")

    def __init__(self) -> None:
        self.stock: Counter[str] = Counter()

    def setup(self) -> list[Proposal]:
        return [("AddProduct", {"sku": sku, "name": "thing", "price": 100}) for sku in self.skus]

    def propose(self, random: Random) -> Proposal:
        return "Restock", {"sku": random.choice(self.skus), "quantity": 1}

    def acknowledge(self, operation: str, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        self.stock[inputs["sku"]] += inputs["quantity"]

    def judge(self, state: State, doubtful: Counter[str]) -> list[str]:
        parts = ((sku, state["inventory"][sku]) for sku in self.skus)
        return [one for sku, found in parts for one in between(sku, found, self.stock[sku], doubtful["Restock"])]


class Log(Tally):
    """Lines are appended to the same log: each has a position of its own."""

    name = "log"

    def __init__(self) -> None:
        self.numbers = itertools.count()
        self.lines: dict[int, str] = {}
        self.positions: list[int] = []

    def propose(self, random: Random) -> Proposal:
        return "Note", {"message": f"line {next(self.numbers)}"}

    def acknowledge(self, operation: str, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        self.positions.append(outputs["position"])
        self.lines[outputs["position"]] = f"- {inputs['message']}"

    def judge(self, state: State, doubtful: Counter[str]) -> list[str]:
        log = state["log"]
        lost = [at for at, line in self.lines.items() if at >= len(log) or log[at] != line]
        found = [f"lines are lost at {lost[:5]}"] if lost else []
        found += repeated("positions", self.positions)
        return found + between("lines", len(log), len(self.positions), doubtful["Note"])


class Failures(Tally):
    """Failed logins under one address: five are let through, whoever comes first."""

    name = "failed logins"

    def __init__(self) -> None:
        self.numbers = itertools.count()
        self.left: dict[str, list[int]] = {}

    def propose(self, random: Random) -> Proposal:
        email = f"user{next(self.numbers) // 16}@example.org"
        return "LoginFailed", {"email": email, "password": "correct horse battery"}

    def acknowledge(self, operation: str, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        self.left.setdefault(inputs["email"], []).append(outputs["attempts_left"])

    def judge(self, state: State, doubtful: Counter[str]) -> list[str]:
        found = [one for email, left in self.left.items() for one in repeated(f"attempts left of {email}", left)]
        stored = Counter(one["email"] for one in state["failures"])
        acknowledged = sum(map(len, self.left.values()))
        found += between("failures", stored.total(), acknowledged, doubtful["LoginFailed"])
        return found + [f"{email} has failed {count} times" for email, count in stored.items() if count > 5]


class Created(Tally):
    """Entries whose keys the service chooses: each has a key of its own and is there afterwards.

    What a create needs is set up from a state of the corpus in which it is accepted.
    """

    def __init__(self, drawer: Drawer, operation: Any, output: str, relation: str, state: Any, now: int) -> None:
        self.name = f"keys of {operation.name}"
        self.drawer = drawer
        self.operation = operation
        self.output = output
        self.relation = relation
        self.state = state
        self.now = now
        self.keys: list[str] = []
        self.before = 0
        self.lock = threading.Lock()

    def propose(self, random: Random) -> Proposal:
        with self.lock:
            for _ in range(50):
                inputs = self.drawer.inputs(self.operation, self.state)
                if self.drawer.is_accepted(self.operation, inputs, self.state, self.now):
                    break
            return self.operation.name, inputs

    def acknowledge(self, operation: str, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        self.keys.append(str(outputs[self.output]))

    def judge(self, state: State, doubtful: Counter[str]) -> list[str]:
        stored = state[self.relation]
        lost = [key for key in self.keys if key not in stored]
        found = [f"{self.relation} has lost {lost[:5]}"] if lost else []
        found += repeated(f"{self.operation.name}.{self.output}", self.keys)
        return found + between(self.relation, len(stored) - self.before, len(self.keys), doubtful[self.operation.name])


KNOWN: dict[str, tuple[type[Tally], ...]] = {
    "SafeCounter": (Counting,),
    "UrlShortener": (Clicks, Claims),
    "TodoList": (Flips, Tags),
    "Ecommerce": (Stock,),
    "EdgeCases": (Log,),
    "AuthService": (Failures,),
}


def known_of(suite: Suite) -> list[Tally]:
    """What can be counted for a service that is known here."""
    return [tally() for tally in KNOWN.get(suite.service.name, ())]


def creates_of(suite: Suite) -> list[tuple[Any, str, str]]:
    """The operations that choose the key of a new entry, with the output and the relation."""
    relations = {one.name for one in suite.service.state}
    found = []
    for operation in suite.service.operations:
        outputs = {one.name for one in operation.outputs}
        for rule in operation.ensures:
            match = re.fullmatch(r"(\w+) not in (?:pre\()?(\w+)\)?", rule.text)
            if match and match[1] in outputs and match[2] in relations:
                found.append((operation, match[1], match[2]))
    return found
