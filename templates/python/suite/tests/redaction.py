"""Keeps sensitive values out of everything that is printed; what is sent stays as it is."""

from __future__ import annotations

from typing import TypeVar

from hypothesis.strategies import SearchStrategy

T = TypeVar("T")


class RedactedStr(str):
    """A text that shows nothing but its length."""

    __slots__ = ()

    def __repr__(self) -> str:
        return mask(self)


def mask(text: str) -> str:
    """What is printed instead of a sensitive text."""
    return f"<redacted len={len(text)}>"


def redact(strategy: SearchStrategy[T]) -> SearchStrategy[T]:
    """The same values; texts among them do not show what they are."""
    return strategy.map(_hide)


def _hide(value: T) -> T:
    return RedactedStr(value) if isinstance(value, str) else value  # type: ignore[return-value]
