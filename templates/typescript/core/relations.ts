/**
 * Maps and relations, whole or held in part.
 *
 * A service loads of a relation what a call reads. Whoever reads more is told so by `Wanted`, and the call is worked out
 * again with more. A suite has seen whole states, and never meets it.
 */

import { i64, total } from "./evaluating.ts";
import { isStop, Undefined } from "./stops.ts";
import { equal, keyOf, ValueSet } from "./structures.ts";
import { coincide, Window } from "./windows.ts";

/** A part of a relation that was not loaded. */
export type Part =
  | { readonly what: "entry"; readonly key: unknown }
  | { readonly what: "whole" | "greatest" | "count" }
  | { readonly what: "like"; readonly cells: readonly (readonly [string, unknown])[] }
  | { readonly what: "sum"; readonly column: string };

/** Somebody read a part of the state that was not loaded. */
export class Wanted extends Error {
  readonly relation: string;
  readonly part: Part;

  constructor(relation: string, part: Part) {
    super(relation);
    this.relation = relation;
    this.part = part;
  }
}

/** What is known of a relation that is held in part. */
interface Knowledge {
  readonly name: string;
  /** The keys that are known to be absent. */
  readonly absent: Set<unknown>;
  /** The greatest key, `null` where there are no keys, and absent where nobody knows. */
  greatest?: { readonly key: unknown };
  /** Whoever goes over it looks only for entries that are known. */
  narrowed: boolean;
  /** What is known of all other entries together: how many there are, what a column of them adds up to, that none is like this. */
  readonly rest: Map<unknown, bigint>;
}

type Stored<K, V> = Map<unknown, readonly [K, V]>;

/** Keys with their values, immutable for everybody but the one who loads it. */
export abstract class Entries<K, V> {
  protected stored: Stored<K, V>;
  protected knowledge: Knowledge | null = null;

  constructor(entries: Iterable<readonly [K, V]> = []) {
    this.stored = new Map(Array.from(entries, (entry) => [keyOf(entry[0]), entry]));
  }

  /** Nothing yet, of the same class. */
  protected abstract none(): this;

  /** The value at a key. */
  abstract at(key: K): V;

  /** Other entries under the same knowledge. */
  protected like(stored: Stored<K, V>): this {
    const found = this.none();
    found.stored = stored;
    found.knowledge = this.knowledge === null ? null : { ...this.knowledge, narrowed: false };
    return found;
  }

  #goneOver(): Stored<K, V> {
    if (this.knowledge !== null && !this.knowledge.narrowed) {
      throw new Wanted(this.knowledge.name, { what: "whole" });
    }
    return this.stored;
  }

  /** What is known of all entries that are not. */
  #other(part: Part): bigint {
    if (this.knowledge === null) {
      return 0n;
    }
    const known = this.knowledge.rest.get(keyOf(part));
    if (known === undefined) {
      throw new Wanted(this.knowledge.name, part);
    }
    return known;
  }

  /** How many there are. */
  get size(): number {
    return this.stored.size + Number(this.#other({ what: "count" }));
  }

  /** The keys. */
  keys(): Iterable<K> {
    return Array.from(this.#goneOver().values(), ([key]) => key);
  }

  /** The values. */
  values(): Iterable<V> {
    return Array.from(this.#goneOver().values(), ([, value]) => value);
  }

  /** The keys with their values. */
  entries(): Iterable<readonly [K, V]> {
    return this.#goneOver().values();
  }

  /** Whether a key is there. */
  has(key: K): boolean {
    const at = keyOf(key);
    if (this.stored.has(at)) {
      return true;
    }
    if (this.knowledge === null || this.knowledge.absent.has(at) || this.#isBeyond(key)) {
      return false;
    }
    throw new Wanted(this.knowledge.name, { what: "entry", key });
  }

  #isBeyond(key: K): boolean {
    const greatest = this.knowledge?.greatest;
    if (greatest === undefined) {
      return false;
    }
    return typeof greatest.key !== "bigint" || (typeof key === "bigint" && key > greatest.key);
  }

  /** The value at a key, or nothing. */
  get(key: K): V | undefined {
    return this.has(key) ? this.stored.get(keyOf(key))?.[1] : undefined;
  }

  /** The same with another value for a key. */
  put(key: K, value: V): this {
    this.has(key);
    return this.like(new Map(this.stored).set(keyOf(key), [key, value]));
  }

  /** The same without some keys. */
  without(keys: Iterable<K>): this {
    const stored = new Map(this.stored);
    const gone = Array.from(keys, (key) => (this.has(key), keyOf(key)));
    gone.forEach((key) => stored.delete(key));
    const found = this.like(stored);
    if (found.knowledge !== null) {
      found.knowledge = {
        ...found.knowledge,
        absent: new Set([...found.knowledge.absent, ...gone]),
      };
    }
    return found;
  }

  // --- a part of it, for whoever goes over it and looks for nothing else ------------------------------------------------

  #narrowed(stored: Stored<K, V>): this {
    const found = this.like(stored);
    if (found.knowledge !== null) {
      found.knowledge.narrowed = true;
    }
    return found;
  }

  /** At least the entries that hold certain values; all, where a value cannot be worked out. */
  among(...columns: readonly (readonly [string, () => unknown])[]): this {
    if (this.knowledge === null || this.knowledge.narrowed) {
      return this;
    }
    const cells = workedOut(columns);
    if (cells === null) {
      return this;
    }
    this.#other({ what: "like", cells });
    return this.#narrowed(this.stored);
  }

  /** What a column adds up to, where each entry adds a term. */
  total(column: string, term: (key: K) => bigint): bigint {
    const known = Array.from(this.stored.values(), ([key]) => key);
    return i64(total(known, term) + this.#other({ what: "sum", column }));
  }

  /** The greatest key; `null` where there are no keys. */
  greatest(): K | null {
    if (this.knowledge !== null) {
      if (this.knowledge.greatest === undefined) {
        throw new Wanted(this.knowledge.name, { what: "greatest" });
      }
      return this.knowledge.greatest.key as K | null;
    }
    const keys = Array.from(this.keys()) as NonNullable<K>[];
    return keys.length === 0 ? null : keys.reduce((most, key) => (key > most ? key : most));
  }

  // --- what the one who loads it calls --------------------------------------------------------------------------------

  /** The same relation, of which nothing is known yet. */
  partial(name: string): this {
    const found = this.none();
    found.knowledge = { name, absent: new Set(), narrowed: false, rest: new Map() };
    return found;
  }

  /** Takes over what was found for some keys. */
  learn(keys: Iterable<K>, entries: Iterable<readonly [K, V]>): void {
    this.#take(entries);
    for (const key of keys) {
      if (!this.stored.has(keyOf(key))) {
        this.knowledge?.absent.add(keyOf(key));
      }
    }
  }

  /** Takes over how many other entries there are, what a column of them adds up to, or all entries that are like this. */
  learnRest(part: Part, number: bigint, entries: Iterable<readonly [K, V]> = []): void {
    this.#take(entries);
    this.knowledge?.rest.set(keyOf(part), number);
  }

  /** Takes over the greatest key. */
  learnGreatest(key: K | null): void {
    if (this.knowledge !== null) {
      this.knowledge.greatest = { key };
    }
  }

  /** Takes over all entries that anybody who goes over it looks for. */
  learnThose(entries: Iterable<readonly [K, V]>): void {
    this.#take(entries);
    if (this.knowledge !== null) {
      this.knowledge.narrowed = true;
    }
  }

  /** Takes over all there is. */
  learnAll(entries: Iterable<readonly [K, V]>): void {
    this.stored = new Map(Array.from(entries, (entry) => [keyOf(entry[0]), entry]));
    this.knowledge = null;
  }

  #take(entries: Iterable<readonly [K, V]>): void {
    for (const entry of entries) {
      const at = keyOf(entry[0]);
      if (!this.stored.has(at)) {
        this.#isNew();
      }
      this.stored.set(at, entry);
    }
  }

  /** One entry more is known: one other less, and what the others add up to is known no longer. */
  #isNew(): void {
    const rest = this.knowledge?.rest ?? new Map<unknown, bigint>();
    const count = keyOf({ what: "count" } satisfies Part);
    const others = rest.get(count);
    for (const known of rest.keys()) {
      if (typeof known === "string" && known.includes('what="sum"')) {
        rest.delete(known);
      }
    }
    if (others !== undefined) {
      rest.set(count, others - 1n);
    }
  }

  /** The entries that are known. */
  known(): Iterable<readonly [K, V]> {
    return this.stored.values();
  }
}

function workedOut(
  columns: readonly (readonly [string, () => unknown])[],
): (readonly [string, unknown])[] | null {
  try {
    return columns.map(([name, value]) => [name, value()] as const);
  } catch (thrown) {
    if (isStop(thrown)) {
      return null;
    }
    throw thrown;
  }
}

/** A `Map`, or a relation with one value for a key. What is not there is undefined. */
export class ValueMap<K, V> extends Entries<K, V> {
  /** The map of some entries. */
  static of<K, V>(...entries: readonly (readonly [K, V])[]): ValueMap<K, V> {
    return new ValueMap(entries);
  }

  protected none(): this {
    return new ValueMap<K, V>() as this;
  }

  at(key: K): V {
    if (this.has(key)) {
      return this.stored.get(keyOf(key))![1];
    }
    // A window is found by nothing that it is made of.
    if (key instanceof Window) {
      for (const [at, value] of this.entries()) {
        if (typeof at === "bigint" && coincide(at, key)) {
          return value;
        }
      }
    }
    throw new Undefined("there is no such key", key);
  }

  /** The entries of both, where the other one wins. */
  override(other: ValueMap<K, V>): ValueMap<K, V> {
    const stored = new Map(this.stored);
    for (const [key, value] of other.entries()) {
      this.has(key);
      stored.set(keyOf(key), [key, value]);
    }
    return this.like(stored);
  }
}

/** A relation with several values for a key. A key without values is the same as an absent one. */
export class MultiMap<K, V> extends Entries<K, ValueSet<V>> {
  constructor(entries: Iterable<readonly [K, ValueSet<V>]> = []) {
    super(Array.from(entries).filter(([, values]) => values.size > 0));
  }

  /** The relation of some entries. */
  static of<K, V>(...entries: readonly (readonly [K, ValueSet<V>])[]): MultiMap<K, V> {
    return new MultiMap(entries);
  }

  protected none(): this {
    return new MultiMap<K, V>() as this;
  }

  at(key: K): ValueSet<V> {
    return this.get(key) ?? new ValueSet<V>();
  }

  /** The same with another set for a key; an empty one takes the key away. */
  override put(key: K, values: ValueSet<V>): this {
    return values.size > 0 ? super.put(key, values) : this.without([key]);
  }

  /** The entries of both, where the other one wins. In a map an empty set takes its key away. */
  override(other: Entries<K, ValueSet<V>>): MultiMap<K, V> {
    return Array.from(other.entries()).reduce<MultiMap<K, V>>(
      (all, [key, values]) => all.put(key, values),
      this,
    );
  }
}

/** The keys. */
export function dom<K>(relation: Entries<K, unknown>): ValueSet<K> {
  return new ValueSet(relation.keys());
}

/** The values; equal ones count once. */
export function ran<V>(relation: ValueMap<unknown, V>): ValueSet<V> {
  return new ValueSet(relation.values());
}

/** The values for all keys together. */
export function ranMulti<V>(relation: MultiMap<unknown, V>): ValueSet<V> {
  return new ValueSet(Array.from(relation.values()).flatMap((values) => [...values]));
}

/** The keys of the entries that a call has changed. */
export function touched<K, V>(before: Entries<K, V>, after: Entries<K, V>): K[] {
  if (before === after) {
    return [];
  }
  const [old, now] = [before, after].map(
    (one) => new Map(Array.from(one.known(), (entry) => [keyOf(entry[0]), entry])),
  );
  const gone = Array.from(old!).filter(([at]) => !now!.has(at));
  const changed = Array.from(now!).filter(
    ([at, [, value]]) => !old!.has(at) || !equal<V>(old!.get(at)![1], value),
  );
  return [...gone, ...changed].map(([, [key]]) => key);
}

/** By how many entries a relation has grown. */
export function grown(before: Entries<never, unknown>, after: Entries<never, unknown>): number {
  return Array.from(after.known()).length - Array.from(before.known()).length;
}
