/** What is wrong with something that was sent. */

/** What was sent is no value of its type: where, and why; and what else is wrong with it. */
export class WireError extends Error {
  readonly path: string;
  readonly why: string;
  readonly more: readonly WireError[];

  constructor(path: string, why: string, more: readonly WireError[] = []) {
    super([path === "" ? why : `${path}: ${why}`, ...more.map((one) => one.message)].join("; "));
    this.path = path;
    this.why = why;
    this.more = more;
  }

  /** The same, seen from one level further out. */
  below(name: string): WireError {
    const joint = this.path === "" || this.path.startsWith("[") ? "" : ".";
    return new WireError(
      `${name}${joint}${this.path}`,
      this.why,
      this.more.map((one) => one.below(name)),
    );
  }

  /** Where something is wrong. */
  paths(): readonly string[] {
    return [this.path, ...this.more.flatMap((one) => one.paths())];
  }
}

/** Reads a part, and says where it stands if something is wrong with it. */
export function at<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    throw thrown instanceof WireError ? thrown.below(name) : thrown;
  }
}
