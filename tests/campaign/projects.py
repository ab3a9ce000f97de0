"""Whether emitted projects are what they should be in their language, whatever the spec.

    python tests/campaign/projects.py [--run] FOLDER

Looks at every project `FOLDER/NAME/out`. Every file is parsed as what its name says. With `--run` ruff finds no
mistakes, the migrations lead up, and the suite is imported and green on the recorded calls, with the service in its
process. A line is printed for each project, and what is wrong with it. Exit codes: 0, all is well; 1, something is not.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import importlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import tomllib
import traceback
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

# It comes without types.
yaml: Any = importlib.import_module("yaml")

TIMEOUT_SECONDS = 600
SHOWN = 2500
# What every project uses is imported once, so that looking at one more costs little.
SHARED = (
    "fastapi",
    "sqlalchemy.ext.asyncio",
    "aiosqlite",
    "alembic.config",
    "hypothesis.stateful",
    "pytest",
    "pydantic",
)


def python(text: str) -> object:
    """Python that is more than a tree: names and places of statements are looked at, too."""
    with warnings.catch_warnings():
        # Such as an escape that means nothing.
        warnings.simplefilter("error")
        return compile(ast.parse(text), "emitted", "exec", dont_inherit=True)


READERS: dict[str, Callable[[str], object]] = {
    ".py": python,
    ".json": json.loads,
    ".toml": tomllib.loads,
    ".yml": lambda text: list(yaml.safe_load_all(text)),
    ".yaml": lambda text: list(yaml.safe_load_all(text)),
}


def misread(folder: Path) -> Iterator[str]:
    """The files that are not what their names say."""
    for path in sorted(folder.rglob("*")):
        reader = READERS.get(path.suffix)
        if reader is None or not path.is_file():
            continue
        try:
            reader(path.read_text(encoding="utf-8"))
        except Exception as problem:
            yield f"{path.relative_to(folder)}: {type(problem).__name__} {problem}"


def misrun(folder: Path, own: Path) -> Iterator[str]:
    """What does not run."""
    ruff = [sys.executable, "-m", "ruff", "check", "--no-cache", "--select", "E9,F", "app", "tests"]
    linted = subprocess.run(ruff, cwd=folder, capture_output=True, text=True, check=False)
    if linted.returncode:
        yield f"ruff: {linted.stdout[-SHOWN:]}"
    for what, work in (("migrations", migrated), ("suite", tested)):
        said = own / f"{what}.log"
        if alone(partial(work, folder, own), said):
            yield f"{what}: {said.read_text(encoding='utf-8', errors='replace')[-SHOWN:]}"
            return


def migrated(folder: Path, own: Path) -> int:
    """Leads the migrations up."""
    importlib.import_module("alembic.config").main(["--raiseerr", "upgrade", "head"])
    return 0


def tested(folder: Path, own: Path) -> int:
    """Makes the recorded calls, which need no search for values. All modules are imported."""
    which = ["-q", "-p", "no:cacheprovider", "-k", "witnesses or traces", f"--basetemp={own / 'base'}", "tests"]
    return int(importlib.import_module("pytest").main(which))


def alone(work: Callable[[], int], said: Path) -> int:
    """Does something in a process of its own, which begins as this one is; its exit code."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    code = 1
    with said.open("wb") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    signal.alarm(TIMEOUT_SECONDS)
    try:
        code = work()
    except BaseException:
        traceback.print_exc()
    with contextlib.suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


def enter(folder: Path, own: Path) -> None:
    """Makes a project the place where this process is."""
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    sys.dont_write_bytecode = True
    os.environ["DATABASE_URL"] = f"sqlite+aiosqlite:///{own / 'data.db'}"
    os.environ |= {"ENABLE_TEST_ADMIN": "1", "SPEC_TEST_INPROC": "1", "SPEC_TEST_PROFILE": "smoke"}


def judged(folder: Path, is_run: bool) -> list[str]:
    """What is wrong with a project."""
    found = list(misread(folder))
    if is_run and not found:
        here = Path.cwd()
        with tempfile.TemporaryDirectory(prefix="specc-campaign-") as own:
            enter(folder, Path(own))
            found = list(misrun(folder, Path(own)))
            sys.path.remove(str(folder))
            os.chdir(here)
    return found


def main() -> int:
    """Looks at all projects."""
    options = arguments()
    for name in SHARED if options.run else ():
        importlib.import_module(name)
    wrong = 0
    for folder in sorted(options.folder.absolute().glob("*/out")):
        found = judged(folder, options.run)
        print(f"{'FAILS' if found else 'stands':8}{folder.parent.name}", flush=True)
        for one in found[:8]:
            print("         - " + one.replace("\n", "\n           "), flush=True)
        wrong += bool(found)
    return int(wrong > 0)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Whether emitted projects are what they should be.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--run", action="store_true", help="lint, migrate and test them, too")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
