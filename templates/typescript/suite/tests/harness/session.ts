/** What belongs to one run: the service, the seed and profile, what was observed, and what was counted. */

import { createHash } from "node:crypto";

import { Admin, Fatal } from "./admin.ts";
import { Client, SocketTransport, type Transport, Unreachable } from "./client.ts";
import { type Corpus, load } from "./corpus.ts";
import { Ledger } from "./ledger.ts";
import { DEFAULT, MAX_SHRUNK_TESTS, type Profile, PROFILES } from "./profiles.ts";
import type { FailureParts } from "./report.ts";
import type { Service } from "./service.ts";
import { World } from "./world.ts";

const DEFAULT_URL = "http://localhost:8000";

/** Something that kept a state from being reached: the first test that met it, and the promise that is broken. */
export interface Met {
  readonly test: string;
  readonly clause: string;
  /** What a failure of that says, where it is known. */
  readonly parts: FailureParts | null;
}

/** One run of the suite. */
export class Session {
  readonly service: Service;
  readonly profile: Profile;
  readonly seed: number;
  readonly baseUrl: string;
  readonly client: Client;
  readonly admin: Admin;
  readonly world: World;
  readonly corpus: Corpus = load();
  readonly ledger: Ledger;
  /** What kept states from being reached. */
  readonly obstacles = new Map<string, Met>();
  /** The test that runs, by its name. */
  test = "";
  /** How many failing tests were made small. */
  shrunk = 0;
  readonly #memo = new Map<string, unknown>();

  constructor(
    service: Service,
    phase: string,
    transport: Transport = new SocketTransport(baseUrl()),
  ) {
    this.service = service;
    this.profile = profile();
    this.seed = Number(process.env["SPEC_TEST_SEED"] ?? 0);
    this.baseUrl = baseUrl();
    this.client = new Client(transport);
    this.admin = new Admin(this.client, process.env["TEST_ADMIN_TOKEN"]);
    this.world = new World(service, this.client, this.admin);
    this.ledger = new Ledger(phase, clauses(service));
  }

  /** A seed that depends on the seed of the run and on names, and on nothing else. */
  seedFor(...names: readonly string[]): number {
    const text = [this.seed, ...names].join("\0");
    return createHash("sha256").update(text).digest().readInt32BE();
  }

  /** Whether another failure may be made small. */
  mayShrink(): boolean {
    return this.shrunk < MAX_SHRUNK_TESTS;
  }

  /** Whether the service has all of these capabilities. */
  has(...capabilities: readonly string[]): boolean {
    return this.admin.has(...capabilities);
  }

  /** What goes by a name in this run: it is made when somebody asks for it first. */
  once<T>(name: string, made: () => T): T {
    if (!this.#memo.has(name)) {
      this.#memo.set(name, made());
    }
    return this.#memo.get(name) as T;
  }

  /** Whether something goes by a name already. */
  knows(name: string): boolean {
    return this.#memo.has(name);
  }
}

let running: Session | null = null;

/** The run that is under way. */
export function current(): Session {
  if (running === null) {
    throw new Fatal("the suite is not connected to a service; run its tests with Vitest");
  }
  return running;
}

/** Begins a run; throws `Fatal` where the service cannot be tested. */
export async function connect(service: Service, phase: string): Promise<Session> {
  const session = created(service, phase);
  session.world.knowFirst(await session.admin.connect(service.name));
  const told = process.env["SPEC_TEST_DEADLINE"];
  session.client.deadline = told ? Number(told) * 1000 : null;
  running = session;
  return session;
}

function created(service: Service, phase: string): Session {
  try {
    return new Session(service, phase);
  } catch (thrown) {
    throw thrown instanceof Unreachable ? new Fatal(thrown.message) : thrown;
  }
}

/** Where the service is. */
function baseUrl(): string {
  return process.env["SPEC_TEST_BASE_URL"] || DEFAULT_URL;
}

function profile(): Profile {
  const name = process.env["SPEC_TEST_PROFILE"] || DEFAULT;
  const found = PROFILES.find((one) => one.name === name);
  if (found === undefined) {
    const names = PROFILES.map((one) => one.name).join(", ");
    throw new Fatal(`unknown profile '${name}': choose from ${names}`);
  }
  return found;
}

function clauses(service: Service): string[] {
  const rules = [...service.invariants, ...service.always, ...service.eventually];
  const own = service.operations.flatMap((one) => [...one.requires, ...one.ensures]);
  return [...rules, ...own].map((rule) => rule.id);
}
