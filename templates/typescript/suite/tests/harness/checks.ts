/**
 * The tests of a suite: what each looks at, and which examples it is shown.
 *
 * A check that does not apply to an example does nothing, and one that applies is counted. A test that never applied fails,
 * since it has shown nothing, unless the reason is another finding or something that the service does not have.
 */

import { Trouble } from "./admin.ts";
import {
  type CorpusState,
  inputsJson,
  load,
  MissingReference,
  stateAt,
  stateJson,
  type Witness,
  witnessesOf as witnessesOfOperation,
} from "./corpus.ts";
import { drawnOf, ofDrawn, ofPlanned, plannedOf, shrunk } from "./examples.ts";
import { explain } from "./explaining.ts";
import type { JsonObject } from "./json.ts";
import { type Malformation, malformations, malformedRequest } from "./malformed.ts";
import {
  afterCalls,
  Defect,
  givenOf,
  isUnchanged,
  make,
  type Observation,
  obstructed,
  ofWitness,
  rejected,
  type Seeing,
  send,
  succeeded,
  witnessInputs,
} from "./observing.ts";
import {
  ensuresProblem,
  frameText,
  headerProblem,
  invariantProblem,
  isEnabled,
  moveProblem,
  outputProblem,
  shownCall,
  storedRules,
  typesProblem,
  unframed,
} from "./oracle.ts";
import { casesOf, numberAt, textAt } from "./planned.ts";
import { WireError } from "./refusing.ts";
import {
  Deviation,
  deviation,
  type FailureParts,
  type Found,
  isUnanswered,
  type Kind,
} from "./report.ts";
import type { Rule } from "./rules.ts";
import { type Credentials, credentials, lacking, requestOf } from "./sending.ts";
import { type AnyCall, asked, type Operation, read, type Service } from "./service.ts";
import type { Met, Session } from "./session.ts";
import { differences } from "./showing.ts";
import { Outside } from "./stops.ts";
import { blockedBy, declare, Failed, needing } from "./suite.ts";
import { verdict } from "./windows.ts";
import {
  keyOfObstacle,
  LOADING,
  type Obstacle,
  outputsJson,
  type Standing,
  Unreached,
} from "./world.ts";

/** What a test looks at. */
type Check = (seen: Seen) => void;

/** What the examples of one test have shown. */
export class Tally {
  /** How often the check was made. */
  applied = 0;
  /** How often it said something: a clause can hold because it speaks of nothing. */
  exercised = 0;
  /** The promises that are broken, so that nothing could be shown here. */
  readonly blocked: string[] = [];
  /** What was in the way of an example, or would have been without a way around. */
  readonly obstacles: Observation[] = [];
  readonly needs: string[] = [];
  isInexact = false;
}

/** An example, and what can be checked about it. */
export class Seen {
  readonly #run: Session;
  readonly #seen: Observation;
  readonly #tally: Tally;
  readonly #operation: Operation;

  constructor(run: Session, seen: Observation, tally: Tally) {
    this.#run = run;
    this.#seen = seen;
    this.#tally = tally;
    this.#operation = seen.operation;
  }

  // --- one thing at a time ----------------------------------------------------------------------------------------------

  /** Where the precondition holds the call succeeds; where nobody can tell it succeeds or is rejected. */
  accepts(): void {
    const [seen, { name, status }] = [this.#seen, this.#operation];
    const { outcome } = seen.expectation;
    if (this.#isObstructed() || (outcome !== "accepted" && outcome !== "either")) {
      return;
    }
    this.#count(`${name}.accepts`);
    if (outcome === "accepted" && !succeeded(seen)) {
      const kind = sort(seen.response.status, "refused");
      const headline = `${name} does not accept a call: its precondition holds, so it must answer ${status}`;
      throw this.#fail({ kind, headline, expected: String(status) });
    }
    if (outcome === "either" && !succeeded(seen) && !rejected(seen)) {
      const kind = sort(seen.response.status, "status");
      const headline = `${name} must answer ${status} or reject the call`;
      throw this.#fail({ kind, headline, expected: `${status} or 4xx` });
    }
  }

  /** After success the clause holds. */
  ensures(number: number): void {
    const call = this.#promised();
    const rule = this.#operation.ensures[number];
    if (call === null || rule === undefined) {
      return;
    }
    judged(() => {
      const problem = ensuresProblem(rule, call);
      this.#apply(rule, call);
      if (problem !== null) {
        const shown = shownCall(this.#run.service, this.#operation, call);
        const why = [problem.why, shown].filter((text) => text !== "").join(". ");
        throw this.#broken(`${rule.id} does not hold`, rule, why, call);
      }
    });
  }

  /** Where the precondition fails, or just the clause that is named, the call is rejected and changes nothing. */
  rejects(id: string | null = null): void {
    const seen = this.#seen;
    if (this.#isObstructed()) {
      return;
    }
    const { outcome, unknown, failing: known } = seen.expectation;
    const failing = outcome === "either" && rejected(seen) ? unknown : known;
    if (failing.length === 0 || (id !== null && !failing.includes(id))) {
      return;
    }
    (id === null ? failing : [id]).forEach((one) => this.#count(one));
    this.#rejected(failing);
  }

  /** An invariant holds afterwards, whatever became of the call. */
  invariant(number: number): void {
    this.#holds(this.#run.service.invariants[number]!);
  }

  /** A property that always holds, holds afterwards, whatever became of the call. */
  always(number: number): void {
    this.#holds(this.#run.service.always[number]!);
  }

  /** Nothing changed but what the operation determines. */
  frame(): void {
    const call = this.#promised();
    if (call === null) {
      return;
    }
    judged(() => {
      const places = unframed(this.#run.service, this.#operation, call);
      this.#count(`${this.#operation.name}.frame`);
      if (places.length > 0) {
        throw this.#fail({
          kind: "changed",
          headline: frameText(this.#operation, places),
          expected: "these are as before the call",
          fields: places.map(([place]) => place),
        });
      }
    });
  }

  /** The outputs are what their types say, there is no further one, and the headers follow their rules. */
  output(): void {
    const [seen, { name }] = [this.#seen, this.#operation];
    if (!this.#isSuccess()) {
      return;
    }
    this.#count(`${name}.output`);
    if (seen.answerWhy !== "") {
      const headline = `the answer of ${name} is not what its outputs say`;
      throw this.#fail({ kind: "answer", headline, why: seen.answerWhy, fields: seen.answerPaths });
    }
    const { call } = seen;
    if (call === null) {
      return;
    }
    judged(() => {
      const problem =
        outputProblem(this.#operation, call) ?? headerProblem(this.#operation, call, seen.response);
      for (const id of answeredRules(this.#operation, call)) {
        this.#run.ledger.count(id);
      }
      if (problem !== null) {
        throw this.#fail({ kind: "answer", headline: problem });
      }
    });
  }

  /** Everything that is stored satisfies its type, with all refinements and entity invariants. */
  types(): void {
    const [{ after, afterWhy, now }, { name }] = [this.#seen, this.#operation];
    if (!this.#isSuccess()) {
      return;
    }
    this.#tally.applied += 1;
    this.#tally.exercised += 1;
    if (after === null) {
      throw this.#fail({
        kind: "promise",
        headline: `after ${name} the state is none`,
        why: afterWhy,
      });
    }
    judged(() => {
      const broken = typesProblem(this.#run.service, after, now);
      storedRules(this.#run.service, after).forEach((id) => this.#run.ledger.count(id));
      if (broken !== null) {
        const { fields, values } = explain(broken.rule, ...broken.speaksOf, after, now);
        const headline = `after ${name} ${broken.text}`;
        const places = fields.length > 0 ? fields : [broken.field.name];
        throw this.#fail({ kind: "promise", headline, fields: places, values });
      }
    });
  }

  /** An operation that only reads changes nothing, however often it is called; `same`: and answers the same. */
  safe(same = false): void {
    if (this.#isObstructed()) {
      return;
    }
    this.#count(`${this.#operation.name}.safe`);
    this.#unchanged(`${this.#operation.name} only reads`);
    this.#again(same);
  }

  /** Where a rule of a transition, by its number or id, is enabled the field holds its target afterwards. */
  moves(transition: string, which: number | string): void {
    const call = this.#promised();
    const move = this.#operation.moves.find((one) => one.transition === transition);
    const rule = move?.rules.find((one, at) => which === at || which === one.id);
    if (call === null || move === undefined || rule === undefined || !isEnabled(move, rule, call)) {
      return;
    }
    judged(() => {
      this.#count(rule.id);
      const problem = moveProblem(this.#run.service, this.#operation, call);
      if (problem !== null) {
        const told = { id: rule.id, text: rule.id, place: rule.place };
        throw this.#fail({ kind: "promise", headline: problem, rule: told });
      }
    });
  }

  /** Everything that the spec says about the call. */
  total(): void {
    this.accepts();
    const { trouble, expectation } = this.#seen;
    if (trouble !== "" || expectation.outcome === "outside") {
      return;
    }
    this.#tally.applied += 1;
    this.#tally.exercised += 1;
    if (this.#isSuccess()) {
      this.#promises();
    } else {
      const { failing, unknown } = expectation;
      this.#rejected(failing.length > 0 ? failing : unknown);
    }
    const { invariants, always } = this.#run.service;
    [...invariants, ...always].forEach((rule) => this.#holds(rule));
  }

  /** A malformed request is rejected and changes nothing. */
  refuses(): void {
    this.#count(`${this.#operation.name}.malformed`);
    this.#refused(422, `${this.#operation.name} must reject a malformed request`);
  }

  /** Without the right credentials the call is rejected and changes nothing. */
  unauthorized(): void {
    this.#count(`${this.#operation.name}.auth`);
    this.#refused(401, `${this.#operation.name} must reject a call without the right credentials`);
  }

  // --- how --------------------------------------------------------------------------------------------------------------

  #promises(): void {
    this.output();
    this.types();
    this.#operation.ensures.forEach((_, number) => this.ensures(number));
    const call = this.#promised();
    if (call !== null) {
      judged(() => {
        const problem = moveProblem(this.#run.service, this.#operation, call);
        if (problem !== null) {
          throw this.#fail({ kind: "promise", headline: problem });
        }
      });
    }
    this.frame();
  }

  /** Whether the call succeeded, and may have: what promises speak about. Notes what is in the way otherwise. */
  #isSuccess(): boolean {
    const seen = this.#seen;
    if (this.#isObstructed()) {
      return false;
    }
    const { outcome } = seen.expectation;
    if (outcome === "accepted" && !succeeded(seen)) {
      this.#block("accepts");
      return false;
    }
    return succeeded(seen) && (outcome === "accepted" || outcome === "either");
  }

  /** The call, where its promises can be looked at. */
  #promised(): AnyCall | null {
    if (!this.#isSuccess()) {
      return null;
    }
    if (this.#seen.call === null) {
      this.#block(this.#seen.after === null ? "types" : "output");
    }
    return this.#seen.call;
  }

  #apply(rule: Rule, call: AnyCall): void {
    this.#tally.applied += 1;
    if (rule.says === undefined || verdict(() => rule.says?.(call) ?? true) === "yes") {
      this.#tally.exercised += 1;
      this.#run.ledger.count(rule.id);
    }
  }

  #holds(rule: Rule): void {
    const { before, after, now } = this.#seen;
    if (this.#isObstructed()) {
      return;
    }
    if (after === null) {
      this.#block("types");
      return;
    }
    judged(() => {
      // What speaks of the clock may have come to fail by waiting: no call is to blame for that.
      const isOld = before !== null && isUnchanged(this.#seen);
      if (isOld && invariantProblem(rule, before, now) !== null) {
        return;
      }
      this.#count(rule.id);
      const problem = invariantProblem(rule, after, now);
      if (problem !== null) {
        const headline = `${rule.id} does not hold after ${this.#operation.name}`;
        throw this.#broken(headline, rule, problem.why, after, now);
      }
    });
  }

  #rejected(failing: readonly string[]): void {
    const [seen, { name, requires }] = [this.#seen, this.#operation];
    const because = `${failing.join(", ")} does not hold`;
    const wanted = this.#run.has("status") ? seen.expectation.status : null;
    const expected = wanted === null ? "4xx" : String(wanted);
    const broken = requires.filter((rule) => failing.includes(rule.id));
    const why = broken.map((rule) => `${rule.id}: ${rule.text}`).join("\n");
    const values = this.#asked(broken);
    if (!rejected(seen)) {
      const kind = succeeded(seen) ? "accepted" : sort(seen.response.status, "status");
      const headline = `${name} must reject the call, since ${because}`;
      throw this.#fail({ kind, headline, expected, why, fields: failing, values });
    }
    if (wanted !== null && seen.response.status !== wanted) {
      const headline = `${name} must reject the call with ${wanted}, since ${because}`;
      throw this.#fail({ kind: "status", headline, expected, why, values });
    }
    this.#unchanged(`${name} rejected the call`);
  }

  /** The parts of the conditions that fail. */
  #asked(broken: readonly Rule[]): readonly (readonly [string, string])[] {
    const { before, inputs, now } = this.#seen;
    if (before === null || (inputs.size === 0 && this.#operation.inputs.length > 0)) {
      return [];
    }
    const call = asked(before, givenOf(this.#operation, inputs), now);
    const found = new Map<string, readonly [string, string]>();
    for (const rule of broken) {
      judged(() => {
        explain(rule, call).values.forEach((value) => found.set(value.join("\0"), value));
      });
    }
    return [...found.values()];
  }

  #refused(status: number, headline: string): void {
    const seen = this.#seen;
    const kind = succeeded(seen) ? "accepted" : sort(seen.response.status, "status");
    if (this.#run.has("status")) {
      if (seen.response.status !== status) {
        throw this.#fail({
          kind,
          headline: `${headline} with ${status}`,
          expected: String(status),
        });
      }
    } else if (!rejected(seen)) {
      throw this.#fail({ kind, headline: `${headline} with 4xx`, expected: "4xx" });
    }
    this.#unchanged(`${this.#operation.name} rejected the request`);
  }

  #unchanged(why: string): void {
    const { before, after, afterWhy } = this.#seen;
    if (after === null) {
      const headline = `${why}, and the state cannot be read`;
      throw this.#fail({ kind: "changed", headline, why: afterWhy });
    }
    if (before !== null && !isUnchanged(this.#seen)) {
      const places = differences("", this.#run.service.stateType, before, after);
      throw this.#fail({
        kind: "changed",
        headline: `${why}, so nothing may change`,
        expected: "the state is the same as before",
        fields: places.map(([place]) => place),
      });
    }
  }

  /** The same call once more, in the same state. What is wrong already for the first time is told elsewhere. */
  #again(same: boolean): void {
    const [first, second] = [this.#seen, this.#seen.again];
    if (second === null || !new Seen(this.#run, first, new Tally()).#isRight()) {
      return;
    }
    const again = new Seen(this.#run, second, new Tally());
    again.total();
    again.#unchanged(`${this.#operation.name} only reads`);
    if (same && first.isExact && !second.response.body.equals(first.response.body)) {
      const headline = `${this.#operation.name} answers something else for the second time`;
      throw again.#fail({ kind: "answer", headline, expected: first.response.text });
    }
  }

  #isRight(): boolean {
    try {
      this.total();
      return true;
    } catch (thrown) {
      if (thrown instanceof Deviation) {
        return false;
      }
      throw thrown;
    }
  }

  #count(id: string): void {
    this.#tally.applied += 1;
    this.#tally.exercised += 1;
    this.#run.ledger.count(id);
  }

  /** Whether the call could not be made. What was in the way is noted, also where there was a way around it. */
  #isObstructed(): boolean {
    const { obstacle, trouble } = this.#seen;
    const { obstacles } = this.#tally;
    if (obstacle !== null && !obstacles.some((one) => one.obstacle === obstacle)) {
      obstacles.push(this.#seen);
    }
    return trouble !== "";
  }

  #block(promise: string): void {
    const name = `${this.#operation.name}.${promise}`;
    if (!this.#tally.blocked.includes(name)) {
      this.#tally.blocked.push(name);
    }
  }

  /** A clause that does not hold, with what its parts are. */
  #broken(headline: string, rule: Rule, why: string, ...speaksOf: readonly unknown[]): Deviation {
    const { fields, values } = explain(rule, ...speaksOf);
    return this.#fail({ kind: "promise", headline, rule, why, fields, values });
  }

  #fail(found: Found): Deviation {
    return deviation(this.#run, this.#seen, found);
  }
}

/** What sort of failure an answer is that should have been another one. */
function sort(status: number, otherwise: Kind): Kind {
  if (isUnanswered(status)) {
    return "error";
  }
  return 400 <= status && status < 500 ? otherwise : "status";
}

/** Leaves alone what the spec does not speak about, because a number leaves its range in it. */
function judged(judgement: () => void): void {
  try {
    judgement();
  } catch (thrown) {
    if (!(thrown instanceof Outside)) {
      throw thrown;
    }
  }
}

/** The refinements and entity invariants that speak of something among the outputs. */
function answeredRules(operation: Operation, call: AnyCall): ReadonlySet<string> {
  const rules = operation.outputs.flatMap(({ type, property }) =>
    type.obligations(read(call.answer, property)).map(([rule]) => rule.id),
  );
  return new Set(rules);
}

// --- examples -----------------------------------------------------------------------------------------------------------

/** A test over all witnesses of an operation and over drawn examples. */
export function examplesOf(operation: Operation, id: string, check: Check): void {
  declare(id, (run) => runExamples(run, operation, check));
}

/** One test per witness and state: its own, its populated one, or none, where the calls that lead to it are made. */
export function witnessesOf(operation: Operation, id: string, check: Check): void {
  const { witnesses } = load();
  for (const found of casesOf(id)) {
    const witness = witnesses.get(numberAt(found, "witness") ?? -1);
    if (witness !== undefined) {
      const run = (session: Session): Promise<void> =>
        runWitness(session, operation, check, witness, numberAt(found, "state"));
      declare(id, run, textAt(found, "name"));
    }
  }
}

/** One test per way to get an input wrong, or the body as a whole. */
export function malformedOf(operation: Operation, id: string, check: Check): void {
  for (const wrong of malformations(operation, id)) {
    declare(id, (run) => runMalformed(run, operation, check, wrong), wrong.name);
  }
}

/** One test without credentials, and one with wrong ones. */
export function unauthorizedOf(operation: Operation, id: string, check: Check): void {
  for (const found of casesOf(id)) {
    const shown = textAt(found, "credentials") as Credentials;
    declare(id, (run) => runUnauthorized(run, operation, check, shown), textAt(found, "name"));
  }
}

function needCredentials(operation: Operation): void {
  const name = lacking(operation);
  if (name !== null) {
    throw needing(name);
  }
}

async function runExamples(run: Session, operation: Operation, check: Check): Promise<void> {
  needCredentials(operation);
  const tally = new Tally();
  const judge = (seen: Observation): void => check(new Seen(run, seen, tally));
  await failing(async () => {
    for (const ask of shared(run, operation, "made", made)) {
      show(tally, await ask(), judge);
    }
    try {
      for (const ask of shared(run, operation, "drawn", drawn)) {
        show(tally, await ask(), judge);
      }
    } catch (thrown) {
      throw thrown instanceof Deviation ? await shrunk(run, operation, judge, thrown) : thrown;
    }
  });
  await conclude(run, tally, tally.exercised);
}

type Ask = () => Promise<Seeing>;

/** Observations that all tests of an operation look at. Each is made when the first of them asks for it. */
function shared(
  run: Session,
  operation: Operation,
  name: string,
  asks: (run: Session, operation: Operation) => readonly Ask[],
): readonly Ask[] {
  return run.once(`${operation.name} shared ${name}`, () => {
    const known: Promise<Seeing>[] = [];
    return asks(run, operation).map((ask, at) => () => (known[at] ??= ask()));
  });
}

/** The witnesses of an operation, and what is made from them and from the states of the corpus. */
function made(run: Session, operation: Operation): readonly Ask[] {
  const witnesses = witnessesOfOperation(run.corpus, operation).flatMap((witness) => {
    const states = [witness.state, witness.populated].filter((number) => number !== null);
    return states.map(
      (number): Ask =>
        () =>
          ofWitness(run, operation, witness, number),
    );
  });
  const planned = plannedOf(run, operation);
  return [
    ...witnesses,
    ...planned.map(
      (one): Ask =>
        () =>
          ofPlanned(run, operation, one),
    ),
  ];
}

/** Drawn examples of an operation. */
function drawn(run: Session, operation: Operation): readonly Ask[] {
  return drawnOf(run, operation).map(
    (one): Ask =>
      () =>
        ofDrawn(run, operation, one),
  );
}

function show(tally: Tally, seen: Seeing, judge: (seen: Observation) => void): void {
  if (seen === null) {
    return;
  }
  if ("needs" in seen) {
    if (!tally.needs.includes(seen.needs)) {
      tally.needs.push(seen.needs);
    }
    return;
  }
  tally.isInexact ||= !seen.isExact;
  judge(seen);
}

/** A witness in a state; without one, after the calls that lead to its own. */
async function runWitness(
  run: Session,
  operation: Operation,
  check: Check,
  witness: Witness,
  number: number | null,
): Promise<void> {
  needCredentials(operation);
  const tally = new Tally();
  await failing(async () => {
    const seen =
      number === null
        ? await afterCalls(run, operation, witness)
        : await ofWitness(run, operation, witness, number);
    show(tally, seen, (found) => check(new Seen(run, found, tally)));
  });
  await conclude(run, tally, tally.applied);
}

async function runMalformed(
  run: Session,
  operation: Operation,
  check: Check,
  wrong: Malformation,
): Promise<void> {
  needCredentials(operation);
  await failing(async () => {
    const [inputs, standing] = await acceptable(run, operation);
    const request = malformedRequest(operation, wrong, inputs, credentials(operation, "valid"));
    const where = `${standing.how}; ${wrong.name}`;
    const seen = await send(run, operation, standing.before, request, where);
    check(new Seen(run, seen, new Tally()));
  });
}

async function runUnauthorized(
  run: Session,
  operation: Operation,
  check: Check,
  shown: Credentials,
): Promise<void> {
  needCredentials(operation);
  await failing(async () => {
    const [inputs, standing] = await acceptable(run, operation);
    const request = requestOf(operation, inputs, credentials(operation, shown));
    const where = `${standing.how}; credentials ${shown}`;
    const seen = await send(run, operation, standing.before, request, where);
    check(new Seen(run, seen, new Tally()));
  });
}

/** Inputs that are accepted, and the service in the state in which they are. */
async function acceptable(
  run: Session,
  operation: Operation,
): Promise<readonly [JsonObject, Standing]> {
  const tally = new Tally();
  for (const witness of witnessesOfOperation(run.corpus, operation)) {
    const found = witness.isAccepted
      ? await ofWitness(run, operation, witness, witness.state)
      : null;
    if (found !== null && "needs" in found) {
      tally.needs.push(found.needs);
    } else if (found !== null && found.trouble !== "") {
      tally.obstacles.push(found);
    } else if (found?.expectation.outcome === "accepted") {
      const standing = await run.world.enter(stateAt(run.corpus, witness.state), witness.wait);
      return [witnessInputs(run, operation, witness, standing), standing];
    }
  }
  await tellObstacles(run, tally, false);
  const needs = tally.needs.at(-1);
  if (needs !== undefined && tally.blocked.length === 0) {
    throw needing(needs);
  }
  throw blockedBy(tally.blocked.length > 0 ? tally.blocked : [`${operation.name}.accepts`]);
}

/** Turns what kept a test from being made into a failure of it. */
async function failing<T>(body: () => Promise<T>): Promise<T> {
  try {
    return await body();
  } catch (thrown) {
    if (thrown instanceof Unreached || thrown instanceof Trouble || thrown instanceof WireError) {
      throw new Failed(`the service cannot be brought into a state: ${thrown.message}`, "setup");
    }
    if (thrown instanceof Defect) {
      throw new Failed(`a defect of the suite, not of the service: ${thrown.message}`);
    }
    throw thrown;
  }
}

/** A test that has shown nothing does not pass. */
async function conclude(run: Session, tally: Tally, count: number): Promise<void> {
  await tellObstacles(run, tally, count > 0);
  if (count > 0) {
    return;
  }
  if (tally.blocked.length > 0) {
    throw blockedBy(tally.blocked);
  }
  if (tally.needs.length > 0) {
    throw needing(...tally.needs);
  }
  const missing = ["load", "clock"].filter((name) => !run.has(name));
  if (tally.isInexact && missing.length > 0) {
    throw needing(...missing);
  }
  throw new Failed("vacuous: no example exercised this", "vacuous");
}

/**
 * Fails for what was in the way, where this is the first test that met it; others are blocked by it.
 *
 * `isShown`: other examples of the test were not in vain, and so what it is about has passed.
 */
async function tellObstacles(run: Session, tally: Tally, isShown: boolean): Promise<void> {
  for (const seen of tally.obstacles) {
    const found = await met(run, seen);
    if (found.test === run.test) {
      throw new Deviation({ ...obstruction(run, seen, found).parts, shown: isShown });
    }
    if (seen.trouble !== "") {
      tally.blocked.push(found.clause || "the admin contract");
    }
  }
}

const NEVER_MET: Met = { test: "", clause: "", parts: null };

/** What is known of what was in the way of an example; the first time, who is to blame for it. */
async function met(run: Session, { obstacle }: Observation): Promise<Met> {
  if (obstacle === null) {
    return NEVER_MET;
  }
  const key = keyOfObstacle(obstacle);
  const known = run.obstacles.get(key);
  if (known !== undefined) {
    return known;
  }
  const parts = obstacle.state === undefined ? null : await blamed(run, obstacle.state);
  const found = { test: run.test, clause: parts?.clause ?? obstacle.clause ?? "", parts };
  run.obstacles.set(key, found);
  return found;
}

/** The promise that a failure breaks where it names no clause. */
const PROMISES: Partial<Record<Kind, string>> = {
  answer: "output",
  changed: "frame",
  promise: "types",
  accepted: "rejects",
};

/** What is wrong first on the way to a state: a call can be rejected rightly, because of what one before it did. */
async function blamed(run: Session, state: CorpusState): Promise<FailureParts | null> {
  try {
    for await (const seen of new Trace(run, state).needed()) {
      new Seen(run, seen, new Tally()).total();
    }
  } catch (thrown) {
    if (thrown instanceof Deviation) {
      const { operation, kind = "promise" } = thrown.parts;
      const name = `${operation}.${PROMISES[kind] ?? "accepts"}`;
      return { clause: name, says: name, place: "", ...thrown.parts };
    }
    const isKnown = [Trouble, WireError, MissingReference, Failed].some(
      (kind) => thrown instanceof kind,
    );
    if (!isKnown) {
      throw thrown;
    }
  }
  return null;
}

/** What is in the way of a state of the corpus, as a failure; blocks the test where another one failed for it. */
export async function hindered(
  run: Session,
  operation: Operation,
  unreached: Unreached,
): Promise<Deviation> {
  const seen = obstructed(operation, "a state of the corpus", unreached.obstacle);
  const found = await met(run, seen);
  if (found.test !== run.test) {
    throw blockedBy([found.clause || "the admin contract"]);
  }
  return obstruction(run, seen, found);
}

/** What keeps a state from being reached, as a failure of the promise that is broken, and not of the test's own. */
function obstruction(run: Session, seen: Observation, known: Met): Deviation {
  const { obstacle } = seen;
  if (known.parts !== null) {
    return new Deviation(known.parts);
  }
  if (obstacle === null) {
    const headline = `a state could not be reached: ${seen.trouble}`;
    return deviation(run, seen, { kind: "setup", headline });
  }
  const { operation, made: exchange, fields = [], why } = obstacle;
  if (operation === undefined) {
    return unloaded(run, seen, obstacle);
  }
  const isRefused = obstacle.clause?.endsWith(".accepts") ?? false;
  const kind = isRefused ? sort(exchange?.[1].status ?? 0, "refused") : "answer";
  const headline = `${operation.name} fails where its call leads to the state of another test`;
  const expected = String(operation.status);
  return deviation(run, seen, { kind, headline, ...ruleOf(obstacle), expected, why, fields });
}

function unloaded(run: Session, seen: Observation, obstacle: Obstacle): Deviation {
  const { fields = [], why } = obstacle;
  const isLoading = obstacle.clause === LOADING;
  const places = Array.from(new Set(fields)).join(", ") || "the whole of it";
  const headline = isLoading
    ? `a state that is loaded is not what the service holds then: ${places}`
    : why;
  const shown = obstructed(seen.operation, "", obstacle);
  const kind = isLoading ? "load" : "setup";
  return deviation(run, shown, {
    kind,
    headline,
    ...ruleOf(obstacle),
    expected: "200",
    why,
    fields,
  });
}

function ruleOf({ clause, says = "" }: Obstacle): Pick<Found, "rule"> {
  return clause === undefined ? {} : { rule: { id: clause, text: says, place: "" } };
}

// --- traces -------------------------------------------------------------------------------------------------------------

/** The calls that lead to a state of the corpus. */
export class Trace {
  readonly #run: Session;
  readonly #state: CorpusState;

  constructor(run: Session, state: CorpusState) {
    this.#run = run;
    this.#state = state;
  }

  /** Makes every call, and judges it by everything that the spec says. */
  async total(): Promise<void> {
    await failing(async () => {
      for await (const seen of this.#steps(true)) {
        new Seen(this.#run, seen, new Tally()).total();
      }
    });
  }

  /** Makes every call; the property holds at some time. */
  async eventually(rule: Rule): Promise<void> {
    await failing(async () => {
      let last: Observation | null = null;
      for await (const seen of this.#steps(true)) {
        const states = [seen.before, seen.after].filter((one) => one !== null);
        if (states.some((one) => invariantProblem(rule, one, seen.now) === null)) {
          this.#run.ledger.count(rule.id);
          return;
        }
        last = seen;
      }
      if (last !== null) {
        const headline = `${rule.id} is never reached`;
        throw deviation(this.#run, last, { kind: "promise", headline, rule });
      }
      const text = `vacuous: the trace of corpus state ${this.#state.number} has no steps`;
      throw new Failed(text, "vacuous");
    });
  }

  /** Makes the calls that the state cannot be reached without. */
  needed(): AsyncGenerator<Observation> {
    return this.#steps(false);
  }

  async *#steps(withIdle: boolean): AsyncGenerator<Observation> {
    const [run, { world }] = [this.#run, this.#run];
    let before = await world.begin();
    const answered: JsonObject[] = [];
    for (const [number, step] of (this.#state.trace ?? []).entries()) {
      const moment = await world.passTime(step.wait);
      if (step.isIdle && !withIdle) {
        answered.push(new Map());
        continue;
      }
      const operation = world.operation(step.operation);
      const where = `step ${number} of the trace of corpus state ${this.#state.number}`;
      const inputs = tracedInputs(where, () =>
        inputsJson(operation, step.inputs, moment, answered),
      );
      const seen = await make(run, operation, before, inputs, where);
      if (seen === null) {
        return;
      }
      yield seen;
      if (seen.after === null) {
        return;
      }
      before = seen.after;
      answered.push(outputsJson(operation, seen.response));
    }
  }
}

function tracedInputs(where: string, made: () => JsonObject): JsonObject {
  try {
    return made();
  } catch (thrown) {
    if (thrown instanceof MissingReference) {
      throw new Failed(`${where} cannot be made: ${thrown.message}`);
    }
    throw thrown;
  }
}

/** One test per state of the corpus that calls lead to. */
export function tracesOf(id: string, check: (trace: Trace) => Promise<void>): void {
  for (const found of casesOf(id)) {
    const state = stateAt(load(), numberAt(found, "trace") ?? 0);
    declare(id, (run) => runTrace(run, state, check), textAt(found, "name"));
  }
}

async function runTrace(
  run: Session,
  state: CorpusState,
  check: (trace: Trace) => Promise<void>,
): Promise<void> {
  const needs = run.world.lacksForTrace(state);
  if (needs !== null) {
    throw needing(needs);
  }
  await check(new Trace(run, state));
}

/** A state that calls lead to satisfies a property: the first such state of the corpus is reached by its calls. */
export function eventually(service: Service, number: number, id: string): void {
  const rule = service.eventually[number]!;
  declare(id, async (run) => {
    const found = run.corpus.states.filter(
      (state) => state.trace !== null && state.trace.length > 0 && wouldSatisfy(run, rule, state),
    );
    const reachable = found.find((state) => run.world.lacksForTrace(state) === null);
    if (reachable !== undefined) {
      await new Trace(run, reachable).eventually(rule);
      return;
    }
    const [first] = found;
    if (first !== undefined) {
      throw needing(run.world.lacksForTrace(first) ?? "load");
    }
    throw new Failed(`vacuous: no trace of the corpus reaches ${rule.id}`, "vacuous");
  });
}

function wouldSatisfy(run: Session, rule: Rule, state: CorpusState): boolean {
  try {
    const moment = run.world.moment();
    const value = run.world.decode(stateJson(run.service, state, moment));
    return invariantProblem(rule, value, run.world.now()) === null;
  } catch (thrown) {
    if (thrown instanceof WireError || thrown instanceof Outside) {
      return false;
    }
    throw thrown;
  }
}
