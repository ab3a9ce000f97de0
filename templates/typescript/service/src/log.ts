/**
 * Structured logs: one JSON object per line, with the id of the request, and without secrets.
 *
 * A value is left out by its name, at any depth. The path and the query of a request are not logged, since they hold
 * values; the route is. Of an error its type and its places are logged, not its message, which may quote a value.
 */

import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

import type { NextFunction, Request, Response } from "express";

import { note } from "./runtime/metrics.ts";
import { NAMES, WORDS } from "./sensitive.ts";

/** What stands for a value that is left out. */
export const REDACTED = "[redacted]";
/** The header that a request and its answer are told by. */
export const REQUEST_ID = "x-request-id";

// What carries credentials in any service.
const CREDENTIALS = new Set([
  "authorization",
  "cookie",
  "database_url",
  "proxy_authorization",
  "set_cookie",
]);
// Asked every few seconds by machines that want to know whether the service is there.
const PROBES = new Set(["/health", "/ready", "/metrics"]);
// How deep a value is looked into; what lies deeper is left out.
const DEEPEST = 32;
const MOST_CAUSES = 8;
const LEVELS = ["debug", "info", "warning", "error"] as const;

/** How much a line matters. */
export type Level = (typeof LEVELS)[number];
/** What a line says beside its event. */
export type Details = Readonly<Record<string, unknown>>;

const context = new AsyncLocalStorage<string>();
/** Takes a line. */
type Output = (line: string) => void;

let least: number = LEVELS.indexOf("info");
let output: Output = toStandardOutput;

function toStandardOutput(line: string): void {
  process.stdout.write(line);
}

/** From which level on lines are written, and where they go. */
export function configure(level: string, to: Output = toStandardOutput): void {
  const found = (LEVELS as readonly string[]).indexOf(level.toLowerCase());
  least = found < 0 ? LEVELS.indexOf("info") : found;
  output = to;
}

/** Whether the value of this name is nobody else's business. */
export function isSensitive(name: string): boolean {
  const words = name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "_")
    .replaceAll("-", "_")
    .toLowerCase();
  if (NAMES.has(words) || CREDENTIALS.has(words) || words.startsWith("spec_auth_")) {
    return true;
  }
  return WORDS.some((word) => words.endsWith(`_${word}`) || (words === word && word !== "hash"));
}

/** The value without what is sensitive in it, as JSON has it. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === "bigint") {
    return String(value);
  }
  if (typeof value !== "object" || value === null) {
    return typeof value === "function" || typeof value === "symbol" ? `<${typeof value}>` : value;
  }
  if (depth === DEEPEST) {
    return REDACTED;
  }
  if (ArrayBuffer.isView(value)) {
    return `${value.byteLength} bytes`;
  }
  if (value instanceof Error) {
    return described(value);
  }
  if (value instanceof Map) {
    return redactFields(
      Array.from(value, ([name, one]) => [String(name), one] as const),
      depth,
    );
  }
  if (Symbol.iterator in value) {
    return Array.from(value as Iterable<unknown>, (one) => redact(one, depth + 1));
  }
  return redactFields(Object.entries(value), depth);
}

function redactFields(fields: readonly (readonly [string, unknown])[], depth: number): unknown {
  const found = fields.map(
    ([name, value]) => [name, isSensitive(name) ? REDACTED : redact(value, depth + 1)] as const,
  );
  return Object.fromEntries(found);
}

/** What was thrown, and where; and what was thrown before. */
function described(error: Error): unknown {
  const chain: unknown[] = [];
  let current: unknown = error;
  while (current instanceof Error && chain.length < MOST_CAUSES) {
    const lines = (current.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
    chain.push({ type: current.constructor.name, at: lines.map((line) => line.trim()) });
    current = current.cause;
  }
  return chain;
}

/** Writes a line. */
function write(level: Level, event: string, details: Details): void {
  if (LEVELS.indexOf(level) < least) {
    return;
  }
  const id = context.getStore();
  const line = {
    ...(id === undefined ? {} : { request_id: id }),
    ...(redact(details) as Details),
    event,
    level,
    timestamp: new Date().toISOString(),
  };
  output(`${JSON.stringify(line)}\n`);
}

/** Writes lines, by how much they matter. */
export const log = {
  debug: (event: string, details: Details = {}): void => write("debug", event, details),
  info: (event: string, details: Details = {}): void => write("info", event, details),
  warning: (event: string, details: Details = {}): void => write("warning", event, details),
  error: (event: string, details: Details = {}): void => write("error", event, details),
};

/** Gives each request an id, counts it, and writes one line about it. */
export function accessLog(request: Request, response: Response, next: NextFunction): void {
  const began = performance.now();
  const sent = request.headers[REQUEST_ID];
  const isGood = typeof sent === "string" && /^[A-Za-z0-9._-]{1,128}$/.test(sent);
  const id = isGood ? sent : randomBytes(16).toString("hex");
  response.setHeader(REQUEST_ID, id);
  context.run(id, () => {
    response.once("close", () => tell(request, response, performance.now() - began));
    next();
  });
}

function tell(request: Request, response: Response, milliseconds: number): void {
  const found = request.route as { readonly path: string } | undefined;
  const [method, status] = [request.method, response.statusCode];
  const route = found === undefined ? null : `${request.baseUrl}${found.path}`;
  note(route === null ? "unknown" : method, route ?? "unknown", status, milliseconds / 1000);
  const level = route !== null && PROBES.has(route) ? "debug" : "info";
  write(level, "request", { method, route, status, milliseconds: Number(milliseconds.toFixed(3)) });
}
