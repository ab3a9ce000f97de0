"""Makes the sample suite the package `tests`, before pytest puts the folder of the templates in front of it."""

import importlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "sample"))
importlib.import_module("tests")
