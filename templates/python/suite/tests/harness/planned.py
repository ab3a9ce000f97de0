"""What is known of a suite before it runs, as data that is the same in every language: `tests/suite.json`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

VERSION = 1
FILE = Path(__file__).absolute().parent.parent / "suite.json"


@cache
def load() -> Mapping[str, Any]:
    """The data beside the suite."""
    document: Mapping[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    if document.get("version") != VERSION:
        raise ValueError(f"{FILE.name} has version {document.get('version')!r}; this suite reads version {VERSION}")
    return document


@cache
def test(identifier: str) -> Mapping[str, Any]:
    """A test, by the name that it has in all languages."""
    found: Mapping[str, Any] = next(one for one in load()["tests"] if one["id"] == identifier)
    return found
