/** What UrlShortener promises: one function for each condition of the spec. */

import { at, type Call, type Spot, spot, under } from "./harness/service.ts";
import {
  dom,
  equal,
  every,
  exists,
  i64,
  length,
  noneOf,
  ran,
  same,
  size,
  total,
  ValueMap,
  ValueSet,
} from "./harness/values.ts";
import type {
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
} from "./model.ts";
import { isValidUri, pointsHere } from "./predicates.ts";

export type ShortenCall = Call<State, ShortenGiven, ShortenAnswer>;
export type ClaimCall = Call<State, ClaimGiven, ClaimAnswer>;
export type ResolveCall = Call<State, ResolveGiven, ResolveAnswer>;
export type RetargetCall = Call<State, RetargetGiven, RetargetAnswer>;
export type DeleteCall = Call<State, DeleteGiven, DeleteAnswer>;
export type StatsCall = Call<State, StatsGiven, StatsAnswer>;
export type ListAllCall = Call<State, ListAllGiven, ListAllAnswer>;
export type TotalClicksCall = Call<State, TotalClicksGiven, TotalClicksAnswer>;

// Types

/** value matches /^[A-Za-z0-9]{6,10}$/ */
export function shortCodeWhere(value: string): boolean {
  return /^[A-Za-z0-9]{6,10}$/u.test(value);
}

/** len(value) <= 2048 and isValidURI(value) */
export function longUrlWhere(value: string): boolean {
  return length(value) <= 2048n && isValidUri(value);
}

/** value >= 0 */
export function urlMappingClickCountWhere(value: bigint): boolean {
  return value >= 0n;
}

/** click_count > 0 iff last_visited_at != none */
export function urlMappingVisitedIffClicked(own: UrlMapping): boolean {
  return own.clickCount > 0n === (own.lastVisitedAt !== null);
}

// Invariants

/** all c in store | isValidURI(store[c]) */
export function invariantAllUrlsValid(s: State): boolean {
  return every(s.store.keys(), (c) => isValidUri(s.store.at(c)));
}

/** When invariant allURLsValid says something. */
export function invariantAllUrlsValidSays(s: State): boolean {
  return size(s.store) > 0n;
}

/** dom(store) = dom(metadata) */
export function invariantMetadataConsistent(s: State): boolean {
  return equal(dom(s.store), dom(s.metadata));
}

/** all c in metadata | metadata[c].code = c and c in store and store[c] = metadata[c].url */
export function invariantEntriesAgree(s: State): boolean {
  return every(
    s.metadata.keys(),
    (c) => s.metadata.at(c).code === c && s.store.has(c) && s.store.at(c) === s.metadata.at(c).url,
  );
}

/** When invariant entriesAgree says something. */
export function invariantEntriesAgreeSays(s: State): boolean {
  return size(s.metadata) > 0n;
}

/** no c in store | pointsHere(store[c]) */
export function invariantNoLoops(s: State): boolean {
  return noneOf(s.store.keys(), (c) => pointsHere(s.store.at(c)));
}

/** all c in metadata | metadata[c].click_count >= 0 */
export function invariantClickCountNonNegative(s: State): boolean {
  return every(s.metadata.keys(), (c) => s.metadata.at(c).clickCount >= 0n);
}

/** When invariant clickCountNonNegative says something. */
export function invariantClickCountNonNegativeSays(s: State): boolean {
  return size(s.metadata) > 0n;
}

/** some c in metadata | metadata[c].click_count >= 2 */
export function eventuallySomeCodeIsPopular(s: State): boolean {
  return exists(s.metadata.keys(), (c) => s.metadata.at(c).clickCount >= 2n);
}

// Shorten

/** not pointsHere(url) */
export function shortenRequires0(c: ShortenCall): boolean {
  return !pointsHere(c.given.url);
}

/** code not in pre(store) */
export function shortenEnsures0(c: ShortenCall): boolean {
  return !c.before.store.has(c.answer.code);
}

/** store' = pre(store) + {code -> url} */
export function shortenEnsures1(c: ShortenCall): boolean {
  return equal(c.after.store, c.before.store.override(ValueMap.of([c.answer.code, c.given.url])));
}

/** metadata' = pre(metadata) + {code -> UrlMapping { code = code, url = url, created_at =... */
export function shortenEnsures2(c: ShortenCall): boolean {
  return same(
    c.after.metadata,
    c.before.metadata.override(
      ValueMap.of<string, UrlMapping>([
        c.answer.code,
        {
          code: c.answer.code,
          url: c.given.url,
          createdAt: c.now,
          clickCount: 0n,
          lastVisitedAt: null,
        } satisfies UrlMapping,
      ]),
    ),
  );
}

/** short_url = "https://sho.rt/" + code */
export function shortenEnsures3(c: ShortenCall): boolean {
  return c.answer.shortUrl === "https://sho.rt/" + c.answer.code;
}

/** #store' = #pre(store) + 1 */
export function shortenEnsures4(c: ShortenCall): boolean {
  return size(c.after.store) === size(c.before.store) + 1n;
}

/** store' = store + {code -> url} */
export function* shortenChanges0(): Generator<Spot> {
  yield spot("store");
}

/** metadata' = metadata + {code -> UrlMapping { code = code, url = url, created_at = now(),... */
export function* shortenChanges1(): Generator<Spot> {
  yield spot("metadata");
}

// Claim

/** code not in store */
export function claimRequires0(c: ClaimCall): boolean {
  return !c.before.store.has(c.given.code);
}

/** not pointsHere(url) */
export function claimRequires1(c: ClaimCall): boolean {
  return !pointsHere(c.given.url);
}

/** store'[code] = url */
export function claimEnsures0(c: ClaimCall): boolean {
  return c.after.store.at(c.given.code) === c.given.url;
}

/** metadata'[code].code = code */
export function claimEnsures1(c: ClaimCall): boolean {
  return c.after.metadata.at(c.given.code).code === c.given.code;
}

/** metadata'[code].url = url */
export function claimEnsures2(c: ClaimCall): boolean {
  return c.after.metadata.at(c.given.code).url === c.given.url;
}

/** metadata'[code].created_at = now() */
export function claimEnsures3(c: ClaimCall): boolean {
  return same(c.after.metadata.at(c.given.code).createdAt, c.now);
}

/** metadata'[code].click_count = 0 */
export function claimEnsures4(c: ClaimCall): boolean {
  return c.after.metadata.at(c.given.code).clickCount === 0n;
}

/** metadata'[code].last_visited_at = none */
export function claimEnsures5(c: ClaimCall): boolean {
  return c.after.metadata.at(c.given.code).lastVisitedAt === null;
}

/** mapping = metadata'[code] */
export function claimEnsures6(c: ClaimCall): boolean {
  return same(c.answer.mapping, c.after.metadata.at(c.given.code));
}

/** store'[code] = url */
export function* claimChanges0(c: ClaimCall): Generator<Spot> {
  yield spot("store", under(c.given.code));
}

/** metadata'[code].code = code */
export function* claimChanges1(c: ClaimCall): Generator<Spot> {
  yield spot("metadata", under(c.given.code), at("code"));
}

/** metadata'[code].url = url */
export function* claimChanges2(c: ClaimCall): Generator<Spot> {
  yield spot("metadata", under(c.given.code), at("url"));
}

/** metadata'[code].created_at = now() */
export function* claimChanges3(c: ClaimCall): Generator<Spot> {
  yield spot("metadata", under(c.given.code), at("createdAt"));
}

/** metadata'[code].click_count = 0 */
export function* claimChanges4(c: ClaimCall): Generator<Spot> {
  yield spot("metadata", under(c.given.code), at("clickCount"));
}

/** metadata'[code].last_visited_at = none */
export function* claimChanges5(c: ClaimCall): Generator<Spot> {
  yield spot("metadata", under(c.given.code), at("lastVisitedAt"));
}

// Resolve

/** code in store */
export function resolveRequires0(c: ResolveCall): boolean {
  return c.before.store.has(c.given.code);
}

/** code in store */
export function resolvePresence0(c: ResolveCall): boolean {
  return c.before.store.has(c.given.code);
}

/** url = store[code] */
export function resolveEnsures0(c: ResolveCall): boolean {
  return c.answer.url === c.before.store.at(c.given.code);
}

/** metadata'[code].click_count = metadata[code].click_count + 1 */
export function resolveEnsures1(c: ResolveCall): boolean {
  return (
    c.after.metadata.at(c.given.code).clickCount ===
    i64(c.before.metadata.at(c.given.code).clickCount + 1n)
  );
}

/** metadata'[code].last_visited_at = some(now()) */
export function resolveEnsures2(c: ResolveCall): boolean {
  return same(c.after.metadata.at(c.given.code).lastVisitedAt, c.now);
}

/** store' = store */
export function resolveEnsures3(c: ResolveCall): boolean {
  return equal(c.after.store, c.before.store);
}

/** metadata'[code].click_count = metadata[code].click_count + 1 */
export function* resolveChanges0(c: ResolveCall): Generator<Spot> {
  yield spot("metadata", under(c.given.code), at("clickCount"));
}

/** metadata'[code].last_visited_at = some(now()) */
export function* resolveChanges1(c: ResolveCall): Generator<Spot> {
  yield spot("metadata", under(c.given.code), at("lastVisitedAt"));
}

/** store' = store */
export function* resolveChanges2(): Generator<Spot> {
  yield spot("store");
}

/** url */
export function resolveHeaderLocation(c: ResolveCall): string | null {
  return c.answer.url;
}

// Retarget

/** code in store */
export function retargetRequires0(c: RetargetCall): boolean {
  return c.before.store.has(c.given.code);
}

/** not pointsHere(url) */
export function retargetRequires1(c: RetargetCall): boolean {
  return !pointsHere(c.given.url);
}

/** code in store */
export function retargetPresence0(c: RetargetCall): boolean {
  return c.before.store.has(c.given.code);
}

/** store'[code] = url */
export function retargetEnsures0(c: RetargetCall): boolean {
  return c.after.store.at(c.given.code) === c.given.url;
}

/** metadata' = metadata + {code -> metadata[code] with { url = url }} */
export function retargetEnsures1(c: RetargetCall): boolean {
  return same(
    c.after.metadata,
    c.before.metadata.override(
      ValueMap.of<string, UrlMapping>([
        c.given.code,
        { ...c.before.metadata.at(c.given.code), url: c.given.url },
      ]),
    ),
  );
}

/** store'[code] = url */
export function* retargetChanges0(c: RetargetCall): Generator<Spot> {
  yield spot("store", under(c.given.code));
}

/** metadata' = metadata + {code -> metadata[code] with { url = url }} */
export function* retargetChanges1(): Generator<Spot> {
  yield spot("metadata");
}

// Delete

/** code in store */
export function deleteRequires0(c: DeleteCall): boolean {
  return c.before.store.has(c.given.code);
}

/** code in store */
export function deletePresence0(c: DeleteCall): boolean {
  return c.before.store.has(c.given.code);
}

/** store' = store - {code} */
export function deleteEnsures0(c: DeleteCall): boolean {
  return equal(c.after.store, c.before.store.without(ValueSet.of(c.given.code)));
}

/** metadata' = metadata - {code} */
export function deleteEnsures1(c: DeleteCall): boolean {
  return same(c.after.metadata, c.before.metadata.without(ValueSet.of(c.given.code)));
}

/** code not in store' */
export function deleteEnsures2(c: DeleteCall): boolean {
  return !c.after.store.has(c.given.code);
}

/** store' = store - {code} */
export function* deleteChanges0(): Generator<Spot> {
  yield spot("store");
}

/** metadata' = metadata - {code} */
export function* deleteChanges1(): Generator<Spot> {
  yield spot("metadata");
}

// Stats

/** code in metadata */
export function statsRequires0(c: StatsCall): boolean {
  return c.before.metadata.has(c.given.code);
}

/** code in metadata */
export function statsPresence0(c: StatsCall): boolean {
  return c.before.metadata.has(c.given.code);
}

/** mapping = metadata[code] */
export function statsEnsures0(c: StatsCall): boolean {
  return same(c.answer.mapping, c.before.metadata.at(c.given.code));
}

// ListAll

/** entries = ran(metadata) */
export function listAllEnsures0(c: ListAllCall): boolean {
  return same(c.answer.entries, ran(c.before.metadata));
}

/** #entries = #metadata */
export function listAllEnsures1(c: ListAllCall): boolean {
  return size(c.answer.entries) === size(c.before.metadata);
}

// TotalClicks

/** codes = #store */
export function totalClicksEnsures0(c: TotalClicksCall): boolean {
  return c.answer.codes === size(c.before.store);
}

/** clicks = sum(metadata, c => metadata[c].click_count) */
export function totalClicksEnsures1(c: TotalClicksCall): boolean {
  return (
    c.answer.clicks === total(c.before.metadata.keys(), (c2) => c.before.metadata.at(c2).clickCount)
  );
}
