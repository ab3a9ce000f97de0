/** Equality of values by what they are made of, and sets. A value is immutable once it is made. */

import { choose, coincide, thereAreWindows, verdict, Window } from "./windows.ts";
import { Entries } from "./relations.ts";

/**
 * Something by which equal values find each other in JavaScript's own maps: a scalar is its own, a structure a text of all
 * that it is made of. Values of one type are never texts and structures both.
 */
export function keyOf(value: unknown): unknown {
  return typeof value === "object" && value !== null ? textOf(value) : value;
}

const texts = new WeakMap<object, string>();

function textOf(value: object): string {
  const known = texts.get(value);
  if (known !== undefined) {
    return known;
  }
  const text = spelled(value);
  texts.set(value, text);
  return text;
}

function spelled(value: object): string {
  if (Array.isArray(value)) {
    return `[${value.map(part).join()}]`;
  }
  if (value instanceof ValueSet) {
    return `{${[...value].map(part).toSorted().join()}}`;
  }
  if (value instanceof Entries) {
    const entries = [...value.entries()].map(([key, one]) => `${part(key)}:${part(one)}`);
    return `<${entries.toSorted().join()}>`;
  }
  if (value instanceof Window) {
    return `${value.lo}..${value.hi}`;
  }
  const fields = Object.entries(value).map(([name, one]) => `${name}=${part(one)}`);
  return `(${fields.toSorted().join()})`;
}

function part(value: unknown): string {
  if (typeof value === "string") {
    return JSON.stringify(value);
  }
  return typeof value === "object" && value !== null ? textOf(value) : String(value);
}

/** Equality where no window can be in either. */
export function equal<T>(a: T, b: NoInfer<T>): boolean {
  return a === b || (isObject(a) && isObject(b) && alike(a, b, equal));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Whether two structures of one type have equal parts. */
function alike(a: object, b: object, equals: (a: unknown, b: unknown) => boolean): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((one, at) => equals(one, b[at]));
  }
  if (a instanceof ValueSet && b instanceof ValueSet) {
    return a.size === b.size && a.isSubsetOf(b);
  }
  if (a instanceof Entries && b instanceof Entries) {
    return (
      a.size === b.size &&
      [...a.entries()].every(([key, one]) => b.has(key) && equals(one, b.get(key)))
    );
  }
  const [left, right] = [Object.entries(a), Object.entries(b)];
  const others = new Map(right);
  return left.length === right.length && left.every(([name, one]) => equals(one, others.get(name)));
}

// --- equality where a window may stand in a set or a key --------------------------------------------------------------

/** What a value is made of, one level down. */
export function partsOf(whole: unknown): readonly unknown[] {
  if (!isObject(whole)) {
    return [];
  }
  if (Array.isArray(whole) || whole instanceof ValueSet) {
    return [...whole];
  }
  return whole instanceof Entries ? [...whole.entries()].flat() : Object.values(whole);
}

/** Whether there is a window somewhere in a value. */
export function windowed(value: unknown): boolean {
  return thereAreWindows() && (value instanceof Window || partsOf(value).some(windowed));
}

/** Equality. Sets and keys find each other by what they are, which nobody knows of a window: here they are matched. */
export function same<T>(a: T, b: NoInfer<T>): boolean {
  return alikeWithWindows(a, b);
}

function alikeWithWindows(a: unknown, b: unknown): boolean {
  if (isQuantity(a) && isQuantity(b)) {
    return coincide(a, b);
  }
  if (!windowed(a) && !windowed(b)) {
    return equal(a, b);
  }
  if (a instanceof ValueSet && b instanceof ValueSet) {
    return sameElements([...a], [...b]);
  }
  if (a instanceof Entries && b instanceof Entries) {
    return sameElements([...a.entries()], [...b.entries()]);
  }
  return isObject(a) && isObject(b) && alike(a, b, alikeWithWindows);
}

function isQuantity(value: unknown): value is bigint | Window {
  return typeof value === "bigint" || value instanceof Window;
}

/** Whether a collection holds a value, as `same` sees it. */
export function member<T>(value: T, collection: Iterable<NoInfer<T>>): boolean {
  return Array.from(collection).some((one) => same<T>(value, one));
}

/** Whether elements can be paired so that each pair may be equal. */
function sameElements(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) {
    return false;
  }
  const [left, right] = [definite(a), definite(b)];
  const open = a.filter((one) => windowed(one) || !right.has(one));
  const others = b.filter((one) => windowed(one) || !left.has(one));
  const options = open.map((one) => others.flatMap((other, at) => (mayBe(one, other) ? [at] : [])));
  // Each pair is decided by itself; that they hold together is possible at best.
  return pairing(options) && choose();
}

function definite(elements: readonly unknown[]): ValueSet<unknown> {
  return new ValueSet(elements.filter((one) => !windowed(one)));
}

function mayBe(a: unknown, b: unknown): boolean {
  return verdict(() => alikeWithWindows(a, b)) !== "no";
}

/** Whether everybody can have one of their options and nobody the same (augmenting paths). */
function pairing(options: readonly (readonly number[])[]): boolean {
  const owner = new Map<number, number>();
  const settle = (who: number, asked: Set<number>): boolean => {
    for (const option of options[who] ?? []) {
      if (asked.has(option)) {
        continue;
      }
      asked.add(option);
      const holder = owner.get(option);
      if (holder === undefined || settle(holder, asked)) {
        owner.set(option, who);
        return true;
      }
    }
    return false;
  };
  return options.every((_, who) => settle(who, new Set()));
}

// --- sets -------------------------------------------------------------------------------------------------------------

/** A `Set`: elements without order and repetition, told apart by what they are made of. */
export class ValueSet<T> implements Iterable<T> {
  readonly #elements = new Map<unknown, T>();

  constructor(elements: Iterable<T> = []) {
    for (const one of elements) {
      this.#add(one);
    }
  }

  /** The set of some elements. */
  static of<T>(...elements: readonly T[]): ValueSet<T> {
    return new ValueSet(elements);
  }

  /** Adds an element while the set is made. Of windows nobody knows whether they are the same; both is tried. */
  #add(one: T): void {
    if (!thereAreWindows()) {
      this.#elements.set(keyOf(one), one);
    } else if (
      !Array.from(this).some((known) => (windowed(known) || windowed(one)) && same<T>(known, one))
    ) {
      this.#elements.set(windowed(one) ? Symbol("a window") : keyOf(one), one);
    }
  }

  /** How many there are. */
  get size(): number {
    return this.#elements.size;
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#elements.values();
  }

  /** Whether an element is in it. */
  has(value: T): boolean {
    return this.#elements.has(keyOf(value));
  }

  /** Whether another set has all its elements. */
  isSubsetOf(other: ValueSet<T>): boolean {
    return Array.from(this).every((one) => other.has(one));
  }

  /** The elements of both. */
  union(other: ValueSet<T>): ValueSet<T> {
    return new ValueSet([...this, ...other]);
  }

  /** The common elements. */
  intersection(other: ValueSet<T>): ValueSet<T> {
    return new ValueSet(Array.from(this).filter((one) => other.has(one)));
  }

  /** The elements that are not in another set. */
  difference(other: ValueSet<T>): ValueSet<T> {
    return new ValueSet(Array.from(this).filter((one) => !other.has(one)));
  }
}
