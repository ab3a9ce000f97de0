"""Puts together what a compiler emits: a suite, of the templates, the core and a golden, or the runtime of a service.

The self tests import what `folder_with` puts together, and tools that look at a whole suite are given a folder:
`python assembled.py suite FOLDER`.
"""

import atexit
import shutil
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SAMPLE = HERE.parents[1] / "golden" / "url_shortener"


def put_suite(folder: Path) -> None:
    """Writes the suite of the sample."""
    _copy(HERE / "suite", folder, "pytest.ini", "tests")
    _copy(HERE, folder / "tests", "core", into="harness")
    _copy(SAMPLE, folder, "suite", into=".")


def put_service(folder: Path) -> None:
    """Writes what is the same in every service."""
    _copy(HERE / "service", folder, "app")
    _copy(HERE, folder / "app", "core", into="runtime")


def _copy(source: Path, folder: Path, *names: str, into: str | None = None) -> None:
    for name in names:
        if (source / name).is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "selftest")
            shutil.copytree(source / name, folder / (into or name), dirs_exist_ok=True, ignore=ignored)
        else:
            shutil.copy(source / name, folder / name)


def folder_with(put: str) -> str:
    """A folder that holds one of them until the program ends."""
    folder = tempfile.mkdtemp(prefix="specc-assembled-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    PARTS[put](Path(folder))
    return folder


PARTS = {"suite": put_suite, "service": put_service}

if __name__ == "__main__":
    PARTS[sys.argv[1]](Path(sys.argv[2]))
