/**
 * Structural tests: every answer is one that the OpenAPI document describes, whatever was asked.
 *
 * A service that declares the capability `status` answers as the document says, to the letter. Of any other service no more
 * is asked than the spec says: which 4xx it answers, and what that looks like, is its own choice.
 *
 * Recorded calls that have to be accepted come first. Where the service accepts none of them, the test has shown nothing of
 * what an operation answers then, and fails as `vacuous`. Requests that break the document follow, and then drawn ones.
 */

import * as fc from "fast-check";

import { brokenProblem } from "./broken.ts";
import { hindered } from "./checks.ts";
import { encodeJson, type Request, Response } from "./client.ts";
import { type CorpusState, MissingReference, stateAt, type Witness } from "./corpus.ts";
import { ApiDocument, type Link } from "./document.ts";
import { arbitraryOf, type Drawn, inputsOf, resolved } from "./examples.ts";
import { isObject, type Json, JsonError, type JsonObject } from "./json.ts";
import { Draws } from "./machine.ts";
import {
  givenOf,
  isUnchanged,
  type Observation,
  send,
  succeeded,
  witnessInputs,
} from "./observing.ts";
import { answerOf, ensuresProblem, expectation, invariantProblem, type Problem } from "./oracle.ts";
import { MAX_SHRINKS } from "./profiles.ts";
import { WireError } from "./refusing.ts";
import { Deviation, deviation, isUnanswered } from "./report.ts";
import type { Rule } from "./rules.ts";
import { credentials, lacking, neverSent, requestOf } from "./sending.ts";
import type { Operation, Service } from "./service.ts";
import type { Session } from "./session.ts";
import { Outside } from "./stops.ts";
import { declare, needing, Unshown } from "./suite.ts";
import { reachableOf, wasAccepted } from "./suiting.ts";
import { respelled, respelledFields } from "./types.ts";
import { type Standing, Unreached } from "./world.ts";

/** How many recorded calls of an operation are made. */
const MAX_RECORDED = 3;

/** What is looked at beside the document. */
interface Looked {
  readonly rule: Rule;
  readonly problem: (seen: Observation) => Problem | null;
}

/** An invariant holds after the request, whatever became of it. */
export function invariant(service: Service, number: number): Looked {
  const rule = service.invariants[number]!;
  const problem = ({ after, now }: Observation): Problem | null =>
    after === null ? null : invariantProblem(rule, after, now);
  return { rule, problem };
}

/** A clause that speaks of inputs and outputs alone holds after success. */
export function ensures(operation: Operation, number: number): Looked {
  const rule = operation.ensures[number]!;
  const problem = (seen: Observation): Problem | null =>
    seen.call === null || seen.operation !== operation ? null : ensuresProblem(rule, seen.call);
  return { rule, problem };
}

/** The tests of the document: one for each of its operations. */
export function structural(service: Service, id: string, checks: readonly Looked[]): void {
  const document = new ApiDocument();
  for (const operation of service.operations) {
    const tests = new Tests(document, checks);
    const name = `${operation.method} ${document.pathOf(operation)}`;
    declareAs(id, name, (run) => tests.operation(run, operation));
  }
}

/** Requests that follow each other by the links of the document. */
export function structuralLinks(service: Service, id: string, checks: readonly Looked[]): void {
  declare(id, (run) => new Tests(new ApiDocument(), checks).links(run, service));
}

/** A test of an operation goes by the words that the document has for it. */
function declareAs(id: string, name: string, body: (run: Session) => Promise<void>): void {
  declare(`${id}[${name}]`, body);
}

class Tests {
  readonly #document: ApiDocument;
  readonly #checks: readonly Looked[];

  constructor(document: ApiDocument, checks: readonly Looked[]) {
    this.#document = document;
    this.#checks = checks;
  }

  /** All requests of an operation. */
  async operation(run: Session, operation: Operation): Promise<void> {
    const name = lacking(operation);
    if (name !== null) {
      throw needing(name);
    }
    await this.#recorded(run, operation);
    const broken = await brokenProblem(run, operation);
    if (broken !== null) {
      throw broken;
    }
    await this.#drawn(run, operation);
  }

  /** Recorded calls that are accepted: chance alone may never come by one. */
  async #recorded(run: Session, operation: Operation): Promise<void> {
    const refused: Deviation[] = [];
    const unreached: Unreached[] = [];
    for (const witness of reachableOf(run, operation).slice(0, MAX_RECORDED)) {
      try {
        const found = await this.#witnessed(run, operation, witness);
        refused.push(...(found === null ? [] : [found]));
      } catch (thrown) {
        if (thrown instanceof Unreached) {
          unreached.push(thrown);
        } else if (!(thrown instanceof MissingReference)) {
          throw thrown;
        }
      }
    }
    if (wasAccepted(run, operation)) {
      return;
    }
    const [first] = unreached;
    if (refused[0] !== undefined) {
      throw refused[0];
    }
    if (first !== undefined) {
      throw await hindered(run, operation, first);
    }
  }

  /** A recorded call; that it is not accepted, if that is so. */
  async #witnessed(
    run: Session,
    operation: Operation,
    witness: Witness,
  ): Promise<Deviation | null> {
    const standing = await run.world.enter(stateAt(run.corpus, witness.state), witness.wait);
    const inputs = witnessInputs(run, operation, witness, standing);
    const now = run.world.now();
    const seen = await this.#sent(run, operation, standing, inputs);
    if (seen === null || wasAccepted(run, operation)) {
      return null;
    }
    const given = givenOf(operation, inputs);
    // Without a stopped clock a recorded call may come too late.
    const { outcome } = expectation(operation, standing.before, given, now);
    const headline = `vacuous: no recorded call of ${operation.name} is accepted, and every one of them has to be`;
    const expected = String(operation.status);
    return outcome === "accepted"
      ? deviation(run, seen, { kind: "vacuous", headline, expected })
      : null;
  }

  /** Drawn requests, each in a state of the corpus. The first one that fails is made small. */
  async #drawn(run: Session, operation: Operation): Promise<void> {
    let left = Number.POSITIVE_INFINITY;
    const property = fc.asyncProperty(arbitraryOf(run, operation), async (drawn) => {
      left -= 1;
      if (left < 0) {
        return;
      }
      try {
        await this.#example(run, operation, drawn);
      } catch (thrown) {
        if (left > MAX_SHRINKS && thrown instanceof Deviation) {
          left = run.mayShrink() ? MAX_SHRINKS : 0;
          run.shrunk += 1;
        }
        throw thrown;
      }
    });
    const seed = run.seedFor("structural", operation.name);
    const found = await fc.check(property, { seed, numRuns: run.profile.examples });
    if (found.failed) {
      throw found.errorInstance;
    }
  }

  async #example(run: Session, operation: Operation, drawn: Drawn): Promise<void> {
    const standing = await entered(run, stateAt(run.corpus, drawn.state));
    if (standing !== null) {
      const inputs = resolved(run.service, operation, standing.before, drawn);
      await this.#sent(run, operation, standing, inputs);
    }
  }

  /** Sends a request, and looks at the answer; nothing where it is never sent. */
  async #sent(
    run: Session,
    operation: Operation,
    { before, how }: Pick<Standing, "before" | "how">,
    inputs: JsonObject,
  ): Promise<Observation | null> {
    if (neverSent(operation, inputs)) {
      return null;
    }
    const request = requestOf(operation, inputs, credentials(operation, "valid"));
    const seen = await called(run, operation, before, request, how, inputs);
    this.#look(run, seen);
    return seen;
  }

  /** Throws what is wrong with an answer. */
  #look(run: Session, seen: Observation): void {
    const { operation, response } = seen;
    const about = `${operation.method} ${this.#document.pathOf(operation)}`;
    if (isUnanswered(response.status)) {
      const headline = `${about} does not conform to its document: the service fails`;
      throw deviation(run, seen, { kind: "error", headline });
    }
    const problems = this.#problems(run, seen);
    const [first] = problems;
    if (first !== undefined) {
      const headline = `${about} does not conform to its document: ${first}`;
      throw deviation(run, seen, { kind: "document", headline, why: problems.join("\n") });
    }
    this.#checks.forEach((check) => lookAt(run, seen, check));
  }

  #problems(run: Session, seen: Observation): readonly string[] {
    const { operation, response } = seen;
    const isRejection = 400 <= response.status && response.status < 500;
    if (isRejection && !run.has("status")) {
      return [];
    }
    const strict = seen.answerWhy === "" ? [] : [seen.answerWhy];
    return [...strict, ...this.#document.problems(operation, spelled(operation, response))];
  }

  // --- links ------------------------------------------------------------------------------------------------------------

  /** Follows links, from recorded calls on. */
  async links(run: Session, service: Service): Promise<void> {
    const document = this.#document;
    const starts = service.operations.filter(
      (one) => document.linksOf(one, one.status).length > 0 && reachableOf(run, one).length > 0,
    );
    if (starts.length === 0) {
      throw new Unshown("skipped", "the document has no links");
    }
    const draws = new Draws(run);
    for (let made = 0; made < run.profile.examples; made += 1) {
      await this.#follow(run, service, starts[draws.index(starts.length)]!, draws);
    }
  }

  async #follow(run: Session, service: Service, start: Operation, draws: Draws): Promise<void> {
    const witnesses = reachableOf(run, start);
    const witness = witnesses[draws.index(Math.min(witnesses.length, MAX_RECORDED))]!;
    let seen = await this.#begun(run, start, witness);
    for (let followed = 0; followed < run.profile.links && seen !== null; followed += 1) {
      seen = await this.#next(run, service, seen, draws);
    }
  }

  async #begun(run: Session, operation: Operation, witness: Witness): Promise<Observation | null> {
    try {
      const standing = await run.world.enter(stateAt(run.corpus, witness.state), witness.wait);
      const inputs = witnessInputs(run, operation, witness, standing);
      return await this.#sent(run, operation, standing, inputs);
    } catch (thrown) {
      // Other tests tell that a state cannot be reached.
      if (thrown instanceof Unreached || thrown instanceof MissingReference) {
        return null;
      }
      throw thrown;
    }
  }

  /** Follows one link of an answer. The last answer stays, so that further links of it are followed where this has none. */
  async #next(
    run: Session,
    service: Service,
    seen: Observation,
    draws: Draws,
  ): Promise<Observation | null> {
    const links = this.#document.linksOf(seen.operation, seen.response.status);
    const link = links[draws.index(links.length)];
    const operation = service.operations.find(
      (one) => this.#document.idOf(one) === link?.operationId,
    );
    if (link === undefined || operation === undefined || seen.after === null) {
      return null;
    }
    if (lacking(operation) !== null) {
      return seen;
    }
    const drawn = draws.next(`${operation.name} links`, inputsOf(run, operation));
    const own = resolved(service, operation, seen.after, drawn);
    const inputs = new Map([...own, ...this.#linked(link, operation, seen)]);
    const standing = { before: seen.after, how: `${seen.where}, then by a link` };
    const next = isTypedWhole(operation, inputs)
      ? await this.#sent(run, operation, standing, inputs)
      : null;
    const isEnd =
      next === null || this.#document.linksOf(operation, next.response.status).length === 0;
    return isEnd ? { ...seen, after: next === null ? seen.after : next.after } : next;
  }

  /** The inputs that an answer gives. */
  #linked(link: Link, operation: Operation, { response, inputs }: Observation): [string, Json][] {
    const names = Array.from(
      this.#document.pathOf(operation).matchAll(/\{([^}]*)\}/g),
      ([, name]) => name,
    );
    const slots = operation.path.filter((part) => typeof part !== "string");
    return Object.entries(link.parameters).flatMap(([name, expression]): [string, Json][] => {
      const slot = slots[names.indexOf(name)]?.slot;
      const input = operation.inputs.find((one) =>
        slot === undefined ? one.name === name : one.property === slot,
      );
      const value = valueOf(expression, response, inputs);
      return input === undefined || value === undefined ? [] : [[input.name, value]];
    });
  }
}

/** What an expression of a link stands for. */
function valueOf(expression: string, response: Response, inputs: JsonObject): Json | undefined {
  const parts = /^\$(response\.body#|request\.(?:path|query)\.|request\.body#\/)(.*)$/.exec(
    expression,
  );
  if (parts === null) {
    return undefined;
  }
  if (parts[1] !== "response.body#") {
    return inputs.get(parts[2]!);
  }
  const names = parts[2]!.split("/").filter((name) => name !== "");
  return names.reduce<Json | undefined>(
    (found, name) => (found !== undefined && isObject(found) ? found.get(name) : undefined),
    jsonOf(response) ?? undefined,
  );
}

function jsonOf(response: Response): Json {
  try {
    return response.json();
  } catch (thrown) {
    if (thrown instanceof JsonError) {
      return null;
    }
    throw thrown;
  }
}

function isTypedWhole(operation: Operation, inputs: JsonObject): boolean {
  try {
    givenOf(operation, inputs);
    return true;
  } catch (thrown) {
    if (thrown instanceof WireError) {
      return false;
    }
    throw thrown;
  }
}

/** A state of the corpus; nothing where it cannot be reached, which other tests tell. */
async function entered(run: Session, state: CorpusState): Promise<Standing | null> {
  try {
    return await run.world.enter(state, 0n);
  } catch (thrown) {
    if (thrown instanceof Unreached) {
      return null;
    }
    throw thrown;
  }
}

/** Makes a request; what is seen of it has the inputs and outputs of the call where they can be read. */
async function called(
  run: Session,
  operation: Operation,
  before: object,
  request: Request,
  where: string,
  inputs: JsonObject,
): Promise<Observation> {
  const seen = { ...(await send(run, operation, before, request, where)), inputs };
  run.ledger.called(operation.name, succeeded(seen));
  if (!succeeded(seen)) {
    return seen;
  }
  try {
    const answer = answerOf(operation, seen.response);
    const after = isUnchanged(seen) || seen.after === null ? before : seen.after;
    const call = { before, after, given: givenOf(operation, inputs), answer, now: seen.now };
    return { ...seen, call };
  } catch (thrown) {
    if (thrown instanceof WireError) {
      return { ...seen, answerWhy: thrown.message, answerPaths: thrown.paths() };
    }
    throw thrown;
  }
}

/** An answer with its instants in the spelling of the document. RFC 3339 has others, which mean the same. */
function spelled(operation: Operation, response: Response): Response {
  const [first] = operation.outputs;
  const found = response.status === operation.status ? jsonOf(response) : null;
  if (found === null || first === undefined) {
    return response;
  }
  const meant =
    operation.shape === "whole"
      ? respelled(first.type, found)
      : isObject(found)
        ? respelledFields(operation.outputs, found)
        : found;
  return new Response(response.status, {
    headers: response.headers,
    body: Buffer.from(encodeJson(meant)),
  });
}

/** Looks at a clause; a number that leaves its range in it is nothing that the spec speaks of. */
function lookAt(run: Session, seen: Observation, { rule, problem }: Looked): void {
  try {
    const found = problem(seen);
    run.ledger.count(rule.id);
    if (found !== null) {
      const headline = `${rule.id} does not hold after ${seen.operation.name}`;
      throw deviation(run, seen, { kind: "promise", headline, rule, why: found.text });
    }
  } catch (thrown) {
    if (!(thrown instanceof Outside)) {
      throw thrown;
    }
  }
}
