/** What a run has shown: how often each clause was exercised, and what became of each test. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Client } from "./client.ts";
import type { FailureParts } from "./report.ts";

const VERSION = 1;
const FILE = "exercised.json";
/** How a command line says which service is tested, where one was used. */
const AGAINST = "SPEC_TEST_AGAINST";

/** What became of a test. */
export type Outcome = "passed" | "failed" | "blocked" | "skipped";

/** A test as it is stored. */
export interface Told {
  readonly outcome: Outcome;
  readonly why: string;
  readonly failure?: FailureParts;
}

type Counts = Map<string, number>;

function add(counts: Counts, name: string, number = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + number);
}

function sorted(counts: Counts): Record<string, number> {
  return Object.fromEntries(
    Array.from(counts).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))),
  );
}

/** The counters of one run, which is that of one phase. */
export class Ledger {
  /** The phase that is under way. */
  readonly phase: string;
  /** Why the run came to an early end, if it did. */
  stopped = "";
  readonly #clauses: Counts = new Map();
  readonly #exercised: Counts = new Map();
  readonly #calls: Counts = new Map();
  readonly #accepted: Counts = new Map();
  readonly #tests = new Map<string, Told>();

  constructor(phase: string, clauses: readonly string[]) {
    this.phase = phase;
    // Those that are not exercised show up with a zero.
    clauses.forEach((id) => this.#clauses.set(id, 0));
  }

  /** One more example exercised a clause. */
  count(id: string): void {
    add(this.#clauses, id);
    add(this.#exercised, id);
  }

  /** One more call of an operation was made. */
  called(operation: string, isAccepted: boolean): void {
    add(this.#calls, operation);
    add(this.#accepted, operation, Number(isAccepted));
  }

  /** How many calls of an operation were accepted. */
  accepted(operation: string): number {
    return this.#accepted.get(operation) ?? 0;
  }

  /** Notes what became of a test. */
  note(test: string, told: Told): void {
    this.#tests.set(test, told);
  }

  /** The ledger as it is stored; `operations` are all that there are, each with why no call of it is accepted. */
  document(
    run: { readonly service: string; readonly seed: number; readonly profile: string },
    client: Client,
    operations: ReadonlyMap<string, string>,
  ): object {
    const retried = new Map(Array.from(client.retried, ([status, count]) => [`${status}`, count]));
    const made = Array.from(operations, ([name, why]) => [name, this.#operation(name, why)]);
    return {
      version: VERSION,
      ...run,
      against: process.env[AGAINST] ?? "",
      calls: client.calls,
      ...(this.stopped === "" ? {} : { stopped: this.stopped }),
      ...(retried.size === 0 ? {} : { retried: sorted(retried) }),
      phases: {
        [this.phase]: {
          operations: Object.fromEntries(made),
          clauses: sorted(this.#exercised),
        },
      },
      clauses: sorted(this.#clauses),
      tests: Object.fromEntries(this.#tests),
    };
  }

  #operation(name: string, why: string): object {
    const counts = { calls: this.#calls.get(name) ?? 0, accepted: this.accepted(name) };
    return why !== "" && counts.accepted === 0 ? { ...counts, why } : counts;
  }
}

/** Stores a ledger. */
export function write(folder: string, document: object): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, FILE), `${JSON.stringify(document, null, 2)}\n`);
}
