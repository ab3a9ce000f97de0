/** What TotalClicks does: a function from the state before to the state after. */

import type { State, TotalClicksAnswer } from "../model.ts";
import { size } from "../runtime/values.ts";

/** TotalClicks (url_shortener.spec:113). */
export function totalClicks(before: State): readonly [State, TotalClicksAnswer] {
  // ensures codes = #store
  const codes = size(before.store);
  // ensures clicks = sum(metadata, c => metadata[c].click_count)
  const clicks = before.metadata.total("click_count", (c2) => before.metadata.at(c2).clickCount);
  return [before, { codes, clicks } satisfies TotalClicksAnswer];
}
