"""Starts services and lets the drivers judge them: each database with each fixture, one line or more per case.

    python tests/service/run.py agree parallel --specc SPECC [--kinds sqlite postgres] [--fixtures todo_list] [--quick]

| driver | shows |
|---|---|
| `stands` | its linter and type checker pass, migrations lead up, down and up, the suite is green |
| `agree` | it answers like the reference server, call by call |
| `parallel` | invariants hold and nothing is lost under 16 clients |
| `durable` | killed in the middle, it keeps what it has acknowledged |
| `hostile` | it refuses bad requests as the reference server does |
| `door` | its admin contract is closed to every method unless its environment opens it |
| `besieged` | it answers while others hold connections, trickle, or send what is costly to read (one fixture) |
| `fuzzed` | requests that are cut, doubled and mixed at random leave it standing |
| `canaries` | no secret is in logs, answers, reports or failures |
| `filters` | where it asks its database for some rows only, it finds all that matter (a spec of its own) |
| `promises` | it keeps every promise of a spec whose calls break them (a spec of its own) |

Without `--fixtures` all of them are tried on SQLite, and three on the other databases. Exit codes: 0, all is well; 1,
something is not; 2, something could not be run.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from databases import Broken
from running import FIXTURES, Service, Workshop, database_of, environment, spec_of

HERE = Path(__file__).absolute().parent
# Those that are tried on databases that need a server.
SERVED = ("url_shortener", "todo_list", "ecommerce")
QUICK = {
    "stands": ["--quick"],
    "agree": ["--calls", "600"],
    "parallel": ["--calls", "1200"],
    "durable": ["--rounds", "1"],
    "promises": ["--calls", "700"],
    "besieged": ["--seconds", "2"],
    "fuzzed": ["--requests", "2000"],
}
WHOLE = {
    "agree": ["--calls", "2000"],
    "parallel": ["--seconds", "30"],
    "durable": ["--rounds", "5"],
    "promises": ["--calls", "6000"],
    "fuzzed": ["--requests", "50000"],
}
JUDGES = ("stands", "agree", "parallel", "durable", "hostile", "door", "fuzzed", "canaries")
# Those with a spec of their own.
ALONE = ("filters", "promises", "besieged")
DRIVERS = (*JUDGES, *ALONE)
# What `besieged` sends, this one takes.
BESIEGED = "todo_list"


def cases(options: argparse.Namespace) -> Iterator[tuple[str, str, str]]:
    """What is tried: a driver, a kind of service and a fixture."""
    for kind in options.kinds:
        own = FIXTURES if kind == "reference" or database_of(kind) == "sqlite" else SERVED
        for fixture in options.fixtures or own:
            yield from ((driver, kind, fixture) for driver in options.drivers if driver not in ALONE)
        yield from ((driver, kind, "") for driver in options.drivers if driver in ALONE)


def judged(shop: Workshop, options: argparse.Namespace, driver: str, kind: str, fixture: str) -> int:
    """Lets a driver judge a service; its exit code."""
    if driver == "besieged":
        # The admin contract takes larger bodies than anybody may send, so it stays closed.
        with shop.service(kind, BESIEGED, ENABLE_TEST_ADMIN="0") as service:
            return logged(service, script(shop, driver, [service.url, *extra(options, driver)]))
    if driver in ALONE:
        return script(shop, driver, [kind, *own_options(shop), *extra(options, driver)])
    if driver in ("stands", "durable", "door", "canaries"):
        return script(shop, driver, [kind, fixture, *own_options(shop), *extra(options, driver)])
    with shop.service(kind, fixture) as service:
        suite = ["--suite", str(shop.project(kind, fixture))]
        if driver in ("parallel", "fuzzed"):
            return logged(service, script(shop, driver, [service.url, *suite, *extra(options, driver)]))
        with shop.service("reference", fixture) as reference:
            arguments = [service.url, reference.url, *suite, *extra(options, driver)]
            if driver == "agree":
                arguments += ["--specc", str(shop.specc), "--spec", str(spec_of(fixture))]
            return logged(service, script(shop, driver, arguments))


def own_options(shop: Workshop) -> list[str]:
    """The options of drivers that start services themselves."""
    servers = [part for one in shop.servers.values() for part in ("--server", one.described())]
    return ["--specc", str(shop.specc), "--python", str(shop.python), "--projects", str(shop.projects), *servers]


def extra(options: argparse.Namespace, driver: str) -> list[str]:
    """How much a driver does."""
    for told in options.amounts:
        if told.split()[0] == driver:
            return list(told.split()[1:])
    return (QUICK if options.quick else WHOLE).get(driver, [])


def script(shop: Workshop, driver: str, arguments: list[str]) -> int:
    """Runs a driver in a process of its own, since a process can look at one suite."""
    command = [sys.executable, str(HERE / f"{driver}.py"), *arguments]
    return subprocess.run(command, env=environment(), check=False).returncode


def logged(service: Service, code: int) -> int:
    """Shows the end of what a service has said where something is wrong with it."""
    if code:
        print("         the log of the service ends with:", *service.said().splitlines()[-8:], sep="\n         | ")
    return code


def main() -> int:
    """Runs everything that is asked for."""
    options = arguments()
    wrong = []
    count = 0
    with Workshop.open(options, options.kinds) as shop:
        for driver, kind, fixture in cases(options):
            count += 1
            code = tried(shop, options, driver, kind, fixture)
            if code:
                wrong.append((f"{driver} {kind} {fixture}", code))
    for name, code in wrong:
        print(f"{name}: {'something is wrong' if code == 1 else 'could not be run'}", flush=True)
    print(f"{count - len(wrong)} of {count} as they should be", flush=True)
    return max((code for _, code in wrong), default=0)


def tried(shop: Workshop, options: argparse.Namespace, driver: str, kind: str, fixture: str) -> int:
    """The same as `judged`; a service that cannot be run is no end to the others."""
    print(f"--- {driver} {kind} {fixture}".rstrip(), flush=True)
    try:
        return judged(shop, options, driver, kind, fixture)
    except Broken as broken:
        print(f"         {broken}", flush=True)
        return 2


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Lets drivers judge services.")
    parser.add_argument("drivers", nargs="+", choices=DRIVERS)
    parser.add_argument(
        "--kinds", nargs="+", default=["sqlite"], help="sqlite, postgres, mysql, reference, ts-sqlite, …"
    )
    parser.add_argument("--fixtures", nargs="+", help="some of the fixtures, or paths of specs")
    parser.add_argument("--quick", action="store_true", help="do less of everything")
    parser.add_argument(
        "--amount", dest="amounts", action="append", default=[], help="what a driver is told: 'parallel --seconds 60'"
    )
    Workshop.options(parser)
    return parser.parse_args()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Broken as broken:
        print(broken, file=sys.stderr)
        sys.exit(2)
