/**
 * Records of which a call has still to decide something. Whoever reads what is not decided is told so by `Undecided`; a
 * suite, which sees only what was decided, never meets it.
 */

import { Undecided } from "./stops.ts";

function undecidedYet(): never {
  throw new Undecided();
}

/** Stands where the call still has to decide. Whoever looks into it is told so. */
export const OPEN: never = new Proxy(
  {},
  { get: undecidedYet, has: undecidedYet, ownKeys: undecidedYet, getPrototypeOf: undecidedYet },
) as never;

const NONE: ReadonlySet<string> = new Set();
const open = new WeakMap<object, ReadonlySet<string>>();

/** The fields of a record that are not decided. */
export function openFields(record: object): ReadonlySet<string> {
  return open.get(record) ?? NONE;
}

/** A record of which nothing is decided. */
export function undecided<T extends object>(...fields: readonly (keyof T & string)[]): T {
  return replace(
    {} as T,
    Object.fromEntries(fields.map((name) => [name, OPEN])) as unknown as Partial<T>,
  );
}

/** The same record with other values for some fields. */
export function replace<T extends object>(record: T, changes: Partial<T>): T {
  const [before, names] = [openFields(record), Object.keys(changes)];
  const opened = names.filter((name) => changes[name as keyof T] === OPEN);
  if (before.size === 0 && opened.length === 0) {
    return { ...record, ...changes };
  }
  const fields = { ...Object.getOwnPropertyDescriptors(record) } as PropertyDescriptorMap;
  for (const name of names) {
    fields[name] = { value: changes[name as keyof T], enumerable: true };
  }
  for (const name of opened) {
    fields[name] = { get: undecidedYet, enumerable: true };
  }
  const found = Object.defineProperties({}, fields) as T;
  const still = [...before].filter((name) => !names.includes(name));
  open.set(found, new Set([...still, ...opened]));
  return found;
}

/** Whether a place is not decided, or lies in something that is not. */
export function isOpen(place: () => unknown): boolean {
  try {
    return place() === OPEN;
  } catch (thrown) {
    if (thrown instanceof Undecided) {
      return true;
    }
    throw thrown;
  }
}
