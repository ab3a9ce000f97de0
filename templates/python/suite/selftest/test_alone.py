"""Two runs in one folder do not share files, nothing is written through a link, and a run ends as a whole."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from tests.harness import recording

SCRIPT = Path(__file__).absolute().parent.parent / "tests" / "run_conformance.py"
HARNESS = Path(recording.__file__).parent


def runner(folder: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, as if it stood in another folder; what it does to the path of modules is undone."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    specification = importlib.util.spec_from_file_location("run_conformance", SCRIPT)
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    monkeypatch.setattr(module, "RESULTS", folder / "results")
    monkeypatch.setattr(module, "PARTIAL", folder / "results" / "partial")
    return module


def test_the_second_run_says_why_it_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = runner(tmp_path, monkeypatch), runner(tmp_path, monkeypatch)
    first._claim()
    (tmp_path / "results" / "partial" / "junit.xml").write_text("of the first")
    assert second.main(["smoke"]) == 2
    assert "another run writes to" in capsys.readouterr().err
    assert (tmp_path / "results" / "partial" / "junit.xml").read_text() == "of the first"


@pytest.mark.parametrize("planted", ["results", "results/partial"])
def test_results_are_not_written_through_a_link(
    planted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "kept.txt").write_text("precious")
    (tmp_path / planted).parent.mkdir(exist_ok=True)
    (tmp_path / planted).symlink_to(elsewhere)
    assert runner(tmp_path, monkeypatch).main(["smoke"]) == 2
    assert "is no folder of this suite" in capsys.readouterr().err
    assert [path.name for path in elsewhere.iterdir()] == ["kept.txt"]


# Tests that go on until somebody ends them, and that tell who runs them.
ENDLESS = """
import os, pathlib, time

def test_endless():
    path = pathlib.Path("results/pid")
    path.with_suffix(".new").write_text(str(os.getpid()))
    path.with_suffix(".new").rename(path)
    time.sleep(600)
"""
OPTIONS = """
def pytest_addoption(parser):
    parser.addoption("--seed")
    parser.addoption("--profile")
"""


def is_running(process: int) -> bool:
    """Whether a process is there."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def came_true(condition: Callable[[], bool]) -> bool:
    """Whether something comes true within a minute."""
    until = time.monotonic() + 60
    while not condition() and time.monotonic() < until:
        time.sleep(0.02)
    return condition()


def copied(tmp_path: Path, **tests: str) -> list[str]:
    """Puts the script into a folder, with tests of these phases; the command that runs it."""
    shutil.copytree(HARNESS, tmp_path / "tests" / "harness")
    shutil.copy(SCRIPT, tmp_path / "tests")
    shutil.copy(HARNESS.parent / "suite.json", tmp_path / "tests")
    (tmp_path / "tests" / "__init__.py").touch()
    (tmp_path / "tests" / "conftest.py").write_text(OPTIONS)
    for phase, text in tests.items():
        (tmp_path / "tests" / f"test_{phase}_some.py").write_text(text)
    return [sys.executable, "tests/run_conformance.py", "smoke", *tests]


def test_ended_by_a_signal_it_leaves_no_tests_running(tmp_path: Path) -> None:
    command = copied(tmp_path, behavioral=ENDLESS)
    told = tmp_path / "results" / "pid"
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as run:
        assert came_true(told.exists)
        run.send_signal(signal.SIGTERM)
        assert "ended by a signal" in run.communicate(timeout=30)[1]
    assert run.returncode == 2
    assert came_true(lambda: not is_running(int(told.read_text())))


# Tests that have no time left, and say so as the suite's own do.
LATE = """
import json, pathlib

def test_late():
    shown = {"stopped": "its time was up", "calls": 3, "clauses": {}, "tests": {}, "phases": {}}
    pathlib.Path("results/partial/exercised.json").write_text(json.dumps(shown))
"""


def test_what_was_cut_short_has_not_passed(tmp_path: Path) -> None:
    command = copied(tmp_path, structural=LATE, behavioral="def test_other(): pass")
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stdout.splitlines()[-2] == "structural was cut short (its time was up); 3 calls"
