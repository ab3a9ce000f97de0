/** The admin contract, version 1: to see the state of the service, to set it, and to stop its clock. */

import {
  type Client,
  type Headers,
  jsonRequest,
  type Request,
  type Response,
  Unreachable,
} from "./client.ts";
import { isArray, isObject, type Json, JsonError, writeJson } from "./json.ts";

export const PREFIX = "/__test_admin__";
const VERSION = 1n;
/** What every service that is tested must have, also where it does not say so. */
const LEAST: readonly string[] = ["reset", "state"];

/** The run cannot go on: the service is gone, or its admin contract is closed. No finding about the service. */
export class Fatal extends Error {}

/** An admin route did not do what the contract says, in the middle of a run. */
export class Trouble extends Error {}

/** The routes of the contract. */
export class Admin {
  readonly #client: Client;
  readonly #headers: Headers;
  #capabilities: ReadonlySet<string> = new Set(LEAST);

  constructor(client: Client, token: string | undefined) {
    this.#client = client;
    this.#headers = token ? [["Authorization", `Bearer ${token}`]] : [];
  }

  /** Asks what the service can do, resets it, and returns its initial state. */
  async connect(service: string): Promise<Json> {
    try {
      this.#capabilities = await this.#ask(service);
      await this.reset();
      return await this.state();
    } catch (thrown) {
      throw thrown instanceof Trouble ? new Fatal(thrown.message) : thrown;
    }
  }

  /** What the service can do. */
  get capabilities(): readonly string[] {
    return [...this.#capabilities].toSorted();
  }

  /** Whether the service has all of these capabilities. */
  has(...names: readonly string[]): boolean {
    return names.every((name) => this.#capabilities.has(name));
  }

  /** Back to the initial state and to real time. */
  async reset(): Promise<void> {
    await this.#expect("POST", "/reset");
  }

  /** The state, in the wire format. */
  async state(): Promise<Json> {
    return this.json(await this.shownState(), "GET /state");
  }

  /** The answer that holds the state. */
  async shownState(): Promise<Response> {
    return this.#expect("GET", "/state");
  }

  /** Replaces the state; the answer says what the service holds now. */
  async load(state: Json): Promise<Response> {
    return this.#send("PUT", "/state", state);
  }

  /** Stops the clock at an instant. */
  async stopClock(now: string): Promise<void> {
    await this.#expect("PUT", "/clock", new Map([["now", now]]));
  }

  /** A request of the contract. */
  request(method: string, path: string, body?: Json): Request {
    return jsonRequest(method, PREFIX + path, this.#headers, body);
  }

  /** The body of an answer. */
  json(response: Response, what: string): Json {
    try {
      return response.json();
    } catch (thrown) {
      if (thrown instanceof JsonError) {
        throw new Trouble(
          `the admin contract does not work: ${what} answered something that is not JSON`,
        );
      }
      throw thrown;
    }
  }

  async #ask(service: string): Promise<ReadonlySet<string>> {
    const response = await this.#send("GET", "/capabilities");
    if (response.status === 404 || response.status === 405) {
      return new Set(LEAST);
    }
    const found = this.json(checked(response, "GET /capabilities"), "GET /capabilities");
    const version = isObject(found) ? (found.get("version") ?? null) : found;
    if (!isObject(found) || version !== VERSION) {
      throw new Fatal(
        `the admin contract of the service has version ${writeJson(version)}, and this suite knows ${VERSION}`,
      );
    }
    const told = found.get("service") ?? service;
    if (told !== service) {
      throw new Fatal(
        `this is the suite of ${service}, and the service says that it is ${writeJson(told)}`,
      );
    }
    const names = found.get("capabilities") ?? [];
    const known = isArray(names) ? names.filter((name) => typeof name === "string") : [];
    return new Set([...LEAST, ...known]);
  }

  async #expect(method: string, path: string, body?: Json): Promise<Response> {
    return checked(await this.#send(method, path, body), `${method} ${path}`);
  }

  async #send(method: string, path: string, body?: Json): Promise<Response> {
    const response = await answered(() => this.#client.insist(this.request(method, path, body)));
    if (response.status === 401 || response.status === 403) {
      throw new Fatal(closed(response.status, `${method} ${PREFIX}${path}`));
    }
    return response;
  }
}

/** What comes of a call; ends the run where nobody is there. */
export async function answered<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (thrown) {
    throw thrown instanceof Unreachable ? new Fatal(thrown.message, { cause: thrown }) : thrown;
  }
}

function checked(response: Response, what: string): Response {
  if (response.status !== 200) {
    const got =
      response.status === 0
        ? response.why
        : `answered ${response.status}: ${response.text.slice(0, 500)}`;
    throw new Trouble(
      `the admin contract does not work: ${what} should answer 200, and the service ${got}`,
    );
  }
  return response;
}

function closed(status: number, what: string): string {
  return status === 403
    ? `the admin contract is closed (${what} answered 403): start the service with ENABLE_TEST_ADMIN=1`
    : `the admin contract wants a token (${what} answered 401): set TEST_ADMIN_TOKEN to that of the service`;
}
