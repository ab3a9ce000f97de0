/** Tables: their columns, and how values of the spec lie in them. */

/** What a driver takes and gives. */
export type Cell = null | boolean | bigint | number | string;

/** A kind of column: how a value of the spec lies in its cell. An empty cell is `null` on both sides. */
export interface Column {
  /** The cell of a value that is there. */
  write(value: never): Cell;
  /** The value of a cell that is not empty. */
  read(cell: never): unknown;
  /** Who fills it, where that is not who writes a row. */
  readonly filled?: Filled;
}

/** Who fills a column: the database, the store when a row is made or whenever it is written, or a digest of another column. */
export type Filled =
  | "by the database"
  | "when made"
  | "when written"
  | { readonly digestOf: string };

/** A table. */
export interface Table {
  readonly name: string;
  readonly columns: ReadonlyMap<string, Column>;
}

/** A table with columns by their names. */
export function table(name: string, columns: Readonly<Record<string, Column>>): Table {
  return { name, columns: new Map(Object.entries(columns)) };
}

/** A column of a table. */
export function columnOf({ name, columns }: Table, column: string): Column {
  const found = columns.get(column);
  if (found === undefined) {
    throw new Error(`the table ${name} has no column ${column}`);
  }
  return found;
}

/** The cell of a value in a column. */
export function cellOf(column: Column, value: unknown): Cell {
  return value === null ? null : column.write(value as never);
}

/** The value of a cell in a column. */
export function valueOf(column: Column, cell: unknown): unknown {
  return cell === null ? null : column.read(cell as never);
}
