/** How much a run tries. */

import { listed, load, numberAt, textAt } from "./planned.ts";

/**
 * The size of a run: `examples` per property, `steps` of the state machine, `links` followed structurally.
 *
 * Of what is data of the suite `further` near misses, `richer` states and `visits` are tried for each operation. After so
 * many `minutes` it ends with what it has.
 */
export interface Profile {
  readonly name: string;
  readonly examples: number;
  readonly further: number;
  readonly richer: number;
  readonly visits: number;
  readonly steps: number;
  readonly links: number;
  readonly minutes: number;
}

/** All sizes of runs. */
export const PROFILES: readonly Profile[] = listed("profiles").map((found) => {
  const size = (name: string): number => numberAt(found, name) ?? 0;
  return {
    name: textAt(found, "name"),
    examples: size("examples"),
    further: size("further"),
    richer: size("richer"),
    visits: size("visits"),
    steps: size("steps"),
    links: size("links"),
    minutes: size("minutes"),
  };
});
/** The one that is taken where none is asked for. */
export const DEFAULT: string = textAt(load(), "default_profile");
/** One failure can cost hundreds of calls to make it small, and the tenth says little that the first did not. */
export const MAX_SHRUNK_TESTS = 5;
/** How many further examples are tried to make one failure small. */
export const MAX_SHRINKS = 60;
