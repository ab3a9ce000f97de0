"""What EdgeCases promises, clause by clause."""

from tests.harness.checks import Seen, Trace, examples_of, malformed_of, traces_of, unauthorized_of, witnesses_of
from tests.service import (
    ACTIVATE,
    ADD_READING,
    ANNOTATE,
    CLEAR,
    CLOSE,
    CREATE,
    DROP_PREFS,
    FIND_BY_NAME,
    FOCUS,
    GET,
    LINK,
    MARK_ROOT,
    NOTE,
    REACH,
    REMOVE,
    RENAME,
    REPORT,
    RETAG,
    REVIVE,
    REWEIGH,
    SEAL,
    SEARCH,
    SERVICE,
    SET_GRACE,
    SET_PREF,
    SPEND,
    TOGGLE,
    UNLINK,
)

# Create: POST /samples


@examples_of(CREATE)
def test_create_accepts(seen: Seen) -> None:
    """Create accepts every call whose precondition holds. (edge_cases.spec:102)"""
    seen.accepts()


@witnesses_of(CREATE, "Create accepts witnesses")
def test_create_accepts_witnesses(seen: Seen) -> None:
    """Create accepts the calls that were found for it. (edge_cases.spec:102)"""
    seen.accepts()


@examples_of(CREATE)
def test_create_ensures_0(seen: Seen) -> None:
    """Create ensures: id not in samples (edge_cases.spec:113)"""
    seen.ensures(0)


@examples_of(CREATE)
def test_create_ensures_1(seen: Seen) -> None:
    """Create ensures: samples' = samples + {id -> Sample { id = id, created_at = now(), name = name, path =..."""
    seen.ensures(1)


@witnesses_of(CREATE, "Create ensures 1 branches")
def test_create_ensures_1_branches(seen: Seen) -> None:
    """Create ensures: samples' = samples + {id -> Sample { id = id, created_at = now(), name = name, path =..."""
    seen.ensures(1)


@examples_of(CREATE)
def test_create_ensures_2(seen: Seen) -> None:
    """Create ensures: readings'[id] = {0} (edge_cases.spec:129)"""
    seen.ensures(2)


@examples_of(CREATE)
def test_create_ensures_3(seen: Seen) -> None:
    """Create ensures: labels' = labels union {name} (edge_cases.spec:130)"""
    seen.ensures(3)


@examples_of(CREATE)
def test_create_ensures_4(seen: Seen) -> None:
    """Create ensures: total' = total + 1 (edge_cases.spec:131)"""
    seen.ensures(4)


@examples_of(CREATE)
def test_create_ensures_5(seen: Seen) -> None:
    """Create ensures: let before = #samples in population()' = before + 1 (edge_cases.spec:132)"""
    seen.ensures(5)


@examples_of(CREATE)
def test_create_ensures_6(seen: Seen) -> None:
    """Create ensures: tagCount(id)' = #tags (edge_cases.spec:133)"""
    seen.ensures(6)


@examples_of(CREATE)
def test_create_rejects(seen: Seen) -> None:
    """Create rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:102)"""
    seen.rejects()


@witnesses_of(CREATE, "Create rejects input name")
def test_create_rejects_input_name(seen: Seen) -> None:
    """Create rejects a call that breaks: name: value matches /^[a-z][a-z0-9_-]*$/ (edge_cases.spec:11)"""
    seen.rejects("Label.where")


@witnesses_of(CREATE, "Create rejects input name 2")
def test_create_rejects_input_name_2(seen: Seen) -> None:
    """Create rejects a call that breaks: name: len(value) >= 1 and len(value) <= 40 (edge_cases.spec:8)"""
    seen.rejects("Name.where")


@witnesses_of(CREATE, "Create rejects input path")
def test_create_rejects_input_path(seen: Seen) -> None:
    """Create rejects a call that breaks: path: value matches /^\\/[a-z0-9\\/.-]{0,30}$/ (edge_cases.spec:14)"""
    seen.rejects("Path.where")


@witnesses_of(CREATE, "Create rejects input weight")
def test_create_rejects_input_weight(seen: Seen) -> None:
    """Create rejects a call that breaks: weight: value >= 0.0 and value <= 1000.0 (edge_cases.spec:23)"""
    seen.rejects("Weight.where")


@witnesses_of(CREATE, "Create rejects input note")
def test_create_rejects_input_note(seen: Seen) -> None:
    """Create rejects a call that breaks: note: len(value) <= 200 (edge_cases.spec:16)"""
    seen.rejects("Text.where")


@witnesses_of(CREATE, "Create rejects requires 0")
def test_create_rejects_requires_0(seen: Seen) -> None:
    """Create rejects a call that breaks: name not in labels (edge_cases.spec:108)"""
    seen.rejects("Create.requires[0]")


@witnesses_of(CREATE, "Create rejects requires 1")
def test_create_rejects_requires_1(seen: Seen) -> None:
    """Create rejects a call that breaks: len(name) + len(path) <= 60 (edge_cases.spec:109)"""
    seen.rejects("Create.requires[1]")


@witnesses_of(CREATE, "Create rejects requires 2")
def test_create_rejects_requires_2(seen: Seen) -> None:
    """Create rejects a call that breaks: tags subset palette() (edge_cases.spec:110)"""
    seen.rejects("Create.requires[2]")


@witnesses_of(CREATE, "Create rejects requires 3")
def test_create_rejects_requires_3(seen: Seen) -> None:
    """Create rejects a call that breaks: some c in palette() | c not in tags (edge_cases.spec:111)"""
    seen.rejects("Create.requires[3]")


@examples_of(CREATE)
def test_create_invariant_keys_are_ids(seen: Seen) -> None:
    """Create keeps the invariant: all one in samples | samples[one].id = one (edge_cases.spec:457)"""
    seen.invariant(0)


@examples_of(CREATE)
def test_create_invariant_counts_agree(seen: Seen) -> None:
    """Create keeps the invariant: total = #samples (edge_cases.spec:459)"""
    seen.invariant(1)


@examples_of(CREATE)
def test_create_invariant_unique_names(seen: Seen) -> None:
    """Create keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name (edge_cases.spec:461)"""
    seen.invariant(2)


@examples_of(CREATE)
def test_create_invariant_labels_are_names(seen: Seen) -> None:
    """Create keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some s in..."""
    seen.invariant(3)


@examples_of(CREATE)
def test_create_invariant_coloured_from_palette(seen: Seen) -> None:
    """Create keeps the invariant: all s in ran(samples) | s.tags subset palette() (edge_cases.spec:467)"""
    seen.invariant(4)


@examples_of(CREATE)
def test_create_invariant_roots_are_samples(seen: Seen) -> None:
    """Create keeps the invariant: dom(roots) subset dom(samples) (edge_cases.spec:470)"""
    seen.invariant(5)


@examples_of(CREATE)
def test_create_invariant_every_sample_is_read(seen: Seen) -> None:
    """Create keeps the invariant: dom(readings) = dom(samples) (edge_cases.spec:472)"""
    seen.invariant(6)


@examples_of(CREATE)
def test_create_invariant_links_lead(seen: Seen) -> None:
    """Create keeps the invariant: all a in links | a in samples and a not in links[a] and (all b in links[a] | b..."""
    seen.invariant(7)


@examples_of(CREATE)
def test_create_invariant_focus_exists(seen: Seen) -> None:
    """Create keeps the invariant: focus = none or focus in samples (edge_cases.spec:477)"""
    seen.invariant(8)


@examples_of(CREATE)
def test_create_types(seen: Seen) -> None:
    """After Create everything stored has its type, with all refinements. (edge_cases.spec:102)"""
    seen.types()


@examples_of(CREATE)
def test_create_frame(seen: Seen) -> None:
    """Create changes nothing else, and so keeps 2 invariants. (edge_cases.spec:102)"""
    seen.frame()


@examples_of(CREATE)
def test_create_output(seen: Seen) -> None:
    """The answer of Create has the declared outputs, types and headers. (edge_cases.spec:102)"""
    seen.output()


@witnesses_of(CREATE, "Create boundary input name")
def test_create_boundary_input_name(seen: Seen) -> None:
    """Create at the limit, and just beside it: name: value matches /^[a-z][a-z0-9_-]*$/ (edge_cases.spec:11)"""
    seen.total()


@witnesses_of(CREATE, "Create boundary input name 2")
def test_create_boundary_input_name_2(seen: Seen) -> None:
    """Create at the limit, and just beside it: name: len(value) >= 1 (edge_cases.spec:8)"""
    seen.total()


@witnesses_of(CREATE, "Create boundary input name 3")
def test_create_boundary_input_name_3(seen: Seen) -> None:
    """Create at the limit, and just beside it: name: len(value) <= 40 (edge_cases.spec:8)"""
    seen.total()


@witnesses_of(CREATE, "Create boundary input path")
def test_create_boundary_input_path(seen: Seen) -> None:
    """Create at the limit, and just beside it: path: value matches /^\\/[a-z0-9\\/.-]{0,30}$/ (edge_cases.spec:14)"""
    seen.total()


@witnesses_of(CREATE, "Create boundary input weight")
def test_create_boundary_input_weight(seen: Seen) -> None:
    """Create at the limit, and just beside it: weight: value >= 0.0 (edge_cases.spec:23)"""
    seen.total()


@witnesses_of(CREATE, "Create boundary input weight 2")
def test_create_boundary_input_weight_2(seen: Seen) -> None:
    """Create at the limit, and just beside it: weight: value <= 1000.0 (edge_cases.spec:23)"""
    seen.total()


@witnesses_of(CREATE, "Create boundary input note")
def test_create_boundary_input_note(seen: Seen) -> None:
    """Create at the limit, and just beside it: note: len(value) <= 200 (edge_cases.spec:16)"""
    seen.total()


@witnesses_of(CREATE, "Create boundary requires 1")
def test_create_boundary_requires_1(seen: Seen) -> None:
    """Create at the limit, and just beside it: len(name) + len(path) <= 60 (edge_cases.spec:109)"""
    seen.total()


@witnesses_of(CREATE, "Create boundary ensures 1")
def test_create_boundary_ensures_1(seen: Seen) -> None:
    """Create at the limit, and just beside it: weight > 100.0 (edge_cases.spec:88)"""
    seen.total()


@witnesses_of(CREATE, "Create boundary ensures 1 2")
def test_create_boundary_ensures_1_2(seen: Seen) -> None:
    """Create at the limit, and just beside it: weight > 10.0 (edge_cases.spec:90)"""
    seen.total()


@witnesses_of(CREATE, "Create branches input name")
def test_create_branches_input_name(seen: Seen) -> None:
    """Create both ways: name: len(value) >= 1 (edge_cases.spec:8)"""
    seen.total()


@witnesses_of(CREATE, "Create branches input name 2")
def test_create_branches_input_name_2(seen: Seen) -> None:
    """Create both ways: name: len(value) <= 40 (edge_cases.spec:8)"""
    seen.total()


@witnesses_of(CREATE, "Create branches input weight")
def test_create_branches_input_weight(seen: Seen) -> None:
    """Create both ways: weight: value >= 0.0 (edge_cases.spec:23)"""
    seen.total()


@witnesses_of(CREATE, "Create branches input weight 2")
def test_create_branches_input_weight_2(seen: Seen) -> None:
    """Create both ways: weight: value <= 1000.0 (edge_cases.spec:23)"""
    seen.total()


@witnesses_of(CREATE, "Create branches requires 3")
def test_create_branches_requires_3(seen: Seen) -> None:
    """Create both ways: some c in palette() | c not in tags (edge_cases.spec:111)"""
    seen.total()


@malformed_of(CREATE, "Create malformed name")
def test_create_malformed_name(seen: Seen) -> None:
    """Create refuses an `name` that is not well-formed. (edge_cases.spec:103)"""
    seen.refuses()


@malformed_of(CREATE, "Create malformed path")
def test_create_malformed_path(seen: Seen) -> None:
    """Create refuses an `path` that is not well-formed. (edge_cases.spec:103)"""
    seen.refuses()


@malformed_of(CREATE, "Create malformed weight")
def test_create_malformed_weight(seen: Seen) -> None:
    """Create refuses an `weight` that is not well-formed. (edge_cases.spec:103)"""
    seen.refuses()


@malformed_of(CREATE, "Create malformed tags")
def test_create_malformed_tags(seen: Seen) -> None:
    """Create refuses an `tags` that is not well-formed. (edge_cases.spec:103)"""
    seen.refuses()


@malformed_of(CREATE, "Create malformed note")
def test_create_malformed_note(seen: Seen) -> None:
    """Create refuses an `note` that is not well-formed. (edge_cases.spec:104)"""
    seen.refuses()


@malformed_of(CREATE, "Create malformed body")
def test_create_malformed_body(seen: Seen) -> None:
    """Create refuses a body that is not well-formed. (edge_cases.spec:102)"""
    seen.refuses()


@unauthorized_of(CREATE, "Create auth")
def test_create_auth(seen: Seen) -> None:
    """Create asks for credentials, and changes nothing without them. (edge_cases.spec:102)"""
    seen.unauthorized()


# Get: GET /samples/{id}


@examples_of(GET)
def test_get_accepts(seen: Seen) -> None:
    """Get accepts every call whose precondition holds. (edge_cases.spec:136)"""
    seen.accepts()


@witnesses_of(GET, "Get accepts witnesses")
def test_get_accepts_witnesses(seen: Seen) -> None:
    """Get accepts the calls that were found for it. (edge_cases.spec:136)"""
    seen.accepts()


@examples_of(GET)
def test_get_ensures_0(seen: Seen) -> None:
    """Get ensures: sample = samples[id] (edge_cases.spec:142)"""
    seen.ensures(0)


@examples_of(GET)
def test_get_rejects(seen: Seen) -> None:
    """Get rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:136)"""
    seen.rejects()


@witnesses_of(GET, "Get rejects input id")
def test_get_rejects_input_id(seen: Seen) -> None:
    """Get rejects a call that breaks: id: value > 0 (edge_cases.spec:6)"""
    seen.rejects("ItemId.where")


@witnesses_of(GET, "Get rejects requires 0")
def test_get_rejects_requires_0(seen: Seen) -> None:
    """Get rejects a call that breaks: id in samples (edge_cases.spec:140)"""
    seen.rejects("Get.requires[0]")


@examples_of(GET)
def test_get_frame(seen: Seen) -> None:
    """Get changes nothing else, and so keeps 11 invariants. (edge_cases.spec:136)"""
    seen.frame()


@examples_of(GET)
def test_get_output(seen: Seen) -> None:
    """The answer of Get has the declared outputs, types and headers. (edge_cases.spec:136)"""
    seen.output()


@examples_of(GET)
def test_get_safe(seen: Seen) -> None:
    """Get changes nothing, and says the same when it is asked again. (edge_cases.spec:136)"""
    seen.safe(same=True)


@witnesses_of(GET, "Get boundary input id")
def test_get_boundary_input_id(seen: Seen) -> None:
    """Get at the limit, and just beside it: id: value > 0 (edge_cases.spec:6)"""
    seen.total()


@malformed_of(GET, "Get malformed id")
def test_get_malformed_id(seen: Seen) -> None:
    """Get refuses an `id` that is not well-formed. (edge_cases.spec:137)"""
    seen.refuses()


# FindByName: GET /samples/by-name/{name}


@examples_of(FIND_BY_NAME)
def test_find_by_name_accepts(seen: Seen) -> None:
    """FindByName accepts every call whose precondition holds. (edge_cases.spec:145)"""
    seen.accepts()


@witnesses_of(FIND_BY_NAME, "FindByName accepts witnesses")
def test_find_by_name_accepts_witnesses(seen: Seen) -> None:
    """FindByName accepts the calls that were found for it. (edge_cases.spec:145)"""
    seen.accepts()


@examples_of(FIND_BY_NAME)
def test_find_by_name_ensures_0(seen: Seen) -> None:
    """FindByName ensures: sample = (the s in ran(samples) | s.name = name) (edge_cases.spec:151)"""
    seen.ensures(0)


@witnesses_of(FIND_BY_NAME, "FindByName ensures 0 branches")
def test_find_by_name_ensures_0_branches(seen: Seen) -> None:
    """FindByName ensures: sample = (the s in ran(samples) | s.name = name) (edge_cases.spec:151)"""
    seen.ensures(0)


@examples_of(FIND_BY_NAME)
def test_find_by_name_rejects(seen: Seen) -> None:
    """FindByName rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:145)"""
    seen.rejects()


@witnesses_of(FIND_BY_NAME, "FindByName rejects input name")
def test_find_by_name_rejects_input_name(seen: Seen) -> None:
    """FindByName rejects a call that breaks: name: value matches /^[a-z][a-z0-9_-]*$/ (edge_cases.spec:11)"""
    seen.rejects("Label.where")


@witnesses_of(FIND_BY_NAME, "FindByName rejects input name 2")
def test_find_by_name_rejects_input_name_2(seen: Seen) -> None:
    """FindByName rejects a call that breaks: name: len(value) >= 1 and len(value) <= 40 (edge_cases.spec:8)"""
    seen.rejects("Name.where")


@witnesses_of(FIND_BY_NAME, "FindByName rejects requires 0")
def test_find_by_name_rejects_requires_0(seen: Seen) -> None:
    """FindByName rejects a call that breaks: name in labels (edge_cases.spec:149)"""
    seen.rejects("FindByName.requires[0]")


@examples_of(FIND_BY_NAME)
def test_find_by_name_frame(seen: Seen) -> None:
    """FindByName changes nothing else, and so keeps 11 invariants. (edge_cases.spec:145)"""
    seen.frame()


@examples_of(FIND_BY_NAME)
def test_find_by_name_output(seen: Seen) -> None:
    """The answer of FindByName has the declared outputs, types and headers. (edge_cases.spec:145)"""
    seen.output()


@examples_of(FIND_BY_NAME)
def test_find_by_name_safe(seen: Seen) -> None:
    """FindByName changes nothing, and says the same when it is asked again. (edge_cases.spec:145)"""
    seen.safe(same=True)


@witnesses_of(FIND_BY_NAME, "FindByName boundary input name")
def test_find_by_name_boundary_input_name(seen: Seen) -> None:
    """FindByName at the limit, and just beside it: name: value matches /^[a-z][a-z0-9_-]*$/ (edge_cases.spec:11)"""
    seen.total()


@witnesses_of(FIND_BY_NAME, "FindByName boundary input name 2")
def test_find_by_name_boundary_input_name_2(seen: Seen) -> None:
    """FindByName at the limit, and just beside it: name: len(value) >= 1 (edge_cases.spec:8)"""
    seen.total()


@witnesses_of(FIND_BY_NAME, "FindByName boundary input name 3")
def test_find_by_name_boundary_input_name_3(seen: Seen) -> None:
    """FindByName at the limit, and just beside it: name: len(value) <= 40 (edge_cases.spec:8)"""
    seen.total()


@witnesses_of(FIND_BY_NAME, "FindByName branches input name")
def test_find_by_name_branches_input_name(seen: Seen) -> None:
    """FindByName both ways: name: len(value) <= 40 (edge_cases.spec:8)"""
    seen.total()


# Search: GET /samples


@examples_of(SEARCH)
def test_search_accepts(seen: Seen) -> None:
    """Search accepts every call whose precondition holds. (edge_cases.spec:155)"""
    seen.accepts()


@witnesses_of(SEARCH, "Search accepts witnesses")
def test_search_accepts_witnesses(seen: Seen) -> None:
    """Search accepts the calls that were found for it. (edge_cases.spec:155)"""
    seen.accepts()


@examples_of(SEARCH)
def test_search_ensures_0(seen: Seen) -> None:
    """Search ensures: found = { s in ran(samples) | (type = none or s.type = type) and colours subset s.tags and..."""
    seen.ensures(0)


@witnesses_of(SEARCH, "Search ensures 0 branches")
def test_search_ensures_0_branches(seen: Seen) -> None:
    """Search ensures: found = { s in ran(samples) | (type = none or s.type = type) and colours subset s.tags and..."""
    seen.ensures(0)


@examples_of(SEARCH)
def test_search_frame(seen: Seen) -> None:
    """Search changes nothing else, and so keeps 11 invariants. (edge_cases.spec:155)"""
    seen.frame()


@examples_of(SEARCH)
def test_search_output(seen: Seen) -> None:
    """The answer of Search has the declared outputs, types and headers. (edge_cases.spec:155)"""
    seen.output()


@examples_of(SEARCH)
def test_search_safe(seen: Seen) -> None:
    """Search changes nothing, and says the same when it is asked again. (edge_cases.spec:155)"""
    seen.safe(same=True)


@witnesses_of(SEARCH, "Search boundary ensures 0")
def test_search_boundary_ensures_0(seen: Seen) -> None:
    """Search at the limit, and just beside it: s.created_at >= since (edge_cases.spec:162)"""
    seen.total()


@malformed_of(SEARCH, "Search malformed type")
def test_search_malformed_type(seen: Seen) -> None:
    """Search refuses an `type` that is not well-formed. (edge_cases.spec:156)"""
    seen.refuses()


@malformed_of(SEARCH, "Search malformed colours")
def test_search_malformed_colours(seen: Seen) -> None:
    """Search refuses an `colours` that is not well-formed. (edge_cases.spec:156)"""
    seen.refuses()


@malformed_of(SEARCH, "Search malformed since")
def test_search_malformed_since(seen: Seen) -> None:
    """Search refuses an `since` that is not well-formed. (edge_cases.spec:156)"""
    seen.refuses()


# Rename: PUT /samples/{id}/name


@examples_of(RENAME)
def test_rename_accepts(seen: Seen) -> None:
    """Rename accepts every call whose precondition holds. (edge_cases.spec:166)"""
    seen.accepts()


@witnesses_of(RENAME, "Rename accepts witnesses")
def test_rename_accepts_witnesses(seen: Seen) -> None:
    """Rename accepts the calls that were found for it. (edge_cases.spec:166)"""
    seen.accepts()


@examples_of(RENAME)
def test_rename_ensures_0(seen: Seen) -> None:
    """Rename ensures: samples'[id].name = name (edge_cases.spec:174)"""
    seen.ensures(0)


@examples_of(RENAME)
def test_rename_ensures_1(seen: Seen) -> None:
    """Rename ensures: labels' = labels minus {samples[id].name} union {name} (edge_cases.spec:175)"""
    seen.ensures(1)


@examples_of(RENAME)
def test_rename_rejects(seen: Seen) -> None:
    """Rename rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:166)"""
    seen.rejects()


@witnesses_of(RENAME, "Rename rejects input id")
def test_rename_rejects_input_id(seen: Seen) -> None:
    """Rename rejects a call that breaks: id: value > 0 (edge_cases.spec:6)"""
    seen.rejects("ItemId.where")


@witnesses_of(RENAME, "Rename rejects input name")
def test_rename_rejects_input_name(seen: Seen) -> None:
    """Rename rejects a call that breaks: name: value matches /^[a-z][a-z0-9_-]*$/ (edge_cases.spec:11)"""
    seen.rejects("Label.where")


@witnesses_of(RENAME, "Rename rejects input name 2")
def test_rename_rejects_input_name_2(seen: Seen) -> None:
    """Rename rejects a call that breaks: name: len(value) >= 1 and len(value) <= 40 (edge_cases.spec:8)"""
    seen.rejects("Name.where")


@witnesses_of(RENAME, "Rename rejects requires 0")
def test_rename_rejects_requires_0(seen: Seen) -> None:
    """Rename rejects a call that breaks: id in samples (edge_cases.spec:169)"""
    seen.rejects("Rename.requires[0]")


@witnesses_of(RENAME, "Rename rejects requires 1")
def test_rename_rejects_requires_1(seen: Seen) -> None:
    """Rename rejects a call that breaks: name not in labels (edge_cases.spec:170)"""
    seen.rejects("Rename.requires[1]")


@witnesses_of(RENAME, "Rename rejects requires 2")
def test_rename_rejects_requires_2(seen: Seen) -> None:
    """Rename rejects a call that breaks: len(name) + len(samples[id].path) <= 60 (edge_cases.spec:171)"""
    seen.rejects("Rename.requires[2]")


@examples_of(RENAME)
def test_rename_invariant_keys_are_ids(seen: Seen) -> None:
    """Rename keeps the invariant: all one in samples | samples[one].id = one (edge_cases.spec:457)"""
    seen.invariant(0)


@examples_of(RENAME)
def test_rename_invariant_counts_agree(seen: Seen) -> None:
    """Rename keeps the invariant: total = #samples (edge_cases.spec:459)"""
    seen.invariant(1)


@examples_of(RENAME)
def test_rename_invariant_unique_names(seen: Seen) -> None:
    """Rename keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name (edge_cases.spec:461)"""
    seen.invariant(2)


@examples_of(RENAME)
def test_rename_invariant_labels_are_names(seen: Seen) -> None:
    """Rename keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some s in..."""
    seen.invariant(3)


@examples_of(RENAME)
def test_rename_invariant_coloured_from_palette(seen: Seen) -> None:
    """Rename keeps the invariant: all s in ran(samples) | s.tags subset palette() (edge_cases.spec:467)"""
    seen.invariant(4)


@examples_of(RENAME)
def test_rename_invariant_roots_are_samples(seen: Seen) -> None:
    """Rename keeps the invariant: dom(roots) subset dom(samples) (edge_cases.spec:470)"""
    seen.invariant(5)


@examples_of(RENAME)
def test_rename_invariant_every_sample_is_read(seen: Seen) -> None:
    """Rename keeps the invariant: dom(readings) = dom(samples) (edge_cases.spec:472)"""
    seen.invariant(6)


@examples_of(RENAME)
def test_rename_invariant_links_lead(seen: Seen) -> None:
    """Rename keeps the invariant: all a in links | a in samples and a not in links[a] and (all b in links[a] | b..."""
    seen.invariant(7)


@examples_of(RENAME)
def test_rename_invariant_focus_exists(seen: Seen) -> None:
    """Rename keeps the invariant: focus = none or focus in samples (edge_cases.spec:477)"""
    seen.invariant(8)


@examples_of(RENAME)
def test_rename_types(seen: Seen) -> None:
    """After Rename everything stored has its type, with all refinements. (edge_cases.spec:166)"""
    seen.types()


@examples_of(RENAME)
def test_rename_frame(seen: Seen) -> None:
    """Rename changes nothing else, and so keeps 2 invariants. (edge_cases.spec:166)"""
    seen.frame()


@examples_of(RENAME)
def test_rename_output(seen: Seen) -> None:
    """The answer of Rename has the declared outputs, types and headers. (edge_cases.spec:166)"""
    seen.output()


@witnesses_of(RENAME, "Rename boundary input id")
def test_rename_boundary_input_id(seen: Seen) -> None:
    """Rename at the limit, and just beside it: id: value > 0 (edge_cases.spec:6)"""
    seen.total()


@witnesses_of(RENAME, "Rename boundary input name")
def test_rename_boundary_input_name(seen: Seen) -> None:
    """Rename at the limit, and just beside it: name: value matches /^[a-z][a-z0-9_-]*$/ (edge_cases.spec:11)"""
    seen.total()


@witnesses_of(RENAME, "Rename boundary input name 2")
def test_rename_boundary_input_name_2(seen: Seen) -> None:
    """Rename at the limit, and just beside it: name: len(value) >= 1 (edge_cases.spec:8)"""
    seen.total()


@witnesses_of(RENAME, "Rename boundary input name 3")
def test_rename_boundary_input_name_3(seen: Seen) -> None:
    """Rename at the limit, and just beside it: name: len(value) <= 40 (edge_cases.spec:8)"""
    seen.total()


@witnesses_of(RENAME, "Rename boundary requires 2")
def test_rename_boundary_requires_2(seen: Seen) -> None:
    """Rename at the limit, and just beside it: len(name) + len(samples[id].path) <= 60 (edge_cases.spec:171)"""
    seen.total()


@witnesses_of(RENAME, "Rename branches input name")
def test_rename_branches_input_name(seen: Seen) -> None:
    """Rename both ways: name: len(value) >= 1 (edge_cases.spec:8)"""
    seen.total()


@witnesses_of(RENAME, "Rename branches input name 2")
def test_rename_branches_input_name_2(seen: Seen) -> None:
    """Rename both ways: name: len(value) <= 40 (edge_cases.spec:8)"""
    seen.total()


@malformed_of(RENAME, "Rename malformed id")
def test_rename_malformed_id(seen: Seen) -> None:
    """Rename refuses an `id` that is not well-formed. (edge_cases.spec:167)"""
    seen.refuses()


@malformed_of(RENAME, "Rename malformed name")
def test_rename_malformed_name(seen: Seen) -> None:
    """Rename refuses an `name` that is not well-formed. (edge_cases.spec:167)"""
    seen.refuses()


@malformed_of(RENAME, "Rename malformed body")
def test_rename_malformed_body(seen: Seen) -> None:
    """Rename refuses a body that is not well-formed. (edge_cases.spec:166)"""
    seen.refuses()


# Reweigh: PUT /samples/{id}/weight


@examples_of(REWEIGH)
def test_reweigh_accepts(seen: Seen) -> None:
    """Reweigh accepts every call whose precondition holds. (edge_cases.spec:178)"""
    seen.accepts()


@witnesses_of(REWEIGH, "Reweigh accepts witnesses")
def test_reweigh_accepts_witnesses(seen: Seen) -> None:
    """Reweigh accepts the calls that were found for it. (edge_cases.spec:178)"""
    seen.accepts()


@examples_of(REWEIGH)
def test_reweigh_ensures_0(seen: Seen) -> None:
    """Reweigh ensures: samples' = samples + {id -> samples[id] with { weight = weight, type = gradeOf(weight) }}..."""
    seen.ensures(0)


@witnesses_of(REWEIGH, "Reweigh ensures 0 branches")
def test_reweigh_ensures_0_branches(seen: Seen) -> None:
    """Reweigh ensures: samples' = samples + {id -> samples[id] with { weight = weight, type = gradeOf(weight) }}..."""
    seen.ensures(0)


@examples_of(REWEIGH)
def test_reweigh_ensures_1(seen: Seen) -> None:
    """Reweigh ensures: grade = samples'[id].type (edge_cases.spec:188)"""
    seen.ensures(1)


@examples_of(REWEIGH)
def test_reweigh_ensures_2(seen: Seen) -> None:
    """Reweigh ensures: weight > 10.0 and weight <= 100.0 implies grade = Grade.ACTIVE (edge_cases.spec:189)"""
    seen.ensures(2)


@witnesses_of(REWEIGH, "Reweigh ensures 2 branches")
def test_reweigh_ensures_2_branches(seen: Seen) -> None:
    """Reweigh ensures: weight > 10.0 and weight <= 100.0 implies grade = Grade.ACTIVE (edge_cases.spec:189)"""
    seen.ensures(2)


@examples_of(REWEIGH)
def test_reweigh_rejects(seen: Seen) -> None:
    """Reweigh rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:178)"""
    seen.rejects()


@witnesses_of(REWEIGH, "Reweigh rejects input id")
def test_reweigh_rejects_input_id(seen: Seen) -> None:
    """Reweigh rejects a call that breaks: id: value > 0 (edge_cases.spec:6)"""
    seen.rejects("ItemId.where")


@witnesses_of(REWEIGH, "Reweigh rejects input weight")
def test_reweigh_rejects_input_weight(seen: Seen) -> None:
    """Reweigh rejects a call that breaks: weight: value >= 0.0 and value <= 1000.0 (edge_cases.spec:23)"""
    seen.rejects("Weight.where")


@witnesses_of(REWEIGH, "Reweigh rejects requires 0")
def test_reweigh_rejects_requires_0(seen: Seen) -> None:
    """Reweigh rejects a call that breaks: isOpen(id) (edge_cases.spec:182)"""
    seen.rejects("Reweigh.requires[0]")


@examples_of(REWEIGH)
def test_reweigh_invariant_keys_are_ids(seen: Seen) -> None:
    """Reweigh keeps the invariant: all one in samples | samples[one].id = one (edge_cases.spec:457)"""
    seen.invariant(0)


@examples_of(REWEIGH)
def test_reweigh_invariant_counts_agree(seen: Seen) -> None:
    """Reweigh keeps the invariant: total = #samples (edge_cases.spec:459)"""
    seen.invariant(1)


@examples_of(REWEIGH)
def test_reweigh_invariant_unique_names(seen: Seen) -> None:
    """Reweigh keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name (edge_cases.spec:461)"""
    seen.invariant(2)


@examples_of(REWEIGH)
def test_reweigh_invariant_labels_are_names(seen: Seen) -> None:
    """Reweigh keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some s in..."""
    seen.invariant(3)


@examples_of(REWEIGH)
def test_reweigh_invariant_coloured_from_palette(seen: Seen) -> None:
    """Reweigh keeps the invariant: all s in ran(samples) | s.tags subset palette() (edge_cases.spec:467)"""
    seen.invariant(4)


@examples_of(REWEIGH)
def test_reweigh_invariant_roots_are_samples(seen: Seen) -> None:
    """Reweigh keeps the invariant: dom(roots) subset dom(samples) (edge_cases.spec:470)"""
    seen.invariant(5)


@examples_of(REWEIGH)
def test_reweigh_invariant_every_sample_is_read(seen: Seen) -> None:
    """Reweigh keeps the invariant: dom(readings) = dom(samples) (edge_cases.spec:472)"""
    seen.invariant(6)


@examples_of(REWEIGH)
def test_reweigh_invariant_links_lead(seen: Seen) -> None:
    """Reweigh keeps the invariant: all a in links | a in samples and a not in links[a] and (all b in links[a] |..."""
    seen.invariant(7)


@examples_of(REWEIGH)
def test_reweigh_invariant_focus_exists(seen: Seen) -> None:
    """Reweigh keeps the invariant: focus = none or focus in samples (edge_cases.spec:477)"""
    seen.invariant(8)


@examples_of(REWEIGH)
def test_reweigh_types(seen: Seen) -> None:
    """After Reweigh everything stored has its type, with all refinements. (edge_cases.spec:178)"""
    seen.types()


@examples_of(REWEIGH)
def test_reweigh_frame(seen: Seen) -> None:
    """Reweigh changes nothing else, and so keeps 2 invariants. (edge_cases.spec:178)"""
    seen.frame()


@examples_of(REWEIGH)
def test_reweigh_output(seen: Seen) -> None:
    """The answer of Reweigh has the declared outputs, types and headers. (edge_cases.spec:178)"""
    seen.output()


@witnesses_of(REWEIGH, "Reweigh boundary input id")
def test_reweigh_boundary_input_id(seen: Seen) -> None:
    """Reweigh at the limit, and just beside it: id: value > 0 (edge_cases.spec:6)"""
    seen.total()


@witnesses_of(REWEIGH, "Reweigh boundary input weight")
def test_reweigh_boundary_input_weight(seen: Seen) -> None:
    """Reweigh at the limit, and just beside it: weight: value >= 0.0 (edge_cases.spec:23)"""
    seen.total()


@witnesses_of(REWEIGH, "Reweigh boundary input weight 2")
def test_reweigh_boundary_input_weight_2(seen: Seen) -> None:
    """Reweigh at the limit, and just beside it: weight: value <= 1000.0 (edge_cases.spec:23)"""
    seen.total()


@witnesses_of(REWEIGH, "Reweigh boundary ensures 0")
def test_reweigh_boundary_ensures_0(seen: Seen) -> None:
    """Reweigh at the limit, and just beside it: weight > 100.0 (edge_cases.spec:88)"""
    seen.total()


@witnesses_of(REWEIGH, "Reweigh boundary ensures 0 2")
def test_reweigh_boundary_ensures_0_2(seen: Seen) -> None:
    """Reweigh at the limit, and just beside it: weight > 10.0 (edge_cases.spec:90)"""
    seen.total()


@witnesses_of(REWEIGH, "Reweigh boundary ensures 2")
def test_reweigh_boundary_ensures_2(seen: Seen) -> None:
    """Reweigh at the limit, and just beside it: weight > 10.0 (edge_cases.spec:189)"""
    seen.total()


@witnesses_of(REWEIGH, "Reweigh boundary ensures 2 2")
def test_reweigh_boundary_ensures_2_2(seen: Seen) -> None:
    """Reweigh at the limit, and just beside it: weight <= 100.0 (edge_cases.spec:189)"""
    seen.total()


@witnesses_of(REWEIGH, "Reweigh branches input weight")
def test_reweigh_branches_input_weight(seen: Seen) -> None:
    """Reweigh both ways: weight: value >= 0.0 (edge_cases.spec:23)"""
    seen.total()


@witnesses_of(REWEIGH, "Reweigh branches input weight 2")
def test_reweigh_branches_input_weight_2(seen: Seen) -> None:
    """Reweigh both ways: weight: value <= 1000.0 (edge_cases.spec:23)"""
    seen.total()


@witnesses_of(REWEIGH, "Reweigh branches requires 0")
def test_reweigh_branches_requires_0(seen: Seen) -> None:
    """Reweigh both ways: item in samples (edge_cases.spec:96)"""
    seen.total()


@witnesses_of(REWEIGH, "Reweigh branches requires 0 2")
def test_reweigh_branches_requires_0_2(seen: Seen) -> None:
    """Reweigh in each case: samples[item].state != Phase.CLOSED (edge_cases.spec:96)"""
    seen.total()


@malformed_of(REWEIGH, "Reweigh malformed id")
def test_reweigh_malformed_id(seen: Seen) -> None:
    """Reweigh refuses an `id` that is not well-formed. (edge_cases.spec:179)"""
    seen.refuses()


@malformed_of(REWEIGH, "Reweigh malformed weight")
def test_reweigh_malformed_weight(seen: Seen) -> None:
    """Reweigh refuses an `weight` that is not well-formed. (edge_cases.spec:179)"""
    seen.refuses()


@malformed_of(REWEIGH, "Reweigh malformed body")
def test_reweigh_malformed_body(seen: Seen) -> None:
    """Reweigh refuses a body that is not well-formed. (edge_cases.spec:178)"""
    seen.refuses()


# Retag: PATCH /samples/{id}/tags


@examples_of(RETAG)
def test_retag_accepts(seen: Seen) -> None:
    """Retag accepts every call whose precondition holds. (edge_cases.spec:192)"""
    seen.accepts()


@witnesses_of(RETAG, "Retag accepts witnesses")
def test_retag_accepts_witnesses(seen: Seen) -> None:
    """Retag accepts the calls that were found for it. (edge_cases.spec:192)"""
    seen.accepts()


@examples_of(RETAG)
def test_retag_ensures_0(seen: Seen) -> None:
    """Retag ensures: samples'[id].tags = samples[id].tags union add minus drop (edge_cases.spec:200)"""
    seen.ensures(0)


@examples_of(RETAG)
def test_retag_ensures_1(seen: Seen) -> None:
    """Retag ensures: sample = samples'[id] (edge_cases.spec:201)"""
    seen.ensures(1)


@examples_of(RETAG)
def test_retag_ensures_2(seen: Seen) -> None:
    """Retag ensures: all c: Colour, b: Bool | c in drop and b implies c not in sample.tags (edge_cases.spec:202)"""
    seen.ensures(2)


@witnesses_of(RETAG, "Retag ensures 2 branches")
def test_retag_ensures_2_branches(seen: Seen) -> None:
    """Retag ensures: all c: Colour, b: Bool | c in drop and b implies c not in sample.tags (edge_cases.spec:202)"""
    seen.ensures(2)


@examples_of(RETAG)
def test_retag_rejects(seen: Seen) -> None:
    """Retag rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:192)"""
    seen.rejects()


@witnesses_of(RETAG, "Retag rejects input id")
def test_retag_rejects_input_id(seen: Seen) -> None:
    """Retag rejects a call that breaks: id: value > 0 (edge_cases.spec:6)"""
    seen.rejects("ItemId.where")


@witnesses_of(RETAG, "Retag rejects requires 0")
def test_retag_rejects_requires_0(seen: Seen) -> None:
    """Retag rejects a call that breaks: id in samples (edge_cases.spec:196)"""
    seen.rejects("Retag.requires[0]")


@witnesses_of(RETAG, "Retag rejects requires 1")
def test_retag_rejects_requires_1(seen: Seen) -> None:
    """Retag rejects a call that breaks: add intersect drop = {} (edge_cases.spec:197)"""
    seen.rejects("Retag.requires[1]")


@witnesses_of(RETAG, "Retag rejects requires 2")
def test_retag_rejects_requires_2(seen: Seen) -> None:
    """Retag rejects a call that breaks: add in ^palette() (edge_cases.spec:198)"""
    seen.rejects("Retag.requires[2]")


@examples_of(RETAG)
def test_retag_invariant_keys_are_ids(seen: Seen) -> None:
    """Retag keeps the invariant: all one in samples | samples[one].id = one (edge_cases.spec:457)"""
    seen.invariant(0)


@examples_of(RETAG)
def test_retag_invariant_counts_agree(seen: Seen) -> None:
    """Retag keeps the invariant: total = #samples (edge_cases.spec:459)"""
    seen.invariant(1)


@examples_of(RETAG)
def test_retag_invariant_unique_names(seen: Seen) -> None:
    """Retag keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name (edge_cases.spec:461)"""
    seen.invariant(2)


@examples_of(RETAG)
def test_retag_invariant_labels_are_names(seen: Seen) -> None:
    """Retag keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some s in..."""
    seen.invariant(3)


@examples_of(RETAG)
def test_retag_invariant_coloured_from_palette(seen: Seen) -> None:
    """Retag keeps the invariant: all s in ran(samples) | s.tags subset palette() (edge_cases.spec:467)"""
    seen.invariant(4)


@examples_of(RETAG)
def test_retag_invariant_roots_are_samples(seen: Seen) -> None:
    """Retag keeps the invariant: dom(roots) subset dom(samples) (edge_cases.spec:470)"""
    seen.invariant(5)


@examples_of(RETAG)
def test_retag_invariant_every_sample_is_read(seen: Seen) -> None:
    """Retag keeps the invariant: dom(readings) = dom(samples) (edge_cases.spec:472)"""
    seen.invariant(6)


@examples_of(RETAG)
def test_retag_invariant_links_lead(seen: Seen) -> None:
    """Retag keeps the invariant: all a in links | a in samples and a not in links[a] and (all b in links[a] | b..."""
    seen.invariant(7)


@examples_of(RETAG)
def test_retag_invariant_focus_exists(seen: Seen) -> None:
    """Retag keeps the invariant: focus = none or focus in samples (edge_cases.spec:477)"""
    seen.invariant(8)


@examples_of(RETAG)
def test_retag_types(seen: Seen) -> None:
    """After Retag everything stored has its type, with all refinements. (edge_cases.spec:192)"""
    seen.types()


@examples_of(RETAG)
def test_retag_frame(seen: Seen) -> None:
    """Retag changes nothing else, and so keeps 2 invariants. (edge_cases.spec:192)"""
    seen.frame()


@examples_of(RETAG)
def test_retag_output(seen: Seen) -> None:
    """The answer of Retag has the declared outputs, types and headers. (edge_cases.spec:192)"""
    seen.output()


@witnesses_of(RETAG, "Retag boundary input id")
def test_retag_boundary_input_id(seen: Seen) -> None:
    """Retag at the limit, and just beside it: id: value > 0 (edge_cases.spec:6)"""
    seen.total()


@malformed_of(RETAG, "Retag malformed id")
def test_retag_malformed_id(seen: Seen) -> None:
    """Retag refuses an `id` that is not well-formed. (edge_cases.spec:193)"""
    seen.refuses()


@malformed_of(RETAG, "Retag malformed add")
def test_retag_malformed_add(seen: Seen) -> None:
    """Retag refuses an `add` that is not well-formed. (edge_cases.spec:193)"""
    seen.refuses()


@malformed_of(RETAG, "Retag malformed drop")
def test_retag_malformed_drop(seen: Seen) -> None:
    """Retag refuses an `drop` that is not well-formed. (edge_cases.spec:193)"""
    seen.refuses()


@malformed_of(RETAG, "Retag malformed body")
def test_retag_malformed_body(seen: Seen) -> None:
    """Retag refuses a body that is not well-formed. (edge_cases.spec:192)"""
    seen.refuses()


# Annotate: PUT /samples/{entity}/attributes/{field}


@examples_of(ANNOTATE)
def test_annotate_accepts(seen: Seen) -> None:
    """Annotate accepts every call whose precondition holds. (edge_cases.spec:206)"""
    seen.accepts()


@witnesses_of(ANNOTATE, "Annotate accepts witnesses")
def test_annotate_accepts_witnesses(seen: Seen) -> None:
    """Annotate accepts the calls that were found for it. (edge_cases.spec:206)"""
    seen.accepts()


@examples_of(ANNOTATE)
def test_annotate_ensures_0(seen: Seen) -> None:
    """Annotate ensures: let old = samples[entity].attributes in samples'[entity].attributes = old + {field ->..."""
    seen.ensures(0)


@examples_of(ANNOTATE)
def test_annotate_ensures_1(seen: Seen) -> None:
    """Annotate ensures: let old = samples[entity].attributes in size = (if field in old then #old else #old + 1)..."""
    seen.ensures(1)


@witnesses_of(ANNOTATE, "Annotate ensures 1 branches")
def test_annotate_ensures_1_branches(seen: Seen) -> None:
    """Annotate ensures: let old = samples[entity].attributes in size = (if field in old then #old else #old + 1)..."""
    seen.ensures(1)


@examples_of(ANNOTATE)
def test_annotate_ensures_2(seen: Seen) -> None:
    """Annotate ensures: size > 0 (edge_cases.spec:219)"""
    seen.ensures(2)


@examples_of(ANNOTATE)
def test_annotate_rejects(seen: Seen) -> None:
    """Annotate rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:206)"""
    seen.rejects()


@witnesses_of(ANNOTATE, "Annotate rejects input entity")
def test_annotate_rejects_input_entity(seen: Seen) -> None:
    """Annotate rejects a call that breaks: entity: value > 0 (edge_cases.spec:6)"""
    seen.rejects("ItemId.where")


@witnesses_of(ANNOTATE, "Annotate rejects input field")
def test_annotate_rejects_input_field(seen: Seen) -> None:
    """Annotate rejects a call that breaks: field: value matches /^[a-z][a-z0-9_-]*$/ (edge_cases.spec:11)"""
    seen.rejects("Label.where")


@witnesses_of(ANNOTATE, "Annotate rejects input field 2")
def test_annotate_rejects_input_field_2(seen: Seen) -> None:
    """Annotate rejects a call that breaks: field: len(value) >= 1 and len(value) <= 40 (edge_cases.spec:8)"""
    seen.rejects("Name.where")


@witnesses_of(ANNOTATE, "Annotate rejects input amount")
def test_annotate_rejects_input_amount(seen: Seen) -> None:
    """Annotate rejects a call that breaks: amount: value >= -100 and value <= 100 (edge_cases.spec:27)"""
    seen.rejects("Reading.where")


@witnesses_of(ANNOTATE, "Annotate rejects requires 0")
def test_annotate_rejects_requires_0(seen: Seen) -> None:
    """Annotate rejects a call that breaks: entity in samples and samples[entity].state != Phase.CLOSED..."""
    seen.rejects("Annotate.requires[0]")


@witnesses_of(ANNOTATE, "Annotate rejects requires 1")
def test_annotate_rejects_requires_1(seen: Seen) -> None:
    """Annotate rejects a call that breaks: #samples[entity].attributes < 8 or field in..."""
    seen.rejects("Annotate.requires[1]")


@examples_of(ANNOTATE)
def test_annotate_invariant_keys_are_ids(seen: Seen) -> None:
    """Annotate keeps the invariant: all one in samples | samples[one].id = one (edge_cases.spec:457)"""
    seen.invariant(0)


@examples_of(ANNOTATE)
def test_annotate_invariant_counts_agree(seen: Seen) -> None:
    """Annotate keeps the invariant: total = #samples (edge_cases.spec:459)"""
    seen.invariant(1)


@examples_of(ANNOTATE)
def test_annotate_invariant_unique_names(seen: Seen) -> None:
    """Annotate keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name (edge_cases.spec:461)"""
    seen.invariant(2)


@examples_of(ANNOTATE)
def test_annotate_invariant_labels_are_names(seen: Seen) -> None:
    """Annotate keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some s in..."""
    seen.invariant(3)


@examples_of(ANNOTATE)
def test_annotate_invariant_coloured_from_palette(seen: Seen) -> None:
    """Annotate keeps the invariant: all s in ran(samples) | s.tags subset palette() (edge_cases.spec:467)"""
    seen.invariant(4)


@examples_of(ANNOTATE)
def test_annotate_invariant_roots_are_samples(seen: Seen) -> None:
    """Annotate keeps the invariant: dom(roots) subset dom(samples) (edge_cases.spec:470)"""
    seen.invariant(5)


@examples_of(ANNOTATE)
def test_annotate_invariant_every_sample_is_read(seen: Seen) -> None:
    """Annotate keeps the invariant: dom(readings) = dom(samples) (edge_cases.spec:472)"""
    seen.invariant(6)


@examples_of(ANNOTATE)
def test_annotate_invariant_links_lead(seen: Seen) -> None:
    """Annotate keeps the invariant: all a in links | a in samples and a not in links[a] and (all b in links[a] |..."""
    seen.invariant(7)


@examples_of(ANNOTATE)
def test_annotate_invariant_focus_exists(seen: Seen) -> None:
    """Annotate keeps the invariant: focus = none or focus in samples (edge_cases.spec:477)"""
    seen.invariant(8)


@examples_of(ANNOTATE)
def test_annotate_types(seen: Seen) -> None:
    """After Annotate everything stored has its type, with all refinements. (edge_cases.spec:206)"""
    seen.types()


@examples_of(ANNOTATE)
def test_annotate_frame(seen: Seen) -> None:
    """Annotate changes nothing else, and so keeps 2 invariants. (edge_cases.spec:206)"""
    seen.frame()


@examples_of(ANNOTATE)
def test_annotate_output(seen: Seen) -> None:
    """The answer of Annotate has the declared outputs, types and headers. (edge_cases.spec:206)"""
    seen.output()


@witnesses_of(ANNOTATE, "Annotate boundary input entity")
def test_annotate_boundary_input_entity(seen: Seen) -> None:
    """Annotate at the limit, and just beside it: entity: value > 0 (edge_cases.spec:6)"""
    seen.total()


@witnesses_of(ANNOTATE, "Annotate boundary input field")
def test_annotate_boundary_input_field(seen: Seen) -> None:
    """Annotate at the limit, and just beside it: field: value matches /^[a-z][a-z0-9_-]*$/ (edge_cases.spec:11)"""
    seen.total()


@witnesses_of(ANNOTATE, "Annotate boundary input field 2")
def test_annotate_boundary_input_field_2(seen: Seen) -> None:
    """Annotate at the limit, and just beside it: field: len(value) >= 1 (edge_cases.spec:8)"""
    seen.total()


@witnesses_of(ANNOTATE, "Annotate boundary input field 3")
def test_annotate_boundary_input_field_3(seen: Seen) -> None:
    """Annotate at the limit, and just beside it: field: len(value) <= 40 (edge_cases.spec:8)"""
    seen.total()


@witnesses_of(ANNOTATE, "Annotate boundary input amount")
def test_annotate_boundary_input_amount(seen: Seen) -> None:
    """Annotate at the limit, and just beside it: amount: value >= -100 (edge_cases.spec:27)"""
    seen.total()


@witnesses_of(ANNOTATE, "Annotate boundary input amount 2")
def test_annotate_boundary_input_amount_2(seen: Seen) -> None:
    """Annotate at the limit, and just beside it: amount: value <= 100 (edge_cases.spec:27)"""
    seen.total()


@witnesses_of(ANNOTATE, "Annotate boundary requires 1")
def test_annotate_boundary_requires_1(seen: Seen) -> None:
    """Annotate at the limit, and just beside it: #samples[entity].attributes < 8 (edge_cases.spec:212)"""
    seen.total()


@witnesses_of(ANNOTATE, "Annotate branches input field")
def test_annotate_branches_input_field(seen: Seen) -> None:
    """Annotate both ways: field: len(value) <= 40 (edge_cases.spec:8)"""
    seen.total()


@witnesses_of(ANNOTATE, "Annotate branches input amount")
def test_annotate_branches_input_amount(seen: Seen) -> None:
    """Annotate both ways: amount: value >= -100 (edge_cases.spec:27)"""
    seen.total()


@witnesses_of(ANNOTATE, "Annotate branches input amount 2")
def test_annotate_branches_input_amount_2(seen: Seen) -> None:
    """Annotate both ways: amount: value <= 100 (edge_cases.spec:27)"""
    seen.total()


@witnesses_of(ANNOTATE, "Annotate branches requires 0")
def test_annotate_branches_requires_0(seen: Seen) -> None:
    """Annotate both ways: entity in samples (edge_cases.spec:210)"""
    seen.total()


@witnesses_of(ANNOTATE, "Annotate branches requires 0 2")
def test_annotate_branches_requires_0_2(seen: Seen) -> None:
    """Annotate in each case: samples[entity].state != Phase.CLOSED (edge_cases.spec:211)"""
    seen.total()


@witnesses_of(ANNOTATE, "Annotate branches requires 1")
def test_annotate_branches_requires_1(seen: Seen) -> None:
    """Annotate both ways: #samples[entity].attributes < 8 (edge_cases.spec:212)"""
    seen.total()


@witnesses_of(ANNOTATE, "Annotate branches requires 1 2")
def test_annotate_branches_requires_1_2(seen: Seen) -> None:
    """Annotate both ways: field in samples[entity].attributes (edge_cases.spec:212)"""
    seen.total()


@malformed_of(ANNOTATE, "Annotate malformed entity")
def test_annotate_malformed_entity(seen: Seen) -> None:
    """Annotate refuses an `entity` that is not well-formed. (edge_cases.spec:207)"""
    seen.refuses()


@malformed_of(ANNOTATE, "Annotate malformed amount")
def test_annotate_malformed_amount(seen: Seen) -> None:
    """Annotate refuses an `amount` that is not well-formed. (edge_cases.spec:207)"""
    seen.refuses()


@malformed_of(ANNOTATE, "Annotate malformed body")
def test_annotate_malformed_body(seen: Seen) -> None:
    """Annotate refuses a body that is not well-formed. (edge_cases.spec:206)"""
    seen.refuses()


# Seal: POST /samples/{id}/seal


@examples_of(SEAL)
def test_seal_accepts(seen: Seen) -> None:
    """Seal accepts every call whose precondition holds. (edge_cases.spec:222)"""
    seen.accepts()


@witnesses_of(SEAL, "Seal accepts witnesses")
def test_seal_accepts_witnesses(seen: Seen) -> None:
    """Seal accepts the calls that were found for it. (edge_cases.spec:222)"""
    seen.accepts()


@examples_of(SEAL)
def test_seal_ensures_0(seen: Seen) -> None:
    """Seal ensures: samples'[id].seal_hash = some(hash(secret)) (edge_cases.spec:228)"""
    seen.ensures(0)


@examples_of(SEAL)
def test_seal_ensures_1(seen: Seen) -> None:
    """Seal ensures: samples'[id].history = samples[id].history + ["sealed: \\"\U0001f512\\"\\t\\\\o/\\r\\n"]..."""
    seen.ensures(1)


@examples_of(SEAL)
def test_seal_rejects(seen: Seen) -> None:
    """Seal rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:222)"""
    seen.rejects()


@witnesses_of(SEAL, "Seal rejects input id")
def test_seal_rejects_input_id(seen: Seen) -> None:
    """Seal rejects a call that breaks: id: value > 0 (edge_cases.spec:6)"""
    seen.rejects("ItemId.where")


@witnesses_of(SEAL, "Seal rejects input secret")
def test_seal_rejects_input_secret(seen: Seen) -> None:
    """Seal rejects a call that breaks: secret: len(value) >= 8 and len(value) <= 64 (edge_cases.spec:18)"""
    seen.rejects("Secret.where")


@witnesses_of(SEAL, "Seal rejects requires 0")
def test_seal_rejects_requires_0(seen: Seen) -> None:
    """Seal rejects a call that breaks: id in samples (edge_cases.spec:225)"""
    seen.rejects("Seal.requires[0]")


@witnesses_of(SEAL, "Seal rejects requires 1")
def test_seal_rejects_requires_1(seen: Seen) -> None:
    """Seal rejects a call that breaks: samples[id].seal_hash = none (edge_cases.spec:226)"""
    seen.rejects("Seal.requires[1]")


@examples_of(SEAL)
def test_seal_invariant_keys_are_ids(seen: Seen) -> None:
    """Seal keeps the invariant: all one in samples | samples[one].id = one (edge_cases.spec:457)"""
    seen.invariant(0)


@examples_of(SEAL)
def test_seal_invariant_counts_agree(seen: Seen) -> None:
    """Seal keeps the invariant: total = #samples (edge_cases.spec:459)"""
    seen.invariant(1)


@examples_of(SEAL)
def test_seal_invariant_unique_names(seen: Seen) -> None:
    """Seal keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name (edge_cases.spec:461)"""
    seen.invariant(2)


@examples_of(SEAL)
def test_seal_invariant_labels_are_names(seen: Seen) -> None:
    """Seal keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some s in..."""
    seen.invariant(3)


@examples_of(SEAL)
def test_seal_invariant_coloured_from_palette(seen: Seen) -> None:
    """Seal keeps the invariant: all s in ran(samples) | s.tags subset palette() (edge_cases.spec:467)"""
    seen.invariant(4)


@examples_of(SEAL)
def test_seal_invariant_roots_are_samples(seen: Seen) -> None:
    """Seal keeps the invariant: dom(roots) subset dom(samples) (edge_cases.spec:470)"""
    seen.invariant(5)


@examples_of(SEAL)
def test_seal_invariant_every_sample_is_read(seen: Seen) -> None:
    """Seal keeps the invariant: dom(readings) = dom(samples) (edge_cases.spec:472)"""
    seen.invariant(6)


@examples_of(SEAL)
def test_seal_invariant_links_lead(seen: Seen) -> None:
    """Seal keeps the invariant: all a in links | a in samples and a not in links[a] and (all b in links[a] | b..."""
    seen.invariant(7)


@examples_of(SEAL)
def test_seal_invariant_focus_exists(seen: Seen) -> None:
    """Seal keeps the invariant: focus = none or focus in samples (edge_cases.spec:477)"""
    seen.invariant(8)


@examples_of(SEAL)
def test_seal_types(seen: Seen) -> None:
    """After Seal everything stored has its type, with all refinements. (edge_cases.spec:222)"""
    seen.types()


@examples_of(SEAL)
def test_seal_frame(seen: Seen) -> None:
    """Seal changes nothing else, and so keeps 2 invariants. (edge_cases.spec:222)"""
    seen.frame()


@examples_of(SEAL)
def test_seal_output(seen: Seen) -> None:
    """The answer of Seal has the declared outputs, types and headers. (edge_cases.spec:222)"""
    seen.output()


@witnesses_of(SEAL, "Seal boundary input id")
def test_seal_boundary_input_id(seen: Seen) -> None:
    """Seal at the limit, and just beside it: id: value > 0 (edge_cases.spec:6)"""
    seen.total()


@witnesses_of(SEAL, "Seal boundary input secret")
def test_seal_boundary_input_secret(seen: Seen) -> None:
    """Seal at the limit, and just beside it: secret: len(value) >= 8 (edge_cases.spec:18)"""
    seen.total()


@witnesses_of(SEAL, "Seal boundary input secret 2")
def test_seal_boundary_input_secret_2(seen: Seen) -> None:
    """Seal at the limit, and just beside it: secret: len(value) <= 64 (edge_cases.spec:18)"""
    seen.total()


@witnesses_of(SEAL, "Seal branches input secret")
def test_seal_branches_input_secret(seen: Seen) -> None:
    """Seal both ways: secret: len(value) >= 8 (edge_cases.spec:18)"""
    seen.total()


@witnesses_of(SEAL, "Seal branches input secret 2")
def test_seal_branches_input_secret_2(seen: Seen) -> None:
    """Seal both ways: secret: len(value) <= 64 (edge_cases.spec:18)"""
    seen.total()


@malformed_of(SEAL, "Seal malformed id")
def test_seal_malformed_id(seen: Seen) -> None:
    """Seal refuses an `id` that is not well-formed. (edge_cases.spec:223)"""
    seen.refuses()


@malformed_of(SEAL, "Seal malformed secret")
def test_seal_malformed_secret(seen: Seen) -> None:
    """Seal refuses an `secret` that is not well-formed. (edge_cases.spec:223)"""
    seen.refuses()


@malformed_of(SEAL, "Seal malformed body")
def test_seal_malformed_body(seen: Seen) -> None:
    """Seal refuses a body that is not well-formed. (edge_cases.spec:222)"""
    seen.refuses()


# Remove: DELETE /samples/{id}


@examples_of(REMOVE)
def test_remove_accepts(seen: Seen) -> None:
    """Remove accepts every call whose precondition holds. (edge_cases.spec:232)"""
    seen.accepts()


@witnesses_of(REMOVE, "Remove accepts witnesses")
def test_remove_accepts_witnesses(seen: Seen) -> None:
    """Remove accepts the calls that were found for it. (edge_cases.spec:232)"""
    seen.accepts()


@examples_of(REMOVE)
def test_remove_ensures_0(seen: Seen) -> None:
    """Remove ensures: samples' = samples - {id} (edge_cases.spec:240)"""
    seen.ensures(0)


@examples_of(REMOVE)
def test_remove_ensures_1(seen: Seen) -> None:
    """Remove ensures: roots' = roots - {id} (edge_cases.spec:241)"""
    seen.ensures(1)


@examples_of(REMOVE)
def test_remove_ensures_2(seen: Seen) -> None:
    """Remove ensures: readings' = readings - {id} (edge_cases.spec:242)"""
    seen.ensures(2)


@examples_of(REMOVE)
def test_remove_ensures_3(seen: Seen) -> None:
    """Remove ensures: links' = links - {id} (edge_cases.spec:243)"""
    seen.ensures(3)


@examples_of(REMOVE)
def test_remove_ensures_4(seen: Seen) -> None:
    """Remove ensures: labels' = labels minus {samples[id].name} (edge_cases.spec:244)"""
    seen.ensures(4)


@examples_of(REMOVE)
def test_remove_ensures_5(seen: Seen) -> None:
    """Remove ensures: total' = total - 1 (edge_cases.spec:245)"""
    seen.ensures(5)


@examples_of(REMOVE)
def test_remove_ensures_6(seen: Seen) -> None:
    """Remove ensures: focus = some(id) implies focus' = none (edge_cases.spec:246)"""
    seen.ensures(6)


@witnesses_of(REMOVE, "Remove ensures 6 branches")
def test_remove_ensures_6_branches(seen: Seen) -> None:
    """Remove ensures: focus = some(id) implies focus' = none (edge_cases.spec:246)"""
    seen.ensures(6)


@examples_of(REMOVE)
def test_remove_ensures_7(seen: Seen) -> None:
    """Remove ensures: left = #samples' (edge_cases.spec:248)"""
    seen.ensures(7)


@examples_of(REMOVE)
def test_remove_rejects(seen: Seen) -> None:
    """Remove rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:232)"""
    seen.rejects()


@witnesses_of(REMOVE, "Remove rejects input id")
def test_remove_rejects_input_id(seen: Seen) -> None:
    """Remove rejects a call that breaks: id: value > 0 (edge_cases.spec:6)"""
    seen.rejects("ItemId.where")


@witnesses_of(REMOVE, "Remove rejects requires 0")
def test_remove_rejects_requires_0(seen: Seen) -> None:
    """Remove rejects a call that breaks: id in samples (edge_cases.spec:237)"""
    seen.rejects("Remove.requires[0]")


@witnesses_of(REMOVE, "Remove rejects requires 1")
def test_remove_rejects_requires_1(seen: Seen) -> None:
    """Remove rejects a call that breaks: no a in links | id in links[a] (edge_cases.spec:238)"""
    seen.rejects("Remove.requires[1]")


@examples_of(REMOVE)
def test_remove_invariant_keys_are_ids(seen: Seen) -> None:
    """Remove keeps the invariant: all one in samples | samples[one].id = one (edge_cases.spec:457)"""
    seen.invariant(0)


@examples_of(REMOVE)
def test_remove_invariant_counts_agree(seen: Seen) -> None:
    """Remove keeps the invariant: total = #samples (edge_cases.spec:459)"""
    seen.invariant(1)


@examples_of(REMOVE)
def test_remove_invariant_unique_names(seen: Seen) -> None:
    """Remove keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name (edge_cases.spec:461)"""
    seen.invariant(2)


@examples_of(REMOVE)
def test_remove_invariant_labels_are_names(seen: Seen) -> None:
    """Remove keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some s in..."""
    seen.invariant(3)


@examples_of(REMOVE)
def test_remove_invariant_coloured_from_palette(seen: Seen) -> None:
    """Remove keeps the invariant: all s in ran(samples) | s.tags subset palette() (edge_cases.spec:467)"""
    seen.invariant(4)


@examples_of(REMOVE)
def test_remove_invariant_roots_are_samples(seen: Seen) -> None:
    """Remove keeps the invariant: dom(roots) subset dom(samples) (edge_cases.spec:470)"""
    seen.invariant(5)


@examples_of(REMOVE)
def test_remove_invariant_every_sample_is_read(seen: Seen) -> None:
    """Remove keeps the invariant: dom(readings) = dom(samples) (edge_cases.spec:472)"""
    seen.invariant(6)


@examples_of(REMOVE)
def test_remove_invariant_links_lead(seen: Seen) -> None:
    """Remove keeps the invariant: all a in links | a in samples and a not in links[a] and (all b in links[a] | b..."""
    seen.invariant(7)


@examples_of(REMOVE)
def test_remove_invariant_focus_exists(seen: Seen) -> None:
    """Remove keeps the invariant: focus = none or focus in samples (edge_cases.spec:477)"""
    seen.invariant(8)


@examples_of(REMOVE)
def test_remove_types(seen: Seen) -> None:
    """After Remove everything stored has its type, with all refinements. (edge_cases.spec:232)"""
    seen.types()


@examples_of(REMOVE)
def test_remove_frame(seen: Seen) -> None:
    """Remove changes nothing else, and so keeps 2 invariants. (edge_cases.spec:232)"""
    seen.frame()


@examples_of(REMOVE)
def test_remove_output(seen: Seen) -> None:
    """The answer of Remove has the declared outputs, types and headers. (edge_cases.spec:232)"""
    seen.output()


@witnesses_of(REMOVE, "Remove boundary input id")
def test_remove_boundary_input_id(seen: Seen) -> None:
    """Remove at the limit, and just beside it: id: value > 0 (edge_cases.spec:6)"""
    seen.total()


@witnesses_of(REMOVE, "Remove boundary ensures 6")
def test_remove_boundary_ensures_6(seen: Seen) -> None:
    """Remove at the limit, and just beside it: focus = some(id) (edge_cases.spec:246)"""
    seen.total()


@witnesses_of(REMOVE, "Remove branches requires 1")
def test_remove_branches_requires_1(seen: Seen) -> None:
    """Remove both ways: no a in links | id in links[a] (edge_cases.spec:238)"""
    seen.total()


@malformed_of(REMOVE, "Remove malformed id")
def test_remove_malformed_id(seen: Seen) -> None:
    """Remove refuses an `id` that is not well-formed. (edge_cases.spec:233)"""
    seen.refuses()


@unauthorized_of(REMOVE, "Remove auth")
def test_remove_auth(seen: Seen) -> None:
    """Remove asks for credentials, and changes nothing without them. (edge_cases.spec:232)"""
    seen.unauthorized()


# Activate: POST /samples/{id}/activate


@examples_of(ACTIVATE)
def test_activate_accepts(seen: Seen) -> None:
    """Activate accepts every call whose precondition holds. (edge_cases.spec:253)"""
    seen.accepts()


@witnesses_of(ACTIVATE, "Activate accepts witnesses")
def test_activate_accepts_witnesses(seen: Seen) -> None:
    """Activate accepts the calls that were found for it. (edge_cases.spec:253)"""
    seen.accepts()


@examples_of(ACTIVATE)
def test_activate_ensures_0(seen: Seen) -> None:
    """Activate ensures: samples' = samples + {id -> samples[id] with { state = Phase.ACTIVE, history =..."""
    seen.ensures(0)


@examples_of(ACTIVATE)
def test_activate_ensures_1(seen: Seen) -> None:
    """Activate ensures: sample = samples'[id] (edge_cases.spec:264)"""
    seen.ensures(1)


@examples_of(ACTIVATE)
def test_activate_rejects(seen: Seen) -> None:
    """Activate rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:253)"""
    seen.rejects()


@witnesses_of(ACTIVATE, "Activate rejects input id")
def test_activate_rejects_input_id(seen: Seen) -> None:
    """Activate rejects a call that breaks: id: value > 0 (edge_cases.spec:6)"""
    seen.rejects("ItemId.where")


@witnesses_of(ACTIVATE, "Activate rejects requires 0")
def test_activate_rejects_requires_0(seen: Seen) -> None:
    """Activate rejects a call that breaks: id in samples (edge_cases.spec:257)"""
    seen.rejects("Activate.requires[0]")


@witnesses_of(ACTIVATE, "Activate rejects requires 1")
def test_activate_rejects_requires_1(seen: Seen) -> None:
    """Activate rejects a call that breaks: samples[id].state = Phase.DRAFT (edge_cases.spec:258)"""
    seen.rejects("Activate.requires[1]")


@witnesses_of(ACTIVATE, "Activate rejects guard DRAFT to ACTIVE")
def test_activate_rejects_guard_draft_to_active(seen: Seen) -> None:
    """Activate rejects a call that breaks: weight > 0.0 and #tags > 0 (edge_cases.spec:296)"""
    seen.rejects("SampleLife from DRAFT")


@witnesses_of(ACTIVATE, "Activate rejects from ACTIVE")
def test_activate_rejects_from_active(seen: Seen) -> None:
    """Activate rejects a call that breaks: SampleLife has no rule from ACTIVE (edge_cases.spec:293)"""
    seen.rejects("SampleLife from ACTIVE")


@witnesses_of(ACTIVATE, "Activate rejects from CLOSED")
def test_activate_rejects_from_closed(seen: Seen) -> None:
    """Activate rejects a call that breaks: SampleLife has no rule from CLOSED (edge_cases.spec:293)"""
    seen.rejects("SampleLife from CLOSED")


@examples_of(ACTIVATE)
def test_activate_invariant_keys_are_ids(seen: Seen) -> None:
    """Activate keeps the invariant: all one in samples | samples[one].id = one (edge_cases.spec:457)"""
    seen.invariant(0)


@examples_of(ACTIVATE)
def test_activate_invariant_counts_agree(seen: Seen) -> None:
    """Activate keeps the invariant: total = #samples (edge_cases.spec:459)"""
    seen.invariant(1)


@examples_of(ACTIVATE)
def test_activate_invariant_unique_names(seen: Seen) -> None:
    """Activate keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name (edge_cases.spec:461)"""
    seen.invariant(2)


@examples_of(ACTIVATE)
def test_activate_invariant_labels_are_names(seen: Seen) -> None:
    """Activate keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some s in..."""
    seen.invariant(3)


@examples_of(ACTIVATE)
def test_activate_invariant_coloured_from_palette(seen: Seen) -> None:
    """Activate keeps the invariant: all s in ran(samples) | s.tags subset palette() (edge_cases.spec:467)"""
    seen.invariant(4)


@examples_of(ACTIVATE)
def test_activate_invariant_roots_are_samples(seen: Seen) -> None:
    """Activate keeps the invariant: dom(roots) subset dom(samples) (edge_cases.spec:470)"""
    seen.invariant(5)


@examples_of(ACTIVATE)
def test_activate_invariant_every_sample_is_read(seen: Seen) -> None:
    """Activate keeps the invariant: dom(readings) = dom(samples) (edge_cases.spec:472)"""
    seen.invariant(6)


@examples_of(ACTIVATE)
def test_activate_invariant_links_lead(seen: Seen) -> None:
    """Activate keeps the invariant: all a in links | a in samples and a not in links[a] and (all b in links[a] |..."""
    seen.invariant(7)


@examples_of(ACTIVATE)
def test_activate_invariant_focus_exists(seen: Seen) -> None:
    """Activate keeps the invariant: focus = none or focus in samples (edge_cases.spec:477)"""
    seen.invariant(8)


@examples_of(ACTIVATE)
def test_activate_types(seen: Seen) -> None:
    """After Activate everything stored has its type, with all refinements. (edge_cases.spec:253)"""
    seen.types()


@examples_of(ACTIVATE)
def test_activate_frame(seen: Seen) -> None:
    """Activate changes nothing else, and so keeps 2 invariants. (edge_cases.spec:253)"""
    seen.frame()


@examples_of(ACTIVATE)
def test_activate_output(seen: Seen) -> None:
    """The answer of Activate has the declared outputs, types and headers. (edge_cases.spec:253)"""
    seen.output()


@witnesses_of(ACTIVATE, "Activate boundary input id")
def test_activate_boundary_input_id(seen: Seen) -> None:
    """Activate at the limit, and just beside it: id: value > 0 (edge_cases.spec:6)"""
    seen.total()


@witnesses_of(ACTIVATE, "Activate boundary guard DRAFT to ACTIVE")
def test_activate_boundary_guard_draft_to_active(seen: Seen) -> None:
    """Activate at the limit, and just beside it: weight > 0.0 (edge_cases.spec:296)"""
    seen.total()


@witnesses_of(ACTIVATE, "Activate boundary guard DRAFT to ACTIVE 2")
def test_activate_boundary_guard_draft_to_active_2(seen: Seen) -> None:
    """Activate at the limit, and just beside it: #tags > 0 (edge_cases.spec:296)"""
    seen.total()


@witnesses_of(ACTIVATE, "Activate branches requires 1")
def test_activate_branches_requires_1(seen: Seen) -> None:
    """Activate in each case: samples[id].state = Phase.DRAFT (edge_cases.spec:258)"""
    seen.total()


@witnesses_of(ACTIVATE, "Activate branches guard DRAFT to ACTIVE")
def test_activate_branches_guard_draft_to_active(seen: Seen) -> None:
    """Activate both ways: weight > 0.0 (edge_cases.spec:296)"""
    seen.total()


@witnesses_of(ACTIVATE, "Activate branches guard DRAFT to ACTIVE 2")
def test_activate_branches_guard_draft_to_active_2(seen: Seen) -> None:
    """Activate both ways: #tags > 0 (edge_cases.spec:296)"""
    seen.total()


@malformed_of(ACTIVATE, "Activate malformed id")
def test_activate_malformed_id(seen: Seen) -> None:
    """Activate refuses an `id` that is not well-formed. (edge_cases.spec:254)"""
    seen.refuses()


@witnesses_of(ACTIVATE, "Activate moves DRAFT to ACTIVE")
def test_activate_moves_draft_to_active(seen: Seen) -> None:
    """Activate moves DRAFT to ACTIVE. (edge_cases.spec:296)"""
    seen.moves("SampleLife", "SampleLife DRAFT -> ACTIVE via Activate")


# Close: POST /samples/{id}/close


@examples_of(CLOSE)
def test_close_accepts(seen: Seen) -> None:
    """Close accepts every call whose precondition holds. (edge_cases.spec:267)"""
    seen.accepts()


@witnesses_of(CLOSE, "Close accepts witnesses")
def test_close_accepts_witnesses(seen: Seen) -> None:
    """Close accepts the calls that were found for it. (edge_cases.spec:267)"""
    seen.accepts()


@examples_of(CLOSE)
def test_close_ensures_0(seen: Seen) -> None:
    """Close ensures: samples'[id].state = Phase.CLOSED (edge_cases.spec:274)"""
    seen.ensures(0)


@examples_of(CLOSE)
def test_close_ensures_1(seen: Seen) -> None:
    """Close ensures: samples'[id].retired_at = some(now() + grace) (edge_cases.spec:275)"""
    seen.ensures(1)


@examples_of(CLOSE)
def test_close_ensures_2(seen: Seen) -> None:
    """Close ensures: samples'[id].lifetime = now() - samples[id].created_at (edge_cases.spec:276)"""
    seen.ensures(2)


@examples_of(CLOSE)
def test_close_ensures_3(seen: Seen) -> None:
    """Close ensures: sample = samples'[id] (edge_cases.spec:277)"""
    seen.ensures(3)


@examples_of(CLOSE)
def test_close_rejects(seen: Seen) -> None:
    """Close rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:267)"""
    seen.rejects()


@witnesses_of(CLOSE, "Close rejects input id")
def test_close_rejects_input_id(seen: Seen) -> None:
    """Close rejects a call that breaks: id: value > 0 (edge_cases.spec:6)"""
    seen.rejects("ItemId.where")


@witnesses_of(CLOSE, "Close rejects requires 0")
def test_close_rejects_requires_0(seen: Seen) -> None:
    """Close rejects a call that breaks: id in samples (edge_cases.spec:271)"""
    seen.rejects("Close.requires[0]")


@witnesses_of(CLOSE, "Close rejects requires 1")
def test_close_rejects_requires_1(seen: Seen) -> None:
    """Close rejects a call that breaks: samples[id].state = Phase.ACTIVE (edge_cases.spec:272)"""
    seen.rejects("Close.requires[1]")


@witnesses_of(CLOSE, "Close rejects from DRAFT")
def test_close_rejects_from_draft(seen: Seen) -> None:
    """Close rejects a call that breaks: SampleLife has no rule from DRAFT (edge_cases.spec:293)"""
    seen.rejects("SampleLife from DRAFT")


@witnesses_of(CLOSE, "Close rejects from CLOSED")
def test_close_rejects_from_closed(seen: Seen) -> None:
    """Close rejects a call that breaks: SampleLife has no rule from CLOSED (edge_cases.spec:293)"""
    seen.rejects("SampleLife from CLOSED")


@examples_of(CLOSE)
def test_close_invariant_keys_are_ids(seen: Seen) -> None:
    """Close keeps the invariant: all one in samples | samples[one].id = one (edge_cases.spec:457)"""
    seen.invariant(0)


@examples_of(CLOSE)
def test_close_invariant_counts_agree(seen: Seen) -> None:
    """Close keeps the invariant: total = #samples (edge_cases.spec:459)"""
    seen.invariant(1)


@examples_of(CLOSE)
def test_close_invariant_unique_names(seen: Seen) -> None:
    """Close keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name (edge_cases.spec:461)"""
    seen.invariant(2)


@examples_of(CLOSE)
def test_close_invariant_labels_are_names(seen: Seen) -> None:
    """Close keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some s in..."""
    seen.invariant(3)


@examples_of(CLOSE)
def test_close_invariant_coloured_from_palette(seen: Seen) -> None:
    """Close keeps the invariant: all s in ran(samples) | s.tags subset palette() (edge_cases.spec:467)"""
    seen.invariant(4)


@examples_of(CLOSE)
def test_close_invariant_roots_are_samples(seen: Seen) -> None:
    """Close keeps the invariant: dom(roots) subset dom(samples) (edge_cases.spec:470)"""
    seen.invariant(5)


@examples_of(CLOSE)
def test_close_invariant_every_sample_is_read(seen: Seen) -> None:
    """Close keeps the invariant: dom(readings) = dom(samples) (edge_cases.spec:472)"""
    seen.invariant(6)


@examples_of(CLOSE)
def test_close_invariant_links_lead(seen: Seen) -> None:
    """Close keeps the invariant: all a in links | a in samples and a not in links[a] and (all b in links[a] | b..."""
    seen.invariant(7)


@examples_of(CLOSE)
def test_close_invariant_focus_exists(seen: Seen) -> None:
    """Close keeps the invariant: focus = none or focus in samples (edge_cases.spec:477)"""
    seen.invariant(8)


@examples_of(CLOSE)
def test_close_types(seen: Seen) -> None:
    """After Close everything stored has its type, with all refinements. (edge_cases.spec:267)"""
    seen.types()


@examples_of(CLOSE)
def test_close_frame(seen: Seen) -> None:
    """Close changes nothing else, and so keeps 2 invariants. (edge_cases.spec:267)"""
    seen.frame()


@examples_of(CLOSE)
def test_close_output(seen: Seen) -> None:
    """The answer of Close has the declared outputs, types and headers. (edge_cases.spec:267)"""
    seen.output()


@witnesses_of(CLOSE, "Close boundary input id")
def test_close_boundary_input_id(seen: Seen) -> None:
    """Close at the limit, and just beside it: id: value > 0 (edge_cases.spec:6)"""
    seen.total()


@witnesses_of(CLOSE, "Close branches requires 1")
def test_close_branches_requires_1(seen: Seen) -> None:
    """Close in each case: samples[id].state = Phase.ACTIVE (edge_cases.spec:272)"""
    seen.total()


@malformed_of(CLOSE, "Close malformed id")
def test_close_malformed_id(seen: Seen) -> None:
    """Close refuses an `id` that is not well-formed. (edge_cases.spec:268)"""
    seen.refuses()


@witnesses_of(CLOSE, "Close moves ACTIVE to CLOSED")
def test_close_moves_active_to_closed(seen: Seen) -> None:
    """Close moves ACTIVE to CLOSED. (edge_cases.spec:297)"""
    seen.moves("SampleLife", "SampleLife ACTIVE -> CLOSED via Close")


# Revive: POST /samples/{id}/revive


@examples_of(REVIVE)
def test_revive_accepts(seen: Seen) -> None:
    """Revive accepts every call whose precondition holds. (edge_cases.spec:281)"""
    seen.accepts()


@witnesses_of(REVIVE, "Revive accepts witnesses")
def test_revive_accepts_witnesses(seen: Seen) -> None:
    """Revive accepts the calls that were found for it. (edge_cases.spec:281)"""
    seen.accepts()


@examples_of(REVIVE)
def test_revive_ensures_0(seen: Seen) -> None:
    """Revive ensures: samples'[id].state = Phase.ACTIVE (edge_cases.spec:288)"""
    seen.ensures(0)


@examples_of(REVIVE)
def test_revive_ensures_1(seen: Seen) -> None:
    """Revive ensures: samples'[id].retired_at = none (edge_cases.spec:289)"""
    seen.ensures(1)


@examples_of(REVIVE)
def test_revive_ensures_2(seen: Seen) -> None:
    """Revive ensures: sample = samples'[id] (edge_cases.spec:290)"""
    seen.ensures(2)


@examples_of(REVIVE)
def test_revive_rejects(seen: Seen) -> None:
    """Revive rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:281)"""
    seen.rejects()


@witnesses_of(REVIVE, "Revive rejects input id")
def test_revive_rejects_input_id(seen: Seen) -> None:
    """Revive rejects a call that breaks: id: value > 0 (edge_cases.spec:6)"""
    seen.rejects("ItemId.where")


@witnesses_of(REVIVE, "Revive rejects requires 0")
def test_revive_rejects_requires_0(seen: Seen) -> None:
    """Revive rejects a call that breaks: id in samples (edge_cases.spec:285)"""
    seen.rejects("Revive.requires[0]")


@witnesses_of(REVIVE, "Revive rejects requires 1")
def test_revive_rejects_requires_1(seen: Seen) -> None:
    """Revive rejects a call that breaks: samples[id].state = Phase.CLOSED (edge_cases.spec:286)"""
    seen.rejects("Revive.requires[1]")


@witnesses_of(REVIVE, "Revive rejects guard CLOSED to ACTIVE")
def test_revive_rejects_guard_closed_to_active(seen: Seen) -> None:
    """Revive rejects a call that breaks: retired_at != none and now() < retired_at (edge_cases.spec:298)"""
    seen.rejects("SampleLife from CLOSED")


@witnesses_of(REVIVE, "Revive rejects from DRAFT")
def test_revive_rejects_from_draft(seen: Seen) -> None:
    """Revive rejects a call that breaks: SampleLife has no rule from DRAFT (edge_cases.spec:293)"""
    seen.rejects("SampleLife from DRAFT")


@witnesses_of(REVIVE, "Revive rejects from ACTIVE")
def test_revive_rejects_from_active(seen: Seen) -> None:
    """Revive rejects a call that breaks: SampleLife has no rule from ACTIVE (edge_cases.spec:293)"""
    seen.rejects("SampleLife from ACTIVE")


@examples_of(REVIVE)
def test_revive_invariant_keys_are_ids(seen: Seen) -> None:
    """Revive keeps the invariant: all one in samples | samples[one].id = one (edge_cases.spec:457)"""
    seen.invariant(0)


@examples_of(REVIVE)
def test_revive_invariant_counts_agree(seen: Seen) -> None:
    """Revive keeps the invariant: total = #samples (edge_cases.spec:459)"""
    seen.invariant(1)


@examples_of(REVIVE)
def test_revive_invariant_unique_names(seen: Seen) -> None:
    """Revive keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name (edge_cases.spec:461)"""
    seen.invariant(2)


@examples_of(REVIVE)
def test_revive_invariant_labels_are_names(seen: Seen) -> None:
    """Revive keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some s in..."""
    seen.invariant(3)


@examples_of(REVIVE)
def test_revive_invariant_coloured_from_palette(seen: Seen) -> None:
    """Revive keeps the invariant: all s in ran(samples) | s.tags subset palette() (edge_cases.spec:467)"""
    seen.invariant(4)


@examples_of(REVIVE)
def test_revive_invariant_roots_are_samples(seen: Seen) -> None:
    """Revive keeps the invariant: dom(roots) subset dom(samples) (edge_cases.spec:470)"""
    seen.invariant(5)


@examples_of(REVIVE)
def test_revive_invariant_every_sample_is_read(seen: Seen) -> None:
    """Revive keeps the invariant: dom(readings) = dom(samples) (edge_cases.spec:472)"""
    seen.invariant(6)


@examples_of(REVIVE)
def test_revive_invariant_links_lead(seen: Seen) -> None:
    """Revive keeps the invariant: all a in links | a in samples and a not in links[a] and (all b in links[a] | b..."""
    seen.invariant(7)


@examples_of(REVIVE)
def test_revive_invariant_focus_exists(seen: Seen) -> None:
    """Revive keeps the invariant: focus = none or focus in samples (edge_cases.spec:477)"""
    seen.invariant(8)


@examples_of(REVIVE)
def test_revive_types(seen: Seen) -> None:
    """After Revive everything stored has its type, with all refinements. (edge_cases.spec:281)"""
    seen.types()


@examples_of(REVIVE)
def test_revive_frame(seen: Seen) -> None:
    """Revive changes nothing else, and so keeps 2 invariants. (edge_cases.spec:281)"""
    seen.frame()


@examples_of(REVIVE)
def test_revive_output(seen: Seen) -> None:
    """The answer of Revive has the declared outputs, types and headers. (edge_cases.spec:281)"""
    seen.output()


@witnesses_of(REVIVE, "Revive boundary input id")
def test_revive_boundary_input_id(seen: Seen) -> None:
    """Revive at the limit, and just beside it: id: value > 0 (edge_cases.spec:6)"""
    seen.total()


@witnesses_of(REVIVE, "Revive boundary guard CLOSED to ACTIVE")
def test_revive_boundary_guard_closed_to_active(seen: Seen) -> None:
    """Revive at the limit, and just beside it: now() < retired_at (edge_cases.spec:298)"""
    seen.total()


@witnesses_of(REVIVE, "Revive branches requires 1")
def test_revive_branches_requires_1(seen: Seen) -> None:
    """Revive in each case: samples[id].state = Phase.CLOSED (edge_cases.spec:286)"""
    seen.total()


@witnesses_of(REVIVE, "Revive branches guard CLOSED to ACTIVE")
def test_revive_branches_guard_closed_to_active(seen: Seen) -> None:
    """Revive both ways: now() < retired_at (edge_cases.spec:298)"""
    seen.total()


@malformed_of(REVIVE, "Revive malformed id")
def test_revive_malformed_id(seen: Seen) -> None:
    """Revive refuses an `id` that is not well-formed. (edge_cases.spec:282)"""
    seen.refuses()


@witnesses_of(REVIVE, "Revive moves CLOSED to ACTIVE")
def test_revive_moves_closed_to_active(seen: Seen) -> None:
    """Revive moves CLOSED to ACTIVE. (edge_cases.spec:298)"""
    seen.moves("SampleLife", "SampleLife CLOSED -> ACTIVE via Revive")


# MarkRoot: POST /samples/{id}/root


@examples_of(MARK_ROOT)
def test_mark_root_accepts(seen: Seen) -> None:
    """MarkRoot accepts every call whose precondition holds. (edge_cases.spec:303)"""
    seen.accepts()


@witnesses_of(MARK_ROOT, "MarkRoot accepts witnesses")
def test_mark_root_accepts_witnesses(seen: Seen) -> None:
    """MarkRoot accepts the calls that were found for it. (edge_cases.spec:303)"""
    seen.accepts()


@examples_of(MARK_ROOT)
def test_mark_root_ensures_0(seen: Seen) -> None:
    """MarkRoot ensures: roots'[id] = Base { id = id, created_at = now() } (edge_cases.spec:309)"""
    seen.ensures(0)


@examples_of(MARK_ROOT)
def test_mark_root_rejects(seen: Seen) -> None:
    """MarkRoot rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:303)"""
    seen.rejects()


@witnesses_of(MARK_ROOT, "MarkRoot rejects input id")
def test_mark_root_rejects_input_id(seen: Seen) -> None:
    """MarkRoot rejects a call that breaks: id: value > 0 (edge_cases.spec:6)"""
    seen.rejects("ItemId.where")


@witnesses_of(MARK_ROOT, "MarkRoot rejects requires 0")
def test_mark_root_rejects_requires_0(seen: Seen) -> None:
    """MarkRoot rejects a call that breaks: id in samples (edge_cases.spec:306)"""
    seen.rejects("MarkRoot.requires[0]")


@witnesses_of(MARK_ROOT, "MarkRoot rejects requires 1")
def test_mark_root_rejects_requires_1(seen: Seen) -> None:
    """MarkRoot rejects a call that breaks: id not in roots (edge_cases.spec:307)"""
    seen.rejects("MarkRoot.requires[1]")


@examples_of(MARK_ROOT)
def test_mark_root_invariant_unique_names(seen: Seen) -> None:
    """MarkRoot keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name (edge_cases.spec:461)"""
    seen.invariant(2)


@examples_of(MARK_ROOT)
def test_mark_root_invariant_labels_are_names(seen: Seen) -> None:
    """MarkRoot keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some s in..."""
    seen.invariant(3)


@examples_of(MARK_ROOT)
def test_mark_root_invariant_roots_are_samples(seen: Seen) -> None:
    """MarkRoot keeps the invariant: dom(roots) subset dom(samples) (edge_cases.spec:470)"""
    seen.invariant(5)


@examples_of(MARK_ROOT)
def test_mark_root_types(seen: Seen) -> None:
    """After MarkRoot everything stored has its type, with all refinements. (edge_cases.spec:303)"""
    seen.types()


@examples_of(MARK_ROOT)
def test_mark_root_frame(seen: Seen) -> None:
    """MarkRoot changes nothing else, and so keeps 8 invariants. (edge_cases.spec:303)"""
    seen.frame()


@examples_of(MARK_ROOT)
def test_mark_root_output(seen: Seen) -> None:
    """The answer of MarkRoot has the declared outputs, types and headers. (edge_cases.spec:303)"""
    seen.output()


@witnesses_of(MARK_ROOT, "MarkRoot boundary input id")
def test_mark_root_boundary_input_id(seen: Seen) -> None:
    """MarkRoot at the limit, and just beside it: id: value > 0 (edge_cases.spec:6)"""
    seen.total()


@malformed_of(MARK_ROOT, "MarkRoot malformed id")
def test_mark_root_malformed_id(seen: Seen) -> None:
    """MarkRoot refuses an `id` that is not well-formed. (edge_cases.spec:304)"""
    seen.refuses()


# AddReading: POST /samples/{id}/readings


@examples_of(ADD_READING)
def test_add_reading_accepts(seen: Seen) -> None:
    """AddReading accepts every call whose precondition holds. (edge_cases.spec:312)"""
    seen.accepts()


@witnesses_of(ADD_READING, "AddReading accepts witnesses")
def test_add_reading_accepts_witnesses(seen: Seen) -> None:
    """AddReading accepts the calls that were found for it. (edge_cases.spec:312)"""
    seen.accepts()


@examples_of(ADD_READING)
def test_add_reading_ensures_0(seen: Seen) -> None:
    """AddReading ensures: readings'[id] = readings[id] union {reading} (edge_cases.spec:319)"""
    seen.ensures(0)


@examples_of(ADD_READING)
def test_add_reading_ensures_1(seen: Seen) -> None:
    """AddReading ensures: highest = max(readings'[id]) (edge_cases.spec:320)"""
    seen.ensures(1)


@examples_of(ADD_READING)
def test_add_reading_ensures_2(seen: Seen) -> None:
    """AddReading ensures: lowest = min(readings'[id]) (edge_cases.spec:321)"""
    seen.ensures(2)


@examples_of(ADD_READING)
def test_add_reading_ensures_3(seen: Seen) -> None:
    """AddReading ensures: spread = abs(lowest - highest) (edge_cases.spec:322)"""
    seen.ensures(3)


@examples_of(ADD_READING)
def test_add_reading_ensures_4(seen: Seen) -> None:
    """AddReading ensures: middle = (highest + lowest) / 2 (edge_cases.spec:323)"""
    seen.ensures(4)


@examples_of(ADD_READING)
def test_add_reading_ensures_5(seen: Seen) -> None:
    """AddReading ensures: clamped = max(-50, min(50, reading * 2)) (edge_cases.spec:324)"""
    seen.ensures(5)


@examples_of(ADD_READING)
def test_add_reading_rejects(seen: Seen) -> None:
    """AddReading rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:312)"""
    seen.rejects()


@witnesses_of(ADD_READING, "AddReading rejects input id")
def test_add_reading_rejects_input_id(seen: Seen) -> None:
    """AddReading rejects a call that breaks: id: value > 0 (edge_cases.spec:6)"""
    seen.rejects("ItemId.where")


@witnesses_of(ADD_READING, "AddReading rejects input reading")
def test_add_reading_rejects_input_reading(seen: Seen) -> None:
    """AddReading rejects a call that breaks: reading: value >= -100 and value <= 100 (edge_cases.spec:27)"""
    seen.rejects("Reading.where")


@witnesses_of(ADD_READING, "AddReading rejects requires 0")
def test_add_reading_rejects_requires_0(seen: Seen) -> None:
    """AddReading rejects a call that breaks: id in samples (edge_cases.spec:316)"""
    seen.rejects("AddReading.requires[0]")


@witnesses_of(ADD_READING, "AddReading rejects requires 1")
def test_add_reading_rejects_requires_1(seen: Seen) -> None:
    """AddReading rejects a call that breaks: #readings[id] < 10 (edge_cases.spec:317)"""
    seen.rejects("AddReading.requires[1]")


@examples_of(ADD_READING)
def test_add_reading_invariant_unique_names(seen: Seen) -> None:
    """AddReading keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name..."""
    seen.invariant(2)


@examples_of(ADD_READING)
def test_add_reading_invariant_labels_are_names(seen: Seen) -> None:
    """AddReading keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some s in..."""
    seen.invariant(3)


@examples_of(ADD_READING)
def test_add_reading_invariant_every_sample_is_read(seen: Seen) -> None:
    """AddReading keeps the invariant: dom(readings) = dom(samples) (edge_cases.spec:472)"""
    seen.invariant(6)


@examples_of(ADD_READING)
def test_add_reading_types(seen: Seen) -> None:
    """After AddReading everything stored has its type, with all refinements. (edge_cases.spec:312)"""
    seen.types()


@examples_of(ADD_READING)
def test_add_reading_frame(seen: Seen) -> None:
    """AddReading changes nothing else, and so keeps 8 invariants. (edge_cases.spec:312)"""
    seen.frame()


@examples_of(ADD_READING)
def test_add_reading_output(seen: Seen) -> None:
    """The answer of AddReading has the declared outputs, types and headers. (edge_cases.spec:312)"""
    seen.output()


@witnesses_of(ADD_READING, "AddReading boundary input id")
def test_add_reading_boundary_input_id(seen: Seen) -> None:
    """AddReading at the limit, and just beside it: id: value > 0 (edge_cases.spec:6)"""
    seen.total()


@witnesses_of(ADD_READING, "AddReading boundary input reading")
def test_add_reading_boundary_input_reading(seen: Seen) -> None:
    """AddReading at the limit, and just beside it: reading: value >= -100 (edge_cases.spec:27)"""
    seen.total()


@witnesses_of(ADD_READING, "AddReading boundary input reading 2")
def test_add_reading_boundary_input_reading_2(seen: Seen) -> None:
    """AddReading at the limit, and just beside it: reading: value <= 100 (edge_cases.spec:27)"""
    seen.total()


@witnesses_of(ADD_READING, "AddReading boundary requires 1")
def test_add_reading_boundary_requires_1(seen: Seen) -> None:
    """AddReading at the limit, and just beside it: #readings[id] < 10 (edge_cases.spec:317)"""
    seen.total()


@witnesses_of(ADD_READING, "AddReading branches input reading")
def test_add_reading_branches_input_reading(seen: Seen) -> None:
    """AddReading both ways: reading: value >= -100 (edge_cases.spec:27)"""
    seen.total()


@witnesses_of(ADD_READING, "AddReading branches input reading 2")
def test_add_reading_branches_input_reading_2(seen: Seen) -> None:
    """AddReading both ways: reading: value <= 100 (edge_cases.spec:27)"""
    seen.total()


@malformed_of(ADD_READING, "AddReading malformed id")
def test_add_reading_malformed_id(seen: Seen) -> None:
    """AddReading refuses an `id` that is not well-formed. (edge_cases.spec:313)"""
    seen.refuses()


@malformed_of(ADD_READING, "AddReading malformed reading")
def test_add_reading_malformed_reading(seen: Seen) -> None:
    """AddReading refuses an `reading` that is not well-formed. (edge_cases.spec:313)"""
    seen.refuses()


@malformed_of(ADD_READING, "AddReading malformed body")
def test_add_reading_malformed_body(seen: Seen) -> None:
    """AddReading refuses a body that is not well-formed. (edge_cases.spec:312)"""
    seen.refuses()


# Link: POST /samples/{source}/links


@examples_of(LINK)
def test_link_accepts(seen: Seen) -> None:
    """Link accepts every call whose precondition holds. (edge_cases.spec:327)"""
    seen.accepts()


@witnesses_of(LINK, "Link accepts witnesses")
def test_link_accepts_witnesses(seen: Seen) -> None:
    """Link accepts the calls that were found for it. (edge_cases.spec:327)"""
    seen.accepts()


@examples_of(LINK)
def test_link_ensures_0(seen: Seen) -> None:
    """Link ensures: links' = links + {source -> links[source] union {target}} (edge_cases.spec:336)"""
    seen.ensures(0)


@examples_of(LINK)
def test_link_ensures_1(seen: Seen) -> None:
    """Link ensures: targets = links'[source] (edge_cases.spec:337)"""
    seen.ensures(1)


@examples_of(LINK)
def test_link_rejects(seen: Seen) -> None:
    """Link rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:327)"""
    seen.rejects()


@witnesses_of(LINK, "Link rejects input source")
def test_link_rejects_input_source(seen: Seen) -> None:
    """Link rejects a call that breaks: source: value > 0 (edge_cases.spec:6)"""
    seen.rejects("ItemId.where")


@witnesses_of(LINK, "Link rejects input target")
def test_link_rejects_input_target(seen: Seen) -> None:
    """Link rejects a call that breaks: target: value > 0 (edge_cases.spec:6)"""
    seen.rejects("ItemId.where")


@witnesses_of(LINK, "Link rejects requires 0")
def test_link_rejects_requires_0(seen: Seen) -> None:
    """Link rejects a call that breaks: source in samples (edge_cases.spec:331)"""
    seen.rejects("Link.requires[0]")


@witnesses_of(LINK, "Link rejects requires 1")
def test_link_rejects_requires_1(seen: Seen) -> None:
    """Link rejects a call that breaks: target in samples (edge_cases.spec:332)"""
    seen.rejects("Link.requires[1]")


@witnesses_of(LINK, "Link rejects requires 2")
def test_link_rejects_requires_2(seen: Seen) -> None:
    """Link rejects a call that breaks: source != target (edge_cases.spec:333)"""
    seen.rejects("Link.requires[2]")


@witnesses_of(LINK, "Link rejects requires 3")
def test_link_rejects_requires_3(seen: Seen) -> None:
    """Link rejects a call that breaks: target not in links[source] (edge_cases.spec:334)"""
    seen.rejects("Link.requires[3]")


@examples_of(LINK)
def test_link_invariant_unique_names(seen: Seen) -> None:
    """Link keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name (edge_cases.spec:461)"""
    seen.invariant(2)


@examples_of(LINK)
def test_link_invariant_labels_are_names(seen: Seen) -> None:
    """Link keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some s in..."""
    seen.invariant(3)


@examples_of(LINK)
def test_link_invariant_links_lead(seen: Seen) -> None:
    """Link keeps the invariant: all a in links | a in samples and a not in links[a] and (all b in links[a] | b..."""
    seen.invariant(7)


@examples_of(LINK)
def test_link_types(seen: Seen) -> None:
    """After Link everything stored has its type, with all refinements. (edge_cases.spec:327)"""
    seen.types()


@examples_of(LINK)
def test_link_frame(seen: Seen) -> None:
    """Link changes nothing else, and so keeps 8 invariants. (edge_cases.spec:327)"""
    seen.frame()


@examples_of(LINK)
def test_link_output(seen: Seen) -> None:
    """The answer of Link has the declared outputs, types and headers. (edge_cases.spec:327)"""
    seen.output()


@witnesses_of(LINK, "Link boundary input source")
def test_link_boundary_input_source(seen: Seen) -> None:
    """Link at the limit, and just beside it: source: value > 0 (edge_cases.spec:6)"""
    seen.total()


@witnesses_of(LINK, "Link boundary input target")
def test_link_boundary_input_target(seen: Seen) -> None:
    """Link at the limit, and just beside it: target: value > 0 (edge_cases.spec:6)"""
    seen.total()


@witnesses_of(LINK, "Link branches requires 2")
def test_link_branches_requires_2(seen: Seen) -> None:
    """Link both ways: source != target (edge_cases.spec:333)"""
    seen.total()


@malformed_of(LINK, "Link malformed source")
def test_link_malformed_source(seen: Seen) -> None:
    """Link refuses an `source` that is not well-formed. (edge_cases.spec:328)"""
    seen.refuses()


@malformed_of(LINK, "Link malformed target")
def test_link_malformed_target(seen: Seen) -> None:
    """Link refuses an `target` that is not well-formed. (edge_cases.spec:328)"""
    seen.refuses()


@malformed_of(LINK, "Link malformed body")
def test_link_malformed_body(seen: Seen) -> None:
    """Link refuses a body that is not well-formed. (edge_cases.spec:327)"""
    seen.refuses()


# Unlink: DELETE /samples/{source}/links/{target}


@examples_of(UNLINK)
def test_unlink_accepts(seen: Seen) -> None:
    """Unlink accepts every call whose precondition holds. (edge_cases.spec:340)"""
    seen.accepts()


@witnesses_of(UNLINK, "Unlink accepts witnesses")
def test_unlink_accepts_witnesses(seen: Seen) -> None:
    """Unlink accepts the calls that were found for it. (edge_cases.spec:340)"""
    seen.accepts()


@examples_of(UNLINK)
def test_unlink_ensures_0(seen: Seen) -> None:
    """Unlink ensures: links'[source] = links[source] minus {target} (edge_cases.spec:346)"""
    seen.ensures(0)


@examples_of(UNLINK)
def test_unlink_rejects(seen: Seen) -> None:
    """Unlink rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:340)"""
    seen.rejects()


@witnesses_of(UNLINK, "Unlink rejects input source")
def test_unlink_rejects_input_source(seen: Seen) -> None:
    """Unlink rejects a call that breaks: source: value > 0 (edge_cases.spec:6)"""
    seen.rejects("ItemId.where")


@witnesses_of(UNLINK, "Unlink rejects input target")
def test_unlink_rejects_input_target(seen: Seen) -> None:
    """Unlink rejects a call that breaks: target: value > 0 (edge_cases.spec:6)"""
    seen.rejects("ItemId.where")


@witnesses_of(UNLINK, "Unlink rejects requires 1")
def test_unlink_rejects_requires_1(seen: Seen) -> None:
    """Unlink rejects a call that breaks: target in links[source] (edge_cases.spec:344)"""
    seen.rejects("Unlink.requires[1]")


@examples_of(UNLINK)
def test_unlink_invariant_unique_names(seen: Seen) -> None:
    """Unlink keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name (edge_cases.spec:461)"""
    seen.invariant(2)


@examples_of(UNLINK)
def test_unlink_invariant_labels_are_names(seen: Seen) -> None:
    """Unlink keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some s in..."""
    seen.invariant(3)


@examples_of(UNLINK)
def test_unlink_invariant_links_lead(seen: Seen) -> None:
    """Unlink keeps the invariant: all a in links | a in samples and a not in links[a] and (all b in links[a] | b..."""
    seen.invariant(7)


@examples_of(UNLINK)
def test_unlink_types(seen: Seen) -> None:
    """After Unlink everything stored has its type, with all refinements. (edge_cases.spec:340)"""
    seen.types()


@examples_of(UNLINK)
def test_unlink_frame(seen: Seen) -> None:
    """Unlink changes nothing else, and so keeps 8 invariants. (edge_cases.spec:340)"""
    seen.frame()


@examples_of(UNLINK)
def test_unlink_output(seen: Seen) -> None:
    """The answer of Unlink has the declared outputs, types and headers. (edge_cases.spec:340)"""
    seen.output()


@witnesses_of(UNLINK, "Unlink boundary input source")
def test_unlink_boundary_input_source(seen: Seen) -> None:
    """Unlink at the limit, and just beside it: source: value > 0 (edge_cases.spec:6)"""
    seen.total()


@witnesses_of(UNLINK, "Unlink boundary input target")
def test_unlink_boundary_input_target(seen: Seen) -> None:
    """Unlink at the limit, and just beside it: target: value > 0 (edge_cases.spec:6)"""
    seen.total()


@malformed_of(UNLINK, "Unlink malformed source")
def test_unlink_malformed_source(seen: Seen) -> None:
    """Unlink refuses an `source` that is not well-formed. (edge_cases.spec:341)"""
    seen.refuses()


@malformed_of(UNLINK, "Unlink malformed target")
def test_unlink_malformed_target(seen: Seen) -> None:
    """Unlink refuses an `target` that is not well-formed. (edge_cases.spec:341)"""
    seen.refuses()


# Note: POST /log


@examples_of(NOTE)
def test_note_accepts(seen: Seen) -> None:
    """Note accepts every call whose precondition holds. (edge_cases.spec:351)"""
    seen.accepts()


@witnesses_of(NOTE, "Note accepts witnesses")
def test_note_accepts_witnesses(seen: Seen) -> None:
    """Note accepts the calls that were found for it. (edge_cases.spec:351)"""
    seen.accepts()


@examples_of(NOTE)
def test_note_ensures_0(seen: Seen) -> None:
    """Note ensures: log' = log + ["- " + message] (edge_cases.spec:357)"""
    seen.ensures(0)


@examples_of(NOTE)
def test_note_ensures_1(seen: Seen) -> None:
    """Note ensures: position = #log (edge_cases.spec:358)"""
    seen.ensures(1)


@examples_of(NOTE)
def test_note_ensures_2(seen: Seen) -> None:
    """Note ensures: log'[position] = "- " + message (edge_cases.spec:359)"""
    seen.ensures(2)


@examples_of(NOTE)
def test_note_rejects(seen: Seen) -> None:
    """Note rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:351)"""
    seen.rejects()


@witnesses_of(NOTE, "Note rejects input message")
def test_note_rejects_input_message(seen: Seen) -> None:
    """Note rejects a call that breaks: message: len(value) <= 200 (edge_cases.spec:16)"""
    seen.rejects("Text.where")


@witnesses_of(NOTE, "Note rejects requires 0")
def test_note_rejects_requires_0(seen: Seen) -> None:
    """Note rejects a call that breaks: not message matches /^\\s*$/ (edge_cases.spec:355)"""
    seen.rejects("Note.requires[0]")


@examples_of(NOTE)
def test_note_invariant_unique_names(seen: Seen) -> None:
    """Note keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name (edge_cases.spec:461)"""
    seen.invariant(2)


@examples_of(NOTE)
def test_note_invariant_labels_are_names(seen: Seen) -> None:
    """Note keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some s in..."""
    seen.invariant(3)


@examples_of(NOTE)
def test_note_types(seen: Seen) -> None:
    """After Note everything stored has its type, with all refinements. (edge_cases.spec:351)"""
    seen.types()


@examples_of(NOTE)
def test_note_frame(seen: Seen) -> None:
    """Note changes nothing else, and so keeps 9 invariants. (edge_cases.spec:351)"""
    seen.frame()


@examples_of(NOTE)
def test_note_output(seen: Seen) -> None:
    """The answer of Note has the declared outputs, types and headers. (edge_cases.spec:351)"""
    seen.output()


@witnesses_of(NOTE, "Note boundary input message")
def test_note_boundary_input_message(seen: Seen) -> None:
    """Note at the limit, and just beside it: message: len(value) <= 200 (edge_cases.spec:16)"""
    seen.total()


@witnesses_of(NOTE, "Note boundary requires 0")
def test_note_boundary_requires_0(seen: Seen) -> None:
    """Note at the limit, and just beside it: message matches /^\\s*$/ (edge_cases.spec:355)"""
    seen.total()


@malformed_of(NOTE, "Note malformed message")
def test_note_malformed_message(seen: Seen) -> None:
    """Note refuses an `message` that is not well-formed. (edge_cases.spec:352)"""
    seen.refuses()


@malformed_of(NOTE, "Note malformed body")
def test_note_malformed_body(seen: Seen) -> None:
    """Note refuses a body that is not well-formed. (edge_cases.spec:351)"""
    seen.refuses()


# SetPref: PUT /prefs/{key}


@examples_of(SET_PREF)
def test_set_pref_accepts(seen: Seen) -> None:
    """SetPref accepts every call whose precondition holds. (edge_cases.spec:362)"""
    seen.accepts()


@witnesses_of(SET_PREF, "SetPref accepts witnesses")
def test_set_pref_accepts_witnesses(seen: Seen) -> None:
    """SetPref accepts the calls that were found for it. (edge_cases.spec:362)"""
    seen.accepts()


@examples_of(SET_PREF)
def test_set_pref_ensures_0(seen: Seen) -> None:
    """SetPref ensures: prefs' = prefs + {key -> amount} (edge_cases.spec:366)"""
    seen.ensures(0)


@examples_of(SET_PREF)
def test_set_pref_ensures_1(seen: Seen) -> None:
    """SetPref ensures: previous = (if key in prefs then some(prefs[key]) else none) (edge_cases.spec:367)"""
    seen.ensures(1)


@witnesses_of(SET_PREF, "SetPref ensures 1 branches")
def test_set_pref_ensures_1_branches(seen: Seen) -> None:
    """SetPref ensures: previous = (if key in prefs then some(prefs[key]) else none) (edge_cases.spec:367)"""
    seen.ensures(1)


@examples_of(SET_PREF)
def test_set_pref_rejects(seen: Seen) -> None:
    """SetPref rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:362)"""
    seen.rejects()


@witnesses_of(SET_PREF, "SetPref rejects input key")
def test_set_pref_rejects_input_key(seen: Seen) -> None:
    """SetPref rejects a call that breaks: key: value matches /^[a-z][a-z0-9_-]*$/ (edge_cases.spec:11)"""
    seen.rejects("Label.where")


@witnesses_of(SET_PREF, "SetPref rejects input key 2")
def test_set_pref_rejects_input_key_2(seen: Seen) -> None:
    """SetPref rejects a call that breaks: key: len(value) >= 1 and len(value) <= 40 (edge_cases.spec:8)"""
    seen.rejects("Name.where")


@witnesses_of(SET_PREF, "SetPref rejects input amount")
def test_set_pref_rejects_input_amount(seen: Seen) -> None:
    """SetPref rejects a call that breaks: amount: value >= -100 and value <= 100 (edge_cases.spec:27)"""
    seen.rejects("Reading.where")


@examples_of(SET_PREF)
def test_set_pref_invariant_unique_names(seen: Seen) -> None:
    """SetPref keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name (edge_cases.spec:461)"""
    seen.invariant(2)


@examples_of(SET_PREF)
def test_set_pref_invariant_labels_are_names(seen: Seen) -> None:
    """SetPref keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some s in..."""
    seen.invariant(3)


@examples_of(SET_PREF)
def test_set_pref_types(seen: Seen) -> None:
    """After SetPref everything stored has its type, with all refinements. (edge_cases.spec:362)"""
    seen.types()


@examples_of(SET_PREF)
def test_set_pref_frame(seen: Seen) -> None:
    """SetPref changes nothing else, and so keeps 9 invariants. (edge_cases.spec:362)"""
    seen.frame()


@examples_of(SET_PREF)
def test_set_pref_output(seen: Seen) -> None:
    """The answer of SetPref has the declared outputs, types and headers. (edge_cases.spec:362)"""
    seen.output()


@witnesses_of(SET_PREF, "SetPref boundary input key")
def test_set_pref_boundary_input_key(seen: Seen) -> None:
    """SetPref at the limit, and just beside it: key: value matches /^[a-z][a-z0-9_-]*$/ (edge_cases.spec:11)"""
    seen.total()


@witnesses_of(SET_PREF, "SetPref boundary input key 2")
def test_set_pref_boundary_input_key_2(seen: Seen) -> None:
    """SetPref at the limit, and just beside it: key: len(value) >= 1 (edge_cases.spec:8)"""
    seen.total()


@witnesses_of(SET_PREF, "SetPref boundary input key 3")
def test_set_pref_boundary_input_key_3(seen: Seen) -> None:
    """SetPref at the limit, and just beside it: key: len(value) <= 40 (edge_cases.spec:8)"""
    seen.total()


@witnesses_of(SET_PREF, "SetPref boundary input amount")
def test_set_pref_boundary_input_amount(seen: Seen) -> None:
    """SetPref at the limit, and just beside it: amount: value >= -100 (edge_cases.spec:27)"""
    seen.total()


@witnesses_of(SET_PREF, "SetPref boundary input amount 2")
def test_set_pref_boundary_input_amount_2(seen: Seen) -> None:
    """SetPref at the limit, and just beside it: amount: value <= 100 (edge_cases.spec:27)"""
    seen.total()


@witnesses_of(SET_PREF, "SetPref branches input key")
def test_set_pref_branches_input_key(seen: Seen) -> None:
    """SetPref both ways: key: len(value) <= 40 (edge_cases.spec:8)"""
    seen.total()


@witnesses_of(SET_PREF, "SetPref branches input amount")
def test_set_pref_branches_input_amount(seen: Seen) -> None:
    """SetPref both ways: amount: value >= -100 (edge_cases.spec:27)"""
    seen.total()


@witnesses_of(SET_PREF, "SetPref branches input amount 2")
def test_set_pref_branches_input_amount_2(seen: Seen) -> None:
    """SetPref both ways: amount: value <= 100 (edge_cases.spec:27)"""
    seen.total()


@malformed_of(SET_PREF, "SetPref malformed amount")
def test_set_pref_malformed_amount(seen: Seen) -> None:
    """SetPref refuses an `amount` that is not well-formed. (edge_cases.spec:363)"""
    seen.refuses()


@malformed_of(SET_PREF, "SetPref malformed body")
def test_set_pref_malformed_body(seen: Seen) -> None:
    """SetPref refuses a body that is not well-formed. (edge_cases.spec:362)"""
    seen.refuses()


# DropPrefs: POST /prefs/drop


@examples_of(DROP_PREFS)
def test_drop_prefs_accepts(seen: Seen) -> None:
    """DropPrefs accepts every call whose precondition holds. (edge_cases.spec:370)"""
    seen.accepts()


@witnesses_of(DROP_PREFS, "DropPrefs accepts witnesses")
def test_drop_prefs_accepts_witnesses(seen: Seen) -> None:
    """DropPrefs accepts the calls that were found for it. (edge_cases.spec:370)"""
    seen.accepts()


@examples_of(DROP_PREFS)
def test_drop_prefs_ensures_0(seen: Seen) -> None:
    """DropPrefs ensures: prefs' = prefs - keys (edge_cases.spec:377)"""
    seen.ensures(0)


@examples_of(DROP_PREFS)
def test_drop_prefs_ensures_1(seen: Seen) -> None:
    """DropPrefs ensures: dropped = #keys (edge_cases.spec:378)"""
    seen.ensures(1)


@examples_of(DROP_PREFS)
def test_drop_prefs_rejects(seen: Seen) -> None:
    """DropPrefs rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:370)"""
    seen.rejects()


@witnesses_of(DROP_PREFS, "DropPrefs rejects input keys")
def test_drop_prefs_rejects_input_keys(seen: Seen) -> None:
    """DropPrefs rejects a call that breaks: keys: value matches /^[a-z][a-z0-9_-]*$/ (edge_cases.spec:11)"""
    seen.rejects("Label.where")


@witnesses_of(DROP_PREFS, "DropPrefs rejects input keys 2")
def test_drop_prefs_rejects_input_keys_2(seen: Seen) -> None:
    """DropPrefs rejects a call that breaks: keys: len(value) >= 1 and len(value) <= 40 (edge_cases.spec:8)"""
    seen.rejects("Name.where")


@witnesses_of(DROP_PREFS, "DropPrefs rejects requires 0")
def test_drop_prefs_rejects_requires_0(seen: Seen) -> None:
    """DropPrefs rejects a call that breaks: #keys > 0 (edge_cases.spec:374)"""
    seen.rejects("DropPrefs.requires[0]")


@witnesses_of(DROP_PREFS, "DropPrefs rejects requires 1")
def test_drop_prefs_rejects_requires_1(seen: Seen) -> None:
    """DropPrefs rejects a call that breaks: keys subset dom(prefs) (edge_cases.spec:375)"""
    seen.rejects("DropPrefs.requires[1]")


@examples_of(DROP_PREFS)
def test_drop_prefs_invariant_unique_names(seen: Seen) -> None:
    """DropPrefs keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name..."""
    seen.invariant(2)


@examples_of(DROP_PREFS)
def test_drop_prefs_invariant_labels_are_names(seen: Seen) -> None:
    """DropPrefs keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some s in..."""
    seen.invariant(3)


@examples_of(DROP_PREFS)
def test_drop_prefs_types(seen: Seen) -> None:
    """After DropPrefs everything stored has its type, with all refinements. (edge_cases.spec:370)"""
    seen.types()


@examples_of(DROP_PREFS)
def test_drop_prefs_frame(seen: Seen) -> None:
    """DropPrefs changes nothing else, and so keeps 9 invariants. (edge_cases.spec:370)"""
    seen.frame()


@examples_of(DROP_PREFS)
def test_drop_prefs_output(seen: Seen) -> None:
    """The answer of DropPrefs has the declared outputs, types and headers. (edge_cases.spec:370)"""
    seen.output()


@witnesses_of(DROP_PREFS, "DropPrefs boundary input keys")
def test_drop_prefs_boundary_input_keys(seen: Seen) -> None:
    """DropPrefs at the limit, and just beside it: keys: value matches /^[a-z][a-z0-9_-]*$/ (edge_cases.spec:11)"""
    seen.total()


@witnesses_of(DROP_PREFS, "DropPrefs boundary input keys 2")
def test_drop_prefs_boundary_input_keys_2(seen: Seen) -> None:
    """DropPrefs at the limit, and just beside it: keys: len(value) >= 1 (edge_cases.spec:8)"""
    seen.total()


@witnesses_of(DROP_PREFS, "DropPrefs boundary input keys 3")
def test_drop_prefs_boundary_input_keys_3(seen: Seen) -> None:
    """DropPrefs at the limit, and just beside it: keys: len(value) <= 40 (edge_cases.spec:8)"""
    seen.total()


@witnesses_of(DROP_PREFS, "DropPrefs boundary requires 0")
def test_drop_prefs_boundary_requires_0(seen: Seen) -> None:
    """DropPrefs at the limit, and just beside it: #keys > 0 (edge_cases.spec:374)"""
    seen.total()


@witnesses_of(DROP_PREFS, "DropPrefs branches input keys")
def test_drop_prefs_branches_input_keys(seen: Seen) -> None:
    """DropPrefs both ways: keys: len(value) >= 1 (edge_cases.spec:8)"""
    seen.total()


@witnesses_of(DROP_PREFS, "DropPrefs branches input keys 2")
def test_drop_prefs_branches_input_keys_2(seen: Seen) -> None:
    """DropPrefs both ways: keys: len(value) <= 40 (edge_cases.spec:8)"""
    seen.total()


@malformed_of(DROP_PREFS, "DropPrefs malformed keys")
def test_drop_prefs_malformed_keys(seen: Seen) -> None:
    """DropPrefs refuses an `keys` that is not well-formed. (edge_cases.spec:371)"""
    seen.refuses()


@malformed_of(DROP_PREFS, "DropPrefs malformed body")
def test_drop_prefs_malformed_body(seen: Seen) -> None:
    """DropPrefs refuses a body that is not well-formed. (edge_cases.spec:370)"""
    seen.refuses()


# Clear: POST /clear


@examples_of(CLEAR)
def test_clear_accepts(seen: Seen) -> None:
    """Clear accepts every call whose precondition holds. (edge_cases.spec:382)"""
    seen.accepts()


@witnesses_of(CLEAR, "Clear accepts witnesses")
def test_clear_accepts_witnesses(seen: Seen) -> None:
    """Clear accepts the calls that were found for it. (edge_cases.spec:382)"""
    seen.accepts()


@examples_of(CLEAR)
def test_clear_ensures_0(seen: Seen) -> None:
    """Clear ensures: log' = [] (edge_cases.spec:386)"""
    seen.ensures(0)


@examples_of(CLEAR)
def test_clear_ensures_1(seen: Seen) -> None:
    """Clear ensures: prefs' = {} (edge_cases.spec:387)"""
    seen.ensures(1)


@examples_of(CLEAR)
def test_clear_rejects(seen: Seen) -> None:
    """Clear rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:382)"""
    seen.rejects()


@witnesses_of(CLEAR, "Clear rejects requires 0")
def test_clear_rejects_requires_0(seen: Seen) -> None:
    """Clear rejects a call that breaks: #log > 0 or #prefs > 0 (edge_cases.spec:384)"""
    seen.rejects("Clear.requires[0]")


@examples_of(CLEAR)
def test_clear_invariant_unique_names(seen: Seen) -> None:
    """Clear keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name (edge_cases.spec:461)"""
    seen.invariant(2)


@examples_of(CLEAR)
def test_clear_invariant_labels_are_names(seen: Seen) -> None:
    """Clear keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some s in..."""
    seen.invariant(3)


@examples_of(CLEAR)
def test_clear_types(seen: Seen) -> None:
    """After Clear everything stored has its type, with all refinements. (edge_cases.spec:382)"""
    seen.types()


@examples_of(CLEAR)
def test_clear_frame(seen: Seen) -> None:
    """Clear changes nothing else, and so keeps 9 invariants. (edge_cases.spec:382)"""
    seen.frame()


@examples_of(CLEAR)
def test_clear_output(seen: Seen) -> None:
    """The answer of Clear has the declared outputs, types and headers. (edge_cases.spec:382)"""
    seen.output()


@witnesses_of(CLEAR, "Clear boundary requires 0")
def test_clear_boundary_requires_0(seen: Seen) -> None:
    """Clear at the limit, and just beside it: #log > 0 (edge_cases.spec:384)"""
    seen.total()


@witnesses_of(CLEAR, "Clear boundary requires 0 2")
def test_clear_boundary_requires_0_2(seen: Seen) -> None:
    """Clear at the limit, and just beside it: #prefs > 0 (edge_cases.spec:384)"""
    seen.total()


@witnesses_of(CLEAR, "Clear branches requires 0")
def test_clear_branches_requires_0(seen: Seen) -> None:
    """Clear both ways: #log > 0 (edge_cases.spec:384)"""
    seen.total()


@witnesses_of(CLEAR, "Clear branches requires 0 2")
def test_clear_branches_requires_0_2(seen: Seen) -> None:
    """Clear both ways: #prefs > 0 (edge_cases.spec:384)"""
    seen.total()


# Focus: PUT /focus/{id}


@examples_of(FOCUS)
def test_focus_accepts(seen: Seen) -> None:
    """Focus accepts every call whose precondition holds. (edge_cases.spec:390)"""
    seen.accepts()


@witnesses_of(FOCUS, "Focus accepts witnesses")
def test_focus_accepts_witnesses(seen: Seen) -> None:
    """Focus accepts the calls that were found for it. (edge_cases.spec:390)"""
    seen.accepts()


@examples_of(FOCUS)
def test_focus_ensures_0(seen: Seen) -> None:
    """Focus ensures: focus' = some(id) (edge_cases.spec:395)"""
    seen.ensures(0)


@examples_of(FOCUS)
def test_focus_rejects(seen: Seen) -> None:
    """Focus rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:390)"""
    seen.rejects()


@witnesses_of(FOCUS, "Focus rejects input id")
def test_focus_rejects_input_id(seen: Seen) -> None:
    """Focus rejects a call that breaks: id: value > 0 (edge_cases.spec:6)"""
    seen.rejects("ItemId.where")


@witnesses_of(FOCUS, "Focus rejects requires 0")
def test_focus_rejects_requires_0(seen: Seen) -> None:
    """Focus rejects a call that breaks: id in samples (edge_cases.spec:393)"""
    seen.rejects("Focus.requires[0]")


@examples_of(FOCUS)
def test_focus_invariant_unique_names(seen: Seen) -> None:
    """Focus keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name (edge_cases.spec:461)"""
    seen.invariant(2)


@examples_of(FOCUS)
def test_focus_invariant_labels_are_names(seen: Seen) -> None:
    """Focus keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some s in..."""
    seen.invariant(3)


@examples_of(FOCUS)
def test_focus_invariant_focus_exists(seen: Seen) -> None:
    """Focus keeps the invariant: focus = none or focus in samples (edge_cases.spec:477)"""
    seen.invariant(8)


@examples_of(FOCUS)
def test_focus_types(seen: Seen) -> None:
    """After Focus everything stored has its type, with all refinements. (edge_cases.spec:390)"""
    seen.types()


@examples_of(FOCUS)
def test_focus_frame(seen: Seen) -> None:
    """Focus changes nothing else, and so keeps 8 invariants. (edge_cases.spec:390)"""
    seen.frame()


@examples_of(FOCUS)
def test_focus_output(seen: Seen) -> None:
    """The answer of Focus has the declared outputs, types and headers. (edge_cases.spec:390)"""
    seen.output()


@witnesses_of(FOCUS, "Focus boundary input id")
def test_focus_boundary_input_id(seen: Seen) -> None:
    """Focus at the limit, and just beside it: id: value > 0 (edge_cases.spec:6)"""
    seen.total()


@malformed_of(FOCUS, "Focus malformed id")
def test_focus_malformed_id(seen: Seen) -> None:
    """Focus refuses an `id` that is not well-formed. (edge_cases.spec:391)"""
    seen.refuses()


# Spend: POST /spend


@examples_of(SPEND)
def test_spend_accepts(seen: Seen) -> None:
    """Spend accepts every call whose precondition holds. (edge_cases.spec:398)"""
    seen.accepts()


@witnesses_of(SPEND, "Spend accepts witnesses")
def test_spend_accepts_witnesses(seen: Seen) -> None:
    """Spend accepts the calls that were found for it. (edge_cases.spec:398)"""
    seen.accepts()


@examples_of(SPEND)
def test_spend_ensures_0(seen: Seen) -> None:
    """Spend ensures: budget' = budget - cost (edge_cases.spec:404)"""
    seen.ensures(0)


@examples_of(SPEND)
def test_spend_ensures_1(seen: Seen) -> None:
    """Spend ensures: rest = budget' (edge_cases.spec:405)"""
    seen.ensures(1)


@examples_of(SPEND)
def test_spend_ensures_2(seen: Seen) -> None:
    """Spend ensures: fee = cost * 3.0 / 4.0 (edge_cases.spec:406)"""
    seen.ensures(2)


@examples_of(SPEND)
def test_spend_rejects(seen: Seen) -> None:
    """Spend rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:398)"""
    seen.rejects()


@witnesses_of(SPEND, "Spend rejects input cost")
def test_spend_rejects_input_cost(seen: Seen) -> None:
    """Spend rejects a call that breaks: cost: value > 0.0 and value <= 100.0 (edge_cases.spec:25)"""
    seen.rejects("Cost.where")


@witnesses_of(SPEND, "Spend rejects requires 0")
def test_spend_rejects_requires_0(seen: Seen) -> None:
    """Spend rejects a call that breaks: budget >= cost (edge_cases.spec:402)"""
    seen.rejects("Spend.requires[0]")


@examples_of(SPEND)
def test_spend_invariant_unique_names(seen: Seen) -> None:
    """Spend keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name (edge_cases.spec:461)"""
    seen.invariant(2)


@examples_of(SPEND)
def test_spend_invariant_labels_are_names(seen: Seen) -> None:
    """Spend keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some s in..."""
    seen.invariant(3)


@examples_of(SPEND)
def test_spend_always_never_overspent(seen: Seen) -> None:
    """Spend keeps what always holds: budget >= 0.0 (edge_cases.spec:482)"""
    seen.always(0)


@examples_of(SPEND)
def test_spend_types(seen: Seen) -> None:
    """After Spend everything stored has its type, with all refinements. (edge_cases.spec:398)"""
    seen.types()


@examples_of(SPEND)
def test_spend_frame(seen: Seen) -> None:
    """Spend changes nothing else, and so keeps 8 invariants. (edge_cases.spec:398)"""
    seen.frame()


@examples_of(SPEND)
def test_spend_output(seen: Seen) -> None:
    """The answer of Spend has the declared outputs, types and headers. (edge_cases.spec:398)"""
    seen.output()


@witnesses_of(SPEND, "Spend boundary input cost")
def test_spend_boundary_input_cost(seen: Seen) -> None:
    """Spend at the limit, and just beside it: cost: value > 0.0 (edge_cases.spec:25)"""
    seen.total()


@witnesses_of(SPEND, "Spend boundary input cost 2")
def test_spend_boundary_input_cost_2(seen: Seen) -> None:
    """Spend at the limit, and just beside it: cost: value <= 100.0 (edge_cases.spec:25)"""
    seen.total()


@witnesses_of(SPEND, "Spend boundary requires 0")
def test_spend_boundary_requires_0(seen: Seen) -> None:
    """Spend at the limit, and just beside it: budget >= cost (edge_cases.spec:402)"""
    seen.total()


@witnesses_of(SPEND, "Spend branches input cost")
def test_spend_branches_input_cost(seen: Seen) -> None:
    """Spend both ways: cost: value > 0.0 (edge_cases.spec:25)"""
    seen.total()


@witnesses_of(SPEND, "Spend branches input cost 2")
def test_spend_branches_input_cost_2(seen: Seen) -> None:
    """Spend both ways: cost: value <= 100.0 (edge_cases.spec:25)"""
    seen.total()


@malformed_of(SPEND, "Spend malformed cost")
def test_spend_malformed_cost(seen: Seen) -> None:
    """Spend refuses an `cost` that is not well-formed. (edge_cases.spec:399)"""
    seen.refuses()


@malformed_of(SPEND, "Spend malformed body")
def test_spend_malformed_body(seen: Seen) -> None:
    """Spend refuses a body that is not well-formed. (edge_cases.spec:398)"""
    seen.refuses()


# SetGrace: PUT /grace


@examples_of(SET_GRACE)
def test_set_grace_accepts(seen: Seen) -> None:
    """SetGrace accepts every call whose precondition holds. (edge_cases.spec:409)"""
    seen.accepts()


@witnesses_of(SET_GRACE, "SetGrace accepts witnesses")
def test_set_grace_accepts_witnesses(seen: Seen) -> None:
    """SetGrace accepts the calls that were found for it. (edge_cases.spec:409)"""
    seen.accepts()


@examples_of(SET_GRACE)
def test_set_grace_ensures_0(seen: Seen) -> None:
    """SetGrace ensures: grace' = (if twice then span * 2 else span) (edge_cases.spec:413)"""
    seen.ensures(0)


@witnesses_of(SET_GRACE, "SetGrace ensures 0 branches")
def test_set_grace_ensures_0_branches(seen: Seen) -> None:
    """SetGrace ensures: grace' = (if twice then span * 2 else span) (edge_cases.spec:413)"""
    seen.ensures(0)


@examples_of(SET_GRACE)
def test_set_grace_ensures_1(seen: Seen) -> None:
    """SetGrace ensures: half = grace' / 2 (edge_cases.spec:414)"""
    seen.ensures(1)


@examples_of(SET_GRACE)
def test_set_grace_ensures_2(seen: Seen) -> None:
    """SetGrace ensures: half + half <= grace' and grace' - half >= half (edge_cases.spec:415)"""
    seen.ensures(2)


@examples_of(SET_GRACE)
def test_set_grace_rejects(seen: Seen) -> None:
    """SetGrace rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:409)"""
    seen.rejects()


@witnesses_of(SET_GRACE, "SetGrace rejects input span")
def test_set_grace_rejects_input_span(seen: Seen) -> None:
    """SetGrace rejects a call that breaks: span: value >= seconds(1) and value <= hours(2) (edge_cases.spec:29)"""
    seen.rejects("Grace.where")


@examples_of(SET_GRACE)
def test_set_grace_invariant_unique_names(seen: Seen) -> None:
    """SetGrace keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name (edge_cases.spec:461)"""
    seen.invariant(2)


@examples_of(SET_GRACE)
def test_set_grace_invariant_labels_are_names(seen: Seen) -> None:
    """SetGrace keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some s in..."""
    seen.invariant(3)


@examples_of(SET_GRACE)
def test_set_grace_invariant_9(seen: Seen) -> None:
    """SetGrace keeps the invariant: grace <= days(1) (edge_cases.spec:480)"""
    seen.invariant(9)


@examples_of(SET_GRACE)
def test_set_grace_types(seen: Seen) -> None:
    """After SetGrace everything stored has its type, with all refinements. (edge_cases.spec:409)"""
    seen.types()


@examples_of(SET_GRACE)
def test_set_grace_frame(seen: Seen) -> None:
    """SetGrace changes nothing else, and so keeps 8 invariants. (edge_cases.spec:409)"""
    seen.frame()


@examples_of(SET_GRACE)
def test_set_grace_output(seen: Seen) -> None:
    """The answer of SetGrace has the declared outputs, types and headers. (edge_cases.spec:409)"""
    seen.output()


@witnesses_of(SET_GRACE, "SetGrace boundary input span")
def test_set_grace_boundary_input_span(seen: Seen) -> None:
    """SetGrace at the limit, and just beside it: span: value >= seconds(1) (edge_cases.spec:29)"""
    seen.total()


@witnesses_of(SET_GRACE, "SetGrace boundary input span 2")
def test_set_grace_boundary_input_span_2(seen: Seen) -> None:
    """SetGrace at the limit, and just beside it: span: value <= hours(2) (edge_cases.spec:29)"""
    seen.total()


@witnesses_of(SET_GRACE, "SetGrace branches input span")
def test_set_grace_branches_input_span(seen: Seen) -> None:
    """SetGrace both ways: span: value >= seconds(1) (edge_cases.spec:29)"""
    seen.total()


@witnesses_of(SET_GRACE, "SetGrace branches input span 2")
def test_set_grace_branches_input_span_2(seen: Seen) -> None:
    """SetGrace both ways: span: value <= hours(2) (edge_cases.spec:29)"""
    seen.total()


@malformed_of(SET_GRACE, "SetGrace malformed span")
def test_set_grace_malformed_span(seen: Seen) -> None:
    """SetGrace refuses an `span` that is not well-formed. (edge_cases.spec:410)"""
    seen.refuses()


@malformed_of(SET_GRACE, "SetGrace malformed twice")
def test_set_grace_malformed_twice(seen: Seen) -> None:
    """SetGrace refuses an `twice` that is not well-formed. (edge_cases.spec:410)"""
    seen.refuses()


@malformed_of(SET_GRACE, "SetGrace malformed body")
def test_set_grace_malformed_body(seen: Seen) -> None:
    """SetGrace refuses a body that is not well-formed. (edge_cases.spec:409)"""
    seen.refuses()


# Toggle: POST /toggle


@examples_of(TOGGLE)
def test_toggle_accepts(seen: Seen) -> None:
    """Toggle accepts every call whose precondition holds. (edge_cases.spec:418)"""
    seen.accepts()


@witnesses_of(TOGGLE, "Toggle accepts witnesses")
def test_toggle_accepts_witnesses(seen: Seen) -> None:
    """Toggle accepts the calls that were found for it. (edge_cases.spec:418)"""
    seen.accepts()


@examples_of(TOGGLE)
def test_toggle_ensures_0(seen: Seen) -> None:
    """Toggle ensures: marker' = stamp (edge_cases.spec:424)"""
    seen.ensures(0)


@examples_of(TOGGLE)
def test_toggle_ensures_1(seen: Seen) -> None:
    """Toggle ensures: paused' = (not paused) (edge_cases.spec:425)"""
    seen.ensures(1)


@witnesses_of(TOGGLE, "Toggle ensures 1 branches")
def test_toggle_ensures_1_branches(seen: Seen) -> None:
    """Toggle ensures: paused' = (not paused) (edge_cases.spec:425)"""
    seen.ensures(1)


@examples_of(TOGGLE)
def test_toggle_ensures_2(seen: Seen) -> None:
    """Toggle ensures: opened_at' = (if paused then now() else opened_at) (edge_cases.spec:426)"""
    seen.ensures(2)


@witnesses_of(TOGGLE, "Toggle ensures 2 branches")
def test_toggle_ensures_2_branches(seen: Seen) -> None:
    """Toggle ensures: opened_at' = (if paused then now() else opened_at) (edge_cases.spec:426)"""
    seen.ensures(2)


@examples_of(TOGGLE)
def test_toggle_ensures_3(seen: Seen) -> None:
    """Toggle ensures: warn_at = opened_at' - grace (edge_cases.spec:427)"""
    seen.ensures(3)


@examples_of(TOGGLE)
def test_toggle_rejects(seen: Seen) -> None:
    """Toggle rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:418)"""
    seen.rejects()


@witnesses_of(TOGGLE, "Toggle rejects requires 0")
def test_toggle_rejects_requires_0(seen: Seen) -> None:
    """Toggle rejects a call that breaks: stamp != marker (edge_cases.spec:422)"""
    seen.rejects("Toggle.requires[0]")


@examples_of(TOGGLE)
def test_toggle_invariant_unique_names(seen: Seen) -> None:
    """Toggle keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name (edge_cases.spec:461)"""
    seen.invariant(2)


@examples_of(TOGGLE)
def test_toggle_invariant_labels_are_names(seen: Seen) -> None:
    """Toggle keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some s in..."""
    seen.invariant(3)


@examples_of(TOGGLE)
def test_toggle_types(seen: Seen) -> None:
    """After Toggle everything stored has its type, with all refinements. (edge_cases.spec:418)"""
    seen.types()


@examples_of(TOGGLE)
def test_toggle_frame(seen: Seen) -> None:
    """Toggle changes nothing else, and so keeps 9 invariants. (edge_cases.spec:418)"""
    seen.frame()


@examples_of(TOGGLE)
def test_toggle_output(seen: Seen) -> None:
    """The answer of Toggle has the declared outputs, types and headers. (edge_cases.spec:418)"""
    seen.output()


@malformed_of(TOGGLE, "Toggle malformed stamp")
def test_toggle_malformed_stamp(seen: Seen) -> None:
    """Toggle refuses an `stamp` that is not well-formed. (edge_cases.spec:419)"""
    seen.refuses()


@malformed_of(TOGGLE, "Toggle malformed body")
def test_toggle_malformed_body(seen: Seen) -> None:
    """Toggle refuses a body that is not well-formed. (edge_cases.spec:418)"""
    seen.refuses()


# Reach: GET /reach


@examples_of(REACH)
def test_reach_accepts(seen: Seen) -> None:
    """Reach accepts every call whose precondition holds. (edge_cases.spec:430)"""
    seen.accepts()


@witnesses_of(REACH, "Reach accepts witnesses")
def test_reach_accepts_witnesses(seen: Seen) -> None:
    """Reach accepts the calls that were found for it. (edge_cases.spec:430)"""
    seen.accepts()


@examples_of(REACH)
def test_reach_ensures_0(seen: Seen) -> None:
    """Reach ensures: secure = (contact matches /^https:/) (edge_cases.spec:433)"""
    seen.ensures(0)


@witnesses_of(REACH, "Reach ensures 0 branches")
def test_reach_ensures_0_branches(seen: Seen) -> None:
    """Reach ensures: secure = (contact matches /^https:/) (edge_cases.spec:433)"""
    seen.ensures(0)


@examples_of(REACH)
def test_reach_rejects(seen: Seen) -> None:
    """Reach rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:430)"""
    seen.rejects()


@witnesses_of(REACH, "Reach rejects input contact")
def test_reach_rejects_input_contact(seen: Seen) -> None:
    """Reach rejects a call that breaks: contact: len(value) <= 80 and (isValidURI(value) or isValidEmail(value))..."""
    seen.rejects("Contact.where")


@examples_of(REACH)
def test_reach_frame(seen: Seen) -> None:
    """Reach changes nothing else, and so keeps 11 invariants. (edge_cases.spec:430)"""
    seen.frame()


@examples_of(REACH)
def test_reach_output(seen: Seen) -> None:
    """The answer of Reach has the declared outputs, types and headers. (edge_cases.spec:430)"""
    seen.output()


@examples_of(REACH)
def test_reach_safe(seen: Seen) -> None:
    """Reach changes nothing, and says the same when it is asked again. (edge_cases.spec:430)"""
    seen.safe(same=True)


@witnesses_of(REACH, "Reach boundary input contact")
def test_reach_boundary_input_contact(seen: Seen) -> None:
    """Reach at the limit, and just beside it: contact: len(value) <= 80 (edge_cases.spec:21)"""
    seen.total()


@witnesses_of(REACH, "Reach boundary input contact 2")
def test_reach_boundary_input_contact_2(seen: Seen) -> None:
    """Reach at the limit, and just beside it: contact: isValidURI(value) (edge_cases.spec:21)"""
    seen.total()


@witnesses_of(REACH, "Reach boundary input contact 3")
def test_reach_boundary_input_contact_3(seen: Seen) -> None:
    """Reach at the limit, and just beside it: contact: isValidEmail(value) (edge_cases.spec:21)"""
    seen.total()


@witnesses_of(REACH, "Reach branches input contact")
def test_reach_branches_input_contact(seen: Seen) -> None:
    """Reach both ways: contact: len(value) <= 80 (edge_cases.spec:21)"""
    seen.total()


@witnesses_of(REACH, "Reach branches input contact 2")
def test_reach_branches_input_contact_2(seen: Seen) -> None:
    """Reach both ways: contact: isValidURI(value) or isValidEmail(value) (edge_cases.spec:21)"""
    seen.total()


@witnesses_of(REACH, "Reach branches input contact 3")
def test_reach_branches_input_contact_3(seen: Seen) -> None:
    """Reach both ways: contact: isValidURI(value) (edge_cases.spec:21)"""
    seen.total()


@witnesses_of(REACH, "Reach branches input contact 4")
def test_reach_branches_input_contact_4(seen: Seen) -> None:
    """Reach both ways: contact: isValidEmail(value) (edge_cases.spec:21)"""
    seen.total()


@malformed_of(REACH, "Reach malformed contact")
def test_reach_malformed_contact(seen: Seen) -> None:
    """Reach refuses an `contact` that is not well-formed. (edge_cases.spec:431)"""
    seen.refuses()


# Report: GET /report


@examples_of(REPORT)
def test_report_accepts(seen: Seen) -> None:
    """Report accepts every call whose precondition holds. (edge_cases.spec:436)"""
    seen.accepts()


@witnesses_of(REPORT, "Report accepts witnesses")
def test_report_accepts_witnesses(seen: Seen) -> None:
    """Report accepts the calls that were found for it. (edge_cases.spec:436)"""
    seen.accepts()


@examples_of(REPORT)
def test_report_ensures_0(seen: Seen) -> None:
    """Report ensures: entries = len(log) (edge_cases.spec:441)"""
    seen.ensures(0)


@examples_of(REPORT)
def test_report_ensures_1(seen: Seen) -> None:
    """Report ensures: lonely = #samples - #links (edge_cases.spec:443)"""
    seen.ensures(1)


@examples_of(REPORT)
def test_report_ensures_2(seen: Seen) -> None:
    """Report ensures: tag_total = sum(samples, k => #samples[k].tags) (edge_cases.spec:445)"""
    seen.ensures(2)


@witnesses_of(REPORT, "Report ensures 2 branches")
def test_report_ensures_2_branches(seen: Seen) -> None:
    """Report ensures: tag_total = sum(samples, k => #samples[k].tags) (edge_cases.spec:445)"""
    seen.ensures(2)


@examples_of(REPORT)
def test_report_ensures_3(seen: Seen) -> None:
    """Report ensures: heavy = { k in samples | samples[k].weight > 10.0 } (edge_cases.spec:446)"""
    seen.ensures(3)


@witnesses_of(REPORT, "Report ensures 3 branches")
def test_report_ensures_3_branches(seen: Seen) -> None:
    """Report ensures: heavy = { k in samples | samples[k].weight > 10.0 } (edge_cases.spec:446)"""
    seen.ensures(3)


@examples_of(REPORT)
def test_report_ensures_4(seen: Seen) -> None:
    """Report ensures: banner = (if paused then "paused\\n" else "running") (edge_cases.spec:447)"""
    seen.ensures(4)


@witnesses_of(REPORT, "Report ensures 4 branches")
def test_report_ensures_4_branches(seen: Seen) -> None:
    """Report ensures: banner = (if paused then "paused\\n" else "running") (edge_cases.spec:447)"""
    seen.ensures(4)


@examples_of(REPORT)
def test_report_ensures_5(seen: Seen) -> None:
    """Report ensures: all_grades = (all g: Grade | some s in ran(samples) | s.type = g) (edge_cases.spec:450)"""
    seen.ensures(5)


@witnesses_of(REPORT, "Report ensures 5 branches")
def test_report_ensures_5_branches(seen: Seen) -> None:
    """Report ensures: all_grades = (all g: Grade | some s in ran(samples) | s.type = g) (edge_cases.spec:450)"""
    seen.ensures(5)


@examples_of(REPORT)
def test_report_ensures_6(seen: Seen) -> None:
    """Report ensures: bounds = [-total, total] (edge_cases.spec:451)"""
    seen.ensures(6)


@examples_of(REPORT)
def test_report_frame(seen: Seen) -> None:
    """Report changes nothing else, and so keeps 11 invariants. (edge_cases.spec:436)"""
    seen.frame()


@examples_of(REPORT)
def test_report_output(seen: Seen) -> None:
    """The answer of Report has the declared outputs, types and headers. (edge_cases.spec:436)"""
    seen.output()


@examples_of(REPORT)
def test_report_safe(seen: Seen) -> None:
    """Report changes nothing, and says the same when it is asked again. (edge_cases.spec:436)"""
    seen.safe(same=True)


@witnesses_of(REPORT, "Report boundary ensures 3")
def test_report_boundary_ensures_3(seen: Seen) -> None:
    """Report at the limit, and just beside it: samples[k].weight > 10.0 (edge_cases.spec:446)"""
    seen.total()


@unauthorized_of(REPORT, "Report auth")
def test_report_auth(seen: Seen) -> None:
    """Report asks for credentials, and changes nothing without them. (edge_cases.spec:436)"""
    seen.unauthorized()


# One call after the other


@traces_of(SERVICE, "traces")
def test_traces(trace: Trace) -> None:
    """Every recorded sequence of calls does what it did, call by call. (edge_cases.spec)"""
    trace.total()


@traces_of(SERVICE, "eventually somethingCloses")
def test_eventually_something_closes(trace: Trace) -> None:
    """Some state satisfies: some k in samples | samples[k].state = Phase.CLOSED (edge_cases.spec:484)"""
    trace.eventually(0)
