/**
 * Examples: those that are data of the suite, and drawn ones: a state of the corpus, a wait, and inputs that are new or
 * that the state already holds.
 *
 * What is drawn does not depend on what the service answers: a value of the state is chosen by index, never by value. So the
 * same seed draws the same examples, whatever identifiers the service makes up.
 */

import * as fc from "fast-check";

import { type CorpusState, inputsJson, stateAt, stateJson, type Witness } from "./corpus.ts";
import { type JsonObject, writeJson } from "./json.ts";
import { type NotHere, type Observation, observe, type Seeing } from "./observing.ts";
import { fits } from "./oracle.ts";
import { listed, numberAt, objectAt, objects, textAt } from "./planned.ts";
import { MAX_SHRINKS } from "./profiles.ts";
import { MultiMap, ValueMap } from "./relations.ts";
import { Deviation } from "./report.ts";
import { type Input, type Operation, read, type Service } from "./service.ts";
import type { Session } from "./session.ts";
import { show } from "./showing.ts";
import { equal, ValueSet } from "./structures.ts";
import {
  AliasOf,
  DURATION,
  EntityOf,
  INT,
  MapOf,
  MultiOf,
  OptionOf,
  SeqOf,
  SetOf,
  STRING,
  type WireType,
} from "./types.ts";
import { MOMENT, type Standing } from "./world.ts";

type Type = WireType<unknown>;

/**
 * Picks below zero keep the drawn value, so that some inputs are new to the state; those above take one of the state and
 * change it a little, since what is almost right finds more than what is wrong altogether.
 */
const FEWEST = -3;
const MOST = 8;
const NEAR_MISSES = 8;
/** Sent integers stay below this, unless a type's own bounds say otherwise. */
const LARGE = 10n ** 15n;

/** What is drawn for a call: a value for each input, and which value of the state to take instead. */
export interface DrawnInputs {
  readonly values: readonly unknown[];
  readonly picks: readonly number[];
}

/**
 * An example before it meets a state.
 *
 * With `dress` it is the other way round where the state can be loaded: the state gets the drawn values.
 */
export interface Drawn extends DrawnInputs {
  readonly state: number;
  readonly wait: bigint;
  readonly dress: boolean;
}

/** The states that examples can begin in here. */
function statesOf(run: Session): CorpusState[] {
  return run.corpus.states.filter((state) => run.world.lacks(state) === null);
}

/** The examples of an operation: drawn once per run, since every test of the operation looks at the same ones. */
export function drawnOf(run: Session, operation: Operation): readonly Drawn[] {
  return run.once(`${operation.name} drawn`, () => {
    const found: Drawn[] = [];
    const property = fc.property(arbitraryOf(run, operation), (drawn) => {
      found.push(drawn);
    });
    rethrown(fc.check(property, parameters(run, operation)));
    return found;
  });
}

function parameters(run: Session, operation: Operation): { seed: number; numRuns: number } {
  return { seed: run.seedFor(operation.name), numRuns: run.profile.examples };
}

/** Throws what kept values from being drawn. */
function rethrown({
  failed,
  errorInstance,
}: Pick<fc.RunDetails<unknown>, "failed" | "errorInstance">): void {
  if (failed) {
    throw errorInstance instanceof Error ? errorInstance : new Error("drawing failed");
  }
}

/** The failure of a smaller example, where one is found soon enough. */
export async function shrunk(
  run: Session,
  operation: Operation,
  check: (seen: Observation) => void,
  first: Deviation,
): Promise<Deviation> {
  if (!run.mayShrink()) {
    return first;
  }
  run.shrunk += 1;
  let left = MAX_SHRINKS;
  const property = fc.asyncProperty(arbitraryOf(run, operation), async (drawn) => {
    if (!run.knows(keyOfDrawn(operation, drawn))) {
      // When nothing more may be tried, what was never tried counts as fine, and the search comes to its end.
      if (left === 0) {
        return;
      }
      left -= 1;
    }
    const seen = await ofDrawn(run, operation, drawn);
    if (seen !== null && !("needs" in seen)) {
      check(seen);
    }
  });
  const { errorInstance } = await fc.check(property, parameters(run, operation));
  if (errorInstance === null || errorInstance === undefined || errorInstance instanceof Deviation) {
    return errorInstance ?? first;
  }
  throw errorInstance;
}

/** Examples of an operation, in any state that can be reached here. */
export function arbitraryOf(run: Session, operation: Operation): fc.Arbitrary<Drawn> {
  return fc
    .tuple(
      fc.constantFrom(...statesOf(run).map((state) => state.number)),
      fc.constantFrom(...waitsOf(run)),
      fc.boolean(),
      inputsOf(run, operation),
    )
    .map(([state, wait, dress, inputs]) => ({ state, wait, dress, ...inputs }));
}

/** The values of the inputs, and the picks. */
export function inputsOf(run: Session, operation: Operation): fc.Arbitrary<DrawnInputs> {
  return run.once(`${operation.name} inputs`, () => {
    const values = fc.tuple(...operation.inputs.map((one) => one.strategy()));
    const pick = fc.integer({ min: FEWEST, max: MOST + NEAR_MISSES });
    const picks = fc.tuple(...operation.inputs.map(() => pick));
    return fc.tuple(values, picks).map(([all, some]) => ({ values: all, picks: some }));
  });
}

/** The waits of the corpus, since these are the ones at which something changes; mostly none. */
export function waitsOf(run: Session): readonly bigint[] {
  if (!run.has("load") && !run.has("clock")) {
    return [0n];
  }
  return run.once("waits", () => {
    const all = new Set([...run.corpus.witnesses.values()].map((one) => one.wait));
    const found = [...all].filter((wait) => wait !== 0n).toSorted((a, b) => (a < b ? -1 : 1));
    return [...Array<bigint>(Math.max(3, found.length)).fill(0n), ...found];
  });
}

/** What became of a drawn example. */
export async function ofDrawn(run: Session, operation: Operation, drawn: Drawn): Promise<Seeing> {
  const state = stateAt(run.corpus, drawn.state);
  const needs = run.world.lacks(state, drawn.wait);
  if (needs !== null) {
    return { needs } satisfies NotHere;
  }
  return run.once(keyOfDrawn(operation, drawn), () => observed(run, operation, state, drawn));
}

/** What a drawn example is remembered by. */
function keyOfDrawn(operation: Operation, drawn: Drawn): string {
  const values = operation.inputs.map((one, at) => writeJson(one.type.encode(drawn.values[at])));
  const { state, wait, dress, picks } = drawn;
  return `${operation.name} example ${state} ${wait} ${dress} ${picks.join()} ${values.join()}`;
}

// --- planned examples ---------------------------------------------------------------------------------------------------

/** An example that is data of the suite: a call in a state of the corpus, where some of both may be different. */
export interface Planned {
  readonly state: CorpusState;
  readonly witness: Witness | null;
  readonly inputs: JsonObject;
  readonly fields: JsonObject;
}

/** The planned examples of an operation that can be made here, as many of each kind as the profile tries. */
export function plannedOf(run: Session, operation: Operation): readonly Planned[] {
  const { further, richer, visits } = run.profile;
  const kinds = [
    ["near", Number.POSITIVE_INFINITY],
    ["further", further],
    ["richer", run.has("load", "clock") ? richer : 0],
    ["visit", visits],
  ] as const;
  return kinds.flatMap(([kind, most]) => {
    const all = listedOf(run, operation, kind);
    return spread(
      all.filter((one) => run.world.lacks(one.state, one.witness?.wait) === null),
      most,
    );
  });
}

function listedOf(run: Session, operation: Operation, kind: string): readonly Planned[] {
  const found = listed("examples").filter(
    (one) => textAt(one, "operation") === operation.name && textAt(one, "kind") === kind,
  );
  return found.flatMap((one) => {
    const state = stateAt(run.corpus, numberAt(one, "state") ?? 0);
    const witness = run.corpus.witnesses.get(numberAt(one, "witness") ?? -1) ?? null;
    const fields = objectAt(one, "fields");
    return objects(one.get("inputs")).map((inputs) => ({ state, witness, inputs, fields }));
  });
}

/** So many of them, from all over the list. */
function spread(items: readonly Planned[], most: number): readonly Planned[] {
  return items.length <= most
    ? items
    : Array.from({ length: most }, (_, at) => items[Math.floor((at * items.length) / most)]!);
}

/** What became of a planned example. */
export async function ofPlanned(
  run: Session,
  operation: Operation,
  { state, witness, inputs, fields }: Planned,
): Promise<Seeing> {
  const own = witness === null ? state : stateAt(run.corpus, witness.state);
  const given = new Map([...(witness?.inputs ?? []), ...inputs]);
  const found = ({ isLoaded, outputs, moment }: Standing): JsonObject =>
    inputsJson(operation, given, moment, isLoaded ? own.outputs : outputs);
  const other = { fields: new Map([...state.fields, ...fields]) };
  const dressed =
    fields.size === 0 ? null : run.world.decode(stateJson(run.service, other, MOMENT));
  return observe(run, operation, state, found, witness?.wait ?? 0n, dressed);
}

// --- drawn examples in a state ------------------------------------------------------------------------------------------

/** The state does not satisfy the spec so late; nothing can be expected of a call then. */
class Misfit extends Error {}

async function observed(
  run: Session,
  operation: Operation,
  state: CorpusState,
  drawn: Drawn,
): Promise<Observation | null> {
  const isDressed = drawn.dress && run.has("load", "clock");
  const other = isDressed ? dressed(run, operation, state, drawn) : null;
  const inputs = ({ before }: Standing): JsonObject => {
    if (drawn.wait > 0n && !fits(run.service, before, run.world.now())) {
      throw new Misfit();
    }
    return other === null
      ? resolved(run.service, operation, before, drawn)
      : encodedInputs(operation, drawn.values);
  };
  try {
    return await observe(run, operation, state, inputs, drawn.wait, other);
  } catch (thrown) {
    if (thrown instanceof Misfit) {
      return null;
    }
    throw thrown;
  }
}

function encodedInputs(operation: Operation, values: readonly unknown[]): JsonObject {
  return new Map(operation.inputs.map((one, at) => [one.name, one.type.encode(values[at])]));
}

/** The state with drawn values in the places of some that it holds, if it still satisfies the spec; else nothing. */
function dressed(
  run: Session,
  operation: Operation,
  state: CorpusState,
  { values, picks }: Drawn,
): object | null {
  const before = run.world.atMoment(state);
  let after = before;
  for (const [at, { type }] of operation.inputs.entries()) {
    const [value, pick] = [values[at], picks[at] ?? 0];
    const known = new Pool(run.service, after).of(type);
    const isNew = !known.some((one) => equal(one, value));
    if (0 <= pick && pick <= MOST && type instanceof AliasOf && known.length > 0 && isNew) {
      after = exchangedState(run.service, after, type, known[pick % known.length], value);
    }
  }
  return !equal(before, after) && fits(run.service, after, MOMENT) ? after : null;
}

function exchangedState(
  service: Service,
  state: object,
  wanted: Type,
  old: unknown,
  now: unknown,
): object {
  return Object.fromEntries(
    service.state.map(({ property, type }) => [
      property,
      exchanged(type, read(state, property), wanted, old, now),
    ]),
  );
}

/** A value with another one in the place of each part that has a declared type and is equal to an old one. */
function exchanged(
  declared: Type,
  value: unknown,
  wanted: Type,
  old: unknown,
  now: unknown,
): unknown {
  if (declared.name === wanted.name) {
    return equal(value, old) ? now : value;
  }
  const below = (part: Type, one: unknown): unknown => exchanged(part, one, wanted, old, now);
  if (declared instanceof AliasOf) {
    return below(declared.base, value);
  }
  if (declared instanceof OptionOf) {
    return value === null ? null : below(declared.inner, value);
  }
  if (declared instanceof SeqOf && Array.isArray(value)) {
    return value.map((one) => below(declared.inner, one));
  }
  if (declared instanceof SetOf && value instanceof ValueSet) {
    return new ValueSet(Array.from(value, (one) => below(declared.inner, one)));
  }
  if (declared instanceof MapOf && value instanceof ValueMap) {
    return new ValueMap(
      Array.from(value.entries(), ([key, one]) => [
        below(declared.key, key),
        below(declared.each, one),
      ]),
    );
  }
  if (declared instanceof MultiOf && value instanceof MultiMap) {
    return new MultiMap(
      Array.from(value.entries(), ([key, one]) => [
        below(declared.key, key),
        below(declared.each, one) as ValueSet<unknown>,
      ]),
    );
  }
  if (declared instanceof EntityOf && typeof value === "object" && value !== null) {
    return Object.fromEntries(
      declared.fields.map(([property, { type }]) => [
        property,
        below(type, read(value, String(property))),
      ]),
    );
  }
  return value;
}

/** The inputs of an example in the wire format, with values of the state where it asks for them. */
export function resolved(
  service: Service,
  operation: Operation,
  before: object,
  { values, picks }: DrawnInputs,
): JsonObject {
  const pool = new Pool(service, before);
  return encodedInputs(
    operation,
    operation.inputs.map((one, at) => chosen(pool, one, values[at], picks[at] ?? 0)),
  );
}

function chosen(pool: Pool, { type }: Input, value: unknown, pick: number): unknown {
  if (pick < 0) {
    return value;
  }
  const known = pool.instead(type, value, pick);
  return pick <= MOST ? known : nearMiss(type, known, pick - MOST - 1);
}

/** A value that is a little different from another one of its type; the same where nothing can be changed. */
function nearMiss(declared: Type, value: unknown, which: number): unknown {
  let plain = declared;
  while (plain instanceof AliasOf) {
    plain = plain.base;
  }
  if (plain === STRING && typeof value === "string" && value !== "") {
    return nearText(value)[which % NEAR_MISSES];
  }
  const isNumber = plain === INT || plain === DURATION;
  if (isNumber && typeof value === "bigint" && -LARGE < value && value < LARGE) {
    const near = [
      value + 1n,
      value - 1n,
      -value,
      value * 2n,
      0n,
      value + 10n,
      value - 10n,
      value + 2n,
    ];
    return near[which % NEAR_MISSES];
  }
  return value;
}

function nearText(text: string): readonly string[] {
  const characters = Array.from(text);
  const [start, end] = [characters.slice(0, -1).join(""), characters.at(-1) ?? ""];
  const swapped = characters
    .map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()))
    .join("");
  // Without the last mark that stands between two parts of it.
  const joined = text.replace(/[^a-zA-Z0-9]([a-zA-Z0-9]*)$/u, "$1");
  const otherCase = swapped === text ? `${start}X` : swapped;
  return [
    `${text}\n`,
    start,
    `${start}x${end}`,
    `${text}x`,
    ` ${text}`,
    `${text}/x`,
    otherCase,
    joined,
  ];
}

/** The values that a state holds, by declared type. */
export class Pool {
  readonly #service: Service;
  readonly #state: object;
  readonly #found = new Map<string, readonly unknown[]>();

  constructor(service: Service, state: object) {
    this.#service = service;
    this.#state = state;
  }

  /** The different values of a type, in an order that depends on nothing but the values. */
  of(declared: Type): readonly unknown[] {
    const known = this.#found.get(declared.name);
    if (known !== undefined) {
      return known;
    }
    const all = this.#service.state.flatMap(({ property, type }) =>
      type.collect(read(this.#state, property), declared),
    );
    const distinct = new Map(all.map((one) => [writeJson(declared.encode(one)), one]));
    const found = Array.from(distinct)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, one]) => one);
    this.#found.set(declared.name, found);
    return found;
  }

  /** A value of the state instead of a drawn one, or in the places where it can stand in one. */
  instead(declared: Type, value: unknown, pick: number): unknown {
    if (declared instanceof OptionOf) {
      return value === null ? null : this.instead(declared.inner, value, pick);
    }
    if (declared instanceof SeqOf && Array.isArray(value)) {
      return value.map((one, at) => this.instead(declared.inner, one, pick + at));
    }
    if (declared instanceof SetOf && value instanceof ValueSet) {
      const ordered = Array.from(value, (one) => [show(one), one] as const).toSorted(([a], [b]) =>
        a < b ? -1 : 1,
      );
      return new ValueSet(
        ordered.map(([, one], at) => this.instead(declared.inner, one, pick + at)),
      );
    }
    if (declared instanceof EntityOf && typeof value === "object" && value !== null) {
      return this.#entity(declared, declared.fields, value, pick);
    }
    const known = this.of(declared);
    return known.length > 0 ? known[pick % known.length] : value;
  }

  #entity(
    declared: Type,
    fields: readonly (readonly [PropertyKey, { readonly type: Type }])[],
    value: object,
    pick: number,
  ): unknown {
    const known = this.of(declared);
    if (known.length > 0 && pick % 2 === 1) {
      return known[pick % known.length];
    }
    // Only what has a name of its own refers to something; two plain numbers have nothing to do with each other.
    const named = fields.filter(([, { type }]) => type instanceof AliasOf);
    const changes = named.map(([property, { type }]) => [
      property,
      this.instead(type, read(value, String(property)), pick),
    ]);
    return { ...value, ...Object.fromEntries(changes) };
  }
}
