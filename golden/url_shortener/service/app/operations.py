"""What UrlShortener does: each operation as a function from the state before to the state after."""

from __future__ import annotations

from app.functions import is_valid_uri, points_here
from app.model import (
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
from app.runtime import choices
from app.runtime.choices import Picks
from app.runtime.clauses import ensuring, fits, inputs_fit, promised, requires
from app.runtime.values import Instant, Map, every, grown, i64, ran, replace, touched
from app.spec import is_proper
from app.types import LONG_URL, SHORT_CODE

_SHORTEN = (("url", "url", LONG_URL),)


def shorten(before: State, given: ShortenGiven, now: Instant, pick: Picks) -> tuple[State, ShortenAnswer]:
    """Shorten (url_shortener.spec:27)."""
    inputs_fit(_SHORTEN, given, before, now)
    requires(("not pointsHere(url)", lambda: not points_here(given.url)))
    # ensures code not in store
    code = pick.choose(
        ("an ensures of `Shorten`", "code not in store"),
        (),
        choices.texts(r"^[A-Za-z0-9]{6,10}\Z", fresh=True),
        lambda code: is_proper(code) and fits(SHORT_CODE, code, before, now) and code not in before.store,
    )
    # ensures store' = store + {code -> url}
    after = replace(before, store=before.store + Map({code: given.url}))
    # ensures metadata' = metadata + {code -> UrlMapping { code = code, url = url, created_at = now(), click_count =
    #   0, last_visited_at = none }}
    after = replace(
        after,
        metadata=before.metadata
        + Map({code: UrlMapping(code=code, url=given.url, created_at=now, click_count=0, last_visited_at=None)}),
    )
    # ensures short_url = "https://sho.rt/" + code
    short_url = "https://sho.rt/" + code
    promised("an ensures of `Shorten`", "#store' = #store + 1", lambda: grown(before.store, after.store) == 1)
    answer = ShortenAnswer(code=code, short_url=short_url)
    pick.settled(after, answer)
    promised(
        "the invariant `allURLsValid`",
        "all c in store | isValidURI(store[c])",
        lambda: every(after.store.at(touched(before.store, after.store)), lambda c2: is_valid_uri(after.store[c2])),
    )
    promised(
        "the invariant `metadataConsistent`",
        "dom(store) = dom(metadata)",
        lambda: (
            every(after.store.at(touched(before.store, after.store)), lambda key: key in after.metadata)
            and every(after.store.at(touched(before.metadata, after.metadata)), lambda key: key in after.metadata)
            and every(after.metadata.at(touched(before.metadata, after.metadata)), lambda key: key in after.store)
            and every(after.metadata.at(touched(before.store, after.store)), lambda key: key in after.store)
        ),
    )
    promised(
        "the invariant `entriesAgree`",
        "all c in metadata | metadata[c].code = c and c in store and store[c] = metadata[c].url",
        lambda: (
            every(after.metadata.at(touched(before.metadata, after.metadata)), lambda c2: after.metadata[c2].code == c2)
            and every(after.metadata.at(touched(before.metadata, after.metadata)), lambda c2: c2 in after.store)
            and every(after.metadata.at(touched(before.store, after.store)), lambda c2: c2 in after.store)
            and every(
                after.metadata.at(touched(before.metadata, after.metadata)),
                lambda c2: after.store[c2] == after.metadata[c2].url,
            )
            and every(
                after.metadata.at(touched(before.store, after.store)),
                lambda c2: after.store[c2] == after.metadata[c2].url,
            )
        ),
    )
    promised(
        "the invariant `noLoops`",
        "no c in store | pointsHere(store[c])",
        lambda: every(after.store.at(touched(before.store, after.store)), lambda c2: not points_here(after.store[c2])),
    )
    promised(
        "the invariant `clickCountNonNegative`",
        "all c in metadata | metadata[c].click_count >= 0",
        lambda: every(
            after.metadata.at(touched(before.metadata, after.metadata)), lambda c2: after.metadata[c2].click_count >= 0
        ),
    )
    return after, answer


_CLAIM = (("code", "code", SHORT_CODE), ("url", "url", LONG_URL))


def claim(before: State, given: ClaimGiven, now: Instant, pick: Picks) -> tuple[State, ClaimAnswer]:
    """Claim (url_shortener.spec:47)."""
    inputs_fit(_CLAIM, given, before, now)
    requires(
        ("code not in store", lambda: given.code not in before.store),
        ("not pointsHere(url)", lambda: not points_here(given.url)),
    )
    # ensures store'[code] = url
    after = replace(before, store=before.store.put(given.code, given.url))
    # ensures metadata'[code].code = code
    # ensures metadata'[code].url = url
    # ensures metadata'[code].created_at = now()
    # ensures metadata'[code].click_count = 0
    # ensures metadata'[code].last_visited_at = none
    after = replace(
        after,
        metadata=after.metadata.put(
            given.code, UrlMapping(code=given.code, url=given.url, created_at=now, click_count=0, last_visited_at=None)
        ),
    )
    # ensures mapping = metadata'[code]
    with ensuring("an ensures of `Claim`", "mapping = metadata'[code]"):
        mapping = after.metadata[given.code]
    answer = ClaimAnswer(mapping=mapping)
    pick.settled(after, answer)
    promised(
        "the invariant `allURLsValid`",
        "all c in store | isValidURI(store[c])",
        lambda: every(after.store.at(touched(before.store, after.store)), lambda c2: is_valid_uri(after.store[c2])),
    )
    promised(
        "the invariant `metadataConsistent`",
        "dom(store) = dom(metadata)",
        lambda: (
            every(after.store.at(touched(before.store, after.store)), lambda key: key in after.metadata)
            and every(after.store.at(touched(before.metadata, after.metadata)), lambda key: key in after.metadata)
            and every(after.metadata.at(touched(before.metadata, after.metadata)), lambda key: key in after.store)
            and every(after.metadata.at(touched(before.store, after.store)), lambda key: key in after.store)
        ),
    )
    promised(
        "the invariant `entriesAgree`",
        "all c in metadata | metadata[c].code = c and c in store and store[c] = metadata[c].url",
        lambda: (
            every(after.metadata.at(touched(before.metadata, after.metadata)), lambda c2: after.metadata[c2].code == c2)
            and every(after.metadata.at(touched(before.metadata, after.metadata)), lambda c2: c2 in after.store)
            and every(after.metadata.at(touched(before.store, after.store)), lambda c2: c2 in after.store)
            and every(
                after.metadata.at(touched(before.metadata, after.metadata)),
                lambda c2: after.store[c2] == after.metadata[c2].url,
            )
            and every(
                after.metadata.at(touched(before.store, after.store)),
                lambda c2: after.store[c2] == after.metadata[c2].url,
            )
        ),
    )
    promised(
        "the invariant `noLoops`",
        "no c in store | pointsHere(store[c])",
        lambda: every(after.store.at(touched(before.store, after.store)), lambda c2: not points_here(after.store[c2])),
    )
    promised(
        "the invariant `clickCountNonNegative`",
        "all c in metadata | metadata[c].click_count >= 0",
        lambda: every(
            after.metadata.at(touched(before.metadata, after.metadata)), lambda c2: after.metadata[c2].click_count >= 0
        ),
    )
    return after, answer


_RESOLVE = (("code", "code", SHORT_CODE),)


def resolve(before: State, given: ResolveGiven, now: Instant, pick: Picks) -> tuple[State, ResolveAnswer]:
    """Resolve (url_shortener.spec:64)."""
    inputs_fit(_RESOLVE, given, before, now)
    requires(
        ("code in store", lambda: given.code in before.store),
        present=(("code in store", lambda: given.code in before.store),),
    )
    # ensures url = store[code]
    url = before.store[given.code]
    # ensures metadata'[code].click_count = metadata[code].click_count + 1
    with ensuring("an ensures of `Resolve`", "metadata'[code].click_count = metadata[code].click_count + 1"):
        after = replace(
            before,
            metadata=before.metadata.put(
                given.code,
                replace(before.metadata[given.code], click_count=i64(before.metadata[given.code].click_count + 1)),
            ),
        )
    # ensures metadata'[code].last_visited_at = some(now())
    after = replace(
        after, metadata=after.metadata.put(given.code, replace(after.metadata[given.code], last_visited_at=now))
    )
    # ensures store' = store
    after = replace(after, store=before.store)
    answer = ResolveAnswer(url=url)
    pick.settled(after, answer)
    promised(
        "the invariant `allURLsValid`",
        "all c in store | isValidURI(store[c])",
        lambda: every(after.store.at(touched(before.store, after.store)), lambda c2: is_valid_uri(after.store[c2])),
    )
    promised(
        "the invariant `metadataConsistent`",
        "dom(store) = dom(metadata)",
        lambda: (
            every(after.store.at(touched(before.store, after.store)), lambda key: key in after.metadata)
            and every(after.metadata.at(touched(before.store, after.store)), lambda key: key in after.store)
        ),
    )
    promised(
        "the invariant `entriesAgree`",
        "all c in metadata | metadata[c].code = c and c in store and store[c] = metadata[c].url",
        lambda: (
            every(after.metadata.at(touched(before.store, after.store)), lambda c2: c2 in after.store)
            and every(
                after.metadata.at(touched(before.store, after.store)),
                lambda c2: after.store[c2] == after.metadata[c2].url,
            )
        ),
    )
    promised(
        "the invariant `noLoops`",
        "no c in store | pointsHere(store[c])",
        lambda: every(after.store.at(touched(before.store, after.store)), lambda c2: not points_here(after.store[c2])),
    )
    promised(
        "the invariant `clickCountNonNegative`",
        "all c in metadata | metadata[c].click_count >= 0",
        lambda: every(
            after.metadata.at(touched(before.metadata, after.metadata)), lambda c2: after.metadata[c2].click_count >= 0
        ),
    )
    return after, answer


_RETARGET = (("code", "code", SHORT_CODE), ("url", "url", LONG_URL))


def retarget(before: State, given: RetargetGiven, now: Instant, pick: Picks) -> tuple[State, RetargetAnswer]:
    """Retarget (url_shortener.spec:77)."""
    inputs_fit(_RETARGET, given, before, now)
    requires(
        ("code in store", lambda: given.code in before.store),
        ("not pointsHere(url)", lambda: not points_here(given.url)),
        present=(("code in store", lambda: given.code in before.store),),
    )
    # ensures store'[code] = url
    after = replace(before, store=before.store.put(given.code, given.url))
    # ensures metadata' = metadata + {code -> metadata[code] with { url = url }}
    with ensuring("an ensures of `Retarget`", "metadata' = metadata + {code -> metadata[code] with { url = url }}"):
        after = replace(
            after, metadata=before.metadata + Map({given.code: replace(before.metadata[given.code], url=given.url)})
        )
    answer = RetargetAnswer()
    pick.settled(after, answer)
    promised(
        "the invariant `allURLsValid`",
        "all c in store | isValidURI(store[c])",
        lambda: every(after.store.at(touched(before.store, after.store)), lambda c2: is_valid_uri(after.store[c2])),
    )
    promised(
        "the invariant `metadataConsistent`",
        "dom(store) = dom(metadata)",
        lambda: (
            every(after.store.at(touched(before.store, after.store)), lambda key: key in after.metadata)
            and every(after.store.at(touched(before.metadata, after.metadata)), lambda key: key in after.metadata)
            and every(after.metadata.at(touched(before.metadata, after.metadata)), lambda key: key in after.store)
            and every(after.metadata.at(touched(before.store, after.store)), lambda key: key in after.store)
        ),
    )
    promised(
        "the invariant `entriesAgree`",
        "all c in metadata | metadata[c].code = c and c in store and store[c] = metadata[c].url",
        lambda: (
            every(after.metadata.at(touched(before.metadata, after.metadata)), lambda c2: after.metadata[c2].code == c2)
            and every(after.metadata.at(touched(before.metadata, after.metadata)), lambda c2: c2 in after.store)
            and every(after.metadata.at(touched(before.store, after.store)), lambda c2: c2 in after.store)
            and every(
                after.metadata.at(touched(before.metadata, after.metadata)),
                lambda c2: after.store[c2] == after.metadata[c2].url,
            )
            and every(
                after.metadata.at(touched(before.store, after.store)),
                lambda c2: after.store[c2] == after.metadata[c2].url,
            )
        ),
    )
    promised(
        "the invariant `noLoops`",
        "no c in store | pointsHere(store[c])",
        lambda: every(after.store.at(touched(before.store, after.store)), lambda c2: not points_here(after.store[c2])),
    )
    promised(
        "the invariant `clickCountNonNegative`",
        "all c in metadata | metadata[c].click_count >= 0",
        lambda: every(
            after.metadata.at(touched(before.metadata, after.metadata)), lambda c2: after.metadata[c2].click_count >= 0
        ),
    )
    return after, answer


_DELETE = (("code", "code", SHORT_CODE),)


def delete(before: State, given: DeleteGiven, now: Instant, pick: Picks) -> tuple[State, DeleteAnswer]:
    """Delete (url_shortener.spec:87)."""
    inputs_fit(_DELETE, given, before, now)
    requires(
        ("code in store", lambda: given.code in before.store),
        present=(("code in store", lambda: given.code in before.store),),
    )
    # ensures store' = store - {code}
    after = replace(before, store=before.store - frozenset({given.code}))
    # ensures metadata' = metadata - {code}
    after = replace(after, metadata=before.metadata - frozenset({given.code}))
    promised("an ensures of `Delete`", "code not in store'", lambda: given.code not in after.store)
    answer = DeleteAnswer()
    pick.settled(after, answer)
    promised(
        "the invariant `metadataConsistent`",
        "dom(store) = dom(metadata)",
        lambda: (
            every(after.store.at(touched(before.metadata, after.metadata)), lambda key: key in after.metadata)
            and every(after.metadata.at(touched(before.store, after.store)), lambda key: key in after.store)
        ),
    )
    promised(
        "the invariant `entriesAgree`",
        "all c in metadata | metadata[c].code = c and c in store and store[c] = metadata[c].url",
        lambda: (
            every(after.metadata.at(touched(before.store, after.store)), lambda c2: c2 in after.store)
            and every(
                after.metadata.at(touched(before.store, after.store)),
                lambda c2: after.store[c2] == after.metadata[c2].url,
            )
        ),
    )
    return after, answer


_STATS = (("code", "code", SHORT_CODE),)


def stats(before: State, given: StatsGiven, now: Instant, pick: Picks) -> tuple[State, StatsAnswer]:
    """Stats (url_shortener.spec:97)."""
    inputs_fit(_STATS, given, before, now)
    requires(
        ("code in metadata", lambda: given.code in before.metadata),
        present=(("code in metadata", lambda: given.code in before.metadata),),
    )
    # ensures mapping = metadata[code]
    mapping = before.metadata[given.code]
    return before, StatsAnswer(mapping=mapping)


def list_all(before: State, given: ListAllGiven, now: Instant, pick: Picks) -> tuple[State, ListAllAnswer]:
    """ListAll (url_shortener.spec:106)."""
    # ensures entries = ran(metadata)
    entries = ran(before.metadata)
    return before, ListAllAnswer(entries=entries)


def total_clicks(before: State, given: TotalClicksGiven, now: Instant, pick: Picks) -> tuple[State, TotalClicksAnswer]:
    """TotalClicks (url_shortener.spec:113)."""
    # ensures codes = #store
    codes = len(before.store)
    # ensures clicks = sum(metadata, c => metadata[c].click_count)
    clicks = before.metadata.total("click_count", lambda c2: before.metadata[c2].click_count)
    return before, TotalClicksAnswer(codes=codes, clicks=clicks)
