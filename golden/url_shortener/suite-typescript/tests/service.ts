/** UrlShortener: its state, its operations, and the rules about them, as a table. */

import * as clauses from "./clauses.ts";
import { operation, service } from "./harness/service.ts";
import { INT, SetOf, STRING } from "./harness/types.ts";
import * as parts from "./parts.ts";
import * as strategies from "./strategies.ts";
import { LONG_URL, SHORT_CODE, STATE, URL_MAPPING } from "./wire.ts";

export const SHORTEN = operation({
  name: "Shorten",
  method: "POST",
  path: ["shorten"],
  status: 201,
  shape: "object",
  inputs: [
    {
      name: "url",
      property: "url",
      place: "body",
      type: LONG_URL,
      strategy: strategies.shortenUrl,
    },
  ],
  outputs: [
    { name: "code", property: "code", type: SHORT_CODE },
    { name: "short_url", property: "shortUrl", type: STRING },
  ],
  requires: [
    {
      id: "Shorten.requires[0]",
      text: "not pointsHere(url)",
      place: "url_shortener.spec:31",
      holds: clauses.shortenRequires0,
      parts: parts.shortenRequires0,
    },
  ],
  ensures: [
    {
      id: "Shorten.ensures[0]",
      text: "code not in pre(store)",
      place: "url_shortener.spec:33",
      holds: clauses.shortenEnsures0,
      parts: parts.shortenEnsures0,
    },
    {
      id: "Shorten.ensures[1]",
      text: "store' = pre(store) + {code -> url}",
      place: "url_shortener.spec:34",
      holds: clauses.shortenEnsures1,
      parts: parts.shortenEnsures1,
    },
    {
      id: "Shorten.ensures[2]",
      text: "metadata' = pre(metadata) + {code -> UrlMapping { code = code, url = url, created_at = now(), click_count = 0, last_visited_at = none }}",
      place: "url_shortener.spec:35",
      holds: clauses.shortenEnsures2,
      parts: parts.shortenEnsures2,
    },
    {
      id: "Shorten.ensures[3]",
      text: 'short_url = "https://sho.rt/" + code',
      place: "url_shortener.spec:42",
      holds: clauses.shortenEnsures3,
      parts: parts.shortenEnsures3,
    },
    {
      id: "Shorten.ensures[4]",
      text: "#store' = #pre(store) + 1",
      place: "url_shortener.spec:43",
      holds: clauses.shortenEnsures4,
      parts: parts.shortenEnsures4,
    },
  ],
  changes: [clauses.shortenChanges0, clauses.shortenChanges1],
});

export const CLAIM = operation({
  name: "Claim",
  method: "PUT",
  path: [{ slot: "code" }],
  status: 201,
  shape: "whole",
  inputs: [
    {
      name: "code",
      property: "code",
      place: "path",
      type: SHORT_CODE,
      strategy: strategies.claimCode,
    },
    { name: "url", property: "url", place: "body", type: LONG_URL, strategy: strategies.claimUrl },
  ],
  outputs: [{ name: "mapping", property: "mapping", type: URL_MAPPING }],
  requires: [
    {
      id: "Claim.requires[0]",
      text: "code not in store",
      place: "url_shortener.spec:51",
      holds: clauses.claimRequires0,
      parts: parts.claimRequires0,
    },
    {
      id: "Claim.requires[1]",
      text: "not pointsHere(url)",
      place: "url_shortener.spec:52",
      holds: clauses.claimRequires1,
      parts: parts.claimRequires1,
    },
  ],
  ensures: [
    {
      id: "Claim.ensures[0]",
      text: "store'[code] = url",
      place: "url_shortener.spec:54",
      holds: clauses.claimEnsures0,
      parts: parts.claimEnsures0,
    },
    {
      id: "Claim.ensures[1]",
      text: "metadata'[code].code = code",
      place: "url_shortener.spec:55",
      holds: clauses.claimEnsures1,
      parts: parts.claimEnsures1,
    },
    {
      id: "Claim.ensures[2]",
      text: "metadata'[code].url = url",
      place: "url_shortener.spec:56",
      holds: clauses.claimEnsures2,
      parts: parts.claimEnsures2,
    },
    {
      id: "Claim.ensures[3]",
      text: "metadata'[code].created_at = now()",
      place: "url_shortener.spec:57",
      holds: clauses.claimEnsures3,
      parts: parts.claimEnsures3,
    },
    {
      id: "Claim.ensures[4]",
      text: "metadata'[code].click_count = 0",
      place: "url_shortener.spec:58",
      holds: clauses.claimEnsures4,
      parts: parts.claimEnsures4,
    },
    {
      id: "Claim.ensures[5]",
      text: "metadata'[code].last_visited_at = none",
      place: "url_shortener.spec:59",
      holds: clauses.claimEnsures5,
      parts: parts.claimEnsures5,
    },
    {
      id: "Claim.ensures[6]",
      text: "mapping = metadata'[code]",
      place: "url_shortener.spec:60",
      holds: clauses.claimEnsures6,
      parts: parts.claimEnsures6,
    },
  ],
  changes: [
    clauses.claimChanges0,
    clauses.claimChanges1,
    clauses.claimChanges2,
    clauses.claimChanges3,
    clauses.claimChanges4,
    clauses.claimChanges5,
  ],
  siblings: ["health", "metrics", "openapi.json", "ready", "shorten", "urls"],
});

export const RESOLVE = operation({
  name: "Resolve",
  method: "GET",
  path: [{ slot: "code" }],
  status: 302,
  shape: "object",
  inputs: [
    {
      name: "code",
      property: "code",
      place: "path",
      type: SHORT_CODE,
      strategy: strategies.resolveCode,
    },
  ],
  outputs: [{ name: "url", property: "url", type: LONG_URL }],
  headers: [{ name: "Location", value: clauses.resolveHeaderLocation }],
  requires: [
    {
      id: "Resolve.requires[0]",
      text: "code in store",
      place: "url_shortener.spec:68",
      holds: clauses.resolveRequires0,
      parts: parts.resolveRequires0,
    },
  ],
  presence: [{ input: "code", requires: 0, test: clauses.resolvePresence0 }],
  ensures: [
    {
      id: "Resolve.ensures[0]",
      text: "url = store[code]",
      place: "url_shortener.spec:70",
      holds: clauses.resolveEnsures0,
      parts: parts.resolveEnsures0,
    },
    {
      id: "Resolve.ensures[1]",
      text: "metadata'[code].click_count = metadata[code].click_count + 1",
      place: "url_shortener.spec:71",
      holds: clauses.resolveEnsures1,
      parts: parts.resolveEnsures1,
    },
    {
      id: "Resolve.ensures[2]",
      text: "metadata'[code].last_visited_at = some(now())",
      place: "url_shortener.spec:72",
      holds: clauses.resolveEnsures2,
      parts: parts.resolveEnsures2,
    },
    {
      id: "Resolve.ensures[3]",
      text: "store' = store",
      place: "url_shortener.spec:73",
      holds: clauses.resolveEnsures3,
      parts: parts.resolveEnsures3,
    },
  ],
  changes: [clauses.resolveChanges0, clauses.resolveChanges1, clauses.resolveChanges2],
  siblings: ["health", "metrics", "openapi.json", "ready", "shorten", "urls"],
});

export const RETARGET = operation({
  name: "Retarget",
  method: "PATCH",
  path: [{ slot: "code" }],
  status: 200,
  shape: "empty",
  inputs: [
    {
      name: "code",
      property: "code",
      place: "path",
      type: SHORT_CODE,
      strategy: strategies.retargetCode,
    },
    {
      name: "url",
      property: "url",
      place: "body",
      type: LONG_URL,
      strategy: strategies.retargetUrl,
    },
  ],
  requires: [
    {
      id: "Retarget.requires[0]",
      text: "code in store",
      place: "url_shortener.spec:80",
      holds: clauses.retargetRequires0,
      parts: parts.retargetRequires0,
    },
    {
      id: "Retarget.requires[1]",
      text: "not pointsHere(url)",
      place: "url_shortener.spec:81",
      holds: clauses.retargetRequires1,
      parts: parts.retargetRequires1,
    },
  ],
  presence: [{ input: "code", requires: 0, test: clauses.retargetPresence0 }],
  ensures: [
    {
      id: "Retarget.ensures[0]",
      text: "store'[code] = url",
      place: "url_shortener.spec:83",
      holds: clauses.retargetEnsures0,
      parts: parts.retargetEnsures0,
    },
    {
      id: "Retarget.ensures[1]",
      text: "metadata' = metadata + {code -> metadata[code] with { url = url }}",
      place: "url_shortener.spec:84",
      holds: clauses.retargetEnsures1,
      parts: parts.retargetEnsures1,
    },
  ],
  changes: [clauses.retargetChanges0, clauses.retargetChanges1],
  siblings: ["health", "metrics", "openapi.json", "ready", "shorten", "urls"],
});

export const DELETE = operation({
  name: "Delete",
  method: "DELETE",
  path: [{ slot: "code" }],
  status: 204,
  shape: "none",
  inputs: [
    {
      name: "code",
      property: "code",
      place: "path",
      type: SHORT_CODE,
      strategy: strategies.deleteCode,
    },
  ],
  requires: [
    {
      id: "Delete.requires[0]",
      text: "code in store",
      place: "url_shortener.spec:90",
      holds: clauses.deleteRequires0,
      parts: parts.deleteRequires0,
    },
  ],
  presence: [{ input: "code", requires: 0, test: clauses.deletePresence0 }],
  ensures: [
    {
      id: "Delete.ensures[0]",
      text: "store' = store - {code}",
      place: "url_shortener.spec:92",
      holds: clauses.deleteEnsures0,
      parts: parts.deleteEnsures0,
    },
    {
      id: "Delete.ensures[1]",
      text: "metadata' = metadata - {code}",
      place: "url_shortener.spec:93",
      holds: clauses.deleteEnsures1,
      parts: parts.deleteEnsures1,
    },
    {
      id: "Delete.ensures[2]",
      text: "code not in store'",
      place: "url_shortener.spec:94",
      holds: clauses.deleteEnsures2,
      parts: parts.deleteEnsures2,
    },
  ],
  changes: [clauses.deleteChanges0, clauses.deleteChanges1],
  siblings: ["health", "metrics", "openapi.json", "ready", "shorten", "urls"],
});

export const STATS = operation({
  name: "Stats",
  method: "GET",
  path: [{ slot: "code" }, "stats"],
  status: 200,
  shape: "whole",
  inputs: [
    {
      name: "code",
      property: "code",
      place: "path",
      type: SHORT_CODE,
      strategy: strategies.statsCode,
    },
  ],
  outputs: [{ name: "mapping", property: "mapping", type: URL_MAPPING }],
  requires: [
    {
      id: "Stats.requires[0]",
      text: "code in metadata",
      place: "url_shortener.spec:101",
      holds: clauses.statsRequires0,
      parts: parts.statsRequires0,
    },
  ],
  presence: [{ input: "code", requires: 0, test: clauses.statsPresence0 }],
  ensures: [
    {
      id: "Stats.ensures[0]",
      text: "mapping = metadata[code]",
      place: "url_shortener.spec:103",
      holds: clauses.statsEnsures0,
      parts: parts.statsEnsures0,
    },
  ],
  readOnly: true,
  siblings: ["__test_admin__", "shorten", "urls"],
});

export const LIST_ALL = operation({
  name: "ListAll",
  method: "GET",
  path: ["urls"],
  status: 200,
  shape: "whole",
  outputs: [{ name: "entries", property: "entries", type: new SetOf(URL_MAPPING) }],
  ensures: [
    {
      id: "ListAll.ensures[0]",
      text: "entries = ran(metadata)",
      place: "url_shortener.spec:109",
      holds: clauses.listAllEnsures0,
      parts: parts.listAllEnsures0,
    },
    {
      id: "ListAll.ensures[1]",
      text: "#entries = #metadata",
      place: "url_shortener.spec:110",
      holds: clauses.listAllEnsures1,
      parts: parts.listAllEnsures1,
    },
  ],
  readOnly: true,
});

export const TOTAL_CLICKS = operation({
  name: "TotalClicks",
  method: "GET",
  path: ["urls", "total"],
  status: 200,
  shape: "object",
  outputs: [
    { name: "codes", property: "codes", type: INT },
    { name: "clicks", property: "clicks", type: INT },
  ],
  ensures: [
    {
      id: "TotalClicks.ensures[0]",
      text: "codes = #store",
      place: "url_shortener.spec:116",
      holds: clauses.totalClicksEnsures0,
      parts: parts.totalClicksEnsures0,
    },
    {
      id: "TotalClicks.ensures[1]",
      text: "clicks = sum(metadata, c => metadata[c].click_count)",
      place: "url_shortener.spec:117",
      holds: clauses.totalClicksEnsures1,
      parts: parts.totalClicksEnsures1,
    },
  ],
  readOnly: true,
});

export const SERVICE = service({
  name: "UrlShortener",
  spec: "url_shortener.spec",
  state: STATE,
  operations: [SHORTEN, CLAIM, RESOLVE, RETARGET, DELETE, STATS, LIST_ALL, TOTAL_CLICKS],
  invariants: [
    {
      id: "invariant allURLsValid",
      text: "all c in store | isValidURI(store[c])",
      place: "url_shortener.spec:120",
      holds: clauses.invariantAllUrlsValid,
      says: clauses.invariantAllUrlsValidSays,
      parts: parts.invariantAllUrlsValid,
    },
    {
      id: "invariant metadataConsistent",
      text: "dom(store) = dom(metadata)",
      place: "url_shortener.spec:122",
      holds: clauses.invariantMetadataConsistent,
      parts: parts.invariantMetadataConsistent,
    },
    {
      id: "invariant entriesAgree",
      text: "all c in metadata | metadata[c].code = c and c in store and store[c] = metadata[c].url",
      place: "url_shortener.spec:125",
      holds: clauses.invariantEntriesAgree,
      says: clauses.invariantEntriesAgreeSays,
      parts: parts.invariantEntriesAgree,
    },
    {
      id: "invariant noLoops",
      text: "no c in store | pointsHere(store[c])",
      place: "url_shortener.spec:128",
      holds: clauses.invariantNoLoops,
      parts: parts.invariantNoLoops,
    },
    {
      id: "invariant clickCountNonNegative",
      text: "all c in metadata | metadata[c].click_count >= 0",
      place: "url_shortener.spec:130",
      holds: clauses.invariantClickCountNonNegative,
      says: clauses.invariantClickCountNonNegativeSays,
      parts: parts.invariantClickCountNonNegative,
    },
  ],
  eventually: [
    {
      id: "eventually someCodeIsPopular",
      text: "some c in metadata | metadata[c].click_count >= 2",
      place: "url_shortener.spec:132",
      holds: clauses.eventuallySomeCodeIsPopular,
      parts: parts.eventuallySomeCodeIsPopular,
    },
  ],
});
