/** What Retarget does: a function from the state before to the state after. */

import type { RetargetAnswer, RetargetGiven, State, UrlMapping } from "../model.ts";
import { isValidUri, pointsHere } from "../predicates.ts";
import type { Picks } from "../runtime/choices.ts";
import { ensuring, inputsFit, promised, requires } from "../runtime/clauses.ts";
import { replace } from "../runtime/deciding.ts";
import { every, touched, ValueMap } from "../runtime/values.ts";
import { LONG_URL, SHORT_CODE } from "../wire.ts";

/** Retarget (url_shortener.spec:77). */
export function retarget(
  before: State,
  given: RetargetGiven,
  now: bigint,
  pick: Picks,
): readonly [State, RetargetAnswer] {
  inputsFit(before, now, ["code", given.code, SHORT_CODE], ["url", given.url, LONG_URL]);
  requires(
    [
      ["code in store", () => before.store.has(given.code)],
      ["not pointsHere(url)", () => !pointsHere(given.url)],
    ],
    { present: [["code in store", () => before.store.has(given.code)]] },
  );
  // ensures store'[code] = url
  let after = replace(before, { store: before.store.put(given.code, given.url) });
  // ensures metadata' = metadata + {code -> metadata[code] with { url = url }}
  after = ensuring(
    "an ensures of `Retarget`",
    "metadata' = metadata + {code -> metadata[code] with { url = url }}",
    () =>
      replace(after, {
        metadata: before.metadata.override(
          ValueMap.of<string, UrlMapping>([
            given.code,
            { ...before.metadata.at(given.code), url: given.url },
          ]),
        ),
      }),
  );
  const answer = {};
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
