/** What UrlShortener promises, clause by clause. */

import { describe } from "vitest";
import { eventually, examplesOf, malformedOf, tracesOf, witnessesOf } from "./harness/checks.ts";
import { connected } from "./harness/suite.ts";
import {
  CLAIM,
  DELETE,
  LIST_ALL,
  RESOLVE,
  RETARGET,
  SERVICE,
  SHORTEN,
  STATS,
  TOTAL_CLICKS,
} from "./service.ts";

connected(SERVICE, import.meta.url);

describe("Shorten: POST /shorten", () => {
  // Shorten accepts every call whose precondition holds. (url_shortener.spec:27)
  examplesOf(SHORTEN, "Shorten accepts", (seen) => seen.accepts());

  // Shorten accepts the calls that were found for it. (url_shortener.spec:27)
  witnessesOf(SHORTEN, "Shorten accepts witnesses", (seen) => seen.accepts());

  // Shorten ensures: code not in store (url_shortener.spec:33)
  examplesOf(SHORTEN, "Shorten ensures 0", (seen) => seen.ensures(0));

  // Shorten ensures: store' = store + {code -> url} (url_shortener.spec:34)
  examplesOf(SHORTEN, "Shorten ensures 1", (seen) => seen.ensures(1));

  // Shorten ensures: metadata' = metadata + {code -> UrlMapping { code = code, url = url,...
  examplesOf(SHORTEN, "Shorten ensures 2", (seen) => seen.ensures(2));

  // Shorten ensures: short_url = "https://sho.rt/" + code (url_shortener.spec:42)
  examplesOf(SHORTEN, "Shorten ensures 3", (seen) => seen.ensures(3));

  // Shorten ensures: #store' = #store + 1 (url_shortener.spec:43)
  examplesOf(SHORTEN, "Shorten ensures 4", (seen) => seen.ensures(4));

  // Shorten rejects every call whose precondition fails, and changes nothing....
  examplesOf(SHORTEN, "Shorten rejects", (seen) => seen.rejects());

  // Shorten rejects a call that breaks: url: len(value) <= 2048 and isValidURI(value)...
  witnessesOf(SHORTEN, "Shorten rejects input url", (seen) => seen.rejects("LongURL.where"));

  // Shorten rejects a call that breaks: not pointsHere(url) (url_shortener.spec:31)
  witnessesOf(SHORTEN, "Shorten rejects requires 0", (seen) => seen.rejects("Shorten.requires[0]"));

  // Shorten keeps the invariant: all c in store | isValidURI(store[c]) (url_shortener.spec:120)
  examplesOf(SHORTEN, "Shorten invariant allURLsValid", (seen) => seen.invariant(0));

  // Shorten keeps the invariant: dom(store) = dom(metadata) (url_shortener.spec:122)
  examplesOf(SHORTEN, "Shorten invariant metadataConsistent", (seen) => seen.invariant(1));

  // Shorten keeps the invariant: all c in metadata | metadata[c].code = c and c in store and...
  examplesOf(SHORTEN, "Shorten invariant entriesAgree", (seen) => seen.invariant(2));

  // Shorten keeps the invariant: no c in store | pointsHere(store[c]) (url_shortener.spec:128)
  examplesOf(SHORTEN, "Shorten invariant noLoops", (seen) => seen.invariant(3));

  // Shorten keeps the invariant: all c in metadata | metadata[c].click_count >= 0...
  examplesOf(SHORTEN, "Shorten invariant clickCountNonNegative", (seen) => seen.invariant(4));

  // After Shorten everything stored has its type, with all refinements. (url_shortener.spec:27)
  examplesOf(SHORTEN, "Shorten types", (seen) => seen.types());

  // Shorten changes nothing that it does not speak of. (url_shortener.spec:27)
  examplesOf(SHORTEN, "Shorten frame", (seen) => seen.frame());

  // The answer of Shorten has the declared outputs, types and headers. (url_shortener.spec:27)
  examplesOf(SHORTEN, "Shorten output", (seen) => seen.output());

  // Shorten at the limit, and just beside it: url: len(value) <= 2048 (url_shortener.spec:5)
  witnessesOf(SHORTEN, "Shorten boundary input url", (seen) => seen.total());

  // Shorten at the limit, and just beside it: url: isValidURI(value) (url_shortener.spec:5)
  witnessesOf(SHORTEN, "Shorten boundary input url 2", (seen) => seen.total());

  // Shorten at the limit, and just beside it: target matches /^https?:\/\/sho\.rt(\/|$)/...
  witnessesOf(SHORTEN, "Shorten boundary requires 0", (seen) => seen.total());

  // Shorten both ways: url: len(value) <= 2048 (url_shortener.spec:5)
  witnessesOf(SHORTEN, "Shorten branches input url", (seen) => seen.total());

  // Shorten both ways: url: isValidURI(value) (url_shortener.spec:5)
  witnessesOf(SHORTEN, "Shorten branches input url 2", (seen) => seen.total());

  // Shorten refuses an `url` that is not well-formed. (url_shortener.spec:28)
  malformedOf(SHORTEN, "Shorten malformed url", (seen) => seen.refuses());

  // Shorten refuses a body that is not well-formed. (url_shortener.spec:27)
  malformedOf(SHORTEN, "Shorten malformed body", (seen) => seen.refuses());
});

describe("Claim: PUT /{code}", () => {
  // Claim accepts every call whose precondition holds. (url_shortener.spec:47)
  examplesOf(CLAIM, "Claim accepts", (seen) => seen.accepts());

  // Claim accepts the calls that were found for it. (url_shortener.spec:47)
  witnessesOf(CLAIM, "Claim accepts witnesses", (seen) => seen.accepts());

  // Claim ensures: store'[code] = url (url_shortener.spec:54)
  examplesOf(CLAIM, "Claim ensures 0", (seen) => seen.ensures(0));

  // Claim ensures: metadata'[code].code = code (url_shortener.spec:55)
  examplesOf(CLAIM, "Claim ensures 1", (seen) => seen.ensures(1));

  // Claim ensures: metadata'[code].url = url (url_shortener.spec:56)
  examplesOf(CLAIM, "Claim ensures 2", (seen) => seen.ensures(2));

  // Claim ensures: metadata'[code].created_at = now() (url_shortener.spec:57)
  examplesOf(CLAIM, "Claim ensures 3", (seen) => seen.ensures(3));

  // Claim ensures: metadata'[code].click_count = 0 (url_shortener.spec:58)
  examplesOf(CLAIM, "Claim ensures 4", (seen) => seen.ensures(4));

  // Claim ensures: metadata'[code].last_visited_at = none (url_shortener.spec:59)
  examplesOf(CLAIM, "Claim ensures 5", (seen) => seen.ensures(5));

  // Claim ensures: mapping = metadata'[code] (url_shortener.spec:60)
  examplesOf(CLAIM, "Claim ensures 6", (seen) => seen.ensures(6));

  // Claim rejects every call whose precondition fails, and changes nothing. (url_shortener.spec:47)
  examplesOf(CLAIM, "Claim rejects", (seen) => seen.rejects());

  // Claim rejects a call that breaks: code: value matches /^[A-Za-z0-9]{6,10}$/...
  witnessesOf(CLAIM, "Claim rejects input code", (seen) => seen.rejects("ShortCode.where"));

  // Claim rejects a call that breaks: url: len(value) <= 2048 and isValidURI(value)...
  witnessesOf(CLAIM, "Claim rejects input url", (seen) => seen.rejects("LongURL.where"));

  // Claim rejects a call that breaks: code not in store (url_shortener.spec:51)
  witnessesOf(CLAIM, "Claim rejects requires 0", (seen) => seen.rejects("Claim.requires[0]"));

  // Claim rejects a call that breaks: not pointsHere(url) (url_shortener.spec:52)
  witnessesOf(CLAIM, "Claim rejects requires 1", (seen) => seen.rejects("Claim.requires[1]"));

  // Claim keeps the invariant: all c in store | isValidURI(store[c]) (url_shortener.spec:120)
  examplesOf(CLAIM, "Claim invariant allURLsValid", (seen) => seen.invariant(0));

  // Claim keeps the invariant: dom(store) = dom(metadata) (url_shortener.spec:122)
  examplesOf(CLAIM, "Claim invariant metadataConsistent", (seen) => seen.invariant(1));

  // Claim keeps the invariant: all c in metadata | metadata[c].code = c and c in store and...
  examplesOf(CLAIM, "Claim invariant entriesAgree", (seen) => seen.invariant(2));

  // Claim keeps the invariant: no c in store | pointsHere(store[c]) (url_shortener.spec:128)
  examplesOf(CLAIM, "Claim invariant noLoops", (seen) => seen.invariant(3));

  // Claim keeps the invariant: all c in metadata | metadata[c].click_count >= 0...
  examplesOf(CLAIM, "Claim invariant clickCountNonNegative", (seen) => seen.invariant(4));

  // After Claim everything stored has its type, with all refinements. (url_shortener.spec:47)
  examplesOf(CLAIM, "Claim types", (seen) => seen.types());

  // Claim changes nothing that it does not speak of. (url_shortener.spec:47)
  examplesOf(CLAIM, "Claim frame", (seen) => seen.frame());

  // The answer of Claim has the declared outputs, types and headers. (url_shortener.spec:47)
  examplesOf(CLAIM, "Claim output", (seen) => seen.output());

  // Claim at the limit, and just beside it: code: value matches /^[A-Za-z0-9]{6,10}$/...
  witnessesOf(CLAIM, "Claim boundary input code", (seen) => seen.total());

  // Claim at the limit, and just beside it: url: len(value) <= 2048 (url_shortener.spec:5)
  witnessesOf(CLAIM, "Claim boundary input url", (seen) => seen.total());

  // Claim at the limit, and just beside it: url: isValidURI(value) (url_shortener.spec:5)
  witnessesOf(CLAIM, "Claim boundary input url 2", (seen) => seen.total());

  // Claim at the limit, and just beside it: target matches /^https?:\/\/sho\.rt(\/|$)/...
  witnessesOf(CLAIM, "Claim boundary requires 1", (seen) => seen.total());

  // Claim both ways: url: len(value) <= 2048 (url_shortener.spec:5)
  witnessesOf(CLAIM, "Claim branches input url", (seen) => seen.total());

  // Claim both ways: url: isValidURI(value) (url_shortener.spec:5)
  witnessesOf(CLAIM, "Claim branches input url 2", (seen) => seen.total());

  // Claim refuses an `url` that is not well-formed. (url_shortener.spec:48)
  malformedOf(CLAIM, "Claim malformed url", (seen) => seen.refuses());

  // Claim refuses a body that is not well-formed. (url_shortener.spec:47)
  malformedOf(CLAIM, "Claim malformed body", (seen) => seen.refuses());
});

describe("Resolve: GET /{code}", () => {
  // Resolve accepts every call whose precondition holds. (url_shortener.spec:64)
  examplesOf(RESOLVE, "Resolve accepts", (seen) => seen.accepts());

  // Resolve accepts the calls that were found for it. (url_shortener.spec:64)
  witnessesOf(RESOLVE, "Resolve accepts witnesses", (seen) => seen.accepts());

  // Resolve ensures: url = store[code] (url_shortener.spec:70)
  examplesOf(RESOLVE, "Resolve ensures 0", (seen) => seen.ensures(0));

  // Resolve ensures: metadata'[code].click_count = metadata[code].click_count + 1...
  examplesOf(RESOLVE, "Resolve ensures 1", (seen) => seen.ensures(1));

  // Resolve ensures: metadata'[code].last_visited_at = some(now()) (url_shortener.spec:72)
  examplesOf(RESOLVE, "Resolve ensures 2", (seen) => seen.ensures(2));

  // Resolve ensures: store' = store (url_shortener.spec:73)
  examplesOf(RESOLVE, "Resolve ensures 3", (seen) => seen.ensures(3));

  // Resolve rejects every call whose precondition fails, and changes nothing....
  examplesOf(RESOLVE, "Resolve rejects", (seen) => seen.rejects());

  // Resolve rejects a call that breaks: code: value matches /^[A-Za-z0-9]{6,10}$/...
  witnessesOf(RESOLVE, "Resolve rejects input code", (seen) => seen.rejects("ShortCode.where"));

  // Resolve rejects a call that breaks: code in store (url_shortener.spec:68)
  witnessesOf(RESOLVE, "Resolve rejects requires 0", (seen) => seen.rejects("Resolve.requires[0]"));

  // Resolve keeps the invariant: all c in store | isValidURI(store[c]) (url_shortener.spec:120)
  examplesOf(RESOLVE, "Resolve invariant allURLsValid", (seen) => seen.invariant(0));

  // Resolve keeps the invariant: dom(store) = dom(metadata) (url_shortener.spec:122)
  examplesOf(RESOLVE, "Resolve invariant metadataConsistent", (seen) => seen.invariant(1));

  // Resolve keeps the invariant: all c in metadata | metadata[c].code = c and c in store and...
  examplesOf(RESOLVE, "Resolve invariant entriesAgree", (seen) => seen.invariant(2));

  // Resolve keeps the invariant: no c in store | pointsHere(store[c]) (url_shortener.spec:128)
  examplesOf(RESOLVE, "Resolve invariant noLoops", (seen) => seen.invariant(3));

  // Resolve keeps the invariant: all c in metadata | metadata[c].click_count >= 0...
  examplesOf(RESOLVE, "Resolve invariant clickCountNonNegative", (seen) => seen.invariant(4));

  // After Resolve everything stored has its type, with all refinements. (url_shortener.spec:64)
  examplesOf(RESOLVE, "Resolve types", (seen) => seen.types());

  // Resolve changes nothing that it does not speak of. (url_shortener.spec:64)
  examplesOf(RESOLVE, "Resolve frame", (seen) => seen.frame());

  // The answer of Resolve has the declared outputs, types and headers. (url_shortener.spec:64)
  examplesOf(RESOLVE, "Resolve output", (seen) => seen.output());

  // Resolve at the limit, and just beside it: code: value matches /^[A-Za-z0-9]{6,10}$/...
  witnessesOf(RESOLVE, "Resolve boundary input code", (seen) => seen.total());
});

describe("Retarget: PATCH /{code}", () => {
  // Retarget accepts every call whose precondition holds. (url_shortener.spec:77)
  examplesOf(RETARGET, "Retarget accepts", (seen) => seen.accepts());

  // Retarget accepts the calls that were found for it. (url_shortener.spec:77)
  witnessesOf(RETARGET, "Retarget accepts witnesses", (seen) => seen.accepts());

  // Retarget ensures: store'[code] = url (url_shortener.spec:83)
  examplesOf(RETARGET, "Retarget ensures 0", (seen) => seen.ensures(0));

  // Retarget ensures: metadata' = metadata + {code -> metadata[code] with { url = url }}...
  examplesOf(RETARGET, "Retarget ensures 1", (seen) => seen.ensures(1));

  // Retarget rejects every call whose precondition fails, and changes nothing....
  examplesOf(RETARGET, "Retarget rejects", (seen) => seen.rejects());

  // Retarget rejects a call that breaks: code: value matches /^[A-Za-z0-9]{6,10}$/...
  witnessesOf(RETARGET, "Retarget rejects input code", (seen) => seen.rejects("ShortCode.where"));

  // Retarget rejects a call that breaks: url: len(value) <= 2048 and isValidURI(value)...
  witnessesOf(RETARGET, "Retarget rejects input url", (seen) => seen.rejects("LongURL.where"));

  // Retarget rejects a call that breaks: code in store (url_shortener.spec:80)
  witnessesOf(RETARGET, "Retarget rejects requires 0", (seen) =>
    seen.rejects("Retarget.requires[0]"),
  );

  // Retarget rejects a call that breaks: not pointsHere(url) (url_shortener.spec:81)
  witnessesOf(RETARGET, "Retarget rejects requires 1", (seen) =>
    seen.rejects("Retarget.requires[1]"),
  );

  // Retarget keeps the invariant: all c in store | isValidURI(store[c]) (url_shortener.spec:120)
  examplesOf(RETARGET, "Retarget invariant allURLsValid", (seen) => seen.invariant(0));

  // Retarget keeps the invariant: dom(store) = dom(metadata) (url_shortener.spec:122)
  examplesOf(RETARGET, "Retarget invariant metadataConsistent", (seen) => seen.invariant(1));

  // Retarget keeps the invariant: all c in metadata | metadata[c].code = c and c in store and...
  examplesOf(RETARGET, "Retarget invariant entriesAgree", (seen) => seen.invariant(2));

  // Retarget keeps the invariant: no c in store | pointsHere(store[c]) (url_shortener.spec:128)
  examplesOf(RETARGET, "Retarget invariant noLoops", (seen) => seen.invariant(3));

  // Retarget keeps the invariant: all c in metadata | metadata[c].click_count >= 0...
  examplesOf(RETARGET, "Retarget invariant clickCountNonNegative", (seen) => seen.invariant(4));

  // After Retarget everything stored has its type, with all refinements. (url_shortener.spec:77)
  examplesOf(RETARGET, "Retarget types", (seen) => seen.types());

  // Retarget changes nothing that it does not speak of. (url_shortener.spec:77)
  examplesOf(RETARGET, "Retarget frame", (seen) => seen.frame());

  // The answer of Retarget has the declared outputs, types and headers. (url_shortener.spec:77)
  examplesOf(RETARGET, "Retarget output", (seen) => seen.output());

  // Retarget at the limit, and just beside it: code: value matches /^[A-Za-z0-9]{6,10}$/...
  witnessesOf(RETARGET, "Retarget boundary input code", (seen) => seen.total());

  // Retarget at the limit, and just beside it: url: len(value) <= 2048 (url_shortener.spec:5)
  witnessesOf(RETARGET, "Retarget boundary input url", (seen) => seen.total());

  // Retarget at the limit, and just beside it: url: isValidURI(value) (url_shortener.spec:5)
  witnessesOf(RETARGET, "Retarget boundary input url 2", (seen) => seen.total());

  // Retarget at the limit, and just beside it: target matches /^https?:\/\/sho\.rt(\/|$)/...
  witnessesOf(RETARGET, "Retarget boundary requires 1", (seen) => seen.total());

  // Retarget both ways: url: len(value) <= 2048 (url_shortener.spec:5)
  witnessesOf(RETARGET, "Retarget branches input url", (seen) => seen.total());

  // Retarget both ways: url: isValidURI(value) (url_shortener.spec:5)
  witnessesOf(RETARGET, "Retarget branches input url 2", (seen) => seen.total());

  // Retarget refuses an `url` that is not well-formed. (url_shortener.spec:78)
  malformedOf(RETARGET, "Retarget malformed url", (seen) => seen.refuses());

  // Retarget refuses a body that is not well-formed. (url_shortener.spec:77)
  malformedOf(RETARGET, "Retarget malformed body", (seen) => seen.refuses());
});

describe("Delete: DELETE /{code}", () => {
  // Delete accepts every call whose precondition holds. (url_shortener.spec:87)
  examplesOf(DELETE, "Delete accepts", (seen) => seen.accepts());

  // Delete accepts the calls that were found for it. (url_shortener.spec:87)
  witnessesOf(DELETE, "Delete accepts witnesses", (seen) => seen.accepts());

  // Delete ensures: store' = store - {code} (url_shortener.spec:92)
  examplesOf(DELETE, "Delete ensures 0", (seen) => seen.ensures(0));

  // Delete ensures: metadata' = metadata - {code} (url_shortener.spec:93)
  examplesOf(DELETE, "Delete ensures 1", (seen) => seen.ensures(1));

  // Delete ensures: code not in store' (url_shortener.spec:94)
  examplesOf(DELETE, "Delete ensures 2", (seen) => seen.ensures(2));

  // Delete rejects every call whose precondition fails, and changes nothing....
  examplesOf(DELETE, "Delete rejects", (seen) => seen.rejects());

  // Delete rejects a call that breaks: code: value matches /^[A-Za-z0-9]{6,10}$/...
  witnessesOf(DELETE, "Delete rejects input code", (seen) => seen.rejects("ShortCode.where"));

  // Delete rejects a call that breaks: code in store (url_shortener.spec:90)
  witnessesOf(DELETE, "Delete rejects requires 0", (seen) => seen.rejects("Delete.requires[0]"));

  // Delete keeps the invariant: all c in store | isValidURI(store[c]) (url_shortener.spec:120)
  examplesOf(DELETE, "Delete invariant allURLsValid", (seen) => seen.invariant(0));

  // Delete keeps the invariant: dom(store) = dom(metadata) (url_shortener.spec:122)
  examplesOf(DELETE, "Delete invariant metadataConsistent", (seen) => seen.invariant(1));

  // Delete keeps the invariant: all c in metadata | metadata[c].code = c and c in store and...
  examplesOf(DELETE, "Delete invariant entriesAgree", (seen) => seen.invariant(2));

  // Delete keeps the invariant: no c in store | pointsHere(store[c]) (url_shortener.spec:128)
  examplesOf(DELETE, "Delete invariant noLoops", (seen) => seen.invariant(3));

  // Delete keeps the invariant: all c in metadata | metadata[c].click_count >= 0...
  examplesOf(DELETE, "Delete invariant clickCountNonNegative", (seen) => seen.invariant(4));

  // After Delete everything stored has its type, with all refinements. (url_shortener.spec:87)
  examplesOf(DELETE, "Delete types", (seen) => seen.types());

  // Delete changes nothing that it does not speak of. (url_shortener.spec:87)
  examplesOf(DELETE, "Delete frame", (seen) => seen.frame());

  // The answer of Delete has the declared outputs, types and headers. (url_shortener.spec:87)
  examplesOf(DELETE, "Delete output", (seen) => seen.output());

  // Delete at the limit, and just beside it: code: value matches /^[A-Za-z0-9]{6,10}$/...
  witnessesOf(DELETE, "Delete boundary input code", (seen) => seen.total());
});

describe("Stats: GET /{code}/stats", () => {
  // Stats accepts every call whose precondition holds. (url_shortener.spec:97)
  examplesOf(STATS, "Stats accepts", (seen) => seen.accepts());

  // Stats accepts the calls that were found for it. (url_shortener.spec:97)
  witnessesOf(STATS, "Stats accepts witnesses", (seen) => seen.accepts());

  // Stats ensures: mapping = metadata[code] (url_shortener.spec:103)
  examplesOf(STATS, "Stats ensures 0", (seen) => seen.ensures(0));

  // Stats rejects every call whose precondition fails, and changes nothing. (url_shortener.spec:97)
  examplesOf(STATS, "Stats rejects", (seen) => seen.rejects());

  // Stats rejects a call that breaks: code: value matches /^[A-Za-z0-9]{6,10}$/...
  witnessesOf(STATS, "Stats rejects input code", (seen) => seen.rejects("ShortCode.where"));

  // Stats rejects a call that breaks: code in metadata (url_shortener.spec:101)
  witnessesOf(STATS, "Stats rejects requires 0", (seen) => seen.rejects("Stats.requires[0]"));

  // Stats changes nothing else, and so keeps 5 invariants. (url_shortener.spec:97)
  examplesOf(STATS, "Stats frame", (seen) => seen.frame());

  // The answer of Stats has the declared outputs, types and headers. (url_shortener.spec:97)
  examplesOf(STATS, "Stats output", (seen) => seen.output());

  // Stats changes nothing, and says the same when it is asked again. (url_shortener.spec:97)
  examplesOf(STATS, "Stats safe", (seen) => seen.safe(true));

  // Stats at the limit, and just beside it: code: value matches /^[A-Za-z0-9]{6,10}$/...
  witnessesOf(STATS, "Stats boundary input code", (seen) => seen.total());
});

describe("ListAll: GET /urls", () => {
  // ListAll accepts every call whose precondition holds. (url_shortener.spec:106)
  examplesOf(LIST_ALL, "ListAll accepts", (seen) => seen.accepts());

  // ListAll accepts the calls that were found for it. (url_shortener.spec:106)
  witnessesOf(LIST_ALL, "ListAll accepts witnesses", (seen) => seen.accepts());

  // ListAll ensures: entries = ran(metadata) (url_shortener.spec:109)
  examplesOf(LIST_ALL, "ListAll ensures 0", (seen) => seen.ensures(0));

  // ListAll ensures: #entries = #metadata (url_shortener.spec:110)
  examplesOf(LIST_ALL, "ListAll ensures 1", (seen) => seen.ensures(1));

  // ListAll changes nothing else, and so keeps 5 invariants. (url_shortener.spec:106)
  examplesOf(LIST_ALL, "ListAll frame", (seen) => seen.frame());

  // The answer of ListAll has the declared outputs, types and headers. (url_shortener.spec:106)
  examplesOf(LIST_ALL, "ListAll output", (seen) => seen.output());

  // ListAll changes nothing, and says the same when it is asked again. (url_shortener.spec:106)
  examplesOf(LIST_ALL, "ListAll safe", (seen) => seen.safe(true));
});

describe("TotalClicks: GET /urls/total", () => {
  // TotalClicks accepts every call whose precondition holds. (url_shortener.spec:113)
  examplesOf(TOTAL_CLICKS, "TotalClicks accepts", (seen) => seen.accepts());

  // TotalClicks accepts the calls that were found for it. (url_shortener.spec:113)
  witnessesOf(TOTAL_CLICKS, "TotalClicks accepts witnesses", (seen) => seen.accepts());

  // TotalClicks ensures: codes = #store (url_shortener.spec:116)
  examplesOf(TOTAL_CLICKS, "TotalClicks ensures 0", (seen) => seen.ensures(0));

  // TotalClicks ensures: clicks = sum(metadata, c => metadata[c].click_count)...
  examplesOf(TOTAL_CLICKS, "TotalClicks ensures 1", (seen) => seen.ensures(1));

  // TotalClicks ensures: clicks = sum(metadata, c => metadata[c].click_count)...
  witnessesOf(TOTAL_CLICKS, "TotalClicks ensures 1 branches", (seen) => seen.ensures(1));

  // TotalClicks changes nothing else, and so keeps 5 invariants. (url_shortener.spec:113)
  examplesOf(TOTAL_CLICKS, "TotalClicks frame", (seen) => seen.frame());

  // The answer of TotalClicks has the declared outputs, types and headers. (url_shortener.spec:113)
  examplesOf(TOTAL_CLICKS, "TotalClicks output", (seen) => seen.output());

  // TotalClicks changes nothing, and says the same when it is asked again. (url_shortener.spec:113)
  examplesOf(TOTAL_CLICKS, "TotalClicks safe", (seen) => seen.safe(true));
});

// Every recorded sequence of calls does what it did, call by call. (url_shortener.spec)
tracesOf("traces", (trace) => trace.total());

// Some state satisfies: some c in metadata | metadata[c].click_count >= 2 (url_shortener.spec:132)
eventually(SERVICE, 0, "eventually someCodeIsPopular");
