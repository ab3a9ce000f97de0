"""Whether a service keeps its promises to many clients at once.

    python tests/service/parallel.py URL --suite DIR [--clients 16] [--calls 2000 | --seconds 30]

First calls whose effects can be counted: what was acknowledged is there, once, and chosen keys are unique. Then any
calls at all: afterwards every type, invariant and `always` property holds. No answer is a 5xx but 503. A line is
printed for each case. Exit codes: 0, all is well; 1, something is not.
"""

from __future__ import annotations

import argparse
import sys
import threading
from pathlib import Path
from typing import Any

import emitted
from emitted import Drawer, Suite
from load import CLIENTS, Client, Contact, Counted, Load, Stuck, Wanderer, enter, judged, milliseconds, tallies_of
from pulse import Pulse
from tallies import Tally

FOREVER = 3600.0


def report(suite: Suite, name: str, load: Load, problems: list[str]) -> bool:
    """A line about a case, and one for each thing that is wrong with it; whether all is well."""
    found = [*dict.fromkeys(load.findings), *problems]
    print(f"{'FAILS' if found else 'holds':8} {suite.service.name} {name}: {load.summary()}", flush=True)
    for one in found[:10]:
        print(f"         - {one}", flush=True)
    return not found


def counted(options: argparse.Namespace, suite: Suite, tally: Tally, loaded: Any) -> bool:
    """Calls that are counted; whether all are there."""
    contact = Contact(suite, options.url)
    enter(contact, tally, loaded)
    load = Load(suite, options.url, options.clients)
    lock = threading.Lock()
    load.run(lambda number: Counted(Contact(suite, options.url), tally, lock, number), *share(options))
    state = contact.admin("GET", "/state")
    problems = judged(suite, tally, state, load.doubtful)
    if not load.successes:
        problems.append("no call succeeded")
    return report(suite, tally.name, load, problems)


def wandering(options: argparse.Namespace, suite: Suite, drawers: list[Drawer]) -> bool:
    """Any calls; whether every invariant holds afterwards."""
    contact = Contact(suite, options.url)
    contact.admin("POST", "/reset")
    load = Load(suite, options.url, options.clients)

    def client(number: int) -> Client:
        return Wanderer(Contact(suite, options.url), drawers[number])

    load.run(client, *share(options))
    state = suite.decode(contact.admin("GET", "/state"))
    problems = suite.problems(state, milliseconds())
    if not load.successes:
        problems.append("no call succeeded")
    return report(suite, "any calls", load, problems)


def share(options: argparse.Namespace) -> tuple[int, float]:
    """How many calls are made for a case, and how many seconds they may take."""
    if options.seconds:
        return sys.maxsize, options.seconds / options.cases
    return options.calls // options.cases, FOREVER


def main() -> int:
    """Runs all cases, and looks meanwhile whether the service says that it is there."""
    options = arguments()
    with Pulse(options.url) as pulse:
        code = judged_all(options)
    print(f"{'FAILS' if pulse.missed else 'holds':8} meanwhile {pulse.told()}", flush=True)
    return code or int(bool(pulse.missed))


def judged_all(options: argparse.Namespace) -> int:
    """All cases; the exit code."""
    suite = emitted.load(options.suite)
    first = Drawer(suite, options.seed)
    drawers = [first.twin(options.seed + number) for number in range(options.clients)]
    tallies = tallies_of(suite, first.twin(options.seed))
    # Any calls get as much time as all that are counted.
    options.cases = 2 * max(1, len(tallies))
    try:
        good = [counted(options, suite, *tally) for tally in tallies]
        options.cases = 2
        good.append(wandering(options, suite, drawers))
    except (Stuck, suite.client.Unreachable) as stuck:
        print(f"FAILS    {suite.service.name}: {stuck}", flush=True)
        return 1
    return int(not all(good))


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Whether a service keeps its promises to many clients at once.")
    parser.add_argument("url", help="the URL of the service")
    parser.add_argument("--suite", type=Path, required=True, help="the folder of the emitted suite")
    parser.add_argument("--clients", type=int, default=CLIENTS)
    parser.add_argument("--calls", type=int, default=2000, help="how many calls in all")
    parser.add_argument("--seconds", type=float, default=0.0, help="how long, instead of how many calls")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
