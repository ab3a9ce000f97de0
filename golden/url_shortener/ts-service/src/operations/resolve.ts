/** What Resolve does: a function from the state before to the state after. */

import type { ResolveAnswer, ResolveGiven, State } from "../model.ts";
import { isValidUri, pointsHere } from "../predicates.ts";
import type { Picks } from "../runtime/choices.ts";
import { ensuring, inputsFit, promised, requires } from "../runtime/clauses.ts";
import { replace } from "../runtime/deciding.ts";
import { every, i64, touched } from "../runtime/values.ts";
import { SHORT_CODE } from "../wire.ts";

/** Resolve (url_shortener.spec:64). */
export function resolve(
  before: State,
  given: ResolveGiven,
  now: bigint,
  pick: Picks,
): readonly [State, ResolveAnswer] {
  inputsFit(before, now, ["code", given.code, SHORT_CODE]);
  requires([["code in store", () => before.store.has(given.code)]], {
    present: [["code in store", () => before.store.has(given.code)]],
  });
  // ensures url = store[code]
  const url = before.store.at(given.code);
  // ensures metadata'[code].click_count = metadata[code].click_count + 1
  let after = ensuring(
    "an ensures of `Resolve`",
    "metadata'[code].click_count = metadata[code].click_count + 1",
    () =>
      replace(before, {
        metadata: before.metadata.put(
          given.code,
          replace(before.metadata.at(given.code), {
            clickCount: i64(before.metadata.at(given.code).clickCount + 1n),
          }),
        ),
      }),
  );
  // ensures metadata'[code].last_visited_at = some(now())
  after = replace(after, {
    metadata: after.metadata.put(
      given.code,
      replace(after.metadata.at(given.code), { lastVisitedAt: now }),
    ),
  });
  // ensures store' = store
  after = replace(after, { store: before.store });
  const answer = { url } satisfies ResolveAnswer;
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
      every(after.metadata.under(touched(before.store, after.store)).keys(), (key) =>
        after.store.has(key),
      ),
  );
  promised(
    "the invariant `entriesAgree`",
    "all c in metadata | metadata[c].code = c and c in store and store[c] = metadata[c].url",
    () =>
      every(after.metadata.under(touched(before.store, after.store)).keys(), (c2) =>
        after.store.has(c2),
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
