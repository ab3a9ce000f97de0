/** The conditions of a spec as a suite holds them: by their ids, with their places. */

/** A condition of the spec: its name, its text, where it stands, and whether it holds. */
export interface Rule {
  readonly id: string;
  readonly text: string;
  readonly place: string;
  /** Each function says what it takes; whoever has a rule hands it what it speaks of. */
  holds(...speaksOf: readonly unknown[]): boolean;
}
