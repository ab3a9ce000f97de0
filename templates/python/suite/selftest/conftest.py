"""Puts the sample suite on the path, as the package `tests`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "sample"))
