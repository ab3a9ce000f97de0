/** How a call becomes a request: the path, the query, the body, the credentials, and what is never sent at all. */

import { encodeJson, type Headers, JSON_TYPE, type Request } from "./client.ts";
import { isArray, isObject, type Json, type JsonObject, writeJson } from "./json.ts";
import type { Input, Operation, Scheme } from "./service.ts";

/** Which credentials a call shows. */
export type Credentials = "valid" | "missing" | "wrong";

/** Credentials on a request. */
export interface Shown {
  readonly headers: Headers;
  readonly query: Query;
}

/** The names and texts of a query. */
export type Query = readonly (readonly [name: string, text: string])[];

const NOTHING: Shown = { headers: [], query: [] };

/** The environment variable that holds the credential of a scheme. */
export function variable(scheme: Scheme): string {
  return `SPEC_AUTH_${scheme.name.toUpperCase()}`;
}

function valueOf(scheme: Scheme): string {
  return process.env[variable(scheme)] ?? "";
}

/** The variable that would have to be set for an operation to be called, if none of its schemes can be used. */
export function lacking(operation: Operation): string | null {
  if (operation.auth.length === 0 || operation.auth.some((scheme) => valueOf(scheme) !== "")) {
    return null;
  }
  return operation.auth.map(variable).join(" or ");
}

/** What a call of an operation shows: by the first scheme whose credential is known. */
export function credentials(operation: Operation, which: Credentials): Shown {
  const scheme = operation.auth.find((one) => valueOf(one) !== "") ?? operation.auth[0];
  if (which === "missing" || scheme === undefined) {
    return NOTHING;
  }
  const value = valueOf(scheme);
  if (which === "wrong") {
    return shown(scheme, value === "" ? "not:valid" : `${value}-not`);
  }
  return value === "" ? NOTHING : shown(scheme, value);
}

function shown({ kind, where = "" }: Scheme, value: string): Shown {
  switch (kind) {
    case "bearer":
      return { headers: [["Authorization", `Bearer ${value}`]], query: [] };
    case "basic":
      return {
        headers: [["Authorization", `Basic ${Buffer.from(value).toString("base64")}`]],
        query: [],
      };
    case "header":
      return { headers: [[where, value]], query: [] };
    case "cookie":
      return { headers: [["Cookie", `${where}=${encodeURIComponent(value)}`]], query: [] };
    case "query":
      return { headers: [], query: [[where, value]] };
  }
}

/** The request of a call with inputs in the wire format. */
export function requestOf(
  operation: Operation,
  inputs: JsonObject,
  { headers, query }: Shown,
): Request {
  const method = operation.method;
  const target = targetOf(operation, pathTexts(operation, inputs), [
    ...queryOf(operation, inputs),
    ...query,
  ]);
  const inBody = operation.inputs.filter((one) => one.place === "body");
  if (inBody.length === 0) {
    return { method, target, headers, body: null };
  }
  const fields = inBody.flatMap(({ name }): [string, Json][] => {
    const found = inputs.get(name);
    return found === undefined ? [] : [[name, found]];
  });
  return { method, target, headers: [...headers, JSON_TYPE], body: encodeJson(new Map(fields)) };
}

/** The texts of the inputs that are in the path, by their properties. */
export function pathTexts(operation: Operation, inputs: JsonObject): Map<string, string> {
  const inPath = operation.inputs.filter((one) => one.place === "path");
  return new Map(
    inPath.map(({ property, name }) => [property, textOfJson(inputs.get(name) ?? null)]),
  );
}

/** The encoded path with its query; the texts of the path's inputs are given by property. */
export function targetOf(
  operation: Operation,
  texts: ReadonlyMap<string, string>,
  query: Query,
): string {
  const segments = operation.path.map((part) =>
    typeof part === "string" ? part : encoded(texts.get(part.slot) ?? ""),
  );
  const pairs = query.map(([name, text]) => `${encoded(name)}=${encoded(text)}`);
  return `/${segments.join("/")}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`;
}

/** The query of a call: a collection repeats its name, and none is absent. */
export function queryOf(operation: Operation, inputs: JsonObject): [string, string][] {
  const inQuery = operation.inputs.filter((one) => one.place === "query");
  return inQuery.flatMap((one) => pairsOf(one, inputs.get(one.name) ?? null));
}

function pairsOf({ name }: Input, found: Json): [string, string][] {
  if (isArray(found)) {
    return found.map((element) => [name, textOfJson(element)]);
  }
  return found === null ? [] : [[name, textOfJson(found)]];
}

/** JSON in a path or a query: without quotes. */
export function textOfJson(found: Json): string {
  return typeof found === "string" ? found : writeJson(found);
}

/** A text in a path or a query; of what need not be encoded as little as possible is left. */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Whether the spec does not say what a call with these inputs means, because of what its path would be. */
export function neverSent(operation: Operation, inputs: JsonObject): boolean {
  const paths = [...pathTexts(operation, inputs).values()];
  const isElsewhere = paths.some(
    (text) => ["", ".", ".."].includes(text) || operation.siblings.includes(text),
  );
  return isElsewhere || Array.from(inputs.values()).some(isUnspeakable);
}

/** Whether a value holds text that is no Unicode text of the language. */
function isUnspeakable(found: Json): boolean {
  if (typeof found === "string") {
    return found.includes("\0") || !found.isWellFormed();
  }
  if (isObject(found)) {
    return Array.from(found).some(([name, one]) => isUnspeakable(name) || isUnspeakable(one));
  }
  return isArray(found) && found.some(isUnspeakable);
}
