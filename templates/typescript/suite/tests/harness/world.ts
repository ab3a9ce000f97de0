/**
 * Getting the service into a state of the corpus, by loading it or by calls that lead there, and making calls in it.
 *
 * The world remembers which state the service holds, so that examples in the same state do not set it up again.
 */

import { setTimeout as sleep } from "node:timers/promises";

import { type Admin, answered, PREFIX, Trouble } from "./admin.ts";
import { type Client, PAUSES, type Request, Response } from "./client.ts";
import {
  type CorpusState,
  inputsJson,
  MissingReference,
  type Outputs,
  stateJson,
  type TraceStep,
} from "./corpus.ts";
import { isObject, type Json, JsonError, type JsonObject } from "./json.ts";
import { fits } from "./oracle.ts";
import { WireError } from "./refusing.ts";
import { credentials, lacking, requestOf } from "./sending.ts";
import { type Operation, read, type Service } from "./service.ts";
import { difference } from "./showing.ts";
import { Skew } from "./skew.ts";
import { equal } from "./structures.ts";
import { between, type Instant, isoText } from "./windows.ts";

/**
 * 2030-01-02T03:04:05.678Z: where clocks are stopped. Far from the present, so that reading the real time instead shows,
 * and not on a whole second, so that rounding shows.
 */
export const MOMENT = 1_893_553_445_678n;
/** How many answers are remembered with the states they stand for. */
const MAX_READ = 1000;
/** How long the waits of a trace may be in all where the clock cannot be set, in milliseconds. */
const MAX_WAIT = 500n;
/** What a service that can be loaded promises. */
export const LOADING = "load";
const LOADING_SAYS = "A state that is loaded is the one that the service holds then.";

/** A request, and what was answered. */
export type Exchange = readonly [Request, Response];

/** What keeps a state from being reached: the promise of the service that is broken, and the call that shows it. */
export interface Obstacle {
  readonly why: string;
  /** The promise; empty where it is none of those that tests are about. */
  readonly clause?: string;
  readonly says?: string;
  readonly operation?: Operation;
  readonly made?: Exchange;
  /** The calls before. */
  readonly way?: readonly Exchange[];
  /** The places of the state that are wrong. */
  readonly fields?: readonly string[];
  /** The state that calls should have led to. */
  readonly state?: CorpusState;
}

/** What tells an obstacle from another one. What one call is answered, others are answered, too. */
export function keyOfObstacle({ why, clause, operation, made }: Obstacle): string {
  return `${clause ?? why}\0${operation === undefined ? "" : (made?.[1].status ?? "")}`;
}

/** A state could not be reached, and it is the service's fault. */
export class Unreached extends Error {
  readonly obstacle: Obstacle;

  constructor(obstacle: Obstacle) {
    super(obstacle.why);
    this.obstacle = obstacle;
  }
}

/** The service was too busy for a call whose state before is not known. */
class Busy extends Error {}

/** Where the service stands before a call: its state, and what references stand for. */
export interface Standing {
  readonly before: object;
  readonly outputs: Outputs;
  /** When the call is made, as far as it is known: instants among its inputs count from here. */
  readonly moment: bigint;
  /** Whether the state is the one of the corpus, value for value. */
  readonly isExact: boolean;
  readonly how: string;
  readonly isLoaded: boolean;
  /** What kept it from being loaded, where calls led there instead. */
  readonly obstacle?: Obstacle;
}

interface Replayed {
  readonly number: number;
  readonly outputs: Outputs;
}

/** The service, its state as far as it is known, and its clock. */
export class World {
  readonly service: Service;
  readonly #client: Client;
  readonly #admin: Admin;
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #skew = new Skew();
  readonly #loads = new Map<number, readonly [Json, object]>();
  /** What the service did instead of loading a state, by its number. */
  readonly #unloadable = new Map<number, Obstacle>();
  /** The states that answers stand for. Most calls change nothing, and then the answer is the same text as before. */
  readonly #read = new Map<string, object>();
  #held: object | null = null;
  #initial: object | null = null;
  #clock: bigint | null = null;
  /** The replayed state that the service stands in. */
  #replayed: Replayed | null = null;
  /** The calls that lead from nothing to where the service stands, those left out that changed nothing. */
  #way: Exchange[] = [];

  constructor(service: Service, client: Client, admin: Admin) {
    this.service = service;
    this.#client = client;
    this.#admin = admin;
    this.#operations = new Map(service.operations.map((one) => [one.name, one]));
  }

  /** Whether the service has all of these capabilities. */
  has(...capabilities: readonly string[]): boolean {
    return this.#admin.has(...capabilities);
  }

  /** An operation, by its name. */
  operation(name: string): Operation {
    const found = this.#operations.get(name);
    if (found === undefined) {
      throw new Error(`there is no operation ${name}`);
    }
    return found;
  }

  /** Takes a state from the wire for the one after a reset, if it is one. */
  knowFirst(found: Json): void {
    try {
      this.#initial = this.decode(found);
    } catch (thrown) {
      // The first test that looks at it tells.
      if (!(thrown instanceof WireError)) {
        throw thrown;
      }
    }
  }

  // --- states -----------------------------------------------------------------------------------------------------------

  /** What the service would need for this state to be reached, if it is something that it does not have. */
  lacks(state: CorpusState, wait = 0n): string | null {
    return this.has("load") ? null : this.lacksForTrace(state, wait);
  }

  /** The same, for the calls that lead there. */
  lacksForTrace(state: CorpusState, wait = 0n): string | null {
    if (state.trace === null) {
      return "load";
    }
    for (const step of state.trace) {
      const name = lacking(this.operation(step.operation));
      if (name !== null) {
        return name;
      }
    }
    return !this.has("clock") && state.waits + wait > MAX_WAIT ? "clock" : null;
  }

  /** The calls that lead to where the service stands. */
  get way(): readonly Exchange[] {
    return [...this.#way];
  }

  /** Gets into a state, and to a moment so many milliseconds later. */
  async enter(state: CorpusState, wait: bigint): Promise<Standing> {
    if (!this.has("load")) {
      return this.enterByCalls(state, wait);
    }
    const known = this.#unloadable.get(state.number);
    if (known !== undefined) {
      return this.#around(known, state, wait);
    }
    try {
      return await this.#reached(() => this.#load(state, wait));
    } catch (thrown) {
      if (!(thrown instanceof Unreached) || thrown.obstacle.clause !== LOADING) {
        throw thrown;
      }
      this.#unloadable.set(state.number, thrown.obstacle);
      return this.#around(thrown.obstacle, state, wait);
    }
  }

  /** Gets by calls into a state that could not be loaded. */
  async #around(obstacle: Obstacle, state: CorpusState, wait: bigint): Promise<Standing> {
    if (this.lacksForTrace(state, wait) !== null) {
      throw new Unreached(obstacle);
    }
    return { ...(await this.enterByCalls(state, wait)), obstacle };
  }

  /** Gets into a state by the calls that lead there. */
  async enterByCalls(state: CorpusState, wait: bigint): Promise<Standing> {
    return this.#reached(() => this.#replay(state, wait));
  }

  async #reached<T>(way: () => Promise<T>): Promise<T> {
    try {
      return await way();
    } catch (thrown) {
      if (thrown instanceof Trouble) {
        this.forget();
        throw new Unreached({ why: thrown.message });
      }
      throw thrown;
    }
  }

  /** A state of the corpus as it is loaded where the clock can be stopped. */
  atMoment(state: CorpusState): object {
    return this.#rebased(state, MOMENT, true)[1];
  }

  /** Loads a state that is not in the corpus; only where the clock can be stopped. */
  async enterValue(value: object, how: string, wait: bigint): Promise<Standing> {
    return this.#reached(async () => {
      if (this.#held === null || !equal(this.#held, value)) {
        await this.stopClock(MOMENT);
        await this.#put(how, this.service.stateType.encode(value), value);
      }
      await this.stopClock(MOMENT + wait);
      this.#replayed = null;
      const moment = MOMENT + wait;
      return {
        before: value,
        outputs: [],
        moment,
        isExact: false,
        how: `${how}, loaded`,
        isLoaded: true,
      };
    });
  }

  /** The initial state, with the clock stopped where that is possible. */
  async begin(): Promise<object> {
    await this.reset();
    if (this.has("clock")) {
      await this.stopClock(MOMENT);
    }
    return this.look();
  }

  /** The state that the service is in, as far as it is not known. */
  async look(): Promise<object> {
    this.#held ??= await this.state();
    return this.#held;
  }

  /** The initial state, in real time. It is not looked at. */
  async reset(): Promise<void> {
    await this.#admin.reset();
    this.forget();
    this.#clock = null;
    this.#way = [[this.#admin.request("POST", "/reset"), new Response(200)]];
  }

  /** Lets so many milliseconds pass; the moment that it is then. */
  async passTime(wait: bigint): Promise<bigint> {
    return this.#arrive(this.#clock ?? MOMENT, wait);
  }

  /** Nothing is known any more about what the service holds. */
  forget(): void {
    this.#held = null;
    this.#replayed = null;
  }

  /** The state that the service shows; throws a `WireError` where it is none. */
  async state(): Promise<object> {
    return this.#stateIn(await this.#admin.shownState(), "GET /state");
  }

  /** The state that an answer stands for: the same object where it is the same text. */
  #stateIn(response: Response, what: string): object {
    const text = response.body.toString("latin1");
    return (
      this.#read.get(text) ?? this.#remember(text, this.decode(this.#admin.json(response, what)))
    );
  }

  #remember(text: string, state: object): object {
    if (this.#read.size >= MAX_READ) {
      this.#read.clear();
    }
    this.#read.set(text, state);
    return state;
  }

  /** A state from the wire. */
  decode(found: Json): object {
    if (!isObject(found)) {
      throw new WireError("", "expected an object with every state field");
    }
    return this.service.stateType.decode(found);
  }

  async #load(state: CorpusState, wait: bigint): Promise<Standing> {
    const isFrozen = this.has("clock");
    const moment = isFrozen ? MOMENT : this.moment() - wait;
    const [sent, wanted] = this.#rebased(state, moment, isFrozen);
    if (!isFrozen || this.#held === null || !equal(this.#held, wanted)) {
      // Some invariants speak of the clock: it has to stand at the moment of the state when that is loaded.
      if (isFrozen) {
        await this.stopClock(moment);
      }
      await this.#put(`corpus state ${state.number}`, sent, wanted);
    }
    if (isFrozen) {
      await this.stopClock(moment + wait);
    }
    this.#replayed = null;
    const how = `corpus state ${state.number}, loaded`;
    const { outputs } = state;
    return { before: wanted, outputs, moment: moment + wait, isExact: true, how, isLoaded: true };
  }

  #rebased(state: CorpusState, moment: bigint, isFrozen: boolean): readonly [Json, object] {
    const known = isFrozen ? this.#loads.get(state.number) : undefined;
    if (known !== undefined) {
      return known;
    }
    const sent = stateJson(this.service, state, moment);
    const pair = [sent, this.decode(sent)] as const;
    if (isFrozen) {
      this.#loads.set(state.number, pair);
    }
    return pair;
  }

  async #put(name: string, sent: Json, wanted: object): Promise<void> {
    this.#held = null;
    const response = await this.#admin.load(sent);
    const before = this.#way.filter(([request]) => request.target.endsWith("/clock")).slice(-1);
    const made: Exchange = [this.#admin.request("PUT", "/state", sent), response];
    this.#way = [...before, made];
    const unloaded = (why: string, fields: readonly string[] = []): Unreached => {
      const text = `loading does not work: PUT /state of ${name} ${why}`;
      return new Unreached({
        why: text,
        clause: LOADING,
        says: LOADING_SAYS,
        made,
        way: before,
        fields,
      });
    };
    if (response.status !== 200) {
      const got =
        response.status === 0 ? response.why : `${response.status} ${response.text.slice(0, 500)}`;
      const fields = await this.#refused(wanted);
      const because =
        fields.length === 0 ? "" : `; it loads with ${fields.join(" and ")} as after a reset`;
      throw unloaded(`answered ${got}${because}`, fields);
    }
    const found = this.#loaded(response, unloaded);
    if (!equal(found, wanted)) {
      const places = difference(this.service.stateType, wanted, found);
      const fields = places.map((one) => one.split(": ")[0]!);
      throw unloaded(`made something else of it: ${places.join("; ")}`, fields);
    }
    this.#held = this.#remember(response.body.toString("latin1"), wanted);
  }

  #loaded(
    response: Response,
    unloaded: (why: string, fields?: readonly string[]) => Unreached,
  ): object {
    try {
      return this.#stateIn(response, "PUT /state");
    } catch (thrown) {
      if (thrown instanceof WireError || thrown instanceof Trouble) {
        const fields = thrown instanceof WireError ? thrown.paths() : [];
        throw unloaded(`answered something that is no state: ${thrown.message}`, fields);
      }
      throw thrown;
    }
  }

  /** The fields of a state that the service refuses: each of them alone, or all that are not as after a reset. */
  async #refused(wanted: object): Promise<readonly string[]> {
    const initial = this.#initial;
    if (initial === null) {
      return [];
    }
    const differing = this.service.state.filter(
      ({ property }) => !equal(read(wanted, property), read(initial, property)),
    );
    const alone: string[] = [];
    for (const { name, property } of differing) {
      const other = { ...wanted, [property]: read(initial, property) };
      if (fits(this.service, other, this.now())) {
        const response = await this.#admin.load(this.service.stateType.encode(other));
        if (response.status === 200) {
          alone.push(name);
        }
      }
    }
    return alone.length > 0 ? alone : differing.map((one) => one.name);
  }

  async #replay(state: CorpusState, wait: bigint): Promise<Standing> {
    if (this.#replayed?.number !== state.number || this.#held === null) {
      const outputs = await this.#steps(state);
      this.#held = await this.#decodedState(state);
      this.#replayed = { number: state.number, outputs };
    }
    const { outputs } = this.#replayed;
    const before = this.#held;
    const moment = await this.#arrive(MOMENT + state.waits, wait);
    const isExact = state.trace?.length === 0;
    const how = `corpus state ${state.number}, reached by its trace`;
    return { before, outputs, moment, isExact, how, isLoaded: false };
  }

  async #arrive(moment: bigint, wait: bigint): Promise<bigint> {
    if (this.has("clock")) {
      await this.stopClock(moment + wait);
      return moment + wait;
    }
    if (wait > 0n) {
      await sleep(Number(wait));
    }
    return this.moment();
  }

  async #decodedState(state: CorpusState): Promise<object> {
    try {
      return await this.state();
    } catch (thrown) {
      if (thrown instanceof WireError) {
        throw new Unreached(await this.#undecodable(state, thrown));
      }
      throw thrown;
    }
  }

  /** Whose call left something behind that is no state: the calls are made once more, one at a time. */
  async #undecodable(state: CorpusState, error: WireError): Promise<Obstacle> {
    const lead = `after the calls that lead to corpus state ${state.number}`;
    const why = `${lead} GET /state is no state: ${error.message}`;
    const fields = error.paths();
    await this.reset();
    const outputs: JsonObject[] = [];
    let culprit: Operation | null = null;
    for await (const made of this.#needed(state)) {
      culprit = this.operation(made.step.operation);
      outputs[made.number] = await this.#step(state, made, outputs, false);
      if (!(await this.#isState())) {
        break;
      }
    }
    if (culprit === null) {
      return { why, fields };
    }
    const says = `After ${culprit.name} everything stored has its type.`;
    const [way, made] = [this.#way.slice(0, -1), this.#way.at(-1)];
    const clause = `${culprit.name}.types`;
    return { why, clause, says, operation: culprit, way, fields, ...(made ? { made } : {}) };
  }

  async #isState(): Promise<boolean> {
    try {
      await this.state();
      return true;
    } catch (thrown) {
      if (thrown instanceof WireError) {
        return false;
      }
      throw thrown;
    }
  }

  /** Makes the calls of a trace; what they answer. */
  async #steps(state: CorpusState): Promise<Outputs> {
    try {
      return await this.#walked(state, false);
    } catch (thrown) {
      if (thrown instanceof Busy) {
        return this.#walked(state, true);
      }
      throw thrown;
    }
  }

  /** The same; with care, so that a call which the service was too busy for can be made again. */
  async #walked(state: CorpusState, isCareful: boolean): Promise<Outputs> {
    await this.reset();
    // What nobody refers to has no answer here.
    const outputs: JsonObject[] = [];
    for await (const made of this.#needed(state)) {
      outputs[made.number] = await this.#step(state, made, outputs, isCareful);
    }
    return outputs;
  }

  /** The calls that a state cannot be reached without, each at its moment; what only reads is left out. */
  async *#needed(state: CorpusState): AsyncGenerator<Needed> {
    let moment = MOMENT;
    for (const [number, step] of (state.trace ?? []).entries()) {
      moment = await this.#arrive(moment, step.wait);
      if (!step.isIdle) {
        yield { number, step, moment };
      }
    }
  }

  async #step(
    state: CorpusState,
    { number, step, moment }: Needed,
    outputs: Outputs,
    isCareful: boolean,
  ): Promise<JsonObject> {
    const operation = this.operation(step.operation);
    const where = `step ${number} (${operation.name}) of the trace of corpus state ${state.number}`;
    const request = requestOf(
      operation,
      this.#inputs(state, where, step, moment, outputs),
      credentials(operation, "valid"),
    );
    const way = this.way;
    const response = isCareful ? await this.#careful(request) : (await this.#sent(request))[0];
    this.#way = [...way, [request, response]];
    if (this.#client.isBusy(response) && !isCareful) {
      await this.#client.pause(response, PAUSES[0]);
      throw new Busy();
    }
    if (response.status !== operation.status) {
      const got =
        response.status === 0 ? response.why : `${response.status} ${response.text.slice(0, 300)}`;
      const why = `${where} should answer ${operation.status} and answered ${got}`;
      const says = `${operation.name} accepts every call whose precondition holds.`;
      const clause = `${operation.name}.accepts`;
      throw new Unreached({ why, clause, says, operation, made: [request, response], way, state });
    }
    return outputsJson(operation, response);
  }

  #inputs(
    state: CorpusState,
    where: string,
    step: TraceStep,
    moment: bigint,
    outputs: Outputs,
  ): JsonObject {
    try {
      return inputsJson(this.operation(step.operation), step.inputs, moment, outputs);
    } catch (thrown) {
      if (thrown instanceof MissingReference) {
        throw new Unreached(this.#unanswered(state, where, thrown));
      }
      throw thrown;
    }
  }

  /** The call before is to blame that did not answer what a later one needs. */
  #unanswered(state: CorpusState, where: string, error: MissingReference): Obstacle {
    const why = `${where} cannot be made: ${error.message}`;
    // Calls of the contract set the clock; every other one is a step that is needed.
    const made = Array.from(this.#way.keys()).filter(
      (at) => !this.#way[at]![0].target.startsWith(PREFIX),
    );
    const trace = state.trace ?? [];
    const needed = Array.from(trace.keys()).filter((number) => !trace[number]!.isIdle);
    const at = made[needed.indexOf(Number(error.step))];
    const step = trace[Number(error.step)];
    if (at === undefined || step === undefined) {
      return { why };
    }
    const operation = this.operation(step.operation);
    const says = `The answer of ${operation.name} has the declared outputs, types and headers.`;
    const way = this.#way.slice(0, at);
    return { why, clause: `${operation.name}.output`, says, operation, made: this.#way[at]!, way };
  }

  /** Makes a call of a trace with the state before it in view. */
  async #careful(request: Request): Promise<Response> {
    this.#held = null;
    // Where the state is none the call cannot be made again; whether it is one is told after the trace.
    if (await this.#isState()) {
      await this.look();
    }
    return (await this.call(request))[0];
  }

  // --- calls and the clock ----------------------------------------------------------------------------------------------

  /**
   * Makes a call; the answer, and the instants at which the service may have looked at its clock.
   *
   * Where the service was too busy, and its state shows that nothing has come of the call, it is made again.
   */
  async call(request: Request): Promise<readonly [Response, Instant]> {
    const made = await this.#insisted(request);
    this.#way.push([request, made[0]]);
    return made;
  }

  async #insisted(request: Request): Promise<readonly [Response, Instant]> {
    const before = this.#held;
    let made = await this.#sent(request);
    for (const otherwise of PAUSES) {
      if (!this.#client.isBusy(made[0]) || !(await this.#isUntouched(before))) {
        return made;
      }
      await this.#client.pause(made[0], otherwise);
      made = await this.#sent(request);
    }
    return [this.#client.settle(made[0]), made[1]];
  }

  /** Whether the state is what it was before a call, as far as that is known: after a reset, the first one. */
  async #isUntouched(before: object | null): Promise<boolean> {
    const known = before ?? this.#initial;
    try {
      return known !== null && equal(await this.state(), known);
    } catch (thrown) {
      if (thrown instanceof Trouble || thrown instanceof WireError) {
        return false;
      }
      throw thrown;
    }
  }

  async #sent(request: Request): Promise<readonly [Response, Instant]> {
    const earliest = BigInt(Date.now());
    const response = await answered(() => this.#client.send(request));
    if (this.#clock !== null) {
      return [response, this.#clock];
    }
    // What the clock here says is rounded down.
    const latest = BigInt(Date.now()) + 1n;
    this.#skew.note(response.header("date"), earliest, latest);
    return [response, between(...this.#skew.window(earliest, latest))];
  }

  /** Looks at the state after a call; throws a `WireError` where it is none, `Trouble` where it cannot be seen. */
  async settle(): Promise<object> {
    const before = this.#held;
    this.#held = null;
    const after = await this.state();
    this.#held = after;
    if (before === null || !equal(before, after)) {
      this.#replayed = null;
    } else {
      this.#way.pop();
    }
    return after;
  }

  /** Stops the clock at a moment, unless it stands there. */
  async stopClock(moment: bigint): Promise<void> {
    if (this.#clock === moment) {
      return;
    }
    await this.#admin.stopClock(isoText(moment));
    this.#clock = moment;
    if (this.#way.at(-1)?.[0].target.endsWith("/clock")) {
      this.#way.pop();
    }
    const told = new Map([["now", isoText(moment)]]);
    this.#way.push([this.#admin.request("PUT", "/clock", told), new Response(200)]);
  }

  /** About now, for a first look at a call that is still to be made. */
  now(): Instant {
    const here = BigInt(Date.now());
    return this.#clock ?? between(...this.#skew.window(here, here + 1n));
  }

  /** The same as a number, for what is counted from it. */
  moment(): bigint {
    return this.#clock ?? this.#skew.moment(BigInt(Date.now()));
  }

  /** Where the clock stands, if it was stopped. */
  get clock(): bigint | null {
    return this.#clock;
  }
}

/** A call of a trace that is to be made. */
interface Needed {
  readonly number: number;
  readonly step: TraceStep;
  readonly moment: bigint;
}

/** The outputs of an answer by name, in the wire format; nothing where there are none to be read. */
export function outputsJson(operation: Operation, response: Response): JsonObject {
  const [first] = operation.outputs;
  if (!["whole", "object"].includes(operation.shape) || first === undefined) {
    return new Map();
  }
  try {
    const found = response.json();
    if (operation.shape === "whole") {
      return new Map([[first.name, found]]);
    }
    return isObject(found) ? found : new Map();
  } catch (thrown) {
    if (thrown instanceof JsonError) {
      return new Map();
    }
    throw thrown;
  }
}
