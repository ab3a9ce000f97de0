/** Which names stand for values that are nobody else's business. */

/** Such a name is one of these, or ends in one after a `_`; `hash` alone is none. */
export const WORDS: readonly string[] = ["password", "hash", "secret", "token", "api_key"];

/** What the spec calls sensitive, and what carries credentials. */
export const NAMES: ReadonlySet<string> = new Set([]);
