"""What UrlShortener promises, clause by clause."""

from tests.harness.checks import (
    Seen,
    Trace,
    examples_of,
    malformed_of,
    states_of,
    traces_of,
    witnesses_of,
)
from tests.service import (
    CLAIM,
    DELETE,
    LIST_ALL,
    RESOLVE,
    RETARGET,
    SERVICE,
    SHORTEN,
    STATS,
    TOTAL_CLICKS,
)


@examples_of(SHORTEN)
def test_shorten_accepts(seen: Seen) -> None:
    """Shorten accepts every call whose precondition holds. (url_shortener.spec:31)"""
    seen.accepts()


@examples_of(SHORTEN)
def test_shorten_ensures_0(seen: Seen) -> None:
    """Shorten ensures: code not in pre(store) (url_shortener.spec:33)"""
    seen.ensures(0)


@examples_of(SHORTEN)
def test_shorten_ensures_1(seen: Seen) -> None:
    """Shorten ensures: store' = pre(store) + {code -> url} (url_shortener.spec:34)"""
    seen.ensures(1)


@examples_of(SHORTEN)
def test_shorten_ensures_2(seen: Seen) -> None:
    """Shorten ensures: metadata' = pre(metadata) + {code -> UrlMapping { code = code, url = url, created_at = now…"""
    seen.ensures(2)


@examples_of(SHORTEN)
def test_shorten_ensures_3(seen: Seen) -> None:
    """Shorten ensures: short_url = \"https://sho.rt/\" + code (url_shortener.spec:42)"""
    seen.ensures(3)


@examples_of(SHORTEN)
def test_shorten_ensures_4(seen: Seen) -> None:
    """Shorten ensures: #store' = #pre(store) + 1 (url_shortener.spec:43)"""
    seen.ensures(4)


@examples_of(SHORTEN)
def test_shorten_rejects(seen: Seen) -> None:
    """Shorten rejects every call whose precondition does not hold, and changes nothing."""
    seen.rejects()


@witnesses_of(SHORTEN, 35)
def test_shorten_rejects_input_url(seen: Seen) -> None:
    """Shorten rejects an input that breaks: url: len(value) <= 2048 and isValidURI(value)"""
    seen.rejects()


@witnesses_of(SHORTEN, 40, 23)
def test_shorten_branch_input_url(seen: Seen) -> None:
    """Shorten at the boundary of: url: isValidURI(value)"""
    seen.total()


@witnesses_of(SHORTEN, 14, 5, 15)
def test_shorten_boundary_input_url(seen: Seen) -> None:
    """Shorten at the boundary of: url: len(value) <= 2048"""
    seen.total()


@witnesses_of(SHORTEN, 30)
def test_shorten_rejects_requires_0(seen: Seen) -> None:
    """Shorten rejects a call that breaks: not pointsHere(url)"""
    seen.rejects(SHORTEN.requires[0].id)


@examples_of(SHORTEN)
def test_shorten_invariant_all_ur_ls_valid(seen: Seen) -> None:
    """Shorten keeps invariant allURLsValid: all c in store | isValidURI(store[c]) (url_shortener.spec:120)"""
    seen.invariant(0)


@examples_of(SHORTEN)
def test_shorten_invariant_metadata_consistent(seen: Seen) -> None:
    """Shorten keeps invariant metadataConsistent: dom(store) = dom(metadata) (url_shortener.spec:122)"""
    seen.invariant(1)


@examples_of(SHORTEN)
def test_shorten_invariant_entries_agree(seen: Seen) -> None:
    """Shorten keeps invariant entriesAgree: all c in metadata | metadata[c].code = c and c in store and store[c] …"""
    seen.invariant(2)


@examples_of(SHORTEN)
def test_shorten_invariant_no_loops(seen: Seen) -> None:
    """Shorten keeps invariant noLoops: no c in store | pointsHere(store[c]) (url_shortener.spec:128)"""
    seen.invariant(3)


@examples_of(SHORTEN)
def test_shorten_invariant_click_count_non_negative(seen: Seen) -> None:
    """Shorten keeps invariant clickCountNonNegative: all c in metadata | metadata[c].click_count >= 0 (url_shorte…"""
    seen.invariant(4)


@examples_of(SHORTEN)
def test_shorten_types(seen: Seen) -> None:
    """After Shorten everything stored satisfies its type."""
    seen.types()


@examples_of(SHORTEN)
def test_shorten_frame(seen: Seen) -> None:
    """Shorten changes nothing but what it determines."""
    seen.frame()


@examples_of(SHORTEN)
def test_shorten_output(seen: Seen) -> None:
    """Shorten answers what its outputs say."""
    seen.output()


@malformed_of(SHORTEN, "url")
def test_shorten_malformed_url(seen: Seen) -> None:
    """Shorten rejects a malformed url."""
    seen.refuses()


@malformed_of(SHORTEN, None)
def test_shorten_malformed_body(seen: Seen) -> None:
    """Shorten rejects a malformed body."""
    seen.refuses()


@examples_of(CLAIM)
def test_claim_accepts(seen: Seen) -> None:
    """Claim accepts every call whose precondition holds. (url_shortener.spec:51)"""
    seen.accepts()


@examples_of(CLAIM)
def test_claim_ensures_0(seen: Seen) -> None:
    """Claim ensures: store'[code] = url (url_shortener.spec:54)"""
    seen.ensures(0)


@examples_of(CLAIM)
def test_claim_ensures_1(seen: Seen) -> None:
    """Claim ensures: metadata'[code].code = code (url_shortener.spec:55)"""
    seen.ensures(1)


@examples_of(CLAIM)
def test_claim_ensures_2(seen: Seen) -> None:
    """Claim ensures: metadata'[code].url = url (url_shortener.spec:56)"""
    seen.ensures(2)


@examples_of(CLAIM)
def test_claim_ensures_3(seen: Seen) -> None:
    """Claim ensures: metadata'[code].created_at = now() (url_shortener.spec:57)"""
    seen.ensures(3)


@examples_of(CLAIM)
def test_claim_ensures_4(seen: Seen) -> None:
    """Claim ensures: metadata'[code].click_count = 0 (url_shortener.spec:58)"""
    seen.ensures(4)


@examples_of(CLAIM)
def test_claim_ensures_5(seen: Seen) -> None:
    """Claim ensures: metadata'[code].last_visited_at = none (url_shortener.spec:59)"""
    seen.ensures(5)


@examples_of(CLAIM)
def test_claim_ensures_6(seen: Seen) -> None:
    """Claim ensures: mapping = metadata'[code] (url_shortener.spec:60)"""
    seen.ensures(6)


@examples_of(CLAIM)
def test_claim_rejects(seen: Seen) -> None:
    """Claim rejects every call whose precondition does not hold, and changes nothing."""
    seen.rejects()


@witnesses_of(CLAIM, 24)
def test_claim_rejects_input_code(seen: Seen) -> None:
    """Claim rejects an input that breaks: code: value matches /^[A-Za-z0-9]{6,10}$/"""
    seen.rejects()


@witnesses_of(CLAIM, 31)
def test_claim_rejects_input_url(seen: Seen) -> None:
    """Claim rejects an input that breaks: url: len(value) <= 2048 and isValidURI(value)"""
    seen.rejects()


@witnesses_of(CLAIM, 25, 26)
def test_claim_branch_input_url(seen: Seen) -> None:
    """Claim at the boundary of: url: isValidURI(value)"""
    seen.total()


@witnesses_of(CLAIM, 41, 2, 32)
def test_claim_boundary_input_url(seen: Seen) -> None:
    """Claim at the boundary of: url: len(value) <= 2048"""
    seen.total()


@witnesses_of(CLAIM, 16)
def test_claim_rejects_requires_0(seen: Seen) -> None:
    """Claim rejects a call that breaks: code not in store"""
    seen.rejects(CLAIM.requires[0].id)


@witnesses_of(CLAIM, 27)
def test_claim_rejects_requires_1(seen: Seen) -> None:
    """Claim rejects a call that breaks: not pointsHere(url)"""
    seen.rejects(CLAIM.requires[1].id)


@examples_of(CLAIM)
def test_claim_invariant_all_ur_ls_valid(seen: Seen) -> None:
    """Claim keeps invariant allURLsValid: all c in store | isValidURI(store[c]) (url_shortener.spec:120)"""
    seen.invariant(0)


@examples_of(CLAIM)
def test_claim_invariant_metadata_consistent(seen: Seen) -> None:
    """Claim keeps invariant metadataConsistent: dom(store) = dom(metadata) (url_shortener.spec:122)"""
    seen.invariant(1)


@examples_of(CLAIM)
def test_claim_invariant_entries_agree(seen: Seen) -> None:
    """Claim keeps invariant entriesAgree: all c in metadata | metadata[c].code = c and c in store and store[c] = …"""
    seen.invariant(2)


@examples_of(CLAIM)
def test_claim_invariant_no_loops(seen: Seen) -> None:
    """Claim keeps invariant noLoops: no c in store | pointsHere(store[c]) (url_shortener.spec:128)"""
    seen.invariant(3)


@examples_of(CLAIM)
def test_claim_invariant_click_count_non_negative(seen: Seen) -> None:
    """Claim keeps invariant clickCountNonNegative: all c in metadata | metadata[c].click_count >= 0 (url_shortene…"""
    seen.invariant(4)


@examples_of(CLAIM)
def test_claim_types(seen: Seen) -> None:
    """After Claim everything stored satisfies its type."""
    seen.types()


@examples_of(CLAIM)
def test_claim_frame(seen: Seen) -> None:
    """Claim changes nothing but what it determines."""
    seen.frame()


@examples_of(CLAIM)
def test_claim_output(seen: Seen) -> None:
    """Claim answers what its outputs say."""
    seen.output()


@malformed_of(CLAIM, "url")
def test_claim_malformed_url(seen: Seen) -> None:
    """Claim rejects a malformed url."""
    seen.refuses()


@malformed_of(CLAIM, None)
def test_claim_malformed_body(seen: Seen) -> None:
    """Claim rejects a malformed body."""
    seen.refuses()


@examples_of(RESOLVE)
def test_resolve_accepts(seen: Seen) -> None:
    """Resolve accepts every call whose precondition holds. (url_shortener.spec:68)"""
    seen.accepts()


@examples_of(RESOLVE)
def test_resolve_ensures_0(seen: Seen) -> None:
    """Resolve ensures: url = store[code] (url_shortener.spec:70)"""
    seen.ensures(0)


@examples_of(RESOLVE)
def test_resolve_ensures_1(seen: Seen) -> None:
    """Resolve ensures: metadata'[code].click_count = metadata[code].click_count + 1 (url_shortener.spec:71)"""
    seen.ensures(1)


@examples_of(RESOLVE)
def test_resolve_ensures_2(seen: Seen) -> None:
    """Resolve ensures: metadata'[code].last_visited_at = some(now()) (url_shortener.spec:72)"""
    seen.ensures(2)


@examples_of(RESOLVE)
def test_resolve_ensures_3(seen: Seen) -> None:
    """Resolve ensures: store' = store (url_shortener.spec:73)"""
    seen.ensures(3)


@examples_of(RESOLVE)
def test_resolve_rejects(seen: Seen) -> None:
    """Resolve rejects every call whose precondition does not hold, and changes nothing."""
    seen.rejects()


@witnesses_of(RESOLVE, 7)
def test_resolve_rejects_input_code(seen: Seen) -> None:
    """Resolve rejects an input that breaks: code: value matches /^[A-Za-z0-9]{6,10}$/"""
    seen.rejects()


@witnesses_of(RESOLVE, 17)
def test_resolve_rejects_requires_0(seen: Seen) -> None:
    """Resolve rejects a call that breaks: code in store"""
    seen.rejects(RESOLVE.requires[0].id)


@examples_of(RESOLVE)
def test_resolve_invariant_all_ur_ls_valid(seen: Seen) -> None:
    """Resolve keeps invariant allURLsValid: all c in store | isValidURI(store[c]) (url_shortener.spec:120)"""
    seen.invariant(0)


@examples_of(RESOLVE)
def test_resolve_invariant_metadata_consistent(seen: Seen) -> None:
    """Resolve keeps invariant metadataConsistent: dom(store) = dom(metadata) (url_shortener.spec:122)"""
    seen.invariant(1)


@examples_of(RESOLVE)
def test_resolve_invariant_entries_agree(seen: Seen) -> None:
    """Resolve keeps invariant entriesAgree: all c in metadata | metadata[c].code = c and c in store and store[c] …"""
    seen.invariant(2)


@examples_of(RESOLVE)
def test_resolve_invariant_no_loops(seen: Seen) -> None:
    """Resolve keeps invariant noLoops: no c in store | pointsHere(store[c]) (url_shortener.spec:128)"""
    seen.invariant(3)


@examples_of(RESOLVE)
def test_resolve_invariant_click_count_non_negative(seen: Seen) -> None:
    """Resolve keeps invariant clickCountNonNegative: all c in metadata | metadata[c].click_count >= 0 (url_shorte…"""
    seen.invariant(4)


@examples_of(RESOLVE)
def test_resolve_types(seen: Seen) -> None:
    """After Resolve everything stored satisfies its type."""
    seen.types()


@examples_of(RESOLVE)
def test_resolve_frame(seen: Seen) -> None:
    """Resolve changes nothing but what it determines."""
    seen.frame()


@examples_of(RESOLVE)
def test_resolve_output(seen: Seen) -> None:
    """Resolve answers what its outputs say."""
    seen.output()


@examples_of(RETARGET)
def test_retarget_accepts(seen: Seen) -> None:
    """Retarget accepts every call whose precondition holds. (url_shortener.spec:80)"""
    seen.accepts()


@examples_of(RETARGET)
def test_retarget_ensures_0(seen: Seen) -> None:
    """Retarget ensures: store'[code] = url (url_shortener.spec:83)"""
    seen.ensures(0)


@examples_of(RETARGET)
def test_retarget_ensures_1(seen: Seen) -> None:
    """Retarget ensures: metadata' = metadata + {code -> metadata[code] with { url = url }} (url_shortener.spec:84)"""
    seen.ensures(1)


@examples_of(RETARGET)
def test_retarget_rejects(seen: Seen) -> None:
    """Retarget rejects every call whose precondition does not hold, and changes nothing."""
    seen.rejects()


@witnesses_of(RETARGET, 18)
def test_retarget_rejects_input_code(seen: Seen) -> None:
    """Retarget rejects an input that breaks: code: value matches /^[A-Za-z0-9]{6,10}$/"""
    seen.rejects()


@witnesses_of(RETARGET, 36)
def test_retarget_rejects_input_url(seen: Seen) -> None:
    """Retarget rejects an input that breaks: url: len(value) <= 2048 and isValidURI(value)"""
    seen.rejects()


@witnesses_of(RETARGET, 19, 33)
def test_retarget_branch_input_url(seen: Seen) -> None:
    """Retarget at the boundary of: url: isValidURI(value)"""
    seen.total()


@witnesses_of(RETARGET, 34, 28, 37)
def test_retarget_boundary_input_url(seen: Seen) -> None:
    """Retarget at the boundary of: url: len(value) <= 2048"""
    seen.total()


@witnesses_of(RETARGET, 29)
def test_retarget_rejects_requires_0(seen: Seen) -> None:
    """Retarget rejects a call that breaks: code in store"""
    seen.rejects(RETARGET.requires[0].id)


@witnesses_of(RETARGET, 38)
def test_retarget_rejects_requires_1(seen: Seen) -> None:
    """Retarget rejects a call that breaks: not pointsHere(url)"""
    seen.rejects(RETARGET.requires[1].id)


@examples_of(RETARGET)
def test_retarget_invariant_all_ur_ls_valid(seen: Seen) -> None:
    """Retarget keeps invariant allURLsValid: all c in store | isValidURI(store[c]) (url_shortener.spec:120)"""
    seen.invariant(0)


@examples_of(RETARGET)
def test_retarget_invariant_metadata_consistent(seen: Seen) -> None:
    """Retarget keeps invariant metadataConsistent: dom(store) = dom(metadata) (url_shortener.spec:122)"""
    seen.invariant(1)


@examples_of(RETARGET)
def test_retarget_invariant_entries_agree(seen: Seen) -> None:
    """Retarget keeps invariant entriesAgree: all c in metadata | metadata[c].code = c and c in store and store[c]…"""
    seen.invariant(2)


@examples_of(RETARGET)
def test_retarget_invariant_no_loops(seen: Seen) -> None:
    """Retarget keeps invariant noLoops: no c in store | pointsHere(store[c]) (url_shortener.spec:128)"""
    seen.invariant(3)


@examples_of(RETARGET)
def test_retarget_invariant_click_count_non_negative(seen: Seen) -> None:
    """Retarget keeps invariant clickCountNonNegative: all c in metadata | metadata[c].click_count >= 0 (url_short…"""
    seen.invariant(4)


@examples_of(RETARGET)
def test_retarget_types(seen: Seen) -> None:
    """After Retarget everything stored satisfies its type."""
    seen.types()


@examples_of(RETARGET)
def test_retarget_frame(seen: Seen) -> None:
    """Retarget changes nothing but what it determines."""
    seen.frame()


@examples_of(RETARGET)
def test_retarget_output(seen: Seen) -> None:
    """Retarget answers what its outputs say."""
    seen.output()


@malformed_of(RETARGET, "url")
def test_retarget_malformed_url(seen: Seen) -> None:
    """Retarget rejects a malformed url."""
    seen.refuses()


@malformed_of(RETARGET, None)
def test_retarget_malformed_body(seen: Seen) -> None:
    """Retarget rejects a malformed body."""
    seen.refuses()


@examples_of(DELETE)
def test_delete_accepts(seen: Seen) -> None:
    """Delete accepts every call whose precondition holds. (url_shortener.spec:90)"""
    seen.accepts()


@examples_of(DELETE)
def test_delete_ensures_0(seen: Seen) -> None:
    """Delete ensures: store' = store - {code} (url_shortener.spec:92)"""
    seen.ensures(0)


@examples_of(DELETE)
def test_delete_ensures_1(seen: Seen) -> None:
    """Delete ensures: metadata' = metadata - {code} (url_shortener.spec:93)"""
    seen.ensures(1)


@examples_of(DELETE)
def test_delete_ensures_2(seen: Seen) -> None:
    """Delete ensures: code not in store' (url_shortener.spec:94)"""
    seen.ensures(2)


@examples_of(DELETE)
def test_delete_rejects(seen: Seen) -> None:
    """Delete rejects every call whose precondition does not hold, and changes nothing."""
    seen.rejects()


@witnesses_of(DELETE, 20)
def test_delete_rejects_input_code(seen: Seen) -> None:
    """Delete rejects an input that breaks: code: value matches /^[A-Za-z0-9]{6,10}$/"""
    seen.rejects()


@witnesses_of(DELETE, 10)
def test_delete_rejects_requires_0(seen: Seen) -> None:
    """Delete rejects a call that breaks: code in store"""
    seen.rejects(DELETE.requires[0].id)


@examples_of(DELETE)
def test_delete_invariant_all_ur_ls_valid(seen: Seen) -> None:
    """Delete keeps invariant allURLsValid: all c in store | isValidURI(store[c]) (url_shortener.spec:120)"""
    seen.invariant(0)


@examples_of(DELETE)
def test_delete_invariant_metadata_consistent(seen: Seen) -> None:
    """Delete keeps invariant metadataConsistent: dom(store) = dom(metadata) (url_shortener.spec:122)"""
    seen.invariant(1)


@examples_of(DELETE)
def test_delete_invariant_entries_agree(seen: Seen) -> None:
    """Delete keeps invariant entriesAgree: all c in metadata | metadata[c].code = c and c in store and store[c] =…"""
    seen.invariant(2)


@examples_of(DELETE)
def test_delete_invariant_no_loops(seen: Seen) -> None:
    """Delete keeps invariant noLoops: no c in store | pointsHere(store[c]) (url_shortener.spec:128)"""
    seen.invariant(3)


@examples_of(DELETE)
def test_delete_invariant_click_count_non_negative(seen: Seen) -> None:
    """Delete keeps invariant clickCountNonNegative: all c in metadata | metadata[c].click_count >= 0 (url_shorten…"""
    seen.invariant(4)


@examples_of(DELETE)
def test_delete_types(seen: Seen) -> None:
    """After Delete everything stored satisfies its type."""
    seen.types()


@examples_of(DELETE)
def test_delete_frame(seen: Seen) -> None:
    """Delete changes nothing but what it determines."""
    seen.frame()


@examples_of(DELETE)
def test_delete_output(seen: Seen) -> None:
    """Delete answers what its outputs say."""
    seen.output()


@examples_of(STATS)
def test_stats_accepts(seen: Seen) -> None:
    """Stats accepts every call whose precondition holds. (url_shortener.spec:101)"""
    seen.accepts()


@examples_of(STATS)
def test_stats_ensures_0(seen: Seen) -> None:
    """Stats ensures: mapping = metadata[code] (url_shortener.spec:103)"""
    seen.ensures(0)


@examples_of(STATS)
def test_stats_rejects(seen: Seen) -> None:
    """Stats rejects every call whose precondition does not hold, and changes nothing."""
    seen.rejects()


@witnesses_of(STATS, 12)
def test_stats_rejects_input_code(seen: Seen) -> None:
    """Stats rejects an input that breaks: code: value matches /^[A-Za-z0-9]{6,10}$/"""
    seen.rejects()


@witnesses_of(STATS, 13)
def test_stats_rejects_requires_0(seen: Seen) -> None:
    """Stats rejects a call that breaks: code in metadata"""
    seen.rejects(STATS.requires[0].id)


@examples_of(STATS)
def test_stats_invariant_all_ur_ls_valid(seen: Seen) -> None:
    """Stats keeps invariant allURLsValid: all c in store | isValidURI(store[c]) (url_shortener.spec:120)"""
    seen.invariant(0)


@examples_of(STATS)
def test_stats_invariant_metadata_consistent(seen: Seen) -> None:
    """Stats keeps invariant metadataConsistent: dom(store) = dom(metadata) (url_shortener.spec:122)"""
    seen.invariant(1)


@examples_of(STATS)
def test_stats_invariant_entries_agree(seen: Seen) -> None:
    """Stats keeps invariant entriesAgree: all c in metadata | metadata[c].code = c and c in store and store[c] = …"""
    seen.invariant(2)


@examples_of(STATS)
def test_stats_invariant_no_loops(seen: Seen) -> None:
    """Stats keeps invariant noLoops: no c in store | pointsHere(store[c]) (url_shortener.spec:128)"""
    seen.invariant(3)


@examples_of(STATS)
def test_stats_invariant_click_count_non_negative(seen: Seen) -> None:
    """Stats keeps invariant clickCountNonNegative: all c in metadata | metadata[c].click_count >= 0 (url_shortene…"""
    seen.invariant(4)


@examples_of(STATS)
def test_stats_types(seen: Seen) -> None:
    """After Stats everything stored satisfies its type."""
    seen.types()


@examples_of(STATS)
def test_stats_frame(seen: Seen) -> None:
    """Stats changes nothing but what it determines."""
    seen.frame()


@examples_of(STATS)
def test_stats_output(seen: Seen) -> None:
    """Stats answers what its outputs say."""
    seen.output()


@examples_of(STATS)
def test_stats_safe(seen: Seen) -> None:
    """Stats changes nothing."""
    seen.safe()


@examples_of(LIST_ALL)
def test_list_all_accepts(seen: Seen) -> None:
    """ListAll accepts every call whose precondition holds. (url_shortener.spec:109)"""
    seen.accepts()


@examples_of(LIST_ALL)
def test_list_all_ensures_0(seen: Seen) -> None:
    """ListAll ensures: entries = ran(metadata) (url_shortener.spec:109)"""
    seen.ensures(0)


@examples_of(LIST_ALL)
def test_list_all_ensures_1(seen: Seen) -> None:
    """ListAll ensures: #entries = #metadata (url_shortener.spec:110)"""
    seen.ensures(1)


@examples_of(LIST_ALL)
def test_list_all_invariant_all_ur_ls_valid(seen: Seen) -> None:
    """ListAll keeps invariant allURLsValid: all c in store | isValidURI(store[c]) (url_shortener.spec:120)"""
    seen.invariant(0)


@examples_of(LIST_ALL)
def test_list_all_invariant_metadata_consistent(seen: Seen) -> None:
    """ListAll keeps invariant metadataConsistent: dom(store) = dom(metadata) (url_shortener.spec:122)"""
    seen.invariant(1)


@examples_of(LIST_ALL)
def test_list_all_invariant_entries_agree(seen: Seen) -> None:
    """ListAll keeps invariant entriesAgree: all c in metadata | metadata[c].code = c and c in store and store[c] …"""
    seen.invariant(2)


@examples_of(LIST_ALL)
def test_list_all_invariant_no_loops(seen: Seen) -> None:
    """ListAll keeps invariant noLoops: no c in store | pointsHere(store[c]) (url_shortener.spec:128)"""
    seen.invariant(3)


@examples_of(LIST_ALL)
def test_list_all_invariant_click_count_non_negative(seen: Seen) -> None:
    """ListAll keeps invariant clickCountNonNegative: all c in metadata | metadata[c].click_count >= 0 (url_shorte…"""
    seen.invariant(4)


@examples_of(LIST_ALL)
def test_list_all_types(seen: Seen) -> None:
    """After ListAll everything stored satisfies its type."""
    seen.types()


@examples_of(LIST_ALL)
def test_list_all_frame(seen: Seen) -> None:
    """ListAll changes nothing but what it determines."""
    seen.frame()


@examples_of(LIST_ALL)
def test_list_all_output(seen: Seen) -> None:
    """ListAll answers what its outputs say."""
    seen.output()


@examples_of(LIST_ALL)
def test_list_all_safe(seen: Seen) -> None:
    """ListAll changes nothing."""
    seen.safe()


@examples_of(TOTAL_CLICKS)
def test_total_clicks_accepts(seen: Seen) -> None:
    """TotalClicks accepts every call whose precondition holds. (url_shortener.spec:116)"""
    seen.accepts()


@examples_of(TOTAL_CLICKS)
def test_total_clicks_ensures_0(seen: Seen) -> None:
    """TotalClicks ensures: codes = #store (url_shortener.spec:116)"""
    seen.ensures(0)


@examples_of(TOTAL_CLICKS)
def test_total_clicks_ensures_1(seen: Seen) -> None:
    """TotalClicks ensures: clicks = sum(metadata, c => metadata[c].click_count) (url_shortener.spec:117)"""
    seen.ensures(1)


@witnesses_of(TOTAL_CLICKS, 21)
def test_total_clicks_branch_ensures_1(seen: Seen) -> None:
    """TotalClicks at the boundary of: sum(metadata, c => metadata[c].click_count)"""
    seen.total()


@examples_of(TOTAL_CLICKS)
def test_total_clicks_invariant_all_ur_ls_valid(seen: Seen) -> None:
    """TotalClicks keeps invariant allURLsValid: all c in store | isValidURI(store[c]) (url_shortener.spec:120)"""
    seen.invariant(0)


@examples_of(TOTAL_CLICKS)
def test_total_clicks_invariant_metadata_consistent(seen: Seen) -> None:
    """TotalClicks keeps invariant metadataConsistent: dom(store) = dom(metadata) (url_shortener.spec:122)"""
    seen.invariant(1)


@examples_of(TOTAL_CLICKS)
def test_total_clicks_invariant_entries_agree(seen: Seen) -> None:
    """TotalClicks keeps invariant entriesAgree: all c in metadata | metadata[c].code = c and c in store and store…"""
    seen.invariant(2)


@examples_of(TOTAL_CLICKS)
def test_total_clicks_invariant_no_loops(seen: Seen) -> None:
    """TotalClicks keeps invariant noLoops: no c in store | pointsHere(store[c]) (url_shortener.spec:128)"""
    seen.invariant(3)


@examples_of(TOTAL_CLICKS)
def test_total_clicks_invariant_click_count_non_negative(seen: Seen) -> None:
    """TotalClicks keeps invariant clickCountNonNegative: all c in metadata | metadata[c].click_count >= 0 (url_sh…"""
    seen.invariant(4)


@examples_of(TOTAL_CLICKS)
def test_total_clicks_types(seen: Seen) -> None:
    """After TotalClicks everything stored satisfies its type."""
    seen.types()


@examples_of(TOTAL_CLICKS)
def test_total_clicks_frame(seen: Seen) -> None:
    """TotalClicks changes nothing but what it determines."""
    seen.frame()


@examples_of(TOTAL_CLICKS)
def test_total_clicks_output(seen: Seen) -> None:
    """TotalClicks answers what its outputs say."""
    seen.output()


@examples_of(TOTAL_CLICKS)
def test_total_clicks_safe(seen: Seen) -> None:
    """TotalClicks changes nothing."""
    seen.safe()


@traces_of(SERVICE)
def test_traces(trace: Trace) -> None:
    """Every step of every trace of the corpus does what the spec says."""
    trace.total()


@states_of(SERVICE, 4)
def test_eventually_some_code_is_popular(trace: Trace) -> None:
    """eventually someCodeIsPopular: some c in metadata | metadata[c].click_count >= 2 (url_shortener.spec:132)"""
    trace.eventually(0)
