/** The state as a whole: whether it satisfies the spec, and whether what a call has changed does. */

import type { Candidates } from "./choices.ts";
import { Broken, broken, failure } from "./clauses.ts";
import type { Rule } from "./rules.ts";
import {
  type EntityOf,
  type Field,
  MapOf,
  MultiOf,
  SeqOf,
  SetOf,
  type TypedPart,
  type WireType,
} from "./types.ts";
import { Entries, keyOf, ValueSet } from "./values.ts";

/** A relation that takes single rows: the entity's name in a path, the relation, the types, and where the key is. */
export interface Seed {
  readonly name: string;
  readonly relation: string;
  readonly key: WireType<unknown>;
  readonly row: WireType<unknown>;
  readonly keyProperty: string | null;
  readonly fresh: Candidates<unknown>;
}

/** Refuses a state that breaks a refinement or an invariant. */
export function checkState<S extends object>(
  declared: EntityOf<S>,
  invariants: readonly Rule[],
  state: S,
  now: bigint,
): void {
  for (const [property, field] of declared.fields) {
    checkRule(field, state[property], state, now);
    checkType(field.type, state[property], state, now);
  }
  for (const rule of invariants) {
    const why = failure(() => rule.holds(state, now));
    if (why !== null) {
      throw new Broken(rule.title, rule.text, why);
    }
  }
}

/** Refuses what changed and does not satisfy its type; of some fields everything that is stored. */
export function checkChanges<S extends object>(
  declared: EntityOf<S>,
  before: S,
  after: S,
  now: bigint,
  stored: readonly string[] = [],
): void {
  for (const [property, field] of declared.fields) {
    const [old, made] = [before[property], after[property]] as readonly [unknown, unknown];
    if (stored.includes(String(property))) {
      checkRule(field, made, after, now);
      checkType(field.type, made, after, now);
    } else if (old !== made) {
      checkRule(field, made, after, now);
      changed(field.type, old, made).forEach(([type, value]) => checkType(type, value, after, now));
    }
  }
}

function checkRule(field: Field<unknown>, value: unknown, state: unknown, now: bigint): void {
  const { rule } = field;
  if (rule !== null && value !== null) {
    const why = failure(() => rule.holds(value, state, now));
    if (why !== null) {
      throw new Broken(rule.title, rule.text, why);
    }
  }
}

function checkType(declared: WireType<unknown>, value: unknown, state: unknown, now: bigint): void {
  const found = broken(declared, value, state, now);
  if (found !== null) {
    throw new Broken(found[0].title, found[0].text, found[1]);
  }
}

/** The parts of a collection that are new, with their types. */
function changed(declared: WireType<unknown>, old: unknown, made: unknown): readonly TypedPart[] {
  if (isKeyed(declared) && old instanceof Entries && made instanceof Entries) {
    const known = new Map(Array.from(old.known(), ([key, value]) => [keyOf(key), value]));
    const entries = Array.from(made.known()) as (readonly [unknown, unknown])[];
    const fresh = entries.filter(([key, value]) => known.get(keyOf(key)) !== value);
    return fresh.flatMap(([key, value]): TypedPart[] => [
      [declared.key, key],
      [declared.each, value],
    ]);
  }
  if (declared instanceof SetOf && old instanceof ValueSet && made instanceof ValueSet) {
    return [...made.difference(old)].map((one) => [declared.inner, one]);
  }
  if (declared instanceof SeqOf && Array.isArray(old) && Array.isArray(made)) {
    const fresh = made.filter((one, at) => at >= old.length || old[at] !== one);
    return fresh.map((one) => [declared.inner, one]);
  }
  return [[declared, made]];
}

function isKeyed(
  declared: WireType<unknown>,
): declared is MapOf<unknown, unknown> | MultiOf<unknown, unknown> {
  return declared instanceof MapOf || declared instanceof MultiOf;
}
