/**
 * The types of a spec: how their values travel, and which refinements they carry.
 *
 * Decoding looks at the shape alone, as strictly as `reading` says. Refinements are looked at separately, so that a value
 * that breaks one can be named.
 */

import { OPEN, openFields } from "./deciding.ts";
import { compareText } from "./evaluating.ts";
import {
  isArray,
  isObject,
  type Json,
  JsonError,
  type JsonObject,
  readJson,
  writeJson,
} from "./json.ts";
import * as reading from "./reading.ts";
import { at, WireError } from "./refusing.ts";
import { MultiMap, ValueMap } from "./relations.ts";
import type { Rule } from "./rules.ts";
import { keyOf, ValueSet } from "./structures.ts";
import { type Instant, isoText, type Truth, verdict } from "./windows.ts";

/** A rule, and what it speaks of: its first arguments, before the state and the moment. */
export type Obligation = readonly [Rule, readonly unknown[]];
/** A part of a value, with its declared type. */
export type TypedPart = readonly [WireType<unknown>, unknown];

/** A type: its name as the spec writes it, and what can be done with its values. */
export abstract class WireType<T> {
  readonly name: string;
  /** What its values look like in JSON, for messages. */
  readonly wanted: string;
  /** Whether a map with such keys is a JSON object. */
  readonly isTextKey: boolean;
  /** Whether it may be absent. */
  readonly isOption: boolean;

  constructor(name: string, wanted: string, { isTextKey = false, isOption = false } = {}) {
    this.name = name;
    this.wanted = wanted;
    this.isTextKey = isTextKey;
    this.isOption = isOption;
  }

  /** The value that JSON stands for. Refinements are not looked at. */
  abstract decode(found: Json): T;

  /** A value as JSON. */
  abstract encode(value: T): Json;

  /** The value that a text in a path, a query or the name of an entry stands for. */
  decodeText(text: string): T {
    try {
      return this.decode(readJson(text));
    } catch (thrown) {
      throw thrown instanceof JsonError ? this.unreadable(text) : thrown;
    }
  }

  /** The value that all texts of one name in a query stand for. */
  decodeTexts(texts: readonly string[]): T {
    const [first, ...others] = texts;
    if (first === undefined) {
      throw new WireError("", "is missing");
    }
    if (others.length > 0) {
      throw new WireError("", "is given more than once");
    }
    return this.decodeText(first);
  }

  /** What a value is made of, one level down, with declared types. */
  parts(_value: T): readonly TypedPart[] {
    return [];
  }

  /** The refinements and entity invariants that speak of a value, in the order of checking. */
  obligations(value: T): readonly Obligation[] {
    if (value === OPEN) {
      return [];
    }
    return this.parts(value).flatMap(([declared, part]) => declared.obligations(part));
  }

  /** Those that do not certainly hold. */
  doubts(value: T, state: unknown, now: Instant): readonly (readonly [Rule, Truth])[] {
    const judged = this.obligations(value).map(
      ([rule, speaksOf]) => [rule, verdict(() => rule.holds(...speaksOf, state, now))] as const,
    );
    return judged.filter(([, truth]) => truth !== "yes");
  }

  /** The first one that does not hold. */
  broken(value: T, state: unknown, now: Instant): Rule | null {
    return this.doubts(value, state, now).find(([, truth]) => truth === "no")?.[0] ?? null;
  }

  /** The parts of a value that were declared with a type, in their order. */
  collect<W>(value: T, wanted: WireType<W>): readonly W[] {
    const below = this.parts(value).flatMap(([declared, part]) => declared.collect(part, wanted));
    return this.name === wanted.name ? [value as unknown as W, ...below] : below;
  }

  /** The complaint about JSON that is no value of this type. */
  protected wrong(found: Json): WireError {
    return new WireError("", `expected ${this.wanted}, found ${reading.shown(found)}`);
  }

  /** The complaint about text that is no value of this type. */
  protected unreadable(text: string): WireError {
    const shown = text.length <= 60 ? text : `${text.slice(0, 60)}…`;
    return new WireError("", `expected ${this.wanted}, found \`${shown}\``);
  }
}

/** Every instance of an entity that a state reaches. */
export function instances<S, E>(whole: WireType<S>, state: S, entity: WireType<E>): ValueSet<E> {
  return new ValueSet(whole.collect(state, entity));
}

class BoolType extends WireType<boolean> {
  decode(found: Json): boolean {
    if (typeof found !== "boolean") {
      throw this.wrong(found);
    }
    return found;
  }

  encode(value: boolean): Json {
    return value;
  }
}

function fits64(number: bigint): boolean {
  return BigInt.asIntN(64, number) === number;
}

class IntType extends WireType<bigint> {
  decode(found: Json): bigint {
    if (typeof found !== "bigint" || !fits64(found)) {
      throw this.wrong(found);
    }
    return found;
  }

  override decodeText(text: string): bigint {
    if (text.length > 20 || !/^(?:0|-?[1-9][0-9]*)$/.test(text) || !fits64(BigInt(text))) {
      throw this.unreadable(text);
    }
    return BigInt(text);
  }

  encode(value: bigint): Json {
    return value;
  }
}

class FloatType extends WireType<number> {
  decode(found: Json): number {
    const number = typeof found === "bigint" ? Number(found) : found;
    if (typeof number !== "number" || !Number.isFinite(number)) {
      throw this.wrong(found);
    }
    return number + 0;
  }

  override decodeText(text: string): number {
    const number = Number(text);
    if (
      !/^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/.test(text) ||
      !Number.isFinite(number)
    ) {
      throw this.unreadable(text);
    }
    return number + 0;
  }

  encode(value: number): Json {
    return value;
  }
}

/** What is a text on the wire. */
abstract class TextType<T> extends WireType<T> {
  constructor(name: string, wanted: string, isTextKey = true) {
    super(name, wanted, { isTextKey });
  }

  decode(found: Json): T {
    if (typeof found !== "string") {
      throw this.wrong(found);
    }
    return this.decodeText(found);
  }

  abstract override decodeText(text: string): T;
}

class StringType extends TextType<string> {
  decodeText(text: string): string {
    if (text.includes("\0") || !text.isWellFormed()) {
      // Not repeated: it may be a secret.
      throw new WireError("", `expected ${this.wanted}`);
    }
    return text;
  }

  encode(value: string): Json {
    return value;
  }
}

class DateTimeType extends TextType<bigint> {
  decodeText(text: string): bigint {
    const found = reading.instant(text);
    if (found === null) {
      throw this.unreadable(text);
    }
    return found;
  }

  encode(value: Instant): Json {
    return isoText(value);
  }
}

class UuidType extends TextType<string> {
  decodeText(text: string): string {
    const found = reading.uuid(text);
    if (found === null) {
      throw this.unreadable(text);
    }
    return found;
  }

  encode(value: string): Json {
    return value;
  }
}

export const BOOL = new BoolType("Bool", "true or false");
export const INT = new IntType("Int", "a 64-bit integer", { isTextKey: true });
export const FLOAT = new FloatType("Float", "a finite number");
export const STRING = new StringType("String", "a text without U+0000");
export const DATETIME: WireType<bigint> = new DateTimeType(
  "DateTime",
  "an instant such as 2024-05-01T12:00:00.000Z",
  false,
);
export const DURATION = new IntType("Duration", "a whole number of milliseconds");
export const UUID = new UuidType("UUID", reading.UUIDS);

/** One of several names. */
export class EnumOf<T extends string> extends TextType<T> {
  readonly values: readonly T[];

  constructor(name: string, values: readonly T[]) {
    super(name, `one of ${values.join(", ")}`);
    this.values = values;
  }

  decodeText(text: string): T {
    const found = this.values.find((value) => value === text);
    if (found === undefined) {
      throw this.unreadable(text);
    }
    return found;
  }

  encode(value: T): Json {
    return value;
  }
}

/** A value, or none. */
export class OptionOf<T> extends WireType<T | null> {
  readonly inner: WireType<T>;

  constructor(inner: WireType<T>) {
    super(`Option[${inner.name}]`, `${inner.wanted} or null`, { isOption: true });
    this.inner = inner;
  }

  decode(found: Json): T | null {
    return found === null ? null : this.inner.decode(found);
  }

  override decodeText(text: string): T | null {
    return this.inner.decodeText(text);
  }

  override decodeTexts(texts: readonly string[]): T | null {
    return texts.length === 0 ? null : this.inner.decodeTexts(texts);
  }

  encode(value: T | null): Json {
    return value === null ? null : this.inner.encode(value);
  }

  override parts(value: T | null): readonly TypedPart[] {
    return value === null ? [] : [[this.inner, value]];
  }
}

/** Elements of one type, in a collection of another. */
abstract class ManyOf<T, C extends Iterable<T>> extends WireType<C> {
  readonly inner: WireType<T>;

  constructor(kind: string, inner: WireType<T>) {
    super(`${kind}[${inner.name}]`, "an array");
    this.inner = inner;
  }

  /** The collection of these elements. */
  protected abstract made(elements: readonly T[]): C;

  decode(found: Json): C {
    if (!isArray(found)) {
      throw this.wrong(found);
    }
    return this.made(
      found.map((one, position) => at(`[${position}]`, () => this.inner.decode(one))),
    );
  }

  override decodeTexts(texts: readonly string[]): C {
    return this.made(texts.map((text) => this.inner.decodeText(text)));
  }

  override parts(value: C): readonly TypedPart[] {
    return Array.from(value, (one) => [this.inner, one]);
  }
}

/** Elements in order. */
export class SeqOf<T> extends ManyOf<T, readonly T[]> {
  constructor(inner: WireType<T>) {
    super("Seq", inner);
  }

  protected made(elements: readonly T[]): readonly T[] {
    return elements;
  }

  encode(value: readonly T[]): Json {
    return value.map((one) => this.inner.encode(one));
  }
}

/** Elements without order and repetition. */
export class SetOf<T> extends ManyOf<T, ValueSet<T>> {
  constructor(inner: WireType<T>) {
    super("Set", inner);
  }

  protected made(elements: readonly T[]): ValueSet<T> {
    const distinct = new ValueSet(elements);
    if (distinct.size !== elements.length) {
      const known = new Set<unknown>();
      const isKnown = (one: T): boolean => known.size === known.add(keyOf(one)).size;
      const repeated = elements.findIndex(isKnown);
      throw new WireError(`[${repeated}]`, "a set holds each element once");
    }
    return distinct;
  }

  encode(value: ValueSet<T>): Json {
    return sorted(Array.from(value, (one) => this.inner.encode(one)));
  }
}

/** JSON in an order that depends on nothing but the values: that of a set comes from how it was made. */
function sorted(encoded: readonly Json[]): readonly Json[] {
  return encoded.toSorted((a, b) => compareJson(sortedBy(a), sortedBy(b)) || compareJson(a, b));
}

/** Records are in the order of their first field, which tells most of them apart. */
function sortedBy(one: Json): Json {
  return isObject(one) ? (one.values().next().value ?? null) : one;
}

function compareJson(a: Json, b: Json): number {
  if (
    (typeof a === "bigint" || typeof a === "number") &&
    (typeof b === "bigint" || typeof b === "number")
  ) {
    return a < b ? -1 : Number(a > b);
  }
  const [left, right] = [a, b].map((one) => (typeof one === "string" ? one : writeJson(one))) as [
    string,
    string,
  ];
  return compareText(left, right);
}

/** Keys with something for each of them, in a collection of another type. */
abstract class KeyedOf<K, V, C> extends WireType<C> {
  readonly key: WireType<K>;
  /** The type of what each key has. */
  readonly each: WireType<V>;

  constructor(name: string, key: WireType<K>, each: WireType<V>) {
    super(name, key.isTextKey ? "an object" : "an array of pairs");
    this.key = key;
    this.each = each;
  }

  protected decodeEntries(found: Json): readonly (readonly [K, V])[] {
    const entries = new Map<unknown, readonly [K, V]>();
    for (const [name, key, one] of this.#found(found)) {
      const value = at(`[${name}]`, () => this.each.decode(one));
      if (entries.has(keyOf(key))) {
        throw new WireError(`[${name}]`, "a map holds each key once");
      }
      entries.set(keyOf(key), [key, value]);
    }
    return [...entries.values()];
  }

  /** The keys with their names and the JSON of their values. */
  #found(found: Json): readonly (readonly [string, K, Json])[] {
    if (this.key.isTextKey && isObject(found)) {
      return Array.from(found, ([name, one]) => [
        name,
        at(`[${name}]`, () => this.key.decodeText(name)),
        one,
      ]);
    }
    if (!this.key.isTextKey && isArray(found)) {
      return found.map((pair, position) => this.#pair(pair, position));
    }
    throw this.wrong(found);
  }

  #pair(pair: Json, position: number): readonly [string, K, Json] {
    if (!isArray(pair) || pair.length !== 2) {
      throw new WireError(`[${position}]`, "expected a pair of key and value");
    }
    const [key, one] = pair as [Json, Json];
    return [writeJson(key), at(`[${position}][0]`, () => this.key.decode(key)), one];
  }

  protected encodeEntries(entries: Iterable<readonly [K, V]>): Json {
    if (this.key.isTextKey) {
      return new Map(
        Array.from(entries, ([key, one]) => [textOf(this.key, key), this.each.encode(one)]),
      );
    }
    return sorted(
      Array.from(entries, ([key, one]) => [this.key.encode(key), this.each.encode(one)]),
    );
  }

  protected partsOfEntries(entries: Iterable<readonly [K, V]>): readonly TypedPart[] {
    return Array.from(entries).flatMap(([key, one]): TypedPart[] => [
      [this.key, key],
      [this.each, one],
    ]);
  }
}

/** Keys with one value each: a map, or a relation with `one` or `lone`. */
export class MapOf<K, V> extends KeyedOf<K, V, ValueMap<K, V>> {
  constructor(key: WireType<K>, value: WireType<V>) {
    super(`Map[${key.name}, ${value.name}]`, key, value);
  }

  decode(found: Json): ValueMap<K, V> {
    return new ValueMap(this.decodeEntries(found));
  }

  encode(value: ValueMap<K, V>): Json {
    return this.encodeEntries(value.entries());
  }

  override parts(value: ValueMap<K, V>): readonly TypedPart[] {
    return this.partsOfEntries(value.entries());
  }
}

/** Keys with several values each: a relation with `set` or `some`. */
export class MultiOf<K, V> extends KeyedOf<K, ValueSet<V>, MultiMap<K, V>> {
  readonly some: boolean;

  constructor(key: WireType<K>, value: WireType<V>, { some = false } = {}) {
    super(`Multi[${key.name}, ${value.name}]`, key, new SetOf(value));
    this.some = some;
  }

  decode(found: Json): MultiMap<K, V> {
    const entries = this.decodeEntries(found);
    const empty = entries.find(([, values]) => values.size === 0);
    if (this.some && empty !== undefined && !reading.EMPTY_KEYS) {
      throw new WireError(
        `[${textOf(this.key, empty[0])}]`,
        "a key of a `some` relation holds at least one value",
      );
    }
    return new MultiMap(entries);
  }

  encode(value: MultiMap<K, V>): Json {
    return this.encodeEntries(value.entries());
  }

  override parts(value: MultiMap<K, V>): readonly TypedPart[] {
    return this.partsOfEntries(value.entries());
  }
}

/** A type under another name, with a refinement of its own or without. */
export class AliasOf<T> extends WireType<T> {
  readonly base: WireType<T>;
  readonly rule: Rule | null;

  constructor(name: string, base: WireType<T>, rule: Rule | null = null) {
    super(name, base.wanted, base);
    this.base = base;
    this.rule = rule;
  }

  decode(found: Json): T {
    return this.base.decode(found);
  }

  override decodeText(text: string): T {
    return this.base.decodeText(text);
  }

  override decodeTexts(texts: readonly string[]): T {
    return this.base.decodeTexts(texts);
  }

  encode(value: T): Json {
    return this.base.encode(value);
  }

  override parts(value: T): readonly TypedPart[] {
    return [[this.base, value]];
  }

  override obligations(value: T): readonly Obligation[] {
    const own: readonly Obligation[] =
      this.rule === null || value === null || value === OPEN ? [] : [[this.rule, [value]]];
    return [...own, ...this.base.obligations(value)];
  }
}

/** A field of an entity: its name on the wire, its type, and its own refinement. */
export interface Field<T> {
  readonly name: string;
  readonly type: WireType<T>;
  readonly rule: Rule | null;
}

/** A field of an entity. */
export function field<T>(name: string, type: WireType<T>, rule: Rule | null = null): Field<T> {
  return { name, type, rule };
}

/** The fields of an entity, by their properties. */
export type Fields<E> = { readonly [P in keyof E]-?: Field<E[P]> };

/** A record. Its fields are given by a function, since an entity may hold itself. */
export class EntityOf<E extends object> extends WireType<E> {
  readonly invariants: readonly Rule[];
  readonly #given: () => Fields<E>;
  #known: readonly (readonly [keyof E, Field<unknown>])[] | null = null;

  constructor(name: string, fields: () => Fields<E>, invariants: readonly Rule[] = []) {
    super(name, `an object, a \`${name}\``);
    this.invariants = invariants;
    this.#given = fields;
  }

  /** The fields in their order, each with its property. */
  get fields(): readonly (readonly [keyof E, Field<unknown>])[] {
    this.#known ??= Object.entries(this.#given()) as unknown as [keyof E, Field<unknown>][];
    return this.#known;
  }

  decode(found: Json): E {
    if (!isObject(found)) {
      throw this.wrong(found);
    }
    const fields = this.fields;
    const values = reading.decoded(
      fields.map(([, one]) => one),
      found,
    );
    return Object.fromEntries(
      fields.map(([property], position) => [property, values[position]]),
    ) as E;
  }

  encode(value: E): Json {
    return new Map(
      this.fields.map(([property, one]) => [one.name, one.type.encode(value[property])]),
    );
  }

  override parts(value: E): readonly TypedPart[] {
    return this.fields.map(([property, one]) => [one.type, value[property]]);
  }

  override obligations(value: E): readonly Obligation[] {
    if (value === OPEN) {
      return [];
    }
    const open = openFields(value);
    const decided = this.fields.filter(([property]) => !open.has(String(property)));
    const ofFields = decided.flatMap(([property, one]): Obligation[] => {
      const part = value[property];
      const own: Obligation[] =
        one.rule === null || part === null ? [] : [[one.rule, [part, value]]];
      return [...own, ...one.type.obligations(part)];
    });
    return [...ofFields, ...this.invariants.map((rule): Obligation => [rule, [value]])];
  }
}

/** A value as text in a path, a query, a header or the name of an entry: its JSON without quotes. */
export function textOf<T>(declared: WireType<T>, value: T): string {
  const encoded = declared.encode(value);
  return typeof encoded === "string" ? encoded : writeJson(encoded);
}

/** A value from the wire with its instants as they are sent; what is no value of its type is left as it is. */
export function respelled(declared: WireType<unknown>, found: Json): Json {
  if (declared instanceof AliasOf) {
    return respelled(declared.base, found);
  }
  if (declared instanceof OptionOf) {
    return found === null ? null : respelled(declared.inner, found);
  }
  if ((declared instanceof SeqOf || declared instanceof SetOf) && isArray(found)) {
    return found.map((one) => respelled(declared.inner, one));
  }
  if ((declared instanceof MapOf || declared instanceof MultiOf) && isObject(found)) {
    return new Map(Array.from(found, ([name, one]) => [name, respelled(declared.each, one)]));
  }
  if (declared instanceof EntityOf && isObject(found)) {
    return respelledFields(
      declared.fields.map(([, field]) => field),
      found,
    );
  }
  const instant =
    declared === DATETIME && typeof found === "string" ? reading.instant(found) : null;
  return instant === null ? found : isoText(instant);
}

/** The same of an object with declared fields. */
export function respelledFields(
  fields: readonly { readonly name: string; readonly type: WireType<unknown> }[],
  found: JsonObject,
): Json {
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  return new Map(
    Array.from(found, ([name, one]) => {
      const type = types.get(name);
      return [name, type === undefined ? one : respelled(type, one)];
    }),
  );
}
