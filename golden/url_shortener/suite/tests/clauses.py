"""What UrlShortener promises: one function for each condition of the spec."""

from collections.abc import Iterator

from tests.harness.service import At, Call, Key, Spot
from tests.harness.values import Instant, Map, dom, every, exists, i64, matches, none_of, ran, replace, same, total
from tests.model import (
    ClaimAnswer,
    ClaimGiven,
    DeleteAnswer,
    DeleteGiven,
    ListAllAnswer,
    ListAllGiven,
    ResolveAnswer,
    ResolveGiven,
    RetargetAnswer,
    RetargetGiven,
    ShortenAnswer,
    ShortenGiven,
    State,
    StatsAnswer,
    StatsGiven,
    TotalClicksAnswer,
    TotalClicksGiven,
    UrlMapping,
)
from tests.predicates import is_valid_uri, points_here

ShortenCall = Call[State, ShortenGiven, ShortenAnswer]
ClaimCall = Call[State, ClaimGiven, ClaimAnswer]
ResolveCall = Call[State, ResolveGiven, ResolveAnswer]
RetargetCall = Call[State, RetargetGiven, RetargetAnswer]
DeleteCall = Call[State, DeleteGiven, DeleteAnswer]
StatsCall = Call[State, StatsGiven, StatsAnswer]
ListAllCall = Call[State, ListAllGiven, ListAllAnswer]
TotalClicksCall = Call[State, TotalClicksGiven, TotalClicksAnswer]


# Types


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


def invariant_all_urls_valid_says(s: State, now: Instant) -> bool:
    """When invariant allURLsValid says something."""
    return len(s.store) > 0


def invariant_metadata_consistent(s: State, now: Instant) -> bool:
    """dom(store) = dom(metadata)"""
    return dom(s.store) == dom(s.metadata)


def invariant_entries_agree(s: State, now: Instant) -> bool:
    """all c in metadata | metadata[c].code = c and c in store and store[c] = metadata[c].url"""
    return every(s.metadata, lambda c: s.metadata[c].code == c and c in s.store and s.store[c] == s.metadata[c].url)


def invariant_entries_agree_says(s: State, now: Instant) -> bool:
    """When invariant entriesAgree says something."""
    return len(s.metadata) > 0


def invariant_no_loops(s: State, now: Instant) -> bool:
    """no c in store | pointsHere(store[c])"""
    return none_of(s.store, lambda c: points_here(s.store[c]))


def invariant_click_count_non_negative(s: State, now: Instant) -> bool:
    """all c in metadata | metadata[c].click_count >= 0"""
    return every(s.metadata, lambda c: s.metadata[c].click_count >= 0)


def invariant_click_count_non_negative_says(s: State, now: Instant) -> bool:
    """When invariant clickCountNonNegative says something."""
    return len(s.metadata) > 0


def eventually_some_code_is_popular(s: State, now: Instant) -> bool:
    """some c in metadata | metadata[c].click_count >= 2"""
    return exists(s.metadata, lambda c: s.metadata[c].click_count >= 2)


# Shorten


def shorten_requires_0(c: ShortenCall) -> bool:
    """not pointsHere(url)"""
    return not points_here(c.given.url)


def shorten_ensures_0(c: ShortenCall) -> bool:
    """code not in pre(store)"""
    return c.answer.code not in c.before.store


def shorten_ensures_1(c: ShortenCall) -> bool:
    """store' = pre(store) + {code -> url}"""
    return c.after.store == c.before.store + Map({c.answer.code: c.given.url})


def shorten_ensures_2(c: ShortenCall) -> bool:
    """metadata' = pre(metadata) + {code -> UrlMapping { code = code, url = url, created_at = now(), click_count..."""
    return c.after.metadata == c.before.metadata + Map(
        {
            c.answer.code: UrlMapping(
                code=c.answer.code, url=c.given.url, created_at=c.now, click_count=0, last_visited_at=None
            )
        }
    )


def shorten_ensures_3(c: ShortenCall) -> bool:
    """short_url = "https://sho.rt/" + code"""
    return c.answer.short_url == "https://sho.rt/" + c.answer.code


def shorten_ensures_4(c: ShortenCall) -> bool:
    """#store' = #pre(store) + 1"""
    return len(c.after.store) == len(c.before.store) + 1


def shorten_changes_0(c: ShortenCall) -> Iterator[Spot]:
    """store' = store + {code -> url}"""
    yield Spot("store")


def shorten_changes_1(c: ShortenCall) -> Iterator[Spot]:
    """metadata' = metadata + {code -> UrlMapping { code = code, url = url, created_at = now(), click_count = 0,..."""
    yield Spot("metadata")


# Claim


def claim_requires_0(c: ClaimCall) -> bool:
    """code not in store"""
    return c.given.code not in c.before.store


def claim_requires_1(c: ClaimCall) -> bool:
    """not pointsHere(url)"""
    return not points_here(c.given.url)


def claim_ensures_0(c: ClaimCall) -> bool:
    """store'[code] = url"""
    return c.after.store[c.given.code] == c.given.url


def claim_ensures_1(c: ClaimCall) -> bool:
    """metadata'[code].code = code"""
    return c.after.metadata[c.given.code].code == c.given.code


def claim_ensures_2(c: ClaimCall) -> bool:
    """metadata'[code].url = url"""
    return c.after.metadata[c.given.code].url == c.given.url


def claim_ensures_3(c: ClaimCall) -> bool:
    """metadata'[code].created_at = now()"""
    return c.after.metadata[c.given.code].created_at == c.now


def claim_ensures_4(c: ClaimCall) -> bool:
    """metadata'[code].click_count = 0"""
    return c.after.metadata[c.given.code].click_count == 0


def claim_ensures_5(c: ClaimCall) -> bool:
    """metadata'[code].last_visited_at = none"""
    return c.after.metadata[c.given.code].last_visited_at is None


def claim_ensures_6(c: ClaimCall) -> bool:
    """mapping = metadata'[code]"""
    return c.answer.mapping == c.after.metadata[c.given.code]


def claim_changes_0(c: ClaimCall) -> Iterator[Spot]:
    """store'[code] = url"""
    yield Spot("store", (Key(c.given.code),))


def claim_changes_1(c: ClaimCall) -> Iterator[Spot]:
    """metadata'[code].code = code"""
    yield Spot("metadata", (Key(c.given.code), At("code")))


def claim_changes_2(c: ClaimCall) -> Iterator[Spot]:
    """metadata'[code].url = url"""
    yield Spot("metadata", (Key(c.given.code), At("url")))


def claim_changes_3(c: ClaimCall) -> Iterator[Spot]:
    """metadata'[code].created_at = now()"""
    yield Spot("metadata", (Key(c.given.code), At("created_at")))


def claim_changes_4(c: ClaimCall) -> Iterator[Spot]:
    """metadata'[code].click_count = 0"""
    yield Spot("metadata", (Key(c.given.code), At("click_count")))


def claim_changes_5(c: ClaimCall) -> Iterator[Spot]:
    """metadata'[code].last_visited_at = none"""
    yield Spot("metadata", (Key(c.given.code), At("last_visited_at")))


# Resolve


def resolve_requires_0(c: ResolveCall) -> bool:
    """code in store"""
    return c.given.code in c.before.store


def resolve_presence_0(c: ResolveCall) -> bool:
    """code in store"""
    return c.given.code in c.before.store


def resolve_ensures_0(c: ResolveCall) -> bool:
    """url = store[code]"""
    return c.answer.url == c.before.store[c.given.code]


def resolve_ensures_1(c: ResolveCall) -> bool:
    """metadata'[code].click_count = metadata[code].click_count + 1"""
    return c.after.metadata[c.given.code].click_count == i64(c.before.metadata[c.given.code].click_count + 1)


def resolve_ensures_2(c: ResolveCall) -> bool:
    """metadata'[code].last_visited_at = some(now())"""
    return c.after.metadata[c.given.code].last_visited_at == c.now


def resolve_ensures_3(c: ResolveCall) -> bool:
    """store' = store"""
    return c.after.store == c.before.store


def resolve_changes_0(c: ResolveCall) -> Iterator[Spot]:
    """metadata'[code].click_count = metadata[code].click_count + 1"""
    yield Spot("metadata", (Key(c.given.code), At("click_count")))


def resolve_changes_1(c: ResolveCall) -> Iterator[Spot]:
    """metadata'[code].last_visited_at = some(now())"""
    yield Spot("metadata", (Key(c.given.code), At("last_visited_at")))


def resolve_changes_2(c: ResolveCall) -> Iterator[Spot]:
    """store' = store"""
    yield Spot("store")


def resolve_header_location(c: ResolveCall) -> str | None:
    """url"""
    return c.answer.url


# Retarget


def retarget_requires_0(c: RetargetCall) -> bool:
    """code in store"""
    return c.given.code in c.before.store


def retarget_requires_1(c: RetargetCall) -> bool:
    """not pointsHere(url)"""
    return not points_here(c.given.url)


def retarget_presence_0(c: RetargetCall) -> bool:
    """code in store"""
    return c.given.code in c.before.store


def retarget_ensures_0(c: RetargetCall) -> bool:
    """store'[code] = url"""
    return c.after.store[c.given.code] == c.given.url


def retarget_ensures_1(c: RetargetCall) -> bool:
    """metadata' = metadata + {code -> metadata[code] with { url = url }}"""
    return c.after.metadata == c.before.metadata + Map(
        {c.given.code: replace(c.before.metadata[c.given.code], url=c.given.url)}
    )


def retarget_changes_0(c: RetargetCall) -> Iterator[Spot]:
    """store'[code] = url"""
    yield Spot("store", (Key(c.given.code),))


def retarget_changes_1(c: RetargetCall) -> Iterator[Spot]:
    """metadata' = metadata + {code -> metadata[code] with { url = url }}"""
    yield Spot("metadata")


# Delete


def delete_requires_0(c: DeleteCall) -> bool:
    """code in store"""
    return c.given.code in c.before.store


def delete_presence_0(c: DeleteCall) -> bool:
    """code in store"""
    return c.given.code in c.before.store


def delete_ensures_0(c: DeleteCall) -> bool:
    """store' = store - {code}"""
    return c.after.store == c.before.store - frozenset({c.given.code})


def delete_ensures_1(c: DeleteCall) -> bool:
    """metadata' = metadata - {code}"""
    return c.after.metadata == c.before.metadata - frozenset({c.given.code})


def delete_ensures_2(c: DeleteCall) -> bool:
    """code not in store'"""
    return c.given.code not in c.after.store


def delete_changes_0(c: DeleteCall) -> Iterator[Spot]:
    """store' = store - {code}"""
    yield Spot("store")


def delete_changes_1(c: DeleteCall) -> Iterator[Spot]:
    """metadata' = metadata - {code}"""
    yield Spot("metadata")


# Stats


def stats_requires_0(c: StatsCall) -> bool:
    """code in metadata"""
    return c.given.code in c.before.metadata


def stats_presence_0(c: StatsCall) -> bool:
    """code in metadata"""
    return c.given.code in c.before.metadata


def stats_ensures_0(c: StatsCall) -> bool:
    """mapping = metadata[code]"""
    return c.answer.mapping == c.before.metadata[c.given.code]


# ListAll


def list_all_ensures_0(c: ListAllCall) -> bool:
    """entries = ran(metadata)"""
    return same(c.answer.entries, ran(c.before.metadata))


def list_all_ensures_1(c: ListAllCall) -> bool:
    """#entries = #metadata"""
    return len(c.answer.entries) == len(c.before.metadata)


# TotalClicks


def total_clicks_ensures_0(c: TotalClicksCall) -> bool:
    """codes = #store"""
    return c.answer.codes == len(c.before.store)


def total_clicks_ensures_1(c: TotalClicksCall) -> bool:
    """clicks = sum(metadata, c => metadata[c].click_count)"""
    return c.answer.clicks == total(c.before.metadata, lambda c2: c.before.metadata[c2].click_count)
