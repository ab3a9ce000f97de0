/**
 * A small HTTP/1.1 client: one kept-alive connection, no redirects, no retries that could repeat an effect.
 *
 * An answer that says no more than that the service is busy is no finding. Who knows that nothing has changed asks again;
 * how often, and how long it waits, is decided here. So is how long an answer may take and how large it may be: a service
 * that passes one of these limits has not answered, and that is a finding with the name of the limit.
 *
 * A suite makes thousands of short calls one after the other, so the transport decides how long it takes. A raw socket is
 * faster than a general client, and lets the suite say exactly which bytes it sends.
 */

import { connect as connectPlain, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectSecure } from "node:tls";
import { gunzipSync, inflateSync } from "node:zlib";

import { type Json, readJson, writeJson } from "./json.ts";

/** How long a call may take, from its first byte to the last one of its answer. */
const TIMEOUT = 30_000;
/** The largest answer, as it comes and unpacked. */
const MAX_ANSWER = 64 * 2 ** 20;
/** A service that passes a limit again and again is no longer worth waiting for. */
const MAX_PASSED = 3;
/** The answers of a service, or of what stands before it, that has too much to do. */
const BUSY: readonly number[] = [429, 503];
/** How long to wait before asking again, each time, unless the answer says so itself; and how long at most. */
export const PAUSES = [50, 300, 1000] as const;
const MAX_PAUSE = 5000;
/** How often a status may stay the same after all that. Then it is how this service rejects calls. */
const MAX_STUBBORN = 2;
const MAX_HEAD = 2 ** 20;
const LINE = Buffer.from("\r\n");
const HEAD_END = Buffer.from("\r\n\r\n");

/** Headers as they are sent, in their order. */
export type Headers = readonly (readonly [name: string, value: string])[];

/** Nobody listens at the address, or nobody answers any more. */
export class Unreachable extends Error {}

/** A limit was passed once too often: nothing more is to be learned from this service, and that is a finding. */
export class Excess extends Unreachable {}

/** The time of the run is up. */
export class Late extends Error {}

/** An answer passes a limit. */
class Passed extends Error {}

/** What was answered is not HTTP. */
class NoHttp extends Error {}

/** The other side closed the connection; `early` if it had not answered a single byte. */
class Closed extends Error {
  readonly early: boolean;

  constructor(early: boolean) {
    super("closed");
    this.early = early;
  }
}

/** A request, as it goes over the wire: `target` is the encoded path with its query. */
export interface Request {
  readonly method: string;
  readonly target: string;
  readonly headers: Headers;
  readonly body: Uint8Array | null;
}

/** An answer. The status is 0 where there was none; `why` says what happened instead. */
export class Response {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  readonly why: string;

  constructor(
    status: number,
    { headers, body, why }: Partial<Pick<Response, "headers" | "body" | "why">> = {},
  ) {
    this.status = status;
    this.headers = headers ?? [];
    this.body = body ?? Buffer.alloc(0);
    this.why = why ?? "";
  }

  /** The value of a header, whatever its case; the first one where it is repeated. */
  header(name: string): string | null {
    const wanted = name.toLowerCase();
    return this.headers.find(([key]) => key === wanted)?.[1] ?? null;
  }

  /** The body as text, for messages. */
  get text(): string {
    return this.body.toString("utf8");
  }

  /** The body as JSON; throws a `JsonError` where it is none. */
  json(): Json {
    return readJson(this.body);
  }
}

/** How a request reaches the service. Another one can call it without a socket. */
export interface Transport {
  /** Sends a request and returns the answer; throws `Unreachable` where no one is there. */
  send(request: Request): Promise<Response>;
  /** Gives back what it holds. */
  close(): void;
}

/** Counts the calls that go through a transport, and how often it was too busy to answer. */
export class Client {
  readonly transport: Transport;
  /** When the run has to end, in milliseconds of the clock. */
  deadline: number | null = null;
  calls = 0;
  readonly retried = new Map<number, number>();
  readonly #stubborn = new Map<number, number>();

  constructor(transport: Transport) {
    this.transport = transport;
  }

  /** Makes one call; throws `Late` where the time is up. */
  async send(request: Request): Promise<Response> {
    if (this.isLate()) {
      throw new Late("the time of the run is up");
    }
    this.calls += 1;
    return this.transport.send(request);
  }

  /** Whether the time of the run is up. */
  isLate(): boolean {
    return this.deadline !== null && Date.now() > this.deadline;
  }

  /** Whether an answer says no more than that the service has too much to do. */
  isBusy(response: Response): boolean {
    return (
      BUSY.includes(response.status) && (this.#stubborn.get(response.status) ?? 0) < MAX_STUBBORN
    );
  }

  /** Waits before a call is made again. */
  async pause(response: Response, otherwise: number): Promise<void> {
    this.retried.set(response.status, (this.retried.get(response.status) ?? 0) + 1);
    await sleep(pauseOf(response.header("retry-after"), otherwise));
  }

  /** Takes an answer for the last word on a call. */
  settle(response: Response): Response {
    if (this.isBusy(response)) {
      this.#stubborn.set(response.status, (this.#stubborn.get(response.status) ?? 0) + 1);
    }
    return response;
  }

  /** Makes a call that may be made any number of times, until it is answered. */
  async insist(request: Request): Promise<Response> {
    let response = await this.send(request);
    for (const otherwise of PAUSES) {
      if (!this.isBusy(response)) {
        return response;
      }
      await this.pause(response, otherwise);
      response = await this.send(request);
    }
    return this.settle(response);
  }
}

/** How long to wait: as the answer says, unless that is a date, or too long. */
function pauseOf(told: string | null, otherwise: number): number {
  return told !== null && /^[0-9]+$/.test(told)
    ? Math.min(Number(told) * 1000, MAX_PAUSE)
    : otherwise;
}

/** An open connection: what has come of it and was not taken yet. */
class Connection {
  readonly socket: Socket;
  #rest: Buffer = Buffer.alloc(0);
  #isClosed = false;
  #failed: Error | null = null;
  #wake: (() => void) | null = null;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (data: Buffer) => {
      this.#rest = this.#rest.length === 0 ? data : Buffer.concat([this.#rest, data]);
      this.#wake?.();
    });
    const closed = (): void => {
      this.#isClosed = true;
      this.#wake?.();
    };
    socket.on("end", closed).on("close", closed).on("error", closed);
  }

  /** Has whoever waits for more give up. */
  fail(why: Error): void {
    this.#failed = why;
    this.#wake?.();
  }

  /** What has come and was not taken. */
  get rest(): Buffer {
    return this.#rest;
  }

  /** Takes so many bytes of it. */
  take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  /** Waits until there is more than there was. */
  async more(): Promise<void> {
    const known = this.#rest.length;
    while (this.#rest.length === known) {
      if (this.#failed !== null) {
        throw this.#failed;
      }
      if (this.#isClosed) {
        throw new Closed(known === 0);
      }
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
  }

  /** Waits for so many bytes, and takes them. */
  async exactly(length: number): Promise<Buffer> {
    while (this.#rest.length < length) {
      await this.more();
    }
    return this.take(length);
  }

  /** Takes what comes before a mark, which is then behind. */
  async until(mark: Buffer, otherwise: string): Promise<Buffer> {
    let end = this.#rest.indexOf(mark);
    while (end < 0) {
      if (this.#rest.length > MAX_HEAD) {
        throw new NoHttp(otherwise);
      }
      await this.more();
      end = this.#rest.indexOf(mark);
    }
    return this.take(end + mark.length).subarray(0, end);
  }
}

/** The first lines of an answer. */
interface Head {
  readonly status: number;
  readonly headers: Headers;
  readonly keeps: boolean;
}

/** A kept-alive connection to a base URL. */
export class SocketTransport implements Transport {
  readonly #base: string;
  readonly #url: URL;
  readonly #prefix: string;
  readonly #timeout: number;
  #connection: Connection | null = null;
  #passed = 0;

  constructor(base: string, timeout: number = TIMEOUT) {
    if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol)) {
      throw new Unreachable(`'${base}' is no http address`);
    }
    this.#base = base;
    this.#url = new URL(base);
    this.#prefix = this.#url.pathname.replace(/\/+$/, "");
    this.#timeout = timeout;
  }

  /** Sends a request; once more on a new connection where the old one had been closed meanwhile. */
  async send(request: Request): Promise<Response> {
    const wasOpen = this.#connection !== null;
    const response = await this.#attempt(request, wasOpen);
    return response ?? (await this.#attempt(request, false)) ?? this.#unanswered();
  }

  /** The answer; nothing where a connection that was open already turns out to be closed. */
  async #attempt(request: Request, wasOpen: boolean): Promise<Response | null> {
    try {
      return await this.#exchange(request);
    } catch (thrown) {
      this.close();
      if (thrown instanceof Closed) {
        return wasOpen && thrown.early ? null : this.#unanswered();
      }
      if (thrown instanceof Passed) {
        return this.#gaveUp(thrown.message);
      }
      if (thrown instanceof NoHttp) {
        return new Response(0, { why: `answered something that is not HTTP: ${thrown.message}` });
      }
      throw thrown;
    }
  }

  /** Closes the connection; the next request opens another one. */
  close(): void {
    this.#connection?.socket.destroy();
    this.#connection = null;
  }

  async #unanswered(): Promise<Response> {
    // Tells a handler that crashed from a process that is gone: the latter is no finding about one operation.
    await this.#connect();
    return new Response(0, { why: "closed the connection without a complete answer" });
  }

  #gaveUp(why: string): Response {
    this.#passed += 1;
    if (this.#passed >= MAX_PASSED) {
      throw new Excess(`${this.#base} ${why}: ${MAX_PASSED} answers passed a limit`);
    }
    return new Response(0, { why });
  }

  async #connect(): Promise<Connection> {
    if (this.#connection === null) {
      this.#connection = new Connection(await this.#opened());
    }
    return this.#connection;
  }

  #opened(): Promise<Socket> {
    const { hostname, protocol, port } = this.#url;
    const host = hostname.replace(/^\[|\]$/g, "");
    const isSecure = protocol === "https:";
    const options = { host, port: Number(port) || (isSecure ? 443 : 80), noDelay: true };
    return new Promise((resolve, reject) => {
      const socket = isSecure
        ? connectSecure({ ...options, servername: host })
        : connectPlain(options);
      const refuse = (why: string): void => {
        socket.destroy();
        reject(new Unreachable(`${this.#base} is not reachable: ${why}`));
      };
      socket.once(isSecure ? "secureConnect" : "connect", () => {
        socket.removeAllListeners().setTimeout(0);
        resolve(socket);
      });
      socket.once("error", (error) => refuse(error.message || String(error)));
      socket.setTimeout(this.#timeout, () => refuse("it takes too long to connect"));
    });
  }

  async #exchange(request: Request): Promise<Response> {
    const connection = await this.#connect();
    const seconds = this.#timeout / 1000;
    const late = new Passed(`did not answer within ${seconds} seconds (late-answer)`);
    const timer = setTimeout(() => connection.fail(late), this.#timeout);
    try {
      connection.socket.write(this.#rendered(request));
      return await this.#answer(connection, request.method);
    } finally {
      clearTimeout(timer);
    }
  }

  #rendered(request: Request): Buffer {
    const body = request.body;
    const hasLength = body !== null || ["POST", "PUT", "PATCH"].includes(request.method);
    const lines = [
      `${request.method} ${this.#prefix}${request.target} HTTP/1.1`,
      `Host: ${this.#url.host}`,
      ...request.headers.map(([name, value]) => `${name}: ${value}`),
      ...(hasLength ? [`Content-Length: ${body?.length ?? 0}`] : []),
    ];
    const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
    return body === null ? head : Buffer.concat([head, body]);
  }

  async #answer(connection: Connection, method: string): Promise<Response> {
    let head = await headOf(connection);
    while (100 <= head.status && head.status < 200) {
      head = await headOf(connection);
    }
    const { status, headers, keeps } = head;
    const body = await bodyOf(connection, method, head);
    if (!keeps || body === null) {
      const whole = body ?? (await untilClosed(connection));
      this.close();
      return new Response(status, { headers, body: unpacked(whole, headers) });
    }
    return new Response(status, { headers, body: unpacked(body, headers) });
  }
}

async function headOf(connection: Connection): Promise<Head> {
  const data = await connection.until(HEAD_END, "the headers do not end");
  const [first = "", ...rest] = data.toString("latin1").split("\r\n");
  const parts = /^(HTTP\/1\.\d+) ([0-9]{3})/.exec(first);
  if (parts === null) {
    throw new NoHttp(first.slice(0, 100));
  }
  const headers = rest.map((line): [string, string] => {
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    return [name.trim().toLowerCase(), colon < 0 ? "" : line.slice(colon + 1).trim()];
  });
  const options = headers
    .filter(([name]) => name === "connection")
    .map(([, value]) => value.toLowerCase());
  const keeps =
    parts[1] === "HTTP/1.0" ? options.includes("keep-alive") : !options.includes("close");
  return { status: Number(parts[2]), headers, keeps };
}

/** The body, or nothing where only the end of the connection ends it. */
async function bodyOf(
  connection: Connection,
  method: string,
  { status, headers }: Head,
): Promise<Buffer | null> {
  if (method === "HEAD" || status === 204 || status === 304) {
    return Buffer.alloc(0);
  }
  const fields = new Map(headers);
  if (fields.get("transfer-encoding")?.toLowerCase().includes("chunked")) {
    return chunks(connection);
  }
  const length = fields.get("content-length");
  if (length === undefined) {
    return null;
  }
  if (!/^[0-9]+$/.test(length)) {
    throw new NoHttp(`a length of ${length.slice(0, 100)}`);
  }
  return connection.exactly(within(Number(length)));
}

async function chunks(connection: Connection): Promise<Buffer> {
  const parts: Buffer[] = [];
  let whole = 0;
  for (;;) {
    const line = await connection.until(LINE, "a line does not end");
    const digits = line.toString("latin1").split(";")[0]!.trim();
    if (!/^[0-9a-fA-F]{1,12}$/.test(digits)) {
      throw new NoHttp(`a chunk of ${digits.slice(0, 100)} bytes`);
    }
    const size = Number.parseInt(digits, 16);
    if (size === 0) {
      while ((await connection.until(LINE, "a line does not end")).length > 0);
      return Buffer.concat(parts);
    }
    whole = within(whole + size);
    parts.push(Buffer.from(await connection.exactly(size)));
    await connection.until(LINE, "a line does not end");
  }
}

async function untilClosed(connection: Connection): Promise<Buffer> {
  for (;;) {
    within(connection.rest.length);
    try {
      await connection.more();
    } catch (thrown) {
      if (thrown instanceof Closed) {
        return connection.take(connection.rest.length);
      }
      throw thrown;
    }
  }
}

/** The size of an answer that is not too large. */
function within(size: number): number {
  if (size > MAX_ANSWER) {
    throw new Passed(`answered with more than ${MAX_ANSWER} bytes (large-answer)`);
  }
  return size;
}

/** A body without the encoding that something on the way has given it. */
function unpacked(body: Buffer, headers: Headers): Buffer {
  const encoding = new Map(headers).get("content-encoding")?.toLowerCase();
  if (body.length === 0 || (encoding !== "gzip" && encoding !== "deflate")) {
    return body;
  }
  const unpack = encoding === "gzip" ? gunzipSync : inflateSync;
  try {
    return unpack(body, { maxOutputLength: MAX_ANSWER });
  } catch (thrown) {
    if (thrown instanceof RangeError) {
      throw new Passed(
        `answered with what unpacks to more than ${MAX_ANSWER} bytes (packed-answer)`,
      );
    }
    throw new NoHttp(`its ${encoding} cannot be read`);
  }
}

/** What says that a body is JSON. */
export const JSON_TYPE = ["Content-Type", "application/json"] as const;

/** A value as compact JSON. */
export function encodeJson(value: Json): Uint8Array {
  return Buffer.from(writeJson(value));
}

/** A request with a JSON body, or without one. */
export function jsonRequest(
  method: string,
  target: string,
  headers: Headers = [],
  body?: Json,
): Request {
  return body === undefined
    ? { method, target, headers, body: null }
    : { method, target, headers: [...headers, JSON_TYPE], body: encodeJson(body) };
}
