"""How much a run tries."""

from __future__ import annotations

from dataclasses import dataclass

from tests.harness import planned


@dataclass(frozen=True, slots=True)
class Profile:
    """The size of a run: `examples` per property, `steps` of the state machine, `links` followed structurally.

    Of what is data of the suite `further` near misses, `richer` states and `visits` are tried for each operation. After
    so many `minutes` it ends with what it has.
    """

    name: str
    examples: int
    further: int
    richer: int
    visits: int
    steps: int
    links: int
    minutes: int


PROFILES = {found["name"]: Profile(**found) for found in planned.load()["profiles"]}
DEFAULT: str = planned.load()["default_profile"]
# The parts of a suite, in their order. The tests of each are in files `test_<phase>_….py`.
PHASES = ("structural", "behavioral", "stateful")
# One failure can cost hundreds of calls to make it small, and the tenth says little that the first did not.
MAX_SHRUNK_TESTS = 5
# How many further examples are tried to make one failure small.
MAX_SHRINKS = 60
