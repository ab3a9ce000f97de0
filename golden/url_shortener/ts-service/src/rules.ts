/** What UrlShortener promises: one function for each condition of the spec. */

import type { State, UrlMapping } from "./model.ts";
import { isValidUri, pointsHere } from "./predicates.ts";
import { dom, equal, every, length, noneOf } from "./runtime/values.ts";

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

/** all c in store | isValidURI(store[c]) */
export function invariantAllUrlsValid(s: State): boolean {
  return every(s.store.keys(), (c) => isValidUri(s.store.at(c)));
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

/** no c in store | pointsHere(store[c]) */
export function invariantNoLoops(s: State): boolean {
  return noneOf(s.store.keys(), (c) => pointsHere(s.store.at(c)));
}

/** all c in metadata | metadata[c].click_count >= 0 */
export function invariantClickCountNonNegative(s: State): boolean {
  return every(s.metadata.keys(), (c) => s.metadata.at(c).clickCount >= 0n);
}
