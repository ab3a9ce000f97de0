/** Judging clauses: whether a call is allowed, and whether what became of it is what the spec promises. */

import { Problem, unreadable } from "./problems.ts";
import type { Rule } from "./rules.ts";
import type { WireType } from "./types.ts";
import { type Entries, equal, Outside, UNDECIDED, Undefined, Unknown } from "./values.ts";

/** The text of a condition, and the condition. */
export type Clause = readonly [string, () => boolean];
/** The title of a clause, and its text. */
export type Told = readonly [string, string];
/** An input: its name on the wire, its value, and its type. */
export type Input = readonly [string, unknown, WireType<unknown>];

/** A promise that was not kept: the title of the clause, its text, and why it has no value. */
export class Broken extends Error {
  readonly title: string;
  readonly text: string;
  readonly why: string;

  constructor(title: string, text: string, why = "") {
    super(
      `${title} does not hold${text === "" ? "" : `: ${text}`}${why === "" ? "" : ` (${why})`}`,
    );
    this.title = title;
    this.text = text;
    this.why = why;
  }

  /**
   * 500: the precondition holds, and no choice keeps every promise.
   *
   * 501 for an ensures that fails for want of a value: of what some speak of, only a few values are tried.
   */
  problem(unfound: readonly string[] = [], triesAll = false): Problem {
    const lacksValue = (this.why === UNDECIDED && !triesAll) || unfound.includes(this.text);
    if (this.title.startsWith("an ensures of ") && lacksValue) {
      const detail =
        "specc does not know how to do this: no value was found that keeps it; there may be one.";
      return new Problem(501, detail, this.text);
    }
    return new Problem(500, `The spec promises the impossible: ${this.message}.`, this.text);
  }
}

/** Why a condition does not hold: the empty text where it is false; `null` where it holds. */
export function failure(condition: () => boolean): string | null {
  try {
    return condition() ? null : "";
  } catch (thrown) {
    if (thrown instanceof Unknown) {
      return null;
    }
    if (thrown instanceof Undefined) {
      return thrown.message;
    }
    // How JavaScript says that the stack is full.
    if (thrown instanceof RangeError) {
      throw new Outside("more than can be computed");
    }
    throw thrown;
  }
}

/** Whether a condition holds. */
export function holds(condition: () => boolean): boolean {
  return failure(condition) === null;
}

/**
 * Lets a call pass for which all conditions hold.
 *
 * What an input names and is not there answers 404, everything else 409. `moves` are the transitions that must have a
 * rule for the call, `present` the conditions that an input names something.
 */
export function requires(
  clauses: readonly Clause[],
  { moves = [], present = [] }: { moves?: readonly Clause[]; present?: readonly Clause[] } = {},
): void {
  const rejection = first(clauses, 409, "The call is not allowed now") ?? unmoved(moves);
  if (rejection !== null) {
    throw first(present, 404, "What an input names is not there") ?? rejection;
  }
}

function first(clauses: readonly Clause[], status: number, words: string): Problem | null {
  for (const [text, condition] of clauses) {
    const why = failure(condition);
    if (why !== null) {
      return new Problem(status, `${words}${why === "" ? "" : ` (${why})`}.`, text);
    }
  }
  return null;
}

function unmoved(moves: readonly Clause[]): Problem | null {
  const stuck = moves.find(([, rule]) => !rule());
  return stuck === undefined
    ? null
    : new Problem(409, `the transition \`${stuck[0]}\` has no rule for this now.`);
}

/** The first refinement or entity invariant that a value breaks, and why. What is not decided yet breaks nothing. */
export function broken<T>(
  declared: WireType<T>,
  value: T,
  state: unknown,
  now: bigint,
): readonly [Rule, string] | null {
  for (const [rule, speaksOf] of declared.obligations(value)) {
    const why = failure(() => rule.holds(...speaksOf, state, now));
    if (why !== null && why !== UNDECIDED) {
      return [rule, why];
    }
  }
  return null;
}

/** Lets inputs pass that satisfy their types. */
export function inputsFit(state: unknown, now: bigint, ...inputs: readonly Input[]): void {
  for (const [name, value, declared] of inputs) {
    const found = broken(declared, value, state, now);
    if (found !== null) {
      throw unreadable(`${name}: breaks ${found[0].title}`, found[0].text);
    }
  }
}

/** Whether a value satisfies its type, as far as it is decided. */
export function fits<T>(declared: WireType<T>, value: T, state: unknown, now: bigint): boolean {
  return broken(declared, value, state, now) === null;
}

/** Whether a rule of a transition leads from where an entry is. An entry that is not there moves nowhere. */
export function mayMove<K, V>(
  relation: Entries<K, V>,
  key: K,
  ...rules: readonly ((entry: V) => boolean)[]
): boolean {
  if (!relation.has(key)) {
    return false;
  }
  const entry = relation.at(key);
  return rules.map((rule) => holds(() => rule(entry))).includes(true);
}

/** The value that one of the enabled rules of a transition gives. */
export function enabled<T>(
  pick: { oneOf(clause: Told, values: readonly T[]): T },
  ...rules: readonly (readonly [T, () => boolean])[]
): T {
  const found = rules.filter(([, rule]) => holds(rule)).map(([value]) => value);
  return pick.oneOf(["the transition", ""], found);
}

/** Whether an entry has come to where a rule of a transition leads from where it was. */
export function moved<K, V, P>(
  before: Entries<K, V>,
  after: Entries<K, V>,
  key: K,
  part: (entry: V) => P,
  ...rules: readonly (readonly [(entry: V) => boolean, P])[]
): boolean {
  if (!after.has(key)) {
    return false;
  }
  const [old, now] = [before.at(key), part(after.at(key))];
  const reached = rules.map(([rule, target]) => holds(() => rule(old)) && equal<P>(now, target));
  return reached.includes(true);
}

/** Names the clause that does not hold where what it says has no value. */
export function ensuring<T>(title: string, text: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw thrown instanceof Undefined ? new Broken(title, text, thrown.message) : thrown;
  }
}

/** Checks a promise. */
export function promised(title: string, text: string, condition: () => boolean): void {
  const why = failure(condition);
  if (why !== null) {
    throw new Broken(title, text, why);
  }
}
