/** The data of UrlShortener: its entities, its state, and what its operations take and give. */

import type { ValueMap, ValueSet } from "./runtime/values.ts";

/** The entity UrlMapping. */
export interface UrlMapping {
  readonly code: string;
  readonly url: string;
  readonly createdAt: bigint;
  readonly clickCount: bigint;
  readonly lastVisitedAt: bigint | null;
}

/** The state of UrlShortener. */
export interface State {
  readonly store: ValueMap<string, string>;
  readonly metadata: ValueMap<string, UrlMapping>;
}

/** What Shorten takes. */
export interface ShortenGiven {
  readonly url: string;
}

/** What Shorten gives. */
export interface ShortenAnswer {
  readonly code: string;
  readonly shortUrl: string;
}

/** What Claim takes. */
export interface ClaimGiven {
  readonly code: string;
  readonly url: string;
}

/** What Claim gives. */
export interface ClaimAnswer {
  readonly mapping: UrlMapping;
}

/** What Resolve takes. */
export interface ResolveGiven {
  readonly code: string;
}

/** What Resolve gives. */
export interface ResolveAnswer {
  readonly url: string;
}

/** What Retarget takes. */
export interface RetargetGiven {
  readonly code: string;
  readonly url: string;
}

/** What Retarget gives: nothing. */
export type RetargetAnswer = Record<never, never>;

/** What Delete takes. */
export interface DeleteGiven {
  readonly code: string;
}

/** What Delete gives: nothing. */
export type DeleteAnswer = Record<never, never>;

/** What Stats takes. */
export interface StatsGiven {
  readonly code: string;
}

/** What Stats gives. */
export interface StatsAnswer {
  readonly mapping: UrlMapping;
}

/** What ListAll takes: nothing. */
export type ListAllGiven = Record<never, never>;

/** What ListAll gives. */
export interface ListAllAnswer {
  readonly entries: ValueSet<UrlMapping>;
}

/** What TotalClicks takes: nothing. */
export type TotalClicksGiven = Record<never, never>;

/** What TotalClicks gives. */
export interface TotalClicksAnswer {
  readonly codes: bigint;
  readonly clicks: bigint;
}
