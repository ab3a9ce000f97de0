/**
 * Starts the service, and runs the conformance suite against it.
 *
 *     node tests/run_with_service.mjs smoke --seed 7
 *
 * The service gets a free port, an empty database, and credentials of its own. {% if facts.has_server %}The database is the one that
 * DATABASE_URL names, and **what is in it is lost**.{% else %}The database is a file that goes again.{% endif %} Where SPEC_TEST_BASE_URL is set, nothing is
 * started. Everything else is handed to `run_conformance.mjs`, and the exit code is its own: 0, everything passed; 1,
 * something failed; 2, the service cannot be tested.
 */

import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const ROOT = dirname(import.meta.dirname);
const PATIENCE = 60_000;
const LONGEST_STOP = 30_000;

/** The credentials that nobody has set. */
function credentials() {
  const secret = () => randomBytes(16).toString("base64url");
  const all = {
{%- for scheme in facts.schemes %}
    {{ scheme.variable }}: {% if scheme.about.starts_with("user:") %}`conformance:${secret()}`{% else %}secret(){% endif %},
{%- endfor %}
    TEST_ADMIN_TOKEN: secret(),
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !process.env[name]));
}

/** A port that nobody listens on. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Where the state is kept meanwhile. */
function database(folder) {
{%- if facts.has_server %}
  const url = process.env.DATABASE_URL;
  if (!url) {
    throw new Error("DATABASE_URL has to name a database whose content may be lost");
  }
  return url;
{%- else %}
  return `sqlite:///${join(folder, "service.db")}`;
{%- endif %}
}

/** Waits until the service answers. */
async function ready(url, service) {
  const until = performance.now() + PATIENCE;
  while (performance.now() < until) {
    if (service.exitCode !== null) {
      throw new Error(`the service ended with ${service.exitCode}`);
    }
    const answer = await fetch(`${url}/ready`).catch(() => null);
    if (answer?.ok) {
      return;
    }
    await pause(50);
  }
  throw new Error(`the service was not ready after ${PATIENCE / 1000} seconds`);
}

/** Asks the service to end, and sees to it. */
async function stop(service) {
  if (service.exitCode !== null) {
    return;
  }
  const ended = new Promise((resolve) => service.once("exit", resolve));
  service.kill("SIGTERM");
  const late = setTimeout(() => service.kill("SIGKILL"), LONGEST_STOP);
  await ended;
  clearTimeout(late);
}

/** Runs the suite. */
function judge(environment) {
  const command = [join(ROOT, "tests", "run_conformance.mjs"), ...process.argv.slice(2)];
  const done = spawnSync(process.execPath, command, { cwd: ROOT, env: environment, stdio: "inherit" });
  return done.status ?? 2;
}

/** Runs the suite against a service of its own. */
async function withService(folder) {
  const environment = { ...process.env, ...credentials(), ENABLE_TEST_ADMIN: "1", LOG_LEVEL: "warning" };
  environment.DATABASE_URL = database(folder);
  const options = { cwd: ROOT, env: environment, stdio: ["ignore", "ignore", "inherit"] };
  if (spawnSync(process.execPath, ["src/migrate.ts", "up"], options).status !== 0) {
    throw new Error("the tables could not be made");
  }
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const service = spawn(process.execPath, ["src/main.ts", "--port", String(port)], options);
  try {
    await ready(url, service);
    return judge({ ...environment, SPEC_TEST_BASE_URL: url });
  } finally {
    await stop(service);
  }
}

const folder = mkdtempSync(join(tmpdir(), "conformance-"));
try {
  process.exitCode = process.env.SPEC_TEST_BASE_URL ? judge(process.env) : await withService(folder);
} catch (thrown) {
  process.stderr.write(`run_with_service.mjs: ${thrown.message}\n`);
  process.exitCode = 2;
} finally {
  rmSync(folder, { recursive: true });
}
