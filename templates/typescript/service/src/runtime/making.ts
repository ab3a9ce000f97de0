/** What operations make of collections. */

import { element } from "./evaluating.ts";
import { ValueSet } from "./structures.ts";

/** A sequence with another element at a position. */
export function withElement<T>(sequence: readonly T[], position: bigint, value: T): readonly T[] {
  element(sequence, position);
  return sequence.with(Number(position), value);
}

/** All elements of a source that satisfy a condition, in their order; of all but a sequence each once. */
export function selectInOrder<T>(source: Iterable<T>, holds: (one: T) => boolean): readonly T[] {
  const found = Array.from(source).filter(holds);
  return Array.isArray(source) ? found : [...new ValueSet(found)];
}

/** What is made of each element. */
export function madeOf<T, W>(source: Iterable<T>, made: (one: T) => W): ValueSet<W> {
  return new ValueSet(Array.from(source, made));
}

/** What is made of each element, in their order. */
export function madeInOrder<T, W>(source: Iterable<T>, made: (one: T) => W): readonly W[] {
  return Array.from(source, made);
}
