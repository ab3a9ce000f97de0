/**
 * Requests as they are written down: without secrets, so that somebody can make them again by hand.
 *
 * In place of a secret stands `${NAME}`: the variable of the environment that holds a credential, or one of its own for a
 * value that nobody else may see. `secrets` says what each of these stands for.
 */

import type { Request, Response } from "./client.ts";
import {
  isArray,
  isObject,
  type Json,
  JsonError,
  type JsonObject,
  readJson,
  writeJson,
} from "./json.ts";
import { SENSITIVE } from "./redaction.ts";
import { encoded, variable } from "./sending.ts";
import type { Operation, Service } from "./service.ts";
import type { Exchange } from "./world.ts";

const IS_SENSITIVE = new RegExp(`^${SENSITIVE}$`, "i");
/** How much of an answer is written down beside a call that leads somewhere. */
const MAX_ANSWER = 300;
/** Headers that say nothing about the call. */
const OF_TRANSPORT = ["accept", "accept-encoding", "connection", "user-agent"];
const ADMIN_TOKEN = "TEST_ADMIN_TOKEN";

/** A request as it is written down. */
export interface Recorded {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: string;
  readonly answered?: string;
}

interface Secret {
  readonly name: string;
  readonly says: string;
}

/** Writes down the calls of one failure. */
export class Recorder {
  readonly #secrets = new Map<string, string>();
  readonly #sensitive: ReadonlySet<string>;
  readonly #known = new Map<string, Secret>();

  constructor(service: Service, operation: Operation, inputs: JsonObject) {
    const all = service.operations.flatMap((one) => one.inputs);
    this.#sensitive = new Set(all.filter((one) => one.sensitive).map((one) => one.name));
    for (const [value, { name, says }] of credentialsOf(service)) {
      this.#known.set(value, { name, says });
      const inBase64 = Buffer.from(value).toString("base64");
      this.#known.set(inBase64, { name: `${name}_BASE64`, says: `${says}, in Base64` });
    }
    for (const { name, sensitive } of operation.inputs) {
      const value = inputs.get(name);
      if (sensitive === true && typeof value === "string") {
        this.#hide(name, value);
      }
    }
  }

  /** What the names stand for that are in these requests. */
  get secrets(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#secrets);
  }

  /** A request; nothing where its body is no text. */
  call(request: Request): Recorded | null {
    const body = request.body === null ? "" : textOf(request.body);
    if (body === null) {
      return null;
    }
    const headers = request.headers
      .filter(([name]) => !OF_TRANSPORT.includes(name.toLowerCase()))
      .map(([name, value]) => [name, this.#text(value)] as const);
    const found = { method: request.method, target: this.#text(request.target), headers };
    return request.body === null ? found : { ...found, body: this.#body(body) };
  }

  /** Calls one after the other, with what they were answered; nothing where one of them cannot be written down. */
  steps(way: readonly Exchange[]): readonly Recorded[] | null {
    const found = way.map(([request, response]) => this.#step(request, response));
    const known = found.filter((one) => one !== null);
    return known.length === found.length ? known : null;
  }

  #step(request: Request, response: Response): Recorded | null {
    const found = this.call(request);
    if (found === null || request.target.startsWith("/__test_admin__")) {
      return found;
    }
    const text = this.#body(response.text).slice(0, MAX_ANSWER);
    return { ...found, answered: `${response.status} ${text}`.trimEnd() };
  }

  #hide(name: string, value: string): string {
    const made = [...this.#known.values()].filter((one) => one.name.startsWith("SECRET_")).length;
    const length = Array.from(value).length;
    const size = length === 1 ? "1 character" : `${length} characters`;
    const secret = this.#known.get(value) ?? {
      name: `SECRET_${made + 1}`,
      says: `${name}, ${size} that the suite made up`,
    };
    this.#known.set(value, secret);
    this.#secrets.set(secret.name, secret.says);
    return `\${${secret.name}}`;
  }

  /** A text without the secrets that are known. */
  #text(text: string): string {
    let found = text;
    for (const [value, { name, says }] of this.#known) {
      for (const spelled of new Set([value, encoded(value)])) {
        if (spelled.length > 3 && found.includes(spelled)) {
          this.#secrets.set(name, says);
          found = found.replaceAll(spelled, () => `\${${name}}`);
        }
      }
    }
    return found;
  }

  #body(text: string): string {
    try {
      const [found, hidden] = [readJson(text), this.#hidden(readJson(text))];
      return this.#text(writeJson(hidden) === writeJson(found) ? text : writeJson(hidden));
    } catch (thrown) {
      if (thrown instanceof JsonError) {
        return this.#text(text);
      }
      throw thrown;
    }
  }

  #hidden(found: Json): Json {
    if (isArray(found)) {
      return found.map((one) => this.#hidden(one));
    }
    return isObject(found)
      ? new Map(Array.from(found, ([name, one]) => [name, this.#field(name, one)]))
      : found;
  }

  #field(name: string, value: Json): Json {
    const isSecret = this.#sensitive.has(name) || IS_SENSITIVE.test(name);
    return isSecret && typeof value === "string" && value !== ""
      ? this.#hide(name, value)
      : this.#hidden(value);
  }
}

function textOf(body: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return null;
  }
}

/** The credentials of this run: the value of each, the variable that holds it, and what it is. */
function credentialsOf(service: Service): (readonly [string, Secret])[] {
  const schemes = new Map(
    service.operations.flatMap((one) => one.auth).map((scheme) => [scheme.name, scheme]),
  );
  const names = Array.from(schemes.values(), (scheme): Secret => {
    return { name: variable(scheme), says: `the credential for ${scheme.name}` };
  }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const every = [{ name: ADMIN_TOKEN, says: "the token of the admin contract" }, ...names];
  return every.flatMap((secret): (readonly [string, Secret])[] => {
    const value = process.env[secret.name];
    return value ? [[value, secret]] : [];
  });
}
