"""Runs the suite against a service that is already there: structural, behavioral and stateful tests, in this order.

    python tests/run_conformance.py smoke --seed 7
    python tests/run_conformance.py thorough -k shorten behavioral
    python tests/run_conformance.py smoke -k 'test_shorten_accepts_witnesses[w3-minimal]'

JUnit reports and `exercised.json` go to `results/`; those of a run of some tests, or of one that came to an early end,
to `results/partial/`, so that they never replace those of a whole run. Exit codes: 0, everything passed; 1, something
failed; 2, the service cannot be tested (unreachable, its admin contract closed), the time was up, or the request makes
no sense.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).absolute().parent.parent
sys.path.insert(0, str(ROOT))

from tests.harness import ledger  # noqa: E402  # the path has to be set first
from tests.harness.profiles import PHASES, PROFILES  # noqa: E402
from tests.harness.progress import tell  # noqa: E402
from tests.harness.session import DEADLINE  # noqa: E402

RESULTS = ROOT / "results"
PARTIAL = RESULTS / ledger.PARTIAL
# pytest's own code for a selection that matches nothing.
NOTHING_SELECTED = 5


class Refused(Exception):
    """Why nothing is run."""


def main(arguments: list[str] | None = None) -> int:
    """Runs the phases and returns the exit code."""
    options = _options(arguments)
    try:
        _claim()
    except Refused as refused:
        print(refused, file=sys.stderr)
        tell("fatal", why=str(refused))
        return 2
    return _run_phases(options)


def _claim() -> None:
    """Keeps the results to this run: the lock goes with the process."""
    for folder in (RESULTS, PARTIAL):
        if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
            raise Refused(f"{folder} is no folder of this suite: remove it")
        folder.mkdir(exist_ok=True)
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(os.open(RESULTS, os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Refused(f"another run writes to {RESULTS}: try again when it has finished") from None


def _run_phases(options: argparse.Namespace) -> int:
    _clear()
    # All phases end at the same time.
    minutes = PROFILES[options.profile].minutes if options.minutes is None else options.minutes
    os.environ[DEADLINE] = str(time.time() + 60 * minutes)
    codes: dict[str, int] = {}
    stops: dict[str, str] = {}
    documents: list[dict[str, Any]] = []
    for phase in options.phases or PHASES:
        if not _selected(phase, options):
            continue
        codes[phase] = _run(phase, options)
        shown = _exercised()
        documents.extend(shown)
        for document in shown:
            if "stopped" in document:
                stops[phase] = document["stopped"]
        if codes[phase] == 2 or phase in stops or (codes[phase] and options.fail_fast):
            break
    if not codes:
        print(f"there are no tests in {ROOT / 'tests'}", file=sys.stderr)
        return 2
    if documents:
        _store(codes, documents, options)
    _summarize(codes, stops, documents, _partial(codes, options))
    if 2 in codes.values():
        return 2
    return 1 if any(codes.values()) else 2 * bool(stops)


def _clear() -> None:
    """Removes what another run of some tests has left."""
    for path in PARTIAL.iterdir():
        path.unlink()


def _store(codes: dict[str, int], documents: list[dict[str, Any]], options: argparse.Namespace) -> None:
    """Writes what the phases have shown together: beside that of the last whole run where this is none."""
    undone = [phase for phase, code in codes.items() if code == 2]
    stopped = {"stopped": f"the {undone[0]} tests could not be run"} if undone else {}
    document = stopped | ledger.merged(documents)
    partial = _partial(codes, options)
    if partial:
        ledger.write(PARTIAL, document | {"partial": partial})
    else:
        ledger.write(PARTIAL, {name: value for name, value in document.items() if name != "partial"})
    if not partial and "stopped" not in document:
        for path in PARTIAL.iterdir():
            path.replace(RESULTS / path.name)


def _partial(codes: dict[str, int], options: argparse.Namespace) -> str:
    """What was run, where it is not everything."""
    phases = [phase for phase in PHASES if phase in (options.phases or PHASES)]
    some = f"the {' and '.join(phases)} tests" if len(phases) < len(PHASES) else ""
    if options.k:
        some = f"{some or 'the tests'} that match {options.k!r}"
    if options.fail_fast and any(codes.values()):
        some = f"{some or 'the tests'} up to the first failure"
    return f"only {some}" if some else ""


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run_conformance.py", description="Runs the conformance suite.")
    parser.add_argument("profile", nargs="?", default="thorough", choices=sorted(PROFILES))
    parser.add_argument("phases", nargs="*", metavar="phase", help=f"some of {', '.join(PHASES)}; all unless given")
    parser.add_argument("--seed", type=int, default=0, help="what random choices derive from")
    parser.add_argument("--minutes", type=int, help="how long it may take; it ends with what it has by then")
    parser.add_argument("--fail-fast", action="store_true", help="stop at the first failure")
    parser.add_argument("-k", metavar="EXPR", help="run only this test, or those that match as in pytest")
    options = parser.parse_intermixed_args(arguments)
    for phase in options.phases:
        if phase not in PHASES:
            parser.error(f"unknown phase {phase!r}: choose from {', '.join(PHASES)}")
    return options


def _run(phase: str, options: argparse.Namespace) -> int:
    """Runs one phase: 0, 1 or 2."""
    print(f"== {phase} ({options.profile}, seed {options.seed})", flush=True)
    (PARTIAL / ledger.FILE).unlink(missing_ok=True)
    command = [
        sys.executable,
        "-m",
        "pytest",
        *_selected(phase, options),
        "--seed",
        str(options.seed),
        "--profile",
        options.profile,
    ]
    command.append(f"--junitxml={PARTIAL / f'{phase}-{options.profile}.xml'}")
    command += ["-o", f"junit_suite_name={phase}"]
    command += ["-x"] if options.fail_fast else []
    if options.k:
        command += ["--only" if _tests_of(options.k) else "-k", options.k]
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    return {0: 0, NOTHING_SELECTED: 0, 1: 1}.get(code, 2)


def _selected(phase: str, options: argparse.Namespace) -> list[str]:
    """What pytest is to run of a phase."""
    files = _files(phase)
    named = _tests_of(options.k or "")
    return [test for test in named if test.partition("::")[0] in files] if named else files


def _tests_of(name: str) -> list[str]:
    """The tests that have exactly this name, or one of whose examples has."""
    path = ROOT / "tests" / "_testgen_coverage.json"
    known = json.loads(path.read_text(encoding="utf-8"))["tests"] if path.exists() else []
    wanted = name.partition("[")[0]
    return [one["test"] for one in known if wanted in (one["test"], one["test"].partition("::")[2])]


def _files(phase: str) -> list[str]:
    """The test files of a phase; a service without entities has no stateful ones."""
    return sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(f"tests/test_{phase}_*.py"))


def _exercised() -> list[dict[str, Any]]:
    path = PARTIAL / ledger.FILE
    return [json.loads(path.read_text(encoding="utf-8"))] if path.exists() else []


def _summarize(codes: dict[str, int], stops: dict[str, str], documents: list[dict[str, Any]], partial: str) -> None:
    calls = sum(document["calls"] for document in documents)
    told = [f"{phase} {_became(code, stops.get(phase))}" for phase, code in codes.items()]
    print("; ".join([*told, f"{calls} calls"]))
    if partial:
        print(f"not a whole run: {partial}")


def _became(code: int, stopped: str | None) -> str:
    """What became of a phase. One that was stopped has passed nothing as a whole."""
    words = {0: "passed", 1: "FAILED", 2: "could not be run"}
    if stopped is None:
        return words[code]
    cut = f"was cut short ({stopped})"
    return f"{words[code]} and {cut}" if code else cut


def _end(*_: object) -> None:
    """Ends at a signal; the tests that are being run end with it, since `subprocess.run` leaves nothing behind."""
    print("ended by a signal", file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _end)
    sys.exit(main())
