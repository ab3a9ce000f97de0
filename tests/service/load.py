"""Many clients at once: each makes calls on a connection of its own until there are enough, or until time is up."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from emitted import Drawer, Suite
from tallies import Created, Proposal, Tally, creates_of, known_of

ADMIN = "/__test_admin__"
CLIENTS = 16
# How many calls a client makes before it looks at the state again.
GLANCE = 15


class Stuck(Exception):
    """The service could not be brought to where the load begins."""


def milliseconds() -> int:
    """Now, as services count it."""
    return time.time_ns() // 1_000_000


class Contact:
    """One connection to a service, and its admin contract."""

    def __init__(self, suite: Suite, url: str) -> None:
        self.suite = suite
        self.connection = suite.connection(url)

    def admin(self, method: str, path: str, body: Any = None) -> Any:
        """What a route of the admin contract answers; raises Stuck where it is no success."""
        answer = self.connection.send(self.suite.json_request(method, ADMIN + path, body))
        if not 200 <= answer.status < 300:
            raise Stuck(f"{method} {path} answers {answer.status} {answer.text[:300] or answer.why}")
        return answer.json() if answer.body else None

    def call(self, name: str, inputs: dict[str, Any]) -> Any:
        """Makes a call with valid credentials."""
        return self.connection.send(self.suite.request(self.suite.operation(name), inputs))

    def setup(self, tally: Tally) -> None:
        """Makes the calls that a tally begins with."""
        for name, inputs in tally.setup():
            operation, answer = self.suite.operation(name), self.call(name, inputs)
            if answer.status != operation.status:
                raise Stuck(f"{name} {inputs} answers {answer.status} {answer.text[:300]}")
            tally.begun(self.suite.outputs(operation, answer))


@dataclass
class Load:
    """Calls by many clients, and what became of them."""

    suite: Suite
    url: str
    clients: int = CLIENTS
    statuses: Counter[int] = field(default_factory=Counter)
    successes: Counter[str] = field(default_factory=Counter)
    doubtful: Counter[str] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)
    killed: threading.Event = field(default_factory=threading.Event)
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self.lock = threading.Lock()
        self.left = 0
        self.until = 0.0

    def run(self, client: Callable[[int], Client], calls: int, seconds: float) -> None:
        """Lets clients make so many calls, or as many as they can in so many seconds."""
        began = time.monotonic()
        self.left, self.until = calls, began + seconds
        threads = [threading.Thread(target=self._work, args=(client(number),)) for number in range(self.clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.seconds += time.monotonic() - began

    def _work(self, client: Client) -> None:
        while not self.killed.is_set() and self._may():
            name, inputs = client.next()
            operation = self.suite.operation(name)
            try:
                answer = client.contact.call(name, inputs)
            except self.suite.client.Unreachable:
                answer = None
            if answer is None or answer.status == 0:
                self._unanswered(name, "" if answer is None else answer.why)
                return
            self._answered(client, operation, inputs, answer)

    def _may(self) -> bool:
        with self.lock:
            self.left -= 1
            return self.left >= 0 and time.monotonic() < self.until

    def _unanswered(self, name: str, why: str) -> None:
        with self.lock:
            self.doubtful[name] += 1
            if not self.killed.is_set():
                self.findings.append(f"{name} was not answered: {why}")

    def _answered(self, client: Client, operation: Any, inputs: dict[str, Any], answer: Any) -> None:
        with self.lock:
            self.statuses[answer.status] += 1
            if answer.status >= 500 and answer.status != 503:
                self.findings.append(f"{operation.name} {inputs} answers {answer.status} {answer.text[:300]}")
            if answer.status == operation.status:
                self.successes[operation.name] += 1
                client.acknowledge(operation.name, inputs, self.suite.outputs(operation, answer))

    def summary(self) -> str:
        """What was done, in words."""
        statuses = ", ".join(f"{status}: {count}" for status, count in sorted(self.statuses.items()))
        rate = self.statuses.total() / self.seconds if self.seconds else 0
        return f"{self.statuses.total()} calls by {self.clients} clients ({statuses}), {rate:.0f} per second"


class Client:
    """Proposes calls, one after the other."""

    def __init__(self, contact: Contact) -> None:
        self.contact = contact

    def next(self) -> Proposal:
        """The next call."""
        raise NotImplementedError

    def acknowledge(self, name: str, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        """Hears of a success."""


class Counted(Client):
    """Makes the calls of a tally."""

    def __init__(self, contact: Contact, tally: Tally, lock: threading.Lock, seed: int) -> None:
        super().__init__(contact)
        self.tally = tally
        self.lock = lock
        self.random = Random(seed)

    def next(self) -> Proposal:
        with self.lock:
            return self.tally.propose(self.random)

    def acknowledge(self, name: str, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        self.tally.acknowledge(name, inputs, outputs)


class Wanderer(Client):
    """Makes any calls, with inputs that suit the state it has last seen."""

    def __init__(self, contact: Contact, drawer: Drawer) -> None:
        super().__init__(contact)
        self.drawer = drawer
        self.state: Any = None
        self.made = 0

    def next(self) -> Proposal:
        if self.made % GLANCE == 0:
            self.state = self.contact.suite.decode(self.contact.admin("GET", "/state"))
        self.made += 1
        operation, inputs = self.drawer.call(self.state, milliseconds())
        return operation.name, inputs


def tallies_of(suite: Suite, drawer: Drawer) -> list[tuple[Tally, Any]]:
    """What is counted for a service, each with the state that is loaded first; none is the initial one."""
    found: list[tuple[Tally, Any]] = [(tally, None) for tally in known_of(suite)]
    for operation, output, relation in creates_of(suite):
        accepted = [one for one in suite.corpus.witnesses_of(operation) if one.accepted]
        if accepted:
            now = milliseconds()
            loaded = suite.corpora.state_json(suite.service, suite.corpus.states[accepted[0].state], now)
            tally = Created(drawer, operation, output, relation, suite.decode(loaded), now)
            tally.before = len(loaded[relation])
            found.append((tally, loaded))
    return found


def judged(suite: Suite, tally: Tally, state: Any, doubtful: Counter[str]) -> list[str]:
    """What is wrong with a state after the calls of a tally."""
    try:
        found = tally.judge(state, doubtful)
    except KeyError as missing:
        found = [f"{missing} is not there any more"]
    return found + suite.problems(suite.decode(state), milliseconds())


def enter(contact: Contact, tally: Tally, loaded: Any) -> None:
    """Brings a service to where a tally begins."""
    contact.admin("POST", "/reset")
    if loaded is not None:
        contact.admin("PUT", "/state", loaded)
    contact.setup(tally)
