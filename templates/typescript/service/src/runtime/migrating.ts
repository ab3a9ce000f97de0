/** Migrations: the files of `migrations/versions`, one after the other, and which of them a database has behind it. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { type Connection, type Driver, Statement } from "./database.ts";

/** What a migration has to know of the server. */
export interface Server {
  /** The collation in which text is compared by code point. */
  readonly collation: string;
  /** Whether a migration is kept as a whole or not at all. */
  readonly isWhole: boolean;
}

/** A step from one form of the tables to the next, as statements. */
export interface Migration {
  readonly id: string;
  /** The one that it follows; none for the first. */
  readonly after: string | null;
  readonly up: (server: Server) => readonly string[];
  readonly down: (server: Server) => readonly string[];
}

const TABLE = "schema_migrations";
const MADE = `CREATE TABLE IF NOT EXISTS ${TABLE} (id VARCHAR(255) NOT NULL PRIMARY KEY)`;

/** The migrations of a folder, each behind the one that it follows. */
export async function history(folder: string): Promise<readonly Migration[]> {
  const names = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  const modules = await Promise.all(
    names.map(
      (name) => import(pathToFileURL(join(folder, name)).href) as Promise<{ migration: Migration }>,
    ),
  );
  const found = modules.map(({ migration }) => migration);
  const ordered: Migration[] = [];
  for (let last: string | null = null; ordered.length < found.length; last = ordered.at(-1)!.id) {
    const next = found.filter(({ after }) => after === last);
    if (next.length !== 1) {
      const place = last === null ? "the beginning" : `migration ${last}`;
      throw new Error(`${next.length} migrations follow ${place}; there has to be one`);
    }
    ordered.push(next[0]!);
  }
  return ordered;
}

/** A migration that is to be made or taken back. */
export interface Step {
  readonly migration: Migration;
  readonly isUp: boolean;
}

/** The steps that are left to the last migration. */
export function upwards(all: readonly Migration[], done: ReadonlySet<string>): readonly Step[] {
  const left = all.filter(({ id }) => !done.has(id));
  return left.map((migration) => ({ migration, isUp: true }));
}

/** The steps back to a migration, which stays; `base` is before the first. Without one the last is taken back. */
export function downwards(
  all: readonly Migration[],
  done: ReadonlySet<string>,
  to: string | null,
): readonly Step[] {
  const made = all.filter(({ id }) => done.has(id));
  const kept = to === null ? made.length - 1 : made.findIndex(({ id }) => id === to) + 1;
  if (to !== null && to !== "base" && kept === 0) {
    throw new Error(`there is no migration ${to} in the database`);
  }
  const gone = made.slice(Math.max(kept, 0)).toReversed();
  return gone.map((migration) => ({ migration, isUp: false }));
}

/** The statements of a step, with the one that notes it. */
export function statements({ migration, isUp }: Step, server: Server): readonly string[] {
  const id = `'${migration.id.replaceAll("'", "''")}'`;
  const noted = isUp
    ? `INSERT INTO ${TABLE} (id) VALUES (${id})`
    : `DELETE FROM ${TABLE} WHERE id = ${id}`;
  return [...(isUp ? migration.up(server) : migration.down(server)), noted];
}

/** A step as a script. */
export function script(step: Step, server: Server): string {
  const lines = statements(step, server);
  const whole = server.isWhole ? ["BEGIN", ...lines, "COMMIT"] : lines;
  const begun = step.isUp && step.migration.after === null ? [MADE, ...whole] : whole;
  return begun.map((line) => `${line};\n`).join("");
}

/** Which migrations a database has behind it. */
export async function done(driver: Driver): Promise<ReadonlySet<string>> {
  const rows = await driver.transaction("write", async (connection) => {
    await connection.change(MADE, []);
    return connection.rows(
      `SELECT ${new Statement(connection.dialect).name("id")} FROM ${TABLE}`,
      [],
    );
  });
  return new Set(rows.map(([id]) => String(id)));
}

/** Makes a step, as a whole where the database can. */
export async function make(driver: Driver, step: Step, server: Server): Promise<void> {
  await driver.transaction("write", async (connection: Connection) => {
    for (const line of statements(step, server)) {
      await connection.change(line, []);
    }
  });
}
