/**
 * The HTTP server, with bounds on what callers can make it hold.
 *
 * A connection is at work while its request is handled. Otherwise it waits for its caller: for a head, for a body, or
 * until an answer is taken. Each wait has an end, and where there is no room for another connection the one goes that has
 * waited longest. So callers that are slow on purpose lose to those that are not, however many they are.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

import { Problem, unavailable } from "./problems.ts";
import { BODY_TIMEOUT, MAX_HEAD, target } from "./requests.ts";

const MAX_CONNECTIONS = 1000;
const MAX_AT_WORK = 256;
const HEAD_TIMEOUT = 10_000;
const KEEP_ALIVE_TIMEOUT = 15_000;
const ANSWER_TIMEOUT = 30_000;
// How long a caller who was refused may go on sending before it has to listen.
const LINGER_TIMEOUT = 5_000;
const STOP_TIMEOUT = 20_000;
const SWEEP = 1000;
// A head up to here is answered by the service itself, which knows the exact bounds.
const MOST_HEAD = 4 * MAX_HEAD;
// Files that are no connections: the database, logs, libraries.
const OTHER_FILES = 64;

/** What answers requests. */
export interface Application {
  (request: IncomingMessage, response: ServerResponse): void;
  /** What the service says to a request of which there is only a head: its method is none of HTTP. */
  refusal(method: string, path: string, head: string): Problem;
}

/** The connections of a server: which of them wait, until when, the longest first. */
class Room {
  readonly #most: number;
  readonly #open = new Set<Socket>();
  readonly #waiting = new Map<Socket, number>();
  readonly #answers = new WeakMap<Socket, ServerResponse>();

  constructor(most: number) {
    this.#most = most;
    setInterval(() => this.#endWaits(), SWEEP).unref();
  }

  /** How many connections are at work. */
  get atWork(): number {
    return this.#open.size - this.#waiting.size;
  }

  /** Makes room for a connection, which waits for its caller. */
  enter(socket: Socket): void {
    this.#open.add(socket);
    socket.once("close", () => {
      this.#open.delete(socket);
      this.#waiting.delete(socket);
    });
    if (this.#open.size > this.#most) {
      const [longest] = this.#waiting.keys();
      (longest ?? socket).destroy();
    }
    this.wait(socket, HEAD_TIMEOUT);
  }

  /** An answer is being made on a connection. */
  answers(socket: Socket, response: ServerResponse): void {
    this.#answers.set(socket, response);
  }

  /** Whether an answer has begun on a connection, and is not over. */
  isAnswering(socket: Socket): boolean {
    const response = this.#answers.get(socket);
    return response !== undefined && response.headersSent && !response.writableFinished;
  }

  /** A connection waits for its caller from now on. */
  wait(socket: Socket, milliseconds: number): void {
    this.#waiting.delete(socket);
    if (this.#open.has(socket) && !socket.destroyed) {
      this.#waiting.set(socket, performance.now() + milliseconds);
    }
  }

  /** A connection is at work. */
  work(socket: Socket): void {
    this.#waiting.delete(socket);
  }

  /** Ends all connections that wait. */
  empty(): void {
    [...this.#waiting.keys()].forEach((socket) => socket.destroy());
  }

  #endWaits(): void {
    const now = performance.now();
    for (const [socket, until] of this.#waiting) {
      if (until < now) {
        socket.destroy();
      }
    }
  }
}

/** How many connections there may be: those who come are accepted before those who are dropped for them are gone. */
function most(): number {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const files = Number(report.userLimits?.open_files?.soft);
  return Number.isNaN(files)
    ? MAX_CONNECTIONS
    : Math.min(MAX_CONNECTIONS, Math.max(1, (files - OTHER_FILES) >> 1));
}

/** A running server. */
export interface Running {
  readonly port: number;
  /** Ends it: calls that run are finished, and everybody else goes. */
  stop(): Promise<void>;
}

/** Serves an application, in one process: the clock of the admin contract, and what SQLite locks, belong to it. */
export async function serve(app: Application, host: string, port: number): Promise<Running> {
  const room = new Room(most());
  let isEnding = false;
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    response.shouldKeepAlive &&= !isEnding;
    handle(app, room, request, response);
    response.once("close", () => (isEnding ? request.socket.end() : undefined));
  };
  const server = createServer(
    {
      maxHeaderSize: MOST_HEAD,
      headersTimeout: HEAD_TIMEOUT,
      requestTimeout: HEAD_TIMEOUT + BODY_TIMEOUT + LINGER_TIMEOUT,
      connectionsCheckingInterval: SWEEP,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
      noDelay: true,
    },
    answer,
  );
  server.maxHeadersCount = 0;
  server.on("connection", (socket: Socket) => room.enter(socket));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    refuse(room, problemOf(app, error), socket);
  });
  server.on("connect", ({ url = "/", headers }: IncomingMessage, socket: Socket) => {
    const shown = `\r\nauthorization: ${headers.authorization ?? ""}`;
    refuse(room, app.refusal("CONNECT", target(url).path, shown), socket);
  });
  await listening(server, host, port);
  const stop = async (): Promise<void> => {
    isEnding = true;
    const closed = new Promise((resolve) => server.close(resolve));
    room.empty();
    const forced = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT);
    await closed;
    clearTimeout(forced);
  };
  const address = server.address();
  return { port: typeof address === "object" && address !== null ? address.port : port, stop };
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, backlog: MAX_CONNECTIONS }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function handle(
  app: Application,
  room: Room,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { socket } = request;
  const isFull = room.atWork >= MAX_AT_WORK;
  room.answers(socket, response);
  room.wait(socket, BODY_TIMEOUT + LINGER_TIMEOUT);
  request.once("end", () => {
    if (!response.writableEnded) {
      room.work(socket);
    }
  });
  if (
    request.headers["content-length"] === undefined &&
    request.headers["transfer-encoding"] === undefined
  ) {
    room.work(socket);
  }
  response.once("prefinish", () => room.wait(socket, ANSWER_TIMEOUT));
  response.once("finish", () => room.wait(socket, KEEP_ALIVE_TIMEOUT + LINGER_TIMEOUT));
  if (isFull && target(request.url ?? "/").path !== "/health") {
    busy(response);
  } else {
    app(request, response);
  }
}

function busy(response: ServerResponse): void {
  const problem = unavailable("Too many requests are at work. Try again.");
  problem.headers.forEach(([name, value]) => response.setHeader(name, value));
  response.writeHead(problem.status, { "content-type": "application/problem+json" });
  response.end(problem.document());
}

/** Answers what is no request for the service, and listens no more. */
function refuse(room: Room, problem: Problem | null, socket: Socket): void {
  if (problem === null || !socket.writable || room.isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const body = problem.document();
  const { title } = JSON.parse(body) as { readonly title: string };
  const lines = [
    `HTTP/1.1 ${problem.status} ${title}`,
    "content-type: application/problem+json",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
    ...problem.headers.map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
  // What is still being sent is taken, so that the answer is not lost with it.
  socket.removeAllListeners("data");
  socket.resume();
  room.wait(socket, LINGER_TIMEOUT);
}

function problemOf(app: Application, error: NodeJS.ErrnoException): Problem | null {
  switch (error.code) {
    case "HPE_HEADER_OVERFLOW":
      return new Problem(431, `A request has at most ${MOST_HEAD} bytes before its body.`);
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return new Problem(431, "A request has at most so many bytes around its body.");
    case "HPE_INVALID_METHOD":
      return strangeMethod(app, (error as { rawPacket?: Buffer }).rawPacket);
    case "ECONNRESET":
    case "EPIPE":
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return null;
    default:
      return new Problem(400, "This is no request that can be read.");
  }
}

/** A method that HTTP does not know is refused as any other that a path does not take. */
function strangeMethod(app: Application, packet: Buffer | undefined): Problem {
  const head = packet?.toString("latin1") ?? "";
  const line = /(?:^|\r\n)([!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}) (\S+) HTTP\/1\.[01]\r\n/.exec(head);
  const [, method, url] = line ?? [];
  return method === undefined || url === undefined
    ? new Problem(400, "This is no request that can be read.")
    : app.refusal(method, target(url).path, head);
}
