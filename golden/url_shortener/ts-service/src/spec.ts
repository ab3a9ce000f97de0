/** What UrlShortener is made of, for all that goes over the whole of it. */

import type { State } from "./model.ts";
import * as rules from "./rules.ts";
import { readJson } from "./runtime/json.ts";
import type { Rule } from "./runtime/rules.ts";
import type { Seed } from "./runtime/state.ts";
import { STATE } from "./wire.ts";

export const NAME = "UrlShortener";

export const INVARIANTS: readonly Rule[] = [
  {
    title: "the invariant `allURLsValid`",
    text: "all c in store | isValidURI(store[c])",
    holds: rules.invariantAllUrlsValid,
  },
  {
    title: "the invariant `metadataConsistent`",
    text: "dom(store) = dom(metadata)",
    holds: rules.invariantMetadataConsistent,
  },
  {
    title: "the invariant `entriesAgree`",
    text: "all c in metadata | metadata[c].code = c and c in store and store[c] = metadata[c].url",
    holds: rules.invariantEntriesAgree,
  },
  {
    title: "the invariant `noLoops`",
    text: "no c in store | pointsHere(store[c])",
    holds: rules.invariantNoLoops,
  },
  {
    title: "the invariant `clickCountNonNegative`",
    text: "all c in metadata | metadata[c].click_count >= 0",
    holds: rules.invariantClickCountNonNegative,
  },
];

export const SEEDS: readonly Seed[] = [];

export const INITIAL: State = STATE.decode(readJson('{"store":{},"metadata":{}}'));

export const WORDS: ReadonlySet<string> = new Set([
  "__test_admin__",
  "health",
  "metrics",
  "openapi.json",
  "ready",
  "shorten",
  "stats",
  "total",
  "urls",
]);

/** Whether a text can be a part of a path of its own. */
export function isProper(text: string): boolean {
  return !["", ".", ".."].includes(text) && !WORDS.has(text);
}
