/** What ListAll does: a function from the state before to the state after. */

import type { ListAllAnswer, State } from "../model.ts";
import { ran } from "../runtime/values.ts";

/** ListAll (url_shortener.spec:106). */
export function listAll(before: State): readonly [State, ListAllAnswer] {
  // ensures entries = ran(metadata)
  const entries = ran(before.metadata);
  return [before, { entries } satisfies ListAllAnswer];
}
