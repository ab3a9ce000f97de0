/**
 * How a service reads what it is sent: as much as it can understand, and as little of it in a message as it must.
 *
 * UUIDs may be in capitals, instants in any spelling of RFC 3339 and some like it, and options may be left out.
 */

import { instantOf } from "./instants.ts";
import { isArray, isObject, type Json, type JsonObject, writeJson } from "./json.ts";
import { at, WireError } from "./refusing.ts";

const INSTANT =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?([Zz]|[+-]\d\d:?\d\d)$/;
const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;

/** What UUIDs look like. */
export const UUIDS = "a UUID";
/** Whether a key of a relation with `some` may come without values. */
export const EMPTY_KEYS: boolean = true;

/** The instant that a text stands for. A leap second is the second before it. */
export function instant(text: string): bigint | null {
  const parts = INSTANT.exec(text);
  if (parts === null) {
    return null;
  }
  const [, year, month, day, hour, minute, second, fraction, zone] = parts;
  const whole = [year!, month!, day!, hour!, minute!, second === "60" ? "59" : second!] as const;
  return instantOf({ whole, fraction: fraction ?? "", zone: zone! });
}

/** The UUID that a text stands for. */
export function uuid(text: string): string | null {
  return UUID.test(text) ? text.toLowerCase() : null;
}

/** What a piece of JSON is, for messages. Texts are not repeated: they may be secrets. */
export function shown(found: Json): string {
  if (typeof found === "string") {
    return "a text";
  }
  if (isObject(found)) {
    return "an object";
  }
  if (isArray(found)) {
    return "an array";
  }
  const text = writeJson(found);
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`;
}

/** A field of an object: its name there, and its type. */
export interface Named {
  readonly name: string;
  readonly type: { readonly isOption: boolean; decode(found: Json): unknown };
}

/** The values of fields that an object holds; throws a `WireError` with the first that is wrong. */
export function decoded(fields: readonly Named[], found: JsonObject): readonly unknown[] {
  const names = new Set(fields.map((field) => field.name));
  const unknown = Array.from(found.keys()).find((name) => !names.has(name));
  if (unknown !== undefined) {
    throw new WireError(unknown, "there is no such field");
  }
  return fields.map((field) => one(field, found));
}

function one(field: Named, found: JsonObject): unknown {
  const value = found.get(field.name);
  if (value === undefined && !field.type.isOption) {
    throw new WireError(field.name, "is missing");
  }
  return at(field.name, () => field.type.decode(value ?? null));
}
