"""Whether a generated project stands on its own feet.

    python tests/service/stands.py KIND FIXTURE --specc SPECC [--python PYTHON] [--quick]

Its code passes ruff and mypy, its migrations lead up, down and up again, the service comes up, and its suite is green
over HTTP and in process; on SIGTERM it finishes what it has begun. A line is printed for each of these. Exit codes: 0,
all is well; 1, something is not; 2, something could not be run.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import subprocess
import sys

from databases import Broken
from running import Workshop, environment

TIMEOUT_SECONDS = 1800


class Project:
    """A compiled project, in a copy that may be changed."""

    def __init__(self, shop: Workshop, options: argparse.Namespace) -> None:
        self.shop = shop
        self.name = f"{options.kind} {options.fixture}"
        self.folder = shop.folder / "project"
        made = shop.project(options.kind, options.fixture)
        shutil.copytree(made, self.folder, ignore=shutil.ignore_patterns("results", "__pycache__"))
        own = shop.folder / "own"
        own.mkdir()
        self.database = shop.database(options.kind, own)
        self.good = True

    def passes(self, what: str, *command: str, **env: str) -> None:
        """Runs Python in the project; a line tells what came of it."""
        done = subprocess.run(
            [str(self.shop.python), *command],
            cwd=self.folder,
            env=environment(DATABASE_URL=self.database, **env),
            capture_output=True,
            text=True,
            check=False,
            timeout=TIMEOUT_SECONDS,
        )
        self.told(what, done.returncode == 0, (done.stdout + done.stderr)[-3000:])

    def told(self, what: str, good: bool, said: str) -> None:
        """A line about one thing, and what was said about it where it is wrong."""
        print(f"{'stands' if good else 'FAILS':8} {self.name}: {what}", flush=True)
        if not good:
            self.good = False
            print(*said.splitlines(), sep="\n         | ", flush=True)


def judged(shop: Workshop, options: argparse.Namespace) -> bool:
    """All that a project has to do; whether it does."""
    project = Project(shop, options)
    project.passes("ruff", "-m", "ruff", "check", "--no-cache", ".")
    project.passes("ruff format", "-m", "ruff", "format", "--no-cache", "--check", ".")
    project.passes("mypy", "-m", "mypy", "--strict", "--cache-dir", str(shop.folder / "mypy"), "app")
    for way in (("upgrade", "head"), ("downgrade", "base"), ("upgrade", "head")):
        project.passes(f"alembic {way[0]}", "-m", "alembic", *way)
    served(project, options)
    phases = ("behavioral",) if options.quick else ()
    project.passes("suite in process", "tests/run_conformance.py", "smoke", *phases, SPEC_TEST_INPROC="1")
    return project.good


def served(project: Project, options: argparse.Namespace) -> None:
    """The service over HTTP: its suite is green, and it ends as it is told to."""
    phases = ("behavioral",) if options.quick else ()
    with project.shop.service(options.kind, options.fixture) as service:
        project.passes("suite over HTTP", "tests/run_conformance.py", "smoke", *phases, SPEC_TEST_BASE_URL=service.url)
        code = service.stop()
        project.told(
            "ends on SIGTERM",
            code in (0, -signal.SIGTERM) and "shutdown complete" in service.said(),
            f"exit code {code}: {service.said()[-1000:]}",
        )


def main() -> int:
    """Tries one project."""
    options = arguments()
    with Workshop.open(options, [options.kind]) as shop:
        return int(not judged(shop, options))


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Whether a generated project stands on its own feet.")
    parser.add_argument("kind", help="sqlite, postgres or mysql")
    parser.add_argument("fixture", type=str)
    parser.add_argument("--quick", action="store_true", help="only the behavioral phase of the suite")
    Workshop.options(parser)
    return parser.parse_args()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Broken as broken:
        print(broken, file=sys.stderr)
        sys.exit(2)
