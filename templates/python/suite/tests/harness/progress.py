"""Tells a program that waits for the run what happens: a line of JSON for each event, in the file that it names."""

from __future__ import annotations

import json
import os
from typing import Any

VARIABLE = "SPEC_TEST_PROGRESS"


def tell(event: str, **more: Any) -> None:
    """Adds an event, where somebody wants to know."""
    path = os.environ.get(VARIABLE)
    if path:
        with open(path, "a", encoding="utf-8") as file:
            file.write(json.dumps({"event": event, **more}) + "\n")
