/** What EdgeCases promises, clause by clause. */

import { describe } from "vitest";
import {
  eventually,
  examplesOf,
  malformedOf,
  tracesOf,
  unauthorizedOf,
  witnessesOf,
} from "./harness/checks.ts";
import { connected } from "./harness/suite.ts";
import {
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
} from "./service.ts";

connected(SERVICE, import.meta.url);

describe("Create: POST /samples", () => {
  // Create accepts every call whose precondition holds. (edge_cases.spec:102)
  examplesOf(CREATE, "Create accepts", (seen) => seen.accepts());

  // Create accepts the calls that were found for it. (edge_cases.spec:102)
  witnessesOf(CREATE, "Create accepts witnesses", (seen) => seen.accepts());

  // Create ensures: id not in samples (edge_cases.spec:113)
  examplesOf(CREATE, "Create ensures 0", (seen) => seen.ensures(0));

  // Create ensures: samples' = samples + {id -> Sample { id = id, created_at = now(), name =...
  examplesOf(CREATE, "Create ensures 1", (seen) => seen.ensures(1));

  // Create ensures: samples' = samples + {id -> Sample { id = id, created_at = now(), name =...
  witnessesOf(CREATE, "Create ensures 1 branches", (seen) => seen.ensures(1));

  // Create ensures: readings'[id] = {0} (edge_cases.spec:129)
  examplesOf(CREATE, "Create ensures 2", (seen) => seen.ensures(2));

  // Create ensures: labels' = labels union {name} (edge_cases.spec:130)
  examplesOf(CREATE, "Create ensures 3", (seen) => seen.ensures(3));

  // Create ensures: total' = total + 1 (edge_cases.spec:131)
  examplesOf(CREATE, "Create ensures 4", (seen) => seen.ensures(4));

  // Create ensures: let before = #samples in population()' = before + 1 (edge_cases.spec:132)
  examplesOf(CREATE, "Create ensures 5", (seen) => seen.ensures(5));

  // Create ensures: tagCount(id)' = #tags (edge_cases.spec:133)
  examplesOf(CREATE, "Create ensures 6", (seen) => seen.ensures(6));

  // Create rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:102)
  examplesOf(CREATE, "Create rejects", (seen) => seen.rejects());

  // Create rejects a call that breaks: name: value matches /^[a-z][a-z0-9_-]*$/...
  witnessesOf(CREATE, "Create rejects input name", (seen) => seen.rejects("Label.where"));

  // Create rejects a call that breaks: name: len(value) >= 1 and len(value) <= 40...
  witnessesOf(CREATE, "Create rejects input name 2", (seen) => seen.rejects("Name.where"));

  // Create rejects a call that breaks: path: value matches /^\/[a-z0-9\/.-]{0,30}$/...
  witnessesOf(CREATE, "Create rejects input path", (seen) => seen.rejects("Path.where"));

  // Create rejects a call that breaks: weight: value >= 0.0 and value <= 1000.0...
  witnessesOf(CREATE, "Create rejects input weight", (seen) => seen.rejects("Weight.where"));

  // Create rejects a call that breaks: note: len(value) <= 200 (edge_cases.spec:16)
  witnessesOf(CREATE, "Create rejects input note", (seen) => seen.rejects("Text.where"));

  // Create rejects a call that breaks: name not in labels (edge_cases.spec:108)
  witnessesOf(CREATE, "Create rejects requires 0", (seen) => seen.rejects("Create.requires[0]"));

  // Create rejects a call that breaks: len(name) + len(path) <= 60 (edge_cases.spec:109)
  witnessesOf(CREATE, "Create rejects requires 1", (seen) => seen.rejects("Create.requires[1]"));

  // Create rejects a call that breaks: tags subset palette() (edge_cases.spec:110)
  witnessesOf(CREATE, "Create rejects requires 2", (seen) => seen.rejects("Create.requires[2]"));

  // Create rejects a call that breaks: some c in palette() | c not in tags (edge_cases.spec:111)
  witnessesOf(CREATE, "Create rejects requires 3", (seen) => seen.rejects("Create.requires[3]"));

  // Create keeps the invariant: all one in samples | samples[one].id = one (edge_cases.spec:457)
  examplesOf(CREATE, "Create invariant keysAreIds", (seen) => seen.invariant(0));

  // Create keeps the invariant: total = #samples (edge_cases.spec:459)
  examplesOf(CREATE, "Create invariant countsAgree", (seen) => seen.invariant(1));

  // Create keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name...
  examplesOf(CREATE, "Create invariant uniqueNames", (seen) => seen.invariant(2));

  // Create keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels |...
  examplesOf(CREATE, "Create invariant labelsAreNames", (seen) => seen.invariant(3));

  // Create keeps the invariant: all s in ran(samples) | s.tags subset palette()...
  examplesOf(CREATE, "Create invariant colouredFromPalette", (seen) => seen.invariant(4));

  // Create keeps the invariant: dom(roots) subset dom(samples) (edge_cases.spec:470)
  examplesOf(CREATE, "Create invariant rootsAreSamples", (seen) => seen.invariant(5));

  // Create keeps the invariant: dom(readings) = dom(samples) (edge_cases.spec:472)
  examplesOf(CREATE, "Create invariant everySampleIsRead", (seen) => seen.invariant(6));

  // Create keeps the invariant: all a in links | a in samples and a not in links[a] and (all b...
  examplesOf(CREATE, "Create invariant linksLead", (seen) => seen.invariant(7));

  // Create keeps the invariant: focus = none or focus in samples (edge_cases.spec:477)
  examplesOf(CREATE, "Create invariant focusExists", (seen) => seen.invariant(8));

  // After Create everything stored has its type, with all refinements. (edge_cases.spec:102)
  examplesOf(CREATE, "Create types", (seen) => seen.types());

  // Create changes nothing else, and so keeps 2 invariants. (edge_cases.spec:102)
  examplesOf(CREATE, "Create frame", (seen) => seen.frame());

  // The answer of Create has the declared outputs, types and headers. (edge_cases.spec:102)
  examplesOf(CREATE, "Create output", (seen) => seen.output());

  // Create at the limit, and just beside it: name: value matches /^[a-z][a-z0-9_-]*$/...
  witnessesOf(CREATE, "Create boundary input name", (seen) => seen.total());

  // Create at the limit, and just beside it: name: len(value) >= 1 (edge_cases.spec:8)
  witnessesOf(CREATE, "Create boundary input name 2", (seen) => seen.total());

  // Create at the limit, and just beside it: name: len(value) <= 40 (edge_cases.spec:8)
  witnessesOf(CREATE, "Create boundary input name 3", (seen) => seen.total());

  // Create at the limit, and just beside it: path: value matches /^\/[a-z0-9\/.-]{0,30}$/...
  witnessesOf(CREATE, "Create boundary input path", (seen) => seen.total());

  // Create at the limit, and just beside it: weight: value >= 0.0 (edge_cases.spec:23)
  witnessesOf(CREATE, "Create boundary input weight", (seen) => seen.total());

  // Create at the limit, and just beside it: weight: value <= 1000.0 (edge_cases.spec:23)
  witnessesOf(CREATE, "Create boundary input weight 2", (seen) => seen.total());

  // Create at the limit, and just beside it: note: len(value) <= 200 (edge_cases.spec:16)
  witnessesOf(CREATE, "Create boundary input note", (seen) => seen.total());

  // Create at the limit, and just beside it: len(name) + len(path) <= 60 (edge_cases.spec:109)
  witnessesOf(CREATE, "Create boundary requires 1", (seen) => seen.total());

  // Create at the limit, and just beside it: weight > 100.0 (edge_cases.spec:88)
  witnessesOf(CREATE, "Create boundary ensures 1", (seen) => seen.total());

  // Create at the limit, and just beside it: weight > 10.0 (edge_cases.spec:90)
  witnessesOf(CREATE, "Create boundary ensures 1 2", (seen) => seen.total());

  // Create both ways: name: len(value) >= 1 (edge_cases.spec:8)
  witnessesOf(CREATE, "Create branches input name", (seen) => seen.total());

  // Create both ways: name: len(value) <= 40 (edge_cases.spec:8)
  witnessesOf(CREATE, "Create branches input name 2", (seen) => seen.total());

  // Create both ways: weight: value >= 0.0 (edge_cases.spec:23)
  witnessesOf(CREATE, "Create branches input weight", (seen) => seen.total());

  // Create both ways: weight: value <= 1000.0 (edge_cases.spec:23)
  witnessesOf(CREATE, "Create branches input weight 2", (seen) => seen.total());

  // Create both ways: some c in palette() | c not in tags (edge_cases.spec:111)
  witnessesOf(CREATE, "Create branches requires 3", (seen) => seen.total());

  // Create refuses an `name` that is not well-formed. (edge_cases.spec:103)
  malformedOf(CREATE, "Create malformed name", (seen) => seen.refuses());

  // Create refuses an `path` that is not well-formed. (edge_cases.spec:103)
  malformedOf(CREATE, "Create malformed path", (seen) => seen.refuses());

  // Create refuses an `weight` that is not well-formed. (edge_cases.spec:103)
  malformedOf(CREATE, "Create malformed weight", (seen) => seen.refuses());

  // Create refuses an `tags` that is not well-formed. (edge_cases.spec:103)
  malformedOf(CREATE, "Create malformed tags", (seen) => seen.refuses());

  // Create refuses an `note` that is not well-formed. (edge_cases.spec:104)
  malformedOf(CREATE, "Create malformed note", (seen) => seen.refuses());

  // Create refuses a body that is not well-formed. (edge_cases.spec:102)
  malformedOf(CREATE, "Create malformed body", (seen) => seen.refuses());

  // Create asks for credentials, and changes nothing without them. (edge_cases.spec:102)
  unauthorizedOf(CREATE, "Create auth", (seen) => seen.unauthorized());
});

describe("Get: GET /samples/{id}", () => {
  // Get accepts every call whose precondition holds. (edge_cases.spec:136)
  examplesOf(GET, "Get accepts", (seen) => seen.accepts());

  // Get accepts the calls that were found for it. (edge_cases.spec:136)
  witnessesOf(GET, "Get accepts witnesses", (seen) => seen.accepts());

  // Get ensures: sample = samples[id] (edge_cases.spec:142)
  examplesOf(GET, "Get ensures 0", (seen) => seen.ensures(0));

  // Get rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:136)
  examplesOf(GET, "Get rejects", (seen) => seen.rejects());

  // Get rejects a call that breaks: id: value > 0 (edge_cases.spec:6)
  witnessesOf(GET, "Get rejects input id", (seen) => seen.rejects("ItemId.where"));

  // Get rejects a call that breaks: id in samples (edge_cases.spec:140)
  witnessesOf(GET, "Get rejects requires 0", (seen) => seen.rejects("Get.requires[0]"));

  // Get changes nothing else, and so keeps 11 invariants. (edge_cases.spec:136)
  examplesOf(GET, "Get frame", (seen) => seen.frame());

  // The answer of Get has the declared outputs, types and headers. (edge_cases.spec:136)
  examplesOf(GET, "Get output", (seen) => seen.output());

  // Get changes nothing, and says the same when it is asked again. (edge_cases.spec:136)
  examplesOf(GET, "Get safe", (seen) => seen.safe(true));

  // Get at the limit, and just beside it: id: value > 0 (edge_cases.spec:6)
  witnessesOf(GET, "Get boundary input id", (seen) => seen.total());

  // Get refuses an `id` that is not well-formed. (edge_cases.spec:137)
  malformedOf(GET, "Get malformed id", (seen) => seen.refuses());
});

describe("FindByName: GET /samples/by-name/{name}", () => {
  // FindByName accepts every call whose precondition holds. (edge_cases.spec:145)
  examplesOf(FIND_BY_NAME, "FindByName accepts", (seen) => seen.accepts());

  // FindByName accepts the calls that were found for it. (edge_cases.spec:145)
  witnessesOf(FIND_BY_NAME, "FindByName accepts witnesses", (seen) => seen.accepts());

  // FindByName ensures: sample = (the s in ran(samples) | s.name = name) (edge_cases.spec:151)
  examplesOf(FIND_BY_NAME, "FindByName ensures 0", (seen) => seen.ensures(0));

  // FindByName ensures: sample = (the s in ran(samples) | s.name = name) (edge_cases.spec:151)
  witnessesOf(FIND_BY_NAME, "FindByName ensures 0 branches", (seen) => seen.ensures(0));

  // FindByName rejects every call whose precondition fails, and changes nothing....
  examplesOf(FIND_BY_NAME, "FindByName rejects", (seen) => seen.rejects());

  // FindByName rejects a call that breaks: name: value matches /^[a-z][a-z0-9_-]*$/...
  witnessesOf(FIND_BY_NAME, "FindByName rejects input name", (seen) => seen.rejects("Label.where"));

  // FindByName rejects a call that breaks: name: len(value) >= 1 and len(value) <= 40...
  witnessesOf(FIND_BY_NAME, "FindByName rejects input name 2", (seen) =>
    seen.rejects("Name.where"),
  );

  // FindByName rejects a call that breaks: name in labels (edge_cases.spec:149)
  witnessesOf(FIND_BY_NAME, "FindByName rejects requires 0", (seen) =>
    seen.rejects("FindByName.requires[0]"),
  );

  // FindByName changes nothing else, and so keeps 11 invariants. (edge_cases.spec:145)
  examplesOf(FIND_BY_NAME, "FindByName frame", (seen) => seen.frame());

  // The answer of FindByName has the declared outputs, types and headers. (edge_cases.spec:145)
  examplesOf(FIND_BY_NAME, "FindByName output", (seen) => seen.output());

  // FindByName changes nothing, and says the same when it is asked again. (edge_cases.spec:145)
  examplesOf(FIND_BY_NAME, "FindByName safe", (seen) => seen.safe(true));

  // FindByName at the limit, and just beside it: name: value matches /^[a-z][a-z0-9_-]*$/...
  witnessesOf(FIND_BY_NAME, "FindByName boundary input name", (seen) => seen.total());

  // FindByName at the limit, and just beside it: name: len(value) >= 1 (edge_cases.spec:8)
  witnessesOf(FIND_BY_NAME, "FindByName boundary input name 2", (seen) => seen.total());

  // FindByName at the limit, and just beside it: name: len(value) <= 40 (edge_cases.spec:8)
  witnessesOf(FIND_BY_NAME, "FindByName boundary input name 3", (seen) => seen.total());

  // FindByName both ways: name: len(value) <= 40 (edge_cases.spec:8)
  witnessesOf(FIND_BY_NAME, "FindByName branches input name", (seen) => seen.total());
});

describe("Search: GET /samples", () => {
  // Search accepts every call whose precondition holds. (edge_cases.spec:155)
  examplesOf(SEARCH, "Search accepts", (seen) => seen.accepts());

  // Search accepts the calls that were found for it. (edge_cases.spec:155)
  witnessesOf(SEARCH, "Search accepts witnesses", (seen) => seen.accepts());

  // Search ensures: found = { s in ran(samples) | (type = none or s.type = type) and colours...
  examplesOf(SEARCH, "Search ensures 0", (seen) => seen.ensures(0));

  // Search ensures: found = { s in ran(samples) | (type = none or s.type = type) and colours...
  witnessesOf(SEARCH, "Search ensures 0 branches", (seen) => seen.ensures(0));

  // Search changes nothing else, and so keeps 11 invariants. (edge_cases.spec:155)
  examplesOf(SEARCH, "Search frame", (seen) => seen.frame());

  // The answer of Search has the declared outputs, types and headers. (edge_cases.spec:155)
  examplesOf(SEARCH, "Search output", (seen) => seen.output());

  // Search changes nothing, and says the same when it is asked again. (edge_cases.spec:155)
  examplesOf(SEARCH, "Search safe", (seen) => seen.safe(true));

  // Search at the limit, and just beside it: s.created_at >= since (edge_cases.spec:162)
  witnessesOf(SEARCH, "Search boundary ensures 0", (seen) => seen.total());

  // Search refuses an `type` that is not well-formed. (edge_cases.spec:156)
  malformedOf(SEARCH, "Search malformed type", (seen) => seen.refuses());

  // Search refuses an `colours` that is not well-formed. (edge_cases.spec:156)
  malformedOf(SEARCH, "Search malformed colours", (seen) => seen.refuses());

  // Search refuses an `since` that is not well-formed. (edge_cases.spec:156)
  malformedOf(SEARCH, "Search malformed since", (seen) => seen.refuses());
});

describe("Rename: PUT /samples/{id}/name", () => {
  // Rename accepts every call whose precondition holds. (edge_cases.spec:166)
  examplesOf(RENAME, "Rename accepts", (seen) => seen.accepts());

  // Rename accepts the calls that were found for it. (edge_cases.spec:166)
  witnessesOf(RENAME, "Rename accepts witnesses", (seen) => seen.accepts());

  // Rename ensures: samples'[id].name = name (edge_cases.spec:174)
  examplesOf(RENAME, "Rename ensures 0", (seen) => seen.ensures(0));

  // Rename ensures: labels' = labels minus {samples[id].name} union {name} (edge_cases.spec:175)
  examplesOf(RENAME, "Rename ensures 1", (seen) => seen.ensures(1));

  // Rename rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:166)
  examplesOf(RENAME, "Rename rejects", (seen) => seen.rejects());

  // Rename rejects a call that breaks: id: value > 0 (edge_cases.spec:6)
  witnessesOf(RENAME, "Rename rejects input id", (seen) => seen.rejects("ItemId.where"));

  // Rename rejects a call that breaks: name: value matches /^[a-z][a-z0-9_-]*$/...
  witnessesOf(RENAME, "Rename rejects input name", (seen) => seen.rejects("Label.where"));

  // Rename rejects a call that breaks: name: len(value) >= 1 and len(value) <= 40...
  witnessesOf(RENAME, "Rename rejects input name 2", (seen) => seen.rejects("Name.where"));

  // Rename rejects a call that breaks: id in samples (edge_cases.spec:169)
  witnessesOf(RENAME, "Rename rejects requires 0", (seen) => seen.rejects("Rename.requires[0]"));

  // Rename rejects a call that breaks: name not in labels (edge_cases.spec:170)
  witnessesOf(RENAME, "Rename rejects requires 1", (seen) => seen.rejects("Rename.requires[1]"));

  // Rename rejects a call that breaks: len(name) + len(samples[id].path) <= 60...
  witnessesOf(RENAME, "Rename rejects requires 2", (seen) => seen.rejects("Rename.requires[2]"));

  // Rename keeps the invariant: all one in samples | samples[one].id = one (edge_cases.spec:457)
  examplesOf(RENAME, "Rename invariant keysAreIds", (seen) => seen.invariant(0));

  // Rename keeps the invariant: total = #samples (edge_cases.spec:459)
  examplesOf(RENAME, "Rename invariant countsAgree", (seen) => seen.invariant(1));

  // Rename keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name...
  examplesOf(RENAME, "Rename invariant uniqueNames", (seen) => seen.invariant(2));

  // Rename keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels |...
  examplesOf(RENAME, "Rename invariant labelsAreNames", (seen) => seen.invariant(3));

  // Rename keeps the invariant: all s in ran(samples) | s.tags subset palette()...
  examplesOf(RENAME, "Rename invariant colouredFromPalette", (seen) => seen.invariant(4));

  // Rename keeps the invariant: dom(roots) subset dom(samples) (edge_cases.spec:470)
  examplesOf(RENAME, "Rename invariant rootsAreSamples", (seen) => seen.invariant(5));

  // Rename keeps the invariant: dom(readings) = dom(samples) (edge_cases.spec:472)
  examplesOf(RENAME, "Rename invariant everySampleIsRead", (seen) => seen.invariant(6));

  // Rename keeps the invariant: all a in links | a in samples and a not in links[a] and (all b...
  examplesOf(RENAME, "Rename invariant linksLead", (seen) => seen.invariant(7));

  // Rename keeps the invariant: focus = none or focus in samples (edge_cases.spec:477)
  examplesOf(RENAME, "Rename invariant focusExists", (seen) => seen.invariant(8));

  // After Rename everything stored has its type, with all refinements. (edge_cases.spec:166)
  examplesOf(RENAME, "Rename types", (seen) => seen.types());

  // Rename changes nothing else, and so keeps 2 invariants. (edge_cases.spec:166)
  examplesOf(RENAME, "Rename frame", (seen) => seen.frame());

  // The answer of Rename has the declared outputs, types and headers. (edge_cases.spec:166)
  examplesOf(RENAME, "Rename output", (seen) => seen.output());

  // Rename at the limit, and just beside it: id: value > 0 (edge_cases.spec:6)
  witnessesOf(RENAME, "Rename boundary input id", (seen) => seen.total());

  // Rename at the limit, and just beside it: name: value matches /^[a-z][a-z0-9_-]*$/...
  witnessesOf(RENAME, "Rename boundary input name", (seen) => seen.total());

  // Rename at the limit, and just beside it: name: len(value) >= 1 (edge_cases.spec:8)
  witnessesOf(RENAME, "Rename boundary input name 2", (seen) => seen.total());

  // Rename at the limit, and just beside it: name: len(value) <= 40 (edge_cases.spec:8)
  witnessesOf(RENAME, "Rename boundary input name 3", (seen) => seen.total());

  // Rename at the limit, and just beside it: len(name) + len(samples[id].path) <= 60...
  witnessesOf(RENAME, "Rename boundary requires 2", (seen) => seen.total());

  // Rename both ways: name: len(value) >= 1 (edge_cases.spec:8)
  witnessesOf(RENAME, "Rename branches input name", (seen) => seen.total());

  // Rename both ways: name: len(value) <= 40 (edge_cases.spec:8)
  witnessesOf(RENAME, "Rename branches input name 2", (seen) => seen.total());

  // Rename refuses an `id` that is not well-formed. (edge_cases.spec:167)
  malformedOf(RENAME, "Rename malformed id", (seen) => seen.refuses());

  // Rename refuses an `name` that is not well-formed. (edge_cases.spec:167)
  malformedOf(RENAME, "Rename malformed name", (seen) => seen.refuses());

  // Rename refuses a body that is not well-formed. (edge_cases.spec:166)
  malformedOf(RENAME, "Rename malformed body", (seen) => seen.refuses());
});

describe("Reweigh: PUT /samples/{id}/weight", () => {
  // Reweigh accepts every call whose precondition holds. (edge_cases.spec:178)
  examplesOf(REWEIGH, "Reweigh accepts", (seen) => seen.accepts());

  // Reweigh accepts the calls that were found for it. (edge_cases.spec:178)
  witnessesOf(REWEIGH, "Reweigh accepts witnesses", (seen) => seen.accepts());

  // Reweigh ensures: samples' = samples + {id -> samples[id] with { weight = weight, type =...
  examplesOf(REWEIGH, "Reweigh ensures 0", (seen) => seen.ensures(0));

  // Reweigh ensures: samples' = samples + {id -> samples[id] with { weight = weight, type =...
  witnessesOf(REWEIGH, "Reweigh ensures 0 branches", (seen) => seen.ensures(0));

  // Reweigh ensures: grade = samples'[id].type (edge_cases.spec:188)
  examplesOf(REWEIGH, "Reweigh ensures 1", (seen) => seen.ensures(1));

  // Reweigh ensures: weight > 10.0 and weight <= 100.0 implies grade = Grade.ACTIVE...
  examplesOf(REWEIGH, "Reweigh ensures 2", (seen) => seen.ensures(2));

  // Reweigh ensures: weight > 10.0 and weight <= 100.0 implies grade = Grade.ACTIVE...
  witnessesOf(REWEIGH, "Reweigh ensures 2 branches", (seen) => seen.ensures(2));

  // Reweigh rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:178)
  examplesOf(REWEIGH, "Reweigh rejects", (seen) => seen.rejects());

  // Reweigh rejects a call that breaks: id: value > 0 (edge_cases.spec:6)
  witnessesOf(REWEIGH, "Reweigh rejects input id", (seen) => seen.rejects("ItemId.where"));

  // Reweigh rejects a call that breaks: weight: value >= 0.0 and value <= 1000.0...
  witnessesOf(REWEIGH, "Reweigh rejects input weight", (seen) => seen.rejects("Weight.where"));

  // Reweigh rejects a call that breaks: isOpen(id) (edge_cases.spec:182)
  witnessesOf(REWEIGH, "Reweigh rejects requires 0", (seen) => seen.rejects("Reweigh.requires[0]"));

  // Reweigh keeps the invariant: all one in samples | samples[one].id = one (edge_cases.spec:457)
  examplesOf(REWEIGH, "Reweigh invariant keysAreIds", (seen) => seen.invariant(0));

  // Reweigh keeps the invariant: total = #samples (edge_cases.spec:459)
  examplesOf(REWEIGH, "Reweigh invariant countsAgree", (seen) => seen.invariant(1));

  // Reweigh keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name...
  examplesOf(REWEIGH, "Reweigh invariant uniqueNames", (seen) => seen.invariant(2));

  // Reweigh keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels |...
  examplesOf(REWEIGH, "Reweigh invariant labelsAreNames", (seen) => seen.invariant(3));

  // Reweigh keeps the invariant: all s in ran(samples) | s.tags subset palette()...
  examplesOf(REWEIGH, "Reweigh invariant colouredFromPalette", (seen) => seen.invariant(4));

  // Reweigh keeps the invariant: dom(roots) subset dom(samples) (edge_cases.spec:470)
  examplesOf(REWEIGH, "Reweigh invariant rootsAreSamples", (seen) => seen.invariant(5));

  // Reweigh keeps the invariant: dom(readings) = dom(samples) (edge_cases.spec:472)
  examplesOf(REWEIGH, "Reweigh invariant everySampleIsRead", (seen) => seen.invariant(6));

  // Reweigh keeps the invariant: all a in links | a in samples and a not in links[a] and (all b...
  examplesOf(REWEIGH, "Reweigh invariant linksLead", (seen) => seen.invariant(7));

  // Reweigh keeps the invariant: focus = none or focus in samples (edge_cases.spec:477)
  examplesOf(REWEIGH, "Reweigh invariant focusExists", (seen) => seen.invariant(8));

  // After Reweigh everything stored has its type, with all refinements. (edge_cases.spec:178)
  examplesOf(REWEIGH, "Reweigh types", (seen) => seen.types());

  // Reweigh changes nothing else, and so keeps 2 invariants. (edge_cases.spec:178)
  examplesOf(REWEIGH, "Reweigh frame", (seen) => seen.frame());

  // The answer of Reweigh has the declared outputs, types and headers. (edge_cases.spec:178)
  examplesOf(REWEIGH, "Reweigh output", (seen) => seen.output());

  // Reweigh at the limit, and just beside it: id: value > 0 (edge_cases.spec:6)
  witnessesOf(REWEIGH, "Reweigh boundary input id", (seen) => seen.total());

  // Reweigh at the limit, and just beside it: weight: value >= 0.0 (edge_cases.spec:23)
  witnessesOf(REWEIGH, "Reweigh boundary input weight", (seen) => seen.total());

  // Reweigh at the limit, and just beside it: weight: value <= 1000.0 (edge_cases.spec:23)
  witnessesOf(REWEIGH, "Reweigh boundary input weight 2", (seen) => seen.total());

  // Reweigh at the limit, and just beside it: weight > 100.0 (edge_cases.spec:88)
  witnessesOf(REWEIGH, "Reweigh boundary ensures 0", (seen) => seen.total());

  // Reweigh at the limit, and just beside it: weight > 10.0 (edge_cases.spec:90)
  witnessesOf(REWEIGH, "Reweigh boundary ensures 0 2", (seen) => seen.total());

  // Reweigh at the limit, and just beside it: weight > 10.0 (edge_cases.spec:189)
  witnessesOf(REWEIGH, "Reweigh boundary ensures 2", (seen) => seen.total());

  // Reweigh at the limit, and just beside it: weight <= 100.0 (edge_cases.spec:189)
  witnessesOf(REWEIGH, "Reweigh boundary ensures 2 2", (seen) => seen.total());

  // Reweigh both ways: weight: value >= 0.0 (edge_cases.spec:23)
  witnessesOf(REWEIGH, "Reweigh branches input weight", (seen) => seen.total());

  // Reweigh both ways: weight: value <= 1000.0 (edge_cases.spec:23)
  witnessesOf(REWEIGH, "Reweigh branches input weight 2", (seen) => seen.total());

  // Reweigh both ways: item in samples (edge_cases.spec:96)
  witnessesOf(REWEIGH, "Reweigh branches requires 0", (seen) => seen.total());

  // Reweigh in each case: samples[item].state != Phase.CLOSED (edge_cases.spec:96)
  witnessesOf(REWEIGH, "Reweigh branches requires 0 2", (seen) => seen.total());

  // Reweigh refuses an `id` that is not well-formed. (edge_cases.spec:179)
  malformedOf(REWEIGH, "Reweigh malformed id", (seen) => seen.refuses());

  // Reweigh refuses an `weight` that is not well-formed. (edge_cases.spec:179)
  malformedOf(REWEIGH, "Reweigh malformed weight", (seen) => seen.refuses());

  // Reweigh refuses a body that is not well-formed. (edge_cases.spec:178)
  malformedOf(REWEIGH, "Reweigh malformed body", (seen) => seen.refuses());
});

describe("Retag: PATCH /samples/{id}/tags", () => {
  // Retag accepts every call whose precondition holds. (edge_cases.spec:192)
  examplesOf(RETAG, "Retag accepts", (seen) => seen.accepts());

  // Retag accepts the calls that were found for it. (edge_cases.spec:192)
  witnessesOf(RETAG, "Retag accepts witnesses", (seen) => seen.accepts());

  // Retag ensures: samples'[id].tags = samples[id].tags union add minus drop (edge_cases.spec:200)
  examplesOf(RETAG, "Retag ensures 0", (seen) => seen.ensures(0));

  // Retag ensures: sample = samples'[id] (edge_cases.spec:201)
  examplesOf(RETAG, "Retag ensures 1", (seen) => seen.ensures(1));

  // Retag ensures: all c: Colour, b: Bool | c in drop and b implies c not in sample.tags...
  examplesOf(RETAG, "Retag ensures 2", (seen) => seen.ensures(2));

  // Retag ensures: all c: Colour, b: Bool | c in drop and b implies c not in sample.tags...
  witnessesOf(RETAG, "Retag ensures 2 branches", (seen) => seen.ensures(2));

  // Retag rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:192)
  examplesOf(RETAG, "Retag rejects", (seen) => seen.rejects());

  // Retag rejects a call that breaks: id: value > 0 (edge_cases.spec:6)
  witnessesOf(RETAG, "Retag rejects input id", (seen) => seen.rejects("ItemId.where"));

  // Retag rejects a call that breaks: id in samples (edge_cases.spec:196)
  witnessesOf(RETAG, "Retag rejects requires 0", (seen) => seen.rejects("Retag.requires[0]"));

  // Retag rejects a call that breaks: add intersect drop = {} (edge_cases.spec:197)
  witnessesOf(RETAG, "Retag rejects requires 1", (seen) => seen.rejects("Retag.requires[1]"));

  // Retag rejects a call that breaks: add in ^palette() (edge_cases.spec:198)
  witnessesOf(RETAG, "Retag rejects requires 2", (seen) => seen.rejects("Retag.requires[2]"));

  // Retag keeps the invariant: all one in samples | samples[one].id = one (edge_cases.spec:457)
  examplesOf(RETAG, "Retag invariant keysAreIds", (seen) => seen.invariant(0));

  // Retag keeps the invariant: total = #samples (edge_cases.spec:459)
  examplesOf(RETAG, "Retag invariant countsAgree", (seen) => seen.invariant(1));

  // Retag keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name...
  examplesOf(RETAG, "Retag invariant uniqueNames", (seen) => seen.invariant(2));

  // Retag keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some...
  examplesOf(RETAG, "Retag invariant labelsAreNames", (seen) => seen.invariant(3));

  // Retag keeps the invariant: all s in ran(samples) | s.tags subset palette()...
  examplesOf(RETAG, "Retag invariant colouredFromPalette", (seen) => seen.invariant(4));

  // Retag keeps the invariant: dom(roots) subset dom(samples) (edge_cases.spec:470)
  examplesOf(RETAG, "Retag invariant rootsAreSamples", (seen) => seen.invariant(5));

  // Retag keeps the invariant: dom(readings) = dom(samples) (edge_cases.spec:472)
  examplesOf(RETAG, "Retag invariant everySampleIsRead", (seen) => seen.invariant(6));

  // Retag keeps the invariant: all a in links | a in samples and a not in links[a] and (all b...
  examplesOf(RETAG, "Retag invariant linksLead", (seen) => seen.invariant(7));

  // Retag keeps the invariant: focus = none or focus in samples (edge_cases.spec:477)
  examplesOf(RETAG, "Retag invariant focusExists", (seen) => seen.invariant(8));

  // After Retag everything stored has its type, with all refinements. (edge_cases.spec:192)
  examplesOf(RETAG, "Retag types", (seen) => seen.types());

  // Retag changes nothing else, and so keeps 2 invariants. (edge_cases.spec:192)
  examplesOf(RETAG, "Retag frame", (seen) => seen.frame());

  // The answer of Retag has the declared outputs, types and headers. (edge_cases.spec:192)
  examplesOf(RETAG, "Retag output", (seen) => seen.output());

  // Retag at the limit, and just beside it: id: value > 0 (edge_cases.spec:6)
  witnessesOf(RETAG, "Retag boundary input id", (seen) => seen.total());

  // Retag refuses an `id` that is not well-formed. (edge_cases.spec:193)
  malformedOf(RETAG, "Retag malformed id", (seen) => seen.refuses());

  // Retag refuses an `add` that is not well-formed. (edge_cases.spec:193)
  malformedOf(RETAG, "Retag malformed add", (seen) => seen.refuses());

  // Retag refuses an `drop` that is not well-formed. (edge_cases.spec:193)
  malformedOf(RETAG, "Retag malformed drop", (seen) => seen.refuses());

  // Retag refuses a body that is not well-formed. (edge_cases.spec:192)
  malformedOf(RETAG, "Retag malformed body", (seen) => seen.refuses());
});

describe("Annotate: PUT /samples/{entity}/attributes/{field}", () => {
  // Annotate accepts every call whose precondition holds. (edge_cases.spec:206)
  examplesOf(ANNOTATE, "Annotate accepts", (seen) => seen.accepts());

  // Annotate accepts the calls that were found for it. (edge_cases.spec:206)
  witnessesOf(ANNOTATE, "Annotate accepts witnesses", (seen) => seen.accepts());

  // Annotate ensures: let old = samples[entity].attributes in samples'[entity].attributes = old...
  examplesOf(ANNOTATE, "Annotate ensures 0", (seen) => seen.ensures(0));

  // Annotate ensures: let old = samples[entity].attributes in size = (if field in old then #old...
  examplesOf(ANNOTATE, "Annotate ensures 1", (seen) => seen.ensures(1));

  // Annotate ensures: let old = samples[entity].attributes in size = (if field in old then #old...
  witnessesOf(ANNOTATE, "Annotate ensures 1 branches", (seen) => seen.ensures(1));

  // Annotate ensures: size > 0 (edge_cases.spec:219)
  examplesOf(ANNOTATE, "Annotate ensures 2", (seen) => seen.ensures(2));

  // Annotate rejects every call whose precondition fails, and changes nothing....
  examplesOf(ANNOTATE, "Annotate rejects", (seen) => seen.rejects());

  // Annotate rejects a call that breaks: entity: value > 0 (edge_cases.spec:6)
  witnessesOf(ANNOTATE, "Annotate rejects input entity", (seen) => seen.rejects("ItemId.where"));

  // Annotate rejects a call that breaks: field: value matches /^[a-z][a-z0-9_-]*$/...
  witnessesOf(ANNOTATE, "Annotate rejects input field", (seen) => seen.rejects("Label.where"));

  // Annotate rejects a call that breaks: field: len(value) >= 1 and len(value) <= 40...
  witnessesOf(ANNOTATE, "Annotate rejects input field 2", (seen) => seen.rejects("Name.where"));

  // Annotate rejects a call that breaks: amount: value >= -100 and value <= 100...
  witnessesOf(ANNOTATE, "Annotate rejects input amount", (seen) => seen.rejects("Reading.where"));

  // Annotate rejects a call that breaks: entity in samples and samples[entity].state !=...
  witnessesOf(ANNOTATE, "Annotate rejects requires 0", (seen) =>
    seen.rejects("Annotate.requires[0]"),
  );

  // Annotate rejects a call that breaks: #samples[entity].attributes < 8 or field in...
  witnessesOf(ANNOTATE, "Annotate rejects requires 1", (seen) =>
    seen.rejects("Annotate.requires[1]"),
  );

  // Annotate keeps the invariant: all one in samples | samples[one].id = one (edge_cases.spec:457)
  examplesOf(ANNOTATE, "Annotate invariant keysAreIds", (seen) => seen.invariant(0));

  // Annotate keeps the invariant: total = #samples (edge_cases.spec:459)
  examplesOf(ANNOTATE, "Annotate invariant countsAgree", (seen) => seen.invariant(1));

  // Annotate keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name...
  examplesOf(ANNOTATE, "Annotate invariant uniqueNames", (seen) => seen.invariant(2));

  // Annotate keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels |...
  examplesOf(ANNOTATE, "Annotate invariant labelsAreNames", (seen) => seen.invariant(3));

  // Annotate keeps the invariant: all s in ran(samples) | s.tags subset palette()...
  examplesOf(ANNOTATE, "Annotate invariant colouredFromPalette", (seen) => seen.invariant(4));

  // Annotate keeps the invariant: dom(roots) subset dom(samples) (edge_cases.spec:470)
  examplesOf(ANNOTATE, "Annotate invariant rootsAreSamples", (seen) => seen.invariant(5));

  // Annotate keeps the invariant: dom(readings) = dom(samples) (edge_cases.spec:472)
  examplesOf(ANNOTATE, "Annotate invariant everySampleIsRead", (seen) => seen.invariant(6));

  // Annotate keeps the invariant: all a in links | a in samples and a not in links[a] and (all...
  examplesOf(ANNOTATE, "Annotate invariant linksLead", (seen) => seen.invariant(7));

  // Annotate keeps the invariant: focus = none or focus in samples (edge_cases.spec:477)
  examplesOf(ANNOTATE, "Annotate invariant focusExists", (seen) => seen.invariant(8));

  // After Annotate everything stored has its type, with all refinements. (edge_cases.spec:206)
  examplesOf(ANNOTATE, "Annotate types", (seen) => seen.types());

  // Annotate changes nothing else, and so keeps 2 invariants. (edge_cases.spec:206)
  examplesOf(ANNOTATE, "Annotate frame", (seen) => seen.frame());

  // The answer of Annotate has the declared outputs, types and headers. (edge_cases.spec:206)
  examplesOf(ANNOTATE, "Annotate output", (seen) => seen.output());

  // Annotate at the limit, and just beside it: entity: value > 0 (edge_cases.spec:6)
  witnessesOf(ANNOTATE, "Annotate boundary input entity", (seen) => seen.total());

  // Annotate at the limit, and just beside it: field: value matches /^[a-z][a-z0-9_-]*$/...
  witnessesOf(ANNOTATE, "Annotate boundary input field", (seen) => seen.total());

  // Annotate at the limit, and just beside it: field: len(value) >= 1 (edge_cases.spec:8)
  witnessesOf(ANNOTATE, "Annotate boundary input field 2", (seen) => seen.total());

  // Annotate at the limit, and just beside it: field: len(value) <= 40 (edge_cases.spec:8)
  witnessesOf(ANNOTATE, "Annotate boundary input field 3", (seen) => seen.total());

  // Annotate at the limit, and just beside it: amount: value >= -100 (edge_cases.spec:27)
  witnessesOf(ANNOTATE, "Annotate boundary input amount", (seen) => seen.total());

  // Annotate at the limit, and just beside it: amount: value <= 100 (edge_cases.spec:27)
  witnessesOf(ANNOTATE, "Annotate boundary input amount 2", (seen) => seen.total());

  // Annotate at the limit, and just beside it: #samples[entity].attributes < 8...
  witnessesOf(ANNOTATE, "Annotate boundary requires 1", (seen) => seen.total());

  // Annotate both ways: field: len(value) <= 40 (edge_cases.spec:8)
  witnessesOf(ANNOTATE, "Annotate branches input field", (seen) => seen.total());

  // Annotate both ways: amount: value >= -100 (edge_cases.spec:27)
  witnessesOf(ANNOTATE, "Annotate branches input amount", (seen) => seen.total());

  // Annotate both ways: amount: value <= 100 (edge_cases.spec:27)
  witnessesOf(ANNOTATE, "Annotate branches input amount 2", (seen) => seen.total());

  // Annotate both ways: entity in samples (edge_cases.spec:210)
  witnessesOf(ANNOTATE, "Annotate branches requires 0", (seen) => seen.total());

  // Annotate in each case: samples[entity].state != Phase.CLOSED (edge_cases.spec:211)
  witnessesOf(ANNOTATE, "Annotate branches requires 0 2", (seen) => seen.total());

  // Annotate both ways: #samples[entity].attributes < 8 (edge_cases.spec:212)
  witnessesOf(ANNOTATE, "Annotate branches requires 1", (seen) => seen.total());

  // Annotate both ways: field in samples[entity].attributes (edge_cases.spec:212)
  witnessesOf(ANNOTATE, "Annotate branches requires 1 2", (seen) => seen.total());

  // Annotate refuses an `entity` that is not well-formed. (edge_cases.spec:207)
  malformedOf(ANNOTATE, "Annotate malformed entity", (seen) => seen.refuses());

  // Annotate refuses an `amount` that is not well-formed. (edge_cases.spec:207)
  malformedOf(ANNOTATE, "Annotate malformed amount", (seen) => seen.refuses());

  // Annotate refuses a body that is not well-formed. (edge_cases.spec:206)
  malformedOf(ANNOTATE, "Annotate malformed body", (seen) => seen.refuses());
});

describe("Seal: POST /samples/{id}/seal", () => {
  // Seal accepts every call whose precondition holds. (edge_cases.spec:222)
  examplesOf(SEAL, "Seal accepts", (seen) => seen.accepts());

  // Seal accepts the calls that were found for it. (edge_cases.spec:222)
  witnessesOf(SEAL, "Seal accepts witnesses", (seen) => seen.accepts());

  // Seal ensures: samples'[id].seal_hash = some(hash(secret)) (edge_cases.spec:228)
  examplesOf(SEAL, "Seal ensures 0", (seen) => seen.ensures(0));

  // Seal ensures: samples'[id].history = samples[id].history + ["sealed:...
  examplesOf(SEAL, "Seal ensures 1", (seen) => seen.ensures(1));

  // Seal rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:222)
  examplesOf(SEAL, "Seal rejects", (seen) => seen.rejects());

  // Seal rejects a call that breaks: id: value > 0 (edge_cases.spec:6)
  witnessesOf(SEAL, "Seal rejects input id", (seen) => seen.rejects("ItemId.where"));

  // Seal rejects a call that breaks: secret: len(value) >= 8 and len(value) <= 64...
  witnessesOf(SEAL, "Seal rejects input secret", (seen) => seen.rejects("Secret.where"));

  // Seal rejects a call that breaks: id in samples (edge_cases.spec:225)
  witnessesOf(SEAL, "Seal rejects requires 0", (seen) => seen.rejects("Seal.requires[0]"));

  // Seal rejects a call that breaks: samples[id].seal_hash = none (edge_cases.spec:226)
  witnessesOf(SEAL, "Seal rejects requires 1", (seen) => seen.rejects("Seal.requires[1]"));

  // Seal keeps the invariant: all one in samples | samples[one].id = one (edge_cases.spec:457)
  examplesOf(SEAL, "Seal invariant keysAreIds", (seen) => seen.invariant(0));

  // Seal keeps the invariant: total = #samples (edge_cases.spec:459)
  examplesOf(SEAL, "Seal invariant countsAgree", (seen) => seen.invariant(1));

  // Seal keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name...
  examplesOf(SEAL, "Seal invariant uniqueNames", (seen) => seen.invariant(2));

  // Seal keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some...
  examplesOf(SEAL, "Seal invariant labelsAreNames", (seen) => seen.invariant(3));

  // Seal keeps the invariant: all s in ran(samples) | s.tags subset palette() (edge_cases.spec:467)
  examplesOf(SEAL, "Seal invariant colouredFromPalette", (seen) => seen.invariant(4));

  // Seal keeps the invariant: dom(roots) subset dom(samples) (edge_cases.spec:470)
  examplesOf(SEAL, "Seal invariant rootsAreSamples", (seen) => seen.invariant(5));

  // Seal keeps the invariant: dom(readings) = dom(samples) (edge_cases.spec:472)
  examplesOf(SEAL, "Seal invariant everySampleIsRead", (seen) => seen.invariant(6));

  // Seal keeps the invariant: all a in links | a in samples and a not in links[a] and (all b in...
  examplesOf(SEAL, "Seal invariant linksLead", (seen) => seen.invariant(7));

  // Seal keeps the invariant: focus = none or focus in samples (edge_cases.spec:477)
  examplesOf(SEAL, "Seal invariant focusExists", (seen) => seen.invariant(8));

  // After Seal everything stored has its type, with all refinements. (edge_cases.spec:222)
  examplesOf(SEAL, "Seal types", (seen) => seen.types());

  // Seal changes nothing else, and so keeps 2 invariants. (edge_cases.spec:222)
  examplesOf(SEAL, "Seal frame", (seen) => seen.frame());

  // The answer of Seal has the declared outputs, types and headers. (edge_cases.spec:222)
  examplesOf(SEAL, "Seal output", (seen) => seen.output());

  // Seal at the limit, and just beside it: id: value > 0 (edge_cases.spec:6)
  witnessesOf(SEAL, "Seal boundary input id", (seen) => seen.total());

  // Seal at the limit, and just beside it: secret: len(value) >= 8 (edge_cases.spec:18)
  witnessesOf(SEAL, "Seal boundary input secret", (seen) => seen.total());

  // Seal at the limit, and just beside it: secret: len(value) <= 64 (edge_cases.spec:18)
  witnessesOf(SEAL, "Seal boundary input secret 2", (seen) => seen.total());

  // Seal both ways: secret: len(value) >= 8 (edge_cases.spec:18)
  witnessesOf(SEAL, "Seal branches input secret", (seen) => seen.total());

  // Seal both ways: secret: len(value) <= 64 (edge_cases.spec:18)
  witnessesOf(SEAL, "Seal branches input secret 2", (seen) => seen.total());

  // Seal refuses an `id` that is not well-formed. (edge_cases.spec:223)
  malformedOf(SEAL, "Seal malformed id", (seen) => seen.refuses());

  // Seal refuses an `secret` that is not well-formed. (edge_cases.spec:223)
  malformedOf(SEAL, "Seal malformed secret", (seen) => seen.refuses());

  // Seal refuses a body that is not well-formed. (edge_cases.spec:222)
  malformedOf(SEAL, "Seal malformed body", (seen) => seen.refuses());
});

describe("Remove: DELETE /samples/{id}", () => {
  // Remove accepts every call whose precondition holds. (edge_cases.spec:232)
  examplesOf(REMOVE, "Remove accepts", (seen) => seen.accepts());

  // Remove accepts the calls that were found for it. (edge_cases.spec:232)
  witnessesOf(REMOVE, "Remove accepts witnesses", (seen) => seen.accepts());

  // Remove ensures: samples' = samples - {id} (edge_cases.spec:240)
  examplesOf(REMOVE, "Remove ensures 0", (seen) => seen.ensures(0));

  // Remove ensures: roots' = roots - {id} (edge_cases.spec:241)
  examplesOf(REMOVE, "Remove ensures 1", (seen) => seen.ensures(1));

  // Remove ensures: readings' = readings - {id} (edge_cases.spec:242)
  examplesOf(REMOVE, "Remove ensures 2", (seen) => seen.ensures(2));

  // Remove ensures: links' = links - {id} (edge_cases.spec:243)
  examplesOf(REMOVE, "Remove ensures 3", (seen) => seen.ensures(3));

  // Remove ensures: labels' = labels minus {samples[id].name} (edge_cases.spec:244)
  examplesOf(REMOVE, "Remove ensures 4", (seen) => seen.ensures(4));

  // Remove ensures: total' = total - 1 (edge_cases.spec:245)
  examplesOf(REMOVE, "Remove ensures 5", (seen) => seen.ensures(5));

  // Remove ensures: focus = some(id) implies focus' = none (edge_cases.spec:246)
  examplesOf(REMOVE, "Remove ensures 6", (seen) => seen.ensures(6));

  // Remove ensures: focus = some(id) implies focus' = none (edge_cases.spec:246)
  witnessesOf(REMOVE, "Remove ensures 6 branches", (seen) => seen.ensures(6));

  // Remove ensures: left = #samples' (edge_cases.spec:248)
  examplesOf(REMOVE, "Remove ensures 7", (seen) => seen.ensures(7));

  // Remove rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:232)
  examplesOf(REMOVE, "Remove rejects", (seen) => seen.rejects());

  // Remove rejects a call that breaks: id: value > 0 (edge_cases.spec:6)
  witnessesOf(REMOVE, "Remove rejects input id", (seen) => seen.rejects("ItemId.where"));

  // Remove rejects a call that breaks: id in samples (edge_cases.spec:237)
  witnessesOf(REMOVE, "Remove rejects requires 0", (seen) => seen.rejects("Remove.requires[0]"));

  // Remove rejects a call that breaks: no a in links | id in links[a] (edge_cases.spec:238)
  witnessesOf(REMOVE, "Remove rejects requires 1", (seen) => seen.rejects("Remove.requires[1]"));

  // Remove keeps the invariant: all one in samples | samples[one].id = one (edge_cases.spec:457)
  examplesOf(REMOVE, "Remove invariant keysAreIds", (seen) => seen.invariant(0));

  // Remove keeps the invariant: total = #samples (edge_cases.spec:459)
  examplesOf(REMOVE, "Remove invariant countsAgree", (seen) => seen.invariant(1));

  // Remove keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name...
  examplesOf(REMOVE, "Remove invariant uniqueNames", (seen) => seen.invariant(2));

  // Remove keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels |...
  examplesOf(REMOVE, "Remove invariant labelsAreNames", (seen) => seen.invariant(3));

  // Remove keeps the invariant: all s in ran(samples) | s.tags subset palette()...
  examplesOf(REMOVE, "Remove invariant colouredFromPalette", (seen) => seen.invariant(4));

  // Remove keeps the invariant: dom(roots) subset dom(samples) (edge_cases.spec:470)
  examplesOf(REMOVE, "Remove invariant rootsAreSamples", (seen) => seen.invariant(5));

  // Remove keeps the invariant: dom(readings) = dom(samples) (edge_cases.spec:472)
  examplesOf(REMOVE, "Remove invariant everySampleIsRead", (seen) => seen.invariant(6));

  // Remove keeps the invariant: all a in links | a in samples and a not in links[a] and (all b...
  examplesOf(REMOVE, "Remove invariant linksLead", (seen) => seen.invariant(7));

  // Remove keeps the invariant: focus = none or focus in samples (edge_cases.spec:477)
  examplesOf(REMOVE, "Remove invariant focusExists", (seen) => seen.invariant(8));

  // After Remove everything stored has its type, with all refinements. (edge_cases.spec:232)
  examplesOf(REMOVE, "Remove types", (seen) => seen.types());

  // Remove changes nothing else, and so keeps 2 invariants. (edge_cases.spec:232)
  examplesOf(REMOVE, "Remove frame", (seen) => seen.frame());

  // The answer of Remove has the declared outputs, types and headers. (edge_cases.spec:232)
  examplesOf(REMOVE, "Remove output", (seen) => seen.output());

  // Remove at the limit, and just beside it: id: value > 0 (edge_cases.spec:6)
  witnessesOf(REMOVE, "Remove boundary input id", (seen) => seen.total());

  // Remove at the limit, and just beside it: focus = some(id) (edge_cases.spec:246)
  witnessesOf(REMOVE, "Remove boundary ensures 6", (seen) => seen.total());

  // Remove both ways: no a in links | id in links[a] (edge_cases.spec:238)
  witnessesOf(REMOVE, "Remove branches requires 1", (seen) => seen.total());

  // Remove refuses an `id` that is not well-formed. (edge_cases.spec:233)
  malformedOf(REMOVE, "Remove malformed id", (seen) => seen.refuses());

  // Remove asks for credentials, and changes nothing without them. (edge_cases.spec:232)
  unauthorizedOf(REMOVE, "Remove auth", (seen) => seen.unauthorized());
});

describe("Activate: POST /samples/{id}/activate", () => {
  // Activate accepts every call whose precondition holds. (edge_cases.spec:253)
  examplesOf(ACTIVATE, "Activate accepts", (seen) => seen.accepts());

  // Activate accepts the calls that were found for it. (edge_cases.spec:253)
  witnessesOf(ACTIVATE, "Activate accepts witnesses", (seen) => seen.accepts());

  // Activate ensures: samples' = samples + {id -> samples[id] with { state = Phase.ACTIVE,...
  examplesOf(ACTIVATE, "Activate ensures 0", (seen) => seen.ensures(0));

  // Activate ensures: sample = samples'[id] (edge_cases.spec:264)
  examplesOf(ACTIVATE, "Activate ensures 1", (seen) => seen.ensures(1));

  // Activate rejects every call whose precondition fails, and changes nothing....
  examplesOf(ACTIVATE, "Activate rejects", (seen) => seen.rejects());

  // Activate rejects a call that breaks: id: value > 0 (edge_cases.spec:6)
  witnessesOf(ACTIVATE, "Activate rejects input id", (seen) => seen.rejects("ItemId.where"));

  // Activate rejects a call that breaks: id in samples (edge_cases.spec:257)
  witnessesOf(ACTIVATE, "Activate rejects requires 0", (seen) =>
    seen.rejects("Activate.requires[0]"),
  );

  // Activate rejects a call that breaks: samples[id].state = Phase.DRAFT (edge_cases.spec:258)
  witnessesOf(ACTIVATE, "Activate rejects requires 1", (seen) =>
    seen.rejects("Activate.requires[1]"),
  );

  // Activate rejects a call that breaks: weight > 0.0 and #tags > 0 (edge_cases.spec:296)
  witnessesOf(ACTIVATE, "Activate rejects guard DRAFT to ACTIVE", (seen) =>
    seen.rejects("SampleLife from DRAFT"),
  );

  // Activate rejects a call that breaks: SampleLife has no rule from ACTIVE (edge_cases.spec:293)
  witnessesOf(ACTIVATE, "Activate rejects from ACTIVE", (seen) =>
    seen.rejects("SampleLife from ACTIVE"),
  );

  // Activate rejects a call that breaks: SampleLife has no rule from CLOSED (edge_cases.spec:293)
  witnessesOf(ACTIVATE, "Activate rejects from CLOSED", (seen) =>
    seen.rejects("SampleLife from CLOSED"),
  );

  // Activate keeps the invariant: all one in samples | samples[one].id = one (edge_cases.spec:457)
  examplesOf(ACTIVATE, "Activate invariant keysAreIds", (seen) => seen.invariant(0));

  // Activate keeps the invariant: total = #samples (edge_cases.spec:459)
  examplesOf(ACTIVATE, "Activate invariant countsAgree", (seen) => seen.invariant(1));

  // Activate keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name...
  examplesOf(ACTIVATE, "Activate invariant uniqueNames", (seen) => seen.invariant(2));

  // Activate keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels |...
  examplesOf(ACTIVATE, "Activate invariant labelsAreNames", (seen) => seen.invariant(3));

  // Activate keeps the invariant: all s in ran(samples) | s.tags subset palette()...
  examplesOf(ACTIVATE, "Activate invariant colouredFromPalette", (seen) => seen.invariant(4));

  // Activate keeps the invariant: dom(roots) subset dom(samples) (edge_cases.spec:470)
  examplesOf(ACTIVATE, "Activate invariant rootsAreSamples", (seen) => seen.invariant(5));

  // Activate keeps the invariant: dom(readings) = dom(samples) (edge_cases.spec:472)
  examplesOf(ACTIVATE, "Activate invariant everySampleIsRead", (seen) => seen.invariant(6));

  // Activate keeps the invariant: all a in links | a in samples and a not in links[a] and (all...
  examplesOf(ACTIVATE, "Activate invariant linksLead", (seen) => seen.invariant(7));

  // Activate keeps the invariant: focus = none or focus in samples (edge_cases.spec:477)
  examplesOf(ACTIVATE, "Activate invariant focusExists", (seen) => seen.invariant(8));

  // After Activate everything stored has its type, with all refinements. (edge_cases.spec:253)
  examplesOf(ACTIVATE, "Activate types", (seen) => seen.types());

  // Activate changes nothing else, and so keeps 2 invariants. (edge_cases.spec:253)
  examplesOf(ACTIVATE, "Activate frame", (seen) => seen.frame());

  // The answer of Activate has the declared outputs, types and headers. (edge_cases.spec:253)
  examplesOf(ACTIVATE, "Activate output", (seen) => seen.output());

  // Activate at the limit, and just beside it: id: value > 0 (edge_cases.spec:6)
  witnessesOf(ACTIVATE, "Activate boundary input id", (seen) => seen.total());

  // Activate at the limit, and just beside it: weight > 0.0 (edge_cases.spec:296)
  witnessesOf(ACTIVATE, "Activate boundary guard DRAFT to ACTIVE", (seen) => seen.total());

  // Activate at the limit, and just beside it: #tags > 0 (edge_cases.spec:296)
  witnessesOf(ACTIVATE, "Activate boundary guard DRAFT to ACTIVE 2", (seen) => seen.total());

  // Activate in each case: samples[id].state = Phase.DRAFT (edge_cases.spec:258)
  witnessesOf(ACTIVATE, "Activate branches requires 1", (seen) => seen.total());

  // Activate both ways: weight > 0.0 (edge_cases.spec:296)
  witnessesOf(ACTIVATE, "Activate branches guard DRAFT to ACTIVE", (seen) => seen.total());

  // Activate both ways: #tags > 0 (edge_cases.spec:296)
  witnessesOf(ACTIVATE, "Activate branches guard DRAFT to ACTIVE 2", (seen) => seen.total());

  // Activate refuses an `id` that is not well-formed. (edge_cases.spec:254)
  malformedOf(ACTIVATE, "Activate malformed id", (seen) => seen.refuses());

  // Activate moves DRAFT to ACTIVE. (edge_cases.spec:296)
  witnessesOf(ACTIVATE, "Activate moves DRAFT to ACTIVE", (seen) =>
    seen.moves("SampleLife", "SampleLife DRAFT -> ACTIVE via Activate"),
  );
});

describe("Close: POST /samples/{id}/close", () => {
  // Close accepts every call whose precondition holds. (edge_cases.spec:267)
  examplesOf(CLOSE, "Close accepts", (seen) => seen.accepts());

  // Close accepts the calls that were found for it. (edge_cases.spec:267)
  witnessesOf(CLOSE, "Close accepts witnesses", (seen) => seen.accepts());

  // Close ensures: samples'[id].state = Phase.CLOSED (edge_cases.spec:274)
  examplesOf(CLOSE, "Close ensures 0", (seen) => seen.ensures(0));

  // Close ensures: samples'[id].retired_at = some(now() + grace) (edge_cases.spec:275)
  examplesOf(CLOSE, "Close ensures 1", (seen) => seen.ensures(1));

  // Close ensures: samples'[id].lifetime = now() - samples[id].created_at (edge_cases.spec:276)
  examplesOf(CLOSE, "Close ensures 2", (seen) => seen.ensures(2));

  // Close ensures: sample = samples'[id] (edge_cases.spec:277)
  examplesOf(CLOSE, "Close ensures 3", (seen) => seen.ensures(3));

  // Close rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:267)
  examplesOf(CLOSE, "Close rejects", (seen) => seen.rejects());

  // Close rejects a call that breaks: id: value > 0 (edge_cases.spec:6)
  witnessesOf(CLOSE, "Close rejects input id", (seen) => seen.rejects("ItemId.where"));

  // Close rejects a call that breaks: id in samples (edge_cases.spec:271)
  witnessesOf(CLOSE, "Close rejects requires 0", (seen) => seen.rejects("Close.requires[0]"));

  // Close rejects a call that breaks: samples[id].state = Phase.ACTIVE (edge_cases.spec:272)
  witnessesOf(CLOSE, "Close rejects requires 1", (seen) => seen.rejects("Close.requires[1]"));

  // Close rejects a call that breaks: SampleLife has no rule from DRAFT (edge_cases.spec:293)
  witnessesOf(CLOSE, "Close rejects from DRAFT", (seen) => seen.rejects("SampleLife from DRAFT"));

  // Close rejects a call that breaks: SampleLife has no rule from CLOSED (edge_cases.spec:293)
  witnessesOf(CLOSE, "Close rejects from CLOSED", (seen) => seen.rejects("SampleLife from CLOSED"));

  // Close keeps the invariant: all one in samples | samples[one].id = one (edge_cases.spec:457)
  examplesOf(CLOSE, "Close invariant keysAreIds", (seen) => seen.invariant(0));

  // Close keeps the invariant: total = #samples (edge_cases.spec:459)
  examplesOf(CLOSE, "Close invariant countsAgree", (seen) => seen.invariant(1));

  // Close keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name...
  examplesOf(CLOSE, "Close invariant uniqueNames", (seen) => seen.invariant(2));

  // Close keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some...
  examplesOf(CLOSE, "Close invariant labelsAreNames", (seen) => seen.invariant(3));

  // Close keeps the invariant: all s in ran(samples) | s.tags subset palette()...
  examplesOf(CLOSE, "Close invariant colouredFromPalette", (seen) => seen.invariant(4));

  // Close keeps the invariant: dom(roots) subset dom(samples) (edge_cases.spec:470)
  examplesOf(CLOSE, "Close invariant rootsAreSamples", (seen) => seen.invariant(5));

  // Close keeps the invariant: dom(readings) = dom(samples) (edge_cases.spec:472)
  examplesOf(CLOSE, "Close invariant everySampleIsRead", (seen) => seen.invariant(6));

  // Close keeps the invariant: all a in links | a in samples and a not in links[a] and (all b...
  examplesOf(CLOSE, "Close invariant linksLead", (seen) => seen.invariant(7));

  // Close keeps the invariant: focus = none or focus in samples (edge_cases.spec:477)
  examplesOf(CLOSE, "Close invariant focusExists", (seen) => seen.invariant(8));

  // After Close everything stored has its type, with all refinements. (edge_cases.spec:267)
  examplesOf(CLOSE, "Close types", (seen) => seen.types());

  // Close changes nothing else, and so keeps 2 invariants. (edge_cases.spec:267)
  examplesOf(CLOSE, "Close frame", (seen) => seen.frame());

  // The answer of Close has the declared outputs, types and headers. (edge_cases.spec:267)
  examplesOf(CLOSE, "Close output", (seen) => seen.output());

  // Close at the limit, and just beside it: id: value > 0 (edge_cases.spec:6)
  witnessesOf(CLOSE, "Close boundary input id", (seen) => seen.total());

  // Close in each case: samples[id].state = Phase.ACTIVE (edge_cases.spec:272)
  witnessesOf(CLOSE, "Close branches requires 1", (seen) => seen.total());

  // Close refuses an `id` that is not well-formed. (edge_cases.spec:268)
  malformedOf(CLOSE, "Close malformed id", (seen) => seen.refuses());

  // Close moves ACTIVE to CLOSED. (edge_cases.spec:297)
  witnessesOf(CLOSE, "Close moves ACTIVE to CLOSED", (seen) =>
    seen.moves("SampleLife", "SampleLife ACTIVE -> CLOSED via Close"),
  );
});

describe("Revive: POST /samples/{id}/revive", () => {
  // Revive accepts every call whose precondition holds. (edge_cases.spec:281)
  examplesOf(REVIVE, "Revive accepts", (seen) => seen.accepts());

  // Revive accepts the calls that were found for it. (edge_cases.spec:281)
  witnessesOf(REVIVE, "Revive accepts witnesses", (seen) => seen.accepts());

  // Revive ensures: samples'[id].state = Phase.ACTIVE (edge_cases.spec:288)
  examplesOf(REVIVE, "Revive ensures 0", (seen) => seen.ensures(0));

  // Revive ensures: samples'[id].retired_at = none (edge_cases.spec:289)
  examplesOf(REVIVE, "Revive ensures 1", (seen) => seen.ensures(1));

  // Revive ensures: sample = samples'[id] (edge_cases.spec:290)
  examplesOf(REVIVE, "Revive ensures 2", (seen) => seen.ensures(2));

  // Revive rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:281)
  examplesOf(REVIVE, "Revive rejects", (seen) => seen.rejects());

  // Revive rejects a call that breaks: id: value > 0 (edge_cases.spec:6)
  witnessesOf(REVIVE, "Revive rejects input id", (seen) => seen.rejects("ItemId.where"));

  // Revive rejects a call that breaks: id in samples (edge_cases.spec:285)
  witnessesOf(REVIVE, "Revive rejects requires 0", (seen) => seen.rejects("Revive.requires[0]"));

  // Revive rejects a call that breaks: samples[id].state = Phase.CLOSED (edge_cases.spec:286)
  witnessesOf(REVIVE, "Revive rejects requires 1", (seen) => seen.rejects("Revive.requires[1]"));

  // Revive rejects a call that breaks: retired_at != none and now() < retired_at...
  witnessesOf(REVIVE, "Revive rejects guard CLOSED to ACTIVE", (seen) =>
    seen.rejects("SampleLife from CLOSED"),
  );

  // Revive rejects a call that breaks: SampleLife has no rule from DRAFT (edge_cases.spec:293)
  witnessesOf(REVIVE, "Revive rejects from DRAFT", (seen) => seen.rejects("SampleLife from DRAFT"));

  // Revive rejects a call that breaks: SampleLife has no rule from ACTIVE (edge_cases.spec:293)
  witnessesOf(REVIVE, "Revive rejects from ACTIVE", (seen) =>
    seen.rejects("SampleLife from ACTIVE"),
  );

  // Revive keeps the invariant: all one in samples | samples[one].id = one (edge_cases.spec:457)
  examplesOf(REVIVE, "Revive invariant keysAreIds", (seen) => seen.invariant(0));

  // Revive keeps the invariant: total = #samples (edge_cases.spec:459)
  examplesOf(REVIVE, "Revive invariant countsAgree", (seen) => seen.invariant(1));

  // Revive keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name...
  examplesOf(REVIVE, "Revive invariant uniqueNames", (seen) => seen.invariant(2));

  // Revive keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels |...
  examplesOf(REVIVE, "Revive invariant labelsAreNames", (seen) => seen.invariant(3));

  // Revive keeps the invariant: all s in ran(samples) | s.tags subset palette()...
  examplesOf(REVIVE, "Revive invariant colouredFromPalette", (seen) => seen.invariant(4));

  // Revive keeps the invariant: dom(roots) subset dom(samples) (edge_cases.spec:470)
  examplesOf(REVIVE, "Revive invariant rootsAreSamples", (seen) => seen.invariant(5));

  // Revive keeps the invariant: dom(readings) = dom(samples) (edge_cases.spec:472)
  examplesOf(REVIVE, "Revive invariant everySampleIsRead", (seen) => seen.invariant(6));

  // Revive keeps the invariant: all a in links | a in samples and a not in links[a] and (all b...
  examplesOf(REVIVE, "Revive invariant linksLead", (seen) => seen.invariant(7));

  // Revive keeps the invariant: focus = none or focus in samples (edge_cases.spec:477)
  examplesOf(REVIVE, "Revive invariant focusExists", (seen) => seen.invariant(8));

  // After Revive everything stored has its type, with all refinements. (edge_cases.spec:281)
  examplesOf(REVIVE, "Revive types", (seen) => seen.types());

  // Revive changes nothing else, and so keeps 2 invariants. (edge_cases.spec:281)
  examplesOf(REVIVE, "Revive frame", (seen) => seen.frame());

  // The answer of Revive has the declared outputs, types and headers. (edge_cases.spec:281)
  examplesOf(REVIVE, "Revive output", (seen) => seen.output());

  // Revive at the limit, and just beside it: id: value > 0 (edge_cases.spec:6)
  witnessesOf(REVIVE, "Revive boundary input id", (seen) => seen.total());

  // Revive at the limit, and just beside it: now() < retired_at (edge_cases.spec:298)
  witnessesOf(REVIVE, "Revive boundary guard CLOSED to ACTIVE", (seen) => seen.total());

  // Revive in each case: samples[id].state = Phase.CLOSED (edge_cases.spec:286)
  witnessesOf(REVIVE, "Revive branches requires 1", (seen) => seen.total());

  // Revive both ways: now() < retired_at (edge_cases.spec:298)
  witnessesOf(REVIVE, "Revive branches guard CLOSED to ACTIVE", (seen) => seen.total());

  // Revive refuses an `id` that is not well-formed. (edge_cases.spec:282)
  malformedOf(REVIVE, "Revive malformed id", (seen) => seen.refuses());

  // Revive moves CLOSED to ACTIVE. (edge_cases.spec:298)
  witnessesOf(REVIVE, "Revive moves CLOSED to ACTIVE", (seen) =>
    seen.moves("SampleLife", "SampleLife CLOSED -> ACTIVE via Revive"),
  );
});

describe("MarkRoot: POST /samples/{id}/root", () => {
  // MarkRoot accepts every call whose precondition holds. (edge_cases.spec:303)
  examplesOf(MARK_ROOT, "MarkRoot accepts", (seen) => seen.accepts());

  // MarkRoot accepts the calls that were found for it. (edge_cases.spec:303)
  witnessesOf(MARK_ROOT, "MarkRoot accepts witnesses", (seen) => seen.accepts());

  // MarkRoot ensures: roots'[id] = Base { id = id, created_at = now() } (edge_cases.spec:309)
  examplesOf(MARK_ROOT, "MarkRoot ensures 0", (seen) => seen.ensures(0));

  // MarkRoot rejects every call whose precondition fails, and changes nothing....
  examplesOf(MARK_ROOT, "MarkRoot rejects", (seen) => seen.rejects());

  // MarkRoot rejects a call that breaks: id: value > 0 (edge_cases.spec:6)
  witnessesOf(MARK_ROOT, "MarkRoot rejects input id", (seen) => seen.rejects("ItemId.where"));

  // MarkRoot rejects a call that breaks: id in samples (edge_cases.spec:306)
  witnessesOf(MARK_ROOT, "MarkRoot rejects requires 0", (seen) =>
    seen.rejects("MarkRoot.requires[0]"),
  );

  // MarkRoot rejects a call that breaks: id not in roots (edge_cases.spec:307)
  witnessesOf(MARK_ROOT, "MarkRoot rejects requires 1", (seen) =>
    seen.rejects("MarkRoot.requires[1]"),
  );

  // MarkRoot keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name...
  examplesOf(MARK_ROOT, "MarkRoot invariant uniqueNames", (seen) => seen.invariant(2));

  // MarkRoot keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels |...
  examplesOf(MARK_ROOT, "MarkRoot invariant labelsAreNames", (seen) => seen.invariant(3));

  // MarkRoot keeps the invariant: dom(roots) subset dom(samples) (edge_cases.spec:470)
  examplesOf(MARK_ROOT, "MarkRoot invariant rootsAreSamples", (seen) => seen.invariant(5));

  // After MarkRoot everything stored has its type, with all refinements. (edge_cases.spec:303)
  examplesOf(MARK_ROOT, "MarkRoot types", (seen) => seen.types());

  // MarkRoot changes nothing else, and so keeps 8 invariants. (edge_cases.spec:303)
  examplesOf(MARK_ROOT, "MarkRoot frame", (seen) => seen.frame());

  // The answer of MarkRoot has the declared outputs, types and headers. (edge_cases.spec:303)
  examplesOf(MARK_ROOT, "MarkRoot output", (seen) => seen.output());

  // MarkRoot at the limit, and just beside it: id: value > 0 (edge_cases.spec:6)
  witnessesOf(MARK_ROOT, "MarkRoot boundary input id", (seen) => seen.total());

  // MarkRoot refuses an `id` that is not well-formed. (edge_cases.spec:304)
  malformedOf(MARK_ROOT, "MarkRoot malformed id", (seen) => seen.refuses());
});

describe("AddReading: POST /samples/{id}/readings", () => {
  // AddReading accepts every call whose precondition holds. (edge_cases.spec:312)
  examplesOf(ADD_READING, "AddReading accepts", (seen) => seen.accepts());

  // AddReading accepts the calls that were found for it. (edge_cases.spec:312)
  witnessesOf(ADD_READING, "AddReading accepts witnesses", (seen) => seen.accepts());

  // AddReading ensures: readings'[id] = readings[id] union {reading} (edge_cases.spec:319)
  examplesOf(ADD_READING, "AddReading ensures 0", (seen) => seen.ensures(0));

  // AddReading ensures: highest = max(readings'[id]) (edge_cases.spec:320)
  examplesOf(ADD_READING, "AddReading ensures 1", (seen) => seen.ensures(1));

  // AddReading ensures: lowest = min(readings'[id]) (edge_cases.spec:321)
  examplesOf(ADD_READING, "AddReading ensures 2", (seen) => seen.ensures(2));

  // AddReading ensures: spread = abs(lowest - highest) (edge_cases.spec:322)
  examplesOf(ADD_READING, "AddReading ensures 3", (seen) => seen.ensures(3));

  // AddReading ensures: middle = (highest + lowest) / 2 (edge_cases.spec:323)
  examplesOf(ADD_READING, "AddReading ensures 4", (seen) => seen.ensures(4));

  // AddReading ensures: clamped = max(-50, min(50, reading * 2)) (edge_cases.spec:324)
  examplesOf(ADD_READING, "AddReading ensures 5", (seen) => seen.ensures(5));

  // AddReading rejects every call whose precondition fails, and changes nothing....
  examplesOf(ADD_READING, "AddReading rejects", (seen) => seen.rejects());

  // AddReading rejects a call that breaks: id: value > 0 (edge_cases.spec:6)
  witnessesOf(ADD_READING, "AddReading rejects input id", (seen) => seen.rejects("ItemId.where"));

  // AddReading rejects a call that breaks: reading: value >= -100 and value <= 100...
  witnessesOf(ADD_READING, "AddReading rejects input reading", (seen) =>
    seen.rejects("Reading.where"),
  );

  // AddReading rejects a call that breaks: id in samples (edge_cases.spec:316)
  witnessesOf(ADD_READING, "AddReading rejects requires 0", (seen) =>
    seen.rejects("AddReading.requires[0]"),
  );

  // AddReading rejects a call that breaks: #readings[id] < 10 (edge_cases.spec:317)
  witnessesOf(ADD_READING, "AddReading rejects requires 1", (seen) =>
    seen.rejects("AddReading.requires[1]"),
  );

  // AddReading keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name...
  examplesOf(ADD_READING, "AddReading invariant uniqueNames", (seen) => seen.invariant(2));

  // AddReading keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels |...
  examplesOf(ADD_READING, "AddReading invariant labelsAreNames", (seen) => seen.invariant(3));

  // AddReading keeps the invariant: dom(readings) = dom(samples) (edge_cases.spec:472)
  examplesOf(ADD_READING, "AddReading invariant everySampleIsRead", (seen) => seen.invariant(6));

  // After AddReading everything stored has its type, with all refinements. (edge_cases.spec:312)
  examplesOf(ADD_READING, "AddReading types", (seen) => seen.types());

  // AddReading changes nothing else, and so keeps 8 invariants. (edge_cases.spec:312)
  examplesOf(ADD_READING, "AddReading frame", (seen) => seen.frame());

  // The answer of AddReading has the declared outputs, types and headers. (edge_cases.spec:312)
  examplesOf(ADD_READING, "AddReading output", (seen) => seen.output());

  // AddReading at the limit, and just beside it: id: value > 0 (edge_cases.spec:6)
  witnessesOf(ADD_READING, "AddReading boundary input id", (seen) => seen.total());

  // AddReading at the limit, and just beside it: reading: value >= -100 (edge_cases.spec:27)
  witnessesOf(ADD_READING, "AddReading boundary input reading", (seen) => seen.total());

  // AddReading at the limit, and just beside it: reading: value <= 100 (edge_cases.spec:27)
  witnessesOf(ADD_READING, "AddReading boundary input reading 2", (seen) => seen.total());

  // AddReading at the limit, and just beside it: #readings[id] < 10 (edge_cases.spec:317)
  witnessesOf(ADD_READING, "AddReading boundary requires 1", (seen) => seen.total());

  // AddReading both ways: reading: value >= -100 (edge_cases.spec:27)
  witnessesOf(ADD_READING, "AddReading branches input reading", (seen) => seen.total());

  // AddReading both ways: reading: value <= 100 (edge_cases.spec:27)
  witnessesOf(ADD_READING, "AddReading branches input reading 2", (seen) => seen.total());

  // AddReading refuses an `id` that is not well-formed. (edge_cases.spec:313)
  malformedOf(ADD_READING, "AddReading malformed id", (seen) => seen.refuses());

  // AddReading refuses an `reading` that is not well-formed. (edge_cases.spec:313)
  malformedOf(ADD_READING, "AddReading malformed reading", (seen) => seen.refuses());

  // AddReading refuses a body that is not well-formed. (edge_cases.spec:312)
  malformedOf(ADD_READING, "AddReading malformed body", (seen) => seen.refuses());
});

describe("Link: POST /samples/{source}/links", () => {
  // Link accepts every call whose precondition holds. (edge_cases.spec:327)
  examplesOf(LINK, "Link accepts", (seen) => seen.accepts());

  // Link accepts the calls that were found for it. (edge_cases.spec:327)
  witnessesOf(LINK, "Link accepts witnesses", (seen) => seen.accepts());

  // Link ensures: links' = links + {source -> links[source] union {target}} (edge_cases.spec:336)
  examplesOf(LINK, "Link ensures 0", (seen) => seen.ensures(0));

  // Link ensures: targets = links'[source] (edge_cases.spec:337)
  examplesOf(LINK, "Link ensures 1", (seen) => seen.ensures(1));

  // Link rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:327)
  examplesOf(LINK, "Link rejects", (seen) => seen.rejects());

  // Link rejects a call that breaks: source: value > 0 (edge_cases.spec:6)
  witnessesOf(LINK, "Link rejects input source", (seen) => seen.rejects("ItemId.where"));

  // Link rejects a call that breaks: target: value > 0 (edge_cases.spec:6)
  witnessesOf(LINK, "Link rejects input target", (seen) => seen.rejects("ItemId.where"));

  // Link rejects a call that breaks: source in samples (edge_cases.spec:331)
  witnessesOf(LINK, "Link rejects requires 0", (seen) => seen.rejects("Link.requires[0]"));

  // Link rejects a call that breaks: target in samples (edge_cases.spec:332)
  witnessesOf(LINK, "Link rejects requires 1", (seen) => seen.rejects("Link.requires[1]"));

  // Link rejects a call that breaks: source != target (edge_cases.spec:333)
  witnessesOf(LINK, "Link rejects requires 2", (seen) => seen.rejects("Link.requires[2]"));

  // Link rejects a call that breaks: target not in links[source] (edge_cases.spec:334)
  witnessesOf(LINK, "Link rejects requires 3", (seen) => seen.rejects("Link.requires[3]"));

  // Link keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name...
  examplesOf(LINK, "Link invariant uniqueNames", (seen) => seen.invariant(2));

  // Link keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some...
  examplesOf(LINK, "Link invariant labelsAreNames", (seen) => seen.invariant(3));

  // Link keeps the invariant: all a in links | a in samples and a not in links[a] and (all b in...
  examplesOf(LINK, "Link invariant linksLead", (seen) => seen.invariant(7));

  // After Link everything stored has its type, with all refinements. (edge_cases.spec:327)
  examplesOf(LINK, "Link types", (seen) => seen.types());

  // Link changes nothing else, and so keeps 8 invariants. (edge_cases.spec:327)
  examplesOf(LINK, "Link frame", (seen) => seen.frame());

  // The answer of Link has the declared outputs, types and headers. (edge_cases.spec:327)
  examplesOf(LINK, "Link output", (seen) => seen.output());

  // Link at the limit, and just beside it: source: value > 0 (edge_cases.spec:6)
  witnessesOf(LINK, "Link boundary input source", (seen) => seen.total());

  // Link at the limit, and just beside it: target: value > 0 (edge_cases.spec:6)
  witnessesOf(LINK, "Link boundary input target", (seen) => seen.total());

  // Link both ways: source != target (edge_cases.spec:333)
  witnessesOf(LINK, "Link branches requires 2", (seen) => seen.total());

  // Link refuses an `source` that is not well-formed. (edge_cases.spec:328)
  malformedOf(LINK, "Link malformed source", (seen) => seen.refuses());

  // Link refuses an `target` that is not well-formed. (edge_cases.spec:328)
  malformedOf(LINK, "Link malformed target", (seen) => seen.refuses());

  // Link refuses a body that is not well-formed. (edge_cases.spec:327)
  malformedOf(LINK, "Link malformed body", (seen) => seen.refuses());
});

describe("Unlink: DELETE /samples/{source}/links/{target}", () => {
  // Unlink accepts every call whose precondition holds. (edge_cases.spec:340)
  examplesOf(UNLINK, "Unlink accepts", (seen) => seen.accepts());

  // Unlink accepts the calls that were found for it. (edge_cases.spec:340)
  witnessesOf(UNLINK, "Unlink accepts witnesses", (seen) => seen.accepts());

  // Unlink ensures: links'[source] = links[source] minus {target} (edge_cases.spec:346)
  examplesOf(UNLINK, "Unlink ensures 0", (seen) => seen.ensures(0));

  // Unlink rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:340)
  examplesOf(UNLINK, "Unlink rejects", (seen) => seen.rejects());

  // Unlink rejects a call that breaks: source: value > 0 (edge_cases.spec:6)
  witnessesOf(UNLINK, "Unlink rejects input source", (seen) => seen.rejects("ItemId.where"));

  // Unlink rejects a call that breaks: target: value > 0 (edge_cases.spec:6)
  witnessesOf(UNLINK, "Unlink rejects input target", (seen) => seen.rejects("ItemId.where"));

  // Unlink rejects a call that breaks: target in links[source] (edge_cases.spec:344)
  witnessesOf(UNLINK, "Unlink rejects requires 1", (seen) => seen.rejects("Unlink.requires[1]"));

  // Unlink keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name...
  examplesOf(UNLINK, "Unlink invariant uniqueNames", (seen) => seen.invariant(2));

  // Unlink keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels |...
  examplesOf(UNLINK, "Unlink invariant labelsAreNames", (seen) => seen.invariant(3));

  // Unlink keeps the invariant: all a in links | a in samples and a not in links[a] and (all b...
  examplesOf(UNLINK, "Unlink invariant linksLead", (seen) => seen.invariant(7));

  // After Unlink everything stored has its type, with all refinements. (edge_cases.spec:340)
  examplesOf(UNLINK, "Unlink types", (seen) => seen.types());

  // Unlink changes nothing else, and so keeps 8 invariants. (edge_cases.spec:340)
  examplesOf(UNLINK, "Unlink frame", (seen) => seen.frame());

  // The answer of Unlink has the declared outputs, types and headers. (edge_cases.spec:340)
  examplesOf(UNLINK, "Unlink output", (seen) => seen.output());

  // Unlink at the limit, and just beside it: source: value > 0 (edge_cases.spec:6)
  witnessesOf(UNLINK, "Unlink boundary input source", (seen) => seen.total());

  // Unlink at the limit, and just beside it: target: value > 0 (edge_cases.spec:6)
  witnessesOf(UNLINK, "Unlink boundary input target", (seen) => seen.total());

  // Unlink refuses an `source` that is not well-formed. (edge_cases.spec:341)
  malformedOf(UNLINK, "Unlink malformed source", (seen) => seen.refuses());

  // Unlink refuses an `target` that is not well-formed. (edge_cases.spec:341)
  malformedOf(UNLINK, "Unlink malformed target", (seen) => seen.refuses());
});

describe("Note: POST /log", () => {
  // Note accepts every call whose precondition holds. (edge_cases.spec:351)
  examplesOf(NOTE, "Note accepts", (seen) => seen.accepts());

  // Note accepts the calls that were found for it. (edge_cases.spec:351)
  witnessesOf(NOTE, "Note accepts witnesses", (seen) => seen.accepts());

  // Note ensures: log' = log + ["- " + message] (edge_cases.spec:357)
  examplesOf(NOTE, "Note ensures 0", (seen) => seen.ensures(0));

  // Note ensures: position = #log (edge_cases.spec:358)
  examplesOf(NOTE, "Note ensures 1", (seen) => seen.ensures(1));

  // Note ensures: log'[position] = "- " + message (edge_cases.spec:359)
  examplesOf(NOTE, "Note ensures 2", (seen) => seen.ensures(2));

  // Note rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:351)
  examplesOf(NOTE, "Note rejects", (seen) => seen.rejects());

  // Note rejects a call that breaks: message: len(value) <= 200 (edge_cases.spec:16)
  witnessesOf(NOTE, "Note rejects input message", (seen) => seen.rejects("Text.where"));

  // Note rejects a call that breaks: not message matches /^\s*$/ (edge_cases.spec:355)
  witnessesOf(NOTE, "Note rejects requires 0", (seen) => seen.rejects("Note.requires[0]"));

  // Note keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name...
  examplesOf(NOTE, "Note invariant uniqueNames", (seen) => seen.invariant(2));

  // Note keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some...
  examplesOf(NOTE, "Note invariant labelsAreNames", (seen) => seen.invariant(3));

  // After Note everything stored has its type, with all refinements. (edge_cases.spec:351)
  examplesOf(NOTE, "Note types", (seen) => seen.types());

  // Note changes nothing else, and so keeps 9 invariants. (edge_cases.spec:351)
  examplesOf(NOTE, "Note frame", (seen) => seen.frame());

  // The answer of Note has the declared outputs, types and headers. (edge_cases.spec:351)
  examplesOf(NOTE, "Note output", (seen) => seen.output());

  // Note at the limit, and just beside it: message: len(value) <= 200 (edge_cases.spec:16)
  witnessesOf(NOTE, "Note boundary input message", (seen) => seen.total());

  // Note at the limit, and just beside it: message matches /^\s*$/ (edge_cases.spec:355)
  witnessesOf(NOTE, "Note boundary requires 0", (seen) => seen.total());

  // Note refuses an `message` that is not well-formed. (edge_cases.spec:352)
  malformedOf(NOTE, "Note malformed message", (seen) => seen.refuses());

  // Note refuses a body that is not well-formed. (edge_cases.spec:351)
  malformedOf(NOTE, "Note malformed body", (seen) => seen.refuses());
});

describe("SetPref: PUT /prefs/{key}", () => {
  // SetPref accepts every call whose precondition holds. (edge_cases.spec:362)
  examplesOf(SET_PREF, "SetPref accepts", (seen) => seen.accepts());

  // SetPref accepts the calls that were found for it. (edge_cases.spec:362)
  witnessesOf(SET_PREF, "SetPref accepts witnesses", (seen) => seen.accepts());

  // SetPref ensures: prefs' = prefs + {key -> amount} (edge_cases.spec:366)
  examplesOf(SET_PREF, "SetPref ensures 0", (seen) => seen.ensures(0));

  // SetPref ensures: previous = (if key in prefs then some(prefs[key]) else none)...
  examplesOf(SET_PREF, "SetPref ensures 1", (seen) => seen.ensures(1));

  // SetPref ensures: previous = (if key in prefs then some(prefs[key]) else none)...
  witnessesOf(SET_PREF, "SetPref ensures 1 branches", (seen) => seen.ensures(1));

  // SetPref rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:362)
  examplesOf(SET_PREF, "SetPref rejects", (seen) => seen.rejects());

  // SetPref rejects a call that breaks: key: value matches /^[a-z][a-z0-9_-]*$/...
  witnessesOf(SET_PREF, "SetPref rejects input key", (seen) => seen.rejects("Label.where"));

  // SetPref rejects a call that breaks: key: len(value) >= 1 and len(value) <= 40...
  witnessesOf(SET_PREF, "SetPref rejects input key 2", (seen) => seen.rejects("Name.where"));

  // SetPref rejects a call that breaks: amount: value >= -100 and value <= 100 (edge_cases.spec:27)
  witnessesOf(SET_PREF, "SetPref rejects input amount", (seen) => seen.rejects("Reading.where"));

  // SetPref keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name...
  examplesOf(SET_PREF, "SetPref invariant uniqueNames", (seen) => seen.invariant(2));

  // SetPref keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels |...
  examplesOf(SET_PREF, "SetPref invariant labelsAreNames", (seen) => seen.invariant(3));

  // After SetPref everything stored has its type, with all refinements. (edge_cases.spec:362)
  examplesOf(SET_PREF, "SetPref types", (seen) => seen.types());

  // SetPref changes nothing else, and so keeps 9 invariants. (edge_cases.spec:362)
  examplesOf(SET_PREF, "SetPref frame", (seen) => seen.frame());

  // The answer of SetPref has the declared outputs, types and headers. (edge_cases.spec:362)
  examplesOf(SET_PREF, "SetPref output", (seen) => seen.output());

  // SetPref at the limit, and just beside it: key: value matches /^[a-z][a-z0-9_-]*$/...
  witnessesOf(SET_PREF, "SetPref boundary input key", (seen) => seen.total());

  // SetPref at the limit, and just beside it: key: len(value) >= 1 (edge_cases.spec:8)
  witnessesOf(SET_PREF, "SetPref boundary input key 2", (seen) => seen.total());

  // SetPref at the limit, and just beside it: key: len(value) <= 40 (edge_cases.spec:8)
  witnessesOf(SET_PREF, "SetPref boundary input key 3", (seen) => seen.total());

  // SetPref at the limit, and just beside it: amount: value >= -100 (edge_cases.spec:27)
  witnessesOf(SET_PREF, "SetPref boundary input amount", (seen) => seen.total());

  // SetPref at the limit, and just beside it: amount: value <= 100 (edge_cases.spec:27)
  witnessesOf(SET_PREF, "SetPref boundary input amount 2", (seen) => seen.total());

  // SetPref both ways: key: len(value) <= 40 (edge_cases.spec:8)
  witnessesOf(SET_PREF, "SetPref branches input key", (seen) => seen.total());

  // SetPref both ways: amount: value >= -100 (edge_cases.spec:27)
  witnessesOf(SET_PREF, "SetPref branches input amount", (seen) => seen.total());

  // SetPref both ways: amount: value <= 100 (edge_cases.spec:27)
  witnessesOf(SET_PREF, "SetPref branches input amount 2", (seen) => seen.total());

  // SetPref refuses an `amount` that is not well-formed. (edge_cases.spec:363)
  malformedOf(SET_PREF, "SetPref malformed amount", (seen) => seen.refuses());

  // SetPref refuses a body that is not well-formed. (edge_cases.spec:362)
  malformedOf(SET_PREF, "SetPref malformed body", (seen) => seen.refuses());
});

describe("DropPrefs: POST /prefs/drop", () => {
  // DropPrefs accepts every call whose precondition holds. (edge_cases.spec:370)
  examplesOf(DROP_PREFS, "DropPrefs accepts", (seen) => seen.accepts());

  // DropPrefs accepts the calls that were found for it. (edge_cases.spec:370)
  witnessesOf(DROP_PREFS, "DropPrefs accepts witnesses", (seen) => seen.accepts());

  // DropPrefs ensures: prefs' = prefs - keys (edge_cases.spec:377)
  examplesOf(DROP_PREFS, "DropPrefs ensures 0", (seen) => seen.ensures(0));

  // DropPrefs ensures: dropped = #keys (edge_cases.spec:378)
  examplesOf(DROP_PREFS, "DropPrefs ensures 1", (seen) => seen.ensures(1));

  // DropPrefs rejects every call whose precondition fails, and changes nothing....
  examplesOf(DROP_PREFS, "DropPrefs rejects", (seen) => seen.rejects());

  // DropPrefs rejects a call that breaks: keys: value matches /^[a-z][a-z0-9_-]*$/...
  witnessesOf(DROP_PREFS, "DropPrefs rejects input keys", (seen) => seen.rejects("Label.where"));

  // DropPrefs rejects a call that breaks: keys: len(value) >= 1 and len(value) <= 40...
  witnessesOf(DROP_PREFS, "DropPrefs rejects input keys 2", (seen) => seen.rejects("Name.where"));

  // DropPrefs rejects a call that breaks: #keys > 0 (edge_cases.spec:374)
  witnessesOf(DROP_PREFS, "DropPrefs rejects requires 0", (seen) =>
    seen.rejects("DropPrefs.requires[0]"),
  );

  // DropPrefs rejects a call that breaks: keys subset dom(prefs) (edge_cases.spec:375)
  witnessesOf(DROP_PREFS, "DropPrefs rejects requires 1", (seen) =>
    seen.rejects("DropPrefs.requires[1]"),
  );

  // DropPrefs keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name...
  examplesOf(DROP_PREFS, "DropPrefs invariant uniqueNames", (seen) => seen.invariant(2));

  // DropPrefs keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels |...
  examplesOf(DROP_PREFS, "DropPrefs invariant labelsAreNames", (seen) => seen.invariant(3));

  // After DropPrefs everything stored has its type, with all refinements. (edge_cases.spec:370)
  examplesOf(DROP_PREFS, "DropPrefs types", (seen) => seen.types());

  // DropPrefs changes nothing else, and so keeps 9 invariants. (edge_cases.spec:370)
  examplesOf(DROP_PREFS, "DropPrefs frame", (seen) => seen.frame());

  // The answer of DropPrefs has the declared outputs, types and headers. (edge_cases.spec:370)
  examplesOf(DROP_PREFS, "DropPrefs output", (seen) => seen.output());

  // DropPrefs at the limit, and just beside it: keys: value matches /^[a-z][a-z0-9_-]*$/...
  witnessesOf(DROP_PREFS, "DropPrefs boundary input keys", (seen) => seen.total());

  // DropPrefs at the limit, and just beside it: keys: len(value) >= 1 (edge_cases.spec:8)
  witnessesOf(DROP_PREFS, "DropPrefs boundary input keys 2", (seen) => seen.total());

  // DropPrefs at the limit, and just beside it: keys: len(value) <= 40 (edge_cases.spec:8)
  witnessesOf(DROP_PREFS, "DropPrefs boundary input keys 3", (seen) => seen.total());

  // DropPrefs at the limit, and just beside it: #keys > 0 (edge_cases.spec:374)
  witnessesOf(DROP_PREFS, "DropPrefs boundary requires 0", (seen) => seen.total());

  // DropPrefs both ways: keys: len(value) >= 1 (edge_cases.spec:8)
  witnessesOf(DROP_PREFS, "DropPrefs branches input keys", (seen) => seen.total());

  // DropPrefs both ways: keys: len(value) <= 40 (edge_cases.spec:8)
  witnessesOf(DROP_PREFS, "DropPrefs branches input keys 2", (seen) => seen.total());

  // DropPrefs refuses an `keys` that is not well-formed. (edge_cases.spec:371)
  malformedOf(DROP_PREFS, "DropPrefs malformed keys", (seen) => seen.refuses());

  // DropPrefs refuses a body that is not well-formed. (edge_cases.spec:370)
  malformedOf(DROP_PREFS, "DropPrefs malformed body", (seen) => seen.refuses());
});

describe("Clear: POST /clear", () => {
  // Clear accepts every call whose precondition holds. (edge_cases.spec:382)
  examplesOf(CLEAR, "Clear accepts", (seen) => seen.accepts());

  // Clear accepts the calls that were found for it. (edge_cases.spec:382)
  witnessesOf(CLEAR, "Clear accepts witnesses", (seen) => seen.accepts());

  // Clear ensures: log' = [] (edge_cases.spec:386)
  examplesOf(CLEAR, "Clear ensures 0", (seen) => seen.ensures(0));

  // Clear ensures: prefs' = {} (edge_cases.spec:387)
  examplesOf(CLEAR, "Clear ensures 1", (seen) => seen.ensures(1));

  // Clear rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:382)
  examplesOf(CLEAR, "Clear rejects", (seen) => seen.rejects());

  // Clear rejects a call that breaks: #log > 0 or #prefs > 0 (edge_cases.spec:384)
  witnessesOf(CLEAR, "Clear rejects requires 0", (seen) => seen.rejects("Clear.requires[0]"));

  // Clear keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name...
  examplesOf(CLEAR, "Clear invariant uniqueNames", (seen) => seen.invariant(2));

  // Clear keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some...
  examplesOf(CLEAR, "Clear invariant labelsAreNames", (seen) => seen.invariant(3));

  // After Clear everything stored has its type, with all refinements. (edge_cases.spec:382)
  examplesOf(CLEAR, "Clear types", (seen) => seen.types());

  // Clear changes nothing else, and so keeps 9 invariants. (edge_cases.spec:382)
  examplesOf(CLEAR, "Clear frame", (seen) => seen.frame());

  // The answer of Clear has the declared outputs, types and headers. (edge_cases.spec:382)
  examplesOf(CLEAR, "Clear output", (seen) => seen.output());

  // Clear at the limit, and just beside it: #log > 0 (edge_cases.spec:384)
  witnessesOf(CLEAR, "Clear boundary requires 0", (seen) => seen.total());

  // Clear at the limit, and just beside it: #prefs > 0 (edge_cases.spec:384)
  witnessesOf(CLEAR, "Clear boundary requires 0 2", (seen) => seen.total());

  // Clear both ways: #log > 0 (edge_cases.spec:384)
  witnessesOf(CLEAR, "Clear branches requires 0", (seen) => seen.total());

  // Clear both ways: #prefs > 0 (edge_cases.spec:384)
  witnessesOf(CLEAR, "Clear branches requires 0 2", (seen) => seen.total());
});

describe("Focus: PUT /focus/{id}", () => {
  // Focus accepts every call whose precondition holds. (edge_cases.spec:390)
  examplesOf(FOCUS, "Focus accepts", (seen) => seen.accepts());

  // Focus accepts the calls that were found for it. (edge_cases.spec:390)
  witnessesOf(FOCUS, "Focus accepts witnesses", (seen) => seen.accepts());

  // Focus ensures: focus' = some(id) (edge_cases.spec:395)
  examplesOf(FOCUS, "Focus ensures 0", (seen) => seen.ensures(0));

  // Focus rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:390)
  examplesOf(FOCUS, "Focus rejects", (seen) => seen.rejects());

  // Focus rejects a call that breaks: id: value > 0 (edge_cases.spec:6)
  witnessesOf(FOCUS, "Focus rejects input id", (seen) => seen.rejects("ItemId.where"));

  // Focus rejects a call that breaks: id in samples (edge_cases.spec:393)
  witnessesOf(FOCUS, "Focus rejects requires 0", (seen) => seen.rejects("Focus.requires[0]"));

  // Focus keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name...
  examplesOf(FOCUS, "Focus invariant uniqueNames", (seen) => seen.invariant(2));

  // Focus keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some...
  examplesOf(FOCUS, "Focus invariant labelsAreNames", (seen) => seen.invariant(3));

  // Focus keeps the invariant: focus = none or focus in samples (edge_cases.spec:477)
  examplesOf(FOCUS, "Focus invariant focusExists", (seen) => seen.invariant(8));

  // After Focus everything stored has its type, with all refinements. (edge_cases.spec:390)
  examplesOf(FOCUS, "Focus types", (seen) => seen.types());

  // Focus changes nothing else, and so keeps 8 invariants. (edge_cases.spec:390)
  examplesOf(FOCUS, "Focus frame", (seen) => seen.frame());

  // The answer of Focus has the declared outputs, types and headers. (edge_cases.spec:390)
  examplesOf(FOCUS, "Focus output", (seen) => seen.output());

  // Focus at the limit, and just beside it: id: value > 0 (edge_cases.spec:6)
  witnessesOf(FOCUS, "Focus boundary input id", (seen) => seen.total());

  // Focus refuses an `id` that is not well-formed. (edge_cases.spec:391)
  malformedOf(FOCUS, "Focus malformed id", (seen) => seen.refuses());
});

describe("Spend: POST /spend", () => {
  // Spend accepts every call whose precondition holds. (edge_cases.spec:398)
  examplesOf(SPEND, "Spend accepts", (seen) => seen.accepts());

  // Spend accepts the calls that were found for it. (edge_cases.spec:398)
  witnessesOf(SPEND, "Spend accepts witnesses", (seen) => seen.accepts());

  // Spend ensures: budget' = budget - cost (edge_cases.spec:404)
  examplesOf(SPEND, "Spend ensures 0", (seen) => seen.ensures(0));

  // Spend ensures: rest = budget' (edge_cases.spec:405)
  examplesOf(SPEND, "Spend ensures 1", (seen) => seen.ensures(1));

  // Spend ensures: fee = cost * 3.0 / 4.0 (edge_cases.spec:406)
  examplesOf(SPEND, "Spend ensures 2", (seen) => seen.ensures(2));

  // Spend rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:398)
  examplesOf(SPEND, "Spend rejects", (seen) => seen.rejects());

  // Spend rejects a call that breaks: cost: value > 0.0 and value <= 100.0 (edge_cases.spec:25)
  witnessesOf(SPEND, "Spend rejects input cost", (seen) => seen.rejects("Cost.where"));

  // Spend rejects a call that breaks: budget >= cost (edge_cases.spec:402)
  witnessesOf(SPEND, "Spend rejects requires 0", (seen) => seen.rejects("Spend.requires[0]"));

  // Spend keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name...
  examplesOf(SPEND, "Spend invariant uniqueNames", (seen) => seen.invariant(2));

  // Spend keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels | some...
  examplesOf(SPEND, "Spend invariant labelsAreNames", (seen) => seen.invariant(3));

  // Spend keeps what always holds: budget >= 0.0 (edge_cases.spec:482)
  examplesOf(SPEND, "Spend always neverOverspent", (seen) => seen.always(0));

  // After Spend everything stored has its type, with all refinements. (edge_cases.spec:398)
  examplesOf(SPEND, "Spend types", (seen) => seen.types());

  // Spend changes nothing else, and so keeps 8 invariants. (edge_cases.spec:398)
  examplesOf(SPEND, "Spend frame", (seen) => seen.frame());

  // The answer of Spend has the declared outputs, types and headers. (edge_cases.spec:398)
  examplesOf(SPEND, "Spend output", (seen) => seen.output());

  // Spend at the limit, and just beside it: cost: value > 0.0 (edge_cases.spec:25)
  witnessesOf(SPEND, "Spend boundary input cost", (seen) => seen.total());

  // Spend at the limit, and just beside it: cost: value <= 100.0 (edge_cases.spec:25)
  witnessesOf(SPEND, "Spend boundary input cost 2", (seen) => seen.total());

  // Spend at the limit, and just beside it: budget >= cost (edge_cases.spec:402)
  witnessesOf(SPEND, "Spend boundary requires 0", (seen) => seen.total());

  // Spend both ways: cost: value > 0.0 (edge_cases.spec:25)
  witnessesOf(SPEND, "Spend branches input cost", (seen) => seen.total());

  // Spend both ways: cost: value <= 100.0 (edge_cases.spec:25)
  witnessesOf(SPEND, "Spend branches input cost 2", (seen) => seen.total());

  // Spend refuses an `cost` that is not well-formed. (edge_cases.spec:399)
  malformedOf(SPEND, "Spend malformed cost", (seen) => seen.refuses());

  // Spend refuses a body that is not well-formed. (edge_cases.spec:398)
  malformedOf(SPEND, "Spend malformed body", (seen) => seen.refuses());
});

describe("SetGrace: PUT /grace", () => {
  // SetGrace accepts every call whose precondition holds. (edge_cases.spec:409)
  examplesOf(SET_GRACE, "SetGrace accepts", (seen) => seen.accepts());

  // SetGrace accepts the calls that were found for it. (edge_cases.spec:409)
  witnessesOf(SET_GRACE, "SetGrace accepts witnesses", (seen) => seen.accepts());

  // SetGrace ensures: grace' = (if twice then span * 2 else span) (edge_cases.spec:413)
  examplesOf(SET_GRACE, "SetGrace ensures 0", (seen) => seen.ensures(0));

  // SetGrace ensures: grace' = (if twice then span * 2 else span) (edge_cases.spec:413)
  witnessesOf(SET_GRACE, "SetGrace ensures 0 branches", (seen) => seen.ensures(0));

  // SetGrace ensures: half = grace' / 2 (edge_cases.spec:414)
  examplesOf(SET_GRACE, "SetGrace ensures 1", (seen) => seen.ensures(1));

  // SetGrace ensures: half + half <= grace' and grace' - half >= half (edge_cases.spec:415)
  examplesOf(SET_GRACE, "SetGrace ensures 2", (seen) => seen.ensures(2));

  // SetGrace rejects every call whose precondition fails, and changes nothing....
  examplesOf(SET_GRACE, "SetGrace rejects", (seen) => seen.rejects());

  // SetGrace rejects a call that breaks: span: value >= seconds(1) and value <= hours(2)...
  witnessesOf(SET_GRACE, "SetGrace rejects input span", (seen) => seen.rejects("Grace.where"));

  // SetGrace keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name...
  examplesOf(SET_GRACE, "SetGrace invariant uniqueNames", (seen) => seen.invariant(2));

  // SetGrace keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels |...
  examplesOf(SET_GRACE, "SetGrace invariant labelsAreNames", (seen) => seen.invariant(3));

  // SetGrace keeps the invariant: grace <= days(1) (edge_cases.spec:480)
  examplesOf(SET_GRACE, "SetGrace invariant 9", (seen) => seen.invariant(9));

  // After SetGrace everything stored has its type, with all refinements. (edge_cases.spec:409)
  examplesOf(SET_GRACE, "SetGrace types", (seen) => seen.types());

  // SetGrace changes nothing else, and so keeps 8 invariants. (edge_cases.spec:409)
  examplesOf(SET_GRACE, "SetGrace frame", (seen) => seen.frame());

  // The answer of SetGrace has the declared outputs, types and headers. (edge_cases.spec:409)
  examplesOf(SET_GRACE, "SetGrace output", (seen) => seen.output());

  // SetGrace at the limit, and just beside it: span: value >= seconds(1) (edge_cases.spec:29)
  witnessesOf(SET_GRACE, "SetGrace boundary input span", (seen) => seen.total());

  // SetGrace at the limit, and just beside it: span: value <= hours(2) (edge_cases.spec:29)
  witnessesOf(SET_GRACE, "SetGrace boundary input span 2", (seen) => seen.total());

  // SetGrace both ways: span: value >= seconds(1) (edge_cases.spec:29)
  witnessesOf(SET_GRACE, "SetGrace branches input span", (seen) => seen.total());

  // SetGrace both ways: span: value <= hours(2) (edge_cases.spec:29)
  witnessesOf(SET_GRACE, "SetGrace branches input span 2", (seen) => seen.total());

  // SetGrace refuses an `span` that is not well-formed. (edge_cases.spec:410)
  malformedOf(SET_GRACE, "SetGrace malformed span", (seen) => seen.refuses());

  // SetGrace refuses an `twice` that is not well-formed. (edge_cases.spec:410)
  malformedOf(SET_GRACE, "SetGrace malformed twice", (seen) => seen.refuses());

  // SetGrace refuses a body that is not well-formed. (edge_cases.spec:409)
  malformedOf(SET_GRACE, "SetGrace malformed body", (seen) => seen.refuses());
});

describe("Toggle: POST /toggle", () => {
  // Toggle accepts every call whose precondition holds. (edge_cases.spec:418)
  examplesOf(TOGGLE, "Toggle accepts", (seen) => seen.accepts());

  // Toggle accepts the calls that were found for it. (edge_cases.spec:418)
  witnessesOf(TOGGLE, "Toggle accepts witnesses", (seen) => seen.accepts());

  // Toggle ensures: marker' = stamp (edge_cases.spec:424)
  examplesOf(TOGGLE, "Toggle ensures 0", (seen) => seen.ensures(0));

  // Toggle ensures: paused' = (not paused) (edge_cases.spec:425)
  examplesOf(TOGGLE, "Toggle ensures 1", (seen) => seen.ensures(1));

  // Toggle ensures: paused' = (not paused) (edge_cases.spec:425)
  witnessesOf(TOGGLE, "Toggle ensures 1 branches", (seen) => seen.ensures(1));

  // Toggle ensures: opened_at' = (if paused then now() else opened_at) (edge_cases.spec:426)
  examplesOf(TOGGLE, "Toggle ensures 2", (seen) => seen.ensures(2));

  // Toggle ensures: opened_at' = (if paused then now() else opened_at) (edge_cases.spec:426)
  witnessesOf(TOGGLE, "Toggle ensures 2 branches", (seen) => seen.ensures(2));

  // Toggle ensures: warn_at = opened_at' - grace (edge_cases.spec:427)
  examplesOf(TOGGLE, "Toggle ensures 3", (seen) => seen.ensures(3));

  // Toggle rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:418)
  examplesOf(TOGGLE, "Toggle rejects", (seen) => seen.rejects());

  // Toggle rejects a call that breaks: stamp != marker (edge_cases.spec:422)
  witnessesOf(TOGGLE, "Toggle rejects requires 0", (seen) => seen.rejects("Toggle.requires[0]"));

  // Toggle keeps the invariant: no a: Sample, b: Sample | a.id != b.id and a.name = b.name...
  examplesOf(TOGGLE, "Toggle invariant uniqueNames", (seen) => seen.invariant(2));

  // Toggle keeps the invariant: (all s in Sample | s.name in labels) and (all l in labels |...
  examplesOf(TOGGLE, "Toggle invariant labelsAreNames", (seen) => seen.invariant(3));

  // After Toggle everything stored has its type, with all refinements. (edge_cases.spec:418)
  examplesOf(TOGGLE, "Toggle types", (seen) => seen.types());

  // Toggle changes nothing else, and so keeps 9 invariants. (edge_cases.spec:418)
  examplesOf(TOGGLE, "Toggle frame", (seen) => seen.frame());

  // The answer of Toggle has the declared outputs, types and headers. (edge_cases.spec:418)
  examplesOf(TOGGLE, "Toggle output", (seen) => seen.output());

  // Toggle refuses an `stamp` that is not well-formed. (edge_cases.spec:419)
  malformedOf(TOGGLE, "Toggle malformed stamp", (seen) => seen.refuses());

  // Toggle refuses a body that is not well-formed. (edge_cases.spec:418)
  malformedOf(TOGGLE, "Toggle malformed body", (seen) => seen.refuses());
});

describe("Reach: GET /reach", () => {
  // Reach accepts every call whose precondition holds. (edge_cases.spec:430)
  examplesOf(REACH, "Reach accepts", (seen) => seen.accepts());

  // Reach accepts the calls that were found for it. (edge_cases.spec:430)
  witnessesOf(REACH, "Reach accepts witnesses", (seen) => seen.accepts());

  // Reach ensures: secure = (contact matches /^https:/) (edge_cases.spec:433)
  examplesOf(REACH, "Reach ensures 0", (seen) => seen.ensures(0));

  // Reach ensures: secure = (contact matches /^https:/) (edge_cases.spec:433)
  witnessesOf(REACH, "Reach ensures 0 branches", (seen) => seen.ensures(0));

  // Reach rejects every call whose precondition fails, and changes nothing. (edge_cases.spec:430)
  examplesOf(REACH, "Reach rejects", (seen) => seen.rejects());

  // Reach rejects a call that breaks: contact: len(value) <= 80 and (isValidURI(value) or...
  witnessesOf(REACH, "Reach rejects input contact", (seen) => seen.rejects("Contact.where"));

  // Reach changes nothing else, and so keeps 11 invariants. (edge_cases.spec:430)
  examplesOf(REACH, "Reach frame", (seen) => seen.frame());

  // The answer of Reach has the declared outputs, types and headers. (edge_cases.spec:430)
  examplesOf(REACH, "Reach output", (seen) => seen.output());

  // Reach changes nothing, and says the same when it is asked again. (edge_cases.spec:430)
  examplesOf(REACH, "Reach safe", (seen) => seen.safe(true));

  // Reach at the limit, and just beside it: contact: len(value) <= 80 (edge_cases.spec:21)
  witnessesOf(REACH, "Reach boundary input contact", (seen) => seen.total());

  // Reach at the limit, and just beside it: contact: isValidURI(value) (edge_cases.spec:21)
  witnessesOf(REACH, "Reach boundary input contact 2", (seen) => seen.total());

  // Reach at the limit, and just beside it: contact: isValidEmail(value) (edge_cases.spec:21)
  witnessesOf(REACH, "Reach boundary input contact 3", (seen) => seen.total());

  // Reach both ways: contact: len(value) <= 80 (edge_cases.spec:21)
  witnessesOf(REACH, "Reach branches input contact", (seen) => seen.total());

  // Reach both ways: contact: isValidURI(value) or isValidEmail(value) (edge_cases.spec:21)
  witnessesOf(REACH, "Reach branches input contact 2", (seen) => seen.total());

  // Reach both ways: contact: isValidURI(value) (edge_cases.spec:21)
  witnessesOf(REACH, "Reach branches input contact 3", (seen) => seen.total());

  // Reach both ways: contact: isValidEmail(value) (edge_cases.spec:21)
  witnessesOf(REACH, "Reach branches input contact 4", (seen) => seen.total());

  // Reach refuses an `contact` that is not well-formed. (edge_cases.spec:431)
  malformedOf(REACH, "Reach malformed contact", (seen) => seen.refuses());
});

describe("Report: GET /report", () => {
  // Report accepts every call whose precondition holds. (edge_cases.spec:436)
  examplesOf(REPORT, "Report accepts", (seen) => seen.accepts());

  // Report accepts the calls that were found for it. (edge_cases.spec:436)
  witnessesOf(REPORT, "Report accepts witnesses", (seen) => seen.accepts());

  // Report ensures: entries = len(log) (edge_cases.spec:441)
  examplesOf(REPORT, "Report ensures 0", (seen) => seen.ensures(0));

  // Report ensures: lonely = #samples - #links (edge_cases.spec:443)
  examplesOf(REPORT, "Report ensures 1", (seen) => seen.ensures(1));

  // Report ensures: tag_total = sum(samples, k => #samples[k].tags) (edge_cases.spec:445)
  examplesOf(REPORT, "Report ensures 2", (seen) => seen.ensures(2));

  // Report ensures: tag_total = sum(samples, k => #samples[k].tags) (edge_cases.spec:445)
  witnessesOf(REPORT, "Report ensures 2 branches", (seen) => seen.ensures(2));

  // Report ensures: heavy = { k in samples | samples[k].weight > 10.0 } (edge_cases.spec:446)
  examplesOf(REPORT, "Report ensures 3", (seen) => seen.ensures(3));

  // Report ensures: heavy = { k in samples | samples[k].weight > 10.0 } (edge_cases.spec:446)
  witnessesOf(REPORT, "Report ensures 3 branches", (seen) => seen.ensures(3));

  // Report ensures: banner = (if paused then "paused\n" else "running") (edge_cases.spec:447)
  examplesOf(REPORT, "Report ensures 4", (seen) => seen.ensures(4));

  // Report ensures: banner = (if paused then "paused\n" else "running") (edge_cases.spec:447)
  witnessesOf(REPORT, "Report ensures 4 branches", (seen) => seen.ensures(4));

  // Report ensures: all_grades = (all g: Grade | some s in ran(samples) | s.type = g)...
  examplesOf(REPORT, "Report ensures 5", (seen) => seen.ensures(5));

  // Report ensures: all_grades = (all g: Grade | some s in ran(samples) | s.type = g)...
  witnessesOf(REPORT, "Report ensures 5 branches", (seen) => seen.ensures(5));

  // Report ensures: bounds = [-total, total] (edge_cases.spec:451)
  examplesOf(REPORT, "Report ensures 6", (seen) => seen.ensures(6));

  // Report changes nothing else, and so keeps 11 invariants. (edge_cases.spec:436)
  examplesOf(REPORT, "Report frame", (seen) => seen.frame());

  // The answer of Report has the declared outputs, types and headers. (edge_cases.spec:436)
  examplesOf(REPORT, "Report output", (seen) => seen.output());

  // Report changes nothing, and says the same when it is asked again. (edge_cases.spec:436)
  examplesOf(REPORT, "Report safe", (seen) => seen.safe(true));

  // Report at the limit, and just beside it: samples[k].weight > 10.0 (edge_cases.spec:446)
  witnessesOf(REPORT, "Report boundary ensures 3", (seen) => seen.total());

  // Report asks for credentials, and changes nothing without them. (edge_cases.spec:436)
  unauthorizedOf(REPORT, "Report auth", (seen) => seen.unauthorized());
});

// Every recorded sequence of calls does what it did, call by call. (edge_cases.spec)
tracesOf("traces", (trace) => trace.total());

// Some state satisfies: some k in samples | samples[k].state = Phase.CLOSED (edge_cases.spec:484)
eventually(SERVICE, 0, "eventually somethingCloses");
