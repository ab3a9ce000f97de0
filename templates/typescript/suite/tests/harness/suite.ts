/**
 * How tests run: connected to one service, one after the other, and with a note of what became of each.
 *
 * Vitest runs them, and knows of nothing else. What a run was asked for is in the environment, since `run_conformance.mjs`
 * starts Vitest for each phase.
 */

import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, test, type TestContext } from "vitest";

import { Fatal } from "./admin.ts";
import { Excess, Late } from "./client.ts";
import { GaveUp } from "./generate.ts";
import { write } from "./ledger.ts";
import { listed, textAt } from "./planned.ts";
import { tell } from "./progress.ts";
import { Deviation, type Kind, reproduce } from "./report.ts";
import { isAsked } from "./selecting.ts";
import type { Service } from "./service.ts";
import { connect, current, type Session } from "./session.ts";
import { whyNever } from "./suiting.ts";

/** The folder for what is not shown by a whole run. */
const PARTIAL = "results/partial";
/** Why a run ended that could not go on. */
const ENDED = "ended.txt";

/** A test has shown that something is wrong, and nobody has taken apart what. */
export class Failed extends Error {
  readonly kind: Kind | null;

  constructor(message: string, kind: Kind | null = null) {
    super(message);
    this.kind = kind;
  }
}

/** A test shows nothing, because of another failure, or of something that the service does not have. */
export class Unshown extends Error {
  readonly outcome: "blocked" | "skipped";

  constructor(outcome: "blocked" | "skipped", why: string) {
    super(why);
    this.outcome = outcome;
  }
}

/** What another failure keeps from being shown. */
export function blockedBy(promises: readonly string[]): Unshown {
  return new Unshown("blocked", `blocked by ${Array.from(new Set(promises)).join(", ")}`);
}

/** What this service cannot be tested for. */
export function needing(...names: readonly string[]): Unshown {
  return new Unshown("skipped", `not testable here: needs ${names.join(", ")}`);
}

// The file whose tests are declared.
let file = "";
// Why no further test is to run, where that is so.
let isOver = false;
let declared = 0;

/** Says which service the tests of a file are about. What stands behind it in the file runs connected to it. */
export function connected(service: Service, url: string): void {
  const path = fileURLToPath(url);
  const root = dirname(dirname(path));
  file = `tests/${basename(path)}`;
  const phase = basename(path).split("_")[0]!;
  beforeAll(() => begin(service, phase, root), 0);
  afterAll(() => finish(root), 0);
}

async function begin(service: Service, phase: string, root: string): Promise<void> {
  rmSync(join(root, PARTIAL, ENDED), { force: true });
  try {
    const run = await connect(service, phase);
    const what = `${service.name} at ${run.baseUrl}, profile ${run.profile.name}, seed ${run.seed}`;
    console.log(`conformance: ${what}, capabilities ${run.admin.capabilities.join(", ")}`);
    tell("phase", { phase, tests: declared });
  } catch (thrown) {
    if (thrown instanceof Fatal) {
      giveUp(root, thrown.message);
      throw shortened(thrown.message);
    }
    throw thrown;
  }
}

/** Ends a run that cannot go on. */
function giveUp(root: string, why: string): void {
  isOver = true;
  tell("fatal", { why });
  mkdirSync(join(root, PARTIAL), { recursive: true });
  writeFileSync(join(root, PARTIAL, ENDED), why);
}

/** Writes the ledger, as that of some tests: whether it was all of them `run_conformance.mjs` knows. */
function finish(root: string): void {
  if (existsSync(join(root, PARTIAL, ENDED)) && !isConnected()) {
    return;
  }
  const run = current();
  const { service, seed, profile, client, ledger } = run;
  const operations = new Map(service.operations.map((one) => [one.name, whyNever(run, one)]));
  const told = { service: service.name, seed, profile: profile.name };
  if (client.isLate()) {
    tell("late");
  }
  const document = ledger.document(told, client, operations);
  write(join(root, PARTIAL), { ...document, partial: "tests that were run by themselves" });
  client.transport.close();
}

function isConnected(): boolean {
  try {
    current();
    return true;
  } catch {
    return false;
  }
}

/** Declares a test, or a case of one, where it is asked for. */
export function declare(
  id: string,
  body: (run: Session) => Promise<void>,
  name: string | null = null,
): void {
  const title = name === null ? id : `${id}[${name.replaceAll(" ", "-")}]`;
  if (!isAsked(process.env["SPEC_TEST_ONLY"] ?? "", title, file, ids())) {
    return;
  }
  declared += 1;
  const known = `${file}::${title}`;
  test(title, async (context) => {
    await one(context, known, body);
  });
}

/** What tests are called. */
function ids(): readonly string[] {
  return listed("tests").map((found) => textAt(found, "id"));
}

async function one(
  context: TestContext,
  name: string,
  body: (run: Session) => Promise<void>,
): Promise<void> {
  const run = current();
  run.test = name;
  if (run.client.isLate()) {
    run.ledger.stopped = "its time was up";
  }
  if (isOver || run.client.isLate()) {
    context.skip("not run");
  }
  try {
    await body(run);
    note(run, "passed", "");
  } catch (thrown) {
    told(context, run, thrown);
  }
}

/** Notes how a test ended that did not pass, and ends it so. */
function told(context: TestContext, run: Session, thrown: unknown): void {
  if (thrown instanceof Unshown) {
    note(run, thrown.outcome, thrown.message);
    context.skip(thrown.message);
  }
  if (thrown instanceof Late) {
    run.ledger.stopped = "its time was up";
    context.skip("not run: the time of the run is up");
  }
  if (thrown instanceof GaveUp) {
    const why = `the test library gave up, which is not about the service: ${thrown.message}`;
    note(run, "skipped", why);
    context.skip(why);
  }
  if (thrown instanceof Fatal) {
    ended(context, run, thrown);
  }
  failed(run, thrown);
}

/** The service is gone. That is a finding of the test that has met it only where it passed a limit too often. */
function ended(context: TestContext, run: Session, fatal: Fatal): void {
  run.ledger.stopped = fatal.message;
  isOver = true;
  if (!(fatal.cause instanceof Excess)) {
    giveUp(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), fatal.message);
    context.skip(fatal.message);
  }
}

function failed(run: Session, thrown: unknown): void {
  isOver ||= process.env["SPEC_TEST_FAIL_FAST"] === "1";
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const headline = text.split("\n")[0]!;
  if (thrown instanceof Deviation) {
    run.ledger.note(run.test, { outcome: "failed", why: headline, failure: thrown.parts });
  } else {
    const kind = thrown instanceof Failed && thrown.kind !== null ? { kind: thrown.kind } : {};
    const failure = { headline, ...kind, reproduce: reproduce(run) };
    run.ledger.note(run.test, { outcome: "failed", why: headline, failure });
  }
  tell("test", { outcome: "failed" });
  const isFinding =
    thrown instanceof Deviation || thrown instanceof Failed || thrown instanceof Fatal;
  throw isFinding ? shortened(text) : thrown;
}

function note(run: Session, outcome: "passed" | "blocked" | "skipped", why: string): void {
  run.ledger.note(run.test, { outcome, why });
  tell("test", { outcome });
}

/** An error that shows its message and nothing else: what it came from may hold what must not be seen. */
function shortened(message: string): Error {
  const error = new Error(message);
  error.stack = message;
  return error;
}
