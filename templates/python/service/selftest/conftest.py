"""Makes the runtime of a service the package `app`, before pytest puts the folder of the templates in front of it."""

import importlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).absolute().parents[2]))
sys.path.insert(0, importlib.import_module("assembled").folder_with("service"))
importlib.import_module("app")
