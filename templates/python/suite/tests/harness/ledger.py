"""What a run has shown: how often each clause was exercised, and what became of each test."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.harness.client import Client

VERSION = 1
FILE = "exercised.json"
# The folder for what is not shown by a whole run.
PARTIAL = "partial"
# How a command line says which service is tested, where one was used.
AGAINST = "SPEC_TEST_AGAINST"
# What a run exercises outside of the files of a phase.
ELSEWHERE = "other"


@dataclass(slots=True)
class Exercised:
    """What one phase has exercised."""

    clauses: Counter[str] = field(default_factory=Counter)
    calls: Counter[str] = field(default_factory=Counter)
    """How many calls of each operation were made."""
    accepted: Counter[str] = field(default_factory=Counter)
    """How many of these the service accepted."""

    def document(self, operations: Mapping[str, str]) -> dict[str, Any]:
        """The same as it is stored."""
        clauses = {name: count for name, count in sorted(self.clauses.items()) if count}
        return {
            "operations": {name: self._operation(name, why) for name, why in operations.items()},
            "clauses": clauses,
        }

    def _operation(self, name: str, why: str) -> dict[str, Any]:
        counts = {"calls": self.calls[name], "accepted": self.accepted[name]}
        return {**counts, "why": why} if why and not self.accepted[name] else counts


@dataclass(slots=True)
class Ledger:
    """The counters of one run."""

    clauses: Counter[str] = field(default_factory=Counter)
    phases: dict[str, Exercised] = field(default_factory=dict)
    phase: str = ELSEWHERE
    """The phase that is under way."""
    tests: dict[str, dict[str, Any]] = field(default_factory=dict)
    failures: dict[str, dict[str, Any]] = field(default_factory=dict)
    """What failed tests say, part by part, where that is known before they are reported."""
    stopped: str = ""
    """Why the run came to an early end, if it did."""

    def expect(self, ids: Iterable[str]) -> None:
        """Lists clauses that are to be exercised, so that those that were not show up with a zero."""
        for identifier in ids:
            self.clauses.setdefault(identifier, 0)

    def count(self, identifier: str) -> None:
        """One more example exercised a clause."""
        self.clauses[identifier] += 1
        self.exercised().clauses[identifier] += 1

    def called(self, operation: str, accepted: bool) -> None:
        """One more call of an operation was made."""
        self.exercised().calls[operation] += 1
        self.exercised().accepted[operation] += accepted

    def exercised(self) -> Exercised:
        """What the phase that is under way has exercised."""
        return self.phases.setdefault(self.phase, Exercised())

    def outcome(self, test: str, outcome: str, why: str) -> None:
        """What became of a test. A failure stays one, whatever a later stage of the same test reports."""
        if self.tests.get(test, {}).get("outcome") != "failed":
            self.tests[test] = {"outcome": outcome, "why": why}

    def failure(self, test: str, why: str, parts: dict[str, Any]) -> None:
        """A test failed; `parts` where nothing better is known about it."""
        self.outcome(test, "failed", why)
        self.tests[test].setdefault("failure", self.failures.get(test, parts))

    def document(
        self, service: str, seed: int, profile: str, client: Client, operations: Mapping[str, str]
    ) -> dict[str, Any]:
        """The ledger as it is stored; `operations` are all that there are, each with why no call of it is accepted."""
        stopped = {"stopped": self.stopped} if self.stopped else {}
        retried = sorted(client.retried.items())
        return {
            "version": VERSION,
            "service": service,
            "seed": seed,
            "profile": profile,
            "against": os.environ.get(AGAINST, ""),
            "calls": client.calls,
            **stopped,
            **({"retried": {str(status): count for status, count in retried}} if retried else {}),
            "phases": {name: phase.document(operations) for name, phase in self.phases.items()},
            "clauses": dict(sorted(self.clauses.items())),
            "tests": self.tests,
        }


def merged(documents: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The ledgers of several phases as one; later tests replace earlier ones of the same name."""
    result: dict[str, Any] = {}
    stopped: dict[str, str] = {}
    clauses: Counter[str] = Counter()
    tests: dict[str, Any] = {}
    phases: dict[str, Any] = {}
    retried: Counter[str] = Counter()
    calls = 0
    for document in documents:
        result = document
        stopped |= {name: why for name, why in document.items() if name == "stopped"}
        for identifier, count in document["clauses"].items():
            clauses[identifier] += count
        tests |= document["tests"]
        phases |= document["phases"]
        retried.update(document.get("retried", {}))
        calls += document["calls"]
    again = {"retried": dict(sorted(retried.items()))} if retried else {}
    told = {"phases": phases, "clauses": dict(sorted(clauses.items())), "tests": tests}
    return {**result, "calls": calls, **stopped, **again, **told} if result else {}


def write(folder: Path, document: dict[str, Any]) -> None:
    """Stores a ledger."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(document, indent=2, ensure_ascii=False)
    (folder / FILE).write_text(text + "\n", encoding="utf-8")
