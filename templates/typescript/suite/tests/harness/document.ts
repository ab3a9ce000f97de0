/**
 * The OpenAPI document of the service: which answers it describes, and whether an answer is one of them.
 *
 * Integers are compared as doubles here; whether one is exact the types of the spec say, which read an answer first.
 */

import { readFileSync } from "node:fs";

import { Ajv, type ValidateFunction } from "ajv";
import ajvFormats from "ajv-formats";
import { parse } from "yaml";

import type { Response } from "./client.ts";
import { isArray, isObject, type Json, JsonError } from "./json.ts";
import type { Operation } from "./service.ts";

const FILE = new URL("../../openapi.yaml", import.meta.url);
/** What ajv calls the document, so that references are found in it. */
const DOCUMENT = "document";

type Part = Readonly<Record<string, unknown>>;

/** A link from an answer to another operation. */
export interface Link {
  readonly operationId: string;
  /** The parameters that the answer gives, each as an expression. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The document, ready to be asked. */
export class ApiDocument {
  readonly #whole: Part;
  readonly #ajv: Ajv;
  readonly #known = new Map<object, ValidateFunction>();

  constructor() {
    this.#whole = record(lowered(parse(readFileSync(FILE, "utf8"))));
    // Patterns may escape what needs no escape, which the flag for Unicode would refuse.
    this.#ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
    ajvFormats.default(this.#ajv);
    this.#ajv.addSchema(this.#whole, DOCUMENT);
  }

  /** Where the document describes an operation. */
  pathOf(operation: Operation): string {
    const segments = operation.path.map((part) => (typeof part === "string" ? part : "{}"));
    const wanted = `/${segments.join("/")}`;
    const paths = Object.keys(record(this.#whole["paths"]));
    return paths.find((path) => path.replace(/\{[^}]*\}/g, "{}") === wanted) ?? wanted;
  }

  #described(operation: Operation): Part {
    const path = record(record(this.#whole["paths"])[this.pathOf(operation)]);
    return record(path[operation.method.toLowerCase()]);
  }

  /** What the document calls an operation. */
  idOf(operation: Operation): string {
    return String(this.#described(operation)["operationId"]);
  }

  /** The links from the answers of an operation with a status. */
  linksOf(operation: Operation, status: number): readonly Link[] {
    const links = Object.values(record(this.#response(operation, status)?.["links"]));
    return links.map((one) => {
      const parameters = record(record(one)["parameters"]) as Record<string, string>;
      return { operationId: String(record(one)["operationId"]), parameters };
    });
  }

  #response(operation: Operation, status: number): Part | null {
    const responses = record(this.#described(operation)["responses"]);
    const found = responses[String(status)] ?? responses["default"];
    return found === undefined ? null : this.#resolved(record(found));
  }

  /** What a reference refers to. */
  #resolved(found: Part): Part {
    const { $ref: reference } = found;
    if (typeof reference !== "string") {
      return found;
    }
    const names = reference.replace(/^#\//, "").split("/");
    return record(names.reduce<unknown>((part, name) => record(part)[name], this.#whole));
  }

  /** What is wrong with an answer; nothing where it is one that the document describes. */
  problems(operation: Operation, response: Response): readonly string[] {
    const found = this.#response(operation, response.status);
    if (found === null) {
      return [`the document does not describe the status ${response.status}`];
    }
    return [...this.#headerProblems(found, response), ...this.#bodyProblems(found, response)];
  }

  #headerProblems(found: Part, response: Response): readonly string[] {
    return Object.entries(record(found["headers"])).flatMap(([name, told]): readonly string[] => {
      const header = this.#resolved(record(told));
      const value = response.header(name);
      if (value === null) {
        return header["required"] === true ? [`the header ${name} is missing`] : [];
      }
      const schema = header["schema"];
      // A header carries bytes, read as Latin-1.
      const text = Buffer.from(value, "latin1").toString("utf8");
      return this.#wrong(
        `the header ${name}`,
        schema,
        headerValue(this.#resolved(record(schema)), text),
      );
    });
  }

  #bodyProblems(found: Part, response: Response): readonly string[] {
    const content = record(found["content"]);
    const media = (response.header("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
    if (Object.keys(content).length === 0) {
      return [];
    }
    if (content[media] === undefined) {
      const known = Object.keys(content).join(" or ");
      return [`the media type is ${media || "not told"}, and must be ${known}`];
    }
    try {
      return this.#wrong("the body", record(content[media])["schema"], plain(response.json()));
    } catch (thrown) {
      if (thrown instanceof JsonError) {
        return [`the body is no JSON: ${thrown.message}`];
      }
      throw thrown;
    }
  }

  #wrong(what: string, schema: unknown, value: unknown): readonly string[] {
    const told = record(schema);
    const validate = this.#known.get(told) ?? this.#ajv.compile(absolute(told) as object);
    this.#known.set(told, validate);
    if (validate(value)) {
      return [];
    }
    const errors = validate.errors ?? [];
    return errors
      .slice(0, 5)
      .map((one) => `${what}${one.instancePath} ${one.message ?? "is wrong"}`);
  }
}

function record(found: unknown): Part {
  return typeof found === "object" && found !== null ? (found as Part) : {};
}

/** A value of a header as its schema means it. */
function headerValue({ type }: Part, text: string): unknown {
  return (type === "integer" || type === "number") && text !== "" ? Number(text) : text;
}

/** The name of a field as ajv is told it: it never looks at what is called as objects call their prototype. */
function spelled(name: string): string {
  return name === "__proto__" ? "__proto__ (a field)" : name;
}

/** JSON as JavaScript has it. */
function plain(found: Json): unknown {
  if (isArray(found)) {
    return found.map(plain);
  }
  if (isObject(found)) {
    return Object.fromEntries(Array.from(found, ([name, one]) => [spelled(name), plain(one)]));
  }
  return typeof found === "bigint" ? Number(found) : found;
}

/** A document of OpenAPI 3.0 in the words of JSON Schema: what may be null, and limits that are left out. */
function lowered(found: unknown): unknown {
  if (Array.isArray(found)) {
    return found.map(lowered);
  }
  if (typeof found !== "object" || found === null) {
    return found;
  }
  const told = Object.fromEntries(
    Object.entries(found).map(([name, one]) => [spelled(name), lowered(one)]),
  );
  if (Array.isArray(told["required"])) {
    told["required"] = told["required"].map((name) => spelled(String(name)));
  }
  for (const [limit, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    if (typeof told[exclusive] === "boolean") {
      if (told[exclusive] === true) {
        told[exclusive] = told[limit];
        delete told[limit];
      } else {
        delete told[exclusive];
      }
    }
  }
  if (told["nullable"] !== true) {
    return told;
  }
  const { nullable: _, ...schema } = told;
  return { anyOf: [schema, { type: "null" }] };
}

/** A schema whose references are found in the document. */
function absolute(found: unknown): unknown {
  if (Array.isArray(found)) {
    return found.map(absolute);
  }
  if (typeof found !== "object" || found === null) {
    return found;
  }
  return Object.fromEntries(
    Object.entries(found).map(([name, one]) => {
      const isReference = name === "$ref" && typeof one === "string" && one.startsWith("#");
      return [name, isReference ? `${DOCUMENT}${one}` : absolute(one)];
    }),
  );
}
