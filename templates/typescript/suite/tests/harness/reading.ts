/**
 * How a suite reads what a service sends: exactly, since it judges it.
 *
 * Every field has to be there and no other, and UUIDs have one spelling. Instants may be in any spelling of RFC 3339; what
 * is below a millisecond is left out.
 */

import { instantOf } from "./instants.ts";
import { isArray, isObject, type Json, type JsonObject, writeJson } from "./json.ts";
import { WireError } from "./refusing.ts";

const INSTANT = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** What UUIDs look like. */
export const UUIDS = "a UUID in lower case";
/** Whether a key of a relation with `some` may come without values. */
export const EMPTY_KEYS: boolean = false;

/** The instant that a text stands for. */
export function instant(text: string): bigint | null {
  const parts = INSTANT.exec(text);
  if (parts === null) {
    return null;
  }
  const [, year, month, day, hour, minute, second, fraction, zone] = parts;
  const whole = [year!, month!, day!, hour!, minute!, second!] as const;
  return instantOf({ whole, fraction: fraction ?? "", zone: zone! });
}

/** The UUID that a text stands for. */
export function uuid(text: string): string | null {
  return UUID.test(text) ? text : null;
}

/** What a piece of JSON is, for messages. */
export function shown(found: Json): string {
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
  readonly type: { decode(found: Json): unknown };
}

/** The values of fields that an object holds; throws a `WireError` with all that is missing, wrong, or too much. */
export function decoded(fields: readonly Named[], found: JsonObject): readonly unknown[] {
  const wrong: WireError[] = [];
  const values = fields.map((field) => {
    const one = found.get(field.name);
    try {
      return one === undefined
        ? wrong.push(new WireError(field.name, "is missing"))
        : field.type.decode(one);
    } catch (thrown) {
      if (!(thrown instanceof WireError)) {
        throw thrown;
      }
      return wrong.push(thrown.below(field.name));
    }
  });
  const names = new Set(fields.map((field) => field.name));
  const more = Array.from(found.keys()).filter((name) => !names.has(name));
  const [first, ...others] = [
    ...wrong,
    ...more.map((name) => new WireError(name, "there is no such field")),
  ];
  if (first !== undefined) {
    throw new WireError(first.path, first.why, [...first.more, ...others]);
  }
  return values;
}
