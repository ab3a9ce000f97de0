/** Keeps sensitive values out of everything that is printed; what is sent stays as it is. */

/** What names of values are, or end in, that are nobody else's business. */
export const SENSITIVE = String.raw`\w*(?:password|secret|token|api_?key|hash)`;

/** What is printed instead of a sensitive text. */
export function mask(text: string): string {
  return `<redacted len=${Array.from(text).length}>`;
}
