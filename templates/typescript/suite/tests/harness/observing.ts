/**
 * Observations: what was asked of the service in which state, what it answered, and what it held afterwards.
 *
 * They are kept for the whole run, by what was asked. All tests of an operation look at the same calls.
 */

import { Trouble } from "./admin.ts";
import { type Request, Response } from "./client.ts";
import { type CorpusState, inputsJson, MissingReference, stateAt, type Witness } from "./corpus.ts";
import type { JsonObject } from "./json.ts";
import { answerOf, type Expectation, expectation, OUTSIDE } from "./oracle.ts";
import { WireError } from "./refusing.ts";
import { credentials, neverSent, requestOf } from "./sending.ts";
import type { AnyCall, Operation } from "./service.ts";
import type { Session } from "./session.ts";
import { equal } from "./structures.ts";
import { type Instant, isoText } from "./windows.ts";
import { type Exchange, type Obstacle, type Standing, Unreached } from "./world.ts";

/** The suite contradicts itself. No finding about the service. */
export class Defect extends Error {}

/** What the service lacks for something to be observed. */
export interface NotHere {
  readonly needs: string;
}

/**
 * A call and everything about it. With `trouble` it was not made, since its state could not be reached.
 *
 * An `obstacle` is in its way then, or was: what could not be loaded may be reached by calls.
 */
export interface Observation {
  readonly operation: Operation;
  readonly where: string;
  readonly inputs: JsonObject;
  readonly request: Request;
  readonly response: Response;
  readonly before: object | null;
  readonly after: object | null;
  readonly afterWhy: string;
  readonly now: Instant;
  readonly expectation: Expectation;
  /** The call as clauses see it, where it succeeded and its outputs could be read. */
  readonly call: AnyCall | null;
  readonly answerWhy: string;
  /** The places of the answer that are not what its outputs say. */
  readonly answerPaths: readonly string[];
  readonly trouble: string;
  readonly obstacle: Obstacle | null;
  /** The calls that led to the state before. */
  readonly way: readonly Exchange[];
  readonly isExact: boolean;
  /** The same call once more, where it only reads. */
  readonly again: Observation | null;
}

/** What became of an example; nothing where it is not to be made. */
export type Seeing = Observation | NotHere | null;
/** The inputs of a call in the state that it is made in. */
export type Inputs = (standing: Standing) => JsonObject;

/** Whether the service accepted a call. */
export function succeeded(seen: Observation): boolean {
  return seen.response.status === seen.operation.status;
}

/** Whether the service rejected a call. */
export function rejected(seen: Observation): boolean {
  return 400 <= seen.response.status && seen.response.status < 500;
}

/** Whether nothing has changed. */
export function isUnchanged(seen: Observation): boolean {
  return seen.before !== null && seen.after !== null && equal(seen.before, seen.after);
}

/** The call of a witness, in its state or in its populated one. */
export async function ofWitness(
  run: Session,
  operation: Operation,
  witness: Witness,
  number: number,
): Promise<Seeing> {
  const state = stateAt(run.corpus, number);
  const needs = run.world.lacks(state, witness.wait);
  if (needs !== null) {
    return { needs };
  }
  return run.once(`${operation.name} witness ${witness.number} ${number}`, async () => {
    const inputs = (at: Standing): JsonObject => witnessInputs(run, operation, witness, at);
    const seen = await observe(run, operation, state, inputs, witness.wait);
    return confirmed(seen, witness);
  });
}

/** The call of a witness in a state that calls have led to, also where states can be loaded. */
export async function afterCalls(
  run: Session,
  operation: Operation,
  witness: Witness,
): Promise<Seeing> {
  const state = stateAt(run.corpus, witness.state);
  const needs = run.world.lacksForTrace(state, witness.wait);
  if (needs !== null) {
    return { needs };
  }
  return whereReached(operation, state, async () => {
    const standing = await run.world.enterByCalls(state, witness.wait);
    const inputs = inputsJson(operation, witness.inputs, standing.moment, standing.outputs);
    return neverSent(operation, inputs)
      ? null
      : make(run, operation, standing.before, inputs, standing.how);
  });
}

/** The inputs of a witness. A state that was loaded holds what the trace of the witness's own state answered. */
export function witnessInputs(
  run: Session,
  operation: Operation,
  witness: Witness,
  standing: Standing,
): JsonObject {
  const own = stateAt(run.corpus, witness.state);
  const outputs = standing.isLoaded ? own.outputs : standing.outputs;
  return inputsJson(operation, witness.inputs, standing.moment, outputs);
}

/** The same; throws a `Defect` where the suite and the explorer that wrote the corpus do not agree. */
function confirmed(seen: Observation | null, witness: Witness): Observation | null {
  if (seen?.isExact && seen.trouble === "") {
    const { outcome } = seen.expectation;
    const wanted = witness.isAccepted ? "accepted" : "rejected";
    if ((outcome === "accepted" || outcome === "rejected") && outcome !== wanted) {
      const found = `${outcome} (${seen.expectation.failing.join(", ")})`;
      throw new Defect(
        `witness ${witness.number} says that the call is ${wanted}, and the oracle: ${found}`,
      );
    }
  }
  return seen;
}

/** Makes a call in a state, or in another one that was made from it; nothing where it is not to be made. */
export async function observe(
  run: Session,
  operation: Operation,
  state: CorpusState,
  inputs: Inputs,
  wait: bigint,
  dressed: object | null = null,
): Promise<Observation | null> {
  return whereReached(operation, state, async () => {
    const standing = await entered(run, state, wait, dressed);
    const found = inputs(standing);
    if (neverSent(operation, found)) {
      return null;
    }
    const { before, how, isExact } = standing;
    const where = wait > 0n ? `${how}, ${wait} ms later` : how;
    const made = await make(run, operation, before, found, where, isExact);
    if (made === null) {
      return null;
    }
    const seen = { ...made, obstacle: standing.obstacle ?? null };
    if (!operation.readOnly || seen.call === null || !isUnchanged(seen)) {
      return seen;
    }
    const secondWhere = `${where}, for the second time`;
    return { ...seen, again: await make(run, operation, before, found, secondWhere, isExact) };
  });
}

async function whereReached(
  operation: Operation,
  state: CorpusState,
  made: () => Promise<Observation | null>,
): Promise<Observation | null> {
  try {
    return await made();
  } catch (thrown) {
    const where = `corpus state ${state.number}`;
    if (thrown instanceof Unreached) {
      return obstructed(operation, where, thrown.obstacle);
    }
    if (thrown instanceof MissingReference) {
      return obstructed(operation, where, { why: thrown.message });
    }
    throw thrown;
  }
}

async function entered(
  run: Session,
  state: CorpusState,
  wait: bigint,
  dressed: object | null,
): Promise<Standing> {
  return dressed === null
    ? run.world.enter(state, wait)
    : run.world.enterValue(dressed, `corpus state ${state.number} with other values`, wait);
}

/** Makes a call in the state that the service is in; nothing where the spec does not speak about it. */
export async function make(
  run: Session,
  operation: Operation,
  before: object,
  inputs: JsonObject,
  where: string,
  isExact = false,
): Promise<Observation | null> {
  const { world } = run;
  const given = givenOf(operation, inputs);
  const foreseen = expectation(operation, before, given, world.now());
  if (foreseen.outcome === "outside") {
    return null;
  }
  const request = requestOf(operation, inputs, credentials(operation, "valid"));
  const { way } = world;
  const [response, now] = await world.call(request);
  const isAccepted = response.status === operation.status;
  run.ledger.called(operation.name, isAccepted);
  const expected = world.clock === null ? expectation(operation, before, given, now) : foreseen;
  const { after, afterWhy } = await settled(run);
  const answer = isAccepted ? answered(operation, response) : null;
  const call =
    answer?.value === undefined || after === null
      ? null
      : { before, after, given, answer: answer.value, now };
  return {
    operation,
    where: world.clock === null ? where : `${where}, clock stopped at ${isoText(world.clock)}`,
    inputs,
    request,
    response,
    before,
    after,
    afterWhy,
    now,
    expectation: expected,
    call,
    answerWhy: answer?.wrong?.message ?? "",
    answerPaths: answer?.wrong?.paths() ?? [],
    trouble: "",
    obstacle: null,
    way,
    isExact: isExact && world.clock !== null,
    again: null,
  };
}

/** Makes a request that is no call of the operation, because it is malformed or shows the wrong credentials. */
export async function send(
  run: Session,
  operation: Operation,
  before: object,
  request: Request,
  where: string,
): Promise<Observation> {
  const { way } = run.world;
  const [response, now] = await run.world.call(request);
  const settledState = await settled(run);
  const unmade = obstructed(operation, where, { why: "" });
  return { ...unmade, request, response, before, ...settledState, now, obstacle: null, way };
}

/** The inputs of a call as clauses see them. */
export function givenOf(operation: Operation, inputs: JsonObject): object {
  return Object.fromEntries(
    operation.inputs.map(({ property, name, type }) => [
      property,
      type.decode(inputs.get(name) ?? null),
    ]),
  );
}

async function settled(
  run: Session,
): Promise<{ readonly after: object | null; readonly afterWhy: string }> {
  try {
    return { after: await run.world.settle(), afterWhy: "" };
  } catch (thrown) {
    if (thrown instanceof WireError) {
      return { after: null, afterWhy: `GET /state is no state any more: ${thrown.message}` };
    }
    if (thrown instanceof Trouble) {
      return { after: null, afterWhy: thrown.message };
    }
    throw thrown;
  }
}

function answered(
  operation: Operation,
  response: Response,
): { readonly value?: object; readonly wrong?: WireError } {
  try {
    return { value: answerOf(operation, response) };
  } catch (thrown) {
    if (thrown instanceof WireError) {
      return { wrong: thrown };
    }
    throw thrown;
  }
}

/** A call that could not be made. */
export function obstructed(operation: Operation, where: string, obstacle: Obstacle): Observation {
  const nothing: Request = { method: "", target: "", headers: [], body: null };
  const [request, response] = obstacle.made ?? [nothing, new Response(0)];
  return {
    operation,
    where,
    inputs: new Map(),
    request,
    response,
    before: null,
    after: null,
    afterWhy: "",
    now: 0n,
    expectation: OUTSIDE,
    call: null,
    answerWhy: "",
    answerPaths: [],
    trouble: obstacle.why,
    obstacle,
    way: obstacle.way ?? [],
    isExact: false,
    again: null,
  };
}
