/**
 * Calls that have to be accepted: inputs that suit the state at hand, and recorded calls that can be made here.
 *
 * A precondition can ask for more than chance provides: a time that is free, a number that is not too high. So inputs are
 * looked for among those that were drawn, those of recorded calls, and what the state holds. The oracle says how far each
 * choice is from being accepted; the service is not asked.
 */

import { inputsJson, MissingReference, stateAt, type Witness, witnessesOf } from "./corpus.ts";
import { Pool } from "./examples.ts";
import type { JsonObject } from "./json.ts";
import { givenOf } from "./observing.ts";
import { expectation } from "./oracle.ts";
import { WireError } from "./refusing.ts";
import { lacking, neverSent } from "./sending.ts";
import type { Input, Operation } from "./service.ts";
import type { Session } from "./session.ts";
import { OptionOf, type WireType } from "./types.ts";
import type { Instant } from "./windows.ts";

/** The inputs of a call as clauses see them, by property. */
export type Values = Readonly<Record<string, unknown>>;

/** How many choices are looked at for one call, how many recorded calls are taken up, and how many values per input. */
const MAX_CHOICES = 150;
const MAX_RECORDED = 4;
const MAX_VALUES = 6;
/** How far from being accepted a call is whose inputs are none, and one that the spec does not speak about. */
const MALFORMED = 1000;
const UNSPOKEN = 1_000_000;

/** The recorded calls of an operation that are accepted, those that the fewest calls lead to first. */
function acceptedOf(run: Session, operation: Operation): readonly Witness[] {
  return run.once(`${operation.name} accepted`, () => {
    const found = witnessesOf(run.corpus, operation).filter((one) => one.isAccepted);
    // A state that can only be loaded comes last.
    const far = (one: Witness): number => stateAt(run.corpus, one.state).trace?.length ?? 1000;
    return found.toSorted(
      (a, b) => far(a) - far(b) || Number(a.wait - b.wait) || a.number - b.number,
    );
  });
}

/** Those of them that can be made here. */
export function reachableOf(run: Session, operation: Operation): readonly Witness[] {
  return lacking(operation) === null
    ? acceptedOf(run, operation).filter((one) => lacks(run, one) === null)
    : [];
}

/** Why no call of an operation can be expected to be accepted here; empty where one can. */
export function whyNever(run: Session, operation: Operation): string {
  const found = acceptedOf(run, operation);
  if (found.length === 0) {
    return "no call of it is known to be accepted";
  }
  const needs = [lacking(operation), ...found.map((one) => lacks(run, one))];
  const first = needs.find((one) => one !== null) ?? "";
  return reachableOf(run, operation).length > 0 ? "" : `not testable here: needs ${first}`;
}

function lacks(run: Session, witness: Witness): string | null {
  const state = stateAt(run.corpus, witness.state);
  return run.world.lacksForTrace(state, witness.wait) === null
    ? null
    : run.world.lacks(state, witness.wait);
}

/** Whether any call of an operation was accepted in the phase that is under way. */
export function wasAccepted(run: Session, operation: Operation): boolean {
  return run.ledger.accepted(operation.name) > 0;
}

/**
 * Inputs with which a call has to be accepted now, as much as possible those that were drawn; nothing where none are found.
 *
 * The same turn looks at the same choices in the same order.
 */
export function suited(
  run: Session,
  operation: Operation,
  before: object,
  drawn: Values,
  turn: number,
): Values | null {
  return new Search(run, operation, before, turn).find(drawn);
}

/** Whether a value is one of a type: what names an entry of a relation need not be its key. */
export function isTyped(declared: WireType<unknown>, value: unknown): boolean {
  try {
    declared.decode(declared.encode(value));
    return true;
  } catch (thrown) {
    if (thrown instanceof WireError || thrown instanceof TypeError) {
      return false;
    }
    throw thrown;
  }
}

/** Looks for inputs, one at a time, always from the best that was found. */
class Search {
  readonly #run: Session;
  readonly #operation: Operation;
  readonly #before: object;
  readonly #turn: number;
  readonly #pool: Pool;
  readonly #now: Instant;
  readonly #keys: ReadonlySet<string>;
  #left = MAX_CHOICES;
  #recorded: readonly Values[] | null = null;

  constructor(run: Session, operation: Operation, before: object, turn: number) {
    this.#run = run;
    this.#operation = operation;
    this.#before = before;
    this.#turn = turn;
    this.#pool = new Pool(run.service, before);
    this.#now = run.world.now();
    this.#keys = new Set(operation.presence.map((one) => one.input));
  }

  /** Inputs that are accepted. */
  find(drawn: Values): Values | null {
    for (const base of this.#bases(drawn)) {
      const found = this.#improved(base);
      if (found !== null) {
        return found;
      }
    }
    return null;
  }

  *#bases(drawn: Values): Generator<Values> {
    const { inputs } = this.#operation;
    const typed = inputs.filter(({ type, property }) => isTyped(type, drawn[property]));
    if (typed.length === inputs.length) {
      yield drawn;
    }
    const keys = typed.filter(({ property }) => this.#keys.has(property));
    const named = Object.fromEntries(keys.map(({ property }) => [property, drawn[property]]));
    for (const recorded of this.#known()) {
      yield { ...recorded, ...named };
    }
  }

  #improved(base: Values): Values | null {
    let [best, least] = [base, this.#distance(base)];
    // What names an entry is changed last: it was taken from those that are there.
    const order = this.#operation.inputs.toSorted(
      (a, b) => Number(this.#keys.has(a.property)) - Number(this.#keys.has(b.property)),
    );
    for (const input of order) {
      for (const value of least > 0 ? this.#values(input, best) : []) {
        const choice = { ...best, [input.property]: value };
        const far = this.#distance(choice);
        if (far < least) {
          [best, least] = [choice, far];
        }
      }
    }
    return least > 0 ? null : best;
  }

  *#values({ type, property }: Input, best: Values): Generator<unknown> {
    for (const recorded of this.#known()) {
      yield recorded[property];
    }
    for (let pick = 0; pick < MAX_VALUES; pick += 1) {
      yield this.#pool.instead(type, best[property], pick + this.#turn);
    }
    if (type instanceof OptionOf) {
      yield null;
    }
  }

  /** The inputs of some recorded calls that were accepted, as if they were made now. */
  #known(): readonly Values[] {
    if (this.#recorded === null) {
      const every = acceptedOf(this.#run, this.#operation);
      const start = every.length > 0 ? this.#turn % every.length : 0;
      const turned = [...every.slice(start), ...every.slice(0, start)].slice(0, MAX_RECORDED);
      this.#recorded = turned.map((one) => this.#inputs(one)).filter((one) => one !== null);
    }
    return this.#recorded;
  }

  #inputs(witness: Witness): Values | null {
    const { outputs } = stateAt(this.#run.corpus, witness.state);
    try {
      const moment = this.#run.world.moment();
      const inputs = inputsJson(this.#operation, witness.inputs, moment, outputs);
      return givenOf(this.#operation, inputs) as Values;
    } catch (thrown) {
      if (thrown instanceof MissingReference || thrown instanceof WireError) {
        return null;
      }
      throw thrown;
    }
  }

  /** How far a call is from being accepted: 0 where it has to be. */
  #distance(choice: Values): number {
    if (this.#left <= 0) {
      return UNSPOKEN;
    }
    this.#left -= 1;
    if (neverSent(this.#operation, encodedValues(this.#operation, choice))) {
      return UNSPOKEN;
    }
    const expected = expectation(this.#operation, this.#before, choice, this.#now);
    if (expected.outcome === "outside") {
      return UNSPOKEN;
    }
    const far = expected.failing.length + expected.unknown.length;
    return expected.status === 422 ? far + MALFORMED : far;
  }
}

/** Inputs as they are sent. */
export function encodedValues(operation: Operation, values: Values): JsonObject {
  return new Map(
    operation.inputs.map(({ name, property, type }) => [name, type.encode(values[property])]),
  );
}
