/** Tells a program that waits for the run what happens: a line of JSON for each event, in the file that it names. */

import { appendFileSync } from "node:fs";

const VARIABLE = "SPEC_TEST_PROGRESS";

/** Adds an event, where somebody wants to know. */
export function tell(event: string, more: Readonly<Record<string, string | number>> = {}): void {
  const path = process.env[VARIABLE];
  if (path) {
    appendFileSync(path, `${JSON.stringify({ event, ...more })}\n`);
  }
}
