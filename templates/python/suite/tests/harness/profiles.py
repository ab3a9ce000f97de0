"""How much a run tries."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Profile:
    """The size of a run: `examples` per property, `steps` of the state machine, `links` followed structurally."""

    name: str
    examples: int
    steps: int
    links: int


PROFILES = {
    "smoke": Profile("smoke", 10, 25, 3),
    "thorough": Profile("thorough", 100, 40, 10),
    "exhaustive": Profile("exhaustive", 1000, 60, 25),
}
DEFAULT = "thorough"
# The parts of a suite, in their order. The tests of each are in files `test_<phase>_….py`.
PHASES = ("structural", "behavioral", "stateful")
# One failure can cost hundreds of calls to make it small, and the tenth says little that the first did not.
MAX_SHRUNK_TESTS = 5
# How many further examples are tried to make one failure small.
MAX_SHRINKS = 60
