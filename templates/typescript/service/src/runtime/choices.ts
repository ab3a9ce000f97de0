/**
 * What the spec leaves open, the service chooses: the first value for which every promise holds.
 *
 * A choice takes candidates one after the other: what the clauses suggest, then other values of its type. Where a later
 * promise breaks, the call is worked out again with other choices.
 */

import { randomBytes, randomInt, randomUUID } from "node:crypto";

import { Broken, failure, type Told } from "./clauses.ts";
import { growing, sample } from "./patterns.ts";
import {
  compareText,
  EARLIEST,
  Entries,
  isStop,
  keyOf,
  LATEST,
  MultiMap,
  Outside,
  UNDECIDED,
  ValueSet,
} from "./values.ts";

const MAX_ATTEMPTS = 2000;
const SWEEP = 64;
const DRAWS = 96;
const HOUR = 3_600_000n;
const MAX_RECORDS = 16;
const MAX_MORE = 12;
const MAX_LESS = 8;
const MAX_ELEMENTS = 3;
const MOST_TAKEN = 4096;
const LONGEST = 4096;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Where candidates come from: the moment of the call, and random values that stay the same while it is tried. */
export class Source {
  readonly now: bigint;
  readonly #drawn: unknown[] = [];
  #at = 0;

  constructor(now: bigint) {
    this.now = now;
  }

  /** Begins with the first random value again. */
  rewind(): this {
    this.#at = 0;
    return this;
  }

  /** The next random value. */
  draw<T>(make: () => T): T {
    if (this.#at === this.#drawn.length) {
      this.#drawn.push(make());
    }
    this.#at += 1;
    return this.#drawn[this.#at - 1] as T;
  }
}

/** Values of a type, the likeliest first. */
export type Candidates<T> = (source: Source) => Iterable<T>;
/** Values that a clause brings up. */
export type Suggestion<T> = () => Iterable<T>;
/** Values, and which of them fit. */
export type Fitting<T> = readonly [Candidates<T>, (value: T) => boolean];

/** An open place: where its values come from, which of those that fit it takes, and how many there are, where that is known. */
interface Slot {
  readonly source: Source;
  wanted: number;
  base: number;
  move: number;
  bound: number | null;
}

/** Which of its fitting values each open place takes, one combination after the other. */
export class Picks {
  readonly #now: bigint;
  readonly #slots: Slot[] = [];
  #used = 0;
  #furthest = -1;
  #alone: readonly [number, number] = [0, 0];
  #sum = 0;
  #isSettled = false;
  #settle: (after: unknown, answer: unknown) => void = () => undefined;

  constructor(now: bigint) {
    this.#now = now;
  }

  /** Begins another attempt. `settle` checks the types of what changed and of what goes out. */
  begin(settle: (after: unknown, answer: unknown) => void): void {
    [this.#isSettled, this.#used, this.#settle] = [false, 0, settle];
  }

  /** Checks the types of what changed and of what goes out, once: nothing will change any more. */
  settled(after: unknown, answer: unknown): void {
    if (!this.#isSettled) {
      this.#isSettled = true;
      this.#settle(after, answer);
    }
  }

  /** The wanted one of the values that fit: what is near first, then others of the type. */
  choose<T>(
    clause: Told,
    near: readonly Suggestion<NoInfer<T>>[],
    of: Candidates<T>,
    fits: (value: T) => boolean,
    then: readonly Suggestion<NoInfer<T>>[] = [],
  ): T {
    const slot = this.#next();
    const seen = new Set<unknown>();
    let passed = 0;
    let undecided = false;
    for (const value of candidates(near, of(slot.source.rewind()), then)) {
      if (seen.has(keyOf(value))) {
        continue;
      }
      seen.add(keyOf(value));
      const why = unfit(() => fits(value));
      if (why === null) {
        if (passed === slot.wanted) {
          return value;
        }
        passed += 1;
      }
      undecided ||= why === UNDECIDED;
    }
    slot.bound = Math.max(slot.bound ?? 0, passed);
    throw new Broken(...clause, undecided ? UNDECIDED : "");
  }

  /** One of several values that all fit. */
  oneOf<T>(clause: Told, fitting: readonly T[]): T {
    if (fitting.length === 1) {
      return fitting[0]!;
    }
    const slot = this.#next();
    slot.bound = fitting.length;
    if (slot.wanted >= fitting.length) {
      throw new Broken(...clause);
    }
    return fitting[slot.wanted]!;
  }

  #next(): Slot {
    this.#used += 1;
    if (this.#used > this.#slots.length) {
      const source = new Source(this.#now);
      this.#slots.push({ source, wanted: 0, base: 0, move: 0, bound: null });
    }
    return this.#slots[this.#used - 1]!;
  }

  /** Goes on to the next combination, if there is one. */
  advance(): boolean {
    if (this.#slots.length === 0) {
      return false;
    }
    if (this.#alone[0] <= SWEEP && this.#used > this.#furthest) {
      [this.#furthest, this.#alone] = [this.#used, [0, 0]];
      this.#slots.forEach((slot) => (slot.base = slot.wanted));
    }
    while (this.#move()) {
      this.#slots.forEach((slot) => (slot.wanted = slot.base + slot.move));
      const may = (slot: Slot): boolean =>
        slot.bound === null || slot.wanted < Math.max(slot.bound, 1);
      if (this.#slots.every(may)) {
        return true;
      }
    }
    return false;
  }

  /** One place at a time further and further; then all combinations, in the order of their sum. */
  #move(): boolean {
    const slots = this.#slots;
    if (this.#alone[0] <= SWEEP) {
      const [far, at] = this.#alone;
      this.#alone = far > 0 && at + 1 < slots.length ? [far, at + 1] : [far + 1, 0];
      slots.forEach((slot) => (slot.move = 0));
      if (this.#alone[0] <= SWEEP) {
        slots[this.#alone[1]]!.move = this.#alone[0];
        return true;
      }
      slots.forEach((slot) => (slot.base = 0));
    }
    return this.#together();
  }

  #together(): boolean {
    const slots = this.#slots;
    const last = slots.at(-1)!;
    const at = slots.findLastIndex(
      (slot, position) => position < slots.length - 1 && slot.move > 0,
    );
    if (at >= 0) {
      const beyond = last.move;
      last.move = 0;
      slots[at]!.move -= 1;
      slots[at + 1]!.move = beyond + 1;
      return true;
    }
    this.#sum += 1;
    slots.forEach((slot) => (slot.move = 0));
    slots[0]!.move = this.#sum;
    const most = slots.map(({ bound }) => (bound === null ? SWEEP : Math.max(bound - 1, 0)));
    return this.#sum <= most.reduce((sum, one) => sum + one, 0);
  }
}

/**
 * The first attempt that keeps all promises, or what the first one broke.
 *
 * An overflow counts only where every attempt ends in one: a guess may overflow by itself.
 */
export function search<R>(picks: Picks, attempt: () => R): R {
  let first: Broken | Outside | null = null as Broken | Outside | null;
  for (let tried = 0; tried < MAX_ATTEMPTS; tried += 1) {
    try {
      return attempt();
    } catch (thrown) {
      if (thrown instanceof Broken) {
        first = first instanceof Broken ? first : thrown;
      } else if (thrown instanceof Outside) {
        first ??= thrown;
      } else {
        throw thrown;
      }
    }
    if (!picks.advance()) {
      break;
    }
  }
  throw first ?? new Error("no attempt was made");
}

/** Why a value does not fit; `null` where it does. An overflow speaks against the value alone. */
function unfit(fits: () => boolean): string | null {
  try {
    return failure(fits);
  } catch (thrown) {
    if (thrown instanceof Outside) {
      return thrown.message;
    }
    throw thrown;
  }
}

/** What is near, the likeliest value of the type, what is suggested after it, and all others of the type. */
function* candidates<T>(
  near: readonly Suggestion<T>[],
  of: Iterable<T>,
  then: readonly Suggestion<T>[],
): Iterable<T> {
  yield* suggested(near);
  const values = of[Symbol.iterator]();
  const likeliest = values.next();
  if (likeliest.done !== true) {
    yield likeliest.value;
  }
  yield* suggested(then);
  for (let next = values.next(); next.done !== true; next = values.next()) {
    yield next.value;
  }
}

function* suggested<T>(suggestions: readonly Suggestion<T>[]): Iterable<T> {
  for (const one of suggestions) {
    yield* safely(one);
  }
}

/** What has no value yet suggests nothing. */
function safely<T>(suggest: Suggestion<T>): T[] {
  try {
    return Array.from(suggest());
  } catch (thrown) {
    if (isStop(thrown)) {
      return [];
    }
    throw thrown;
  }
}

// --- what clauses suggest ---------------------------------------------------------------------------------------------

/** `x = e`, `x <= e`: the value itself. */
export function equalTo<T>(value: T): T[] {
  return [value];
}

/** `x > e`: a little more. */
export function above<T>(value: T): T[] {
  return [...moved(value, 1), ...nextTo(value, 1)];
}

/** `x >= e`: the value itself. */
export function fromOn<T>(value: T): T[] {
  return [value];
}

/** `x < e`, `x != e`: a little less. */
export function below<T>(value: T): T[] {
  return [...moved(value, -1), ...nextTo(value, -1)];
}

/** `x in s`: the elements, or the keys. */
export function memberOf<T>(collection: Iterable<T> | Entries<T, unknown>): Iterable<T> {
  return collection instanceof Entries ? collection.keys() : collection;
}

/** `x not in s`: the one after the greatest. */
export function notMemberOf<T>(collection: Iterable<T> | Entries<T, unknown>): T[] {
  const found = greatest(collection);
  return found === null ? [] : moved(found, 1);
}

/** `x not in s`, where not every number will do: those that are free next to one that is taken. */
export function* beside<T>(collection: Iterable<T> | Entries<T, unknown>): Generator<T> {
  const taken = new Set(Array.from(memberOf(collection)).slice(0, MOST_TAKEN));
  for (const number of Array.from(taken).toSorted(inOrder)) {
    for (const near of [...moved(number, 1), ...moved(number, -1)]) {
      if (!taken.has(near)) {
        yield near;
      }
    }
  }
}

/** `x > e`, of instants: an hour more, and a little more. */
export function instantAbove<T extends bigint | null>(value: T): (T | bigint)[] {
  return value === null ? [] : inRange(value + HOUR, value + 1n);
}

/** `x >= e`, of instants: an hour more, and the instant itself. */
export function instantFromOn<T extends bigint | null>(value: T): (T | bigint)[] {
  return value === null ? [value] : inRange(value + HOUR, value);
}

/** `x < e`, `x != e`, of instants: a little less. */
export function instantBelow<T extends bigint | null>(value: T): (T | bigint)[] {
  return value === null ? [] : inRange(value - 1n);
}

/** `x not in s`, of instants: the one after the greatest. */
export function instantNotMemberOf(
  collection: Iterable<bigint> | Entries<bigint, unknown>,
): bigint[] {
  const found = greatest(collection);
  return found === null ? [] : inRange(found + 1n);
}

function inRange(...instants: readonly bigint[]): bigint[] {
  return instants.filter((at) => EARLIEST <= at && at <= LATEST);
}

function greatest<T>(collection: Iterable<T> | Entries<T, unknown>): T | null {
  if (collection instanceof Entries) {
    return collection.greatest();
  }
  const sorted = Array.from(collection).toSorted(inOrder);
  return sorted.at(-1) ?? null;
}

function moved<T>(value: T, by: 1 | -1): T[] {
  if (typeof value === "bigint") {
    const next = value + BigInt(by);
    return BigInt.asIntN(64, next) === next ? [next as T] : [];
  }
  if (typeof value === "number") {
    return [(value + by) as T];
  }
  return typeof value === "string" && by > 0 ? [`${value}a` as T] : [];
}

/** The double that comes next. */
function nextTo<T>(value: T, by: 1 | -1): T[] {
  if (typeof value !== "number") {
    return [];
  }
  if (value === 0) {
    return [(by * Number.MIN_VALUE) as T];
  }
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  bits.setBigInt64(0, bits.getBigInt64(0) + BigInt(value > 0 ? by : -by));
  return [bits.getFloat64(0) as T];
}

// --- values of types --------------------------------------------------------------------------------------------------

/** These values. */
export function values<T>(...fixed: readonly T[]): Candidates<T> {
  return () => fixed;
}

/** Numbers near zero and near constants, then random ones. */
export function integers(...constants: readonly bigint[]): Candidates<bigint> {
  const zero = Array.from({ length: 41 }, (_, at) => BigInt(at - 20));
  const near = constants.flatMap((one) => [one, -one]).flatMap((one) => [one - 1n, one, one + 1n]);
  const size = (one: bigint): bigint => (one < 0n ? -one : one);
  const fixed = [...new Set([...zero, ...near])].toSorted(
    (a, b) => compare(size(a), size(b)) || compare(b, a),
  );
  return function* generate(source) {
    yield* fixed;
    for (let at = 0; at < DRAWS; at += 1) {
      yield source.draw(() => randomBytes(8).readBigUInt64LE() >> BigInt(1 + (at % 60)));
    }
  };
}

function compare(a: bigint, b: bigint): number {
  return Number(a > b) - Number(a < b);
}

/** Numbers near zero and near constants. */
export function floats(...constants: readonly number[]): Candidates<number> {
  const near = constants.flatMap((one) => [0, 0.5, -0.5, 1, -1].map((step) => one + step));
  return values(0, 1, 0.5, -1, ...near, ...constants.map((one) => one / 2));
}

/** The moment of the call and its neighbours. */
export function instants(): Candidates<bigint> {
  return ({ now }) => inRange(now, now + HOUR, now - HOUR, 0n);
}

/** What is known of texts: patterns that they match, lengths that they may have, some that are mentioned. */
export interface Texts {
  readonly patterns?: readonly RegExp[];
  readonly lengths?: readonly number[];
  readonly known?: readonly string[];
  /** Whether nobody should guess them. */
  readonly fresh?: boolean;
}

/** Texts of patterns, of some lengths, and some that are known; random ones first where nobody should guess them. */
export function texts({
  patterns = [],
  lengths = [],
  known = [],
  fresh = false,
}: Texts): Candidates<string> {
  function* fixed(): Iterable<string> {
    yield "";
    yield* patterns.flatMap((one) => growing(one).filter((text) => one.test(text)));
    const sizes = lengths.flatMap((size) => [size - 1, size, size + 1]).filter(isSize);
    yield* sizes.map((size) => "a".repeat(size));
    yield* known;
  }
  function* draws(source: Source): Iterable<string> {
    for (let at = 0; at < DRAWS; at += 1) {
      yield source.draw(() => randomText(patterns, lengths, at));
    }
  }
  return inTurn(fixed, draws, fresh);
}

function isSize(size: number): boolean {
  return 0 < size && size <= LONGEST;
}

function randomText(patterns: readonly RegExp[], lengths: readonly number[], at: number): string {
  const pattern = patterns[at % Math.max(patterns.length, 1)];
  if (pattern !== undefined) {
    return sample(pattern, [8, 8, 32, 128, 512][at % 5]);
  }
  const size = [...lengths, 22][at % (lengths.length + 1)]!;
  const letters = { length: isSize(size) ? size : 22 };
  return Array.from(letters, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** UUIDs: the nil one, and random ones of version 4. */
export function uuids({ fresh = false } = {}): Candidates<string> {
  function* draws(source: Source): Iterable<string> {
    for (let at = 0; at < DRAWS; at += 1) {
      yield source.draw(() => randomUUID());
    }
  }
  return inTurn(() => ["00000000-0000-0000-0000-000000000000"], draws, fresh);
}

/** What is fixed and what is drawn; what is drawn first where nobody should guess it. */
function inTurn<T>(fixed: Candidates<T>, draws: Candidates<T>, drawnFirst: boolean): Candidates<T> {
  const [first, second] = drawnFirst ? [draws, fixed] : [fixed, draws];
  return function* both(source) {
    yield* first(source);
    yield* second(source);
  };
}

/** None, then values. */
export function options<T>(inner: Candidates<T>): Candidates<T | null> {
  return function* generate(source) {
    yield null;
    yield* inner(source);
  };
}

/** Sets of up to three elements. */
export function sets<T>(
  inner: Candidates<T>,
  fits: (value: T) => boolean,
): Candidates<ValueSet<T>> {
  return function* generate(source) {
    for (const elements of several(inner(source), fits)) {
      yield new ValueSet(elements);
    }
  };
}

/** Sequences of up to three elements. */
export function sequences<T>(
  inner: Candidates<T>,
  fits: (value: T) => boolean,
): Candidates<readonly T[]> {
  return (source) => several(inner(source), fits);
}

function* several<T>(among: Iterable<T>, fits: (value: T) => boolean): Iterable<readonly T[]> {
  const found = new Map<unknown, T>();
  yield [];
  for (const value of among) {
    if (!found.has(keyOf(value)) && unfit(() => fits(value)) === null) {
      found.set(keyOf(value), value);
      yield [...found.values()];
      if (found.size === MAX_ELEMENTS) {
        return;
      }
    }
  }
}

/** Records of fitting fields: all first ones, then one field after the other further. */
export function records<E extends object>(fields: {
  readonly [P in keyof E]-?: Fitting<E[P]>;
}): Candidates<E> {
  const named = Object.entries(fields) as unknown as (readonly [string, Fitting<unknown>])[];
  return function* generate(source) {
    const choices = named.map(
      ([name, field]) => [name, firstOf(field, source, MAX_RECORDS)] as const,
    );
    if (choices.some(([, found]) => found.length === 0)) {
      return;
    }
    const least = Object.fromEntries(choices.map(([name, found]) => [name, found[0]]));
    yield least as E;
    for (const [name, found] of choices) {
      for (const value of found.slice(1)) {
        yield { ...least, [name]: value } as E;
      }
    }
  };
}

function firstOf<T>([generate, fits]: Fitting<T>, source: Source, most: number): readonly T[] {
  const found: T[] = [];
  for (const value of generate(source)) {
    if (unfit(() => fits(value)) === null) {
      found.push(value);
    }
    if (found.length === most) {
      break;
    }
  }
  return found;
}

/** Collections of a type; after the likeliest the one that was there, a little larger, a little smaller, empty. */
export function around<C, T, E>(
  old: Suggestion<C>,
  of: Candidates<C>,
  inner: Fitting<T>,
  entries: Fitting<E> | null = null,
): Candidates<C> {
  return function* generate(source) {
    const [likeliest, ...others] = of(source);
    if (likeliest !== undefined) {
      yield likeliest;
    }
    for (const value of safely(old)) {
      const more = firstOf(inner, source, MAX_MORE);
      const held = entries === null ? [] : firstOf(entries, source, 1);
      yield* neighbours(value, more, held) as Iterable<C>;
    }
    yield* others;
  };
}

function* neighbours(
  old: unknown,
  more: readonly unknown[],
  held: readonly unknown[],
): Iterable<unknown> {
  if (old instanceof ValueSet) {
    yield* more.map((one) => old.union(ValueSet.of(one)));
    yield* leastOf(old).map((one) => old.difference(ValueSet.of(one)));
    yield new ValueSet();
  } else if (Array.isArray(old)) {
    const sequence = old as readonly unknown[];
    yield* more.map((one) => [...sequence, one]);
    const last = sequence.map((_, at) => at).slice(-MAX_LESS);
    yield* last.toReversed().map((at) => sequence.toSpliced(at, 1));
    yield [];
  } else if (old instanceof Entries) {
    const entry = (one: unknown): unknown => (old instanceof MultiMap ? ValueSet.of(one) : one);
    yield* held.flatMap((one) => more.map((key) => old.put(key, entry(one))));
    yield* leastOf(old.keys()).map((key) => old.without([key]));
    yield old.without(old.keys());
  }
}

function leastOf(collection: Iterable<unknown>): readonly unknown[] {
  return Array.from(collection).toSorted(inOrder).slice(0, MAX_LESS);
}

/** An order of values of one type: that of numbers and texts, and of everything else that of what it is made of. */
function inOrder(a: unknown, b: unknown): number {
  const [x, y] = [keyOf(a), keyOf(b)];
  if (typeof x === "string" && typeof y === "string") {
    return compareText(x, y);
  }
  return Number((x as number) > (y as number)) - Number((x as number) < (y as number));
}
