"""What belongs to one run: the service, the seed and profile, what was observed, and what was counted."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.harness import corpus, inproc, naming
from tests.harness.admin import Admin, Fatal
from tests.harness.client import Client, SocketTransport, Unreachable
from tests.harness.corpus import Corpus
from tests.harness.ledger import Ledger
from tests.harness.profiles import MAX_SHRUNK_TESTS, Profile
from tests.harness.service import Service
from tests.harness.world import World

ROOT = Path(__file__).absolute().parent.parent.parent
DEFAULT_URL = "http://localhost:8000"
DEADLINE = "SPEC_TEST_DEADLINE"


@dataclass(frozen=True, slots=True)
class Met:
    """Something that kept a state from being reached: the first test that met it, and the promise that is broken."""

    test: str
    clause: str
    parts: dict[str, Any] | None = None
    """What a failure of that says, where it is known."""


@dataclass(slots=True)
class Session:
    """One run of the suite."""

    service: Service
    profile: Profile
    seed: int
    base_url: str
    client: Client
    admin: Admin
    world: World
    corpus: Corpus
    ledger: Ledger = field(default_factory=Ledger)
    memo: dict[Any, Any] = field(default_factory=dict)
    """Observations by what was asked, so that all tests of an operation share their calls."""
    node: str = ""
    """The test that runs, as pytest finds it again."""
    test: str = ""
    """The same by its full name: those of structural tests share a node."""
    obstacles: dict[tuple[str, str], Met] = field(default_factory=dict)
    """What kept states from being reached."""
    shrunk: int = 0
    """How many failing tests were made small."""

    def seed_for(self, *names: str) -> int:
        """A seed that depends on the seed of the run and on names, and on nothing else."""
        text = "\0".join((str(self.seed), *names))
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")

    def may_shrink(self) -> bool:
        """Whether another failure may be made small."""
        return self.shrunk < MAX_SHRUNK_TESTS

    def has(self, *capabilities: str) -> bool:
        """Whether the service has all of these capabilities."""
        return self.admin.has(*capabilities)


_current: Session | None = None


def current() -> Session:
    """The run that is under way."""
    if _current is None:
        raise Fatal("the suite is not connected to a service; run its tests with pytest")
    return _current


def is_connected() -> bool:
    """Whether there is a run; not so while tests are only collected."""
    return _current is not None


def base_url() -> str:
    """Where the service is."""
    return os.environ.get("SPEC_TEST_BASE_URL") or DEFAULT_URL


def deadline() -> float | None:
    """When the run has to end, in seconds of the clock, if somebody says so."""
    told = os.environ.get(DEADLINE)
    return float(told) if told else None


def connect(service: Service, profile: Profile, seed: int) -> Session:
    """Begins a run; raises Fatal where the service cannot be tested."""
    global _current
    try:
        client = Client(inproc.service() if inproc.is_wanted() else SocketTransport(base_url()))
    except Unreachable as error:
        raise Fatal(str(error)) from error
    admin = Admin(client, os.environ.get("TEST_ADMIN_TOKEN") or None)
    initial = admin.connect(service.name)
    naming.learn(service)
    known = corpus.load()
    world = World(service, client, admin, known)
    world.know_first(initial)
    client.deadline = deadline()
    _current = Session(service, profile, seed, base_url(), client, admin, world, known)
    _current.ledger.expect(_clauses(service))
    return _current


def _clauses(service: Service) -> list[str]:
    rules = [*service.invariants, *service.always, *service.eventually]
    for operation in service.operations:
        rules += [*operation.requires, *operation.ensures]
    return [rule.id for rule in rules]
