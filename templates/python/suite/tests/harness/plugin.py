"""What the suite adds to pytest: its options, the connection to the service, and the ledger of the run."""

from __future__ import annotations

import os
from collections.abc import Generator
from typing import NoReturn

import hypothesis
import pytest

from tests.harness import ledger, progress
from tests.harness import session as running
from tests.harness.admin import Fatal
from tests.harness.client import Excess, Late
from tests.harness.profiles import DEFAULT, PHASES, PROFILES, Profile
from tests.harness.report import Deviation, parts_of
from tests.harness.suiting import why_never

# How the library that draws examples says that it cannot go on.
GAVE_UP = (hypothesis.errors.Flaky, hypothesis.errors.Unsatisfiable)
# What is said of a test that was left out because it was too late for it.
NOT_RUN = "not run"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options."""
    group = parser.getgroup("conformance")
    group.addoption("--seed", type=int, default=0, help="what random choices derive from (default: 0)")
    group.addoption("--only", default=None, help="the test, or the example of one, that is run: its whole name")
    group.addoption("--profile", default=None, help=f"{', '.join(PROFILES)} (default: SPEC_TEST_PROFILE or {DEFAULT})")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Connects to the service; a run without one ends here."""
    profile = _profile(session.config)
    if not session.config.option.collectonly:
        _connect(profile, session.config.getoption("--seed"))


def _profile(config: pytest.Config) -> Profile:
    name = config.getoption("--profile") or os.environ.get("SPEC_TEST_PROFILE") or DEFAULT
    if name not in PROFILES:
        pytest.exit(f"unknown profile {name!r}: choose from {', '.join(PROFILES)}", returncode=2)
    return PROFILES[name]


def _connect(profile: Profile, seed: int) -> None:
    from tests.service import SERVICE

    try:
        running.connect(SERVICE, profile, seed)
    except Fatal as fatal:
        _give_up(fatal)


def _give_up(fatal: Fatal) -> NoReturn:
    progress.tell("fatal", why=str(fatal))
    pytest.exit(str(fatal), returncode=2)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out all but the example that is wanted: those of structural tests share a node."""
    wanted = config.getoption("--only")
    if wanted and "[" in wanted:
        name = wanted.rpartition("::")[2] if "::" in wanted.partition("[")[0] else wanted
        config.hook.pytest_deselected(items=[item for item in items if item.name != name])
        items[:] = [item for item in items if item.name == name]


def pytest_collection_finish(session: pytest.Session) -> None:
    """Tells how many tests there are."""
    progress.tell("phase", phase=session.config.getini("junit_suite_name"), tests=len(session.items))


def pytest_report_header() -> str | None:
    """What is tested, and how to do it again."""
    if not running.is_connected():
        return None
    run = running.current()
    what = f"{run.service.name} at {run.base_url}, profile {run.profile.name}, seed {run.seed}"
    return f"conformance: {what}, capabilities {', '.join(sorted(run.admin.capabilities))}"


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Remembers which test runs, for its messages."""
    if running.is_connected():
        run = running.current()
        run.node, run.test = item.nodeid, f"{item.nodeid.rpartition('::')[0]}::{item.name}"
        run.ledger.phase = _phase(item.path.name)
        if run.client.is_late():
            _skip_late()


def _phase(file: str) -> str:
    """The phase that a file of tests belongs to."""
    return next((phase for phase in PHASES if file.startswith(f"test_{phase}_")), ledger.ELSEWHERE)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Ends the run where the service is gone: what follows would fail for that reason alone."""
    try:
        return (yield)
    except Fatal as fatal:
        running.current().ledger.stopped = str(fatal)
        if isinstance(fatal.__cause__, Excess):
            # This is about the service: the test that has met it fails, and is the last one.
            item.session.shouldfail = str(fatal)
            raise pytest.fail.Exception(str(fatal), pytrace=False) from None
        _give_up(fatal)
    except Late:
        _skip_late()
    except GAVE_UP as inner:
        _again(item, inner)
        return None
    except (Deviation, pytest.fail.Exception) as failed:
        # What was raised while a deviation was handled tells of it.
        found = failed if isinstance(failed, Deviation) else failed.__context__
        if isinstance(found, Deviation):
            run = running.current()
            run.ledger.failures[run.test] = found.parts
        # The message alone is shown: what it came from may hold what must not be seen.
        raise pytest.fail.Exception(str(failed), pytrace=False) from None


def _skip_late() -> NoReturn:
    running.current().ledger.stopped = "its time was up"
    pytest.skip(f"{NOT_RUN}: the time of the run is up")


def _again(item: pytest.Item, inner: Exception) -> None:
    """Tries a test once more that the library which draws examples gave up; unless it has found something by then."""
    found = [one for one in getattr(inner, "exceptions", ()) if isinstance(one, Deviation | pytest.fail.Exception)]
    if found:
        raise pytest.fail.Exception(str(found[0]), pytrace=False) from None
    try:
        item.runtest()
    except GAVE_UP as second:
        why = str(second).partition("\n")[0]
        raise pytest.skip.Exception(f"the test library gave up, which is not about the service: {why}") from None


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Notes what became of a test."""
    if not running.is_connected() or (report.when != "call" and report.outcome == "passed"):
        return
    run = running.current()
    if report.outcome == "failed":
        parts = parts_of(report.longreprtext)
        run.ledger.failure(run.test, parts.get("headline", ""), parts)
    elif not _why(report).startswith(NOT_RUN):
        why = _why(report)
        run.ledger.outcome(run.test, "blocked" if why.startswith("blocked by ") else report.outcome, why)
    if run.test in run.ledger.tests:
        progress.tell("test", outcome=run.ledger.tests[run.test]["outcome"])


def _why(report: pytest.TestReport) -> str:
    """Why a test was skipped."""
    return report.longrepr[2].removeprefix("Skipped: ") if isinstance(report.longrepr, tuple) else ""


def pytest_sessionfinish() -> None:
    """Writes the ledger, as that of some tests: whether it was all of them `run_conformance.py` knows."""
    if not running.is_connected():
        return
    run = running.current()
    operations = {operation.name: why_never(run, operation) for operation in run.service.operations}
    document = run.ledger.document(run.service.name, run.seed, run.profile.name, run.client, operations)
    if run.client.is_late():
        progress.tell("late")
    partial = {"partial": "tests that were run by themselves"}
    ledger.write(running.ROOT / "results" / ledger.PARTIAL, document | partial)
    run.client.transport.close()
