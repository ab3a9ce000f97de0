/**
 * The table that says what a service is: its state, its operations, and the rules about them.
 *
 * The generated module `service.ts` fills it in; everything else reads it.
 */

import type { Arbitrary } from "fast-check";

import type { Rule } from "./rules.ts";
import type { EntityOf, WireType } from "./types.ts";
import type { Instant } from "./windows.ts";

/** What a clause can see: the states around a call, its inputs and outputs, and its moment. */
export interface Call<S, G, A> {
  readonly before: S;
  readonly after: S;
  readonly given: G;
  readonly answer: A;
  readonly now: Instant;
}

/** A call of which only the operation knows what its parts are. */
export type AnyCall = Call<object, object, object>;
/** A function of a call. Each says which calls it takes, and is handed no others. */
export type OfCall<R> = { of(call: AnyCall): R }["of"];

/** A call that was not answered yet: nothing has changed, and there are no outputs to be read. */
export function asked(before: object, given: object, now: Instant): AnyCall {
  return { before, after: before, given, answer: {}, now };
}

/** What stands at a property that only the table knows of. */
export function read(whole: object, property: string): unknown {
  return (whole as Readonly<Record<string, unknown>>)[property];
}

/** A step into a value: to a field of an entity, to an entry of a map or relation, or to an element of a sequence. */
export type Step =
  | { readonly at: string }
  | { readonly key: unknown }
  | { readonly position: bigint };

/** A place that an operation may change: below a state field, all of it or whether one element is in it. */
export interface Spot {
  readonly field: string;
  readonly way: readonly Step[];
  readonly element?: { readonly value: unknown };
}

/** To a field of an entity. */
export function at(property: string): Step {
  return { at: property };
}

/** To an entry of a map or relation. */
export function under(value: unknown): Step {
  return { key: value };
}

/** To an element of a sequence. */
export function position(index: bigint): Step {
  return { position: index };
}

/** A place below a state field. */
export function spot(field: string, ...way: readonly Step[]): Spot {
  return { field, way };
}

/** Whether an element is in the set that stands at a place. */
export function elementSpot(field: string, value: unknown, ...way: readonly Step[]): Spot {
  return { field, way, element: { value } };
}

/** An input, and where it travels. */
export interface Input {
  readonly name: string;
  readonly property: string;
  readonly place: "path" | "query" | "body";
  readonly type: WireType<unknown>;
  readonly strategy: () => Arbitrary<unknown>;
  readonly sensitive?: boolean;
}

/** An output. */
export interface Output {
  readonly name: string;
  readonly property: string;
  readonly type: WireType<unknown>;
}

/** A response header, and its value as text; none where it is not sent. */
export interface Header {
  readonly name: string;
  readonly value: OfCall<string | null>;
}

/** A part of a `requires` that answers 404 where it fails: what the input names is not there. */
export interface Presence {
  readonly input: string;
  readonly requires: number;
  readonly test: OfCall<boolean>;
}

/** A legal move from one value of a field to another, under a guard or without. */
export interface MoveRule {
  readonly source: string;
  readonly target: string;
  guard?(entry: object, call: AnyCall): boolean;
  readonly id: string;
  readonly place: string;
}

/** What a transition says about an operation: the moves of one field of the entry that an input names. */
export interface Move {
  readonly transition: string;
  readonly property: string;
  readonly relation: string;
  readonly key: string;
  readonly rules: readonly MoveRule[];
}

/** A way to show credentials; `where` names the header, query parameter or cookie. */
export interface Scheme {
  readonly name: string;
  readonly kind: "bearer" | "basic" | "header" | "query" | "cookie";
  readonly where?: string;
}

/** An operation: how it is called, when it is accepted, and what it promises. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: readonly (string | { readonly slot: string })[];
  readonly status: number;
  readonly shape: "none" | "empty" | "whole" | "object";
  readonly inputs: readonly Input[];
  readonly outputs: readonly Output[];
  readonly headers: readonly Header[];
  readonly requires: readonly Rule[];
  readonly presence: readonly Presence[];
  readonly moves: readonly Move[];
  readonly ensures: readonly Rule[];
  readonly changes: readonly OfCall<Iterable<Spot>>[];
  readonly free: readonly string[];
  readonly auth: readonly Scheme[];
  readonly readOnly: boolean;
  readonly siblings: readonly string[];
}

type Needed = "name" | "method" | "path" | "status" | "shape";

/** An operation, where what is not told is empty. */
export function operation(
  told: Pick<Operation, Needed> & Partial<Omit<Operation, Needed>>,
): Operation {
  return {
    inputs: [],
    outputs: [],
    headers: [],
    requires: [],
    presence: [],
    moves: [],
    ensures: [],
    changes: [],
    free: [],
    auth: [],
    readOnly: false,
    siblings: [],
    ...told,
  };
}

/** A state field, with the refinement that it has as such. */
export interface StateField {
  readonly name: string;
  readonly property: string;
  readonly type: WireType<unknown>;
  readonly rule: Rule | null;
}

/** A service. */
export interface Service {
  readonly name: string;
  readonly spec: string;
  readonly stateType: WireType<object>;
  readonly state: readonly StateField[];
  readonly operations: readonly Operation[];
  readonly invariants: readonly Rule[];
  readonly always: readonly Rule[];
  readonly eventually: readonly Rule[];
}

/** What is told of a service. */
export interface Told<S extends object> {
  readonly name: string;
  readonly spec: string;
  readonly state: EntityOf<S>;
  readonly stateRules?: { readonly [P in keyof S]?: Rule };
  readonly operations: readonly Operation[];
  readonly invariants?: readonly Rule[];
  readonly always?: readonly Rule[];
  readonly eventually?: readonly Rule[];
}

/** A service, where what is not told is empty. */
export function service<S extends object>(told: Told<S>): Service {
  const state = told.state.fields.map(([property, { name, type }]) => {
    return { name, property: String(property), type, rule: told.stateRules?.[property] ?? null };
  });
  const { name, spec, operations, invariants = [], always = [], eventually = [] } = told;
  const stateType = told.state as unknown as WireType<object>;
  return { name, spec, stateType, state, operations, invariants, always, eventually };
}
