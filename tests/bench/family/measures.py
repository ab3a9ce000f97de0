"""What specc takes for one spec: the time and memory of its commands, what it writes, what the suite calls."""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from processes import Cost, Failed, TooLong, cost_of

COMMANDS = ("check", "verify", "explore", "compile", "again")
# Proofs of larger specs are left out unless they are asked for; runs of their suites always.
MOST_VERIFIED = 8
MOST_CALLED = 4
# What takes less than this is run several times, and the least counts: the rest is what else the machine did.
SHORT_SECONDS = 1.0
SHORT_RUNS = 5

Row = dict[str, float | str]


def columns(options: argparse.Namespace) -> list[str]:
    """What is measured of a spec, in the order of the table."""
    costs = [f"{name} {unit}" for name in COMMANDS for unit in ("s", "MB")]
    return [*costs, "bytes", "planned", *(["calls"] if options.calls else [])]


def wanted(measure: str, copies: int, options: argparse.Namespace) -> bool:
    """Whether a command or column is measured of a spec of that size."""
    if measure.startswith("verify"):
        return bool(options.all) or copies <= MOST_VERIFIED
    return measure != "calls" or (bool(options.calls) and copies <= MOST_CALLED)


@dataclass
class Shop:
    """What all specs of a family have in common."""

    options: argparse.Namespace
    folder: Path
    # What was too long or failed, which larger specs leave out.
    left_out: set[str] = field(default_factory=set)
    failures: list[str] = field(default_factory=list)


@dataclass
class Member:
    """A spec in a folder of its own, and what was found out about it."""

    shop: Shop
    spec: Path
    row: Row = field(default_factory=dict)

    def measure(self, copies: int) -> Row:
        """Measures everything that is wanted of a spec of that size."""
        self.command("check", lambda: self.cold("check"))
        if wanted("verify", copies, self.shop.options):
            self.command("verify", lambda: self.cold("verify"))
        self.command("explore", lambda: self.cold("explore"))
        # The last of several runs leaves its folder for what comes next.
        project = Project(self)
        if self.command("compile", lambda: project.anew().compile()):
            self.row.update(bytes=float(project.size()), planned=float(project.planned()))
            self.command("again", project.compile)
            if wanted("calls", copies, self.shop.options):
                self.attempt("calls", lambda: self.row.update(calls=float(project.calls())))
        return self.row

    def command(self, name: str, run: Callable[[], Cost]) -> bool:
        """Measures a command; whether it could be."""

        def measured() -> None:
            cost = least(run)
            self.row.update({f"{name} s": cost.seconds, f"{name} MB": cost.megabytes})

        return self.attempt(name, measured, f"{name} s")

    def attempt(self, name: str, step: Callable[[], None], column: str | None = None) -> bool:
        """Does a step, unless it was given up before; whether it came to its end."""
        if name in self.shop.left_out:
            return False
        try:
            step()
        except TooLong:
            self.row[column or name] = f"> {self.shop.options.limit:g} s"
        except Failed as failed:
            self.row[column or name] = "failed"
            self.shop.failures.append(str(failed))
        else:
            return True
        self.shop.left_out.add(name)
        return False

    def cold(self, command: str) -> Cost:
        """Runs a command on the spec, with nothing in the cache."""
        with tempfile.TemporaryDirectory(dir=self.shop.folder) as cache:
            effort = [] if command == "check" else ["--effort", self.shop.options.effort]
            return self.specc([command, "--quiet", *effort, str(self.spec)], Path(cache))

    def specc(self, arguments: list[str], cache: Path) -> Cost:
        """Runs specc with a cache."""
        command = [str(self.shop.options.specc), *arguments]
        env = {**os.environ, "SPECC_CACHE": str(cache)}
        return cost_of(command, env, self.spec.with_name("log"), self.shop.options.limit)


def least(run: Callable[[], Cost]) -> Cost:
    """The cost of the cheapest run."""
    first = run()
    if first.seconds >= SHORT_SECONDS:
        return first
    return min([first, *(run() for _ in range(SHORT_RUNS - 1))], key=lambda cost: cost.seconds)


@dataclass
class Project:
    """What a spec is compiled to, with the cache that belongs to it."""

    member: Member
    folder: Path = Path()

    def anew(self) -> Project:
        """Forgets what was written and cached."""
        self.folder = Path(tempfile.mkdtemp(dir=self.member.spec.parent))
        return self

    @property
    def out(self) -> Path:
        """Where it is."""
        return self.folder / "out"

    def compile(self) -> Cost:
        """Compiles the spec, with what is in the cache."""
        arguments = ["compile", "--quiet", "--with-tests", "--ignore-verify", "--effort", self.member.shop.options.effort]
        return self.member.specc([*arguments, "--out", str(self.out), str(self.member.spec)], self.folder / "cache")

    def size(self) -> int:
        """The bytes of all files, without what specc notes about them."""
        files = (path for path in self.out.rglob("*") if ".specc" not in path.relative_to(self.out).parts)
        return sum(path.stat().st_size for path in files if path.is_file())

    def planned(self) -> int:
        """How many calls the suite is sure to make: those of its cases.

        What a run draws beside comes on top; the state of a case is put into the service, and costs no calls of it.
        """
        suite, corpus = (self.read(f"tests/{name}.json") for name in ("suite", "corpus"))
        lengths = [len(state["trace"] or []) for state in corpus["states"]]
        witnesses = Counter(found["call"]["operation"] for found in corpus["witnesses"] if found.get("call"))
        return sum(calls_of(test, lengths, witnesses) for test in suite["tests"])

    def read(self, name: str) -> Any:
        """A file of the project that holds JSON."""
        return json.loads((self.out / name).read_text(encoding="utf-8"))

    def calls(self) -> int:
        """How many calls the suite makes of the service in a smoke run."""
        # The packages that it needs are installed into the cache, once for all specs.
        arguments = ["test", "--quiet", "--profile", "smoke", str(self.out)]
        self.member.specc(arguments, self.member.shop.folder / "packages")
        return int(self.read("results/exercised.json")["calls"])


def calls_of(test: dict[str, Any], lengths: list[int], witnesses: Counter[str]) -> int:
    """The calls of a behavioural test: each case is one call, or those of a trace; without cases every witness is one."""
    if not test["cases"]:
        return witnesses[test["operation"]]
    return sum(lengths[case["trace"]] if "trace" in case else 1 for case in test["cases"])
