/** What Claim does: a function from the state before to the state after. */

import type { ClaimAnswer, ClaimGiven, State, UrlMapping } from "../model.ts";
import { isValidUri, pointsHere } from "../predicates.ts";
import type { Picks } from "../runtime/choices.ts";
import { ensuring, inputsFit, promised, requires } from "../runtime/clauses.ts";
import { replace } from "../runtime/deciding.ts";
import { every, touched } from "../runtime/values.ts";
import { LONG_URL, SHORT_CODE } from "../wire.ts";

/** Claim (url_shortener.spec:47). */
export function claim(
  before: State,
  given: ClaimGiven,
  now: bigint,
  pick: Picks,
): readonly [State, ClaimAnswer] {
  inputsFit(before, now, ["code", given.code, SHORT_CODE], ["url", given.url, LONG_URL]);
  requires([
    ["code not in store", () => !before.store.has(given.code)],
    ["not pointsHere(url)", () => !pointsHere(given.url)],
  ]);
  // ensures store'[code] = url
  let after = replace(before, { store: before.store.put(given.code, given.url) });
  // ensures metadata'[code].code = code
  // ensures metadata'[code].url = url
  // ensures metadata'[code].created_at = now()
  // ensures metadata'[code].click_count = 0
  // ensures metadata'[code].last_visited_at = none
  after = replace(after, {
    metadata: after.metadata.put(given.code, {
      code: given.code,
      url: given.url,
      createdAt: now,
      clickCount: 0n,
      lastVisitedAt: null,
    } satisfies UrlMapping),
  });
  // ensures mapping = metadata'[code]
  const mapping = ensuring("an ensures of `Claim`", "mapping = metadata'[code]", () =>
    after.metadata.at(given.code),
  );
  const answer = { mapping } satisfies ClaimAnswer;
  pick.settled(after, answer);
  promised("the invariant `allURLsValid`", "all c in store | isValidURI(store[c])", () =>
    every(after.store.under(touched(before.store, after.store)).keys(), (c2) =>
      isValidUri(after.store.at(c2)),
    ),
  );
  promised(
    "the invariant `metadataConsistent`",
    "dom(store) = dom(metadata)",
    () =>
      every(after.store.under(touched(before.store, after.store)).keys(), (key) =>
        after.metadata.has(key),
      ) &&
      every(after.store.under(touched(before.metadata, after.metadata)).keys(), (key) =>
        after.metadata.has(key),
      ) &&
      every(after.metadata.under(touched(before.metadata, after.metadata)).keys(), (key) =>
        after.store.has(key),
      ) &&
      every(after.metadata.under(touched(before.store, after.store)).keys(), (key) =>
        after.store.has(key),
      ),
  );
  promised(
    "the invariant `entriesAgree`",
    "all c in metadata | metadata[c].code = c and c in store and store[c] = metadata[c].url",
    () =>
      every(
        after.metadata.under(touched(before.metadata, after.metadata)).keys(),
        (c2) => after.metadata.at(c2).code === c2,
      ) &&
      every(after.metadata.under(touched(before.metadata, after.metadata)).keys(), (c2) =>
        after.store.has(c2),
      ) &&
      every(after.metadata.under(touched(before.store, after.store)).keys(), (c2) =>
        after.store.has(c2),
      ) &&
      every(
        after.metadata.under(touched(before.metadata, after.metadata)).keys(),
        (c2) => after.store.at(c2) === after.metadata.at(c2).url,
      ) &&
      every(
        after.metadata.under(touched(before.store, after.store)).keys(),
        (c2) => after.store.at(c2) === after.metadata.at(c2).url,
      ),
  );
  promised("the invariant `noLoops`", "no c in store | pointsHere(store[c])", () =>
    every(
      after.store.under(touched(before.store, after.store)).keys(),
      (c2) => !pointsHere(after.store.at(c2)),
    ),
  );
  promised(
    "the invariant `clickCountNonNegative`",
    "all c in metadata | metadata[c].click_count >= 0",
    () =>
      every(
        after.metadata.under(touched(before.metadata, after.metadata)).keys(),
        (c2) => after.metadata.at(c2).clickCount >= 0n,
      ),
  );
  return [after, answer];
}
