/** A call: one transaction that loads what it needs, works out what becomes of it, and writes what changed. */

import type { Response } from "express";

import type { Settings } from "../settings.ts";
import { Picks, search } from "./choices.ts";
import { Broken, broken } from "./clauses.ts";
import { clock } from "./clock.ts";
import { attempt, type Connection, type Driver, type Mode } from "./database.ts";
import { type Json, writeJson } from "./json.ts";
import { type Header, Problem, unreadable } from "./problems.ts";
import { checkChanges } from "./state.ts";
import type { Load, Store, View } from "./store.ts";
import { type EntityOf, textOf, type WireType } from "./types.ts";
import { Outside, Undefined, Wanted } from "./values.ts";

const MOST_LOADS = 1000;

/** A name and a value; without one it is left out. */
export type OptionalHeader = readonly [string, string | null];

/** An operation: what it does, what it needs of the state, and what it tells in headers. */
export interface Operation<S, G, A> {
  readonly name: string;
  readonly run: (before: S, given: G, now: bigint, pick: Picks) => readonly [S, A];
  readonly loads?: readonly Load<S, G>[];
  /** Whether it may change something. */
  readonly changes?: boolean;
  /** The properties of the answer whose types say something. */
  readonly outputs?: readonly (readonly [keyof A & string, WireType<unknown>])[];
  readonly headers?: (given: G, answer: A) => readonly OptionalHeader[];
  /** State fields of which everything is checked that is stored. */
  readonly stored?: readonly string[];
  /** The clauses for which a value may exist that is not tried. */
  readonly unfound?: readonly string[];
  /** Whether every value there is is tried. */
  readonly triesAll?: boolean;
}

/** What routes are made with. */
export interface Context<S extends object> {
  readonly service: Service<S>;
  readonly settings: Settings;
}

/** What answers calls: a database, and how the state lies in it. */
export class Service<S extends object> {
  readonly driver: Driver;
  readonly store: Store<S>;
  readonly state: EntityOf<S>;

  constructor(driver: Driver, store: Store<S>, state: EntityOf<S>) {
    this.driver = driver;
    this.store = store;
    this.state = state;
  }

  /** Does something in a transaction. */
  attempt<R>(mode: Mode, work: (connection: Connection) => Promise<R>): Promise<R> {
    return attempt(this.driver, mode, work);
  }

  /** Makes a call. What it answers was kept by the database before. */
  async call<G, A>(
    operation: Operation<S, G, A>,
    given: G,
  ): Promise<readonly [A, readonly Header[]]> {
    try {
      return await this.#inTransaction(operation, given);
    } catch (thrown) {
      if (thrown instanceof Outside) {
        throw unreadable(`This call is outside the contract: ${thrown.message}.`);
      }
      if (thrown instanceof Broken) {
        throw thrown.problem(operation.unfound, operation.triesAll);
      }
      throw thrown;
    }
  }

  async #inTransaction<G, A>(
    operation: Operation<S, G, A>,
    given: G,
  ): Promise<readonly [A, readonly Header[]]> {
    const least = (operation.loads ?? []).length <= 1 ? "one" : "read";
    const mode: Mode = operation.changes === true ? "write" : least;
    const work =
      (chosen: Mode) =>
      (connection: Connection): Promise<readonly [A, readonly Header[]]> =>
        this.#work(connection, operation, given, chosen);
    try {
      return await this.attempt(mode, work(mode));
    } catch (thrown) {
      if (!(thrown instanceof Wanted)) {
        throw thrown;
      }
      // One statement was not enough, and several have to see the same state.
      return this.attempt("read", work("read"));
    }
  }

  async #work<G, A>(
    connection: Connection,
    operation: Operation<S, G, A>,
    given: G,
    mode: Mode,
  ): Promise<readonly [A, readonly Header[]]> {
    const view = this.store.view(connection);
    const now = clock.now();
    for (const load of operation.loads ?? []) {
      await view.load(load, given);
    }
    const [after, answer] = await this.#workedOut(operation, view, given, now, mode);
    const headers =
      operation.headers === undefined ? [] : sendable(operation.headers(given, answer));
    if (operation.changes === true) {
      await view.write(after);
    }
    return [answer, headers];
  }

  /** What becomes of a call. What it turns out to need is loaded. */
  async #workedOut<G, A>(
    operation: Operation<S, G, A>,
    view: View<S>,
    given: G,
    now: bigint,
    mode: Mode,
  ): Promise<readonly [S, A]> {
    const picks = new Picks(now);
    for (let loads = 0; loads < MOST_LOADS; loads += 1) {
      try {
        return search(picks, () => this.#attempt(operation, view.before, given, now, picks));
      } catch (thrown) {
        if (!(thrown instanceof Wanted) || mode === "one") {
          throw thrown;
        }
        await view.fetch(thrown.relation, thrown.part);
      }
    }
    throw new Problem(500, "The call needs more of the state than can be loaded.");
  }

  /** What becomes of a call with some choices. What changed, and what goes out, satisfies its type. */
  #attempt<G, A>(
    operation: Operation<S, G, A>,
    before: S,
    given: G,
    now: bigint,
    picks: Picks,
  ): readonly [S, A] {
    picks.begin((after, answer) => {
      this.#settle(operation, before, after as S, answer as A, now);
    });
    try {
      const [after, answer] = operation.run(before, given, now, picks);
      picks.settled(after, answer);
      return [after, answer];
    } catch (thrown) {
      if (thrown instanceof Undefined) {
        throw new Broken(`an ensures of \`${operation.name}\``, "", thrown.message);
      }
      throw thrown;
    }
  }

  #settle<G, A>(operation: Operation<S, G, A>, before: S, after: S, answer: A, now: bigint): void {
    for (const [property, declared] of operation.outputs ?? []) {
      const found = broken(declared, answer[property], after, now);
      if (found !== null) {
        throw new Broken(found[0].title, found[0].text, found[1]);
      }
    }
    checkChanges(this.state, before, after, now, operation.stored);
  }
}

/** A value as the text of a header; none leaves it out. */
export function headerText<T>(declared: WireType<T>, value: T): string | null {
  return value === null ? null : textOf(declared, value);
}

/** Headers whose values HTTP can carry; any other stops the call before anything has changed. */
function sendable(headers: readonly OptionalHeader[]): readonly Header[] {
  const found: Header[] = [];
  for (const [name, value] of headers) {
    if (value === null) {
      continue;
    }
    if (/[^\P{Cc}\t\u0080-\u009f]/u.test(value)) {
      const detail = `The value of the header ${name.toLowerCase()} holds control characters.`;
      throw new Problem(500, detail);
    }
    // Node writes heads byte by byte, and what is no ASCII is sent as UTF-8.
    found.push([name.toLowerCase(), Buffer.from(value, "utf8").toString("latin1")]);
  }
  return found;
}

/** A success with a JSON body. */
export function respond(
  response: Response,
  status: number,
  body: Json,
  headers: readonly Header[] = [],
): void {
  send(response, status, headers, "application/json", writeJson(body));
}

/** A success without a body. */
export function respondEmpty(
  response: Response,
  status: number,
  headers: readonly Header[] = [],
): void {
  send(response, status, headers, null, "");
}

/** Refuses a request. */
export function respondProblem(response: Response, problem: Problem): void {
  send(response, problem.status, problem.headers, "application/problem+json", problem.document());
}

/** Sends an answer in one piece. */
export function send(
  response: Response,
  status: number,
  headers: readonly Header[],
  mediaType: string | null,
  text: string,
): void {
  headers.forEach(([name, value]) => response.appendHeader(name, value));
  if (mediaType === null) {
    response.writeHead(status).end();
    return;
  }
  const body = Buffer.from(text, "utf8");
  response.writeHead(status, { "content-type": mediaType, "content-length": body.length });
  response.end(response.req.method === "HEAD" ? undefined : body);
}
