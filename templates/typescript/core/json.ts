/**
 * JSON, read strictly and written to the letter.
 *
 * A number without fraction and exponent is a `bigint` of any size, every other a `number`. Objects are maps, so that no name
 * is special and their order is kept. Bytes that are no UTF-8, halves of surrogate pairs and names that come twice are refused.
 */

/** What JSON stands for. */
export type Json = null | boolean | bigint | number | string | readonly Json[] | JsonObject;
/** An object, by its names. */
export type JsonObject = ReadonlyMap<string, Json>;

/** Whether it is an object. */
export function isObject(found: Json): found is JsonObject {
  return found instanceof Map;
}

/** Whether it is an array. */
export function isArray(found: Json): found is readonly Json[] {
  return Array.isArray(found);
}

/** Why a text is no JSON, and at which character. */
export class JsonError extends Error {
  readonly at: number;

  constructor(why: string, at: number) {
    super(`${why} at character ${at}`);
    this.at = at;
  }
}

const DEEPEST = 500;
// No double has more digits before its point; an integer that has is no value of any type.
const MOST_DIGITS = 400;
const WORD = /true|false|null/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WHOLE = /^-?[0-9]+$/;
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** What a text stands for; throws a `JsonError` where it is no JSON. */
export function readJson(text: string | Uint8Array, { deepest = DEEPEST } = {}): Json {
  const reader = new Reader(typeof text === "string" ? text : decoded(text), deepest);
  return reader.document();
}

function decoded(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new JsonError("what was sent is no UTF-8", 0);
  }
}

/** What a text in quotes stands for. Its escapes and control characters are left to JavaScript. */
function unquoted(text: string): string | null {
  try {
    return String(JSON.parse(text));
  } catch {
    return null;
  }
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

/** Where a text in quotes is over; where it never is, the end of everything. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== '"') {
    at += text.charAt(at) === "\\" ? 2 : 1;
  }
  return Math.min(at + 1, text.length);
}

class Reader {
  readonly #text: string;
  readonly #deepest: number;
  #at = 0;

  constructor(text: string, deepest: number) {
    this.#text = text;
    this.#deepest = deepest;
  }

  document(): Json {
    const found = this.#value(0);
    this.#skip();
    if (this.#at < this.#text.length) {
      throw this.#wrong("there is more after the value");
    }
    return found;
  }

  #wrong(why: string): JsonError {
    return new JsonError(why, this.#at);
  }

  #skip(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) {
      this.#at += 1;
    }
  }

  /** The text that a pattern matches here, which is then behind. */
  #take(pattern: RegExp): string | null {
    const start = this.#at;
    pattern.lastIndex = start;
    if (!pattern.test(this.#text)) {
      return null;
    }
    this.#at = pattern.lastIndex;
    return this.#text.slice(start, this.#at);
  }

  #next(): string {
    this.#skip();
    return this.#text.charAt(this.#at);
  }

  #value(depth: number): Json {
    switch (this.#next()) {
      case "{":
        return this.#object(depth);
      case "[":
        return this.#array(depth);
      case '"':
        return this.#string();
      case "t":
      case "f":
      case "n":
        return this.#word();
      default:
        return this.#number();
    }
  }

  #word(): Json {
    switch (this.#take(WORD)) {
      case "true":
        return true;
      case "false":
        return false;
      case "null":
        return null;
      default:
        throw this.#wrong("expected a value");
    }
  }

  #number(): Json {
    const text = this.#take(NUMBER);
    if (text === null) {
      throw this.#wrong("expected a value");
    }
    const isWhole = WHOLE.test(text) && text.length <= MOST_DIGITS;
    return isWhole ? BigInt(text) : Number(text);
  }

  #string(): string {
    const start = this.#at;
    if (this.#text.charAt(start) === '"') {
      this.#at = endOfString(this.#text, start);
    }
    const found = unquoted(this.#text.slice(start, this.#at));
    if (found === null) {
      throw this.#wrong("expected a text");
    }
    if (!found.isWellFormed()) {
      throw this.#wrong("a text holds half of a surrogate pair");
    }
    return found;
  }

  #array(depth: number): readonly Json[] {
    const found: Json[] = [];
    this.#list("]", depth, () => found.push(this.#value(depth + 1)));
    return found;
  }

  #object(depth: number): JsonObject {
    const found = new Map<string, Json>();
    this.#list("}", depth, () => {
      this.#skip();
      const name = this.#string();
      if (found.has(name)) {
        throw this.#wrong("an object has a name twice");
      }
      if (this.#next() !== ":") {
        throw this.#wrong("expected `:`");
      }
      this.#at += 1;
      found.set(name, this.#value(depth + 1));
    });
    return found;
  }

  /** What stands between two brackets, with commas. */
  #list(close: string, depth: number, one: () => void): void {
    if (depth >= this.#deepest) {
      throw this.#wrong("the value is nested too deep");
    }
    this.#at += 1;
    if (this.#next() === close) {
      this.#at += 1;
      return;
    }
    for (;;) {
      one();
      const next = this.#next();
      if (next !== "," && next !== close) {
        throw this.#wrong(`expected \`,\` or \`${close}\``);
      }
      this.#at += 1;
      if (next === close) {
        return;
      }
    }
  }
}

/** JSON as text, without spaces. A `number` has a fraction or an exponent, so that it stays one. */
export function writeJson(found: Json): string {
  if (isArray(found)) {
    return `[${found.map(writeJson).join(",")}]`;
  }
  if (isObject(found)) {
    return `{${Array.from(found, ([name, one]) => `${JSON.stringify(name)}:${writeJson(one)}`).join(",")}}`;
  }
  if (typeof found === "number") {
    const text = String(found + 0);
    return /^-?[0-9]+$/.test(text) ? `${text}.0` : text;
  }
  return typeof found === "bigint" ? String(found) : JSON.stringify(found);
}
