/** Texts in which a pattern is found: the least ones, and random ones. */

import { randomInt } from "node:crypto";

const MORE = 8;
const VISIBLE: readonly [number, number] = [0x21, 0x7e];
const EVERYTHING: readonly [number, number] = [0, 0x10ffff];

/** From the first to the last code point. */
type Range = readonly [number, number];

/** A part of a pattern. What looks at the text without taking of it is empty. */
type Part =
  | { readonly kind: "one"; readonly of: readonly Range[] }
  | { readonly kind: "choice"; readonly branches: readonly (readonly Part[])[] }
  | {
      readonly kind: "repeat";
      readonly part: Part;
      readonly least: number;
      readonly most: number;
    };

/** How open ends of a pattern are settled. */
interface Settling {
  /** One of so many, counted from zero. */
  oneOf(count: number): number;
  /** How often something is there. */
  times(least: number, most: number): number;
}

/** Texts that grow from the least one: each time one repetition goes on for longer. */
export function growing(pattern: RegExp, steps = MORE): readonly string[] {
  const parts = partsOf(pattern);
  return Array.from({ length: steps + 1 }, (_, extra) => written(parts, leastWith(extra)));
}

/** A random text; open repetitions go on for at most so much more than they must. */
export function sample(pattern: RegExp, stretch = MORE): string {
  return written(partsOf(pattern), {
    oneOf: (count) => randomInt(count),
    times: (least, most) => least + randomInt(Math.min(most - least, stretch) + 1),
  });
}

/** Takes the first each time, and repeats as little as it must, beside some repetitions more. */
function leastWith(repetitions: number): Settling {
  let extra = repetitions;
  return {
    oneOf: () => 0,
    times(least, most) {
      const more = Math.min(most - least, extra);
      extra -= more;
      return least + more;
    },
  };
}

function written(parts: readonly Part[], how: Settling): string {
  return parts.map((part) => writtenPart(part, how)).join("");
}

function writtenPart(part: Part, how: Settling): string {
  switch (part.kind) {
    case "one":
      return character(part.of, how);
    case "choice":
      return written(part.branches[how.oneOf(part.branches.length)] ?? [], how);
    case "repeat": {
      const times = how.times(part.least, part.most);
      return Array.from({ length: times }, () => writtenPart(part.part, how)).join("");
    }
  }
}

/** One character of some ranges; a visible one of ASCII where there is any. */
function character(ranges: readonly Range[], how: Settling): string {
  const visible = ranges.flatMap((range) => common(range, VISIBLE));
  const among = visible.length > 0 ? visible : ranges.flatMap(withoutHalves);
  const sizes = among.map(([from, to]) => to - from + 1);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total === 0) {
    return "";
  }
  let at = how.oneOf(total);
  const found = among.findIndex((_, position) => {
    const isHere = at < sizes[position]!;
    at -= isHere ? 0 : sizes[position]!;
    return isHere;
  });
  return String.fromCodePoint(among[found]![0] + at);
}

function common(a: Range, b: Range): readonly Range[] {
  const both: Range = [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
  return both[0] <= both[1] ? [both] : [];
}

/** Without halves of surrogate pairs and U+0000, which no text holds. */
function withoutHalves(range: Range): readonly Range[] {
  return [...common(range, [1, 0xd7ff]), ...common(range, [0xe000, 0x10ffff])];
}

// --- reading a pattern ------------------------------------------------------------------------------------------------

const known = new WeakMap<RegExp, readonly Part[]>();

function partsOf(pattern: RegExp): readonly Part[] {
  const found = known.get(pattern) ?? new PatternReader(pattern.source).alternatives();
  known.set(pattern, found);
  return found;
}

/** Reads the source of a regular expression with the flag `u`, as far as the texts of a spec go. */
class PatternReader {
  readonly #text: readonly string[];
  #at = 0;

  constructor(source: string) {
    this.#text = Array.from(source);
  }

  /** What stands between here and the end of a group, or of everything. */
  alternatives(): readonly Part[] {
    const branches: (readonly Part[])[] = [this.#sequence()];
    while (this.#take("|")) {
      branches.push(this.#sequence());
    }
    return branches.length === 1 ? branches[0]! : [{ kind: "choice", branches }];
  }

  #take(character: string): boolean {
    const isHere = this.#text[this.#at] === character;
    this.#at += Number(isHere);
    return isHere;
  }

  #next(): string {
    this.#at += 1;
    return this.#text[this.#at - 1] ?? "";
  }

  #sequence(): readonly Part[] {
    const parts: Part[] = [];
    while (this.#at < this.#text.length && !["|", ")"].includes(this.#text[this.#at]!)) {
      const part = this.#part();
      const repeated = part === null ? null : this.#repeated(part);
      parts.push(...(repeated === null ? [] : [repeated]));
    }
    return parts;
  }

  #part(): Part | null {
    const next = this.#next();
    switch (next) {
      case "^":
      case "$":
        return null;
      case "(":
        return this.#group();
      case "[":
        return { kind: "one", of: this.#set() };
      case ".":
        return { kind: "one", of: others([[0x0a, 0x0a]]) };
      case "\\":
        return this.#escapedPart();
      default:
        return { kind: "one", of: [single(next.codePointAt(0)!)] };
    }
  }

  #group(): Part | null {
    let looks = false;
    if (this.#take("?")) {
      looks = !this.#take(":");
      while (looks && ["=", "!", "<"].includes(this.#text[this.#at] ?? "")) {
        this.#at += 1;
      }
    }
    const inner = this.alternatives();
    this.#take(")");
    return looks ? null : { kind: "choice", branches: [inner] };
  }

  #escapedPart(): Part | null {
    if (this.#take("b") || this.#take("B")) {
      return null;
    }
    return { kind: "one", of: this.#escaped() };
  }

  /** What follows a backslash. */
  #escaped(): readonly Range[] {
    const next = this.#next();
    const named = CLASSES[next];
    if (named !== undefined) {
      return named;
    }
    if (next === "u") {
      return [single(this.#hexadecimal(this.#take("{") ? "}" : 4))];
    }
    if (next === "x") {
      return [single(this.#hexadecimal(2))];
    }
    return [single(CONTROLS[next] ?? next.codePointAt(0)!)];
  }

  /** A number of so many digits, or up to a character, which is then behind. */
  #hexadecimal(until: string | number): number {
    let digits = "";
    while (typeof until === "number" ? digits.length < until : !this.#take(until)) {
      digits += this.#next();
    }
    return Number.parseInt(digits, 16);
  }

  #set(): readonly Range[] {
    const isNegated = this.#take("^");
    const ranges: Range[] = [];
    while (this.#at < this.#text.length && !this.#take("]")) {
      const first = this.#member();
      const isRange = this.#text[this.#at] === "-" && this.#text[this.#at + 1] !== "]";
      if (isRange) {
        this.#at += 1;
        ranges.push([first[0]![0], this.#member()[0]![1]]);
      } else {
        ranges.push(...first);
      }
    }
    return isNegated ? others(ranges) : ranges;
  }

  #member(): readonly Range[] {
    return this.#take("\\") ? this.#escaped() : [single(this.#next().codePointAt(0)!)];
  }

  #repeated(part: Part): Part {
    const times = this.#times();
    if (times === null) {
      return part;
    }
    this.#take("?");
    return { kind: "repeat", part, least: times[0], most: times[1] };
  }

  #times(): readonly [number, number] | null {
    if (this.#take("*")) {
      return [0, Number.MAX_SAFE_INTEGER];
    }
    if (this.#take("+")) {
      return [1, Number.MAX_SAFE_INTEGER];
    }
    if (this.#take("?")) {
      return [0, 1];
    }
    if (!this.#take("{")) {
      return null;
    }
    const end = this.#text.indexOf("}", this.#at);
    const [least, most] = this.#text.slice(this.#at, end).join("").split(",");
    this.#at = end + 1;
    const open = most === "" ? Number.MAX_SAFE_INTEGER : Number(most ?? least);
    return [Number(least), open];
  }
}

function single(point: number): Range {
  return [point, point];
}

/** All characters but some. */
function others(ranges: readonly Range[]): readonly Range[] {
  let from = EVERYTHING[0];
  const found: Range[] = [];
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) {
    if (from < first) {
      found.push([from, first - 1]);
    }
    from = Math.max(from, last + 1);
  }
  return from <= EVERYTHING[1] ? [...found, [from, EVERYTHING[1]]] : found;
}

const DIGITS: readonly Range[] = [[0x30, 0x39]];
const WORDS: readonly Range[] = [...DIGITS, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];
const SPACES: readonly Range[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
];
const CLASSES: Readonly<Record<string, readonly Range[]>> = {
  d: DIGITS,
  D: others(DIGITS),
  w: WORDS,
  W: others(WORDS),
  s: SPACES,
  S: others(SPACES),
};
const CONTROLS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, 0: 0 };
