/** What requests to UrlShortener look like, and what it answers. */

import type { Request } from "express";
import { z } from "zod";
import type {
  ClaimAnswer,
  ClaimGiven,
  DeleteGiven,
  ListAllAnswer,
  ResolveAnswer,
  ResolveGiven,
  RetargetAnswer,
  RetargetGiven,
  ShortenAnswer,
  ShortenGiven,
  StatsAnswer,
  StatsGiven,
  TotalClicksAnswer,
} from "./model.ts";
import type { Json } from "./runtime/json.ts";
import { fields, inPath, readAs, readTextAs, shaped } from "./runtime/requests.ts";
import { INT, SetOf, STRING } from "./runtime/types.ts";
import { LONG_URL, SHORT_CODE, URL_MAPPING } from "./wire.ts";

const shortenShape = z.strictObject({ url: readAs(LONG_URL) });

/** The inputs of Shorten. */
export async function shortenGiven(request: Request): Promise<ShortenGiven> {
  const shape = shaped(shortenShape, await fields(request));
  return { url: shape.url };
}

/** What Shorten gives, as JSON. */
export function shortenBody(answer: ShortenAnswer): Json {
  return new Map<string, Json>([
    ["code", SHORT_CODE.encode(answer.code)],
    ["short_url", STRING.encode(answer.shortUrl)],
  ]);
}

const claimShape = z.strictObject({ code: readTextAs(SHORT_CODE), url: readAs(LONG_URL) });

/** The inputs of Claim. */
export async function claimGiven(request: Request): Promise<ClaimGiven> {
  const shape = shaped(claimShape, await fields(request), inPath(request));
  return { code: shape.code, url: shape.url };
}

/** What Claim gives, as JSON. */
export function claimBody(answer: ClaimAnswer): Json {
  return URL_MAPPING.encode(answer.mapping);
}

const resolveShape = z.strictObject({ code: readTextAs(SHORT_CODE) });

/** The inputs of Resolve. */
export function resolveGiven(request: Request): ResolveGiven {
  const shape = shaped(resolveShape, new Map(), inPath(request));
  return { code: shape.code };
}

/** What Resolve gives, as JSON. */
export function resolveBody(answer: ResolveAnswer): Json {
  return new Map<string, Json>([["url", LONG_URL.encode(answer.url)]]);
}

const retargetShape = z.strictObject({ code: readTextAs(SHORT_CODE), url: readAs(LONG_URL) });

/** The inputs of Retarget. */
export async function retargetGiven(request: Request): Promise<RetargetGiven> {
  const shape = shaped(retargetShape, await fields(request), inPath(request));
  return { code: shape.code, url: shape.url };
}

/** What Retarget gives, as JSON. */
export function retargetBody(_answer: RetargetAnswer): Json {
  return new Map();
}

const delete_Shape = z.strictObject({ code: readTextAs(SHORT_CODE) });

/** The inputs of Delete. */
export async function delete_Given(request: Request): Promise<DeleteGiven> {
  const shape = shaped(delete_Shape, await fields(request), inPath(request));
  return { code: shape.code };
}

const statsShape = z.strictObject({ code: readTextAs(SHORT_CODE) });

/** The inputs of Stats. */
export function statsGiven(request: Request): StatsGiven {
  const shape = shaped(statsShape, new Map(), inPath(request));
  return { code: shape.code };
}

/** What Stats gives, as JSON. */
export function statsBody(answer: StatsAnswer): Json {
  return URL_MAPPING.encode(answer.mapping);
}

/** What ListAll gives, as JSON. */
export function listAllBody(answer: ListAllAnswer): Json {
  return new SetOf(URL_MAPPING).encode(answer.entries);
}

/** What TotalClicks gives, as JSON. */
export function totalClicksBody(answer: TotalClicksAnswer): Json {
  return new Map<string, Json>([
    ["codes", INT.encode(answer.codes)],
    ["clicks", INT.encode(answer.clicks)],
  ]);
}
