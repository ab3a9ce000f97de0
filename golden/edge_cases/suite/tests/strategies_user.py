"""Your own strategies. This file is yours: it is written once and never again.

A rule such as `Email.strategy = "tests.strategies_user:valid_email"` in the conventions of the spec makes the suite
draw its values here:

    def valid_email() -> SearchStrategy[str]:
        return st.from_regex(r"[a-z]{1,8}@example\\.org", fullmatch=True)
"""

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.harness.generate import texts


def sample_grade() -> SearchStrategy[str]:
    """The values of Grade."""
    return st.sampled_from(("LOW", "ACTIVE", "HIGH"))


def sample_path() -> SearchStrategy[str]:
    """Path = String where value matches /^\\/[a-z0-9\\/.-]{0,30}$/"""
    return texts(0, None, r"^/[a-z0-9/.-]{0,30}\Z")
