/** No secret reaches the logs: not by its name at any depth, not in a path, a query, a header or an error. */

import assert from "node:assert/strict";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { before, beforeEach, test } from "node:test";

import express, { type Request, type Response } from "express";

import { accessLog, configure, isSensitive, log, redact, REDACTED } from "./log.ts";
import { NAMES, WORDS } from "./sensitive.ts";

const SECRET = "hunter2-4711";

type Line = Readonly<Record<string, unknown>>;

let written: string[] = [];

before(() => configure("debug", (line) => written.push(line)));
beforeEach(() => {
  written = [];
});

function lines(): readonly Line[] {
  assert.ok(!written.join("").includes(SECRET), "the secret is in the log");
  return written.map((text) => JSON.parse(text) as Line);
}

test("a sensitive value is left out at any depth", () => {
  for (const word of new Set([...WORDS.filter((one) => one !== "hash"), ...NAMES])) {
    written = [];
    const deep = {
      items: [{ inner: [{ [word]: SECRET, kept: 1 }] }],
      map: new Map([[word, SECRET]]),
    };
    log.info("found", { [word]: SECRET, record: { [word]: [SECRET], kept: "yes" }, deep });
    const [line] = lines();
    assert.equal(line?.[word], REDACTED);
    assert.deepEqual(line?.["record"], { [word]: REDACTED, kept: "yes" });
    assert.deepEqual(line?.["deep"], {
      items: [{ inner: [{ [word]: REDACTED, kept: 1 }] }],
      map: { [word]: REDACTED },
    });
  }
});

test("every spelling is known", () => {
  for (const word of WORDS) {
    const parts = word.split("_").map((part) => part.charAt(0).toUpperCase() + part.slice(1));
    assert.ok(isSensitive(`user_${word}`));
    assert.ok(isSensitive(`User-${parts.join("-")}`));
    assert.ok(isSensitive(`user${parts.join("")}`));
  }
});

test("other names are kept", () => {
  for (const name of ["hash", "tokens", "tokenizer", "secretary", "key", "betoken", "title"]) {
    const kept = NAMES.has(name) ? REDACTED : 1;
    assert.deepEqual(redact({ [name]: 1 }), { [name]: kept });
  }
});

test("numbers of any size, bytes and what is nested too deep are told", () => {
  const nested = Array.from({ length: 100 }).reduce<unknown>((inner) => ({ inner }), SECRET);
  log.info("found", { number: 2n ** 63n, raw: Buffer.from(SECRET), nested });
  const [line] = lines();
  assert.equal(line?.["number"], "9223372036854775808");
  assert.equal(line?.["raw"], `${SECRET.length} bytes`);
});

test("an error tells where and not what", () => {
  log.error("failed", { exception: new Error(SECRET, { cause: new RangeError(SECRET) }) });
  const [line] = lines();
  const chain = line?.["exception"] as readonly { type: string; at: readonly string[] }[];
  assert.deepEqual(
    chain.map(({ type }) => type),
    ["Error", "RangeError"],
  );
  assert.ok(chain[0]?.at.some((place) => place.includes("log.test.ts")));
});

/** The id of the answer to a request. */
function asked(path: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
  const app = express();
  app.use(accessLog);
  app.get("/things/:token", (_request: Request, response: Response) => response.end("fine"));
  const server = createServer((request, response) => app(request, response));
  return new Promise((resolve, reject) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      get({ host: "127.0.0.1", port, path, headers, agent: false }, (answer) => {
        answer.resume().once("end", () => {
          server.close(() => resolve(answer.headers["x-request-id"]));
        });
      }).once("error", reject);
    });
  });
}

test("a request is one line without values", async () => {
  const headers = { authorization: `Bearer ${SECRET}`, "x-request-id": "abc-1" };
  assert.equal(await asked(`/things/${SECRET}?api_key=${SECRET}`, headers), "abc-1");
  const found = lines();
  assert.equal(found.length, 1);
  const { method, route, status, request_id: id } = found[0]!;
  assert.deepEqual([method, route, status, id], ["GET", "/things/:token", 200, "abc-1"]);
});

test("an id that is no id is replaced", async () => {
  const id = await asked("/things/1", { "x-request-id": `${SECRET} ` + "x".repeat(200) });
  assert.match(String(id), /^[0-9a-f]{32}$/);
  assert.equal(lines()[0]?.["request_id"], id);
});
