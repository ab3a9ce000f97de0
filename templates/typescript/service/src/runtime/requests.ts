/**
 * Requests, read within their limits: the head, the path, the query and the body.
 *
 * Whatever is done to what somebody sent takes a time that grows with its bytes and not faster.
 */

import type { Request } from "express";
import { z } from "zod";

import { isObject, type Json, JsonError, type JsonObject, readJson } from "./json.ts";
import { Problem, unavailable, unreadable } from "./problems.ts";
import { WireError } from "./refusing.ts";
import type { WireType } from "./types.ts";

/** How much a body may hold. */
export const MAX_BODY = 1 << 20;
/** How much a body of the admin contract may hold. */
export const MAX_ADMIN_BODY = 256 << 20;
/** How many fields a head may have. */
export const MAX_HEADERS = 100;
/** How many bytes a head may have. */
export const MAX_HEAD = 32 << 10;
/** How long a body may take to arrive, in milliseconds. */
export const BODY_TIMEOUT = 30_000;

const MAX_DEPTH = 64;
// What is too large is still read for a while, so that a caller who sends before it listens gets the answer.
const DISCARDED = 16 << 20;
// Bodies up to here do not count among those that are kept at the same time.
const LARGE = 16 << 10;
const ROOM = 128 << 20;
const CLOSE = [["connection", "close"]] as const;
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

let taken = 0;

// --- what a request says ----------------------------------------------------------------------------------------------

/** Reads a field of a body as a value of the spec. An option may be left out. */
export function readAs<T>(declared: WireType<T>): z.ZodType<T> {
  return told((found) => {
    if (found === undefined && !declared.isOption) {
      throw new WireError("", "is missing");
    }
    return declared.decode((found ?? null) as Json);
  });
}

/** Reads a part of a path as a value of the spec. */
export function readTextAs<T>(declared: WireType<T>): z.ZodType<T> {
  return told((found) => declared.decodeText(String(found)));
}

/** Reads what a query says under one name as a value of the spec. */
export function readTextsAs<T>(declared: WireType<T>): z.ZodType<T> {
  return told((found) => declared.decodeTexts((found ?? []) as readonly string[]));
}

function told<T>(decode: (found: unknown) => T): z.ZodType<T> {
  return z.unknown().transform((found, context) => {
    try {
      return decode(found);
    } catch (thrown) {
      if (!(thrown instanceof WireError)) {
        throw thrown;
      }
      context.issues.push({ code: "custom", input: undefined, params: { wrong: thrown } });
      return z.NEVER;
    }
  });
}

/** What a request says, part by part, by its names. */
type Said = ReadonlyMap<string, unknown>;

/** The inputs of an operation from what a request says, or the first thing that is wrong with it. */
export function shaped<S extends z.ZodRawShape>(
  shape: z.ZodObject<S, z.core.$strict>,
  body: JsonObject,
  ...parts: readonly Said[]
): z.output<z.ZodObject<S, z.core.$strict>> {
  const names = new Set(Object.keys(shape.shape));
  const elsewhere = new Set(parts.flatMap((part) => [...part.keys()]));
  const strange = [...body.keys()].find((name) => elsewhere.has(name) || !names.has(name));
  const said = new Map<string, unknown>([body, ...parts].flatMap((part) => [...part]));
  // Zod is handed what the shape speaks of; a name that it does not know is told after what is wrong with the others.
  const known = [...names].map((name) => [name, said.get(name)] as const);
  if (strange !== undefined && elsewhere.has(strange)) {
    throw unreadable(`${strange}: there is no such field`);
  }
  const found = shape.safeParse(Object.fromEntries(known));
  if (!found.success) {
    throw unreadable(firstWrong(found.error));
  }
  if (strange !== undefined) {
    throw unreadable(`${strange}: there is no such field`);
  }
  return found.data;
}

function firstWrong(error: z.ZodError): string {
  const [issue] = error.issues;
  const name = String(issue?.path[0] ?? "");
  const wrong: unknown = issue?.code === "custom" ? issue.params?.["wrong"] : null;
  return wrong instanceof WireError ? wrong.below(name).message : `${name}: ${issue?.message}`;
}

// --- the head ---------------------------------------------------------------------------------------------------------

/** Refuses a head that is too long. */
export function withinLimits(request: Request): void {
  const texts = request.rawHeaders;
  const size = texts.reduce((sum, text) => sum + text.length + 2, request.originalUrl.length);
  if (texts.length / 2 > MAX_HEADERS || size > MAX_HEAD) {
    const detail = `A request has at most ${MAX_HEADERS} header fields and ${MAX_HEAD} bytes before its body.`;
    throw new Problem(431, detail, null, CLOSE);
  }
}

/** The path of a request as it was sent, and its query: an encoded slash belongs to a segment. */
export function target(url: string): { readonly path: string; readonly query: string } {
  const relative = url.startsWith("/")
    ? url
    : url.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/, "");
  const [sent = ""] = relative.split("#", 1);
  const at = sent.indexOf("?");
  const path = at < 0 ? sent : sent.slice(0, at);
  return { path: path === "" ? "/" : path, query: at < 0 ? "" : sent.slice(at + 1) };
}

/** A part of a path or of a query without its encoding; `null` where that is broken. */
export function decoded(text: string, isForm = false): string | null {
  const spaced = isForm ? text.replaceAll("+", " ") : text;
  if (/^[\0-\x24\x26-\x7f]*$/.test(spaced)) {
    return spaced;
  }
  if (/%(?![0-9A-Fa-f]{2})/.test(spaced)) {
    return null;
  }
  const bytes = spaced.replaceAll(/%(..)/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  try {
    return UTF8.decode(Buffer.from(bytes, "latin1"));
  } catch {
    return null;
  }
}

/** The parts of the path by their names. */
export function inPath(request: Request): Said {
  const found = new Map<string, string>();
  for (const [name, sent] of Object.entries(request.params)) {
    const text = String(sent);
    const value = decoded(text);
    if (value === null) {
      throw unreadable(`The path holds broken encoding: \`${text}\`.`);
    }
    found.set(name, value);
  }
  return found;
}

/** What the query says under each of some names. Others are ignored. */
export function inQuery(request: Request, ...names: readonly string[]): Said {
  const found = new Map(names.map((name) => [name, [] as string[]]));
  for (const [name, value, part] of queryOf(request)) {
    if (name === null || value === null) {
      throw unreadable(`The query holds broken encoding: \`${part}\`.`);
    }
    found.get(name)?.push(value);
  }
  return found;
}

/** The names and values of a query, each with the part that it stands in. What is broken is `null`. */
export function* queryOf(
  request: Request,
): Iterable<readonly [string | null, string | null, string]> {
  for (const part of target(request.originalUrl).query.split("&")) {
    const at = part.indexOf("=");
    const [name, value] = at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
    yield [decoded(name, true), decoded(value, true), part];
  }
}

// --- the body ---------------------------------------------------------------------------------------------------------

/** The body of a request, if it is not too large and arrives in time. */
export function body(request: Request, limit = MAX_BODY): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  let isLarge = announced(request) > limit;
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new Problem(408, "The body took too long to arrive.", null, CLOSE));
    }, BODY_TIMEOUT);
    const done = (): void => {
      clearTimeout(late);
      if (isLarge) {
        reject(new Problem(413, `The body is larger than ${limit} bytes.`, null, CLOSE));
      } else {
        resolve(parts.length === 1 ? parts[0]! : Buffer.concat(parts));
      }
    };
    const broken = (): void => {
      clearTimeout(late);
      reject(unreadable("The body broke off."));
    };
    request.on("data", (part: Buffer) => {
      size += part.length;
      isLarge ||= size > limit;
      if (!isLarge) {
        parts.push(part);
      } else if (size > DISCARDED) {
        done();
      }
    });
    request.once("end", done);
    request.once("error", broken);
    request.once("close", broken);
  });
}

/** How long the body says that it is. */
function announced(request: Request): number {
  const length = request.headers["content-length"] ?? "";
  return /^[0-9]{1,15}$/.test(length) ? Number(length) : 0;
}

/** Keeps room for the body of a request while it is read; refuses it where there is none. */
async function withRoom<R>(request: Request, work: () => Promise<R>): Promise<R> {
  const chunked = request.headers["transfer-encoding"] === undefined ? 0 : MAX_BODY;
  const wanted = Math.min(Math.max(announced(request), chunked), MAX_BODY);
  const size = wanted > LARGE ? wanted : 0;
  if (size > 0 && taken + size > ROOM) {
    throw unavailable("Too many large bodies are being read. Try again.");
  }
  taken += size;
  try {
    return await work();
  } finally {
    taken -= size;
  }
}

/** The JSON value that a body holds which is not empty. */
export function read(request: Request, raw: Buffer): Json {
  const kind = request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (kind !== "application/json") {
    throw new Problem(415, "The body has to be sent as `Content-Type: application/json`.");
  }
  if ((request.headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
    throw new Problem(415, "The body has to be sent without encoding.");
  }
  try {
    return readJson(raw, { deepest: MAX_DEPTH });
  } catch (thrown) {
    if (thrown instanceof JsonError) {
      throw unreadable(`The body is not valid JSON: ${thrown.message}.`);
    }
    throw thrown;
  }
}

/** The object that a body holds. An empty one is none, whatever its type says: an object without fields. */
export async function fields(request: Request): Promise<JsonObject> {
  const found = await withRoom(request, async () => {
    const raw = await body(request);
    return raw.length === 0 ? new Map<string, Json>() : read(request, raw);
  });
  if (!isObject(found)) {
    throw unreadable("The body is not a JSON object.");
  }
  return found;
}
