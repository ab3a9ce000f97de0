/** What is known of a suite before it runs, as data that is the same in every language: `tests/suite.json`. */

import { readFileSync } from "node:fs";

import { isArray, isObject, type Json, type JsonObject, readJson } from "./json.ts";

const VERSION = 1n;
const FILE = new URL("../suite.json", import.meta.url);

let known: JsonObject | null = null;

/** The data beside the suite. */
export function load(): JsonObject {
  known ??= document();
  return known;
}

function document(): JsonObject {
  const found = readJson(readFileSync(FILE));
  if (!isObject(found) || found.get("version") !== VERSION) {
    throw new Error(`suite.json has another version than ${VERSION}, which this suite reads`);
  }
  return found;
}

/** The objects in a list of the data. */
export function listed(name: string): readonly JsonObject[] {
  return objects(load().get(name));
}

/** The objects in a list. */
export function objects(found: Json | undefined): readonly JsonObject[] {
  return found !== undefined && isArray(found) ? found.filter(isObject) : [];
}

/** An object that stands in another one. */
export function objectAt(found: JsonObject, name: string): JsonObject {
  const part = found.get(name);
  return part !== undefined && isObject(part) ? part : new Map();
}

/** A text that stands in an object. */
export function textAt(found: JsonObject, name: string): string {
  const part = found.get(name);
  return typeof part === "string" ? part : "";
}

/** A number that stands in an object, if there is one. */
export function numberAt(found: JsonObject, name: string): number | null {
  const part = found.get(name);
  return typeof part === "bigint" ? Number(part) : null;
}

/** The cases of a test, by the name that it has in all languages. */
export function casesOf(id: string): readonly JsonObject[] {
  return objects(testOf(id).get("cases"));
}

/** A test, by that name. */
export function testOf(id: string): JsonObject {
  const found = listed("tests").find((one) => one.get("id") === id);
  if (found === undefined) {
    throw new Error(`suite.json has no test ${id}`);
  }
  return found;
}
