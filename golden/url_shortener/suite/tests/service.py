"""UrlShortener: its state, its operations, and the rules about them, as a table."""

from tests import clauses, model, parts, strategies
from tests.harness.service import Header, Input, Operation, Output, Presence, Service, Slot, StateField
from tests.harness.types import INT, STRING, MapOf, Rule, SetOf
from tests.wire import LONG_URL, SHORT_CODE, URL_MAPPING

SHORTEN = Operation(
    name="Shorten",
    method="POST",
    path=("shorten",),
    status=201,
    given=model.ShortenGiven,
    answer=model.ShortenAnswer,
    inputs=(Input("url", "url", "body", LONG_URL, strategies.strategy_shorten_url),),
    outputs=(Output("code", "code", SHORT_CODE), Output("short_url", "short_url", STRING)),
    requires=(
        Rule(
            "Shorten.requires[0]",
            "not pointsHere(url)",
            "url_shortener.spec:31",
            clauses.shorten_requires_0,
            parts=parts.shorten_requires_0,
        ),
    ),
    ensures=(
        Rule(
            "Shorten.ensures[0]",
            "code not in pre(store)",
            "url_shortener.spec:33",
            clauses.shorten_ensures_0,
            parts=parts.shorten_ensures_0,
        ),
        Rule(
            "Shorten.ensures[1]",
            "store' = pre(store) + {code -> url}",
            "url_shortener.spec:34",
            clauses.shorten_ensures_1,
            parts=parts.shorten_ensures_1,
        ),
        Rule(
            "Shorten.ensures[2]",
            (
                "metadata' = pre(metadata) + {code -> UrlMapping { code = code, url = url, created_at "
                "= now(), click_count = 0, last_visited_at = none }}"
            ),
            "url_shortener.spec:35",
            clauses.shorten_ensures_2,
            parts=parts.shorten_ensures_2,
        ),
        Rule(
            "Shorten.ensures[3]",
            'short_url = "https://sho.rt/" + code',
            "url_shortener.spec:42",
            clauses.shorten_ensures_3,
            parts=parts.shorten_ensures_3,
        ),
        Rule(
            "Shorten.ensures[4]",
            "#store' = #pre(store) + 1",
            "url_shortener.spec:43",
            clauses.shorten_ensures_4,
            parts=parts.shorten_ensures_4,
        ),
    ),
    changes=(clauses.shorten_changes_0, clauses.shorten_changes_1),
    shape="object",
)

CLAIM = Operation(
    name="Claim",
    method="PUT",
    path=(Slot("code"),),
    status=201,
    given=model.ClaimGiven,
    answer=model.ClaimAnswer,
    inputs=(
        Input("code", "code", "path", SHORT_CODE, strategies.strategy_claim_code),
        Input("url", "url", "body", LONG_URL, strategies.strategy_claim_url),
    ),
    outputs=(Output("mapping", "mapping", URL_MAPPING),),
    requires=(
        Rule(
            "Claim.requires[0]",
            "code not in store",
            "url_shortener.spec:51",
            clauses.claim_requires_0,
            parts=parts.claim_requires_0,
        ),
        Rule(
            "Claim.requires[1]",
            "not pointsHere(url)",
            "url_shortener.spec:52",
            clauses.claim_requires_1,
            parts=parts.claim_requires_1,
        ),
    ),
    ensures=(
        Rule(
            "Claim.ensures[0]",
            "store'[code] = url",
            "url_shortener.spec:54",
            clauses.claim_ensures_0,
            parts=parts.claim_ensures_0,
        ),
        Rule(
            "Claim.ensures[1]",
            "metadata'[code].code = code",
            "url_shortener.spec:55",
            clauses.claim_ensures_1,
            parts=parts.claim_ensures_1,
        ),
        Rule(
            "Claim.ensures[2]",
            "metadata'[code].url = url",
            "url_shortener.spec:56",
            clauses.claim_ensures_2,
            parts=parts.claim_ensures_2,
        ),
        Rule(
            "Claim.ensures[3]",
            "metadata'[code].created_at = now()",
            "url_shortener.spec:57",
            clauses.claim_ensures_3,
            parts=parts.claim_ensures_3,
        ),
        Rule(
            "Claim.ensures[4]",
            "metadata'[code].click_count = 0",
            "url_shortener.spec:58",
            clauses.claim_ensures_4,
            parts=parts.claim_ensures_4,
        ),
        Rule(
            "Claim.ensures[5]",
            "metadata'[code].last_visited_at = none",
            "url_shortener.spec:59",
            clauses.claim_ensures_5,
            parts=parts.claim_ensures_5,
        ),
        Rule(
            "Claim.ensures[6]",
            "mapping = metadata'[code]",
            "url_shortener.spec:60",
            clauses.claim_ensures_6,
            parts=parts.claim_ensures_6,
        ),
    ),
    changes=(
        clauses.claim_changes_0,
        clauses.claim_changes_1,
        clauses.claim_changes_2,
        clauses.claim_changes_3,
        clauses.claim_changes_4,
        clauses.claim_changes_5,
    ),
    shape="whole",
    siblings=frozenset({"health", "metrics", "openapi.json", "ready", "shorten", "urls"}),
)

RESOLVE = Operation(
    name="Resolve",
    method="GET",
    path=(Slot("code"),),
    status=302,
    given=model.ResolveGiven,
    answer=model.ResolveAnswer,
    inputs=(Input("code", "code", "path", SHORT_CODE, strategies.strategy_resolve_code),),
    outputs=(Output("url", "url", LONG_URL),),
    headers=(Header("Location", clauses.resolve_header_location),),
    requires=(
        Rule(
            "Resolve.requires[0]",
            "code in store",
            "url_shortener.spec:68",
            clauses.resolve_requires_0,
            parts=parts.resolve_requires_0,
        ),
    ),
    presence=(Presence("code", 0, clauses.resolve_presence_0),),
    ensures=(
        Rule(
            "Resolve.ensures[0]",
            "url = store[code]",
            "url_shortener.spec:70",
            clauses.resolve_ensures_0,
            parts=parts.resolve_ensures_0,
        ),
        Rule(
            "Resolve.ensures[1]",
            "metadata'[code].click_count = metadata[code].click_count + 1",
            "url_shortener.spec:71",
            clauses.resolve_ensures_1,
            parts=parts.resolve_ensures_1,
        ),
        Rule(
            "Resolve.ensures[2]",
            "metadata'[code].last_visited_at = some(now())",
            "url_shortener.spec:72",
            clauses.resolve_ensures_2,
            parts=parts.resolve_ensures_2,
        ),
        Rule(
            "Resolve.ensures[3]",
            "store' = store",
            "url_shortener.spec:73",
            clauses.resolve_ensures_3,
            parts=parts.resolve_ensures_3,
        ),
    ),
    changes=(clauses.resolve_changes_0, clauses.resolve_changes_1, clauses.resolve_changes_2),
    shape="object",
    siblings=frozenset({"health", "metrics", "openapi.json", "ready", "shorten", "urls"}),
)

RETARGET = Operation(
    name="Retarget",
    method="PATCH",
    path=(Slot("code"),),
    status=200,
    given=model.RetargetGiven,
    answer=model.RetargetAnswer,
    inputs=(
        Input("code", "code", "path", SHORT_CODE, strategies.strategy_retarget_code),
        Input("url", "url", "body", LONG_URL, strategies.strategy_retarget_url),
    ),
    requires=(
        Rule(
            "Retarget.requires[0]",
            "code in store",
            "url_shortener.spec:80",
            clauses.retarget_requires_0,
            parts=parts.retarget_requires_0,
        ),
        Rule(
            "Retarget.requires[1]",
            "not pointsHere(url)",
            "url_shortener.spec:81",
            clauses.retarget_requires_1,
            parts=parts.retarget_requires_1,
        ),
    ),
    presence=(Presence("code", 0, clauses.retarget_presence_0),),
    ensures=(
        Rule(
            "Retarget.ensures[0]",
            "store'[code] = url",
            "url_shortener.spec:83",
            clauses.retarget_ensures_0,
            parts=parts.retarget_ensures_0,
        ),
        Rule(
            "Retarget.ensures[1]",
            "metadata' = metadata + {code -> metadata[code] with { url = url }}",
            "url_shortener.spec:84",
            clauses.retarget_ensures_1,
            parts=parts.retarget_ensures_1,
        ),
    ),
    changes=(clauses.retarget_changes_0, clauses.retarget_changes_1),
    shape="empty",
    siblings=frozenset({"health", "metrics", "openapi.json", "ready", "shorten", "urls"}),
)

DELETE = Operation(
    name="Delete",
    method="DELETE",
    path=(Slot("code"),),
    status=204,
    given=model.DeleteGiven,
    answer=model.DeleteAnswer,
    inputs=(Input("code", "code", "path", SHORT_CODE, strategies.strategy_delete_code),),
    requires=(
        Rule(
            "Delete.requires[0]",
            "code in store",
            "url_shortener.spec:90",
            clauses.delete_requires_0,
            parts=parts.delete_requires_0,
        ),
    ),
    presence=(Presence("code", 0, clauses.delete_presence_0),),
    ensures=(
        Rule(
            "Delete.ensures[0]",
            "store' = store - {code}",
            "url_shortener.spec:92",
            clauses.delete_ensures_0,
            parts=parts.delete_ensures_0,
        ),
        Rule(
            "Delete.ensures[1]",
            "metadata' = metadata - {code}",
            "url_shortener.spec:93",
            clauses.delete_ensures_1,
            parts=parts.delete_ensures_1,
        ),
        Rule(
            "Delete.ensures[2]",
            "code not in store'",
            "url_shortener.spec:94",
            clauses.delete_ensures_2,
            parts=parts.delete_ensures_2,
        ),
    ),
    changes=(clauses.delete_changes_0, clauses.delete_changes_1),
    shape="none",
    siblings=frozenset({"health", "metrics", "openapi.json", "ready", "shorten", "urls"}),
)

STATS = Operation(
    name="Stats",
    method="GET",
    path=(Slot("code"), "stats"),
    status=200,
    given=model.StatsGiven,
    answer=model.StatsAnswer,
    inputs=(Input("code", "code", "path", SHORT_CODE, strategies.strategy_stats_code),),
    outputs=(Output("mapping", "mapping", URL_MAPPING),),
    requires=(
        Rule(
            "Stats.requires[0]",
            "code in metadata",
            "url_shortener.spec:101",
            clauses.stats_requires_0,
            parts=parts.stats_requires_0,
        ),
    ),
    presence=(Presence("code", 0, clauses.stats_presence_0),),
    ensures=(
        Rule(
            "Stats.ensures[0]",
            "mapping = metadata[code]",
            "url_shortener.spec:103",
            clauses.stats_ensures_0,
            parts=parts.stats_ensures_0,
        ),
    ),
    shape="whole",
    read_only=True,
    siblings=frozenset({"__test_admin__", "shorten", "urls"}),
)

LIST_ALL = Operation(
    name="ListAll",
    method="GET",
    path=("urls",),
    status=200,
    given=model.ListAllGiven,
    answer=model.ListAllAnswer,
    outputs=(Output("entries", "entries", SetOf(URL_MAPPING)),),
    ensures=(
        Rule(
            "ListAll.ensures[0]",
            "entries = ran(metadata)",
            "url_shortener.spec:109",
            clauses.list_all_ensures_0,
            parts=parts.list_all_ensures_0,
        ),
        Rule(
            "ListAll.ensures[1]",
            "#entries = #metadata",
            "url_shortener.spec:110",
            clauses.list_all_ensures_1,
            parts=parts.list_all_ensures_1,
        ),
    ),
    shape="whole",
    read_only=True,
)

TOTAL_CLICKS = Operation(
    name="TotalClicks",
    method="GET",
    path=("urls", "total"),
    status=200,
    given=model.TotalClicksGiven,
    answer=model.TotalClicksAnswer,
    outputs=(Output("codes", "codes", INT), Output("clicks", "clicks", INT)),
    ensures=(
        Rule(
            "TotalClicks.ensures[0]",
            "codes = #store",
            "url_shortener.spec:116",
            clauses.total_clicks_ensures_0,
            parts=parts.total_clicks_ensures_0,
        ),
        Rule(
            "TotalClicks.ensures[1]",
            "clicks = sum(metadata, c => metadata[c].click_count)",
            "url_shortener.spec:117",
            clauses.total_clicks_ensures_1,
            parts=parts.total_clicks_ensures_1,
        ),
    ),
    shape="object",
    read_only=True,
)

SERVICE = Service(
    name="UrlShortener",
    spec="url_shortener.spec",
    state=(
        StateField("store", "store", MapOf(SHORT_CODE, LONG_URL)),
        StateField("metadata", "metadata", MapOf(SHORT_CODE, URL_MAPPING)),
    ),
    state_type=model.State,
    operations=(SHORTEN, CLAIM, RESOLVE, RETARGET, DELETE, STATS, LIST_ALL, TOTAL_CLICKS),
    invariants=(
        Rule(
            "invariant allURLsValid",
            "all c in store | isValidURI(store[c])",
            "url_shortener.spec:120",
            clauses.invariant_all_urls_valid,
            clauses.invariant_all_urls_valid_says,
            parts=parts.invariant_all_urls_valid,
        ),
        Rule(
            "invariant metadataConsistent",
            "dom(store) = dom(metadata)",
            "url_shortener.spec:122",
            clauses.invariant_metadata_consistent,
            parts=parts.invariant_metadata_consistent,
        ),
        Rule(
            "invariant entriesAgree",
            "all c in metadata | metadata[c].code = c and c in store and store[c] = metadata[c].url",
            "url_shortener.spec:125",
            clauses.invariant_entries_agree,
            clauses.invariant_entries_agree_says,
            parts=parts.invariant_entries_agree,
        ),
        Rule(
            "invariant noLoops",
            "no c in store | pointsHere(store[c])",
            "url_shortener.spec:128",
            clauses.invariant_no_loops,
            parts=parts.invariant_no_loops,
        ),
        Rule(
            "invariant clickCountNonNegative",
            "all c in metadata | metadata[c].click_count >= 0",
            "url_shortener.spec:130",
            clauses.invariant_click_count_non_negative,
            clauses.invariant_click_count_non_negative_says,
            parts=parts.invariant_click_count_non_negative,
        ),
    ),
    eventually=(
        Rule(
            "eventually someCodeIsPopular",
            "some c in metadata | metadata[c].click_count >= 2",
            "url_shortener.spec:132",
            clauses.eventually_some_code_is_popular,
            parts=parts.eventually_some_code_is_popular,
        ),
    ),
)
