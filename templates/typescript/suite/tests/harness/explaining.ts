/** Why a condition does not hold: the values of its parts, and the places in which the sides of an equation differ. */

import type { Chosen, Part, Rule, Sides } from "./rules.ts";
import { differences, show } from "./showing.ts";
import { same } from "./structures.ts";
import { Outside, Undefined } from "./stops.ts";
import { decidedBy } from "./evaluating.ts";
import { verdict, workedOut } from "./windows.ts";

/** Stands for a part without a value, since `null` can be one. */
const NOTHING = Symbol("nothing");
/** How many parts of a condition, and how many places of an equation are shown. */
const MAX_VALUES = 12;
const MAX_PLACES = 12;

/** A part reads a variable that nothing was chosen for. */
class Unchosen extends Error {}

/** What there is to say about a condition that does not hold. */
export class Explained {
  /** Parts of it, and what they are. */
  readonly values: [text: string, value: string][] = [];
  /** The places that are not what they should be. */
  readonly fields: string[] = [];

  /** Notes the value of a part, unless that stands in the spec already. */
  note(text: string, value: string): void {
    const [said, found] = [text.slice(text.lastIndexOf(".") + 1), value].map((one) =>
      one.replace(/^"+|"+$/g, ""),
    );
    const isKnown = this.values.some(([known]) => known === text);
    if (said !== found && this.values.length < MAX_VALUES && !isKnown) {
      this.values.push([text, value]);
    }
  }
}

/** What the parts of a rule are that does not hold. */
export function explain(rule: Rule, ...speaksOf: readonly unknown[]): Explained {
  const found = new Explained();
  if (rule.parts === undefined) {
    return found;
  }
  const chosen = chosenFrom(decidedBy(() => verdict(() => rule.holds(...speaksOf))));
  for (const part of rule.parts(...speaksOf)) {
    if ("left" in part) {
      both(found, part, chosen);
    } else {
      one(found, part, chosen);
    }
  }
  return found;
}

/** The variables by their names; whoever asks for another one has no value. */
function chosenFrom(variables: ReadonlyMap<string, unknown>): Chosen {
  return new Proxy<Chosen>(
    {},
    {
      get(_, name) {
        if (typeof name !== "string" || !variables.has(name)) {
          throw new Unchosen();
        }
        return variables.get(name);
      },
    },
  );
}

function one(found: Explained, { text, value, declared }: Part, chosen: Chosen): unknown {
  try {
    const worth = workedOut(() => value(chosen));
    found.note(text, show(worth, declared));
    return worth;
  } catch (thrown) {
    if (thrown instanceof Undefined || thrown instanceof Outside) {
      const why = thrown instanceof Undefined ? thrown.atLength() : thrown.message;
      found.note(text, `undefined: ${why}`);
    } else if (!(thrown instanceof Unchosen)) {
      throw thrown;
    }
    return NOTHING;
  }
}

/** Notes both sides of an equation, and where they differ. */
function both(found: Explained, sides: Sides, chosen: Chosen): void {
  const [left, right] = [one(found, sides.left, chosen), one(found, sides.right, chosen)];
  if (left === NOTHING || right === NOTHING || verdict(() => same(left, right)) !== "no") {
    return;
  }
  const { text, declared } = sides.left;
  for (const [place, here, there] of differences(text, declared, left, right).slice(
    0,
    MAX_PLACES,
  )) {
    found.fields.push(place);
    if (place !== text) {
      found.note(place, `${here}, and ${there} on the other side`);
    }
  }
}
