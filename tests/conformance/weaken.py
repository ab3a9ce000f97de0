"""A plugin for pytest that leaves out tests: those whose name has the pattern in `SPECC_WITHOUT`."""

from __future__ import annotations

import os
import re
from typing import Any


def pytest_collection_modifyitems(config: Any, items: list[Any]) -> None:
    """Deselects them."""
    pattern = re.compile(os.environ["SPECC_WITHOUT"])
    dropped = [item for item in items if pattern.search(item.nodeid.partition("::")[2])]
    items[:] = [item for item in items if item not in dropped]
    config.hook.pytest_deselected(items=dropped)
