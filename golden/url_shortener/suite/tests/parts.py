"""What failures show of the conditions of UrlShortener: their parts, and what these are."""

from tests.clauses import (
    ClaimCall,
    DeleteCall,
    ListAllCall,
    ResolveCall,
    RetargetCall,
    ShortenCall,
    StatsCall,
    TotalClicksCall,
)
from tests.harness.rules import Part, Parts, Sides
from tests.harness.values import Instant, Map, dom, i64, ran, replace, total
from tests.model import State, UrlMapping
from tests.predicates import is_valid_uri, points_here


def long_url_where(value: str, s: State, now: Instant) -> Parts:
    """len(value) <= 2048 and isValidURI(value)"""
    return (
        Part("len(value)", lambda: len(value)),
        Part("value", lambda: value),
        Part("isValidURI(value)", lambda: is_valid_uri(value)),
    )


def url_mapping_visited_iff_clicked(own: UrlMapping, s: State, now: Instant) -> Parts:
    """click_count > 0 iff last_visited_at != none"""
    return (Part("click_count", lambda: own.click_count), Part("last_visited_at", lambda: own.last_visited_at))


def invariant_all_urls_valid(s: State, now: Instant) -> Parts:
    """all c in store | isValidURI(store[c])"""
    return (
        Part("c", lambda c: c),
        Part("isValidURI(store[c])", lambda c: is_valid_uri(s.store[c])),
        Part("store[c]", lambda c: s.store[c]),
    )


def invariant_metadata_consistent(s: State, now: Instant) -> Parts:
    """dom(store) = dom(metadata)"""
    return (
        Sides(Part("dom(store)", lambda: dom(s.store)), Part("dom(metadata)", lambda: dom(s.metadata))),
        Part("store", lambda: s.store),
        Part("metadata", lambda: s.metadata),
    )


def invariant_entries_agree(s: State, now: Instant) -> Parts:
    """all c in metadata | metadata[c].code = c and c in store and store[c] = metadata[c].url"""
    return (
        Part("c", lambda c: c),
        Sides(Part("metadata[c].code", lambda c: s.metadata[c].code), Part("c", lambda c: c)),
        Part("store", lambda: s.store),
        Sides(Part("store[c]", lambda c: s.store[c]), Part("metadata[c].url", lambda c: s.metadata[c].url)),
    )


def invariant_no_loops(s: State, now: Instant) -> Parts:
    """no c in store | pointsHere(store[c])"""
    return (
        Part("c", lambda c: c),
        Part("pointsHere(store[c])", lambda c: points_here(s.store[c])),
        Part("store[c]", lambda c: s.store[c]),
    )


def invariant_click_count_non_negative(s: State, now: Instant) -> Parts:
    """all c in metadata | metadata[c].click_count >= 0"""
    return (Part("c", lambda c: c), Part("metadata[c].click_count", lambda c: s.metadata[c].click_count))


def eventually_some_code_is_popular(s: State, now: Instant) -> Parts:
    """some c in metadata | metadata[c].click_count >= 2"""
    return (Part("metadata", lambda: s.metadata),)


def shorten_requires_0(c: ShortenCall) -> Parts:
    """not pointsHere(url)"""
    return (Part("pointsHere(url)", lambda: points_here(c.given.url)), Part("url", lambda: c.given.url))


def shorten_ensures_0(c: ShortenCall) -> Parts:
    """code not in pre(store)"""
    return (Part("code", lambda: c.answer.code), Part("pre(store)", lambda: c.before.store))


def shorten_ensures_1(c: ShortenCall) -> Parts:
    """store' = pre(store) + {code -> url}"""
    return (
        Sides(
            Part("store'", lambda: c.after.store),
            Part("pre(store) + {code -> url}", lambda: c.before.store + Map({c.answer.code: c.given.url})),
        ),
    )


def shorten_ensures_2(c: ShortenCall) -> Parts:
    """metadata' = pre(metadata) + {code -> UrlMapping { code = code, url = url, created_at = now(), click_count..."""
    return (
        Sides(
            Part("metadata'", lambda: c.after.metadata),
            Part(
                (
                    "pre(metadata) + {code -> UrlMapping { code = code, url = url, created_at = now(), "
                    "click_count = 0, last_visited_at = none }}"
                ),
                lambda: (
                    c.before.metadata
                    + Map(
                        {
                            c.answer.code: UrlMapping(
                                code=c.answer.code,
                                url=c.given.url,
                                created_at=c.now,
                                click_count=0,
                                last_visited_at=None,
                            )
                        }
                    )
                ),
            ),
        ),
    )


def shorten_ensures_3(c: ShortenCall) -> Parts:
    """short_url = "https://sho.rt/" + code"""
    return (
        Sides(
            Part("short_url", lambda: c.answer.short_url),
            Part('"https://sho.rt/" + code', lambda: "https://sho.rt/" + c.answer.code),
        ),
        Part("code", lambda: c.answer.code),
    )


def shorten_ensures_4(c: ShortenCall) -> Parts:
    """#store' = #pre(store) + 1"""
    return (
        Sides(Part("#store'", lambda: len(c.after.store)), Part("#pre(store) + 1", lambda: len(c.before.store) + 1)),
        Part("store'", lambda: c.after.store),
        Part("#pre(store)", lambda: len(c.before.store)),
        Part("pre(store)", lambda: c.before.store),
    )


def claim_requires_0(c: ClaimCall) -> Parts:
    """code not in store"""
    return (Part("code", lambda: c.given.code), Part("store", lambda: c.before.store))


def claim_requires_1(c: ClaimCall) -> Parts:
    """not pointsHere(url)"""
    return (Part("pointsHere(url)", lambda: points_here(c.given.url)), Part("url", lambda: c.given.url))


def claim_ensures_0(c: ClaimCall) -> Parts:
    """store'[code] = url"""
    return (Sides(Part("store'[code]", lambda: c.after.store[c.given.code]), Part("url", lambda: c.given.url)),)


def claim_ensures_1(c: ClaimCall) -> Parts:
    """metadata'[code].code = code"""
    return (
        Sides(
            Part("metadata'[code].code", lambda: c.after.metadata[c.given.code].code),
            Part("code", lambda: c.given.code),
        ),
    )


def claim_ensures_2(c: ClaimCall) -> Parts:
    """metadata'[code].url = url"""
    return (
        Sides(
            Part("metadata'[code].url", lambda: c.after.metadata[c.given.code].url), Part("url", lambda: c.given.url)
        ),
    )


def claim_ensures_3(c: ClaimCall) -> Parts:
    """metadata'[code].created_at = now()"""
    return (
        Sides(
            Part("metadata'[code].created_at", lambda: c.after.metadata[c.given.code].created_at),
            Part("now()", lambda: c.now),
        ),
    )


def claim_ensures_4(c: ClaimCall) -> Parts:
    """metadata'[code].click_count = 0"""
    return (
        Sides(
            Part("metadata'[code].click_count", lambda: c.after.metadata[c.given.code].click_count),
            Part("0", lambda: 0),
        ),
    )


def claim_ensures_5(c: ClaimCall) -> Parts:
    """metadata'[code].last_visited_at = none"""
    return (
        Sides(
            Part("metadata'[code].last_visited_at", lambda: c.after.metadata[c.given.code].last_visited_at),
            Part("none", lambda: None),
        ),
    )


def claim_ensures_6(c: ClaimCall) -> Parts:
    """mapping = metadata'[code]"""
    return (
        Sides(
            Part("mapping", lambda: c.answer.mapping), Part("metadata'[code]", lambda: c.after.metadata[c.given.code])
        ),
    )


def resolve_requires_0(c: ResolveCall) -> Parts:
    """code in store"""
    return (Part("code", lambda: c.given.code), Part("store", lambda: c.before.store))


def resolve_ensures_0(c: ResolveCall) -> Parts:
    """url = store[code]"""
    return (Sides(Part("url", lambda: c.answer.url), Part("store[code]", lambda: c.before.store[c.given.code])),)


def resolve_ensures_1(c: ResolveCall) -> Parts:
    """metadata'[code].click_count = metadata[code].click_count + 1"""
    return (
        Sides(
            Part("metadata'[code].click_count", lambda: c.after.metadata[c.given.code].click_count),
            Part("metadata[code].click_count + 1", lambda: i64(c.before.metadata[c.given.code].click_count + 1)),
        ),
        Part("metadata[code].click_count", lambda: c.before.metadata[c.given.code].click_count),
    )


def resolve_ensures_2(c: ResolveCall) -> Parts:
    """metadata'[code].last_visited_at = some(now())"""
    return (
        Sides(
            Part("metadata'[code].last_visited_at", lambda: c.after.metadata[c.given.code].last_visited_at),
            Part("now()", lambda: c.now),
        ),
    )


def resolve_ensures_3(c: ResolveCall) -> Parts:
    """store' = store"""
    return (Sides(Part("store'", lambda: c.after.store), Part("store", lambda: c.before.store)),)


def retarget_requires_0(c: RetargetCall) -> Parts:
    """code in store"""
    return (Part("code", lambda: c.given.code), Part("store", lambda: c.before.store))


def retarget_requires_1(c: RetargetCall) -> Parts:
    """not pointsHere(url)"""
    return (Part("pointsHere(url)", lambda: points_here(c.given.url)), Part("url", lambda: c.given.url))


def retarget_ensures_0(c: RetargetCall) -> Parts:
    """store'[code] = url"""
    return (Sides(Part("store'[code]", lambda: c.after.store[c.given.code]), Part("url", lambda: c.given.url)),)


def retarget_ensures_1(c: RetargetCall) -> Parts:
    """metadata' = metadata + {code -> metadata[code] with { url = url }}"""
    return (
        Sides(
            Part("metadata'", lambda: c.after.metadata),
            Part(
                "metadata + {code -> metadata[code] with { url = url }}",
                lambda: (
                    c.before.metadata + Map({c.given.code: replace(c.before.metadata[c.given.code], url=c.given.url)})
                ),
            ),
        ),
    )


def delete_requires_0(c: DeleteCall) -> Parts:
    """code in store"""
    return (Part("code", lambda: c.given.code), Part("store", lambda: c.before.store))


def delete_ensures_0(c: DeleteCall) -> Parts:
    """store' = store - {code}"""
    return (
        Sides(
            Part("store'", lambda: c.after.store),
            Part("store - {code}", lambda: c.before.store - frozenset({c.given.code})),
        ),
    )


def delete_ensures_1(c: DeleteCall) -> Parts:
    """metadata' = metadata - {code}"""
    return (
        Sides(
            Part("metadata'", lambda: c.after.metadata),
            Part("metadata - {code}", lambda: c.before.metadata - frozenset({c.given.code})),
        ),
    )


def delete_ensures_2(c: DeleteCall) -> Parts:
    """code not in store'"""
    return (Part("code", lambda: c.given.code), Part("store'", lambda: c.after.store))


def stats_requires_0(c: StatsCall) -> Parts:
    """code in metadata"""
    return (Part("code", lambda: c.given.code), Part("metadata", lambda: c.before.metadata))


def stats_ensures_0(c: StatsCall) -> Parts:
    """mapping = metadata[code]"""
    return (
        Sides(
            Part("mapping", lambda: c.answer.mapping), Part("metadata[code]", lambda: c.before.metadata[c.given.code])
        ),
    )


def list_all_ensures_0(c: ListAllCall) -> Parts:
    """entries = ran(metadata)"""
    return (
        Sides(Part("entries", lambda: c.answer.entries), Part("ran(metadata)", lambda: ran(c.before.metadata))),
        Part("metadata", lambda: c.before.metadata),
    )


def list_all_ensures_1(c: ListAllCall) -> Parts:
    """#entries = #metadata"""
    return (
        Sides(Part("#entries", lambda: len(c.answer.entries)), Part("#metadata", lambda: len(c.before.metadata))),
        Part("entries", lambda: c.answer.entries),
        Part("metadata", lambda: c.before.metadata),
    )


def total_clicks_ensures_0(c: TotalClicksCall) -> Parts:
    """codes = #store"""
    return (
        Sides(Part("codes", lambda: c.answer.codes), Part("#store", lambda: len(c.before.store))),
        Part("store", lambda: c.before.store),
    )


def total_clicks_ensures_1(c: TotalClicksCall) -> Parts:
    """clicks = sum(metadata, c => metadata[c].click_count)"""
    return (
        Sides(
            Part("clicks", lambda: c.answer.clicks),
            Part(
                "sum(metadata, c => metadata[c].click_count)",
                lambda: total(c.before.metadata, lambda c2: c.before.metadata[c2].click_count),
            ),
        ),
    )
