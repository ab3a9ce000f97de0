/** Which tests are asked for: one by its whole name, or all that match words. */

/**
 * Whether a test is asked for.
 *
 * `ids` are the names of all tests. One of them, with the case of it or without, asks for that test alone; anything else is
 * words of its name or its file, with `and`, `or`, `not` and brackets.
 */
export function isAsked(
  asked: string,
  title: string,
  file: string,
  ids: readonly string[],
): boolean {
  if (asked === "") {
    return true;
  }
  const name = asked.slice(asked.lastIndexOf("::") + 1).replace(/^:/, "");
  if (ids.includes(name) || ids.includes(name.split("[")[0]!)) {
    return title === name || title.startsWith(`${name}[`);
  }
  return new Words(asked).match(plain(`${file} ${title}`));
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\s_]+/g, " ");
}

const TOKEN = /\(|\)|\b(?:and|or|not)\b|(?:(?!\b(?:and|or|not)\b)[^()])+/gi;

/** Words with `and`, `or`, `not` and brackets, read from the front. */
class Words {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(asked: string) {
    const found = asked.match(TOKEN) ?? [];
    this.#tokens = found.map((token) => plain(token).trim()).filter((token) => token !== "");
  }

  /** Whether a text satisfies them. */
  match(text: string): boolean {
    this.#at = 0;
    return this.#any(text);
  }

  #isNext(token: string): boolean {
    const isIt = this.#tokens[this.#at] === token;
    this.#at += Number(isIt);
    return isIt;
  }

  #any(text: string): boolean {
    let found = this.#all(text);
    while (this.#isNext("or")) {
      found = this.#all(text) || found;
    }
    return found;
  }

  #all(text: string): boolean {
    let found = this.#single(text);
    while (this.#isNext("and")) {
      found = this.#single(text) && found;
    }
    return found;
  }

  #single(text: string): boolean {
    if (this.#isNext("not")) {
      return !this.#single(text);
    }
    if (this.#isNext("(")) {
      const found = this.#any(text);
      this.#isNext(")");
      return found;
    }
    const word = this.#tokens[this.#at] ?? "";
    this.#at += 1;
    return text.includes(word);
  }
}
