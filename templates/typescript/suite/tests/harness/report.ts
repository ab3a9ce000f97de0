/**
 * What a failure says: the clause, the request, the response, what changed, and how to see it again.
 *
 * Sensitive values never get into a message. What sort of failure it is, and which places differ, is recorded as data:
 * which failures have one cause is decided by whoever reads the results.
 */

import type { Request } from "./client.ts";
import { isObject, type Json, JsonError, type JsonObject, readJson, writeJson } from "./json.ts";
import type { Observation } from "./observing.ts";
import { type Recorded, Recorder } from "./recording.ts";
import { mask, SENSITIVE } from "./redaction.ts";
import type { Rule } from "./rules.ts";
import { encoded, textOfJson } from "./sending.ts";
import type { Operation } from "./service.ts";
import type { Session } from "./session.ts";
import { cut, difference, entries } from "./showing.ts";
import { equal } from "./structures.ts";

/**
 * What sort of failure: a 5xx or no answer; accepted although forbidden; rejected although allowed; another status than the
 * spec says; an answer that is not what it should be; a clause that does not hold; a change where nothing may change; no
 * way into a state; a state that cannot be loaded; an answer that the document does not describe; nothing shown.
 */
export type Kind =
  | "error"
  | "accepted"
  | "refused"
  | "status"
  | "answer"
  | "promise"
  | "changed"
  | "setup"
  | "load"
  | "document"
  | "vacuous";

type Texts = readonly string[];

/** A failure as it is stored, part by part. */
export interface FailureParts {
  readonly headline: string;
  readonly kind?: Kind;
  readonly operation?: string;
  readonly clause?: string;
  readonly says?: string;
  readonly place?: string;
  readonly shown?: boolean;
  readonly expected?: string;
  readonly answered?: number;
  readonly why?: string;
  readonly fields?: Texts;
  readonly values?: readonly (readonly [string, string])[];
  readonly entries?: readonly (readonly [string, string, string])[];
  readonly state?: string;
  readonly request?: string;
  readonly response?: string;
  readonly changed?: string;
  readonly steps?: string;
  readonly reproduce?: string;
  readonly setup?: readonly Recorded[];
  readonly call?: Recorded;
  readonly secrets?: Readonly<Record<string, string>>;
}

/** How much of a text a message shows, and how much of it is written down. */
const MAX_TEXT = 600;
const MAX_RECORDED = 50_000;
const LINES = [
  "expected",
  "why",
  "state",
  "request",
  "response",
  "changed",
  "reproduce",
  "steps",
] as const;
const CUT: Texts = ["request", "response"];
// A text behind such a name, and what becomes of it behind an arrow.
const TEXT = String.raw`"((?:[^"\\]|\\.)*)"`;
const NAMED = new RegExp(
  String.raw`(\b${SENSITIVE}"?\s*(?:=|:|->)\s*)${TEXT}(?:(\s*->\s*)${TEXT})?`,
  "gi",
);
const IS_SECRET = new RegExp(String.raw`\b${SENSITIVE}$`, "i");
const AUTHORIZATION = /^(authorization|cookie): (.*)$/gim;

/** The service does something else than the spec says. Its text is the whole message, `parts` what is in it. */
export class Deviation extends Error {
  readonly parts: FailureParts;

  constructor(parts: FailureParts) {
    super(message(parts));
    this.parts = parts;
  }
}

/** What is wrong with an observation. */
export interface Found {
  readonly kind: Kind;
  readonly headline: string;
  readonly rule?: Pick<Rule, "id" | "text" | "place">;
  /** What the spec allows. */
  readonly expected?: string;
  readonly why?: string;
  /** The places that differ from what they should be. */
  readonly fields?: Texts;
  /** Parts of the clause, and what they are here. */
  readonly values?: readonly (readonly [string, string])[];
}

/** A failure of one observation. */
export function deviation(run: Session, seen: Observation, found: Found): Deviation {
  const { operation, inputs, request, response, trouble, obstacle } = seen;
  const hidden = (text: string): string => redacted(operation, inputs, text);
  const own = trouble !== "" && obstacle !== null ? obstacle.operation : operation;
  const isSent = request.method !== "";
  const { rule, fields = [], values = [] } = found;
  return new Deviation(
    told({
      headline: hidden(found.headline),
      kind: found.kind,
      operation: own?.name ?? "",
      ...(rule === undefined
        ? {}
        : { clause: rule.id, says: hidden(rule.text), place: rule.place }),
      expected: hidden(found.expected ?? ""),
      ...(isSent ? { answered: response.status } : {}),
      why: hidden(found.why ?? ""),
      fields: fields.map(hidden),
      values: values.map(([text, value]) => [text, masked(text, hidden(value))] as const),
      entries: entriesOf(run, seen).map(
        ([place, before, after]) =>
          [hidden(place), masked(place, hidden(before)), masked(place, hidden(after))] as const,
      ),
      state: hidden(seen.where),
      request: isSent ? hidden(requestText(operation, request)) : "",
      response: isSent ? hidden(responseText(seen)) : "",
      changed: trouble === "" ? hidden(changed(run, seen)) : "",
      reproduce: reproduce(run),
      ...exchange(run, seen),
    }),
  );
}

/** Parts without those that are empty; of a clause everything is kept. */
export function told(parts: FailureParts): FailureParts {
  const kept = Object.entries(parts).filter(([name, part]) => {
    const isEmpty = part === "" || (Array.isArray(part) && part.length === 0 && name !== "setup");
    return !isEmpty || name === "says" || name === "place";
  });
  return Object.fromEntries(kept) as unknown as FailureParts;
}

/** The calls that show it again. */
function exchange(
  run: Session,
  { request, operation, inputs, way }: Observation,
): Pick<FailureParts, "setup" | "call" | "secrets"> {
  if (request.method === "") {
    return {};
  }
  const recorder = new Recorder(run.service, operation, inputs);
  const [setup, call] = [recorder.steps(way), recorder.call(request)];
  return setup === null || call === null ? {} : { setup, call, secrets: recorder.secrets };
}

/** The entries that matter: those that the call names, and those that it changed; before and after. */
function entriesOf(
  run: Session,
  { before, after, trouble, inputs }: Observation,
): [string, string, string][] {
  return before === null || trouble !== ""
    ? []
    : entries(run.service.stateType, before, after, [...inputs.values()]);
}

/** The value of a part of a clause, unless the part is named like a secret. */
function masked(text: string, value: string): string {
  return IS_SECRET.test(text) && value.startsWith('"') ? mask(value.replace(/^"|"$/g, "")) : value;
}

/** Whether an answer is an error of the service, or none at all. */
export function isUnanswered(status: number): boolean {
  return status >= 500 || status === 0;
}

/** The parts of a failure as one text. */
function message(parts: FailureParts): string {
  const place = parts.place ? `  (${parts.place})` : "";
  const clause = parts.clause === undefined ? [] : [line("clause", `${parts.says ?? ""}${place}`)];
  const values = (parts.values ?? []).map(([text, value]) =>
    line("where", `${text} = ${cut(value, MAX_TEXT)}`),
  );
  const others = LINES.flatMap((name) => {
    const text = parts[name] ?? "";
    return text === "" ? [] : [line(name, CUT.includes(name) ? cut(text, MAX_TEXT) : text)];
  });
  return [parts.headline, ...clause, ...values, ...others].join("\n");
}

function line(name: string, text: string): string {
  return `  ${name.padEnd(10)}${text.replaceAll("\n", `\n${" ".repeat(12)}`)}`;
}

/** The command that runs the test again. */
export function reproduce(run: Session): string {
  const name = run.test.slice(run.test.indexOf("::") + 2).replaceAll("'", String.raw`'\''`);
  return `node tests/run_conformance.mjs ${run.profile.name} --seed ${run.seed} -k '${name}'`;
}

/** What is different in the state after a call. */
function changed(run: Session, { before, after, afterWhy }: Observation): string {
  if (afterWhy !== "") {
    return afterWhy;
  }
  if (before === null || after === null) {
    return "unknown: the state could not be read";
  }
  return equal(before, after)
    ? "the state is the same as before"
    : difference(run.service.stateType, before, after).join("\n");
}

/** A request as it is shown: its line, and its body. */
export function requestText(operation: Operation, request: Request): string {
  const body =
    request.body === null ? "" : `\n${recorded(withoutSecrets(operation, request.body))}`;
  return `${request.method} ${recorded(request.target)}${body}`;
}

/** A body with sensitive fields masked. */
function withoutSecrets(operation: Operation, body: Uint8Array): string {
  const text = Buffer.from(body).toString("utf8");
  const names = operation.inputs.filter((one) => one.sensitive).map((one) => one.name);
  const found = parsed(text);
  if (names.length === 0 || !isObject(found)) {
    return text;
  }
  const shown = Array.from(found, ([name, value]): [string, Json] => [
    name,
    names.includes(name) ? mask(textOfJson(value)) : value,
  ]);
  return writeJson(new Map(shown));
}

function parsed(text: string): Json {
  try {
    return readJson(text);
  } catch (thrown) {
    if (thrown instanceof JsonError) {
      return null;
    }
    throw thrown;
  }
}

function responseText({ response, operation }: Observation): string {
  if (response.status === 0) {
    return `none: the service ${response.why}`;
  }
  const headers = operation.headers.map(
    ({ name }) => `\n${name}: ${response.header(name) ?? "none"}`,
  );
  return `${response.status} ${recorded(response.text)}`.trimEnd() + headers.join("");
}

/** A message without what must not be seen: by value where it was sent, by name where it is stored. */
export function redacted(operation: Operation, inputs: JsonObject, text: string): string {
  let found = text;
  for (const { name, sensitive } of operation.inputs) {
    const sent = inputs.get(name) ?? null;
    if (sensitive === true && sent !== null) {
      const value = textOfJson(sent);
      const spelled = [JSON.stringify(value), ...(value.length > 3 ? [value, encoded(value)] : [])];
      found = spelled.reduce((all, one) => all.replaceAll(one, () => mask(value)), found);
    }
  }
  return found
    .replace(NAMED, (_, head: string, secret: string, arrow?: string, after?: string) => {
      const changed = arrow === undefined || after === undefined ? "" : arrow + once(after);
      return head + once(secret) + changed;
    })
    .replace(AUTHORIZATION, (_, name: string, value: string) => `${name}: ${mask(value)}`);
}

/** A text masked, unless it is by now. */
function once(text: string): string {
  return text.startsWith("<redacted len=") ? text : mask(text);
}

/** A text that is not too long to be written down. */
export function recorded(text: string): string {
  return cut(text, MAX_RECORDED);
}
