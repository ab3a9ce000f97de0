"""The functions and predicates of UrlShortener."""

from tests.harness.values import matches


def is_valid_uri(s: str) -> bool:
    """predicate isValidURI(s: String) = s matches /^https?:\\/\\/[!-~]+$/"""
    return matches(s, r"^https?:\/\/[!-~]+$")


def points_here(target: str) -> bool:
    """predicate pointsHere(target: String) = target matches /^https?:\\/\\/sho\\.rt(\\/|$)/"""
    return matches(target, r"^https?:\/\/sho\.rt(\/|$)")
