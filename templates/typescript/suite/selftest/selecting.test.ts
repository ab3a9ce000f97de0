/** Tests of which tests are asked for. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { isAsked } from "../tests/harness/selecting.ts";

const IDS = ["Shorten accepts", "Shorten accepts witnesses", "Delete frame"];

function asked(words: string): readonly string[] {
  const titles = ["Shorten accepts", "Shorten accepts witnesses[w1-minimal]", "Delete frame"];
  return titles.filter((title) => isAsked(words, title, "tests/behavioral_urls.test.ts", IDS));
}

test("nothing asks for all", () => {
  assert.equal(asked("").length, 3);
});

test("a whole name asks for that test alone", () => {
  assert.deepEqual(asked("Shorten accepts"), ["Shorten accepts"]);
  assert.deepEqual(asked("tests/behavioral_urls.test.ts::Delete frame"), ["Delete frame"]);
});

test("a name asks for its cases, and one of them for itself", () => {
  assert.deepEqual(asked("Shorten accepts witnesses"), ["Shorten accepts witnesses[w1-minimal]"]);
  assert.deepEqual(asked("Shorten accepts witnesses[w1-minimal]").length, 1);
  assert.deepEqual(asked("Shorten accepts witnesses[w2-minimal]"), []);
});

test("words match whatever their case", () => {
  assert.equal(asked("SHORTEN").length, 2);
  assert.equal(asked("shorten_accepts").length, 2);
  assert.equal(asked("behavioral").length, 3);
});

test("words are joined", () => {
  assert.deepEqual(asked("shorten and not witnesses"), ["Shorten accepts"]);
  assert.equal(asked("frame or witnesses").length, 2);
  assert.deepEqual(asked("not (frame or witnesses)"), ["Shorten accepts"]);
});
