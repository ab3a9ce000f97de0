/** MySQL and MariaDB: a pool of connections, each transaction serializable. */

import mysql, { type Pool, type PoolConnection, type ResultSetHeader } from "mysql2/promise";

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

// Deadlocks, lock timeouts, changed records, and no room for another connection.
const PASSING = new Set([1205, 1213, 1020, 1040]);
const LOST = new Set(["ECONNREFUSED", "ECONNRESET", "PROTOCOL_CONNECTION_LOST"]);
/** In the order of code points, and `a` and `a ` are two texts; each of the two has a name of its own for it. */
const [OF_MARIADB, OF_MYSQL] = ["utf8mb4_nopad_bin", "utf8mb4_0900_bin"];

const dialect: Dialect = {
  quoted: (name) => `\`${name.replaceAll("`", "``")}\``,
  placeholder: () => "?",
  isOther: (left, right) => `NOT (${left} <=> ${right})`,
  halves: (column) => [
    `SUM((${column} - ${column} % 4294967296) DIV 4294967296)`,
    `SUM(${column} % 4294967296)`,
  ],
};

/** A cell as the driver takes it: numbers that are exact have a type of their own. */
function parameter(cell: Cell): string | number | boolean | null | object {
  return typeof cell === "bigint" ? mysql.TypedParameter.BIGINT(cell) : cell;
}

class Session implements Connection {
  readonly dialect = dialect;
  readonly #connection: PoolConnection;

  constructor(connection: PoolConnection) {
    this.#connection = connection;
  }

  async rows(sql: string, cells: readonly Cell[]): Promise<readonly Row[]> {
    const [rows] = await this.#run(sql, cells);
    return rows as unknown as readonly Row[];
  }

  async change(sql: string, cells: readonly Cell[]): Promise<number> {
    const [done] = await this.#run(sql, cells);
    return (done as ResultSetHeader).affectedRows;
  }

  #run(sql: string, cells: readonly Cell[]): Promise<[unknown, unknown]> {
    const query = { sql, rowsAsArray: true };
    return cells.length === 0
      ? this.#connection.query(query)
      : this.#connection.execute(query, cells.map(parameter) as never);
  }
}

async function inTransaction<R>(
  connection: PoolConnection,
  mode: Mode,
  work: (connection: Connection) => Promise<R>,
): Promise<R> {
  await connection.query("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
  await connection.query(`START TRANSACTION ${mode === "write" ? "READ WRITE" : "READ ONLY"}`);
  try {
    const found = await work(new Session(connection));
    await commit(connection);
    return found;
  } catch (thrown) {
    // What is lost cannot be rolled back, and need not be.
    await connection.query("ROLLBACK").catch(() => undefined);
    throw thrown;
  }
}

async function commit(connection: PoolConnection): Promise<void> {
  try {
    await connection.query("COMMIT");
  } catch (thrown) {
    throw isLost(thrown) ? new Uncertain("lost at the end", { cause: thrown }) : thrown;
  }
}

function poolOf(url: string, connections: number): Pool {
  return mysql.createPool({
    uri: url.replace(/^(?:mysql|mariadb)(?:\+\w+)?:/, "mysql:"),
    connectionLimit: connections,
    charset: "utf8mb4",
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
    flags: ["FOUND_ROWS"],
  });
}

/** Opens a database. */
export async function open(url: string, connections: number): Promise<Driver> {
  const pool = poolOf(url, connections);
  return {
    async transaction(mode, work) {
      const connection = await pool.getConnection();
      try {
        const found = await inTransaction(connection, mode, work);
        connection.release();
        return found;
      } catch (thrown) {
        if (thrown instanceof Uncertain || isLost(thrown)) {
          connection.destroy();
        } else {
          connection.release();
        }
        throw thrown;
      }
    },
    isPassing: (thrown) => isLost(thrown) || PASSING.has(errorNumber(thrown)),
    close: () => pool.end(),
  };
}

function errorNumber(thrown: unknown): number {
  return thrown instanceof Error && "errno" in thrown ? Number(thrown.errno) : 0;
}

function isLost(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && LOST.has(String(thrown.code));
}

/** What migrations have to know of a server that nobody asks. */
export function unasked(url: string): Server {
  return { collation: url.startsWith("mariadb") ? OF_MARIADB : OF_MYSQL, isWhole: false };
}

/** What migrations have to know of the server. */
export async function asked(_url: string, driver: Driver): Promise<Server> {
  const [row] = await driver.transaction("one", (connection) =>
    connection.rows("SELECT VERSION()", []),
  );
  const isMariadb = String(row?.[0]).includes("MariaDB");
  return { collation: isMariadb ? OF_MARIADB : OF_MYSQL, isWhole: false };
}
