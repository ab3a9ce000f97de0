"""The emitted suite of a spec, used as a library: its table of operations, its corpus, its client and its judge.

A suite is a package called `tests`, so a process can look at one of them: `load` is called once.
"""

from __future__ import annotations

import copy
import importlib
import os
import sys
import threading
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

# What callers show who may call, by scheme.
CREDENTIALS = {
    "BACKOFFICE": "back-office-key",
    "MEMBER": "member-token",
    "OPERATOR": "operator:secret",
    "GATEWAY": "gateway-key",
    "READER": "reader-token",
    "ADMIN": "admin:secret",
    "ROBOT": "robot-key",
}
# How many values are drawn for each operation before the first call.
DRAWN = 60
# A suite judges one thing at a time: what it has decided meanwhile is kept in one place.
JUDGING = threading.Lock()
# How often inputs that are accepted are looked for.
ATTEMPTS = 12
# 2030-01-02T03:04:05.678Z, where clocks are stopped.
MOMENT = 1_893_553_445_678


@dataclass(frozen=True)
class Suite:
    """What the modules of a suite have to offer. They are loaded by path, so nothing is known about their types."""

    folder: Path
    service: Any
    corpus: Any
    admin: Any
    client: Any
    corpora: Any
    examples: Any
    malformed: Any
    oracle: Any
    sending: Any
    types: Any
    values: Any
    world: Any

    def connection(self, url: str) -> Any:
        """A connection of one's own to a service."""
        return self.client.SocketTransport(url)

    def operation(self, name: str) -> Any:
        """An operation of the table."""
        return next(one for one in self.service.operations if one.name == name)

    def request(self, operation: Any, inputs: dict[str, Any]) -> Any:
        """The request of a call, with valid credentials."""
        shown = self.sending.credentials(operation, self.sending.Credentials.VALID)
        return self.sending.request_of(operation, inputs, shown)

    def json_request(self, method: str, target: str, body: Any = None) -> Any:
        """A request with a JSON body, or with none."""
        return self.client.json_request(method, target, (), body)

    def decode(self, found: Any) -> Any:
        """A state from the wire."""
        return self.oracle.decode_state(self.service, found)

    def outputs(self, operation: Any, response: Any) -> dict[str, Any]:
        """The outputs of an answer by name, in the wire format."""
        return dict(self.world.outputs_json(operation, response))

    def instant(self, moment: int) -> str:
        """An instant in the wire format."""
        return str(self.values.Instant(moment))

    def problems(self, state: Any, now: int) -> list[str]:
        """Which types, invariants and `always` properties a state breaks at a moment."""
        at = self.values.Instant(now)
        rules = (*self.service.invariants, *self.service.always)
        found = [self.oracle.types_problem(self.service, state, at)]
        found += [self.oracle.invariant_problem(rule, state, at) for rule in rules]
        return [one for one in found if one is not None]


def load(folder: Path) -> Suite:
    """The suite in a folder. It finds credentials in the environment, so those that are missing are put there."""
    for name, value in CREDENTIALS.items():
        os.environ.setdefault(f"SPEC_AUTH_{name}", value)
    sys.path.insert(0, str(folder.absolute()))
    sys.dont_write_bytecode = True

    def module(name: str) -> Any:
        return importlib.import_module(f"tests.{name}")

    return Suite(
        folder=folder,
        service=module("service").SERVICE,
        corpus=module("harness.corpus").load(),
        admin=module("harness.admin"),
        client=module("harness.client"),
        corpora=module("harness.corpus"),
        examples=module("harness.examples"),
        malformed=module("harness.malformed"),
        oracle=module("harness.oracle"),
        sending=module("harness.sending"),
        types=module("harness.types"),
        values=module("harness.values"),
        world=module("harness.world"),
    )


class Drawer:
    """Draws the inputs of calls: from the strategies of the suite, with values of a state in their places."""

    def __init__(self, suite: Suite, seed: int) -> None:
        self.suite = suite
        self.random = Random(seed)
        self._values = {one.name: drawn(suite, one, seed) for one in suite.service.operations}
        self.successes: Counter[str] = Counter()
        self._calls: list[dict[str, Any]] = []

    def twin(self, seed: int) -> Drawer:
        """Another one with the same values, for another client."""
        other = copy.copy(self)
        other.random = Random(seed)
        other.successes, other._calls = Counter(), []
        return other

    def inputs(self, operation: Any, state: Any) -> dict[str, Any]:
        """The inputs of a call in the wire format; most fit what the state holds, some just miss it."""
        known = self._values[operation.name]
        columns = range(len(operation.inputs))
        values = tuple(self.random.choice(known)[column] for column in columns)
        examples = self.suite.examples
        last = examples.MOST + (examples.NEAR_MISSES if self.random.random() < 0.2 else 0)
        # A negative pick leaves what was drawn. One pick for all inputs takes them from entries that belong together.
        pick = self.random.randint(0, last)
        picks = tuple(pick if self.random.random() < 0.7 else self.random.randint(-3, last) for _ in columns)
        found: dict[str, Any] = examples.resolved(self.suite.service, operation, state, values, picks)
        return {**found, **self._recalled(operation)}

    def _recalled(self, operation: Any) -> dict[str, Any]:
        """What an earlier call has sent or answered, for the inputs of the same types: a password is in no state."""
        if not self._calls or self.random.random() < 0.6:
            return {}
        known = self.random.choice(self._calls[-20:])
        return {one.name: known[one.type.name] for one in operation.inputs if one.type.name in known}

    def remember(self, operation: Any, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        """Keeps the values of a call."""
        sent = {one.type.name: inputs[one.name] for one in operation.inputs if one.name in inputs}
        answered = {one.type.name: outputs[one.name] for one in operation.outputs if one.name in outputs}
        self._calls.append({**sent, **answered})

    def forget(self) -> None:
        """Forgets what earlier calls have sent and answered."""
        self._calls.clear()

    def call(self, state: Any, now: int) -> tuple[Any, dict[str, Any]]:
        """An operation with inputs that a suite would send. More than half of the time some are looked for that are
        accepted, most often for operations that seldom were."""
        while True:
            some = self.random.choices(self.suite.service.operations, k=3)
            wanted = self.random.random() < 0.6
            operation = min(some, key=lambda one: self.successes[one.name]) if wanted else some[0]
            for _ in range(ATTEMPTS if wanted else 1):
                inputs = self.inputs(operation, state)
                if not wanted or self.is_accepted(operation, inputs, state, now):
                    break
            if not self.suite.sending.never_sent(operation, inputs):
                return operation, inputs

    def is_accepted(self, operation: Any, inputs: dict[str, Any], state: Any, now: int) -> bool:
        """Whether the precondition of a call holds."""
        suite = self.suite
        try:
            given = operation.given(*(one.type.decode(inputs.get(one.name)) for one in operation.inputs))
        except suite.types.WireError:
            return False
        with JUDGING:
            expected = suite.oracle.expectation(suite.service, operation, state, given, suite.values.Instant(now))
        return bool(expected.outcome == "accepted")


def drawn(suite: Suite, operation: Any, seed: int) -> list[tuple[Any, ...]]:
    """Values for the inputs of an operation, the same for the same seed."""
    hypothesis: Any = importlib.import_module("hypothesis")
    found: list[tuple[Any, ...]] = []
    strategy = suite.examples.inputs_of(operation)[0]

    def example(values: tuple[Any, ...]) -> None:
        found.append(values)

    quiet = hypothesis.settings(
        max_examples=DRAWN if operation.inputs else 1,
        database=None,
        deadline=None,
        derandomize=False,
        phases=(hypothesis.Phase.generate,),
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    hypothesis.seed(seed)(quiet(hypothesis.given(strategy)(example)))()
    return found


def seeds_of(suite: Suite) -> list[str]:
    """The entities that relations hold."""
    values: list[Any] = [getattr(one.type, "value", None) for one in suite.service.state]
    return list(dict.fromkeys(value.name for value in values if type(value).__name__ == "Entity"))


def malformations_of(suite: Suite, operation: Any, name: str | None) -> list[Any]:
    """The ways to get an input wrong; without a name, the body as a whole."""
    planned = (one for one in suite.malformed.planned.load()["tests"] if one["kind"] == "malformed")
    own = (one["id"] for one in planned if one["operation"] == operation.name and one["input"] == name)
    return [way for test in own for way in suite.malformed.malformations(operation, test)]
