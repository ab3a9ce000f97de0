/** What Shorten does: a function from the state before to the state after. */

import type { ShortenAnswer, ShortenGiven, State, UrlMapping } from "../model.ts";
import { isValidUri, pointsHere } from "../predicates.ts";
import * as choices from "../runtime/choices.ts";
import type { Picks } from "../runtime/choices.ts";
import { fits, inputsFit, promised, requires } from "../runtime/clauses.ts";
import { replace } from "../runtime/deciding.ts";
import { every, grown, touched, ValueMap } from "../runtime/values.ts";
import { isProper } from "../spec.ts";
import { LONG_URL, SHORT_CODE } from "../wire.ts";

/** Shorten (url_shortener.spec:27). */
export function shorten(
  before: State,
  given: ShortenGiven,
  now: bigint,
  pick: Picks,
): readonly [State, ShortenAnswer] {
  inputsFit(before, now, ["url", given.url, LONG_URL]);
  requires([["not pointsHere(url)", () => !pointsHere(given.url)]]);
  // ensures code not in store
  const code = pick.choose<string>(
    ["an ensures of `Shorten`", "code not in store"],
    [],
    choices.texts({ patterns: [/^[A-Za-z0-9]{6,10}$/u], fresh: true }),
    (code) => isProper(code) && fits(SHORT_CODE, code, before, now) && !before.store.has(code),
  );
  // ensures store' = store + {code -> url}
  let after = replace(before, { store: before.store.override(ValueMap.of([code, given.url])) });
  // ensures metadata' = metadata + {code -> UrlMapping { code = code, url = url, created_at =
  //   now(), click_count = 0, last_visited_at = none }}
  after = replace(after, {
    metadata: before.metadata.override(
      ValueMap.of<string, UrlMapping>([
        code,
        {
          code,
          url: given.url,
          createdAt: now,
          clickCount: 0n,
          lastVisitedAt: null,
        } satisfies UrlMapping,
      ]),
    ),
  });
  // ensures short_url = "https://sho.rt/" + code
  const shortUrl = "https://sho.rt/" + code;
  promised(
    "an ensures of `Shorten`",
    "#store' = #store + 1",
    () => grown(before.store, after.store) === 1n,
  );
  const answer = { code, shortUrl } satisfies ShortenAnswer;
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
