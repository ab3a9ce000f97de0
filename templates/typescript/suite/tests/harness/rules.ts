/** The conditions of a spec as a suite holds them: by their ids, with their places and what a failure shows of them. */

import type { WireType } from "./types.ts";
import { type Truth, verdict } from "./windows.ts";

/** The variables that conditions over a collection have bound, by their names. Only whoever wrote the part knows their types. */
export type Chosen = Readonly<Record<string, any>>;

/** A part of a condition in the words of the spec, its value, and its type where values do not show what they are. */
export interface Part {
  readonly text: string;
  readonly value: (chosen: Chosen) => unknown;
  readonly declared: WireType<unknown> | null;
}

/** The two sides of an equation. */
export interface Sides {
  readonly left: Part;
  readonly right: Part;
}

/** What a failure shows of a condition. */
export type Parts = readonly (Part | Sides)[];

/** A part of a condition. */
export function part<T>(
  text: string,
  value: (chosen: Chosen) => T,
  declared: WireType<NoInfer<T>> | null = null,
): Part {
  return { text, value, declared: declared as WireType<unknown> | null };
}

/** The two sides of an equation. */
export function sides(left: Part, right: Part): Sides {
  return { left, right };
}

/** A condition of the spec: its name, its text, where it stands, and whether it holds. */
export interface Rule {
  readonly id: string;
  readonly text: string;
  readonly place: string;
  /** Each function says what it takes; whoever has a rule hands it what it speaks of. */
  holds(...speaksOf: readonly unknown[]): boolean;
  /** Whether it says something: it is there where the condition can hold without that. */
  says?(...speaksOf: readonly unknown[]): boolean;
  /** What a failure shows of it. */
  parts?(...speaksOf: readonly unknown[]): Parts;
}

/** Whether a rule holds. */
export function judge(rule: Rule, ...speaksOf: readonly unknown[]): Truth {
  return verdict(() => rule.holds(...speaksOf));
}
