/** The conditions of a spec as a service holds them: with what it says of them when they are broken. */

/** A condition of the spec: what it is called, its text, and whether it holds. */
export interface Rule {
  readonly title: string;
  readonly text: string;
  /** Each function says what it takes; whoever has a rule hands it what it speaks of. */
  holds(...speaksOf: readonly unknown[]): boolean;
}
