"""Makes a suite the package `tests`: the core is no package by itself, and is tested as a part of one."""

import importlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).absolute().parents[2]))
sys.path.insert(0, importlib.import_module("assembled").folder_with("suite"))
importlib.import_module("tests")
