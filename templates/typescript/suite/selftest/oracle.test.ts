/** Tests of the oracle: what must become of a call, and what it changed that it must leave alone. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Response } from "../tests/harness/client.ts";
import { answerOf, expectation, frameText, unframed } from "../tests/harness/oracle.ts";
import { WireError } from "../tests/harness/refusing.ts";
import {
  at,
  type Call,
  elementSpot,
  under,
  operation,
  type OfCall,
  service,
  spot,
  type Spot,
} from "../tests/harness/service.ts";
import { EntityOf, field, INT, MapOf, SetOf, STRING } from "../tests/harness/types.ts";
import { between, type Instant, moreThan, ValueMap, ValueSet } from "../tests/harness/values.ts";

interface Item {
  readonly name: string;
  readonly price: bigint;
}

interface State {
  readonly items: ValueMap<bigint, Item>;
  readonly tags: ValueSet<string>;
}

type AnyCall = Call<State, { readonly id: bigint }, object>;

const ITEM = new EntityOf<Item>("Item", () => ({
  name: field("name", STRING),
  price: field("price", INT),
}));
const STATE = new EntityOf<State>("State", () => ({
  items: field("items", new MapOf(INT, ITEM)),
  tags: field("tags", new SetOf(STRING)),
}));
const BEFORE: State = {
  items: ValueMap.of([1n, { name: "nail", price: 3n }], [2n, { name: "saw", price: 40n }]),
  tags: ValueSet.of("new"),
};

function marking(changes: readonly OfCall<Iterable<Spot>>[], more: object = {}) {
  const told = {
    name: "Mark",
    method: "POST",
    path: ["mark"],
    status: 200,
    shape: "object",
  } as const;
  return operation({ ...told, changes, ...more });
}

const SHOP = service({ name: "Shop", spec: "shop.spec", state: STATE, operations: [] });

function places(changes: (call: AnyCall) => Iterable<Spot>, after: State, now: Instant = 0n) {
  const call = { before: BEFORE, after, given: { id: 1n }, answer: {}, now };
  return unframed(SHOP, marking([changes]), call).map(([place]) => place);
}

const CHEAPER: State = { ...BEFORE, items: BEFORE.items.put(1n, { name: "nail", price: 2n }) };

test("what is determined may change, and nothing beside it", () => {
  const price = (c: AnyCall) => [spot("items", under(c.given.id), at("price"))];
  const other = () => [spot("items", under(2n), at("price"))];
  assert.deepEqual(places(price, CHEAPER), []);
  assert.deepEqual(places(other, CHEAPER), ["items[1].price"]);
});

test("a new entry is free in all its parts", () => {
  const after = { ...BEFORE, items: BEFORE.items.put(3n, { name: "bolt", price: 1n }) };
  assert.deepEqual(
    places(() => [spot("items", under(3n), at("price"))], after),
    [],
  );
  assert.deepEqual(
    places(() => [spot("items", under(4n))], after),
    ["items[3]"],
  );
});

test("an element of a set is a place of its own", () => {
  const after = { ...BEFORE, tags: ValueSet.of("new", "red", "old") };
  assert.deepEqual(
    places(() => [elementSpot("tags", "red")], after),
    ["tags"],
  );
  assert.deepEqual(
    places(() => [elementSpot("tags", "red"), elementSpot("tags", "old")], after),
    [],
  );
});

test("what changed too much is told in the words of the spec", () => {
  const call = { before: BEFORE, after: CHEAPER, given: {}, answer: {}, now: 0n };
  const text = frameText(marking([]), unframed(SHOP, marking([]), call));
  assert.equal(text, "Mark changed what it must leave alone: items[1].price: 3 -> 2");
});

function dueRule(holds: (c: AnyCall) => boolean) {
  return [{ id: "Mark.requires[0]", text: "due", place: "shop.spec:1", holds }];
}

test("a precondition that nobody can decide leaves both outcomes open", () => {
  const due = marking([], { requires: dueRule((c) => moreThan(c.now, 100n)) });
  const outcome = (now: Instant) => expectation(due, BEFORE, {}, now).outcome;
  assert.equal(outcome(101n), "accepted");
  assert.equal(outcome(100n), "rejected");
  assert.equal(outcome(between(99n, 102n)), "either");
});

test("what is missing is answered otherwise than what is not allowed", () => {
  const requires = dueRule((c) => BEFORE.items.has(c.given.id));
  const presence = [
    { input: "id", requires: 0, test: (c: AnyCall) => c.before.items.has(c.given.id) },
  ];
  const status = (more: object) =>
    expectation(marking([], { requires, ...more }), BEFORE, { id: 9n }, 0n).status;
  assert.equal(status({ presence }), 404);
  assert.equal(status({}), 409);
});

const OUTPUT = { outputs: [{ name: "old", property: "old", type: INT }] };

function answered(body: string, media = "application/json") {
  const headers = [["content-type", media]] as const;
  return answerOf(marking([], OUTPUT), new Response(200, { headers, body: Buffer.from(body) }));
}

test("an answer has the declared outputs and no other", () => {
  assert.deepEqual(answered('{"old":1}'), { old: 1n });
  for (const body of ["{}", '{"old":1,"new":2}', '{"old":1.0}', '{"old":1,"old":1}', "[1]", "{"]) {
    assert.throws(() => answered(body), WireError, body);
  }
  assert.throws(() => answered('{"old":1}', "text/plain"), WireError);
});
