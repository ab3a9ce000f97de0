/**
 * How values of the spec lie in columns of MySQL and MariaDB, each of them exactly.
 *
 * In TypeScript an instant is a number of milliseconds since 1970 in UTC, a duration a number of milliseconds, a UUID its
 * text in small letters, a value of an enum its name, and JSON the `Json` that it stands for.
 */

import { type Json, readJson, writeJson } from "../runtime/json.ts";
import type { Column } from "../runtime/tables.ts";
import { canonical, instantOfText, textOfInstant } from "../runtime/cells.ts";

/** A signed 64-bit integer. */
export const integer: Column = {
  write: (value: bigint) => value,
  read: (cell: string | number) => BigInt(cell),
};
/** A duration. */
export const milliseconds: Column = integer;
/** A finite double. */
export const real: Column = {
  write: (value: number) => value,
  read: (cell: number | string) => Number(cell) + 0,
};
/** A truth. MySQL has 0 and 1 for it. */
export const boolean: Column = {
  write: (value: boolean) => (value ? 1n : 0n),
  read: (cell: number | string) => Number(cell) !== 0,
};
/** Text of any length, in the order of code points. */
export const text: Column = { write: (value: string) => value, read: (cell: string) => cell };
/** A UUID, in small letters and with hyphens. */
export const uuid: Column = text;
/** A UTC instant with milliseconds. */
export const instant: Column = {
  write: (value: bigint) => textOfInstant(value),
  read: (cell: string) => instantOfText(cell),
};
/** Anything that is no scalar, in the form it has on the wire. */
export const json: Column = {
  write: (value: Json) => writeJson(value),
  read: (cell: string) => readJson(cell),
};
/** The same as a key, so that equal values are equal texts: names in order, no spaces. Sets come in order. */
export const jsonKey: Column = {
  write: (value: Json) => canonical(value),
  read: (cell: string) => readJson(cell),
};
/** A number that the database gives to each row. */
export const counted: Column = { ...integer, filled: "by the database" };
/** The moment at which a row was made. */
export const madeAt: Column = { ...instant, filled: "when made" };
/** The moment at which a row was last written. */
export const changedAt: Column = { ...instant, filled: "when written" };

/** The digest of another column, which is too long for an index. */
export function digestOf(column: string): Column {
  return { ...text, filled: { digestOf: column } };
}
