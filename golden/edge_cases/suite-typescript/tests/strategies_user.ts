/**
 * Your own strategies. This file is yours: it is written once and never again.
 *
 * A rule such as `Email.strategy = "tests.strategies_user:validEmail"` in the conventions of the spec makes the suite draw
 * its values here:
 *
 *     export function validEmail(): Arbitrary<string> {
 *       return stringMatching(/^[a-z]{1,8}@example\.org$/);
 *     }
 */

import type { Arbitrary } from "fast-check";
import { oneOf, texts } from "./harness/generate.ts";
import type { Grade } from "./model.ts";
import { GRADE } from "./wire.ts";

/** The values of Grade. */
export function sample_grade(): Arbitrary<Grade> {
  return oneOf(GRADE, "LOW", "ACTIVE", "HIGH");
}

/** Path = String where value matches /^\/[a-z0-9\/.-]{0,30}$/ */
export function sample_path(): Arbitrary<string> {
  return texts(0, null, /^\/[a-z0-9/.-]{0,30}$/u);
}
