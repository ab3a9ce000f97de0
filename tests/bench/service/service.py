"""Requests per second of a generated to-do list: against one that was written by hand, and as it grows.

    python tests/bench/service/service.py --specc SPECC [--python PYTHON] [--rounds 15] [--kind sqlite]

Both run on uvicorn, the generated one with its limits, and are asked by the same client, in turns of a few hundred
calls, so that whatever else the machine does meanwhile happens to both. Printed are ratios: the median of the rounds,
with its quartiles. Then calls by key are made to the generated one with 100 and with 100,000 entries.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).absolute().parent
sys.path.insert(0, str(HERE.parent.parent / "service"))

import emitted  # noqa: E402  # the path has to be set first
from databases import Broken  # noqa: E402
from running import Service, Workshop, environment  # noqa: E402

BATCH = 200
SMALL, LARGE = 100, 100_000
NEW = {"title": "Write it down", "priority": "LOW", "tags": ["home", "later"], "description": "soon", "due_at": None}
# How many of the first entries are listed by the query below.
LISTED = 10


@dataclass
class Caller:
    """A client of one service, and how fast its calls were."""

    name: str
    suite: emitted.Suite
    url: str
    rates: dict[str, list[float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.connection = self.suite.connection(self.url)
        self.turns = 0

    def call(self, status: int, method: str, target: str, body: Any = None) -> Any:
        """Makes a call that has to succeed."""
        answer = self.connection.send(self.suite.json_request(method, target, body))
        if answer.status != status:
            raise Broken(f"{self.name}: {method} {target} answers {answer.status} {answer.text[:300]}")
        return answer

    def measure(self, name: str, step: Callable[[Caller, int], None]) -> None:
        """Makes a batch of calls of one kind and notes their rate."""
        began = time.perf_counter()
        for number in range(BATCH):
            step(self, number)
        self.rates.setdefault(name, []).append(BATCH / (time.perf_counter() - began))


def create(caller: Caller, number: int) -> None:
    """A new entry."""
    caller.call(201, "POST", "/todos", NEW)


def get(caller: Caller, number: int) -> None:
    """An entry by its key."""
    caller.call(200, "GET", f"/todos/{1 + number % SMALL}")


def listed(caller: Caller, number: int) -> None:
    """Some entries by their priority."""
    caller.call(200, "GET", "/todos?priority=URGENT")


def transition(caller: Caller, number: int) -> None:
    """An entry is started, or paused again."""
    caller.turns += 1
    verb = "start" if caller.turns % 2 else "pause"
    caller.call(200, "POST", f"/todos/{1 + (caller.turns - 1) // 2 % SMALL}/{verb}")


STEPS: dict[str, Callable[[Caller, int], None]] = {
    "create": create,
    "get": get,
    "list": listed,
    "transition": transition,
}
KEYED = ("get", "transition", "create")


def filled(caller: Caller) -> None:
    """Gives a service its first entries, some of them urgent."""
    for number in range(SMALL):
        caller.call(201, "POST", "/todos", {**NEW, "priority": "URGENT" if number < LISTED else "LOW"})


def state_of(size: int) -> dict[str, Any]:
    """A state with so many entries."""
    at = "2024-05-01T12:00:00.000Z"
    rest = {"created_at": at, "updated_at": at, "completed_at": None, "resolution": None}
    entry = {**NEW, **rest, "status": "TODO"}
    return {"todos": {str(number): {**entry, "id": number} for number in range(1, size + 1)}}


def compared(first: Caller, second: Caller, steps: tuple[str, ...], rounds: int) -> None:
    """Asks two services in turns, and prints how they compare."""
    for number in range(rounds):
        for name in steps:
            # Who comes first changes, since the second may find the machine warmer.
            for caller in (first, second) if number % 2 else (second, first):
                caller.measure(name, STEPS[name])
    for name in steps:
        print(f"  {name:12} {compare(first.rates[name], second.rates[name])}", flush=True)
    totals = [
        [sum(1 / rate for rate in one) for one in zip(*caller.rates.values(), strict=True)]
        for caller in (first, second)
    ]
    print(f"  {'all':12} {compare([1 / one for one in totals[0]], [1 / one for one in totals[1]], False)}", flush=True)


def compare(first: list[float], second: list[float], rates: bool = True) -> str:
    """The ratio of two series of rates."""
    ratios = sorted(one / other for one, other in zip(first, second, strict=True))
    low, middle, high = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
    words = f"   {statistics.median(first):6.0f} and {statistics.median(second):6.0f} per second" if rates else ""
    return f"{middle:5.2f}  ({low:.2f} to {high:.2f}){words}"


def by_hand(shop: Workshop) -> Service:
    """The service that was written by hand."""
    folder = shop.folder / "by-hand"
    folder.mkdir()
    command = [str(shop.python), "-m", "uvicorn", "by_hand:app", "--host", "127.0.0.1", "--port", "{port}"]
    return Service("by hand", command, HERE, folder / "log", environment(DATABASE_URL=shop.database("sqlite", folder)))


def against_by_hand(shop: Workshop, suite: emitted.Suite, options: argparse.Namespace) -> None:
    """How the generated service compares with the one written by hand."""
    other = by_hand(shop)
    with shop.service(options.kind, "todo_list") as service:
        try:
            other.start()
            callers = Caller("generated", suite, service.url), Caller("by hand", suite, other.url)
            for caller in callers:
                filled(caller)
                for name in STEPS:
                    STEPS[name](caller, 0)
                transition(caller, 0)
            print(f"generated ({options.kind}) against by hand (sqlite):", flush=True)
            compared(*callers, tuple(STEPS), options.rounds)
        finally:
            other.stop()


def as_it_grows(shop: Workshop, suite: emitted.Suite, options: argparse.Namespace) -> None:
    """How calls by key slow down between few entries and many."""
    with shop.service(options.kind, "todo_list") as small, shop.service(options.kind, "todo_list") as large:
        callers = Caller(f"{LARGE}", suite, large.url), Caller(f"{SMALL}", suite, small.url)
        for caller, size in zip(callers, (LARGE, SMALL), strict=True):
            # Loading is no part of what is measured, and a hundred thousand entries take their time.
            caller.connection = suite.client.SocketTransport(caller.url, 600.0)
            caller.call(200, "PUT", "/__test_admin__/state", state_of(size))
        print(f"calls by key with {LARGE} entries against {SMALL}:", flush=True)
        compared(*callers, KEYED, options.rounds)


def main() -> int:
    """Measures."""
    options = arguments()
    os.environ.pop("TEST_ADMIN_TOKEN", None)
    with Workshop.open(options, [options.kind]) as shop:
        suite = emitted.load(shop.project(options.kind, "todo_list"))
        if not options.only_growth:
            against_by_hand(shop, suite, options)
        as_it_grows(shop, suite, options)
    return 0


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Requests per second of a generated service.")
    parser.add_argument("--kind", default="sqlite", help="sqlite, postgres, mysql, or reference")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only-growth", action="store_true", help="leave the service written by hand out")
    Workshop.options(parser)
    return parser.parse_args()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Broken as broken:
        print(broken, file=sys.stderr)
        sys.exit(2)
