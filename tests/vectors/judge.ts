// Judges a runtime by the shared vectors: `judge.ts suite|service FOLDER FILE...` for an emitted program in a folder.
//
// Prints one line for each vector that comes out wrong, and exits with 1 if there is one. What it does is what a judge in
// any language does: read a type, read the arguments, call what was printed of a function, compare.

import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const PROGRAMS = {
  suite: { functions: "tests/predicates.ts", wire: "tests/wire.ts", runtime: "tests/harness" },
  service: { functions: "src/predicates.ts", wire: "src/wire.ts", runtime: "src/runtime" },
};
const FORMS = { option: "OptionOf", seq: "SeqOf", set: "SetOf", map: "MapOf", multi: "MultiOf" };

const [program, folder, ...files] = process.argv.slice(2) as [
  "suite" | "service",
  string,
  ...string[],
];
const load = (path: string) => import(pathToFileURL(resolve(folder, path)).href);
const { functions: functionsPath, wire: wirePath, runtime } = PROGRAMS[program];
const [functions, wire] = [await load(functionsPath), await load(wirePath)];
const [types, values, json] = await Promise.all(
  ["types", "values", "json"].map((name) => load(`${runtime}/${name}.ts`)),
);

/** A value of a vector: JSON as the runtime reads it, so that integers are exact. */
type Json = null | boolean | bigint | number | string | readonly Json[] | JsonObject;
type JsonObject = ReadonlyMap<string, Json>;
/** A descriptor of the runtime that is judged. */
interface Declared {
  decode(found: Json): unknown;
  encode(value: unknown): Json;
}

/** The descriptor of a type: a name, or an object that says what it is made of. */
function typeOf(told: Json): Declared {
  if (typeof told === "string") {
    return types[told.toUpperCase()];
  }
  const [[form, parts]] = [...(told as JsonObject)] as [[string, Json]];
  if (form === "enum" || form === "entity") {
    return wire[(parts as string).toUpperCase()];
  }
  const inner = form === "map" || form === "multi" ? (parts as readonly Json[]) : [parts];
  return new types[FORMS[form as keyof typeof FORMS]](...inner.map(typeOf));
}

/** An argument: a value on the wire, or a window between two instants. */
function given(told: Json, value: Json): unknown {
  if (value instanceof Map && value.size === 2 && value.has("from") && value.has("to")) {
    return values.between(...["from", "to"].map((end) => types.DATETIME.decode(value.get(end))));
  }
  return typeOf(told).decode(value);
}

/** What a function comes to, in a state and at an instant where it reads them. */
function wrongCall(head: JsonObject, vector: JsonObject): string | null {
  const name = vector.get("function") as string;
  // A name that the runtime has already gets a number.
  const called = functions[name] ?? functions[`${name}2`];
  const told = (head.get("functions") as JsonObject).get(name) as JsonObject;
  const inputs = vector.get("inputs") as readonly Json[];
  const args = (told.get("inputs") as readonly Json[]).map((type, at) =>
    given(type, inputs[at] as Json),
  );
  if (vector.has("state")) {
    args.push(wire.STATE.decode(vector.get("state")));
  }
  if (vector.has("now")) {
    args.push(given("DateTime", vector.get("now") as Json));
  }
  if (vector.has("truth")) {
    return differ(
      vector.get("truth") as Json,
      values.verdict(() => called(...args)),
    );
  }
  const declared = typeOf(told.get("output") as Json);
  const wanted = vector.get("result") as JsonObject;
  return differ(
    expected(declared, wanted),
    outcome(declared, () => called(...args)),
  );
}

/** A result as this runtime writes it, since sets have no order. */
function expected(declared: Declared, result: JsonObject): Json {
  return result.has("value")
    ? new Map([["value", declared.encode(declared.decode(result.get("value") as Json))]])
    : result;
}

/** How a call ends. */
function outcome(declared: Declared, call: () => unknown): Json {
  try {
    return new Map([["value", declared.encode(call())]]);
  } catch (thrown) {
    if (thrown instanceof values.Undefined) {
      return new Map([["stop", "undefined"]]);
    }
    if (thrown instanceof values.Outside) {
      return new Map([["stop", "outside"]]);
    }
    throw thrown;
  }
}

/** What is read of a text, and written again. */
function wrongWire(_: JsonObject, vector: JsonObject): string | null {
  const declared = typeOf(vector.get("type") as Json);
  const isRead = vector.get("exact") === true || program === "service";
  return differ(
    isRead ? (vector.get("reads") as Json) : null,
    again(declared, vector.get("json") as string),
  );
}

function again(declared: Declared, text: string): string | null {
  try {
    return json.writeJson(declared.encode(declared.decode(json.readJson(text))));
  } catch (thrown) {
    if ((thrown as Error).constructor.name === "WireError") {
      return null;
    }
    throw thrown;
  }
}

/** Inputs or outputs, or a state, as a service table lists them. */
interface Field {
  readonly name: string;
  readonly property: string;
  readonly type: Declared;
}

function fieldsOf(fields: readonly Field[], found: Json): object {
  return Object.fromEntries(
    fields.map(({ name, property, type }) => [
      property,
      type.decode((found as JsonObject).get(name) as Json),
    ]),
  );
}

/** What a recorded call breaks, as the oracle of a suite sees it. */
async function wrongVerdict(_: JsonObject, vector: JsonObject): Promise<string | null> {
  const { SERVICE: service } = await load("tests/service.ts");
  const oracle = await load(`${runtime}/oracle.ts`);
  const operation = service.operations.find(
    (one: { name: string }) => one.name === vector.get("operation"),
  );
  const [before, after] = ["before", "after"].map((when) =>
    service.stateType.decode(vector.get(when)),
  );
  const call = {
    before,
    after,
    given: fieldsOf(operation.inputs, vector.get("inputs") as Json),
    answer: fieldsOf(operation.outputs, vector.get("outputs") as Json),
    now: given("DateTime", vector.get("now") as Json),
  };
  const isBroken: [string, boolean][] = [
    ["ensures", operation.ensures.some((rule: unknown) => oracle.ensuresProblem(rule, call))],
    [
      "invariant",
      service.invariants.some((rule: unknown) => oracle.invariantProblem(rule, after, call.now)),
    ],
    ["frame", oracle.unframed(service, operation, call).length > 0],
  ];
  const found = isBroken.find(([, broken]) => broken)?.[0] ?? null;
  return differ(vector.get("breaks") as Json, found);
}

/** What a value of a corpus stands for. */
async function wrongCorpus(_: JsonObject, vector: JsonObject): Promise<string | null> {
  const { plain } = await load(`${runtime}/corpus.ts`);
  const [type, corpus, moment, outputs] = ["type", "corpus", "moment", "outputs"].map((name) =>
    vector.get(name),
  );
  return differ(vector.get("plain") as Json, plain(typeOf(type as Json), corpus, moment, outputs));
}

/** What a service answers where something is left open: anything that will do, or that it has found nothing. */
async function wrongChoice(head: JsonObject, vector: JsonObject): Promise<string | null> {
  const [choices, clauses] = [
    await load(`${runtime}/choices.ts`),
    await load(`${runtime}/clauses.ts`),
  ];
  const name = vector.get("choice") as string;
  const word = name.toLowerCase();
  const told = (head.get("operations") as JsonObject).get(name) as JsonObject;
  const typed = (part: string) => Array.from(told.get(part) as JsonObject);
  const inputs = vector.get("inputs") as JsonObject;
  const handed = Object.fromEntries(
    typed("inputs").map(([one, type]) => [one, typeOf(type).decode(inputs.get(one) as Json)]),
  );
  const before = wire.STATE.decode(vector.get("before"));
  const now = types.DATETIME.decode(vector.get("now"));
  const run = (await load(`src/operations/${word}.ts`))[word];
  const picks = new choices.Picks(now);
  const answers = vector.get("answers") as readonly Json[];
  try {
    const [, answer] = choices.search(picks, () => {
      picks.begin(() => undefined);
      return run(before, handed, now, picks);
    });
    const found = new Map(
      typed("outputs").map(([one, type]) => [one, typeOf(type).encode(answer[one])]),
    );
    return answers.some((one) => differ(one, found) === null) ? null : differ(answers, found);
  } catch (thrown) {
    if (thrown instanceof clauses.Broken) {
      return differ(answers, []);
    }
    throw thrown;
  }
}

/** In words, where two results are not the same to the letter. The names of an object have no order. */
function differ(wanted: Json, found: Json): string | null {
  const [left, right] = [wanted, found].map((one) => json.writeJson(inOrder(one)));
  return left === right ? null : `expected ${left}, found ${right}`;
}

function inOrder(found: Json): Json {
  if (found instanceof Map) {
    const names = Array.from((found as JsonObject).keys()).toSorted();
    return new Map(names.map((name) => [name, inOrder(found.get(name))]));
  }
  return Array.isArray(found) ? found.map(inOrder) : found;
}

/** A vector is of the kind of which it has the field. */
const KINDS = {
  function: wrongCall,
  json: wrongWire,
  operation: wrongVerdict,
  corpus: wrongCorpus,
  choice: wrongChoice,
};

/** What is wrong with one vector. */
async function wrong(head: JsonObject, vector: JsonObject): Promise<string | null> {
  const audience = vector.get("for") as readonly Json[] | undefined;
  if (audience !== undefined && !audience.includes(program)) {
    return null;
  }
  const kind = Object.entries(KINDS).find(([field]) => vector.has(field));
  try {
    return kind === undefined ? "no judge for such a vector" : await kind[1](head, vector);
  } catch (thrown) {
    return `ended with ${String(thrown)}`;
  }
}

for (const file of files) {
  const head: JsonObject = json.readJson(readFileSync(file));
  for (const vector of head.get("vectors") as readonly JsonObject[]) {
    const why = await wrong(head, vector);
    if (why !== null) {
      process.exitCode = 1;
      console.log(`${basename(file)}: ${json.writeJson(vector)}: ${why}`);
    }
  }
}
