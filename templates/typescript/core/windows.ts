/**
 * Instants and durations in milliseconds, and windows: those of which only the bounds are known, since a service may have
 * a clock of its own.
 *
 * Comparisons that the bounds decide are definite. All others ask `choose`, and `verdict` sees to it that both outcomes
 * are tried.
 */

import { Outside, Undefined, Unknown } from "./stops.ts";

/** The beginning of the year 1, the first instant. */
export const EARLIEST = -62_135_596_800_000n;
/** The end of the year 9999, the last instant. */
export const LATEST = 253_402_300_799_999n;

const MAX_PATHS = 256;

/** Whether a condition holds. */
export type Truth = "yes" | "no" | "unknown";

/** A `DateTime`: milliseconds since the epoch. */
export type Instant = bigint | Window;
/** A `Duration`: milliseconds. */
export type Duration = bigint | Window;

// The answers that `choose` gave and will give, and how many it gave: a path through a tree, followed depth first.
let path: boolean[] | null = null;
let given = 0;

/** One of the two outcomes of a condition that nobody can decide; `verdict` sees to it that both are tried. */
export function choose(): boolean {
  if (path === null) {
    throw new Error("a condition that depends on the clock was evaluated outside of verdict()");
  }
  if (given === path.length) {
    path.push(true);
  }
  given += 1;
  return path[given - 1] === true;
}

/**
 * A condition that depends on a function nobody supplies, as its text.
 *
 * Where nobody tries both outcomes it is as if it held, which whoever asks has to know.
 */
export function unknown(text: string): boolean {
  if (path === null) {
    throw new Unknown(text);
  }
  return choose();
}

/** Whether a condition holds whatever `choose` answers. What is undefined does not hold. */
export function verdict(condition: () => boolean): Truth {
  const outer = { path, given };
  const own: boolean[] = [];
  path = own;
  try {
    let first: boolean | null = null;
    for (let tried = 0; tried < MAX_PATHS; tried += 1) {
      given = 0;
      const holds = outcome(condition);
      if (first !== null && holds !== first) {
        return "unknown";
      }
      first = holds;
      if (!turn(own)) {
        return holds ? "yes" : "no";
      }
    }
    return "unknown";
  } finally {
    ({ path, given } = outer);
  }
}

function outcome(condition: () => boolean): boolean {
  try {
    return condition();
  } catch (thrown) {
    if (thrown instanceof Undefined) {
      return false;
    }
    // How JavaScript says that the stack is full.
    if (thrown instanceof RangeError) {
      throw new Outside("functions call each other too deep");
    }
    throw thrown;
  }
}

/** Makes the next path of it. Tells whether there is one. */
function turn(own: boolean[]): boolean {
  while (own.at(-1) === false) {
    own.pop();
  }
  if (own.length === 0) {
    return false;
  }
  own[own.length - 1] = false;
  return true;
}

/** Why a condition that does not hold is undefined, if it is: for messages. */
export function reason(condition: () => unknown): string | null {
  let found: string | null = null;
  verdict(() => {
    try {
      condition();
    } catch (thrown) {
      if (!(thrown instanceof Undefined)) {
        throw thrown;
      }
      found ??= thrown.atLength();
    }
    return false;
  });
  return found;
}

/** What a term comes to, where every comparison that depends on the clock comes out as it first may; for messages. */
export function workedOut<T>(term: () => T): T {
  let found: (() => T) | null = null;
  verdict(() => {
    found ??= attempt(term);
    return true;
  });
  return (found ?? term)();
}

/** What gives the value of a term, or throws what the term threw. */
function attempt<T>(term: () => T): () => T {
  try {
    const value = term();
    return () => value;
  } catch (thrown) {
    return () => {
      throw thrown;
    };
  }
}

// Whether there was ever a window: where all clocks stand still nothing has to be searched for one.
let windows = false;

/** An instant of which only the bounds are known, or the difference of such an instant and another one. */
export class Window {
  readonly lo: bigint;
  readonly hi: bigint;

  constructor(lo: bigint, hi: bigint) {
    this.lo = lo;
    this.hi = hi;
    windows = true;
  }

  toString(): string {
    const isInstant = EARLIEST <= this.lo && this.hi <= LATEST;
    return isInstant ? `${isoText(this.lo)}..${isoText(this.hi)}` : `${this.lo}..${this.hi}`;
  }
}

/** Whether there was ever a window. */
export function thereAreWindows(): boolean {
  return windows;
}

/** The moment of a call that lies between two instants. */
export function between(lo: bigint, hi: bigint): Instant {
  return lo < hi ? new Window(lo, hi) : lo;
}

/** An instant as it is sent: `2024-05-01T12:00:00.000Z`. */
export function isoText(at: Instant): string {
  return typeof at === "bigint" ? new Date(Number(at)).toISOString() : at.toString();
}

function lo(number: Duration): bigint {
  return typeof number === "bigint" ? number : number.lo;
}

function hi(number: Duration): bigint {
  return typeof number === "bigint" ? number : number.hi;
}

/** `a < b` */
export function lessThan(a: Duration, b: Duration): boolean {
  return hi(a) < lo(b) || (lo(a) < hi(b) && choose());
}

/** `a <= b` */
export function atMost(a: Duration, b: Duration): boolean {
  return !lessThan(b, a);
}

/** `a > b` */
export function moreThan(a: Duration, b: Duration): boolean {
  return lessThan(b, a);
}

/** `a >= b` */
export function atLeast(a: Duration, b: Duration): boolean {
  return !lessThan(a, b);
}

/** `a = b` */
export function coincide(a: Duration, b: Duration): boolean {
  if (a === b) {
    return true;
  }
  if (hi(a) < lo(b) || hi(b) < lo(a)) {
    return false;
  }
  return (lo(a) === hi(a) && lo(b) === hi(b)) || choose();
}

/** `a + b` */
export function plus(a: Duration, b: Duration): Duration {
  return made(lo(a) + lo(b), hi(a) + hi(b), a, b);
}

/** `a - b` */
export function minus(a: Duration, b: Duration): Duration {
  return made(lo(a) - hi(b), hi(a) - lo(b), a, b);
}

/** `a * b`, of a duration and a count */
export function times(a: Duration, b: Duration): Duration {
  const ends = [lo(a) * lo(b), hi(a) * hi(b)] as const;
  return ends[0] <= ends[1] ? made(ends[0], ends[1], a, b) : made(ends[1], ends[0], a, b);
}

/** `-a` */
export function negated(a: Duration): Duration {
  return made(-hi(a), -lo(a), a, a);
}

/** `abs(a)` */
export function absolute(a: Duration): Duration {
  const [from, to] = [lo(a), hi(a)];
  if (from >= 0n) {
    return a;
  }
  return to <= 0n ? negated(a) : made(0n, -from > to ? -from : to, a, a);
}

/** A number between bounds: a window only where it is made of one. */
function made(from: bigint, to: bigint, a: Duration, b: Duration): Duration {
  return typeof a === "bigint" && typeof b === "bigint" ? from : new Window(from, to);
}

/** The least and the greatest that a number can be. */
export function bounds(number: Duration): readonly [bigint, bigint] {
  return [lo(number), hi(number)];
}
