"""Two runs in one folder do not share files, and nothing is written through a link."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).absolute().parent.parent / "tests" / "run_conformance.py"


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
