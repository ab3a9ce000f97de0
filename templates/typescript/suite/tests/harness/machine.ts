/**
 * The state machine: sequences of calls from the initial state on, each judged by everything that the spec says.
 *
 * The steps are drawn; some sequences begin with recorded calls, so that they come to where chance does not lead. An operation
 * that was never accepted is then led to by recorded calls alone; where it still is not, the test has shown nothing of it, and
 * fails as `vacuous`.
 *
 * fast-check draws the values, and no more: its own commands would have to be replayed to be made small, and could not follow
 * identifiers that the service makes up anew each time. What is found is made small here, by leaving steps out.
 */

import * as fc from "fast-check";

import { Trouble } from "./admin.ts";
import { hindered, Seen, Tally } from "./checks.ts";
import { inputsJson, MissingReference, stateAt, type Witness } from "./corpus.ts";
import { type DrawnInputs, inputsOf, resolved, waitsOf } from "./examples.ts";
import { isArray, isObject, type Json, type JsonObject, writeJson } from "./json.ts";
import { givenOf, make as makeCall, type Observation, succeeded } from "./observing.ts";
import { expectation, fits } from "./oracle.ts";
import { WireError } from "./refusing.ts";
import { Entries } from "./relations.ts";
import { Deviation, redacted, requestText } from "./report.ts";
import { lacking, neverSent, textOfJson } from "./sending.ts";
import { type AnyCall, type Operation, read, type Service } from "./service.ts";
import type { Session } from "./session.ts";
import { entryOf } from "./showing.ts";
import { equal, ValueSet } from "./structures.ts";
import { declare, Failed } from "./suite.ts";
import {
  encodedValues,
  isTyped,
  reachableOf,
  suited,
  type Values,
  wasAccepted,
} from "./suiting.ts";
import { MapOf, MultiOf, type WireType } from "./types.ts";
import { outputsJson, Unreached } from "./world.ts";

/** How many shorter sequences are tried to make one failure small. */
const MAX_ATTEMPTS = 30;
/** How many states the machine looks back. */
const FORMER = 8;
/** How many steps a sequence has for each operation, where that is more than the profile says. */
const STEPS_PER_OPERATION = 2;
/** How many recorded calls are tried to have an operation accepted that never was. */
const MAX_RECORDED = 3;
/** How many values are drawn at once. */
const BATCH = 256;

// --- what a machine is made of ------------------------------------------------------------------------------------------

/** The keys of what calls have made. */
export interface Bundle {
  readonly bundle: string;
}

/** Keys under a name. */
export function bundle(name: string): Bundle {
  return { bundle: name };
}

/** Where an input of a rule comes from. */
type Source =
  | { readonly drawn: fc.Arbitrary<unknown> }
  | { readonly from: readonly Bundle[]; readonly isConsumed: boolean };

/** A value that is drawn. */
export function drawn(values: fc.Arbitrary<unknown>): Source {
  return { drawn: values };
}

/** A key out of those bundles that hold any. */
export function from(...bundles: readonly Bundle[]): Source {
  return { from: bundles, isConsumed: false };
}

/** A key that is not there any more afterwards. */
export function consumed(one: Bundle): Source {
  return { from: [one], isConsumed: true };
}

/** What an accepted call leaves for a bundle; nothing where there is none. */
type Leaves = (call: AnyCall) => unknown;

/** What stands at the end of a path of properties that begins with an output. */
export function fromOutput(...path: readonly string[]): Leaves {
  return (call) => at(call.answer, path);
}

/** What stands at the end of a path of properties that begins with an input. */
export function fromInput(...path: readonly string[]): Leaves {
  return (call) => at(call.given, path);
}

function at(whole: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (part, property) => (typeof part === "object" && part !== null ? read(part, property) : null),
    whole,
  );
}

/** A step that a machine can make. */
interface MachineRule {
  readonly operation: Operation;
  /** Where the inputs come from; nothing where they may be anything. */
  readonly sources: Readonly<Record<string, Source>> | null;
  readonly target: Bundle | null;
  readonly leaves: Leaves;
}

/** A call with given inputs; where it would be rejected, with others that are accepted. */
export function make(
  operation: Operation,
  sources: Readonly<Record<string, Source>>,
  target: Bundle | null = null,
  leaves: Leaves = () => null,
): MachineRule {
  return { operation, sources, target, leaves };
}

/** A call with any inputs: new ones, or values that the state holds. */
export function anything(operation: Operation): MachineRule {
  return { operation, sources: null, target: null, leaves: () => null };
}

/** The test of a machine. */
export function stateful(service: Service, id: string, rules: readonly MachineRule[]): void {
  declare(id, (run) => runMachine(run, service, rules));
}

// --- what is drawn ------------------------------------------------------------------------------------------------------

/** Values that are drawn one after the other, the same for the same seed. */
export class Draws {
  readonly #run: Session;
  readonly #streams = new Map<string, { values: unknown[]; batches: number }>();

  constructor(run: Session) {
    this.#run = run;
  }

  /** The next value under a name. */
  next<T>(name: string, values: fc.Arbitrary<T>): T {
    const stream = this.#streams.get(name) ?? { values: [], batches: 0 };
    this.#streams.set(name, stream);
    if (stream.values.length === 0) {
      stream.values = this.#batch(`${name} ${stream.batches}`, values);
      stream.batches += 1;
    }
    return stream.values.shift() as T;
  }

  /** One of so many. */
  index(length: number): number {
    return length === 0 ? 0 : this.next("choices", fc.nat()) % length;
  }

  #batch(name: string, values: fc.Arbitrary<unknown>): unknown[] {
    const found: unknown[] = [];
    const property = fc.property(values, (value) => {
      found.push(value);
    });
    const seed = this.#run.seedFor(this.#run.service.name, "machine", name);
    const { failed, errorInstance } = fc.check(property, { seed, numRuns: BATCH });
    if (failed) {
      throw errorInstance instanceof Error ? errorInstance : new Error("drawing failed");
    }
    return found;
  }
}

// --- one sequence -------------------------------------------------------------------------------------------------------

/** A step: the call, and what it answered; `wait` is how long it was after the step before. */
interface Step {
  readonly operation: Operation;
  readonly inputs: JsonObject;
  readonly wait: bigint;
  readonly outputs: JsonObject;
  readonly text: string;
}

/** A failure, and the steps that lead to it. */
interface Found {
  readonly steps: readonly Step[];
  readonly failure: Deviation;
}

/** A sequence of steps has shown a failure. */
class Stumbled extends Error {
  readonly found: Found;

  constructor(found: Found) {
    super(found.failure.message);
    this.found = found;
  }
}

/** A call: the operation, and its inputs in the wire format. */
type Asked = readonly [Operation, JsonObject];

/** One sequence of steps. */
class Walk {
  readonly #run: Session;
  readonly #service: Service;
  readonly #draws: Draws;
  readonly #steps: Step[] = [];
  /** Some states of the way here. */
  readonly #former: object[];
  readonly #keys = new Map<string, unknown[]>();
  /** The last read of each operation, and the state that each was last asked in. */
  readonly #reads = new Map<Operation, Asked>();
  readonly #asked = new Map<Operation, object | null>();
  #before: object;
  #isLooking = false;

  constructor(run: Session, service: Service, draws: Draws, before: object) {
    this.#run = run;
    this.#service = service;
    this.#draws = draws;
    this.#before = before;
    this.#former = [before];
  }

  /** Makes the calls that lead to a recorded one, and then that one. */
  async follow(witness: Witness): Promise<void> {
    const { world, corpus } = this.#run;
    const state = stateAt(corpus, witness.state);
    const answered: JsonObject[] = [];
    // Calls may lack a credential where a state can be loaded all the same.
    const isLed = world.lacksForTrace(state) === null;
    if (!isLed) {
      this.#before = (await world.enter(state, 0n)).before;
      answered.push(...state.outputs);
    }
    // What is asked again after a change could undo what the next call needs.
    this.#isLooking = true;
    try {
      for (const step of [...(isLed ? (state.trace ?? []) : []), witness]) {
        const operation = world.operation(step.operation);
        const inputs = inputsJson(operation, step.inputs, world.moment() + step.wait, answered);
        const wait = this.#run.has("clock") ? step.wait : 0n;
        const seen = await this.#step(operation, inputs, wait);
        answered.push(seen === null ? new Map() : outputsJson(operation, seen.response));
      }
    } catch (thrown) {
      // A service that chose otherwise has gone another way; what it did is judged already.
      if (!(thrown instanceof MissingReference)) {
        throw thrown;
      }
    } finally {
      this.#isLooking = false;
    }
  }

  /** Whether a rule can be followed now, and has something to show. */
  isOpen({ operation, sources }: MachineRule): boolean {
    const inputs = Object.values(sources ?? {});
    const isFed = inputs.every(
      (source) => "drawn" in source || source.from.some((one) => this.#keysOf(one).length > 0),
    );
    return isFed && (operation.inputs.length > 0 || this.#isNews(operation));
  }

  /** Whether a call without inputs can show anything: one that only reads is made once in a state. */
  #isNews(operation: Operation): boolean {
    return !operation.readOnly || this.#asked.get(operation) !== this.#before;
  }

  #keysOf(one: Bundle): unknown[] {
    const keys = this.#keys.get(one.bundle) ?? [];
    this.#keys.set(one.bundle, keys);
    return keys;
  }

  /** Follows a rule. */
  async follows(rule: MachineRule): Promise<void> {
    const { operation, sources, target, leaves } = rule;
    if (sources === null) {
      await this.#anything(operation);
      return;
    }
    const given = operation.inputs.map(({ property }) => [
      property,
      this.#value(operation, property, sources[property]),
    ]);
    const inputs = this.#suited(operation, Object.fromEntries(given));
    const seen = inputs === null ? null : await this.#step(operation, inputs, 0n);
    const left = seen?.call && succeeded(seen) ? leaves(seen.call) : null;
    if (target !== null && left !== null && left !== undefined) {
      this.#keysOf(target).push(left);
    }
  }

  #value(operation: Operation, property: string, source: Source | undefined): unknown {
    if (source === undefined) {
      throw new Error(`a rule of ${operation.name} says nothing of ${property}`);
    }
    if ("drawn" in source) {
      return this.#draws.next(`${operation.name} ${property}`, source.drawn);
    }
    const open = source.from.map((one) => this.#keysOf(one)).filter((keys) => keys.length > 0);
    const keys = open[this.#draws.index(open.length)] ?? [];
    const index = this.#draws.index(keys.length);
    return source.isConsumed ? keys.splice(index, 1)[0] : keys[index];
  }

  /** Inputs that are accepted, or else those that were drawn; nothing where these are none at all. */
  #suited(operation: Operation, given: Values): JsonObject | null {
    const turn = this.#steps.length;
    const found = suited(this.#run, operation, this.#before, given, turn) ?? given;
    const isTypedWhole = operation.inputs.every(({ type, property }) =>
      isTyped(type, found[property]),
    );
    return isTypedWhole ? encodedValues(operation, found) : null;
  }

  async #anything(operation: Operation): Promise<void> {
    const drawnInputs = this.#draws.next(
      `${operation.name} anything`,
      inputsOf(this.#run, operation),
    );
    const wait = this.#draws.next("waits", fc.constantFrom(...waitsOf(this.#run)));
    const inputs = this.#anyInputs(operation, drawnInputs);
    await this.#step(operation, inputs, this.#run.has("clock") ? wait : 0n);
  }

  #anyInputs(operation: Operation, drawnInputs: DrawnInputs): JsonObject {
    const sum = drawnInputs.picks.reduce((all, pick) => all + Math.abs(pick), 0);
    const first = Math.abs(drawnInputs.picks[0] ?? 3);
    // Now and then a state of before: what was deleted is a good thing to ask for.
    const former = this.#former[sum % this.#former.length];
    const state = first % 3 === 2 && former !== undefined ? former : this.#before;
    const inputs = resolved(this.#service, operation, state, drawnInputs);
    // Now and then the same call as before: what was remembered from it may be wrong by now.
    const earlier = this.#steps.filter((step) => step.operation === operation);
    if (earlier.length > 0 && first % 3 === 1) {
      return earlier[sum % earlier.length]!.inputs;
    }
    // And now and then one that is accepted, with whatever the state holds.
    if (drawnInputs.picks.length > 0 && first % 6 === 0) {
      return this.#suited(operation, givenOf(operation, inputs) as Values) ?? inputs;
    }
    return inputs;
  }

  async #step(operation: Operation, inputs: JsonObject, wait: bigint): Promise<Observation | null> {
    const isMade =
      lacking(operation) === null &&
      !neverSent(operation, inputs) &&
      (await passes(this.#run, this.#before, wait));
    const where = `after ${this.#steps.length} steps`;
    const seen = isMade ? await makeCall(this.#run, operation, this.#before, inputs, where) : null;
    if (seen === null) {
      return null;
    }
    this.#steps.push(stepOf(seen, wait));
    this.#judge(seen);
    const [before, after] = [this.#before, seen.after ?? this.#before];
    this.#asked.set(operation, after);
    if (!equal(before, after)) {
      this.#before = after;
      this.#former.push(after);
      this.#former.splice(0, this.#former.length - FORMER);
      await this.#lookAgain(before);
    } else if (operation.readOnly && succeeded(seen)) {
      this.#reads.set(operation, [operation, inputs]);
    }
    return seen;
  }

  #judge(seen: Observation): void {
    try {
      new Seen(this.#run, seen, new Tally()).total();
    } catch (thrown) {
      if (thrown instanceof Deviation) {
        throw new Stumbled({ steps: [...this.#steps], failure: thrown });
      }
      throw thrown;
    }
  }

  /** After a change asks what could be remembered wrongly, so that no answer is an old one. */
  async #lookAgain(before: object): Promise<void> {
    if (this.#isLooking) {
      return;
    }
    this.#isLooking = true;
    const changes = touched(this.#service, before, this.#before);
    for (const [operation, inputs] of [
      ...this.#readsAfter(changes),
      ...this.#callsAfter(changes),
    ]) {
      await this.#step(operation, inputs, 0n);
    }
    this.#isLooking = false;
  }

  /** For each operation that only reads a call about what has changed, or else the last one that was made. */
  #readsAfter(changes: readonly Touched[]): readonly Asked[] {
    return this.#service.operations
      .filter((operation) => operation.readOnly)
      .flatMap((operation) => {
        const found = changes.map((one) => this.#about(one, operation));
        return [...found, this.#reads.get(operation) ?? null]
          .filter((one) => one !== null)
          .slice(0, 1);
      });
  }

  /** For each key that is gone the calls that named it, and those that bring it back: nothing of it is left. */
  #callsAfter(changes: readonly Touched[]): readonly Asked[] {
    return changes
      .filter((one) => one.isGone)
      .flatMap((one) => {
        const key = writeJson(one.key);
        const isNaming = (step: Step): boolean =>
          [...step.inputs.values()].some((value) => writeJson(value) === key);
        const naming = this.#steps.slice(0, -1).filter(isNaming);
        const latest = new Map(naming.map((step) => [step.operation, step.inputs]));
        const old = [...latest].filter((asked) => !this.#isAcceptable(...asked));
        const about = this.#service.operations.map((operation) => this.#about(one, operation));
        return [...old, ...about.filter((asked) => asked !== null)];
      });
  }

  /** A call about a key, like one that was made before, if there is one that would be accepted. */
  #about(one: Touched, operation: Operation): Asked | null {
    const name = operation.inputs.find(({ type }) => type.name === one.type.name)?.name;
    if (name === undefined || lacking(operation) !== null) {
      return null;
    }
    const same = this.#steps.filter((step) => step.operation === operation).toReversed();
    const known = same.slice(0, FORMER).map((step) => step.inputs);
    const others = operation.inputs.length === 1 ? [...known, new Map<string, Json>()] : known;
    const found = others
      .map((inputs) => new Map([...inputs, [name, one.key]]))
      .find((inputs) => this.#isAcceptable(operation, inputs));
    return found === undefined ? null : [operation, found];
  }

  /** Whether a call would have to be accepted now. */
  #isAcceptable(operation: Operation, inputs: JsonObject): boolean {
    const [given, now] = [givenOf(operation, inputs), this.#run.world.now()];
    return expectation(operation, this.#before, given, now).outcome === "accepted";
  }
}

/** A key of a relation whose entry is another one than before, in the wire format. */
interface Touched {
  readonly type: WireType<unknown>;
  readonly key: Json;
  readonly isGone: boolean;
}

/** The keys by which relations differ, each once. */
function touched(service: Service, before: object, after: object): readonly Touched[] {
  const found = new Map<string, Touched>();
  for (const { property, type } of service.state) {
    const [old, now] = [read(before, property), read(after, property)];
    if (
      (type instanceof MapOf || type instanceof MultiOf) &&
      old instanceof Entries &&
      now instanceof Entries
    ) {
      for (const key of new ValueSet([...old.keys(), ...now.keys()])) {
        if (!equal(entryOf(old, key), entryOf(now, key))) {
          const one = { type: type.key, key: type.key.encode(key), isGone: !now.has(key) };
          found.set(`${one.type.name} ${writeJson(one.key)} ${one.isGone}`, one);
        }
      }
    }
  }
  return [...found.values()];
}

/** Moves the clock on, unless the state would not satisfy the spec then; tells whether all is well. */
async function passes(run: Session, before: object, wait: bigint): Promise<boolean> {
  if (wait === 0n || !run.has("clock")) {
    return true;
  }
  const earlier = run.world.clock;
  await run.world.passTime(wait);
  if (fits(run.service, before, run.world.now())) {
    return true;
  }
  await run.world.stopClock(earlier ?? 0n);
  return false;
}

/** A step as it is remembered and shown. */
function stepOf(seen: Observation, wait: bigint): Step {
  const { operation, inputs, request, response } = seen;
  const text = `${operation.name}: ${requestText(operation, request)}`.replaceAll("\n", " ");
  const later = wait > 0n ? ` (${wait} ms later)` : "";
  const shown = redacted(operation, inputs, `${text} -> ${response.status}${later}`);
  return { operation, inputs, wait, outputs: outputsJson(operation, response), text: shown };
}

// --- a run --------------------------------------------------------------------------------------------------------------

/** Runs a machine under the profile and seed of the run. */
async function runMachine(
  run: Session,
  service: Service,
  rules: readonly MachineRule[],
): Promise<void> {
  try {
    const draws = new Draws(run);
    await explore(run, service, rules, draws);
    await lead(run, service, draws);
  } catch (thrown) {
    if (thrown instanceof Stumbled) {
      throw withSteps(run, await smaller(run, thrown.found), thrown.found);
    }
    if (thrown instanceof Trouble || thrown instanceof WireError) {
      const text = `the service cannot be brought into its initial state: ${thrown.message}`;
      throw new Failed(text, "setup");
    }
    const [first] = service.operations;
    if (thrown instanceof Unreached && first !== undefined) {
      throw await hindered(run, first, thrown);
    }
    throw thrown;
  }
  conclude(run, service);
}

/** Makes sequences of steps that are drawn. */
async function explore(
  run: Session,
  service: Service,
  rules: readonly MachineRule[],
  draws: Draws,
): Promise<void> {
  const steps = Math.max(run.profile.steps, STEPS_PER_OPERATION * service.operations.length);
  const starts = startsOf(run, service);
  for (let sequence = 0; sequence < run.profile.examples; sequence += 1) {
    const walk = new Walk(run, service, draws, await run.world.begin());
    const start = starts[draws.index(starts.length)] ?? null;
    if (start !== null) {
      await walk.follow(start);
    }
    // What some rules do is undone by others: now and then some are left out.
    const some = sequence % 2 === 0 ? rules : rules.filter(() => draws.index(3) > 0);
    for (let made = 0; made < steps; made += 1) {
      const open = some.filter((rule) => walk.isOpen(rule));
      const rule = open[draws.index(open.length)];
      if (rule !== undefined) {
        await walk.follows(rule);
      }
    }
  }
}

/** Where a sequence can begin: with recorded calls that lead to where an operation is accepted; or none, every other time. */
function startsOf(run: Session, service: Service): readonly (Witness | null)[] {
  const found = service.operations.flatMap((operation) => reachableOf(run, operation).slice(0, 1));
  const led = found.filter((one) => (stateAt(run.corpus, one.state).trace ?? []).length > 0);
  return [...Array<null>(Math.max(1, led.length)).fill(null), ...led];
}

/** Leads to each operation that was never accepted. */
async function lead(run: Session, service: Service, draws: Draws): Promise<void> {
  for (const operation of service.operations) {
    for (const witness of reachableOf(run, operation).slice(0, MAX_RECORDED)) {
      if (!wasAccepted(run, operation)) {
        await new Walk(run, service, draws, await run.world.begin()).follow(witness);
      }
    }
  }
}

/** An operation that is accepted elsewhere and never was here has shown nothing, and so has what builds on it. */
function conclude(run: Session, service: Service): void {
  const operations = service.operations.filter((one) => reachableOf(run, one).length > 0);
  const never = operations.filter((one) => !wasAccepted(run, one)).map((one) => one.name);
  if (never.length > 0) {
    const were = never.length === 1 ? "was" : "were";
    const text = `vacuous: ${never.join(", ")} ${were} never accepted in a whole stateful run`;
    throw new Failed(text, "vacuous");
  }
}

/** A failure that tells what led to it, and whether anything was learned about its operation at all. */
function withSteps(run: Session, { steps, failure }: Found, first: Found): Deviation {
  const told = steps.map((step, number) => `${number}. ${step.text}`).join("\n");
  const operation = first.steps.at(-1)?.operation;
  const { parts } = failure;
  const isVacuous = operation !== undefined && !wasAccepted(run, operation);
  const vacuous = isVacuous
    ? [`vacuous: ${operation.name} was never accepted in this stateful run`]
    : [];
  const why = [...(parts.why === undefined ? [] : [parts.why]), ...vacuous].join("\n");
  return new Deviation({ ...parts, ...(why === "" ? {} : { why }), steps: told });
}

// --- making it small ----------------------------------------------------------------------------------------------------

/** The same failure with fewer steps before it, where some are not needed. */
async function smaller(run: Session, first: Found): Promise<Found> {
  if (!run.mayShrink()) {
    return first;
  }
  run.shrunk += 1;
  let found = first;
  let at = found.steps.length - 2;
  // From the back: late steps are the likeliest to matter least, and leaving them out changes nothing before them.
  for (let attempts = 0; at >= 0 && attempts < MAX_ATTEMPTS; attempts += 1) {
    found = (await replayed(run, found.steps.toSpliced(at, 1), found)) ?? found;
    at = Math.min(at - 1, found.steps.length - 2);
  }
  return found;
}

/** Makes steps again; what fails, if one of them does in the same way. */
async function replayed(
  run: Session,
  steps: readonly Step[],
  original: Found,
): Promise<Found | null> {
  let before = await run.world.begin();
  const names = new Map<string, Json>();
  const done: Step[] = [];
  for (const step of steps) {
    const inputs = renamed(step.inputs, names) as JsonObject;
    if (!(await passes(run, before, step.wait))) {
      return null;
    }
    const seen = await makeAgain(run, step.operation, before, inputs, done.length);
    if (seen === null) {
      return null;
    }
    done.push(stepOf(seen, step.wait));
    const failure = failureOf(run, seen);
    if (failure !== null) {
      const isSame = headline(failure) === headline(original.failure);
      return isSame ? { steps: done, failure } : null;
    }
    learn(step.outputs, done.at(-1)!.outputs, names);
    before = seen.after ?? before;
  }
  return null;
}

async function makeAgain(
  run: Session,
  operation: Operation,
  before: object,
  inputs: JsonObject,
  number: number,
): Promise<Observation | null> {
  try {
    return await makeCall(run, operation, before, inputs, `after ${number} steps`);
  } catch (thrown) {
    if (thrown instanceof WireError) {
      return null;
    }
    throw thrown;
  }
}

function failureOf(run: Session, seen: Observation): Deviation | null {
  try {
    new Seen(run, seen, new Tally()).total();
    return null;
  } catch (thrown) {
    if (thrown instanceof Deviation) {
      return thrown;
    }
    throw thrown;
  }
}

function headline(failure: Deviation): string {
  return failure.message.split("\n")[0]!;
}

/** Notes which texts and numbers of an answer have become others: identifiers that the service chose anew. */
function learn(old: Json, now: Json, names: Map<string, Json>): void {
  if (isObject(old) && isObject(now)) {
    for (const [name, one] of old) {
      const other = now.get(name);
      if (other !== undefined) {
        learn(one, other, names);
      }
    }
  } else if (isName(old) && isName(now) && old !== now) {
    names.set(writeJson(old), now);
  }
}

function isName(found: Json): found is string | bigint {
  return typeof found === "string" || typeof found === "bigint";
}

function renamed(found: Json, names: ReadonlyMap<string, Json>): Json {
  if (isArray(found)) {
    return found.map((one) => renamed(one, names));
  }
  if (isObject(found)) {
    return new Map(
      Array.from(found, ([name, one]) => [textOfJson(renamed(name, names)), renamed(one, names)]),
    );
  }
  return isName(found) ? (names.get(writeJson(found)) ?? found) : found;
}
