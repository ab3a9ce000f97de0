"""Whether a service that is killed in the middle of its work keeps what it has acknowledged.

    python tests/service/durable.py KIND FIXTURE --specc SPECC [--python PYTHON] [--rounds 3]

Clients make calls whose effects can be counted; after some of them the process gets SIGKILL, and is started again on
the same data. Every acknowledged write is there then, at most those in flight besides, and every invariant holds. Each
round goes on where the one before has ended. A line is printed for each thing that is counted. Exit codes: 0, all is
well; 1, something is not; 2, something could not be run.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import emitted
from databases import Broken
from emitted import Drawer, Suite
from load import Contact, Counted, Load, Stuck, enter, judged, tallies_of
from running import Service, Workshop
from tallies import Tally

# Enough for any round; the kill ends it.
CALLS = 1_000_000
PATIENCE_SECONDS = 300.0


def killed_under(load: Load, service: Service, after: int) -> None:
    """Waits until so many calls were answered, then kills the service."""
    until = time.monotonic() + PATIENCE_SECONDS
    while load.statuses.total() < after and time.monotonic() < until and not load.findings:
        time.sleep(0.001)
    load.killed.set()
    service.kill()


@dataclass
class Told:
    """What clients know after all rounds so far: how many calls succeeded, and how many were never answered."""

    successes: int = 0
    doubtful: Counter[str] = field(default_factory=Counter)


def one_round(suite: Suite, service: Service, tally: Tally, seed: int, told: Told) -> list[str]:
    """Kills a service under load and starts it again; what it has lost."""
    random = Random(seed)
    load, lock = Load(suite, service.url), threading.Lock()
    killer = threading.Thread(target=killed_under, args=(load, service, random.randint(20, 120)))
    killer.start()
    load.run(lambda number: Counted(Contact(suite, service.url), tally, lock, 100 * seed + number), CALLS, 60.0)
    killer.join()
    told.doubtful.update(load.doubtful)
    told.successes += load.successes.total()
    service.start()
    state = Contact(suite, service.url).admin("GET", "/state")
    return [*load.findings, *judged(suite, tally, state, told.doubtful)]


def survives(suite: Suite, service: Service, tally: Tally, loaded: Any, options: argparse.Namespace) -> bool:
    """Several rounds of one tally; whether nothing was lost."""
    enter(Contact(suite, service.url), tally, loaded)
    told = Told()
    found: list[str] = []
    for number in range(options.rounds):
        found += [f"round {number + 1}: {one}" for one in one_round(suite, service, tally, number, told)]
    if not told.successes:
        found.append("no call succeeded")
    words = f"{options.rounds} times killed, {told.successes} successes, {told.doubtful.total()} calls in doubt"
    print(f"{'LOSES' if found else 'keeps':8} {service.kind:10} {suite.service.name} {tally.name}: {words}", flush=True)
    for one in found[:10]:
        print(f"         - {one}", flush=True)
    return not found


def kept(shop: Workshop, options: argparse.Namespace, kind: str, fixture: str) -> bool:
    """All tallies of a service."""
    suite = emitted.load(shop.project(kind, fixture))
    tallies = tallies_of(suite, Drawer(suite, 0))[: options.tallies]
    with shop.service(kind, fixture) as service:
        return all([survives(suite, service, tally, loaded, options) for tally, loaded in tallies])


def main() -> int:
    """Tries one service: a process looks at one suite."""
    options = arguments()
    with Workshop.open(options, [options.kind]) as shop:
        return int(not kept(shop, options, options.kind, options.fixture))


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Whether a killed service keeps what it has acknowledged.")
    parser.add_argument("kind", help="reference, sqlite, postgres or mysql")
    parser.add_argument("fixture")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tallies", type=int, default=sys.maxsize, help="only so many of those that are known")
    Workshop.options(parser)
    return parser.parse_args()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Broken, Stuck) as broken:
        print(broken, file=sys.stderr)
        sys.exit(2)
