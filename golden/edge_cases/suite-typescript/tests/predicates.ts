/** The functions and predicates of EdgeCases. */

import { size, ValueSet } from "./harness/values.ts";
import type { Colour, Grade, State } from "./model.ts";

/** {Colour.RED, Colour.GREEN, Colour.BLUE} */
export function palette(): ValueSet<Colour> {
  return ValueSet.of<Colour>("RED", "GREEN", "BLUE");
}

/** if weight > 100.0 then Grade.HIGH else if weight > 10.0 then Grade.ACTIVE else Grade.LOW */
export function gradeOf(weight: number): Grade {
  return weight > 100 ? "HIGH" : weight > 10 ? "ACTIVE" : "LOW";
}

/** #samples */
export function population(s: State): bigint {
  return size(s.samples);
}

/** #samples[item].tags */
export function tagCount(item: bigint, s: State): bigint {
  return size(s.samples.at(item).tags);
}

/** item in samples and samples[item].state != Phase.CLOSED */
export function isOpen(item: bigint, s: State): boolean {
  return s.samples.has(item) && s.samples.at(item).state !== "CLOSED";
}

/** s matches /^https?:\/\/[!-~]+$/ */
export function isValidUri(s: string): boolean {
  return /^https?:\/\/[!-~]+$/u.test(s);
}

/** s matches /^[^@\s]+@[^@\s]+\.[^@\s]+$/ */
export function isValidEmail(s: string): boolean {
  return /^[^@\t-\r ]+@[^@\t-\r ]+\.[^@\t-\r ]+$/u.test(s);
}
