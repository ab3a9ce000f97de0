/** Transactions: each call is one, and those that change something are serializable. */

import { setTimeout as pause } from "node:timers/promises";

import { unavailable } from "./problems.ts";
import type { Cell } from "./tables.ts";

const ATTEMPTS = 12;
const SHORTEST_PAUSE = 5;
const LONGEST_PAUSE = 250;

/** Whether a transaction may change something, only reads, or is no more than one statement. */
export type Mode = "write" | "read" | "one";
/** The cells of a row, in the order in which they were asked for. */
export type Row = readonly unknown[];

/** What databases write differently. */
export interface Dialect {
  /** A name in quotes. */
  quoted(name: string): string;
  /** What stands for a value, by its position, counted from 1. */
  placeholder(position: number): string;
  /** That two terms, of which the first may be empty, are not the same. */
  isOther(left: string, right: string): string;
  /** What adds a column up without leaving the range of numbers: its high half, and its low half. */
  halves(column: string): readonly [string, string];
}

/** A statement while it is written, with the values that it is run with. */
export class Statement {
  readonly dialect: Dialect;
  readonly cells: Cell[] = [];

  constructor(dialect: Dialect) {
    this.dialect = dialect;
  }

  /** A name in quotes. */
  name(name: string): string {
    return this.dialect.quoted(name);
  }

  /** What stands for a value. */
  bind(cell: Cell): string {
    this.cells.push(cell);
    return this.dialect.placeholder(this.cells.length);
  }
}

/** A connection in which a transaction runs. */
export interface Connection {
  readonly dialect: Dialect;
  /** The rows that a statement asks for. */
  rows(sql: string, cells: readonly Cell[]): Promise<readonly Row[]>;
  /** How many rows a statement has found to change. */
  change(sql: string, cells: readonly Cell[]): Promise<number>;
}

/** A database. */
export interface Driver {
  /** Does something in one transaction, which is kept where nothing goes wrong. */
  transaction<R>(mode: Mode, work: (connection: Connection) => Promise<R>): Promise<R>;
  /** Whether the same may work a moment later. */
  isPassing(thrown: unknown): boolean;
  /** Lets all connections go. */
  close(): Promise<void>;
}

/** The connection was lost while a transaction was to be kept: nobody knows whether it was, so it is not tried again. */
export class Uncertain extends Error {}

/** Does something in a transaction; again, where others were in the way. */
export async function attempt<R>(
  driver: Driver,
  mode: Mode,
  work: (connection: Connection) => Promise<R>,
): Promise<R> {
  for (let tried = 0; tried < ATTEMPTS; tried += 1) {
    try {
      return await driver.transaction(mode, work);
    } catch (thrown) {
      if (!driver.isPassing(thrown)) {
        throw thrown;
      }
    }
    // Those that were in each other's way come back at different times.
    const longest = Math.min(SHORTEST_PAUSE * 2 ** tried, LONGEST_PAUSE);
    await pause(longest * (0.5 + Math.random()));
  }
  throw unavailable("Too many others are changing the same things. Try again.");
}
