"""What UrlShortener promises, clause by clause."""

from tests.harness.checks import Seen, Trace, examples_of, malformed_of, traces_of, witnesses_of
from tests.service import CLAIM, DELETE, LIST_ALL, RESOLVE, RETARGET, SERVICE, SHORTEN, STATS, TOTAL_CLICKS

# Shorten: POST /shorten


@examples_of(SHORTEN)
def test_shorten_accepts(seen: Seen) -> None:
    """Shorten accepts every call whose precondition holds. (url_shortener.spec:27)"""
    seen.accepts()


@witnesses_of(SHORTEN, "Shorten accepts witnesses")
def test_shorten_accepts_witnesses(seen: Seen) -> None:
    """Shorten accepts the calls that were found for it. (url_shortener.spec:27)"""
    seen.accepts()


@examples_of(SHORTEN)
def test_shorten_ensures_0(seen: Seen) -> None:
    """Shorten ensures: code not in store (url_shortener.spec:33)"""
    seen.ensures(0)


@examples_of(SHORTEN)
def test_shorten_ensures_1(seen: Seen) -> None:
    """Shorten ensures: store' = store + {code -> url} (url_shortener.spec:34)"""
    seen.ensures(1)


@examples_of(SHORTEN)
def test_shorten_ensures_2(seen: Seen) -> None:
    """Shorten ensures: metadata' = metadata + {code -> UrlMapping { code = code, url = url, created_at = now(),..."""
    seen.ensures(2)


@examples_of(SHORTEN)
def test_shorten_ensures_3(seen: Seen) -> None:
    """Shorten ensures: short_url = "https://sho.rt/" + code (url_shortener.spec:42)"""
    seen.ensures(3)


@examples_of(SHORTEN)
def test_shorten_ensures_4(seen: Seen) -> None:
    """Shorten ensures: #store' = #store + 1 (url_shortener.spec:43)"""
    seen.ensures(4)


@examples_of(SHORTEN)
def test_shorten_rejects(seen: Seen) -> None:
    """Shorten rejects every call whose precondition fails, and changes nothing. (url_shortener.spec:27)"""
    seen.rejects()


@witnesses_of(SHORTEN, "Shorten rejects input url")
def test_shorten_rejects_input_url(seen: Seen) -> None:
    """Shorten rejects a call that breaks: url: len(value) <= 2048 and isValidURI(value) (url_shortener.spec:5)"""
    seen.rejects("LongURL.where")


@witnesses_of(SHORTEN, "Shorten rejects requires 0")
def test_shorten_rejects_requires_0(seen: Seen) -> None:
    """Shorten rejects a call that breaks: not pointsHere(url) (url_shortener.spec:31)"""
    seen.rejects("Shorten.requires[0]")


@examples_of(SHORTEN)
def test_shorten_invariant_all_urls_valid(seen: Seen) -> None:
    """Shorten keeps the invariant: all c in store | isValidURI(store[c]) (url_shortener.spec:120)"""
    seen.invariant(0)


@examples_of(SHORTEN)
def test_shorten_invariant_metadata_consistent(seen: Seen) -> None:
    """Shorten keeps the invariant: dom(store) = dom(metadata) (url_shortener.spec:122)"""
    seen.invariant(1)


@examples_of(SHORTEN)
def test_shorten_invariant_entries_agree(seen: Seen) -> None:
    """Shorten keeps the invariant: all c in metadata | metadata[c].code = c and c in store and store[c] =..."""
    seen.invariant(2)


@examples_of(SHORTEN)
def test_shorten_invariant_no_loops(seen: Seen) -> None:
    """Shorten keeps the invariant: no c in store | pointsHere(store[c]) (url_shortener.spec:128)"""
    seen.invariant(3)


@examples_of(SHORTEN)
def test_shorten_invariant_click_count_non_negative(seen: Seen) -> None:
    """Shorten keeps the invariant: all c in metadata | metadata[c].click_count >= 0 (url_shortener.spec:130)"""
    seen.invariant(4)


@examples_of(SHORTEN)
def test_shorten_types(seen: Seen) -> None:
    """After Shorten everything stored has its type, with all refinements. (url_shortener.spec:27)"""
    seen.types()


@examples_of(SHORTEN)
def test_shorten_frame(seen: Seen) -> None:
    """Shorten changes nothing that it does not speak of. (url_shortener.spec:27)"""
    seen.frame()


@examples_of(SHORTEN)
def test_shorten_output(seen: Seen) -> None:
    """The answer of Shorten has the declared outputs, types and headers. (url_shortener.spec:27)"""
    seen.output()


@witnesses_of(SHORTEN, "Shorten boundary input url")
def test_shorten_boundary_input_url(seen: Seen) -> None:
    """Shorten at the limit, and just beside it: url: len(value) <= 2048 (url_shortener.spec:5)"""
    seen.total()


@witnesses_of(SHORTEN, "Shorten boundary input url 2")
def test_shorten_boundary_input_url_2(seen: Seen) -> None:
    """Shorten at the limit, and just beside it: url: isValidURI(value) (url_shortener.spec:5)"""
    seen.total()


@witnesses_of(SHORTEN, "Shorten boundary requires 0")
def test_shorten_boundary_requires_0(seen: Seen) -> None:
    """Shorten at the limit, and just beside it: target matches /^https?:\\/\\/sho\\.rt(\\/|$)/..."""
    seen.total()


@witnesses_of(SHORTEN, "Shorten branches input url")
def test_shorten_branches_input_url(seen: Seen) -> None:
    """Shorten both ways: url: len(value) <= 2048 (url_shortener.spec:5)"""
    seen.total()


@witnesses_of(SHORTEN, "Shorten branches input url 2")
def test_shorten_branches_input_url_2(seen: Seen) -> None:
    """Shorten both ways: url: isValidURI(value) (url_shortener.spec:5)"""
    seen.total()


@malformed_of(SHORTEN, "Shorten malformed url")
def test_shorten_malformed_url(seen: Seen) -> None:
    """Shorten refuses an `url` that is not well-formed. (url_shortener.spec:28)"""
    seen.refuses()


@malformed_of(SHORTEN, "Shorten malformed body")
def test_shorten_malformed_body(seen: Seen) -> None:
    """Shorten refuses a body that is not well-formed. (url_shortener.spec:27)"""
    seen.refuses()


# Claim: PUT /{code}


@examples_of(CLAIM)
def test_claim_accepts(seen: Seen) -> None:
    """Claim accepts every call whose precondition holds. (url_shortener.spec:47)"""
    seen.accepts()


@witnesses_of(CLAIM, "Claim accepts witnesses")
def test_claim_accepts_witnesses(seen: Seen) -> None:
    """Claim accepts the calls that were found for it. (url_shortener.spec:47)"""
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
    """Claim rejects every call whose precondition fails, and changes nothing. (url_shortener.spec:47)"""
    seen.rejects()


@witnesses_of(CLAIM, "Claim rejects input code")
def test_claim_rejects_input_code(seen: Seen) -> None:
    """Claim rejects a call that breaks: code: value matches /^[A-Za-z0-9]{6,10}$/ (url_shortener.spec:3)"""
    seen.rejects("ShortCode.where")


@witnesses_of(CLAIM, "Claim rejects input url")
def test_claim_rejects_input_url(seen: Seen) -> None:
    """Claim rejects a call that breaks: url: len(value) <= 2048 and isValidURI(value) (url_shortener.spec:5)"""
    seen.rejects("LongURL.where")


@witnesses_of(CLAIM, "Claim rejects requires 0")
def test_claim_rejects_requires_0(seen: Seen) -> None:
    """Claim rejects a call that breaks: code not in store (url_shortener.spec:51)"""
    seen.rejects("Claim.requires[0]")


@witnesses_of(CLAIM, "Claim rejects requires 1")
def test_claim_rejects_requires_1(seen: Seen) -> None:
    """Claim rejects a call that breaks: not pointsHere(url) (url_shortener.spec:52)"""
    seen.rejects("Claim.requires[1]")


@examples_of(CLAIM)
def test_claim_invariant_all_urls_valid(seen: Seen) -> None:
    """Claim keeps the invariant: all c in store | isValidURI(store[c]) (url_shortener.spec:120)"""
    seen.invariant(0)


@examples_of(CLAIM)
def test_claim_invariant_metadata_consistent(seen: Seen) -> None:
    """Claim keeps the invariant: dom(store) = dom(metadata) (url_shortener.spec:122)"""
    seen.invariant(1)


@examples_of(CLAIM)
def test_claim_invariant_entries_agree(seen: Seen) -> None:
    """Claim keeps the invariant: all c in metadata | metadata[c].code = c and c in store and store[c] =..."""
    seen.invariant(2)


@examples_of(CLAIM)
def test_claim_invariant_no_loops(seen: Seen) -> None:
    """Claim keeps the invariant: no c in store | pointsHere(store[c]) (url_shortener.spec:128)"""
    seen.invariant(3)


@examples_of(CLAIM)
def test_claim_invariant_click_count_non_negative(seen: Seen) -> None:
    """Claim keeps the invariant: all c in metadata | metadata[c].click_count >= 0 (url_shortener.spec:130)"""
    seen.invariant(4)


@examples_of(CLAIM)
def test_claim_types(seen: Seen) -> None:
    """After Claim everything stored has its type, with all refinements. (url_shortener.spec:47)"""
    seen.types()


@examples_of(CLAIM)
def test_claim_frame(seen: Seen) -> None:
    """Claim changes nothing that it does not speak of. (url_shortener.spec:47)"""
    seen.frame()


@examples_of(CLAIM)
def test_claim_output(seen: Seen) -> None:
    """The answer of Claim has the declared outputs, types and headers. (url_shortener.spec:47)"""
    seen.output()


@witnesses_of(CLAIM, "Claim boundary input code")
def test_claim_boundary_input_code(seen: Seen) -> None:
    """Claim at the limit, and just beside it: code: value matches /^[A-Za-z0-9]{6,10}$/ (url_shortener.spec:3)"""
    seen.total()


@witnesses_of(CLAIM, "Claim boundary input url")
def test_claim_boundary_input_url(seen: Seen) -> None:
    """Claim at the limit, and just beside it: url: len(value) <= 2048 (url_shortener.spec:5)"""
    seen.total()


@witnesses_of(CLAIM, "Claim boundary input url 2")
def test_claim_boundary_input_url_2(seen: Seen) -> None:
    """Claim at the limit, and just beside it: url: isValidURI(value) (url_shortener.spec:5)"""
    seen.total()


@witnesses_of(CLAIM, "Claim boundary requires 1")
def test_claim_boundary_requires_1(seen: Seen) -> None:
    """Claim at the limit, and just beside it: target matches /^https?:\\/\\/sho\\.rt(\\/|$)/ (url_shortener.spec:24)"""
    seen.total()


@witnesses_of(CLAIM, "Claim branches input url")
def test_claim_branches_input_url(seen: Seen) -> None:
    """Claim both ways: url: len(value) <= 2048 (url_shortener.spec:5)"""
    seen.total()


@witnesses_of(CLAIM, "Claim branches input url 2")
def test_claim_branches_input_url_2(seen: Seen) -> None:
    """Claim both ways: url: isValidURI(value) (url_shortener.spec:5)"""
    seen.total()


@malformed_of(CLAIM, "Claim malformed url")
def test_claim_malformed_url(seen: Seen) -> None:
    """Claim refuses an `url` that is not well-formed. (url_shortener.spec:48)"""
    seen.refuses()


@malformed_of(CLAIM, "Claim malformed body")
def test_claim_malformed_body(seen: Seen) -> None:
    """Claim refuses a body that is not well-formed. (url_shortener.spec:47)"""
    seen.refuses()


# Resolve: GET /{code}


@examples_of(RESOLVE)
def test_resolve_accepts(seen: Seen) -> None:
    """Resolve accepts every call whose precondition holds. (url_shortener.spec:64)"""
    seen.accepts()


@witnesses_of(RESOLVE, "Resolve accepts witnesses")
def test_resolve_accepts_witnesses(seen: Seen) -> None:
    """Resolve accepts the calls that were found for it. (url_shortener.spec:64)"""
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
    """Resolve rejects every call whose precondition fails, and changes nothing. (url_shortener.spec:64)"""
    seen.rejects()


@witnesses_of(RESOLVE, "Resolve rejects input code")
def test_resolve_rejects_input_code(seen: Seen) -> None:
    """Resolve rejects a call that breaks: code: value matches /^[A-Za-z0-9]{6,10}$/ (url_shortener.spec:3)"""
    seen.rejects("ShortCode.where")


@witnesses_of(RESOLVE, "Resolve rejects requires 0")
def test_resolve_rejects_requires_0(seen: Seen) -> None:
    """Resolve rejects a call that breaks: code in store (url_shortener.spec:68)"""
    seen.rejects("Resolve.requires[0]")


@examples_of(RESOLVE)
def test_resolve_invariant_all_urls_valid(seen: Seen) -> None:
    """Resolve keeps the invariant: all c in store | isValidURI(store[c]) (url_shortener.spec:120)"""
    seen.invariant(0)


@examples_of(RESOLVE)
def test_resolve_invariant_metadata_consistent(seen: Seen) -> None:
    """Resolve keeps the invariant: dom(store) = dom(metadata) (url_shortener.spec:122)"""
    seen.invariant(1)


@examples_of(RESOLVE)
def test_resolve_invariant_entries_agree(seen: Seen) -> None:
    """Resolve keeps the invariant: all c in metadata | metadata[c].code = c and c in store and store[c] =..."""
    seen.invariant(2)


@examples_of(RESOLVE)
def test_resolve_invariant_no_loops(seen: Seen) -> None:
    """Resolve keeps the invariant: no c in store | pointsHere(store[c]) (url_shortener.spec:128)"""
    seen.invariant(3)


@examples_of(RESOLVE)
def test_resolve_invariant_click_count_non_negative(seen: Seen) -> None:
    """Resolve keeps the invariant: all c in metadata | metadata[c].click_count >= 0 (url_shortener.spec:130)"""
    seen.invariant(4)


@examples_of(RESOLVE)
def test_resolve_types(seen: Seen) -> None:
    """After Resolve everything stored has its type, with all refinements. (url_shortener.spec:64)"""
    seen.types()


@examples_of(RESOLVE)
def test_resolve_frame(seen: Seen) -> None:
    """Resolve changes nothing that it does not speak of. (url_shortener.spec:64)"""
    seen.frame()


@examples_of(RESOLVE)
def test_resolve_output(seen: Seen) -> None:
    """The answer of Resolve has the declared outputs, types and headers. (url_shortener.spec:64)"""
    seen.output()


@witnesses_of(RESOLVE, "Resolve boundary input code")
def test_resolve_boundary_input_code(seen: Seen) -> None:
    """Resolve at the limit, and just beside it: code: value matches /^[A-Za-z0-9]{6,10}$/ (url_shortener.spec:3)"""
    seen.total()


# Retarget: PATCH /{code}


@examples_of(RETARGET)
def test_retarget_accepts(seen: Seen) -> None:
    """Retarget accepts every call whose precondition holds. (url_shortener.spec:77)"""
    seen.accepts()


@witnesses_of(RETARGET, "Retarget accepts witnesses")
def test_retarget_accepts_witnesses(seen: Seen) -> None:
    """Retarget accepts the calls that were found for it. (url_shortener.spec:77)"""
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
    """Retarget rejects every call whose precondition fails, and changes nothing. (url_shortener.spec:77)"""
    seen.rejects()


@witnesses_of(RETARGET, "Retarget rejects input code")
def test_retarget_rejects_input_code(seen: Seen) -> None:
    """Retarget rejects a call that breaks: code: value matches /^[A-Za-z0-9]{6,10}$/ (url_shortener.spec:3)"""
    seen.rejects("ShortCode.where")


@witnesses_of(RETARGET, "Retarget rejects input url")
def test_retarget_rejects_input_url(seen: Seen) -> None:
    """Retarget rejects a call that breaks: url: len(value) <= 2048 and isValidURI(value) (url_shortener.spec:5)"""
    seen.rejects("LongURL.where")


@witnesses_of(RETARGET, "Retarget rejects requires 0")
def test_retarget_rejects_requires_0(seen: Seen) -> None:
    """Retarget rejects a call that breaks: code in store (url_shortener.spec:80)"""
    seen.rejects("Retarget.requires[0]")


@witnesses_of(RETARGET, "Retarget rejects requires 1")
def test_retarget_rejects_requires_1(seen: Seen) -> None:
    """Retarget rejects a call that breaks: not pointsHere(url) (url_shortener.spec:81)"""
    seen.rejects("Retarget.requires[1]")


@examples_of(RETARGET)
def test_retarget_invariant_all_urls_valid(seen: Seen) -> None:
    """Retarget keeps the invariant: all c in store | isValidURI(store[c]) (url_shortener.spec:120)"""
    seen.invariant(0)


@examples_of(RETARGET)
def test_retarget_invariant_metadata_consistent(seen: Seen) -> None:
    """Retarget keeps the invariant: dom(store) = dom(metadata) (url_shortener.spec:122)"""
    seen.invariant(1)


@examples_of(RETARGET)
def test_retarget_invariant_entries_agree(seen: Seen) -> None:
    """Retarget keeps the invariant: all c in metadata | metadata[c].code = c and c in store and store[c] =..."""
    seen.invariant(2)


@examples_of(RETARGET)
def test_retarget_invariant_no_loops(seen: Seen) -> None:
    """Retarget keeps the invariant: no c in store | pointsHere(store[c]) (url_shortener.spec:128)"""
    seen.invariant(3)


@examples_of(RETARGET)
def test_retarget_invariant_click_count_non_negative(seen: Seen) -> None:
    """Retarget keeps the invariant: all c in metadata | metadata[c].click_count >= 0 (url_shortener.spec:130)"""
    seen.invariant(4)


@examples_of(RETARGET)
def test_retarget_types(seen: Seen) -> None:
    """After Retarget everything stored has its type, with all refinements. (url_shortener.spec:77)"""
    seen.types()


@examples_of(RETARGET)
def test_retarget_frame(seen: Seen) -> None:
    """Retarget changes nothing that it does not speak of. (url_shortener.spec:77)"""
    seen.frame()


@examples_of(RETARGET)
def test_retarget_output(seen: Seen) -> None:
    """The answer of Retarget has the declared outputs, types and headers. (url_shortener.spec:77)"""
    seen.output()


@witnesses_of(RETARGET, "Retarget boundary input code")
def test_retarget_boundary_input_code(seen: Seen) -> None:
    """Retarget at the limit, and just beside it: code: value matches /^[A-Za-z0-9]{6,10}$/ (url_shortener.spec:3)"""
    seen.total()


@witnesses_of(RETARGET, "Retarget boundary input url")
def test_retarget_boundary_input_url(seen: Seen) -> None:
    """Retarget at the limit, and just beside it: url: len(value) <= 2048 (url_shortener.spec:5)"""
    seen.total()


@witnesses_of(RETARGET, "Retarget boundary input url 2")
def test_retarget_boundary_input_url_2(seen: Seen) -> None:
    """Retarget at the limit, and just beside it: url: isValidURI(value) (url_shortener.spec:5)"""
    seen.total()


@witnesses_of(RETARGET, "Retarget boundary requires 1")
def test_retarget_boundary_requires_1(seen: Seen) -> None:
    """Retarget at the limit, and just beside it: target matches /^https?:\\/\\/sho\\.rt(\\/|$)/..."""
    seen.total()


@witnesses_of(RETARGET, "Retarget branches input url")
def test_retarget_branches_input_url(seen: Seen) -> None:
    """Retarget both ways: url: len(value) <= 2048 (url_shortener.spec:5)"""
    seen.total()


@witnesses_of(RETARGET, "Retarget branches input url 2")
def test_retarget_branches_input_url_2(seen: Seen) -> None:
    """Retarget both ways: url: isValidURI(value) (url_shortener.spec:5)"""
    seen.total()


@malformed_of(RETARGET, "Retarget malformed url")
def test_retarget_malformed_url(seen: Seen) -> None:
    """Retarget refuses an `url` that is not well-formed. (url_shortener.spec:78)"""
    seen.refuses()


@malformed_of(RETARGET, "Retarget malformed body")
def test_retarget_malformed_body(seen: Seen) -> None:
    """Retarget refuses a body that is not well-formed. (url_shortener.spec:77)"""
    seen.refuses()


# Delete: DELETE /{code}


@examples_of(DELETE)
def test_delete_accepts(seen: Seen) -> None:
    """Delete accepts every call whose precondition holds. (url_shortener.spec:87)"""
    seen.accepts()


@witnesses_of(DELETE, "Delete accepts witnesses")
def test_delete_accepts_witnesses(seen: Seen) -> None:
    """Delete accepts the calls that were found for it. (url_shortener.spec:87)"""
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
    """Delete rejects every call whose precondition fails, and changes nothing. (url_shortener.spec:87)"""
    seen.rejects()


@witnesses_of(DELETE, "Delete rejects input code")
def test_delete_rejects_input_code(seen: Seen) -> None:
    """Delete rejects a call that breaks: code: value matches /^[A-Za-z0-9]{6,10}$/ (url_shortener.spec:3)"""
    seen.rejects("ShortCode.where")


@witnesses_of(DELETE, "Delete rejects requires 0")
def test_delete_rejects_requires_0(seen: Seen) -> None:
    """Delete rejects a call that breaks: code in store (url_shortener.spec:90)"""
    seen.rejects("Delete.requires[0]")


@examples_of(DELETE)
def test_delete_invariant_all_urls_valid(seen: Seen) -> None:
    """Delete keeps the invariant: all c in store | isValidURI(store[c]) (url_shortener.spec:120)"""
    seen.invariant(0)


@examples_of(DELETE)
def test_delete_invariant_metadata_consistent(seen: Seen) -> None:
    """Delete keeps the invariant: dom(store) = dom(metadata) (url_shortener.spec:122)"""
    seen.invariant(1)


@examples_of(DELETE)
def test_delete_invariant_entries_agree(seen: Seen) -> None:
    """Delete keeps the invariant: all c in metadata | metadata[c].code = c and c in store and store[c] =..."""
    seen.invariant(2)


@examples_of(DELETE)
def test_delete_invariant_no_loops(seen: Seen) -> None:
    """Delete keeps the invariant: no c in store | pointsHere(store[c]) (url_shortener.spec:128)"""
    seen.invariant(3)


@examples_of(DELETE)
def test_delete_invariant_click_count_non_negative(seen: Seen) -> None:
    """Delete keeps the invariant: all c in metadata | metadata[c].click_count >= 0 (url_shortener.spec:130)"""
    seen.invariant(4)


@examples_of(DELETE)
def test_delete_types(seen: Seen) -> None:
    """After Delete everything stored has its type, with all refinements. (url_shortener.spec:87)"""
    seen.types()


@examples_of(DELETE)
def test_delete_frame(seen: Seen) -> None:
    """Delete changes nothing that it does not speak of. (url_shortener.spec:87)"""
    seen.frame()


@examples_of(DELETE)
def test_delete_output(seen: Seen) -> None:
    """The answer of Delete has the declared outputs, types and headers. (url_shortener.spec:87)"""
    seen.output()


@witnesses_of(DELETE, "Delete boundary input code")
def test_delete_boundary_input_code(seen: Seen) -> None:
    """Delete at the limit, and just beside it: code: value matches /^[A-Za-z0-9]{6,10}$/ (url_shortener.spec:3)"""
    seen.total()


# Stats: GET /{code}/stats


@examples_of(STATS)
def test_stats_accepts(seen: Seen) -> None:
    """Stats accepts every call whose precondition holds. (url_shortener.spec:97)"""
    seen.accepts()


@witnesses_of(STATS, "Stats accepts witnesses")
def test_stats_accepts_witnesses(seen: Seen) -> None:
    """Stats accepts the calls that were found for it. (url_shortener.spec:97)"""
    seen.accepts()


@examples_of(STATS)
def test_stats_ensures_0(seen: Seen) -> None:
    """Stats ensures: mapping = metadata[code] (url_shortener.spec:103)"""
    seen.ensures(0)


@examples_of(STATS)
def test_stats_rejects(seen: Seen) -> None:
    """Stats rejects every call whose precondition fails, and changes nothing. (url_shortener.spec:97)"""
    seen.rejects()


@witnesses_of(STATS, "Stats rejects input code")
def test_stats_rejects_input_code(seen: Seen) -> None:
    """Stats rejects a call that breaks: code: value matches /^[A-Za-z0-9]{6,10}$/ (url_shortener.spec:3)"""
    seen.rejects("ShortCode.where")


@witnesses_of(STATS, "Stats rejects requires 0")
def test_stats_rejects_requires_0(seen: Seen) -> None:
    """Stats rejects a call that breaks: code in metadata (url_shortener.spec:101)"""
    seen.rejects("Stats.requires[0]")


@examples_of(STATS)
def test_stats_frame(seen: Seen) -> None:
    """Stats changes nothing else, and so keeps 5 invariants. (url_shortener.spec:97)"""
    seen.frame()


@examples_of(STATS)
def test_stats_output(seen: Seen) -> None:
    """The answer of Stats has the declared outputs, types and headers. (url_shortener.spec:97)"""
    seen.output()


@examples_of(STATS)
def test_stats_safe(seen: Seen) -> None:
    """Stats changes nothing, and says the same when it is asked again. (url_shortener.spec:97)"""
    seen.safe(same=True)


@witnesses_of(STATS, "Stats boundary input code")
def test_stats_boundary_input_code(seen: Seen) -> None:
    """Stats at the limit, and just beside it: code: value matches /^[A-Za-z0-9]{6,10}$/ (url_shortener.spec:3)"""
    seen.total()


# ListAll: GET /urls


@examples_of(LIST_ALL)
def test_list_all_accepts(seen: Seen) -> None:
    """ListAll accepts every call whose precondition holds. (url_shortener.spec:106)"""
    seen.accepts()


@witnesses_of(LIST_ALL, "ListAll accepts witnesses")
def test_list_all_accepts_witnesses(seen: Seen) -> None:
    """ListAll accepts the calls that were found for it. (url_shortener.spec:106)"""
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
def test_list_all_frame(seen: Seen) -> None:
    """ListAll changes nothing else, and so keeps 5 invariants. (url_shortener.spec:106)"""
    seen.frame()


@examples_of(LIST_ALL)
def test_list_all_output(seen: Seen) -> None:
    """The answer of ListAll has the declared outputs, types and headers. (url_shortener.spec:106)"""
    seen.output()


@examples_of(LIST_ALL)
def test_list_all_safe(seen: Seen) -> None:
    """ListAll changes nothing, and says the same when it is asked again. (url_shortener.spec:106)"""
    seen.safe(same=True)


# TotalClicks: GET /urls/total


@examples_of(TOTAL_CLICKS)
def test_total_clicks_accepts(seen: Seen) -> None:
    """TotalClicks accepts every call whose precondition holds. (url_shortener.spec:113)"""
    seen.accepts()


@witnesses_of(TOTAL_CLICKS, "TotalClicks accepts witnesses")
def test_total_clicks_accepts_witnesses(seen: Seen) -> None:
    """TotalClicks accepts the calls that were found for it. (url_shortener.spec:113)"""
    seen.accepts()


@examples_of(TOTAL_CLICKS)
def test_total_clicks_ensures_0(seen: Seen) -> None:
    """TotalClicks ensures: codes = #store (url_shortener.spec:116)"""
    seen.ensures(0)


@examples_of(TOTAL_CLICKS)
def test_total_clicks_ensures_1(seen: Seen) -> None:
    """TotalClicks ensures: clicks = sum(metadata, c => metadata[c].click_count) (url_shortener.spec:117)"""
    seen.ensures(1)


@witnesses_of(TOTAL_CLICKS, "TotalClicks ensures 1 branches")
def test_total_clicks_ensures_1_branches(seen: Seen) -> None:
    """TotalClicks ensures: clicks = sum(metadata, c => metadata[c].click_count) (url_shortener.spec:117)"""
    seen.ensures(1)


@examples_of(TOTAL_CLICKS)
def test_total_clicks_frame(seen: Seen) -> None:
    """TotalClicks changes nothing else, and so keeps 5 invariants. (url_shortener.spec:113)"""
    seen.frame()


@examples_of(TOTAL_CLICKS)
def test_total_clicks_output(seen: Seen) -> None:
    """The answer of TotalClicks has the declared outputs, types and headers. (url_shortener.spec:113)"""
    seen.output()


@examples_of(TOTAL_CLICKS)
def test_total_clicks_safe(seen: Seen) -> None:
    """TotalClicks changes nothing, and says the same when it is asked again. (url_shortener.spec:113)"""
    seen.safe(same=True)


# One call after the other


@traces_of(SERVICE, "traces")
def test_traces(trace: Trace) -> None:
    """Every recorded sequence of calls does what it did, call by call. (url_shortener.spec)"""
    trace.total()


@traces_of(SERVICE, "eventually someCodeIsPopular")
def test_eventually_some_code_is_popular(trace: Trace) -> None:
    """Some state satisfies: some c in metadata | metadata[c].click_count >= 2 (url_shortener.spec:132)"""
    trace.eventually(0)
