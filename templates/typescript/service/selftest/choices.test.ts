/** What is chosen for open places: the first values that keep every promise, and nobody guesses what is fresh. */

import assert from "node:assert/strict";
import { test } from "node:test";

import * as choices from "../src/runtime/choices.ts";
import { type Candidates, Picks, search, Source } from "../src/runtime/choices.ts";
import { Broken, promised } from "../src/runtime/clauses.ts";
import { isOpen, OPEN, replace, undecided } from "../src/runtime/deciding.ts";
import { Outside, Undecided, ValueMap, ValueSet } from "../src/runtime/values.ts";

const NOW = 1_714_564_800_000n;

function first<T>(of: Candidates<T>, count = 5): readonly T[] {
  return Array.from(of(new Source(NOW))).slice(0, count);
}

function found<T>(attempt: (picks: Picks) => T): T {
  const picks = new Picks(NOW);
  return search(picks, () => {
    picks.begin(() => undefined);
    return attempt(picks);
  });
}

test("the first value that fits is taken", () => {
  const value = found((picks) =>
    picks.choose<bigint>(["an ensures", "x > 3"], [], choices.integers(), (one) => one > 3n),
  );
  assert.equal(value, 4n);
});

test("what is near comes first, and what has no value suggests nothing", () => {
  const value = found((picks) =>
    picks.choose<bigint>(
      ["", ""],
      [() => choices.notMemberOf(new ValueSet<bigint>()), () => choices.above(41n)],
      choices.integers(),
      () => true,
    ),
  );
  assert.equal(value, 42n);
});

test("a later promise sends the choice on, for several places together", () => {
  const pair = found((picks) => {
    const one = picks.choose<bigint>(["", ""], [], choices.integers(), (value) => value >= 0n);
    const other = picks.choose<bigint>(["", ""], [], choices.integers(), (value) => value >= 0n);
    promised("a promise", "one + other = 7", () => one + other === 7n && one > other);
    return [one, other];
  });
  assert.equal(pair[0]! + pair[1]!, 7n);
});

test("what cannot be kept is told with the clause that broke first", () => {
  const attempt = (): unknown =>
    found((picks) => {
      picks.choose<boolean>(["", ""], [], choices.values(false, true), () => true);
      promised("the promise", "false", () => false);
    });
  assert.throws(attempt, (thrown) => thrown instanceof Broken && thrown.title === "the promise");
});

test("an overflow of a guess speaks against the guess alone", () => {
  const value = found((picks) =>
    picks.choose<bigint>(["", ""], [], choices.values(1n, 2n), (one) => {
      if (one === 1n) {
        throw new Outside("a number leaves its range");
      }
      return true;
    }),
  );
  assert.equal(value, 2n);
});

test("texts of patterns match them, from the least on and at random", () => {
  const patterns = [
    /^[A-Za-z0-9]{6,10}$/u,
    /^(?:a|bc)+\.[^\n]?\d*$/u,
    /^[^@\t-\r ]+@[^@\t-\r ]+$/u,
    /^\u{1f600}{2}[\x00-\x08!-\u{10ffff}]$/u,
    /x/u,
  ];
  for (const pattern of patterns) {
    const known = first(choices.texts({ patterns: [pattern] }), 100).filter((one) => one !== "");
    assert.ok(known.length > 50, String(pattern));
    assert.ok(
      known.every((one) => pattern.test(one)),
      String(pattern),
    );
  }
});

test("lengths are met, one less and one more", () => {
  const sizes = first(choices.texts({ lengths: [10], known: ["known"] })).map((one) => one.length);
  assert.deepEqual(sizes, [0, 9, 10, 11, 5]);
});

test("fresh values differ from call to call and stay the same within one", () => {
  const fresh = choices.texts({ patterns: [/^[a-z]{20}$/u], fresh: true });
  const source = new Source(NOW);
  const [one] = fresh(source);
  const [again] = fresh(source.rewind());
  assert.equal(one, again);
  assert.notEqual(one, first(fresh, 1)[0]);
  assert.notEqual(first(choices.uuids({ fresh: true }), 1)[0], first(choices.uuids(), 1)[0]);
});

test("numbers begin at zero and know the neighbours of constants", () => {
  assert.deepEqual(first(choices.integers(100n)), [0n, 1n, -1n, 2n, -2n]);
  const all = first(choices.integers(100n), 1000);
  assert.ok([99n, 100n, 101n, -99n].every((one) => all.includes(one)));
  assert.ok(all.every((one) => BigInt.asIntN(64, one) === one));
});

test("neighbours stay in range", () => {
  assert.deepEqual(choices.above(2n ** 63n - 1n), []);
  assert.deepEqual(choices.below(-(2n ** 63n)), []);
  assert.deepEqual(choices.below(1), [0, 1 - Number.EPSILON / 2]);
  assert.deepEqual(choices.above(0), [1, Number.MIN_VALUE]);
  assert.deepEqual(choices.instantBelow(null), []);
  assert.deepEqual(choices.instantAbove(5n), [3_600_005n, 6n]);
});

test("records are made of fields that fit, one after the other further", () => {
  const all = first(
    choices.records<{ readonly a: bigint; readonly b: boolean }>({
      a: [choices.integers(), (one) => one > 1n],
      b: [choices.values(false, true), () => true],
    }),
    3,
  );
  assert.deepEqual(all, [
    { a: 2n, b: false },
    { a: 3n, b: false },
    { a: 4n, b: false },
  ]);
});

test("collections are found around the one that was there", () => {
  const old = ValueMap.of<bigint, string>([1n, "a"]);
  const entries = [choices.values("x"), () => true] as const;
  const keys = [choices.values(7n), () => true] as const;
  const around = choices.around(() => [old], choices.values(old), keys, entries);
  const sizes = first(around).map((one) => Array.from(one.keys()));
  assert.deepEqual(sizes, [[1n], [1n, 7n], [], []]);
});

test("what is not decided is told by reading it", () => {
  interface User {
    readonly name: string;
    readonly age: bigint;
  }
  const open = undecided<User>("name", "age");
  assert.throws(() => open.name, Undecided);
  const named = replace(open, { name: "ada" });
  assert.equal(named.name, "ada");
  assert.ok(isOpen(() => named.age));
  assert.ok(!isOpen(() => named.name));
  assert.ok(isOpen(() => replace(named, { name: OPEN }).name));
  assert.deepEqual(replace(named, { age: 3n }), { name: "ada", age: 3n });
  assert.ok(isOpen(() => ValueMap.of<bigint, bigint>([1n, OPEN]).at(1n)));
});
