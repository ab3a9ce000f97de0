"""Whether a generated project stands on its own feet.

    python tests/service/stands.py KIND FIXTURE --specc SPECC [--python PYTHON] [--quick]

Its code passes the linter, the formatter and the type checker of its language, its migrations lead up, down and up
again, the service comes up, and its suite is green over HTTP, and in process where that is in the same language; on
SIGTERM it finishes what it has begun. A line is printed for each of these. Exit codes: 0, all is well; 1, something is
not; 2, something could not be run.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from databases import Broken
from running import Workshop, environment, language_of

TIMEOUT_SECONDS = 1800


class Project:
    """A compiled project, in a copy that may be changed."""

    def __init__(self, shop: Workshop, options: argparse.Namespace) -> None:
        self.shop = shop
        self.name = f"{options.kind} {options.fixture}"
        self.folder = shop.folder / "project"
        made = shop.made_service(options.kind, options.fixture)
        shutil.copytree(made, self.folder, symlinks=True, ignore=shutil.ignore_patterns("results", "__pycache__"))
        self.suite = shop.project(options.kind, options.fixture)
        own = shop.folder / "own"
        own.mkdir()
        self.database = shop.database(options.kind, own)
        self.good = True

    def passes(self, what: str, command: Iterable[str], folder: Path | None = None, **env: str) -> None:
        """Runs something in the project, or in another folder; a line tells what came of it."""
        done = subprocess.run(
            self.shop.filled(command),
            cwd=folder or self.folder,
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
    language = language_of(options.kind)
    for name, command in (language.checks | language.migrations).items():
        project.passes(name, command)
    served(project, options)
    if language.in_process:
        project.passes("suite in process", suite(options), SPEC_TEST_INPROC="1")
    return project.good


def suite(options: argparse.Namespace) -> tuple[str, ...]:
    """What runs the suite."""
    return ("{python}", "tests/run_conformance.py", "smoke", *(("behavioral",) if options.quick else ()))


def served(project: Project, options: argparse.Namespace) -> None:
    """The service over HTTP: its suite is green, and it ends as it is told to."""
    with project.shop.service(options.kind, options.fixture) as service:
        project.passes("suite over HTTP", suite(options), project.suite, SPEC_TEST_BASE_URL=service.url)
        code = service.stop()
        project.told(
            "ends on SIGTERM",
            code in (0, -signal.SIGTERM) and language_of(options.kind).last_words in service.said(),
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
    parser.add_argument("kind", help="sqlite, postgres or mysql, with the language before it where that is not Python")
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
