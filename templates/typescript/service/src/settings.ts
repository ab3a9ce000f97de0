/**
 * Settings: what the environment says, and for what it leaves open the file `.env` of this folder.
 *
 * Everything that can be set is read here, in this order. The admin contract is the exception: no file opens it.
 */

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";

import { z } from "zod";

/** The folder of the service. */
export const ROOT = dirname(import.meta.dirname);

// Whoever can write a file beside the service is not yet somebody who may replace its state.
const NEVER_IN_FILES = ["ENABLE_TEST_ADMIN"];
const CREDENTIAL = "SPEC_AUTH_";

const known = z.object({
  DATABASE_URL: z.string().default(`sqlite://${join(ROOT, "service.db")}`),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).default(10),
  LOG_LEVEL: z.string().default("info"),
  ENABLE_TEST_ADMIN: z.string().default(""),
  TEST_ADMIN_TOKEN: z.string().default(""),
});

/** What can be set without changing code. */
export interface Settings {
  readonly databaseUrl: string;
  readonly poolSize: number;
  readonly logLevel: string;
  /** Whether tests may see and set the state. */
  readonly isTestAdminOpen: boolean;
  readonly testAdminToken: string;
  /** The valid credential of a security scheme; empty where nobody passes by it. */
  credential(scheme: string): string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings that a file and an environment make, the environment first. */
export function settingsFrom(file: string, environment: Environment): Settings {
  const inFile = Object.entries(parseEnv(file)).filter(([name]) => !NEVER_IN_FILES.includes(name));
  const found: Environment = { ...Object.fromEntries(inFile), ...environment };
  const { data: set, error } = known.safeParse(found);
  if (set === undefined) {
    throw new Error(z.prettifyError(error));
  }
  return {
    databaseUrl: set.DATABASE_URL,
    poolSize: set.DATABASE_POOL_SIZE,
    logLevel: set.LOG_LEVEL,
    isTestAdminOpen: set.ENABLE_TEST_ADMIN === "1",
    testAdminToken: set.TEST_ADMIN_TOKEN,
    credential: (scheme) => found[CREDENTIAL + scheme.toUpperCase()] ?? "",
  };
}

/** The settings of this process. */
export function settings(): Settings {
  return settingsFrom(textOf(join(ROOT, ".env")), process.env);
}

/** What a file holds; nothing where there is none. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") {
      return "";
    }
    throw thrown;
  }
}
