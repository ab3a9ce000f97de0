/** How values of the types and inputs of UrlShortener are drawn. */

import type { Arbitrary } from "fast-check";
import { texts } from "./harness/generate.ts";

/** ShortCode = String where value matches /^[A-Za-z0-9]{6,10}$/ */
export function shortCode(): Arbitrary<string> {
  return texts(0, null, /^[A-Za-z0-9]{6,10}$/u);
}

/** LongURL = String where len(value) <= 2048 and isValidURI(value) */
export function longUrl(): Arbitrary<string> {
  return texts(0, 2048, /^https?:\/\/[!-~]+$/u);
}

/** The input url of Shorten. */
export function shortenUrl(): Arbitrary<string> {
  return longUrl();
}

/** The input code of Claim. */
export function claimCode(): Arbitrary<string> {
  return shortCode();
}

/** The input url of Claim. */
export function claimUrl(): Arbitrary<string> {
  return longUrl();
}

/** The input code of Resolve. */
export function resolveCode(): Arbitrary<string> {
  return shortCode();
}

/** The input code of Retarget. */
export function retargetCode(): Arbitrary<string> {
  return shortCode();
}

/** The input url of Retarget. */
export function retargetUrl(): Arbitrary<string> {
  return longUrl();
}

/** The input code of Delete. */
export function deleteCode(): Arbitrary<string> {
  return shortCode();
}

/** The input code of Stats. */
export function statsCode(): Arbitrary<string> {
  return shortCode();
}
