/** What Delete does: a function from the state before to the state after. */

import type { DeleteAnswer, DeleteGiven, State } from "../model.ts";
import type { Picks } from "../runtime/choices.ts";
import { inputsFit, promised, requires } from "../runtime/clauses.ts";
import { replace } from "../runtime/deciding.ts";
import { every, touched, ValueSet } from "../runtime/values.ts";
import { SHORT_CODE } from "../wire.ts";

/** Delete (url_shortener.spec:87). */
export function delete_(
  before: State,
  given: DeleteGiven,
  now: bigint,
  pick: Picks,
): readonly [State, DeleteAnswer] {
  inputsFit(before, now, ["code", given.code, SHORT_CODE]);
  requires([["code in store", () => before.store.has(given.code)]], {
    present: [["code in store", () => before.store.has(given.code)]],
  });
  // ensures store' = store - {code}
  let after = replace(before, { store: before.store.without(ValueSet.of(given.code)) });
  // ensures metadata' = metadata - {code}
  after = replace(after, { metadata: before.metadata.without(ValueSet.of(given.code)) });
  promised("an ensures of `Delete`", "code not in store'", () => !after.store.has(given.code));
  const answer = {};
  pick.settled(after, answer);
  promised(
    "the invariant `metadataConsistent`",
    "dom(store) = dom(metadata)",
    () =>
      every(after.store.under(touched(before.metadata, after.metadata)).keys(), (key) =>
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
  return [after, answer];
}
