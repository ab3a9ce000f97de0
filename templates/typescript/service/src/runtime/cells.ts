/** How values lie in cells, where the databases agree. */

import { instantOf } from "./instants.ts";
import { isArray, isObject, type Json, writeJson } from "./json.ts";
import { compareText, isoText } from "./values.ts";

/** An instant as `2024-05-01 12:00:00.000`, in UTC. */
export function textOfInstant(at: bigint): string {
  return isoText(at).replace("T", " ").replace("Z", "");
}

/** The instant of such a text; a database leaves zeros at the end out, and may say that it is UTC. */
export function instantOfText(text: string): bigint {
  const parts = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:\+00)?$/.exec(text);
  const [, year, month, day, hour, minute, second, fraction] = parts ?? [];
  const whole = [year!, month!, day!, hour!, minute!, second!] as const;
  const found = parts === null ? null : instantOf({ whole, fraction: fraction ?? "", zone: "Z" });
  if (found === null) {
    throw new Error("a column of instants holds something else");
  }
  return found;
}

/** The one text of a JSON value: names in order, no spaces. */
export function canonical(found: Json): string {
  return writeJson(inOrder(found));
}

function inOrder(found: Json): Json {
  if (isArray(found)) {
    return found.map(inOrder);
  }
  if (isObject(found)) {
    const names = [...found.keys()].toSorted(compareText);
    return new Map(names.map((name) => [name, inOrder(found.get(name)!)]));
  }
  return found;
}
