/**
 * What must become of a call, and whether it did. Nothing here talks to the service.
 *
 * `expectation` says whether a call is accepted. The functions that end in `Problem` each look at one thing that must hold
 * after it, and give one sentence where it does not. What depends on the moment of the call is a problem only where it is
 * one at every moment the call may have had. `Outside` passes through all of them: such a call is not judged.
 */

import type { Response } from "./client.ts";
import { isObject, type Json, JsonError } from "./json.ts";
import * as reading from "./reading.ts";
import { WireError } from "./refusing.ts";
import { Entries, MultiMap, type ValueMap } from "./relations.ts";
import { judge, type Rule } from "./rules.ts";
import {
  type AnyCall,
  asked,
  type Move,
  type MoveRule,
  type Operation,
  read,
  type Service,
  type Spot,
  type StateField,
  type Step,
} from "./service.ts";
import {
  ABSENT,
  bounded,
  cut,
  difference,
  differences,
  entryOf,
  isRecord,
  type Place,
  show,
  showFields,
  told,
} from "./showing.ts";
import { Outside, Undefined } from "./stops.ts";
import { equal, same, ValueSet, windowed } from "./structures.ts";
import { EntityOf, MapOf, MultiOf } from "./types.ts";
import { type Instant, reason, type Truth, verdict, Window } from "./windows.ts";

// --- what is judged once ------------------------------------------------------------------------------------------------

/** The judgements of a state, by what was judged and the moment: many calls leave the same state behind. */
const judgements = new WeakMap<object, Map<unknown, unknown>>();

/** A judgement of a state, made once where the moment is known. */
function remembered<R>(state: object, about: object, now: Instant, made: () => R): R {
  if (now instanceof Window) {
    return made();
  }
  const known = judgements.get(state) ?? new Map<unknown, unknown>();
  judgements.set(state, known);
  const ofThis = (known.get(about) as Map<Instant, R> | undefined) ?? new Map<Instant, R>();
  known.set(about, ofThis);
  if (!ofThis.has(now)) {
    ofThis.set(now, made());
  }
  return ofThis.get(now) as R;
}

// --- before a call ------------------------------------------------------------------------------------------------------

/**
 * What must become of a call.
 *
 * `either` is a call of which only the service can know whether its precondition held; `outside` one that the spec does not
 * speak about. `status` is what a rejection must answer, where that is known.
 */
export interface Expectation {
  readonly outcome: "accepted" | "rejected" | "either" | "outside";
  readonly status: number | null;
  readonly failing: readonly string[];
  readonly unknown: readonly string[];
}

/** A call that the spec does not speak about. */
export const OUTSIDE: Expectation = { outcome: "outside", status: null, failing: [], unknown: [] };

type Judged = readonly [id: string, truth: Truth];

/** The rules of a precondition that fail, and those that nobody can decide. */
class Findings {
  readonly failing: string[] = [];
  readonly unknown: string[] = [];

  /** Notes what is found. What comes after something that fails is not reached, and so cannot overflow. */
  note(found: Iterable<Judged>): void {
    try {
      for (const [id, truth] of found) {
        const noted = truth === "no" ? this.failing : this.unknown;
        if (truth !== "yes" && !noted.includes(id)) {
          noted.push(id);
        }
      }
    } catch (thrown) {
      if (!(thrown instanceof Outside) || this.failing.length === 0) {
        throw thrown;
      }
    }
  }

  expect(status: number | null): Expectation {
    const { failing, unknown } = this;
    const open = unknown.length > 0 ? "either" : "accepted";
    return { outcome: failing.length > 0 ? "rejected" : open, status, failing, unknown };
  }
}

/** What must become of a call with these inputs in this state. */
export function expectation(
  operation: Operation,
  before: object,
  given: object,
  now: Instant,
): Expectation {
  const findings = new Findings();
  try {
    findings.note(ofInputs(operation, before, given, now));
    if (findings.failing.length > 0) {
      return findings.expect(422);
    }
    const call = asked(before, given, now);
    const isInputUnknown = findings.unknown.length > 0;
    findings.note(conditions(operation, call));
    if (findings.failing.length === 0 && findings.unknown.length === 0) {
      return findings.expect(null);
    }
    return findings.expect(isInputUnknown ? null : refusal(operation, call));
  } catch (thrown) {
    if (thrown instanceof Outside) {
      return OUTSIDE;
    }
    throw thrown;
  }
}

/** The refinements of inputs that do not certainly hold. */
function* ofInputs(
  operation: Operation,
  before: object,
  given: object,
  now: Instant,
): Generator<Judged> {
  for (const { type, property } of operation.inputs) {
    for (const [rule, speaksOf] of type.obligations(read(given, property))) {
      yield [rule.id, judge(rule, ...speaksOf, before, now)];
    }
  }
}

/** Every `requires`, then for every transition whether a rule leads on. */
function* conditions(operation: Operation, call: AnyCall): Generator<Judged> {
  for (const rule of operation.requires) {
    yield [rule.id, judge(rule, call)];
  }
  for (const move of operation.moves) {
    yield [`${move.transition} from ${source(move, call)}`, canMove(move, call)];
  }
}

/** The status of a rejection: 404 where something named is missing, 409 otherwise, none where nobody can tell. */
function refusal(operation: Operation, call: AnyCall): number | null {
  let status: number | null = 409;
  for (const { input, test } of operation.presence) {
    const truth = read(call.given, input) === null ? "yes" : verdict(() => test(call));
    if (truth === "no") {
      return 404;
    }
    status = truth === "unknown" ? null : status;
  }
  return status;
}

/** The entry that a transition is about, if it is there. */
function entry(move: Move, state: object, call: AnyCall): object | null {
  const relation = read(state, move.relation) as ValueMap<unknown, object>;
  return relation.get(read(call.given, move.key)) ?? null;
}

function source(move: Move, call: AnyCall): string {
  const found = entry(move, call.before, call);
  return found === null ? "nothing" : String(read(found, move.property));
}

/** The rules that lead on from where the entry is, unless their guards are closed for certain. */
function enabled(move: Move, call: AnyCall): readonly (readonly [MoveRule, Truth])[] {
  const found = entry(move, call.before, call);
  if (found === null) {
    return [];
  }
  const leading = move.rules.filter((rule) => rule.source === read(found, move.property));
  const judged = leading.map((rule): readonly [MoveRule, Truth] => [
    rule,
    verdict(() => rule.guard?.(found, call) ?? true),
  ]);
  return judged.filter(([, truth]) => truth !== "no");
}

function canMove(move: Move, call: AnyCall): Truth {
  const truths = enabled(move, call).map(([, truth]) => truth);
  if (truths.includes("yes")) {
    return "yes";
  }
  return truths.length > 0 ? "unknown" : "no";
}

/** Whether a rule of a transition certainly leads on. */
export function isEnabled(move: Move, rule: MoveRule, call: AnyCall): boolean {
  return enabled(move, call).some(([one, truth]) => one === rule && truth === "yes");
}

// --- the answer ---------------------------------------------------------------------------------------------------------

/** The outputs that a success carries; throws a `WireError` where its body is not what the operation answers. */
export function answerOf(operation: Operation, response: Response): object {
  const { shape, status, outputs } = operation;
  if (shape === "none") {
    if (response.body.length > 0) {
      const found = cut(JSON.stringify(response.text));
      throw new WireError("", `expected no body with status ${status}, found ${found}`);
    }
    return {};
  }
  const found = jsonOf(response);
  if (shape === "whole") {
    return Object.fromEntries(outputs.map((one) => [one.property, one.type.decode(found)]));
  }
  if (!isObject(found)) {
    throw new WireError("", "expected an object of the outputs");
  }
  const values = reading.decoded(outputs, found);
  return Object.fromEntries(outputs.map((one, at) => [one.property, values[at]]));
}

function jsonOf(response: Response): Json {
  const told = response.header("content-type") ?? "no content type";
  const media = told.split(";")[0]!.trim().toLowerCase();
  if (media !== "application/json") {
    throw new WireError("", `expected application/json, found ${media}`);
  }
  try {
    return response.json();
  } catch (thrown) {
    if (thrown instanceof JsonError) {
      throw new WireError("", `the body is no JSON: ${thrown.message}`);
    }
    throw thrown;
  }
}

/** Whether every output satisfies its type, with all refinements. */
export function outputProblem(operation: Operation, call: AnyCall): string | null {
  for (const { name, property, type } of operation.outputs) {
    const value = read(call.answer, property);
    const broken = type.broken(value, call.after, call.now);
    if (broken !== null) {
      return `output ${name} of ${operation.name} breaks ${named(broken)}: ${name} = ${show(value, type)}`;
    }
  }
  return null;
}

/** Whether every header that a rule speaks of has the value it says. */
export function headerProblem(
  operation: Operation,
  call: AnyCall,
  response: Response,
): string | null {
  for (const { name, value } of operation.headers) {
    const [wanted, found] = [headerValue(value, call), response.header(name)];
    if (wanted !== null && (found === null || !isSentAs(wanted, found))) {
      return `header ${name} of ${operation.name} must be ${show(wanted)}, and is ${show(found)}`;
    }
  }
  return null;
}

/** Whether a header carries a text. It carries bytes, read as Latin-1, and no spaces at its ends. */
function isSentAs(wanted: string, found: string): boolean {
  const trimmed = wanted.replace(/^[ \t]+|[ \t]+$/g, "");
  return found === trimmed || found === Buffer.from(trimmed).toString("latin1");
}

function headerValue(value: (call: AnyCall) => string | null, call: AnyCall): string | null {
  try {
    return value(call);
  } catch (thrown) {
    if (thrown instanceof Undefined) {
      return null;
    }
    throw thrown;
  }
}

// --- after a call -------------------------------------------------------------------------------------------------------

function named(rule: Rule): string {
  return `${rule.id} (${rule.place}): ${rule.text}`;
}

/** Why a rule that does not hold is undefined, if it is. */
function undefinedBecause(rule: Rule, ...speaksOf: readonly unknown[]): string {
  const why = reason(() => rule.holds(...speaksOf));
  return why === null ? "" : ` (undefined: ${why})`;
}

/** What is wrong: in a sentence, and what of it is beyond the clause. */
export interface Problem {
  readonly text: string;
  readonly why: string;
}

/** Whether an `ensures` holds. */
export function ensuresProblem(rule: Rule, call: AnyCall): Problem | null {
  if (judge(rule, call) !== "no") {
    return null;
  }
  const why = undefinedBecause(rule, call);
  return { text: `${named(rule)} does not hold${why}`, why: why.slice(2, -1) };
}

/** Whether an invariant, or a property that always holds, holds in a state. */
export function invariantProblem(rule: Rule, state: object, now: Instant): Problem | null {
  return remembered(state, rule, now, () => {
    if (judge(rule, state, now) !== "no") {
      return null;
    }
    const why = undefinedBecause(rule, state, now);
    return { text: `${named(rule)} does not hold${why}`, why: why.slice(2, -1) };
  });
}

/** A rule that something stored does not satisfy: where it is stored, what the rule speaks of, and what is wrong. */
export interface BrokenType {
  readonly field: StateField;
  readonly rule: Rule;
  readonly speaksOf: readonly unknown[];
  readonly text: string;
}

/** Whether everything that is stored satisfies its type, with all refinements and entity invariants. */
export function typesProblem(service: Service, state: object, now: Instant): BrokenType | null {
  return remembered(state, service, now, () => brokenType(service, state, now));
}

function brokenType(service: Service, state: object, now: Instant): BrokenType | null {
  for (const field of service.state) {
    for (const [rule, speaksOf] of stored(field, state)) {
      if (judge(rule, ...speaksOf, state, now) === "no") {
        const why = undefinedBecause(rule, ...speaksOf, state, now);
        const text = `${field.name} breaks ${named(rule)}${why}: ${show(speaksOf.at(-1))}`;
        return { field, rule, speaksOf, text };
      }
    }
  }
  return null;
}

const speaking = new WeakMap<object, ReadonlySet<string>>();

/** The refinements and entity invariants that speak of something that is stored. */
export function storedRules(service: Service, state: object): ReadonlySet<string> {
  const known = speaking.get(state);
  if (known !== undefined) {
    return known;
  }
  const rules = service.state.flatMap((field) => stored(field, state).map(([rule]) => rule.id));
  const found = new Set(rules);
  speaking.set(state, found);
  return found;
}

function stored(field: StateField, state: object): (readonly [Rule, readonly unknown[]])[] {
  const value = read(state, field.property);
  const own = field.rule !== null && value !== null ? [[field.rule, [value]] as const] : [];
  return [...own, ...field.type.obligations(value)];
}

/** Whether a state satisfies the spec at a moment: what speaks of the clock can come to fail by waiting. */
export function fits(service: Service, state: object, now: Instant): boolean {
  try {
    return (
      typesProblem(service, state, now) === null &&
      [...service.invariants, ...service.always].every(
        (rule) => invariantProblem(rule, state, now) === null,
      )
    );
  } catch (thrown) {
    if (thrown instanceof Outside) {
      return false;
    }
    throw thrown;
  }
}

/** Whether every field that a transition is about holds the target of a rule that was enabled. */
export function moveProblem(service: Service, operation: Operation, call: AnyCall): string | null {
  for (const move of operation.moves) {
    const found = entry(move, call.after, call);
    const reached = found === null ? null : read(found, move.property);
    const targets = enabled(move, call).map(([rule]) => rule.target);
    if (!targets.some((target) => target === reached)) {
      const way = `${source(move, call)} may become ${targets.join(" or ") || "nothing"}`;
      const at = placeOf(service, move, call);
      return `${operation.name} breaks ${move.transition}: ${way}, and ${at} is ${typeof reached === "string" ? reached : "gone"}`;
    }
  }
  return null;
}

/** The field that a transition is about, in the words of the spec. */
function placeOf(service: Service, move: Move, call: AnyCall): string {
  const field = service.state.find((one) => one.property === move.relation);
  const type = field?.type;
  const entity = type instanceof MapOf || type instanceof MultiOf ? type.each : null;
  const fields = entity instanceof EntityOf ? entity.fields : [];
  const name = fields.find(([property]) => property === move.property)?.[1].name ?? move.property;
  return `${field?.name ?? move.relation}[${show(read(call.given, move.key))}].${name}`;
}

// --- the frame ----------------------------------------------------------------------------------------------------------

/** The places that are not as they were although nothing determines them. */
export function unframed(service: Service, operation: Operation, call: AnyCall): readonly Place[] {
  const changed = service.state.filter(({ property }) => {
    const [before, after] = [read(call.before, property), read(call.after, property)];
    return !operation.free.includes(property) && !equal(before, after);
  });
  if (changed.length === 0) {
    return [];
  }
  let places: readonly Place[] = [];
  const truth = verdict(() => {
    places = changesOf(operation, call, changed);
    return places.length === 0;
  });
  return truth === "no" ? places : [];
}

/** What an operation changed that it must leave alone, as a sentence. */
export function frameText(operation: Operation, places: readonly Place[]): string {
  return `${operation.name} changed what it must leave alone: ${bounded(told(places)).join("; ")}`;
}

function changesOf(
  operation: Operation,
  call: AnyCall,
  changed: readonly StateField[],
): readonly Place[] {
  const spots = determined(operation, call);
  return changed.flatMap(({ property, name, type }) => {
    const after = read(call.after, property);
    const kept = spots
      .filter((spot) => spot.field === property)
      .reduce<unknown>((whole, spot) => grafted(whole, after, spot), read(call.before, property));
    return differences(name, type, kept, after);
  });
}

/** The places that clauses and transitions determine in this call. */
function determined(operation: Operation, call: AnyCall): Spot[] {
  const spots = operation.moves.map((move): Spot => {
    const way = [{ key: read(call.given, move.key) }, { at: move.property }];
    return { field: move.relation, way };
  });
  for (const changes of operation.changes) {
    try {
      for (const spot of changes(call)) {
        spots.push(...definite(spot, call));
      }
    } catch (thrown) {
      // A condition without a value determines nothing further; its clause is found broken by itself.
      if (!(thrown instanceof Undefined)) {
        throw thrown;
      }
    }
  }
  return spots;
}

/** A place whose key or element depends on the moment of the call is every place it may be. */
function definite(spot: Spot, call: AnyCall): readonly Spot[] {
  const whole = [read(call.before, spot.field), read(call.after, spot.field)];
  const held = (way: readonly Step[]): unknown[] =>
    Array.from(new ValueSet(whole.flatMap((root) => heldBy(reached(root, way)))));
  const depth = spot.way.findIndex((step) => "key" in step && windowed(step.key));
  const step = spot.way[depth];
  if (step !== undefined && "key" in step) {
    const [before, behind] = [spot.way.slice(0, depth), spot.way.slice(depth + 1)];
    return possible(step.key, held(before)).flatMap((key) =>
      definite({ ...spot, way: [...before, { key }, ...behind] }, call),
    );
  }
  if (spot.element === undefined || !windowed(spot.element.value)) {
    return [spot];
  }
  return possible(spot.element.value, held(spot.way)).map((value) => {
    return { ...spot, element: { value } };
  });
}

function heldBy(whole: unknown): readonly unknown[] {
  if (whole instanceof Entries) {
    return [...whole.keys()];
  }
  return whole instanceof ValueSet ? [...whole] : [];
}

function possible(wanted: unknown, candidates: readonly unknown[]): readonly unknown[] {
  return candidates.filter((one) => verdict(() => same(wanted, one)) !== "no");
}

/** What is at the end of a way. */
function reached(root: unknown, way: readonly Step[]): unknown {
  return way.reduce(below, root);
}

function below(root: unknown, step: Step): unknown {
  if ("key" in step) {
    return root instanceof Entries ? entryOf(root, step.key) : ABSENT;
  }
  if ("at" in step) {
    return isRecord(root) && Object.hasOwn(root, step.at) ? root[step.at] : ABSENT;
  }
  const isThere = Array.isArray(root) && 0n <= step.position && step.position < BigInt(root.length);
  return isThere ? root[Number(step.position)] : ABSENT;
}

/** The same with something else at the end of a way; without the entry there where it is absent. */
function written(root: unknown, way: readonly Step[], value: unknown): unknown {
  const [step, ...rest] = way;
  if (step === undefined) {
    return value;
  }
  const part = below(root, step);
  if ("key" in step && root instanceof Entries) {
    const made = written(part, rest, value);
    return made === ABSENT ? root.without([step.key]) : root.put(step.key, made);
  }
  if (part === ABSENT || (rest.length === 0 && value === ABSENT)) {
    return root;
  }
  const made = written(part, rest, value);
  if ("position" in step && Array.isArray(root)) {
    return root.with(Number(step.position), made);
  }
  return "at" in step && isRecord(root) ? { ...root, [step.at]: made } : root;
}

/** The field before, with what is determined taken from the field after. */
function grafted(kept: unknown, after: unknown, spot: Spot): unknown {
  let way = spot.way;
  if (spot.element !== undefined) {
    const { value } = spot.element;
    const [old, now] = [setAt(kept, way), setAt(after, way)];
    if (old !== null && now !== null) {
      const element = new ValueSet([value]);
      return written(kept, way, now.has(value) ? old.union(element) : old.difference(element));
    }
    if (!(reached(after, way) instanceof ValueSet)) {
      way = [...way, { key: value }];
    }
  }
  way = way.slice(0, knownPart(kept, way));
  return written(kept, way, reached(after, way));
}

/** The set at the end of a way. In a relation with several values for a key an absent key has none. */
function setAt(root: unknown, way: readonly Step[]): ValueSet<unknown> | null {
  const found = reached(root, way);
  if (found === ABSENT && root instanceof MultiMap && way.length === 1) {
    return new ValueSet();
  }
  return found instanceof ValueSet ? found : null;
}

/** How far a way leads through entries that are there, and the next one: a new entry is free in all its parts. */
function knownPart(kept: unknown, way: readonly Step[]): number {
  const missing = way.findIndex(
    (step, depth) => "key" in step && reached(kept, way.slice(0, depth + 1)) === ABSENT,
  );
  return missing < 0 ? way.length : missing + 1;
}

/** What a call changed, and what it answered, in a line. */
export function shownCall(service: Service, operation: Operation, call: AnyCall): string {
  const changes = difference(service.stateType, call.before, call.after).join("; ") || "nothing";
  return `Answer: ${showFields(operation.outputs, call.answer)}. Changed: ${changes}`;
}
