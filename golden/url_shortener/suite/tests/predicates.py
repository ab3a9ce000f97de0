"""The functions and predicates of UrlShortener."""

from tests.harness.values import matches


def points_here(target: str) -> bool:
    """target matches /^https?:\\/\\/sho\\.rt(\\/|$)/"""
    return matches(target, r"^https?://sho\.rt(/|\Z)")


def is_valid_uri(s: str) -> bool:
    """s matches /^https?:\\/\\/[!-~]+$/"""
    return matches(s, r"^https?://[!-~]+\Z")
