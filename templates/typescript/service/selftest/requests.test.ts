/** Requests over a real socket: what is refused, with which status, and that the server stands it. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, test } from "node:test";

import express, { type NextFunction, type Request, type Response, Router } from "express";
import { z } from "zod";

import { respond, respondProblem } from "../src/runtime/calls.ts";
import type { Json } from "../src/runtime/json.ts";
import { Problem, unknownPath, wrongMethod } from "../src/runtime/problems.ts";
import {
  decoded,
  fields,
  inPath,
  inQuery,
  MAX_BODY,
  readAs,
  readTextAs,
  readTextsAs,
  shaped,
  target,
  withinLimits,
} from "../src/runtime/requests.ts";
import { allowed } from "../src/runtime/routing.ts";
import { admit, type Scheme } from "../src/runtime/security.ts";
import { type Running, serve } from "../src/runtime/serving.ts";
import { INT, OptionOf, SeqOf, STRING } from "../src/runtime/types.ts";
import { settingsFrom } from "../src/settings.ts";

const given = z.strictObject({
  id: readTextAs(INT),
  text: readAs(STRING),
  spare: readAs(new OptionOf(INT)),
});
const asked = z.strictObject({ one: readTextsAs(INT), many: readTextsAs(new SeqOf(STRING)) });
const settings = settingsFrom("SPEC_AUTH_KEY=caf\u00e9\nENABLE_TEST_ADMIN=1\nLOG_LEVEL=debug\n", {
  LOG_LEVEL: "error",
  SPEC_AUTH_DOOR: "ada:secret",
});
const KEY: Scheme = { name: "key", kind: "header", realm: "r", key: "X-Key" };
const DOOR: Scheme = { name: "door", kind: "basic", realm: "r" };
const NOBODY: Scheme = { name: "nobody", kind: "bearer", realm: "r" };

let running: Running;

before(async () => {
  const router = Router({ caseSensitive: true, strict: true });
  router.post("/things/:id", async (request, response) => {
    const shape = shaped(given, await fields(request), inPath(request));
    respond(response, 200, new Map<string, Json>(Object.entries(shape)));
  });
  router.get("/asked", (request, response) => {
    const shape = shaped(asked, new Map(), inQuery(request, "one", "many"));
    respond(response, 200, new Map<string, Json>(Object.entries(shape)), [["x-one", "1"]]);
  });
  router.get("/guarded", (request, response) => {
    admit(request, settings, KEY, DOOR, NOBODY);
    respond(response, 200, null);
  });
  const refusal = (method: string, path: string): Problem => {
    const methods = allowed([router], path);
    return methods.length === 0 ? unknownPath(path) : wrongMethod(method, methods);
  };
  const app = express();
  app.use((request: Request, _response: Response, next: NextFunction) => {
    withinLimits(request);
    request.url = target(request.url).path.replaceAll("%", "%25");
    next();
  });
  app.use(router);
  app.use((request: Request) => {
    throw refusal(request.method, target(request.originalUrl).path);
  });
  app.use((thrown: unknown, _request: Request, response: Response, _next: NextFunction) => {
    respondProblem(response, thrown instanceof Problem ? thrown : new Problem(500, String(thrown)));
  });
  const handle = (request: unknown, response: unknown): void => {
    app(request as Request, response as Response);
  };
  running = await serve(Object.assign(handle, { refusal }), "127.0.0.1", 0);
});

after(() => running.stop());

/** The answer to some bytes: its status, its head and its body. */
async function answer(sent: string | Buffer): Promise<readonly [number, string, string]> {
  const socket = connect(running.port, "127.0.0.1");
  const parts: Buffer[] = [];
  socket.on("data", (part: Buffer) => parts.push(part));
  socket.write(sent);
  await once(socket, "close");
  const [head = "", body = ""] = Buffer.concat(parts).toString("utf8").split("\r\n\r\n");
  return [Number(head.split(" ")[1]), head.toLowerCase(), body];
}

function call(line: string, body: string | Buffer = "", more = ""): ReturnType<typeof answer> {
  const type = more.includes("content-type") ? "" : "content-type: application/json\r\n";
  const raw = Buffer.from(body);
  const head = `${line} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${type}${more}`;
  const length = raw.length === 0 ? "" : `content-length: ${raw.length}\r\n`;
  return answer(Buffer.concat([Buffer.from(`${head}${length}\r\n`, "latin1"), raw]));
}

async function refused(body: string | Buffer, why: RegExp, more = "", status = 422): Promise<void> {
  const [found, head, text] = await call("POST /things/1", body, more);
  assert.equal(found, status, text);
  assert.match(head, /application\/problem\+json/);
  assert.match((JSON.parse(text) as { detail: string }).detail, why);
}

test("a request is read exactly", async () => {
  const [status, , body] = await call(
    "POST /things/-7",
    '{"text":"a","spare":9223372036854775807}',
  );
  assert.deepEqual([status, body], [200, '{"id":-7,"text":"a","spare":9223372036854775807}']);
  assert.equal(
    (await call("POST /things/1", '{"text":"a"}'))[2],
    '{"id":1,"text":"a","spare":null}',
  );
});

test("what is no JSON is refused, and names that come twice", async () => {
  await refused("{", /not valid JSON/);
  await refused('{"text":"a","text":"a"}', /twice/);
  await refused(Buffer.from('{"text":"\xff"}', "latin1"), /UTF-8/);
  await refused('{"text":"\\ud800"}', /surrogate/);
  await refused("[]", /not a JSON object/);
  await refused(`{"text":${"[".repeat(64)}${"]".repeat(64)}}`, /nested too deep/);
});

test("fields are told that are missing, wrong or unknown", async () => {
  await refused("{}", /^text: is missing$/);
  await refused('{"text":1}', /^text: expected a text without U\+0000, found 1$/);
  await refused('{"text":"a","spare":1.0}', /^spare: expected a 64-bit integer or null|^spare: /);
  await refused('{"text":"a","__proto__":1}', /^__proto__: there is no such field$/);
  await refused('{"text":"a","id":1}', /^id: there is no such field$/);
  await refused('{"text":"a","spare":9223372036854775808}', /^spare: /);
});

test("bodies of another type, too large or encoded are refused", async () => {
  await refused('{"text":"a"}', /Content-Type/, "content-type: text/plain\r\n", 415);
  await refused('{"text":"a"}', /without encoding/, "content-encoding: gzip\r\n", 415);
  await refused(`{"text":"${"a".repeat(MAX_BODY)}"}`, /larger than/, "", 413);
});

test("heads have bounds", async () => {
  assert.equal((await call("GET /asked", "", "x: y\r\n".repeat(101)))[0], 431);
  assert.equal((await call("GET /asked", "", `x: ${"y".repeat(33 << 10)}\r\n`))[0], 431);
  assert.equal((await call("GET /asked", "", `x: ${"y".repeat(200 << 10)}\r\n`))[0], 431);
});

test("paths and queries are read as they were sent", async () => {
  assert.equal((await call("POST /things/%zz", '{"text":"a"}'))[0], 422);
  assert.equal((await call("POST /things/1%2F2", '{"text":"a"}'))[0], 422);
  assert.equal((await call("POST /things/1/", '{"text":"a"}'))[0], 404);
  const [, head, body] = await call("GET /asked?one=1&many=a+b&many=%C3%A9&other=1");
  assert.equal(body, '{"one":1,"many":["a b","\u00e9"]}');
  assert.match(head, /x-one: 1/);
  assert.equal((await call("GET /asked?one=1&one=2"))[0], 422);
  assert.equal((await call("GET /asked?one=1&x=%ff"))[0], 422);
  assert.equal((await call("GET /asked?many=a"))[0], 422);
});

test("paths and methods that are unknown are told", async () => {
  assert.equal((await call("GET /Asked"))[0], 404);
  const [status, head] = await call("DELETE /asked");
  assert.equal(status, 405);
  assert.match(head, /allow: get, head/);
  assert.equal((await call("BREW /asked"))[0], 405);
  assert.equal((await call("BREW /nothing"))[0], 404);
  assert.equal((await answer("nonsense\r\n\r\n"))[0], 400);
});

test("any of the schemes lets pass, and one that nobody has set lets nobody", async () => {
  const basic = Buffer.from("ada:secret").toString("base64");
  assert.equal((await call("GET /guarded", "", `authorization: BASIC ${basic}\r\n`))[0], 200);
  assert.equal((await call("GET /guarded", "", "x-key: caf\u00c3\u00a9\r\n"))[0], 200);
  const [status, head] = await call(
    "GET /guarded",
    "",
    "authorization: Bearer \r\nx-key: cafe\r\n",
  );
  assert.equal(status, 401);
  assert.equal(head.match(/www-authenticate/g)?.length, 3);
});

test("the environment comes before a file, and no file opens the admin contract", () => {
  assert.equal(settings.logLevel, "error");
  assert.equal(settings.isTestAdminOpen, false);
  assert.equal(settingsFrom("", { ENABLE_TEST_ADMIN: "1" }).isTestAdminOpen, true);
});

test("texts without their encoding", () => {
  assert.equal(decoded("a%20b+c"), "a b+c");
  assert.equal(decoded("a+b", true), "a b");
  assert.equal(decoded("%C3%A9"), "\u00e9");
  assert.equal(decoded("\u00c3\u00a9"), "\u00e9");
  assert.equal(decoded("%C3"), null);
  assert.equal(decoded("%2"), null);
});

test("a server ends at once where nobody is at work", async () => {
  const handle = Object.assign(() => undefined, { refusal: () => new Problem(404, "") });
  const other = await serve(handle, "127.0.0.1", 0);
  const idle = connect(other.port, "127.0.0.1");
  await once(idle, "connect");
  idle.write("GET / HTTP/1.1\r\nHo");
  idle.on("error", () => undefined);
  const closed = new Promise((resolve) => idle.once("close", resolve));
  await other.stop();
  await closed;
});
