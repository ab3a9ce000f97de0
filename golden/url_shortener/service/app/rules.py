"""What UrlShortener promises: one function for each condition of the spec."""

from app.functions import is_valid_uri, points_here
from app.model import State, UrlMapping
from app.runtime.values import Instant, dom, every, exists, matches, none_of


def short_code_where(value: str, s: State, now: Instant) -> bool:
    """value matches /^[A-Za-z0-9]{6,10}$/"""
    return matches(value, r"^[A-Za-z0-9]{6,10}\Z")


def long_url_where(value: str, s: State, now: Instant) -> bool:
    """len(value) <= 2048 and isValidURI(value)"""
    return len(value) <= 2048 and is_valid_uri(value)


def url_mapping_click_count_where(value: int, own: UrlMapping, s: State, now: Instant) -> bool:
    """value >= 0"""
    return value >= 0


def url_mapping_visited_iff_clicked(own: UrlMapping, s: State, now: Instant) -> bool:
    """click_count > 0 iff last_visited_at != none"""
    return (own.click_count > 0) == (own.last_visited_at is not None)


# Invariants


def invariant_all_urls_valid(s: State, now: Instant) -> bool:
    """all c in store | isValidURI(store[c])"""
    return every(s.store, lambda c: is_valid_uri(s.store[c]))


def invariant_metadata_consistent(s: State, now: Instant) -> bool:
    """dom(store) = dom(metadata)"""
    return dom(s.store) == dom(s.metadata)


def invariant_entries_agree(s: State, now: Instant) -> bool:
    """all c in metadata | metadata[c].code = c and c in store and store[c] = metadata[c].url"""
    return every(s.metadata, lambda c: s.metadata[c].code == c and c in s.store and s.store[c] == s.metadata[c].url)


def invariant_no_loops(s: State, now: Instant) -> bool:
    """no c in store | pointsHere(store[c])"""
    return none_of(s.store, lambda c: points_here(s.store[c]))


def invariant_click_count_non_negative(s: State, now: Instant) -> bool:
    """all c in metadata | metadata[c].click_count >= 0"""
    return every(s.metadata, lambda c: s.metadata[c].click_count >= 0)


def eventually_some_code_is_popular(s: State, now: Instant) -> bool:
    """some c in metadata | metadata[c].click_count >= 2"""
    return exists(s.metadata, lambda c: s.metadata[c].click_count >= 2)
