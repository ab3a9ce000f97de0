/**
 * The state in its tables: what is loaded of it for a call, and what is written back.
 *
 * Each table holds one collection of the state, and one table with a single row all scalars. Relations are loaded by key
 * where keys are known, all else as a whole.
 */

import { createHash } from "node:crypto";

import type { Filter } from "./conditions.ts";
import { type Connection, type Row, Statement } from "./database.ts";
import { type Cell, cellOf, columnOf, type Table, valueOf } from "./tables.ts";
import type { WireType } from "./types.ts";
import {
  Entries,
  equal,
  isStop,
  keyOf,
  MultiMap,
  type Part,
  replace,
  ValueMap,
  ValueSet,
  Wanted,
} from "./values.ts";
import { clock } from "./clock.ts";

const MANY = 200;
const HALF = 2n ** 32n;

// --- how values lie in columns ----------------------------------------------------------------------------------------

/** The columns that a value lies in: their names, how it is read from their values, and how it is written to them. */
export interface Columns<T> {
  readonly names: readonly string[];
  read(values: readonly unknown[]): T;
  write(value: T): readonly unknown[];
}

/** A value in one column, as it is. */
export function one<T>(name: string): Columns<T> {
  return { names: [name], read: ([value]) => value as T, write: (value) => [value] };
}

/** A value in one column, as JSON. */
export function asJson<T>(name: string, type: WireType<T>): Columns<T> {
  return {
    names: [name],
    read: ([value]) => type.decode(value as never),
    write: (value) => [type.encode(value)],
  };
}

/** A record, of which each field lies in columns. */
export function record<E extends object>(fields: {
  readonly [P in keyof E]-?: Columns<E[P]>;
}): Columns<E> {
  const parts = Object.entries(fields) as unknown as (readonly [keyof E, Columns<unknown>])[];
  return {
    names: parts.flatMap(([, columns]) => columns.names),
    read(values) {
      let at = 0;
      const found = parts.map(([property, columns]) => {
        const own = values.slice(at, at + columns.names.length);
        at += columns.names.length;
        return [property, columns.read(own)] as const;
      });
      return Object.fromEntries(found) as E;
    },
    write: (value) => parts.flatMap(([property, columns]) => columns.write(value[property])),
  };
}

// --- tables -----------------------------------------------------------------------------------------------------------

/** The state by its fields, for those who do not know it. */
type Fields = Readonly<Record<string, unknown>>;
/** Values by the names of their columns. */
type Values = ReadonlyMap<string, unknown>;

function valuesOf<T>(columns: Columns<T>, value: T): Values {
  const written = columns.write(value);
  return new Map(columns.names.map((name, at) => [name, written[at]]));
}

/** A part of the state, in a table. */
export abstract class Stored {
  readonly table: Table;
  readonly #names: readonly string[];

  constructor(table: Table, ...columns: readonly Columns<never>[]) {
    this.table = table;
    this.#names = columns.flatMap(({ names }) => names);
  }

  /** The state fields that it holds. */
  abstract get properties(): readonly string[];
  /** The state fields as long as nothing is known of them. */
  abstract begin(): Fields;
  /** The state fields as they are. */
  abstract whole(connection: Connection, initial: Fields): Promise<Fields>;
  /** Writes what changed. */
  abstract write(connection: Connection, before: Fields, after: Fields): Promise<void>;
  /** Writes everything into the empty table. */
  protected abstract fill(connection: Connection, after: Fields): Promise<void>;

  /** Writes everything, whatever is there. */
  async replace(connection: Connection, after: Fields): Promise<void> {
    await this.remove(connection, new Map());
    await this.fill(connection, after);
  }

  /** The values of all rows that satisfy a condition, in the order of the columns. */
  protected async select(
    connection: Connection,
    where: (statement: Statement) => string = () => "",
  ): Promise<readonly Row[]> {
    const statement = new Statement(connection.dialect);
    const names = this.#names.map((name) => statement.name(name)).join(", ");
    const condition = where(statement);
    const sql = `SELECT ${names} FROM ${statement.name(this.table.name)}${condition}`;
    const rows = await connection.rows(sql, statement.cells);
    const columns = this.#names.map((name) => columnOf(this.table, name));
    return rows.map((row) => columns.map((column, at) => valueOf(column, row[at])));
  }

  /** `a = ? AND b = ?` */
  protected held(statement: Statement, values: Values): string {
    const conditions = Array.from(values, ([name, value]) =>
      value === null
        ? `${statement.name(name)} IS NULL`
        : `${statement.name(name)} = ${this.#bound(statement, name, value)}`,
    );
    return conditions.join(" AND ");
  }

  protected where(statement: Statement, values: Values): string {
    return values.size === 0 ? "" : ` WHERE ${this.held(statement, values)}`;
  }

  /** What terms over all rows come to. */
  protected async ask(
    connection: Connection,
    terms: (statement: Statement) => string,
    from: (statement: Statement) => string = (statement) => statement.name(this.table.name),
  ): Promise<Row> {
    const statement = new Statement(connection.dialect);
    const sql = `SELECT ${terms(statement)} FROM ${from(statement)}`;
    const [row] = await connection.rows(sql, statement.cells);
    return row ?? [];
  }

  #bound(statement: Statement, name: string, value: unknown): string {
    return statement.bind(cellOf(columnOf(this.table, name), value));
  }

  /** Removes the rows that hold certain values. */
  protected async remove(connection: Connection, values: Values): Promise<void> {
    const statement = new Statement(connection.dialect);
    const from = `DELETE FROM ${statement.name(this.table.name)}`;
    await connection.change(from + this.where(statement, values), statement.cells);
  }

  /** Inserts rows. */
  protected async insert(connection: Connection, rows: readonly Values[]): Promise<void> {
    for (let at = 0; at < rows.length; at += MANY) {
      await this.#insertSome(connection, rows.slice(at, at + MANY));
    }
  }

  async #insertSome(connection: Connection, rows: readonly Values[]): Promise<void> {
    const statement = new Statement(connection.dialect);
    const filled = rows.map((row) => this.#filled(row, true));
    const names = [...filled[0]!.keys()];
    const lists = filled.map(
      (row) => `(${names.map((name) => statement.bind(row.get(name) ?? null)).join(", ")})`,
    );
    const into = `${statement.name(this.table.name)} (${names.map((name) => statement.name(name)).join(", ")})`;
    await connection.change(`INSERT INTO ${into} VALUES ${lists.join(", ")}`, statement.cells);
  }

  /** Changes columns of the rows that hold certain values, and tells how many there are. */
  protected async update(connection: Connection, values: Values, of: Values): Promise<number> {
    const statement = new Statement(connection.dialect);
    const changes = Array.from(
      this.#filled(values, false),
      ([name, cell]) => `${statement.name(name)} = ${statement.bind(cell)}`,
    );
    const sql = `UPDATE ${statement.name(this.table.name)} SET ${changes.join(", ")}`;
    return connection.change(sql + this.where(statement, of), statement.cells);
  }

  /** The cells of a row that is written, with those that the store fills. */
  #filled(values: Values, isNew: boolean): ReadonlyMap<string, Cell> {
    const cells = new Map<string, Cell>();
    for (const [name, column] of this.table.columns) {
      const { filled } = column;
      if (values.has(name)) {
        cells.set(name, cellOf(column, values.get(name)));
      } else if (filled === "when written" || (filled === "when made" && isNew)) {
        cells.set(name, cellOf(column, clock.real()));
      } else if (typeof filled === "object" && values.has(filled.digestOf)) {
        cells.set(
          name,
          digest(cellOf(columnOf(this.table, filled.digestOf), values.get(filled.digestOf))),
        );
      }
    }
    return cells;
  }
}

function digest(cell: Cell): string {
  return createHash("sha256").update(String(cell), "utf8").digest("hex");
}

/** A relation, of which entries are found by their keys. */
abstract class Keyed<K, V> extends Stored {
  readonly property: string;
  readonly key: Columns<K>;
  readonly value: Columns<V>;

  constructor(property: string, table: Table, key: Columns<K>, value: Columns<V>) {
    super(table, key as Columns<never>, value as Columns<never>);
    this.property = property;
    this.key = key;
    this.value = value;
  }

  /** The relation of some entries. */
  protected abstract made(rows: readonly Row[]): Entries<K, unknown>;
  /** A row for each key. */
  protected abstract keys(statement: Statement): string;
  /** Writes entries that differ. */
  protected abstract writeEntries(
    connection: Connection,
    before: Entries<K, unknown>,
    after: Entries<K, unknown>,
  ): Promise<void>;

  get properties(): readonly string[] {
    return [this.property];
  }

  /** The relation in a state. */
  of(state: Fields): Entries<K, unknown> {
    return state[this.property] as Entries<K, unknown>;
  }

  begin(): Fields {
    return { [this.property]: this.made([]).partial(this.property) };
  }

  async whole(connection: Connection): Promise<Fields> {
    return { [this.property]: this.made(await this.select(connection)) };
  }

  async write(connection: Connection, before: Fields, after: Fields): Promise<void> {
    const [old, made] = [this.of(before), this.of(after)];
    if (old !== made) {
      await this.writeEntries(connection, old, made);
    }
  }

  protected keyOfRow(row: Row): K {
    return this.key.read(row.slice(0, this.key.names.length));
  }

  protected valueOfRow(row: Row): V {
    return this.value.read(row.slice(this.key.names.length));
  }

  protected at(key: K): Values {
    return valuesOf(this.key, key);
  }

  protected row(key: K, value: V): Values {
    return new Map([...valuesOf(this.key, key), ...valuesOf(this.value, value)]);
  }

  #found(rows: readonly Row[]): Iterable<readonly [K, unknown]> {
    return this.made(rows).known();
  }

  /** Learns what there is under some keys. */
  async fetch(connection: Connection, state: Fields, keys: readonly K[]): Promise<void> {
    for (let at = 0; at < keys.length; at += MANY) {
      const some = keys.slice(at, at + MANY);
      const rows = await this.select(connection, (statement) => this.#under(statement, some));
      this.of(state).learn(some, this.#found(rows));
    }
  }

  #under(statement: Statement, keys: readonly K[]): string {
    const each = keys.map((key) => this.held(statement, this.at(key)));
    return ` WHERE ${each.length === 1 ? each[0] : each.map((one) => `(${one})`).join(" OR ")}`;
  }

  /** Learns all entries for which some conditions hold. Nobody will look for others among them. */
  async fetchWhere(
    connection: Connection,
    state: Fields,
    filters: readonly Filter[],
  ): Promise<void> {
    const questions = filters.filter((filter) => typeof filter === "function");
    const rows = filters.includes(false)
      ? []
      : await this.select(connection, (statement) => {
          const words = questions.map((question) => question(statement, this.table));
          return words.length === 0 ? "" : ` WHERE ${words.join(" AND ")}`;
        });
    this.of(state).learnThose(this.#found(rows));
  }

  /** Learns a part of the relation. */
  async fetchPart(connection: Connection, state: Fields, part: Part): Promise<void> {
    const relation = this.of(state);
    switch (part.what) {
      case "entry":
        return this.fetch(connection, state, [part.key as K]);
      case "whole":
        return relation.learnAll(this.#found(await this.select(connection)));
      case "greatest":
        return relation.learnGreatest(await this.#greatest(connection));
      case "count":
        return relation.learnRest(part, (await this.#count(connection)) - known(relation));
      case "like": {
        const cells = new Map(part.cells);
        const rows = await this.select(connection, (statement) => this.where(statement, cells));
        return relation.learnRest(part, 0n, this.#found(rows));
      }
      case "sum":
        return relation.learnRest(part, await this.#sum(connection, relation, part.column));
    }
  }

  async #greatest(connection: Connection): Promise<K | null> {
    const [name] = this.key.names;
    const [found] = await this.ask(connection, (statement) => `MAX(${statement.name(name!)})`);
    const value = valueOf(columnOf(this.table, name!), found ?? null);
    return value === null ? null : this.key.read([value]);
  }

  async #count(connection: Connection): Promise<bigint> {
    const [found] = await this.ask(
      connection,
      () => "COUNT(*)",
      (statement) => this.keys(statement),
    );
    return whole(found);
  }

  /** What a column adds up to in the entries that are not known. */
  async #sum(
    connection: Connection,
    relation: Entries<K, unknown>,
    column: string,
  ): Promise<bigint> {
    const [high, low] = await this.ask(connection, (statement) =>
      statement.dialect.halves(statement.name(column)).join(", "),
    );
    const at = this.value.names.indexOf(column);
    const terms = Array.from(relation.known(), ([, value]) => this.value.write(value as V)[at]);
    return terms.reduce<bigint>(
      (sum, term) => sum - (term as bigint),
      whole(high) * HALF + whole(low),
    );
  }
}

function known(relation: Entries<unknown, unknown>): bigint {
  return BigInt(Array.from(relation.known()).length);
}

/** A number that a database has counted or added up; of no rows there is none. */
function whole(cell: unknown): bigint {
  return cell === null || cell === undefined ? 0n : BigInt(cell as bigint | number | string);
}

/** The entries of a relation, by what tells their keys apart. */
function byKey<K, V>(relation: Entries<K, V>): ReadonlyMap<unknown, readonly [K, V]> {
  return new Map(Array.from(relation.known(), (entry) => [keyOf(entry[0]), entry]));
}

/** A relation with one value for a key, or a map: a row per key. */
export class MapTable<K, V> extends Keyed<K, V> {
  protected made(rows: readonly Row[]): ValueMap<K, V> {
    return new ValueMap(rows.map((row) => [this.keyOfRow(row), this.valueOfRow(row)] as const));
  }

  protected keys(statement: Statement): string {
    return statement.name(this.table.name);
  }

  protected async writeEntries(
    connection: Connection,
    before: Entries<K, V>,
    after: Entries<K, V>,
  ): Promise<void> {
    const [old, now] = [byKey(before), byKey(after)];
    for (const [at, [key]] of old) {
      if (!now.has(at)) {
        await this.remove(connection, this.at(key));
      }
    }
    for (const [at, [key, value]] of now) {
      const was = old.get(at);
      if (was !== undefined && was[1] !== value) {
        await this.#change(connection, key, was[1], value);
      }
    }
    const added = Array.from(now).filter(([at]) => !old.has(at));
    await this.insert(
      connection,
      added.map(([, [key, value]]) => this.row(key, value)),
    );
  }

  async #change(connection: Connection, key: K, old: V, value: V): Promise<void> {
    const was = valuesOf(this.value, old);
    const cell = (name: string, one: unknown): Cell => cellOf(columnOf(this.table, name), one);
    const changed = Array.from(valuesOf(this.value, value)).filter(
      ([name, one]) => cell(name, was.get(name)) !== cell(name, one),
    );
    if (changed.length > 0) {
      await this.update(connection, new Map(changed), this.at(key));
    }
  }

  protected async fill(connection: Connection, after: Fields): Promise<void> {
    const entries = Array.from(this.of(after).entries()) as (readonly [K, V])[];
    await this.insert(
      connection,
      entries.map(([key, value]) => this.row(key, value)),
    );
  }
}

/** A relation with several values for a key: a row per key and value. */
export class MultiTable<K, V> extends Keyed<K, V> {
  protected made(rows: readonly Row[]): MultiMap<K, V> {
    const found = new Map<unknown, readonly [K, V[]]>();
    for (const row of rows) {
      const key = this.keyOfRow(row);
      const entry = found.get(keyOf(key)) ?? ([key, []] as const);
      entry[1].push(this.valueOfRow(row));
      found.set(keyOf(key), entry);
    }
    return new MultiMap(Array.from(found.values(), ([key, some]) => [key, new ValueSet(some)]));
  }

  protected keys(statement: Statement): string {
    const names = this.key.names.map((name) => statement.name(name)).join(", ");
    return `(SELECT DISTINCT ${names} FROM ${statement.name(this.table.name)}) AS distinct_keys`;
  }

  protected async writeEntries(
    connection: Connection,
    before: Entries<K, ValueSet<V>>,
    after: Entries<K, ValueSet<V>>,
  ): Promise<void> {
    const [old, now] = [byKey(before), byKey(after)];
    const places = [...new Set([...old.keys(), ...now.keys()])];
    const changed = places.filter((at) => !equal<unknown>(old.get(at)?.[1], now.get(at)?.[1]));
    for (const at of changed) {
      if (old.has(at)) {
        await this.remove(connection, this.at(old.get(at)![0]));
      }
    }
    const added = changed.flatMap((at) => (now.has(at) ? [now.get(at)!] : []));
    await this.insert(connection, this.#rows(added));
  }

  #rows(entries: readonly (readonly [K, ValueSet<V>])[]): readonly Values[] {
    return entries.flatMap(([key, some]) => Array.from(some, (value) => this.row(key, value)));
  }

  protected async fill(connection: Connection, after: Fields): Promise<void> {
    const entries = Array.from(this.of(after).entries()) as (readonly [K, ValueSet<V>])[];
    await this.insert(connection, this.#rows(entries));
  }
}

/** A set: a row per element. */
export class SetTable<T> extends Stored {
  readonly property: string;
  readonly value: Columns<T>;

  constructor(property: string, table: Table, value: Columns<T>) {
    super(table, value as Columns<never>);
    this.property = property;
    this.value = value;
  }

  get properties(): readonly string[] {
    return [this.property];
  }

  begin(): Fields {
    return { [this.property]: null };
  }

  async whole(connection: Connection): Promise<Fields> {
    const rows = await this.select(connection);
    return { [this.property]: new ValueSet(rows.map((row) => this.value.read(row))) };
  }

  async write(connection: Connection, before: Fields, after: Fields): Promise<void> {
    const [old, made] = [this.#of(before), this.#of(after)];
    if (old === made) {
      return;
    }
    for (const gone of old.difference(made)) {
      await this.remove(connection, valuesOf(this.value, gone));
    }
    await this.#insertAll(connection, made.difference(old));
  }

  protected async fill(connection: Connection, after: Fields): Promise<void> {
    await this.#insertAll(connection, this.#of(after));
  }

  #of(state: Fields): ValueSet<T> {
    return state[this.property] as ValueSet<T>;
  }

  async #insertAll(connection: Connection, elements: ValueSet<T>): Promise<void> {
    await this.insert(
      connection,
      Array.from(elements, (one) => valuesOf(this.value, one)),
    );
  }
}

/** A sequence: a row per position. */
export class SeqTable<T> extends Stored {
  readonly property: string;
  readonly value: Columns<T>;
  readonly position: string;

  constructor(property: string, table: Table, value: Columns<T>, position = "position") {
    super(table, value as Columns<never>);
    this.property = property;
    this.value = value;
    this.position = position;
  }

  get properties(): readonly string[] {
    return [this.property];
  }

  begin(): Fields {
    return { [this.property]: null };
  }

  async whole(connection: Connection): Promise<Fields> {
    const inOrder = (statement: Statement): string => ` ORDER BY ${statement.name(this.position)}`;
    const rows = await this.select(connection, inOrder);
    return { [this.property]: rows.map((row) => this.value.read(row)) };
  }

  async write(connection: Connection, before: Fields, after: Fields): Promise<void> {
    const [old, made] = [this.#of(before), this.#of(after)];
    if (old === made) {
      return;
    }
    const differs = old.findIndex((one, at) => at >= made.length || !equal<unknown>(one, made[at]));
    const first = differs < 0 ? old.length : differs;
    if (first < old.length) {
      await this.#cut(connection, first);
    }
    await this.#insertFrom(connection, made, first);
  }

  protected async fill(connection: Connection, after: Fields): Promise<void> {
    await this.#insertFrom(connection, this.#of(after), 0);
  }

  #of(state: Fields): readonly T[] {
    return state[this.property] as readonly T[];
  }

  async #cut(connection: Connection, first: number): Promise<void> {
    const statement = new Statement(connection.dialect);
    const from = `DELETE FROM ${statement.name(this.table.name)}`;
    const where = ` WHERE ${statement.name(this.position)} >= ${statement.bind(BigInt(first))}`;
    await connection.change(from + where, statement.cells);
  }

  async #insertFrom(connection: Connection, elements: readonly T[], first: number): Promise<void> {
    const rows = elements.map(
      (one, at) => new Map([[this.position, BigInt(at)] as const, ...valuesOf(this.value, one)]),
    );
    await this.insert(connection, rows.slice(first));
  }
}

/** All scalars, in one row. As long as it is not there they have their initial values. */
export class ScalarTable extends Stored {
  readonly fields: ReadonlyMap<string, Columns<unknown>>;
  readonly row: string;

  constructor(table: Table, fields: Readonly<Record<string, Columns<unknown>>>, row = "row") {
    super(table, ...(Object.values(fields) as Columns<never>[]));
    this.fields = new Map(Object.entries(fields));
    this.row = row;
  }

  get properties(): readonly string[] {
    return [...this.fields.keys()];
  }

  begin(): Fields {
    return Object.fromEntries(this.properties.map((property) => [property, null]));
  }

  async whole(connection: Connection, initial: Fields): Promise<Fields> {
    const [row] = await this.select(connection);
    if (row === undefined) {
      return Object.fromEntries(this.properties.map((property) => [property, initial[property]]));
    }
    let at = 0;
    const found = Array.from(this.fields, ([property, columns]) => {
      at += columns.names.length;
      return [property, columns.read(row.slice(at - columns.names.length, at))] as const;
    });
    return Object.fromEntries(found);
  }

  async write(connection: Connection, before: Fields, after: Fields): Promise<void> {
    const changed = this.properties.filter((property) => before[property] !== after[property]);
    if (changed.length === 0) {
      return;
    }
    const found = await this.update(connection, this.#values(after, changed), new Map());
    if (found === 0) {
      await this.fill(connection, after);
    }
  }

  protected async fill(connection: Connection, after: Fields): Promise<void> {
    const row = new Map([[this.row, 1n] as const, ...this.#values(after, this.properties)]);
    await this.insert(connection, [row]);
  }

  #values(state: Fields, properties: readonly string[]): Values {
    const parts = properties.map((one) => valuesOf(this.fields.get(one)!, state[one]));
    return new Map(parts.flatMap((part) => [...part]));
  }
}

// --- loading ----------------------------------------------------------------------------------------------------------

/** A part of the state that a call needs: entries by keys or conditions, something about all, or all of it. */
export type Load<S, G> = { readonly of: keyof S & string } & (
  | { readonly what: "whole" | "greatest" | "count" }
  | { readonly total: string }
  | { readonly keys: (before: S, given: G) => Iterable<unknown> }
  | { readonly where: (before: S, given: G) => readonly Filter[] }
);

/** The keys for each element of a collection. */
export function each<T>(
  source: Iterable<T>,
  keys: (one: T) => Iterable<unknown>,
): readonly unknown[] {
  return Array.from(source).flatMap((one) => [...keys(one)]);
}

/** All tables of the service. */
export class Store<S extends object> {
  readonly initial: S;
  readonly #tables: readonly Stored[];
  readonly #byProperty: ReadonlyMap<string, Stored>;

  constructor(initial: S, tables: readonly Stored[]) {
    this.initial = initial;
    this.#tables = tables;
    this.#byProperty = new Map(
      tables.flatMap((table) => table.properties.map((property) => [property, table] as const)),
    );
  }

  /** The state, of which nothing is loaded yet. */
  view(connection: Connection): View<S> {
    const fields: Fields = Object.assign({}, ...this.#tables.map((table) => table.begin()));
    return new View(this, connection, fields as S);
  }

  /** The table of a state field. */
  holding(property: string): Stored {
    return this.#byProperty.get(property)!;
  }

  /** The whole state. */
  async read(connection: Connection): Promise<S> {
    const found: Record<string, unknown> = {};
    for (const table of this.#tables) {
      Object.assign(found, await table.whole(connection, this.initial as Fields));
    }
    return found as S;
  }

  /** Writes the whole state, whatever is there. */
  async replace(connection: Connection, state: S): Promise<void> {
    for (const table of this.#tables) {
      await table.replace(connection, state as Fields);
    }
  }

  /** The same state with another value for a field. */
  withEntry(state: S, property: string, value: unknown): S {
    return replace(state, { [property]: value } as Partial<S>);
  }

  /** Writes what changed. */
  async write(connection: Connection, before: S, after: S): Promise<void> {
    for (const table of this.#tables) {
      await table.write(connection, before as Fields, after as Fields);
    }
  }
}

/** The state before a call, as far as it is loaded. */
export class View<S extends object> {
  readonly before: S;
  readonly #store: Store<S>;
  readonly #connection: Connection;

  constructor(store: Store<S>, connection: Connection, before: S) {
    this.#store = store;
    this.#connection = connection;
    this.before = before;
  }

  /** Loads a part of the state. */
  async load<G>(load: Load<S, G>, given: G): Promise<void> {
    const table = this.#store.holding(load.of);
    if (table instanceof Keyed && "keys" in load) {
      await this.#loadKeys(table, () => load.keys(this.before, given));
    } else if (table instanceof Keyed && "where" in load) {
      await this.#loadWhere(table, () => load.where(this.before, given));
    } else {
      await this.fetch(load.of, partOf(load));
    }
  }

  /** Loads the entries under keys; none where these have no value, since then nobody will ask for them. */
  async #loadKeys(table: Keyed<unknown, unknown>, keys: () => Iterable<unknown>): Promise<void> {
    const wanted = new ValueSet(valueOrNothing(() => [...keys()]) ?? []);
    const relation = table.of(this.before as Fields);
    const unknown = [...wanted].filter((key) => key !== null && !relation.knows(key));
    await table.fetch(this.#connection, this.before as Fields, unknown);
  }

  /** Loads what satisfies conditions; everything where they have no value, since that counts only for an entry. */
  async #loadWhere(table: Keyed<unknown, unknown>, where: () => readonly Filter[]): Promise<void> {
    const filters = valueOrNothing(where);
    if (filters === null) {
      await this.fetch(table.property, { what: "whole" });
    } else {
      await table.fetchWhere(this.#connection, this.before as Fields, filters);
    }
  }

  /** Loads what a call turned out to need. */
  async fetch(property: string, part: Part): Promise<void> {
    const table = this.#store.holding(property);
    if (table instanceof Keyed) {
      await table.fetchPart(this.#connection, this.before as Fields, part);
    } else {
      // The state is frozen for everybody else.
      const initial = this.#store.initial as Fields;
      Object.assign(this.before, await table.whole(this.#connection, initial));
    }
  }

  /** Writes what changed. */
  async write(after: S): Promise<void> {
    if (after !== this.before) {
      await this.#store.write(this.#connection, this.before, after);
    }
  }
}

function partOf<S, G>(load: Load<S, G>): Part {
  if ("total" in load) {
    return { what: "sum", column: load.total };
  }
  return { what: "what" in load ? load.what : "whole" };
}

/** What something comes to; nothing where it has no value, or needs what is not loaded. */
function valueOrNothing<T>(value: () => T): T | null {
  try {
    return value();
  } catch (thrown) {
    if (isStop(thrown) || thrown instanceof Wanted) {
      return null;
    }
    throw thrown;
  }
}
