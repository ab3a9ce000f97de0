"""How an expression ends that has no value, and what stands for a value that a call has still to decide."""

from typing import Any, NoReturn

__all__ = ["OPEN", "UNDECIDED", "Outside", "Undecided", "Undefined", "Unknown", "undecided"]


class Undefined(Exception):
    """A value that is not there: a missing key, a division by zero. The clause that reaches it does not hold.

    What was looked for is kept beside the reason: a suite shows it, a service does not, since it may be a secret.
    """

    def __init__(self, why: str, *looked_for: object) -> None:
        super().__init__(why)
        self.looked_for = looked_for

    def at_length(self) -> str:
        """The reason with what was looked for."""
        return ": ".join([str(self), *map(repr, self.looked_for)])


class Undecided(Undefined):
    """A value that the call has not decided yet."""


UNDECIDED = "the value is not decided"
"""What is said of it."""


class Unknown(Exception):
    """A condition that depends on a function nobody supplies. It counts as true."""


class Outside(Exception):
    """A number left its range, or more was asked than can be computed. The spec does not speak about such a call."""


def undecided(*_: object) -> NoReturn:
    raise Undecided(UNDECIDED)


class _Open:
    """A value that the call has not decided yet."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "OPEN"

    def __getattr__(self, name: str) -> NoReturn:
        undecided()

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = undecided
    __hash__ = __bool__ = __len__ = __iter__ = __contains__ = __getitem__ = undecided
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __abs__ = undecided
    __or__ = __ror__ = __and__ = __rand__ = __floordiv__ = __truediv__ = undecided


OPEN: Any = _Open()
"""Stands where the call still has to decide."""
