/** What expressions call: numbers, texts, options, and all that goes over a collection. */

import { createHash } from "node:crypto";

import { isStop, Outside, type Stop, Undefined } from "./stops.ts";
import { equal, ValueSet } from "./structures.ts";
import { bounds, type Duration, EARLIEST, LATEST, lessThan, plus, Window } from "./windows.ts";

const MAX_POWERSET = 14;
const LEAST = -(2n ** 63n);
const GREATEST = 2n ** 63n - 1n;

/** A duration of so many days. */
export function days(count: bigint): bigint {
  return i64(count * 86_400_000n);
}

/** A duration of so many hours. */
export function hours(count: bigint): bigint {
  return i64(count * 3_600_000n);
}

/** A duration of so many minutes. */
export function minutes(count: bigint): bigint {
  return i64(count * 60_000n);
}

/** A duration of so many seconds. */
export function seconds(count: bigint): bigint {
  return i64(count * 1000n);
}

// --- numbers and text -------------------------------------------------------------------------------------------------

function within<N extends Duration>(number: N, least: bigint, greatest: bigint): N {
  const [lo, hi] = bounds(number);
  if (lo < least || greatest < hi) {
    throw new Outside("a number leaves its range");
  }
  return number;
}

/** An `Int` or a `Duration`, if it is in range. */
export function i64<N extends Duration>(number: N): N {
  return within(number, LEAST, GREATEST);
}

/** A `Float`, if it is in range. There is one zero. */
export function finite(number: number): number {
  if (!Number.isFinite(number)) {
    throw new Outside("a number leaves its range");
  }
  return number + 0;
}

/** A `DateTime`, if it is in range. */
export function instant<N extends Duration>(number: N): N {
  return within(number, EARLIEST, LATEST);
}

/** The absolute value of an `Int`. */
export function abs(number: bigint): bigint {
  return number < 0n ? -number : number;
}

/** The quotient, rounded to minus infinity. */
export function floorDiv(a: bigint, b: bigint): bigint;
export function floorDiv(a: Duration, b: bigint): Duration;
export function floorDiv(a: Duration, b: bigint): Duration {
  if (b === 0n) {
    throw new Undefined("a division by zero");
  }
  if (typeof a === "bigint") {
    return i64(floored(a, b));
  }
  const ends = bounds(a).map((end) => floored(end, b)) as [bigint, bigint];
  return i64(ends[0] <= ends[1] ? new Window(ends[0], ends[1]) : new Window(ends[1], ends[0]));
}

function floored(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return quotient * b !== a && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

/** The quotient of two floats. */
export function floatDiv(a: number, b: number): number {
  if (b === 0) {
    throw new Undefined("a division by zero");
  }
  return finite(a / b);
}

/** The digest of a text, as hexadecimal digits. */
export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** How many characters a text has, by code point. */
export function length(text: string): bigint {
  let count = 0n;
  for (const _ of text) {
    count += 1n;
  }
  return count;
}

/** How many elements or keys a collection has. */
export function size(collection: readonly unknown[] | { readonly size: number }): bigint {
  return BigInt("length" in collection ? collection.length : collection.size);
}

/** The order of two texts by code point: less than zero, zero, or more. JavaScript's own is by halves of pairs. */
export function compareText(a: string, b: string): number {
  const least = Math.min(a.length, b.length);
  for (let at = 0; at < least; at += 1) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x !== y) {
      // Of the halves of a pair the code points are above all others.
      return Number(isHalf(x)) - Number(isHalf(y)) || x - y;
    }
  }
  return a.length - b.length;
}

function isHalf(unit: number): boolean {
  return 0xd800 <= unit && unit <= 0xdfff;
}

// --- options and collections ------------------------------------------------------------------------------------------

/** The value of an option that is there. */
export function some<T>(value: T | null): T {
  if (value === null) {
    throw new Undefined("the option is `none`");
  }
  return value;
}

/** `let x = value in body`. */
export function bind<T, R>(value: T, body: (value: T) => R): R {
  return body(value);
}

/** Whether a value is one of these. */
export function among<T>(value: T, those: readonly NoInfer<T>[]): boolean {
  return those.some((one) => equal<T>(value, one));
}

/** The element at a position, counted from 0. */
export function element<T>(sequence: readonly T[], position: bigint): T {
  if (position < 0n || position >= BigInt(sequence.length)) {
    throw new Undefined("there is no such position", position);
  }
  return sequence[Number(position)]!;
}

/** What can be put in order. */
export type Ordered = bigint | number | string | Window;

/** Whether one value comes before another of its type. */
function precedes(a: Ordered, b: Ordered): boolean {
  if (typeof a === "string" && typeof b === "string") {
    return compareText(a, b) < 0;
  }
  return typeof a === "number" || typeof b === "number"
    ? a < b
    : lessThan(a as Duration, b as Duration);
}

/** The larger one of two. */
export function max<T extends Ordered>(a: T, b: T): T {
  return precedes(a, b) ? b : a;
}

/** The lesser one of two. */
export function min<T extends Ordered>(a: T, b: T): T {
  return precedes(b, a) ? b : a;
}

/** The largest element. */
export function largest<T extends Ordered>(collection: Iterable<T>): T {
  return extreme(collection, max);
}

/** The least element. */
export function smallest<T extends Ordered>(collection: Iterable<T>): T {
  return extreme(collection, min);
}

function extreme<T extends Ordered>(collection: Iterable<T>, better: (a: T, b: T) => T): T {
  const [first, ...others] = collection;
  if (first === undefined) {
    throw new Undefined("the largest or least element of an empty collection");
  }
  return others.reduce(better, first);
}

/** All subsets. */
export function powerset<T>(elements: ValueSet<T>): ValueSet<ValueSet<T>> {
  if (elements.size > MAX_POWERSET) {
    throw new Outside("more than can be computed");
  }
  let subsets: T[][] = [[]];
  for (const one of elements) {
    subsets = subsets.concat(subsets.map((subset) => [...subset, one]));
  }
  return new ValueSet(subsets.map((subset) => new ValueSet(subset)));
}

// --- what goes over a collection --------------------------------------------------------------------------------------

/** Does something for each element. Those without a value leave the whole without: outside the contract before all others. */
function overAll<T>(collection: Iterable<T>, each: (one: T) => boolean): boolean {
  let worst: Stop | null = null;
  for (const one of collection) {
    try {
      if (each(one)) {
        return true;
      }
    } catch (thrown) {
      if (!isStop(thrown)) {
        throw thrown;
      }
      worst = worst === null || thrown instanceof Outside ? thrown : worst;
    }
  }
  if (worst !== null) {
    throw worst;
  }
  return false;
}

// What decided the conditions that go over a collection, by the names of their variables, while somebody wants to know.
let deciding: Map<string, unknown> | null = null;

/** The elements that decide a condition: for `all x in s | e` the one for which `e` does not hold, under `x`. */
export function decidedBy(condition: () => unknown): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  deciding = found;
  try {
    condition();
  } finally {
    deciding = null;
  }
  return found;
}

/** Whether one element decides; otherwise one without a value leaves the whole without. */
function decides<T>(collection: Iterable<T>, holds: (one: T) => boolean, wanted: boolean): boolean {
  return overAll(collection, (one) => {
    if (holds(one) !== wanted) {
      return false;
    }
    deciding?.set(variableOf(holds), one);
    return true;
  });
}

/** The name of the variable that a condition speaks of: it stands at the beginning of its text. */
function variableOf(holds: (one: never) => boolean): string {
  return /[\w$]+/.exec(holds.toString())?.[0] ?? "";
}

/** `all x in s | e`. */
export function every<T>(collection: Iterable<T>, holds: (one: T) => boolean): boolean {
  return !decides(collection, holds, false);
}

/** `some x in s | e`. */
export function exists<T>(collection: Iterable<T>, holds: (one: T) => boolean): boolean {
  return decides(collection, holds, true);
}

/** `no x in s | e`. */
export function noneOf<T>(collection: Iterable<T>, holds: (one: T) => boolean): boolean {
  return !decides(collection, holds, true);
}

function matching<T>(collection: Iterable<T>, holds: (one: T) => boolean): T[] {
  const found: T[] = [];
  overAll(collection, (one) => {
    if (holds(one)) {
      found.push(one);
    }
    return false;
  });
  return found;
}

/** `{ x in s | e }`. */
export function select<T>(collection: Iterable<T>, holds: (one: T) => boolean): ValueSet<T> {
  return new ValueSet(matching(collection, holds));
}

/** `the x in s | e`. */
export function the<T>(collection: Iterable<T>, holds: (one: T) => boolean): T {
  const found = matching(collection, holds);
  if (found.length !== 1) {
    throw new Undefined(
      found.length > 1 ? "`the` finds several elements" : "`the` finds no element",
    );
  }
  return found[0]!;
}

/** `sum(s, x => e)` of `Int` terms, and of `Duration` terms that are known. */
export function total<T>(collection: Iterable<T>, term: (one: T) => bigint): bigint {
  return summed(collection, term, 0n, (sum, number) => i64(sum + number));
}

/** `sum(s, x => e)` of `Duration` terms. */
export function totalDuration<T>(collection: Iterable<T>, term: (one: T) => Duration): Duration {
  return summed<T, Duration>(collection, term, 0n, (sum, number) => i64(plus(sum, number)));
}

/** `sum(s, x => e)` of `Float` terms. */
export function totalFloat<T>(collection: Iterable<T>, term: (one: T) => number): number {
  return summed(collection, term, 0, (sum, number) => finite(sum + number));
}

function summed<T, N>(
  collection: Iterable<T>,
  term: (one: T) => N,
  zero: N,
  add: (sum: N, number: N) => N,
): N {
  let sum = zero;
  overAll(collection, (one) => {
    sum = add(sum, term(one));
    return false;
  });
  return sum;
}
