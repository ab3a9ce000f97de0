/**
 * Values and what differs in them, as messages show it: in one line, not too long, and in the words of the spec.
 *
 * An instant is a number and an entity an object, so a declared type says what a value is, where one is known.
 */

import { Entries } from "./relations.ts";
import type { Input } from "./service.ts";
import { equal, ValueSet } from "./structures.ts";
import {
  AliasOf,
  DATETIME,
  EntityOf,
  MapOf,
  MultiOf,
  OptionOf,
  SeqOf,
  SetOf,
  type WireType,
} from "./types.ts";
import { isoText, Window } from "./windows.ts";

const MAX_LINES = 12;
const MAX_SHOWN = 160;
const MAX_ENTRY = 2000;

/** Stands for what is not there, since `null` can be a value. */
export const ABSENT = Symbol("absent");

/** A type where one is known. */
export type Declared = WireType<unknown> | null;
/** A place, and what is there before and after, or on one side and on the other. */
export type Place = readonly [place: string, before: string, after: string];

/** The type that says what a value is made of: without other names, and without the option around it. */
function plainType(declared: Declared): Declared {
  let found = declared;
  while (found instanceof AliasOf || found instanceof OptionOf) {
    found = found instanceof AliasOf ? found.base : found.inner;
  }
  return found;
}

interface Shown {
  readonly property: string;
  readonly name: string;
  readonly type: Declared;
}

/** The fields of an object, by their names in the spec where these are known. */
function fieldsOf(declared: Declared, ...values: readonly object[]): readonly Shown[] {
  if (declared instanceof EntityOf) {
    return declared.fields.map(([property, { name, type }]) => {
      return { property: String(property), name, type };
    });
  }
  const properties = new Set(values.flatMap((value) => Object.keys(value)));
  return Array.from(properties, (property) => ({ property, name: property, type: null }));
}

function keyType(declared: Declared): Declared {
  return declared instanceof MapOf || declared instanceof MultiOf ? declared.key : null;
}

function innerType(declared: Declared): Declared {
  if (declared instanceof MapOf || declared instanceof MultiOf) {
    return declared.each;
  }
  return declared instanceof SetOf || declared instanceof SeqOf ? declared.inner : null;
}

/** The places in which two values differ, such as `metadata["abc"].click_count: 3 -> 4`. */
export function difference(declared: Declared, before: unknown, after: unknown): string[] {
  return bounded(told(differences("", declared, before, after)));
}

/** Places as lines. */
export function told(places: readonly Place[]): string[] {
  return places.map(([place, one, other]) =>
    one === "" ? `${place || "it"} ${other}` : `${place || "it"}: ${one} -> ${other}`,
  );
}

/** Not too many lines. */
export function bounded(lines: readonly string[]): string[] {
  return lines.length <= MAX_LINES
    ? [...lines]
    : [...lines.slice(0, MAX_LINES - 1), `… ${lines.length - MAX_LINES + 1} more`];
}

/** The places below a path in which two values differ. Of a set it is told what it lost or gained. */
export function differences(
  path: string,
  declared: Declared,
  a: unknown,
  b: unknown,
): readonly Place[] {
  if (equal(a, b)) {
    return [];
  }
  const type = plainType(declared);
  if (a instanceof ValueSet && b instanceof ValueSet) {
    return differencesOfSets(path, innerType(type), a, b);
  }
  if (a instanceof Entries && b instanceof Entries) {
    return differencesOfEntries(path, type, a, b);
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    const positions = Array.from({ length: Math.max(a.length, b.length) }, (_, at) => at);
    return positions.flatMap((at) =>
      differences(`${path}[${at}]`, innerType(type), elementOf(a, at), elementOf(b, at)),
    );
  }
  if (isRecord(a) && isRecord(b)) {
    return fieldsOf(type, a, b).flatMap(({ property, name, type: own }) =>
      differences(path === "" ? name : `${path}.${name}`, own, a[property], b[property]),
    );
  }
  return [[path, show(a, declared), show(b, declared)]];
}

function differencesOfSets(
  path: string,
  inner: Declared,
  a: ValueSet<unknown>,
  b: ValueSet<unknown>,
): Place[] {
  const shown = (elements: Iterable<unknown>): string[] =>
    Array.from(elements, (one) => show(one, inner)).toSorted();
  return [
    ...shown(a.difference(b)).map((one): Place => [path, "", `lost ${one}`]),
    ...shown(b.difference(a)).map((one): Place => [path, "", `gained ${one}`]),
  ];
}

function differencesOfEntries(
  path: string,
  type: Declared,
  a: Entries<unknown, unknown>,
  b: Entries<unknown, unknown>,
): readonly Place[] {
  const keys = Array.from(new ValueSet([...a.keys(), ...b.keys()]), (key) => {
    return [show(key, keyType(type)), key] as const;
  });
  const sorted = keys.toSorted(([x], [y]) => (x < y ? -1 : Number(x > y)));
  return sorted.flatMap(([shown, key]) =>
    differences(`${path}[${shown}]`, innerType(type), entryOf(a, key), entryOf(b, key)),
  );
}

function elementOf(sequence: readonly unknown[], at: number): unknown {
  return at < sequence.length ? sequence[at] : ABSENT;
}

/** What stands at a key, or that there is nothing. */
export function entryOf(entries: Entries<unknown, unknown>, key: unknown): unknown {
  return entries.has(key) ? entries.get(key) : ABSENT;
}

/** Whether a value is an object with fields, and nothing else. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ValueSet) &&
    !(value instanceof Entries) &&
    !(value instanceof Window)
  );
}

/** The entries of a state that changed, or that one of some values names: the place, and what is there. */
export function entries(
  declared: WireType<object>,
  before: object,
  after: object | null,
  named: readonly unknown[],
): [place: string, before: string, after: string][] {
  const found: [string, string, string][] = [];
  const [old, now] = [before, after ?? before].map((one) => one as Record<string, unknown>);
  for (const { property, name, type } of fieldsOf(declared, before)) {
    const [one, other] = [old![property], now![property]];
    if (one instanceof Entries && other instanceof Entries) {
      found.push(...entriesOf(name, plainType(type), [one, other], named));
    } else if (!equal(one, other)) {
      found.push([name, cut(text(one, type), MAX_ENTRY), cut(text(other, type), MAX_ENTRY)]);
    }
  }
  return found.slice(0, MAX_LINES);
}

function entriesOf(
  name: string,
  type: Declared,
  [old, now]: readonly [Entries<unknown, unknown>, Entries<unknown, unknown>],
  named: readonly unknown[],
): [string, string, string][] {
  const keys = Array.from(new ValueSet([...old.keys(), ...now.keys()]));
  const matter = keys.filter(
    (key) => named.includes(key) || !equal(entryOf(old, key), entryOf(now, key)),
  );
  return matter.map((key) => {
    const [was, is] = [old, now].map((one) =>
      cut(text(entryOf(one, key), innerType(type)), MAX_ENTRY),
    );
    return [`${name}[${show(key, keyType(type))}]`, was!, is!];
  });
}

/** A value in a message, in one line and not too long. */
export function show(value: unknown, declared: Declared = null): string {
  return cut(text(value, declared));
}

/** The inputs or outputs of a call in a message. */
export function showFields(
  fields: readonly Pick<Input, "name" | "property" | "type">[],
  value: object,
): string {
  const found = value as Readonly<Record<string, unknown>>;
  const shown = fields.map((one) => `${one.name} = ${text(found[one.property], one.type)}`);
  return cut(shown.length === 0 ? "nothing" : `{ ${shown.join(", ")} }`);
}

/** A text that is not too long to be shown. */
export function cut(whole: string, most: number = MAX_SHOWN): string {
  return whole.length <= most ? whole : `${whole.slice(0, most)}… (${whole.length} characters)`;
}

function text(value: unknown, declared: Declared): string {
  const type = plainType(declared);
  if (value === ABSENT || value === undefined) {
    return "absent";
  }
  if (value === null) {
    return "none";
  }
  if (value instanceof Window || (type === DATETIME && typeof value === "bigint")) {
    return isoText(value);
  }
  if (value instanceof ValueSet) {
    return `{${Array.from(value, (one) => text(one, innerType(type)))
      .toSorted()
      .join(", ")}}`;
  }
  if (Array.isArray(value)) {
    return `[${value.map((one) => text(one, innerType(type))).join(", ")}]`;
  }
  if (value instanceof Entries) {
    const pairs = Array.from(value.entries(), ([key, one]) => {
      return `${text(key, keyType(type))} -> ${text(one, innerType(type))}`;
    });
    return `{${pairs.join(", ")}}`;
  }
  if (isRecord(value)) {
    const fields = fieldsOf(type, value).map(
      ({ property, name, type: own }) => `${name} = ${text(value[property], own)}`,
    );
    return `${type === null ? "" : `${type.name} `}{ ${fields.join(", ")} }`;
  }
  const isNumber = typeof value === "bigint" || typeof value === "number";
  return isNumber ? String(value) : (JSON.stringify(value) ?? typeof value);
}
