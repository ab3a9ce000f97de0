/** Questions to a database: which rows a call looks for. What is known without asking is true or false. */

import { Statement } from "./database.ts";
import { type Cell, cellOf, columnOf, type Table } from "./tables.ts";

/** A condition on a row, in the words of a database. */
export type Condition = (statement: Statement, table: Table) => string;
/** What is known, or a question. */
export type Filter = boolean | Condition;

type Sign = "=" | "<" | "<=" | ">" | ">=";

function compared(sign: Sign, column: string, value: unknown): Condition {
  return (statement, table) =>
    `${statement.name(column)} ${sign} ${bound(statement, table, column, value)}`;
}

function bound(statement: Statement, table: Table, column: string, value: unknown): string {
  return statement.bind(cell(table, column, value));
}

function cell(table: Table, column: string, value: unknown): Cell {
  return cellOf(columnOf(table, column), value);
}

/** The column holds this value; of `null`, it is empty. */
export function same(column: string, value: unknown): Condition {
  return value === null ? absent(column) : compared("=", column, value);
}

/** The column holds another value, or is empty; of `null`, it is not empty. */
export function other(column: string, value: unknown): Condition {
  if (value === null) {
    return present(column);
  }
  return (statement, table) =>
    statement.dialect.isOther(statement.name(column), bound(statement, table, column, value));
}

/** `column < value` */
export function less(column: string, value: unknown): Condition {
  return compared("<", column, value);
}

/** `column <= value` */
export function atMost(column: string, value: unknown): Condition {
  return compared("<=", column, value);
}

/** `column > value` */
export function more(column: string, value: unknown): Condition {
  return compared(">", column, value);
}

/** `column >= value` */
export function atLeast(column: string, value: unknown): Condition {
  return compared(">=", column, value);
}

/** The column holds one of some values. */
export function among(column: string, values: Iterable<unknown>): Filter {
  return listed("IN", column, [...values], false);
}

/** The column holds a value that is none of some. */
export function notAmong(column: string, values: Iterable<unknown>): Filter {
  return listed("NOT IN", column, [...values], true);
}

function listed(word: string, column: string, values: readonly unknown[], ofNone: boolean): Filter {
  if (values.length === 0) {
    return ofNone;
  }
  return (statement, table) => {
    const list = values.map((value) => bound(statement, table, column, value)).join(", ");
    return `${statement.name(column)} ${word} (${list})`;
  };
}

/** The column is true, or false. */
export function truth(column: string, value: boolean): Condition {
  return compared("=", column, value);
}

/** The column is not empty. */
export function present(column: string): Condition {
  return (statement) => `${statement.name(column)} IS NOT NULL`;
}

/** The column is empty. */
export function absent(column: string): Condition {
  return (statement) => `${statement.name(column)} IS NULL`;
}

/** All of some hold. */
export function all(...filters: readonly Filter[]): Filter {
  return joined("AND", filters, false);
}

/** One of some holds. */
export function any(...filters: readonly Filter[]): Filter {
  return joined("OR", filters, true);
}

/** `decisive` is the known answer that decides for all. */
function joined(word: string, filters: readonly Filter[], decisive: boolean): Filter {
  if (filters.includes(decisive)) {
    return decisive;
  }
  const questions = filters.filter((one) => typeof one === "function");
  if (questions.length === 0) {
    return !decisive;
  }
  return (statement, table) =>
    `(${questions.map((one) => one(statement, table)).join(` ${word} `)})`;
}
