/** What Stats does: a function from the state before to the state after. */

import type { State, StatsAnswer, StatsGiven } from "../model.ts";
import { inputsFit, requires } from "../runtime/clauses.ts";
import { SHORT_CODE } from "../wire.ts";

/** Stats (url_shortener.spec:97). */
export function stats(
  before: State,
  given: StatsGiven,
  now: bigint,
): readonly [State, StatsAnswer] {
  inputsFit(before, now, ["code", given.code, SHORT_CODE]);
  requires([["code in metadata", () => before.metadata.has(given.code)]], {
    present: [["code in metadata", () => before.metadata.has(given.code)]],
  });
  // ensures mapping = metadata[code]
  const mapping = before.metadata.at(given.code);
  return [before, { mapping } satisfies StatsAnswer];
}
