/** PostgreSQL: a pool of connections, each transaction serializable. */

import pg from "pg";

import { log } from "../log.ts";
import {
  type Connection,
  type Dialect,
  type Driver,
  type Mode,
  type Row,
  Uncertain,
} from "../runtime/database.ts";
import type { Server } from "../runtime/migrating.ts";
import type { Cell } from "../runtime/tables.ts";

const MOST_STATEMENTS = 500;
// Serialization failures and deadlocks, and no room for another connection.
const PASSING = new Set([
  "40001",
  "40P01",
  "55P03",
  "57P01",
  "53300",
  "ECONNREFUSED",
  "ECONNRESET",
]);

const dialect: Dialect = {
  quoted: (name) => `"${name.replaceAll('"', '""')}"`,
  placeholder: (position) => `$${position}`,
  isOther: (left, right) => `${left} IS DISTINCT FROM ${right}`,
  halves: (column) => [
    `SUM((${column} - ${column} % 4294967296) / 4294967296)`,
    `SUM(${column} % 4294967296)`,
  ],
};

/** How cells are read, by the number that PostgreSQL has for their type. All others stay texts. */
const READERS: ReadonlyMap<number, (text: string) => unknown> = new Map<
  number,
  (text: string) => unknown
>([
  [pg.types.builtins.BOOL, (text) => text === "t"],
  [pg.types.builtins.INT8, BigInt],
  [pg.types.builtins.INT4, BigInt],
  [pg.types.builtins.FLOAT8, Number],
]);

const types = {
  getTypeParser: (type: number) => READERS.get(type) ?? ((text: string) => text),
} as unknown as pg.CustomTypesConfig;

/** The names of prepared statements. */
const names = new Map<string, string>();

function nameOf(sql: string): string | undefined {
  if (!names.has(sql) && names.size < MOST_STATEMENTS) {
    names.set(sql, `s${names.size}`);
  }
  return names.get(sql);
}

class Session implements Connection {
  readonly dialect = dialect;
  readonly #client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async rows(sql: string, cells: readonly Cell[]): Promise<readonly Row[]> {
    return (await this.#query(sql, cells)).rows;
  }

  async change(sql: string, cells: readonly Cell[]): Promise<number> {
    return (await this.#query(sql, cells)).rowCount ?? 0;
  }

  #query(sql: string, cells: readonly Cell[]): Promise<pg.QueryArrayResult> {
    const name = cells.length === 0 ? undefined : nameOf(sql);
    const query = { text: sql, values: [...cells], rowMode: "array" as const, types };
    return this.#client.query(name === undefined ? query : { ...query, name });
  }
}

function begin(mode: Mode): string {
  return `BEGIN ISOLATION LEVEL SERIALIZABLE${mode === "write" ? "" : " READ ONLY"}`;
}

async function inTransaction<R>(
  client: pg.PoolClient,
  mode: Mode,
  work: (connection: Connection) => Promise<R>,
): Promise<R> {
  await client.query(begin(mode));
  try {
    const found = await work(new Session(client));
    await commit(client);
    return found;
  } catch (thrown) {
    // What is lost cannot be rolled back, and need not be.
    await client.query("ROLLBACK").catch(() => undefined);
    throw thrown;
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  try {
    await client.query("COMMIT");
  } catch (thrown) {
    throw isLost(thrown) ? new Uncertain("lost at the end", { cause: thrown }) : thrown;
  }
}

/** Opens a database. */
export async function open(url: string, connections: number): Promise<Driver> {
  const connectionString = url.replace(/^postgres(?:ql)?(?:\+\w+)?:/, "postgres:");
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    options: "-c TimeZone=UTC -c DateStyle=ISO",
    maxLifetimeSeconds: 1800,
  });
  pool.on("error", (error) => log.warning("a connection was lost", { error }));
  return {
    async transaction(mode, work) {
      const client = await pool.connect();
      try {
        const found = await inTransaction(client, mode, work);
        client.release();
        return found;
      } catch (thrown) {
        client.release(thrown instanceof Uncertain || isLost(thrown));
        throw thrown;
      }
    },
    isPassing: (thrown) => PASSING.has(codeOf(thrown)) || isLost(thrown),
    close: () => pool.end(),
  };
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
}

/** Whether the connection is gone: what was thrown is no answer of the server, or its last one. */
function isLost(thrown: unknown): boolean {
  const code = codeOf(thrown);
  const isEnded = thrown instanceof Error && /^(?:Connection|Client) /.test(thrown.message);
  return isEnded || code === "57P01" || /^E[A-Z]+$/.test(code);
}

/** What migrations have to know of a server that nobody asks. */
export function unasked(_url: string): Server {
  return { collation: '"C"', isWhole: true };
}

/** What migrations have to know of the server. */
export async function asked(url: string, _driver: Driver): Promise<Server> {
  return unasked(url);
}
