/**
 * Brings the tables up to date: `node src/migrate.ts up`, or takes the last step back: `down`, or all to a migration:
 * `down --to 0002`, `down --to base`. With `--sql` the statements are printed and no database is asked.
 */

import { join } from "node:path";
import { parseArgs } from "node:util";

import { done, downwards, history, make, script, type Step, upwards } from "./runtime/migrating.ts";
import { ROOT, settings as read } from "./settings.ts";
import { asked, open, unasked } from "./store/database.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { to: { type: "string" }, sql: { type: "boolean", default: false } },
});
const settings = read();
const all = await history(join(ROOT, "migrations", "versions"));

function steps(made: ReadonlySet<string>): readonly Step[] {
  const [direction = "up"] = positionals;
  if (direction !== "up" && direction !== "down") {
    throw new Error(`\`${direction}\` is neither \`up\` nor \`down\``);
  }
  return direction === "up" ? upwards(all, made) : downwards(all, made, values.to ?? null);
}

function print(): void {
  const made = new Set(positionals[0] === "down" ? all.map(({ id }) => id) : []);
  const server = unasked(settings.databaseUrl);
  const scripts = steps(made).map((step) => script(step, server));
  process.stdout.write(scripts.join("\n"));
}

async function run(): Promise<void> {
  const driver = await open(settings.databaseUrl, 1);
  try {
    const server = await asked(settings.databaseUrl, driver);
    for (const step of steps(await done(driver))) {
      process.stdout.write(`${step.isUp ? "makes" : "takes back"} ${step.migration.id}\n`);
      await make(driver, step, server);
    }
  } finally {
    await driver.close();
  }
}

try {
  if (values.sql) {
    print();
  } else {
    await run();
  }
} catch (thrown) {
  process.stderr.write(
    `migrate.ts: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`,
  );
  process.exitCode = 1;
}
