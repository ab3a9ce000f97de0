/** Tests of what failures say, and of what they never say. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { jsonRequest, Response } from "../tests/harness/client.ts";
import { Recorder } from "../tests/harness/recording.ts";
import { Deviation, redacted, requestText, told } from "../tests/harness/report.ts";
import { operation, service } from "../tests/harness/service.ts";
import { difference, show } from "../tests/harness/showing.ts";
import { DATETIME, EntityOf, field, MapOf, STRING } from "../tests/harness/types.ts";
import { ValueMap } from "../tests/harness/values.ts";

interface Person {
  readonly name: string;
  readonly since: bigint;
}

interface State {
  readonly people: ValueMap<string, Person>;
}

const PERSON = new EntityOf<Person>("Person", () => ({
  name: field("full_name", STRING),
  since: field("since", DATETIME),
}));
const STATE = new EntityOf<State>("State", () => ({
  people: field("people", new MapOf(STRING, PERSON)),
}));
const SIGN_UP = operation({
  name: "SignUp",
  method: "POST",
  path: ["people"],
  status: 201,
  shape: "none",
  inputs: [
    {
      name: "pass_phrase",
      property: "passPhrase",
      place: "body",
      type: STRING,
      strategy: () => {
        throw new Error("nothing is drawn here");
      },
      sensitive: true,
    },
  ],
});
const SERVICE = service({ name: "Club", spec: "club.spec", state: STATE, operations: [SIGN_UP] });
const SECRET = 'open "sesame"';
const INPUTS = new Map([["pass_phrase", SECRET]]);
const REQUEST = jsonRequest("POST", `/people?a=${encodeURIComponent(SECRET)}`, [], INPUTS);

test("a sensitive input is shown nowhere", () => {
  const text = [requestText(SIGN_UP, REQUEST), `it was ${SECRET}`, JSON.stringify(SECRET)].join();
  const shown = redacted(SIGN_UP, INPUTS, text);
  assert.ok(!shown.includes("sesame"), shown);
  assert.match(shown, /<redacted len=13>/);
});

test("what is named like a secret is not shown either", () => {
  const shown = redacted(
    SIGN_UP,
    new Map(),
    'people["a"].password_hash: "abc" -> "def", token = "x"',
  );
  assert.ok(!/abc|def|"x"/.test(shown), shown);
  assert.match(
    redacted(SIGN_UP, new Map(), "Authorization: Bearer me"),
    /^Authorization: <redacted/,
  );
});

test("in a recorded call stands a name for each secret", () => {
  const recorder = new Recorder(SERVICE, SIGN_UP, INPUTS);
  const call = recorder.call(REQUEST);
  assert.equal(call?.body, '{"pass_phrase":"${SECRET_1}"}');
  assert.equal(call.target, "/people?a=${SECRET_1}");
  assert.deepEqual(recorder.secrets, {
    SECRET_1: "pass_phrase, 13 characters that the suite made up",
  });
});

test("credentials are recorded by the variable that holds them", () => {
  process.env["TEST_ADMIN_TOKEN"] = "me-and-me-alone";
  const headers = [["Authorization", "Bearer me-and-me-alone"]] as const;
  const request = jsonRequest("GET", "/people", headers);
  const recorder = new Recorder(SERVICE, SIGN_UP, new Map());
  const steps = recorder.steps([[request, new Response(200, { body: Buffer.from("[]") })]]);
  assert.deepEqual(steps?.[0]?.headers, [["Authorization", "Bearer ${TEST_ADMIN_TOKEN}"]]);
  assert.equal(steps[0].answered, "200 []");
  delete process.env["TEST_ADMIN_TOKEN"];
});

test("values are shown in the words of the spec", () => {
  const before: State = { people: ValueMap.of(["a", { name: "Ann", since: 0n }]) };
  const after: State = { people: ValueMap.of(["a", { name: "Ann", since: 1n }]) };
  assert.deepEqual(difference(STATE, before, after), [
    'people["a"].since: 1970-01-01T00:00:00.000Z -> 1970-01-01T00:00:00.001Z',
  ]);
  assert.equal(
    show(before.people.at("a"), PERSON),
    'Person { full_name = "Ann", since = 1970-01-01T00:00:00.000Z }',
  );
});

test("a message has a line for each part that is there", () => {
  const parts = told({
    headline: "It is wrong",
    clause: "A",
    says: "x",
    place: "a:1",
    why: "",
    request: "GET /",
  });
  assert.equal(parts.why, undefined);
  const message = "It is wrong\n  clause    x  (a:1)\n  request   GET /";
  assert.equal(new Deviation(parts).message, message);
});
