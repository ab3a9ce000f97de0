"""Shows that suites judge services that nobody generated: those in `services/`, right and with each of their defects.

    python tests/conformance/by_hand.py --specc target/release/specc --python .venv/bin/python

A right service passes, also behind `NOISE`; with a defect the suite ends with 1. With `--far` the same is asked of some
tests behind `FAR`, where each call takes long. Exit codes as those of `run.py`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import run

SERVICES = run.HERE / "services"
# The clock an hour and a half ahead, instants in another spelling, and too much to do now and then.
NOISE = {"on": ".*", "do": "noise", "ahead": 5400, "spelled": "-03:30", "every": 11}
NOISY = "noise"
# The same, and each call takes 400 milliseconds.
FAR = {**NOISE, "delay": 400}
# What is run there of a fixture, and a defect that it finds.
FAR_TESTS = {"url_shortener": ("test_resolve_accepts", "resolve-301")}

# A fixture, and what is wrong with its service or in the way of it.
Case = tuple[str, str | None]


def command(fixture: str) -> list[str]:
    """How the service is started."""
    known = {
        "url_shortener": [sys.executable, str(SERVICES / "shortener.py")],
        "todo_list": ["node", str(SERVICES / "todos.mjs")],
        "open_ends": [sys.executable, str(SERVICES / "open_ends.py")],
    }
    return known[fixture]


def defects(fixture: str) -> list[str]:
    """The names of the defects that a service can have."""
    told = subprocess.run([*command(fixture), "--defects"], capture_output=True, text=True, check=True)
    return [line.partition(":")[0] for line in told.stdout.splitlines() if line]


def judged(options: argparse.Namespace, fixture: str, defect: str | None) -> str:
    """What is not as it should be about one run; nothing where all is well."""
    noise = FAR if options.far else NOISE if defect == NOISY else None
    tests = FAR_TESTS[fixture][0] if options.far else None
    folder = Path(tempfile.mkdtemp(prefix=f"{fixture}-", dir=options.folder))
    wrong = ["--defect", defect] if defect not in (None, NOISY) else []
    try:
        with ExitStack() as stack:
            url = stack.enter_context(run.serving([*command(fixture), *wrong, "--port", "0"], folder, silent=False))
            if noise is not None:
                proxy = [sys.executable, str(run.HERE / "proxy.py"), url, json.dumps(noise)]
                url = stack.enter_context(run.serving(proxy, folder))
            found = run.suite(options, fixture, url, folder, options.seed, tests)
    except run.Broken as broken:
        return str(broken)
    failed = found.failed()
    print(f"{fixture:14} {defect or 'as it should be':24} {len(failed)} failed: {', '.join(failed[:3])}", flush=True)
    if defect in (None, NOISY):
        again = noise is None or found.document.get("retried")
        return "" if found.code == 0 and again else f"{fixture} fails, or asked for nothing again: {failed}"
    return "" if found.code == 1 else f"{fixture}: {defect} is missed"


def cases_near(options: argparse.Namespace) -> list[Case]:
    """The right services, with and without noise, and the wrong ones."""
    cases: list[Case] = [(fixture, how) for fixture in options.fixtures for how in (None, NOISY)]
    wrong = [(fixture, defect) for fixture in options.fixtures for defect in defects(fixture)]
    return cases + [case for case in wrong if not options.only or case[1] in options.only]


def cases_far(options: argparse.Namespace) -> list[Case]:
    """Of each fixture that has tests for it the right service, and one with a defect."""
    options.fixtures = [fixture for fixture in options.fixtures if fixture in FAR_TESTS]
    return [(fixture, how) for fixture in options.fixtures for how in (None, FAR_TESTS[fixture][1])]


def main() -> int:
    """Runs what is asked for."""
    options = arguments()
    cases = cases_far(options) if options.far else cases_near(options)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        options.folder = Path(folder)
        options.suites = options.suites or Path(folder) / "suites"
        run.compiled(options, options.fixtures)
        problems = [found for found in pool.map(lambda case: judged(options, *case), cases) if found]
    print(*problems, sep="\n")
    print(f"{len(cases) - len(problems)} of {len(cases)} as they should be")
    return int(bool(problems))


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Shows that suites judge services that were written by hand.")
    parser.add_argument("fixtures", nargs="*", default=["url_shortener", "todo_list", "open_ends"])
    parser.add_argument("--specc", type=Path, required=True, help="the compiler")
    parser.add_argument("--python", type=Path, required=True, help="a Python that has what suites need")
    parser.add_argument("--target", default="python-fastapi-sqlite", help="what the suites are written for")
    parser.add_argument("--node", type=Path, default=Path("node"), help="a Node that runs suites in TypeScript")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="only these defects; the right services in any case")
    parser.add_argument("--far", action="store_true", help="some tests, behind a proxy that takes its time")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--profile", default="smoke")
    parser.add_argument("--phases", nargs="+", default=[], help="only these phases of the suite")
    parser.add_argument("--jobs", type=int, default=2, help="how many services at a time")
    parser.add_argument("--suites", type=Path, help="where suites are kept; those that are there are not emitted again")
    options = parser.parse_args()
    options.without = None
    for name in ("specc", "python"):
        setattr(options, name, Path(os.path.abspath(getattr(options, name))))
    return options


if __name__ == "__main__":
    sys.exit(main())
