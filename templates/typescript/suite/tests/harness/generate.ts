/**
 * How values are drawn: near limits, empty, long and outside the Basic Multilingual Plane more often than by chance.
 *
 * `strategies.ts` says what each type needs, in these words.
 */

import * as fc from "fast-check";

import { length } from "./evaluating.ts";
import type { Json } from "./json.ts";
import { ValueMap } from "./relations.ts";
import { Outside } from "./stops.ts";
import { keyOf, ValueSet } from "./structures.ts";
import type { EnumOf, WireType } from "./types.ts";

/** Numbers stay below this unless a type's own bounds are the point: further out, JSON readers disagree. */
const FAR = 10n ** 15n - 1n;
/** 2030-01-01, around which instants are drawn. */
const MOMENT = 1_893_456_000_000n;
const DAY = 86_400_000n;
/** Longer texts are not made for their length. */
const LONG = 5000;
/** How far beyond its least size a collection without a limit goes. */
const MORE = 8;
/** How much longer than they must a text without a limit is. */
const LONGER = 20;
/** Characters of one to four bytes, one and two UTF-16 units, visible or not. */
const ODD = Array.from("aé~😀𝒳\u200d\t ");
/** How often something is drawn before it is given up to find what satisfies a condition. */
const MAX_TRIES = 200;

/** No value was found that satisfies its type. */
export class GaveUp extends Error {}

/** `true` and `false`. */
export function booleans(): fc.Arbitrary<boolean> {
  return fc.boolean();
}

/** Integers between two ends, the ends themselves and small numbers more often. */
export function ints(low: bigint | null = null, high: bigint | null = null): fc.Arbitrary<bigint> {
  const [least, most] = ends(low, high);
  const given = [low, high].filter((end) => end !== null);
  const near = [
    0n,
    1n,
    -1n,
    least > 0n ? least : 0n,
    ...given.flatMap((end) => [end - 1n, end, end + 1n]),
  ];
  const known = Array.from(new Set(near)).filter((number) => least <= number && number <= most);
  const wide = fc.bigInt({ min: least, max: most });
  const [from, to] = [least > -20n ? least : -20n, most < 20n ? most : 20n];
  const small = from <= to ? fc.bigInt({ min: from, max: to }) : wide;
  return fc.oneof(...(known.length > 0 ? [fc.constantFrom(...known)] : []), small, wide);
}

/** The ends of a range; where there is none, it lies beyond the other one. */
function ends(low: bigint | null, high: bigint | null): readonly [bigint, bigint] {
  const least = low ?? (high !== null && high < -FAR ? high : -FAR);
  return [least, high ?? (least > FAR ? least : FAR)];
}

/** Finite floats between two ends. */
export function floats(
  low: number | null = null,
  high: number | null = null,
): fc.Arbitrary<number> {
  const [min, max] = [low ?? -1e15, high ?? 1e15];
  const near = [0, 0.5, -1, min, max].filter((number) => min <= number && number <= max);
  const wide = fc.double({ min, max, noNaN: true, noDefaultInfinity: true });
  return fc.oneof(fc.constantFrom(...near), wide).map((number) => number + 0);
}

/** Durations in milliseconds. */
export function durations(
  low: bigint | null = null,
  high: bigint | null = null,
): fc.Arbitrary<bigint> {
  const longest = 10n * 365n * DAY;
  return ints(low ?? -longest, high ?? longest);
}

/** Instants within some decades of the moment that tests stop the clock at. */
export function instants(): fc.Arbitrary<bigint> {
  const around = (days: bigint): fc.Arbitrary<bigint> =>
    fc.bigInt({ min: -days * DAY, max: days * DAY });
  const offset = fc.oneof(fc.constantFrom(0n, 1n, -1n), around(2n), around(20n * 365n));
  return offset.map((far) => MOMENT + far);
}

/** UUIDs in their only spelling. */
export function uuids(): fc.Arbitrary<string> {
  return fc.uuid();
}

/** Any character but U+0000, by its code point. */
const CHARACTERS: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0x20, max: 0x7e }) },
    fc.integer({ min: 1, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10_ffff }),
  )
  .map((point) => String.fromCodePoint(point));

/** Texts of so many characters in which every pattern is found. */
export function texts(
  low = 0,
  high: number | null = null,
  ...patterns: readonly RegExp[]
): fc.Arbitrary<string> {
  const [first] = patterns;
  if (first === undefined) {
    return freeTexts(low, high);
  }
  const fits = (text: string): boolean => {
    const size = Number(length(text));
    const isFound = patterns.every((pattern) => new RegExp(pattern).test(text));
    return low <= size && (high === null || size <= high) && isFound;
  };
  return satisfying(
    matching(first, low, high).map((text) => shortened(text, fits)),
    fits,
  );
}

/** Texts in which a pattern is most likely found. */
function matching(pattern: RegExp, low: number, high: number | null): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(pattern);
  } catch {
    // Look-around and the like: whoever uses these names a strategy of their own.
    return freeTexts(low, high);
  }
}

function freeTexts(low: number, high: number | null): fc.Arbitrary<string> {
  const most = high === null ? low + LONGER : Math.min(high, low + LONGER);
  const limit = high !== null && high <= LONG ? [high] : [];
  const lengths = Array.from(new Set([low, Math.min(low + 1, most), ...limit]));
  const odd = fc
    .tuple(fc.constantFrom(...ODD), fc.constantFrom(...lengths))
    .map(([character, size]) => character.repeat(size));
  return fc.oneof(odd, fc.string({ unit: CHARACTERS, minLength: low, maxLength: most }));
}

/** The longest beginning of a text that fits, if one does. */
function shortened(text: string, fits: (text: string) => boolean): string {
  const characters = Array.from(text);
  for (let end = characters.length; end >= 0; end -= 1) {
    const beginning = characters.slice(0, end).join("");
    if (fits(beginning)) {
      return beginning;
    }
  }
  return text;
}

/** Sets of so many elements. */
export function sets<T>(
  inner: fc.Arbitrary<T>,
  low = 0,
  high: number | null = null,
): fc.Arbitrary<ValueSet<T>> {
  const sizes = { minLength: low, maxLength: size(low, high), selector: keyOf };
  return fc.uniqueArray(inner, sizes).map((elements) => new ValueSet(elements));
}

/** Sequences of so many elements. */
export function seqs<T>(
  inner: fc.Arbitrary<T>,
  low = 0,
  high: number | null = null,
): fc.Arbitrary<readonly T[]> {
  return fc.array(inner, { minLength: low, maxLength: size(low, high) });
}

/** Maps of so many entries. */
export function maps<K, V>(
  key: fc.Arbitrary<K>,
  value: fc.Arbitrary<V>,
  low = 0,
  high: number | null = null,
): fc.Arbitrary<ValueMap<K, V>> {
  const sizes = {
    minLength: low,
    maxLength: size(low, high),
    selector: ([at]: readonly [K, V]) => keyOf(at),
  };
  return fc.uniqueArray(fc.tuple(key, value), sizes).map((entries) => new ValueMap(entries));
}

function size(low: number, high: number | null): number {
  return high === null ? low + MORE : Math.min(high, low + MORE);
}

/** A value, or none. */
export function options<T>(inner: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.option(inner, { freq: 2 });
}

/** Entities, by their properties. */
export function records<E extends object>(fields: {
  [P in keyof E]: fc.Arbitrary<E[P]>;
}): fc.Arbitrary<E> {
  return fc.record<E>(fields, { noNullPrototype: true });
}

/** One of the values of an enum. */
export function oneOfEnum<T extends string>(declared: EnumOf<T>): fc.Arbitrary<T> {
  return fc.constantFrom(...declared.values);
}

/** One of these values, which are given as JSON. */
export function oneOf<T>(declared: WireType<T>, ...choices: readonly Json[]): fc.Arbitrary<T> {
  return fc.constantFrom(...choices.map((choice) => declared.decode(choice)));
}

/** Values that satisfy what the type says beyond its shape, and samples that are known to. */
export function fitting<T>(
  declared: WireType<T>,
  drawn: fc.Arbitrary<T>,
  ...samples: readonly Json[]
): fc.Arbitrary<T> {
  const known = samples.map((sample) => declared.decode(sample));
  const checked = satisfying(drawn, (value) => satisfies(declared, value), known);
  return known.length > 0 ? fc.oneof(fc.constantFrom(...known), checked) : checked;
}

/** What a strategy of the user's own draws, if it is what the type says. */
export function own<T>(strategy: () => fc.Arbitrary<T>, declared: WireType<T>): fc.Arbitrary<T> {
  return satisfying(strategy(), (value) => satisfies(declared, value));
}

/** Values that nobody may see. They never are in what is printed, since that is made from requests, by their names. */
export function redact<T>(inner: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return inner;
}

function satisfies<T>(declared: WireType<T>, value: T): boolean {
  try {
    return declared.broken(value, null, MOMENT) === null;
  } catch (thrown) {
    if (thrown instanceof Outside) {
      return false;
    }
    throw thrown;
  }
}

/** Values that satisfy a condition; where none is found soon enough, one of those that are known to. */
function satisfying<T>(
  inner: fc.Arbitrary<T>,
  fits: (value: T) => boolean,
  otherwise: readonly T[] = [],
): fc.Arbitrary<T> {
  return new Satisfying(inner, fits, otherwise);
}

/** Unlike a filter of fast-check it comes to an end. */
class Satisfying<T> extends fc.Arbitrary<T> {
  readonly #inner: fc.Arbitrary<T>;
  readonly #fits: (value: T) => boolean;
  readonly #otherwise: readonly T[];

  constructor(inner: fc.Arbitrary<T>, fits: (value: T) => boolean, otherwise: readonly T[]) {
    super();
    this.#inner = inner;
    this.#fits = fits;
    this.#otherwise = otherwise;
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<T> {
    for (let tried = 0; tried < MAX_TRIES; tried += 1) {
      const drawn = this.#inner.generate(random, bias);
      if (this.#fits(drawn.value)) {
        return drawn;
      }
    }
    const [known] = this.#otherwise;
    if (known === undefined) {
      throw new GaveUp(`of ${MAX_TRIES} drawn values none is what its type says`);
    }
    return new fc.Value(known, undefined);
  }

  canShrinkWithoutContext(value: unknown): value is T {
    return this.#inner.canShrinkWithoutContext(value);
  }

  shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return context === undefined
      ? fc.Stream.nil()
      : this.#inner.shrink(value, context).filter((smaller) => this.#fits(smaller.value));
  }
}
