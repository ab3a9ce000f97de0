/**
 * The store against a database: what is written is read again as it was, and what is asked for is found.
 *
 * The database is the one of `DATABASE_URL`; a file of SQLite that goes again where nothing is said.
 */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import {
  all,
  among,
  any,
  type Filter,
  less,
  notAmong,
  other,
  same,
} from "../src/runtime/conditions.ts";
import { attempt, type Connection, type Driver } from "../src/runtime/database.ts";
import { readJson } from "../src/runtime/json.ts";
import {
  asJson,
  MapTable,
  MultiTable,
  one,
  record,
  ScalarTable,
  SeqTable,
  SetTable,
  Store,
} from "../src/runtime/store.ts";
import { table } from "../src/runtime/tables.ts";
import { INT, MapOf, SeqOf, STRING } from "../src/runtime/types.ts";
import { EARLIEST, LATEST, MultiMap, ValueMap, ValueSet } from "../src/runtime/values.ts";
import {
  boolean,
  changedAt,
  counted,
  digestOf,
  instant,
  integer,
  json,
  real,
  text,
  uuid,
} from "../src/store/columns.ts";
import { open } from "../src/store/database.ts";

interface Thing {
  readonly number: bigint;
  readonly weight: number;
  readonly name: string;
  readonly spare: string | null;
  readonly live: boolean;
  readonly seen: bigint;
  readonly token: string;
  readonly list: readonly bigint[];
}

interface State {
  readonly things: ValueMap<string, Thing>;
  readonly links: MultiMap<bigint, bigint>;
  readonly labels: ValueSet<string>;
  readonly log: readonly string[];
  readonly total: bigint;
  readonly opened: bigint;
}

const thing = record<Thing>({
  number: one("number"),
  weight: one("weight"),
  name: one("name"),
  spare: one("spare"),
  live: one("live"),
  seen: one("seen"),
  token: one("token"),
  list: asJson("list", new SeqOf(INT)),
});

const STORE = new Store<State>(
  {
    things: new ValueMap(),
    links: new MultiMap(),
    labels: new ValueSet(),
    log: [],
    total: 7n,
    opened: 0n,
  },
  [
    new MapTable(
      "things",
      table("things", {
        key: text,
        key__digest: digestOf("key"),
        number: integer,
        weight: real,
        name: text,
        spare: text,
        live: boolean,
        seen: instant,
        token: uuid,
        list: json,
        updated_at: changedAt,
      }),
      one("key"),
      thing,
    ),
    new MultiTable(
      "links",
      table("links", { key: integer, value: integer }),
      one("key"),
      one("value"),
    ),
    new SetTable("labels", table("labels", { row: counted, value: text }), one("value")),
    new SeqTable("log", table("log", { position: integer, value: text }), one("value")),
    new ScalarTable(table("scalars", { row: integer, total: integer, opened: instant }), {
      total: one("total"),
      opened: one("opened"),
    }),
  ],
);

const KINDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sqlite: { text: "TEXT", key: "TEXT", instant: "TEXT", row: "INTEGER PRIMARY KEY", uuid: "TEXT" },
  postgres: {
    text: 'TEXT COLLATE "C"',
    key: 'TEXT COLLATE "C"',
    instant: "TIMESTAMP(3) WITH TIME ZONE",
    row: "BIGSERIAL PRIMARY KEY",
    uuid: "UUID",
    real: "DOUBLE PRECISION",
  },
  mysql: {
    text: "LONGTEXT COLLATE utf8mb4_nopad_bin",
    key: "VARCHAR(100) COLLATE utf8mb4_nopad_bin",
    instant: "DATETIME(3)",
    row: "BIGINT AUTO_INCREMENT PRIMARY KEY",
    uuid: "CHAR(36) CHARACTER SET ascii COLLATE ascii_bin",
  },
};

const folder = mkdtempSync(join(tmpdir(), "store-"));
const url = process.env["DATABASE_URL"] ?? `sqlite:///${join(folder, "test.db")}`;
const kinds =
  KINDS[/^(postgres|mysql|mariadb)/.exec(url)?.[1]?.replace("mariadb", "mysql") ?? "sqlite"]!;
let driver: Driver;

function write<R>(work: (connection: Connection) => Promise<R>): Promise<R> {
  return attempt(driver, "write", work);
}

function tables(quoted: (name: string) => string): readonly string[] {
  const column = (name: string, kind: string): string => `${quoted(name)} ${kinds[kind] ?? kind}`;
  const made = (name: string, columns: readonly string[]): string =>
    `CREATE TABLE ${quoted(name)} (${columns.join(", ")})`;
  return [
    made("things", [
      `${column("key", "key")} PRIMARY KEY`,
      column("key__digest", "CHAR(64)"),
      column("number", "BIGINT"),
      column("weight", kinds["real"] ?? "DOUBLE"),
      column("name", "text"),
      column("spare", "text"),
      column("live", "BOOLEAN"),
      column("seen", "instant"),
      column("token", "uuid"),
      column("list", "JSON"),
      column("updated_at", "instant"),
    ]),
    made("links", [column("key", "BIGINT"), column("value", "BIGINT")]),
    made("labels", [column("row", "row"), column("value", "text")]),
    made("log", [column("position", "BIGINT"), column("value", "text")]),
    made("scalars", [
      column("row", "BIGINT"),
      column("total", "BIGINT"),
      column("opened", "instant"),
    ]),
  ];
}

before(async () => {
  driver = await open(url, 4);
  await write(async (connection) => {
    for (const sql of tables((name) => connection.dialect.quoted(name))) {
      await connection.change(sql, []);
    }
  });
});

after(async () => {
  await driver.close();
  rmSync(folder, { recursive: true });
});

const PLAIN: Thing = {
  number: 1n,
  weight: 0.5,
  name: "a",
  spare: null,
  live: true,
  seen: 0n,
  token: "00000000-0000-4000-8000-000000000000",
  list: [1n],
};
const EXTREME: Thing = {
  number: -(2n ** 63n),
  weight: 1.7976931348623157e308,
  name: "a \u{1f600}\\'\"`",
  spare: "",
  live: false,
  seen: LATEST,
  token: "ffffffff-ffff-4fff-bfff-ffffffffffff",
  list: [2n ** 63n - 1n],
};
const FULL: State = {
  things: new ValueMap([
    ["one", PLAIN],
    ["two ", EXTREME],
    ["two", { ...PLAIN, number: 2n ** 63n - 1n, weight: 5, seen: EARLIEST, spare: "x" }],
  ]),
  links: new MultiMap([
    [1n, ValueSet.of(1n, 2n)],
    [2n ** 62n, ValueSet.of(-1n)],
  ]),
  labels: ValueSet.of("x", "X", "\u{10ffff}", "\uffff"),
  log: ["b", "a", "b"],
  total: 9_007_199_254_740_993n,
  opened: 1_714_564_800_001n,
};

test("what is written is read again", async () => {
  const empty = await attempt(driver, "read", (connection) => STORE.read(connection));
  assert.equal(empty.total, 7n);
  await write((connection) => STORE.replace(connection, FULL));
  const found = await attempt(driver, "read", (connection) => STORE.read(connection));
  assert.deepEqual(found, FULL);
});

test("what changed is written", async () => {
  await write((connection) => STORE.replace(connection, FULL));
  const next: State = {
    things: FULL.things.without(["one"]).put("two", EXTREME).put("three", PLAIN),
    links: FULL.links.put(1n, ValueSet.of(3n)),
    labels: ValueSet.of("x", "new"),
    log: ["b", "c"],
    total: 1n,
    opened: -1n,
  };
  await write((connection) => STORE.write(connection, FULL, next));
  const found = await attempt(driver, "read", (connection) => STORE.read(connection));
  assert.deepEqual(
    { ...found, things: sorted(found.things) },
    { ...next, things: sorted(next.things) },
  );
});

test("a change in JSON alone is written", async () => {
  interface Box {
    readonly parts: ValueMap<string, bigint>;
  }
  const box = record<Box>({ parts: asJson("list", new MapOf(STRING, INT)) });
  const boxes = new MapTable("things", table("things", { key: text, list: json }), one("key"), box);
  const store = new Store<{ readonly things: ValueMap<string, Box> }>({ things: new ValueMap() }, [
    boxes,
  ]);
  const before = { things: ValueMap.of<string, Box>(["a", { parts: new ValueMap() }]) };
  const changed = { things: before.things.put("a", { parts: ValueMap.of(["x", 1n]) }) };
  await write((connection) => store.replace(connection, before));
  await write((connection) => store.write(connection, before, changed));
  const found = await attempt(driver, "read", (connection) => store.read(connection));
  assert.deepEqual(found, changed);
});

function sorted<V>(map: ValueMap<string, V>): readonly (readonly [string, V])[] {
  return Array.from(map.entries()).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

test("parts are found", async () => {
  await write((connection) => STORE.replace(connection, FULL));
  const keys = async (...where: readonly Filter[]): Promise<readonly string[]> =>
    attempt(driver, "read", async (connection) => {
      const view = STORE.view(connection);
      await view.load({ of: "things", where: () => where }, null);
      return [...view.before.things.keys()].toSorted();
    });
  assert.deepEqual(await keys(same("name", "a")), ["one", "two"]);
  assert.deepEqual(await keys(same("spare", null)), ["one"]);
  assert.deepEqual(await keys(other("spare", "x")), ["one", "two "]);
  assert.deepEqual(await keys(other("spare", null)), ["two", "two "]);
  assert.deepEqual(await keys(less("number", 2n ** 63n - 1n)), ["one", "two "]);
  assert.deepEqual(await keys(same("number", 2n ** 63n - 2n)), []);
  assert.deepEqual(await keys(less("seen", 0n), same("live", true)), ["two"]);
  assert.deepEqual(await keys(among("weight", [5, 0.5])), ["one", "two"]);
  assert.deepEqual(await keys(notAmong("name", ["a"])), ["two "]);
  assert.deepEqual(await keys(any(same("token", PLAIN.token), same("live", false))), [
    "one",
    "two",
    "two ",
  ]);
  assert.deepEqual(await keys(any(false, all())), ["one", "two", "two "]);
  assert.deepEqual(await keys(among("name", [])), []);
});

test("keys, counts, sums and greatest keys are found", async () => {
  await write((connection) => STORE.replace(connection, FULL));
  await attempt(driver, "read", async (connection) => {
    const view = STORE.view(connection);
    await view.load({ of: "things", keys: () => ["two", "none"] }, null);
    assert.equal(view.before.things.at("two").weight, 5);
    assert.equal(view.before.things.has("none"), false);
    await view.load({ of: "things", what: "count" }, null);
    assert.equal(view.before.things.size, 3);
    await view.load({ of: "things", total: "number" }, null);
    assert.equal(
      view.before.things.total("number", (key) => view.before.things.at(key).number),
      0n,
    );
    await view.load({ of: "links", what: "greatest" }, null);
    assert.equal(view.before.links.greatest(), 2n ** 62n);
    await view.load({ of: "links", what: "count" }, null);
    assert.equal(view.before.links.size, 2);
    await view.fetch("things", { what: "like", cells: [["spare", null]] });
    assert.equal(view.before.things.at("one").number, 1n);
    await view.load({ of: "total", what: "whole" }, null);
    assert.equal(view.before.opened, FULL.opened);
  });
});

test("what fails leaves nothing behind", async () => {
  await write((connection) => STORE.replace(connection, FULL));
  const failing = write(async (connection) => {
    await STORE.replace(connection, STORE.initial);
    throw new Error("on purpose");
  });
  await assert.rejects(failing, /on purpose/);
  const found = await attempt(driver, "read", (connection) => STORE.read(connection));
  assert.equal(found.total, FULL.total);
});

test("calls at the same time lose nothing", async () => {
  await write((connection) => STORE.replace(connection, { ...FULL, total: 0n }));
  const add = (): Promise<void> =>
    write(async (connection) => {
      const view = STORE.view(connection);
      await view.load({ of: "total", what: "whole" }, null);
      await view.write({ ...view.before, total: view.before.total + 1n });
    });
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      await add();
      await add();
      await add();
    }),
  );
  const found = await attempt(driver, "read", (connection) => STORE.read(connection));
  assert.equal(found.total, 12n);
});

test("JSON keeps what it is", () => {
  const found = readJson('{"__proto__":1,"b":[1.0,9223372036854775807]}');
  assert.deepEqual(json.read(json.write(found as never) as never), found);
});
