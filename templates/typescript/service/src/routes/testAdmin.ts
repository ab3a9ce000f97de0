/** The admin contract, version 1: what tests may see and set. Closed unless `ENABLE_TEST_ADMIN=1`. */

import type { NextFunction, Request, RequestHandler, Response } from "express";

import type { State } from "../model.ts";
import { type Context, respond, respondEmpty, type Service } from "../runtime/calls.ts";
import { Source } from "../runtime/choices.ts";
import { Broken, fits } from "../runtime/clauses.ts";
import { clock } from "../runtime/clock.ts";
import type { Connection } from "../runtime/database.ts";
import { isObject, type Json, writeJson } from "../runtime/json.ts";
import {
  Problem,
  unauthorized,
  unknownPath,
  unreadable,
  wrongMethod,
} from "../runtime/problems.ts";
import { at, WireError } from "../runtime/refusing.ts";
import { body, MAX_ADMIN_BODY, read, target } from "../runtime/requests.ts";
import { isSame } from "../runtime/security.ts";
import { checkState, type Seed } from "../runtime/state.ts";
import { DATETIME } from "../runtime/types.ts";
import type { Entries } from "../runtime/values.ts";
import type { Settings } from "../settings.ts";
import { INITIAL, INVARIANTS, NAME, SEEDS } from "../spec.ts";
import { STATE } from "../wire.ts";

const PREFIX = "/__test_admin__";
const CAPABILITIES = ["reset", "state", "load", "seed", "clock", "status"];

type Task = (service: Service<State>, request: Request, response: Response) => Promise<void> | void;

/** Whether a path belongs to the contract. */
export function isBelow(path: string): boolean {
  return path === PREFIX || path.startsWith(`${PREFIX}/`);
}

/** Lets nobody pass but tests, whatever the method of their request is. */
export function admitTests(settings: Settings, shown: string | undefined): void {
  if (!settings.isTestAdminOpen) {
    const detail =
      "The admin contract is closed: the server was not started with ENABLE_TEST_ADMIN=1.";
    throw new Problem(403, detail);
  }
  const token = settings.testAdminToken;
  const bearer = /^bearer +(.*)$/i.exec(shown ?? "")?.[1]?.trim() ?? "";
  if (token !== "" && !isSame(Buffer.from(bearer, "latin1"), Buffer.from(token, "utf8"))) {
    const detail = "The admin contract wants TEST_ADMIN_TOKEN as a bearer token.";
    throw unauthorized(detail, ['Bearer realm="test admin"']);
  }
}

/** Answers requests below the prefix, whatever their method. Who may ask has been seen to. */
export function testAdmin({ service }: Context<State>): RequestHandler {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const { path } = target(request.originalUrl);
    if (!isBelow(path)) {
      next();
      return;
    }
    const task = tasksAt(path).get(request.method === "HEAD" ? "GET" : request.method);
    if (task === undefined) {
      throw testAdmin.refusal(request.method, path);
    }
    await task(service, request, response);
  };
}

/** What is said to a method that a path of the contract does not take. */
testAdmin.refusal = (method: string, path: string): Problem => {
  const methods = [...tasksAt(path).keys()];
  const taken = methods.flatMap((known) => (known === "GET" ? [known, "HEAD"] : [known]));
  return taken.length === 0 ? unknownPath(path) : wrongMethod(method, taken);
};

/** What can be done at a path, by method. */
function tasksAt(path: string): ReadonlyMap<string, Task> {
  const place = path.slice(PREFIX.length + 1);
  const seed = SEEDS.find(({ name }) => place === `seed/${name}`);
  return new Map(seed === undefined ? (TASKS[place] ?? []) : [["POST", seedTask(seed)]]);
}

const TASKS: Readonly<Record<string, readonly (readonly [string, Task])[]>> = Object.assign(
  Object.create(null) as Record<string, readonly (readonly [string, Task])[]>,
  {
    capabilities: [["GET", capabilities]],
    reset: [["POST", reset]],
    state: [
      ["GET", show],
      ["PUT", load],
    ],
    clock: [
      ["PUT", stopClock],
      ["DELETE", runClock],
    ],
  } as const,
);

function capabilities(_service: Service<State>, _request: Request, response: Response): void {
  const found = [
    ["version", 1n],
    ["service", NAME],
    ["capabilities", CAPABILITIES],
  ] as const;
  respond(response, 200, new Map<string, Json>(found));
}

async function reset(
  service: Service<State>,
  _request: Request,
  response: Response,
): Promise<void> {
  await service.attempt("write", (connection) => service.store.replace(connection, INITIAL));
  clock.run();
  respond(response, 200, STATE.encode(INITIAL));
}

async function show(service: Service<State>, _request: Request, response: Response): Promise<void> {
  const state = await service.attempt("read", (connection) => service.store.read(connection));
  respond(response, 200, STATE.encode(state));
}

async function sent(request: Request): Promise<Json> {
  const raw = await body(request, MAX_ADMIN_BODY);
  if (raw.length === 0) {
    throw unreadable("The body is missing.");
  }
  return read(request, raw);
}

/** Reads something, and says what is wrong with it if something is. */
function understood<T>(decode: () => T): T {
  try {
    return decode();
  } catch (thrown) {
    throw thrown instanceof WireError ? unreadable(thrown.message) : thrown;
  }
}

async function load(service: Service<State>, request: Request, response: Response): Promise<void> {
  const found = await sent(request);
  const state = understood(() => STATE.decode(found));
  sound(state);
  await service.attempt("write", (connection) => service.store.replace(connection, state));
  respond(response, 200, STATE.encode(state));
}

function sound(state: State): void {
  try {
    checkState(STATE, INVARIANTS, state, clock.now());
  } catch (thrown) {
    throw thrown instanceof Broken ? unreadable(thrown.message, thrown.text) : thrown;
  }
}

function seedTask(seed: Seed): Task {
  return async (service, request, response) => {
    const found = await sent(request);
    const row: unknown = understood(() => seed.row.decode(found));
    const key = await service.attempt("write", (connection) =>
      insert(service, connection, seed, row),
    );
    respond(response, 201, new Map([["id", seed.key.encode(key)]]));
  };
}

async function insert(
  service: Service<State>,
  connection: Connection,
  seed: Seed,
  row: unknown,
): Promise<unknown> {
  const before = await service.store.read(connection);
  const relation = (before as unknown as Readonly<Record<string, Entries<unknown, unknown>>>)[
    seed.relation
  ]!;
  const { keyProperty } = seed;
  const key =
    keyProperty === null
      ? freshKey(seed, relation, before)
      : (row as Readonly<Record<string, unknown>>)[keyProperty];
  if (relation.has(key)) {
    const shown = writeJson(seed.key.encode(key));
    throw new Problem(409, `There is already a row with the key ${shown}.`);
  }
  const after = service.store.withEntry(before, seed.relation, relation.put(key, row));
  sound(after);
  await service.store.write(connection, before, after);
  return key;
}

function freshKey(seed: Seed, relation: Entries<unknown, unknown>, state: State): unknown {
  const now = clock.now();
  for (const key of seed.fresh(new Source(now))) {
    if (fits(seed.key, key, state, now) && !relation.has(key)) {
      return key;
    }
  }
  throw unreadable("The row does not say its key, and none can be made up.");
}

async function stopClock(
  _service: Service<State>,
  request: Request,
  response: Response,
): Promise<void> {
  const found = await sent(request);
  if (!isObject(found) || found.size !== 1 || !found.has("now")) {
    throw unreadable("The body has to be an object with the field `now` alone.");
  }
  const moment = understood(() => at("now", () => DATETIME.decode(found.get("now")!)));
  clock.stop(moment);
  respond(response, 200, new Map([["now", DATETIME.encode(moment)]]));
}

function runClock(_service: Service<State>, _request: Request, response: Response): void {
  clock.run();
  respondEmpty(response, 204);
}
