/**
 * Values of the corpus, which are in the wire format with two additions: `{"$at": ms}` is an instant counted from a moment
 * that the reader chooses, and `{"$ref": [step, path]}` is what a step of a trace answered. The declared type decides where
 * these can stand, so that a map with such a key is not mistaken for one of them.
 */

import { isArray, isObject, type Json, type JsonObject } from "./json.ts";
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
import { isoText } from "./windows.ts";

/** A step did not answer what a later one refers to. */
export class MissingReference extends Error {
  readonly step: bigint;

  constructor(step: bigint, path: readonly string[]) {
    super(`step ${step} did not answer ${path.join(".")}`);
    this.step = step;
  }
}

/** A value of the corpus in the wire format. */
export function plain(
  declared: WireType<unknown>,
  found: Json,
  moment: bigint,
  outputs: readonly JsonObject[],
): Json {
  const below = (part: WireType<unknown>, value: Json): Json => plain(part, value, moment, outputs);
  if (declared instanceof AliasOf) {
    return below(declared.base, found);
  }
  if (declared instanceof OptionOf) {
    return found === null ? null : below(declared.inner, found);
  }
  if ((declared instanceof SeqOf || declared instanceof SetOf) && isArray(found)) {
    return found.map((one) => below(declared.inner, one));
  }
  if (declared instanceof MapOf || declared instanceof MultiOf) {
    return entries(declared.key, declared.each, found, below);
  }
  if (declared instanceof EntityOf && isObject(found)) {
    return new Map(
      declared.fields.map(([, { name, type }]) => [name, below(type, found.get(name) ?? null)]),
    );
  }
  return isObject(found) ? scalar(declared, found, moment, outputs) : found;
}

function scalar(
  declared: WireType<unknown>,
  found: JsonObject,
  moment: bigint,
  outputs: readonly JsonObject[],
): Json {
  if (declared === DATETIME) {
    return isoText(moment + (found.get("$at") as bigint));
  }
  const [step, path] = found.get("$ref") as readonly [bigint, readonly string[]];
  let value: Json = outputs[Number(step)] ?? null;
  for (const name of path) {
    const part: Json | undefined = isObject(value) ? value.get(name) : undefined;
    if (part === undefined) {
      throw new MissingReference(step, path);
    }
    value = part;
  }
  return value;
}

function entries(
  key: WireType<unknown>,
  value: WireType<unknown>,
  found: Json,
  below: (part: WireType<unknown>, value: Json) => Json,
): Json {
  if (isObject(found)) {
    return new Map(Array.from(found, ([name, one]) => [name, below(value, one)]));
  }
  const pairs = (found as readonly (readonly [Json, Json])[]).map(
    ([at, one]) => [below(key, at), below(value, one)] as const,
  );
  return key.isTextKey ? new Map(pairs.map(([at, one]) => [String(at), one])) : pairs;
}
