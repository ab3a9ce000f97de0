/**
 * Who may call: the schemes of the spec against the credentials in the settings.
 *
 * The schemes of an operation are alternatives. A scheme whose credential nobody set lets nobody pass.
 */

import { createHash, timingSafeEqual } from "node:crypto";

import type { Request } from "express";

import type { Settings } from "../settings.ts";
import { unauthorized } from "./problems.ts";
import { queryOf } from "./requests.ts";

/** How a caller shows who they are: `name` is that of the scheme, `key` where an API key travels. */
export interface Scheme {
  readonly name: string;
  readonly kind: "bearer" | "basic" | "header" | "query" | "cookie";
  readonly realm: string;
  readonly key?: string;
}

/** Lets a request pass that shows the credential of one of the schemes. */
export function admit(request: Request, settings: Settings, ...schemes: readonly Scheme[]): void {
  const admits = (scheme: Scheme): boolean => {
    const [valid, shown] = [settings.credential(scheme.name), shownIn(request, scheme)];
    return valid !== "" && shown !== null && isSame(shown, Buffer.from(valid, "utf8"));
  };
  // Each is looked at, so that the time tells nothing.
  if (!schemes.map(admits).includes(true)) {
    throw unauthorized("Valid credentials for this operation are missing.", schemes.map(challenge));
  }
}

/** Whether two secrets are the same, in a time that does not depend on where they differ. */
export function isSame(a: Buffer, b: Buffer): boolean {
  const digest = (secret: Buffer): Buffer => createHash("sha256").update(secret).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** What follows the name of an authentication scheme, which is case-insensitive. */
export function authorization(request: Request, scheme: string): Buffer | null {
  const [, name, rest] = /^(\S*) (.*)$/su.exec(request.headers.authorization ?? "") ?? [];
  const isScheme = name?.toLowerCase() === scheme && rest !== "";
  return isScheme ? Buffer.from(rest!.trim(), "latin1") : null;
}

/** What a 401 asks for. */
function challenge({ kind, realm, key = "" }: Scheme): string {
  switch (kind) {
    case "bearer":
      return `Bearer realm="${realm}"`;
    case "basic":
      return `Basic realm="${realm}", charset="UTF-8"`;
    case "header":
    case "query":
    case "cookie":
      return `ApiKey realm="${realm}", ${kind}="${key}"`;
  }
}

function shownIn(request: Request, { kind, key = "" }: Scheme): Buffer | null {
  switch (kind) {
    case "bearer":
      return authorization(request, "bearer");
    case "basic":
      return plain(authorization(request, "basic"));
    case "header":
      return fromHead(inHeader(request, key));
    case "cookie":
      return fromHead(inCookie(request, key));
    case "query": {
      const found = Array.from(queryOf(request)).find(([name]) => name === key);
      return found?.[1] == null ? null : Buffer.from(found[1], "utf8");
    }
  }
}

function fromHead(text: string | null): Buffer | null {
  return text === null ? null : Buffer.from(text, "latin1");
}

function inHeader(request: Request, name: string): string | null {
  const found = request.headers[name.toLowerCase()];
  return (Array.isArray(found) ? found[0] : found) ?? null;
}

function inCookie(request: Request, name: string): string | null {
  for (const pair of (request.headers.cookie ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at >= 0 && pair.slice(0, at).trim() === name) {
      return pair
        .slice(at + 1)
        .trim()
        .replace(/^"+|"+$/g, "");
    }
  }
  return null;
}

/** What was encoded as Base64, if it was. */
function plain(credentials: Buffer | null): Buffer | null {
  const text = credentials?.toString("latin1") ?? "";
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
  return credentials !== null && isBase64 ? Buffer.from(text, "base64") : null;
}
