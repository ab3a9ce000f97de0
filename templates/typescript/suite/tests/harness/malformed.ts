/**
 * Requests that are no calls: an input that is missing or of another type, a body that is no object.
 *
 * What is wrong in each is data of the suite. Everything else in such a request comes from a call that is accepted, so that
 * nothing but the defect can be the reason for its rejection.
 */

import { encodeJson, JSON_TYPE, type Request } from "./client.ts";
import type { Json, JsonObject } from "./json.ts";
import { casesOf, objectAt, testOf, textAt } from "./planned.ts";
import { pathTexts, queryOf, requestOf, type Shown, targetOf } from "./sending.ts";
import type { Input, Operation } from "./service.ts";

/**
 * One way to get an input, or the body as a whole, wrong.
 *
 * `defect` has one of `missing`, `value` (another JSON value), `text` (in a path or query), `body` (all of it) and
 * `unknown` (further fields).
 */
export interface Malformation {
  readonly name: string;
  readonly input: Input | null;
  readonly defect: JsonObject;
}

/** The ways of a test to get an input wrong, or the body as a whole. */
export function malformations(operation: Operation, test: string): readonly Malformation[] {
  const wanted = textAt(testOf(test), "input");
  const input = operation.inputs.find((one) => one.name === wanted) ?? null;
  return casesOf(test).map((defect) => ({ name: textAt(defect, "name"), input, defect }));
}

/** The malformed request, with all else from accepted inputs. */
export function malformedRequest(
  operation: Operation,
  wrong: Malformation,
  inputs: JsonObject,
  shown: Shown,
): Request {
  const good = requestOf(operation, inputs, shown);
  const { input, defect } = wrong;
  if (defect.has("body")) {
    return { ...good, body: Buffer.from(textAt(defect, "body")) };
  }
  if (input === null || input.place === "body") {
    const body = encodeJson(fieldsOf(operation, wrong, inputs));
    return { ...good, headers: [...shown.headers, JSON_TYPE], body };
  }
  const texts = pathTexts(operation, inputs);
  const query = queryOf(operation, inputs).filter(([name]) => name !== input.name);
  if (input.place === "path") {
    texts.set(input.property, textAt(defect, "text"));
  } else if (defect.has("text")) {
    query.push([input.name, textAt(defect, "text")]);
  }
  return { ...good, target: targetOf(operation, texts, [...query, ...shown.query]) };
}

function fieldsOf(
  operation: Operation,
  { input, defect }: Malformation,
  inputs: JsonObject,
): JsonObject {
  const inBody = operation.inputs.filter((one) => one.place === "body");
  const fields = new Map<string, Json>(inBody.map(({ name }) => [name, inputs.get(name) ?? null]));
  if (input === null) {
    return new Map([...fields, ...objectAt(defect, "unknown")]);
  }
  if (defect.has("missing")) {
    fields.delete(input.name);
    return fields;
  }
  return fields.set(input.name, defect.get("value") ?? null);
}
