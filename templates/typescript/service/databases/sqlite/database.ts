/** SQLite: one connection that writes, and one that reads and waits for nobody. */

import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";

import type { Connection, Dialect, Driver, Mode, Row } from "../runtime/database.ts";
import type { Server } from "../runtime/migrating.ts";
import type { Cell } from "../runtime/tables.ts";

/** How long a transaction that writes waits for those of other processes. */
const LONGEST_WAIT = 10_000;
const STEP = 5;
const MOST_STATEMENTS = 500;
const [BUSY, LOCKED] = [5, 6];

const dialect: Dialect = {
  quoted: (name) => `"${name.replaceAll('"', '""')}"`,
  placeholder: () => "?",
  isOther: (left, right) => `${left} IS NOT ${right}`,
  halves: (column) => [
    `SUM((${column} - ${column} % 4294967296) / 4294967296)`,
    `SUM(${column} % 4294967296)`,
  ],
};

/** A connection. Its statements are prepared once, and one transaction comes after the other. */
class Session implements Connection {
  readonly dialect = dialect;
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.#database = new DatabaseSync(path, { readBigInts: true, returnArrays: true, timeout: 0 });
    this.run("PRAGMA busy_timeout = 10000");
    for (const setting of ["journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"]) {
      this.run(`PRAGMA ${setting}`);
    }
    // From here on nobody is waited for inside of SQLite, which would stop everything else.
    this.run("PRAGMA busy_timeout = 0");
  }

  run(sql: string): void {
    this.#database.exec(sql);
  }

  /** Takes a transaction back, unless SQLite has done that itself. */
  rollBack(): void {
    if (this.#database.isTransaction) {
      this.run("ROLLBACK");
    }
  }

  async rows(sql: string, cells: readonly Cell[]): Promise<readonly Row[]> {
    return this.#statement(sql).all(
      ...(cells as (bigint | number | string | null)[]),
    ) as unknown as Row[];
  }

  async change(sql: string, cells: readonly Cell[]): Promise<number> {
    const done = this.#statement(sql).run(...(cells as (bigint | number | string | null)[]));
    return Number(done.changes);
  }

  #statement(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known !== undefined) {
      return known;
    }
    if (this.#prepared.size >= MOST_STATEMENTS) {
      this.#prepared.clear();
    }
    const made = this.#database.prepare(sql);
    this.#prepared.set(sql, made);
    return made;
  }

  /** Does something when all that was to be done before is done. */
  inTurn<R>(work: () => Promise<R>): Promise<R> {
    const found = this.#last.then(work, work);
    this.#last = found.catch(() => undefined);
    return found;
  }

  close(): void {
    this.#database.close();
  }
}

async function begin(session: Session, mode: Mode): Promise<void> {
  const until = performance.now() + LONGEST_WAIT;
  for (;;) {
    try {
      session.run(mode === "write" ? "BEGIN IMMEDIATE" : "BEGIN");
      return;
    } catch (thrown) {
      if (!isBusy(thrown) || performance.now() > until) {
        throw thrown;
      }
    }
    await pause(STEP * (0.5 + Math.random()));
  }
}

async function inTransaction<R>(
  session: Session,
  mode: Mode,
  work: (connection: Connection) => Promise<R>,
): Promise<R> {
  if (mode === "one") {
    return work(session);
  }
  await begin(session, mode);
  try {
    const found = await work(session);
    session.run("COMMIT");
    return found;
  } catch (thrown) {
    session.rollBack();
    throw thrown;
  }
}

function isBusy(thrown: unknown): boolean {
  const code = thrown instanceof Error && "errcode" in thrown ? Number(thrown.errcode) & 0xff : 0;
  return code === BUSY || code === LOCKED;
}

/** The path of the file that a URL names: what follows three slashes. */
function pathOf(url: string): string {
  return url.replace(/^sqlite(?:\+\w+)?:\/\/\//, "").replace(/\?.*$/, "");
}

/** Opens a database. */
export async function open(url: string, _connections: number): Promise<Driver> {
  const path = pathOf(url);
  const [writer, reader] = [new Session(path), new Session(path)];
  return {
    transaction(mode, work) {
      const session = mode === "write" ? writer : reader;
      return session.inTurn(() => inTransaction(session, mode, work));
    },
    isPassing: isBusy,
    async close() {
      reader.close();
      writer.close();
    },
  };
}

/** What migrations have to know of a server that nobody asks. */
export function unasked(_url: string): Server {
  return { collation: "BINARY", isWhole: true };
}

/** What migrations have to know of the server. */
export async function asked(url: string, _driver: Driver): Promise<Server> {
  return unasked(url);
}
