/** How an expression ends that has no value. */

/**
 * A value that is not there: a missing key, a division by zero. The clause that reaches it does not hold.
 *
 * What was looked for is kept beside the reason: a suite shows it, a service does not, since it may be a secret.
 */
export class Undefined extends Error {
  readonly lookedFor: readonly unknown[];

  constructor(why: string, ...lookedFor: readonly unknown[]) {
    super(why);
    this.lookedFor = lookedFor;
  }

  /** The reason with what was looked for. */
  atLength(): string {
    return [this.message, ...this.lookedFor.map(String)].join(": ");
  }
}

/** A value that the call has not decided yet. */
export class Undecided extends Undefined {
  constructor() {
    super(UNDECIDED);
  }
}

/** What is said of it. */
export const UNDECIDED = "the value is not decided";

/** A condition that depends on a function nobody supplies. It counts as true. */
export class Unknown extends Error {}

/** A number left its range, or more was asked than can be computed. The spec does not speak about such a call. */
export class Outside extends Error {}

/** What an expression without a value ends with. */
export type Stop = Undefined | Unknown | Outside;

/** Whether something that was thrown is the end of an expression, and not a mistake in the program. */
export function isStop(thrown: unknown): thrown is Stop {
  return thrown instanceof Undefined || thrown instanceof Outside || thrown instanceof Unknown;
}
