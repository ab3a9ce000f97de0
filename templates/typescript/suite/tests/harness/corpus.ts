/**
 * The corpus: states of the service, traces that lead to them, and calls that show what the clauses say.
 *
 * Values in it are in the wire format with two additions: `{"$at": ms}` is an instant counted from a moment
 * that the reader chooses, and `{"$ref": [step, path]}` is what a step of a trace answered. The declared type decides where
 * these can stand, so that a map with such a key is not mistaken for one of them.
 */

import { readFileSync } from "node:fs";

import { isArray, isObject, type Json, type JsonObject, readJson, writeJson } from "./json.ts";
import { numberAt, objectAt, objects, textAt } from "./planned.ts";
import type { Operation, Service } from "./service.ts";
import {
  AliasOf,
  DATETIME,
  EntityOf,
  MapOf,
  MultiOf,
  OptionOf,
  SeqOf,
  SetOf,
  type WireType,
} from "./types.ts";
import { isoText } from "./windows.ts";

const VERSION = 2n;
const FILE = new URL("../corpus.json", import.meta.url);

/** What the steps of a trace have answered, each by the names of its outputs. */
export type Outputs = readonly JsonObject[];

/**
 * A call of a trace. The outputs are those of the interpreter; another service may choose others.
 *
 * One that is idle changes nothing, and nothing refers to what it answers: its state is reached without it.
 */
export interface TraceStep {
  readonly operation: string;
  readonly wait: bigint;
  readonly inputs: JsonObject;
  readonly outputs: JsonObject;
  readonly isIdle: boolean;
}

/** A state, and the calls that lead to it where some are known. */
export interface CorpusState {
  readonly number: number;
  readonly trace: readonly TraceStep[] | null;
  readonly fields: JsonObject;
  /** What the steps of the trace answered when the corpus was written. */
  readonly outputs: Outputs;
  /** How long the trace takes, in milliseconds. */
  readonly waits: bigint;
}

/** A call that reaches targets in a state, and in a populated one as well. */
export interface Witness {
  readonly number: number;
  readonly state: number;
  readonly populated: number | null;
  readonly operation: string;
  readonly inputs: JsonObject;
  readonly wait: bigint;
  readonly isAccepted: boolean;
}

/** All of it. Witnesses are by number, since those of states alone are left out. */
export interface Corpus {
  readonly states: readonly CorpusState[];
  readonly witnesses: ReadonlyMap<number, Witness>;
}

/** The witnesses that call an operation. */
export function witnessesOf(corpus: Corpus, operation: Operation): Witness[] {
  return [...corpus.witnesses.values()].filter((one) => one.operation === operation.name);
}

/** The state of a number. */
export function stateAt(corpus: Corpus, number: number): CorpusState {
  const found = corpus.states[number];
  if (found === undefined) {
    throw new Error(`corpus.json has no state ${number}`);
  }
  return found;
}

let known: Corpus | null = null;

/** The corpus beside the suite. */
export function load(): Corpus {
  known ??= parse(readJson(readFileSync(FILE)));
  return known;
}

/** A corpus from its document. */
function parse(document: Json): Corpus {
  if (!isObject(document) || document.get("version") !== VERSION) {
    throw new Error(`corpus.json has another version than ${VERSION}, which this suite reads`);
  }
  const found = objects(document.get("states"));
  const first = found[0] === undefined ? new Map<string, Json>() : objectAt(found[0], "state");
  const witnesses = objects(document.get("witnesses")).map(witness);
  return {
    states: found.map((one, number) => state(number, one, first)),
    witnesses: new Map(witnesses.flatMap((one) => (one === null ? [] : [[one.number, one]]))),
  };
}

/** A state; what it does not list is as in the first one. */
function state(number: number, found: JsonObject, first: JsonObject): CorpusState {
  const told = found.get("trace");
  const trace = told === undefined || told === null ? null : objects(told).map(step);
  const outputs = (trace ?? []).map((one) => one.outputs);
  const waits = (trace ?? []).reduce((sum, one) => sum + one.wait, 0n);
  return {
    number,
    trace,
    fields: new Map([...first, ...objectAt(found, "state")]),
    outputs,
    waits,
  };
}

function step(found: JsonObject): TraceStep {
  return {
    operation: textAt(found, "operation"),
    wait: waitOf(found),
    inputs: objectAt(found, "inputs"),
    outputs: objectAt(found, "outputs"),
    isIdle: found.get("idle") === true,
  };
}

function waitOf(found: JsonObject): bigint {
  const wait = found.get("wait");
  return typeof wait === "bigint" ? wait : 0n;
}

function witness(found: JsonObject, number: number): Witness | null {
  const call = found.get("call");
  if (call === undefined || !isObject(call)) {
    return null;
  }
  return {
    number,
    state: numberAt(found, "state") ?? 0,
    populated: numberAt(found, "populated"),
    operation: textAt(call, "operation"),
    inputs: objectAt(call, "inputs"),
    wait: waitOf(call),
    isAccepted: objectAt(found, "expect").get("accepted") === true,
  };
}

/** A state in the wire format, with its instants counted from a moment. */
export function stateJson(
  service: Service,
  { fields }: Pick<CorpusState, "fields">,
  moment: bigint,
): JsonObject {
  return new Map(
    service.state.map(({ name, type }) => [
      name,
      plain(type, fields.get(name) ?? null, moment, []),
    ]),
  );
}

/** The inputs of a call in the wire format. */
export function inputsJson(
  operation: Operation,
  inputs: JsonObject,
  moment: bigint,
  outputs: Outputs,
): JsonObject {
  const types = new Map(operation.inputs.map(({ name, type }) => [name, type]));
  return new Map(
    Array.from(inputs).flatMap(([name, found]): [string, Json][] => {
      const type = types.get(name);
      return type === undefined ? [] : [[name, plain(type, found, moment, outputs)]];
    }),
  );
}

/** A step did not answer what a later one refers to. */
export class MissingReference extends Error {
  readonly step: bigint;

  constructor(step: bigint, path: readonly string[]) {
    super(`step ${step} did not answer ${path.join(".")}`);
    this.step = step;
  }
}

/** A value of the corpus in the wire format. */
export function plain(
  declared: WireType<unknown>,
  found: Json,
  moment: bigint,
  outputs: Outputs,
): Json {
  const below = (part: WireType<unknown>, value: Json): Json => plain(part, value, moment, outputs);
  if (declared instanceof AliasOf) {
    return below(declared.base, found);
  }
  if (declared instanceof OptionOf) {
    return found === null ? null : below(declared.inner, found);
  }
  if ((declared instanceof SeqOf || declared instanceof SetOf) && isArray(found)) {
    return found.map((one) => below(declared.inner, one));
  }
  if (declared instanceof MapOf || declared instanceof MultiOf) {
    return entries(declared.key, declared.each, found, below);
  }
  if (declared instanceof EntityOf && isObject(found)) {
    return new Map(
      declared.fields.map(([, { name, type }]) => [name, below(type, found.get(name) ?? null)]),
    );
  }
  return isObject(found) ? scalar(declared, found, moment, outputs) : found;
}

function scalar(
  declared: WireType<unknown>,
  found: JsonObject,
  moment: bigint,
  outputs: Outputs,
): Json {
  if (declared === DATETIME) {
    return isoText(moment + (found.get("$at") as bigint));
  }
  const [step, path] = found.get("$ref") as readonly [bigint, readonly string[]];
  let value: Json = outputs[Number(step)] ?? null;
  for (const name of path) {
    const part: Json | undefined = isObject(value) ? value.get(name) : undefined;
    if (part === undefined) {
      throw new MissingReference(step, path);
    }
    value = part;
  }
  return value;
}

function entries(
  key: WireType<unknown>,
  value: WireType<unknown>,
  found: Json,
  below: (part: WireType<unknown>, value: Json) => Json,
): Json {
  if (isObject(found)) {
    return new Map(Array.from(found, ([name, one]) => [name, below(value, one)]));
  }
  const pairs = (found as readonly (readonly [Json, Json])[]).map(
    ([at, one]) => [below(key, at), below(value, one)] as const,
  );
  return key.isTextKey ? new Map(pairs.map(([at, one]) => [textOf(at), one])) : pairs;
}

/** A key as the name of an entry: without quotes. */
function textOf(key: Json): string {
  return typeof key === "string" ? key : writeJson(key);
}
