"""The functions and predicates of EdgeCases."""

from app.model import State
from app.runtime.values import matches


def palette() -> frozenset[str]:
    """{Colour.RED, Colour.GREEN, Colour.BLUE}"""
    return frozenset({"RED", "GREEN", "BLUE"})


def grade_of(weight: float) -> str:
    """if weight > 100.0 then Grade.HIGH else if weight > 10.0 then Grade.ACTIVE else Grade.LOW"""
    return "HIGH" if weight > 100.0 else "ACTIVE" if weight > 10.0 else "LOW"


def population(s: State) -> int:
    """#samples"""
    return len(s.samples)


def tag_count(item: int, s: State) -> int:
    """#samples[item].tags"""
    return len(s.samples[item].tags)


def is_open(item: int, s: State) -> bool:
    """item in samples and samples[item].state != Phase.CLOSED"""
    return item in s.samples and s.samples[item].state != "CLOSED"


def is_valid_uri(s: str) -> bool:
    """s matches /^https?:\\/\\/[!-~]+$/"""
    return matches(s, r"^https?://[!-~]+\Z")


def is_valid_email(s: str) -> bool:
    """s matches /^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$/"""
    return matches(s, r"^[^@\s]+@[^@\s]+\.[^@\s]+\Z")
