"""What is wrong with something that was sent."""

from typing import Self

__all__ = ["WireError"]


class WireError(Exception):
    """What was sent is no value of its type: where, and why; and what else is wrong with it."""

    def __init__(self, path: str, why: str, *more: "WireError") -> None:
        super().__init__(path, why, *more)
        self.path = path
        self.why = why
        self.more = more

    def below(self, name: str) -> Self:
        """The same, seen from one level further out."""
        joint = "" if not self.path or self.path.startswith("[") else "."
        self.path = f"{name}{joint}{self.path}"
        for one in self.more:
            one.below(name)
        return self

    def paths(self) -> list[str]:
        """Where something is wrong."""
        return [self.path, *(path for one in self.more for path in one.paths())]

    def __str__(self) -> str:
        first = f"{self.path}: {self.why}" if self.path else self.why
        return "; ".join([first, *map(str, self.more)])
