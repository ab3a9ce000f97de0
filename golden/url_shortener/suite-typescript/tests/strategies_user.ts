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

export {};
